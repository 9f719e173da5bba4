"""The cache of this user: nothing in it counts that somebody else can have written."""

import grp
import os
import pwd
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from splendor_dsl.cache import UntrustedFolderError, is_private, read_own, write_own

NOBODY = 65534
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")


def give(path: Path) -> None:
    os.chown(path, NOBODY, NOBODY, follow_symlinks=False)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file in two folders, all of this user."""
    found = tmp_path / "above" / "cache" / "file.txt"
    write_own(found, b"ours")
    return found


def test_what_this_user_wrote_is_read(file: Path) -> None:
    assert read_own(file) == b"ours"
    write_own(file, b"anew")
    assert read_own(file) == b"anew"
    assert [each.name for each in file.parent.iterdir()] == ["file.txt"]


def test_nobody_else_can_look_into_what_is_made(file: Path) -> None:
    places = (file.parent.parent, 0o700), (file.parent, 0o700), (file, 0o600)
    assert [stat.S_IMODE(place.stat().st_mode) for place, _ in places] == [m for _, m in places]


@pytest.mark.parametrize("more", [0, stat.S_ISGID], ids=["plain", "setgid"])
def test_a_folder_is_private_whatever_group_its_files_get(tmp_path: Path, more: int) -> None:
    """On Linux a new folder inherits the setgid bit of the one in which it is made."""
    tmp_path.chmod(0o755 | more)
    file = tmp_path / "cache" / "file.txt"
    write_own(file, b"ours")
    assert file.parent.stat().st_mode & stat.S_ISGID == more
    assert is_private(file.parent, [file])
    for open_to_others in (0o710, 0o701, 0o750):
        file.parent.chmod(open_to_others | more)
        assert not is_private(file.parent, [file])


def test_what_is_not_there_is_nothing(file: Path) -> None:
    assert read_own(file.with_name("other.txt")) is None
    assert read_own(file.parent / "no" / "file.txt") is None
    assert read_own(file.parent) is None, "a folder is no file"


def stranger_s_file(file: Path) -> None:
    give(file)


def open_to_a_group(file: Path) -> None:
    file.chmod(0o620)


def open_to_all(file: Path) -> None:
    file.chmod(0o602)


def a_link_to_a_file(file: Path) -> None:
    file.rename(file.with_name("true.txt"))
    file.symlink_to("true.txt")


def a_pipe(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(stranger_s_file, marks=as_root),
        open_to_a_group,
        open_to_all,
        a_link_to_a_file,
        a_pipe,
    ],
)
def test_a_file_that_others_can_have_written_is_not_read_but_made_anew(
    file: Path, change: Callable[[Path], None]
) -> None:
    change(file)
    assert read_own(file) is None
    write_own(file, b"anew")
    assert read_own(file) == b"anew"
    assert not file.is_symlink()


def stranger_s_folder(file: Path) -> None:
    give(file.parent)


def folder_open_to_all_with_the_sticky_bit(file: Path) -> None:
    file.parent.chmod(0o1777)


def stranger_s_folder_above(file: Path) -> None:
    give(file.parent.parent)


def folder_above_open_to_all(file: Path) -> None:
    file.parent.parent.chmod(0o777)


def a_link_to_a_stranger_s_folder(file: Path) -> None:
    file.parent.rename(file.parent.with_name("true"))
    file.parent.symlink_to("true")
    give(file.parent.with_name("true"))


@as_root
def test_no_folder_is_made_where_a_stranger_can_exchange_it(tmp_path: Path) -> None:
    give(tmp_path)
    with pytest.raises(UntrustedFolderError):
        write_own(tmp_path / "new" / "file.txt", b"ours")
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(stranger_s_folder, marks=as_root),
        folder_open_to_all_with_the_sticky_bit,
        pytest.param(stranger_s_folder_above, marks=as_root),
        folder_above_open_to_all,
        pytest.param(a_link_to_a_stranger_s_folder, marks=as_root),
    ],
)
def test_in_a_folder_that_others_can_change_nothing_is_read_or_written(
    file: Path, change: Callable[[Path], None]
) -> None:
    change(file)
    assert read_own(file) is None
    before = sorted(file.parent.iterdir())
    for name in ("file.txt", "other.txt"):
        with pytest.raises(UntrustedFolderError):
            write_own(file.parent / name, b"anew")
    assert (file.read_bytes(), sorted(file.parent.iterdir())) == (b"ours", before)


Account = tuple[str, int, int]  # name, number and primary group
ANN = ("ann", os.geteuid(), os.getegid())
BOB = ("bob", os.geteuid() + 1, os.getegid() + 1)


def accounts(
    monkeypatch: pytest.MonkeyPatch, users: list[Account], group: str, members: list[str]
) -> None:
    """Let the system know these users, of whom the first runs the tests, and one group."""
    known = [
        pwd.struct_passwd((name, "x", number, primary, "", "/", "/bin/sh"))
        for name, number, primary in users
    ]
    listed = grp.struct_group((group, "x", os.getegid(), members))
    monkeypatch.setattr(pwd, "getpwall", lambda: known)
    monkeypatch.setattr(pwd, "getpwuid", lambda number: {u.pw_uid: u for u in known}[number])
    monkeypatch.setattr(grp, "getgrgid", lambda number: {listed.gr_gid: listed}[number])


def open_to_the_group(file: Path) -> None:
    """As what is made with a umask of 002."""
    for folder in (file.parent, file.parent.parent):
        os.chown(folder, -1, os.getegid())
        folder.chmod(0o775)


@pytest.mark.parametrize("members", [[], ["ann"]])
def test_a_folder_may_be_open_to_the_group_of_this_user_alone(
    monkeypatch: pytest.MonkeyPatch, file: Path, members: list[str]
) -> None:
    accounts(monkeypatch, [ANN, BOB], "ann", members)
    open_to_the_group(file)
    assert read_own(file) == b"ours"
    write_own(file, b"anew")
    assert read_own(file) == b"anew"


@pytest.mark.parametrize(
    ("users", "group", "members"),
    [
        pytest.param([ANN, BOB], "ann", ["ann", "bob"], id="another member"),
        pytest.param([ANN, (*BOB[:2], ANN[2])], "ann", [], id="primary for another"),
        pytest.param([ANN], "users", [], id="of another name"),
        pytest.param([(*ANN[:2], ANN[2] + 1)], "ann", [], id="not primary"),
        pytest.param([BOB], "bob", [], id="unknown user"),
    ],
)
def test_a_folder_may_not_be_open_to_a_group_of_others(
    monkeypatch: pytest.MonkeyPatch,
    file: Path,
    users: list[Account],
    group: str,
    members: list[str],
) -> None:
    accounts(monkeypatch, users, group, members)
    open_to_the_group(file)
    for folder in (file.parent, file.parent.parent):
        assert read_own(file) is None
        with pytest.raises(UntrustedFolderError):
            write_own(file, b"anew")
        folder.chmod(0o700)
    assert read_own(file) == b"ours"


def test_rights_that_are_listed_beside_the_group_are_those_of_others(
    monkeypatch: pytest.MonkeyPatch, file: Path
) -> None:
    accounts(monkeypatch, [ANN], "ann", [])
    open_to_the_group(file)
    lists = {file.parent.parent: ["user.note", "system.posix_acl_access"]}
    monkeypatch.setattr(os, "listxattr", lambda path: lists.get(path, []), raising=False)
    assert read_own(file) is None
    lists.clear()
    assert read_own(file) == b"ours"


def test_a_folder_above_may_be_open_to_all_where_each_keeps_what_is_theirs(file: Path) -> None:
    """As the temporary folder of the system is."""
    file.parent.parent.chmod(0o1777)
    assert read_own(file) == b"ours"


def test_a_link_to_a_folder_of_this_user_is_followed(file: Path) -> None:
    link = file.parent.parent / "link"
    link.symlink_to("cache")
    assert read_own(link / "file.txt") == b"ours"
