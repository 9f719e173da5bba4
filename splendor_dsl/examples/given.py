"""A position that was played, as an example would give it: what is written down lays it out again (K31)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from attrs import evolve, field, frozen

from splendor_dsl.diagnostics import Problem
from splendor_dsl.interpreter.evaluation import Cells
from splendor_dsl.interpreter.frames import FrozenFrame
from splendor_dsl.interpreter.moment import phase_under_way
from splendor_dsl.interpreter.position import position
from splendor_dsl.ir.layout import EMPTY, Cell, face
from splendor_dsl.position.game_for_players import GameForPlayers
from splendor_dsl.semantics import examples as e
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.model import Where, Zone
from splendor_dsl.span import Source, Span

SUPPLY = "supply"
NOWHERE = Where(path="", span=Span(Source(name="", text=""), 0, 0))

Tops = Mapping[
    int, int
]  # of a stack, by its cell, how many pieces from the top have to lie as they do


@frozen(kw_only=True)
class GivenPosition:
    """What lays a position out for so many players, by names that stand in the example."""

    for_players: GameForPlayers
    players: tuple[str, ...]
    given: tuple[e.Given, ...]

    def example(self) -> e.Example:
        """An example of this position, in which nothing happens."""
        return e.Example(
            name="posed",
            players=self.players,
            given=self.given,
            steps=(),
            slots=1 + len(self.players),
            where=NOWHERE,
        )

    def cells(self) -> Cells | None:
        """The position laid out, if it can be."""
        laid = position(self.for_players.engine, self.example())
        return None if isinstance(laid, Problem) else laid

    def without(self, left_out: e.Given) -> GivenPosition:
        """The same with one thing less."""
        return evolve(self, given=tuple(each for each in self.given if each is not left_out))

    def shortest(self, enough: Callable[[GivenPosition], bool]) -> GivenPosition:
        """The same without what can be left out."""
        posed = self
        for each in self.given:
            shorter = posed.without(each)
            if enough(shorter):
                posed = shorter
        return posed


def posed(
    for_players: GameForPlayers,
    cells: Cells,
    players: tuple[str, ...],
    tops: Tops,
    *,
    by_place: bool = False,
) -> GivenPosition | None:
    """What gives a position, or none if an example can't: half-made actions have no words.

    With `by_place` zones with places are given place by place, so that each can be left out.
    """
    writer = _Writer(for_players=for_players, cells=cells, tops=tops, by_place=by_place)
    if not writer.begins():
        return None
    found = GivenPosition(for_players=for_players, players=players, given=tuple(writer.all()))
    while (laid := found.cells()) is not None and not writer.same(laid):
        deep = writer.deep | frozenset(writer.missing(laid))
        if writer.gaps and deep == writer.deep:
            return None  # to give more would change nothing
        writer = evolve(writer, deep=deep, gaps=True)
        found = evolve(found, given=tuple(writer.all()))
    return None if laid is None else found.shortest(writer.is_given_by)


@frozen(kw_only=True)
class _Writer:
    """One position on its way to words."""

    for_players: GameForPlayers
    cells: Cells
    tops: Tops = field(repr=False)
    by_place: bool = False
    deep: frozenset[int] = frozenset()  # pieces that lie in stacks, and elsewhere if not given
    gaps: bool = False  # whether gaps are given

    def register(self, name: str) -> Any:
        """What the game itself counts or keeps."""
        return self.cells[self.for_players.layout.register(name)]

    def begins(self) -> bool:
        """Whether nothing is owed or over; that a turn or run has just begun shows when it is laid out."""
        return not (self.register("again") or self.register("owed") or self.register("over"))

    # ---- what is given ---------------------------------------------------------------------
    def all(self) -> Iterator[e.Given]:
        """Everything there is to give; of stacks, the top, and what would else lie elsewhere."""
        for zone in self.for_players.model.zones.values():
            yield from self._stack(zone) if is_stack(zone) else self._zone(zone)
        for at, cell in enumerate(self.for_players.layout.cells):
            player = None if cell.seat is None else _player(cell.seat)
            if cell.kind == "counter":
                number = self.cells[at]
                yield e.GivenNumber(counter=cell.name, player=player, number=number, where=NOWHERE)
            elif cell.kind == "marker":
                seat = self.cells[at] if self.cells[at] >= 0 else None
                yield e.GivenHolder(marker=cell.name, seat=seat, where=NOWHERE)
        yield from self._moment()

    def _zone(self, zone: Zone) -> Iterator[e.Given]:
        """A pile, or a zone of pieces as a whole; one with gaps place by place.

        Gaps are given once the stacks that would fill them hold no more than they should.
        """
        for seat in range(self.for_players.players) if zone.owned else (0,):
            ref = v.ZoneRef(zone=zone.name, player=_player(seat) if zone.owned else None)
            if zone.kind is None:
                if zone.name != SUPPLY:
                    cell = self.for_players.layout.seats("pile", zone.name)[seat]
                    yield e.GivenTokens(pile=ref, amounts=self.cells[cell], where=NOWHERE)
                continue
            cells = list(self.for_players.engine.zones.cells_of(zone.name, seat))
            items = tuple(piece for cell in cells for piece in self.cells[cell])
            apart = self.by_place and zone.name in self.for_players.layout.places
            if EMPTY not in items and not apart:
                yield e.GivenPieces(zone=ref, at=(), items=items, where=NOWHERE)
                continue
            for cell in cells:
                part = self.for_players.layout.cells[cell].part
                for place, piece in enumerate(self.cells[cell], 1):
                    at = (place,) if part is None else (part, place)
                    there = () if piece == EMPTY else (piece,)
                    if there or self.gaps:
                        yield e.GivenPieces(zone=ref, at=at, items=there, where=NOWHERE)

    def missing(self, laid: Cells) -> Iterator[int]:
        """The pieces of stacks that lie elsewhere in a position that is laid out."""
        for at, cell in enumerate(self.for_players.layout.cells):
            if cell.kind == "zone" and is_stack(self.for_players.model.zones[cell.name]):
                yield from (piece for piece in self.cells[at] if piece not in laid[at])

    def _stack(self, zone: Zone) -> Iterator[e.Given]:
        """The top of each part of a stack, and what lies in it deeper down but would lie elsewhere."""
        items: list[int] = []
        for cell in self.for_players.engine.zones.cells_of(zone.name, 0):
            pieces, top = self.cells[cell], self.tops.get(cell, 0)
            items += pieces[:top]
            items += (each for each in pieces[top:] if each in self.deep)
        if items:
            ref = v.ZoneRef(zone=zone.name, player=None)
            yield e.GivenPieces(zone=ref, at=(), items=tuple(items), where=NOWHERE)

    def _moment(self) -> Iterator[e.Given]:
        phase = phase_under_way(self.for_players.engine, self.cells)
        if phase is not None:
            yield e.GivenRound(number=phase[1], phase=phase[0], where=NOWHERE)
        else:
            yield e.GivenRound(number=self.register("round"), phase=None, where=NOWHERE)
            yield e.GivenCount(what="turn", number=self.register("turn"), where=NOWHERE)
            yield e.GivenCount(what="passes", number=self.register("passes"), where=NOWHERE)
        for end, number in enumerate(self.register("ends")):
            if number:
                yield e.GivenSince(end=end, number=number, where=NOWHERE)
        yield e.GivenMover(seat=self.register("mover"), where=NOWHERE)

    # ---- whether it is the same ---------------------------------------------------------------
    def is_given_by(self, posed: GivenPosition) -> bool:
        """Whether something lays this position out."""
        laid = posed.cells()
        return laid is not None and self.same(laid)

    def same(self, laid: Cells) -> bool:
        """Whether two positions are one, but for what nobody knows and who knows what."""
        cells = self.for_players.layout.cells
        return all(self._same(at, cell, laid) for at, cell in enumerate(cells))

    def _same(self, at: int, cell: Cell, laid: Cells) -> bool:
        one, other = self.cells[at], laid[at]
        if cell.kind == "known":
            return True
        if cell.kind == "zone" and is_stack(self.for_players.model.zones[cell.name]):
            top = self.tops.get(at, 0)
            return bool(sorted(one) == sorted(other) and one[:top] == other[:top])
        if cell == Cell("register", "stack") and not phase_under_way(self.for_players.engine, laid):
            # What the game remembers of its phases does not matter after them.
            return _frames(one) == _frames(other)
        return bool(one == other)


def _frames(stack: tuple[FrozenFrame, ...]) -> list[tuple[Any, ...]]:
    return [frame if frame[0] else frame[:2] for frame in stack]


def is_stack(zone: Zone) -> bool:
    """Whether nobody knows the order of what lies there."""
    return zone.kind is not None and face(zone) == "down" and not zone.owned


def _player(seat: int) -> v.Expr:
    """A player of the example."""
    return v.Local(slot=seat + 1, type="player")
