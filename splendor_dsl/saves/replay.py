"""Replay of a saved game: exact, or the first move that leads elsewhere."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve, frozen

from splendor_dsl import __version__
from splendor_dsl.game.game import Game
from splendor_dsl.game.state import IllegalMoveError, State
from splendor_dsl.notation.notation import NotationError
from splendor_dsl.saves.problems import SaveError, SaveStuck
from splendor_dsl.saves.rules import stuck
from splendor_dsl.saves.save import Save, SavedMove


@frozen(kw_only=True)
class Replayed:
    """The last position of a saved game, and for each move its seat and the words drawn before the next one."""

    state: State
    before: tuple[tuple[int, Mapping[int, int]], ...]
    moves: tuple[SavedMove, ...]  # with the positions as these rules have them

    @property
    def drawn(self) -> Mapping[int, int]:
        """The words that the bots' streams have produced, by seat."""
        return self.before[-1][1] if self.before else {}


def replay(save: Save, game: Game, *, any_rules: bool = False) -> Replayed:
    """Return the position in which a game was left; raise SaveError if it can't be reached.

    With `any_rules` the moves are played by other rules than those of the save.
    """
    beginning = save.beginning
    if not any_rules and game.hash != beginning.rules:
        version = f"it was played by version {beginning.version}, and this one is {__version__}"
        raise SaveError(stuck(save, f"its rules mean something else now ({version})"))
    try:
        state = game.start(
            len(beginning.players),
            seed=beginning.seed,
            game=beginning.run,
            deal=beginning.deal,
            names=beginning.players,
        )
    except ValueError as error:
        raise SaveError(stuck(save, f"it can't be started: {error}")) from error
    moves = []
    for number, made in enumerate(save.moves, 1):
        reason = _make(state, made, any_rules=any_rules)
        if reason is not None:
            at = f"move {number}, {made.move!r}, {reason}"
            raise SaveError(
                SaveStuck(number=save.number, reason=at) if any_rules else stuck(save, at)
            )
        moves.append(evolve(made, position=state.hash))
    before = tuple((each.seat, each.drawn) for each in moves)
    return Replayed(state=state, before=before, moves=tuple(moves))


def _make(state: State, made: SavedMove, *, any_rules: bool) -> str | None:
    """Make a saved move; return the reason if it can't be made, or leads to another position."""
    if state.to_move != made.seat:
        return "is not the move of the player who is to move"
    try:
        state.push(made.move)
    except (NotationError, IllegalMoveError) as error:
        return f"can't be made: {error}"
    if not any_rules and state.hash != made.position:
        return "leads to another position than it did"
    return None
