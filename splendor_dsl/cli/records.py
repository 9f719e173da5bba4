"""Records on disk: reading one with its game, and writing one."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from attrs import frozen

from splendor_dsl.bots.external.command import recorded_kind
from splendor_dsl.bundled import bundled_games
from splendor_dsl.cli.exit_status import Stop
from splendor_dsl.cli.file_output import cannot_write, write_text
from splendor_dsl.cli.opened_game import Opened, open_with
from splendor_dsl.cli.problems import CannotWrite, WrongCommand
from splendor_dsl.cli.rule_input import open_extensions
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

RECORD: Final = ("record", is_record)  # a record may only replace another record


@frozen(kw_only=True)
class Replayed:
    """A record, its game, its replay, and warnings about it."""

    record: Record
    opened: Opened
    replay: Replay
    warnings: tuple[Problem, ...]

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All problems with it; the one that stopped the replay comes last."""
        found = self.replay.problem
        return self.warnings if found is None else (*self.warnings, found)


def replay_file(
    path: str,
    *,
    rules: str | None = None,
    plugins: Sequence[str] | None = None,
    most: int | None = None,
) -> Replayed:
    """Return the replay of a record file, in full or of its first moves."""
    record = load_record(path)
    opened = open_recorded(record, path, rules=rules, extensions=open_extensions(plugins))
    done = replay(record, opened.game, most=most)
    found = warnings_of(record, opened.game)
    return Replayed(record=record, opened=opened, replay=done, warnings=found)


def warnings_of(record: Record, game: Game) -> tuple[Problem, ...]:
    """Return the warnings about a record that can be replayed."""
    damaged = damaged_clauses(record, game)
    return () if damaged is None else (damaged,)


def open_recorded(
    record: Record, path: str, *, rules: str | None = None, extensions: Extensions
) -> Opened:
    """Return the game of a record, or another one, with the settings of the record."""
    named = rules or _rules_of(record, Path(path))
    return open_with(named, record.settings, extensions)


def refuse_with_record(options: Mapping[str, object]) -> None:
    """Raise Stop for options that a record decides by itself."""
    for option, value in options.items():
        if value is not None:
            reason = f"expected no {option} with a record, which has its own"
            raise Stop([WrongCommand(reason=reason)])


def load_record(path: str) -> Record:
    """Return the record in a file; raise Stop if there is none."""
    source = read_source(path)
    if isinstance(source, Problem):
        raise Stop([source])
    if not looks_like_record(path):
        raise Stop([NoRecord(name=path)])
    record = read_record(source)
    if not isinstance(record, Record):
        raise Stop(record)
    return record


def refuse_without_record(options: Mapping[str, object], named: str) -> None:
    """Raise Stop for options that need a record; report a missing file as such."""
    given = [option for option, value in options.items() if value is not None]
    if given:
        found = rule_file(named)
        missing = found if isinstance(found, Problem) else read_source(found)
        if isinstance(missing, Problem):
            raise Stop([missing])
        reason = f"expected {given[0]} with a record, found it with {named!r}"
        raise Stop([WrongCommand(reason=reason)])


def _rules_of(record: Record, path: Path) -> str:
    """Return the bundled game or rule file that a record names; only places that a record may name are accessed."""
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
    """Return whether a file is in the folder of a record or below, or beside that folder if it holds recorded games."""
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
    """Write the record of a game; return the problems if that fails."""
    problem = cannot_record(path, opened.name)
    if problem is None:
        problem = write_text(path, record_text(path, opened, state, seats))
    return () if problem is None else (problem,)


def record_text(path: Path, opened: Opened, state: State, seats: Sequence[str]) -> str:
    """Return the record of a game for a file."""
    name, kinds = name_for(path, opened.name), [*map(recorded_kind, seats)]
    return to_text(record_of(opened.game, state, name=name, seats=kinds))


def cannot_record(path: Path, rules: str) -> Problem | None:
    """Return the problem that will keep a record from being written or read again, if it is known beforehand."""
    return cannot_write(path, *RECORD) or invisible_rules(path, name_for(path, rules))


def invisible_rules(path: Path, named: str) -> Problem | None:
    """Return the problem of a record whose rules have a name with invisible characters."""
    if HIDDEN.search(named) is None:
        return None
    reason = f"the name of its rule file can't be seen as it is: {named!r}"
    return CannotWrite(file=str(path), reason=reason)


def name_for(path: Path, name: str) -> str:
    """Return the name of the rules for a record: relative to its folder, or absolute if they are elsewhere."""
    games = bundled_games()
    if name in games:
        return name
    rules, folder = Path(name).resolve(), path.parent.resolve()
    if not _is_beside(rules, path):
        return str(rules)
    found = Path(os.path.relpath(rules, folder)).as_posix()
    return f"./{found}" if found in games else found


def needs_rules_option(path: Path, name: str) -> bool:
    """Return whether the record can't find its rules by itself."""
    return name not in bundled_games() and not _is_beside(Path(name), path)
