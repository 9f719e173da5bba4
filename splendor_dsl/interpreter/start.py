"""The cells of a game before its setup."""

from __future__ import annotations

from typing import Any

from splendor_dsl.interpreter.evaluation import Cells
from splendor_dsl.interpreter.zones import Zones
from splendor_dsl.ir.constants import constant
from splendor_dsl.ir.layout import ALL, EMPTY, NOBODY, Cell, Layout, face, first_zone
from splendor_dsl.ir.nodes import Program

SUPPLY = "supply"


def starting_cells(program: Program, layout: Layout, zones: Zones, key: int) -> Cells:
    """Return all cells before the setup: tokens in the supply, pieces in the order of their tables."""
    model = program.model
    cells: Cells = [_first(program, layout, cell) for cell in layout.cells]
    entries: dict[int, list[int]] = {}
    for number, piece in enumerate(model.pieces):
        if zones.sides[piece.thing][0] == number:
            zone = first_zone(model, piece.kind)
            entries.setdefault(zones.entry(zone, 0, number), []).append(number)
    for at, pieces in entries.items():
        cells[at] = tuple(pieces)
        known = layout.known(at)
        if known is not None:
            seen = face(model.zones[layout.cells[at].name])
            cells[known] = (ALL if seen == "up" else NOBODY,) * len(pieces)
    return [*cells, key, 0]


def _first(program: Program, layout: Layout, cell: Cell) -> Any:
    model = program.model
    match cell.kind:
        case "pile":
            return layout.stock if cell.name == SUPPLY else (0,) * len(model.tokens)
        case "zone" | "known":
            gap = EMPTY if cell.kind == "zone" else NOBODY
            return (gap,) * layout.places.get(cell.name, 0)
        case "counter":
            counter = model.counters[cell.name]
            start = constant(counter.start, layout.players)
            return min(max(start, counter.low), counter.high)
        case "marker":
            return -1
    if cell.name == "ends":
        return (0,) * len(model.ends)
    return () if cell.name in {"again", "owed", "stack"} else 0
