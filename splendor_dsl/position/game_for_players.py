"""A game for a certain number of players: how it runs and how its moves are written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from attrs import define, field

from splendor_dsl.interpreter.interpreter import Engine
from splendor_dsl.ir.events import Event
from splendor_dsl.ir.layout import Layout
from splendor_dsl.lowering.results import greatest_result
from splendor_dsl.notation.move_runner import MoveRunner
from splendor_dsl.notation.notation import Notation
from splendor_dsl.semantics.model import Model


@define(eq=False)
class GameForPlayers:
    """What all states of one game and number of players share; `move_runner` runs it faster, once a game has begun."""

    engine: Engine
    notation: Notation
    game_hash: str
    numbers: dict[tuple[str, str], int] = field(repr=False)  # pieces by kind and label
    remake: Callable[[int, bool], GameForPlayers] = field(
        repr=False
    )  # for so many players, driven or not
    move_runner: MoveRunner | None = field(default=None, repr=False)

    def __reduce__(self) -> tuple[Callable[[int, bool], GameForPlayers], tuple[int, bool]]:
        """What stands for it in another process: the one of its game there."""
        return self.remake, (self.players, self.move_runner is not None)

    def __deepcopy__(self, memo: dict[int, object]) -> GameForPlayers:
        """Itself, as for any state of this game."""
        return self

    @property
    def model(self) -> Model:
        """The rules."""
        return self.engine.program.model

    @property
    def layout(self) -> Layout:
        """Where everything lies."""
        return self.engine.layout

    @property
    def players(self) -> int:
        """How many play."""
        return self.engine.layout.players

    @cached_property
    def greatest_result(self) -> int:
        """Return how far from 0 a number that is told of a game can be at the most."""
        return greatest_result(self.engine.program)

    def label(self, piece: int) -> str:
        """The label of a piece."""
        return self.model.pieces[piece].label

    def tell(self, event: Event) -> Event:
        """An event with its option, if it is of a decision, as the move that people write."""
        if event.kind != "decided" or event.seat is None:
            return event
        data, secret = (
            self._as_move(event.data, event.seat),
            self._as_move(event.secret, event.seat),
        )
        return Event(event.kind, event.path, event.seat, data, secret, event.knowers)

    def _as_move(self, told: Mapping[str, Any], seat: int) -> Mapping[str, Any]:
        if "option" not in told:
            return told
        move = self.notation.move(told["option"], seat, self.layout)
        return {"move": str(move), **{key: told[key] for key in told if key != "option"}}


def for_players(
    engine: Engine, notation: Notation, remake: Callable[[int, bool], GameForPlayers]
) -> GameForPlayers:
    """The setting of an engine; `remake` makes it once more."""
    pieces = engine.program.model.pieces
    numbers = {(piece.kind, piece.label): at for at, piece in enumerate(pieces)}
    return GameForPlayers(engine, notation, engine.program.meaning, numbers, remake)
