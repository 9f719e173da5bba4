"""Games that are saved as they are played: each move is the one that a seed picks."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from splendor_dsl.bots.seated import SeatedBot, seat_bot
from splendor_dsl.chance import Stream
from splendor_dsl.cli.opened_game import Opened, open_game
from splendor_dsl.game.game import Game, game
from splendor_dsl.game.state import State
from splendor_dsl.saves.from_state import new_save
from splendor_dsl.saves.replay import Replayed, replay
from splendor_dsl.saves.rules import load_rules
from splendor_dsl.saves.save import Save
from splendor_dsl.saves.saved_game import SavedGame
from splendor_dsl.saves.store import Store, open_store

BOT = "random"


@cache
def opened(name: str = "classic") -> Opened:
    return open_game(name)


def save_of(state: State, name: str = "classic", seats: Sequence[str] = ()) -> Save:
    found = opened(name)
    return new_save(
        name=name,
        resolved=found.resolved,
        extensions=found.extensions,
        game=found.game,
        state=state,
        seats=seats or ("human",) * state.players,
    )


def begun(store: Store, *, seed: int = 1, name: str = "classic") -> tuple[SavedGame, State]:
    """A game that has just begun, and its position."""
    state = opened(name).game.start(opened(name).game.players[0], seed=seed)
    return store.begin(save_of(state, name)), state


def play(saved: SavedGame, state: State, moves: int, *, seed: int = 0) -> None:
    """Play some moves, each saved."""
    chance = Stream(seed)
    for _ in range(moves):
        seat, move = state.to_move, state.moves[chance.below(len(state.moves))]
        assert seat is not None
        state.push(move)
        saved.add(move, seat=seat, position=state.hash, drawn={1: chance.drawn})


def left(
    folder: Path, moves: int = 12, *, seed: int = 1, name: str = "classic"
) -> tuple[int, State]:
    """Play a game and leave it; return its number and its last position."""
    store = open_store(folder)
    saved, state = begun(store, seed=seed, name=name)
    play(saved, state, moves)
    saved.close()
    store.close()
    return saved.number, state


def left_whole(folder: Path, moves: int, seeds: Sequence[int]) -> dict[int, State]:
    """Keep games that were played elsewhere; their last positions by their numbers."""
    store, found = open_store(folder), {}
    for seed in seeds:
        state = opened().game.start(2, seed=seed)
        for _ in range(moves):
            state.push(state.moves[len(state.played) % len(state.moves)])
        saved = store.begin(save_of(state))
        saved.close()
        found[saved.number] = state
    store.close()
    return found


def rules_again(save: Save) -> Game:
    """The game by the rules in a save."""
    model = load_rules(save, opened().extensions).model
    assert model is not None
    return game(model, backend="python")


def again(save: Save) -> Replayed:
    return replay(save, rules_again(save))


def bot_for(found: Game, seat: int, seed: int) -> SeatedBot:
    return seat_bot(opened().extensions.bots[BOT].value, found, seat, seed=seed)


def tampered(folder: Path, sql: str, *values: Any) -> None:
    """Change the file of saved games behind the back of the program."""
    store = open_store(folder)
    with store._database.transaction() as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute(sql, values)
    store.close()
