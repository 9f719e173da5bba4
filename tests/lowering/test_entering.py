"""Triggers of pieces that enter a zone, by each way in which a step moves pieces, in generated code."""

import pytest
from kernel.small import PLAIN, moves, pile, small

from splendor_dsl.game.game import game

TRIGGERS = """
    tip: when cards enters own as card { gain up to 1 star }
    fee: when cards enters hand as card {
      if big: size of card = 2 { gain up to 1 copper }
      else { gain up to 1 iron }
    }
"""
WAYS = {
    "a piece": "choose card: cards in row; move card to own",
    "the top": "move top of deck to own",
    "several from the top": "move top (2) of deck to hand",
    "all of a zone": "move all in row to own",
    "all of an own zone": "move top (2) of deck to hand; move all_: all in hand to own",
    "all, below others": "move all in row to under own",
}


@pytest.mark.parametrize("way", WAYS)
def test_whatever_enters_is_seen(way: str) -> None:
    actions = f'{PLAIN["actions"]}\ngo as "go" {{ {WAYS[way]} }}'
    plain = small(actions=actions, triggers=TRIGGERS)
    compiled = game(plain.model, backend="python")
    one, other = plain.start(2), compiled.start(2)
    assert compiled.backend == "python"
    for _ in range(6):
        if one.over:
            break
        going = [each for each in one.moves if each.path == "actions.go"]
        move = (going or one.moves)[0]
        one.push(move)
        other.push(move)
        assert moves(one) == moves(other)
        assert [pile(one, "purse", seat) for seat in (0, 1)] == [
            pile(other, "purse", seat) for seat in (0, 1)
        ]
    assert pile(one, "purse", 0)


def test_places_fill_from_places() -> None:
    """The piece that lies first there is looked for before it is asked whether there is one."""
    zones = PLAIN["zones"].replace(
        "row cards by size { face up; places 2; refill from deck at once }",
        """shelf cards by size { face up; places 2; refill from deck at once; slide }
        row cards by size { face up; places 2; refill from shelf at once }""",
    )
    take = 'fetch as "fetch {card}" { choose card: cards in row; move card to own }'
    setup = "shuffle deck; fill first: shelf; fill row; fill again: shelf"
    plain = small(zones=zones, setup=setup, actions=f"{PLAIN['actions']}\n{take}")
    compiled = game(plain.model, backend="python")
    for seed in range(4):
        one, other = plain.start(2, seed=seed), compiled.start(2, seed=seed)
        assert compiled.backend == "python"
        while not one.over:
            assert moves(one) == moves(other)
            assert one.cells == other.cells
            fetching = [each for each in one.moves if each.path == "actions.fetch"]
            move = (fetching or one.moves)[-1]
            one.push(move)
            other.push(move)
