"""The games that the tests of this folder play: the editions, and one that is nothing like them."""

from functools import cache
from pathlib import Path

from splendor_dsl.bundled import variants_folder
from splendor_dsl.chance import Stream, stream_key
from splendor_dsl.compiler.backend_choice import Backend
from splendor_dsl.game.game import Game, game
from splendor_dsl.game.state import State
from splendor_dsl.pipeline import load_file

EDITIONS = ("classic", "marvel", "first_printing")
MOST_MORE = 60
OTHER = Path(__file__).resolve().parent.parent / "games" / "orchard.rules"


@cache
def named(name: str, backend: Backend = "interpreter") -> Game:
    path = OTHER if name == "orchard" else variants_folder() / f"{name}.rules"
    loaded = load_file(path)
    assert loaded.model is not None, [problem.message() for problem in loaded.problems]
    return game(loaded.model, backend=backend)


def after(state: State, decisions: int, seed: int) -> State:
    """The state after so many random decisions, or at the end of the game."""
    chance = Stream(stream_key(seed, 0, 99))
    for _ in range(decisions):
        if state.over:
            break
        state.push(state.moves[chance.below(len(state.moves))])
    return state


def lively(state: State, ahead: tuple[int, str], seed: int) -> State:
    """The state after so many random decisions, and on, for a while, until one of the kind that is asked for is due.

    Each action is as likely, however few ways it has: so cards are bought, and gold is spent.
    """
    chance, (decisions, due) = Stream(stream_key(seed, 0, 98)), ahead
    for number in range(decisions + MOST_MORE):
        if state.over or (number >= decisions and due in {"", state.moves[0].kind}):
            break
        paths = list(dict.fromkeys(move.path for move in state.moves))
        path = paths[chance.below(len(paths))]
        moves = [move for move in state.moves if move.path == path]
        state.push(moves[chance.below(len(moves))])
    return state
