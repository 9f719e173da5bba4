"""Results on disk as JSON lines: the settings first, then a line for each game that has been played.

A program that is killed leaves at most its last line unfinished, which is cut off when the file is opened again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Final

from attrs import asdict, define, field

from splendor_dsl.arena.matches import Failure, Match, Pairing, Result
from splendor_dsl.game.runs import KINDS, GameResult

FORMAT: Final = 1
_KEY: Final = "splendor_results"
_NUMBERS: Final = ("turns", "rounds", "decisions")
_MALFORMED: Final = (
    ValueError,
    TypeError,
    KeyError,
    IndexError,
    AttributeError,
    RecursionError,
)


class ResultsFileError(ValueError):
    """A file that holds other things than results of these settings."""


@define
class ResultsFile:
    """An open file of results; `done` has those that it held when it was opened."""

    _stream: BinaryIO = field(repr=False)
    _pairings: Sequence[Pairing]
    done: Mapping[Match, Result] = field(repr=False)

    def add(self, result: Result) -> None:
        """Write a result, so that the end of this program can't lose it."""
        line = {"pairing": self._pairings.index(result.match.pairing), **_to_data(result)}
        self._stream.write(_line(line))
        self._stream.flush()

    def close(self) -> None:
        """Close the file."""
        self._stream.close()


def open_results(
    path: Path, settings: Mapping[str, Any], pairings: Sequence[Pairing], seed: int
) -> ResultsFile:
    """Open the results of some settings, or begin them; raise ResultsFileError if the file holds anything else."""
    stream = path.open("a+b")
    try:
        _lock(stream)
        done = _go_on(stream, _line({_KEY: FORMAT, **settings}), pairings, seed)
    except BaseException:
        stream.close()
        raise
    return ResultsFile(stream, pairings, done)


def _lock(stream: BinaryIO) -> None:
    """Keep other programs from writing to the file, where the system can do that."""
    try:
        import fcntl  # noqa: PLC0415  # not there on all systems
    except ImportError:
        return
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        message = "another program is writing to it"
        raise ResultsFileError(message) from error
    except OSError:
        return  # a network folder may have no locks


def _go_on(
    stream: BinaryIO, head: bytes, pairings: Sequence[Pairing], seed: int
) -> Mapping[Match, Result]:
    """Return the results that a file holds; cut off an unfinished line at its end, and begin it if it is empty."""
    stream.seek(0)
    held = stream.read()
    whole = held[: held.rfind(b"\n") + 1]
    if not whole and not head.startswith(held):
        message = "it holds something that is no results"
        raise ResultsFileError(message)
    first, *lines = whole.splitlines() or [head]
    _require_settings(first, json.loads(head))
    done = dict(_read(lines, pairings, seed))
    stream.truncate(len(whole))
    if not whole:
        stream.write(head)
        stream.flush()
    return done


def _line(data: Mapping[str, Any]) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode("ascii") + b"\n"


def _require_settings(line: bytes, settings: Mapping[str, Any]) -> None:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or _KEY not in found:
        message = "it holds something that is no results"
        raise ResultsFileError(message)
    for name in dict.fromkeys((*settings, *found)):
        here, there = settings.get(name), found.get(name)
        if here != there:
            message = f"its {name} is {json.dumps(there)}, expected {json.dumps(here)}"
            raise ResultsFileError(message)


# ---- single results ----------------------------------------------------------------------------
def _to_data(result: Result) -> dict[str, Any]:
    failure = None if result.failure is None else asdict(result.failure)
    match = {"deal": result.match.deal, "seating": result.match.seating}
    return {**match, **asdict(result.game), "failure": failure}


def _read(
    lines: Sequence[bytes], pairings: Sequence[Pairing], seed: int
) -> Iterator[tuple[Match, Result]]:
    for number, line in enumerate(lines, 2):
        try:
            found = _from_data(json.loads(line), pairings, seed)
        except _MALFORMED as error:
            message = f"its line {number} is no result of a game"
            raise ResultsFileError(message) from error
        yield found.match, found


def _from_data(data: Mapping[str, Any], pairings: Sequence[Pairing], seed: int) -> Result:
    """Return the result that a line holds; raise one of several errors if it holds none."""
    pairing = pairings[_whole(data["pairing"], len(pairings))]
    seating = _whole(data["seating"], len(pairing.seatings))
    match = Match(pairing=pairing, seed=seed, deal=_whole(data["deal"]), seating=seating)
    players = len(pairing.bots)
    places = tuple(_whole(place, players + 1) for place in data["places"])
    values = {str(name): tuple(map(int, seats)) for name, seats in data["values"].items()}
    if any(len(each) != players for each in (places, *values.values())):
        message = "expected a number for each seat"
        raise ValueError(message)
    kind = KINDS[KINDS.index(data["kind"])]
    end = None if data["end"] is None else str(data["end"])
    numbers = {name: _whole(data[name]) for name in _NUMBERS}
    given = data["failure"]
    failure = None
    if given is not None:
        seat = _whole(given["seat"], players)
        failure = Failure(bot=match.bots[seat], seat=seat, reason=str(given["reason"]))
    game = GameResult(kind=kind, end=end, places=places, values=values, **numbers)
    return Result(match=match, game=game, failure=failure)


def _whole(number: object, below: int | None = None) -> int:
    """Return a whole number from 0; raise ValueError for anything else."""
    if type(number) is not int or number < 0 or (below is not None and number >= below):
        message = f"expected a whole number from 0, found {number!r}"
        raise ValueError(message)
    return number
