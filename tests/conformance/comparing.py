"""One judge for all backends: each game is played on the interpreter and on the others at once, ply by ply."""

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

from attrs import define

from splendor_dsl.backends.compiled.choice import choose
from splendor_dsl.backends.interpreter import Engine, interpreter
from splendor_dsl.ir.chance import PLAYOUT, Stream, stream_key
from splendor_dsl.ir.nodes import Program

SEED = 20260101
TAKEN_OVER = 7  # one decision in so many is also read back from cells
BACKENDS = ("python", "native") if find_spec("numba") else ("python",)


class DifferenceError(AssertionError):
    """A backend that does not agree with the interpreter."""


@define
class Table:
    """One game for one number of players, on the interpreter and on others."""

    program: Program
    engine: Engine
    runners: dict[str, Any]

    def play(self, game: int) -> int:
        """Play a whole game with random options; how many decisions it took."""
        key = stream_key(SEED, game)
        chance = Stream(stream_key(SEED, game, PLAYOUT))
        cells, options = self.engine.start(key)
        under_way = {name: runner.start(key) for name, runner in self.runners.items()}
        decisions = 0
        while True:
            for name, (position, numbers) in under_way.items():
                self._agree(name, position, numbers, (cells, options), (game, decisions))
            if not options:
                return decisions
            chosen = chance.below(len(options))
            for name, (position, numbers) in under_way.items():
                next_numbers = self.runners[name].take(position, numbers[chosen])
                under_way[name] = position, next_numbers
            options = self.engine.apply(cells, options[chosen])
            decisions += 1

    def _agree(
        self, name: str, position: Any, numbers: list[int], expected: Any, place: Any
    ) -> None:
        cells, options = expected
        runner = self.runners[name]
        found = runner.cells(position)
        if found != cells:
            self._differ(name, place, self._cells_that_differ(cells, found))
        seat = self.engine.to_move(cells)
        if runner.seat(position) != seat:
            self._differ(name, place, f"to move: expected {seat}, found {runner.seat(position)}")
        offered = tuple(runner.option(number, seat or 0) for number in numbers)
        if offered != tuple(options):
            self._differ(name, place, f"options: expected {options}, found {offered}")
        for register in ("over", "turn", "round"):
            cell = self.engine.layout.register(register)
            assert runner.register(position, register) == cells[cell]
        if place[1] % TAKEN_OVER:
            return
        # A position that is taken over half way through goes on as one that was there from the start.
        again = runner.position(cells)
        if runner.cells(again) != cells or runner.options(again) != numbers:
            self._differ(name, place, "it is not the same after it was read back from cells")

    def _cells_that_differ(self, expected: Any, found: Any) -> str:
        names = [*self.engine.layout.cells, "the key of chance", "the words drawn"]
        return "\n".join(
            f"{what}: expected {one}, found {other}"
            for what, one, other in zip(names, expected, found, strict=True)
            if one != other
        )

    def _differ(self, name: str, place: Any, what: str) -> None:
        game, decisions = place
        at = f"{self.program.model.name}, {self.engine.layout.players} players, game {game}"
        clause = self._last_clause(game, decisions)
        message = f"{at}: {name} differs after {decisions} decisions ({clause})\n{what}"
        raise DifferenceError(message)

    def _last_clause(self, game: int, decisions: int) -> str:
        """The clause that asked for the decision before the difference."""
        chance = Stream(stream_key(SEED, game, PLAYOUT))
        cells, options = self.engine.start(stream_key(SEED, game))
        path = "setup"
        for _ in range(decisions):
            chosen = options[chance.below(len(options))]
            path = self.program.decisions[chosen[0]].where.path
            options = self.engine.apply(cells, chosen)
        return path


def tables(program: Program, players: Sequence[int] | None = None) -> list[Table]:
    """The tables of a game; fails if a backend can't run it."""
    chosen = {name: choose(program, name) for name in BACKENDS}
    gaps = [each.gap.message for each in chosen.values() if each.gap is not None]
    assert not gaps, gaps
    model = program.model
    found = []
    for number in players or range(model.low_players, model.high_players + 1):
        runners = {name: each.runner(number) for name, each in chosen.items()}
        found.append(Table(program, interpreter(program, number), runners))
    return found
