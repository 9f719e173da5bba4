"""Positions as data: whole, labelled, and refused where they don't add up."""

import json
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from game.bundled import after, lively, named
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kernel.small import play, small, zone

from splendor_dsl.game.game import Game
from splendor_dsl.position.restoration import PositionError

Data = dict[str, Any]


def saved(name: str = "classic", players: int = 2, seed: int = 3, ahead: int = 20) -> Data:
    found: Data = json.loads(
        json.dumps(after(named(name).start(players, seed=seed), ahead, seed).to_dict())
    )
    return found


def cell(data: Data, kind: str, name: str, **more: int) -> Data:
    wanted = {kind: name, **more}
    found: Data = next(each for each in data["cells"] if wanted.items() <= each.items())
    return found


def test_a_saved_position_is_labelled() -> None:
    data = saved()
    assert data["game"] == "classic"
    assert data["hash"] == named("classic").hash
    assert set(cell(data, "pile", "supply")["tokens"]) == {
        "white",
        "blue",
        "green",
        "red",
        "black",
        "gold",
    }
    assert len(cell(data, "zone", "table", part=2)["pieces"]) == 4
    hand = cell(data, "zone", "hand", seat=0)
    assert len(hand["pieces"]) == len(hand["known"])
    assert data["flow"]["stack"][0]["code"] == "game"


def test_a_restored_game_goes_on_in_the_same_way() -> None:
    game = named("marvel")
    state = after(game.start(3, seed=5), 40, 5)
    again = game.from_dict(json.loads(json.dumps(state.to_dict())))
    for number in range(50):
        if state.over:
            break
        move = state.moves[number % len(state.moves)]
        state.advance(move)
        again.advance(move)
        assert again == state
    assert again.log == state.log
    assert [again.log_for(seat) for seat in range(3)] == [state.log_for(seat) for seat in range(3)]


def test_a_card_that_a_shuffle_has_turned_stays_where_it_lay() -> None:
    """Its other side belongs to another part of the deck."""
    rows = '"one" 1 0 copper : 1 silver / "other" 2 4 iron : 1 iron'
    game = small(rows_cards=rows, setup="shuffle deck")
    starts = [game.start(2, seed=seed) for seed in range(8)]
    assert {zone(start, "deck", part=1)[0] for start in starts} == {"one", "other"}
    for start in starts:
        assert game.from_dict(start.to_dict()) == start


def test_sides_that_look_alike_are_told_apart() -> None:
    back = "2 4 iron : 1 iron"
    rows = f'"one" 1 0 iron : 1 iron / {back}\n"two" 1 0 iron : 1 iron / {back}\n{back}'
    game = small(rows_cards=rows, setup="shuffle deck")
    labels = [piece.label for piece in game.model.pieces]
    other = "or_2_4_iron_1iron_2"
    assert labels == ["one", f"one_{other}", "two", f"two_{other}", "2_4_iron_1iron"]
    for seed in range(8):
        start = game.start(2, seed=seed)
        assert game.from_dict(start.to_dict()) == start


def test_a_side_is_not_called_like_a_row() -> None:
    rows = 'a: 1 0 iron : 1 iron / 1 1 iron : 1 iron\na_1: "other" 1 0 iron : 1 iron\n"last" 2 4 iron : 1 iron'
    game = small(rows_cards=rows)
    assert [piece.label for piece in game.model.pieces] == ["a_3", "a_2", "a_1", "last"]
    start = game.start(2, seed=1)
    assert game.from_dict(start.to_dict()) == start


def test_names_and_the_beginning_are_kept() -> None:
    game = named("classic")
    state = game.start(
        2, seed=7, game=4, names=["Ann", "Bob"], deal={"deck": {1: ["black_1_4blue"]}}
    )
    again = game.from_dict(json.loads(json.dumps(state.to_dict())))
    assert again.origin == state.origin
    assert again.view(None)["players"][1]["name"] == "Bob"


