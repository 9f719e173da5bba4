"""The file system under a folder: whether it lies on another machine, where SQLite may not use a write-ahead log."""

import re
from pathlib import Path
from typing import Final

_MOUNTS: Final = Path("/proc/self/mountinfo")
_ESCAPE: Final = re.compile(r"\\([0-7]{3})")
# fmt: off
_REMOTE: Final = frozenset({
    "9p", "afs", "beegfs", "ceph", "cifs", "coda", "davfs", "drvfs", "fuse.davfs2", "fuse.glusterfs", "fuse.rclone",
    "fuse.s3fs", "fuse.sshfs", "glusterfs", "gpfs", "lustre", "ncpfs", "nfs", "nfs4", "smb2", "smb3", "smbfs", "vboxsf",
    "virtiofs",
})
# fmt: on


def is_on_network(folder: Path, mounts: Path = _MOUNTS) -> bool:
    """Return whether a folder lies on another machine, as far as the system says; other systems name no mounts."""
    place = folder.resolve()
    if place.drive.startswith("\\\\"):  # a share, as Windows names it
        return True
    try:
        lines = mounts.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return False
    kind, longest = "", -1
    for line in lines:
        head, _, tail = line.partition(" - ")
        fields, kinds = head.split(), tail.split()
        if len(fields) < 5 or not kinds:
            continue
        point = _ESCAPE.sub(lambda found: chr(int(found[1], 8)), fields[4])
        if place.is_relative_to(point) and len(point) >= longest:  # a later mount hides an earlier
            kind, longest = kinds[0], len(point)
    return kind in _REMOTE
