"""The layout of a state: its cells, in one order that all backends share.

A state is a list of cells. A pile is a tuple with a number for each token. A zone of pieces has a cell for each part: a
tuple of piece numbers, -1 for an empty place; if its pieces can differ in who knows them, a second cell of the same
length says who. Counters, markers and the registers of the game's flow follow. Two cells after the end hold the random
stream: they determine the future, not the present, so hashes and comparisons leave them out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import product

from attrs import field, frozen

from splendor_dsl.ir.constants import constant
from splendor_dsl.ir.nodes import Program
from splendor_dsl.semantics.model import Model, Zone

NOBODY, OWNER, ALL = 0, 1, 2
EMPTY = -1
BOX = "box"
ANY_KIND = "any"
# `again` lists the seats of turns and `owed` actions with their players (`interpreter/obligations.py`); `ends` has, for
# each end, the round in which its condition was met; `stack` is the code under way.
REGISTERS = (
    "mover",
    "round",
    "turn",
    "passes",
    "acted",
    "again",
    "owed",
    "ends",
    "over",
    "stack",
)


@frozen
class Cell:
    """The content of one cell: "pile", "zone", "known", "counter", "marker" or "register"."""

    kind: str
    name: str
    part: int | None = None
    seat: int | None = None


@frozen(kw_only=True)
class Layout:
    """The cells of a game for one number of players."""

    players: int
    cells: tuple[Cell, ...]
    places: Mapping[str, int]  # only of zones that have places
    parts: Mapping[str, tuple[int | None, ...]]  # only of zones of pieces
    stock: tuple[int, ...]
    index: Mapping[Cell, int] = field(eq=False, repr=False)

    def register(self, name: str) -> int:
        """Return the cell of a register."""
        return self.index[Cell("register", name)]

    def seats(self, kind: str, name: str, part: int | None = None) -> tuple[int, ...]:
        """Return the cells of an element, seat by seat; for one of the game, its one cell."""
        shared = self.index.get(Cell(kind, name, part))
        if shared is not None:
            return (shared,)
        return tuple(self.index[Cell(kind, name, part, seat)] for seat in range(self.players))

    def known(self, cell: int) -> int | None:
        """Return the cell that says who knows the pieces of a zone, if that can differ."""
        what = self.cells[cell]
        return self.index.get(Cell("known", what.name, what.part, what.seat))

    @cached_property
    def key(self) -> int:
        """The cell of the key of the stream of chance."""
        return len(self.cells)

    @cached_property
    def drawn(self) -> int:
        """The cell that counts the words drawn from it."""
        return len(self.cells) + 1


def layout(program: Program, players: int) -> Layout:
    """Return the layout of a game for so many players."""
    model = program.model
    parts = {zone.name: parts_of_zone(model, zone) for zone in model.zones.values()}
    cells = tuple(_cells(model, parts, players))
    return Layout(
        players=players,
        cells=cells,
        places={
            zone.name: max(0, constant(zone.places, players))
            for zone in model.zones.values()
            if zone.places is not None
        },
        parts={name: each for name, each in parts.items() if model.zones[name].kind is not None},
        stock=tuple(constant(expr, players) for expr in model.stock),
        index={cell: at for at, cell in enumerate(cells)},
    )


def parts_of_zone(model: Model, zone: Zone) -> tuple[int | None, ...]:
    """Return the parts of a zone, in rising order; one None if it has no parts."""
    if zone.by is None or zone.kind is None:
        return (None,)
    cut = model.kinds[zone.kind].fields[zone.by]
    return tuple(range(cut.low, cut.high + 1))


def face(zone: Zone) -> str:
    """Return who sees what enters a zone; nobody looks into the box."""
    return "down" if zone.name == BOX else zone.face


def first_zone(model: Model, kind: str) -> str:
    """Return the zone where the pieces of a kind start: the game's first zone for them, else the box."""
    for zone in model.zones.values():
        if zone.kind == kind and not zone.owned and zone.name != BOX and zone.places is None:
            return zone.name
    return BOX


def _cells(
    model: Model, parts: Mapping[str, tuple[int | None, ...]], players: int
) -> Iterator[Cell]:
    revealed = set(_revealed(model))
    for zone in model.zones.values():
        differs = face(zone) == "owner" or (face(zone) == "down" and zone.name in revealed)
        kinds = ("pile",) if zone.kind is None else ("zone", "known") if differs else ("zone",)
        for seat, part in product(_owners(players, owned=zone.owned), parts[zone.name]):
            yield from (Cell(kind, zone.name, part, seat) for kind in kinds)
    for counter in model.counters.values():
        for seat in _owners(players, owned=counter.owned):
            yield Cell("counter", counter.name, None, seat)
    for marker in model.markers:
        yield Cell("marker", marker)
    for name in REGISTERS:
        yield Cell("register", name)


def _owners(players: int, *, owned: bool) -> Iterator[int | None]:
    if owned:
        yield from range(players)
    else:
        yield None


def _revealed(model: Model) -> Iterator[str]:
    """Yield the zones that some step reveals."""
    return (ref.zone for step in model.steps for ref in step.effects.revealed)
