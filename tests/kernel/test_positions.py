"""Section 8 of the kernel: the positions of examples (K31)."""

import pytest
from kernel.small import PLAIN, failed, shown

from splendor_dsl.diagnostics import Problem

SHUFFLED = "shuffle deck\nfill row"


def test_k31_a_position_is_that_after_a_setup_in_which_no_shuffle_changed_anything() -> None:
    example = """
        then cards in row = 4 and cards in deck = 2
        when Ann plays "take silver"
        when Bob plays "take iron"
        when Ann plays "buy 1-1"
        then worth_of of Ann = 0 and copper in gives of Ann = 1
    """
    assert shown(example, setup=SHUFFLED) is None


def test_k31_no_shuffle_of_the_setup_changes_anything() -> None:
    setup = """
        shuffle deck
        for each player { choose n: number from 1 to 2; gain up to 1 star; shuffle mine: hand }
        shuffle again: deck
        fill row
    """
    example = """
        given hand of Bob: "two", "one"
        then Ann is to move
        when Ann plays "n 1"
        when Bob plays "n 2"
        then cards in row where (worth = 2) = 1 and cards in row where (size = 2) = 2
        then cards in row where (worth = 3) = 1 and cards in row where (worth = 4) = 1
        then Ann is to move
        when Ann plays "take iron"
        when Bob plays "buy hand-2"
        then copper in gives of Bob = 1
    """
    assert shown(example, setup=setup) is None


def test_k31_pieces_show_their_first_sides() -> None:
    rows = '"sun" 1 0 copper : 1 silver / "moon" 1 9 iron : 1 iron\n"star" 1 0 copper : 1 silver'
    example = 'when Ann plays "take silver"\nwhen Bob plays "take iron"\nwhen Ann plays "buy 1-1"'
    example += "\nthen copper in gives of Ann = 1"
    assert shown(example, setup=SHUFFLED, rows_cards=rows) is None


def test_k31_a_piece_that_is_named_leaves_the_place_where_it_lay_and_the_place_refills() -> None:
    example = """
        given own of Ann: "one"
        then cards in own of Ann = 1
        then cards in row = 4 and cards in deck = 1
    """
    assert shown(example) is None


def test_k31_what_lay_in_a_named_place_goes_back_to_the_top_of_its_stack() -> None:
    example = """
        given row 1-1: "three"
        given purse of Ann: 3 silver
        when Ann plays "buy 1-2"
        when Bob plays "take iron"
        then cards in deck = 1
        when Ann plays "buy 1-2"
        then copper in gives of Ann = 1
    """
    rows = PLAIN["rows cards"].replace("2 copper", "1 silver")
    assert shown(example, rows_cards=rows) is None


def test_k31_without_a_stack_it_goes_to_the_box() -> None:
    zones = PLAIN["zones"].replace("; refill from deck at once", "")
    example = 'given row 1-1: "three"\nthen cards in deck = 1 and cards in box = 1'
    assert shown(example, zones=zones, setup="fill row from deck") is None


def test_k31_a_pile_that_is_given_holds_exactly_that_and_the_supply_the_rest() -> None:
    setup = "fill row\nfor each player { gain up to 2 iron }"
    example = """
        given purse of Ann: 3 copper
        then iron in purse of Ann = 0 and copper in purse of Ann = 3
        then iron in purse of Bob = 2
        then copper in supply = 2 and iron in supply = 3
    """
    assert shown(example, setup=setup) is None
    assert (
        shown("given purse of Ann: nothing\nthen tokens in purse of Ann = 0", setup=setup) is None
    )


def test_k31_a_zone_that_is_given_as_a_whole_holds_exactly_that() -> None:
    setup = "fill row\nfor each player { move top of deck to hand }"
    assert shown('given hand of Ann: "one"\nthen cards in hand of Ann = 1', setup=setup) is None
    assert shown("given hand of Ann: nothing\nthen cards in hand of Ann = 0", setup=setup) is None


