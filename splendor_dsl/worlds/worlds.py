"""Positions that fit what a seat knows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import frozen

from splendor_dsl.chance import Stream
from splendor_dsl.interpreter.evaluation import Cells
from splendor_dsl.ir.events import Event
from splendor_dsl.ir.layout import EMPTY
from splendor_dsl.position.game_for_players import GameForPlayers
from splendor_dsl.position.view import known_pieces, open_pile
from splendor_dsl.worlds.drawing import drawn
from splendor_dsl.worlds.knowledge import (
    FIRST_UNKNOWN,
    Content,
    Knowledge,
    NotFollowedError,
    face_of,
    zone_cells,
)
from splendor_dsl.worlds.tokens import filled

PIECE = "piece"
Spot = tuple[int, int]  # a cell, and a place in it


@frozen
class UnknownPlaces:
    """Groups of places, each filled by one lot, and nothing was seen of its pieces since.

    `whole` says that a seat doesn't know anything else, so that one position and these exchanges stand for all.
    """

    groups: tuple[tuple[Spot, ...], ...]
    whole: bool


@frozen
class Worlds:
    """The positions that fit what a seat knows: the cells and the log of the one at the table, and what is known of it."""

    for_players: GameForPlayers
    seat: int
    cells: Cells
    events: tuple[Event, ...]
    knowledge: Knowledge
    hidden_piles: tuple[int, ...]
    followed: bool  # whether the log leads to the position

    def draw(self, chance: Stream) -> Cells:
        """Return the cells of one of them, with chance of its own."""
        layout, cells = self.for_players.layout, self.cells.copy()
        knowledge = self.knowledge
        try:
            pieces = drawn(knowledge, chance)
        except NotFollowedError:
            knowledge = _of_view(self.for_players, cells, self.seat)
            pieces = drawn(knowledge, chance)
        now: dict[int, int] = {}  # by the thing at the table: the piece in its place
        for at, held in knowledge.places.items():
            contents = (place.content for place in held)
            cells[at] = tuple(each if each >= EMPTY else pieces[each] for each in contents)
            pairs = zip(self.cells[at], cells[at], strict=True)
            now.update((knowledge.thing(was), is_) for was, is_ in pairs if was != EMPTY)
        for at, amounts in zip(self.hidden_piles, self._tokens(chance), strict=True):
            cells[at] = amounts
        stack = layout.register("stack")
        cells[stack] = tuple(self._frame(frame, now) for frame in cells[stack])
        cells[layout.key], cells[layout.drawn] = chance.word(), 0
        return cells

    @cached_property
    def unknown_places(self) -> UnknownPlaces:
        """The places whose pieces can be exchanged by lot: what is drawn then is drawn as well as by `draw`."""
        bound = set(self._bound())
        known, spots = self.knowledge, dict[Content, Spot]()
        for at, held in known.places.items():
            for index, place in enumerate(held):
                if place.content <= FIRST_UNKNOWN and self.cells[at][index] not in bound:
                    spots[place.content] = at, index
        found = (tuple(spots[each] for each in group if each in spots) for group in known.alike())
        groups = tuple(group for group in found if len(group) > 1)
        left = spots.keys() - known.found.keys()
        alone = len(left) - sum(map(len, groups))
        return UnknownPlaces(groups, whole=not alone and not self.hidden_piles)

    def _bound(self) -> Iterator[int]:
        """Yield the pieces in the variables of code under way."""
        for routine, _, env in self.cells[self.for_players.layout.register("stack")]:
            variables = self.for_players.engine.program.routines[routine].variables
            for kind, value in zip(variables, env, strict=True):
                if value is not None and kind is not None and kind.endswith(PIECE):
                    yield from (value,) if kind == PIECE else value

    def _tokens(self, chance: Stream) -> Sequence[tuple[int, ...]]:
        if not self.hidden_piles:
            return ()
        piles = [self.cells[at] for at in self.hidden_piles]
        counts = tuple(map(sum, zip(*piles, strict=True)))
        return filled(tuple(map(sum, piles)), counts, chance)

    def _frame(self, frame: Any, now: Mapping[int, int]) -> Any:
        """Return code under way with the pieces that lie where those in its variables do."""
        routine, at, env = frame
        variables = self.for_players.engine.program.routines[routine].variables
        pairs = zip(variables, env, strict=True)
        return routine, at, tuple(self._renamed(kind, value, now) for kind, value in pairs)

    def _renamed(self, kind: str | None, value: Any, now: Mapping[int, int]) -> Any:
        if value is None or kind is None or not kind.endswith(PIECE):
            return value
        if kind != PIECE:
            return tuple(self._renamed(PIECE, each, now) for each in value)
        # A piece that was turned in a shuffle since lies there with another side: what is bound stays.
        place = now[self.knowledge.thing(value)]
        return value if self.knowledge.thing(place) == self.knowledge.thing(value) else place


def worlds(
    for_players: GameForPlayers,
    cells: Cells,
    seat: int,
    events: Iterable[Event],
    before: Worlds | None = None,
) -> Worlds:
    """Return the positions that fit the view of a seat, and its log if that leads there from the start.

    The events are those since `before`, which is of no use any more.
    """
    layout, new = for_players.layout, tuple(events)
    told = new if before is None else (*before.events, *new)
    piles = [at for at, cell in enumerate(layout.cells) if cell.kind == "pile"]
    hidden = tuple(at for at in piles if not open_pile(for_players, layout.cells[at], seat))
    followed = before is not None and before.followed
    known = before.knowledge if before is not None and followed else Knowledge.at_start(for_players)
    try:
        known.follow(new if followed else told)
        _see(known, cells, seat)
        drawn(known, Stream(0))
    except NotFollowedError:
        known = _of_view(for_players, cells, seat)
        return Worlds(for_players, seat, cells, told, known, hidden, followed=False)
    return Worlds(for_players, seat, cells, told, known, hidden, followed=True)


def _see(known: Knowledge, cells: Cells, seat: int) -> None:
    """Add what the seat sees now; raise NotFollowedError where something else was expected."""
    for at, held in known.places.items():
        if len(held) != len(cells[at]):
            raise NotFollowedError
        ordered = face_of(known.for_players, at) != "down"
        sees = known_pieces(known.for_players, cells, at, seat)
        for place, piece, sure in zip(held, cells[at], sees, strict=True):
            if (piece == EMPTY) != (place.content == EMPTY):
                raise NotFollowedError
            if piece != EMPTY and ordered and sure:
                place.content = known.seen(place.content, piece)


def _of_view(for_players: GameForPlayers, cells: Cells, seat: int) -> Knowledge:
    """Return what the view of a seat tells."""
    seen: dict[int, list[int | None]] = {}
    shown: dict[int, list[int]] = {}
    for at in zone_cells(for_players):
        sees = known_pieces(for_players, cells, at, seat)
        pairs = [*zip(cells[at], sees, strict=True)]
        if face_of(for_players, at) == "down":  # its pieces may have been shown, its order never
            shown[at] = [piece for piece, sure in pairs if sure and piece != EMPTY]
            pairs = [(piece, False) for piece, _ in pairs]
        seen[at] = [piece if sure or piece == EMPTY else None for piece, sure in pairs]
    known = Knowledge.of_places(for_players, seen)
    for at, pieces in shown.items():
        if pieces:
            known.show([place.content for place in known.places[at]], pieces)
    return known
