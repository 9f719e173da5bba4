"""A saved position back to a state: every part is checked, and what does not add up is refused with a reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from attrs import frozen

from splendor_dsl.backends.evaluate import Cells
from splendor_dsl.ir.events import Event
from splendor_dsl.ir.layout import ALL, EMPTY, REGISTERS, Cell
from splendor_dsl.play.log import EMPTY_LOG, Log
from splendor_dsl.play.origin import Origin
from splendor_dsl.play.saved import FORMAT
from splendor_dsl.play.setting import Setting

_WORD = 1 << 64
_MOST = 1 << 31


class PositionError(ValueError):
    """Data that is no position of this game."""


def restored(setting: Setting, data: Mapping[str, Any]) -> tuple[Cells, Origin, Log]:
    """The cells, beginning and log that were saved."""
    return _Reader(setting, data).read()


def players_of(data: object) -> int:
    """For how many players a position was saved."""
    return _int(_get(_mapping(data, "a saved position"), "players", "a saved position"), "players")


def _get(data: Mapping[str, Any], key: str, what: str) -> Any:
    if key not in data:
        message = f"expected {key!r} in {what}, found none"
        raise PositionError(message)
    return data[key]


def _mapping(value: object, what: str) -> Mapping[str, Any]:
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        message = f"expected a mapping for {what}, found {_short(value)}"
        raise PositionError(message)
    return value


def _list(value: object, what: str) -> list[Any]:
    if not isinstance(value, list):
        message = f"expected a list for {what}, found {_short(value)}"
        raise PositionError(message)
    return value


def _int(value: object, what: str, low: int = 0, high: int = _MOST) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value < high:
        message = f"expected a number from {low} to {high - 1} for {what}, found {_short(value)}"
        raise PositionError(message)
    return value


def _str(value: object, what: str) -> str:
    if not isinstance(value, str):
        message = f"expected a text for {what}, found {_short(value)}"
        raise PositionError(message)
    return value


def _short(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else shown[:57] + "..."


def _spoken(cell: Cell) -> str:
    """A cell in words: `zone 'deck' part 1`."""
    part = "" if cell.part is None else f" part {cell.part}"
    seat = "" if cell.seat is None else f" of seat {cell.seat}"
    return f"{cell.kind} {cell.name!r}{part}{seat}"


def _expect(what: str, expected: object, found: object) -> None:
    if expected != found or type(expected) is not type(found):
        message = f"expected {expected!r} for {what}, found {_short(found)}"
        raise PositionError(message)


@frozen
class _Reader:
    setting: Setting
    data: Mapping[str, Any]

    def read(self) -> tuple[Cells, Origin, Log]:
        """Everything, checked."""
        _mapping(self.data, "a saved position")
        _expect("format", FORMAT, self._top("format"))
        _expect("the hash of the rules", self.setting.game_hash, self._top("hash"))
        _expect("players", self.setting.players, self._top("players"))
        cells = self._cells()
        self._tokens_add_up(cells)
        self._pieces_add_up(cells)
        return cells, self._origin(), self._log()

    def _top(self, key: str) -> Any:
        return _get(self.data, key, "a saved position")

    # ---- cells -----------------------------------------------------------------------------
    def _cells(self) -> Cells:
        layout = self.setting.layout
        found: dict[Cell, Mapping[str, Any]] = {}
        for entry in _list(self._top("cells"), "cells"):
            cell = self._named(_mapping(entry, "a cell"))
            if cell in found:
                message = f"expected {_spoken(cell)} once, found it twice"
                raise PositionError(message)
            found[cell] = entry
        cells: Cells = [None] * len(layout.cells)
        for at, cell in enumerate(layout.cells):
            if cell.kind in {"known", "register"}:
                continue
            if cell not in found:
                message = f"expected {_spoken(cell)}, found none"
                raise PositionError(message)
            self._fill(cells, at, found[cell])
        flow = _Flow(self.setting, _mapping(self._top("flow"), "flow"))
        for name in REGISTERS:
            cells[layout.register(name)] = flow.register(name)
        chance = _mapping(self._top("chance"), "chance")
        key = _int(_get(chance, "key", "chance"), "the key of chance", high=_WORD)
        drawn = _int(_get(chance, "drawn", "chance"), "the words drawn", high=_WORD)
        return [*cells, key, drawn]

    def _named(self, entry: Mapping[str, Any]) -> Cell:
        kinds = [kind for kind in ("pile", "zone", "counter", "marker") if kind in entry]
        if len(kinds) != 1:
            message = f"expected a pile, zone, counter or marker, found {_short(entry)}"
            raise PositionError(message)
        name = _str(entry[kinds[0]], f"the name of a {kinds[0]}")
        cell = Cell(kinds[0], name, entry.get("part"), entry.get("seat"))
        for number in (cell.part, cell.seat):
            if number is not None:
                _int(number, f"part and seat of {name}", low=-_MOST)
        if cell not in self.setting.layout.index:
            message = f"expected a part of this game, found {_spoken(cell)}"
            raise PositionError(message)
        return cell

    def _fill(self, cells: Cells, at: int, entry: Mapping[str, Any]) -> None:
        cell = self.setting.layout.cells[at]
        what = _spoken(cell)
        match cell.kind:
            case "pile":
                cells[at] = self._pile(_mapping(_get(entry, "tokens", what), what), what)
            case "zone":
                cells[at] = self._zone(at, _list(_get(entry, "pieces", what), what), what)
                self._known(cells, at, entry, what)
            case "counter":
                counter = self.setting.model.counters[cell.name]
                value = _get(entry, "value", what)
                cells[at] = _int(value, what, counter.low, counter.high + 1)
            case _:
                holder = _get(entry, "holder", what)
                top = self.setting.players
                cells[at] = -1 if holder is None else _int(holder, what, high=top)

    def _pile(self, tokens: Mapping[str, Any], what: str) -> tuple[int, ...]:
        names = self.setting.model.token_names()
        for name in tokens:
            if name not in names:
                message = f"expected a token of this game in {what}, found {name!r}"
                raise PositionError(message)
        return tuple(_int(tokens.get(name, 0), f"{name} in {what}") for name in names)

    def _zone(self, at: int, pieces: list[Any], what: str) -> tuple[int, ...]:
        cell = self.setting.layout.cells[at]
        places = self.setting.layout.places.get(cell.name)
        if places is not None and len(pieces) != places:
            message = f"expected {places} places in {what}, found {len(pieces)}"
            raise PositionError(message)
        found = []
        for name in pieces:
            if name is None and places is not None:
                found.append(EMPTY)
                continue
            number = self._piece(at, _str(name, f"a piece in {what}"), what)
            if self.setting.engine.zones.entry(cell.name, cell.seat or 0, number) != at:
                message = f"expected pieces of part {cell.part} in {what}, found {name!r}"
                raise PositionError(message)
            found.append(number)
        return tuple(found)

    def _piece(self, at: int, name: str, what: str) -> int:
        kind, colon, label = name.partition(":")
        zone = self.setting.model.zones[self.setting.layout.cells[at].name]
        key = (kind, label) if colon else (zone.kind or "", name)
        number = self.setting.numbers.get(key)
        if number is None or (colon and zone.kind in self.setting.model.kinds):
            message = f"expected a piece that {what} can hold, found {name!r}"
            raise PositionError(message)
        return number

    def _known(self, cells: Cells, at: int, entry: Mapping[str, Any], what: str) -> None:
        marks = self.setting.layout.known(at)
        if marks is None:
            return
        known = _list(_get(entry, "known", what), f"who knows {what}")
        _expect(f"the length of who knows {what}", len(cells[at]), len(known))
        cells[marks] = tuple(_int(mark, f"who knows {what}", high=ALL + 1) for mark in known)

    # ---- what must add up --------------------------------------------------------------------
    def _tokens_add_up(self, cells: Cells) -> None:
        layout = self.setting.layout
        piles = [cells[at] for at, cell in enumerate(layout.cells) if cell.kind == "pile"]
        names = self.setting.model.token_names()
        for name, stock, lanes in zip(names, layout.stock, zip(*piles, strict=True), strict=True):
            if sum(lanes) != stock:
                message = f"expected {stock} {name} in all, found {sum(lanes)}"
                raise PositionError(message)

    def _pieces_add_up(self, cells: Cells) -> None:
        pieces = self.setting.model.pieces
        lying = Counter(
            pieces[piece].thing
            for at, cell in enumerate(self.setting.layout.cells)
            if cell.kind == "zone"
            for piece in cells[at]
            if piece >= 0
        )
        for piece in pieces:
            if lying[piece.thing] != 1:
                name = f"{piece.kind} {piece.label!r}"
                message = f"expected {name} once, found it {lying[piece.thing]} times"
                raise PositionError(message)

    # ---- beginning and log ---------------------------------------------------------------------
    def _origin(self) -> Origin:
        origin = _mapping(self._top("origin"), "origin")
        deal = origin.get("deal")
        dealt = (
            None
            if deal is None
            else {
                zone: tuple(_str(label, "a dealt piece") for label in _list(labels, "a deal"))
                for zone, labels in _mapping(deal, "a deal").items()
            }
        )
        seed = _int(_get(origin, "seed", "origin"), "the seed", low=-_WORD, high=_WORD)
        game = _int(_get(origin, "game", "origin"), "the game", low=-_WORD, high=_WORD)
        names = _list(_get(origin, "names", "origin"), "names")
        return Origin(seed, game, dealt, tuple(_str(name, "a name") for name in names))

    def _log(self) -> Log:
        events = tuple(self._events())
        return EMPTY_LOG.followed_by(events)

    def _events(self) -> Iterator[Event]:
        for entry in _list(self.data.get("log", []), "log"):
            event = _mapping(entry, "an event")
            seat, knowers = event.get("seat"), event.get("knowers")
            yield Event(
                _str(_get(event, "kind", "an event"), "the kind of an event"),
                _str(_get(event, "path", "an event"), "the path of an event"),
                None if seat is None else self._seat(seat),
                _tupled(_mapping(event.get("data", {}), "an event's data")),
                _tupled(_mapping(event.get("secret", {}), "an event's secret")),
                None
                if knowers is None
                else tuple(self._seat(each) for each in _list(knowers, "who knows an event")),
            )

    def _seat(self, value: object) -> int:
        return _int(value, "a seat", high=self.setting.players)


@frozen
class _Flow:
    """The registers of a saved position."""

    setting: Setting
    flow: Mapping[str, Any]

    def register(self, name: str) -> Any:
        """One register, checked."""
        value = _get(self.flow, name, "flow")
        ends = len(self.setting.model.ends)
        match name:
            case "mover":
                return _int(value, name, high=self.setting.players)
            case "over":
                return _int(value, name, high=2 * ends + 2)
            case "owed":
                return tuple(self._action(each) for each in _list(value, name))
            case "ends":
                rounds = tuple(_int(each, name) for each in _list(value, name))
                _expect("the number of ends", ends, len(rounds))
                return rounds
            case "stack":
                return tuple(self._frame(each) for each in _list(value, name))
        return _int(value, name)

    def _action(self, value: object) -> int:
        names = [action.name for action in self.setting.model.actions]
        if value not in names:
            message = f"expected an action that is owed, found {_short(value)}"
            raise PositionError(message)
        return names.index(str(value))

    def _frame(self, value: object) -> tuple[int, int, tuple[Any, ...]]:
        frame = _mapping(value, "a frame")
        numbers = self.setting.engine.program.routine_numbers()
        code = _str(_get(frame, "code", "a frame"), "the code of a frame")
        if code not in numbers:
            message = f"expected code of this game, found {code!r}"
            raise PositionError(message)
        routine = self.setting.engine.program.routines[numbers[code]]
        at = _int(
            _get(frame, "next", code), f"the next step of {code}", high=len(routine.steps) + 1
        )
        variables = _list(_get(frame, "variables", code), f"the variables of {code}")
        _expect(f"the number of variables of {code}", routine.slots, len(variables))
        held = zip(routine.variables, variables, strict=True)
        return numbers[code], at, tuple(self._variable(kind, each) for kind, each in held)

    def _variable(self, held: str | None, value: Any) -> Any:
        if held is None or value is None:
            return None
        if held.startswith("list of "):
            item = held.removeprefix("list of ")
            return tuple(self._variable(item, each) for each in _list(value, f"a {held}"))
        match held:
            case "token":
                return self._token(value)
            case "tokens":
                return tuple(self._token(each) for each in _list(value, "tokens"))
            case "piece":
                return self._piece(value)
            case "payment":
                return tuple(_int(each, "a payment") for each in _list(value, "a payment"))
            case "player":
                return _int(value, "a player", high=self.setting.players)
        return _int(value, "a number", low=-_MOST)

    def _token(self, value: object) -> int:
        names = self.setting.model.token_names()
        if value not in names:
            message = f"expected a token of this game, found {_short(value)}"
            raise PositionError(message)
        return names.index(str(value))

    def _piece(self, value: object) -> int:
        kind, _, label = _str(value, "a piece").partition(":")
        number = self.setting.numbers.get((kind, label))
        if number is None:
            message = f"expected a piece of this game, found {_short(value)}"
            raise PositionError(message)
        return number


def _tupled(value: Any) -> Any:
    """Lists as tuples, all the way down."""
    if isinstance(value, list):
        return tuple(_tupled(each) for each in value)
    if isinstance(value, dict):
        return {key: _tupled(each) for key, each in value.items()}
    return value