def test_k31_counters_and_markers_stand_and_lie_as_given() -> None:
    things = {"counters": "steam of a player 1 from 0 to 5", "markers": "crown"}
    example = """
        given steam of Bob: 4
        given holder of crown: Bob
        then steam of Ann = 1 and steam of Bob = 4 and holder of crown = Bob
    """
    assert shown(example, **things) is None
    wrong = shown("given steam of Bob: 6\nthen steam of Bob = 6", **things)
    assert wrong == "this position can't occur: 'steam' is 0 to 5, not 6"


def test_k31_so_many_that_fit_come_from_the_bottom_and_are_named_nowhere_else() -> None:
    example = """
        given own of Ann: 1 cards where (size = 2)
        given own of Bob: "six"
        then worth_of of Ann = 4
    """
    assert shown(example) is None
    wrong = shown("given own of Ann: 4 cards where (size = 2)\nthen worth_of of Ann = 4")
    assert wrong is not None
    assert wrong.endswith("expected 4 such cards, found 3 that lie nowhere else")


def test_k31_whose_turn_it_is_and_when_can_be_given() -> None:
    example = """
        given Bob to move
        given round 7
        then Bob is to move
        then round = 7
        when Bob plays "take iron"
        then Ann is to move
        then round = 8
    """
    assert shown(example) is None


def test_k31_tokens_that_do_not_add_up_are_an_error() -> None:
    wrong = shown("given purse of Ann: 3 iron\ngiven purse of Bob: 3 iron\nthen Ann is to move")
    assert wrong == "this position can't occur: there are 5 iron, and 6 are given"
    agrees = "given purse of Ann: 3 iron\ngiven supply: 2 iron\nthen Ann is to move"
    assert shown(agrees) is None
    wrong = shown(agrees.replace("2 iron", "4 iron"))
    assert wrong == "this position can't occur: the supply holds 2 iron, not 4"


def test_k31_a_piece_lies_in_one_place() -> None:
    wrong = shown('given own of Ann: "one"\ngiven own of Bob: "one"\nthen Ann is to move')
    assert wrong is not None
    assert wrong.endswith("lies in two places")


def test_k31_a_piece_lies_where_it_can() -> None:
    wrong = shown('given row 1-1: "four"\nthen Ann is to move')
    assert wrong is not None
    assert wrong.endswith("'four' belongs to part 2 of 'row', not to part 1")
    wrong = shown('given row 1-3: "one"\nthen Ann is to move')
    assert wrong == "this position can't occur: the places of 'row' are 1-1 to 2-2, not 1-3"
    wrong = shown('given row 3: "one"\nthen Ann is to move')
    assert wrong == "this position can't occur: the places of 'row' are 1-1 to 2-2, not 3"


def test_k31_a_piece_that_is_given_for_a_part_of_a_stack_belongs_to_that_part() -> None:
    wrong = shown('given deck 1: "six"\nthen Ann is to move')
    assert wrong is not None
    assert wrong.endswith("'six' belongs to part 2 of 'deck', not to part 1")
    wrong = shown("given deck 2: 2 cards where (size = 1)\nthen Ann is to move")
    assert wrong is not None
    assert wrong.endswith("belongs to part 1 of 'deck', not to part 2")


def test_k31_a_limit_is_not_broken_between_turns() -> None:
    limits = "purse: tokens in purse at most 2 at end of turn"
    wrong = shown("given purse of Ann: 3 iron\nthen Ann is to move", limits=limits)
    assert wrong == "this position can't occur: Ann has 3 in 'purse', and the limit is 2"
    assert shown("given purse of Ann: 2 iron\nthen Ann is to move", limits=limits) is None


def test_k31_a_limit_that_may_be_exceeded_may_be_so_in_a_position() -> None:
    example = 'given hand of Ann: "one", "two"\nthen cards in hand of Ann = 2'
    limits = "hand: cards in hand at most 1"
    assert shown(example, limits=limits) is None
    room = "require room: cards in hand < limit of hand; choose card: top of deck"
    guarded = PLAIN["actions"].replace("choose card: top of deck", room)
    wrong = shown(example, limits=limits, actions=guarded)
    assert wrong == "this position can't occur: Ann has 2 in 'hand', and the limit is 1"


