"""One judge for all backends: each game is played on the interpreter and on the others at once, ply by ply.

Everybody plays through the public API. At each decision the judge compares where everything lies (the words drawn of
chance included), the moves as they are written and in their order, who is to move, turn and round, and the hash; in one
game in three also the named values, what a seat may know (one seat after the other), and what the last move did, event by
event. Now and then, and the first time that a table comes to a stop of the rules, it
takes moves back, plays them aside, and saves and restores the position; at the end it compares the ranking, the whole
log of each seat and the saved game, and takes all moves back again.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.util import find_spec
from math import inf
from typing import Any

import pytest
from attrs import define, field
from conformance.difference import DifferenceError, Place, happened, told

from splendor_dsl.chance import PLAYOUT, Stream, stream_key
from splendor_dsl.compiler.backend_choice import Backend
from splendor_dsl.compiler.module import CHECKED
from splendor_dsl.compiler.native.runner import NativeMachine
from splendor_dsl.game.game import Game
from splendor_dsl.game.state import State
from splendor_dsl.lowering.results import numeric_values
from splendor_dsl.semantics.model import Model

SEED = 20260101
NOW_AND_THEN = 97  # one decision in so many is also made aside, taken back, saved and restored, besides the first of a stop
BACK_AGAIN = 10  # one game in so many is taken back to its start
EYES = 3  # in one game in so many it is asked at each decision what happened and what a seat sees
REFERENCE: Backend = "interpreter"
BACKENDS: tuple[Backend, ...] = ("python", "native") if find_spec("numba") else ("python",)

Fact = Callable[[State], Any]


def stop_of(state: State) -> tuple[int, int]:
    """Return the place in the rules that asks for the next decision: a routine, and how far in it that is."""
    routine, at, _ = state.cells[state.for_players.layout.register("stack")][-1]
    return routine, at


def native_runner(state: State) -> NativeMachine | None:
    """The native code that runs a state, if any does."""
    move_runner = state._move_runner
    return (
        move_runner.runner
        if move_runner and isinstance(move_runner.runner, NativeMachine)
        else None
    )


def hash_of(state: State) -> int:
    """Return the hash, from native code if that runs the state."""
    runner = native_runner(state)
    return state.hash if runner is None else runner.hash(state._position)


STANDING: dict[str, Fact] = {
    "the position": lambda state: state.cells,
    "the moves": lambda state: state.moves,
    "the moves as they are written": lambda state: [str(move) for move in state.moves],
    "who is to move": lambda state: state.to_move,
    "the turn": lambda state: (state.turn, state.round, state.over, state.players),
    "the hash": hash_of,
}
AT_THE_END: dict[str, Fact] = {
    "the outcome": lambda state: (state.outcome, state.ranking),
    "the log": lambda state: state.log,
    "the saved game": lambda state: state.to_dict(),
    "the moves played": lambda state: state.played,
}


def seen_by(seat: int | None) -> tuple[str, Fact]:
    """Return the view of a seat, or of a spectator."""
    who = "somebody who looks on" if seat is None else f"player {seat + 1}"
    return f"what {who} sees", lambda state: state.view(seat)


def told_to(seat: int | None) -> tuple[str, Fact]:
    who = "somebody who looks on" if seat is None else f"player {seat + 1}"
    return f"the log of {who}", lambda state: state.log_for(seat)


def values_of(model: Model, players: int) -> tuple[str, Fact]:
    """Return the named values of all players, scores among them."""
    asked = [(name, seat) for name in model.values for seat in range(players)]
    return "the values", lambda state: {
        f"{name} of player {seat + 1}": state.value(name, seat) for name, seat in asked
    }


@define
class Table:
    """One game for one number of players, on the interpreter and on others."""

    games: dict[str, Game]  # the interpreter's first
    players: int
    taken_aside: set[tuple[int, int]] = field(factory=set)

    def play(self, number: int, most: float = inf) -> int:
        """Play a whole game, or so many decisions of it, with random moves; how many decisions it took."""
        states = {
            name: game.start(self.players, seed=SEED, game=number)
            for name, game in self.games.items()
        }
        reference = states[REFERENCE]
        chance = Stream(stream_key(SEED, number, PLAYOUT))
        decisions = 0
        while not reference.over and decisions < most:
            self._agree(states, self._facts(number, decisions))
            chosen = chance.below(len(reference.moves))
            stop = stop_of(reference)
            if stop not in self.taken_aside or (decisions + number) % NOW_AND_THEN == 0:
                self.taken_aside.add(stop)
                self._aside(states, str(reference.moves[chosen]))
            for state in states.values():
                state.push(state.moves[chosen])
            decisions += 1
        self._agree(states, self._facts(number, decisions))
        if reference.over:
            self._agree(states, self._last_facts())
        if number % BACK_AGAIN == 0:
            self._take_back(states)
        return decisions

    def _facts(self, number: int, decisions: int) -> Iterator[tuple[str, Fact]]:
        """Return the facts that are compared in a game after so many decisions."""
        yield from STANDING.items()
        if number % EYES == 0:
            yield "what happened", happened  # all of it is compared at the end of each game
            seat = decisions % (self.players + 1)
            yield seen_by(seat if seat < self.players else None)
            yield values_of(self.games[REFERENCE].model, self.players)
            yield "the invariants that do not hold", State.broken_invariants

    def _last_facts(self) -> Iterator[tuple[str, Fact]]:
        """Return the facts that are compared at the end of a game."""
        yield from AT_THE_END.items()
        yield "the result", self._result
        for seat in (*range(self.players), None):
            yield seen_by(seat)
            yield told_to(seat)

    def _result(self, state: State) -> tuple[str, tuple[int, ...], dict[str, tuple[int, ...]]]:
        """Return the end, the place of each seat, and the named values; from native code if it has them."""
        runner = native_runner(state)
        if runner is not None:
            table = self.games["native"].native_table(self.players)
            table._load(runner.copy(state._position))
            result = table.result()
            return result.kind, result.places, dict(result.values)
        outcome = state.outcome
        assert outcome is not None
        places = {seat: at for at, group in enumerate(outcome.ranking, 1) for seat in group}
        values = {
            name: tuple(state.value(name, seat) for seat in range(self.players))
            for name in numeric_values(state.for_players.model)
        }
        return outcome.kind, tuple(places[seat] for seat in sorted(places)), values

    def _aside(self, states: dict[str, State], move: str) -> None:
        """Require that a move played aside or taken back changes nothing, and that a restored position goes on alike."""
        saved = states[REFERENCE].to_dict()
        restored, played = {}, {}
        for name, state in states.items():
            assert state.to_dict() == saved
            restored[name] = self.games[name].from_dict(saved)
            assert restored[name].to_dict() == saved
            played[name] = state.play(move)
            state.push(move)
            assert state == played[name]
            assert str(state.pop()) == move
        self._agree(states, STANDING.items())
        self._agree(restored, STANDING.items())
        for name, state in restored.items():
            assert state == states[name]
            state.advance(move)
        self._agree({REFERENCE: played[REFERENCE], **restored}, STANDING.items())
        self._agree(played, [*STANDING.items(), ("what happened", happened)])

    def _take_back(self, states: dict[str, State]) -> None:
        """Take all moves back, one after the other."""
        for _ in states[REFERENCE].played:
            for state in states.values():
                state.pop()
            self._agree(states, STANDING.items())

    def _agree(self, states: dict[str, State], facts: Iterable[tuple[str, Fact]]) -> None:
        """Compare facts with those of the interpreter; report the first that differs."""
        reference = states[REFERENCE]
        for title, fact in facts:
            expected = fact(reference)
            for name, state in states.items():
                found = fact(state)
                if found != expected:
                    place = Place(self.games[REFERENCE], name, reference)
                    raise DifferenceError(told(place, title, (expected, found), state))


def compiled(game: Game, backend: Backend, *, checked: bool = False) -> Game:
    """Return a game on a backend; `checked` if each access to words and pieces asserts that it stays where it should."""
    found = Game(game.program, game.notation, wanted=backend)
    with pytest.MonkeyPatch.context() as patch:
        if checked:
            patch.setenv(CHECKED, "1")
        else:
            patch.delenv(CHECKED, raising=False)
        chosen = found.choose(tell=lambda _: None)
    assert chosen.backend == backend, chosen.lines()
    return found


def tables(
    game: Game, players: Sequence[int] | None = None, *, checked: bool = False
) -> list[Table]:
    """The tables of a game; fails if a backend can't run it."""
    games = {REFERENCE: Game(game.program, game.notation)}
    games |= {name: compiled(game, name, checked=checked) for name in BACKENDS}
    return [Table(games, number) for number in players or game.players]
