"""Whose a place is: a player without a name is told in the case that each language asks for."""

import pytest
from prose.written import understood, words_of

from splendor_dsl.prose.clauses import by_path

ASKING = """splendor rules 2

variant asking "Asking" extends classic

markers { crown "the crown" }

after actions.buy {
  ask "ask" as "ask {rival}" {
    choose rival: others
    gain one: 1 red from purse of rival
    gain two: up to 1 red from purse of holder of crown
  }
}
"""
SAID = {
    "en": {
        "actions.ask.one": "Move 1 ruby from the tokens of the player chosen to your tokens.",
        "actions.ask.two": "Move 1 ruby from the tokens of the holder of the crown to your tokens, if there is any.",
    },
    "pl": {
        "actions.ask.one": "Przenieś 1 rubin ze znaczników wybranego gracza do znaczników.",
        "actions.ask.two": "Przenieś 1 rubin ze znaczników posiadacza the crown do znaczników, jeśli jeszcze jest.",
    },
    "es": {
        "actions.ask.one": "Lleva 1 rubí de las fichas del jugador elegido a las fichas.",
        "actions.ask.two": "Lleva 1 rubí de las fichas de quien tiene the crown a las fichas, si queda.",
    },
}


@pytest.mark.parametrize("language", SAID)
def test_a_place_of_a_player_without_a_name(language: str) -> None:
    told = by_path(words_of(understood(ASKING), language))
    assert {path: told[path] for path in SAID[language]} == SAID[language]
