"""The recorded games beside a rule file, as tests: they keep the meaning that the rules had when they were played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from splendor_dsl.diagnostics import Problem
from splendor_dsl.examples.runner import RunResult
from splendor_dsl.game.game import Game
from splendor_dsl.records.parser import read_record
from splendor_dsl.records.record import Record
from splendor_dsl.records.replay import Replay, other_position, replay
from splendor_dsl.semantics.model import Where
from splendor_dsl.source import Source, read_source
from splendor_dsl.span import Span

FOLDER: Final = ".games"
SUFFIX: Final = ".record"

GameWith = Callable[[Mapping[str, int]], Game]


def recorded_games(rules: Path) -> tuple[Path, ...]:
    """Return the records of a rule file, by name: those of `night.rules` are `night.games/*.record` beside it."""
    if not rules.name:  # the path of the current folder
        return ()
    return tuple(sorted(rules.with_suffix(FOLDER).glob(f"*{SUFFIX}")))


def run_recorded(
    records: tuple[Path, ...], game_with: GameWith, called: Callable[[Path], str] = str
) -> Iterator[RunResult]:
    """Yield the result of each record, replayed in the game with its parameters set.

    `called` returns the name by which messages refer to the file of a record.
    """
    return (_run(path, game_with, called(path)) for path in records)


def play_again(record: Record, game: Game) -> Replay:
    """Return the replay of a record under the current rules: its moves, positions and result count.

    The hash of the rules in its header does not count, as other rules may still lead to the same game.
    """
    return replay(record, game, any_rules=True)


def _run(path: Path, game_with: GameWith, called: str) -> RunResult:
    name = path.name.removesuffix(SUFFIX)
    source, problem = read_source(path, called), None
    record = source if isinstance(source, Problem) else read_record(source)
    state = None
    if isinstance(record, Record):
        game = game_with(record.settings)
        played = play_again(record, game)
        problem, state = played.problem, played.state
        if played.differs is not None:  # later problems follow from this one
            problem = other_position(record, played.differs)
            state = replay(record, game, most=played.differs, any_rules=True).state
    else:
        problem = record if isinstance(record, Problem) else record[0]
    place = source if isinstance(source, Source) else Source(name=called, text="", path=path)
    where = Where(path=f"games.{name}", span=Span(place, 0, 0))
    return RunResult(name=name, path=where.path, problem=problem, where=where, state=state)
