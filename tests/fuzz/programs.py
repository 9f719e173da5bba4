"""Random programs drawn from the grammar by seed: plausible ones whose names are declared, and nonsense.

A plausible program is a variant of the small game of the refused programs: numbers, conditions, amounts and steps are
drawn by what they are, from all that the grammar has of them, with names of their own kind. Some are deep, some wide,
some say one thing again and again. Nonsense is whatever the grammar allows; one program of `TURNS` is nonsense with one
production of the grammar in it, each in its turn. Some of either have a few signs changed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Final

from attrs import define, field
from lark.grammar import NonTerminal, Rule, Symbol, Terminal
from syntax.sentences import SAMPLES, _fixed, _height, _heights, _rules

NUMBERS = (
    "points", "luck", "target", "round", "turn", "passes", "players", "cards in hand", "0", "1", "2", "7", "999999999",
    "apple in purse", "nut in supply", "different fruit in purse", "sum of points in bought", "limit of hand",
    "stock of pear", "pear in bonus", "guests in friends", "tokens in purse", "cards in deck", "stock of cards",
    "cards in bought where (level = 2)", "sum of worth in friends", "points of holder of crown",
)  # fmt: skip
PIECE_NUMBERS = ("level", "points", "1", "2", "3", "apple in cost", "plum in bonus")
CONDITIONS = (
    "goal", "holder of crown = player", "player = mover", "holder of crown = nobody", "passes > 0", "bonus covers 1 apple",
)  # fmt: skip
AMOUNTS = ("1 apple", "2 nut", "1 each fruit", "bonus", "cost of card", "(points) pear", "3 plum")
DOMAINS = ("player", "other player")
COMPARISONS = (">=", "<=", "=", "!=", "<", ">")
TURNS, TURN = 5, 2
ROOTS: Final = ("section", "edit", "header")
SIGNS = 'az09 \n\t{}()"#;:,.|+-=<>*/_é'


@define
class Program:
    """A program as it is drawn; `labels` counts those that are given out."""

    chance: Random
    labels: int = 0
    bound: list[str] = field(factory=list)  # what is chosen and can be named

    def label(self, stem: str = "x") -> str:
        self.labels += 1
        return f"{stem}{self.labels}"

    def one(self, *ways: Callable[[], str]) -> str:
        return self.chance.choice(ways)()

    # ---- expressions -------------------------------------------------------------------------
    def number(self, room: int) -> str:
        if room <= 0 or self.chance.random() < 0.4:
            return self.chance.choice(NUMBERS)
        less = room - 1
        return self.one(
            lambda: f"{self.number(less)} {self.chance.choice('+-')} {self.factor(less)}",
            lambda: f"{self.factor(less)} * {self.factor(less)}",
            lambda: f"min({self.number(less)}, {self.number(less)})",
            lambda: f"max(0, {self.number(less)})",
            lambda: f"{self.over()} {self.chance.choice(DOMAINS)} ({self.number(less)})",
            lambda: f"{self.over()} c of fruit (c in purse + {self.number(less)})",
            lambda: f"1 * ({self.condition(less)})",
            lambda: f"cards in bought where ({self.of_piece(less)})",
            lambda: f"sum of points in hand where ({self.of_piece(less)})",
            lambda: self.run(" + ", lambda: self.factor(0)),
            lambda: f"min({self.run(', ', lambda: self.number(0))})",
        )

    def over(self) -> str:
        return self.chance.choice(("sum over", "most over", "least over"))

    def factor(self, room: int) -> str:
        return f"({self.number(room)})" if room > 0 else self.chance.choice(NUMBERS)

    def condition(self, room: int) -> str:
        if room <= 0 or self.chance.random() < 0.2:
            return self.chance.choice(CONDITIONS)
        less = room - 1
        return self.one(
            lambda: f"{self.number(less)} {self.chance.choice(COMPARISONS)} {self.number(less)}",
            lambda: f"{self.number(less)} {self.chance.choice(COMPARISONS)} {self.number(less)}",
            lambda: f"not ({self.condition(less)})",
            lambda: f"({self.condition(less)}) and ({self.condition(less)})",
            lambda: f"({self.condition(less)}) or ({self.condition(less)})",
            lambda: f"bonus covers {self.amounts(less)}",
            lambda: (
                f"{self.quantifier()} {self.chance.choice(DOMAINS)} has ({self.condition(less)})"
            ),
            lambda: f"{self.quantifier()} c of fruit has (c in purse > {self.number(less)})",
            lambda: f"{self.quantifier()} k in hand has (points of k > {self.number(less)})",
            lambda: self.run(" and ", lambda: self.chance.choice(CONDITIONS)),
            lambda: self.run(" or ", lambda: f"points > {self.chance.randrange(9)}"),
        )

    def quantifier(self) -> str:
        return self.chance.choice(("any", "every"))

    def of_piece(self, room: int) -> str:
        fields = self.chance.choice(PIECE_NUMBERS), self.chance.choice(PIECE_NUMBERS)
        plain = f"{fields[0]} {self.chance.choice(COMPARISONS)} {fields[1]}"
        if room <= 0 or self.chance.random() < 0.5:
            return plain
        word = self.chance.choice(("and", "or"))
        return f"({self.of_piece(room - 1)}) {word} {plain}"

    def amounts(self, room: int) -> str:
        known = [each for each in AMOUNTS if each != "cost of card" or "card" in self.bound]
        if room <= 0 or self.chance.random() < 0.6:
            return self.chance.choice(known)
        return self.one(
            lambda: f"{self.amounts(room - 1)} less bonus",
            lambda: f"{self.amounts(room - 1)} + {self.chance.choice(known)}",
            lambda: f"(max(0, {self.number(room - 1)})) apple",
        )

    def run(self, sign: str, part: Callable[[], str]) -> str:
        """Many parts in a row; now and then very many."""
        count = self.chance.choice((2, 3, 5, 20)) if self.chance.random() < 0.97 else 400
        return sign.join(part() for _ in range(count))

    # ---- steps -------------------------------------------------------------------------------
    def steps(self, room: int) -> str:
        count = self.chance.choice((1, 1, 2, 3)) if self.chance.random() < 0.98 else 60
        known = list(self.bound)
        found = "\n".join(self.step(room) for _ in range(count))
        self.bound = known
        return found

    def step(self, room: int) -> str:
        less = room - 1
        label = self.label()
        plain: tuple[Callable[[], str], ...] = (
            lambda: f"require {label}: {self.condition(less)}",
            lambda: f"count {label}: luck = min(3, max(0, {self.number(less)}))",
            lambda: f"gain {label}: up to {self.amounts(less)}",
            lambda: f"gain {label}: {self.amounts(less)}",
            lambda: f"return {label}: up to {self.amounts(less)}",
            lambda: f"give {label}: crown to player",
            lambda: f"shuffle {label}: deck",
            lambda: f"move {label}: top ({self.number(0)}) of deck to hand",
            lambda: f"move {label}: all in hand to under deck",
            lambda: f"again {label}:",
            lambda: self.choice(label),
        )
        if room <= 0:
            return self.one(*plain)
        return self.one(
            *plain,
            lambda: f"if {label}: {self.condition(less)} {{ {self.steps(less)} }}",
            lambda: (
                f"if {label}: {self.condition(less)} {{ {self.steps(less)} }}\n"
                f"else {self.label()}: {{ {self.steps(less)} }}"
            ),
            lambda: f"for each {label}: {self.chance.choice(DOMAINS)} {{ {self.steps(less)} }}",
            lambda: f"for each {label}: c of fruit {{ gain up to 1 c }}",
            lambda: f"for each {label}: k in hand {{ move k to bought }}",
        )

    def choice(self, label: str) -> str:
        """Something chosen, and what is done with it."""
        may = self.chance.choice(("choose", "may choose"))
        name = self.label("pick")
        return self.one(
            lambda: f"{may} {name}: cards in table\nmove {label}: {name} to hand",
            lambda: f"{may} {name}: cards in hand or top of deck\nmove {label}: {name} to bought",
            lambda: f"{may} {name}: fruit in supply\ngain {label}: 1 {name}",
            lambda: f"{may} {name}: 2 different fruit in supply\ngain {label}: 1 each {name}",
            lambda: (
                f"{may} {name}: number from 0 to {self.chance.randrange(4)}\ncount {label}: luck = {name}"
            ),
            lambda: f"{may} {name}: other player\ngain {label}: up to 1 nut from purse of {name}",
        )

    # ---- clauses -----------------------------------------------------------------------------
    def clause(self, room: int) -> str:
        name = self.label("own")
        number, condition = (lambda: self.number(room)), (lambda: self.condition(room))
        return self.one(
            lambda: (
                f"values {{ total {name} {{ a: {number()} }} }}\ninvariants {{ {name}: {name} >= {name} }}"
            ),
            lambda: f"values {{ any {name} {{ a: {condition()}; b: {condition()} }} }}",
            lambda: f"counters {{ {name} of a player 0 from 0 to 9 }}",
            lambda: f"parameters {{ {name} 1 from 0 to 3 }}\nset limits.hand = 2 + {name}",
            lambda: f"triggers {{ {name}: at end of turn {{ {self.steps(room)} }} }}",
            lambda: (
                f"triggers {{ {name}: when cards enters bought as card {{ {self.steps(room)} }} }}"
            ),
            lambda: f'actions {{ {name} as "{name}" {{ {self.steps(room)} }} }}',
            lambda: f"set limits.hand = {number()}",
            lambda: f"set actions.pair.pile = {condition()}",
            lambda: f"add actions.pair {{ {self.steps(room)} }}",
            lambda: f"before actions.buy.pay {{ require {name}: {condition()} }}",
            lambda: f"set end.target = {condition()}",
            lambda: f"end {{ {name}: when {condition()} then finish the round }}",
            lambda: f"before end.ranking.shared {{ {name}: most {number()} }}",
            lambda: f"invariants {{ {name}: {condition()} }}",
            lambda: (
                f"phases {{ {name} {self.chance.randrange(3)} rounds {{ {self.steps(room)} }} }}"
            ),
            lambda: f"setup {{ {self.steps(0)} }}",
            lambda: self.table(name),
            lambda: (
                f'use_{name} "'
                if self.chance.random() < 0.02
                else f"zones {{ {name} cards of a player {{ face up }} }}"
            ),
            lambda: f"example {name} {{ players Ann, Bob; then {condition()} }}",
        )

    def table(self, name: str) -> str:
        """A kind of piece with its rows, now and then very many."""
        rows = self.chance.choice((1, 4, 30)) if self.chance.random() < 0.97 else 3_000
        return (
            f"kinds {{ {name} {{ size 0 to 9; price fruit }} }}\n"
            f"rows {name} {{ {'3 : 1 apple, 2 pear;' * rows} }}\n"
            f"zones {{ pile_{name} {name} {{ face down }} }}\nsetup {{ shuffle pile_{name} }}"
        )

    # ---- whatever the grammar allows ---------------------------------------------------------
    def nonsense(self, rule: str, room: int) -> str:
        heights = _heights()
        rules = sorted(_rules()[rule], key=lambda each: _height(each, heights) or 0)
        fitting = [each for each in rules if (_height(each, heights) or 0) <= room] or rules[:1]
        return " ".join(
            self.symbol(each, room - 1) for each in self.chance.choice(fitting).expansion
        )

    def symbol(self, symbol: Symbol, room: int) -> str:
        if not isinstance(symbol, Terminal):
            return self.nonsense(symbol.name, room)
        known = SAMPLES.get(symbol.name)
        return _fixed()[symbol.name] if known is None else self.chance.choice(known)

    def nonsense_with(self, production: Rule, rule: str, room: int) -> str:
        """Nonsense of a rule with a production in it, which is not far from there."""
        far = steps_to(production.origin.name)

        def leads(symbol: Symbol) -> bool:
            return isinstance(symbol, NonTerminal) and far.get(symbol.name, far[rule]) < far[rule]

        if far[rule] == 0:
            return " ".join(self.symbol(each, room) for each in production.expansion)
        near = [each for each in _rules()[rule] if any(map(leads, each.expansion))]
        expansion = self.chance.choice(near).expansion
        on = self.chance.choice([at for at, each in enumerate(expansion) if leads(each)])
        return " ".join(
            self.nonsense_with(production, each.name, room) if at == on else self.symbol(each, room)
            for at, each in enumerate(expansion)
        )


@cache
def steps_to(name: str) -> dict[str, int]:
    """For each rule from which a rule can be reached, how far it is."""
    far, waiting = {name: 0}, [name]
    for each in waiting:
        for rule, productions in _rules().items():
            if rule not in far and any(s.name == each for p in productions for s in p.expansion):
                far[rule] = far[each] + 1
                waiting.append(rule)
    return far


@cache
def productions() -> tuple[Rule, ...]:
    """All of the grammar that can stand in a file."""
    every = (each for rules in _rules().values() for each in rules)
    return tuple(each for each in every if not steps_to(each.origin.name).keys().isdisjoint(ROOTS))


def nonsense_in_turn(seed: int) -> str:
    """A program with the production whose turn it is."""
    drawn = Program(Random(seed))
    production = productions()[seed // TURNS % len(productions())]
    far = steps_to(production.origin.name)
    root = min((each for each in ROOTS if each in far), key=lambda each: far[each])
    top = drawn.nonsense_with(production, root, drawn.chance.randrange(4, 12))
    head = "" if root == "header" else 'variant drawn "Drawn" extends base\n'
    return damaged(f"splendor rules 2\n{head}{top}\n", drawn.chance)


def program(seed: int) -> str:
    """The program of a seed."""
    if seed % TURNS == TURN:
        return nonsense_in_turn(seed)
    chance = Random(seed)
    drawn = Program(chance)
    if chance.random() < 0.15:
        tops = [
            drawn.nonsense(chance.choice(("section", "edit")), chance.randrange(8, 40))
            for _ in range(3)
        ]
        return damaged(
            "\n".join(["splendor rules 2", drawn.nonsense("header", 16), *tops]) + "\n", chance
        )
    room = chance.choice((0, 1, 1, 2, 2, 3, 4, 6))
    count = chance.choice((1, 1, 2, 4)) if chance.random() < 0.97 else 80
    tops = [drawn.clause(room) for _ in range(count)]
    if chance.random() < 0.05:
        tops.append(drawn.nonsense(chance.choice(("section", "edit")), chance.randrange(8, 24)))
    text = "\n".join(['splendor rules 2\nvariant drawn "Drawn" extends base', *tops]) + "\n"
    return damaged(text, chance)


def damaged(text: str, chance: Random) -> str:
    """The text, of one in ten with a few signs changed."""
    if chance.random() > 0.1:
        return text
    signs = list(text)
    for _ in range(chance.choice((1, 1, 3))):
        signs[chance.randrange(len(signs))] = chance.choice(SIGNS)
    return "".join(signs)
