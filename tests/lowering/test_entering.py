"""Triggers of pieces that enter a zone, by each way in which a step moves pieces, in generated code."""

import pytest
from kernel.small import PLAIN, number, pile, small
from lowering.alike import Chooser, played_alike

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
    (state,) = played_alike(plain, first("actions.go"), most=6)
    assert pile(state, "purse", 0)


def test_places_fill_from_places() -> None:
    """The piece that lies first there is looked for before it is asked whether there is one."""
    take = 'fetch as "fetch {card}" { choose card: cards in row; move card to own }'
    setup = f"shuffle deck; {FILLED}"
    plain = small(zones=WITH_SHELF, setup=setup, actions=f"{PLAIN['actions']}\n{take}")
    for state in played_alike(plain, first("actions.fetch", -1), seeds=range(4), most=1000):
        assert state.over


def gone(going: str, triggers: str, **sections: str) -> State:
    """Return where the action `go` leads, on the interpreter and in generated code alike."""
    actions = f"{PLAIN['actions']}\ngo {{ {going} }}"
    plain = small(actions=actions, triggers=triggers, **sections)
    (state,) = played_alike(plain, first("actions.go"), most=1)
    assert state.played[0].path == "actions.go"
    return state


def first(path: str, at: int = 0) -> Chooser:
    """Return a chooser of the first move of a clause, or the last; of all moves where it has none."""
    return lambda some, _: ([each for each in some if each.path == path] or some)[at]


def test_the_player_of_a_trigger_stays_who_it_was_when_the_piece_entered() -> None:
    """The marker names the owner of the zone, and the trigger gives it to another before it goes on."""
    going = "choose card: cards in row; for each other player { give lamp to player }"
    going += "; move card to own of holder of lamp"
    triggers = "pass_on: when cards enters own as card { give lamp to mover; gain up to 1 star }"
    state = gone(going, triggers, markers="lamp")
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
    state = gone(going, triggers, **sections)
    found = {
        name: [number(state, "counter", name, seat) for seat in (0, 1)]
        for name in ("tips", "rents", "fees")
    }
    assert found == {
        "tips": [0, 0 + 3],
        "rents": [0 + 3 + 1 + 4, 0],
        "fees": [0 + 3 + 1 + 4 + 2 + 5, 0],
    }
