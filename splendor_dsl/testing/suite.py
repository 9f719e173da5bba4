"""All tests of a rule file: its examples, its recorded games, and its invariants in play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from attrs import define, field, frozen

from splendor_dsl.diagnostics import Problem
from splendor_dsl.examples.recorded_games import recorded_games, run_recorded
from splendor_dsl.examples.runner import RunResult, run_examples, run_invariants
from splendor_dsl.game.game import Game, game
from splendor_dsl.interpreter.observations import Watch
from splendor_dsl.pipeline import Loaded
from splendor_dsl.semantics.examples import Example
from splendor_dsl.semantics.from_syntax import from_syntax
from splendor_dsl.semantics.layers import Resolved
from splendor_dsl.semantics.local_files import RecordUnread
from splendor_dsl.semantics.model import Model

EXAMPLE: Final = "example"
RECORDED: Final = "game"
INVARIANT: Final = "invariant"


@frozen(kw_only=True)
class Tested:
    """The result of a test, with its kind."""

    kind: str
    ran: RunResult


@define(kw_only=True)
class Suite:
    """The tests of one game."""

    resolved: Resolved
    model: Model
    examples: tuple[Example, ...]
    recorded: tuple[Path, ...]
    problems: tuple[Problem, ...] = ()  # problems of the file apart from those of its tests
    watch: Watch | None = None
    _games: dict[tuple[tuple[str, int], ...], Game] = field(factory=dict, init=False)

    @property
    def game(self) -> Game:
        """The game itself."""
        return self.game_with({})

    def game_with(self, settings: Mapping[str, int]) -> Game:
        """Return the game with some parameters set, built once; settings that it can't have are ignored."""
        key = tuple(settings.items())
        if key not in self._games:
            meaning = from_syntax(self.resolved, settings) if settings else None
            model = self.model if meaning is None or meaning.model is None else meaning.model
            self._games[key] = game(model, watch=self.watch)
        return self._games[key]

    def run(self, games: int) -> Iterator[Tested]:
        """Yield the result of each test; `games` is the number of random games per player count for the invariants."""
        for each in run_examples(self.game, self.examples):
            yield Tested(kind=EXAMPLE, ran=each)
        for each in run_recorded(self.recorded, self.game_with):
            yield Tested(kind=RECORDED, ran=each)
        for each in run_invariants(self.game, games=games) if games else ():
            yield Tested(kind=INVARIANT, ran=each)


def suite_of(loaded: Loaded, *, watch: Watch | None = None) -> Suite | None:
    """Return the tests of a rule file; none if it is no game, or has errors."""
    if loaded.model is None or loaded.resolved is None:
        return None
    path = None if loaded.source is None else loaded.source.path
    return Suite(
        resolved=loaded.resolved,
        model=loaded.model,
        examples=loaded.examples,
        recorded=() if path is None else recorded_games(path),
        problems=tuple(each for each in loaded.problems if not isinstance(each, RecordUnread)),
        watch=watch,
    )
