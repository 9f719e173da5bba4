"""Amounts that are multiplied: each has its words, wherever amounts can stand."""

import pytest
from languages import SPOKEN
from prose.written import understood, words_of

from splendor_dsl.prose.clauses import by_path
from splendor_dsl.prose.player_aid import player_aid
from splendor_dsl.prose.words import Words

TWICE = """splendor rules 2

variant twice "Twice" extends classic

set values.bonus.cards = 2 * sum of bonus in bought

after actions.buy {
  trade "trade" as "trade {colour} {amount}" {
    choose colour: gems
    choose amount: number from 1 to 2
    require rich: bonus covers 2 * (1 red)
    require twice: 2 * bonus covers 2 red
    pay amount * (1 red + 1 blue) less bonus { wild gold for gems }
    gain up to 2 * (1 colour)
    return up to (amount + 1) * (1 red)
    gain more: up to amount * (1 each gems)
  }
}

add values.bonus { luck: (gold in purse) * (1 red) }
"""
SAID = {
    "values.bonus.cards": "Count: 2 x bonuses among your bought cards.",
    "values.bonus.luck": "Count: the number of gold x 1 ruby.",
    "actions.trade.rich": "Condition: you have bonuses of at least 2 x 1 ruby.",
    "actions.trade.twice": "Condition: 2 x your bonuses of at least 2 rubies.",
    "actions.trade.pay": "Pay the number chosen x (1 ruby and 1 sapphire) to the supply, less your bonuses.",
    "actions.trade.gain": "Take 2 x 1 gem of the colour chosen from the supply, or what there is of it.",
    "actions.trade.return": "Put (the number chosen + 1) x 1 ruby back to the supply, or what there is of it.",
}


def words(language: str) -> Words:
    return words_of(understood(TWICE), language)


@pytest.mark.parametrize("path", SAID)
def test_what_is_multiplied_has_its_words(path: str) -> None:
    told = by_path(words("en"))[path].replace("\N{MULTIPLICATION SIGN}", "x")
    assert told.startswith(SAID[path])


@pytest.mark.parametrize("language", SPOKEN)
def test_every_language_has_words_for_it(language: str) -> None:
    spoken = words(language)
    told = by_path(spoken)
    assert all(told[path] for path in SAID)
    assert player_aid(spoken)
