"""A view as cells, so that the expressions of the rules can be evaluated for what a seat sees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, cycle
from typing import Any

from splendor_dsl.interpreter.evaluation import Cells
from splendor_dsl.ir.layout import EMPTY, Cell
from splendor_dsl.position.game_for_players import GameForPlayers
from splendor_dsl.position.view import UNKNOWN

View = Mapping[str, Any]


def seen_cells(table: GameForPlayers, view: View) -> Cells:
    """Return cells that show what a view shows.

    A hidden piece is any other piece of its kind and part, so that it counts as one and its fields mean nothing;
    hidden tokens are none. The registers of code under way are empty.
    """
    pool = _Pool(table, view)
    return [_content(table, view, cell, pool) for cell in table.layout.cells]


def _content(table: GameForPlayers, view: View, cell: Cell, pool: _Pool) -> Any:
    holder = view if cell.seat is None else view["players"][cell.seat]
    match cell.kind:
        case "pile":
            pile = holder["piles"][cell.name]
            return tuple(pile.get(token, 0) for token in table.model.token_names())
        case "zone":
            return tuple(pool.pieces(cell, _held(holder, cell)))
        case "counter":
            return holder["counters"][cell.name]
        case "marker":
            seat = view["markers"][cell.name]
            return -1 if seat is None else seat
        case "register" if cell.name in {"round", "turn", "passes"}:
            return view[cell.name]
    return ()


def _held(holder: View, cell: Cell) -> Sequence[str | None]:
    held = holder["zones"][cell.name]
    return held if cell.part is None else held[str(cell.part)]  # type: ignore[no-any-return]


class _Pool:
    """The pieces by their labels, and those that stand for hidden ones: any that the view does not show."""

    def __init__(self, table: GameForPlayers, view: View) -> None:
        self._table = table
        shown = set(_labels(view))
        self._hidden = [
            number for number, piece in enumerate(table.model.pieces) if piece.label not in shown
        ]
        self._next: dict[tuple[str | None, int | None], Iterator[int]] = {}

    def pieces(self, cell: Cell, labels: Sequence[str | None]) -> Iterator[int]:
        """Yield the number of each piece in a cell."""
        zone = self._table.model.zones[cell.name]
        for label in labels:
            if label is None:
                yield EMPTY
            elif label == UNKNOWN:
                yield self._any(zone.kind, zone.by, cell.part)
            else:
                yield self._number(zone.kind, label)

    def _number(self, kind: str | None, label: str) -> int:
        numbers = self._table.numbers
        if kind is not None and (kind, label) in numbers:
            return numbers[kind, label]
        return next(number for (_, each), number in numbers.items() if each == label)

    def _any(self, kind: str | None, by: str | None, part: int | None) -> int:
        if (kind, part) not in self._next:
            pieces = self._table.model.pieces
            fitting = [
                number
                for number in self._hidden
                if kind in {pieces[number].kind, None, "any"}
                and (by is None or part in {None, pieces[number].values.get(by)})
            ]
            self._next[kind, part] = cycle(fitting or [EMPTY])
        return next(self._next[kind, part])


def _labels(view: View) -> Iterator[str]:
    for holder in (view, *view["players"]):
        for held in holder["zones"].values():
            parts = held.values() if isinstance(held, Mapping) else [held]
            yield from (label for label in chain(*parts) if label not in {None, UNKNOWN})
