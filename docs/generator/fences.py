"""Blocks of code in Markdown."""

import re
from typing import Final

_INDENTED: Final = re.compile(r"^(?:    .*(?:\n+(?=    )|\n?))+", re.MULTILINE)


def fenced(language: str, text: str) -> str:
    """A block of code."""
    whole = text.strip("\n")
    return f"```{language}\n{whole}\n```\n"


def with_fences(text: str) -> str:
    """A text whose indented blocks stand in fences."""
    return _INDENTED.sub(lambda found: fenced("text", _moved(found[0])), text)


def _moved(block: str) -> str:
    return re.sub("^    ", "", block, flags=re.MULTILINE)
