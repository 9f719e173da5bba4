"""Words joined by `of`, and what is said of those that don't fit together."""

import pytest
from kernel.small import PLAIN, meant, small, text

from splendor_dsl.diagnostics import Problem
from splendor_dsl.semantics.values import CounterValue, Local


def messages(requirement: str) -> list[str]:
    """Return the message about a requirement of an action about a rival."""
    return [each.message() for each in problems(requirement)]


def problems(requirement: str) -> tuple[Problem, ...]:
    ask = f'ask as "ask {{rival}}" {{ choose rival: others; require it: {requirement} }}'
    return meant(text(actions=f"{PLAIN['actions']}\n{ask}")).problems


@pytest.mark.parametrize(
    ("requirement", "found"),
    [
        ("cards in hand of rival > 0", []),
        ("cards in row > 0", []),
        ("cards in row of rival > 0", ["expected no owner, as 'row' is the game's, found 'rival'"]),
        ("cards in hand of copper > 0", ["expected a player, found 'copper'"]),
        (
            "cards in row of copper > 0",
            ["expected no owner, as 'row' is the game's, found 'copper'"],
        ),
    ],
)
def test_only_what_players_have_has_an_owner(requirement: str, found: list[str]) -> None:
    assert messages(requirement) == found


@pytest.mark.parametrize("word", ["wealth", "copper", "size", "row"])
def test_what_no_player_has_is_told(word: str) -> None:
    expected = "expected a value, counter or pile of a player"
    assert messages(f"{word} of rival > 0") == [
        f"{expected}, found {word!r}, which is not declared"
    ]


@pytest.mark.parametrize("meant_word", ["gives", "purse", "supply"])
def test_a_misspelt_source_of_amounts_is_guessed(meant_word: str) -> None:
    misspelt = f"{meant_word[:-2]}{meant_word[-1]}{meant_word[-2]}"
    (problem,) = problems(f"iron in {misspelt} > 0")
    assert problem.help() == f"did you mean {meant_word!r}?"


@pytest.mark.parametrize(
    ("chosen", "used"),
    [("sort: coins", "1 srot"), ("sorts: 2 different coins in supply", "1 each srots")],
)
def test_a_misspelt_choice_of_tokens_is_guessed(chosen: str, used: str) -> None:
    pick = f'pick "pick" {{ choose {chosen}; gain {used} }}'
    (problem,) = meant(text(actions=f"{PLAIN['actions']}\n{pick}")).problems
    assert problem.help() == f"did you mean {chosen.partition(':')[0]!r}?"


def test_only_a_counter_of_players_is_read_of_one() -> None:
    counters = "heat 0 from 0 to 9\nfame of a player 1 from 0 to 9"
    values = "total warmth { heat: heat }\ntotal renown { fame: fame }"
    model = small(counters=counters, values=f"{PLAIN['values']}\n{values}").model
    (heat,), (fame,) = (model.values[name].terms for name in ("warmth", "renown"))
    assert heat.value == CounterValue(counter="heat", player=None)
    assert fame.value == CounterValue(counter="fame", player=Local(slot=0, type="player"))


@pytest.mark.parametrize(("many", "refused"), [(10, False), (20, True)])
def test_limits_that_are_read_for_others_are_few(many: int, *, refused: bool) -> None:
    """Each stands anew in the code that reads it for others, with all of its expression."""
    most = " + ".join(["cards in own"] * 20)
    limits = "\n".join(f"l{n}: cards in hand at most {most}" for n in range(many))
    asks = "; ".join(
        f"require r{n}: any other player has (cards in hand <= limit of l{n})" for n in range(many)
    )
    actions = f'{PLAIN["actions"]}\nask "ask" {{ {asks} }}'
    codes = {each.code for each in meant(text(actions=actions, limits=limits)).problems}
    assert codes == ({"SPL307"} if refused else set())
