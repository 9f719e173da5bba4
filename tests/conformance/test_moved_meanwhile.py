"""A piece is moved from where it lies, whatever has run between its choice and its move, on every backend."""

from importlib.util import find_spec

import pytest
from conformance.comparing import REFERENCE, Table, compiled
from kernel.small import PLAIN, made, text
from samples import sampled

from splendor_dsl.compiler.backend_choice import Backend
from splendor_dsl.compiler.module import all_gaps
from splendor_dsl.game.game import Game

pytestmark = pytest.mark.slow

ACTIONS = PLAIN["actions"]
# Actions that move what a player may have chosen before: with a question, without one, and by owing another action.
MOVING = (
    ACTIONS
    + """
    sweep as "sweep {coin}" {
      choose coin: coins in supply
      gain 1 coin
      move all in row to under deck
    }
    ask as "ask {card}" { choose card: cards in row; move card to hand; may choose coin: coins in supply; gain 1 coin }
    owe as "owe" { do swap }
    swap as "swap {card}" only when owed { choose card: cards in row; move card to own }
"""
)
CHOSEN = "may choose card: cards in row"
MOVED = "move card to hand"
ASKS = "choose coin: coins in supply; gain 1 coin"
MOVES = "move all in row to under deck"
SLIDING = PLAIN["zones"].replace("refill from deck at once", "refill from deck at once; slide")
BARE = PLAIN["zones"].replace("refill from deck at once", "")
END = PLAIN["end"] + "\nlate: when turn > 40 then at once"


def turn(between: str, after: str = "") -> str:
    """A turn in which something runs between the choice and the move."""
    return "\n".join(filter(None, [CHOSEN, between, MOVED, after]))


# What stands between the choice and the move, by where they stand.
SHAPES: dict[str, dict[str, str]] = {
    "an action in a turn": {
        "turn": turn("one action", "keep limits\nend of turn"),
        "actions": MOVING,
    },
    "limits in a turn": {
        "turn": "one action\n" + turn("keep limits", "end of turn"),
        "actions": ACTIONS,
        "limits": "few: tokens in purse at most 2 at end of turn",
    },
    "a trigger that asks, in a turn": {
        "turn": "one action\nkeep limits\n" + turn("end of turn"),
        "triggers": f"dusk: at end of turn {{ {ASKS} }}",
    },
    "a trigger that moves, in a turn": {
        "turn": "one action\nkeep limits\n" + turn("end of turn"),
        "triggers": f"dusk: at end of turn {{ {MOVES} }}",
    },
    "a trigger that owes, in a turn": {
        "turn": "one action\nkeep limits\n" + turn("end of turn"),
        "actions": MOVING,
        "triggers": "dusk: at end of turn { do swap }",
    },
    "an action in a phase": {
        "phases": f"early 2 rounds {{ {CHOSEN}; one action; {MOVED} }}",
        "actions": MOVING,
    },
    "another choice and move in a phase": {
        "phases": f"early 2 rounds {{ {CHOSEN}; choose other: cards in row; move first: other to own; {MOVED} }}",
        "zones": SLIDING,
    },
    "a trigger that moves, in an action": {
        "actions": ACTIONS
        + """
        two as "two {card} {other}" {
          choose card: cards in row
          choose other: top of deck
          move first: other to own
          move card to hand
        }""",
        "triggers": f"got: when cards enters own as other {{ {MOVES} }}",
    },
    "a trigger that asks and moves, in an action": {
        "actions": ACTIONS
        + """
        two as "two {card} {other}" {
          choose card: cards in row
          choose other: top of deck
          move first: other to own
          move card to hand
        }""",
        "triggers": f"got: when cards enters own as other {{ {ASKS}; {MOVES} }}",
    },
    "a place that slides and refills, in an action": {
        "actions": ACTIONS
        + """
        two as "two {card} {other}" {
          choose card: cards in row
          choose other: cards in row
          move first: other to own
          move card to hand
        }""",
        "zones": SLIDING,
    },
    "a trigger that moves, in a trigger": {
        "triggers": f"""
        got: when cards enters own as other {{ {MOVES} }}
        dusk: at end of turn {{
          may choose card: cards in row
          may choose other: cards in hand
          move first: other to own
          move card to hand
        }}""",
    },
    "a pile that is filled from and shuffled, in a trigger": {
        "triggers": """
        dusk: at end of turn {
          may choose card: top of deck
          fill row from deck
          shuffle deck
          move card to hand
        }""",
        "zones": BARE,
        "setup": "fill row from deck",
    },
}
NATIVE = pytest.mark.skipif(not find_spec("numba"), reason="numba is not installed")


def game_of(shape: str) -> Game:
    game = made(text(**{"end": END, **SHAPES[shape]}))
    assert not all_gaps(game.program)
    return game


@pytest.mark.parametrize("shape", sampled([*SHAPES], 6))
@pytest.mark.parametrize(
    ("backend", "checked"),
    [
        ("python", True),
        ("python", False),
        pytest.param("native", True, marks=[pytest.mark.conformance, NATIVE]),
        pytest.param("native", False, marks=[pytest.mark.conformance, NATIVE]),
    ],
)
def test_a_piece_is_moved_from_where_it_lies_by_then(
    shape: str, backend: Backend, *, checked: bool
) -> None:
    game = game_of(shape)
    table = Table({REFERENCE: game, backend: compiled(game, backend, checked=checked)}, 2)
    for number in range(4):
        assert table.play(number) > 0
