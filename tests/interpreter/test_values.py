"""Values that are remembered, and expressions of every form."""

import re

import pytest
from kernel.small import PLAIN, play, small

from splendor_dsl.compiler.backend_choice import Backend
from splendor_dsl.game.game import game as made_on
from splendor_dsl.game.state import State
from splendor_dsl.interpreter.regions import region
from splendor_dsl.semantics.expressions import MOST_PARTS
from splendor_dsl.semantics.values import Local, ValueOf


def probe(
    expression: str, *texts: str, kind: str = "total", more: str = "", **sections: str
) -> object:
    """Return the value of an expression for the first player."""
    values = PLAIN["values"] + f"{more}\n{kind} probe {{ it: {expression} }}"
    state = play(small(values=values, **sections).start(2), *texts)
    return state.value("probe", 0)


BOUGHT = ("take silver", "take copper", "buy 1-1", "take copper", "take iron", "take iron")


@pytest.mark.parametrize(
    ("expression", "found"),
    [
        ("2 + 3 * 4 - 1", 13),
        ("min(3, 5) + max(2, 7)", 10),
        ("4 | 6", 4),
        ("players + round", 6),
        ("turn", 7),
        ("iron in purse", 1),
        ("tokens in purse", 1),
        ("coins in supply", 11),
        ("different coins in supply", 3),
        ("cards in own", 1),
        ("cards in row", 4),
        ("cards in row where (worth >= 3)", 2),
        ("cards in deck where (size = 1) + cards in deck", 1),
        ("sum of worth in row", 10),
        ("sum of worth in row where (size = 1)", 3),
        ("copper in gives", 1),
        ("coins in gives", 1),
        ("stock of copper", 5),
        ("stock of coins", 15),
        ("sum over player (cards in own)", 1),
        ("most over player (coins in purse)", 3),
        ("least over c of coins (c in supply)", 3),
        ("sum over card in row (worth of card * 2)", 20),
        ("(cards in own = 1) * 5", 5),
        ("-3 + 5", 2),
    ],
)
def test_numbers(expression: str, found: int) -> None:
    rows = PLAIN["rows cards"]
    assert probe(expression, *BOUGHT, rows_cards=rows) == found


BELOW_0 = {
    "kinds": PLAIN["kinds"].replace("worth 0 to", "worth -9 to"),
    "rows_cards": PLAIN["rows cards"].replace('"one" 1 0', '"one" 1 -9').replace("2 5", "2 -5"),
}


# What a number must be for the actions `right`, `above` and `below` to be there: compiled code works it out for them.
TOLD = """
    right "right" { require it: probe = FOUND }
    above "above" { require it: probe > FOUND }
    below "below" { require it: probe < FOUND }
"""


def is_told(backend: Backend, number: tuple[str, int], *texts: str, **sections: str) -> bool:
    """Return whether the rules find that an expression is exactly a number, on a backend."""
    expression, found = number
    values = PLAIN["values"] + f"{sections.pop('values', '')}\ntotal probe {{ it: {expression} }}"
    actions = PLAIN["actions"] + sections.pop("actions", "") + TOLD.replace("FOUND", str(found))
    made = small(values=values, actions=actions, **sections)
    state = play(made_on(made.program.model, backend=backend).start(2), *texts)
    assert (state.for_players.move_runner is None) == (backend == "interpreter")
    told = set(map(str, state.moves)) & {"right", "above", "below"}
    return told == {"right"} and state.value("probe", 0) == found


@pytest.mark.parametrize("backend", ["interpreter", "python"])
@pytest.mark.parametrize(
    ("expression", "found"),
    [
        ("sum of worth in own", -9),
        ("sum of worth in row", 1 + 2 + 3 + 4),
        ("least over card in own (worth of card)", -9),
        ("sum of worth in own where (worth < 0 - players)", -9),
        ("min(0, sum of worth in own where (worth < 0 - players)) * 2", -18),
    ],
)
def test_cells_below_0(expression: str, found: int, backend: Backend) -> None:
    assert is_told(backend, (expression, found), *BOUGHT, **BELOW_0)


