"""Restored positions: every part of the saved data is checked, and contradictions are refused with a reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import frozen

from splendor_dsl.interpreter.conservation import imbalances
from splendor_dsl.interpreter.evaluation import Cells
from splendor_dsl.interpreter.frames import Deal
from splendor_dsl.interpreter.limits import exceeded, limits_here
from splendor_dsl.ir.events import Event
from splendor_dsl.ir.layout import ALL, EMPTY, NOBODY, OWNER, REGISTERS, Cell
from splendor_dsl.notation.moves import Move
from splendor_dsl.notation.notation import NotationError
from splendor_dsl.position.consistency import contradictions
from splendor_dsl.position.control_state import SavedRegisters
from splendor_dsl.position.deal import DealError, read_deal
from splendor_dsl.position.game_for_players import GameForPlayers
from splendor_dsl.position.log import Log
from splendor_dsl.position.origin import Origin
from splendor_dsl.position.plain_data import (
    MOST,
    WORD,
    PositionError,
    boolean,
    expect,
    get,
    integer,
    listing,
    mapping,
    name_clash,
    plain_mapping,
    short,
    text,
)
from splendor_dsl.position.serialisation import FORMAT

__all__ = ["PositionError", "RestoredPosition", "players_of", "restore"]


@frozen(kw_only=True)
class RestoredPosition:
    """A restored position: the cells, the origin and log of the game, and the moves made.

    `deal` has the pieces that were dealt by hand, zone by zone.
    """

    cells: Cells
    origin: Origin
    deal: Deal
    log: Log
    played: tuple[Move, ...]
    automatic: bool


def restore(for_players: GameForPlayers, data: Mapping[str, Any]) -> RestoredPosition:
    """Return the position in saved data; raise PositionError if any of it is wrong."""
    return _Reader(for_players, data).read()


def players_of(data: object, may: range) -> int:
    """Return the number of players in a saved position; raise PositionError if so many can't play."""
    players = get(mapping(data, "a saved position"), "players", "a saved position")
    return integer(players, "players", may.start, may.stop)


def _describe(cell: Cell) -> str:
    """Return a cell in words: `zone 'heap' part 1`."""
    part = "" if cell.part is None else f" part {cell.part}"
    seat = "" if cell.seat is None else f" of seat {cell.seat}"
    return f"{cell.kind} {cell.name!r}{part}{seat}"


