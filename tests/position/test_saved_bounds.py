"""Saved positions with odd numbers, or too much of a thing: refused, or played on alike by all backends."""

import json
from copy import deepcopy
from importlib.util import find_spec
from random import Random
from typing import Any

import pytest
from conformance.comparing import compiled
from game.bundled import lively, named
from kernel.small import PLAIN, moves, play, small, zone

from splendor_dsl.checks.limit_proofs import with_kept_limits
from splendor_dsl.compiler.backend_choice import Backend
from splendor_dsl.game.game import Game, game
from splendor_dsl.game.state import State
from splendor_dsl.position.plain_data import PositionError

Data = dict[str, Any]
COMPILED: list[Any] = ["python"]
if find_spec("numba"):
    COMPILED.append(pytest.param("native", marks=pytest.mark.conformance))


def saved(state: State) -> Data:
    found: Data = json.loads(json.dumps(state.to_dict()))
    found["log"], found["played"] = found["log"][:2], found["played"][:2]
    return found


def cell(data: Data, kind: str, name: str, **more: int) -> Data:
    wanted = {kind: name, **more}
    found: Data = next(each for each in data["cells"] if wanted.items() <= each.items())
    return found


def overfull(data: Data, cards: int) -> None:
    """Lay cards of the lowest deck into the hand of the first seat."""
    deck, hand = cell(data, "zone", "deck", part=1)["pieces"], cell(data, "zone", "hand", seat=0)
    more = cards - len(hand["pieces"])
    hand["pieces"] += deck[:more]
    hand["known"] += [1] * more
    del deck[:more]


def test_a_hand_beyond_its_limit_is_refused() -> None:
    """K31 holds for what is saved, too."""
    classic = named("classic")
    data = saved(classic.start(2, seed=3))
    overfull(data, 3)
    classic.from_dict(data)
    for cards in (4, 30):
        overfull(data, cards)
        with pytest.raises(PositionError) as raised:
            classic.from_dict(data)
        assert str(raised.value) == f"seat 0 has {cards} in 'hand', and the limit is 3"


def test_too_many_tokens_are_refused_between_turns_and_may_lie_there_while_some_go_back() -> None:
    classic = named("classic")
    data = saved(classic.start(2, seed=3))
    purse, supply = (cell(data, "pile", "purse", seat=1), cell(data, "pile", "supply"))
    for token in ("white", "blue", "red"):
        purse["tokens"][token], supply["tokens"][token] = supply["tokens"][token], 0
    with pytest.raises(PositionError, match="seat 1 has 12 in 'purse', and the limit is 10"):
        classic.from_dict(data)
    state = lively(classic.start(2, seed=5), (10, "return"), 5)
    assert state.moves[0].kind == "return"
    assert classic.from_dict(saved(state)) == state


def test_a_limit_that_is_only_doubted_is_none_of_a_saved_position() -> None:
    """A rule itself may go beyond it."""
    actions = 'draw as "draw" { move top of deck to hand }\nrest as "rest" {}'
    rules = small(limits="hand: cards in hand at most 1", actions=actions)
    assert not rules.model.kept_limits
    state = play(rules.start(2), "draw", "draw", "draw")
    assert rules.from_dict(saved(state)) == state


def test_a_loop_under_way_that_counts_on_room_is_gone_on_with_by_the_interpreter() -> None:
    """The decision comes behind the move of its round, so that the next round moves a card once more."""
    model = small(
        tokens="coins copper, silver, iron\njoker star\npair red, blue",
        zones=PLAIN["zones"].replace("cards by size", "cards"),
        limits="hand: cards in hand at most 3",
        actions="""
            draw as "draw" {
              require room: cards in hand + 2 <= limit of hand
              for each c of pair { move top of deck to hand; choose coin: coins in supply; gain up to 1 coin }
            }
            pass as "pass" if nothing else is possible {}
        """,
    ).model
    rules = game(with_kept_limits(model))
    assert rules.model.kept_limits == {"hand": 3}
    python = compiled(rules, "python", checked=True)
    data = saved(python.start(2))  # from now on the code that runs it is ready
    deck, hand = cell(data, "zone", "deck")["pieces"], cell(data, "zone", "hand", seat=0)
    assert (len(hand["pieces"]), data["flow"]["stack"][-1]["code"]) == (1, "actions.draw")
    hand["pieces"], hand["known"], deck[:2] = [*hand["pieces"], *deck[:2]], [1, 1, 1], []
    for backend in (rules, python):
        assert len(zone(play(backend.from_dict(data), "coin copper"), "hand")) == 4


def test_a_position_before_the_first_turn_of_a_round_can_be_restored() -> None:
    for moment in ("start of round", "start of turn", "end of round"):
        rules = small(
            triggers=f"first: at {moment} {{ choose coin: coins in supply; gain 1 coin }}"
        )
        state = rules.start(2)
        while "coin copper" not in moves(state):
            state = state.play(state.moves[0])
        assert rules.from_dict(saved(state)) == state