@pytest.mark.parametrize("backend", ["interpreter", "python"])
def test_cells_that_are_all_below_0(backend: Backend) -> None:
    rows = re.sub(r'(" \d) (\d)', r"\1 -\2", PLAIN["rows cards"]).replace(" -0", " -9")
    sections = {"kinds": PLAIN["kinds"].replace("0 to 9", "-9 to 0"), "rows_cards": rows}
    number = "sum of worth in own where (worth < 0 - star in purse) + 3", -6
    assert is_told(backend, number, *BOUGHT, **sections)


# Columns for 2 and 3 players, tokens that are compared, and forms of which generated code has several.
FORMS = {
    "4 | 6": 4,
    "turn | 0": 7,
    "0 | turn": 0,
    "stock of copper": 5,
    "stock of coins": 15,
    "min(turn)": 7,
    "sum over c of coins ((c = copper) * (c in supply))": 3,
    "sum over c of coins ((copper != c) * (c in supply))": 8,
    "sum over player (turn)": 14,
    "most over other player (coins in purse + 1)": 4,
    "most over player (coins in purse)": 3,
    "least over player (coins in purse)": 1,
    "most over c of coins (c in supply)": 5,
    "least over c of coins (c in supply)": 3,
    "sum over card in row (worth of card * turn)": 56,
    "cards in box where (worth < turn - 3)": 1,
    "tiles in box where (height < turn - 4)": 1,
    "sum of worth in row where (worth < turn - 3)": 1 + 3,
}


@pytest.mark.parametrize("backend", ["interpreter", "python"])
@pytest.mark.parametrize("expression", FORMS)
def test_forms_of_numbers(expression: str, backend: Backend) -> None:
    kinds = PLAIN["kinds"] + "\ntiles { height 1 to 3 }"
    setup = "fill row; move top (1) of deck to box"
    sections = {"kinds": kinds, "setup": setup, "rows_tiles": '"low" 1\n"high" 3'}
    assert is_told(backend, (expression, FORMS[expression]), *BOUGHT, **sections)


OF_NOBODY = """
    total debt { due: 0 - 5 }
    total sure { due: 4 }
    total both { due: debt of holder of lamp + sure of holder of lamp }
    total lost { cards: sum of worth in own where (worth < 0); more: 0 - 4 }
"""


@pytest.mark.parametrize("backend", ["interpreter", "python"])
@pytest.mark.parametrize(
    ("expression", "found"),
    [
        ("debt of holder of lamp", 0),
        ("debt of holder of lamp + 2", 2),
        ("(debt of holder of lamp + 1) * 2", 2),
        ("max(debt of holder of lamp, -4) + 2", 2),
        ("min(sure of holder of lamp, 6)", 0),
        ("both", 0),
        ("lost of holder of lamp * 2", 0),
        ("fame of holder of lamp", 0),
        ("(sum of worth in own of holder of lamp) * debt", 0),
        ("debt of holder of ring + sure of holder of ring", -1),
    ],
)
def test_nobody_has_nothing(expression: str, found: int, backend: Backend) -> None:
    actions = 'wear "wear" { give ring to player }'
    sections = {"markers": "lamp\nring", "counters": "fame of a player 2 from 2 to 5"}
    moves = ("wear", "take silver")
    assert is_told(
        backend, (expression, found), *moves, values=OF_NOBODY, actions=actions, **sections
    )


def test_a_sum_of_as_many_parts_as_there_may_be() -> None:
    assert probe("cards in row - 1" + " + 1" * (MOST_PARTS - 2)) == 4 - 1 + MOST_PARTS - 2


