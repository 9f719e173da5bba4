"""What the compiled backends write differently: how a list of options grows, and how a random number is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from attrs import frozen

from splendor_dsl.lowering.keys import Rows
from splendor_dsl.lowering.text import Writer

Stretch = tuple[str, int]  # where places begin that lie one after the other, and how many there are


@frozen
class Payable:
    """What can be paid of a row of pieces: what is to spare, how many wild tokens, the prices, and the options."""

    spare: str
    held: str
    prices: str
    table: tuple[int, ...]  # of that name
    first: int
    count: int


def new_writer(style: CodeStyle) -> Writer:
    """Return what writes code as a backend likes it."""
    return Writer(
        branches=style.branches,
        offset=style.offset,
        checked=style.checked,
        most_lines=style.most_lines,
    )


class CodeStyle(Protocol):
    """The habits of one backend."""

    @property
    def most_lines(self) -> int:
        """How many lines are compiled in good time."""

    @property
    def branches(self) -> bool:
        """Whether it is better to ask first than to work out what may not be needed."""

    @property
    def checked(self) -> bool:
        """Whether each access to words and pieces asserts that it stays where it should: slow, for tests."""

    def forget(self) -> None:
        """Forget what was asked for so far, as all code is written once more."""

    def offset(self, number: str) -> str:
        """A number that is never negative, so that it can be added to where something lies without a thought."""

    def begin(self, out: Writer) -> None:
        """Begin a list of options."""

    def append(self, out: Writer, option: str, condition: str | None) -> None:
        """Add an option, if a condition holds."""

    def extend(self, out: Writer, title: str, rows: Rows, index: str) -> None:
        """Add a row of options from a list of rows; the title is for people."""

    def full(self, places: Stretch) -> str:
        """Whether there is a piece in each of some places."""

    def payable(self, out: Writer, places: Sequence[Stretch], about: Payable) -> bool:
        """Add the options of all places whose piece can be paid, if the backend can find them together."""

    def shuffle(self, out: Writer, start: str, length: str, *, last_first: bool) -> None:
        """Exchange each of so many pieces, from the last on, with one of those up to it; the first may be stored last."""

    def counted(self, out: Writer) -> None:
        """Let `n` be how many options there are."""
