"""Limits at the end of a turn in generated code: what may go back for each of several."""

from kernel.small import PLAIN, moves, pile, play, small

from splendor_dsl.game.game import game

ZONES = f"{PLAIN['zones']}\npouch tokens of a player {{ face up }}"
LIMITS = """
    metal: coins in purse at most 2 at end of turn { keep silver }
    few: tokens in pouch at most 1 at end of turn
    all: tokens in purse at most 1 at end of turn
"""
GRAB = """
    grab "grab" {
      gain up to 3 copper + 2 iron + 1 silver + 2 star
      return 1 copper + 2 star to pouch
    }
"""


def test_each_limit_takes_back_what_it_does_not_keep_from_its_pile() -> None:
    actions = PLAIN["actions"] + GRAB
    plain = small(actions=actions, zones=ZONES, limits=LIMITS)
    compiled = game(plain.model, backend="python")
    one, other = play(plain.start(2), "grab"), play(compiled.start(2), "grab")
    assert compiled.backend == "python"
    asked = []
    while one.to_move == 0:
        assert moves(one) == moves(other)
        asked.append(moves(one))
        one, other = play(one, moves(one)[-1]), play(other, moves(one)[-1])
        assert one.cells == other.cells
    assert asked == [
        ["return copper", "return iron"],
        ["return copper", "return iron"],
        ["return copper", "return star"],
        ["return copper", "return star"],
        ["return copper", "return silver"],
    ]
    assert pile(one, "purse") == {"copper": 1}
    assert pile(one, "pouch") == {"copper": 1}
