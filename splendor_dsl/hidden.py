"""Invisible characters, and those that act on a terminal: refused in input, made visible in output."""

import re
from typing import Final

# Control characters (except tab and line feed), separators of lines and paragraphs, changes of the direction of writing,
# characters without width, the fillers of Hangul, and surrogates. Joiners and variation selectors are allowed: Persian and
# Hindi need joiners, and many symbols need variation selectors.
HIDDEN: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ud800-\udfff\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e00ff\U000e01f0-\U000e0fff]"
)
# The signs that Unicode has for control characters.
_PICTURES: Final = {**{chr(code): chr(0x2400 + code) for code in range(0x20)}, "\x7f": "\u2421"}
_BLANKS: Final = str.maketrans({"\t": " ", "\n": _PICTURES["\n"]})


def shown(text: str) -> str:
    """Return the text with a visible sign for each hidden character; line feeds and tabs stay."""
    return HIDDEN.sub(lambda found: _PICTURES.get(found[0], "\N{REPLACEMENT CHARACTER}"), text)


def shown_in_line(text: str) -> str:
    """Return the text with a visible sign for each hidden character and line feed, and blanks for tabs."""
    return shown(text).translate(_BLANKS)
