"""Amounts of tokens are the same on every backend, however many bits of a word they take: up to all that it has."""

import pytest
from conformance.comparing import tables
from conformance.parts import of_part
from kernel.small import PLAIN, small

from splendor_dsl.compiler.module import all_gaps
from splendor_dsl.game.game import Game
from splendor_dsl.ir.layout import layout
from splendor_dsl.lowering.sizes import lanes_of
from splendor_dsl.lowering.unsupported import LARGE_SUPPLY

COLOURS = (
    "copper", "silver", "iron", "tin", "zinc", "lead", "gold", "coal", "salt", "jade", "amber", "star",
)  # fmt: skip
# How many colours, how many of each, and the lanes that they take.
SHAPES = {
    "1 x 63": (1, 200, (1, 63)),
    "2 x 31": (2, 200, (2, 31)),
    "3 x 21": (3, 200, (3, 21)),
    "7 x 8": (7, 20, (7, 8)),
    "7 x 9": (7, 100, (7, 9)),
    "8 x 7": (8, 20, (8, 7)),
    "9 x 7": (9, 30, (9, 7)),
    "11 x 5": (11, 7, (11, 5)),
}
# Of how many colours a word has no room for so many of each, though for one less.
TOO_MANY = {7: 2**7, 8: 2**5, 9: 2**5, 10: 2**4, 12: 2**3}
ACTIONS = """
    take as "take {coin}" { choose coin: coins in supply; gain up to HANDFUL coin }
    buy as "buy {card}" {
      choose card: cards in row or cards in hand
      pay price of card less gives { WILD }
      move card to own
    }
    twice as "twice {card}" {
      choose card: cards in row
      require enough: tokens in purse > different coins in purse
      pay 2 * price of card { WILD_OF_TWO }
      move card to own
    }
    boast as "boast {card}" {
      choose card: cards in own
      require held: price of card covers gives or gives covers price of card
      return price of card less price of card less 1 each coins
      gain up to 2 LAST
      move card to deck
    }
    trade as "trade {rival} {coin}" {
      choose rival: others
      choose coin: coins in purse of rival
      require more: coin in purse of rival > coin in purse
      require most: tokens in purse of rival >= most over c of coins (c in purse)
      return 1 FIRST
      gain 1 coin from purse of rival
    }
    several as "several {set}" { choose set: 2 different coins in supply; gain 1 each set }
    pass as "pass" if nothing else is possible {}
"""
TURN = "one action\nkeep limits\nend of turn"


def spread(colours: tuple[str, ...], number: int, most: int) -> str:
    """A price: some colours, the last one often, up to so many of each."""
    chosen = [colours[number * 5 % len(colours)], colours[-1], colours[number * 3 % len(colours)]]
    held = {
        name: (number * (at + 2)) % most + 1 for at, name in enumerate(chosen[: number % 3 + 1])
    }
    return ", ".join(f"{count} {name}" for name, count in held.items())


def coloured(count: int, stock: int) -> Game:
    """A game of so many colours, the last of which is wild, and so many tokens of each."""
    names = COLOURS[: count - 1] + COLOURS[-1:]
    coins = names[:-1] or names
    most = max(2, min(stock // 2, 9))
    rows = [
        f'"card {at}" {at % 2 + 1} {at % 10} {coins[at % len(coins)]} : {spread(coins, at, most)}'
        for at in range(1, 25)
    ]
    wild = f"wild {names[-1]} for {'coins' if count > 1 else names[-1]}"
    actions = ACTIONS.replace("HANDFUL", str(min(stock, 3)))
    actions = actions.replace("WILD_OF_TWO", f"{wild} {{ worth 2; at most 3 }}")
    actions = actions.replace("WILD", wild).replace("FIRST", names[0]).replace("LAST", names[-1])
    if count == 1:
        actions = actions.replace(f"{{ {wild} }}", "").replace(
            f"{{ {wild} {{ worth 2; at most 3 }} }}", ""
        )
    if len(coins) == 1:
        actions = actions.replace("2 different", "1 different")
    joker = f"\njoker {names[-1]}" if count > 1 else ""
    limits = f"few: tokens in purse at most {2 * most} at end of turn"
    limits += f"\nfirst: {coins[0]} in purse at most {most} at end of turn"
    limits += f"\nlast: {names[-1]} in purse at most {most - 1} at end of turn"
    return small(
        tokens=f"coins {', '.join(coins)}{joker}",
        supply="\n".join(f"{name} {stock}" for name in names),
        rows_cards="\n".join(rows),
        limits=limits,
        actions=actions,
        turn=TURN,
        zones=PLAIN["zones"].replace("places 2", "places 4"),
        end="late: when turn > 60 then at once\nranking { worth: most worth_of; shared }",
    )


@pytest.mark.conformance
@pytest.mark.parametrize("shape", of_part(SHAPES))
def test_amounts_of_any_width_are_the_same_on_every_backend(shape: str) -> None:
    count, stock, expected = SHAPES[shape]
    game = coloured(count, stock)
    assert all_gaps(game.program) == ()
    lanes = lanes_of(game.program, {2: layout(game.program, 2)})
    assert lanes is not None
    assert (lanes.count, lanes.bits) == expected
    for table in tables(game, [2, 3]):
        for number in range(6):
            assert table.play(number) > 0


@pytest.mark.parametrize("count", TOO_MANY)
def test_more_than_a_word_holds_is_left_to_the_interpreter(count: int) -> None:
    assert all_gaps(coloured(count, TOO_MANY[count] - 1).program) == ()
    (gap,) = all_gaps(coloured(count, TOO_MANY[count]).program)
    assert gap.why == LARGE_SUPPLY
