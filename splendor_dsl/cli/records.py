"""Records on disk: reading one with its game, and writing one."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from attrs import frozen

from splendor_dsl.bundled import bundled_games
from splendor_dsl.cli.endings import Stop
from splendor_dsl.cli.opening import open_extensions
from splendor_dsl.cli.problems import CannotWrite, WrongCommand
from splendor_dsl.cli.starting import Opened, open_with
from splendor_dsl.cli.writing import cannot_write, write_text
from splendor_dsl.diagnostics import Problem
from splendor_dsl.examples.recorded_games import FOLDER
from splendor_dsl.extensions import Extensions
from splendor_dsl.game.game import Game
from splendor_dsl.game.state import State
from splendor_dsl.hidden import HIDDEN
from splendor_dsl.records.parser import read_record
from splendor_dsl.records.problems import NoRecord, RecordNoRules, RecordRulesOutside
from splendor_dsl.records.record import Record, is_record, to_text
from splendor_dsl.records.replay import Replay, damaged_clauses, record_of, replay
from splendor_dsl.rule_files import (
    UnknownGame,
    is_file,
    looks_like_record,
    looks_like_rules,
    rule_file,
)
from splendor_dsl.source import read_source
from splendor_dsl.spelling import nearest

RECORD: Final = ("record", is_record)  # what is written in the place of another such file alone


@frozen(kw_only=True)
class Replayed:
    """A record, its game, how far it could be played, and what is told of it though it could."""

    record: Record
    opened: Opened
    replay: Replay
    warnings: tuple[Problem, ...]

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All that is told of it: that it could not be played to its end comes last."""
        found = self.replay.problem
        return self.warnings if found is None else (*self.warnings, found)


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
    done = replay(record, opened.game, most=most)
    found = warnings_of(record, opened.game)
    return Replayed(record=record, opened=opened, replay=done, warnings=found)


def warnings_of(record: Record, game: Game) -> tuple[Problem, ...]:
    """What is told of a record that can be played all the same."""
    damaged = damaged_clauses(record, game)
    return () if damaged is None else (damaged,)


def open_recorded(
    record: Record, path: str, *, rules: str | None = None, extensions: Extensions
) -> Opened:
    """The game of a record, or another, with what the record sets."""
    named = rules or _rules_of(record, Path(path))
    return open_with(named, record.settings, extensions)


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


def keep_in(options: Mapping[str, object], named: str) -> None:
    """Refuse what only a record has a use for; a record that is missing is told as such."""
    given = [option for option, value in options.items() if value is not None]
    if given:
        found = rule_file(named)
        missing = found if isinstance(found, Problem) else read_source(found)
        if isinstance(missing, Problem):
            raise Stop([missing])
        reason = f"expected {given[0]} with a record, found it with {named!r}"
        raise Stop([WrongCommand(reason=reason)])


def _rules_of(record: Record, path: Path) -> str:
    """A bundled game, or a rule file that lies where a record may name one; nothing else is so much as looked for."""
    games, span = bundled_games(), record.spans.get("game")
    if record.game in games:
        return record.game
    rules = path.parent / record.game
    if not _is_beside(rules, path):
        raise Stop([RecordRulesOutside(name=record.game, span=span)])
    if not is_file(rules):
        beside = [each.name for each in path.parent.glob("*.rules")]
        whole = f"{record.game}.rules"
        near = whole if whole in beside else nearest(record.game, [*beside, *games])
        raise Stop([UnknownGame(name=record.game, near=near, span=span)])
    if not looks_like_rules(rules):
        raise Stop([RecordNoRules(name=record.game, span=span)])
    return str(rules.resolve() if str(rules) in games else rules)


def _is_beside(rules: Path, record: Path) -> bool:
    """Whether a file lies in the folder of a record or below it, or beside that folder if it holds recorded games."""
    try:
        folder, place = record.parent.resolve(), rules.resolve()
    except (OSError, ValueError, RuntimeError):
        return False
    return place.is_relative_to(folder) or (
        folder.suffix == FOLDER and place.parent == folder.parent
    )


def write_record(
    path: Path, opened: Opened, state: State, seats: Sequence[str]
) -> tuple[Problem, ...]:
    """Write the record of a game; what kept it from being written."""
    problem = cannot_record(path, opened.name)
    if problem is None:
        name = name_for(path, opened.name)
        record = record_of(opened.game, state, name=name, seats=seats)
        problem = write_text(path, to_text(record))
    return () if problem is None else (problem,)


def cannot_record(path: Path, rules: str) -> Problem | None:
    """Return the problem that would keep a record from being written or read again, as far as it is known beforehand."""
    return cannot_write(path, *RECORD) or unseen_rules(path, name_for(path, rules))


def unseen_rules(path: Path, named: str) -> Problem | None:
    """The problem of a record whose rules have a name that no record may hold."""
    if HIDDEN.search(named) is None:
        return None
    reason = f"the name of its rule file can't be seen as it is: {named!r}"
    return CannotWrite(file=str(path), reason=reason)


def name_for(path: Path, name: str) -> str:
    """A rule file is named as it is found from the record's folder; one that is not found from there, whole."""
    games = bundled_games()
    if name in games:
        return name
    rules, folder = Path(name).resolve(), path.parent.resolve()
    if not _is_beside(rules, path):
        return str(rules)
    found = Path(os.path.relpath(rules, folder)).as_posix()
    return f"./{found}" if found in games else found


def lies_elsewhere(path: Path, name: str) -> bool:
    """Whether a record has to be told where its rules are."""
    return name not in bundled_games() and not _is_beside(Path(name), path)
