"""The judge takes each stop of the rules aside, however short the games are."""

from collections.abc import Iterable
from typing import Any

import pytest
from conformance import comparing
from conformance.comparing import REFERENCE, Fact, Table, stop_of, tables

import splendor_dsl
from splendor_dsl.game.state import State


def test_each_stop_that_games_come_to_is_taken_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    met: set[tuple[int, int]] = set()
    aside: list[tuple[int, int]] = []
    take_aside: Any = Table._aside

    def compared(_: Table, states: dict[str, State], __: Iterable[tuple[str, Fact]]) -> None:
        if not states[REFERENCE].over:
            met.add(stop_of(states[REFERENCE]))

    def noted(table: Table, states: dict[str, State], move: str) -> None:
        aside.append(stop_of(states[REFERENCE]))
        take_aside(table, states, move)

    monkeypatch.setattr(comparing, "BACKENDS", ())
    monkeypatch.setattr(Table, "_agree", compared)
    monkeypatch.setattr(Table, "_aside", noted)
    (table,) = tables(splendor_dsl.load("classic"), [2])
    decisions = sum(table.play(number) for number in range(2))
    assert len(met) > 2
    assert {*aside} == met
    assert len(aside) <= len(met) + decisions // comparing.NOW_AND_THEN + 2
