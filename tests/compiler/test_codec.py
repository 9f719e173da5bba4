"""Positions of generated code: encoded from cells they are those that the code itself has reached."""

from random import Random
from typing import Any

import pytest
from game.bundled import named
from kernel.small import PLAIN, play, small

from splendor_dsl.compiler.codec import NotEncodedError
from splendor_dsl.compiler.machine import PythonMachine
from splendor_dsl.compiler.module import module
from splendor_dsl.compiler.module_cache import Shelf
from splendor_dsl.game.game import Game

WILD = (
    PLAIN["actions"]
    + """
    pick as "pick {colours}" { choose colours: 2 different coins in supply; gain 1 each colours }
    roll as "roll {n}" { choose n: number from 2 to 4; choose c: coins in supply; gain 1 c }
    grab as "grab {card}" { choose card: cards in row; may choose d: coins in supply; gain 1 d; move card to own }
    lift as "lift {n}" { choose n: number from 2 to 4; may choose d: coins in supply; gain (n) d }
    hold as "hold {c}" {
      choose c: coins in supply
      may choose d: coins in supply
      gain 1 d
      gain last: up to 1 c
    }
    bunch as "bunch {some}" {
      choose some: 2 different coins in supply
      may choose f: coins in supply
      gain 1 f
      gain last: up to 1 each some
    }
    feast "feast" { for each player { choose e: coins in supply; gain 1 e } }
    spread "spread" { for each c of coins { may choose n: number from 1 to 2; gain (n) c } }
"""
)
COUNTED = {
    "triggers": "tip: when cards enters own as card { for each c of coins { if few: c in purse = 0 { gain 1 c } } }",
    "limits": "purse: tokens in purse at most 6 at end of turn { keep star }",
    "counters": "heat 0 from 0 to 9\nfame of a player 1 from 0 to 9",
    "markers": "crown",
}
GAMES: dict[str, Any] = {
    "plain": lambda: small(actions=WILD),
    "counted": lambda: small(**COUNTED),
    "classic": lambda: named("classic"),
    "marvel": lambda: named("marvel"),
    "orchard": lambda: named("orchard"),
}


def machine_of(game: Game, players: int) -> PythonMachine:
    return PythonMachine(module(game.program, "python", Shelf(None)), players)


def facts(machine: PythonMachine, position: Any) -> tuple[list[int], bytes]:
    """The words that last from move to move, and the pieces in the zones."""
    memory = machine.codec.memory
    owned = memory.first_player
    return list(machine.words(position))[: memory.first_variable], bytes(position[-1][owned:])


@pytest.mark.parametrize("name", GAMES)
def test_a_position_that_is_encoded_again_is_the_same(name: str) -> None:
    machine, chance = machine_of(GAMES[name](), 2), Random(name)
    for key in range(4):
        position, options = machine.start(key)
        for _ in range(120):
            if not options:
                break
            again = machine.position(machine.cells(position))
            assert facts(machine, again) == facts(machine, position)
            assert machine.options(again) == options
            option = chance.choice(options)
            options = machine.take(position, option)
            assert machine.take(again, option) == options
            assert machine.cells(again) == machine.cells(position)


def test_a_loop_goes_through_tokens_in_their_order_alone() -> None:
    """Generated code keeps those that are left as a set; cells of any other order are left to the interpreter."""
    game = small(actions=WILD)
    machine = machine_of(game, 2)
    state = play(game.start(2), "spread")
    cells = list(state._now)
    stack = game.for_players(2).layout.register("stack")
    assert machine.cells(machine.position(cells))[stack] == cells[stack]
    *before, (routine, at, env) = cells[stack]
    (slot,) = (i for i, value in enumerate(env) if isinstance(value, tuple) and len(value) == 2)
    for wrong in (env[slot][::-1], (*env[slot], *env[slot])):
        cells[stack] = (*before, (routine, at, (*env[:slot], wrong, *env[slot + 1 :])))
        with pytest.raises(NotEncodedError):
            machine.position(cells)


@pytest.mark.parametrize(("number", "offered"), [(1, False), (2, True), (4, True), (5, False)])
def test_a_number_that_no_choice_offers_is_not_encoded(number: int, *, offered: bool) -> None:
    game = small(actions=WILD)
    machine = machine_of(game, 2)
    cells = list(play(game.start(2), "lift 3")._now)
    stack = game.for_players(2).layout.register("stack")
    *below, (routine, at, env) = cells[stack]
    (slot,) = (i for i, value in enumerate(env) if value == 3)
    cells[stack] = (*below, (routine, at, (*env[:slot], number, *env[slot + 1 :])))
    if offered:
        assert machine.cells(machine.position(cells))[stack] == cells[stack]
    else:
        with pytest.raises(NotEncodedError):
            machine.position(cells)


def test_a_zone_with_more_pieces_than_it_has_room_for_is_not_encoded() -> None:
    machine = machine_of(small(), 2)
    cells = machine.cells(machine.start(0)[0])
    for name, room in (("row", 2), ("own", 6)):
        at = machine.codec.layout.seats("zone", name, 1 if name == "row" else None)[0]
        cells[at] = (*range(room),)
        machine.position(cells)
        cells[at] = (*range(room + 1),)
        with pytest.raises(NotEncodedError):
            machine.position(cells)
        cells[at] = ()


@pytest.mark.parametrize("amount", [-1, 128])
def test_an_amount_that_a_pile_has_no_room_for_is_not_encoded(amount: int) -> None:
    machine = machine_of(small(), 2)
    cells = machine.cells(machine.start(0)[0])
    purse = machine.codec.layout.seats("pile", "purse")[0]
    cells[purse] = (0, 127, 0, 0)
    assert machine.cells(machine.position(cells)) == cells
    cells[purse] = (0, amount, 0, 0)
    with pytest.raises(NotEncodedError):
        machine.position(cells)


def test_a_frame_of_other_code_is_not_encoded() -> None:
    """Its variables are not those of the place in the code where it waits."""
    machine = machine_of(small(actions=WILD), 2)
    cells = machine.cells(machine.start(0)[0])
    stack = machine.codec.layout.register("stack")
    *below, (routine, at, variables) = cells[stack]
    for others in ((*variables, None), variables[:-1]):
        cells[stack] = (*below, (routine, at, others))
        with pytest.raises(NotEncodedError):
            machine.position(cells)


def test_what_is_owed_to_another_is_not_encoded() -> None:
    actions = PLAIN["actions"] + '\nowed "owed" only when owed { gain up to 1 star }'
    triggers = "more: at end of turn { do owed }"
    machine = machine_of(small(actions=actions, triggers=triggers), 2)
    cells = machine.cells(machine.start(0)[0])
    owed = machine.codec.layout.register("owed")
    actions = machine.codec.memory.program.actions
    (number,) = (at for at, each in enumerate(actions) if each.action.name == "owed")
    cells[owed] = (number,)
    assert machine.cells(machine.position(cells))[owed] == (number,)
    cells[owed] = (number, len(actions) + number)  # the second is owed to the other seat
    with pytest.raises(NotEncodedError):
        machine.position(cells)
