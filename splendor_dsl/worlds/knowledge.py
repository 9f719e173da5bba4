"""The knowledge of a seat about where pieces lie, followed along its log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, assert_never

from attrs import define, field, frozen

from splendor_dsl.interpreter.start import starting_cells
from splendor_dsl.interpreter.zones import Zones
from splendor_dsl.ir.events import Event
from splendor_dsl.ir.layout import ALL, ANY_KIND, EMPTY, NOBODY, Cell, face
from splendor_dsl.position.game_for_players import GameForPlayers

FIRST_UNKNOWN: Final = EMPTY - 1
Odds = dict[int, float]  # by thing
Content = int  # a piece, `EMPTY`, or an unknown: from `FIRST_UNKNOWN` down
FOLLOWED: Final = ("piece", "slid", "shuffled", "revealed")
# Events that say nothing of pieces.
ELSEWHERE: Final = (
    "tokens", "counter", "marker", "decided", "passed", "owed", "lapsed", "again", "extra", "resumed",
    "phase", "run", "round", "turn", "passes", "ending", "forgotten", "over",
)  # fmt: skip


class NotFollowedError(Exception):
    """A log that does not lead to the position, such as that of one which was set up by hand."""


@frozen
class Shuffled:
    """A shuffle: what lay in a part, and the unknowns that lie there after it; `sided` pieces show any side then."""

    inputs: tuple[Content, ...]
    outputs: tuple[Content, ...]
    sided: bool


@frozen
class Shown:
    """Pieces that were shown without their order, and the unknowns that stand for them."""

    unknowns: tuple[Content, ...]
    pieces: tuple[int, ...]


@frozen
class Spread:
    """Pieces that lie anywhere: each part has its unknowns and the pieces that can lie there, `others` can be any."""

    parts: tuple[tuple[tuple[Content, ...], tuple[int, ...]], ...]
    others: tuple[Content, ...]
    pieces: tuple[int, ...]
    sided: bool


Happening = Shuffled | Shown | Spread


@define
class Place:
    """A place: its content, and who knows it by the rules (K6)."""

    content: Content
    mark: int


@define
class Knowledge:
    """The knowledge of a seat: the places of each zone by its cell, the pieces that unknowns turned out to be, the events.

    `odds` has, for each unknown, the things that it can be and how likely they are.
    """

    for_players: GameForPlayers
    places: dict[int, list[Place]] = field(factory=dict)
    found: dict[Content, int] = field(factory=dict)
    happened: list[Happening] = field(factory=list)
    odds: dict[Content, Odds] = field(factory=dict)

    # ---- how it begins ---------------------------------------------------------------------------
    @classmethod
    def at_start(cls, for_players: GameForPlayers) -> Knowledge:
        """Return what everybody knows before the setup, which is all."""
        layout, engine = for_players.layout, for_players.engine
        cells = starting_cells(engine.program, layout, engine.zones, 0)
        known = cls(for_players)
        for at in zone_cells(for_players):
            mark = ALL if face_of(for_players, at) == "up" else NOBODY
            known.places[at] = [Place(each, NOBODY if each < 0 else mark) for each in cells[at]]
        return known

    @classmethod
    def of_places(
        cls, for_players: GameForPlayers, seen: Mapping[int, Sequence[Content | None]]
    ) -> Knowledge:
        """Return what is known of a position without a past; `seen` has none for each piece that is hidden."""
        known = cls(for_players)
        for at, held in seen.items():
            contents = [known._new({}) if each is None else each for each in held]
            known.places[at] = [Place(each, NOBODY) for each in contents]
        for kind in for_players.model.kinds:
            known._spread(kind)
        return known

    def _spread(self, kind: str) -> None:
        """Let the pieces of a kind that are not seen lie in the hidden places for them."""
        pieces, cells = self._unseen(kind), self.for_players.layout.cells
        own = [at for at in self.places if self._kind_at(at) == kind]
        parts: list[tuple[tuple[Content, ...], tuple[int, ...]]] = []
        for at in own:
            zone, part = cells[at].name, cells[at].part
            if part is not None:
                able = tuple(each for each in pieces if self._zones.part_of(zone, each) == part)
                parts.append((self._hidden(at), able))
        whole = [at for at in own if cells[at].part is None]
        mixed = [at for at in self.places if self._kind_at(at) == ANY_KIND]
        others = tuple(each for at in (*whole, *mixed) for each in self._hidden(at))
        others = others[: len(pieces) - sum(len(unknowns) for unknowns, _ in parts)]
        for unknowns, able in (*parts, (others, pieces)):
            self.odds.update(dict.fromkeys(unknowns, self._alike(able)))
        sided = kind in self._zones.many_sided
        self.happened.append(Spread(tuple(parts), others, pieces, sided))

    def _unseen(self, kind: str) -> tuple[int, ...]:
        """Return the first side of each piece of a kind that is seen nowhere."""
        lying = (place.content for held in self.places.values() for place in held)
        seen = {self.thing(content) for content in lying if content >= 0}
        sides = {self.thing(number): number for number in reversed([*self._model.pieces_of(kind)])}
        return tuple(number for thing, number in sides.items() if thing not in seen)

    def _hidden(self, at: int) -> tuple[Content, ...]:
        """Return the unknowns in a cell of which nothing has been said."""
        lying = (place.content for place in self.places[at])
        return tuple(each for each in lying if each <= FIRST_UNKNOWN and not self.odds[each])

    def _kind_at(self, at: int) -> str | None:
        kind: str | None = self._model.zones[self.for_players.layout.cells[at].name].kind
        return kind

    # ---- what can be asked -------------------------------------------------------------------------
    @property
    def _model(self) -> Any:
        return self.for_players.model

    @property
    def _zones(self) -> Zones:
        return self.for_players.engine.zones

    def thing(self, piece: int) -> int:
        """Return the thing of which a piece is a side."""
        number: int = self._model.pieces[piece].thing
        return number

    # ---- the log -----------------------------------------------------------------------------------
    def follow(self, events: Iterable[Event]) -> None:
        """Follow events as the seat sees them; raise NotFollowedError where they don't fit what lies there."""
        followed = (self._move, self._slide, self._shuffle, self._reveal)
        ways: dict[str, Callable[[Event], None] | None] = dict.fromkeys(ELSEWHERE)
        ways.update(zip(FOLLOWED, followed, strict=True))
        for event in events:
            if event.kind not in ways:
                raise NotFollowedError
            way = ways[event.kind]
            if way is not None:
                way(event)

    def _move(self, event: Event) -> None:
        origin, target = event.data["from"], event.data["to"]
        place = self._take(self._cell(origin), origin[-1])
        if event.data["piece"] is not None:
            piece = self._number(event.data["piece"], origin[0], target[0])
            place = Place(self.seen(place.content, piece), place.mark)
        self._lay(self._cell(target), target[-1], place)

    def _take(self, at: int, place: int) -> Place:
        held = self.places[at]
        if place >= len(held) or held[place].content == EMPTY:
            raise NotFollowedError
        taken = held[place]
        if self._has_places(at):
            held[place] = Place(EMPTY, NOBODY)
        else:
            del held[place]
        return taken

    def _lay(self, at: int, place: int, taken: Place) -> None:
        zone = self.for_players.layout.cells[at].name
        mark = self._zones.known_after(taken.mark, zone)
        laid = Place(taken.content, mark)
        if self._has_places(at):
            self.places[at][place] = laid
        else:
            self.places[at].insert(place, laid)

    def _slide(self, event: Event) -> None:
        at = self._cell((*event.data["zone"], 0))
        self.places[at].sort(key=lambda place: place.content == EMPTY)

    def _shuffle(self, event: Event) -> None:
        zone, order = event.data["zone"], event.data["order"]
        cells = self._cells_of(zone, event.seat)
        if order is not None and len(order) != len(cells):
            raise NotFollowedError
        for at, labels in zip(cells, order or [None] * len(cells), strict=True):
            self._shuffle_part(at, zone, labels)

    def _shuffle_part(self, at: int, zone: str, labels: Sequence[str | None] | None) -> None:
        held = self.places[at]
        inputs = tuple(place.content for place in held if place.content != EMPTY)
        if labels is None and len(inputs) < len(held):
            raise NotFollowedError  # nobody can say where the gaps are now
        named = sum(label is not None for label in labels or ())
        if labels is not None and (len(labels), named) != (len(held), len(inputs)):
            raise NotFollowedError
        sided = self._model.zones[zone].kind in self._zones.many_sided
        odds: Odds = {}
        for content in inputs:
            for thing, chance in self._odds_of(content).items():
                odds[thing] = odds.get(thing, 0.0) + chance / len(inputs)
        outputs = tuple(self._new(odds) for _ in inputs)
        self.happened.append(Shuffled(inputs, outputs, sided))
        mark = self._zones.known_after(NOBODY, zone)
        left = iter(outputs)
        for number, place in enumerate(held if labels is None else labels):
            content = EMPTY if place is None else next(left)
            if isinstance(place, str):
                content = self.seen(content, self._number(place, zone))
            held[number] = Place(content, NOBODY if content == EMPTY else mark)

    def _reveal(self, event: Event) -> None:
        zone, labels = event.data["zone"], event.data["pieces"]
        pieces = [self._number(label, zone) for label in labels]
        for at in self._cells_of(zone, event.seat):
            held = self.places[at]
            hidden = [each for each in held if each.content != EMPTY and each.mark != ALL]
            part = self.for_players.layout.cells[at].part
            here = [piece for piece in pieces if part in {None, self._zones.part_of(zone, piece)}]
            if face_of(self.for_players, at) != "down":
                here = here[: len(hidden)]
                if len(here) < len(hidden):
                    raise NotFollowedError
                for place, piece in zip(hidden, here, strict=True):
                    place.content = self.seen(place.content, piece)
            else:
                self.show([place.content for place in hidden], here)
            for place in hidden:
                place.mark = ALL
            pieces = [piece for piece in pieces if piece not in here]

    def show(self, contents: Sequence[Content], pieces: Sequence[int]) -> None:
        """Take note that these pieces lie in these places, in an order that is not shown."""
        unknowns = tuple(each for each in contents if each <= FIRST_UNKNOWN)
        rest = tuple(piece for piece in pieces if piece not in contents)
        if len(rest) != len(unknowns):
            raise NotFollowedError
        things = set(map(self.thing, rest))
        for each in [place.content for held in self.places.values() for place in held]:
            if each <= FIRST_UNKNOWN:
                odds = self.odds[each].items()
                self.odds[each] = {
                    t: chance for t, chance in odds if (t in things) == (each in unknowns)
                }
        self.happened.append(Shown(unknowns, rest))

    def alike(self) -> list[tuple[Content, ...]]:
        """Return groups of unknowns that came to lie by one lot, and of which nothing was seen since."""
        touched = set(self.found)
        for each in self.happened:
            match each:
                case Shuffled():
                    touched.update(each.inputs)
                case Shown():
                    touched.update(each.unknowns)
                case Spread():
                    pass  # the first of all, where there is one
                case _:
                    assert_never(each)
        groups = (group for each in self.happened for group in _drawn_together(each))
        return [tuple(each for each in group if each not in touched) for group in groups]

    # ---- contents ------------------------------------------------------------------------------------
    def _new(self, odds: Odds) -> Content:
        """Return a new unknown, which can be any of some things."""
        made = FIRST_UNKNOWN - len(self.odds)
        self.odds[made] = odds
        return made

    def _odds_of(self, content: Content) -> Odds:
        return self.odds[content] if content < 0 else {self.thing(content): 1.0}

    def _alike(self, pieces: Sequence[int]) -> Odds:
        return {self.thing(piece): 1 / len(pieces) for piece in pieces}

    def seen(self, content: Content, piece: int) -> int:
        """Return a piece that was seen where a content lies."""
        if content == piece:
            return piece
        if content > FIRST_UNKNOWN or self.thing(piece) not in self.odds[content]:
            raise NotFollowedError
        self.found[content] = piece
        return piece

    def _number(self, label: str, *zones: str) -> int:
        """Return the number of a piece by its label and the zones in which it was."""
        kinds = [self._model.zones[zone].kind for zone in zones]
        of_kinds = [kind for kind in kinds if kind != ANY_KIND] or self._model.kinds
        numbers = (self.for_players.numbers.get((kind, label)) for kind in of_kinds)
        for number in numbers:
            if number is not None:
                return number
        raise NotFollowedError

    def _cell(self, place: Sequence[Any]) -> int:
        zone, part, seat = place[:3]
        at = self.for_players.layout.index.get(Cell("zone", zone, part, seat))
        if at is None:
            raise NotFollowedError
        return at

    def _cells_of(self, zone: str, seat: int | None) -> list[int]:
        if zone not in self.for_players.layout.parts:
            raise NotFollowedError
        return [*self._zones.cells_of(zone, seat or 0)]

    def _has_places(self, at: int) -> bool:
        layout = self.for_players.layout
        return layout.cells[at].name in layout.places


def _drawn_together(happening: Happening) -> Iterator[tuple[Content, ...]]:
    match happening:
        case Shuffled():
            yield happening.outputs
        case Shown():
            pass  # unknowns that came to lie before
        case Spread():
            yield from (unknowns for unknowns, _ in happening.parts)
            yield happening.others
        case _:
            assert_never(happening)


def zone_cells(for_players: GameForPlayers) -> list[int]:
    """Return the cells in which pieces lie."""
    return [at for at, cell in enumerate(for_players.layout.cells) if cell.kind == "zone"]


def face_of(for_players: GameForPlayers, at: int) -> str:
    """Return who sees what enters a zone."""
    return face(for_players.model.zones[for_players.layout.cells[at].name])
