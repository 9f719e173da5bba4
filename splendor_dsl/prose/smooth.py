"""What becomes of words and marks that meet in a sentence."""

import re
from collections.abc import Mapping
from typing import Final

# After an abbreviation or a cry no stop follows.
_STOPS: Final = re.compile(r"(?:(?<=[!?])|(?<=\w\.))\.(?=\s|$)")
# Spanish: `de Ann e Inés`, `uno u otro`, `del mazo`.
_MEETINGS: Final[Mapping[str, tuple[tuple[re.Pattern[str], str], ...]]] = {
    "es": (
        (re.compile(r"\by (?=[Hh]?[IiÍí](?!e))"), "e "),
        (re.compile(r"\bo (?=[Hh]?[OoÓó]|8|11\b)"), "u "),
        (re.compile(r"\bde el\b"), "del"),
        (re.compile(r"\ba el\b"), "al"),
    ),
}


def smooth(language: str, text: str) -> str:
    """A sentence as it is spoken and set in its language."""
    for met, said in _MEETINGS.get(language, ()):
        text = met.sub(said, text)
    return _STOPS.sub("", text)
