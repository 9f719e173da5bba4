"""The parser of records: text to a `Record`, or to all faults in it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final, TypeVar

from attrs import define, field

from splendor_dsl.checks.grouping import first_of_each, gathered
from splendor_dsl.diagnostics import Problem, sort_problems
from splendor_dsl.hidden import HIDDEN
from splendor_dsl.identifiers import look_alikes, normalised
from splendor_dsl.position.plain_data import WORD, read_alike
from splendor_dsl.records.problems import (
    RecordCount,
    RecordCut,
    RecordLine,
    RecordOrder,
    RecordTag,
    RecordTagMissing,
)
from splendor_dsl.records.record import (
    TAGS,
    Record,
    RecordedMove,
    RecordedTurn,
    is_name,
    read_clauses,
    read_positions,
)
from splendor_dsl.source import Source, hidden_characters
from splendor_dsl.span import Span
from splendor_dsl.spelling import nearest

Hashes = TypeVar("Hashes")
_HEADER: Final = re.compile(r'\[\s*(\w+)\s+("(?:[^"\\]|\\.)*")\s*\]')
_TURN: Final = re.compile(r"([0-9]{1,9}) ([^:]+): (\S.*)")
_END: Final = re.compile(r"([0-9]{1,9}) moves")
_SETTING: Final = re.compile(r"(\w{1,64})=(-?[0-9]{1,18})")
_SEED: Final = re.compile(r"-?[0-9]{1,20}")
_HASHES: Final = {
    "clauses": "the hashes of clauses, such as 'limits=c3d4 actions=77aa; setup=01f2'",
    "positions": "the hashes of positions, such as '9d01 77ab 02c4'",
}
_SHOWN: Final = 60


def read_record(source: Source) -> Record | tuple[Problem, ...]:
    """Return the record in a text, or its problems; nothing in the text is ignored."""
    hidden = hidden_characters(source)
    if hidden:
        return hidden
    reader = _Reader(source=source)
    reader.read()
    if reader.problems:
        return tuple(first_of_each(gathered(sort_problems(reader.problems), key=_same_fault)))
    return reader.record()


@define(kw_only=True)
class _Reader:
    """The state of a parse."""

    source: Source
    problems: list[Problem] = field(factory=list)
    tags: dict[str, str] = field(factory=dict)
    spans: dict[str, Span] = field(factory=dict)
    settings: dict[str, int] = field(factory=dict)
    deal: dict[str, Any] | None = None
    clauses: dict[str, str] = field(factory=dict)
    positions: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()
    next: int = 1  # the number of the move that the next line begins with
    turns: list[RecordedTurn] = field(factory=list)
    closed: Span | None = None
    stated_count: int = 0

    def read(self) -> None:
        lines = [(span, span.text) for span in _lines(self.source) if span.text.strip()]
        last = len(lines) - 1
        for number, (span, text) in enumerate(lines):
            if _END.fullmatch(text) or number < last:
                self._line(span, text)
            else:  # no closing line: the record was cut, so one problem is enough
                self._cut_line(span, text)
        self._check_whole()

    def record(self) -> Record:
        tags = self.tags
        return Record(
            game=tags["game"],
            rules=tags["rules"],
            clauses=self.clauses,
            positions=self.positions,
            players=self.players,
            seats=self.seats,
            seed=int(tags["seed"]) if "seed" in tags else None,
            number=int(tags.get("number", 0)),
            deal=self.deal,
            settings=self.settings,
            result=tags["result"],
            turns=tuple(self.turns),
            spans=self.spans,
        )

    # ---- lines -------------------------------------------------------------------------------
    def _line(self, span: Span, text: str) -> None:
        header, turn, end = _HEADER.fullmatch(text), _TURN.fullmatch(text), _END.fullmatch(text)
        if self.closed is not None:
            self._line_problem(span, "nothing after the closing line", text)
        elif header and not self.turns:
            self._header(span, header)
        elif turn:
            self._turn(span, turn)
        elif end:
            self.closed, self.stated_count = span, int(end[1])
        else:
            self._line_problem(span, self._expected(), text)

    def _cut_line(self, span: Span, text: str) -> None:
        """Parse the last line if it is not the closing one: it counts only if it is whole."""
        if self.closed is not None or _HEADER.fullmatch(text) or _TURN.fullmatch(text):
            self._line(span, text)

    def _expected(self) -> str:
        if self.turns:
            return "a turn such as '1 Ann: pass', or the closing line such as '57 moves'"
        return "a header such as '[seed \"7\"]' or a turn such as '1 Ann: pass'"

    def _line_problem(self, span: Span, expected: str, text: str) -> None:
        self.problems.append(RecordLine(expected=expected, found=_short(text), span=span))

    # ---- headers -----------------------------------------------------------------------------
    def _header(self, span: Span, match: re.Match[str]) -> None:
        name, value = match[1], _unquoted(match[2])
        if name not in TAGS:
            near = nearest(name, TAGS)
            self._wrong(span, name, f"one of {', '.join(TAGS)}", name, near)
        elif value is None:
            self._wrong(span, name, "a text in quotes", match[2])
        elif HIDDEN.search(value):  # a hidden character that was written as an escape
            self._wrong(span, name, "text that can be seen", match[2])
        elif name in self.tags and name != "set":
            self._wrong(span, name, "it once", value)
        else:
            self.tags[name], self.spans[name] = value, span
            self._value(span, name, value)

    def _value(self, span: Span, name: str, value: str) -> None:
        if name in {"seed", "number"} and not is_seed(value):
            self._wrong(span, name, "a number", value)
        elif name == "clauses":
            self.clauses = self._hashes(span, name, read_clauses(normalised(value))) or {}
        elif name == "positions":
            self.positions = self._hashes(span, name, read_positions(value)) or ()
        elif name == "players":
            self._names(span, value)
        elif name == "seats":
            self._seats(span, value)
        elif name == "set":
            self._setting(span, value)
        elif name == "deal":
            self._deal(span, value)

    def _hashes(self, span: Span, name: str, found: Hashes | None) -> Hashes | None:
        """Return the hashes from a header; report a problem if there are none."""
        if found is None:
            self._wrong(span, name, _HASHES[name], self.tags[name])
        return found

    def _names(self, span: Span, value: str) -> None:
        names = tuple(normalised(name.strip()) for name in value.split(","))
        if not all(is_name(name) for name in names) or len(set(names)) < len(names):
            self._wrong(span, "players", "different names with commas between them", value)
        elif any(read_alike(names)):
            self._wrong(
                span,
                "players",
                "names that are read differently in moves, with commas between",
                value,
            )
        elif any(look_alikes(names)):
            self._wrong(span, "players", "names that look different, with commas between", value)
        else:
            self.players = names

    def _seats(self, span: Span, value: str) -> None:
        self.seats = tuple(seat.strip() for seat in value.split(","))
        if not all(self.seats):
            self._wrong(span, "seats", "'human' or a bot for each seat, with commas", value)

    def _setting(self, span: Span, value: str) -> None:
        match = _SETTING.fullmatch(normalised(value))
        if match is None or match[1] in self.settings:
            self._wrong(span, "set", "one setting a parameter, such as 'target=10'", value)
        else:
            self.settings[match[1]] = int(match[2])

    def _deal(self, span: Span, value: str) -> None:
        try:
            deal = json.loads(value)
        except (ValueError, RecursionError):
            deal = None
        if isinstance(deal, dict) and all(_is_dealt(part) for part in deal.values()):
            self.deal = deal
        else:
            self._wrong(span, "deal", "an object in JSON with a list of labels a zone", value)

    def _wrong(
        self, span: Span, name: str, expected: str, found: str, near: str | None = None
    ) -> None:
        problem = RecordTag(name=name, expected=expected, found=_short(found), near=near, span=span)
        self.problems.append(problem)

    # ---- turns -------------------------------------------------------------------------------
    def _turn(self, span: Span, match: re.Match[str]) -> None:
        number, player = int(match[1]), normalised(match[2])
        if number != self.next:
            self._order(span, f"a line that begins with move {self.next}", match[1])
        if self.players and player not in self.players:
            self._order(span, f"one of {', '.join(self.players)}", player)
        moves = tuple(_moves(self.source, span.start + match.start(3), match[3]))
        if not all(move.text for move in moves):
            self._order(span, "a move on either side of each ';'", _short(match[3]))
        self.turns.append(RecordedTurn(player=player, moves=moves, span=span))
        self.next = number + sum(
            bool(move.text) for move in moves
        )  # after a lost line, the next lines count on from here

    def _order(self, span: Span, expected: str, found: str) -> None:
        self.problems.append(RecordOrder(expected=expected, found=found, span=span))

    # ---- the whole ---------------------------------------------------------------------------
    def _check_whole(self) -> None:
        found = sum(len(turn.moves) for turn in self.turns)
        end = Span(self.source, len(self.source.text), len(self.source.text))
        if self.closed is None:
            # Anything else that is missing may have been in the lost part.
            self.problems.append(RecordCut(moves=found, span=end))
            return
        if not any(isinstance(each, RecordOrder) for each in self.problems):
            self._check_count(found, self.closed)  # otherwise a lost line explains the difference
        if self.seats and self.players and len(self.seats) != len(self.players):
            expected = f"one for each of the {len(self.players)} players"
            self._wrong(self.spans["seats"], "seats", expected, self.tags["seats"])
        for name in ("game", "rules", "players", "result"):
            if name not in self.tags and not self._named(name):
                self._missing(name)
        if not {"seed", "deal"} & set(self.tags) and not self._named("seed", "deal"):
            self._missing("seed")

    def _check_count(self, found: int, closed: Span) -> None:
        if self.stated_count != found:
            self.problems.append(RecordCount(said=self.stated_count, found=found, span=closed))
        elif self.positions and len(self.positions) != found + 1:
            expected = f"a hash of the beginning and one after each move, {found + 1} in all"
            number = str(len(self.positions))
            self._wrong(self.spans["positions"], "positions", expected, number)

    def _missing(self, name: str) -> None:
        """Report a missing header where the headers end."""
        start = Span(self.source, 0, 0)
        last = max(self.spans.values(), key=lambda span: span.start, default=start)
        self.problems.append(RecordTagMissing(name=name, span=last))

    def _named(self, *names: str) -> bool:
        """Return whether such a header is present, though it could not be read."""
        tags = [each for each in self.problems if isinstance(each, RecordTag)]
        return any(name in names for each in tags for name in (each.name, each.near))


def _lines(source: Source) -> Iterator[Span]:
    for number, start in enumerate(source.line_starts, 1):
        text = source.line_text(number)
        yield Span(source, start, start + len(text.rstrip()))


def _moves(source: Source, start: int, text: str) -> Iterator[RecordedMove]:
    """Yield the moves of a line, each with its span."""
    for part in text.split(";"):
        begin = start + len(part) - len(part.lstrip())
        move = part.strip()
        yield RecordedMove(text=move, span=Span(source, begin, begin + len(move)))
        start += len(part) + 1


def is_seed(text: str) -> bool:
    """Return whether a text is a number of 64 bits."""
    return _SEED.fullmatch(text) is not None and -WORD < int(text) < WORD


def _same_fault(problem: Problem) -> object:
    """Return a key that is equal for lines with the same fault, whatever their text."""
    if isinstance(problem, RecordLine | RecordOrder):
        return problem.code, problem.expected
    return id(problem)


def _is_dealt(part: object) -> bool:
    if isinstance(part, dict):
        return all(isinstance(each, list) and _is_dealt(each) for each in part.values())
    return isinstance(part, list) and all(isinstance(label, str) for label in part)


def _unquoted(text: str) -> str | None:
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return value if isinstance(value, str) else None


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
