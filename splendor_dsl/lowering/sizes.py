"""How large a lowered game may be, and the clause of one that is larger."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import count

from splendor_dsl.ir.layout import Layout, layout
from splendor_dsl.ir.nodes import Program
from splendor_dsl.lowering.gaps import NotLowered
from splendor_dsl.lowering.lanes import Lanes, lanes_for
from splendor_dsl.semantics.model import Model, Where

MOST_PIECES = 254  # with none, what a byte can tell apart
MOST_TOKENS = 12  # for each set of them there are ready rows of options
Layouts = Mapping[int, Layout]


def layouts_of(program: Program) -> Layouts:
    """The canonical layouts by number of players."""
    model = program.model
    return {n: layout(program, n) for n in range(model.low_players, model.high_players + 1)}


def too_large(program: Program, layouts: Layouts) -> Iterator[NotLowered]:
    """Whatever there is no room for, each with the clause that says how much there is of it."""
    model = program.model
    if len(model.pieces) > MOST_PIECES:
        (kind, held), *others = Counter(piece.kind for piece in model.pieces).most_common()
        beside = f" beside {len(model.pieces) - held} others" if others else ""
        reason = f"there are {held} {kind}{beside}, and {MOST_PIECES} pieces are the most"
        yield NotLowered(reason, _where(model, f"rows.{kind}", "rows"))
    if len(model.tokens) > MOST_TOKENS:
        reason = f"there are {len(model.tokens)} colours of tokens, and {MOST_TOKENS} are the most"
        yield NotLowered(reason, _where(model, "tokens"))
    elif lanes_of(program, layouts) is None:
        yield _amount(program, layouts)
    yield from _below_zero(program, layouts)


def lanes_of(program: Program, layouts: Layouts) -> Lanes | None:
    """Lanes for all amounts of tokens, if a word has room for them."""
    greatest = max(2 * _most_tokens(layouts), max(_prices(program.model), default=0))
    return lanes_for(len(program.model.tokens), greatest)


def _most_tokens(layouts: Layouts) -> int:
    return max((held for each in layouts.values() for held in each.stock), default=0)


def _prices(model: Model) -> dict[int, Where]:
    """The amounts in the rows of all pieces, and where they stand."""
    return {
        amount: piece.where
        for piece in model.pieces
        for value in piece.values.values()
        if isinstance(value, tuple)
        for amount in value
    }


def _amount(program: Program, layouts: Layouts) -> NotLowered:
    """The amount that a word has no room for."""
    model, prices, stock = program.model, _prices(program.model), _most_tokens(layouts)
    colours = len(model.tokens)
    most = next(n for n in count(1) if lanes_for(colours, n + 1) is None)
    if 2 * stock <= most:
        reason = f"there is an amount of {max(prices)}, and {most} is the most"
        return NotLowered(f"{reason} beside {colours} colours of tokens", prices[max(prices)])
    token = next(at for each in layouts.values() for at, n in enumerate(each.stock) if n == stock)
    reason = f"there are {stock} {model.tokens[token].name}, and {most // 2} are the most"
    return NotLowered(f"{reason} beside {colours} colours of tokens", _supply(model, token))


def _supply(model: Model, token: int) -> Where | None:
    """The clause that says how many of a token there are."""
    groups = [name for name, members in model.groups.items() if token in members]
    names = (model.tokens[token].name, *groups)
    return _where(model, *(f"supply.{name}" for name in names), "supply", "tokens")


def _below_zero(program: Program, layouts: Layouts) -> Iterator[NotLowered]:
    model = program.model
    for token, counts in enumerate(zip(*(each.stock for each in layouts.values()), strict=True)):
        if min(counts) < 0:
            reason = f"there are {min(counts)} {model.tokens[token].name}"
            yield NotLowered(reason, _supply(model, token))
    prices = _prices(model)
    if min(prices, default=0) < 0:
        yield NotLowered(f"there is an amount of {min(prices)}", prices[min(prices)])


def _where(model: Model, *paths: str) -> Where | None:
    """The first of some clauses that the game has."""
    return next((model.places[path] for path in paths if path in model.places), None)
