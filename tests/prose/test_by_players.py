"""Numbers that go by how many play: each is told with what it counts, in the form that it asks for."""

from collections.abc import Mapping
from functools import cache

import pytest
from prose.written import STATED, understood, words_of

from splendor_dsl.prose.clauses import by_path
from splendor_dsl.prose.rulebook import rulebook
from splendor_dsl.prose.words import Words

OWN = """splendor rules 2

variant own "Own" extends classic

set zones.table.places = players + 2
set limits.tokens = 9 | 10 | 11
set limits.hand = 2 - 1

add actions.buy {
  gain one: up to (2 - 1) red
  gain several: up to (players + 2) red
}
"""


@cache
def words(language: str) -> Words:
    return words_of(understood(OWN), language)


@cache
def told(language: str) -> Mapping[str, str]:
    return by_path(words(language))


SAID = {
    "setup.fill": (
        "Lay out development cards of each level from the deck: 4 / 5 / 6 (for 2 / 3 / 4 players).",
        "Wyłóż z talii na każdy poziom (karty rozwoju): 4 / 5 / 6 (dla 2 / 3 / 4 graczy).",
        "Coloca cartas de desarrollo de cada nivel del mazo: 4 / 5 / 6 (con 2 / 3 / 4 jugadores).",
    ),
}


@pytest.mark.parametrize("path", SAID)
def test_a_number_by_players_is_told_with_what_it_counts(path: str) -> None:
    assert tuple(told(language)[path] for language in STATED) == SAID[path]


def test_the_table_says_what_each_number_is_of() -> None:
    rules = understood(OWN)
    assert rules.resolved is not None
    names = []
    for language in STATED:
        book = rulebook(words(language), rules.resolved, rules.examples)
        table = next(each.table for each in book.sections if each.path == "game.players")
        assert table is not None
        names.append(next(row[0] for path, row in table.rows if row[1:] == ("4", "5", "6")))
    assert names == [
        "Face-up cards, of each level",
        "Odkryte karty (na każdy poziom)",
        "Cartas boca arriba (de cada nivel)",
    ]


def test_a_number_that_is_worked_out_asks_for_its_own_form() -> None:
    said = [told(language) for language in ("en", "pl")]
    assert [each["limits.tokens"] for each in said] == [
        "At the end of your turn at most 9 / 10 / 11 (for 2 / 3 / 4 players) tokens.",
        "Na koniec tury możesz mieć najwyżej 9 / 10 / 11 (dla 2 / 3 / 4 graczy) znaczników.",
    ]
    assert said[0]["limits.hand"] == "At most 1 development card among your reserved cards."
    assert [each["actions.buy.one"] for each in said] == [
        "Take 1 ruby from the supply, if there is any.",
        "Weź 1 rubin z puli, jeśli jeszcze jest.",
    ]
    assert [each["actions.buy.several"] for each in said] == [
        "Take 4 / 5 / 6 (for 2 / 3 / 4 players) rubies from the supply, or what there is of it.",
        "Weź 4 / 5 / 6 (dla 2 / 3 / 4 graczy) rubinów z puli, a jeśli nie starcza, to tyle, ile jest.",
    ]
