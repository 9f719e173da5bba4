"""A position in a recorded game, for examples that start from it."""

from __future__ import annotations

from splendor_dsl.diagnostics import Problem
from splendor_dsl.game.game import Game
from splendor_dsl.interpreter.evaluation import Cells
from splendor_dsl.records.parser import read_record
from splendor_dsl.records.record import Record
from splendor_dsl.records.replay import replay
from splendor_dsl.source import Source

Mismatch = tuple[str, str]  # the expected and the actual thing, in words


def position_in(source: Source, game: Game, move: int, players: int) -> Cells | Problem | Mismatch:
    """Return the cells before a move of a record, by the current rules."""
    record = read_record(source)
    if not isinstance(record, Record):
        return record[0]
    if len(record.players) != players:
        return f"the {len(record.players)} players of {source.name}", str(players)
    if not 1 <= move <= record.count + 1:
        return f"a move from 1 to {record.count + 1} of {source.name}", str(move)
    played = replay(record, game, most=move - 1, any_rules=True)
    if played.problem is not None or played.state is None:
        return played.problem or ("a position", "none")
    return played.state.cells
