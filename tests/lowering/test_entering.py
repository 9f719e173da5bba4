"""Triggers of pieces that enter a zone, by each way in which a step moves pieces, in generated code."""

import pytest
from kernel.small import PLAIN, moves, number, pile, small

from splendor_dsl.game.game import game
from splendor_dsl.game.state import State

TRIGGERS = """
    tip: when cards enters own as card { gain up to 1 star }
    fee: when cards enters hand as card {
      if big: size of card = 2 { gain up to 1 copper }
      else { gain up to 1 iron }
    }
"""
WITH_SHELF = PLAIN["zones"].replace(
    "row cards by size { face up; places 2; refill from deck at once }",
    """shelf cards by size { face up; places 1; refill from deck at once; slide }
    row cards by size { face up; places 1; refill from shelf at once }""",
)
FILLED = "fill first: shelf; fill row; fill again: shelf"
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
    take = 'fetch as "fetch {card}" { choose card: cards in row; move card to own }'
    setup = f"shuffle deck; {FILLED}"
    plain = small(zones=WITH_SHELF, setup=setup, actions=f"{PLAIN['actions']}\n{take}")
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


def played_alike(going: str, triggers: str, turns: int, **sections: str) -> State:
    """Play the action `go` on the interpreter and in generated code alike; return where it leads."""
    actions = f"{PLAIN['actions']}\ngo {{ {going} }}"
    plain = small(actions=actions, triggers=triggers, **sections)
    compiled = game(plain.model, backend="python")
    one, other = plain.start(2), compiled.start(2)
    assert compiled.backend == "python"
    for _ in range(turns):
        move = next(each for each in one.moves if each.path == "actions.go")
        one.push(move)
        other.push(move)
        assert one.cells == other.cells
        assert moves(one) == moves(other)
    return one


def test_the_player_of_a_trigger_stays_who_it_was_when_the_piece_entered() -> None:
    """The marker names the owner of the zone, and the trigger gives it to another before it goes on."""
    going = "choose card: cards in row; for each other player { give lamp to player }"
    going += "; move card to own of holder of lamp"
    triggers = "pass_on: when cards enters own as card { give lamp to mover; gain up to 1 star }"
    state = played_alike(going, triggers, 1, markers="lamp")
    assert [pile(state, "purse", seat) for seat in (0, 1)] == [{}, {"star": 1}]
    assert number(state, "marker", "lamp") == 0


def test_the_triggers_of_each_zone_see_its_own_pieces() -> None:
    """The first card of each size goes to the rival, the second to the row, and the third to the shelf."""
    triggers = """
        tip: when cards enters own as card { count tips = tips + worth of card }
        rent: when cards enters row as card { count rents = rents + worth of card }
        fee: when cards enters shelf as card { count fees = fees + worth of card }
    """
    counters = "\n".join(f"{name} of a player 0 from 0 to 99" for name in ("tips", "rents", "fees"))
    going = "choose rival: others; choose it: cards in row; move all in row to own of rival"
    sections = {"zones": WITH_SHELF, "setup": FILLED, "counters": counters}
    state = played_alike(going, triggers, 1, **sections)
    found = {
        name: [number(state, "counter", name, seat) for seat in (0, 1)]
        for name in ("tips", "rents", "fees")
    }
    assert found == {
        "tips": [0, 0 + 3],
        "rents": [0 + 3 + 1 + 4, 0],
        "fees": [0 + 3 + 1 + 4 + 2 + 5, 0],
    }
