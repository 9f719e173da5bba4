"""Moves by what a player points at: a piece, or tokens that are picked one by one. No screen is needed here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from attrs import define, field, frozen

from splendor_dsl.explain.why import Reason
from splendor_dsl.game.state import State
from splendor_dsl.notation.blanks import PieceBlank, TokenBlank, TokensBlank
from splendor_dsl.notation.forms import Form
from splendor_dsl.notation.moves import Move, Place
from splendor_dsl.tabletop.reader import TableReader
from splendor_dsl.tabletop.sheet import TokenSpot
from splendor_dsl.tabletop.table import PileSeen, TableSeen


@frozen
class Wish:
    """Something that a player may want to do, and the reasons against it; it can be done if there are none."""

    move: Move
    reasons: tuple[Reason, ...] = ()


@frozen
class Picked:
    """The state of picked tokens: the moves that take exactly these, and how many more the others need."""

    ready: tuple[Move, ...]
    more: frozenset[int]


@define(slots=False)
class Choosing:
    """The decision that is due in a position."""

    state: State = field(repr=False)
    reader: TableReader = field(repr=False)
    table: TableSeen = field(repr=False)

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves."""
        return tuple(self.state.moves)

    @property
    def is_action(self) -> bool:
        """Return whether the player chooses among actions."""
        return any(move.kind == "action" for move in self.moves)

    @property
    def is_return(self) -> bool:
        """Return whether tokens must go back."""
        return bool(self.moves) and all(move.kind == "return" for move in self.moves)

    @property
    def picks_tokens(self) -> bool:
        """Return whether some move is built of tokens."""
        return any(self.tokens_of(move) for move in self.moves)

    @property
    def needs_list(self) -> bool:
        """Return whether a decision within an action is better chosen from a list than on the table."""
        return not (self.is_action or self.is_return or not self.moves)

    # ---- pieces --------------------------------------------------------------------------------
    def wishes(self, place: Place) -> Iterator[Wish]:
        """Yield what can be done with a piece, then what can't, with the reasons."""
        named = [move for move in self.moves if place in move.args]
        yield from map(Wish, named)
        for form in self._forms():
            blanks = form.blanks
            if len(blanks) == 1 and isinstance(blanks[0], PieceBlank) and blanks[0].takes(place):
                move = form.move({blanks[0].name: place})
                if move not in self.moves:
                    yield Wish(move, tuple(self.state.why_not(move)))

    def _forms(self) -> Iterator[Form]:
        """Yield the forms of the decision that is due."""
        due = {(move.decision, move.kind) for move in self.moves}
        for form in self.state.for_players.notation.forms:
            if form.kind == "action" if self.is_action else (form.decision, form.kind) in due:
                yield form

    # ---- tokens --------------------------------------------------------------------------------
    def tokens_of(self, move: Move) -> Counter[str]:
        """Return the tokens that stand in a move, each as often as the move gains it."""
        if move.kind == "pay":
            return Counter()
        effect = self.reader.plan.effects.get(move.path)
        each = max(1, 0 if effect is None else effect.each)
        found: Counter[str] = Counter()
        for arg in move.args:
            names = arg if isinstance(arg, tuple) else (arg,)
            found.update({name: each for name in names if isinstance(name, str)})
        return found

    @cached_property
    def returns(self) -> int:
        """Return how many tokens must go back."""
        if not self.is_return or self.table.to_move is None:
            return 0
        piles = self.table.players[self.table.to_move].piles
        over = [pile.total - pile.most for pile in piles if pile.most is not None]
        return max(1, *over) if over else 1

    def picked(self, tokens: Sequence[str]) -> Picked | None:
        """Return how far some tokens are a move; none if they are no part of any."""
        if self.is_return:
            return self._returned(tokens)
        picks = Counter(tokens)
        fitting = [(m, t) for m in self.moves for t in [self.tokens_of(m)] if t and picks <= t]
        if not fitting:
            return None
        ready = tuple(move for move, all_of_it in fitting if all_of_it == picks)
        more = {all_of_it.total() - picks.total() for _, all_of_it in fitting}
        return Picked(ready, frozenset(more - {0}))

    def _returned(self, tokens: Sequence[str]) -> Picked | None:
        moves = {str(move.args[0]): move for move in self.moves}
        own = self._own_tokens()
        picks = Counter(tokens)
        if len(tokens) > self.returns or any(
            t not in moves or n > own[t] for t, n in picks.items()
        ):
            return None
        ready = tuple(moves[token] for token in tokens) if len(tokens) == self.returns else ()
        return Picked(ready, frozenset({self.returns - len(tokens)} - {0}))

    def _own_tokens(self) -> Counter[str]:
        assert self.table.to_move is not None
        names = [token.name for token in self.table.tokens]
        found: Counter[str] = Counter()
        for pile in self.table.players[self.table.to_move].piles:
            if pile.amounts is not None:
                found.update(dict(zip(names, pile.amounts, strict=True)))
        return found

    def piles(self) -> tuple[PileSeen, ...]:
        """Return the piles from which tokens are picked now."""
        if self.is_return and self.table.to_move is not None:
            return self.table.players[self.table.to_move].piles
        return self.table.piles

    def spot_of(self, token: str) -> TokenSpot | None:
        """Return the spot of a token where it is picked now."""
        pile = next(iter(self.piles()), None)
        return None if pile is None else TokenSpot(pile.zone, pile.owner, token)

    def why_not_picked(self, tokens: Sequence[str]) -> tuple[Reason, ...]:
        """Return why tokens are part of no move: the reasons against the move that they would be."""
        wish = next(self._token_wishes(tokens), None)
        return () if wish is None else tuple(self.state.why_not(wish))

    def _token_wishes(self, tokens: Sequence[str]) -> Iterator[Move]:
        """Yield the moves that somebody may mean who picks these tokens, those with the right number first."""
        picks = Counter(tokens)
        several = max(picks.values(), default=1)
        for form in sorted(self._forms(), key=lambda form: self._each(form) != several):
            values = _values(form, tuple(picks))
            if values is not None:
                yield form.move(values)

    def _each(self, form: Form) -> int:
        effect = self.reader.plan.effects.get(form.path)
        return max(1, 0 if effect is None else effect.each)


def _values(form: Form, tokens: tuple[str, ...]) -> dict[str, Any] | None:
    """Return the blanks of a form filled with tokens; none if it does not take just these."""
    if len(form.blanks) != 1 or not tokens:
        return None
    (blank,) = form.blanks
    if isinstance(blank, TokensBlank):
        return {blank.name: tuple(sorted(tokens, key=blank.tokens.index))}
    if isinstance(blank, TokenBlank) and len(tokens) == 1:
        return {blank.name: tokens[0]}
    return None
