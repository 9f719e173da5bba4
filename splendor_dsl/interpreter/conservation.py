"""The conservation law of every position: no token and no piece appears or vanishes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from splendor_dsl.interpreter.evaluation import Cells
from splendor_dsl.ir.layout import Layout
from splendor_dsl.semantics.model import Model


def imbalances(model: Model, layout: Layout, cells: Cells) -> Iterator[str]:
    """Yield a sentence for each token or piece that there is too much or too little of."""
    yield from _tokens(model, layout, cells)
    yield from _pieces(model, layout, cells)


def _tokens(model: Model, layout: Layout, cells: Cells) -> Iterator[str]:
    piles = [cells[at] for at, cell in enumerate(layout.cells) if cell.kind == "pile"]
    lanes = zip(model.token_names(), layout.stock, zip(*piles, strict=True), strict=True)
    for name, stock, held in lanes:
        if sum(held) != stock:
            yield f"expected {stock} {name} in all, found {sum(held)}"


def _pieces(model: Model, layout: Layout, cells: Cells) -> Iterator[str]:
    counts = Counter(
        model.pieces[piece].thing
        for at, cell in enumerate(layout.cells)
        if cell.kind == "zone"
        for piece in cells[at]
        if piece >= 0
    )
    for piece in model.pieces:
        if counts[piece.thing] != 1:
            yield f"expected {piece.kind} {piece.label!r} once, found it {counts[piece.thing]} times"