def test_triggers_that_wait_for_their_turn_are_kept() -> None:
    triggers = """
        first: at end of turn { choose coin: coins in supply; gain 1 coin }
        second: at end of turn { choose other: coins in supply; gain 1 other }
    """
    game = small(triggers=triggers)
    state = play(game.start(2), "take iron")
    assert [frame["next"] for frame in state.to_dict()["flow"]["stack"][-2:]] == [0, 0]
    again = game.from_dict(json.loads(json.dumps(state.to_dict())))
    assert play(again, "coin iron", "other copper") == play(state, "coin iron", "other copper")


def set_supply(data: Data) -> None:
    cell(data, "pile", "supply")["tokens"]["gold"] += 1


def twice(data: Data) -> None:
    table = cell(data, "zone", "table", part=1)["pieces"]
    table[0] = table[1]


def lost(data: Data) -> None:
    cell(data, "zone", "deck", part=3)["pieces"].pop()


def wrong_part(data: Data) -> None:
    low, high = (
        cell(data, "zone", "deck", part=1)["pieces"],
        cell(data, "zone", "deck", part=2)["pieces"],
    )
    low[0], high[0] = high[0], low[0]


def elsewhere(data: Data) -> None:
    cell(data, "zone", "table", part=1)["pieces"][0] = "no_such_card"


def tile_in_hand(data: Data) -> None:
    cell(data, "zone", "hand", seat=1)["pieces"].append("red_black")


def short_row(data: Data) -> None:
    cell(data, "zone", "table", part=1)["pieces"].pop()


def unknown_token(data: Data) -> None:
    cell(data, "pile", "supply")["tokens"]["pink"] = 0


def no_supply(data: Data) -> None:
    data["cells"].remove(cell(data, "pile", "supply"))


def two_supplies(data: Data) -> None:
    data["cells"].append(cell(data, "pile", "supply"))


def no_such_zone(data: Data) -> None:
    data["cells"].append({"zone": "attic", "pieces": []})


def other_mover(data: Data) -> None:
    data["flow"]["mover"] = 1 - data["flow"]["mover"]


def forgotten(data: Data) -> None:
    """A card in hand that its owner does not know."""
    hands = (each for each in data["cells"] if each.get("zone") == "hand" and each["pieces"])
    next(hands)["known"][0] = 0


def put(*path: str | int, to: object) -> Callable[[Data], None]:
    def change(data: Any) -> None:
        for key in path[:-1]:
            data = data[key]
        data[path[-1]] = to

    return change


