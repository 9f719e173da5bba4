"""The messages of the protocol: those that come from a program, checked, and those that go to it, as plain data."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from attrs import frozen

from splendor_dsl.bots.external.errors import ProgramError
from splendor_dsl.ir.events import Event
from splendor_dsl.notation.moves import Move, Place, Seat
from splendor_dsl.position.plain_data import is_whole, short

VERSION: Final = 1
ALL: Final = "all"  # the seat of a view that shows everything
_HIGHEST: Final = 1 << 53  # up to here every language of programs counts exactly


# ---- from a program ----------------------------------------------------------------------------
@frozen
class Ready:
    """`{"type": "ready"}`: it has started."""


@frozen
class Choose:
    """`{"type": "choose", "option": 3}`: its move, by number or text."""

    option: int | str


@frozen
class DrawSample:
    """`{"type": "sample"}`: a position that fits what it knows."""


@frozen
class AskMoves:
    """`{"type": "moves", "sample": 1}`: the options there."""

    sample: int


@frozen
class PlayMove:
    """`{"type": "play", "sample": 1, "option": 3}`: the position after one of them, as a sample of its own."""

    sample: int
    option: int | str


@frozen
class AskView:
    """`{"type": "view", "sample": 1, "seat": 0}`: the view of a seat; its own by default, or all there is to see."""

    sample: int
    seat: int | str | None


@frozen
class AskOutcome:
    """`{"type": "outcome", "sample": 1}`: whether the game is over there, and how it ended."""

    sample: int


@frozen
class DropSample:
    """`{"type": "drop", "sample": 1}`: a sample that it needs no longer."""

    sample: int


Request = DrawSample | AskMoves | PlayMove | AskView | AskOutcome | DropSample
Answer = Ready | Choose | Request
_Fields = Mapping[str, Any]


def read_answer(line: bytes) -> Answer:
    """Return the message in a line of a program; raise ProgramError if there is none."""
    try:
        found: object = json.loads(line.decode("utf-8"), parse_constant=_no_number)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        message = (
            f"expected a JSON object in a line, found {short(line.decode('utf-8', 'replace'))}"
        )
        raise ProgramError(message)
    kind = found.get("type")
    read = _READERS.get(kind) if isinstance(kind, str) else None
    if read is None:
        message = f"expected a type of message ({', '.join(_READERS)}), found {short(kind)}"
        raise ProgramError(message)
    return read(found)


def _no_number(text: str) -> None:
    raise ValueError(text)


def _sample(fields: _Fields) -> int:
    return _number(fields, "sample")


def _number(fields: _Fields, key: str) -> int:
    found = fields.get(key)
    if not is_whole(found) or not 0 <= found < _HIGHEST:
        message = f"expected a number for {key!r}, found {short(found)}"
        raise ProgramError(message)
    return found


def _option(fields: _Fields) -> int | str:
    found = fields.get("option")
    return found if isinstance(found, str) else _number(fields, "option")


def _seat(fields: _Fields) -> int | str | None:
    found = fields.get("seat")
    return found if found is None or found == ALL else _number(fields, "seat")


_READERS: Final[Mapping[str, Callable[[_Fields], Answer]]] = {
    "ready": lambda _: Ready(),
    "choose": lambda fields: Choose(_option(fields)),
    "sample": lambda _: DrawSample(),
    "moves": lambda fields: AskMoves(_sample(fields)),
    "play": lambda fields: PlayMove(_sample(fields), _option(fields)),
    "view": lambda fields: AskView(_sample(fields), _seat(fields)),
    "outcome": lambda fields: AskOutcome(_sample(fields)),
    "drop": lambda fields: DropSample(_sample(fields)),
}


# ---- to a program ------------------------------------------------------------------------------
def to_line(message: Mapping[str, Any]) -> bytes:
    """Return a message as a line."""
    return json.dumps(message, separators=(",", ":")).encode("ascii")


def options_to_list(moves: Iterable[Move]) -> list[dict[str, Any]]:
    """Return moves as options with their numbers, from 1."""
    return [
        {
            "option": number,
            "text": str(move),
            "kind": move.kind,
            "path": move.path,
            "args": [_argument(each) for each in move.args],
        }
        for number, move in enumerate(moves, 1)
    ]


def _argument(value: Any) -> Any:
    match value:
        case Place(zone=zone, part=part, place=place, owner=owner):
            return {"zone": zone, "part": part, "place": place, "owner": owner}
        case Seat(seat=seat):
            return {"seat": seat}
        case tuple():
            return [_argument(each) for each in value]
    return value


def events_to_list(events: Sequence[Event]) -> list[dict[str, Any]]:
    """Return events of a seat's log as plain data."""
    return [
        {"kind": event.kind, "path": event.path, "seat": event.seat, "data": {**event.data}}
        for event in events
    ]


def chosen(moves: Sequence[Move], option: int | str) -> Move:
    """Return the move with a number or text; raise ProgramError if it is not among the options."""
    if isinstance(option, str):
        found = next((move for move in moves if str(move) == option), None)
    else:
        found = moves[option - 1] if 1 <= option <= len(moves) else None
    if found is None:
        expected = f"a number from 1 to {len(moves)} or the text of an option" if moves else "none"
        message = f"expected {expected} for 'option', found {short(option)}"
        raise ProgramError(message)
    return found
