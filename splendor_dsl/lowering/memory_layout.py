"""The memory of a lowered game: a row of numbers (`words`) and a row of small numbers (`pieces`).

Words of the game come first, then the same words for each player. A pile is one word of lanes. The row of pieces
holds zone after zone, again those of the game first; an entry is 0 for none, else the number of a piece plus one. A
zone whose pieces come and go on top is stored in reverse, its top last. The marks of who knows a piece, where that
can differ, follow the zones; the lists of loops follow the marks of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from operator import add

from attrs import define, field, frozen

from splendor_dsl.ir.constants import constant
from splendor_dsl.ir.layout import ANY_KIND, BOX, Layout, face, first_zone
from splendor_dsl.ir.nodes import Program, Routine, control_of
from splendor_dsl.lowering.keys import (
    Count,
    Holder,
    Length,
    Numbers,
    Part,
    Pile,
    Register,
    Since,
    Sum,
    Word,
)
from splendor_dsl.lowering.lanes import Lanes
from splendor_dsl.lowering.sizes import lanes_of, layouts_of, too_large
from splendor_dsl.semantics.effects import PieceFlow
from splendor_dsl.semantics.model import Model, Zone
from splendor_dsl.semantics.values import Local

# In the order of a state. Games in which nothing can be owed have no words for it.
_OWED = (Register.OWED, Register.OWED_ACTIONS)
_ALWAYS = tuple(register for register in Register if register not in _OWED)


@frozen
class RunningSum:
    """A sum over the pieces of some zones of one player, or of the game, updated as pieces come and go.

    Each zone has a table with a number for each piece, after a 0 for none.
    """

    tables: tuple[tuple[str, Numbers], ...]  # by zone
    title: str = field(eq=False)

    def table(self, zone: str) -> Numbers | None:
        """Return the number that each piece of a zone adds; none if the zone is no part of the sum."""
        return next((table for name, table in self.tables if name == zone), None)


def merge_sums(sums: Sequence[RunningSum], zones: Iterable[str]) -> RunningSum:
    """Return one sum equal to several of the same player, its zones in the order of those of the game."""
    tables: dict[str, tuple[int, ...]] = {}
    for zone, table in chain.from_iterable(each.tables for each in sums):
        known = tables.get(zone, (0,) * len(table))
        tables[zone] = tuple(map(add, known, table))
    ordered = tuple((zone, tables[zone]) for zone in zones if zone in tables)
    return RunningSum(ordered, " + ".join(each.title for each in sums))


@frozen
class Region:
    """The places of one part of a zone: `at` is counted from where a player's places begin, if it has an owner."""

    zone: str
    part: Part
    owned: bool
    at: int
    size: int
    reversed: bool  # its first piece is stored last
    places: bool
    marks: int | None  # the address of the marks of who knows its pieces
    limited: bool  # smaller than all that could lie there, by a proved limit (`Model.kept_limits`)

    @property
    def length(self) -> Length | None:
        """The word that counts its pieces; none if it has places."""
        return None if self.places else Length(self.zone, self.part)


