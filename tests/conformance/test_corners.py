"""Rules that no bundled game has are the same on every backend, or are told to be left to the interpreter."""

import pytest
from conformance.comparing import tables
from kernel.small import PLAIN, small

from splendor_dsl.compiler.module import all_gaps
from splendor_dsl.lowering.unsupported import CHANGES_PARTS

ZONES = (
    PLAIN["zones"].replace("refill from deck at once", "")
    + "\nvault tokens of a player { face up }"
)
# What was chosen is moved from where it lies now; more different coins than there are can't be chosen.
ACTIONS = """
    stir { choose card: top of deck; shuffle deck; move card to own }
    slip { choose card: top of deck; fill row from deck; move card to own }
    throw { choose card: cards in row; move card to box }
    raise { count wish = wish + 1 }
    grant { choose set: wish different coins in supply; gain 1 each set }
    tell { count wish = cards in box where (worth > 1) }
    peek { choose card: top of deck; choose set: 2 different coins in supply; gain 1 each set }
    pick { choose coin: coins in purse; choose set: 2 different coins in purse; return 1 each set }
    rest "rest" {}
"""
COUNTERS = "wish of a player 0 from 0 to 9\nmood of a player 0 from -5 to 5"
END = "late: when round > 20 then finish the round\nranking { worth: most worth_of; shared }"
OWN = "got: when cards enters own as card { gain up to 1 star }"
# The step of an action, the clause that is told, and why.
GAPS = {
    "gain up to 1 iron + (mood) iron": ("gain", "an amount may be below 0"),
    "gain up to 9 * (9 * (2 iron))": ("gain", "an amount may be greater than 127"),
}


@pytest.mark.conformance
def test_odd_rules_are_the_same_on_every_backend() -> None:
    kinds = PLAIN["kinds"] + "\ntiles { height 1 to 3 }"
    sections = {"kinds": kinds, "rows_tiles": '"low" 1', "zones": ZONES, "counters": COUNTERS}
    game = small(actions=ACTIONS, setup="", end=END, **sections)
    for table in tables(game, [2, 3]):
        for number in range(12):
            assert table.play(number) > 0


@pytest.mark.conformance
def test_a_piece_whose_other_side_belongs_elsewhere_stays_on_its_deck_on_every_backend() -> None:
    rows = PLAIN["rows cards"].replace(": 2 copper", ": 2 copper / 2 4 iron : 1 iron")
    triggers = "stir: at start of turn { shuffle deck }"
    game = small(rows_cards=rows, setup="shuffle deck; fill row", triggers=triggers)
    for table in tables(game, [2, 3]):
        for number in range(12):
            assert table.play(number) > 0


# Several pieces at once between the zones of two players, who may be the same, and within one zone.
STASHES = """
    nest cards of a player { face down }
    drawer cards by size of a player { face down }
    shelf cards of a player { face up; places 2 }
"""
BETWEEN = """
    draw "draw {card}" { choose card: top of deck; move card to ZONE }
    rob "rob {rival}" { choose rival: players; move loot: top (2) of ZONE of rival to ZONE }
    strip "strip {rival}" { choose rival: others; move loot: all in ZONE of rival to ZONE }
    sneak "sneak {rival}" { choose rival: others; move loot: top (2) of ZONE of rival to under ZONE }
    stir "stir" { move loot: top (2) of ZONE to ZONE }
    rest "rest" {}
"""


@pytest.mark.conformance
@pytest.mark.parametrize("zone", ["nest", "drawer", "shelf", "own"])
def test_several_pieces_between_zones_of_one_name_are_the_same_on_every_backend(zone: str) -> None:
    actions = BETWEEN.replace("ZONE", zone).replace("under own", "own").replace("under shelf", zone)
    zones = PLAIN["zones"] + STASHES
    game = small(actions=actions, zones=zones, end=END)
    for table in tables(game, [2, 3], checked=True):
        for number in range(4):
            assert table.play(number) > 0


def test_several_pieces_that_may_change_parts_within_their_zone_are_moved_one_by_one() -> None:
    rows = PLAIN["rows cards"].replace(": 2 copper", ": 2 copper / 2 4 iron : 1 iron")
    at_once = "mix { shuffle deck; move all in deck to deck }\nrest {}"
    one_by_one = "mix { shuffle deck; for each card in deck { move card to deck } }\nrest {}"
    (gap,) = all_gaps(small(rows_cards=rows, actions=at_once).program)
    assert (gap.path, gap.why) == ("actions.mix.move", CHANGES_PARTS)
    for table in tables(small(rows_cards=rows, actions=one_by_one, end=END), [2], checked=True):
        assert table.play(0) > 0


