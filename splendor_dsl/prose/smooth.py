"""Corrections where words and punctuation meet in a sentence."""

import re
from typing import Final

from splendor_dsl.languages import load_language

# No full stop follows an abbreviation, "!" or "?".
_STOPS: Final = re.compile(r"(?:(?<=[!?])|(?<=\w\.))\.(?=\s|$)")


def smooth(language: str, text: str) -> str:
    """Return a sentence with the contractions and punctuation of its language."""
    for pattern, replacement in load_language(language).joins:
        text = pattern.sub(replacement, text)
    return _STOPS.sub("", text)
