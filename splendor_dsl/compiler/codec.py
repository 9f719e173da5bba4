"""The codec between the cells of a state, which all backends share, and the words and pieces of generated code."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, assert_never

from attrs import define, field

from splendor_dsl.compiler.runner import NotEncodedError
from splendor_dsl.interpreter.choices import Option
from splendor_dsl.interpreter.evaluation import Cells
from splendor_dsl.interpreter.obligations import owed_action, owed_to
from splendor_dsl.ir.layout import EMPTY, Cell, Layout
from splendor_dsl.ir.nodes import Ask, Payment
from splendor_dsl.lowering.keys import Count, Holder, Pile, Register, Since, Sum, Word
from splendor_dsl.lowering.memory_layout import MemoryLayout, Region
from splendor_dsl.lowering.numbering import AskNumbers, Choice, Numbering, paired_tokens
from splendor_dsl.lowering.stops import MOST_OWED, OWED_BITS, UNBOUND, FrameSlot, StackFrame, Stop
from splendor_dsl.semantics.model import (
    ChooseNumber,
    ChoosePiece,
    ChoosePlayer,
    ChooseToken,
    ChooseTokens,
)
from splendor_dsl.semantics.values import Local

Frames = tuple[tuple[int, int, tuple[Any, ...]], ...]
_Reader = Callable[[Sequence[int], Sequence[int]], Any]
_SIGNED = 1 << 63


@define(eq=False)
class Codec:
    """The codec of one game for one number of players."""

    memory: MemoryLayout
    numbering: Numbering
    stops: tuple[Stop, ...]
    over: int
    start: int
    players: int
    layout: Layout = field(init=False)
    _readers: list[_Reader] = field(init=False, repr=False)
    _by_label: dict[int, Stop] = field(init=False, repr=False)
    _by_code: dict[tuple[tuple[int, int], ...], list[Stop]] = field(init=False, repr=False)
    _numbers: dict[tuple[int, int], tuple[int, int]] = field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        """Build the lookup tables."""
        self.layout = self.memory.layouts[self.players]
        self._readers = [self._reader(cell) for cell in self.layout.cells]
        self._by_label = {stop.list_at: stop for stop in self.stops}
        self._by_code = {}
        for stop in self.stops:
            code = tuple((frame.routine, frame.at) for frame in stop.frames)
            self._by_code.setdefault(code, []).append(stop)
        self._numbers = dict(self._chosen_numbers())

    def _chosen_numbers(self) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        """Yield, for each variable that holds a chosen number, the least number and the count of them."""
        program = self.memory.program
        leads = {entry.lead.number: entry.routine for entry in program.actions}
        asks = {
            step.number: number
            for number, routine in enumerate(program.routines)
            for step in routine.steps
            if isinstance(step, Ask)
        }
        for number, asked in enumerate(self.numbering.asked):
            for choice in asked.choices:
                if any(each.type == "number" for each in choice.step.effects.binds):
                    routine = leads[number] if number in leads else asks[number]
                    yield (routine, choice.step.slot), (choice.low, choice.ways)

    # ---- to cells --------------------------------------------------------------------------------
    def cells(self, words: Sequence[int], pieces: Sequence[int]) -> Cells:
        """Return the cells of a state."""
        found = [read(words, pieces) for read in self._readers]
        key = int(words[self.memory.shared[Register.KEY]]) & (2 * _SIGNED - 1)
        return [*found, key, int(words[self.memory.shared[Register.DRAWN]])]

    def _reader(self, cell: Cell) -> _Reader:
        """Return the function that reads a cell from words and pieces."""
        match cell.kind:
            case "pile":
                pile, amounts = self.word(Pile(cell.name), cell), self.memory.lanes.amounts
                return lambda words, _: amounts(int(words[pile]))
            case "counter":
                return self._word_reader(self.word(Count(cell.name), cell))
            case "marker":
                return self._word_reader(self.word(Holder(cell.name), cell))
            case "register":
                return partial(self._register, cell.name)
        return self._zone_reader(cell)

    @staticmethod
    def _word_reader(at: int) -> _Reader:
        return lambda words, _: int(words[at])

    def _zone_reader(self, cell: Cell) -> _Reader:
        region = self.memory.regions[cell.name, cell.part]
        known, order = cell.kind == "known", -1 if region.reversed else 1
        begin = self.mark(region, cell) if known else self.place(region, cell)
        word, size = self.extent(region, cell)

        def read(words: Sequence[int], pieces: Sequence[int]) -> tuple[int, ...]:
            length = size if word < 0 else int(words[word])
            stored = pieces[begin : begin + length][::order]
            return tuple(map(int, stored)) if known else tuple([int(at) - 1 for at in stored])

        return read

    def word(self, word: Word, cell: Cell) -> int:
        """Return the address of a word of a cell."""
        at, owned = self.memory.word(word)
        if not owned:
            return at
        return self.memory.players_at + (cell.seat or 0) * len(self.memory.owned) + at

    def place(self, region: Region, cell: Cell) -> int:
        """Return the address of the entries of a zone."""
        if not region.owned:
            return region.at
        return self.memory.first_player + (cell.seat or 0) * self.memory.stride + region.at

    def entry(self, cell: Cell, index: int, count: int) -> int:
        """Return the address of one of so many pieces in a zone."""
        region = self.memory.regions[cell.name, cell.part]
        return self.place(region, cell) + (count - 1 - index if region.reversed else index)

    def mark(self, region: Region, cell: Cell) -> int:
        """Return the address of the marks of who knows the entries."""
        if not region.owned:
            return self.memory.shared_marks_at + (region.marks or 0)
        seat = self.memory.first_player + (cell.seat or 0) * self.memory.stride
        return seat + self.memory.owned_places + (region.marks or 0)

    def extent(self, region: Region, cell: Cell) -> tuple[int, int]:
        """Return the address of the word that counts the entries of a zone, or -1 and their fixed number."""
        if region.length is None:
            return -1, self.memory.place_count(region.zone, self.players)
        return self.word(region.length, cell), 0

    def _register(self, name: str, words: Sequence[int], pieces: Sequence[int]) -> Any:
        shared = self.memory.shared
        mover = int(words[shared[Register.MOVER]])  # everything owed is owed to the player to move
        match name:
            case "again":
                return (mover,) * int(words[shared[Register.AGAIN]])
            case "owed":
                if Register.OWED not in shared:
                    return ()
                actions = len(self.memory.program.actions)
                packed = int(words[shared[Register.OWED_ACTIONS]])
                mask = (1 << OWED_BITS) - 1
                count = int(words[shared[Register.OWED]])
                owed = (packed >> OWED_BITS * at & mask for at in range(count))
                return tuple(owed_action(action, mover, actions) for action in owed)
            case "ends":
                ends = self.memory.program.model.ends
                return tuple(int(words[shared[Since(end.name)]]) for end in ends)
            case "stack":
                return self._stack(words, pieces)
        return int(words[shared[Register(name)]])

    def _stack(self, words: Sequence[int], pieces: Sequence[int]) -> Frames:
        label = int(words[self.memory.shared[Register.PC]])
        if label == self.over:
            return ()
        stop = self._by_label[label]
        saved = self.saved(stop, words)
        return tuple(
            (
                frame.routine,
                frame.at,
                tuple(self._slot(held, saved, pieces) for held in frame.slots),
            )
            for frame in stop.frames
        )

    def saved(self, stop: Stop, words: Sequence[int]) -> dict[str, int]:
        """Return the variables that a stop has saved."""
        first = self.memory.first_variable
        saved = {name: int(words[first + at]) for at, name in enumerate(stop.variables())}
        saved["mover"] = int(words[self.memory.shared[Register.MOVER]])
        return saved

    def _slot(self, held: FrameSlot | None, saved: dict[str, int], pieces: Sequence[int]) -> Any:
        if held is None or saved[held.names[0]] == UNBOUND:
            return None
        value = saved[held.names[0]]
        if held.type == "piece":
            return value - 1
        if held.type == "tokens":
            return tuple(t for t in range(self.memory.lanes.count) if value >> t & 1)
        if held.type == "payment":
            return self._counts(held, value, saved[held.names[1]])
        if held.list is not None:
            return self._rest(held, value, saved, pieces)
        return value

    def _counts(self, held: FrameSlot, done: int, packed: int) -> tuple[int, ...]:
        lanes = self._pairs(held)
        amounts = self.memory.lanes.amounts(packed)
        return tuple(amounts[lane] for lane in lanes[:done])

    def _pairs(self, held: FrameSlot) -> tuple[int, ...]:
        """Return the tokens of the pairs of a payment."""
        assert held.list is not None
        decision = self.numbering.asked[held.list[1]].decision
        assert isinstance(decision, Payment)
        return paired_tokens(decision.step, self.memory.lanes.count)

    def _rest(
        self, held: FrameSlot, value: int, saved: dict[str, int], pieces: Sequence[int]
    ) -> tuple[int, ...]:
        assert held.list is not None
        how, first = held.list
        if how == "mask":
            return tuple(at for at in range(value.bit_length()) if value >> at & 1)
        last = saved[held.names[1]]
        if how == "seats":
            seats = self.memory.phase_seats(first)
            return seats[value:last]
        return tuple(int(entry) - 1 for entry in pieces[first + value : first + last])

    # ---- from cells ------------------------------------------------------------------------------
    def encode(self, cells: Cells) -> tuple[list[int], list[int]]:
        """Return the words and pieces of a state; only one that is over or has not begun may have no stack."""
        memory = self.memory
        words, pieces = [0] * memory.words(self.players), [0] * memory.entries(self.players)
        words[memory.shared[Register.PLAYERS]] = self.players
        key = int(cells[self.layout.key])
        words[memory.shared[Register.KEY]] = key if key < _SIGNED else key - 2 * _SIGNED
        words[memory.shared[Register.DRAWN]] = cells[self.layout.drawn]
        stack: Frames = ()
        for cell, value in zip(self.layout.cells, cells, strict=False):
            if cell.kind == "register" and cell.name == "stack":
                stack = value
            else:
                self._encode_cell(cell, value, words, pieces)
        for number, each in enumerate(memory.running):
            for zone, table in each.tables:
                self._sum_up(Sum(number), zone, table, words, pieces)
        over = words[memory.shared[Register.OVER]]
        words[memory.shared[Register.PC]] = self.over if over else self.start
        if stack:
            self._encode_stack(stack, words, pieces)
        return words, pieces

    def _encode_cell(self, cell: Cell, value: Any, words: list[int], pieces: list[int]) -> None:
        match cell.kind:
            case "pile":
                if any(not 0 <= amount <= self.memory.lanes.most for amount in value):
                    raise NotEncodedError
                words[self.word(Pile(cell.name), cell)] = self.memory.lanes.word(value)
            case "counter":
                words[self.word(Count(cell.name), cell)] = value
            case "marker":
                words[self.memory.shared[Holder(cell.name)]] = value
            case "register":
                self._encode_register(cell.name, value, words)
            case _:
                self._encode_zone(cell, value, words, pieces)

    def _encode_register(self, name: str, value: Any, words: list[int]) -> None:
        shared = self.memory.shared
        if name == "ends":
            for end, since in zip(self.memory.program.model.ends, value, strict=True):
                words[shared[Since(end.name)]] = since
        elif name == "again":
            words[shared[Register.AGAIN]] = self._owed_to_mover(
                words[shared[Register.MOVER]], value
            )
        elif name == "owed":
            if len(value) > MOST_OWED:
                raise NotEncodedError
            if value:
                owed = [owed_to(entry, len(self.memory.program.actions)) for entry in value]
                seats = [seat for seat, _ in owed]
                words[shared[Register.OWED]] = self._owed_to_mover(
                    words[shared[Register.MOVER]], seats
                )
                packed = sum(action << OWED_BITS * at for at, (_, action) in enumerate(owed))
                words[shared[Register.OWED_ACTIONS]] = packed
        else:
            words[shared[Register(name)]] = value

    @staticmethod
    def _owed_to_mover(mover: int, seats: Sequence[int]) -> int:
        """Return the number of obligations; raise NotEncodedError unless all are the mover's."""
        if any(seat != mover for seat in seats):
            raise NotEncodedError
        return len(seats)

    def _encode_zone(
        self, cell: Cell, value: Sequence[int], words: list[int], pieces: list[int]
    ) -> None:
        region = self.memory.regions[cell.name, cell.part]
        if len(value) > region.size:
            raise NotEncodedError
        begin = self.mark(region, cell) if cell.kind == "known" else self.place(region, cell)
        entries = list(value) if cell.kind == "known" else [piece - EMPTY for piece in value]
        if region.reversed:
            entries.reverse()
        pieces[begin : begin + len(entries)] = entries
        if region.length is not None:
            words[self.word(region.length, cell)] = len(entries)

    def _sum_up(
        self, word: Sum, zone: str, table: Sequence[int], words: list[int], pieces: Sequence[int]
    ) -> None:
        for cell in self.layout.cells:
            if cell.kind == "zone" and cell.name == zone:
                begin = self.place(self.memory.regions[zone, cell.part], cell)
                size = self.memory.regions[zone, cell.part].size
                found = sum(table[entry] for entry in pieces[begin : begin + size])
                words[self.word(word, cell)] += found

    def _encode_stack(self, stack: Frames, words: list[int], pieces: list[int]) -> None:
        code = tuple((routine, at) for routine, at, _ in stack)
        for stop in self._by_code.get(code, ()):
            try:
                saved = self._saved_from(stop, stack, pieces)
            except NotEncodedError:
                continue
            words[self.memory.shared[Register.PC]] = stop.list_at
            first = self.memory.first_variable
            for at, name in enumerate(stop.variables()):
                words[first + at] = saved.get(name, UNBOUND)
            return
        raise NotEncodedError

    def _saved_from(self, stop: Stop, stack: Frames, pieces: list[int]) -> dict[str, int]:
        saved: dict[str, int] = {}
        for frame, (_, _, env) in zip(stop.frames, stack, strict=True):
            self._encode_frame(frame, env, saved, pieces)
        for location, name in stop.location_of:
            if saved.get(name, UNBOUND) != UNBOUND:
                saved[location] = self._locate(saved[name], pieces)
        return saved

    def _locate(self, piece: int, pieces: Sequence[int]) -> int:
        """Return the location of a piece."""
        starts = [
            self.memory.first_player + seat * self.memory.stride for seat in range(self.players)
        ]
        ranges = [
            (0, self.memory.shared_places),
            *((s, s + self.memory.owned_places) for s in starts),
        ]
        found_at = (at for start, end in ranges for at in range(start, end) if pieces[at] == piece)
        found = next(found_at, None)
        if found is None:
            raise NotEncodedError
        return found

    def _encode_frame(
        self, frame: StackFrame, env: Sequence[Any], saved: dict[str, int], pieces: list[int]
    ) -> None:
        if len(env) != len(frame.slots):
            raise NotEncodedError
        for slot, (held, value) in enumerate(zip(frame.slots, env, strict=True)):
            if held is None:
                if value is not None:
                    raise NotEncodedError
                continue
            if held.type == "number" and value is not None:
                self._require_offered(frame.routine, slot, value)
            for name, word in zip(held.names, self._words_of(held, value, pieces), strict=False):
                if saved.setdefault(name, word) != word:
                    raise NotEncodedError

    def _words_of(self, held: FrameSlot, value: Any, pieces: list[int]) -> tuple[int, ...]:
        if value is None:
            return (UNBOUND, 0 if held.type == "payment" else UNBOUND)
        if held.type == "piece":
            return (value + 1,)
        if held.type == "tokens":
            return (sum(1 << token for token in value),)
        if held.type == "payment":
            return len(value), self._packed(held, value)
        if held.type.startswith("list of"):
            return self._rest_words(held, value, pieces)
        return (value,)

    def _packed(self, held: FrameSlot, counts: Sequence[int]) -> int:
        lanes = self._pairs(held)
        amounts = [0] * self.memory.lanes.count
        for lane, count in zip(lanes, counts, strict=False):
            amounts[lane] = count
        if len(counts) > len(lanes) or not all(0 <= n <= self.memory.lanes.most for n in amounts):
            raise NotEncodedError
        return self.memory.lanes.word(amounts)

    def _rest_words(self, held: FrameSlot, value: Any, pieces: list[int]) -> tuple[int, ...]:
        if held.list is None:
            raise NotEncodedError
        how, first = held.list
        if how == "mask":
            if list(value) != sorted(set(value)):
                raise NotEncodedError
            return sum(1 << each for each in value), 0
        if how == "seats":
            seats = self.memory.phase_seats(first)
            _, end = self.memory.phase_range(first, self.players)
            if tuple(value) != seats[end - len(value) : end]:
                raise NotEncodedError
            return end - len(value), end
        if len(value) > self.memory.area_size(first):
            raise NotEncodedError
        pieces[first : first + len(value)] = [piece + 1 for piece in value]
        return 0, len(value)

    def _require_offered(self, routine: int, slot: int, value: int) -> None:
        """Raise NotEncodedError unless a choice offers the number."""
        low, ways = self._numbers[routine, slot]
        if not low <= value < low + ways:
            raise NotEncodedError

    # ---- options ---------------------------------------------------------------------------------
    def option(self, number: int, seat: int) -> Option:
        """Return the option with a number, for the player who decides."""
        decision = self._asked(number)
        asked = self.numbering.asked[decision]
        if not isinstance(asked.decision, Ask):
            return decision, divmod(number - asked.base, asked.stride)
        if number == asked.decline:
            return decision, None
        rest = number - asked.base
        picks: list[Any] = []
        bound: dict[int, Any] = {asked.decision.by: seat}
        for choice in asked.choices:
            way, rest = divmod(rest, choice.stride)
            pick = self._pick(choice, way, bound)
            bound[choice.step.slot] = pick
            picks.append(pick)
        return decision, tuple(picks)

    def all_options(self, seat: int) -> Iterator[tuple[int, Option]]:
        """Yield every number that this many players may be offered, with its option."""
        for asked in self.numbering.asked:
            for number in range(asked.base, asked.end):
                if number == asked.decline or self._may_occur(asked, number - asked.base):
                    yield number, self.option(number, seat)

    def _may_occur(self, asked: AskNumbers, rest: int) -> bool:
        if isinstance(asked.decision, Payment):
            return rest // asked.stride < len(
                paired_tokens(asked.decision.step, self.memory.lanes.count)
            )
        return all(
            self._is_valid(choice, rest // choice.stride % choice.ways) for choice in asked.choices
        )

    def _is_valid(self, choice: Choice, way: int) -> bool:
        match choice.step:
            case ChoosePlayer():
                return way < self.players
            case ChooseToken() | ChooseTokens() | ChoosePiece() | ChooseNumber():
                return True
        assert_never(choice.step)

    def _asked(self, number: int) -> int:
        for decision, asked in enumerate(self.numbering.asked):
            if asked.base <= number < asked.end:
                return decision
        raise IndexError(number)

    def _pick(self, choice: Choice, way: int, bound: dict[int, Any]) -> Any:
        match choice.step:
            case ChooseToken() | ChoosePlayer():
                return way
            case ChooseTokens():
                members = choice.sets[way]
                return tuple(t for t in range(self.memory.lanes.count) if members >> t & 1)
            case ChooseNumber():
                return way + choice.low
            case ChoosePiece():
                span = next(s for s in choice.ranges if way < s.first + s.count)
                player = span.source.zone.player
                # Numbering refuses all other owners: a player who decides, or one chosen before.
                assert player is None or isinstance(player, Local), player
                seat = None if player is None else bound[player.slot]
                zone = span.region
                cell = self.layout.index[Cell("zone", zone.zone, zone.part, seat)]
                return cell, way - span.first
        assert_never(choice.step)
