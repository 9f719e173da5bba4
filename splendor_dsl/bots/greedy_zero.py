"""The first bot that went by the rules: it takes the best-looking move, and serves as a measure for others.

A purchase is worth what the piece scores and what it takes off later prices; a token is worth what it contributes to
purchases; giving up tokens costs as much as the least useful are worth. Chance decides among equal moves.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from attrs import field, frozen

from splendor_dsl.bots.plan import ActionEffect, Plan, Purchase, plan
from splendor_dsl.chance import Stream
from splendor_dsl.game.game import Game
from splendor_dsl.notation.moves import Move, Place
from splendor_dsl.semantics.model import Piece

Amounts = Sequence[int]
Weights = Sequence[float]
_POINT: Final = 5.0
_REDUCTION: Final = 2.0
_FIRST_OF_A_KIND: Final = 4.0
_BOUGHT: Final = 10.0  # a purchase now beats any progress towards one
_UNKNOWN_PIECE: Final = 0.5
_RANDOM_MOVE_ODDS: Final = (
    64  # one move in so many is random, which ends deadlocks of two greedy bots
)


class GreedyZero:
    """A bot that chooses the best-looking move."""

    def __init__(self, game: Game) -> None:
        self._plan = plan(game.model)
        self._pieces = {(piece.kind, piece.label): piece for piece in game.model.pieces}
        self._zones = {zone.name: zone.kind for zone in game.model.zones.values()}
        self._tokens = game.model.token_names()

    def choose(self, view: Mapping[str, Any], moves: Sequence[Move], stream: Stream) -> Move:
        """Return one of the best-looking moves; once in a while any, as two such players may block each other."""
        if stream.below(_RANDOM_MOVE_ODDS) == 0:
            return moves[stream.below(len(moves))]
        appraisal = _Appraisal(
            plan=self._plan,
            pieces=self._pieces,
            zones=self._zones,
            tokens=self._tokens,
            view=view,
            own=view["players"][view["seat"]],
        )
        token_values = appraisal.token_values()
        scores = [round(appraisal.score(move, token_values), 6) for move in moves]
        best = max(scores)
        best_moves = [move for move, score in zip(moves, scores, strict=True) if score == best]
        return best_moves[stream.below(len(best_moves))]


@frozen(kw_only=True)
class _Appraisal:
    """The evaluation of moves in one position, from the view of a seat."""

    plan: Plan = field(repr=False)
    pieces: Mapping[tuple[str, str], Piece] = field(repr=False)
    zones: Mapping[str, str | None]
    tokens: tuple[str, ...]
    view: Mapping[str, Any]
    own: Mapping[str, Any]

    # ---- moves -------------------------------------------------------------------------------
    def score(self, move: Move, token_values: Weights) -> float:
        """Return how good a move looks."""
        if move.kind == "pay":
            return -sum(arg for arg in move.args if isinstance(arg, int))
        if move.kind == "return":
            return -sum(token_values[token] for token in self._chosen(move))
        effect = self.plan.effects.get(".".join(move.path.split(".")[:2]))
        return (
            0.0
            if effect is None or move.kind == "decline"
            else self._effect_score(move, effect, token_values)
        )

    def _effect_score(self, move: Move, effect: ActionEffect, token_values: Weights) -> float:
        score: float = effect.each * sum(token_values[token] for token in self._chosen(move))
        score += sum(token_values[token] * count for token, count in effect.fixed.items()) / 2
        places = [arg for arg in move.args if isinstance(arg, Place)]
        for place in places if effect.target is not None else ():
            piece = self._at(place)
            if effect.purchase is not None and piece is not None:
                lacking = self._price(piece, effect.purchase)
                score += _BOUGHT + self._worth(piece, effect.purchase.target) - sum(lacking) / 10
            else:
                score += self._moved_worth(piece, effect.target or "") / (2 if effect.fixed else 1)
        return score

    def _moved_worth(self, piece: Piece | None, target: str) -> float:
        """Return the worth of a piece that comes for free; into a zone to buy from, only a part of its worth."""
        if piece is None:
            return _UNKNOWN_PIECE
        later = [p for p in self.plan.purchases if target in p.sources]
        if later:
            return max(self._worth(piece, p.target) / (4 + self._missing(piece, p)) for p in later)
        return self._worth(piece, target)

    def _chosen(self, move: Move) -> Iterator[int]:
        for arg in move.args:
            for name in arg if isinstance(arg, tuple) else (arg,):
                if isinstance(name, str) and name in self.tokens:
                    yield self.tokens.index(name)

    # ---- pieces ------------------------------------------------------------------------------
    def _at(self, place: Place) -> Piece | None:
        """Return the piece in a place, if the seat can see it."""
        if place.place is None:
            return None
        holder = self.view if place.owner is None else self.view["players"][place.owner]
        zones = (
            self.own["zones"]
            if place.zone in self.own["zones"] and place.owner is None
            else holder["zones"]
        )
        held = zones.get(place.zone, ())
        held = held.get(str(place.part), ()) if isinstance(held, Mapping) else held
        label = held[place.place - 1] if place.place <= len(held) else None
        return None if label is None else self.pieces.get((self.zones[place.zone] or "", label))

    def _worth(self, piece: Piece, target: str) -> float:
        """Return the worth of a piece in a zone."""
        worth = 1.0 + 0.1 * self.plan.counts.get(target, 0.0)
        for name, value in piece.values.items():
            if isinstance(value, int):
                worth += _POINT * value * self.plan.scores.get((target, name), 0.0)
            elif (target, name) in self.plan.reductions:
                worth += self._reduction_worth(value, self.plan.reductions[target, name])
        return worth

    def _reduction_worth(self, amounts: Amounts, value: str) -> float:
        """Return the worth of lower prices; more for the first of a kind if the end of the game requires it."""
        have = self._value(value)
        required = self.plan.covers.get(value, frozenset())
        worth = 0.0
        for token, count in enumerate(amounts):
            if count:
                first = _FIRST_OF_A_KIND if token in required and not have[token] else 0.0
                worth += first + _REDUCTION * count / (1 + have[token] / 2)
        return worth

    # ---- prices ------------------------------------------------------------------------------
    def token_values(self) -> list[float]:
        """Return the worth of one more of each token: its contribution to purchases."""
        token_values = [0.01] * len(self.tokens)
        for piece, purchase in self._goods():
            lacking = self._lacking(piece, purchase)
            # Pieces that can be bought now count no more than those that lack one token: buying beats collecting.
            near = max(1, self._missing(piece, purchase))
            share = self._worth(piece, purchase.target) / (1 + near) ** 4
            for token, count in enumerate(lacking):
                token_values[token] += share if count else 0.0
            for wild in purchase.wilds:
                token_values[wild] += share if sum(lacking) else 0.0
        return token_values

    def _goods(self) -> Iterator[tuple[Piece, Purchase]]:
        """Yield all pieces that could be bought and that the seat can see."""
        for purchase in self.plan.purchases:
            for zone in purchase.sources:
                held = self.own["zones"].get(zone, self.view["zones"].get(zone, ()))
                parts = held.values() if isinstance(held, Mapping) else (held,)
                for label in (label for part in parts for label in part):
                    piece = self.pieces.get((self.zones[zone] or "", label))
                    if piece is not None:
                        yield piece, purchase

    def _price(self, piece: Piece, purchase: Purchase) -> list[int]:
        cost = piece.values.get(purchase.cost)
        price = list(cost) if isinstance(cost, tuple) else [0] * len(self.tokens)
        for name in purchase.discounts:
            off = self._value(name)
            price = [max(0, count - less) for count, less in zip(price, off, strict=True)]
        return price

    def _lacking(self, piece: Piece, purchase: Purchase) -> list[int]:
        pile = self.own["piles"].get(purchase.pile, {})
        price = self._price(piece, purchase)
        return [max(0, n - pile.get(t, 0)) for n, t in zip(price, self.tokens, strict=True)]

    def _missing(self, piece: Piece, purchase: Purchase) -> int:
        """Return the number of tokens that are missing, after wild tokens are used."""
        pile = self.own["piles"].get(purchase.pile, {})
        wild = sum(int(pile.get(self.tokens[token], 0)) for token in purchase.wilds)
        return max(0, sum(self._lacking(piece, purchase)) - wild)

    def _value(self, name: str) -> Amounts:
        value = self.own["values"].get(name)
        known = value if isinstance(value, Mapping) else {}
        return [int(known.get(token, 0)) for token in self.tokens]
