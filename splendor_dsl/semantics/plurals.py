"""Which form of a noun a number asks for, in each language that is spoken."""

from collections.abc import Callable, Mapping
from typing import Final

Rule = Callable[[int], int]  # from a number to the place of its form


def _one_or_more(count: int) -> int:
    return 0 if count == 1 else 1


def _polish(count: int) -> int:
    """1 diament; 2, 3, 4 and 22 diamenty; 0, 5, 12 and 111 diamentów."""
    if count == 1:
        return 0
    few = count % 10 in {2, 3, 4} and count % 100 not in {12, 13, 14}
    return 1 if few else 2


RULES: Final[Mapping[str, Rule]] = {"en": _one_or_more, "es": _one_or_more, "pl": _polish}
# How many forms a noun that is counted has.
FORMS: Final[Mapping[str, int]] = {"en": 2, "es": 2, "pl": 3}

# Languages in which one of what somebody has stands in the form for what is done to it (`object`).
DECLINED: Final = frozenset({"pl"})


def form_for(language: str, count: int) -> int:
    """The place of the form for so many: 0 for one of it, 1 for a few."""
    return RULES.get(language, _one_or_more)(abs(count))
