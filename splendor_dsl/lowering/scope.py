"""Scopes: the operands of expressions, and the cache of those that were computed before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

from attrs import define, evolve, field, frozen

from splendor_dsl.lowering.fences import Fence, checked_index
from splendor_dsl.lowering.keys import Constants, Length, Numbers, Pile, Sum, Word
from splendor_dsl.lowering.memory_layout import MemoryLayout, Region, RunningSum
from splendor_dsl.lowering.numbering import tokens_of
from splendor_dsl.lowering.text import Writer
from splendor_dsl.lowering.unsupported import LARGE_AMOUNT, NOT_KNOWN, NotLowered
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.parts import parts_of
from splendor_dsl.semantics.slots import free_slots, inner_slots

MOST_COPIES = 25  # of a body within unrolled loops: two loops over five colours
MOST_TEXT = 300  # characters of an expression; all bundled games stay below
SIMPLE = (v.Const, v.Local, v.Mover, v.Nobody, v.TokenConst, v.TokenSet, v.Fact)


@frozen
class Val:
    """A value as text. `low` and `high` bound a number, or each lane of amounts.

    `guarded` is the same with the free bit of each lane set, where that costs nothing.
    """

    text: str
    low: int | None = None
    high: int | None = None
    guarded: str | None = None

    @property
    def const(self) -> int | None:
        """The number, if it is known."""
        return self.low if self.low == self.high else None

    @property
    def may_be_nobody(self) -> bool:
        """True if a seat may be nobody's."""
        return self.low is None or self.low < 0


@frozen
class Moved:
    """Tokens that a rehearsal has added to a pile (`+`) or taken from it (`-`)."""

    zone: str
    seat: Val | None
    text: str
    sign: str

    def for_seat(self, seat: Val | None) -> str:
        """Return the number of them in the pile of a player."""
        if seat is None or self.seat is None or seat.text == self.seat.text:
            return self.text
        return f"{self.text} * ({seat.text} == {self.seat.text})"


MOVER = Val("mover", 0)


def number(value: int) -> Val:
    """Return a known number as a value."""
    return Val(str(value) if value >= 0 else f"({value})", value, value)


def is_amounts(expr: v.Expr) -> bool:
    """Return whether an expression is amounts rather than a number."""
    if isinstance(expr, v.Product):
        return any(is_amounts(part) for part in expr.parts)
    return isinstance(expr, v.AmountOf | v.PileAmounts) or getattr(expr, "type", "") == "amounts"


@define
class Tables:
    """The lists of constants, running sums and loop lists that code has requested."""

    lists: Constants[Numbers] = field(factory=lambda: Constants("table"))
    running: list[RunningSum] = field(factory=list)
    areas: list[int] = field(factory=list)