@define(eq=False)
class MemoryLayout:
    """The layout of one game, for any number of players that it allows."""

    program: Program
    lanes: Lanes
    shared: dict[Word, int]  # the addresses of the words of the game
    owned: dict[Word, int]  # the offsets of the words of a player
    regions: dict[tuple[str, Part], Region]
    places: Mapping[str, tuple[int, ...]]  # of the zones that have some, by number of players
    running: tuple[RunningSum, ...]
    variables: int
    areas: tuple[int, ...]  # the sizes of the lists of loops
    shared_places: int
    owned_places: int
    shared_marks: int
    owned_marks: int

    @property
    def low(self) -> int:
        """The fewest players."""
        return self.program.model.low_players

    @property
    def high(self) -> int:
        """The most players."""
        return self.program.model.high_players

    @property
    def first_variable(self) -> int:
        """The address of the first word for the variables of a half-made move."""
        return len(self.shared)

    @property
    def players_at(self) -> int:
        """The address of the first player's words."""
        return len(self.shared) + self.variables

    def words(self, players: int) -> int:
        """Return the number of words of a state."""
        return self.players_at + players * len(self.owned)

    @property
    def shared_marks_at(self) -> int:
        """The address of the marks of the zones of the game."""
        return self.shared_places

    @cached_property
    def area_starts(self) -> tuple[int, ...]:
        """The addresses of the lists of the loops."""
        first = self.shared_places + self.shared_marks
        return tuple(first + sum(self.areas[:at]) for at in range(len(self.areas)))

    def area_size(self, start: int) -> int:
        """Return the size of the list of a loop at an address."""
        found = zip(self.area_starts, self.areas, strict=True)
        return max((size for begin, size in found if begin == start), default=0)

    @property
    def first_player(self) -> int:
        """The address of the first player's places."""
        return self.shared_places + self.shared_marks + sum(self.areas)

    @property
    def stride(self) -> int:
        """The number of entries of a player: places, then marks."""
        return self.owned_places + self.owned_marks

    def entries(self, players: int) -> int:
        """Return the number of entries of the row of pieces."""
        return self.first_player + players * self.stride

    @cached_property
    def indexed(self) -> frozenset[Word]:
        """The words of the game that are indexed: lengths of the parts of one zone."""
        return _indexed_words(self.regions)

    @cached_property
    def single(self) -> tuple[Word, ...]:
        """The other words of the game, each of which code holds in a variable."""
        return tuple(word for word in self.shared if word not in self.indexed)

    def variable(self, word: Word) -> str:
        """Return the variable that holds a single word."""
        return word.value if isinstance(word, Register) else f"word{self.shared[word]}"

    @property
    def single_variables(self) -> tuple[str, ...]:
        """The variables of all single words."""
        return tuple(map(self.variable, self.single))

    def single_words(self, words: Sequence[int]) -> tuple[int, ...]:
        """Return the single words of a state, then the addresses of the words and places of the player to move."""
        mover = words[self.shared[Register.MOVER]]
        mine, places = (
            self.players_at + mover * len(self.owned),
            self.first_player + mover * self.stride,
        )
        return (*words[: len(self.single)], mine, places)

    def word(self, word: Word) -> tuple[int, bool]:
        """Return the address of a word, and whether it is one of each player."""
        return (self.owned[word], True) if word in self.owned else (self.shared[word], False)

    def parts(self, zone: str) -> tuple[Region, ...]:
        """Return the parts of a zone, in rising order."""
        return tuple(region for (name, _), region in self.regions.items() if name == zone)

    @cached_property
    def layouts(self) -> Mapping[int, Layout]:
        """The canonical layouts by number of players."""
        return layouts_of(self.program)

    def phase_seats(self, phase: int) -> tuple[int, ...]:
        """Return the seats that play a phase, in order, for each number of players after the other."""
        return tuple(
            chain.from_iterable(self._phase(phase, n) for n in range(self.low, self.high + 1))
        )

    def phase_range(self, phase: int, players: int) -> tuple[int, int]:
        """Return the start and end, in `phase_seats`, of the seats for one number of players."""
        lengths = [len(self._phase(phase, n)) for n in range(self.low, players + 1)]
        return sum(lengths[:-1]), sum(lengths)

    def _phase(self, phase: int, players: int) -> tuple[int, ...]:
        declared = self.program.model.phases[phase]
        forth = tuple(range(players))
        rounds = range(max(0, constant(declared.rounds, players)))
        both = (forth, forth[::-1] if declared.snake else forth)
        return tuple(seat for number in rounds for seat in both[number % 2])

    def place_count(self, zone: str, players: int) -> int:
        """Return the number of places in each part of a zone."""
        return self.places[zone][players - self.low]


def memory_layout(
    program: Program,
    running: tuple[RunningSum, ...] = (),
    variables: int = 0,
    areas: tuple[int, ...] = (),
) -> MemoryLayout:
    """Return the layout of a game; running sums, variables and areas are known once its code was emitted."""
    model = program.model
    canonical = layouts_of(program)
    for gap in too_large(program, canonical):
        raise gap
    lanes = lanes_of(program, canonical)
    assert lanes is not None
    regions, sizes = _regions(program, canonical)
    words = tuple(_words(program, regions, running))
    rows = _indexed_words(regions)
    shared = [word for word, owned in words if not owned]
    return MemoryLayout(
        program=program,
        lanes=lanes,
        shared={word: at for at, word in enumerate(sorted(shared, key=lambda word: word in rows))},
        owned={word: at for at, word in enumerate(each for each, owned in words if owned)},
        regions=regions,
        places={
            name: tuple(each.places[name] for each in canonical.values())
            for name in canonical[model.low_players].places
        },
        running=running,
        variables=variables,
        areas=areas,
        shared_places=sizes[0],
        owned_places=sizes[1],
        shared_marks=sizes[2],
        owned_marks=sizes[3],
    )