def test_k31_a_limit_that_falls_may_be_below_what_is_there() -> None:
    example = 'given hand of Ann: "one", "two"\nthen cards in hand of Ann = 2'
    room = "require room: cards in hand < limit of hand; choose card: top of deck"
    guarded = PLAIN["actions"].replace("choose card: top of deck", room)
    falling = "hand: cards in hand at most 1 + min(1, passes)"
    assert shown(example, limits=falling, actions=guarded) is None


def test_k31_pieces_may_be_asked_for_by_a_number_of_the_position() -> None:
    example = """
        given own of Ann: 1 cards where (worth = round)
        then sum of worth in own of Ann = 1 and cards in own of Ann = 1
    """
    assert shown(example) is None


def test_k31_an_empty_place_counts_for_no_limit() -> None:
    zones = PLAIN["zones"] + "\nshelf cards of a player { face up; places 3 }"
    limits = PLAIN.get("limits", "") + "\nshelf: cards in shelf at most 2"
    assert shown("then cards in shelf of Ann = 0", zones=zones, limits=limits) is None


PICK = "pick 2 rounds { choose coin: coins in supply; gain 1 coin }"


@pytest.mark.parametrize(
    ("given", "what"),
    [("given passes 1", "passes"), ("given turn 4", "turns"), ("given goal since round 1", "ends")],
)
def test_k31_a_run_of_a_phase_has_no_turns_passes_or_ends(given: str, what: str) -> None:
    wrong = shown(f"given round 2 of pick\n{given}\nthen Ann is to move", phases=PICK)
    assert wrong == f"this position can't occur: in a phase there are no {what} yet"


@pytest.mark.parametrize(
    "given",
    ["round 3", "round 1 of pick", "Bob to move", "turn 2", "passes 1", "goal since round 1"],
)
def test_k31_while_the_setup_asks_there_is_no_round_to_give(given: str) -> None:
    setup = "choose n: number from 1 to 2; fill row"
    wrong = shown(f"given {given}\nthen Ann is to move", setup=setup, phases=PICK)
    assert wrong == "this position can't occur: the setup asks first, so no round has begun"
    assert shown("then turn = 0 and round = 0\nthen Ann is to move", setup=setup) is None


def test_k31_a_stack_that_is_given_as_nothing_is_empty() -> None:
    example = """
        given deck: nothing
        given row 1-1: nothing
        then cards in deck = 0 and cards in row = 3 and cards in box = 3
    """
    assert shown(example) is None
    part = "given deck 1: nothing\nthen cards in deck = 1 and cards in deck where (size = 1) = 0"
    assert shown(part) is None
    wrong = shown("given deck 3: nothing\nthen Ann is to move")
    assert wrong == "this position can't occur: the parts of 'deck' are 1 to 2, not 3"


def test_k31_a_zone_that_refills_at_once_can_t_be_given_as_nothing() -> None:
    refills = "this position can't occur: 'row' refills at once"
    assert shown("given row 1-1: nothing\nthen Ann is to move") == refills
    assert shown("given row: nothing\nthen Ann is to move") == refills
    zones = PLAIN["zones"].replace("; refill from deck at once", "")
    bare = "given row: nothing\nthen cards in row = 0"
    assert shown(bare, zones=zones, setup="fill row from deck") is None
    # Beside what is given it refills.
    assert shown('given row: "one"\nthen cards in row = 4 and cards in deck = 2') is None


def test_k31_what_is_given_for_a_stack_lies_on_top_and_the_box_takes_the_rest() -> None:
    zones = PLAIN["zones"].replace("; refill from deck at once", "")
    given = 'given deck 1: "two"\n'
    left = "then cards in deck where (size = 1) = {}"
    assert shown(given + left.format(3), setup="", zones=zones) is None
    rest = "given box: 2 cards where (size = 1)\n"
    assert shown(given + rest + left.format(1), setup="", zones=zones) is None


