"""The writer of modules in plain Python: growing lists, tuples of prepared rows, and unbounded integers."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from attrs import define, field

from splendor_dsl.compiler.module_text import (
    CHECKS,
    TABLES_BEGIN,
    TABLES_END,
    Starts,
    constant_lines,
    indented,
    keep_lines,
    layout_constants,
    restore_lines,
)
from splendor_dsl.compiler.python.facts import remove_known_tests
from splendor_dsl.compiler.python.flow import Part, inline_blocks, jump_target
from splendor_dsl.compiler.python.folding import (
    propagate_constants,
    simplify,
    start_with_items,
    without_pass,
)
from splendor_dsl.compiler.python.memoization import Memoizer
from splendor_dsl.ir.caps import MOST_AUTOMATIC
from splendor_dsl.lowering.code_style import Payable, PlaceRange
from splendor_dsl.lowering.game import LoweredGame
from splendor_dsl.lowering.keys import Constants, Numbers, Register, Rows, comment
from splendor_dsl.lowering.stops import NO_ROOM, TOO_MUCH_OWED, Stop
from splendor_dsl.lowering.text import INDENT, MOST_LINES, Writer, parse_block

TOOLS = '''
from itertools import compress
from struct import iter_unpack

MASK = (1 << 64) - 1
join = b"".join


def mix(z):
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def below(key, drawn, bound):
    """Return a number below a bound: the next of a random stream."""
    return (mix((key + (drawn + 1) * 0x9E3779B97F4A7C15) & MASK) >> 32) * bound >> 32


def find(c, players, piece):
    """Return the location of a piece; -1 for none."""
    at = c.find(piece, 0, SHARED)
    for start in range(FIRST, FIRST + players * STRIDE, STRIDE):
        if at < 0:
            at = c.find(piece, start, start + OWNED)
    return at


def numbers(key, drawn, count):
    """Return the next `count` random numbers of 32 bits, computed at once in lanes of 128 bits of one integer."""
    ones, low, steps = long_lanes[count]
    z = steps + (key + (drawn + 1) * 0x9E3779B97F4A7C15 & MASK) * ones & low
    z = ((z ^ z >> 30) & low) * 0xBF58476D1CE4E5B9 & low
    z = ((z ^ z >> 27) & low) * 0x94D049BB133111EB & low
    return iter_unpack("<4xI8x", (z ^ z >> 31 & low).to_bytes(16 * count, "little"))


def shuffle(c, start, length, last_first, key, drawn):
    """Exchange each piece, from the last down to the second, with one up to it; return the count of numbers drawn."""
    if length < 2:
        return drawn
    pieces = c[start : start + length]
    if last_first:
        pieces.reverse()
    at = length
    for (number,) in numbers(key, drawn, length - 1):
        other = number * at >> 32
        at -= 1
        pieces[at], pieces[other] = pieces[other], pieces[at]
    if last_first:
        pieces.reverse()
    c[start : start + length] = pieces
    return drawn + length - 1


class Remembered(dict):
    """A memoized function of limited size; equal results are stored once."""

    def __init__(self, function):
        self.function = function
        self.answers = {}

    def __missing__(self, key):
        if len(self) >= 1 << 14:
            self.clear()
            self.answers.clear()
        found = self.function(key)
        found = self[key] = self.answers.setdefault(found, found)
        return found


@Remembered
def long_lanes(count):
    """Return an integer with 1 in each lane of 128 bits, one with all lower halves, and the steps of a random stream."""
    ones = sum(1 << 128 * at for at in range(count))
    return ones, ones * MASK, sum((at * 0x9E3779B97F4A7C15 & MASK) << 128 * at for at in range(count))


def short(prices, bits):
    """Return a function from tokens to the shortfalls of all pieces, `bits` each in one long integer."""

    def column(shift):
        each = [(price >> shift & 127, bits * piece) for piece, price in enumerate(prices)]
        return Remembered(lambda have: sum(max(0, price - have) << at for price, at in each))

    columns = [(shift, column(shift)) for shift in range(0, 64, 8) if any(p >> shift & 127 for p in prices)]
    return Remembered(lambda have: sum(column[have >> shift & 127] for shift, column in columns))


def picked(options):
    """Return a function from a row of marks to the marked options."""
    return Remembered(lambda marks: tuple(compress(options, marks)))


def start(players, key):
    """Return a state before its setup."""
    shared, words, pieces = STARTS[players]
    return [*shared[:KEY], key, *shared[KEY + 1 :], list(words), bytearray(pieces)]
'''

_FEW = 3  # tokens whose shortfalls are memoized together


@define
class PythonStyle:
    """The style of plain Python."""

    rows: Constants[Rows] = field(factory=lambda: Constants("rows"))
    # The tables of prices that are tested for payment, and the options of all tested pieces.
    prices: dict[str, Numbers] = field(factory=dict)
    picked: Constants[Numbers] = field(factory=lambda: Constants("picked"))
    branches: bool = True
    checked: bool = False
    most_lines: int = MOST_LINES

    def reset(self) -> None:
        """Reset all that was requested so far."""
        self.rows, self.prices, self.picked = Constants("rows"), {}, Constants("picked")

    def offset(self, number: str) -> str:
        """Return the number itself, as Python needs no other form."""
        return number

    def begin(self, out: Writer) -> None:
        """Emit the start of a list of options."""
        out.line("ids = []")

    def append(self, out: Writer, option: str, condition: str | None) -> None:
        """Emit an option, under a condition if there is one."""
        if condition is None:
            out.line(f"ids.append({option})")
        else:
            with out.under(f"if {condition}:"):
                out.line(f"ids.append({option})")

    def extend(self, out: Writer, title: str, rows: Rows, index: str) -> None:
        """Emit all options of a row of a table."""
        out.line(f"ids += {self.rows.add(rows, title)}[{index}]")

    def full(self, places: PlaceRange) -> str:
        """Return the condition that no entry of a range is empty."""
        start, size = places
        return f"empty(c, {start}, {start} + {size}) < 0"

    def payable(self, out: Writer, places: Sequence[PlaceRange], about: Payable) -> bool:
        """Emit the options of all payable pieces, through a memoized lookup for each row."""
        name = about.prices
        self.prices[name] = about.table
        row = ", ".join(f"c[{start} : {start} + {size}]" for start, size in places)
        bits = _bits(about.table)
        marks = sum(1 << bits * piece + bits - 1 for piece in range(len(about.table)))
        low = (1 << 8 * _FEW) - 1
        found = out.temp(
            f"{name}_held[{about.held}] - {name}_few[{about.spare} & {low}]"
            f" - {name}_more[{about.spare} >> {8 * _FEW}] & {marks}"
        )
        marked = "to_bytes(256, 'little')" if bits == 8 else "to_bytes(512, 'little')[1::2]"
        options = tuple(range(about.first, about.first + about.count))
        picked = self.picked.add(options, "pieces that can be paid")
        out.line(f"ids += {picked}[join(({row},)).translate({found}.{marked})]")
        return True

    def shuffle(self, out: Writer, start: str, length: str, *, last_first: bool) -> None:
        """Emit a shuffle that draws all numbers at once."""
        out.line(f"drawn = shuffle(c, {start}, {length}, {last_first}, key, drawn)")


def python_text(lowered: LoweredGame, style: PythonStyle, starts: Starts) -> str:
    """Return the text of the module of a game."""
    memory = lowered.memory
    lines = [TABLES_BEGIN, *layout_constants(lowered), f"KEY = {memory.shared[Register.KEY]}"]
    for held in (lowered.tables, style.rows):
        for name, table in held.by_name.items():
            lines += constant_lines(name, table, held.titles[name])
    lines.append("STARTS = {")
    for players, (words, pieces) in starts.items():
        parts = memory.single_words(words), tuple(words), bytes(pieces)
        lines += indented([f"{players}: {parts!r},"])
    lines += ["}", TABLES_END, *TOOLS.splitlines(), *(CHECKS.splitlines() * style.checked), "", ""]
    memoizer = Memoizer(memory, frozenset({*lowered.tables.by_name, *style.rows.by_name}))
    run = _run(lowered, memoizer)
    for name, prices in style.prices.items():
        lines += _prices(name, prices)
    lines += [f"{name} = picked({options})" for name, options in style.picked.by_name.items()]
    return "\n".join([*lines, *memoizer.functions, "", "", *run]) + "\n"


def _prices(name: str, prices: Sequence[int]) -> list[str]:
    """Return the tables that find the payable pieces of a list of prices."""
    bits = _bits(prices)
    each = sum(1 << bits * piece for piece in range(len(prices)))
    few = f"[price & {(1 << 8 * _FEW) - 1} for price in {name}]"
    more = f"[price >> {8 * _FEW} for price in {name}]"
    return [
        f"{name}_few = short({few}, {bits})",
        f"{name}_more = short({more}, {bits})",
        f"{name}_held = [{each} * (held + {1 << bits - 1}) for held in range(128)]",
    ]


def _bits(prices: Sequence[int]) -> int:
    """Return the number of bits that hold the greatest price."""
    return 8 if all(sum(p >> lane & 127 for lane in range(0, 64, 8)) < 128 for p in prices) else 16


def _run(lowered: LoweredGame, memoizer: Memoizer) -> list[str]:
    names = ", ".join((*lowered.memory.single_variables, "mine", "my_places"))
    body = [
        '"""Return the position at the next decision after an option (-1: none), and the numbers of the options there."""',
        f"{names}, words, pieces = position",
        "w, c = words.copy(), pieces.copy()",
        "automatic = 0",
        *restore_lines(lowered),
        *_loop(lowered, memoizer),
        f"return [{names}, w, c], ids",
    ]
    return ["def run(position, option):", *indented(body)]


def _loop(lowered: LoweredGame, memoizer: Memoizer) -> list[str]:
    """Return the dispatch loop over all blocks in order; a jump forward needs no new iteration."""
    players = range(lowered.memory.low, lowered.memory.high + 1)
    trees = [parse_block(block.lines) for block in lowered.blocks]
    trees = simplify(trees, lowered.temporary, players)
    trees = propagate_constants([memoizer.memoize(tree) for tree in trees], lowered.temporary)
    trees = [start_with_items(tree) for tree in trees]
    parts = [Part(b.label, b.title, tree) for b, tree in zip(lowered.blocks, trees, strict=True)]
    entries = {lowered.start, *(s.list_at for s in lowered.stops)}
    entries |= {stop.take_at for stop in lowered.stops}
    stops = {stop.number: stop for stop in lowered.stops}
    out = ["while True:"]
    parts = inline_blocks(parts, entries)
    remove_known_tests(parts, frozenset({"over == 0", f"automatic <= {MOST_AUTOMATIC}"}))
    for part in _in_turn_order(parts, lowered):
        tree = [ast.fix_missing_locations(each) for each in without_pass(part.statements)]
        text = "\n".join(ast.unparse(each) for each in tree)
        lines = [line for each in text.splitlines() for line in _final_lines(each, lowered, stops)]
        out += indented([comment(part.title), f"if pc == {part.label}:", *indented(lines)])
    end = [f"if over == {TOO_MUCH_OWED}:", f"{INDENT}raise OverflowError({NO_ROOM!r})"]
    end = [*(end if Register.OWED in lowered.memory.shared else []), "ids = []", "break"]
    return [*out, *indented([f"if pc == {lowered.over}:", *indented(end)])]


def _in_turn_order(parts: list[Part], lowered: LoweredGame) -> list[Part]:
    """Return blocks in the order of a turn that begins with a choice, so that most turns are one pass through them."""
    labels = [part.label for part in parts]
    first = 0 if not lowered.stops else labels.index(lowered.stops[0].list_at) + 1
    seldom = {lowered.start, *(stop.take_at for stop in lowered.stops[1:])}
    seldom |= {each.label for each in parts if jump_target(each.statements[-1]) == lowered.over}
    turn = [*parts[first:], *parts[:first]]
    return sorted(turn, key=lambda part: part.label in seldom)


def _final_lines(line: str, lowered: LoweredGame, stops: Mapping[int, Stop]) -> list[str]:
    """Return the final lines for a line: comments, and the saved variables of a stop."""
    text = line.lstrip()
    indent = line[: len(line) - len(text)]
    if text.startswith(("'# ", '"# ')):
        return [indent + text[1:-1]]
    if text.startswith("stop("):
        stop = stops[int(text[len("stop(") : -1])]
        return [indent + each for each in (*keep_lines(lowered, stop), "break")]
    return [line]
