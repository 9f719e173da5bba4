"""A folder on another machine is known by the file system that is mounted there."""

from pathlib import Path

import pytest

from splendor_dsl.saves.network import is_on_network

MOUNTS = r"""
22 28 0:21 / /proc rw,nosuid - proc proc rw
28 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
40 28 0:33 / /home rw,relatime shared:2 master:1 - nfs4 server:/home rw
41 40 8:2 / /home/local rw - xfs /dev/sdb1 rw
42 28 0:34 / /with\040space rw - cifs //server/share rw
43 28 0:35 / /twice rw - ext4 /dev/sdc1 rw
44 28 0:36 / /twice rw - fuse.sshfs ann@server: rw
damaged line
45 28 0:37 / /half rw
"""


@pytest.mark.parametrize(
    ("folder", "expected"),
    [
        ("/data", False),
        ("/home/ann/.local/share", True),
        ("/home/local/ann", False),
        ("/homely/ann", False),
        ("/with space/ann", True),
        ("/twice", True),
        ("/half/ann", False),
    ],
)
def test_the_mount_that_a_folder_lies_on_decides(
    folder: str, *, expected: bool, tmp_path: Path
) -> None:
    mounts = tmp_path / "mountinfo"
    mounts.write_text(MOUNTS, "utf-8")
    assert is_on_network(Path(folder), mounts) is expected


def test_a_system_that_names_no_mounts_has_no_network_folders(tmp_path: Path) -> None:
    assert not is_on_network(tmp_path, tmp_path / "none")


def test_the_folder_of_a_test_lies_here(tmp_path: Path) -> None:
    assert not is_on_network(tmp_path)
