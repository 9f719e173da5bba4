"""The plugin with the bundled bots."""

from collections.abc import Sequence
from typing import Any

from splendor_dsl.hookspecs import Bot, hookimpl


@hookimpl
def splendor_bots() -> Sequence[Bot]:
    """Return the bots `random`, `greedy` and `planner`."""
    return [
        Bot(
            name="random",
            make=_make_random,
            description="any move, each as likely",
            weights=_any_weights,
        ),
        Bot(name="greedy", make=_make_greedy, description="the move that looks best at once"),
        Bot(
            name="planner",
            make=_make_planner,
            description="the move after which its position looks best",
        ),
    ]


def _make_random(game: Any) -> Any:
    # Plugins are loaded on every run of the program, which must stay fast.
    from splendor_dsl.bots.any_move import AnyMove  # noqa: PLC0415  # loaded when a game is played

    return AnyMove(game)


def _make_greedy(game: Any) -> Any:
    from splendor_dsl.bots.greedy import Greedy  # noqa: PLC0415  # as above

    return Greedy(game)


def _make_planner(game: Any) -> Any:
    from splendor_dsl.bots.planner import Planner  # noqa: PLC0415  # as above

    return Planner(game)


def _any_weights() -> Any:
    from splendor_dsl.game.weights import ANY_MOVE  # noqa: PLC0415  # as above

    return ANY_MOVE
