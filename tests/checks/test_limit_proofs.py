"""Limits that a check proves hold in play, whatever conditions stand before the steps that fill a zone.

Memory of compiled games is as large as proved limits say, so a wrong proof is worse than any doubt.
`LIMITS_SEEDS=0-4000 make fuzz` says which random games are judged.
"""

import os
import random
from collections import Counter
from collections.abc import Iterator

import pytest
from kernel.small import PLAIN, meant, text

from splendor_dsl.chance import PLAYOUT, Stream, stream_key
from splendor_dsl.checks.limit_proofs import with_kept_limits
from splendor_dsl.game.game import Game, game
from splendor_dsl.game.state import State
from splendor_dsl.interpreter.limits import exceeded, limits_here

VALUES = """
    all poor { none: any d of coins has (d in purse = 0) }
    all even { each: every d of coins has (d in purse >= 1) }
    any calm { room: cards in hand < 2; few: any d of coins has (d in supply >= 3) }
    all wide { room: cards in hand <= 1; own: cards in own < 2 }
    total spare { hand: 3 - cards in hand; own: 0 * cards in own }
"""
CONDITIONS = """
poor|even|calm|wide|not poor|not calm|rich|cards in hand < {}|cards in hand <= {}|cards in own < {}|cards in hand + {} <= 3
cards in hand + cards in own <= {}|spare >= {}|limit of hand - cards in hand >= {}|limit of own > cards in own|n < {}
COIN in purse >= {}|COIN in purse = 0|any other player has (cards in hand < {})|every player has (cards in hand < {})
any d of coins has (d in purse > COIN in purse)|spare of holder of lamp >= {}|holder of lamp = player|n + cards in hand < {}
max(cards in hand, n) < {}|min(cards in hand, 2) < {}|cards in own where (size = 1) < {}|{} > cards in own
"""
STEPS = """
move L: top of heap to hand|move L: top of heap to own|move L: top (2) of heap to hand|move L: all in hand to own
move L: top of heap to hand of holder of lamp|give L: lamp to player|give L: lamp to nobody|count L: n = n + 1
count L: n = cards in hand|count L: n = 0|gain L: up to 1 COIN|return L: up to 1 COIN|move L: all in own to under heap
"""
CHOSEN = """
choose N: cards in row; move L: N to hand|choose N: cards in row; move L: N to own
choose N: cards in own; move L: N to hand|choose N: cards in hand; move L: N to own
choose N: cards in hand; move L: N to under heap|may choose N: cards in row; move L: N to hand
"""
FEW, MANY = range(40), "40-400"


def lines(words: str) -> list[str]:
    return [each for line in words.strip().splitlines() for each in line.split("|")]


class Guarded:
    """Writes steps that fill limited zones, with conditions before them."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.labels = 0

    def label(self) -> str:
        self.labels += 1
        return f"l{self.labels}"

    def condition(self) -> str:
        found = self.chance.choice(lines(CONDITIONS)).format(self.chance.randint(0, 3))
        if self.chance.random() < 0.15:
            return f"({found} {self.chance.choice(('and', 'or'))} {self.condition()})"
        return found

    def steps(self, most: int, depth: int = 0) -> Iterator[str]:
        for _ in range(self.chance.randint(1, most)):
            drawn = self.chance.random()
            if drawn < 0.3:
                yield f"require {self.label()}: {self.condition()}"
            elif drawn < 0.5 and depth < 2:
                inner = "\n".join(self.steps(2, depth + 1))
                yield f"if {self.label()}: {self.condition()} {{\n{inner}\n}}"
            elif drawn < 0.55 and depth < 2:
                inner = "\n".join(self.steps(2, depth + 1))
                yield f"for each {self.label()}: player {{\n{inner}\n}}"
            elif drawn < 0.7:
                said = self.chance.choice(lines(CHOSEN)).replace("N", self.label())
                yield said.replace("L", self.label()).replace("; ", "\n")
            else:
                yield self.chance.choice(lines(STEPS)).replace("L", self.label())

    def block(self, most: int, coin: str) -> str:
        return "\n".join(self.steps(most)).replace("COIN", coin)

    def action(self, at: int) -> str:
        room = self.chance.choice(("cards in hand < 3", "cards in hand < limit of hand", "wide"))
        lead = f"require room: {room}" if self.chance.random() < 0.8 else ""
        return f"act{at} {{\nchoose c: coins\n{lead}\n{self.block(4, 'c')}\n}}"


def rules(seed: int) -> str:
    """The rule file of a seed."""
    guarded = Guarded(seed)
    trigger = guarded.block(2, "copper")
    zone = guarded.chance.choice(("hand", "own", "row"))
    return text(
        seats="players 2 to 3",
        zones=PLAIN["zones"].replace("places 2", "places 4") + "\nheap cards { face down }",
        values=PLAIN["values"] + VALUES,
        counters="n of a player 0 from 0 to 4",
        markers="lamp",
        limits="hand: cards in hand at most 3\nown: cards in own at most 4",
        rows_cards=ROWS,
        setup="shuffle deck; move top (8) of deck to heap; fill row",
        actions="\n".join(
            [*map(guarded.action, range(3)), 'pass as "pass" if nothing else is possible {}']
        ),
        triggers=f"come: when cards enters {zone} as card {{\n{trigger}\n}}" if seed % 2 else "",
        end="long: when turn > 9 then at once\nranking { points: most worth_of; shared }",
    )


ROWS = "\n".join(
    f'"c{at}" {1 + at % 2} {at % 5} {coin} : 1 {coin}'
    for at, coin in enumerate(("copper", "silver", "iron") * 8)
)


def judged(seeds: range) -> Counter[str]:
    """Play the games of some seeds; how often each limit was proved."""
    found: Counter[str] = Counter()
    for seed in seeds:
        meaning = meant(rules(seed))
        assert meaning.model is not None, [f"{p.span} {p.message()}" for p in meaning.problems]
        proved = game(with_kept_limits(meaning.model))
        found.update(proved.model.kept_limits.keys() or ["none"])
        for players in (2, 3):
            for number in range(3):
                hold(proved, players, number, seed)
    return found


def hold(proved: Game, players: int, number: int, seed: int) -> None:
    state, chance = (
        proved.start(players, seed=seed, game=number),
        Stream(stream_key(seed, number, PLAYOUT)),
    )
    for _ in range(40):
        beyond(state, seed)
        if state.over:
            return
        state.push(state.moves[chance.below(len(state.moves))])


def beyond(state: State, seed: int) -> None:
    engine = state.for_players.engine
    found = list(exceeded(engine, state.cells, limits_here(engine, state.cells)))
    assert not found, f"seed {seed}: {found}\n{state.played}\n{rules(seed)}"


def test_proved_limits_hold() -> None:
    found = judged(FEW)
    assert min(found["hand"], found["own"], found["none"]) >= len(FEW) // 20, found


@pytest.mark.fuzz
@pytest.mark.parametrize("part", range(8))
def test_proved_limits_hold_in_many_games(part: int) -> None:
    first, _, last = os.environ.get("LIMITS_SEEDS", MANY).partition("-")
    assert judged(range(int(first) + part, int(last), 8))
