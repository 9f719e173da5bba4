"""Unusual moves in generated code: each game is played at random as on the interpreter."""

from random import Random

import pytest
from kernel.small import PLAIN, small
from lowering.alike import played_alike

from splendor_dsl.notation.moves import Move

BURY = 'bury as "bury {card}" { choose card: cards in hand; move card to under deck }'
OPEN_HANDS = PLAIN["zones"].replace("known to owner", "known to owner; places 3")
GAMES: dict[str, dict[str, str]] = {
    "a hand is shuffled": {"actions": f'mix "mix" {{ shuffle hand }}\n{BURY}'},
    "what everybody sees is shuffled": {"actions": 'mix "mix" { shuffle row; shuffle all: deck }'},
    "a hand is revealed": {
        "actions": f'show "show" {{ reveal hand; reveal again: row; reveal all: own }}\n{BURY}'
    },
    "a hand has places": {
        "zones": OPEN_HANDS,
        "actions": f'show "show" {{ reveal hand }}\nmix "mix" {{ shuffle hand }}\n{BURY}',
    },
    "more pieces come than there are places": {
        "zones": PLAIN["zones"].replace("; refill from deck at once", ""),
        "setup": "shuffle deck; fill row from deck",
        "actions": """
            lay "lay" { move all in hand to row }
            sweep "sweep" { move all in row to hand }
            grab "grab" { move top (2) of deck to hand }
        """,
    },
    "a stack goes to places where only some of its pieces have room": {
        "zones": """
            deck cards { face down }
            row cards by size { face up; places 1 }
            hand cards of a player { known to owner }
            own cards of a player { face up }
            purse tokens of a player { face up }
        """,
        "setup": "shuffle deck",
        "actions": """
            spread "spread" { move all in deck to row }
            flip "flip" { move top (3) of deck to row }
            clear "clear" { move all in row to under deck }
        """,
    },
    "a piece is chosen from a stack": {
        "actions": 'dig as "dig {card}" { choose card: cards in deck; move card to hand }'
    },
    "a token is chosen from those that were chosen": {
        "actions": """
            pick as "pick {sorts} {sort}" {
              choose sorts: 2 different coins in supply
              choose sort: sorts
              gain 1 sort
            }
            drop as "drop {sort}" { choose sort: tokens in purse; return 1 sort }
        """
    },
    "partners share": {
        "seats": "players 4 to 4; teams of 2",
        "actions": """
            share "share" { for each partner { gain up to 1 star } }
            claim "claim" {
              require rich: any partner has (star in purse > 0)
              for each other player { return up to 1 star }
            }
        """,
    },
    "a wild token is asked for too": {
        "kinds": PLAIN["kinds"].replace("price coins", "price tokens"),
        "rows_cards": PLAIN["rows cards"].replace(": 1 silver", ": 1 silver, 1 star"),
        "actions": 'stars "stars" { gain up to 2 star; gain more: up to 1 copper }',
    },
    "a stack is revealed": {
        "actions": f'show "show" {{ reveal deck }}\nmix "mix" {{ shuffle deck }}\n{BURY}'
    },
    "a stack is counted": {
        "counters": "heat 0 from 0 to 99",
        "actions": """
            count "count" { for each card in deck { count heat = heat + worth of card } }
            near "near" { require many: sum over card in deck (worth of card) > heat }
        """,
    },
    "tokens without a pile are chosen first": {
        "actions": """
            trade as "trade {coin} {card}" {
              choose coin: coins
              choose card: cards in hand
              move card to own
              gain up to 1 coin
            }
        """
    },
    "a gain takes others with it": {
        "actions": """
            two as "two {coin}" { choose coin: coins in supply; gain 1 coin; gain too: 1 iron }
        """
    },
    "tokens of nobody are gained": {
        "markers": "lamp",
        "actions": """
            wear "wear" { give lamp to player }
            lend "lend" { for each other player { give lamp to player } }
            rob "rob" { gain 1 copper from purse of holder of lamp }
        """,
    },
    "tokens go back to where they were": {
        "actions": """
            turn_in as "turn in {card}" {
              choose card: cards in row
              pay price of card { wild star for coins }
              return 1 copper to purse
              move card to own
            }
        """
    },
    "a price has several parts": {
        "actions": """
            order as "order {card}" {
              choose card: cards in row
              pay price of card + 1 copper less gives { wild star for coins }
              move card to own
            }
            donate "donate" { pay gives { wild star for coins } }
            advance as "advance {card} {coin}" {
              choose card: cards in row
              choose coin: coins
              gain 1 coin
              pay price of card { wild star for coins }
              move card to own
            }
        """
    },
    "a price falls before it rises": {
        "actions": """
            repay as "repay {card}" {
              choose card: cards in row
              pay price of card less gives + 1 copper { wild star for coins }
              move card to own
            }
        """
    },
    "a price falls by what is chosen": {
        "actions": """
            haggle as "haggle {card} {coin}" {
              choose card: cards in row
              choose coin: coins
              pay price of card less 1 coin { wild star for coins }
              move card to own
            }
        """
    },
}


def mostly_odd(some: tuple[Move, ...], chance: Random) -> Move:
    """Choose a move that the plain game has not, if there is one, six times in ten."""
    odd = [each for each in some if each.path not in PLAIN_PATHS]
    return chance.choice(odd if odd and chance.random() < 0.6 else some)


@pytest.mark.parametrize("name", GAMES)
def test_generated_code_plays_as_the_rules_do(name: str) -> None:
    sections = dict(GAMES[name])
    actions = f"{PLAIN['actions']}\n{sections.pop('actions')}"
    plain = small(actions=actions, **sections)
    states = played_alike(plain, mostly_odd, seeds=range(4))
    paths = {move.path for state in states for move in state.played}
    assert paths >= {f"actions.{each.name}" for each in plain.model.actions} - PLAIN_PATHS


PLAIN_PATHS = {f"actions.{name}" for name in ("take", "buy", "draw", "pass")}
