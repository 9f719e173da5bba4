"""The parts of a generated module that all backends share: what it says of itself, and the loop over its blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from splendor_dsl.ir.nodes import Program
from splendor_dsl.lowering.code_style import CodeStyle
from splendor_dsl.lowering.fences import BELOW, WITHIN
from splendor_dsl.lowering.game import LoweredGame
from splendor_dsl.lowering.keys import comment, title_of
from splendor_dsl.lowering.memory_layout import RunningSum
from splendor_dsl.lowering.stops import FrameSlot, StackFrame, Stop
from splendor_dsl.lowering.text import INDENT

Start = tuple[Sequence[int], Sequence[int]]
Starts = Mapping[int, Start]
OnStop = Callable[[Stop], list[str]]
_WIDTH = 100
# What checked code asks at each access; numba compiles the same.
CHECKS = f'''

def {WITHIN}(at, first, size):
    """An address, if it is one of so many from a first one on."""
    if at < first or at >= first + size:
        raise IndexError("an access leaves its fence")
    return at


def {BELOW}(number, count):
    """A number, if it is from 0 up to, but without, a count."""
    if number < 0 or number >= count:
        raise IndexError("there is no player or part of such a number")
    return number + 0  # a condition too is an index then
'''
# Formatters leave tables as they are, many numbers a line.
TABLES_BEGIN, TABLES_END = "# fmt: off", "# fmt: on"


def facts(lowered: LoweredGame) -> list[str]:
    """What a reader of states must know besides the rules; and what a search for a piece must know."""
    memory = lowered.memory
    zones = list(memory.program.model.zones)
    running = [
        tuple((zones.index(zone), table) for zone, table in each.tables) for each in memory.running
    ]
    return [
        *(comment(f"{memory.variable(word)}: {title_of(word)}") for word in memory.single),
        f"SHARED = {memory.shared_places}",
        f"FIRST = {memory.first_player}",
        f"STRIDE = {max(1, memory.stride)}",
        f"OWNED = {memory.owned_places}",
        f"START = {lowered.start}",
        f"OVER = {lowered.over}",
        f"VARIABLES = {memory.variables}",
        f"AREAS = {memory.areas!r}",
        *constant("RUNNING", running),
        *constant("STOPS", tuple(_stop(stop) for stop in lowered.stops)),
    ]


def read_running(told: Sequence[Any], program: Program) -> tuple[RunningSum, ...]:
    """The running sums that a module tells of, for people without a title."""
    zones = list(program.model.zones)
    return tuple(
        RunningSum(tuple((zones[number], table) for number, table in tables), "") for tables in told
    )


def constant(name: str, values: Sequence[object], title: str = "") -> Iterator[str]:
    """A tuple under a name."""
    yield f"{name} = (" + (f"  {comment(title)}" if title else "")
    yield from listed(values)
    yield ")"


def listed(values: Sequence[object]) -> Iterator[str]:
    """Values, as many a line as there is room for."""
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
    return stop.number, stop.list_at, stop.take_at, frames, stop.by, stop.locations


def read_stops(told: Sequence[tuple[Any, ...]]) -> tuple[Stop, ...]:
    """The stops that a module tells of."""
    return tuple(_read_stop(each) for each in told)


def _read_stop(told: tuple[Any, ...]) -> Stop:
    number, list_at, take_at, frames, by, locations = told
    read = tuple(
        StackFrame(routine, at, tuple(held and FrameSlot(*held) for held in slots))
        for routine, at, slots in frames
    )
    return Stop(number, list_at, take_at, read, by, locations)


def loop(lowered: LoweredGame, on_stop: OnStop) -> list[str]:
    """All blocks, one after the other, again and again; those that go on further down need no new turn."""
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


def mover_lines(lowered: LoweredGame, style: CodeStyle) -> list[str]:
    """Where the words and places of the player to move begin."""
    memory = lowered.memory
    mine = style.offset(f"{memory.players_at} + mover * {len(memory.owned)}")
    places = style.offset(f"{memory.first_player} + mover * {memory.stride}")
    return [f"mine = {mine}", f"my_places = {places}"]


def restore_lines(lowered: LoweredGame) -> list[str]:
    """What takes up a half-made move again, and goes to where its option is taken, if there is one."""
    first = lowered.memory.first_variable
    found: list[str] = []
    for number, stop in enumerate(lowered.stops):
        found.append(f"{'el' if number else ''}if pc == {stop.list_at}:")
        for at, name in enumerate(stop.variables()):
            found.append(f"{INDENT}{name} = w[{first + at}]")
        found += [f"{INDENT}if option >= 0:", f"{INDENT * 2}pc = {stop.take_at}"]
    return found


def keep_lines(lowered: LoweredGame, stop: Stop) -> list[str]:
    """What keeps the variables of a half-made move."""
    first = lowered.memory.first_variable
    assert len(stop.variables()) <= lowered.memory.variables
    return [f"w[{first + at}] = {name}" for at, name in enumerate(stop.variables())]


def indented(lines: Sequence[str]) -> list[str]:
    """Lines one step further in."""
    return [INDENT + line if line else line for line in lines]
