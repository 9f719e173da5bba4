"""Rules that nobody would write: steps of all kinds in a random order, from a number that says which."""

import random
from collections.abc import Mapping

from attrs import define, field
from kernel.small import PLAIN, made, text

from splendor_dsl.game.game import Game

NUMBERS = """
1|2|n|m|players|round|turn - round|cards in hand|max(0, n - 1)|min(2, tokens in purse)|different coins in purse
(star in purse > 0) * 2|n of holder of lamp|sum over player (m * (cards in own of player > 1))
most over other player (coins in purse of player)|least over c of coins (c in purse)|copper in gives
cards in own where (worth > 2)|cards in heap where (worth > tokens in purse)|sum of worth in own where (size = 1)
fame|fame of holder of lamp|debt|debt of holder of lamp|min(debt of holder of lamp, 2)|max(0, min(3, fame))|max(shown, n)
shown|fame - shown|n * m|(m - 2) * fame|(fame > 0) * -3|sum of worth in own|sum of worth in own of holder of lamp
sum of worth in own where (worth > m)|sum of worth in nook where (worth < n)|sum over card in own (worth of card)
cards in own where (gives covers 1 iron)|copper in grants|copper in grants of holder of lamp|sum of worth in heap
most over player (fame)|least over other player (fame of player)
"""
CONDITIONS = """
rich|holder of lamp = player|holder of lamp = nobody|mover = player|gives covers 1 iron|{} > {}|{} <= {}|not {} = {}
any player has ({} > {})|every other player has (tokens in purse < {})|any card in own has (worth of card > {})
{} > 1 and {} < 4 or rich|fame < debt of holder of lamp|grants covers 2 iron|grants of holder of lamp covers 1 copper
"""
SOURCES = """
row|hand|own|heap|nook|side or top of deck|row or cards in hand
"""
TARGETS = "hand|own|heap|deck|under deck|stack|under stack|nook|side|box|own of holder of lamp"
SEVERAL = """
top of deck to hand|top (2) of row to under stack|all in hand to deck|top of stack to box|all in heap to under deck
top (n) of side to hand|all in nook to stack
"""
AMOUNTS = "1 copper|2 silver|1 star|1 each coins|(n) iron|(max(0, min(4, {}))) iron"
WILD = "|{{ wild star for coins }}|{{ wild star for coins {{ worth 2 }} }}|{{ wild star for coins {{ at most 1 }} }}"
ODDS = """
shuffle {}: deck|shuffle {}: heap|fill {}: nook from stack|fill {}: side|reveal {}: hand|reveal {}: stack
give {}: lamp to player|give {}: lamp to nobody|again {}:|do {}: take
"""
Bound = Mapping[str, str]  # what is chosen, by the name that it has


def either(words: str) -> list[str]:
    return [each for line in words.strip("\n").splitlines() for each in line.split("|")]


