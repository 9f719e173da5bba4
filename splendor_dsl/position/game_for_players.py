"""A game for one number of players: its engine and its notation."""

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
    """The parts that all states of a game share for one number of players; `move_runner` is a faster backend."""

    engine: Engine
    notation: Notation
    game_hash: str
    numbers: dict[tuple[str, str], int] = field(repr=False)  # pieces by kind and label
    remake: Callable[[int, bool], GameForPlayers] = field(
        repr=False
    )  # for a number of players, with a move runner or without
    move_runner: MoveRunner | None = field(default=None, repr=False)

    def __reduce__(self) -> tuple[Callable[[int, bool], GameForPlayers], tuple[int, bool]]:
        """Support pickling: the copy belongs to the game of the other process."""
        return self.remake, (self.players, self.move_runner is not None)

    def __deepcopy__(self, memo: dict[int, object]) -> GameForPlayers:
        """Return itself: all states of a game share it."""
        return self

    @property
    def model(self) -> Model:
        """The rules."""
        return self.engine.program.model

    @property
    def layout(self) -> Layout:
        """The layout of a state."""
        return self.engine.layout

    @property
    def players(self) -> int:
        """The number of players."""
        return self.engine.layout.players

    @cached_property
    def greatest_result(self) -> int:
        """The greatest distance from 0 that a number in a result of the game can have."""
        return greatest_result(self.engine.program)

    def label(self, piece: int) -> str:
        """Return the label of a piece."""
        return self.model.pieces[piece].label

    def with_move(self, event: Event) -> Event:
        """Return an event with its option, if it has one, as the move that people write."""
        if event.kind != "decided" or event.seat is None:
            return event
        data, secret = (
            self._as_move(event.data, event.seat),
            self._as_move(event.secret, event.seat),
        )
        return Event(event.kind, event.path, event.seat, data, secret, event.knowers)

    def _as_move(self, data: Mapping[str, Any], seat: int) -> Mapping[str, Any]:
        if "option" not in data:
            return data
        move = self.notation.move(data["option"], seat, self.layout)
        return {"move": str(move), **{key: data[key] for key in data if key != "option"}}


def for_players(
    engine: Engine, notation: Notation, remake: Callable[[int, bool], GameForPlayers]
) -> GameForPlayers:
    """Return an engine with its notation; `remake` builds the same in another process."""
    pieces = engine.program.model.pieces
    numbers = {(piece.kind, piece.label): at for at, piece in enumerate(pieces)}
    return GameForPlayers(engine, notation, engine.program.meaning, numbers, remake)
