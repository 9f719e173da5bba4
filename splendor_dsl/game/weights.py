"""A player as data: the weight of each part of a move. Native code plays by it without calling Python."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import field, frozen

from splendor_dsl.chance import Stream
from splendor_dsl.ir.layout import ANY_KIND, face
from splendor_dsl.notation.moves import Move, Place
from splendor_dsl.position.plain_data import require_kind, require_number, short
from splendor_dsl.semantics.model import Model
from splendor_dsl.spelling import nearest

Amounts = Mapping[str, float]
MOST_WHIM = 1 << 31
MOST_WEIGHT = 1 << 50


def _require_weights(given: Any, what: str) -> None:
    """Raise an error unless weights are finite numbers by name."""
    named = isinstance(given, Mapping) and all(isinstance(name, str) for name in given)
    require_kind(named, f"weights as numbers by names for {what}", given)
    for name, weight in given.items():
        expected = f"a number as the weight of {name!r}"
        fine = isinstance(weight, int | float) and not isinstance(weight, bool)
        require_kind(fine, expected, weight)
        if not -MOST_WEIGHT <= weight <= MOST_WEIGHT:
            message = f"expected {expected}, found {short(weight)}"
            raise ValueError(message)


@frozen(kw_only=True)
class Weights:
    """Weights of moves; the heaviest move is made, and chance decides among equals.

    `moves` holds weights by the path of the clause that offers a move, or by the beginning of that path; `tokens` by
    each chosen token, subtracted for tokens returned or paid; `fields` by the fields of the chosen piece, as far as the
    player knows it. One move in `whim` is random, as two such players may block each other; 0 for none.
    """

    moves: Amounts = field(factory=dict)
    tokens: Amounts = field(factory=dict)
    fields: Amounts = field(factory=dict)
    whim: int = 64

    def __attrs_post_init__(self) -> None:
        """Raise an error for weights that are no numbers."""
        for what in ("moves", "tokens", "fields"):
            _require_weights(getattr(self, what), what)
        require_number(self.whim, f"a whim from 0 to {MOST_WHIM}", 0, MOST_WHIM)


ANY_MOVE = Weights(whim=0)  # all moves weigh the same


@frozen
class Weighing:
    """Weights applied to one game, as a player like any bot."""

    model: Model = field(repr=lambda model: repr(model.name))
    weights: Weights

    def __attrs_post_init__(self) -> None:
        """Raise ValueError for weights of things that the game does not have."""
        fields = {name for kind in self.model.kinds.values() for name in kind.fields}
        _require_names(self.weights.tokens, self.model.token_names(), "a token")
        _require_names(self.weights.fields, sorted(fields), "a field of a piece")
        _require_paths(self.weights.moves, self.model)

    def choose(self, view: Mapping[str, Any], moves: Sequence[Move], stream: Stream) -> Move:
        """Return one of the heaviest moves; once in a while any move."""
        if self.weights.whim and stream.below(self.weights.whim) == 0:
            return moves[stream.below(len(moves))]
        found = [self.of_move(move) + self._of_piece(view, move) for move in moves]
        best = max(found)
        heaviest = [move for move, weight in zip(moves, found, strict=True) if weight == best]
        return heaviest[stream.below(len(heaviest))]

    def of_move(self, move: Move) -> float:
        """Return the weight of a move, without that of its piece."""
        if move.kind == "decline":
            return 0.0
        parts = move.path.split(".")
        paths = (".".join(parts[:end]) for end in range(1, len(parts) + 1))
        weight = float(sum(self.weights.moves.get(path, 0) for path in paths))
        if move.kind == "pay":
            count, wild = move.args[0], move.args[-1]
            return weight - float(count * self.weights.tokens.get(wild, 0))
        sign = -1 if move.kind == "return" else 1
        return weight + sign * sum(self.weights.tokens.get(token, 0) for token in _tokens(move))

    def of_pieces(self) -> list[float]:
        """Return the weight of each piece of the game, by its number."""
        return [
            float(sum(w * _size(piece.values.get(name)) for name, w in self.weights.fields.items()))
            for piece in self.model.pieces
        ]

    def place(self, move: Move) -> tuple[Place, int] | None:
        """Return the place whose piece counts, and its index: the first that a move names, if players can see it."""
        place = next((arg for arg in move.args if isinstance(arg, Place)), None)
        if place is None or place.place is None:
            return None
        zone = self.model.zones[place.zone]
        return None if face(zone) == "down" or zone.kind == ANY_KIND else (place, place.place - 1)

    def _of_piece(self, view: Mapping[str, Any], move: Move) -> float:
        found = self.place(move)
        if found is None:
            return 0.0
        place, at = found
        zone = self.model.zones[place.zone]
        seat = view["seat"] if place.owner is None else place.owner
        held = (view["players"][seat] if zone.owned else view)["zones"][place.zone]
        held = held[str(place.part)] if isinstance(held, Mapping) else held
        label = held[at] if at < len(held) else None
        return self._by_label.get((zone.kind, label), 0.0)

    @cached_property
    def _by_label(self) -> dict[tuple[str | None, str | None], float]:
        pieces = zip(self.model.pieces, self.of_pieces(), strict=True)
        return {(piece.kind, piece.label): weight for piece, weight in pieces}


def _tokens(move: Move) -> Iterator[str]:
    for arg in move.args:
        names = arg if isinstance(arg, tuple) else (arg,)
        yield from (name for name in names if isinstance(name, str))


def _size(value: object) -> int:
    """Return a field as a number: amounts as the sum of their tokens."""
    if isinstance(value, tuple):
        return sum(value)
    return value if isinstance(value, int) else 0


def _require_paths(given: Amounts, model: Model) -> None:
    for path in given:
        if not any(f"{each}.".startswith(f"{path}.") for each in model.places):
            near = nearest(path, model.places)
            meant = "" if near is None else f"; did you mean {near!r}?"
            message = f"expected the path of a clause, or its beginning, found {path!r}{meant}"
            raise ValueError(message)


def _require_names(given: Amounts, known: Sequence[str], what: str) -> None:
    for name in given:
        if name not in known:
            message = f"expected {what} ({', '.join(known)}), found {name!r}"
            raise ValueError(message)