@define
class Scope:
    """The context in which expressions are emitted: the game, the variables, and the values cached so far."""

    memory: MemoryLayout
    out: Writer
    tables: Tables
    forms: Mapping[type, Form]
    env: dict[int, Val]
    known: dict[Any, Val] = field(factory=dict)
    moved: tuple[Moved, ...] = ()  # by a rehearsal, while the piles stay as they are
    copies: int = 1

    def for_copies(self, times: int) -> Scope | None:
        """Return the scope of a body that is emitted `times` times; none beyond MOST_COPIES within others."""
        copies = self.copies * max(1, times)
        return None if self.copies > 1 and copies > MOST_COPIES else evolve(self, copies=copies)

    def with_variable(self, slot: int, val: Val) -> Scope:
        """Return the scope with one more variable."""
        return evolve(self, env={**self.env, slot: val})

    # ---- words -----------------------------------------------------------------------------------
    def word(self, word: Word, seat: Val | None = None, index: str | None = None) -> str:
        """Return a word as code: a variable, a word of a player, or one that is indexed."""
        memory, more = self.memory, "" if index is None else f" + {index}"
        row = memory.parts(word.zone) if isinstance(word, Length) and index is not None else (None,)
        if word in memory.owned:
            at = f"{self.seat_words(seat)} + {memory.owned[word]}{more}"
            begin = self.of_player(seat, memory.players_at, len(memory.owned))
            return f"w[{self.within(at, Fence(f'{begin} + {memory.owned[word]}', f'{len(row)}'))}]"
        if word in memory.indexed:
            fence = Fence(f"{memory.shared[word]}", f"{len(row)}")
            return f"w[{self.within(f'{memory.shared[word]}{more}', fence)}]"
        return memory.variable(word)

    # ---- fences ------------------------------------------------------------------------------------
    def within(self, at: str, fence: Fence, count: str = "1") -> str:
        """Return an address; checked code asserts that `count` entries from there on are within a fence."""
        return fence.check(at, count) if self.out.checked else at

    @staticmethod
    def of_player(seat: Val | None, begin: int, stride: int) -> str:
        """Return a player's address for a fence, computed independently from the checked seat."""
        return f"{begin} + {checked_index((seat or MOVER).text, 'players')} * {stride}"

    def fence(self, regions: Sequence[Region], seat: Val | None, index: str | None = None) -> Fence:
        """Return the fence of contiguous parts of a zone, or of the one part that `index` selects."""
        starts, sizes = [each.at for each in regions], [each.size for each in regions]
        if index is None:
            assert all(one.at + one.size == other.at for one, other in pairwise(regions)), regions
            first, size = str(starts[0]), str(sum(sizes))
        else:
            first, size = (self._one_of(numbers, index) for numbers in (starts, sizes))
        if not regions[0].owned:
            return Fence(first, size)
        begin = self.of_player(seat, self.memory.first_player, self.memory.stride)
        return Fence(f"{begin} + {first}", size)

    def in_area(self, first: int, at: str) -> str:
        """Return an entry of the list of a loop that begins there."""
        return self.within(f"{first} + {at}", Fence(f"{first}", f"{self.memory.area_size(first)}"))

    def _one_of(self, numbers: Sequence[int], index: str) -> str:
        if len(set(numbers)) == 1 or not self.out.checked:
            return str(numbers[0])
        table = self.tables.lists.add(tuple(numbers), "fences of the parts of a zone")
        return f"{table}[{checked_index(index, f'{len(numbers)}')}]"

    def seat_words(self, seat: Val | None) -> str:
        """Return the address of the words of a player."""
        if seat is None or seat.text == MOVER.text:
            return "mine"
        return f"{self.memory.players_at} + {seat.text} * {len(self.memory.owned)}"

    def place(self, region: Region, seat: Val | None) -> str:
        """Return the address of a part of a zone."""
        if not region.owned:
            return str(region.at)
        return f"{self.seat_places(seat)} + {region.at}"

    def seat_places(self, seat: Val | None) -> str:
        """Return the address of the places of a player."""
        if seat is None or seat.text == MOVER.text:
            return "my_places"
        return f"{self.memory.first_player} + {seat.text} * {self.memory.stride}"

    def seat_of(self, ref: v.ZoneRef) -> Val | None:
        """Return the player whose zone it is; none for one of the game."""
        return None if ref.player is None else self.lower(ref.player)

    def temp(self, val: Val) -> Val:
        """Return the value in a temporary variable."""
        return evolve(val, text=self.out.temp(val.text))

    def or_zero(self, val: Val, seat: Val | None) -> Val:
        """Return a value of a player, or 0 if the seat is nobody's."""
        if seat is None or not seat.may_be_nobody:
            return val
        low = None if val.low is None else min(0, val.low)
        high = None if val.high is None else max(0, val.high)
        return Val(f"({val.text} if {seat.text} >= 0 else 0)", low, high)

    # ---- expressions -------------------------------------------------------------------------------
    def lower(self, expr: v.Expr) -> Val:
        """Return the code of an expression, from the cache if it is there."""
        key = self.key(expr)
        if key in self.known:
            return self.known[key]
        form = self.forms.get(type(expr))
        if form is None:
            raise NotLowered(NOT_KNOWN)
        return self.spill_if_long(form(self, expr))

    def spill_if_long(self, val: Val) -> Val:
        """Return a value, in a temporary variable if its text is long.

        Otherwise code could nest deeper than Python's parser and the walks over its trees allow.
        """
        return val if len(val.text) <= MOST_TEXT else self.temp(val)

    def joined(self, texts: Iterable[str], sign: str) -> str:
        """Return texts joined by a sign; long partial results go into temporary variables."""
        found = ""
        for text in texts:
            found = f"{found}{sign}{text}" if found else text
            found = found if len(found) <= MOST_TEXT else self.out.temp(found)
        return found

    def condition(self, expr: v.Expr) -> str:
        """Return the code of a condition."""
        return self.lower(expr).text

    def key(self, expr: v.Expr) -> tuple[Any, ...]:
        """Return the cache key of an expression: equal expressions about other variables differ by it."""
        return expr, tuple(self.env[s].text for s in sorted(free_slots(expr)) if s in self.env)

    def hoist(self, expr: Any, bound: frozenset[int]) -> None:
        """Emit and cache all parts of an expression that do not depend on some variables."""
        if isinstance(expr, SIMPLE):
            return
        if type(expr) in self.forms and not free_slots(expr) & bound:
            key = self.key(expr)
            if key not in self.known:
                val = self.lower(expr)
                self.known[key] = (
                    val if val.const is not None or val.text.isidentifier() else self.temp(val)
                )
            return
        inside = bound | inner_slots(expr)
        for part in parts_of(expr):
            self.hoist(part, inside)

    # ---- tokens --------------------------------------------------------------------------------------
    def token_mask(self, expr: v.Expr) -> tuple[str, tuple[int, ...] | None]:
        """Return a set of tokens as a mask, and its members if they are known."""
        known = tokens_of(expr)
        if known is not None:
            return str(sum(1 << token for token in known)), known
        val = self.lower(expr)
        if isinstance(expr, v.Local) and expr.type == "token":
            if val.const is not None:
                return str(1 << val.const), (val.const,)
            return f"(1 << {val.text})", None
        return val.text, None

    def token_lanes(self, expr: v.Expr, amount: int | None = None) -> str:
        """Return a word with the same amount of each token of a set; without one, with all bits of their lanes."""
        lanes = self.memory.lanes
        each = (1 << lanes.bits) - 1 if amount is None else amount
        text, known = self.token_mask(expr)
        if known is not None:
            return str(sum(each << (lanes.bits * token) for token in known))
        if isinstance(expr, v.Local) and expr.type == "token":
            return f"({each} << {lanes.bits} * {self.lower(expr).text})"
        name = self.tables.lists.add(
            tuple(
                sum(
                    (each if amount is None else 1) << (lanes.bits * t)
                    for t in range(lanes.count)
                    if m >> t & 1
                )
                for m in range(1 << lanes.count)
            ),
            "full lanes of each set of tokens"
            if amount is None
            else "1 each of each set of tokens",
        )
        return f"{name}[{text}]" if amount in {None, 1} else f"({name}[{text}] * {amount})"

    def in_lanes(self, amounts: Val, tokens: v.Expr) -> Val:
        """Return the number of some tokens in amounts."""
        lanes = self.memory.lanes
        if (
            isinstance(tokens, v.TokenConst | v.Local)
            and getattr(tokens, "type", "token") == "token"
        ):
            token = self.lower(tokens)
            lane = token.text if token.const is None else token.const
            return Val(lanes.lane(amounts.text, lane), 0, amounts.high)
        known = tokens_of(tokens)
        high = amounts.high if amounts.high is not None else lanes.most
        count = lanes.count if known is None else len(known)
        if known is not None and len(known) == lanes.count:
            masked = amounts.text
        else:
            masked = f"({amounts.text} & {self.token_lanes(tokens)})"
        return Val(lanes.total(masked, high), 0, high * count)

    # ---- amounts -------------------------------------------------------------------------------------
    def require_fit(self, high: int | None) -> int:
        """Return a bound; raise NotLowered if a lane has no room for it."""
        if high is None or high > self.memory.lanes.most:
            raise NotLowered(LARGE_AMOUNT, most=self.memory.lanes.most)
        return high

    def less(self, one: Val, other: Val) -> Val:
        """Return one value less the other, saturating at 0, lane by lane."""
        lanes, out = self.memory.lanes, self.out
        left = out.temp(f"{one.guarded or f'({one.text} | {lanes.guard})'} - {other.text}")
        kept = out.temp(f"{left} & {lanes.guard}")
        return Val(f"({left} & ({kept} - ({kept} >> {lanes.bits - 1})))", 0, one.high)

    def least(self, one: Val, other: Val) -> Val:
        """Return the smaller of two values, lane by lane."""
        one = one if one.text.isidentifier() else self.temp(one)
        over = self.less(one, other)
        return Val(f"({one.text} - {over.text})", 0, one.high)

    def plus(self, one: Val, other: Val) -> Val:
        """Return the sum of two values, lane by lane."""
        high = self.require_fit((one.high or 0) + (other.high or 0))
        if one.const == 0:
            return other
        return one if other.const == 0 else Val(f"({one.text} + {other.text})", 0, high)

    def pile(self, ref: v.ZoneRef) -> Val:
        """Return the tokens in a pile."""
        seat = self.seat_of(ref)
        high = max(n for each in self.memory.layouts.values() for n in each.stock)
        found = self.or_zero(Val(self.word(Pile(ref.zone), seat), 0, high), seat)
        for each in self.moved:
            if each.zone == ref.zone:
                found = Val(f"({found.text} {each.sign} {each.for_seat(seat)})", 0, high)
        return found

    # ---- pieces --------------------------------------------------------------------------------------
    def field(self, name: str) -> str:
        """Return the table of a field of all pieces, by their numbers."""
        pieces, lanes = self.memory.program.model.pieces, self.memory.lanes
        found = [piece.values.get(name) for piece in pieces]
        words = [lanes.word(f) if isinstance(f, tuple) else f or 0 for f in found]
        return self.tables.lists.add((0, *words), f"{name} of each piece")

    def guarded_field(self, name: str) -> str:
        """Return the table of amounts with the free bits set; no piece costs more than anybody could pay."""
        pieces, lanes = self.memory.program.model.pieces, self.memory.lanes
        amounts = [piece.values.get(name) or (0,) * lanes.count for piece in pieces]
        words = [lanes.word(each) if isinstance(each, tuple) else 0 for each in amounts]
        numbers = (lanes.most, *words)
        return self.tables.lists.add(tuple(n | lanes.guard for n in numbers), f"{name}, guarded")

    def field_bounds(self, name: str) -> tuple[int, int]:
        """Return the least and the greatest number in a field, or in any lane of it."""
        numbers = [0]
        for piece in self.memory.program.model.pieces:
            value = piece.values.get(name, 0)
            numbers += value if isinstance(value, tuple) else (value,)
        return min(numbers), max(numbers)

    def running_sum(self, wanted: RunningSum, seat: Val | None, high: int | None) -> Val:
        """Return a running sum over zones of a player, or of the game, and request it."""
        if wanted not in self.tables.running:
            self.tables.running.append(wanted)
        text = "0"  # while the layout does not know it yet; then the code is written once more
        if wanted in self.memory.running:
            text = self.word(Sum(self.memory.running.index(wanted)), seat)
        return self.or_zero(Val(text, 0, high), seat)

    @contextmanager
    def each_piece(
        self, region: Region, seat: Val | None, *, top: bool = False
    ) -> Iterator[tuple[str, str]]:
        """Emit a loop over the pieces of a part, first to last; yield the variables of the address and the piece."""
        start = self.place(region, seat)
        at, piece = self.out.temp(), self.out.temp()
        if region.places:
            count = "1" if top else self.place_text(region)
            header = f"for {at} in range({start}, {start} + {count}):"
        else:
            assert region.length is not None
            length = self.word(region.length, seat)
            if top:
                header = (
                    f"for {at} in range({start} + {length} - 1, {start} + {length} - 1 + ({length} > 0)):"
                    if region.reversed
                    else f"for {at} in range({start}, {start} + ({length} > 0)):"
                )
            elif region.reversed:
                header = f"for {at} in range({start} + {length} - 1, {start} - 1, -1):"
            else:
                header = f"for {at} in range({start}, {start} + {length}):"
        with self.out.under(header):
            self.out.line(f"{piece} = c[{self.within(at, self.fence((region,), seat))}]")
            if region.places:
                with self.out.under(f"if {piece} > 0:"):
                    yield at, piece
            else:
                yield at, piece

    def place_text(self, region: Region) -> str:
        """Return the number of places in a part of a zone, as code."""
        return self.by_players(self.memory.places[region.zone], f"places of {region.zone}")

    def by_players(self, numbers: Numbers, title: str) -> str:
        """Return a number that depends on the number of players, as code."""
        if len(set(numbers)) == 1:
            return str(numbers[0])
        return f"{self.tables.lists.add(numbers, title)}[players - {self.memory.low}]"


Form = Callable[[Scope, Any], Val]
