"""The man page, made from the page of the commands."""

import re
from collections.abc import Iterator
from typing import Final

from splendor_dsl import __version__
from splendor_dsl.cli.manual import manual

_HEAD: Final = """\
.\\" Made by docs/generator from the help of the commands.
.TH SPLENDOR 1 "" "splendor\\-dsl {version}" "User Commands"
.SH NAME
splendor \\- rules, play and statistics for board games of the Splendor family
.SH SYNOPSIS
.B splendor
.RI [ OPTION ...]
.I COMMAND
.RI [ ARGUMENT ...]
"""
_TAIL: Final = """\
.SH SEE ALSO
The pages named above, such as json.md, lie in the folder docs of the project.
"""
_LINK: Final = re.compile(r"\[([^]]*)\]\([^)]*\)")
_SIGNS: Final = str.maketrans({"\\": "\\e", "'": "\\(aq", "^": "\\(ha", "~": "\\(ti", "`": "\\(ga"})


def man_page() -> str:
    """Return the page as roff, for the macros of man."""
    about, own, *commands = re.split(r"^## ", manual(), flags=re.MULTILINE)
    parts = [_HEAD.format(version=_code(__version__))]
    parts += [".SH DESCRIPTION\n", *_blocks(about)]
    parts += [".SH OPTIONS\n", *_blocks(own)]
    parts += [".SH COMMANDS\n", *(part for each in commands for part in (".SS ", *_blocks(each)))]
    return "".join([*parts, _TAIL])


def _blocks(text: str) -> Iterator[str]:
    """Yield the paragraphs, synopses and tables of options of a section, below its title."""
    title, *blocks = re.split(r"\n{2,}", text.strip())
    if title not in {"# The commands", "splendor"}:
        yield f"{_text(title)}\n"
    for at, block in enumerate(blocks):
        apart = ".PP\n" if at else ""
        if block.startswith("| "):
            yield from map(_option, block.splitlines()[2:])
        elif block.startswith("    "):
            yield f"{apart}.B {_code(block.strip())}\n"
        else:
            yield f"{apart}{_inline(block)}\n"


def _option(row: str) -> str:
    """Return a row of a table as an item of a list."""
    name, says = row.strip("| ").split(" | ")
    return f".TP\n{_inline(name)}\n{_inline(says)}\n"


def _inline(markdown: str) -> str:
    """Return a paragraph with its code in bold and its links as their words."""
    parts = re.split(r"`([^`]*)`", _LINK.sub(r"\1", markdown))
    text = "".join(
        f"\\fB{_code(part)}\\fR" if at % 2 else _text(part) for at, part in enumerate(parts)
    )
    return re.sub(r"^(?=\.)", r"\\&", text, flags=re.MULTILINE)  # it would be a request


def _code(text: str) -> str:
    """Return code as roff: its hyphens are signs that can be copied."""
    return _text(text).replace("-", "\\-")


def _text(text: str) -> str:
    """Return plain text as roff."""
    return text.translate(_SIGNS)
