"""`splendor perft`: the number of move sequences up to a depth."""

from time import perf_counter
from typing import Annotated, Any

import typer

from splendor_dsl.cli.exit_status import FINE
from splendor_dsl.cli.options import GameName, Json, Players, Plugins, Seed, Settings
from splendor_dsl.cli.output import say, say_json
from splendor_dsl.cli.usage import whole_number

Depth = Annotated[int, typer.Option("--depth", parser=whole_number(1, 20), help="Depth in moves.")]


def perft(
    game: GameName,
    players: Players = None,
    seed: Seed = 0,
    depth: Depth = 3,
    settings: Settings = None,
    plugins: Plugins = None,
    as_json: Json = False,
) -> int:
    """Count the move sequences of each length up to a depth.

    A game that ends early does not count, as in chess.
    """
    from splendor_dsl.cli.opened_game import open_game, start
    from splendor_dsl.game.playouts import perft as count

    opened = open_game(game, settings=settings, plugins=plugins)
    state = start(opened.game, players, seed=seed)
    counts = []
    for deep in range(1, depth + 1):
        started = perf_counter()
        counts.append(count(state, deep))
        if not as_json:
            say(f"{deep:3} {counts[-1]:14} {perf_counter() - started:9.2f} s")
    if as_json:
        facts: dict[str, Any] = {
            "game": game,
            "rules": opened.game.hash,
            "players": state.players,
            "seed": seed,
        }
        say_json("perft", ok=True, **facts, counts=counts)
    return FINE
