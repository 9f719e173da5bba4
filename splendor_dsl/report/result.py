"""The result of a game in words."""

from collections.abc import Iterator
from typing import Any

from splendor_dsl.game.state import State
from splendor_dsl.prose.words import Words
from splendor_dsl.semantics.model import Model
from splendor_dsl.semantics.parts import all_in
from splendor_dsl.semantics.values import ValueOf


def result_lines(words: Words, state: State) -> Iterator[str]:
    """Yield the winners, and everybody's place with the values that decide it."""
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
            yield f"{place}. {names[seat]}  {_scores(words, view['players'][seat])}".rstrip()
        place += len(group)


def scores(model: Model) -> tuple[str, ...]:
    """Return the named numbers by which a ranking separates players; other totals are on the table."""
    rankings = [model.ranking, *(end.ranking for end in model.ends if end.ranking is not None)]
    compared = tuple(rank.value for ranking in rankings for rank in ranking.ranks)
    named = {each.value for each in all_in(compared) if isinstance(each, ValueOf)}
    return tuple(v.name for v in model.values.values() if v.type == "number" and v.name in named)


def _scores(words: Words, player: dict[str, Any]) -> str:
    known = player["values"]
    named = ((name, known[name]) for name in scores(words.model) if name in known)
    return ", ".join(words.number(f"values.{name}", value) for name, value in named)
