"""Fast forms of generated code: an edition has each of them, though without them it would play the same."""

import re

import pytest
from game.bundled import named
from kernel.small import PLAIN, small

from splendor_dsl.compiler.module import text_of


def code(name: str) -> str:
    return text_of(named(name).program, "python")


def titles(text: str, kind: str) -> list[str]:
    """The titles of the tables, or of the remembered functions."""
    return sorted(set(re.findall(rf"^{kind}  # (.*)$", text, re.MULTILINE)))


def test_lists_of_options_are_rows_of_tables() -> None:
    assert titles(code("classic"), r"rows\d+ = \(") == [
        "all places in use",
        "colour, by the tokens there are",
        "colours, by how many and the tokens there are",
        "what may go back for limit tokens",
    ]


def test_what_depends_on_few_words_is_remembered() -> None:
    assert titles(code("classic"), "@Remembered") == ["by tokens in supply", "pieces that fit"]


@pytest.mark.parametrize("name", ["classic", "marvel"])
def test_all_payable_pieces_are_found_at_once(name: str) -> None:
    text = code(name)
    assert re.search(r"^\w+_few = short\(", text, re.MULTILINE)
    assert re.search(r"ids \+= picked0\[join\(.*\)\.translate\(", text)


def paying(worth: str) -> str:
    """The code of a game in which a wild token stands for several."""
    pay = f"pay price of card less gives {{ wild star for coins {{ worth {worth} }} }}"
    actions = PLAIN["actions"].replace("pay price of card less gives { wild star for coins }", pay)
    counters = "steam 1 from 1 to 9999\nheat 1 from 1 to 9"
    return text_of(small(actions=actions, counters=counters).program, "python")


def test_what_wild_tokens_stand_for_is_capped_only_where_it_may_be_too_much() -> None:
    cap = ", 127) << 8"
    assert cap in paying("steam")
    assert cap not in paying("heat")
    assert cap not in paying("1")


def test_the_first_limit_asks_for_no_other() -> None:
    limits = "purse: tokens in purse at most 4 at end of turn { keep star }"
    more = "coins: coins in purse at most 3 at end of turn"
    given = (limits, f"{limits}\n{more}")
    one, two = (text_of(small(limits=each).program, "python") for each in given)
    assert (one.count("if not ids and"), two.count("if not ids and")) == (0, 1)


@pytest.mark.parametrize("kind", ["python", "native"])
def test_code_asserts_nothing_unless_it_is_asked_to(kind: str) -> None:
    program = named("classic").program
    plain = text_of(program, kind)
    assert plain == text_of(program, kind, checked=False)
    assert plain != text_of(program, kind, checked=True)


@pytest.mark.parametrize("less", [" less gives", ""])
def test_no_variable_is_a_copy_of_another(less: str) -> None:
    actions = PLAIN["actions"].replace("price of card less gives", f"price of card{less}")
    text = text_of(small(actions=actions).program, "python")
    assert re.findall(r"^ +(t\d+ = t\d+)$", text, re.MULTILINE) == []


def test_the_top_of_a_part_is_guarded_only_where_it_may_be_empty() -> None:
    flipped = 'flip "flip" { move top of deck to own }'
    drawn = 'draw as "draw {card}" { choose card: top of deck; move card to own }'
    played = [
        text_of(small(actions=each).program, "native").partition("def play(")[2]
        for each in (flipped, drawn)
    ]
    assert ["max(" in each for each in played] == [False, True]


def test_one_chosen_token_needs_no_table_of_sets() -> None:
    one = 'take as "take {coin}" { choose coin: coins in supply; gain 1 coin }'
    two = 'pick as "pick {some}" { choose some: 2 different coins in supply; gain 1 each some }'
    texts = [text_of(small(actions=each).program, "python") for each in (one, two)]
    assert ["of each set of tokens" in each for each in texts] == [False, True]
