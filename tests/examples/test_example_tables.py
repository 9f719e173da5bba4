"""A move of a game becomes an example whatever its tables call their pieces, and however they are laid out."""

import pytest
from kernel.small import PLAIN, made, meant, text

from splendor_dsl.chance import Stream
from splendor_dsl.examples.runner import run_examples
from splendor_dsl.examples.writer import PlayedMoves, example_of
from splendor_dsl.game.state import State

NO_REFILL = PLAIN["zones"].replace("; refill from deck at once", "")
UNCUT = NO_REFILL.replace(" by size", "")
BARE = """
    1 2 copper : 1 silver
    1 3 iron : 2 silver
    2 1 iron : 1 copper
    2 3 copper : 2 iron
"""
TITLED = """
    "1st" 1 0 copper : 1 silver
    "2nd" 1 1 silver : 2 copper
    "All" 1 2 iron : 1 copper, 1 iron
    "Nothing" 2 3 copper : 3 iron
    "Less" 2 4 silver : 2 silver
    "Cite" 2 5 iron : 4 copper
"""
UNTITLED = """
    "" 1 0 copper : 1 silver
    "one" 1 1 silver : 2 copper
    "" 1 2 iron : 1 copper, 1 iron
    own: "" 2 3 copper : 3 iron
    2 4 silver : 2 silver
    2 5 iron : 4 copper
"""
BELOW_ZERO = """
    "one" -1 0 copper : 1 silver
    "two" -1 1 silver : 2 copper
    "three" -1 2 iron : 1 copper, 1 iron
    "four" 0 3 copper : 3 iron
    "five" 0 4 silver : 2 silver, 2 iron
    "six" 0 5 iron : 4 copper
"""
GAMES = {
    "labels of numbers": {"rows_cards": BARE},
    "titles that are words or numbers": {"rows_cards": TITLED},
    "titles that are empty": {"rows_cards": UNTITLED},
    "a table in parts that does not refill": {
        "zones": NO_REFILL,
        "setup": "shuffle deck\nfill row from deck",
    },
    "a table that does not refill": {
        "zones": UNCUT,
        "setup": "shuffle deck\nfill row from deck",
    },
    "parts below zero": {
        "kinds": PLAIN["kinds"].replace("size 1 to 2", "size -1 to 0"),
        "rows_cards": BELOW_ZERO,
    },
    "a counter below zero": {
        "counters": "mood 0 from (0 - 9) to 9\nmood_of of a player (0 - 1) from (0 - 9) to 9",
        "actions": PLAIN["actions"]
        + 'sulk as "sulk" { count mood = mood - 2; count own: mood_of = mood_of - 1 }',
    },
    "hands in parts": {"zones": PLAIN["zones"].replace("of a player", "by size of a player", 1)},
}


def played(rules: str, seed: int) -> State:
    """A random game, as far as this test looks."""
    state, chance = made(rules).start(2, seed=seed), Stream(seed)
    for _ in range(30):
        if state.over:
            break
        state.push(state.moves[chance.below(len(state.moves))])
    return state


@pytest.mark.parametrize("how", ["short", "whole"])
@pytest.mark.parametrize("name", GAMES)
def test_each_move_becomes_an_example_that_passes(name: str, how: str) -> None:
    rules = text(**GAMES[name])
    whole = PlayedMoves.to(played(rules, seed=3))
    texts = [
        example_of(
            made(rules),
            PlayedMoves(states=whole.states[: move + 1], moves=whole.moves[:move]),
            name=f"move_{move}",
            title="a move",
            short=how == "short",
        )
        for move in range(1, len(whole.moves) + 1)
    ]
    meaning = meant(rules + "\n".join(texts))
    ran = list(run_examples(made(rules), meaning.examples))
    assert len(ran) == len(texts) > 4
    assert [each.problem for each in ran if each.problem is not None] == []


def test_a_label_that_is_no_name_is_called_in_quotes() -> None:
    rows = BARE + '"Tower" 1 5 copper : 1 silver'
    example = "example it {{ given row 1-1: {}; then cards in row where (size = 1 and worth = {}) = 1 }}\n"
    for label, worth in (('"1_3_iron_2silver"', 3), ("tower", 5), ('"Tower"', 5)):
        rules = text(rows_cards=rows) + example.format(label, worth)
        (ran,) = run_examples(made(rules), meant(rules).examples)
        assert ran.problem is None
    (problem,) = meant(text(rows_cards=rows) + example.format('"tower"', 5)).problems
    assert "the label tower without quotes" in problem.message()