@define
class Odd:
    """Writes steps; each has a label of its own."""

    chance: random.Random
    _labels: int = field(default=0, init=False)

    def label(self) -> str:
        self._labels += 1
        return f"l{self._labels}"

    def one_of(self, words: str, *more: str) -> str:
        """One of some words, with numbers in its gaps."""
        text = self.chance.choice([*either(words), *more])
        gaps = [self.chance.choice(either(NUMBERS)) for _ in range(text.count("{}"))]
        return text.format(*gaps)

    def steps(self, most: int, bound: Bound, *, depth: int = 0) -> list[str]:
        known = dict(bound)
        kinds = (self._choose, self._pay, self._tokens, self._piece, self._odd, self._block)
        found: list[str] = []
        for _ in range(self.chance.randint(1, most)):
            kind = self.chance.choices(kinds, (30, 7, 22, 22, 14, 0 if depth else 9))[0]
            found += kind(known)
        return found

    def _choose(self, known: dict[str, str]) -> list[str]:
        name = self.label()
        what = self.chance.choice(("piece", "piece", "coin", "set", "number", "rival"))
        may = "may " if known and self.chance.random() < 0.3 else ""
        rivals = [each for each, kind in known.items() if kind == "rival"]
        said = {
            "piece": f"cards in {self.one_of(SOURCES, *(f'hand of {each}' for each in rivals))}",
            "coin": self.one_of("coins in supply|tokens in purse|tokens in vault"),
            "set": self.one_of("2|1|n") + " different coins in " + self.one_of("supply|purse"),
            "number": f"number from {self.one_of('0|1|n')} to {self.one_of('2|n + 1')}",
            "rival": self.one_of("others|players"),
        }
        known[name] = what
        found = [f"{may}choose {name}: {said[what]}"]
        if what == "piece" and self.chance.random() < 0.4:
            found.append(f"require {self.label()}: worth of {name} > {self.one_of(NUMBERS)}")
        return found

    def _pay(self, known: dict[str, str]) -> list[str]:
        pieces = [f"price of {each} less gives" for each, kind in known.items() if kind == "piece"]
        cost = self.one_of(AMOUNTS.replace("1 star|", ""), *pieces)
        return [f"pay {self.label()}: {cost} {self.one_of(WILD)}"]

    def _tokens(self, known: dict[str, str]) -> list[str]:
        form = {"coin": "1 {0}", "set": "1 each {0}", "number": "({0}) copper"}
        chosen = [form[kind].format(each) for each, kind in known.items() if kind in form]
        verb, way = self.chance.choice((("gain", "from"), ("return", "to")))
        piles = ["", "", "vault", "vault of holder of lamp"]
        piles += [f"purse of {each}" for each, kind in known.items() if kind == "rival"]
        pile = self.chance.choice(piles)
        amounts = self.one_of(AMOUNTS, *chosen)
        exact = self.chance.random() < 0.4
        said = (
            f"{verb} {self.label()}: {amounts}"
            if exact
            else f"{verb} {self.label()}: up to {amounts}"
        )
        return [f"{said} {way} {pile}" if pile else said]

    def _piece(self, known: dict[str, str]) -> list[str]:
        pieces = [each for each, kind in known.items() if kind == "piece"]
        if not pieces:
            return [f"move {self.label()}: {self.one_of(SEVERAL)}"]
        rivals = [f"own of {each}" for each, kind in known.items() if kind == "rival"]
        return [
            f"move {self.label()}: {self.chance.choice(pieces)} to {self.one_of(TARGETS, *rivals)}"
        ]

    def _odd(self, _known: dict[str, str]) -> list[str]:
        if self.chance.random() < 0.4:
            return [f"count {self.label()}: {self.one_of('n|m')} = {self.one_of(NUMBERS)}"]
        return [self.chance.choice(either(ODDS)).format(self.label())]

    def _block(self, known: dict[str, str]) -> list[str]:
        name = self.label()
        if self.chance.random() < 0.6:
            inner = "\n".join(self.steps(2, known, depth=1))
            return [f"if {name}: {self.one_of(CONDITIONS)} {{ {inner} }}"]
        over, kind = self.chance.choice(
            (("player", ""), (f"{name} of coins", "coin"), (f"{name} in hand", "piece"))
        )
        inner = "\n".join(self.steps(2, {**known, name: kind} if kind else known, depth=1))
        return [f"for each {self.label()}: {over} {{ {inner} }}"]

    def around(self, *fixed: str) -> str:
        """Fixed steps; in two of five cases a piece is chosen before one of them and moved after it or a later one."""
        found = list(fixed)
        if self.chance.random() < 0.4:
            name = self.label()
            first, last = sorted(self.chance.sample(range(len(fixed) + 1), 2))
            found.insert(last, f"move {self.label()}: {name} to {self.one_of(TARGETS)}")
            found.insert(first, f"may choose {name}: cards in {self.one_of(SOURCES)}")
        return "\n".join(found)

    def block(self, name: str, most: int, **bound: str) -> str:
        """Steps under a name."""
        return f"{name} {{\n{chr(10).join(self.steps(most, bound))}\n}}"


