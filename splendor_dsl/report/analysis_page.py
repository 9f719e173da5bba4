"""A judged game as one self-contained page: the chances to win as curves, and a table of all moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from splendor_dsl.bots.judge import Judged
from splendor_dsl.prose.words import Words
from splendor_dsl.report.analysis import LEAST, better, curve, percent

_MARK: Final = '<meta name="generator" content="splendor analyse">'
_WIDE, _HIGH = 900, 260
# Told apart by colour-blind eyes too; the dashes tell them apart without any colour.
_LINES: Final = (
    ("#0072b2", ""), ("#d55e00", "8 4"), ("#009e73", "2 3"), ("#cc79a7", "10 3 2 3"), ("#56b4e9", "1 4"), ("#999", "14 4"),
)  # fmt: skip
_STYLE: Final = """
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 62rem; padding: 0 1rem; }
svg { width: 100%; height: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: .2rem .6rem; text-align: left; border-bottom: 1px solid #8884; vertical-align: top; }
td.n { text-align: right; font-variant-numeric: tabular-nums; min-width: 3.2em; }
tr.bad { background: #d55e0026; }
"""


def is_analysis_page(content: bytes) -> bool:
    """Return whether the content of a file is such a page."""
    return content.startswith(b"<!DOCTYPE html>") and _MARK.encode() in content


def analysis_page(words: Words, names: Sequence[str], found: Sequence[Judged]) -> str:
    """Return the page of a game."""
    title = escape(words.name("game"))
    return "\n".join(
        [
            f'<!DOCTYPE html>\n<html lang="{words.language}">\n<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            _MARK,
            f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>",
            f"<p>{escape(words.say('the chance to win, from the first turn to the last'))}</p>",
            *_chart(names, found),
            *_table(words, names, found),
            "</body>\n</html>\n",
        ]
    )


def _chart(names: Sequence[str], found: Sequence[Judged]) -> Iterator[str]:
    yield f'<svg viewBox="0 0 {_WIDE} {_HIGH + 24}" role="img">'
    for share in (0, 25, 50, 75, 100):
        y = _HIGH - _HIGH * share / 100
        yield f'<line x1="0" x2="{_WIDE}" y1="{y}" y2="{y}" stroke="#8885"/>'
        yield f'<text x="2" y="{max(12, y - 3)}" font-size="11" fill="currentColor">{share} %</text>'
    for seat, name in enumerate(names):
        colour, dashes = _LINES[seat % len(_LINES)]
        chances = curve(found, seat)
        step = _WIDE / max(1, len(chances) - 1)
        points = " ".join(
            f"{at * step:.1f},{_HIGH - _HIGH * c:.1f}" for at, c in enumerate(chances)
        )
        line = f'fill="none" stroke="{colour}" stroke-width="2.5" stroke-dasharray="{dashes}"'
        yield f'<polyline points="{points}" {line}><title>{escape(name)}</title></polyline>'
        x = _WIDE * seat / max(1, len(names))
        yield f'<line x1="{x}" x2="{x + 34}" y1="{_HIGH + 16}" y2="{_HIGH + 16}" {line}/>'
        yield f'<text x="{x + 40}" y="{_HIGH + 20}" font-size="13" fill="currentColor">{escape(name)}</text>'
    yield "</svg>"


def _table(words: Words, names: Sequence[str], found: Sequence[Judged]) -> Iterator[str]:
    yield "<table>"
    for each in found:
        bad = each.lost >= LEAST and each.reason is not None
        more = escape(better(words, each)) if bad else ""
        lost = f"&minus;{percent(each.lost)}" if bad else ""
        yield (
            f'<tr{" class=bad" if each.lost >= 5 * LEAST and bad else ""}><td class="n">{each.number}</td>'
            f"<td>{escape(names[each.seat])}</td><td>{escape(words.move(each.move))}</td>"
            f'<td class="n">{percent(each.chances[each.seat])}</td><td class="n">{lost}</td><td>{more}</td></tr>'
        )
    yield "</table>"
