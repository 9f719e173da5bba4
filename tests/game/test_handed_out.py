"""Data that a position hands out can be changed at will: the position stays, and so does what others see of it."""

from collections.abc import Callable, Mapping, MutableMapping, MutableSequence, Sequence
from typing import Any

import attrs
import pytest
from game.bundled import lively, named

from splendor_dsl.compiler.backend_choice import Backend
from splendor_dsl.game.state import State

DEAL = {"deck": {1: ["black_1_4blue"]}}


def spoil(value: Any) -> int:
    """Change all that can be changed in a value, however deep it lies; how much that was."""
    changed = 0
    if isinstance(value, Mapping):
        parts = list(value.values())
    elif isinstance(value, Sequence) and not isinstance(value, str | bytes):
        parts = list(value)
    elif attrs.has(type(value)):
        parts = [getattr(value, field.name.lstrip("_")) for field in attrs.fields(type(value))]
    else:
        return 0
    changed += sum(map(spoil, parts))
    if isinstance(value, MutableMapping):
        value.clear()
        value["spoilt"] = 99
        changed += 1
    elif isinstance(value, MutableSequence):
        value[:] = [99]
        changed += 1
    return changed


def everything(state: State) -> list[Any]:
    """All that tells how it stands."""
    seats = (None, *range(state.players))
    return [
        state.hash,
        state.to_dict(),
        [state.view(seat) for seat in seats],
        state.log,
        [state.log_for(seat) for seat in seats],
        [str(move) for move in state.moves],
        state.played,
        state.origin,
        state.ranking,
        state.cells,
    ]


HANDED: dict[str, Callable[[State], Any]] = {
    "views": lambda state: [state.view(seat) for seat in (None, 0, 1)],
    "the log": lambda state: state.log,
    "the log of a seat": lambda state: [state.log_for(seat) for seat in (None, 0, 1)],
    "data": lambda state: state.to_dict(),
    "moves": lambda state: state.moves,
    "the moves played": lambda state: state.played,
    "the beginning": lambda state: [state.origin, state.origin.deal],
    "the outcome": lambda state: [state.outcome, state.ranking],
    "reasons": lambda state: [state.why_not("buy 3-1"), state.why_not("dance")],
    "values": lambda state: [state.value(name, 0) for name in state.for_players.model.values],
    "invariants": lambda state: state.broken_invariants(),
    "cells": lambda state: state.cells,
}


@pytest.mark.parametrize("backend", ["interpreter", "python"])
@pytest.mark.parametrize("what", HANDED)
def test_what_is_handed_out_is_nobody_else_s(what: str, backend: Backend) -> None:
    game = named("classic", backend)
    start = game.start(2, seed=5, names=["Ann", "Bob"], deal=DEAL)
    restored = game.from_dict(game.start(2, seed=5, deal=DEAL).to_dict())
    for state in (start, lively(start.copy(), (30, "pay"), 5), restored):
        twin = state.copy()
        before, after = everything(state), [str(move) for move in twin.play(twin.moves[0]).moves]
        for _ in range(2):
            spoil(HANDED[what](state))
        assert everything(state) == before
        assert everything(twin) == before
        assert [str(move) for move in state.play(state.moves[0]).moves] == after


def test_the_test_finds_something_to_change() -> None:
    state = lively(named("classic").start(2, seed=5, deal=DEAL), (30, ""), 5)
    for what in ("views", "the log", "the log of a seat", "data", "cells", "reasons"):
        assert spoil(HANDED[what](state)) > 0, what
