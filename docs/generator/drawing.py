"""A graph without cycles as an SVG drawing: rows from top to bottom, each edge leading down."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from statistics import fmean
from typing import Final

from attrs import field, frozen
from imports import Graph

_BOX: Final = (112, 30)  # width and height of a box
_ROW: Final = 64  # from one row to the next
_APART: Final = 24  # between two boxes, or a box and an edge that passes it
_MARGIN: Final = 16
_SWEEPS: Final = 24  # the order of the rows has settled long before

# An image knows the colours of the system alone, whatever the page around it shows.
_STYLE: Final = """\
  <style>
    .paper { fill: #ffffff; }
    .box { fill: #e8eef7; stroke: #3d5a80; }
    .module { fill: #ffffff; stroke-dasharray: 4 3; }
    .edge { fill: none; stroke: #5c6b7a; stroke-width: 1.3; }
    .tip { fill: #5c6b7a; }
    text { fill: #1b2733; font: 14px system-ui, sans-serif; text-anchor: middle; }
    @media (prefers-color-scheme: dark) {
      .paper { fill: #1a1c1e; }
      .box { fill: #24344a; stroke: #8fb3e0; }
      .module { fill: #1a1c1e; }
      .edge { stroke: #9aa7b4; }
      .tip { fill: #9aa7b4; }
      text { fill: #e6edf3; }
    }
  </style>
  <defs>
    <marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
      <path class="tip" d="M 0 0 L 8 4 L 0 8 z"/>
    </marker>
  </defs>
"""

Spot = tuple[
    str, ...
]  # a box by its name; or a bend of an edge by both ends and the number of its row
Row = Sequence[Spot]


@frozen(kw_only=True)
class _Plan:
    """The rows from the lowest to the highest, and each edge as the spots on its way down."""

    rows: tuple[Row, ...]
    edges: tuple[Row, ...]
    near: Mapping[Spot, Sequence[Spot]] = field(init=False)

    @near.default
    def _neighbours(self) -> dict[Spot, list[Spot]]:
        """Return the spots that each spot should align with; for a bend its whole edge, which makes that upright."""
        near: dict[Spot, list[Spot]] = {spot: [] for row in self.rows for spot in row}
        for edge in self.edges:
            near[edge[0]].append(edge[1])
            near[edge[-1]].append(edge[-2])
            for bend in edge[1:-1]:
                near[bend] += (spot for spot in edge if spot != bend)
        return near


def svg(graph: Graph, dashed: Iterable[str], title: str) -> str:
    """Return the drawing of a graph; the boxes of some parts have a dashed border."""
    plan = _plan(graph)
    places = _places(plan)
    width = round(max(x for x, _ in places.values()) + _BOX[0] / 2 + _MARGIN)
    height = (len(plan.rows) - 1) * _ROW + _BOX[1] + 2 * _MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">\n',
        f"  <title>{title}</title>\n{_STYLE}",
        f'  <rect class="paper" width="{width}" height="{height}" rx="8"/>\n',
        *(_edge(edge, places) for edge in plan.edges),
        *_boxes(graph, set(dashed), places),
        "</svg>\n",
    ]
    return "".join(lines)


# ---- what stands in which row ----------------------------------------------------------------
def _plan(graph: Graph) -> _Plan:
    rank = _ranks(graph)
    rows: list[list[Spot]] = [[] for _ in range(max(rank.values()) + 1)]
    for part in sorted(graph):
        rows[rank[part]].append((part,))
    edges = []
    for part, other in ((one, below) for one in sorted(graph) for below in sorted(graph[one])):
        bends = [(part, other, str(row)) for row in range(rank[part] - 1, rank[other], -1)]
        for bend in bends:
            rows[int(bend[2])].append(bend)
        edges.append(((part,), *bends, (other,)))
    return _ordered(_Plan(rows=tuple(rows), edges=tuple(edges)))


def _ranks(graph: Graph) -> dict[str, int]:
    """Return the row of each part: as low as possible above all that it leads to."""
    rank: dict[str, int] = {}

    def found(part: str) -> int:
        if part not in rank:
            rank[part] = 1 + max((found(other) for other in graph[part]), default=-1)
        return rank[part]

    for part in graph:
        found(part)
    return rank


# ---- the order in a row ----------------------------------------------------------------------
def _ordered(plan: _Plan) -> _Plan:
    """Return the best of several orders that put spots near those they are connected to."""
    best = plan
    rows = list(plan.rows)
    for sweep in range(_SWEEPS):
        numbers = range(len(rows))
        for number in numbers if sweep % 2 else reversed(numbers):
            at = {spot: place / len(row) for row in rows for place, spot in enumerate(row)}
            side = number - 1 if sweep % 2 else number + 1
            beside = set(rows[side]) if 0 <= side < len(rows) else set()
            rows[number] = sorted(rows[number], key=lambda spot: _middle(plan, spot, at, beside))
        order = _Plan(rows=tuple(rows), edges=plan.edges)
        best = min(best, order, key=_crossings)
    return best


def _middle(plan: _Plan, spot: Spot, at: Mapping[Spot, float], beside: set[Spot]) -> float:
    joined = [at[other] for other in plan.near[spot] if other in beside]
    return fmean(joined) if joined else at[spot]


def _crossings(plan: _Plan) -> int:
    at = {spot: place for row in plan.rows for place, spot in enumerate(row)}
    found = 0
    for row in plan.rows:
        own = set(row)
        pairs = [
            (at[upper], at[lower])
            for edge in plan.edges
            for upper, lower in pairwise(edge)
            if upper in own
        ]
        found += sum(a < c and b > d for a, b in pairs for c, d in pairs)
    return found


# ---- where it lies ---------------------------------------------------------------------------
def _places(plan: _Plan) -> dict[Spot, tuple[float, float]]:
    """Return the middle of each spot: as near to its connected spots as the row has room."""
    x = {spot: 0.0 for row in plan.rows for spot in row}
    for row in plan.rows:
        x.update(zip(row, _spread(row, [0.0] * len(row)), strict=True))
    for sweep in range(_SWEEPS):
        for row in plan.rows if sweep % 2 else reversed(plan.rows):
            wanted = [fmean([x[other] for other in plan.near[spot]] or [x[spot]]) for spot in row]
            x.update(zip(row, _spread(row, wanted), strict=True))
    left = min(x.values()) - _BOX[0] / 2 - _MARGIN
    top = len(plan.rows) - 1
    return {
        spot: (x[spot] - left, (top - number) * _ROW + _BOX[1] / 2 + _MARGIN)
        for number, row in enumerate(plan.rows)
        for spot in row
    }


def _spread(row: Row, wanted: Sequence[float]) -> list[float]:
    """Return places in the order of the row, apart from each other, and by least squares near the wanted ones."""
    needed = [0.0]
    for one, other in pairwise(row):
        needed.append(needed[-1] + (_width(one) + _width(other)) / 2 + _APART)
    runs: list[
        list[float]
    ] = []  # neighbours that stand as close as they may: how far each would like to be
    for place, room in zip(wanted, needed, strict=True):
        runs.append([place - room])
        while len(runs) > 1 and fmean(runs[-2]) > fmean(runs[-1]):
            runs[-2:] = [runs[-2] + runs[-1]]
    shifts = [fmean(run) for run in runs for _ in run]
    return [shift + room for shift, room in zip(shifts, needed, strict=True)]


def _width(spot: Spot) -> float:
    return _BOX[0] if len(spot) == 1 else 0


# ---- lines -----------------------------------------------------------------------------------
def _edge(edge: Row, places: Mapping[Spot, tuple[float, float]]) -> str:
    """Return a curve that turns only between rows, so that it passes boxes vertically."""
    half = _BOX[1] / 2
    x, y = places[edge[0]]
    path = f"M {x:.0f} {y + half:.0f}"
    for to_x, to_y in (places[spot] for spot in edge[1:]):
        begin, end = y + half, to_y - half
        middle = (begin + end) / 2
        path += (
            f" V {begin:.0f} C {x:.0f} {middle:.0f} {to_x:.0f} {middle:.0f} {to_x:.0f} {end:.0f}"
        )
        x, y = to_x, to_y
    words = f"{edge[0][0]} imports {edge[-1][0]}"
    return f'  <path class="edge" d="{path}" marker-end="url(#tip)"><title>{words}</title></path>\n'


def _boxes(
    graph: Graph, dashed: set[str], places: Mapping[Spot, tuple[float, float]]
) -> Iterator[str]:
    for part in sorted(graph):
        x, y = places[part,]
        look = "box module" if part in dashed else "box"
        yield (
            f'  <rect class="{look}" x="{x - _BOX[0] / 2:.0f}" y="{y - _BOX[1] / 2:.0f}" '
            f'width="{_BOX[0]}" height="{_BOX[1]}" rx="6"/>\n'
            f'  <text x="{x:.0f}" y="{y + 5:.0f}">{part}</text>\n'
        )
