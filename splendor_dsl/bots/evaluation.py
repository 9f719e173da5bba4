"""The worth of a position for a seat: how near the ends are, what lowers its prices, and what it can soon buy.

All of it comes from the rules: `plan.py` reads what is bought, for what and where to, `goals.py` what the ends ask for.
The weights were found by play against the bot `greedy-0` (docs/bots.md).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from attrs import field, frozen

from splendor_dsl.bots.goals import Goal, Score, goals, last_rounds
from splendor_dsl.bots.plan import Plan, Purchase, plan
from splendor_dsl.game.game import Game
from splendor_dsl.interpreter.evaluation import Cells
from splendor_dsl.ir.layout import Layout
from splendor_dsl.semantics.model import Model
from splendor_dsl.semantics.values import Expr

Amounts = tuple[int, ...]

REDUCTION: Final = 1.2  # the worth of a lower price for one kind of token
MOST_REDUCTIONS: Final = 6  # of a kind: more are worth nothing
FALL: Final = 0.9  # how the worth of several of a kind falls
TOKEN: Final = 0.08
MOST_TOKENS: Final = 4  # of a kind that are worth anything by themselves
WILD: Final = 0.2
PROSPECT: Final = 0.5  # the worth of what can be bought, in its worth when it is bought
PIECE: Final = 0.15  # the worth of a piece beside what it scores
A_TURN: Final = 0.6  # the worth of a thing one turn later
GAIN: Final = 2.2  # tokens that a turn brings
GAIN_OF_ONE: Final = 1.5  # of one kind
FEWER: Final = 0.6  # the worth of the second thing that can be bought, in that of the first
PROSPECTS: Final = 3  # things that count
LATE: Final = 10.0  # rounds before a last one in which lower prices are worth less and less
RIVAL: Final = 0.5  # how much the best rival's position counts


@frozen
class Ware:
    """A piece that can be bought: its price, what it scores, and by how much it lowers prices."""

    price: Amounts
    score: float
    lowers: Amounts


@frozen(kw_only=True)
class Shop:
    """A way to buy: the wares by piece, and for each seat the cells where they lie and the pile that pays."""

    wares: Mapping[int, Ware]
    sources: tuple[tuple[int, ...], ...]
    piles: tuple[int, ...]
    discounts: tuple[str, ...]
    wilds: tuple[int, ...]


@frozen(kw_only=True)
class Buyer:
    """A seat that buys: what it can pay with, how many lower prices it has of each kind, and what one more is worth."""

    means: list[int]
    wild: int
    owned: list[int]
    reduction: float

    def worth(self, ware: Ware) -> float:
        """Return the worth of a ware, the less the more turns it takes until it can be paid."""
        lacking = [n - have for n, have in zip(ware.price, self.means, strict=True) if n > have]
        missing = max(0, sum(lacking) - self.wild)
        turns = max(missing / GAIN, max(lacking) / GAIN_OF_ONE) if missing else 0.0
        pairs = zip(ware.lowers, self.owned, strict=True)
        new = sum(less for less, have in pairs if have < MOST_REDUCTIONS)
        return float((PIECE + ware.score + self.reduction * new) * A_TURN**turns)


@frozen(kw_only=True)
class Worth:
    """The worth of a position for a seat, in parts: how near each end is, lower prices, tokens, and what comes next."""

    ends: tuple[float, ...]
    prices: float
    tokens: float
    prospects: float

    @property
    def row(self) -> tuple[float, ...]:
        """All parts in a row."""
        return (*self.ends, self.prices, self.tokens, self.prospects)

    @property
    def total(self) -> float:
        """The sum of all parts."""
        return sum(self.row)


@frozen
class Evaluation:
    """The worth of positions of a game for a number of players."""

    game: Game
    players: int
    shops: tuple[Shop, ...]
    goals: tuple[Goal | Score, ...]
    reductions: tuple[str, ...]
    last_rounds: tuple[Expr, ...]
    _lasts: tuple[Callable[[Cells, int], int], ...] = field(init=False, repr=False)

    @_lasts.default
    def _compiled(self) -> tuple[Callable[[Cells, int], int], ...]:
        make = self.game.for_players(self.players).engine.make
        return tuple(map(make.about, self.last_rounds))

    def worth(self, cells: Cells, seat: int) -> float:
        """Return how good a position looks for a seat, beside its best rival."""
        found = self.worths(cells)
        return found[seat] - RIVAL * max((*found[:seat], *found[seat + 1 :]), default=0.0)

    def worths(self, cells: Cells) -> list[float]:
        """Return how good a position looks for each seat by itself."""
        return [each.total for each in self.parts(cells)]

    def parts(self, cells: Cells) -> list[Worth]:
        """Return the parts of the same."""
        reduction = REDUCTION * min(1.0, self._rounds_left(cells) / LATE)
        return [self._worth(cells, seat, reduction) for seat in range(self.players)]

    @property
    def count(self) -> int:
        """The number of parts."""
        return len(self.goals) + 3

    @property
    def conditions(self) -> int:
        """The number of parts, the first ones, that say how near the end of the game is."""
        return sum(isinstance(goal, Goal) for goal in self.goals)

    def _rounds_left(self, cells: Cells) -> float:
        """Return how many rounds are left at most."""
        now = cells[self.game.for_players(self.players).layout.register("round")]
        left = [float(last(cells, 0) - now) for last in self._lasts]
        return max(0.0, min(left, default=LATE))

    def _worth(self, cells: Cells, seat: int, reduction: float) -> Worth:
        owned = self._amounts(cells, seat, self.reductions)
        lower = sum(float(min(count, MOST_REDUCTIONS) ** FALL) for count in owned)
        return Worth(
            ends=tuple(goal.worth(cells, seat) for goal in self.goals),
            prices=reduction * lower,
            tokens=sum(self._tokens(cells, seat, shop) for shop in self.shops),
            prospects=sum(
                self._prospects(cells, seat, shop, owned, reduction) for shop in self.shops
            ),
        )

    def _amounts(self, cells: Cells, seat: int, names: tuple[str, ...]) -> list[int]:
        """Return the sum of some values of a player, token by token."""
        engine = self.game.for_players(self.players).engine
        values = [engine.value(cells, name, seat) for name in names]
        tokens = len(self.game.model.tokens)
        return [sum(value[token] for value in values) for token in range(tokens)]

    def _tokens(self, cells: Cells, seat: int, shop: Shop) -> float:
        held = cells[shop.piles[seat]]
        plain = (n for token, n in enumerate(held) if token not in shop.wilds)
        wild = sum(held[token] for token in shop.wilds)
        return TOKEN * float(sum(min(n, MOST_TOKENS) for n in plain)) + WILD * float(wild)

    def _prospects(
        self, cells: Cells, seat: int, shop: Shop, owned: list[int], reduction: float
    ) -> float:
        """Return the worth of the best things to buy, each the less the more turns it takes."""
        held = cells[shop.piles[seat]]
        off = self._amounts(cells, seat, shop.discounts)
        buyer = Buyer(
            means=[have + less for have, less in zip(held, off, strict=True)],
            wild=sum(held[token] for token in shop.wilds),
            owned=owned,
            reduction=reduction,
        )
        offered = (shop.wares.get(piece) for at in shop.sources[seat] for piece in cells[at])
        found = sorted((buyer.worth(ware) for ware in offered if ware is not None), reverse=True)
        return PROSPECT * sum(each * FEWER**at for at, each in enumerate(found[:PROSPECTS]))


def evaluation(game: Game, players: int) -> Evaluation:
    """Return the evaluation of a game for a number of players."""
    found, table = plan(game.model), game.for_players(players)
    return Evaluation(
        game,
        players,
        tuple(_shop(game.model, table.layout, found, each) for each in found.purchases),
        goals(game.model, found, table.engine.make),
        tuple(dict.fromkeys(found.reductions.values())),
        last_rounds(game.model),
    )


def _shop(model: Model, layout: Layout, found: Plan, purchase: Purchase) -> Shop:
    seats = range(layout.players)
    cells = [
        tuple(
            at
            for zone in purchase.sources
            for at, cell in enumerate(layout.cells)
            if cell.kind == "zone" and cell.name == zone and cell.seat in {None, seat}
        )
        for seat in seats
    ]
    piles = layout.seats("pile", purchase.pile)
    return Shop(
        wares={
            number: _ware(model, found, purchase, number)
            for number, piece in enumerate(model.pieces)
            if isinstance(piece.values.get(purchase.cost), tuple)
        },
        sources=tuple(cells),
        piles=tuple(piles[seat if len(piles) > 1 else 0] for seat in seats),
        discounts=purchase.discounts,
        wilds=tuple(purchase.wilds),
    )


def _ware(model: Model, found: Plan, purchase: Purchase, number: int) -> Ware:
    values, target, tokens = model.pieces[number].values, purchase.target, len(model.tokens)
    fields = {name: value for name, value in values.items() if isinstance(value, int)}
    lowers = [
        value
        for name, value in values.items()
        if isinstance(value, tuple) and (target, name) in found.reductions
    ]
    price = values[purchase.cost]
    return Ware(
        price=price if isinstance(price, tuple) else (),
        score=sum(found.scores.get((target, name), 0.0) * n for name, n in fields.items()),
        lowers=tuple(sum(value[token] for value in lowers) for token in range(tokens)),
    )
