"""House rules that a designer writes without a thought for compilers are the same on every backend."""

import pytest
from conformance.comparing import tables
from conformance.parts import of_part
from kernel.small import made

from splendor_dsl.compiler.module import all_gaps
from splendor_dsl.game.game import Game

HEAD = 'splendor rules 2\n\nvariant test "Test" extends classic\n\n'
# A chosen thing is compared with what a quantifier, a count or a sum runs over.
COMPARED = """
after actions.reserve.card {
  require new: cards in hand where (level = level of card) <= 1
}
after actions.buy.card {
  require step: level of card = 1 or cards in bought where (level >= level of card - 1) > 0
  require bounded: every c of gems has (c in bonus + c in bonus of card <= 4)
  require light: sum of points in bought where (level = level of card) < 9
  require shade: not any old in hand has (level of old > level of card and points of old = 0)
}
after actions.buy {
  promise "promise a noble" as "promise {noble}" {
    choose noble: nobles in court
    require near: any c of gems has (c in bonus >= c in needs of noble and c in needs of noble > 0)
    require free: nobles in patrons where (any c of gems has (c in needs > c in needs of noble)) = 0
    move noble to patrons
  }
  tax "tax the richest" as "tax {rival} {colour}" {
    choose rival: others
    choose colour: gems in purse of rival
    require richest: every player has (tokens in purse <= tokens in purse of rival)
    require rare: most over player (colour in purse) = colour in purse of rival
    gain 1 colour from purse of rival
  }
  bid "bid" as "bid {n}" {
    choose n: number from 1 to 5
    require more: every other player has (bids < bids of mover + n)
    count bids = bids + n
  }
}
counters { bids of a player 0 from 0 to 20 "bids" }
triggers {
  swap: at end of turn {
    may choose old: cards in bought
    choose new: cards in table
    require same: every c of gems has (c in bonus of new = c in bonus of old)
    require rare: cards in hand where (level > level of old and points >= points of new) = 0
    move out: old to under deck
    move in: new to bought
  }
}
"""
# Triggers that wait where several pieces enter, where places refill, and where there may be no room.
ENTERED = """
zones {
  workshop cards of a player "workshop" { face up; places 2 }
  events_deck events "events" { face down }
  current events "event" { face up; places 1; refill from events_deck at once }
  past events "past events" { face up }
}
kinds { events "event" { worth 1 to 3 "worth" } }
rows events {
  "Storm" 1
  "Feast" 2
  "War" 3
  "Peace" 1
  "Plague" 2
}
counters { heat 0 from 0 to 9 "heat" }
markers { crown "crown" }
before setup.fill { shuffle events: events_deck; fill event: current }
after actions.buy {
  build "build" as "build" { require have: cards in hand >= 2; move all in hand to bought }
  furnish "furnish" as "furnish" { require many: cards in bought >= 3; move all in bought to workshop }
  install "install" as "install {card}" {
    choose card: cards in table
    require low: level of card = 1
    move card to workshop
  }
  clear "clear" as "clear" { require full: cards in workshop = 2; move all in workshop to bought }
  bury "bury" as "bury" { move top (2) of deck to under deck }
  turn_up "turn up" as "turn up" { move top (2) of deck to deck }
  crowned "crown" as "crown {card}" { choose card: cards in table; move card to bought of holder of crown }
  claim "claim" as "claim" { give crown to player }
  sweep "sweep" as "sweep" { require hot: heat > 2; move top of table to box; count heat = 0 }
  quiet "keep quiet" as "quiet" { require seen: events in current = 1; move all in current to past }
}
triggers {
  event: when events enters current as e {
    for each player { return up to (worth of e) gold }
    count heat = heat + worth of e
  }
  bought: when cards enters bought as card {
    gain up to bonus of card
    if many: cards in bought > 6 { move card to workshop }
  }
  also: when cards enters bought as card { gain up to 1 gold }
  made: when cards enters workshop as card { return up to 1 gold; gain more: up to bonus of card }
  shown: when cards enters table as card { if great: level of card = 3 { count heat = heat + 1 } }
  next: at end of round { move all in current to past }
}
"""
# The same where a player is asked, of one piece.
ASKED = """
zones { workshop cards of a player "workshop" { face up; places 2 } }
markers { crown "crown" }
after actions.buy {
  install "install" as "install {card}" {
    choose card: cards in table
    require low: level of card = 1
    move card to workshop
  }
  crowned "crown" as "crown {card}" { choose card: cards in table; move card to bought of holder of crown }
  claim "claim" as "claim" { give crown to player }
}
triggers {
  made: when cards enters workshop as card {
    choose colour: gems in supply
    gain 1 colour
    if full: cards in workshop = 2 { choose old: cards in workshop; move old to bought }
  }
  famine: at end of round {
    require due: round = 4 or round = 7
    for each player { choose old: cards in bought; move old to box }
  }
  bought: when cards enters bought as card { may choose colour: gems in purse; return 1 colour; gain up to 1 gold }
}
"""
# Zones that feed each other, tops of places, and what somebody has who may be nobody.
PLACES = """
zones {
  shelf cards by level "shelf" { face up; places 2; refill from deck at once; slide }
  dock boats by length "dock" { face down }
  wharf boats by length "wharf" { face up; places 2; refill from dock at once }
  reef boats by length "reef" { face up; places 2; refill from wharf at once }
  fleet boats of a player "fleet" { face up }
}
kinds { boats "boat" { length 1 to 3 "length"; crew 1 to 2 "crew" } }
rows boats {
  "Otter" 1 1 / 2 2
  "Heron" 2 1 / 1 2
  "Whale" 3 2
  "Crane" 1 2
  "Squid" 2 2 / 3 1
  "Perch" 1 1
  "Shark" 3 1 / 1 1
}
markers { crown "crown" }
replace zones.table.refill { refill from shelf at once }
before setup.fill {
  fill first: shelf
  shuffle boats: dock
  fill far: wharf
  fill near: reef
}
after actions.buy {
  oldest "take the oldest" as "oldest {card}" {
    choose card: top of table or cards in hand
    require low: level of card = 1
    move card to bought
  }
  any_of "take any" as "any {card}" {
    choose card: cards in shelf or top of shelf or cards in shelf
    require low: level of card = 2
    move card to bought
  }
  sail "sail" as "sail {boat}" { choose boat: boats in wharf or top of reef; move boat to fleet }
  land "land" as "land {boat}" { choose boat: boats in fleet; move boat to under dock }
  claim "claim" as "claim" { give crown to player }
  tide "tide" as "tide" {
    shuffle fleet of holder of crown
    shuffle wrecks: fleet
    for each boat in fleet of holder of crown { if long: length of boat > 1 { gain up to 1 gold } }
  }
}
add values.points { boats: sum of length in fleet }
add values.goal { crew: sum of crew in fleet >= 2 }
triggers { flood: at end of round {
  move top of table to under deck
  move far: top of wharf to under dock
}  }
"""
RULES = {"compared": COMPARED, "entered": ENTERED, "asked": ASKED, "places": PLACES}


def house(rules: str) -> Game:
    """A variant of the classic game; what checks would doubt of it is left out."""
    return made(HEAD + rules)


@pytest.mark.parametrize("rules", RULES)
def test_a_house_rule_is_compiled(rules: str) -> None:
    assert all_gaps(house(RULES[rules]).program) == ()


@pytest.mark.conformance
@pytest.mark.parametrize("rules", of_part(RULES))
def test_a_house_rule_is_the_same_on_every_backend(rules: str) -> None:
    for table in tables(house(RULES[rules]), [2, 3]):
        for number in range(8):
            assert table.play(number, 300) > 0