@frozen
class _Reader:
    for_players: GameForPlayers
    data: Mapping[str, Any]

    def read(self) -> RestoredPosition:
        """Return everything, checked."""
        mapping(self.data, "a saved position")
        expect("format", FORMAT, self._top("format"))
        expect("the hash of the rules", self.for_players.game_hash, self._top("hash"))
        expect("players", self.for_players.players, self._top("players"))
        cells = self._cells()
        for message in imbalances(self.for_players.model, self.for_players.layout, cells):
            raise PositionError(message)
        engine = self.for_players.engine
        for each in exceeded(engine, cells, limits_here(engine, cells)):
            raise PositionError(each.sentence_about(f"seat {each.seat}"))
        if not self.for_players.engine.over(cells) and not self.for_players.engine.options(cells):
            message = "expected a decision with at least one option"
            raise PositionError(message)
        origin = self._origin()
        return RestoredPosition(
            cells=cells,
            origin=origin,
            deal=self._dealt(origin),
            log=self._log(),
            played=tuple(self._played()),
            automatic=boolean(self._top("automatic"), "automatic"),
        )

    def _top(self, key: str) -> Any:
        return get(self.data, key, "a saved position")

    # ---- cells -----------------------------------------------------------------------------
    def _cells(self) -> Cells:
        layout = self.for_players.layout
        found: dict[Cell, Mapping[str, Any]] = {}
        for entry in listing(self._top("cells"), "cells"):
            cell = self._named(mapping(entry, "a cell"))
            if cell in found:
                message = f"expected {_describe(cell)} once, found it twice"
                raise PositionError(message)
            found[cell] = entry
        cells: Cells = [None] * len(layout.cells)
        for at, cell in enumerate(layout.cells):
            if cell.kind in {"known", "register"}:
                continue
            if cell not in found:
                message = f"expected {_describe(cell)}, found none"
                raise PositionError(message)
            self._fill(cells, at, found[cell])
        flow = SavedRegisters(self.for_players, mapping(self._top("flow"), "flow"))
        for name in REGISTERS:
            cells[layout.register(name)] = flow.register(name)
        chance = mapping(self._top("chance"), "chance")
        key = integer(get(chance, "key", "chance"), "the key of chance", high=WORD)
        drawn = integer(get(chance, "drawn", "chance"), "the words drawn")
        whole = [*cells, key, drawn]
        for message in contradictions(self.for_players, whole):
            raise PositionError(message)
        return whole

    def _named(self, entry: Mapping[str, Any]) -> Cell:
        kinds = [kind for kind in ("pile", "zone", "counter", "marker") if kind in entry]
        if len(kinds) != 1:
            message = f"expected a pile, zone, counter or marker, found {short(entry)}"
            raise PositionError(message)
        name = text(entry[kinds[0]], f"the name of a {kinds[0]}")
        cell = Cell(kinds[0], name, entry.get("part"), entry.get("seat"))
        for number in (cell.part, cell.seat):
            if number is not None:
                integer(number, f"part and seat of {name}", low=-MOST)
        if cell not in self.for_players.layout.index:
            message = f"expected a part of this game, found {_describe(cell)}"
            raise PositionError(message)
        return cell

    def _fill(self, cells: Cells, at: int, entry: Mapping[str, Any]) -> None:
        cell = self.for_players.layout.cells[at]
        what = _describe(cell)
        match cell.kind:
            case "pile":
                cells[at] = self._pile(mapping(get(entry, "tokens", what), what), what)
            case "zone":
                cells[at] = self._zone(at, listing(get(entry, "pieces", what), what), what)
                self._known(cells, at, entry, what)
            case "counter":
                counter = self.for_players.model.counters[cell.name]
                value = get(entry, "value", what)
                cells[at] = integer(value, what, counter.low, counter.high + 1)
            case _:
                holder = get(entry, "holder", what)
                top = self.for_players.players
                cells[at] = -1 if holder is None else integer(holder, what, high=top)

    def _pile(self, tokens: Mapping[str, Any], what: str) -> tuple[int, ...]:
        names = self.for_players.model.token_names()
        for name in tokens:
            if name not in names:
                message = f"expected a token of this game in {what}, found {name!r}"
                raise PositionError(message)
        return tuple(integer(tokens.get(name, 0), f"{name} in {what}") for name in names)

    def _zone(self, at: int, pieces: list[Any], what: str) -> tuple[int, ...]:
        cell = self.for_players.layout.cells[at]
        places = self.for_players.layout.places.get(cell.name)
        if places is not None and len(pieces) != places:
            message = f"expected {places} places in {what}, found {len(pieces)}"
            raise PositionError(message)
        found = []
        for name in pieces:
            if name is None and places is not None:
                found.append(EMPTY)
                continue
            number = self._piece(at, text(name, f"a piece in {what}"), what)
            if at not in self._parts(cell, number):
                message = f"expected pieces of part {cell.part} in {what}, found {name!r}"
                raise PositionError(message)
            found.append(number)
        return tuple(found)

    def _parts(self, cell: Cell, piece: int) -> set[int]:
        """Return the parts of a zone in which a piece may lie: a shuffle may have turned it since it came."""
        zones = self.for_players.engine.zones
        sides = zones.sides[self.for_players.model.pieces[piece].thing]
        return {zones.entry(cell.name, cell.seat or 0, side) for side in sides}

    def _piece(self, at: int, name: str, what: str) -> int:
        kind, colon, label = name.partition(":")
        zone = self.for_players.model.zones[self.for_players.layout.cells[at].name]
        key = (kind, label) if colon else (zone.kind or "", name)
        number = self.for_players.numbers.get(key)
        if number is None or (colon and zone.kind in self.for_players.model.kinds):
            message = f"expected a piece that {what} can hold, found {name!r}"
            raise PositionError(message)
        return number

    def _known(self, cells: Cells, at: int, entry: Mapping[str, Any], what: str) -> None:
        marks = self.for_players.layout.known(at)
        if marks is None:
            return
        known = listing(get(entry, "known", what), f"who knows {what}")
        expect(f"the length of who knows {what}", len(cells[at]), len(known))
        low = NOBODY if self.for_players.layout.cells[at].seat is None else OWNER
        cells[marks] = tuple(
            integer(mark, f"who knows {what}", low=low, high=ALL + 1) for mark in known
        )

    # ---- beginning and log ---------------------------------------------------------------------
    def _origin(self) -> Origin:
        origin = mapping(self._top("origin"), "origin")
        deal = origin.get("deal")
        dealt = (
            None
            if deal is None
            else {
                zone: tuple(text(label, "a dealt piece") for label in listing(labels, "a deal"))
                for zone, labels in mapping(deal, "a deal").items()
            }
        )
        seed = integer(get(origin, "seed", "origin"), "the seed", low=1 - WORD, high=WORD)
        game = integer(get(origin, "game", "origin"), "the game", low=1 - WORD, high=WORD)
        given = listing(get(origin, "names", "origin"), "names")
        names = tuple(text(name, "a name") for name in given)
        if names:
            expect("the number of names", self.for_players.players, len(names))
        wrong = name_clash(names)
        if wrong is not None:
            raise PositionError(wrong)
        return Origin(seed, game, dealt, names)

    def _dealt(self, origin: Origin) -> Deal:
        try:
            return {} if origin.deal is None else read_deal(self.for_players, origin.deal)[1]
        except DealError as error:
            raise PositionError(str(error)) from error

    def _log(self) -> Log:
        events = tuple(self._events())
        return Log(events)

    def _events(self) -> Iterator[Event]:
        for entry in listing(self.data.get("log", []), "log"):
            event = mapping(entry, "an event")
            seat, knowers = event.get("seat"), event.get("knowers")
            yield Event(
                text(get(event, "kind", "an event"), "the kind of an event"),
                text(get(event, "path", "an event"), "the path of an event"),
                None if seat is None else self._seat(seat),
                plain_mapping(event.get("data", {}), "an event's data"),
                plain_mapping(event.get("secret", {}), "an event's secret"),
                None
                if knowers is None
                else tuple(self._seat(each) for each in listing(knowers, "who knows an event")),
            )

    def _played(self) -> Iterator[Move]:
        for move in listing(self._top("played"), "the moves played"):
            try:
                yield self.for_players.notation.parse(text(move, "a move"))
            except NotationError as error:
                raise PositionError(str(error)) from error

    def _seat(self, value: object) -> int:
        return integer(value, "a seat", high=self.for_players.players)
