"""The plugin with the bundled bots."""

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from splendor_dsl.hookspecs import Bot, hookimpl


@hookimpl
def splendor_bots() -> Sequence[Bot]:
    """Return the bundled bots, the weakest first."""
    return [
        Bot(
            name="random",
            make=_made("any_move", "AnyMove"),
            description="any move, each as likely",
            weights=_any_weights,
        ),
        Bot(
            name="greedy-0",
            make=_made("greedy_zero", "GreedyZero"),
            description="the move that brings most at once; a measure for other bots",
        ),
        Bot(
            name="greedy",
            make=_made("greedy", "Greedy"),
            description="the move after which its position looks best",
        ),
        Bot(
            name="planner",
            make=_made("planner", "Planner"),
            description="the move after which its next turn looks best",
        ),
        Bot(
            name="search",
            make=_made("search", "Search"),
            think=_made("search", "Search"),
            description="the move that went best when it played on in its head",
        ),
        Bot(
            name="level",
            make=_made("level", "OfLevel"),
            think=_made("level", "OfLevel"),
            description="as strong as its level: level@1 errs on purpose, level@10 searches for long",
        ),
    ]


def _made(module: str, name: str) -> Callable[..., Any]:
    """Return the function that makes a player; plugins are loaded on every run of the program, players when they play."""

    def make(*given: Any) -> Any:
        return getattr(import_module(f"splendor_dsl.bots.{module}"), name)(*given)

    return make


def _any_weights() -> Any:
    # As above.
    return import_module("splendor_dsl.game.weights").ANY_MOVE
