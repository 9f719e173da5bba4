"""Recognition of rulebook files, so that they are never confused with files of other origin."""

import re
from typing import Final

# The content of a PDF is compressed, so a comment after its end marks it.
MARK_OF_PDF: Final = b"%splendor rulebook\n"
# The beginning of each format, and the beginning of its list of clauses.
_FORMS: Final = (
    (re.compile(rb"# "), re.compile(rb'^- <a id="[^"]+"></a>`', re.MULTILINE)),
    (re.compile(rb"<!doctype html>\s+<html lang="), re.compile(rb'<h2 id="clauses">')),
    (re.compile(rb"%PDF-"), re.compile(re.escape(MARK_OF_PDF) + rb"\Z")),
)


def is_rulebook(content: bytes) -> bool:
    """Return whether the content of a file is a rulebook in one of its formats."""
    return any(begins.match(content) and lists.search(content) for begins, lists in _FORMS)
