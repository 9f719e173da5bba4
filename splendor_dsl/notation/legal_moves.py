"""The moves of an option list: written on first access, and found again by identity."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from splendor_dsl.notation.moves import Move


class WrittenMoves(dict[int, Move]):
    """The moves of one seat by option number; each is written on first access and kept.

    `numbers` finds the option of a move by its identity, unless another move has the same text. `_by_text` keeps those
    moves alive, so that no identity is ever reused.
    """

    def __init__(self, write: Callable[[int], Move]) -> None:
        super().__init__()
        self._write = write
        self._by_text: dict[str, Move] = {}
        self.numbers: dict[int, int] = {}

    def __missing__(self, option: int) -> Move:
        move = self[option] = self._write(option)
        same = self._by_text.setdefault(move.text, move)
        if same is move:
            self.numbers[id(move)] = option
        else:
            self.numbers.pop(id(same), None)
        return move

    def __reduce__(self) -> tuple[type[WrittenMoves], tuple[Callable[[int], Move]]]:
        """Support pickling: identities differ in another process, so no written move is carried over."""
        return WrittenMoves, (self._write,)

    def __deepcopy__(self, memo: dict[int, object]) -> WrittenMoves:
        """Return itself: the meaning of an option never changes."""
        return self


class LegalMoves(Sequence[Move]):
    """The legal moves of a position: equal to a tuple of the same moves, but each is written only on access.

    The last move that was accessed by its index is kept in `given` with its option number, as it is likely to be made.
    """

    __slots__ = ("all_moves", "given", "options", "written")
    written: WrittenMoves
    options: list[int]
    all_moves: tuple[Move, ...] | None  # once all are needed
    given: tuple[object, int]

    def __len__(self) -> int:
        return len(self.options)

    def __getitem__(self, at: Any) -> Any:
        if type(at) is not int:
            return self._all[at]
        number = self.options[at]
        move = self.written[number]
        self.given = move, number  # one assignment: an exception in between can't part them
        return move

    @property
    def _all(self) -> tuple[Move, ...]:
        if self.all_moves is None:
            self.all_moves = tuple([self.written[option] for option in self.options])
        return self.all_moves

    def __iter__(self) -> Iterator[Move]:
        return iter(self._all)

    def __contains__(self, move: object) -> bool:
        return move in self._all

    def __eq__(self, other: object) -> bool:
        if isinstance(other, LegalMoves):
            return self._all == other._all
        return self._all == other if isinstance(other, tuple) else NotImplemented

    def __reduce__(self) -> tuple[type[tuple[Move, ...]], tuple[tuple[Move, ...]]]:
        """Support pickling as a tuple of the moves."""
        return tuple, (self._all,)

    def __deepcopy__(self, memo: dict[int, object]) -> LegalMoves:
        """Return itself: the moves never change."""
        return self

    def __hash__(self) -> int:
        return hash(self._all)

    def __repr__(self) -> str:
        return repr(self._all)


new_object = object.__new__
NONE_GIVEN = object(), -1
