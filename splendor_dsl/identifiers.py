"""Names: their normal form, the texts that can be one, and pairs that look alike."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

_PROTOTYPES: Final = Path(__file__).with_name("skeletons.txt")
# Joiners and variation selectors: Unicode lets them stand in identifiers, but nobody sees them.
_UNSEEN: Final = re.compile("[\u180b-\u180d\u180f\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef]")


def normalised(text: str) -> str:
    """Return a name in the one form that is compared, however it was typed (NFKC)."""
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


def composed(text: str) -> str:
    """Return the text with each letter and its accents as one character where there is one (NFC)."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def folded(text: str) -> str:
    """Return a normalised text without letter case, as words of moves and titles are compared."""
    return normalised(normalised(text).casefold())


def is_identifier(name: str) -> bool:
    """Return whether a text is a name: a letter or `_`, then letters, digits and `_`, and nothing unseen."""
    return name.isidentifier() and (name.isascii() or not _UNSEEN.search(name))


def is_path(text: str) -> bool:
    """Return whether a text is a path: names with dots between; all but the first may begin with a digit."""
    first, *labels = text.split(".")
    return is_identifier(first) and all(is_identifier(f"_{label}") and label for label in labels)


def skeleton(name: str) -> str:
    """Return the name with each character by its prototype (Unicode Technical Standard 39)."""
    apart = unicodedata.normalize("NFD", name)
    seen = apart.translate(_prototypes())
    return unicodedata.normalize("NFD", seen)


def look_alikes(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield each name that looks like one before it, with that one.

    Readers of ASCII tell `l1` from `ll`, so names that differ in such characters alone are no pair.
    """
    different = dict.fromkeys(names)
    if all(map(str.isascii, different)):
        return
    first: dict[str, str] = {}
    for name in different:
        other = first.setdefault(skeleton(name), name)
        if _without_ascii(other) != _without_ascii(name):
            yield name, other


def _without_ascii(name: str) -> str:
    """Return the name with only its ASCII characters by their prototypes."""
    table = _prototypes()
    return "".join(str(table.get(ord(each), each)) if each.isascii() else each for each in name)


@cache
def _prototypes() -> Mapping[int, str]:
    """Return the prototype of each character that has another one."""
    found: dict[int, str] = {}
    for line in _PROTOTYPES.read_text("ascii").splitlines():
        if not line.startswith("#"):
            seen, _, characters = line.partition("<")
            prototype = "".join(chr(int(each, 16)) for each in seen.split())
            found.update((int(each, 16), prototype) for each in characters.split())
    return found
