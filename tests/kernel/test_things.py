"""Section 1 of the kernel: tokens, pieces, zones, counters and values (K1 to K5)."""

from kernel.small import PLAIN, moves, number, pile, play, small, zone

from splendor_dsl.game.state import State


def zones(row: str, *more: str) -> str:
    lines = [line for line in PLAIN["zones"].splitlines() if not line.strip().startswith("row ")]
    return "\n".join([*lines, f"row cards by size {{ face up; {row} }}", *more])


def test_k1_tokens_run_in_the_order_of_the_file_and_only_move() -> None:
    state = small().start(2)
    assert moves(state)[:3] == ["take copper", "take silver", "take iron"]
    after = play(state, "take iron")
    assert pile(after, "supply") == {"copper": 5, "silver": 5, "iron": 4, "star": 3}
    assert pile(after, "purse", 0) == {"iron": 1}


def test_k2_pieces_move_from_zone_to_zone() -> None:
    after = play(small().start(2), "take silver", "take copper", "buy 1-1")
    assert zone(after, "own", 0) == ["one"]
    assert zone(after, "row", part=1) == ["three", "two"]


def test_k2_a_side_is_chosen_when_a_piece_is_shuffled() -> None:
    rows = '"sun" 1 0 copper : 1 silver / "moon" 1 9 iron : 1 iron'
    game = small(
        rows_cards=rows, setup="shuffle deck", actions='pass as "pass" {}\nrest as "rest" {}'
    )
    seen = {zone(game.start(2, seed=seed), "deck", part=1)[0] for seed in range(20)}
    assert seen == {"sun", "moon"}


def test_k2_what_leaves_the_game_lies_in_the_box() -> None:
    state = small(setup="move all in deck to box").start(2)
    assert zone(state, "deck", part=1) == []
    assert sorted(str(label) for label in zone(state, "box")) == sorted(
        ["one", "two", "three", "four", "five", "six"]
    )


def test_k3_pieces_begin_in_the_first_zone_of_their_kind_in_the_order_of_their_table() -> None:
    state = small(setup="").start(2)
    assert zone(state, "deck", part=1) == ["one", "two", "three"]
    assert zone(state, "deck", part=2) == ["four", "five", "six"]
    assert zone(state, "row", part=1) == [None, None]


def test_k3_pieces_for_which_there_is_no_such_zone_begin_in_the_box() -> None:
    zones = """
        row cards { face up; places 6 }
        own cards of a player { face up }
        purse tokens of a player { face up }
    """
    actions = 'nap as "nap" {}\nrest as "rest" {}'
    state = small(zones=zones, setup="", actions=actions).start(2)
    assert zone(state, "box") == ["one", "two", "three", "four", "five", "six"]
    assert zone(state, "row") == [None] * 6


def test_k3_a_piece_comes_to_the_end_of_a_zone_that_is_not_face_down() -> None:
    actions = """
        get as "get {card}" { choose card: cards in row; move card to own }
        keep as "keep {card}" { choose card: cards in row; move card to hand }
    """
    texts = ("get 2-1", "get 1-1", "get 1-2", "keep 1-1", "keep 2-2", "keep 2-1")
    state = play(small(actions=actions).start(2), *texts)
    assert [zone(state, "own", 0), zone(state, "hand", 0)] == [["four", "two"], ["five"]]
    assert zone(state, "hand", 1) == ["three", "six"]


def test_k3_an_empty_place_refills_at_once_from_the_top_of_its_part() -> None:
    after = play(small().start(2), "take silver", "take copper", "buy 1-1")
    assert zone(after, "row", part=1) == ["three", "two"]
    assert zone(after, "deck", part=1) == []


def test_k3_a_place_stays_empty_when_nothing_is_left_to_refill_it() -> None:
    state = play(small().start(2), "take silver", "take copper", "buy 1-1", "take copper")
    after = play(state, "take iron", "take copper", "buy 1-1")
    assert zone(after, "row", part=1) == [None, "two"]


