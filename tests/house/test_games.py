"""Games of the house rules by greedy bots, at every size of table: each comes to an end that its rules name."""

import pytest
from house.test_house import FOLDER, NAMES, rules_of, text_of
from samples import sampled

from splendor_dsl.bots.seated import seat_bot
from splendor_dsl.extensions import load_extensions
from splendor_dsl.game.playouts import MOST_TURNS
from splendor_dsl.game.state import State
from splendor_dsl.loading import load

# What a rule says of the end comes about in games of bots.
OWN_ENDS = {
    "one_more_round": {"target"},
    "solo": {"beaten", "target"},
    "sudden_death": {"target"},
    "turn_limit": {"late", "target"},
}


def played(name: str, players: int, kinds: tuple[str, ...] = ("greedy-0",)) -> State:
    """The end of a game of bots, seat by seat in turn of these kinds."""
    rules, bots = load(FOLDER / f"{name}.rules"), load_extensions().bots
    seats = [
        seat_bot(bots[kinds[seat % len(kinds)]].value, rules, seat, seed=3)
        for seat in range(players)
    ]
    state = rules.start(players, seed=3, logging=False)
    while not state.over and state.turn <= MOST_TURNS:
        assert state.to_move is not None
        state.advance(seats[state.to_move].choose(state))
    return state


@pytest.mark.parametrize("name", sampled(NAMES, 9))
def test_greedy_bots_come_to_an_end_of_the_rules(name: str) -> None:
    for players in rules_of(name).players:
        state = played(name, players)
        assert state.outcome is not None, f"{players} players: no end after {state.turn} turns"
        assert state.outcome.kind in {"won", "shared", "nobody"}
        named = {each.name for each in rules_of(name).model.ends}
        assert state.outcome.end in OWN_ENDS.get(name, named), f"{players} players"


def test_a_rule_about_the_end_names_it() -> None:
    about = {name for name in NAMES if "\nend {" in text_of(name) or "end.target" in text_of(name)}
    assert about == set(OWN_ENDS)


@pytest.mark.parametrize("name", sampled(NAMES, 9))
def test_bots_of_both_kinds_come_to_an_end_too(name: str) -> None:
    most = max(rules_of(name).players)
    outcome = played(name, most, ("random", "greedy-0")).outcome
    assert outcome is not None
    assert outcome.end is not None
