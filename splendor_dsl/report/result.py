"""How a game has come out, in words."""

from collections.abc import Iterator
from typing import Any

from splendor_dsl.play.state import State
from splendor_dsl.report.words import Words


def result_lines(words: Words, state: State) -> Iterator[str]:
    """Who has won, and everybody's place with what it rests on."""
    view = state.view(None)
    outcome = state.outcome
    if outcome is None or outcome.kind == "unfinished":
        under_way = outcome is None and state.turn > 0
        yield words.say("The game is unfinished after {n} turns.", n=state.turn - under_way)
        return
    names = [str(player["name"]) for player in view["players"]]
    winners = [names[seat] for seat in outcome.winners]
    if winners:
        pattern = {"won": "{who} has won.", "shared": "{who} share the win."}[outcome.kind]
        yield words.say(pattern, who=words.listed(winners), n=len(winners))
    else:
        yield words.say("Nobody has won.")
    place = 1
    for group in outcome.ranking:
        for seat in group:
            yield f"{place}. {names[seat]}  {_numbers(words, view['players'][seat])}".rstrip()
        place += len(group)


def _numbers(words: Words, player: dict[str, Any]) -> str:
    """The numbers among a player's values; conditions and amounts are on the table."""
    values = player["values"].items()
    numbers = ((n, v) for n, v in values if isinstance(v, int) and not isinstance(v, bool))
    return ", ".join(words.number(f"values.{name}", value) for name, value in numbers)
