"""Records as text, for users of the package: faults are exceptions here."""

from __future__ import annotations

from collections.abc import Sequence

from splendor_dsl.diagnostics import Problem
from splendor_dsl.game.game import Game
from splendor_dsl.game.state import State
from splendor_dsl.loading import FaultyError
from splendor_dsl.position.plain_data import names_from, require_kind
from splendor_dsl.records.parser import read_record
from splendor_dsl.records.problems import NoRecord
from splendor_dsl.records.record import Record, to_text
from splendor_dsl.records.replay import NotRecordedError, record_of, replay
from splendor_dsl.rule_files import begins_as_record
from splendor_dsl.source import source_from_text
from splendor_dsl.syntax.wording import shortened

__all__ = ["NotRecordedError", "RecordError", "from_record", "to_record"]


class RecordError(FaultyError):
    """A text that is no record, or a record that can't be replayed."""


def to_record(game: Game, state: State, *, name: str = "", seats: Sequence[str] = ()) -> str:
    """Return the game that led to a position, as the text of a record.

    `name` is the name under which its rules are found, if that is not the game's own name; `seats` names who took each
    seat: "human", or the name of a bot.
    """
    require_kind(isinstance(game, Game), "a game", game)
    require_kind(isinstance(state, State), "a state", state)
    require_kind(isinstance(name, str), "the name of a game", name)
    seats = names_from(seats, "seats")
    text = to_text(record_of(game, state, name=name, seats=seats))
    record = read_record(source_from_text("record", text))
    if not isinstance(record, Record):  # as with fewer seats than players
        raise NotRecordedError("; ".join(problem.message() for problem in record))
    return text


def from_record(game: Game, text: str) -> State:
    """Return the position that a record leads to."""
    require_kind(isinstance(game, Game), "a game", game)
    require_kind(isinstance(text, str), "the text of a record", text)
    if not begins_as_record(text):
        raise RecordError([NoRecord(name=shortened(text))])
    record = read_record(source_from_text("record", text))
    if not isinstance(record, Record):
        raise RecordError(record)
    done = replay(record, game)
    if done.problem is not None or done.state is None:
        found: tuple[Problem, ...] = () if done.problem is None else (done.problem,)
        raise RecordError(found)
    return done.state