@pytest.mark.parametrize("steps", GAPS)
def test_an_odd_step_is_left_to_the_interpreter(steps: str) -> None:
    step, reason = GAPS[steps]
    actions = f"try {{ {steps} }}\nrest {{}}"
    sections = {"zones": ZONES, "setup": "", "counters": COUNTERS, "triggers": OWN}
    game = small(actions=actions, markers="lamp", **sections)
    (gap,) = all_gaps(game.program)
    assert gap.path == f"actions.try.{step}"
    assert reason in gap.reason


# One sum of several zones, of the player's and of the game's, hidden ones, with parts that are not fixed.
SUMS = """
    total gives { cards: sum of gives in own; more: sum of price in own; shelf: sum of gives in shelf }
    total worth_of {
      cards: sum of worth in own
      again: sum of worth in own where (size = 1)
      shelf: sum of worth in shelf
      tall: sum of height in tower
      dear: sum of worth in shelf where (copper in price >= 1)
      dark: sum of worth in hand
      table: sum of worth in row
    }
    total wild { lucky: sum of worth in own where (worth > star in purse) }
    all rich { worth: worth_of >= 30 }
"""


@pytest.mark.conformance
def test_sums_that_are_kept_together_are_the_same_on_every_backend() -> None:
    kinds = PLAIN["kinds"] + "\ntiles { height 1 to 3 }"
    zones = PLAIN["zones"] + "\nshelf cards of a player { face up }"
    zones += "\npile tiles { face down }\ntower tiles of a player { face up }"
    actions = PLAIN["actions"].replace(
        "pass as",
        """keep as "keep {card}" { choose card: cards in own; move card to shelf }
        build as "build {tile}" { choose tile: top of pile; move tile to tower }
        pass as""",
    )
    end = PLAIN["end"].replace("worth: most worth_of;", "worth: most worth_of; wild: most wild;")
    game = small(
        kinds=kinds,
        rows_tiles='"low" 1\n"middle" 2\n"high" 3',
        zones=zones,
        values=SUMS,
        actions=actions,
        end=end,
    )
    assert not all_gaps(game.program)
    for table in tables(game, [2, 3]):
        for number in range(12):
            assert table.play(number) > 0


def test_a_sum_of_amounts_that_may_not_fit_is_left_to_the_interpreter() -> None:
    parts = "; ".join(f"part_{at}: sum of price in own" for at in range(12))
    rows = PLAIN["rows cards"].replace(": 4 copper", ": 9 copper")
    values = PLAIN["values"] + f"\ntotal spent {{ {parts} }}"
    actions = PLAIN["actions"].replace(
        "pass as", "brag { require lots: spent covers 99 copper }\npass as"
    )
    (gap,) = all_gaps(small(rows_cards=rows, values=values, actions=actions).program)
    assert gap.path == "actions.brag"
    assert "an amount may be greater than 127" in gap.reason


# Cards that can be paid are found at once: in rows of several zones with empty places, with prices of up to a lane.
ROWS = """
    deck cards by size { face down }
    row cards by size { face up; places 3 }
    spot cards of a player { face up; places 1 }
    stack cards { face down }
    own cards of a player { face up }
    purse tokens of a player { face up }
"""
BUYING = """
    take { choose coin: coins in supply; gain up to 20 coin; gain joker: up to 1 star; count n = n + 1 }
    buy {
      choose card: cards in spot or cards in row
      pay price of card less gives { wild star for coins { at most n } }
      move card to own
    }
    lay { choose card: top of deck; move card to spot }
    drop { choose card: cards in own; move card to stack; shuffle stack; count n = 0 }
    pass if nothing else is possible {}
"""
DEAR = """
    "one" 1 0 copper : 127 zinc
    "two" 1 1 silver : 2 copper
    "three" 1 2 iron : 41 copper, 40 iron, 40 silver, 40 tin, 40 zinc
    "four" 2 3 tin : 3 iron, 1 tin
    "five" 2 4 zinc : 21 silver, 2 iron
    "six" 2 5 zinc : 4 copper, 2 zinc
"""


@pytest.mark.conformance
def test_what_can_be_paid_is_the_same_on_every_backend() -> None:
    game = small(
        tokens="coins copper, silver, iron, tin, zinc\njoker star",
        supply="each coins 40; star 3",
        rows_cards=DEAR,
        zones=ROWS,
        counters="n of a player 0 from 0 to 3",
        setup="shuffle stack; shuffle more: deck; fill row from deck",
        actions=BUYING,
        end="late: when turn > 45 then at once\nranking { worth: most worth_of; shared }",
    )
    assert not all_gaps(game.program)
    for table in tables(game, [2, 3]):
        for number in range(12):
            assert table.play(number) > 0
