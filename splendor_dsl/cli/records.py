"""Records on disk: reading one with its game, and writing one."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from attrs import frozen

from splendor_dsl.bundled import bundled_games
from splendor_dsl.cli.endings import Stop
from splendor_dsl.cli.opening import open_extensions
from splendor_dsl.cli.problems import NoRecord, WrongCommand
from splendor_dsl.cli.starting import Opened, open_with
from splendor_dsl.cli.writing import cannot_write, write_text
from splendor_dsl.diagnostics import Problem
from splendor_dsl.extensions import Extensions
from splendor_dsl.play.record import Record, is_record, to_text
from splendor_dsl.play.record_reading import read_record
from splendor_dsl.play.record_replay import Replay, record_of, replay
from splendor_dsl.play.state import State
from splendor_dsl.rule_files import is_file, looks_like_record
from splendor_dsl.source import read_source

RECORD: Final = ("record", is_record)  # what is written in the place of another such file alone


@frozen(kw_only=True)
class Replayed:
    """A record, its game, and how far it could be played."""

    record: Record
    opened: Opened
    replay: Replay


def replay_file(
    path: str,
    *,
    rules: str | None = None,
    plugins: Sequence[str] | None = None,
    most: int | None = None,
) -> Replayed:
    """Read a record and play it again, whole or its first moves."""
    record = load_record(path)
    opened = open_recorded(record, path, rules=rules, extensions=open_extensions(plugins))
    return Replayed(record=record, opened=opened, replay=replay(record, opened.game, most=most))


def open_recorded(
    record: Record, path: str, *, rules: str | None = None, extensions: Extensions
) -> Opened:
    """The game of a record, or another, with what the record sets."""
    return open_with(rules or _rules_of(record, Path(path)), record.settings, extensions)


def keep_out(options: Mapping[str, object]) -> None:
    """Refuse what was given for options that a record decides by itself."""
    for option, value in options.items():
        if value is not None:
            reason = f"expected no {option} with a record, which has its own"
            raise Stop([WrongCommand(reason=reason)])


def load_record(path: str) -> Record:
    """The record in a file, or the end of the command."""
    source = read_source(path)
    if isinstance(source, Problem):
        raise Stop([source])
    if not looks_like_record(path):
        raise Stop([NoRecord(name=path)])
    record = read_record(source)
    if not isinstance(record, Record):
        raise Stop(record)
    return record


def _rules_of(record: Record, path: Path) -> str:
    """A bundled game, or a file as it was named, from where the record lies or from here."""
    beside = path.parent / record.game
    if record.game not in bundled_games() and is_file(beside):
        return str(beside)
    return record.game


def write_record(
    path: Path, opened: Opened, state: State, seats: Sequence[str]
) -> tuple[Problem, ...]:
    """Write the record of a game; what kept it from being written."""
    name = name_for(path, opened.name)
    record = record_of(opened.game, state, name=name, settings=opened.settings, seats=seats)
    problem = cannot_write(path, *RECORD) or write_text(path, to_text(record))
    return () if problem is None else (problem,)


def name_for(path: Path, name: str) -> str:
    """A rule file is named as it is found from the record's folder."""
    if name in bundled_games():
        return name
    rules = Path(name).resolve()
    folder = path.resolve().parent
    return rules.relative_to(folder).as_posix() if rules.is_relative_to(folder) else str(rules)
