"""A saved game as data: its beginning, its rules as texts, its moves."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final, Literal

from attrs import asdict, field, frozen

from splendor_dsl.records.record import UNFINISHED

RuleFileKind = Literal["rules", "base", "mechanic"]
KINDS: Final[tuple[RuleFileKind, ...]] = ("rules", "base", "mechanic")


@frozen(kw_only=True)
class RuleFile:
    """The text of one rule file, with the texts of the tables that it names."""

    kind: RuleFileKind  # the file that was played, one that it extends, or that of a mechanic
    name: str
    text: str = field(repr=False)
    tables: Mapping[str, str] = field(factory=dict, repr=False)


@frozen(kw_only=True)
class UsedPlugin:
    """A plugin that brought a mechanic or a bot of a game; version and package are empty for a plain module."""

    name: str
    package: str = ""
    version: str = ""


@frozen(kw_only=True)
class SavedMove:
    """A move in notation, with the hash of the position after it and the drawn words of each bot's stream."""

    move: str
    seat: int
    position: int
    drawn: Mapping[int, int] = field(factory=dict)


@frozen(kw_only=True)
class Note:
    """Something that happened beside the moves, such as moves that were taken back, after a number of moves."""

    after: int
    kind: str
    text: str


@frozen(kw_only=True)
class Beginning:
    """The facts of a game that were settled when it began.

    `name` is the name under which its rules are found, a bundled game or an absolute path; `rules` is their hash; `run`
    is the number of the game in a run of its seed; `seats` says who takes each seat, a person or which bot.
    """

    name: str
    title: str
    rules: str
    settings: Mapping[str, int] = field(factory=dict)
    players: tuple[str, ...]
    seats: tuple[str, ...]
    seed: int
    run: int = 0
    deal: Mapping[str, Any] | None = None
    plugins: tuple[UsedPlugin, ...] = ()
    version: str


@frozen(kw_only=True)
class Save:
    """A saved game. Its number is 0 until it is in a store."""

    number: int = 0
    beginning: Beginning
    files: tuple[RuleFile, ...] = field(repr=False)
    moves: tuple[SavedMove, ...] = field(default=(), repr=False)
    notes: tuple[Note, ...] = field(default=(), repr=False)
    result: str = UNFINISHED

    @property
    def finished(self) -> bool:
        """Return whether the game was played to its end."""
        return self.result != UNFINISHED

    @property
    def files_text(self) -> str:
        """The rule files as JSON."""
        return files_to_text(self.files)

    @property
    def digest(self) -> str:
        """A hash of the rule files, under which games by the same rules share them."""
        return sha256(self.files_text.encode()).hexdigest()


@frozen(kw_only=True)
class SaveSummary:
    """One line of the list of games; times are in UTC."""

    number: int
    beginning: Beginning
    moves: int
    result: str
    undone: int  # how often moves were taken back
    begun: str
    changed: str
    in_use: bool  # by a running program

    @property
    def finished(self) -> bool:
        """Return whether the game was played to its end."""
        return self.result != UNFINISHED


# ---- as text -----------------------------------------------------------------------------------
def beginning_to_text(beginning: Beginning) -> str:
    """Return a beginning as JSON."""
    return json.dumps(asdict(beginning), ensure_ascii=False)


def beginning_from_text(text: str) -> Beginning:
    """Return the beginning in a text; raise ValueError, KeyError or TypeError if there is none."""
    data = _object(json.loads(text))
    plugins = [_object(each) for each in _list(data["plugins"])]
    return Beginning(
        name=_text(data["name"]),
        title=_text(data["title"]),
        rules=_text(data["rules"]),
        settings={name: _whole(value) for name, value in _object(data["settings"]).items()},
        players=tuple(map(_text, _list(data["players"]))),
        seats=tuple(map(_text, _list(data["seats"]))),
        seed=_whole(data["seed"]),
        run=_whole(data["run"]),
        deal=None if data["deal"] is None else _object(data["deal"]),
        plugins=tuple(UsedPlugin(**{k: _text(v) for k, v in each.items()}) for each in plugins),
        version=_text(data["version"]),
    )


def files_to_text(files: tuple[RuleFile, ...]) -> str:
    """Return rule files as JSON."""
    return json.dumps([asdict(each) for each in files], ensure_ascii=False)


def files_from_text(text: str) -> tuple[RuleFile, ...]:
    """Return the rule files in a text; raise ValueError, KeyError or TypeError if there are none."""
    return tuple(_rule_file(_object(each)) for each in _list(json.loads(text)))


def _rule_file(data: dict[str, Any]) -> RuleFile:
    kind = next((each for each in KINDS if each == data["kind"]), None)
    if kind is None:
        message = f"expected one of {', '.join(KINDS)}, found {data['kind']!r}"
        raise ValueError(message)
    tables = {name: _text(table) for name, table in _object(data["tables"]).items()}
    return RuleFile(kind=kind, name=_text(data["name"]), text=_text(data["text"]), tables=tables)


def drawn_to_text(drawn: Mapping[int, int]) -> str:
    """Return the drawn words by seat as text: `1:20 2:0`."""
    return " ".join(f"{seat}:{words}" for seat, words in sorted(drawn.items()))


def drawn_from_text(text: str) -> dict[int, int]:
    """Return the drawn words in a text; raise ValueError if it is no such text."""
    pairs = (each.split(":") for each in text.split())
    return {int(seat): int(words) for seat, words in pairs}


def _text(value: object) -> str:
    if not isinstance(value, str):
        message = f"expected a text, found {type(value).__name__}"
        raise TypeError(message)
    return value


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        message = f"expected a whole number, found {type(value).__name__}"
        raise TypeError(message)
    return value


def _list(value: object) -> list[Any]:
    if not isinstance(value, list):
        message = f"expected a list, found {type(value).__name__}"
        raise TypeError(message)
    return value


def _object(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        message = f"expected an object, found {type(value).__name__}"
        raise TypeError(message)
    return value
