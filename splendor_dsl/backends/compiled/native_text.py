"""Lowered rules as a module for numba: fixed arrays, lists of options that are overwritten, no objects."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from attrs import define, field

from splendor_dsl.backends.compiled.listing import (
    Starts,
    facts,
    indented,
    keep_lines,
    loop,
    mover_lines,
    restore_lines,
)
from splendor_dsl.ir.caps import DECISIONS_A_TURN
from splendor_dsl.lowering.lower import Lowered
from splendor_dsl.lowering.shape import Payable, Rows
from splendor_dsl.lowering.stops import Stop
from splendor_dsl.lowering.text import INDENT, Writer

_SHORT = 1 << 16
_NAMES_A_LINE = 10
_COPIED = 8

TOOLS = '''
U = np.uint64
N = np.uint32
GOLDEN = U(0x9E3779B97F4A7C15)


@njit(cache=True, nogil=True)
def mix(z):
    z = (z ^ (z >> U(30))) * U(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> U(27))) * U(0x94D049BB133111EB)
    return z ^ (z >> U(31))


@njit(cache=True, nogil=True)
def below(key, drawn, bound):
    """A number below a bound: the next of a stream of chance."""
    word = mix(U(key) + U(drawn + 1) * GOLDEN)
    return np.int64(((word >> U(32)) * U(bound)) >> U(32))


@njit(cache=True, nogil=True)
def stream_key(seed, game, stream):
    """The key of a stream of chance."""
    return np.int64(mix(mix(mix(U(seed)) + U(game)) + U(stream)))


@njit(cache=True, nogil=True)
def empty(c, start, end):
    """The first empty place; -1 for none."""
    found = -1
    for at in range(end - 1, start - 1, -1):
        found = at if c[at] == 0 else found
    return found


@njit(cache=True, nogil=True)
def find(c, players, piece):
    """Where a piece lies; -1 for nowhere."""
    for at in range(SHARED):
        if c[at] == piece:
            return at
    for first in range(FIRST, FIRST + players * STRIDE, STRIDE):
        for at in range(first, first + OWNED):
            if c[at] == piece:
                return at
    return -1
'''

DECORATOR = "@njit(cache=True, nogil=True)"


@define
class NativeShape:
    """How native code lists options: into a row that is there already, without branches."""

    rows: dict[str, Rows] = field(factory=dict)
    branches: bool = False

    def offset(self, number: str) -> str:
        """A number that is never negative: of a type that says so, or each index would be looked at."""
        return f"N({number})"

    def begin(self, out: Writer) -> None:
        """Begin a list of options."""
        out.line("n = N(0)")

    def append(self, out: Writer, option: str, condition: str | None) -> None:
        """Add an option, if a condition holds."""
        out.line(f"ids[n] = {option}")
        out.line(f"n = N(n + ({condition or 1}))")

    def extend(self, out: Writer, name: str, rows: Rows, index: str) -> None:
        """Add a row of options from a list of rows, all of one width; what is too much is overwritten."""
        self.rows[name] = rows
        row, at = out.at(index), out.temp()
        with out.under(f"for {at} in range({width(rows)}):"):
            out.line(f"ids[n + {at}] = {name}[{row}, {at}]")
        out.line(f"n = N(n + {name}_count[{row}])")

    def payable(self, out: Writer, places: Sequence[str], about: Payable) -> bool:  # noqa: ARG002
        """One by one is as good."""
        return False

    def counted(self, out: Writer) -> None:
        """Let `n` be how many options there are: it is."""


def width(rows: Rows) -> int:
    """The length of the longest row, and a little more: short rows are copied in one go."""
    longest = max((len(row) for row in rows), default=0)
    return -(-longest // _COPIED) * _COPIED


def native_text(lowered: Lowered, shape: NativeShape, starts: Starts) -> str:
    """The module of a game."""
    short = "np.uint16" if lowered.numbering.size < _SHORT else "np.uint32"
    lines = ["import numpy as np", "from numba import njit", "", *facts(lowered)]
    for name, table in lowered.tables.items():
        lines += array(name, table, "np.int64")
    for name, rows in shape.rows.items():
        padded = [row + (0,) * (width(rows) - len(row)) for row in rows]
        lines += array(name, padded, short)
        lines += array(f"{name}_count", [len(row) for row in rows], "np.int64")
    lines += array("START_WORDS", _even([words for words, _ in starts.values()]), "np.int64")
    lines += array("START_PIECES", _even([pieces for _, pieces in starts.values()]), "np.uint8")
    # Room for the rows that are copied at full width.
    room = (
        lowered.numbering.size + max((width(rows) for rows in shape.rows.values()), default=0) + 1
    )
    lines += [f"ID = {short}", f"MOST_IDS = {room}", *TOOLS.splitlines(), "", ""]
    return "\n".join([*lines, *_play(lowered, shape)]) + "\n"


def array(name: str, values: Sequence[object], kind: str) -> Iterator[str]:
    """An array under a name."""
    yield f"{name} = np.array("
    yield f"    {[list(v) if isinstance(v, tuple | list) else v for v in values]!r}, dtype={kind}"
    yield ")"


def _even(rows: Sequence[Sequence[int]]) -> list[list[int]]:
    """Rows made equally long."""
    longest = max(len(row) for row in rows)
    return [[*row, *[0] * (longest - len(row))] for row in rows]


def _play(lowered: Lowered, shape: NativeShape) -> list[str]:
    """The one function that is compiled: from a choice on, or many games from their starts.

    It stops at the first choice after so many turns, or so many decisions as belong to them, and till then draws options
    at random; with a cap below any turn that is the next choice. As everything else would be compiled together with it
    once more, it does all there is.
    """
    names = [*_shared_names(lowered), *lowered.variables]
    body = [
        '"""Take an option (-1: none) and go on, or play games from their starts; how many options there are."""',
        "games = results.shape[0]",
        "n = N(0)",
        *(
            " = ".join([*names[at : at + _NAMES_A_LINE], "0"])
            for at in range(0, len(names), _NAMES_A_LINE)
        ),
        "for at in range(max(1, games)):",
        *indented(_game(lowered, shape)),
        "return n, drawn_here",
    ]
    head = [
        "def play(",
        f"{INDENT}w, c, ids, option, chance, drawn_here, most_turns, many, seed, first, results",
        "):",
    ]
    return [DECORATOR, *head, *indented(body)]


def _shared_names(lowered: Lowered) -> list[str]:
    """The temporary variables of several blocks.

    The others are set where they are used: were they set here too, numba would look through all blocks for each of them.
    """
    blocks = [set(re.findall(r"\w+", "\n".join(block.lines))) for block in lowered.blocks]
    return [name for name in lowered.temporary if sum(name in block for block in blocks) > 1]


def _game(lowered: Lowered, shape: NativeShape) -> list[str]:
    """One game, from the choice that is made or from its start."""

    def on_stop(stop: Stop) -> list[str]:
        return [
            "if turn > most_turns or drawn_here >= last_drawn:",
            *indented([*keep_lines(lowered, stop), "break"]),
            "option = ids[below(chance, drawn_here, n)]",
            "drawn_here += 1",
            "automatic = 0",
            f"pc = {stop.take_at}",
        ]

    shared = lowered.flat.single
    results = ["results[at, 0] = over", "results[at, 1] = turn", "results[at, 2] = drawn_here"]
    return [
        "if games > 0:",
        *indented(_begin(lowered)),
        f"last_drawn = drawn_here + {DECISIONS_A_TURN} * most_turns",
        *(f"{name} = w[{at}]" for at, name in enumerate(shared)),
        *mover_lines(lowered, shape),
        "automatic = 0",
        "n = N(0)",
        *restore_lines(lowered),
        *loop(lowered, on_stop),
        *indented([f"if pc == {lowered.over}:", *indented(["n = N(0)", "break"])]),
        *(f"w[{at}] = {name}" for at, name in enumerate(shared)),
        "if games > 0:",
        *indented(results),
    ]


def _begin(lowered: Lowered) -> list[str]:
    """What lays out the next of many games."""
    flat = lowered.flat
    return [
        f"w[:] = START_WORDS[many - {flat.low}, : w.size]",
        f"c[:] = START_PIECES[many - {flat.low}, : c.size]",
        f"w[{flat.shared['key']}] = stream_key(seed, first + at, 0)",
        "chance = stream_key(seed, first + at, 1)",
        "drawn_here = 0",
    ]
