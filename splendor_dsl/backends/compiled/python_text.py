"""Lowered rules as plain Python: lists that grow, tuples of ready rows, and whole numbers of any size."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from attrs import define, field

from splendor_dsl.backends.compiled.listing import (
    TABLES_BEGIN,
    TABLES_END,
    Starts,
    constant,
    facts,
    indented,
    keep_lines,
    mover_lines,
    restore_lines,
)
from splendor_dsl.backends.compiled.python_flow import joined
from splendor_dsl.backends.compiled.python_memory import Memory
from splendor_dsl.backends.compiled.python_tidy import parsed, tidied
from splendor_dsl.lowering.lower import Lowered
from splendor_dsl.lowering.shape import Payable, Rows
from splendor_dsl.lowering.stops import Stop
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


class Remembered(dict):
    """What a function has found, by what it was asked; not too much of it."""

    def __init__(self, function):
        self.function = function

    def __missing__(self, key):
        if len(self) >= 1 << 14:
            self.clear()
        found = self[key] = self.function(key)
        return found


def row(first):
    """The options of a row of places, by a mark for each place that has one."""
    return Remembered(lambda marks: tuple(first + at for at, mark in enumerate(marks) if mark))


def payable(prices):
    """A mark for each piece that can be paid, by what is to spare, lane by lane, and so many wild tokens."""
    each = sum(1 << 16 * piece for piece in range(len(prices)))

    def column(shift):
        short = [price >> shift & 127 for price in prices]
        found = lambda have: (max(0, price - have) << 16 * piece for piece, price in enumerate(short))
        return Remembered(lambda have: sum(found(have)))

    lanes = [(shift, column(shift)) for shift in range(0, 64, 8) if any(p >> shift & 127 for p in prices)]

    def marks(key):
        spare, held = key
        enough = (held + 0x8000) * each
        for shift, short in lanes:
            enough -= short[spare >> shift & 127]
        return (enough >> 15 & each).to_bytes(512, "little")[::2]

    return Remembered(marks)


def start(players, key):
    """The words and pieces of a state before its setup."""
    words, pieces = STARTS[players]
    shared = list(words[:SINGLE])
    shared[KEY] = key
    return [tuple(shared), list(words), bytearray(pieces)]
'''


@define
class PythonShape:
    """How plain Python lists options."""

    rows: dict[str, Rows] = field(factory=dict)
    first_places: set[int] = field(factory=set)  # the first options of rows of places
    prices: set[str] = field(
        factory=set
    )  # the lists of prices of which it is asked what can be paid
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

    def payable(self, out: Writer, places: Sequence[str], about: Payable) -> bool:
        """Add the options of all places whose piece can be paid: a look at each piece is remembered."""
        self.first_places.add(about.first)
        self.prices.add(about.prices)
        found = places[0] if len(places) == 1 else f'b"".join(({", ".join(places)}))'
        marks = f"{found}.translate(payable_{about.prices}[{about.spare}, {about.held}])"
        out.line(f"ids += row_{about.first}[{marks if len(places) > 1 else f'bytes({marks})'}]")
        return True

    def counted(self, out: Writer) -> None:
        """Let `n` be how many options there are."""
        out.line("n = len(ids)")


def python_text(lowered: Lowered, shape: PythonShape, starts: Starts) -> str:
    """The module of a game."""
    flat = lowered.flat
    lines = [
        TABLES_BEGIN,
        *facts(lowered),
        f"KEY = {flat.shared['key']}",
        f"SINGLE = {len(flat.single)}",
    ]
    tables = {**lowered.tables, **shape.rows}
    for name, table in tables.items():
        lines += constant(name, table)
    lines.append("STARTS = {")
    for players, (words, pieces) in starts.items():
        lines += indented([f"{players}: ({tuple(words)!r}, {bytes(pieces)!r}),"])
    lines += ["}", TABLES_END, *TOOLS.splitlines(), "", ""]
    memory = Memory(flat, frozenset(tables))
    run = _run(lowered, shape, memory)
    lines += [f"row_{first} = row({first})" for first in sorted(shape.first_places | memory.rows)]
    lines += [f"payable_{name} = payable({name})" for name in sorted(shape.prices)]
    return "\n".join([*lines, *memory.functions, "", "", *run]) + "\n"


def _run(lowered: Lowered, shape: PythonShape, memory: Memory) -> list[str]:
    names = ", ".join(lowered.flat.single)
    body = [
        '"""Take an option (-1: none), and go on to the next choice: the numbers of its options, and the words."""',
        f"{names} = shared",
        *mover_lines(lowered, shape),
        "automatic = n = 0",
        *restore_lines(lowered),
        *_loop(lowered, memory),
        f"return ids, ({names})",
    ]
    return ["def run(shared, w, c, option):", *indented(body)]


def _loop(lowered: Lowered, memory: Memory) -> list[str]:
    """All blocks, one after the other, again and again; those that go on further down need no new turn."""
    players = range(lowered.flat.low, lowered.flat.high + 1)
    trees = [parsed(block.lines) for block in lowered.blocks]
    trees = [memory.remembered(tree) for tree in tidied(trees, lowered.temporary, players)]
    blocks = {b.label: (b.title, tree) for b, tree in zip(lowered.blocks, trees, strict=True)}
    entries = {lowered.start, lowered.over, *(s.list_at for s in lowered.stops)}
    entries |= {stop.take_at for stop in lowered.stops}
    stops = {stop.number: stop for stop in lowered.stops}
    out = ["while True:"]
    for label, (title, tree) in joined(blocks, entries).items():
        text = "\n".join(ast.unparse(ast.fix_missing_locations(each)) for each in tree)
        lines = [line for each in text.splitlines() for line in _written(each, lowered, stops)]
        out += indented([f"# {title}", f"if pc == {label}:", *indented(lines)])
    return [*out, *indented([f"if pc == {lowered.over}:", *indented(["ids = []", "break"])])]


def _written(line: str, lowered: Lowered, stops: Mapping[int, Stop]) -> list[str]:
    """A line as it is written in the end: comments, and what a stop keeps."""
    text = line.lstrip()
    indent = line[: len(line) - len(text)]
    if text.startswith(("'# ", '"# ')):
        return [indent + text[1:-1]]
    if text.startswith("stop("):
        stop = stops[int(text[len("stop(") : -1])]
        return [indent + each for each in (*keep_lines(lowered, stop), "break")]
    return [line]
