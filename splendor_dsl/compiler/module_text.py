"""The parts of a generated module that all backends share: its constants, and the loop over its blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from splendor_dsl.ir.nodes import Program
from splendor_dsl.lowering.code_style import CodeStyle
from splendor_dsl.lowering.fences import BELOW, WITHIN
from splendor_dsl.lowering.game import LoweredGame
from splendor_dsl.lowering.keys import comment, title_of
from splendor_dsl.lowering.memory_layout import MemoryLayout, RunningSum
from splendor_dsl.lowering.stops import FrameSlot, StackFrame, Stop
from splendor_dsl.lowering.text import INDENT

Start = tuple[Sequence[int], Sequence[int]]
Starts = Mapping[int, Start]
OnStop = Callable[[Stop], list[str]]
_WIDTH = 100
# The checks of each access in checked code; numba compiles the same text.
CHECKS = f'''

def {WITHIN}(at, first, size):
    """Return an address; raise IndexError unless it is one of `size` from the first on."""
    if at < first or at >= first + size:
        raise IndexError("an access leaves its fence")
    return at


def {BELOW}(number, count):
    """Return an index; raise IndexError unless it is below a count."""
    if number < 0 or number >= count:
        raise IndexError("there is no player or part of such a number")
    return number + 0  # makes a condition an index too
'''
# Formatters would put each number of a table on its own line.
TABLES_BEGIN, TABLES_END = "# fmt: off", "# fmt: on"


def layout_constants(lowered: LoweredGame) -> list[str]:
    """Return the constants that decode states and find pieces, with comments that name the words."""
    memory = lowered.memory
    zones = list(memory.program.model.zones)
    running = [
        tuple((zones.index(zone), table) for zone, table in each.tables) for each in memory.running
    ]
    return [
        *(comment(f"{memory.variable(word)}: {title_of(word)}") for word in memory.single),
        *place_constants(memory),
        f"START = {lowered.start}",
        f"OVER = {lowered.over}",
        f"VARIABLES = {memory.variables}",
        f"AREAS = {memory.areas!r}",
        *constant_lines("RUNNING", running),
        *constant_lines("STOPS", tuple(_stop(stop) for stop in lowered.stops)),
    ]


def place_constants(memory: MemoryLayout) -> list[str]:
    """Return the constants that say where places lie."""
    return [
        f"SHARED = {memory.shared_places}",
        f"FIRST = {memory.first_player}",
        f"STRIDE = {max(1, memory.stride)}",
        f"OWNED = {memory.owned_places}",
    ]


def read_running(declared: Sequence[Any], program: Program) -> tuple[RunningSum, ...]:
    """Return the running sums that a module declares, without their titles."""
    zones = list(program.model.zones)
    return tuple(
        RunningSum(tuple((zones[number], table) for number, table in tables), "")
        for tables in declared
    )


def constant_lines(name: str, values: Sequence[object], title: str = "") -> Iterator[str]:
    """Yield the lines of a tuple under a name."""
    yield f"{name} = (" + (f"  {comment(title)}" if title else "")
    yield from wrapped(values)
    yield ")"


def wrapped(values: Sequence[object]) -> Iterator[str]:
    """Yield values, as many a line as fit."""
    line = INDENT
    for value in values:
        text = f"{value!r}, "
        if len(line) + len(text) > _WIDTH and line != INDENT:
            yield line.rstrip()
            line = INDENT
        line += text
    if line != INDENT:
        yield line.rstrip()


def _stop(stop: Stop) -> tuple[object, ...]:
    frames = tuple(
        (
            frame.routine,
            frame.at,
            tuple(held and (held.type, held.names, held.list) for held in frame.slots),
        )
        for frame in stop.frames
    )
    return stop.number, stop.list_at, stop.take_at, frames, stop.by, stop.location_of


def read_stops(declared: Sequence[tuple[Any, ...]]) -> tuple[Stop, ...]:
    """Return the stops that a module declares."""
    return tuple(_read_stop(each) for each in declared)


def _read_stop(declared: tuple[Any, ...]) -> Stop:
    number, list_at, take_at, frames, by, location_of = declared
    read = tuple(
        StackFrame(routine, at, tuple(held and FrameSlot(*held) for held in slots))
        for routine, at, slots in frames
    )
    return Stop(number, list_at, take_at, read, by, location_of)


def loop(lowered: LoweredGame, on_stop: OnStop) -> list[str]:
    """Return the dispatch loop over all blocks in order; a jump forward needs no new iteration."""
    stops = {stop.number: stop for stop in lowered.stops}
    out = ["while True:"]
    for block in lowered.blocks:
        out += [f"{INDENT}{comment(block.title)}", f"{INDENT}if pc == {block.label}:"]
        for line in block.lines:
            if "@stop" not in line:
                out.append(INDENT * 2 + line)
                continue
            indent = line[: line.index("@")]
            stop = stops[int(line.split()[-1])]
            out += [INDENT * 2 + indent + each for each in on_stop(stop)]
    return out


def mover_lines(memory: MemoryLayout, style: CodeStyle) -> list[str]:
    """Return the lines that set the addresses of the words and places of the player to move."""
    mine = style.offset(f"{memory.players_at} + mover * {len(memory.owned)}")
    places = style.offset(f"{memory.first_player} + mover * {memory.stride}")
    return [f"mine = {mine}", f"my_places = {places}"]


def restore_lines(lowered: LoweredGame) -> list[str]:
    """Return the lines that restore a half-made move, and jump to its option if there is one."""
    first = lowered.memory.first_variable
    found: list[str] = []
    for number, stop in enumerate(lowered.stops):
        found.append(f"{'el' if number else ''}if pc == {stop.list_at}:")
        for at, name in enumerate(stop.variables()):
            found.append(f"{INDENT}{name} = w[{first + at}]")
        found += [f"{INDENT}if option >= 0:", f"{INDENT * 2}pc = {stop.take_at}"]
    return found


def keep_lines(lowered: LoweredGame, stop: Stop) -> list[str]:
    """Return the lines that save the variables of a half-made move."""
    first = lowered.memory.first_variable
    assert len(stop.variables()) <= lowered.memory.variables
    return [f"w[{first + at}] = {name}" for at, name in enumerate(stop.variables())]


def indented(lines: Sequence[str]) -> list[str]:
    """Return lines one level further in."""
    return [INDENT + line if line else line for line in lines]
