"""How a game has come out, in words."""

from collections.abc import Iterator
from typing import Any

from splendor_dsl.play.state import State


def result_lines(state: State) -> Iterator[str]:
    """Who has won, and everybody's place with what it rests on."""
    view = state.view(None)
    outcome = state.outcome
    if outcome is None or outcome.kind == "unfinished":
        yield f"The game is unfinished after {state.turn} turns."
        return
    names = [str(player["name"]) for player in view["players"]]
    winners = " and ".join(names[seat] for seat in outcome.winners)
    yield {
        "won": f"{winners} has won.",
        "shared": f"{winners} share the win.",
        "nobody": "Nobody has won.",
    }[outcome.kind]
    place = 1
    for group in outcome.ranking:
        for seat in group:
            yield f"{place}. {names[seat]}  {_numbers(view['players'][seat])}".rstrip()
        place += len(group)


def _numbers(player: dict[str, Any]) -> str:
    """The numbers among a player's values; conditions and amounts are on the table."""
    values = player["values"].items()
    numbers = ((n, v) for n, v in values if isinstance(v, int) and not isinstance(v, bool))
    return ", ".join(f"{name} {value}" for name, value in numbers)