@pytest.mark.parametrize(
    ("expression", "found"),
    [
        ("cards in box where (worth >= 1)", 2),
        ("tiles in box where (height >= 2)", 1),
        ("cards in box where (worth > tiles in box)", 1),
    ],
)
def test_a_condition_is_asked_of_its_kind_alone_where_several_lie(
    expression: str, found: int
) -> None:
    kinds = PLAIN["kinds"] + "\ntiles { height 1 to 3 }"
    throw = "throw { choose card: cards in row; move card to box }"
    moves = ("throw 1-2", "throw 2-1", "throw 1-1")
    sections = {"kinds": kinds, "rows_tiles": '"low" 1\n"high" 2', "actions": throw}
    assert probe(expression, *moves, **sections) == found


@pytest.mark.parametrize(
    ("expression", "found"),
    [
        ("2 iron", (0, 0, 2, 0)),
        ("1 each coins", (1, 1, 1, 0)),
        ("gives + 2 each tokens", (3, 2, 2, 2)),
        ("3 each coins less gives", (2, 3, 3, 0)),
        ("1 copper less 2 each coins", (0, 0, 0, 0)),
        ("(cards in own) iron", (0, 0, 1, 0)),
        ("gives * 3", (3, 0, 0, 0)),
        ("purse", (0, 0, 1, 0)),
        ("sum of price in own", (0, 1, 0, 0)),
        ("sum of price in hand", (0, 0, 0, 0)),
    ],
)
def test_amounts(expression: str, found: tuple[int, ...]) -> None:
    assert probe(expression, *BOUGHT) == found


@pytest.mark.parametrize(
    ("expression", "found"),
    [
        ("1 < 2 and 2 <= 2 and 3 > 2 and 2 >= 2 and 1 = 1 and 1 != 2", True),
        ("1 > 2 or not 1 = 1", False),
        ("gives covers 1 copper", True),
        ("gives covers 1 each coins", False),
        ("any player has (cards in own = 1)", True),
        ("every player has (cards in own = 1)", False),
        ("any other player has (cards in own = 1)", False),
        ("every c of coins has (c in supply >= 3)", True),
        ("any card in row has (worth of card = 9)", False),
        ("mover = player", True),
        ("holder of crown = nobody", True),
        ("holder of crown = player", False),
    ],
)
def test_conditions(expression: str, found: bool) -> None:  # noqa: FBT001  # a fact of the case
    assert probe(expression, *BOUGHT, kind="all", markers="crown") is found


def test_a_value_follows_every_change_it_depends_on() -> None:
    """Random play, in which each value that is remembered is compared with a fresh computation."""
    more = """
        total now { turn: turn }
        total due { mine: (mover = player) * (1 + cards in own) }
        total his { all: coins in purse of mover }
    """
    game = small(values=PLAIN["values"] + more, setup="shuffle deck; fill row")
    for seed in range(5):
        state = game.start(3, seed=seed)
        for number in range(60):
            if state.over:
                break
            state.push(state.moves[number * 7 % len(state.moves)])
            check(state)
        for _ in range(5):
            state.pop()
            check(state)


def check(state: State) -> None:
    for name in state.for_players.model.values:
        for seat in range(state.players):
            fresh = state.for_players.engine.make._terms(name)(state.cells, seat)
            assert state.value(name, seat) == fresh


def test_a_region_names_the_cells_that_a_value_looks_at() -> None:
    values = (
        PLAIN["values"]
        + "total far { all: sum over player (worth_of); mine: tokens in purse; fact: round }"
    )
    game = small(values=values)
    layout = game.for_players(2).layout

    def cells(name: str, seat: int) -> set[tuple[str, str, int | None]]:
        value = ValueOf(value=name, type="", player=Local(slot=0, type="player"))
        found = region(value, game.model).cells(layout, seat)
        return {
            (layout.cells[at].kind, layout.cells[at].name, layout.cells[at].seat) for at in found
        }

    assert cells("gives", 1) == {("zone", "own", 1)}
    assert cells("far", 0) == {
        ("zone", "own", 0), ("zone", "own", 1), ("pile", "purse", 0), ("register", "round", None),
    }  # fmt: skip
