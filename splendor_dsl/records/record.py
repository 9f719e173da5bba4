"""The record of a game, and its text: headers, one line for each turn, and the number of moves.

A line begins with the number of its first move.

[game "orchard"]
[rules "0f3a5b7c9d1e2f4a6b8c0d1e"]
[positions "9d01 77ab 02c4 5e1f"]
[players "Ann, Bob"]
[seats "human, greedy"]
[seed "7"]
[result "Ann > Bob"]

1 Ann: take apple pear plum
2 Bob: buy 1-3; pay 1 nut for apple
4 Ann: reserve 2-1

4 moves
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from attrs import field, frozen

from splendor_dsl.diagnostics import Problem
from splendor_dsl.records.problems import RecordName
from splendor_dsl.span import Span

TAGS: Final = (
    "game", "rules", "clauses", "positions", "players", "seats", "seed", "number", "deal", "set",
    "result",
)  # fmt: skip
UNFINISHED: Final = "unfinished"
NOBODY: Final = "nobody"
_CLAUSE: Final = re.compile(r"(\w+(?:\.\w+)*)(?:=([0-9a-f]{4}(?::(?:[0-9a-f]{4})+)?))?")
_POSITIONS: Final = re.compile(r"[0-9a-f]{4}(?: [0-9a-f]{4})*")
_BEGINS: Final = re.compile(rf'(?:\xef\xbb\xbf)?\s*\[(?:{"|".join(TAGS)})\s+"'.encode("latin-1"))
_NAME: Final = re.compile(r"[\w\-.'](?:[\w\-.' ]{0,38}[\w\-.'])?")


@frozen(kw_only=True)
class RecordedMove:
    """A move as it was written."""

    text: str
    span: Span | None = field(default=None, eq=False, repr=False)


@frozen(kw_only=True)
class RecordedTurn:
    """Consecutive decisions of one player, in one line."""

    player: str
    moves: tuple[RecordedMove, ...]
    span: Span | None = field(default=None, eq=False, repr=False)


@frozen(kw_only=True)
class Record:
    """A game that was played: its start, the decisions, and the result.

    `game` is the name under which its rules are found; `number` is the number of the game in a run of its seed; `seats`
    says who takes each seat, a person or which bot, if known; `clauses` has a short hash of each clause of the rules,
    and `positions` one of the first position and one of the position after each move.
    """

    game: str
    rules: str
    clauses: Mapping[str, str] = field(factory=dict)
    positions: tuple[str, ...] = ()
    players: tuple[str, ...]
    seats: tuple[str, ...] = ()
    seed: int | None
    number: int = 0
    deal: Mapping[str, Any] | None
    settings: Mapping[str, int]
    result: str
    turns: tuple[RecordedTurn, ...]
    spans: Mapping[str, Span] = field(factory=dict, eq=False, repr=False)

    @property
    def count(self) -> int:
        """The number of moves."""
        return sum(len(turn.moves) for turn in self.turns)


def name_problems(names: Iterable[str]) -> Iterator[Problem]:
    """Return the problems of names that a record can't hold."""
    return (RecordName(name=name) for name in names if not is_name(name))


def is_name(name: str) -> bool:
    """Return whether a record can hold a text as a player's name."""
    return _NAME.fullmatch(name) is not None


def result_text(kind: str, ranking: Sequence[Sequence[int]], names: Sequence[str]) -> str:
    """Return the ranking: `Ann > Bob = Cid`; `nobody: ...` if no one has won."""
    if kind == UNFINISHED:
        return UNFINISHED
    groups = " > ".join(" = ".join(names[seat] for seat in group) for group in ranking)
    return f"{NOBODY}: {groups}" if kind == NOBODY else groups


def clauses_text(clauses: Mapping[str, str]) -> str:
    """Return the hashes of clauses, one section after the other: `limits=c3d4 hand=77aa; setup=01f2 fill=90ab`."""
    sections: dict[str, list[str]] = {}
    for path, digest in clauses.items():
        section, _, name = path.partition(".")
        words = sections.setdefault(section, [section])
        if name:
            words.append(f"{name}={digest}")
        else:
            words[0] = f"{section}={digest}"
    return "; ".join(" ".join(words) for words in sections.values())


def read_clauses(text: str) -> dict[str, str] | None:
    """Return the hashes in a text; none if it is no such text."""
    found: dict[str, str] = {}
    for section in text.split(";"):
        head, *others = section.split() or [""]
        words = [_CLAUSE.fullmatch(word) for word in (head, *others)]
        if any(word is None or (word[2] is None and at) for at, word in enumerate(words)):
            return None
        if "." in head.partition("=")[0]:
            return None
        for at, word in enumerate(words):
            if word is not None and word[2] is not None:
                path = f"{head.partition('=')[0]}.{word[1]}" if at else word[1]
                found[path] = word[2]
    return found


def read_positions(text: str) -> tuple[str, ...] | None:
    """Return the hashes of positions in a text; none if it is no such text."""
    return tuple(text.split()) if _POSITIONS.fullmatch(text) else None


def is_record(content: bytes) -> bool:
    """Return whether a file begins as a record does; other files that begin with a bracket do not."""
    return _BEGINS.match(content) is not None


def to_text(record: Record) -> str:
    """Return the record as text."""
    lines = [f"[{name} {json.dumps(value, ensure_ascii=False)}]" for name, value in _tags(record)]
    lines.append("")
    number = 1
    for turn in record.turns:
        lines.append(f"{number} {turn.player}: {'; '.join(move.text for move in turn.moves)}")
        number += len(turn.moves)
    return "\n".join([*lines, "", f"{record.count} moves", ""])


def _tags(record: Record) -> Iterator[tuple[str, str]]:
    yield "game", record.game
    yield "rules", record.rules
    if record.clauses:
        yield "clauses", clauses_text(record.clauses)
    if record.positions:
        yield "positions", " ".join(record.positions)
    yield "players", ", ".join(record.players)
    if record.seats:
        yield "seats", ", ".join(record.seats)
    if record.seed is not None:
        yield "seed", str(record.seed)
    if record.number:
        yield "number", str(record.number)
    if record.deal is not None:
        yield "deal", json.dumps(record.deal, ensure_ascii=False)
    for name, value in record.settings.items():
        yield "set", f"{name}={value}"
    yield "result", record.result


def turns_of(moves: Iterable[tuple[str, str, object]]) -> tuple[RecordedTurn, ...]:
    """Return the turns for moves, each given with its player and the turn it was made in."""
    turns: list[RecordedTurn] = []
    last: tuple[str, object] | None = None
    for text, player, turn in moves:
        move = RecordedMove(text=text)
        if turns and last == (player, turn):
            move_list = (*turns[-1].moves, move)
            turns[-1] = RecordedTurn(player=player, moves=move_list)
        else:
            turns.append(RecordedTurn(player=player, moves=(move,)))
        last = player, turn
    return tuple(turns)
