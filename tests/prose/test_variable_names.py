"""Things of one kind that meet in a sentence are told apart by name, in every language."""

from collections.abc import Mapping
from functools import cache

import pytest
from prose.written import STATED, understood, words_of

from splendor_dsl.prose.clauses import by_path

MET = """splendor rules 2

variant met "Met" extends classic

triggers {
  gift: when cards enters bought as card {
    if high: level = 3 { gain up to 1 gold }
    if many: cards in hand where (level = level of card) > 1 { gain up to 1 gold }
    for each other_card in hand {
      if same: level of other_card = level of card { gain up to 1 gold }
    }
    choose free: cards in table
    require lower: level of free < level of card
    choose another: cards in bought
    require differs: another != card
    move free to hand
  }
  pairs: at end of turn {
    for each cards: one in hand { for each two in bought { if same: level of one = level of two { again } } }
    for each pair: c of gems { for each d of gems { if more: c in purse > d in purse { return up to 1 c } } }
    for each alone: c of gems { if some: c in purse > c in bonus { return up to 1 c } }
  }
}
after actions.buy {
  judge "judge" as "judge {one} {other}" {
    choose one: others
    require known: cards in bought of one > 0
    choose other: players
    require richer: points of one > points of other
    require fuller: cards in hand of one >= 2 and gold in purse of other = 0
    gain 1 red from purse of other
  }
}
after actions.take_same.pile {
  require fewer: any c of gems has (any d of gems has (c in purse > d in purse))
  require own: any c of gems has (c in bonus > c in purse)
  require twin: any one in bought has (any two in hand has (level of one = level of two))
  require deep: every one in hand has (cards in bought where (level = level of one) > 0)
}
"""


@cache
def told(language: str) -> Mapping[str, str]:
    return by_path(words_of(understood(MET), language))


HAND, BOUGHT = (
    "development cards among your reserved cards",
    "development cards among your bought cards",
)
SAID = {
    "triggers.gift": (
        "As soon as a development card (card) comes",
        "karta rozwoju (card)",
        "(card)",
    ),
    "triggers.gift.high": ("If its level is 3:", "Jeśli poziom to 3:", "Si su nivel es 3:"),
    "triggers.gift.many": ("its level is level (card)", "poziom (card)", "nivel (card)"),
    "triggers.gift.for_each": ("development card (other card)", "(other card)", "(other card)"),
    "triggers.gift.for_each.same": (
        "If level (other card) is level (card):",
        "Jeśli poziom (other card) to poziom (card):",
        "Si nivel (other card) es nivel (card):",
    ),
    "triggers.gift.lower": (
        "Condition: level (free) is less than level (card).",
        "Warunek: poziom (free) to mniej niż poziom (card).",
        "Condición: nivel (free) es menos que nivel (card).",
    ),
    "actions.judge.known": (
        "the player chosen has",
        "wybrany gracz ma",
        "el jugador elegido tiene",
    ),
    "actions.judge.richer": (
        "the player chosen (one) has more prestige points than the player chosen (other)",
        "wybrany gracz (one) ma więcej punktów prestiżu niż wybrany gracz (other)",
        "el jugador elegido (one) tiene más puntos de prestigio que el jugador elegido (other)",
    ),
    "actions.judge.gain": (
        "from the tokens of the player chosen (other) to your tokens",
        "wybranego gracza (other)",
        "del jugador elegido (other)",
    ),
    "triggers.pairs.cards": ("development card (one)", "(one)", "(one)"),
    "actions.take_same.own": (
        "bonuses of that colour are more than the number of tokens of that colour",
        "tego koloru",
        "de ese color",
    ),
    "actions.take_same.fewer": (
        "some colour of gems (c) has some colour of gems (d) has tokens (c) are more than the number of tokens (d)",
        "kamieni szlachetnych (c): dla któregoś koloru kamieni szlachetnych (d): znaczniki (c)",
        "gemas (c): en algún color de gemas (d): fichas (c) son más que el número de fichas (d)",
    ),
    "actions.take_same.twin": (
        f"one of {BOUGHT} (one) has one of {HAND} (two) has level (one) is level (two)",
        "poziom (one) to poziom (two)",
        "nivel (one) es nivel (two)",
    ),
    "triggers.gift.differs": (
        "Condition: another is not card.",
        "Warunek: another to nie card.",
        "Condición: another no es card.",
    ),
    "actions.take_same.deep": (f"each of {HAND} (one) has", "(one)", "(one)"),
}


@pytest.mark.parametrize("path", SAID)
@pytest.mark.parametrize("language", STATED)
def test_what_meets_is_told_apart(path: str, language: str) -> None:
    assert SAID[path][STATED.index(language)] in told(language)[path]


NAMED = """splendor rules 2

variant named "Named" extends classic

values {
  any lucky "a lucky hand" { cards: cards in hand >= 3; gold: gold in purse >= 3 }
  all plain { few: points < 5 }
}
add actions.take_same {
  if fine: lucky { gain more: up to 1 gold }
  if bare: plain { gain bare: up to 1 gold }
}
after actions.take_same.pile {
  require lucky: lucky and points > 3
}
after actions.reserve.room { require unlucky: not lucky }
names pl { values.lucky "szczęśliwa ręka" }
"""


@pytest.mark.parametrize(
    ("language", "path", "text"),
    [
        ("en", "actions.take_same.fine", "If a lucky hand:"),
        ("pl", "actions.take_same.fine", "Jeśli szczęśliwa ręka:"),
        (
            "en",
            "actions.take_same.lucky",
            "Condition: a lucky hand and you have more than 3 prestige points.",
        ),
        ("en", "actions.reserve.unlucky", "Condition: not so: a lucky hand."),
        ("en", "actions.take_same.bare", "If you have fewer than 5 prestige points:"),
        ("en", "values.lucky.gold", "Enough: at least 3 gold."),
    ],
)
def test_a_condition_that_has_a_name_is_told_by_it(language: str, path: str, text: str) -> None:
    assert by_path(words_of(understood(NAMED), language))[path] == text
