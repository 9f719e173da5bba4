"""Two steps that are said to commute do the same in either order, and what hangs together does not commute."""

from collections.abc import Iterator, Sequence
from random import Random

import pytest
from attrs import evolve
from conformance.odd_rules import odd_game
from kernel.small import PLAIN, small

from splendor_dsl.chance import PLAYOUT, stream_key
from splendor_dsl.interpreter.interpreter import interpreter
from splendor_dsl.ir.from_semantics import from_semantics
from splendor_dsl.semantics.model import Model, Step
from splendor_dsl.testing.commuting import commute

SEATS = 2
DECISIONS = 30
GAMES = 3
ODD = range(40, 64)
FEWEST = 20  # pairs that commute in so many games

# Two steps of a setup, and whether they commute.
PAIRS = [
    ("reveal heap", "move top of deck to heap", False),
    ("reveal heap", "move top of deck to nook", False),  # what comes there is no longer known
    ("reveal heap", "count fame = 1", True),
    ("reveal heap", "give lamp to player", True),
    ("shuffle deck", "shuffle second: heap", False),
    ("shuffle deck", "move top of deck to heap", False),
    ("shuffle deck", "count fame = cards in deck", False),
    ("count fame = 1", "count second: fame = 2", False),
    ("count fame = 1", "give lamp to player", True),
    ("gain up to 1 star", "count fame = star in purse", False),
    ("gain up to 1 star", "count fame = 2", True),
    ("move all in heap to box", "move second: all in heap to nook", False),
    ("move top of heap to nook", "count fame = cards in nook", False),
    ("again", "give lamp to player", True),
    ("again", "do take", False),
    (
        "gain 1 star",
        "give lamp to player",
        False,
    ),  # which of them comes first decides what is required
]


def two_steps(one: str, other: str) -> tuple[Model, Sequence[Step]]:
    game = small(
        zones=PLAIN["zones"] + "heap cards { face down }\nnook cards { face down }",
        counters="fame 0 from 0 to 9",
        markers="lamp",
        actions=f'{PLAIN["actions"]}\nboth "both" {{\n{one}\n{other}\n}}',
    )
    model = game.program.model
    return model, next(each.code.steps for each in model.actions if each.name == "both")


@pytest.mark.parametrize(("one", "other", "free"), PAIRS)
def test_steps_that_hang_together_do_not_commute(one: str, other: str, *, free: bool) -> None:
    model, steps = two_steps(one, other)
    assert commute(model, *steps) is free
    assert commute(model, *reversed(steps)) is free


def exchanged(model: Model) -> Iterator[Model]:
    """The same games with two steps of an action exchanged that commute."""
    for number, action in enumerate(model.actions):
        steps = action.code.steps
        for at in range(len(steps) - 1):
            if commute(model, steps[at], steps[at + 1]):
                turned = (*steps[:at], steps[at + 1], steps[at], *steps[at + 2 :])
                code = evolve(action.code, steps=turned)
                actions = [*model.actions]
                actions[number] = evolve(action, code=code)
                yield evolve(model, actions=tuple(actions))


def course(model: Model, seed: int) -> Iterator[tuple[object, ...]]:
    """What lies where at each decision of a game that is played at random, and what may be chosen."""
    engine = interpreter(from_semantics(model), SEATS)
    chance = Random(seed)
    stack = engine.layout.register("stack")
    cells, options = engine.start(stream_key(seed, 0, PLAYOUT))
    for _ in range(DECISIONS):
        yield *(each for at, each in enumerate(cells) if at != stack), options
        if not options:
            return
        options = engine.apply(cells, chance.choice(options))


def test_steps_that_commute_do_the_same_in_either_order() -> None:
    pairs = 0
    for number in ODD:
        game = odd_game(number)
        model = game.program.model
        if SEATS not in game.players:
            continue
        played = [list(course(model, seed)) for seed in range(GAMES)]
        for other in exchanged(model):
            pairs += 1
            assert played == [list(course(other, seed)) for seed in range(GAMES)], number
    assert pairs >= FEWEST
