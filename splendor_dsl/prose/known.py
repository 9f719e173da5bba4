"""How a rulebook that was written earlier is told from what others wrote."""

import re
from typing import Final

# In a PDF nothing can be read as it stands, so a comment follows its end.
MARK_OF_PDF: Final = b"%splendor rulebook\n"
# How each form begins, and what stands in it where the clauses are listed.
_FORMS: Final = (
    (re.compile(rb"# "), re.compile(rb'^- <a id="[^"]+"></a>`', re.MULTILINE)),
    (re.compile(rb"<!doctype html>\s+<html lang="), re.compile(rb'<h2 id="clauses">')),
    (re.compile(rb"%PDF-"), re.compile(re.escape(MARK_OF_PDF) + rb"\Z")),
)


def is_rulebook(held: bytes) -> bool:
    """Whether that is a rulebook in one of its forms."""
    return any(begins.match(held) and lists.search(held) for begins, lists in _FORMS)
