"""Lowered rules as plain Python: lists that grow, tuples of ready rows, and whole numbers of any size."""

from __future__ import annotations

from attrs import define, field

from splendor_dsl.backends.compiled.listing import (
    Starts,
    constant,
    facts,
    indented,
    keep_lines,
    loop,
    mover_lines,
    restore_lines,
)
from splendor_dsl.lowering.lower import Lowered
from splendor_dsl.lowering.shape import Rows
from splendor_dsl.lowering.text import Writer

TOOLS = '''
MASK = (1 << 64) - 1


def mix(z):
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def below(key, drawn, bound):
    """A number below a bound: the next of a stream of chance."""
    return (mix((key + (drawn + 1) * 0x9E3779B97F4A7C15) & MASK) >> 32) * bound >> 32


def empty(c, start, end):
    """The first empty place; -1 for none."""
    return c.find(0, start, end)


def find(c, players, piece):
    """Where a piece lies; -1 for nowhere."""
    at = c.find(piece, 0, SHARED)
    for start in range(FIRST, FIRST + players * STRIDE, STRIDE):
        if at < 0:
            at = c.find(piece, start, start + OWNED)
    return at


MOST_KEPT = 1 << 14
PRICES, PAYABLE, WIDTHS = {}, {}, {}


def widths(count):
    """So many times the same 64 bits: 1, all guard bits, every second byte, what is compared, and where it shows."""
    each = ((1 << 64 * count) - 1) // MASK
    found = each, each * GUARD, each * 0x00FF00FF00FF00FF, each * 0xFFFF, each * 0x8000
    WIDTHS[count] = found
    return found


def price(places, table, first):
    """The prices of a row of pieces, 64 bits each, in one number."""
    found = 0
    for piece in reversed(places):
        found = found << 64 | table[piece]
    if len(PRICES) >= MOST_KEPT:
        PRICES.clear()
    PRICES[places, first] = found
    return found


def numbers(shown, first):
    """The options whose bits are shown."""
    found = []
    rest, option = shown >> 15, first
    while rest:
        if rest & 1:
            found.append(option)
        rest >>= 64
        option += 1
    if len(PAYABLE) >= MOST_KEPT:
        PAYABLE.clear()
    PAYABLE[shown, first] = found
    return found


def payable(places, spare, held, table, first):
    """The options of a row of pieces that can be paid, found for all of them at once."""
    count = len(places)
    each, guard, bytes_, low, shows = WIDTHS.get(count) or widths(count)
    due = PRICES.get((places, first)) or price(places, table, first)
    short = due - spare * each
    kept = short & guard
    short &= kept - (kept >> 7)
    short = (short & bytes_) + (short >> 8 & bytes_)
    short += short >> 16
    short += short >> 32
    shown = ((held + 0x8000) * each - (short & low)) & shows
    found = PAYABLE.get((shown, first))
    return numbers(shown, first) if found is None else found


def start(players, key):
    """The words and pieces of a state before its setup."""
    words, pieces = STARTS[players]
    w = list(words)
    w[KEY] = key
    return w, bytearray(pieces)
'''


@define
class PythonShape:
    """How plain Python lists options."""

    rows: dict[str, Rows] = field(factory=dict)
    branches: bool = True

    def offset(self, number: str) -> str:
        """A number that is never negative: any."""
        return number

    def begin(self, out: Writer) -> None:
        """Begin a list of options."""
        out.line("ids = []")

    def append(self, out: Writer, option: str, condition: str | None) -> None:
        """Add an option, if a condition holds."""
        if condition is None:
            out.line(f"ids.append({option})")
        else:
            with out.under(f"if {condition}:"):
                out.line(f"ids.append({option})")

    def extend(self, out: Writer, name: str, rows: Rows, index: str) -> None:
        """Add a row of options from a list of rows."""
        self.rows[name] = rows
        out.line(f"ids += {name}[{index}]")

    def payable(self, out: Writer, places: str, about: str) -> bool:
        """Add the options of all places whose piece can be paid: one sum over a very long number."""
        out.line(f"ids += payable({places}, {about})")
        return True

    def counted(self, out: Writer) -> None:
        """Let `n` be how many options there are."""
        out.line("n = len(ids)")


def python_text(lowered: Lowered, shape: PythonShape, starts: Starts) -> str:
    """The module of a game."""
    lines = [*facts(lowered), f"KEY = {lowered.flat.shared['key']}"]
    lines.append(f"GUARD = {lowered.flat.lanes.guard}")
    for name, table in (*lowered.tables.items(), *shape.rows.items()):
        lines += constant(name, table)
    lines.append("STARTS = {")
    for players, (words, pieces) in starts.items():
        lines += indented([f"{players}: ({tuple(words)!r}, {bytes(pieces)!r}),"])
    lines += ["}", *TOOLS.splitlines(), "", ""]
    return "\n".join([*lines, *_run(lowered, shape)]) + "\n"


def _run(lowered: Lowered, shape: PythonShape) -> list[str]:
    shared = lowered.flat.single
    names = ", ".join(shared)
    body = [
        '"""Take an option (-1: none), and go on to the next choice; the numbers of its options."""',
        f"{names} = w[: {len(shared)}]",
        *mover_lines(lowered, shape),
        "automatic = n = 0",
        *restore_lines(lowered),
        *loop(lowered, lambda stop: [*keep_lines(lowered, stop), "break"]),
        *indented([f"if pc == {lowered.over}:", *indented(["ids = []", "break"])]),
        f"w[: {len(shared)}] = {names}",
        "return ids",
    ]
    return ["def run(w, c, option):", *indented(body)]
