"""The choices that compiled backends make differently, such as growing an option list or drawing random numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from attrs import frozen

from splendor_dsl.lowering.keys import Rows
from splendor_dsl.lowering.text import Writer

PlaceRange = tuple[str, int]  # the address of the first of contiguous places, and their number


@frozen
class Payable:
    """The operands of the test that finds all payable pieces of a row: `spare` tokens, wild tokens held, and prices."""

    spare: str
    held: str
    prices: str
    table: tuple[int, ...]  # the constants that `prices` names
    first: int
    count: int


def new_writer(style: CodeStyle) -> Writer:
    """Return a writer of code in the style of a backend."""
    return Writer(
        branches=style.branches,
        offset=style.offset,
        checked=style.checked,
        most_lines=style.most_lines,
    )


class CodeStyle(Protocol):
    """The conventions of one backend."""

    @property
    def most_lines(self) -> int:
        """Return the number of lines that the backend compiles in reasonable time."""

    @property
    def branches(self) -> bool:
        """Return whether a branch costs less than computing a value that may not be needed."""

    @property
    def checked(self) -> bool:
        """Return whether each access to words and pieces asserts its fence: slow, for tests."""

    def reset(self) -> None:
        """Reset all that was requested so far, before all code is emitted once more."""

    def offset(self, number: str) -> str:
        """Return a number that is never negative, in the form that the backend adds to an address cheaply."""

    def begin(self, out: Writer) -> None:
        """Emit the start of a list of options, whose count code reads as `n`."""

    def append(self, out: Writer, option: str, condition: str | None) -> None:
        """Emit an option, under a condition if there is one."""

    def extend(self, out: Writer, title: str, rows: Rows, index: str) -> None:
        """Emit all options of one row of a table; the title is for readers of the code."""

    def full(self, places: PlaceRange) -> str:
        """Return the condition that no entry of a range is empty."""

    def payable(self, out: Writer, places: Sequence[PlaceRange], about: Payable) -> bool:
        """Emit the options of all pieces in the ranges that can be paid; return False if the backend can't at once."""

    def shuffle(self, out: Writer, start: str, length: str, *, last_first: bool) -> None:
        """Emit a shuffle: exchange each piece, from the last on, with one up to it; the first may be stored last."""
