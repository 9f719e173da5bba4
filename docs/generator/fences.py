"""Blocks of code in Markdown."""

import re
from typing import Final

_INDENTED: Final = re.compile(r"^(?:    .*(?:\n+(?=    )|\n?))+", re.MULTILINE)


def fenced(language: str, text: str) -> str:
    """Return a block of code."""
    whole = text.strip("\n")
    return f"```{language}\n{whole}\n```\n"


def with_fences(text: str) -> str:
    """Return a text with its indented blocks in fences."""
    return _INDENTED.sub(lambda found: fenced("text", _moved(found[0])), text)


def _moved(block: str) -> str:
    return re.sub("^    ", "", block, flags=re.MULTILINE)
