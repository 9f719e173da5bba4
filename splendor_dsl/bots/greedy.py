"""The bot that takes what looks best at once, by the rules of the game and what its seat can see.

A purchase is worth what the piece counts and what it takes off later prices; tokens are worth what they bring nearer;
whatever goes is worth the least that is lost. Equal moves are chosen among by chance.
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
_HELP: Final = 2.0
_FIRST_OF_A_KIND: Final = 4.0
_BOUGHT: Final = 10.0  # to have is better than to come nearer
_UNKNOWN_PIECE: Final = 0.5
_WHIM: Final = 64


class Greedy:
    """The move that looks best."""

    def __init__(self, game: Game) -> None:
        self._plan = plan(game.model)
        self._pieces = {(piece.kind, piece.label): piece for piece in game.model.pieces}
        self._zones = {zone.name: zone.kind for zone in game.model.zones.values()}
        self._tokens = game.model.token_names()

    def choose(self, view: Mapping[str, Any], moves: Sequence[Move], stream: Stream) -> Move:
        """One of the moves that look best; once in a while any, as two such players may block each other."""
        if stream.below(_WHIM) == 0:
            return moves[stream.below(len(moves))]
        look = _Look(
            plan=self._plan,
            pieces=self._pieces,
            zones=self._zones,
            tokens=self._tokens,
            view=view,
            own=view["players"][view["seat"]],
        )
        wants = look.wants()
        scores = [round(look.score(move, wants), 6) for move in moves]
        best = max(scores)
        among = [move for move, score in zip(moves, scores, strict=True) if score == best]
        return among[stream.below(len(among))]


@frozen(kw_only=True)
class _Look:
    """What a seat sees, as the bot weighs it."""

    plan: Plan = field(repr=False)
    pieces: Mapping[tuple[str, str], Piece] = field(repr=False)
    zones: Mapping[str, str | None]
    tokens: tuple[str, ...]
    view: Mapping[str, Any]
    own: Mapping[str, Any]

    # ---- moves -------------------------------------------------------------------------------
    def score(self, move: Move, wants: Weights) -> float:
        """How good a move looks."""
        if move.kind == "pay":
            return -sum(arg for arg in move.args if isinstance(arg, int))
        if move.kind == "return":
            return -sum(wants[token] for token in self._chosen(move))
        deed = self.plan.deeds.get(".".join(move.path.split(".")[:2]))
        return 0.0 if deed is None or move.kind == "decline" else self._deed(move, deed, wants)

    def _deed(self, move: Move, deed: ActionEffect, wants: Weights) -> float:
        score: float = deed.each * sum(wants[token] for token in self._chosen(move))
        score += sum(wants[token] * count for token, count in deed.fixed.items()) / 2
        places = [arg for arg in move.args if isinstance(arg, Place)]
        for place in places if deed.target is not None else ():
            piece = self._at(place)
            if deed.purchase is not None and piece is not None:
                lacking = self._price(piece, deed.purchase)
                score += _BOUGHT + self._worth(piece, deed.purchase.target) - sum(lacking) / 10
            else:
                score += self._moved(piece, deed.target or "") / (2 if deed.fixed else 1)
        return score

    def _moved(self, piece: Piece | None, target: str) -> float:
        """A piece that comes for nothing: into a zone to buy from it is worth only a part."""
        if piece is None:
            return _UNKNOWN_PIECE
        later = [p for p in self.plan.purchases if target in p.sources]
        if later:
            return max(self._worth(piece, p.target) / (4 + self._far(piece, p)) for p in later)
        return self._worth(piece, target)

    def _chosen(self, move: Move) -> Iterator[int]:
        for arg in move.args:
            for name in arg if isinstance(arg, tuple) else (arg,):
                if isinstance(name, str) and name in self.tokens:
                    yield self.tokens.index(name)

    # ---- pieces ------------------------------------------------------------------------------
    def _at(self, place: Place) -> Piece | None:
        """The piece in a place, as far as the seat may know it."""
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
        """What a piece counts once it lies in a zone."""
        worth = 1.0 + 0.1 * self.plan.counts.get(target, 0.0)
        for name, value in piece.values.items():
            if isinstance(value, int):
                worth += _POINT * value * self.plan.scores.get((target, name), 0.0)
            elif (target, name) in self.plan.helps:
                worth += self._help(value, self.plan.helps[target, name])
        return worth

    def _help(self, amounts: Amounts, value: str) -> float:
        """What comes off later prices, the first of a kind more, and more still where the end asks for it."""
        have = self._value(value)
        asked = self.plan.covers.get(value, frozenset())
        worth = 0.0
        for token, count in enumerate(amounts):
            if count:
                first = _FIRST_OF_A_KIND if token in asked and not have[token] else 0.0
                worth += first + _HELP * count / (1 + have[token] / 2)
        return worth

    # ---- prices ------------------------------------------------------------------------------
    def wants(self) -> list[float]:
        """What one more of each token is worth: what it brings nearer."""
        wants = [0.01] * len(self.tokens)
        for piece, purchase in self._goods():
            lacking = self._lacking(piece, purchase)
            # What can be bought at once is worth no more than what lacks a single token: to have is better.
            near = max(1, self._far(piece, purchase))
            share = self._worth(piece, purchase.target) / (1 + near) ** 4
            for token, count in enumerate(lacking):
                wants[token] += share if count else 0.0
            for wild in purchase.wilds:
                wants[wild] += share if sum(lacking) else 0.0
        return wants

    def _goods(self) -> Iterator[tuple[Piece, Purchase]]:
        """All that could be bought, as far as the seat sees it."""
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

    def _far(self, piece: Piece, purchase: Purchase) -> int:
        """How many tokens are lacking, the wild ones counted in."""
        pile = self.own["piles"].get(purchase.pile, {})
        wild = sum(int(pile.get(self.tokens[token], 0)) for token in purchase.wilds)
        return max(0, sum(self._lacking(piece, purchase)) - wild)

    def _value(self, name: str) -> Amounts:
        value = self.own["values"].get(name)
        known = value if isinstance(value, Mapping) else {}
        return [int(known.get(token, 0)) for token in self.tokens]
