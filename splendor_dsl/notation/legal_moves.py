"""The moves of an option list: written when somebody asks for one, and found again by what they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from splendor_dsl.notation.moves import Move


class WrittenMoves(dict[int, Move]):
    """The moves of one seat by the numbers of their options: each is written when first asked for, and stays.

    `numbers` finds the option of a move by its identity, unless there is another with the same text. It names moves
    that `_by_text` keeps alive, so that none of them ever gives its identity to another.
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
        """What stands for it in another process, where moves have other identities: none is written there yet."""
        return WrittenMoves, (self._write,)

    def __deepcopy__(self, memo: dict[int, object]) -> WrittenMoves:
        """Itself: what an option is never changes."""
        return self


class LegalMoves(Sequence[Move]):
    """What may be done: equal to a tuple of the same moves; one that is asked for alone is looked up alone.

    The last of those and the number of its option are kept as `given`, as it is likely to be the one that is made.
    """

    __slots__ = ("all_moves", "given", "options", "written")
    written: WrittenMoves
    options: list[int]
    all_moves: tuple[Move, ...] | None  # once asked for
    given: tuple[object, int]

    def __len__(self) -> int:
        return len(self.options)

    def __getitem__(self, at: Any) -> Any:
        if type(at) is not int:
            return self._all[at]
        number = self.options[at]
        move = self.written[number]
        self.given = move, number  # both at once, whatever breaks in between
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
        """What stands for it in another process: the moves alone."""
        return tuple, (self._all,)

    def __deepcopy__(self, memo: dict[int, object]) -> LegalMoves:
        """Itself: what it tells never changes."""
        return self

    def __hash__(self) -> int:
        return hash(self._all)

    def __repr__(self) -> str:
        return repr(self._all)


blank = object.__new__
NONE_GIVEN = object(), -1