@pytest.mark.parametrize(
    ("path", "to"),
    [
        (("chance", "drawn"), 1 << 63),
        (("chance", "drawn"), 1 << 31),
        (("chance", "key"), 1 << 64),
        (("flow", "acted"), 2),
        (("flow", "turn"), 1 << 31),
    ],
)
def test_numbers_that_no_game_comes_to_are_refused(path: tuple[str, str], to: int) -> None:
    classic = named("classic")
    data = saved(classic.start(2, seed=3))
    data[path[0]][path[1]] = to
    with pytest.raises(PositionError, match=f"found {to}"):
        classic.from_dict(data)


def test_a_payment_goes_no_other_way_than_one_that_was_offered() -> None:
    classic = named("classic")
    state = lively(classic.start(2, seed=1), (30, "pay"), 4)
    data = saved(state)
    frame = data["flow"]["stack"][-1]
    (slot,) = (
        at
        for at, held in enumerate(
            classic.program.routines[classic.program.routine_numbers()[frame["code"]]].variables
        )
        if held == "payment"
    )
    for spent in ([99], [0] * 40, [2**30], [-1]):
        frame["variables"][slot] = spent
        with pytest.raises(PositionError):
            classic.from_dict(data)


@pytest.mark.parametrize(
    "those", [["iron", "iron"], ["iron", "copper"], ["copper", "copper", "copper"]]
)
def test_a_set_of_tokens_names_each_once_and_in_order(those: list[str]) -> None:
    first = "choose those: 2 different coins in supply; gain 1 each those"
    steps = f"{first}; choose n: number from 1 to 2; gain more: 1 each those"
    rules = small(actions=f'swap as "swap {{those}}" {{ {steps} }}')
    data = saved(play(rules.start(2), "swap copper iron"))
    data["flow"]["stack"][-1]["variables"][1] = those
    with pytest.raises(PositionError, match="each once and in their order"):
        rules.from_dict(data)


# ---- one leaf after the other ------------------------------------------------------------------
ODD: tuple[Any, ...] = (
    None, True, -1, 0, 1, 2, 3, 4, 7, 11, 31, 128, 255, 256, 1001, 65536, 2**31 - 1, 2**31, 2**63 - 1, 2**63, 2**64,
    -(2**63) - 1, 10**30, 1.5, "", "x", "turn", "white", [], [0], [None], [0] * 40, {}, {"a": 1},
)  # fmt: skip


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    if isinstance(value, dict | list):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            found += leaves(each, (*path, key))
    return found


def changed(data: Data, path: tuple[Any, ...], chance: Random) -> Data:
    """The same with another leaf."""
    found = deepcopy(data)
    holder: Any = found
    for key in path[:-1]:
        holder = holder[key]
    old, kind = holder[path[-1]], chance.randrange(4)
    if kind == 0 and type(old) is int:
        holder[path[-1]] = old + chance.choice((-2, -1, 1, 2, 5))
    elif kind == 1 and isinstance(old, list) and old:
        holder[path[-1]] = chance.choice((old[:-1], old + old[-1:], old[::-1], old * 3))
    elif kind == 2 and chance.random() < 0.3:
        del holder[path[-1]]
    else:
        holder[path[-1]] = deepcopy(chance.choice(ODD))
    return found


def taken(games: list[Game], data: Data) -> list[State] | None:
    """The position on every backend; none if it is refused."""
    try:
        first = games[0].from_dict(data)
    except PositionError:
        return None
    return [first, *(each.from_dict(data) for each in games[1:])]


def go_on(states: list[State], chance: Random) -> None:
    """Play a few moves, and see that all backends do the same."""
    for _ in range(8):
        first = states[0]
        for each in states:
            assert (each.hash, each.over) == (first.hash, first.over)
            assert list(map(str, each.moves)) == list(map(str, first.moves))
            assert each.view(0) == first.view(0)
            assert each.to_dict() == first.to_dict()
        if first.over:
            return
        at = chance.randrange(len(first.moves))
        for each in states:
            each.push(each.moves[at])


POSITIONS = [(0, ""), (25, ""), (25, "pay"), (25, "return"), (25, "choice")]


def each_leaf(name: str, backend: Backend, most: int) -> int:
    """Change one leaf after the other of a few positions of a game; how many were taken."""
    games, chance, fine = [named(name), named(name, backend)], Random(name), 0
    starts = [
        lively(games[0].start(games[0].players[0], seed=seed), wanted, seed)
        for seed, wanted in enumerate(POSITIONS)
    ]
    for state in starts:
        data = saved(state)
        paths = [path for path in leaves(data) if path[0] not in {"log", "played"}]
        for path in paths if len(paths) <= most else chance.sample(paths, most):
            states = taken(games, changed(data, path, chance))
            if states is not None:
                go_on(states, chance)
                fine += 1
    return fine


@pytest.mark.parametrize("backend", COMPILED)
@pytest.mark.parametrize(
    "name", ["classic", "marvel", "orchard", "house/reserve_costs", "house/noble_draft"]
)
def test_a_changed_leaf_is_refused_or_played_on_alike(name: str, backend: Backend) -> None:
    assert each_leaf(name, backend, 60) > 0
