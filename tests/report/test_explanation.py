"""Every clause has a sentence for who asks what it says, and so has all that can be set."""

from functools import cache

import pytest
from prose.test_rulebook import loaded, words
from prose.written import understood, words_of

from splendor_dsl.bundled import bundled_games
from splendor_dsl.explain.clauses import path_at, paths
from splendor_dsl.report.explanation import explanation, explanation_text


@cache
def first_games() -> dict[str, str]:
    """Each path of a bundled game, with the first game that has it."""
    found: dict[str, str] = {}
    for name in bundled_games():
        resolved = loaded(name).resolved
        assert resolved is not None
        for at in paths(resolved):
            found.setdefault(at.path, name)
    return found


def told(path: str, name: str, language: str = "en") -> tuple[str, ...]:
    rules = loaded(name)
    assert rules.resolved is not None
    at = path_at(rules.resolved, path)
    assert at is not None, path
    found = explanation(
        words(name, language), rules.resolved, at, examples=rules.examples, settings={}
    )
    return found.sentences


@pytest.mark.parametrize("name", bundled_games())
def test_each_path_has_a_sentence(name: str) -> None:
    own = [path for path, first in first_games().items() if first == name]
    assert [path for path in own if not told(path, name)] == []


@pytest.mark.parametrize("name", ["classic", "chosen_bonus"])
def test_a_cell_that_can_be_set_has_its_sentence(name: str) -> None:
    model = loaded(name).model
    assert model is not None
    kinds = {piece.kind: piece for piece in model.pieces}
    for kind, piece in kinds.items():
        for field in model.kinds[kind].fields:
            assert told(f"rows.{kind}.{piece.label}.{field}", name)


SAID = {
    "tokens.joker": ("5 gold (jokers).",),
    "kinds.cards.points": ("Prestige points: 0 to 5.",),
    "kinds.cards.cost": ("Cost: gems.",),
    "zones.table.places": (
        "Lay out 4 development cards of each level from the deck (face-up cards).",
    ),
    "rows.cards": ("90 development cards.",),
    "rows.cards.black_1_4blue.points": ("1 prestige point.",),
    "rows.cards.black_1_4blue.cost": ("Cost 4 blue.",),
    "mechanics.nobles.tiles": ("10 nobles.",),
    "mechanics.nobles.tiles.red_black": ("3 points, bonuses asked for 4 red 4 black.",),
    "counters": ("Nothing.",),
}


@pytest.mark.parametrize("path", SAID)
def test_what_stands_in_no_chapter_is_told(path: str) -> None:
    assert told(path, "classic") == SAID[path]


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "Bonus: nothing."), ("pl", "Bonus: nic."), ("es", "Bonificación: nada.")],
)
def test_a_cell_that_was_set_is_told_as_it_is_now(language: str, text: str) -> None:
    assert told("rows.cards.black_1_4blue.bonus", "chosen_bonus", language) == (text,)


def test_an_option_is_told_by_what_is_made_with_it() -> None:
    assert any(text.startswith("Nobles: ") for text in told("mechanics.nobles.reveal", "classic"))
    assert any("bonuses" in text for text in told("mechanics.nobles.counted", "classic"))


BRANCHES = """splendor rules 2

variant branches "Branches" extends classic

triggers {
  gift: when cards enters bought as card {
    if dear: points of card >= 3 { gain up to 1 gold }
    else {
      if low: level of card = 1 { gain one: up to 1 red }
      gain two: up to 1 blue
    }
    gain last: up to 1 green
  }
}
"""
INDENTED = """
  As soon as a development card comes to your bought cards; this is no action:
    If the development card has at least 3 prestige points:
      Take 1 gold from the supply, if there is any.
    Otherwise:
      If its level is 1:
        Take 1 ruby from the supply, if there is any.
      Take 1 sapphire from the supply, if there is any.
    Take 1 emerald from the supply, if there is any.

rule """


def test_what_stands_under_a_condition_is_indented() -> None:
    rules = understood(BRANCHES)
    assert rules.resolved is not None
    at = path_at(rules.resolved, "triggers.gift")
    assert at is not None
    found = explanation(words_of(rules), rules.resolved, at, settings={})
    assert INDENTED in explanation_text(found)
