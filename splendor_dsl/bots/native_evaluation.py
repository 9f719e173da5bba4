"""The evaluation as arrays of numbers, by which native code computes the worth of positions (`native/search.py`)."""

from __future__ import annotations

from typing import Any, Final

from attrs import define, field

from splendor_dsl.bots import evaluation as of
from splendor_dsl.bots import goals
from splendor_dsl.bots.evaluation import Evaluation, Shop
from splendor_dsl.bots.leaf import Leaf
from splendor_dsl.compiler.codec import Codec
from splendor_dsl.lowering.facts import Fact
from splendor_dsl.lowering.keys import Pile, Register
from splendor_dsl.lowering.results import numeric_values
from splendor_dsl.semantics import values as v

BIAS: Final = 0.5  # how much more often moves are tried that look better at once
SHARPNESS: Final = 20.0  # how much more often a move is tried whose chance to win looks better

# In the order of `native/search.py`.
WEIGHTS: Final = (
    of.REDUCTION, of.MOST_REDUCTIONS, of.FALL, of.TOKEN, of.MOST_TOKENS, of.WILD, of.PROSPECT, of.PIECE, of.A_TURN,
    of.GAIN, of.GAIN_OF_ONE, of.FEWER, of.PROSPECTS, of.LATE, goals.WHOLE, goals.REACHED, goals.BEYOND, goals.OTHER,
    goals.COVERED, BIAS, SHARPNESS,
)  # fmt: skip


@define
class Asked:
    """The facts about players that an evaluation asks for, each once."""

    facts: list[Fact] = field(factory=list)

    def number(self, value: v.Expr, slot: int = 0) -> int:
        """Return the number of a fact."""
        fact = Fact(value, slot)
        if fact not in self.facts:
            self.facts.append(fact)
        return self.facts.index(fact)

    def value(self, name: str) -> int:
        """Return the number of a named value of amounts."""
        return self.number(v.ValueOf(value=name, type="amounts", player=_ME))


_ME: Final = v.Local(slot=0, type="player")


@define
class NativePlan:
    """The rows of an evaluation, before they become arrays for one number of players."""

    evaluation: Evaluation
    leaf: Leaf
    asked: Asked = field(factory=Asked)
    goals: list[tuple[int, int, int, int]] = field(factory=list)
    values: list[int] = field(factory=list)
    lowers: list[int] = field(factory=list)
    lasts: list[int] = field(factory=list)
    offs: list[tuple[int, int]] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        """Give each fact a number."""
        for goal in self.evaluation.goals:
            if isinstance(goal, goals.Score):
                self.values.append(self.asked.number(goal.expr))
            else:
                asked, slot = goal.condition, goal.slot
                left, right = (self.asked.number(side, slot) for side in (asked.left, asked.right))
                self.goals.append((left, right, isinstance(asked, v.Covers), goal.scores))
        self.lowers = [self.asked.value(name) for name in self.evaluation.reductions]
        self.lasts = [self.asked.number(each) for each in self.evaluation.last_rounds]
        for number, shop in enumerate(self.evaluation.shops):
            self.offs += [(number, self.asked.value(name)) for name in shop.discounts]

    def arrays(self, np: Any, codec: Codec) -> tuple[Any, ...]:
        """Return the plan as native code takes it."""
        lanes, shared = codec.memory.lanes, codec.memory.shared
        row = len(numeric_values(codec.memory.program.model)) + 1
        registers = shared[Register.ROUND], len(self.asked.facts), shared[Register.KEY]
        more = shared[Register.DRAWN], row, shared[Register.MOVER], shared[Register.TURN]
        numbers = codec.players, lanes.count, lanes.bits, *registers, *more

        def rows(found: list[Any], width: int) -> Any:
            return np.array(found, dtype=np.int64).reshape(len(found), width)

        return (
            np.array(numbers, dtype=np.int64),
            np.array(WEIGHTS, dtype=np.float64),
            rows(self.goals, 4),
            np.array(self.values, dtype=np.int64),
            np.array(self.lowers, dtype=np.int64),
            np.array(self.lasts, dtype=np.int64),
            self._shops(np, codec, rows),
            np.array(self.leaf.numbers, dtype=np.float64),
        )

    def _shops(self, np: Any, codec: Codec, rows: Any) -> tuple[Any, ...]:
        shops = self.evaluation.shops
        count, pieces = len(shops), 1 << 8
        tokens, players = codec.memory.lanes.count, codec.players
        prices = np.zeros((count, pieces, tokens), dtype=np.int64)
        scores = np.zeros((count, pieces), dtype=np.float64)
        lowers, wares = np.zeros_like(prices), np.zeros((count, pieces), dtype=np.uint8)
        piles = np.zeros((count, players), dtype=np.int64)
        sources = []
        for number, shop in enumerate(shops):
            for piece, ware in shop.wares.items():
                wares[number, piece + 1], scores[number, piece + 1] = 1, ware.score
                prices[number, piece + 1, : len(ware.price)] = ware.price
                lowers[number, piece + 1, : len(ware.lowers)] = ware.lowers
            cells = codec.layout.cells
            piles[number] = [codec.word(Pile(cells[at].name), cells[at]) for at in shop.piles]
            sources += [
                row for seat in range(players) for row in _sources(codec, number, shop, seat)
            ]
        wilds = np.array(
            [sum(1 << token for token in shop.wilds) for shop in shops], dtype=np.int64
        )
        offs = rows(self.offs, 2)
        return prices, scores, lowers, wares, rows(sources, 5), piles, offs, wilds


def _sources(codec: Codec, number: int, shop: Shop, seat: int) -> list[tuple[int, ...]]:
    """Return where the wares of a shop lie for a seat."""
    found = list[tuple[int, ...]]()
    for at in shop.sources[seat]:
        cell = codec.layout.cells[at]
        region = codec.memory.regions[cell.name, cell.part]
        found.append((number, seat, codec.place(region, cell), *codec.extent(region, cell)))
    return found