ZONES = """
    deck cards by size { face down }
    row cards by size { face up; places 2 | 3; refill from deck at once }
    side cards by size { face up; places 3; refill from deck when empty; slide }
    heap cards { face up }
    stack cards { face down }
    hand cards of a player { known to owner }
    own cards of a player { face up }
    nook cards of a player { face up; places 2 }
    purse tokens of a player { face up }
    vault tokens of a player { known to owner }
"""
CARDS = [
    f'"c{at}" {1 + at % 2} {at * 5 % 13 - 6} {coin} : {1 + at % 3} {price}'
    for at, (coin, price) in enumerate(
        [("copper", "silver"), ("silver", "iron"), ("iron", "copper")] * 5
    )
]
OTHER_SIDE = " / 2 -4 iron : 1 iron"  # which each third card has, in one game of three
# Sums over several zones, of the player's and of the game's, hidden ones among them, and of who holds a marker.
VALUES = """
    total grants { own: sum of gives in own; nook: sum of gives in nook; heap: sum of gives in heap where (worth > 0) }
    total fame {
      own: sum of worth in own
      nook: sum of worth in nook
      number: n
      hand: sum of worth in hand
      cards: cards in own
      high: sum of worth in own where (worth > 0)
      heap: sum of worth in heap
      lamp: sum of worth in own of holder of lamp
      lamp_nook: sum of worth in nook of holder of lamp
    }
    total shown { heap: sum of worth in heap; row: sum of worth in row; side: sum of worth in side; number: m }
    total debt { due: 0 - 5 }
    total points { a: worth_of - cards in hand; b: 2 * (tokens in purse > 3) }
"""
END = """
    long: when turn > 12 then at once
    much: when any player has (fame > 25) then finish the round
    ranking { points: most points; fame: fewest fame; debt: most debt of holder of lamp; shared }
"""
INVARIANTS = "few: every player has (fame < 20)\nmany: shown > -5"
MOMENTS = {
    "enters own": "got: when cards enters own as card",
    "enters hand": "drawn: when cards enters hand as card",
    "turn": "dusk: at end of turn",
    "dawn": "dawn: at start of turn",
    "round": "late: at end of round",
}


def odd_game(number: int) -> Game:
    """The game of a number."""
    return made(odd_text(number))


def odd_text(number: int) -> str:
    """The rule file of a number."""
    odd = Odd(random.Random(number))
    actions = [odd.block(f"act{at}", 5) for at in range(3)]
    moments = odd.chance.sample(sorted(MOMENTS), 2)
    triggers = [
        odd.block(MOMENTS[each], 3, **({"card": "piece"} if "enters" in each else {}))
        for each in moments
    ]
    phases = odd.block(f"early 1 rounds {odd.one_of('|in snake order')}", 3)
    cards = [row + OTHER_SIDE * (number % 3 == 0 and at % 3 == 0) for at, row in enumerate(CARDS)]
    zones = ZONES.replace("at once", odd.one_of("at once|at once; slide"))
    phases = phases if odd.chance.random() < 0.4 else ""
    turn = odd.around("one action", "keep limits", "end of turn")
    if odd.chance.random() < 0.2:
        phases += f"\nlate 1 rounds {{\n{odd.around('one action')}\n}}"
    teams = number % 5 == 0
    return text(
        seats="players 4 to 4; teams of 2" if teams else "players 2 to 3",
        kinds=PLAIN["kinds"].replace("worth 0", "worth -9"),
        rows_cards="\n".join(cards),
        zones=zones.replace("2 | 3", "3") if teams else zones,
        counters="n of a player 1 from 0 to 4\nm 1 from -1 to 3",
        markers="lamp",
        values=PLAIN["values"] + VALUES,
        limits="purse: tokens in purse at most 8 at end of turn",
        setup="shuffle deck; fill row; fill other: side",
        actions="\n".join([*actions, PLAIN["actions"]]),
        triggers="\n".join(triggers),
        phases=phases,
        turn=turn,
        end=END,
        invariants=INVARIANTS,
    )
