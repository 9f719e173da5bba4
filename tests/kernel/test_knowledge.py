"""Section 2 of the kernel: who knows what (K6 to K8)."""

import pytest
from kernel.small import PLAIN, moves, play, shown, small, zone

from splendor_dsl.game.state import State

UNKNOWN = "?"
WITHOUT_REFILL = PLAIN["zones"].replace("; refill from deck at once", "")


def hand(state: State, of: int, seat: int | None) -> list[str | None]:
    found: list[str | None] = state.view(seat)["players"][of]["zones"]["hand"]
    return found


def test_k6_a_piece_drawn_blind_is_known_to_its_owner_alone() -> None:
    state = play(small().start(2), "draw 1")
    assert hand(state, 0, seat=0) == ["three"]
    assert hand(state, 0, seat=1) == [UNKNOWN]
    assert hand(state, 0, seat=None) == [UNKNOWN]


def test_k6_a_piece_taken_from_the_table_stays_known_to_all() -> None:
    actions = (
        PLAIN["actions"] + 'keep as "keep {card}" { choose card: cards in row; move card to hand }'
    )
    state = play(small(actions=actions).start(2), "keep 1-2")
    assert hand(state, 0, seat=1) == ["two"]


def test_k6_reveal_shows_a_zone_to_all() -> None:
    actions = PLAIN["actions"] + 'show as "show" { reveal hand }'
    state = play(small(actions=actions).start(2), "draw 1", "take iron", "show")
    assert hand(state, 0, seat=1) == ["three"]


def test_k6_a_face_down_zone_makes_pieces_unknown_and_hides_their_order() -> None:
    actions = (
        PLAIN["actions"]
        + """
      back as "back {card}" { choose card: cards in row; move card to deck }
      look as "look" { reveal deck }
    """
    )
    game = small(actions=actions, zones=WITHOUT_REFILL, setup="fill row from deck")
    state = play(game.start(2), "look", "back 1-1")
    assert zone(state, "deck", part=1) == ["one", "three"]
    for seat in (0, 1, None):
        assert state.view(seat)["zones"]["deck"]["1"] == ["three", UNKNOWN]
    drawn = play(state, "draw 1")
    assert [hand(drawn, 0, seat) for seat in (0, 1)] == [["one"], [UNKNOWN]]


def test_k6_a_revealed_face_down_zone_is_known_but_its_order_is_not() -> None:
    actions = PLAIN["actions"] + 'look as "look" { reveal deck }'
    after = play(small(actions=actions, setup="").start(2), "look")
    assert after.view(1)["zones"]["deck"]["1"] == ["one", "three", "two"]


def test_k6_the_log_of_a_revealed_face_down_zone_tells_no_order() -> None:
    actions = PLAIN["actions"] + 'look as "look" { reveal deck }'
    setup = "shuffle deck"
    deals = ({1: ["one", "two", "three"]}, {1: ["two", "three", "one"]})
    game = small(actions=actions, setup=setup)
    logs = [play(game.start(2, deal={"deck": deal}), "look").log_for(1) for deal in deals]
    shown = [[each.data for each in log if each.kind == "revealed"] for log in logs]
    assert shown[0] == shown[1] != []


def test_k6_a_shuffled_hand_is_known_to_its_owner_alone() -> None:
    actions = (
        PLAIN["actions"]
        + """
      pick "pick" as "pick {card}" { choose card: cards in row; move card to hand }
      mix "mix" as "mix" { shuffle hand }
    """
    )
    state = play(small(actions=actions).start(2), "pick 1-1", "take iron", "draw 2", "take iron")
    assert UNKNOWN in hand(state, 0, seat=1) != [UNKNOWN, UNKNOWN]
    mixed = play(state, "mix")
    assert hand(mixed, 0, seat=1) == [UNKNOWN, UNKNOWN]
    assert sorted(hand(mixed, 0, seat=0)) == sorted(hand(state, 0, seat=0))


def test_k7_views_and_logs_don_t_change_when_the_unknown_is_shuffled() -> None:
    zones = PLAIN["zones"].replace("places 2", "places 1")
    game = small(setup="shuffle deck; fill row", zones=zones)
    first = {1: ["one", "two", "three"], 2: ["four", "five", "six"]}
    other = {1: ["one", "three", "two"], 2: ["four", "six", "five"]}
    one = play(game.start(2, deal={"deck": first}), "draw 2", "take iron")
    two = play(game.start(2, seed=9, deal={"deck": other}), "draw 2", "take iron")
    assert (hand(one, 0, seat=0), hand(two, 0, seat=0)) == (["five"], ["six"])
    assert zone(one, "deck", part=1) != zone(two, "deck", part=1)
    assert one.log_for(0) != two.log_for(0)
    for seat in (1, None):
        assert one.view(seat) == two.view(seat)
        assert one.log_for(seat) == two.log_for(seat)
    assert moves(one.play("take iron")) == moves(two.play("take iron"))


