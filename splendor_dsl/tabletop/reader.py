"""The reader of a table: from a seat's view to plain data. All that is compiled is compiled once a game and language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from attrs import define, field

from splendor_dsl.bots.goals import Goal
from splendor_dsl.bots.plan import Plan, plan
from splendor_dsl.interpreter.evaluation import Cells
from splendor_dsl.ir.events import Event
from splendor_dsl.ir.layout import BOX
from splendor_dsl.notation.blanks import PieceBlank
from splendor_dsl.notation.moves import Move, Place
from splendor_dsl.position.game_for_players import GameForPlayers
from splendor_dsl.position.view import UNKNOWN
from splendor_dsl.prose.pieces import PieceWords
from splendor_dsl.prose.words import Words
from splendor_dsl.report.story import Story
from splendor_dsl.semantics.model import Face, Model, Piece, Zone
from splendor_dsl.tabletop.offers import Cost, Offer, Reach, offers
from splendor_dsl.tabletop.progress import goals_of, progress
from splendor_dsl.tabletop.seen_cells import View, seen_cells
from splendor_dsl.tabletop.table import (
    FieldSeen,
    HeldSeen,
    PieceSeen,
    PileSeen,
    PlayerSeen,
    RowSeen,
    StackSeen,
    TableSeen,
    ZoneSeen,
)
from splendor_dsl.tabletop.tokens import TokenSeen, tokens_seen

Parts = Mapping[str | None, Sequence[str | None]]


@define(kw_only=True, slots=False)
class TableReader:
    """The facts of a game for one number of players, and its words."""

    table: GameForPlayers = field(repr=False)
    words: Words = field(repr=False)

    @property
    def model(self) -> Model:
        """The rules."""
        return self.table.model

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        """The ways to get pieces."""
        return offers(self.table.engine.program, self.table.engine.make)

    @cached_property
    def plan(self) -> Plan:
        """The strategic facts of the game."""
        return plan(self.model)

    @cached_property
    def goals(self) -> tuple[Goal, ...]:
        """The conditions of the ends."""
        return goals_of(self.table)

    @cached_property
    def tokens(self) -> tuple[TokenSeen, ...]:
        """The tokens with their letters."""
        return tokens_seen(self.words)

    @cached_property
    def pieces(self) -> PieceWords:
        """The words for pieces."""
        return PieceWords(words=self.words)

    @cached_property
    def piece_blanks(self) -> tuple[PieceBlank, ...]:
        """The blanks of moves in which a piece stands, those of actions first."""
        return tuple(b for f in self.words.forms for b in f.blanks if isinstance(b, PieceBlank))

    def read(
        self, view: View, *, events: Iterable[Event] = (), moves: Iterable[Move] = ()
    ) -> TableSeen:
        """Return the table that a view shows; pieces that moves name are shown one by one wherever they are."""
        viewer = view["seat"]
        payer = view["to_move"] if viewer is None else viewer
        cells = seen_cells(self.table, view)
        return _Reading(self, view, cells, payer, _named(moves)).seen(events)

    def typed(self, place: Place) -> str:
        """Return a place as moves name it."""
        blank = next((each for each in self.piece_blanks if each.takes(place)), None)
        if blank is not None:
            return blank.write(place)
        numbers = [str(n) for n in (place.part, place.place) if n is not None]
        name = self.zone(self.model.zones[place.zone])
        return "-".join(numbers) if place.owner is None and numbers else name

    def zone(self, zone: Zone) -> str:
        """Return a zone by the word that moves use."""
        return self.words.shown(zone.where.path, zone.name)


def _named(moves: Iterable[Move]) -> frozenset[tuple[str, int | None]]:
    """Return the zones, with their owners, in which moves name a piece."""
    places = (arg for move in moves for arg in move.args if isinstance(arg, Place))
    return frozenset((place.zone, place.owner) for place in places if place.place is not None)


class _Reading:
    """One view that is read."""

    def __init__(
        self,
        reader: TableReader,
        view: View,
        cells: Cells,
        payer: int | None,
        named: frozenset[tuple[str, int | None]],
    ) -> None:
        self.reader, self.view, self.cells, self.payer = reader, view, cells, payer
        self.words, self.model, self.named = reader.words, reader.model, named
        self.own = (
            view["to_move"] if view["seat"] is None else view["seat"]
        )  # places of others say whose

    def seen(self, events: Iterable[Event]) -> TableSeen:
        """Return all of it."""
        view, words = self.view, self.words
        shared = [z for z in self.model.zones.values() if not z.owned and z.name != BOX]
        zones = [z for z in shared if z.kind is not None and z.face != Face.DOWN]
        refilling = {z.refill.source for z in zones if z.refill is not None}
        names = [str(player["name"]) for player in view["players"]]
        story = Story(words=self.words, names=names)
        return TableSeen(
            title=self.words.name("game"),
            round=words.say("round {round}", round=view["round"]),
            ending=self._ending(),
            to_move=view["to_move"],
            viewer=view["seat"],
            over=view["over"],
            tokens=self.reader.tokens,
            zones=tuple(self._zone(zone) for zone in zones),
            stacks=tuple(
                stack
                for zone in shared
                if zone.kind is not None and zone.face == Face.DOWN and zone.name not in refilling
                for part in self._parts(zone, None)
                for stack in [self._stack(zone, part, None)]
                if stack.count
            ),
            piles=tuple(self._pile(zone, None) for zone in shared if zone.kind is None),
            numbers=tuple(self._shared_numbers()),
            players=tuple(self._player(player) for player in view["players"]),
            events=tuple(story.lines(events)),
            wilds=frozenset(token for p in self.reader.plan.purchases for token in p.wilds),
        )

    def _ending(self) -> str | None:
        if not self.view["ending"] or self.view["over"]:
            return None
        ends = ", ".join(self.words.name(f"end.{end}") for end in self.view["ending"])
        return self.words.say("the end is near: {ends}", ends=ends)

    def _shared_numbers(self) -> Iterator[str]:
        for name, value in self.view["counters"].items():
            yield f"{self.words.heading(f'counters.{name}')} {value}"
        for name, holder in self.view["markers"].items():
            who = self.words.say("nobody") if holder is None else self._name(holder)
            yield f"{self.words.name(f'markers.{name}')}: {who}"

    def _name(self, seat: int) -> str:
        return str(self.view["players"][seat]["name"])

    # ---- zones of pieces -----------------------------------------------------------------------
    def _parts(self, zone: Zone, owner: int | None) -> Parts:
        holder = self.view if owner is None else self.view["players"][owner]
        held = holder["zones"][zone.name]
        return held if isinstance(held, Mapping) else {None: held}

    def _zone(self, zone: Zone, owner: int | None = None) -> ZoneSeen:
        source = None if zone.refill is None else self.model.zones[zone.refill.source]
        return ZoneSeen(
            name=self.reader.zone(zone),
            zone=zone.name,
            path=zone.where.path,
            rows=tuple(
                RowSeen(
                    name=self._part_name(zone, part),
                    stack=self._stack(source, part, owner) if source else None,
                    pieces=tuple(self._pieces(zone, part, held, owner)),
                )
                for part, held in self._parts(zone, owner).items()
            ),
        )

    def _part_name(self, zone: Zone, part: str | None) -> str:
        if part is None:
            return ""
        return f"{self.words.heading(f'kinds.{zone.kind}.{zone.by}')} {part}"

    def _stack(self, zone: Zone, part: str | None, owner: int | None) -> StackSeen:
        parts = self._parts(zone, owner)
        held = parts.get(part, parts.get(None, ()))
        place = Place(zone.name, None if part is None or zone.by is None else int(part))
        return StackSeen(
            place=place,
            typed=self.reader.typed(place),
            name=self.reader.zone(zone),
            count=len(held),
        )

    def _pieces(
        self, zone: Zone, part: str | None, held: Sequence[str | None], owner: int | None
    ) -> Iterator[PieceSeen]:
        of_another = owner not in {None, self.own}
        for at, label in enumerate(held, 1):
            number = None if part is None else int(part)
            place = Place(zone.name, number, at, owner if of_another else None)
            yield self._piece(zone, place, label, owner)

    def _piece(self, zone: Zone, place: Place, label: str | None, owner: int | None) -> PieceSeen:
        typed = self.reader.typed(place)
        piece = None if label in {None, UNKNOWN} else self.reader.pieces.find(zone.kind, str(label))
        if piece is None:
            return PieceSeen(
                place=place, typed=typed, label=None, title=None, is_empty=label is None
            )
        number = self.reader.table.numbers[piece.kind, piece.label]
        found = [each for each in self.reader.offers if zone.name in each.zones]
        payer, cells = self.payer, self.cells
        paid = [each for each in found if each.price is not None] if payer is not None else []
        costs = [self._cost(each, piece, number, owner) for each in paid[:1]]
        asking = found if payer is not None else []
        missing = (each.missing(cells, payer or 0, number) for each in asking)
        fields, asked = [*self._fields(zone, piece)], {name for each in found for name in each.asks}
        return PieceSeen(
            place=place,
            typed=typed,
            label=piece.label,
            title=self.words.piece(piece.where.path, piece.title) if piece.title else None,
            fields=tuple(each for name, each in fields if name not in asked),
            asks=tuple(each for name, each in fields if name in asked),
            cost=costs[0] if costs else None,
            missing=tuple(each for several in missing for each in several),
        )

    def _cost(self, offer: Offer, piece: Piece, number: int, owner: int | None) -> Cost | None:
        printed = piece.values.get(str(offer.price))
        assert self.payer is not None
        price = printed if isinstance(printed, tuple) else (0,) * len(self.model.tokens)
        if owner not in {None, self.payer}:
            nothing = (0,) * len(price)
            return Cost(price=price, still=price, short=nothing, reach=Reach.LATER)
        return offer.cost(self.cells, self.payer, number, price)

    def _fields(self, zone: Zone, piece: Piece) -> Iterator[tuple[str, FieldSeen]]:
        scoring = {name for (_, name), weight in self.reader.plan.scores.items() if weight == 1.0}
        priced = {offer.price for offer in self.reader.offers if zone.name in offer.zones}
        for name in self.model.kinds[piece.kind].fields:
            value, path = piece.values.get(name), f"kinds.{piece.kind}.{name}"
            if name == zone.by or name in priced or not value:
                continue
            heading = self.words.heading(path)
            if isinstance(value, int):
                text = self.words.number(path, value)
                scores = name in scoring
                yield (
                    name,
                    FieldSeen(name=heading, text=text, number=value, amounts=None, scores=scores),
                )
            elif any(value):
                seen = FieldSeen(name=heading, text=heading, number=0, amounts=value, scores=False)
                yield name, seen

    # ---- tokens --------------------------------------------------------------------------------
    def _pile(self, zone: Zone, owner: int | None) -> PileSeen:
        holder = self.view if owner is None else self.view["players"][owner]
        pile = holder["piles"].get(zone.name, {})
        known = UNKNOWN not in pile
        amounts = tuple(pile.get(token, 0) for token in self.model.token_names())
        return PileSeen(
            name=self.reader.zone(zone),
            zone=zone.name,
            path=zone.where.path,
            owner=owner,
            amounts=amounts if known else None,
            total=sum(pile.values()),
            most=None if owner is None else self._most(zone, owner),
        )

    def _most(self, zone: Zone, owner: int) -> int | None:
        """Return the most tokens that limits allow in a pile altogether."""
        everything = set(range(len(self.model.tokens)))
        make = self.reader.table.engine.make
        found = [
            make.about(limit.value)(self.cells, owner)
            for limit in self.model.limits.values()
            if limit.zone == zone.name and set(limit.tokens or ()) == everything
        ]
        return min(found, default=None)

    # ---- players -------------------------------------------------------------------------------
    def _player(self, player: View) -> PlayerSeen:
        seat = player["seat"]
        owned = [zone for zone in self.model.zones.values() if zone.owned]
        laid = [z for z in owned if z.kind is not None and self._is_laid_out(z, seat)]
        way = progress(self.words, self.reader.goals, self.cells, seat, self.view["seat"])
        return PlayerSeen(
            seat=seat,
            name=str(player["name"]),
            is_to_move=seat == self.view["to_move"],
            is_viewer=seat == self.view["seat"],
            progress=way,
            numbers=tuple(self._numbers(player, {each.value for each in way})),
            amounts=tuple(
                (self.words.heading(f"values.{name}"), tuple(value.values()))
                for name, value in player["values"].items()
                if isinstance(value, Mapping)
            ),
            piles=tuple(self._pile(zone, seat) for zone in owned if zone.kind is None),
            zones=tuple(self._zone(zone, seat) for zone in laid),
            held=tuple(self._held(z, seat) for z in owned if z.kind is not None and z not in laid),
        )

    def _is_laid_out(self, zone: Zone, seat: int) -> bool:
        """Return whether the pieces of a player lie there one by one: hidden ones, and those that moves name."""
        owner = None if seat == self.own else seat
        if (zone.name, owner) in self.named:
            return True
        return zone.face != Face.UP and any(map(any, self._parts(zone, seat).values()))

    def _held(self, zone: Zone, seat: int) -> HeldSeen:
        held = [label for part in self._parts(zone, seat).values() for label in part]
        found = [self.reader.pieces.find(zone.kind, label) for label in held if label]
        titled = [piece for piece in found if piece is not None and piece.title]
        return HeldSeen(
            name=self.words.shown(zone.where.path, zone.name),
            path=zone.where.path,
            count=len(held),
            titles=tuple(self.words.piece(p.where.path, str(p.title)) for p in titled),
        )

    def _numbers(self, player: View, known: set[str | None]) -> Iterator[str]:
        for name, value in player["values"].items():
            if isinstance(value, bool | Mapping) or name in known:
                continue
            yield self.words.number(f"values.{name}", value)
        for name, value in player["counters"].items():
            yield f"{self.words.heading(f'counters.{name}')} {value}"