def test_k31_what_lies_in_the_box_can_t_lie_nowhere() -> None:
    setup = "fill row\nmove top of deck to box"
    wrong = shown("given box: nothing\nthen Ann is to move", setup=setup)
    assert wrong == "this position can't occur: what lies in 'box' has no other place to lie"
    assert shown('given box: "six", "three"\nthen cards in box = 2', setup=setup) is None
    assert shown("given box: nothing\nthen cards in box = 0") is None


def test_k31_what_lay_in_a_place_goes_back_past_zones_with_places() -> None:
    zones = """
        deck cards { face down }
        shelf cards { face up; places 2; refill from deck at once }
        row cards { face up; places 2; refill from shelf at once }
        own cards of a player { face up }
        purse tokens of a player { face up }
    """
    example = """
        given row 1: "six"
        then cards in row = 2 and cards in shelf = 2 and cards in deck = 2
        then cards in shelf where (worth = 3) = 1
    """
    actions = 'rest as "rest" {}'
    setup = "fill shelf\nfill row: row"
    assert shown(example, zones=zones, setup=setup, actions=actions) is None


def test_k31_of_several_conditions_those_that_fail_are_told_with_their_numbers() -> None:
    given = "given purse of Ann: 3 copper\ngiven own of Bob: nothing\n"
    wrong = shown(f"{given}then copper in purse of Ann = 3 and cards in own of Bob = 2")
    assert wrong is not None
    found = wrong.partition(", found that it does not hold: ")[2]
    assert found == "cards in own of Bob is 0, and must be 2"
    both = shown(f"{given}then copper in purse of Ann = 4 and cards in own of Bob = 2")
    assert both is not None
    assert "copper in purse of Ann is 3, and must be 4; cards in own of Bob is 0" in both


PARTED = (
    PLAIN["zones"]
    .replace("hand cards of a player", "hand cards by size of a player")
    .replace("own cards of a player", "own cards by size of a player")
)


def test_k31_two_parts_of_a_zone_are_two_things() -> None:
    given = """
        given own of Ann 1: "one", "two"
        given own of Ann 2: "six"
        given hand of Ann 2: "five"
        then cards in own of Ann = 3 and cards in own of Ann where (size = 2) = 1
        then cards in hand of Ann = 1
    """
    assert shown(given, zones=PARTED) is None
    twice = 'given own of Ann 1: "one"\ngiven own of Ann 1: "two"\nthen Ann is to move'
    assert shown(twice, zones=PARTED) == "this position can't occur: own of Ann 1 is given twice"
    wrong = shown('given own of Ann 1: "six"\nthen Ann is to move', zones=PARTED)
    assert wrong is not None
    assert wrong.endswith("'six' belongs to part 2 of 'own', not to part 1")
    none = shown("given own of Ann 3: nothing\nthen Ann is to move", zones=PARTED)
    assert none == "this position can't occur: the parts of 'own' are 1 to 2, not 3"


def test_k31_a_part_that_is_given_leaves_the_others_as_they_are() -> None:
    setup = "fill row\nfor each player { move top of deck to own }"
    given = "given own of Ann 1: nothing\nthen cards in own of Ann where (size = 2) = 1"
    rows = PLAIN["rows cards"] + '"seven" 2 5 iron : 1 copper\n"eight" 1 5 iron : 1 copper'
    assert shown(given, zones=PARTED, setup=setup, rows_cards=rows) is None


@pytest.mark.parametrize("order", [1, -1])
def test_k31_nothing_else_lies_in_a_zone_given_as_nothing_beside_its_places(order: int) -> None:
    zones = PLAIN["zones"].replace("; refill from deck at once", "")
    lines = ["given row: nothing", 'given row 1-2: "three"', "given row 2-1: nothing"]
    then = """
        then cards in row = 1 and cards in row where (worth = 2) = 1
        then Ann cannot play "buy 1-1" by actions.buy.card
        then Ann can see row 1-2
    """
    given = "\n".join(lines[::order])
    assert shown(f"{given}\n{then}", zones=zones, setup="fill row from deck") is None
    deck = ["given deck: nothing", 'given deck 1: "one"']
    only = "\n".join([*deck[::order], "then cards in deck = 1"])
    assert shown(only, zones=zones, setup="fill row from deck") is None


