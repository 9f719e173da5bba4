"""The layout of a native state as rows of numbers, for the hash of a position and the view of a seat."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from splendor_dsl.compiler.codec import Codec
from splendor_dsl.ir.layout import Cell, face
from splendor_dsl.ir.nodes import Payment
from splendor_dsl.lowering.keys import Count, Holder, Pile, Register, Since, Sum
from splendor_dsl.lowering.numbering import paired_tokens
from splendor_dsl.lowering.stops import OWED_BITS, FrameSlot

Row = tuple[int, ...]
# The codes of loops.py.
_WORD, _CONSTANT, _LANES, _ROW, _MEMBERS, _BOUND, _PAYMENT, _REST, _OWED, _STACK = range(10)
_NOTHING = -(1 << 63)
_NOBODY = -2  # no seat, and not -1, which is a spectator
_NO_MARKS = -1
_UP, _DOWN = 1, 0


@frozen(kw_only=True)
class HashPlan:
    """The order of all that a hash folds; `codes` maps the label of a half-made move to its rows of `stacks`."""

    cells: tuple[Row, ...]
    stacks: tuple[Row, ...]
    codes: tuple[Row, ...]


@frozen(kw_only=True)
class ViewPlan:
    """The parts of a state that are hidden from seats; each row names the seat that may see it, or -2."""

    words: tuple[Row, ...]  # a word, the seat
    piles: tuple[Row, ...]  # a word, the seat, the lanes and their bits
    cleared: tuple[Row, ...]  # a range of entries
    # address, word of the length or -1, size, marks or -1, the seat, the face
    zones: tuple[Row, ...]


# ---- the hash ----------------------------------------------------------------------------------
def hash_plan(codec: Codec) -> HashPlan:
    """Return the plan of the hash of a position, for one number of players."""
    cells = tuple(row for cell in codec.layout.cells for row in _cell(codec, cell))
    stacks: list[Row] = []
    codes: list[Row] = []
    for label, rows in _stacks(codec):
        begin = len(stacks)
        stacks += rows
        codes.append((label, begin, len(stacks)))
    return HashPlan(cells=cells, stacks=tuple(stacks), codes=tuple(codes))


def _cell(codec: Codec, cell: Cell) -> Iterator[Row]:
    memory = codec.memory
    match cell.kind:
        case "pile":
            yield _LANES, codec.word(Pile(cell.name), cell), memory.lanes.count, memory.lanes.bits
        case "counter":
            yield _WORD, codec.word(Count(cell.name), cell)
        case "marker":
            yield _WORD, memory.shared[Holder(cell.name)]
        case "register":
            yield from _register(codec, cell.name)
        case _:
            region = memory.regions[cell.name, cell.part]
            known = cell.kind == "known"
            begin = codec.mark(region, cell) if known else codec.place(region, cell)
            word, size = codec.extent(region, cell)
            yield _ROW, begin, word, size, 0 if known else 1, int(region.reversed)


def _register(codec: Codec, name: str) -> Iterator[Row]:
    shared = codec.memory.shared
    mover = shared[Register.MOVER]  # everything owed is owed to the player to move
    if name == "again":
        yield _OWED, shared[Register.AGAIN], mover, 0, 0, 1, mover
    elif name == "owed":
        if Register.OWED not in shared:
            yield _CONSTANT, 0
        else:
            actions = len(codec.memory.program.actions)
            yield (
                _OWED,
                shared[Register.OWED],
                shared[Register.OWED_ACTIONS],
                OWED_BITS,
                1,
                actions,
                mover,
            )
    elif name == "ends":
        ends = codec.memory.program.model.ends
        yield _CONSTANT, len(ends)
        yield from ((_WORD, shared[Since(end.name)]) for end in ends)
    elif name == "stack":
        yield (_STACK,)
    else:
        yield _WORD, shared[Register(name)]


def _stacks(codec: Codec) -> Iterator[tuple[int, list[Row]]]:
    """Yield, for each label at which code can wait, the frames that the interpreter has there."""
    yield codec.over, [(_CONSTANT, 0)]
    for stop in codec.stops:
        words = {name: codec.memory.first_variable + at for at, name in enumerate(stop.variables())}
        words["mover"] = codec.memory.shared[Register.MOVER]
        rows: list[Row] = [(_CONSTANT, len(stop.frames))]
        for frame in stop.frames:
            about = 3, frame.routine, frame.at, len(frame.slots)
            rows += [(_CONSTANT, number) for number in about]
            rows += [_slot(codec, held, words) for held in frame.slots]
        yield stop.list_at, rows


def _slot(codec: Codec, held: FrameSlot | None, words: dict[str, int]) -> Row:
    if held is None:
        return _CONSTANT, _NOTHING
    word = words[held.names[0]]
    if held.type == "piece":
        return _BOUND, word, -1
    if held.type == "tokens":
        return _MEMBERS, word
    if held.list is None:
        return _BOUND, word
    how, first = held.list
    if how == "mask":
        return _MEMBERS, word
    more = words[held.names[1]]
    if held.type == "payment":
        decision = codec.numbering.asked[first].decision
        assert isinstance(decision, Payment)
        lanes = codec.memory.lanes
        return _PAYMENT, word, more, lanes.bits, *paired_tokens(decision.step, lanes.count)
    if how == "seats":
        return _REST, word, more, -1, *codec.memory.phase_seats(first)
    return _REST, word, more, first


# ---- what a seat sees --------------------------------------------------------------------------
def view_plan(codec: Codec) -> ViewPlan:
    """Return the plan of the view of a seat, for one number of players."""
    memory, zones = codec.memory, codec.memory.program.model.zones
    lanes = memory.lanes.count, memory.lanes.bits
    first = memory.first_variable
    words = [(memory.shared[each], _NOBODY) for each in (Register.KEY, Register.DRAWN)]
    words += [(first + at, _NOBODY) for at in range(memory.variables)]
    starts = zip(memory.area_starts, memory.areas, strict=True)
    cleared = [(start, start + size) for start, size in starts]
    piles, hidden = [], []
    for cell in codec.layout.cells:
        seat = _NOBODY if cell.seat is None else cell.seat
        seen = face(zones[cell.name]) if cell.kind in {"pile", "zone"} else "up"
        if cell.kind == "pile" and seen != "up":
            piles.append((codec.word(Pile(cell.name), cell), seat, *lanes))
        if cell.kind != "zone" or seen == "up":
            continue
        region = memory.regions[cell.name, cell.part]
        marks = _NO_MARKS if region.marks is None else codec.mark(region, cell)
        word, size = codec.extent(region, cell)
        zone = codec.place(region, cell), word, size, marks, seat, _DOWN if seen == "down" else _UP
        hidden.append(zone)
        words += [
            (codec.word(Sum(number), cell), seat if seen == "owner" else _NOBODY)
            for number, each in enumerate(memory.running)
            if each.table(cell.name)
        ]
        cleared += [(marks, marks + region.size)] if marks >= 0 else []
    return ViewPlan(
        words=tuple(dict.fromkeys(words)),
        piles=tuple(piles),
        cleared=tuple(cleared),
        zones=tuple(hidden),
    )
