"""What becomes of words and marks that meet in a sentence."""

import re
from typing import Final

from splendor_dsl.languages import load_language

# After an abbreviation or a cry no stop follows.
_STOPS: Final = re.compile(r"(?:(?<=[!?])|(?<=\w\.))\.(?=\s|$)")


def smooth(language: str, text: str) -> str:
    """A sentence as it is spoken and set in its language."""
    for met, said in load_language(language).joins:
        text = met.sub(said, text)
    return _STOPS.sub("", text)
