"""Actions of last resort are offered where no other action has an option, in whatever order all of them stand."""

from collections.abc import Iterator
from functools import cache

import pytest
from attrs import evolve
from conformance.comparing import REFERENCE, Table, compiled, tables
from conformance.parts import of_part
from kernel.small import made
from samples import sampled

from splendor_dsl.bundled import editions, find_game
from splendor_dsl.game.game import Game, game
from splendor_dsl.pipeline import load_file
from splendor_dsl.semantics.model import Action, Model

pytestmark = pytest.mark.slow

HEAD = 'splendor rules 2\n\nvariant test "Test" extends classic\n\n'
GAMES, MOST, FEW = 2, 120, 60
# What an action of its own asks for, in a game whose supply has little: tokens, sets of them, pieces, numbers, players.
CHOICES = {
    "a token that may be gone": "choose c: joker in supply; gain 1 c",
    "a token of a group": "choose c: gems in supply; gain 1 c",
    "a token of a rich pile": "choose c: gems in supply; require c in supply > 2; gain 1 c",
    "a token in one's purse": "choose c: gems in purse; require c in purse > 1; return 1 c",
    "several tokens": "choose c: 4 different gems in supply; gain 1 each c",
    "a piece that may be gone": "choose c: nobles in court; require only: points > 2; move c to patrons",
    "a piece in one's hand": "choose c: cards in hand; move c to box",
    "the top of a deck": "choose c: top of deck; require only: gold in supply > 4; move c to box",
    "a number": "choose c: number from 1 to gold in supply; gain (c) gold",
    "a player": "choose c: others; require only: gold in purse of c > 0; gain 1 gold from purse of c",
    "nothing": "require only: gold in supply > 3; gain 1 gold",
}
# One more action of last resort, which stands before all others.
LAST = """before actions.take_different {
  last "last" as "last {c}" if nothing else is possible { choose c: joker in supply; gain 1 c }
}"""


def with_last_resort(model: Model) -> Iterator[tuple[str, Model]]:
    """The game with each of its actions in the last place, before and behind those of last resort."""
    last = tuple(each for each in model.actions if each.last_resort)
    usual = tuple(each for each in model.actions if not each.last_resort)
    assert last
    assert len(usual) > 1

    def ordered(*actions: Action) -> Model:
        return evolve(model, actions=actions)

    for each in usual:
        others = tuple(other for other in usual if other is not each)
        yield f"{each.name} before them", ordered(*others, each, *last)
        yield f"{each.name} behind them", ordered(*others, *last, each)
        yield f"{each.name} alone behind them", ordered(*last, *others, each)


@cache
def edition(name: str) -> Model:
    model = load_file(find_game(name)).model
    assert model is not None
    return model


def poor(choice: str, place: str, last: str = "") -> Game:
    """A poor game with one more action at a place."""
    steps = CHOICES[choice]
    words = '"own {c}"' if "choose" in steps else '"own"'
    own = f'{place} {{ own "own" as {words} {{ {steps} }} }}'
    return made(f"{HEAD}set supply.gems = 4\nset supply.gold = 5\n{own}\n{last}")


@pytest.mark.conformance
@pytest.mark.parametrize("name", sorted(editions()))
def test_any_order_of_the_actions_of_an_edition_is_the_same_in_python(name: str) -> None:
    for order, model in with_last_resort(edition(name)):
        found = game(model)
        table = Table({REFERENCE: found, "python": compiled(found, "python")}, 2)
        for number in range(GAMES):
            assert table.play(number, MOST) > 0, order


PLACES = ("after actions.buy", "after actions.pass", "after actions.reserve")


@pytest.mark.parametrize(
    ("choice", "place"), sampled([(each, place) for each in CHOICES for place in PLACES], 7)
)
def test_an_action_that_may_offer_nothing_is_the_same_in_python(choice: str, place: str) -> None:
    for last in ("", LAST):
        found = poor(choice, place, last)
        table = Table({REFERENCE: found, "python": compiled(found, "python")}, 2)
        assert table.play(1, FEW) > 0


@pytest.mark.conformance
@pytest.mark.parametrize("choice", of_part(CHOICES))
def test_an_action_that_may_offer_nothing_is_the_same_on_every_backend(choice: str) -> None:
    for place in PLACES:
        (table,) = tables(poor(choice, place, LAST), [2])
        for number in range(GAMES):
            assert table.play(number, MOST) > 0
