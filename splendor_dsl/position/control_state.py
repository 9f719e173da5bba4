"""The registers of a saved position, and its stack of frames."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import frozen

from splendor_dsl.interpreter.flow import GOES_ON, UNFINISHED, ended
from splendor_dsl.interpreter.obligations import owed_action
from splendor_dsl.ir.bound_variables import bound_in, resting_points
from splendor_dsl.ir.caps import MOST_TURNS_OWED
from splendor_dsl.ir.from_semantics import GAME
from splendor_dsl.position.game_for_players import GameForPlayers
from splendor_dsl.position.plain_data import (
    MOST,
    PositionError,
    expect,
    get,
    integer,
    listing,
    mapping,
    short,
    text,
)

Frozen = tuple[int, int, tuple[Any, ...]]


@frozen
class SavedRegisters:
    """The registers of a saved position, checked one by one."""

    for_players: GameForPlayers
    flow: Mapping[str, Any]

    def register(self, name: str) -> Any:
        """Return one register, checked."""
        value = get(self.flow, name, "flow")
        ends = len(self.for_players.model.ends)
        match name:
            case "mover":
                return integer(value, name, high=self.for_players.players)
            case "acted":
                return integer(value, name, high=2)
            case "over":
                return self._over(value, ends)
            case "again":
                return self._again(listing(value, name))
            case "owed":
                return tuple(self._owed(each) for each in listing(value, name))
            case "ends":
                rounds = tuple(integer(each, name) for each in listing(value, name))
                expect("the number of ends", ends, len(rounds))
                return rounds
            case "stack":
                return self._stack(listing(value, name))
        return integer(value, name)

    def _over(self, value: object, ends: int) -> int:
        found = integer(value, "over")
        if found not in {GOES_ON, UNFINISHED} and ended(found) not in range(ends):
            message = f"expected how the game has ended, found {found}"
            raise PositionError(message)
        return found

    def _again(self, seats: list[Any]) -> tuple[int, ...]:
        """Return the seats with owed turns; the last may encode the seat at which the round goes on."""
        players = self.for_players.players
        if len(seats) > MOST_TURNS_OWED + 1:
            message = f"expected at most {MOST_TURNS_OWED} turns that are owed, found {len(seats)}"
            raise PositionError(message)
        low = [0] * (len(seats) - 1) + [-players]
        return tuple(
            integer(seat, "a turn that is owed", low=least, high=players)
            for seat, least in zip(seats, low if seats else (), strict=True)
        )

    def _owed(self, value: object) -> int:
        owed = mapping(value, "what is owed")
        action, seat = get(owed, "action", "what is owed"), get(owed, "player", "what is owed")
        names = [action.name for action in self.for_players.model.actions]
        if action not in names:
            message = f"expected an action that is owed, found {short(action)}"
            raise PositionError(message)
        number = names.index(str(action))
        return owed_action(
            number, integer(seat, "a player", high=self.for_players.players), len(names)
        )

    def _stack(self, frames: list[Any]) -> tuple[Frozen, ...]:
        stack = tuple(self._frame(each, top=each is frames[-1]) for each in frames)
        over = integer(get(self.flow, "over", "flow"), "over")
        if bool(stack) == bool(over):
            message = "expected code under way unless the game is over"
            raise PositionError(message)
        if [at for at, frame in enumerate(stack) if frame[0] == GAME] != [0] * bool(stack):
            message = "expected the code of the game itself first in the stack"
            raise PositionError(message)
        return stack

    def _frame(self, value: object, *, top: bool) -> Frozen:
        frame = mapping(value, "a frame")
        program = self.for_players.engine.program
        numbers = program.routine_numbers()
        code = text(get(frame, "code", "a frame"), "the code of a frame")
        if code not in numbers:
            message = f"expected code of this game, found {code!r}"
            raise PositionError(message)
        number = numbers[code]
        at = integer(get(frame, "next", code), f"the next step of {code}")
        decides = self.for_players.engine.decides(number, at)
        if not (decides if top else at in resting_points(program, number)):
            message = f"expected a step at which {code} can stand, found {at}"
            raise PositionError(message)
        variables = listing(get(frame, "variables", code), f"the variables of {code}")
        held = program.routines[number].variables
        expect(f"the number of variables of {code}", len(held), len(variables))
        env = tuple(self._variable(kind, v) for kind, v in zip(held, variables, strict=True))
        self._check_bound(number, at, env)
        return number, at, env

    def _check_bound(self, routine: int, at: int, env: tuple[Any, ...]) -> None:
        """Raise PositionError unless exactly the variables that the code before `at` binds are bound."""
        program = self.for_players.engine.program
        bound = bound_in(program, routine).get(at)
        there = {slot for slot, value in enumerate(env) if value is not None}
        if bound is None or not bound.always <= there <= bound.maybe:
            path = program.routines[routine].path
            message = f"expected the variables of {path} as they are at step {at}"
            raise PositionError(message)

    def _variable(self, held: str | None, value: Any) -> Any:
        if value is None:
            return None
        if held is None:
            message = f"expected nothing in a scratch variable, found {short(value)}"
            raise PositionError(message)
        if held.startswith("list of "):
            item = held.removeprefix("list of ")
            return tuple(self._variable(item, each) for each in listing(value, f"a {held}"))
        if held == "tokens":
            return self._tokens(listing(value, held))
        reads: Mapping[str, Callable[[object], Any]] = {
            "token": self._token,
            "piece": self._piece,
            "payment": lambda each: tuple(map(_spent, listing(each, "a payment"))),
            "player": lambda each: integer(each, "a player", high=self.for_players.players),
            "number": lambda each: integer(each, "a number", low=-MOST),
        }
        return reads[held](value)

    def _token(self, value: object) -> int:
        names = self.for_players.model.token_names()
        if value not in names:
            message = f"expected a token of this game, found {short(value)}"
            raise PositionError(message)
        return names.index(str(value))

    def _tokens(self, values: list[Any]) -> tuple[int, ...]:
        found = tuple(map(self._token, values))
        if list(found) != sorted(set(found)):
            message = f"expected tokens each once and in their order, found {short(values)}"
            raise PositionError(message)
        return found

    def _piece(self, value: object) -> int:
        kind, _, label = text(value, "a piece").partition(":")
        number = self.for_players.numbers.get((kind, label))
        if number is None:
            message = f"expected a piece of this game, found {short(value)}"
            raise PositionError(message)
        return number


def _spent(value: object) -> int:
    return integer(value, "how many wild tokens are spent")