@pytest.mark.parametrize(
    "seen",
    [
        "Bob can see row", "Bob can see row 1", "Bob can see row 2-2", "Bob cannot see deck", "Bob cannot see deck 2",
        "Ann can see hand of Ann", "Bob cannot see hand of Ann", "Bob can see purse of Ann",
    ],
)  # fmt: skip
def test_k6_an_example_says_who_knows_what_lies_somewhere(seen: str) -> None:
    given = 'given hand of Ann: "three"\ngiven purse of Ann: 1 iron\n'
    assert shown(f"{given}then {seen}") is None
    opposite = seen.replace("cannot", "can") if "cannot" in seen else seen.replace("can", "cannot")
    wrong = shown(f"{given}then {opposite}")
    assert wrong is not None
    verb = "cannot" if "cannot" in opposite else "can"
    assert f"expected that {seen[:3]} {verb} see what lies there, found" in wrong


def test_k6_a_place_that_some_pieces_of_which_are_known_is_neither_seen_nor_unseen() -> None:
    actions = (
        PLAIN["actions"] + 'keep as "keep {card}" { choose card: cards in row; move card to hand }'
    )
    steps = 'given hand of Ann: "six"\nwhen Ann plays "keep 1-1"\nthen Bob {} see hand of Ann'
    for verb in ("can", "cannot"):
        wrong = shown(steps.format(verb), actions=actions)
        assert wrong is not None
        assert wrong.endswith("found that Bob knows 1 of 2")
    assert shown(f"{steps.format('can')} 2", actions=actions) is None


def test_k6_where_nothing_lies_nothing_is_seen_or_unseen() -> None:
    for verb in ("can", "cannot"):
        wrong = shown(f"then Ann {verb} see hand of Bob")
        assert wrong == "example 'it': expected something to lie there, found nothing"
    for place in ("row 3", "row 1-1-1", "purse of Ann 1"):
        wrong = shown(f"then Ann can see {place}")
        assert wrong is not None
        assert "expected a place of" in wrong


def test_k7_the_log_of_another_has_no_name_for_what_was_drawn_blind() -> None:
    state = play(small().start(2), "draw 1")
    drawn = [event for event in state.log_for(1) if event.path == "actions.draw.move"]
    assert drawn[0].data["piece"] is None
    assert drawn[0].data["from"] == ("deck", 1, None, 0)
    own = [event for event in state.log_for(0) if event.path == "actions.draw.move"]
    assert own[0].data["piece"] == "three"


def test_k7_a_value_that_rests_on_hidden_things_is_no_part_of_another_s_view() -> None:
    values = PLAIN["values"] + "total dreams { cards: sum of worth in hand }"
    state = play(small(values=values).start(2), "draw 2")
    assert state.view(0)["players"][0]["values"]["dreams"] == 5
    assert "dreams" not in state.view(1)["players"][0]["values"]
    assert "worth_of" in state.view(1)["players"][0]["values"]


def test_k7_chance_to_come_is_no_part_of_a_view() -> None:
    game = small(setup="fill row")
    assert game.start(2, seed=1).view(0) == game.start(2, seed=2).view(0)


def test_k8_a_hidden_pile_shows_only_its_size_to_others() -> None:
    zones = PLAIN["zones"].replace(
        "purse tokens of a player { face up }", "purse tokens of a player { known to owner }"
    )
    state = play(small(zones=zones).start(2), "take iron", "take copper", "take silver")
    assert state.view(0)["players"][0]["piles"]["purse"] == {
        "copper": 0, "silver": 1, "iron": 1, "star": 0,
    }  # fmt: skip
    assert state.view(1)["players"][0]["piles"]["purse"] == {UNKNOWN: 2}


def test_k8_an_example_says_who_knows_what_a_pile_holds() -> None:
    zones = PLAIN["zones"].replace(
        "purse tokens of a player { face up }", "purse tokens of a player { known to owner }"
    )
    given = "given purse of Ann: 1 iron, 1 star\n"
    assert (
        shown(given + "then Ann can see purse of Ann\nthen Bob can see supply", zones=zones) is None
    )
    assert shown(given + "then Bob cannot see purse of Ann", zones=zones) is None
    wrong = shown(given + "then Bob can see purse of Ann", zones=zones)
    assert wrong is not None
    assert wrong.endswith("found that Bob knows 0 of 2")