REFUSED: list[tuple[Callable[[Data], None], str]] = [
    (put("format", to=2), "expected 1 for format, found 2"),
    (put("hash", to="abc"), "for the hash of the rules, found 'abc'"),
    (put("players", to="two"), "expected a number from 2 to 4 for players, found 'two'"),
    (put("players", to=7), "expected a number from 2 to 4 for players, found 7"),
    (put("players", to=3), "expected "),
    (set_supply, "expected 5 gold in all, found 6"),
    (twice, "once, found it"),
    (lost, "once, found it 0 times"),
    (wrong_part, "expected pieces of part 1 in zone 'deck' part 1"),
    (elsewhere, "expected a piece that zone 'table' part 1 can hold, found 'no_such_card'"),
    (tile_in_hand, "expected a piece that zone 'hand' of seat 1 can hold, found 'red_black'"),
    (short_row, "expected 4 places in zone 'table' part 1, found 3"),
    (unknown_token, "expected a token of this game in pile 'supply', found 'pink'"),
    (no_supply, "expected pile 'supply', found none"),
    (two_supplies, "expected pile 'supply' once, found it twice"),
    (no_such_zone, "expected a part of this game, found zone 'attic'"),
    (put("cells", to={}), "expected a list for cells, found {}"),
    (
        put("cells", 0, to={"pile": "supply", "zone": "deck"}),
        "expected a pile, zone, counter or marker",
    ),
    (put("flow", "mover", to=2), "expected a number from 0 to 1 for mover, found 2"),
    (put("flow", "round", to=-1), "for round, found -1"),
    (put("flow", "over", to=1), "expected code under way unless the game is over"),
    (put("flow", "over", to=4), "expected how the game has ended, found 4"),
    (put("flow", "ends", to=[]), "expected 2 for the number of ends, found 0"),
    (
        put("flow", "owed", to=[{"action": "fly", "player": 0}]),
        "expected an action that is owed, found 'fly'",
    ),
    (
        put("flow", "owed", to=[{"action": "buy", "player": 2}]),
        "expected a number from 0 to 1 for a player, found 2",
    ),
    (
        put("flow", "again", to=[-1, 0]),
        "expected a number from 0 to 1 for a turn that is owed, found -1",
    ),
    (
        put("flow", "again", to=[0, -3]),
        "expected a number from -2 to 1 for a turn that is owed, found -3",
    ),
    (put("flow", "stack", to=[]), "expected code under way unless the game is over"),
    (put("flow", "stack", 0, "code", to="nowhere"), "expected code of this game, found 'nowhere'"),
    (put("flow", "stack", 0, "code", to="turn"), "expected a step at which turn can stand"),
    (put("flow", "stack", 1, "next", to=99), "expected a step at which turn can stand, found 99"),
    (put("flow", "stack", 1, "variables", to=[]), "expected 1 for the number of variables of turn"),
    (put("flow", "stack", 1, "variables", to=[None]), "expected the variables of turn as they are"),
    (put("flow", "stack", 1, "variables", to=[5]), "for a player, found 5"),
    (put("chance", "drawn", to=True), "for the words drawn, found True"),
    (put("origin", "names", to=[1]), "expected a text for a name, found 1"),
    (put("origin", "names", to=["Ann"]), "expected 2 for the number of names, found 1"),
    (put("origin", "names", to=["Ann", "Ann"]), "expected different names, found Ann, Ann"),
    (
        put("origin", "names", to=["Ann", "ANN"]),
        "expected names that are read differently in moves, found 'Ann' beside 'ANN'",
    ),
    (
        put("origin", "names", to=["Ann", "\u0410nn"]),
        "expected names that look different, found '\u0410nn' beside 'Ann'",
    ),
    (put("origin", "seed", to=-(2**64)), "for the seed, found -18446744073709551616"),
    (put("flow", "turn", to=3), "or a later one in round"),
    (put("flow", "passes", to=999), "expected at most as many passes as turns, "),
    (put("flow", "ends", to=[999, 0]), "found one of round 999"),
    (other_mover, "expected the turn of the player to move, seat"),
    (forgotten, "expected a number from 1 to 2 for who knows zone 'hand' of seat"),
    (put("played", to=None), "expected a list for the moves played, found None"),
    (put("played", 0, to=3), "expected a text for a move, found 3"),
    (put("played", 0, to="dance"), "found 'dance'"),
    (put("automatic", to=1), "expected true or false for automatic, found 1"),
    (put("log", to=[[]]), "expected a mapping for an event, found []"),
]


def test_there_may_be_as_many_passes_as_turns_and_no_more() -> None:
    data, classic = saved(), named("classic")
    turns = data["flow"]["turn"]
    data["flow"]["passes"] = turns
    assert classic.from_dict(data).to_dict()["flow"]["passes"] == turns
    data["flow"]["passes"] = turns + 1
    with pytest.raises(PositionError, match=f"as many passes as turns, {turns}, found {turns + 1}"):
        classic.from_dict(data)


