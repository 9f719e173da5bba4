"""The grammar, loaded once: from the cache on disk, or from its text by Lark."""

import hashlib
import json
import os
import sys
import tempfile
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Final

from splendor_dsl import __version__
from splendor_dsl.bundled import grammar_folder
from splendor_dsl.syntax.table import Table

_FORM: Final = "3"  # of the cache file; raise it when Table changes


@cache
def grammar_table() -> Table:
    """The table of the bundled grammar."""
    return load_table(grammar_folder() / "game.lark", cache_folder())


def load_table(grammar: Path, folder: Path | None) -> Table:
    """The table of a grammar; a cache that is missing, foreign or broken is made anew in silence."""
    text = grammar.read_text(encoding="utf-8")
    key = _key(text)
    if folder is None:
        return _build(text)
    file = folder / f"grammar-{key[:16]}.json"
    found = _read(file, key)
    if found is not None:
        return found
    table = _build(text)
    with suppress(OSError):
        _write(file, key, table)
    return table


def cache_folder() -> Path | None:
    """Where this user's caches are kept; none if the system does not say."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    with suppress(RuntimeError):
        # By the convention a relative path there is to be ignored.
        root = Path(base) if Path(base).is_absolute() else Path.home() / ".cache"
        return root / "splendor_dsl"
    return None


def _build(text: str) -> Table:
    # Loading Lark takes as long as reading the whole cache.
    from splendor_dsl.syntax.table_from_grammar import table_from_grammar  # noqa: PLC0415  # slow

    return table_from_grammar(text)


def _key(text: str) -> str:
    parts = [_FORM, __version__, version("lark"), sys.version, text]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _read(file: Path, key: str) -> Table | None:
    # JSON can hold wrong data but run nothing; whatever does not fit is made anew.
    with suppress(OSError, ValueError, TypeError, LookupError, RecursionError):
        if _is_own(file):
            head, _, body = file.read_bytes().partition(b"\n")
            if head == _head(key, body):
                return Table.from_dict(json.loads(body))
    return None


def _head(key: str, body: bytes) -> bytes:
    """The first line of the file: what the table is for, and a sum that tells a damaged one."""
    return f"{key} {hashlib.sha256(body).hexdigest()}".encode()


def _is_own(file: Path) -> bool:
    """Whether nobody but this user can have written it."""
    if not hasattr(os, "getuid"):
        return True
    for place in (file, file.parent):
        found = place.stat()
        if found.st_uid != os.getuid() or found.st_mode & 0o022:
            return False
    return True


def _write(file: Path, key: str, table: Table) -> None:
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    body = json.dumps(table.to_dict(), separators=(",", ":")).encode()
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=file.name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(_head(key, body) + b"\n" + body)
        Path(name).replace(file)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
