"""Reports of differences between backends: the decision, the clause, and the values with their surroundings."""

from collections.abc import Iterator, Mapping
from difflib import unified_diff
from itertools import zip_longest
from pathlib import Path
from typing import Any

from attrs import asdict, frozen

from splendor_dsl.game.game import Game
from splendor_dsl.game.state import State
from splendor_dsl.ir.events import Event
from splendor_dsl.position import log

AROUND = 2  # lines before and after what differs
LAST_MOVES = 3
MANY = 8  # pieces of a zone that are shown a line each


class DifferenceError(AssertionError):
    """A backend that does not agree with the interpreter."""


@frozen
class Place:
    """A moment of a game: the position on the interpreter, and who differs there."""

    game: Game
    backend: str
    state: State


def told(place: Place, title: str, values: tuple[Any, Any], found: State) -> str:
    """A difference in words: the first of its game, as the judge stops there."""
    state = place.state
    origin, moves = state.origin, [str(move) for move in state.played]
    table = f"{place.game.name}, {state.players} players, game {origin.game} of seed {origin.seed}"
    lines = [
        f"{table}: after {len(moves)} moves {place.backend} differs from the interpreter in {title}",
        f"the last moves: {', '.join(moves[-LAST_MOVES:]) or 'none'}",
        *_clauses(place, found),
    ]
    shown = _unlike(place, _position(state), _position(found))
    # Where the positions tell it, they tell it best.
    return "\n".join([*lines, *(shown or _unlike(place, _lines(values[0]), _lines(values[1])))])


def _unlike(place: Place, expected: list[str], found: list[str]) -> list[str]:
    """The lines that differ, with those around them."""
    names = ("interpreter", place.backend)
    lines = unified_diff(expected, found, *names, n=AROUND, lineterm="")
    return ["..." if line.startswith("@@") else line for line in lines]


def happened(state: State) -> tuple[Event, ...]:
    """Return the events of the last move, or of the setup before any."""
    last = state._played
    return state._log.events if last is None else tuple(log.events_of(last, state._replay_events))


def _clauses(place: Place, found: State) -> Iterator[str]:
    """The clauses that the last move ran, the one that asked for it first; and the one whose moves are not the same."""
    paths = dict.fromkeys(event.path for event in happened(place.state))
    for number, path in enumerate(paths):
        yield f"{'  then' if number else 'the clause'}: {path}{_at(place, path)}"
    pairs = zip_longest(_asking(place.state), _asking(found), fillvalue=("", ""))
    unlike = next((pair for pair in pairs if pair[0] != pair[1]), ())
    for path in dict.fromkeys(path for _, path in unlike if path):
        yield f"the moves of {path}{_at(place, path)} are not the same"


def _at(place: Place, path: str) -> str:
    """Return the place of a clause, if it has one."""
    where = place.game.model.places.get(path)
    return "" if where is None else f" ({Path(where.span.source.name).name}:{where.span.line})"


def _asking(state: State) -> Iterator[tuple[str, str]]:
    """Each move, and the clause that offers it."""
    engine, seat = state.for_players.engine, state.to_move or 0
    for move, option in zip(state.moves, state._current_options(), strict=True):
        chosen = (
            state._move_runner.runner.option(option, seat) if isinstance(option, int) else option
        )
        yield str(move), engine.program.decisions[chosen[0]].where.path


def _position(state: State) -> list[str]:
    """A position as a reader sees it, a line a thing; of long zones a line a piece."""
    saved = state.to_dict()
    lines = [line for cell in saved["cells"] for line in _cell(cell)]
    lines += [line for name, value in saved["flow"].items() for line in _flow(state, name, value)]
    to_move = "nobody" if state.to_move is None else f"player {state.to_move + 1}"
    lines += [f"words of chance drawn: {saved['chance']['drawn']}", f"to move: {to_move}"]
    return [*lines, *(f"may: {move}" for move in state.moves)]


def _flow(state: State, name: str, value: Any) -> Iterator[str]:
    match name:
        case "ends":
            for end, since in zip(state.for_players.model.ends, value, strict=True):
                yield f"end {end.name}: {f'since round {since}' if since else 'not yet'}"
        case "stack":
            for frame in value:
                held = ", ".join(str(each) for each in frame["variables"])
                yield f"under way: {frame['code']}, step {frame['next']}, with {held}"
        case _:
            yield f"{name}: {value}"


def _cell(cell: dict[str, Any]) -> list[str]:
    (what,) = cell.keys() & {"pile", "zone", "counter", "marker"}
    part = f" {cell['part']}" if "part" in cell else ""
    owner = f" of player {cell['seat'] + 1}" if "seat" in cell else ""
    title = f"{cell[what]}{part}{owner}"
    if what == "pile":
        held = (f"{count} {token}" for token, count in cell["tokens"].items() if count)
        return [f"{title}: {', '.join(held) or 'nothing'}"]
    if what != "zone":
        return [f"{title}: {cell.get('holder', cell.get('value'))}"]
    pieces = [piece or "empty" for piece in cell["pieces"]]
    if "known" in cell:
        marks = ("nobody", "its owner", "all")
        pieces = [
            f"{piece} (known to {marks[mark]})"
            for piece, mark in zip(pieces, cell["known"], strict=True)
        ]
    if len(pieces) > MANY:
        return [f"{title}: {len(pieces)} pieces", *(f"{title}: {piece}" for piece in pieces)]
    return [f"{title}: {', '.join(pieces) or 'nothing'}"]


def _lines(value: Any) -> list[str]:
    """Any value, a line a part of it."""
    if isinstance(value, Mapping):
        return [
            f"{key}: {line}" if at == 0 else f"  {line}"
            for key, part in value.items()
            for at, line in enumerate(_lines(part) or ["nothing"])
        ]
    if isinstance(value, tuple | list):
        return [" ".join(_lines(part)) for part in value]
    if hasattr(type(value), "__attrs_attrs__"):
        return [" ".join(f"{name}={part!r}" for name, part in asdict(value).items())]
    return [str(value)]