def test_k3_with_slide_the_pieces_move_up_first() -> None:
    game = small(zones=zones("places 2; refill from deck at once; slide"))
    after = play(game.start(2), "take silver", "take copper", "buy 1-1")
    assert zone(after, "row", part=1) == ["two", "three"]


SHELVES = """
    deck cards { face down }
    shelf cards { face up; places 2%s; refill from deck %s }
    row cards { face up; places 2; refill from shelf at once }
    hand cards of a player { known to owner }
    own cards of a player { face up }
    purse tokens of a player { face up }
"""
LAID = "fill shelf\nfill row: row"
GRAB = 'grab as "grab {card}" { choose card: cards in row; move card to own }\n'
GIVE = 'give as "give {card}" { choose card: cards in shelf; move card to box }\n'


def test_k3_what_a_refill_takes_from_a_zone_with_places_refills_there() -> None:
    state = small(zones=SHELVES % ("", "at once"), setup=LAID, actions=GRAB).start(2)
    assert (zone(state, "row"), zone(state, "shelf")) == (["one", "three"], ["four", "two"])
    after = play(state, "grab 1")
    assert (zone(after, "row"), zone(after, "shelf")) == (["four", "three"], ["five", "two"])
    assert zone(after, "deck") == ["six"]


def test_k3_a_shelf_that_refills_slides_too() -> None:
    state = small(zones=SHELVES % ("; slide", "at once"), setup=LAID, actions=GRAB).start(2)
    after = play(state, "grab 1", "grab 1")
    assert (zone(after, "row"), zone(after, "shelf")) == (["four", "two"], ["five", "six"])


def test_k3_a_shelf_emptied_by_a_refill_refills_when_empty() -> None:
    state = small(zones=SHELVES % ("", "when empty"), setup=LAID, actions=GRAB).start(2)
    assert (zone(state, "row"), zone(state, "shelf")) == (["one", "two"], ["three", "four"])
    one = play(state, "grab 1")
    assert (zone(one, "row"), zone(one, "shelf")) == (["three", "two"], [None, "four"])
    two = play(one, "grab 2")
    assert (zone(two, "row"), zone(two, "shelf")) == (["three", "four"], ["five", "six"])


def test_k3_the_first_piece_is_the_top_whatever_gap_lies_before_it() -> None:
    zones = (SHELVES % ("", "at once")).replace("; refill from deck at once", "")
    setup = "fill shelf from deck\nfill row: row"
    state = small(zones=zones, setup=setup, actions=GRAB + GIVE).start(2)
    assert (zone(state, "row"), zone(state, "shelf")) == (["one", "two"], [None, None])
    setup = "fill shelf from deck\nfill row: row from deck"
    state = small(zones=zones, setup=setup, actions=GRAB + GIVE).start(2)
    after = play(state, "give 1", "grab 2")
    assert (zone(after, "row"), zone(after, "shelf")) == (["three", "two"], [None, None])


def test_k3_refill_when_empty_waits_for_the_last_piece() -> None:
    actions = (
        PLAIN["actions"] + 'out as "out {card}" { choose card: cards in row; move card to box }'
    )
    game = small(zones=zones("places 2; refill from deck when empty"), actions=actions)
    one_left = play(game.start(2), "out 1-1")
    assert zone(one_left, "row", part=1) == [None, "two"]
    assert zone(play(one_left, "out 1-2"), "row", part=1) == ["three", None]


def test_k3_a_piece_comes_onto_the_top_of_a_face_down_zone_or_under_it() -> None:
    actions = """
        top as "top {card}" { choose card: cards in row; move card to deck }
        under as "under {card}" { choose card: cards in row; move card to under deck }
    """
    state = small(zones=zones("places 2"), setup="fill row from deck", actions=actions).start(2)
    assert zone(play(state, "top 1-1"), "deck", part=1) == ["one", "three"]
    assert zone(play(state, "under 1-1"), "deck", part=1) == ["three", "one"]


def test_k3_without_an_empty_place_a_piece_stays_where_it_is() -> None:
    actions = (
        'put as "put {card}" { choose card: top of deck; move card to row }\nrest as "rest" {}'
    )
    after = play(small(actions=actions).start(2), "put deck-1")
    assert zone(after, "deck", part=1) == ["three"]


