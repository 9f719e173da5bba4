"""The grammar, loaded once: from the cache on disk, or from its text by Lark."""

import hashlib
import json
import sys
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Final

from splendor_dsl import __version__
from splendor_dsl.bundled import grammar_folder
from splendor_dsl.cache import read_own, write_own
from splendor_dsl.folders import cache_folder
from splendor_dsl.syntax.table import Table

_FORM: Final = "3"  # of the cache file; raise it when Table changes


@cache
def grammar_table() -> Table:
    """Return the table of the bundled grammar."""
    return load_table(grammar_folder() / "game.lark", cache_folder())


def load_table(grammar: Path, folder: Path | None) -> Table:
    """Return the table of a grammar, from the cache; a cache that is missing or damaged is made anew in silence."""
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


def _build(text: str) -> Table:
    # Loading Lark takes as long as reading the whole cache.
    from splendor_dsl.syntax.table_from_grammar import table_from_grammar  # noqa: PLC0415  # slow

    return table_from_grammar(text)


def _key(text: str) -> str:
    parts = [_FORM, __version__, version("lark"), sys.version, text]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _read(file: Path, key: str) -> Table | None:
    # JSON can hold wrong data but runs no code; a table that does not fit is made anew.
    with suppress(ValueError, TypeError, LookupError, RecursionError):
        head, _, body = (read_own(file) or b"").partition(b"\n")
        if head == _head(key, body):
            return Table.from_dict(json.loads(body))
    return None


def _head(key: str, body: bytes) -> bytes:
    """Return the first line of the cache file: the key of the table, and a checksum that shows damage."""
    return f"{key} {hashlib.sha256(body).hexdigest()}".encode()


def _write(file: Path, key: str, table: Table) -> None:
    body = json.dumps(table.to_dict(), separators=(",", ":")).encode()
    write_own(file, _head(key, body) + b"\n" + body)
