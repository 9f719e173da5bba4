"""One recorded game an edition and player count: it is played again exactly, and replays to the same result."""

from functools import cache

import pytest
from syrupy.assertion import SnapshotAssertion

import splendor_dsl
from splendor_dsl.bundled import variants_folder
from splendor_dsl.explain.clauses import clause_tree
from splendor_dsl.extensions import load_extensions
from splendor_dsl.game.game import Game
from splendor_dsl.game.playouts import playout
from splendor_dsl.pipeline import Loaded, load_file
from splendor_dsl.records.parser import read_record
from splendor_dsl.records.record import Record, to_text
from splendor_dsl.records.replay import record_of, replay
from splendor_dsl.source import source_from_text

EDITIONS = ("classic", "first_printing", "marvel")
SEED = 7


@cache
def game(name: str) -> Game:
    return splendor_dsl.load(name)


@cache
def rules(name: str) -> Loaded:
    return load_file(variants_folder() / f"{name}.rules", extensions=load_extensions())


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", EDITIONS)
def test_a_recorded_game(name: str, players: int, snapshot: SnapshotAssertion) -> None:
    played = playout(game(name).start(players, seed=SEED)).state
    text = to_text(record_of(game(name), played))
    assert text == snapshot
    record = read_record(source_from_text("record", text))
    assert isinstance(record, Record)
    again = replay(record, game(name))
    assert again.problem is None
    assert again.state == played
    assert again.state.hash == played.hash


@pytest.mark.parametrize("name", EDITIONS)
def test_the_resolved_rules(name: str, snapshot: SnapshotAssertion) -> None:
    loaded = rules(name)
    assert loaded.resolved is not None
    assert clause_tree(loaded.resolved) == snapshot
