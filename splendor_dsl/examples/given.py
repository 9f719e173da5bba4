"""A played position as the `given` lines of an example that set it up again (K31)."""

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
]  # by the cell of a stack: how many pieces from the top have to be in their order


@frozen(kw_only=True)
class GivenPosition:
    """The `given` lines that set up a position for some players, by the names in the example."""

    for_players: GameForPlayers
    players: tuple[str, ...]
    given: tuple[e.Given, ...]

    def example(self) -> e.Example:
        """Return an example of this position in which nothing happens."""
        return e.Example(
            name="posed",
            players=self.players,
            given=self.given,
            steps=(),
            slots=1 + len(self.players),
            where=NOWHERE,
        )

    def cells(self) -> Cells | None:
        """Return the cells of the position; none if the lines don't set one up."""
        built = position(self.for_players.engine, self.example())
        return None if isinstance(built, Problem) else built

    def without(self, left_out: e.Given) -> GivenPosition:
        """Return the same without one line."""
        return evolve(self, given=tuple(each for each in self.given if each is not left_out))

    def shortest(self, enough: Callable[[GivenPosition], bool]) -> GivenPosition:
        """Return the same without any line that can be left out."""
        shortest = self
        for each in self.given:
            shorter = shortest.without(each)
            if enough(shorter):
                shortest = shorter
        return shortest


def given_position(
    for_players: GameForPlayers,
    cells: Cells,
    players: tuple[str, ...],
    tops: Tops,
    *,
    by_place: bool = False,
) -> GivenPosition | None:
    """Return the lines that set up a position; none if no example can: half-made actions have no words.

    With `by_place`, each place of a zone gets a line of its own, so that each can be left out.
    """
    writer = _Writer(for_players=for_players, cells=cells, tops=tops, by_place=by_place)
    if not writer.begins():
        return None
    found = GivenPosition(for_players=for_players, players=players, given=tuple(writer.all()))
    while (built := found.cells()) is not None and not writer.same(built):
        deep = writer.deep | frozenset(writer.missing(built))
        if writer.gaps and deep == writer.deep:
            return None  # more lines would change nothing
        writer = evolve(writer, deep=deep, gaps=True)
        found = evolve(found, given=tuple(writer.all()))
    return None if built is None else found.shortest(writer.is_given_by)


@frozen(kw_only=True)
class _Writer:
    """The writer of the lines for one position."""

    for_players: GameForPlayers
    cells: Cells
    tops: Tops = field(repr=False)
    by_place: bool = False
    deep: frozenset[int] = frozenset()  # pieces of stacks that lie elsewhere unless given
    gaps: bool = False  # whether gaps are given

    def register(self, name: str) -> Any:
        """Return a register of the game's flow."""
        return self.cells[self.for_players.layout.register(name)]

    def begins(self) -> bool:
        """Return whether nothing is owed or over. A turn or run in its middle shows when the lines are tried."""
        return not (self.register("again") or self.register("owed") or self.register("over"))

    # ---- what is given ---------------------------------------------------------------------
    def all(self) -> Iterator[e.Given]:
        """Yield every line; of stacks only the top, and pieces that would otherwise lie elsewhere."""
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
        """Yield the lines of a pile or a zone: one for all its pieces, or one for each place if there are gaps.

        Gaps get a line once the stacks that would fill them hold no more than they should.
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

    def missing(self, built: Cells) -> Iterator[int]:
        """Yield the pieces of stacks that lie elsewhere in another position."""
        for at, cell in enumerate(self.for_players.layout.cells):
            if cell.kind == "zone" and is_stack(self.for_players.model.zones[cell.name]):
                yield from (piece for piece in self.cells[at] if piece not in built[at])

    def _stack(self, zone: Zone) -> Iterator[e.Given]:
        """Yield the line for the top of each part of a stack, and for deeper pieces that would lie elsewhere."""
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
    def is_given_by(self, lines: GivenPosition) -> bool:
        """Return whether some lines set up this position."""
        built = lines.cells()
        return built is not None and self.same(built)

    def same(self, built: Cells) -> bool:
        """Return whether two positions are the same, except for hidden orders and for who knows which piece."""
        cells = self.for_players.layout.cells
        return all(self._same(at, cell, built) for at, cell in enumerate(cells))

    def _same(self, at: int, cell: Cell, built: Cells) -> bool:
        one, other = self.cells[at], built[at]
        if cell.kind == "known":
            return True
        if cell.kind == "zone" and is_stack(self.for_players.model.zones[cell.name]):
            top = self.tops.get(at, 0)
            return bool(sorted(one) == sorted(other) and one[:top] == other[:top])
        if cell == Cell("register", "stack") and not phase_under_way(
            self.for_players.engine, built
        ):
            # Variables of the phases do not matter after them.
            return _frames(one) == _frames(other)
        return bool(one == other)


def _frames(stack: tuple[FrozenFrame, ...]) -> list[tuple[Any, ...]]:
    return [frame if frame[0] else frame[:2] for frame in stack]


def is_stack(zone: Zone) -> bool:
    """Return whether nobody knows the order of the pieces in a zone."""
    return zone.kind is not None and face(zone) == "down" and not zone.owned


def _player(seat: int) -> v.Expr:
    """Return the expression for a player of the example."""
    return v.Local(slot=seat + 1, type="player")