@pytest.mark.parametrize(("change", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_what_does_not_add_up_is_refused(change: Callable[[Data], None], message: str) -> None:
    data = saved()
    change(data)
    with pytest.raises(PositionError, match=r".+") as raised:
        named("classic").from_dict(data)
    assert message in str(raised.value)


def paying() -> tuple[Data, Data]:
    """A position in which somebody decides how to pay for a card, and the code that is under way."""
    state = lively(named("classic").start(2, seed=1), (30, "pay"), 4)
    assert state.moves[0].kind == "pay"
    data = json.loads(json.dumps(state.to_dict()))
    return data, data["flow"]["stack"][-1]


def test_a_card_that_is_being_paid_for_is_one_that_could_be_chosen() -> None:
    """Any other is refused: one that lies elsewhere, and what is no card at all."""
    data, frame = paying()
    game, wanted = named("classic"), frame["variables"][1]
    fine = []
    for piece in game.model.pieces:
        frame["variables"][1] = f"{piece.kind}:{piece.label}"
        try:
            game.from_dict(data)
        except PositionError:
            continue
        fine.append(frame["variables"][1])
    mover = cell(data, "zone", "hand", seat=data["flow"]["mover"])
    rows = [cell(data, "zone", "table", part=part)["pieces"] for part in (1, 2, 3)]
    there = {f"cards:{label}" for row in (*rows, mover["pieces"]) for label in row}
    assert wanted in fine
    assert set(fine) <= there


@pytest.mark.parametrize(
    ("piece", "message"),
    [
        ("nobles:red_black", "a piece that actions.buy can be about, found nobles:red_black"),
        ("cards:", "where it was chosen from, found it elsewhere"),
    ],
)
def test_another_piece_than_one_that_could_be_chosen_is_told(piece: str, message: str) -> None:
    data, frame = paying()
    deck = cell(data, "zone", "deck", part=1)["pieces"]
    frame["variables"][1] = piece if piece.partition(":")[2] else f"{piece}{deck[0]}"
    with pytest.raises(PositionError, match=message):
        named("classic").from_dict(data)


GRAB = """
    grab as "grab {card}" {
      choose card: cards in row
      gain up to 1 star
      LATER
      choose coin: coins in supply
      gain more: 1 coin
      move card to own
    }
"""


def grabbed(later: str) -> tuple[Game, Data]:
    """A position in which a card was chosen, and nothing has moved it since; another card stands in its place."""
    game = small(actions=GRAB.replace("LATER", later))
    data: Data = json.loads(json.dumps(play(game.start(2), "grab 1-1").to_dict()))
    (piece,) = (v for v in data["flow"]["stack"][-1]["variables"] if str(v).startswith("cards:"))
    assert piece == "cards:one"
    assert game.from_dict(data).to_dict() == data
    variables = data["flow"]["stack"][-1]["variables"]
    elsewhere = (
        *cell(data, "zone", "deck", part=2)["pieces"],
        *cell(data, "zone", "own", seat=0)["pieces"],
    )
    variables[variables.index(piece)] = f"cards:{elsewhere[0]}"
    return game, data


@pytest.mark.parametrize(
    "later", ["", "gain also: up to 1 copper", "require rich: star in purse > 0"]
)
def test_a_card_lies_where_it_was_chosen_as_long_as_no_step_moves_pieces(later: str) -> None:
    game, data = grabbed(later)
    with pytest.raises(PositionError, match="where it was chosen from, found it elsewhere"):
        game.from_dict(data)


def test_a_card_may_lie_elsewhere_once_pieces_have_moved() -> None:
    game, data = grabbed("move other: top of deck to own")
    assert game.from_dict(data)


@pytest.mark.parametrize("data", [None, [], 3, "x", {}, {"players": 2}])
def test_what_is_no_saved_position_is_refused(data: Any) -> None:
    with pytest.raises(PositionError):
        named("classic").from_dict(data)


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inside = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    return [path, *(found for key, each in inside for found in leaves(each, (*path, key)))]


NONSENSE = [
    None,
    True,
    -1,
    0,
    1,
    2,
    3,
    7,
    10**30,
    1.5,
    "",
    "x",
    "red",
    "actions.buy",
    [],
    [0],
    [None],
    {},
    {"a": 1},
]


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    seed=st.integers(0, 10**6),
    name=st.sampled_from(["classic", "orchard"]),
    ahead=st.integers(0, 60),
)
def test_a_damaged_position_is_refused_or_can_be_played(seed: int, name: str, ahead: int) -> None:
    chance = Random(seed)
    game = named(name)
    data = saved(name, ahead=ahead, seed=seed % 5)
    data["log"] = data["log"][:2]
    for _ in range(chance.choice([1, 1, 2])):
        path = chance.choice(
            [path for path in leaves(data) if path and path[0] != "cells"] + leaves(data)[1:]
        )
        holder: Any = data
        for key in path[:-1]:
            holder = holder[key]
        if chance.random() < 0.2:
            del holder[path[-1]]
        else:
            holder[path[-1]] = deepcopy(chance.choice(NONSENSE))
    try:
        state = game.from_dict(data)
    except ValueError:
        return
    for _ in range(6):
        state.view(0)
        assert state.to_dict()
        if state.over:
            break
        state.push(chance.choice(state.moves))
