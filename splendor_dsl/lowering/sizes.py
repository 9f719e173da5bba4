"""Limits on the size of a lowered game, and the clauses that exceed them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import count

from splendor_dsl.ir.layout import Layout, layout
from splendor_dsl.ir.nodes import Program
from splendor_dsl.lowering.lanes import Lanes, lanes_for
from splendor_dsl.lowering.unsupported import (
    LARGE_PRICE,
    LARGE_SUPPLY,
    MANY_PIECES,
    MANY_TOKENS,
    NEGATIVE_PRICE,
    NEGATIVE_SUPPLY,
    NotLowered,
)
from splendor_dsl.semantics.model import Model, Where

MOST_PIECES = 254  # a byte also encodes none
MOST_TOKENS = 12  # tables have a row for each set of them
Layouts = Mapping[int, Layout]


def layouts_of(program: Program) -> Layouts:
    """Return the canonical layouts by number of players."""
    model = program.model
    return {n: layout(program, n) for n in range(model.low_players, model.high_players + 1)}


def too_large(program: Program, layouts: Layouts) -> Iterator[NotLowered]:
    """Yield whatever there is no room for, each with the clause that says how much there is of it."""
    model = program.model
    if len(model.pieces) > MOST_PIECES:
        (kind, held), *others = Counter(piece.kind for piece in model.pieces).most_common()
        beside = f" beside {len(model.pieces) - held} others" if others else ""
        where = _where(model, f"rows.{kind}", "rows")
        yield NotLowered(MANY_PIECES, where, held=held, kind=kind, beside=beside, most=MOST_PIECES)
    if len(model.tokens) > MOST_TOKENS:
        held, where = len(model.tokens), _where(model, "tokens")
        yield NotLowered(MANY_TOKENS, where, held=held, most=MOST_TOKENS)
    elif lanes_of(program, layouts) is None:
        yield _amount(program, layouts)
    yield from _below_zero(program, layouts)


def lanes_of(program: Program, layouts: Layouts) -> Lanes | None:
    """Return lanes for all amounts of tokens, or None if a word has no room for them."""
    greatest = max(2 * _most_tokens(layouts), max(_prices(program.model), default=0))
    return lanes_for(len(program.model.tokens), greatest)


def _most_tokens(layouts: Layouts) -> int:
    return max((held for each in layouts.values() for held in each.stock), default=0)


def _prices(model: Model) -> dict[int, Where]:
    """Return the amounts in the rows of all pieces, with their clauses."""
    return {
        amount: piece.where
        for piece in model.pieces
        for value in piece.values.values()
        if isinstance(value, tuple)
        for amount in value
    }


def _amount(program: Program, layouts: Layouts) -> NotLowered:
    """Return the amount that a word has no room for."""
    model, prices, stock = program.model, _prices(program.model), _most_tokens(layouts)
    colours = len(model.tokens)
    most = next(n for n in count(1) if lanes_for(colours, n + 1) is None)
    if 2 * stock <= most:
        held = max(prices)
        return NotLowered(LARGE_PRICE, prices[held], held=held, most=most, colours=colours)
    token = next(at for each in layouts.values() for at, n in enumerate(each.stock) if n == stock)
    name, where = model.tokens[token].name, _supply(model, token)
    return NotLowered(LARGE_SUPPLY, where, held=stock, token=name, most=most // 2, colours=colours)


def _supply(model: Model, token: int) -> Where | None:
    """Return the clause that says how many of a token there are."""
    groups = [name for name, members in model.groups.items() if token in members]
    names = (model.tokens[token].name, *groups)
    return _where(model, *(f"supply.{name}" for name in names), "supply", "tokens")


def _below_zero(program: Program, layouts: Layouts) -> Iterator[NotLowered]:
    model = program.model
    for token, counts in enumerate(zip(*(each.stock for each in layouts.values()), strict=True)):
        if min(counts) < 0:
            name, where = model.tokens[token].name, _supply(model, token)
            yield NotLowered(NEGATIVE_SUPPLY, where, held=min(counts), token=name)
    prices = _prices(model)
    if min(prices, default=0) < 0:
        yield NotLowered(NEGATIVE_PRICE, prices[min(prices)], held=min(prices))


def _where(model: Model, *paths: str) -> Where | None:
    """Return the first of some clauses that the game has."""
    return next((model.places[path] for path in paths if path in model.places), None)
