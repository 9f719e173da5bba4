"""Each house rule is pinned down by its own examples: what changes of its file go unnoticed is listed, with a reason."""

from collections.abc import Mapping

import pytest
from house.test_house import FOLDER, NAMES

from splendor_dsl.extensions import load_extensions
from splendor_dsl.report.mutation import unpinned
from splendor_dsl.testing.mutation import Trial, try_all, wanted

Change = tuple[str, str]  # the path of the clause, and what it would say instead

ORDER = "in either order the same comes of it"
RANGE = "what may be set is no rule of a position"
ONCE = "one round goes the same way in either order"
LASTS = "what brought the end about does not pass again"
OPEN: Mapping[str, Mapping[Change, str]] = {
    "bank_three_to_one": {
        ("triggers.trade.gain", "gain, return"): ORDER,
    },
    "crowns_and_ambers": {("kinds.cards.crowns", "1"): "no card holds less than what it holds"},
    "extra_turn": {("kinds.cards.hourglass", "1"): "no card holds less than what it holds"},
    "long_game": {("parameters.target", to): RANGE for to in ("11", "13", "24", "26")},
    "noble_draft": {("phases.courting", "in snake order"): ONCE},
    "one_more_round": {("end.target", "judged again"): LASTS},
    "ruby_guild": {("triggers.guild", "table"): "a card bought from the table is replaced"},
    "seat_tokens": {("phases.dowry", "in snake order"): ONCE},
    "sliding_market": {("triggers.drift", "start of round"): "a round begins where one ends"},
    "solo": {
        ("game.players", "2"): "an example is played by the fewest",
        ("end.beaten", "beaten, stuck"): "whoever is alone is never stuck",
        ("end.beaten", "finish the round"): "whoever is alone is last in the round",
    },
    "swap_two_for_one": {
        ("actions.swap.gain", "gain, return"): ORDER,
        ("actions.swap.given", "supply"): "only what the purse holds is enough",
    },
    "turn_limit": {
        **{("parameters.rounds", to): RANGE for to in ("4", "6", "59", "61")},
        ("end.late", "late, stuck"): "who is stuck is so at once",
        ("end.late", "judged again"): LASTS,
    },
    "upgrade": {
        ("triggers.upgrade.in", "in, out"): ORDER,
        ("triggers.upgrade.same", "is covered by"): "each card has one bonus",
    },
}


@pytest.mark.mutants
@pytest.mark.parametrize("name", NAMES)
def test_every_change_of_a_house_rule_is_noticed_but_for_those_that_are_listed(name: str) -> None:
    file = FOLDER / f"{name}.rules"
    trial = Trial(rules=file, plugins=(), games=1)
    made = trial.open(load_extensions())
    assert made is not None
    own = [each for each in wanted(made, cells=False) if each.span.source.path == file]
    tried = list(try_all(trial, made, own, jobs=1, notes=None))
    left = {(each.path, each.now) for each in unpinned(tried)}
    assert left == OPEN.get(name, {}).keys()


def test_what_is_listed_is_of_house_rules() -> None:
    assert set(OPEN) <= set(NAMES)
