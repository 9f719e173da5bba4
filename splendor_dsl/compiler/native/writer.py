"""The writer of modules for numba: fixed arrays, option lists that are overwritten in place, no objects."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from attrs import define, field

from splendor_dsl.compiler.module_text import (
    CHECKS,
    TABLES_BEGIN,
    TABLES_END,
    OnStop,
    Starts,
    indented,
    keep_lines,
    layout_constants,
    loop,
    mover_lines,
    place_constants,
    restore_lines,
    wrapped,
)
from splendor_dsl.lowering.code_style import Payable, PlaceRange
from splendor_dsl.lowering.facts import Fact, facts
from splendor_dsl.lowering.game import LoweredGame
from splendor_dsl.lowering.keys import Constants, Register, Rows, comment
from splendor_dsl.lowering.memory_layout import MemoryLayout
from splendor_dsl.lowering.results import Results, most_ranks, numeric_values, results
from splendor_dsl.lowering.stops import UNBOUND, Stop
from splendor_dsl.lowering.text import Writer

_SHORT = 1 << 16
_NAMES_A_LINE = 10
_COPIED = 8
# The words of the vector comparison of prices: their lanes, the most that a lane holds, and its guard bits.
_LANES, _FULL_BYTE, _GUARDS = 8, 255, 0x8080808080808080
_MOST_AT_ONCE = 48

IMPORTS = """\
import numpy as np
from llvmlite import ir
from numba import carray, njit, types
from numba.core import cgutils
from numba.extending import intrinsic
"""
TOOLS = '''
U = np.uint64
N = np.uint32
GOLDEN = U(0x9E3779B97F4A7C15)
WORKSPACE_IDS = 64
CHECKED = 1 << 40
HALF_CHECKED = 1 << 39


@intrinsic
def at_address(typing, address):
    """Return a pointer to an address: calls from Python are fast if all arguments are numbers."""
    def code(context, builder, signature, values):
        return builder.inttoptr(values[0], context.get_value_type(types.voidptr))
    return types.voidptr(types.int64), code


@intrinsic
def payable(typing, prices, spare, held):
    """Return a mask of the payable prices: eight at once, a byte a token, with guards in prices and spare tokens."""
    word, byte = ir.IntType(64), ir.IntType(8)
    words, bytes_ = ir.VectorType(word, 8), ir.VectorType(byte, 64)

    def code(context, builder, signature, values):
        def at_each(value):
            one = builder.insert_element(ir.Constant(words, ir.Undefined), value, ir.IntType(32)(0))
            return builder.shuffle_vector(one, one, ir.Constant(ir.VectorType(ir.IntType(32), 8), [0] * 8))
        kind = ir.FunctionType(bytes_, [bytes_, bytes_])
        less = cgutils.get_or_insert_function(builder.module, kind, "llvm.usub.sat.v64i8")
        spare, held = (at_each(value) for value in values[1:])
        # The product has the sum of all bytes in its highest byte.
        most = builder.shl(builder.add(held, ir.Constant(words, [1] * 8)), ir.Constant(words, [56] * 8))
        sums = ir.Constant(words, [0x0101010101010101] * 8)
        found = word(0)
        every = cgutils.unpack_tuple(builder, values[0])
        for first in range(0, len(every), 8):
            eight = ir.Constant(words, [-1] * 8)
            for lane, price in enumerate(every[first : first + 8]):
                eight = builder.insert_element(eight, price, ir.IntType(32)(lane))
            short = builder.call(less, [builder.bitcast(eight, bytes_), builder.bitcast(spare, bytes_)])
            total = builder.mul(builder.bitcast(short, words), sums)
            some = builder.zext(builder.bitcast(builder.icmp_unsigned("<", total, most), byte), word)
            found = builder.or_(found, builder.shl(some, word(first)))
        return found

    return types.int64(types.UniTuple(types.int64, len(prices)), types.int64, types.int64), code


@njit(cache=True, nogil=True)
def mix(z):
    z = (z ^ (z >> U(30))) * U(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> U(27))) * U(0x94D049BB133111EB)
    return z ^ (z >> U(31))


@njit(cache=True, nogil=True)
def below(key, drawn, bound):
    """Return a number below a bound: the next of a random stream."""
    word = mix(U(key) + U(drawn + 1) * GOLDEN)
    return np.int64(((word >> U(32)) * U(bound)) >> U(32))


@njit(cache=True, nogil=True)
def product(one, other):
    """Return the lowest 64 bits of a product: unsigned, as signed numbers must not overflow."""
    return np.int64(U(one) * U(other))


@njit(cache=True, nogil=True)
def empty(c, start, end):
    """Return the first empty place; -1 for none."""
    found = -1
    for at in range(end - 1, start - 1, -1):
        found = at if c[at] == 0 else found
    return found


@njit(cache=True, nogil=True)
def find(c, players, piece):
    """Return the location of a piece; -1 for none."""
    for at in range(SHARED):
        if c[at] == piece:
            return at
    for first in range(FIRST, FIRST + players * STRIDE, STRIDE):
        for at in range(first, first + OWNED):
            if c[at] == piece:
                return at
    return -1
'''

TOOL, GAME = "@njit(cache=True, nogil=True)", '@njit(cache=True, error_model="numpy")'


@define
class NativeStyle:
    """The style of native code: options go into a preallocated row, without branches."""

    rows: Constants[Rows] = field(factory=lambda: Constants("rows"))
    branches: bool = False
    checked: bool = False
    most_lines: int = 2_500  # numba takes 40 s and 1.1 GB for them; a large house rule has 2,200

    def reset(self) -> None:
        """Reset all that was requested so far."""
        self.rows = Constants("rows")

    def offset(self, number: str) -> str:
        """Return a number with an unsigned type, so that no index is tested for being negative."""
        return f"N({number})"

    def begin(self, out: Writer) -> None:
        """Emit the start of a list of options."""
        out.line("n = N(0)")

    def append(self, out: Writer, option: str, condition: str | None) -> None:
        """Emit an option, under a condition if there is one."""
        out.line(f"ids[n] = {option}")
        out.line(f"n = N(n + ({condition or 1}))")

    def extend(self, out: Writer, title: str, rows: Rows, index: str) -> None:
        """Emit all options of a row of a table, at a fixed width; the excess is overwritten."""
        name = self.rows.add(rows, title)
        row, at = out.address(index), out.temp()
        with out.under(f"for {at} in range({width(rows)}):"):
            out.line(f"ids[n + {at}] = {name}[{row}, {at}]")
        out.line(f"n = N(n + {name}_count[{row}])")

    def full(self, places: PlaceRange) -> str:
        """Return the condition that no entry of a range is empty."""
        start, size = places
        return " & ".join(f"(c[{self.offset(f'{start} + {at}')}] > 0)" for at in range(size))

    def payable(self, out: Writer, places: Sequence[PlaceRange], about: Payable) -> bool:
        """Emit one search for all payable pieces as a mask, and a row of options for each eight of them."""
        if about.count > _MOST_AT_ONCE or max(map(_all_lanes, about.table)) > _FULL_BYTE:
            return False
        entries = [f"{start} + {at}" for start, size in places for at in range(size)]
        prices = ", ".join(f"{about.prices}[c[{self.offset(entry)}]]" for entry in entries)
        guard = _GUARDS & about.table[0]
        found = out.temp(f"payable(({prices},), {about.spare} | {guard}, {about.held})")
        for first in range(0, about.count, _LANES):
            options = range(about.first + first, about.first + min(first + _LANES, about.count))
            index = f"{found} >> {first} & {(1 << len(options)) - 1}"
            self.extend(out, "pieces that can be paid", _subsets(options), index)
        return True

    def shuffle(self, out: Writer, start: str, length: str, *, last_first: bool) -> None:
        """Emit a shuffle that draws all numbers first, into the room of options, and then exchanges."""
        at = out.temp()
        with out.under(f"for {at} in range({length} - 1):"):
            out.line(f"ids[{at}] = below(key, drawn + {at}, {length} - {at})")
        out.line(f"drawn += max({length} - 1, 0)")
        with out.under(f"for {at} in range({length} - 1):"):
            last = f"{start} + {length} - 1"
            here = out.address(f"{start} + {at}" if last_first else f"{last} - {at}")
            there = out.address(f"{last} - ids[{at}]" if last_first else f"{start} + ids[{at}]")
            held = out.temp(f"c[{here}]")
            out.line(f"c[{here}] = c[{there}]")
            out.line(f"c[{there}] = {held}")


def _all_lanes(guarded: int) -> int:
    """Return the sum of the lanes of a guarded word."""
    return sum((guarded & ~_GUARDS).to_bytes(_LANES, "little"))


@cache
def _subsets(options: Sequence[int]) -> Rows:
    """Return a row for each set of some options, in the order of their bit masks."""
    return tuple(
        tuple(option for bit, option in enumerate(options) if chosen >> bit & 1)
        for chosen in range(1 << len(options))
    )


def width(rows: Rows) -> int:
    """Return the length of the longest row, rounded up so that short rows are copied in one go."""
    longest = max((len(row) for row in rows), default=0)
    return -(-longest // _COPIED) * _COPIED


def native_text(lowered: LoweredGame, style: NativeStyle, starts: Starts) -> str:
    """Return the text of the module of a game."""
    short = "np.uint16" if lowered.numbering.size < _SHORT else "np.uint32"
    lines = [*IMPORTS.splitlines(), "", TABLES_BEGIN]
    lines += layout_constants(lowered)
    outcome = results(lowered, style)
    for name, table in outcome.tables.by_name.items():
        lines += array_lines(name, table, "np.int64", outcome.tables.titles[name])
    for name, rows in style.rows.by_name.items():
        padded = [row + (0,) * (width(rows) - len(row)) for row in rows]
        lines += array_lines(name, padded, short, style.rows.titles[name])
        lines += array_lines(f"{name}_count", [len(row) for row in rows], "np.int64")
    lines += array_lines(
        "START_WORDS", _padded([words for words, _ in starts.values()]), "np.int64"
    )
    lines += array_lines(
        "START_PIECES", _padded([pieces for _, pieces in starts.values()]), "np.uint8"
    )
    # Rows are copied at full width, and a shuffle keeps its numbers in the list too.
    widest = max(map(width, style.rows.by_name.values()), default=0)
    room = max(lowered.numbering.size + widest + 1, len(lowered.memory.program.model.pieces))
    known = f"ROOM = {_room(lowered)}"
    lines += [f"ID = {short}", f"MOST_IDS = {room}", known, TABLES_END, *TOOLS.splitlines(), "", ""]
    lines += [*_play(lowered, style), "", "", *_judge(lowered, style, outcome)]
    return ("\n".join(lines) if not style.checked else checked(lines)) + "\n"


def checked(lines: Sequence[str]) -> str:
    """Return a module that checks each access to words and pieces, and all arrays as numba does."""
    own = CHECKS.replace("\ndef ", f"\n{TOOL}\ndef ")
    text = "\n".join(lines).replace(f"\n{TABLES_END}\n", f"\n{TABLES_END}\n{own}", 1)
    return bounds_checked(text)


def bounds_checked(text: str) -> str:
    """Return a module whose functions are compiled with numba's bounds checks."""
    for decorator in (TOOL, GAME):
        text = text.replace(decorator, decorator[:-1] + ", boundscheck=True)")
    return text