def _words(
    program: Program, regions: Mapping[tuple[str, Part], Region], running: tuple[RunningSum, ...]
) -> Iterator[tuple[Word, bool]]:
    """Yield each word, and whether it is one of each player."""
    model = program.model
    yield from ((register, False) for register in _ALWAYS)
    yield from ((Since(each.name), False) for each in model.ends)
    if any(owes_actions(routine) for routine in program.routines):
        yield from ((register, False) for register in _OWED)
    for zone in model.zones.values():
        if zone.kind is None:
            yield Pile(zone.name), zone.owned
    for counter in model.counters.values():
        yield Count(counter.name), counter.owned
    yield from ((Holder(marker), False) for marker in model.markers)
    for region in regions.values():
        if region.length is not None:
            yield region.length, region.owned
    for number, each in enumerate(running):
        yield Sum(number), model.zones[each.tables[0][0]].owned


def owes_actions(routine: Routine) -> bool:
    """Return whether a routine owes an action."""
    return any(control_of(step).effects.owed_actions for step in routine.steps)


def _regions(
    program: Program, canonical: Mapping[int, Layout]
) -> tuple[dict[tuple[str, Part], Region], tuple[int, int, int, int]]:
    model = program.model
    any_layout = next(iter(canonical.values()))
    at = {False: 0, True: 0}
    marks = {False: 0, True: 0}
    found: dict[tuple[str, Part], Region] = {}
    for zone in model.zones.values():
        if zone.kind is None:
            continue
        for part in any_layout.parts[zone.name]:
            most = _most_pieces(program, canonical, zone, part)
            size = max(0, min((most, *_proved_limits(model, zone))))
            seat = 0 if zone.owned else None
            cell = next(
                number
                for number, cell in enumerate(any_layout.cells)
                if (cell.kind, cell.name, cell.part, cell.seat) == ("zone", zone.name, part, seat)
            )
            marked = any_layout.known(cell) is not None
            found[zone.name, part] = Region(
                zone=zone.name,
                part=part,
                owned=zone.owned,
                at=at[zone.owned],
                size=size,
                reversed=face(zone) == "down" and zone.places is None,
                places=zone.places is not None,
                marks=marks[zone.owned] if marked else None,
                limited=size < most,
            )
            at[zone.owned] += size
            marks[zone.owned] += size if marked else 0
    return found, (at[False], at[True], marks[False], marks[True])


def _most_pieces(program: Program, canonical: Mapping[int, Layout], zone: Zone, part: Part) -> int:
    """Return the greatest number of pieces that could ever lie in a part of a zone."""
    if zone.places is not None:
        return max(each.places[zone.name] for each in canonical.values())
    kinds = _kinds_in_box(program) if zone.kind == ANY_KIND else {zone.kind}
    things = {
        piece.thing
        for piece in program.model.pieces
        if piece.kind in kinds
        and (part is None or zone.by is None or piece.values[zone.by] == part)
    }
    return len(things)


def _proved_limits(model: Model, zone: Zone) -> Iterator[int]:
    """Yield the numbers of pieces that proved limits allow in a zone; an unproved limit bounds nothing."""
    if zone.places is None:
        for name, most in model.kept_limits.items():
            limit = model.limits[name]
            if limit.zone == zone.name and limit.tokens is None:
                yield most


def _indexed_words(regions: Mapping[tuple[str, Part], Region]) -> frozenset[Word]:
    """Return the lengths of the parts of each zone that has several."""
    lengths: dict[str, list[Length]] = {}
    for region in regions.values():
        if region.length is not None and not region.owned:
            lengths.setdefault(region.zone, []).append(region.length)
    return frozenset(word for words in lengths.values() if len(words) > 1 for word in words)


def _kinds_in_box(program: Program) -> set[str | None]:
    """Return the kinds of pieces that ever lie in the box: before the setup, or because a step moves them there."""
    model = program.model
    found: set[str | None] = {kind for kind in model.kinds if first_zone(model, kind) == BOX}
    for routine in program.routines:
        for step in routine.steps:
            for flow in control_of(step).effects.pieces:
                if flow.target.zone == BOX:
                    found.add(_kind_moved(model, flow))
    return found


def _kind_moved(model: Model, flow: PieceFlow) -> str | None:
    """Return the kind of the pieces that move."""
    if flow.source is not None:
        return model.zones[flow.source.zone].kind
    return flow.piece.type.removeprefix("piece ") if isinstance(flow.piece, Local) else None
