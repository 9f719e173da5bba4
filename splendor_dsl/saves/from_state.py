"""The save of a game, made from its position and its rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from splendor_dsl import __version__
from splendor_dsl.bundled import bundled_games
from splendor_dsl.extensions import Extensions
from splendor_dsl.game.game import Game
from splendor_dsl.game.state import State
from splendor_dsl.records.facts import names_of
from splendor_dsl.records.replay import result_of
from splendor_dsl.saves.plugins import plugins_used
from splendor_dsl.saves.rules import rule_files
from splendor_dsl.saves.save import Beginning, Save, SavedMove
from splendor_dsl.semantics.layers import Resolved


def new_save(
    *,
    name: str,
    resolved: Resolved,
    extensions: Extensions,
    game: Game,
    state: State,
    seats: Sequence[str],
) -> Save:
    """Return a game as it will be saved, with the moves that led to its position.

    `name` is the name under which its rules were found, a bundled game or a file. `seats` says who takes each seat: a
    person, or which bot.
    """
    origin = state.origin
    beginning = Beginning(
        name=name if name in bundled_games() else str(Path(name).resolve()),
        title=game.title,
        rules=game.hash,
        settings={each.name: each.value for each in game.model.parameters.values() if each.given},
        players=names_of(state),
        seats=tuple(seats),
        seed=origin.seed,
        run=origin.game,
        deal=origin.deal,
        plugins=plugins_used(extensions, resolved.mechanics, seats),
        version=__version__,
    )
    return Save(
        beginning=beginning,
        files=rule_files(resolved),
        moves=tuple(_moves_to(game, state)),
        result=result_of(state),
    )


def _moves_to(game: Game, state: State) -> Iterator[SavedMove]:
    """Yield the moves that led to a position; no bot has drawn any words so far."""
    origin, played = state.origin, state.played
    if not played:
        return
    again = game.start(
        state.players, seed=origin.seed, game=origin.game, deal=origin.deal, names=origin.names
    )
    for move in played:
        seat = again.to_move
        again.push(move)
        yield SavedMove(move=str(move), seat=seat or 0, position=again.hash)