def array_lines(name: str, values: Sequence[object], kind: str, title: str = "") -> Iterator[str]:
    """Yield the lines of an array under a name."""
    yield f"{name} = np.array([" + (f"  {comment(title)}" if title else "")
    yield from wrapped([list(v) if isinstance(v, tuple | list) else v for v in values])
    yield f"], dtype={kind})"


def _padded(rows: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return rows padded to equal length."""
    longest = max(len(row) for row in rows)
    return [[*row, *[0] * (longest - len(row))] for row in rows]


def _play(lowered: LoweredGame, style: NativeStyle) -> list[str]:
    """Return the function that takes an option and goes on to the next decision, or plays on at random to the end.

    It stops at the first decision after a number of turns, or of decisions that belong to them, and draws options at
    random before; a cap below any turn makes that the next decision. One function does both, as numba would otherwise
    compile all that it calls a second time.
    """
    names = [*_shared_names(lowered), *lowered.variables]
    shared = lowered.memory.single_variables
    body = [
        '"""Take an option and go on to the next decision or the end; return the number of options, or -1: not offered."""',
        *_state(lowered.memory),
        "io = carray(at_address(workspace), WORKSPACE_IDS // 8, np.int64)",
        "ids = carray(at_address(workspace + WORKSPACE_IDS), MOST_IDS, ID)",
        "chance, drawn_here, most_turns, last_drawn = io[0], io[1], io[2], io[5]",
        *_decode_option(),
        "n = N(0)",
        *_initial_values(names, style),
        *(f"{name} = w[{at}]" for at, name in enumerate(shared)),
        *mover_lines(lowered.memory, style),
        "automatic = 0",
        "n = N(0)",
        *restore_lines(lowered),
        *loop(lowered, _on_stop(lowered)),
        *indented([f"if pc == {lowered.over}:", *indented(["n = N(0)", "break"])]),
        *(f"w[{at}] = {name}" for at, name in enumerate(shared)),
        "io[1], io[4] = drawn_here, n",
        "return np.int64(n)",
    ]
    return [GAME, "def play(state, workspace, option):", *indented(body)]


def _decode_option() -> list[str]:
    """Return the lines that decode an option: a number, a number to check, a place in the last list, or -1 for none."""
    return [
        "if option <= -HALF_CHECKED:",
        *indented(["option = -CHECKED - option"]),
        *indented(["if option < 0 or option >= io[4]:", *indented(["return -1"])]),
        *indented(["option = np.int64(ids[option])"]),
        "elif option >= HALF_CHECKED:",
        *indented(["option -= CHECKED", "offered = 0"]),
        *indented(["for at in range(io[4]):", *indented(["offered |= ids[at] == option"])]),
        *indented(["if offered == 0:", *indented(["return -1"])]),
    ]


def _shared_names(lowered: LoweredGame) -> list[str]:
    """Return the temporary variables that several blocks use.

    The others are set where they are used; set here too, each would make numba search all blocks.
    """
    blocks = [set(re.findall(r"\w+", "\n".join(block.lines))) for block in lowered.blocks]
    return [name for name in lowered.temporary if sum(name in block for block in blocks) > 1]


def _initial_values(names: Sequence[str], style: NativeStyle) -> Iterator[str]:
    """Yield initial values of variables that only some paths set before they are read.

    As 0 is a valid address, checked code starts with a number outside of all fences.
    """
    nothing = str(UNBOUND if style.checked else 0)
    for at in range(0, len(names), _NAMES_A_LINE):
        yield " = ".join([*names[at : at + _NAMES_A_LINE], nothing])


def _room(lowered: LoweredGame) -> int:
    """Return the number of words for the outcome of a game, its computation included."""
    model = lowered.memory.program.model
    return lowered.memory.high * (len(numeric_values(model)) + 1 + most_ranks(model) + 1)


def _judge(lowered: LoweredGame, style: NativeStyle, outcome: Results) -> list[str]:
    """Return the function that computes the outcome of a game."""
    model = lowered.memory.program.model
    row, ranks = len(numeric_values(model)) + 1, most_ranks(model)
    most = lowered.memory.high
    body = [
        '"""Write the rank and the named numbers of each player, and return the kind of outcome."""',
        *_state(lowered.memory),
        *(f"{name} = w[{at}]" for at, name in enumerate(lowered.memory.single_variables)),
        *mover_lines(lowered.memory, style),
        "room = carray(at_address(room_at), ROOM, np.int64)",
        "room[:] = 0",
        f"results = room[: {most * row}]",
        f"keys = room[{most * row} : {most * (row + ranks)}].reshape(({most}, {ranks}))",
        f"inside = room[{most * (row + ranks)} :]",
        *_initial_values(outcome.names, style),
        *outcome.lines,
        "return kind",
    ]
    return [GAME, "def judge(state, room_at):", *indented(body)]


def facts_text(memory: MemoryLayout, style: NativeStyle, wanted: Sequence[Fact]) -> str:
    """Return the text of a module with one function, which writes facts about each player into a row."""
    found = facts(memory, style, wanted)
    lines = [*IMPORTS.splitlines(), "", TABLES_BEGIN, *place_constants(memory)]
    for name, table in found.tables.by_name.items():
        lines += array_lines(name, table, "np.int64", found.tables.titles[name])
    body = [
        '"""Write the facts about each player."""',
        *_state(memory),
        *(f"{name} = w[{at}]" for at, name in enumerate(memory.single_variables)),
        *mover_lines(memory, style),
        f"facts = carray(at_address(room_at), {max(1, memory.high * len(wanted))}, np.int64)",
        *_initial_values(found.names, style),
        *found.lines,
        "return 0",
    ]
    lines += [TABLES_END, *TOOLS.splitlines(), "", "", GAME, "def facts(state, room_at):"]
    lines += indented(body)
    return ("\n".join(lines) if not style.checked else checked(lines)) + "\n"


def _state(memory: MemoryLayout) -> list[str]:
    """Return the lines that make arrays of the words and pieces of a state at an address."""
    words = f"{memory.players_at} + w[{memory.shared[Register.PLAYERS]}] * {len(memory.owned)}"
    return [
        f"w = carray(at_address(state), {memory.words(memory.high)}, np.int64)",
        f"c = carray(at_address(state + 8 * ({words})), {memory.entries(memory.high)}, np.uint8)",
    ]


def _on_stop(lowered: LoweredGame) -> OnStop:
    """Return the function that writes the lines of a stop: wait for the player, or draw an option."""

    def lines(stop: Stop) -> list[str]:
        return [
            "if turn > most_turns or drawn_here >= last_drawn:",
            *indented([*keep_lines(lowered, stop), f"io[3] = {stop.by}", "break"]),
            "option = ids[below(chance, drawn_here, n)]",
            "drawn_here += 1",
            "automatic = 0",
            f"pc = {stop.take_at}",
        ]

    return lines
