"""The looks of a table: the colours of tokens, the marks of pieces, the styles of texts. All of it is data."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from attrs import field, frozen
from rich.style import Style
from rich.text import Text

from splendor_dsl.tabletop.offers import Amounts, Reach
from splendor_dsl.tabletop.tokens import TokenSeen


@cache
def _data() -> Mapping[str, Any]:
    text = files("splendor_dsl.tabletop").joinpath("looks.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def style(name: str) -> Style:
    """Return the style of a part of the table."""
    return Style.parse(_data()["styles"][name])


def mark(reach: Reach) -> Text:
    """Return the mark of a piece that is so near."""
    found = _data()["reach"][reach.value]
    return Text(found["sign"], style=found["style"])


@frozen
class Chips:
    """Tokens as they are drawn: a number and a letter on their colour."""

    letters: tuple[str, ...]
    styles: tuple[Style, ...] = field(repr=False)

    def chip(self, token: int, count: int) -> Text:
        """Return `3W`."""
        return Text().append(f"{count}{self.letters[token]}", style=self.styles[token])

    def row(self, amounts: Amounts, between: str = "") -> Text:
        """Return the tokens of which there are any."""
        held = [(token, count) for token, count in enumerate(amounts) if count]
        return Text(between).join(self.chip(token, count) for token, count in held)

    def below(self, amounts: Amounts, above: Amounts, between: str = "") -> Text:
        """Return tokens below those of another row, with a dot where none are left."""
        held = [(token, count) for token, count in enumerate(above) if count]
        return Text(between).join(
            self.chip(token, amounts[token])
            if amounts[token]
            else Text("·".rjust(len(f"{count}") + 1), style=style("void"))
            for token, count in held
        )


def chips(tokens: Sequence[TokenSeen]) -> Chips:
    """Return the chips of a game: coloured by the words for tokens, or in turn from the spare colours."""
    colours, spares = _data()["colours"], _data()["spares"]
    found = []
    for at, token in enumerate(tokens):
        known = (colours[word] for word in token.colour_words if word in colours)
        colour = next(known, spares[at % len(spares)])
        ink, paper = colour["ink"], colour["paper"]
        found.append(Style(color=ink, bgcolor=paper, bold=True, reverse=False, dim=False))
    return Chips(tuple(token.letter for token in tokens), tuple(found))