NO_REFILL = PLAIN["zones"].replace("; refill from deck at once", "")


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize(
    ("lines", "then"),
    [
        (
            ["given row 1: nothing"],
            "cards in row where (size = 1) = 0 and cards in row where (size = 2) = 2",
        ),
        (["given row 1: nothing", "given row 2: nothing"], "cards in row = 0"),
        (
            ["given row 1: nothing", 'given row 2: "six"'],
            "cards in row = 1 and cards in row where (size = 2) = 1",
        ),
        (
            ["given row 1: nothing", 'given row 1-2: "three"', "given row 2-1: nothing"],
            "cards in row where (worth = 2) = 1 and cards in row = 2",
        ),
        (["given row: nothing", "given row 1: nothing", 'given row 2: "six"'], "cards in row = 1"),
    ],
)
def test_k31_a_part_of_a_zone_with_places_is_given_as_a_whole(
    lines: list[str], then: str, order: int
) -> None:
    given = "\n".join(lines[::order])
    assert shown(f"{given}\nthen {then}", zones=NO_REFILL, setup="fill row from deck") is None


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ("given row 1: nothing\ngiven row 1: nothing", "row 1 is given twice"),
        ('given row 1: "three"\ngiven row 1-2: nothing', "row 1-2 is given twice"),
        ("given row 3: nothing", "the places of 'row' are 1-1 to 2-2, not 3"),
    ],
)
def test_k31_a_part_of_a_zone_with_places_is_given_once(given: str, wrong: str) -> None:
    told = shown(f"{given}\nthen Ann is to move", zones=NO_REFILL, setup="fill row from deck")
    assert told == f"this position can't occur: {wrong}"


AT_START = "gift: at start of turn { choose coin: coins in supply; gain 1 coin }"
ON_ENTRY = "gift: when cards enters own as card { choose coin: coins in supply; gain 1 coin }"


@pytest.mark.parametrize(
    ("trigger", "found"), [(AT_START, "'turn.act'"), (ON_ENTRY, "Bob to decide")]
)
def test_k31_that_what_leaves_no_choice_is_taken_is_told_where_it_was_asked_for(
    trigger: str, found: str
) -> None:
    given = """
        given row 1-1: "one"
        given purse of Ann: 4 silver, 5 iron
        given purse of Bob: 5 copper
    """
    if trigger is ON_ENTRY:
        given += 'when Ann plays "buy 1-1"\n'

    def wrong(then: str) -> Problem:
        return failed(given + then, triggers=trigger)

    barred = wrong('then Ann cannot play "coin copper" by triggers.gift.coin')
    assert barred.message().endswith(f"found {found}")
    taken = "'coin silver' was the only move of Ann before this, and was taken by itself"
    assert barred.help() == taken
    assert wrong('then Ann can play "coin copper"').help() == taken
    assert wrong('when Ann plays "coin copper"').help() == taken
    assert wrong("then passes = 9").help() is None
    assert wrong('then Bob can play "coin copper"').help() is None
    held = 3 if trigger is ON_ENTRY else 4
    assert wrong(f"then silver in purse of Ann = {held}").help() == taken
    assert wrong("then silver in purse of Ann = 9").help() is None


@pytest.mark.parametrize("part", ["", " 1"])
def test_k31_no_more_pieces_are_given_than_there_are_places(part: str) -> None:
    given = f'given row{part}: "one", "two", "three"'
    fault = "this position can't occur: 'row' has no room for so many"
    assert shown(f"{given}\nthen round = 1") == fault


def test_k31_only_in_a_game_that_begins_with_a_turn_a_player_is_to_move() -> None:
    example = "given Bob to move\nthen Bob is to move"
    assert shown(example) is None
    fault = "this position can't occur: the game does not begin with a turn"
    assert shown(example, turn="") == fault