def test_k3_places_may_depend_on_the_number_of_players() -> None:
    game = small(zones=zones("places players - 1"), setup="fill row from deck")
    assert zone(game.start(3), "row", part=1) == ["one", "two"]
    assert zone(game.start(2), "row", part=1) == ["one"]


def test_k4_a_counter_stops_at_the_end_of_its_range() -> None:
    counters = "steam of a player 1 from 0 to 2\nday 0 from 0 to 3"
    actions = """
        heat as "heat" { count steam = steam + 5; count days: day = day + 1 }
        cool as "cool" { count steam = steam - 5 }
    """
    state = small(counters=counters, actions=actions).start(2)
    hot = play(state, "heat")
    assert (number(hot, "counter", "steam", 0), number(hot, "counter", "steam", 1)) == (2, 1)
    cold = play(hot, "cool")
    assert number(cold, "counter", "steam", 1) == 0
    assert number(cold, "counter", "day") == 1


def test_k4_a_marker_is_held_by_nobody_or_one_player() -> None:
    actions = 'grab as "grab" { give crown to player }\nrest as "rest" {}'
    state = small(markers="crown", actions=actions).start(2)
    assert number(state, "marker", "crown") == -1
    assert number(play(state, "grab", "grab"), "marker", "crown") == 1


def test_k5_values_are_of_a_player_and_follow_what_they_are_made_of() -> None:
    state = small().start(2)
    assert state.value("worth_of", 0) == 0
    after = play(
        state, "take silver", "take copper", "buy 1-1", "take copper", "take copper", "buy 1-2"
    )
    assert after.value("gives", 0) == (1, 0, 0, 0)
    assert after.value("gives", 1) == (0, 1, 0, 0)
    assert (after.value("worth_of", 0), after.value("worth_of", 1)) == (0, 1)
    assert after.value("rich", 1) is False
    assert state.value("worth_of", 1) == 0, "an older state keeps its own values"


def test_k5_conditions_hold_when_all_or_any_of_their_terms_do() -> None:
    values = (
        PLAIN["values"]
        + """
        all settled { coin: iron in purse >= 1; other: copper in purse >= 1 }
        any started { coin: iron in purse >= 1; other: copper in purse >= 1 }
        total weight { coin: iron in purse; other: 3 * copper in purse }
    """
    )
    state = small(values=values).start(2)

    def found(state: State) -> list[object]:
        return [state.value(name, 0) for name in ("settled", "started", "weight")]

    assert found(state) == [False, False, 0]
    one = play(state, "take copper", "take silver")
    assert found(one) == [False, True, 3]
    assert found(play(one, "take iron")) == [True, True, 4]


def test_k5_a_value_of_nobody_is_nothing() -> None:
    values = PLAIN["values"] + "total rival { rival: worth_of of holder of crown + 7 }"
    state = small(markers="crown", values=values).start(2)
    assert state.value("rival", 0) == 7


def test_k1_the_first_pile_of_a_player_is_meant_where_none_is_named() -> None:
    zones = PLAIN["zones"] + "\nchest tokens of a player { face up }"
    actions = """
        save as "save {coin}" { choose coin: coins in purse; return 1 coin to chest }
        fetch as "fetch {coin}" { choose coin: coins in chest; gain 1 coin from chest }
        buy as "buy {card}" { choose card: cards in row; pay price of card; move card to own }
        take as "take {coin}" { choose coin: coins in supply; gain 1 coin }
    """
    state = play(small(zones=zones, actions=actions).start(2), "take silver", "take iron")
    assert pile(state, "purse") == {"silver": 1}
    assert "buy 1-1" in moves(state)
    saved = play(state, "save silver", "take iron")
    assert (pile(saved, "purse"), pile(saved, "chest")) == ({}, {"silver": 1})
    assert "buy 1-1" not in moves(saved), "what lies in the chest pays for nothing"
    assert "buy 1-1" in moves(play(saved, "fetch silver", "take iron"))
