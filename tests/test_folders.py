"""The folders of this user: each lies where the environment or the system says."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from splendor_dsl.folders import cache_folder, data_folder

FOLDERS = [
    ("SPLENDOR_CACHE", "XDG_CACHE_HOME", ".cache", cache_folder),
    ("SPLENDOR_DATA", "XDG_DATA_HOME", ".local/share", data_folder),
]
each_folder = pytest.mark.parametrize(("own", "system", "default", "folder"), FOLDERS)


@each_folder
def test_a_folder_stands_where_the_environment_or_the_system_says(
    own: str,
    system: str,
    default: str,
    folder: Callable[[], Path | None],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setenv(own, str(tmp_path / "named"))
    assert folder() == tmp_path / "named"
    monkeypatch.delenv(own)
    monkeypatch.setenv(system, str(tmp_path))
    assert folder() == tmp_path / "splendor-dsl"
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for told in ("", "relative", "./relative"):
        monkeypatch.setenv(system, told)
        assert folder() == tmp_path / "home" / default / "splendor-dsl"


@each_folder
def test_where_there_is_no_home_there_is_no_folder(
    own: str,
    system: str,
    default: str,
    folder: Callable[[], Path | None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in (own, system, "HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(os, "getuid", lambda: 4_000_000)  # whom the system does not know
    assert folder() is None


def test_tests_write_to_no_folder_of_the_user() -> None:
    home = Path.home()
    for folder in (cache_folder(), data_folder()):
        assert folder is not None
        assert not folder.is_relative_to(home / ".cache")
        assert not folder.is_relative_to(home / ".local")
