"""The ratings of a ladder as a picture: one SVG file that needs nothing else."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from math import ceil, floor, log10
from typing import Any, Final

from splendor_dsl.prose.words import Words
from splendor_dsl.report.ladder import heading, scale_of

_WIDTH: Final = 760
_LEFT: Final = 150  # of the scale; bots are named before it
_RIGHT: Final = 730
_ROW: Final = 26
_TICKS: Final = 6  # at most about so many
_HEAD: Final = '<svg xmlns="http://www.w3.org/2000/svg" class="splendor-ladder"'
_STYLE: Final = """
svg { color-scheme: light dark; font: 14px system-ui, sans-serif; background: Canvas; }
text { fill: CanvasText; }
.head { font-weight: bold; }
.tick { font-size: 12px; text-anchor: middle; opacity: .7; }
.grid { stroke: CanvasText; opacity: .2; }
.interval { stroke: #2a7fbf; stroke-width: 3; }
.rating { fill: #2a7fbf; }
"""


def is_chart(content: bytes) -> bool:
    """Return whether the content of a file is such a picture."""
    return content.startswith(_HEAD.encode())


def ladder_chart(words: Words, report: Mapping[str, Any]) -> str:
    """Return the picture of all standings, one below the other."""
    parts, top = [], 10
    for each in report["standings"]:
        rows = len(each["ratings"])
        lines = "\n".join(_standings(words, each, report["players"]))
        parts.append(f'<g transform="translate(0 {top})">\n{lines}\n</g>')
        top += _ROW * (rows + 3)
    return "\n".join(
        [
            f'{_HEAD} width="{_WIDTH}" height="{top}" viewBox="0 0 {_WIDTH} {top}">',
            f"<style>{_STYLE}</style>",
            *parts,
            "</svg>\n",
        ]
    )


def _standings(words: Words, standings: Mapping[str, Any], players: int) -> Iterator[str]:
    ratings = standings["ratings"]
    low, high = scale_of(ratings)
    unit = (_RIGHT - _LEFT) / (high - low or 1.0)

    def place(points: float | None, end: float) -> float:
        return end if points is None else round(_LEFT + (points - low) * unit, 1)

    yield f'<text class="head" x="10" y="18">{escape(heading(words, standings, players))}</text>'
    bottom = _ROW * (len(ratings) + 1) + 8
    for tick in _ticks(low, high):
        at = place(tick, _LEFT)
        yield f'<line class="grid" x1="{at}" x2="{at}" y1="{_ROW}" y2="{bottom}"/>'
        yield f'<text class="tick" x="{at}" y="{bottom + 14}">{tick}</text>'
    for row, each in enumerate(ratings, 1):
        y = _ROW * row + 17
        first, last = place(each["interval"][0], _LEFT), place(each["interval"][1], _RIGHT)
        yield f'<text x="10" y="{y + 5}">{escape(each["bot"])}</text>'
        yield f'<line class="interval" x1="{first}" x2="{last}" y1="{y}" y2="{y}"/>'
        yield f'<circle class="rating" cx="{place(each["rating"], _LEFT)}" cy="{y}" r="6"/>'


def _ticks(low: float, high: float) -> Sequence[int]:
    """Return round numbers on a scale: some multiples of 1, 2 or 5, or of ten times these and so on."""
    rough = max(1.0, (high - low) / _TICKS)
    decade = 10 ** floor(log10(rough))
    step = int(next(each * decade for each in (1, 2, 5, 10) if each * decade >= rough))
    return range(ceil(low / step) * step, floor(high / step) * step + 1, step)
