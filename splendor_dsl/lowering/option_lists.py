"""The options of an `Ask`, listed by loops over its choices, and the variables that an option binds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import assert_never

from attrs import evolve, frozen

from splendor_dsl.ir.nodes import Ask
from splendor_dsl.lowering.addresses import SMALL, AddressEmitter, PartAddress
from splendor_dsl.lowering.code_style import CodeStyle, Payable, PlaceRange
from splendor_dsl.lowering.domains import membership
from splendor_dsl.lowering.numbering import AskNumbers, Choice, SourceRange, tokens_of
from splendor_dsl.lowering.requirements import Requirements, implied_requirements
from splendor_dsl.lowering.scope import Scope, Val, number
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.model import (
    Choose,
    ChooseNumber,
    ChoosePiece,
    ChoosePlayer,
    ChooseToken,
    ChooseTokens,
    Decision,
    MoveTokens,
    Require,
)

_EmitOption = Callable[..., None]
_SETS = "sets of tokens that may be chosen"


@frozen
class Number:
    """The number of an option as a sum: a known part, and the rest as text."""

    known: int
    parts: tuple[str, ...] = ()

    def plus(self, at: Val, stride: int) -> Number:
        """Return the number with the value of one more choice."""
        if at.const is not None:
            return Number(self.known + at.const * stride, self.parts)
        text = at.text if stride == 1 else f"({at.text}) * {stride}"
        return Number(self.known, (*self.parts, text))

    @property
    def text(self) -> str:
        """The number."""
        if not self.parts:
            return str(self.known)
        return " + ".join((*self.parts, str(self.known)) if self.known else self.parts)


def bound_slots(ask: Ask) -> frozenset[int]:
    """Return the variables that the choices of an `Ask` bind."""
    return frozenset(step.slot for step in ask.steps if isinstance(step, Choose))


def list_ask(scope: Scope, style: CodeStyle, asked: AskNumbers) -> None:
    """Emit code that appends all options of an `Ask` to the list, without declining."""
    ask = asked.decision
    assert isinstance(ask, Ask)
    choices = [step for step in ask.steps if isinstance(step, Choose)]
    tests = implied_requirements(scope, ask.implied, bound_slots(ask), choices)
    _OptionEmitter(style, asked, tests).steps(
        scope, ask.steps, asked.choices, Number(asked.base), ()
    )


@frozen
class _OptionEmitter:
    """The emitter of the options of one `Ask`."""

    style: CodeStyle
    asked: AskNumbers
    tests: Requirements

    def steps(
        self,
        scope: Scope,
        steps: Sequence[Decision],
        choices: Sequence[Choice],
        at: Number,
        conditions: tuple[str, ...],
    ) -> None:
        """Emit the rest of the steps; `conditions` are still to be tested."""
        scope.hoist(tuple(steps), frozenset(s.slot for s in steps if isinstance(s, Choose)))
        for number_, step in enumerate(steps):
            if isinstance(step, Require):
                conditions = (*conditions, scope.condition(step.value))
                continue
            rest = steps[number_ + 1 :]
            self._choice(scope, step, rest, choices, at, conditions)
            return
        self._option(scope, at, conditions, None)

    def _option(
        self, scope: Scope, at: Number, conditions: tuple[str, ...], chosen: Choose | None
    ) -> None:
        if chosen is not None and self._implies_piece(scope, chosen):
            there = f"({scope.env[chosen.slot].text} > 0)"
            conditions = tuple(each for each in conditions if each != there)
        if conditions and self._tests_first(at):
            with scope.out.under(f"if {scope.joined(conditions, ' & ')}:"):
                self._option(scope, at, (), chosen)
            return
        tests = (*conditions, *self.tests.text(scope, chosen))
        self.style.append(scope.out, at.text, scope.joined(tests, " & ") or None)

    def _tests_first(self, at: Number) -> bool:
        """Return whether a price is tested only where all else holds: of many pairs, few are left."""
        return bool(self.tests.payments) and (self.style.branches or len(at.parts) > 1)

    def _implies_piece(self, scope: Scope, chosen: Choose) -> bool:
        """Return whether a payment implies already that there is a piece, so that no test is needed."""
        return (
            any(each.type == "piece" for each in chosen.effects.binds)
            and not self.style.branches
            and any(each.excludes_none(scope, chosen.slot) for each in self.tests.payments)
        )

    def _choice(  # the operands so far, in order
        self,
        scope: Scope,
        step: Choose,
        rest: Sequence[Decision],
        choices: Sequence[Choice],
        at: Number,
        conditions: tuple[str, ...],
    ) -> None:
        choice = choices[0]

        def each(inner: Scope, val: Val, way: Val, tests: tuple[str, ...] = ()) -> None:
            inner = evolve(inner.with_variable(step.slot, val), known=dict(inner.known))
            number_ = at.plus(way, choice.stride)
            if rest:
                self.steps(inner, rest, choices[1:], number_, tests)
            else:
                self._option(inner, number_, tests, step)

        if not conditions:
            self._ways(scope, step, choice, (rest, at), each)
            return
        with scope.out.under(f"if {scope.joined(conditions, ' & ')}:"):
            self._ways(evolve(scope, known=dict(scope.known)), step, choice, (rest, at), each)

    def _ways(
        self,
        scope: Scope,
        step: Choose,
        choice: Choice,
        after: tuple[Sequence[Decision], Number],
        each: _EmitOption,
    ) -> None:
        match step:
            case ChooseToken():
                self._token(scope, step, choice, after, each)
            case ChooseTokens():
                self._tokens(scope, step, choice, after, each)
            case ChoosePiece():
                sources = _sources(scope, step, choice)
                if not self._all_at_once(scope, step, sources, after):
                    for source in sources:
                        self._source(scope, source, (choice, *after), each)
            case ChooseNumber():
                self._number(scope, step, choice, each)
            case ChoosePlayer():
                self._player(scope, step, each)
            case _:
                assert_never(step)

    def _token(
        self,
        scope: Scope,
        step: ChooseToken,
        choice: Choice,
        after: tuple[Sequence[Decision], Number],
        each: _EmitOption,
    ) -> None:
        """Emit the tokens: as a loop if more choices follow, as their code is long; else all at once or one by one."""
        rest, at = after
        least = self._least(step, rest)
        if not any(isinstance(more, Choose) for more in rest):
            if least is None or at.parts:
                self._token_by_token(scope, step, each)
            else:
                self._tokens_at_least(scope, step, choice, (least, at))
            return
        there = scope.out.temp(_present(scope, step))
        token = scope.out.temp()
        with scope.out.under(f"for {token} in range({scope.memory.lanes.count}):"):
            each(scope, Val(token, 0), Val(token, 0), (f"({there} >> {token} & 1 != 0)",))

    def _token_by_token(self, scope: Scope, step: ChooseToken, each: _EmitOption) -> None:
        lanes = scope.memory.lanes
        pile = None if step.pile is None else scope.pile(step.pile)
        known = tokens_of(step.tokens)
        if pile is not None and not pile.text.isidentifier():
            pile = scope.temp(pile)
        if pile is not None and step.pile is not None:
            scope.known[scope.key(v.PileAmounts(pile=step.pile))] = pile
        text = "" if known is not None else scope.token_mask(step.tokens)[0]
        for token in range(lanes.count) if known is None else known:
            tests = () if pile is None else (f"({lanes.lane(pile.text, token)} > 0)",)
            if known is None:
                tests = (f"({text} >> {token} & 1 != 0)", *tests)
            each(scope, number(token), number(token), tests)

    def _source(
        self,
        scope: Scope,
        source: _Source,
        after: tuple[Choice, Sequence[Decision], Number],
        each: _EmitOption,
    ) -> None:
        """Emit the pieces of one zone; a full zone without further conditions takes a row of a table."""
        choice, rest, at = after
        asked = rest or at.parts or self.tests.any
        full = None if asked else source.full(scope, self.style)
        if full is None:
            _pieces(self.style, scope, source, each)
            return
        ways = range(source.first, source.end)
        row = tuple(at.known + way * choice.stride for way in ways)
        with scope.out.under(f"if {full}:"):
            self.style.extend(scope.out, "all places in use", (row,), "0")
        with scope.out.under("else:"):
            _pieces(self.style, evolve(scope, known=dict(scope.known)), source, each)

    def _all_at_once(
        self,
        scope: Scope,
        step: ChoosePiece,
        sources: Sequence[_Source],
        after: tuple[Sequence[Decision], Number],
    ) -> bool:
        """Emit one call that finds all payable pieces; return False if the backend has none for the case."""
        rest, at = after
        if rest or at.parts or self.tests.moves or len(self.tests.payments) != 1:
            return False
        (payment,) = self.tests.payments
        place_ranges = [source.place_range(scope) for source in sources]
        field = payment.field_alone(scope, step.slot)
        if field is None or payment.spare is None or payment.held is None or None in place_ranges:
            return False
        places = tuple(filter(None, place_ranges))
        prices, count = scope.guarded_field(field), sum(size for _, size in places)
        table = scope.tables.lists.by_name[prices]
        about = Payable(payment.spare.text, payment.held.text, prices, table, at.known, count)
        return self.style.payable(scope.out, places, about)

    def _least(self, step: ChooseToken, rest: Sequence[Decision]) -> int | None:
        """Return the number of a token that its pile must hold, if that is the only condition."""
        tests = self.tests
        if step.pile is None or tokens_of(step.tokens) is None or tests.payments or tests.tried:
            return None
        numbers = [1]
        for each in rest:
            match each:
                case Require(
                    value=v.Compare(
                        operator=">=" | ">" as sign,
                        left=v.PileCount(pile=pile, tokens=v.Local(slot=slot)),
                        right=v.Const(value=value),
                    )
                ) if pile == step.pile and slot == step.slot:
                    numbers.append(value + (sign == ">"))
                case _:
                    return None
        for gain in self.tests.moves:
            match gain:
                case MoveTokens(
                    amounts=v.AmountOf(count=v.Const(value=value), tokens=v.Local(slot=slot)),
                    source=source,
                ) if source == step.pile and slot == step.slot and len(self.tests.moves) == 1:
                    numbers.append(value)
                case _:
                    return None
        return max(numbers)

    def _tokens_at_least(
        self, scope: Scope, step: ChooseToken, choice: Choice, about: tuple[int, Number]
    ) -> None:
        """Emit the tokens of which a pile holds so many: a row of options for each set of such tokens."""
        least, at = about
        lanes, group = scope.memory.lanes, tokens_of(step.tokens) or ()
        assert step.pile is not None
        if least > lanes.most:
            return
        first, stride = at.known, choice.stride
        rows = tuple(
            tuple(first + token * stride for token in group if mask >> token & 1)
            for mask in range(1 << lanes.count)
        )
        index = lanes.mask(scope.pile(step.pile).text, least)
        self.style.extend(scope.out, f"{step.name}, by the tokens there are", rows, index)

    def _tokens(
        self,
        scope: Scope,
        step: ChooseTokens,
        choice: Choice,
        after: tuple[Sequence[Decision], Number],
        each: _EmitOption,
    ) -> None:
        rest, at = after
        lanes, out = scope.memory.lanes, scope.out
        mask, count = out.temp(_present(scope, step)), scope.lower(step.count)
        most = max((each_set.bit_count() for each_set in choice.sets), default=0)
        if most == 0:
            return
        index = f"({count.text}) * {1 << lanes.count} + {mask}"
        sure = (
            not rest
            and not self.tests.payments
            and not self.tests.tried
            and not self.tests.pile_conditions(scope.with_variable(step.slot, Val("0", 0)), step)
        )
        alone = sure and not at.parts
        rows = tuple(
            tuple(
                (at.known + way * choice.stride) if alone else way
                for way, members in enumerate(choice.sets)
                if members.bit_count() == size and members & ~present == 0
            )
            for size in range(most + 1)
            for present in range(1 << lanes.count)
        )
        title = f"{step.name}, by how many and the tokens there are"
        bounded = f"if {count.text} > 0:"
        if count.high is None or count.high > most:
            bounded = f"if ({count.text} > 0) & ({count.text} <= {most}):"
        if alone:
            with out.under(bounded):
                self.style.extend(out, title, rows, index)
            return
        masks = scope.tables.lists.add(choice.sets, _SETS)
        with out.under(bounded), _each_of_row(scope, title, rows, index) as found:
            chosen = out.temp(f"{masks}[{found}]")
            each(scope, Val(chosen, 0), Val(found, 0))

    def _number(self, scope: Scope, step: ChooseNumber, choice: Choice, each: _EmitOption) -> None:
        low, high = scope.lower(step.low), scope.lower(step.high)
        found = scope.out.temp()
        with scope.out.under(f"for {found} in range({low.text}, {high.text} + 1):"):
            way = Val(found, None) if choice.low == 0 else Val(f"{found} - {choice.low}")
            each(scope, Val(found, low.low, high.high), way)

    def _player(self, scope: Scope, step: ChoosePlayer, each: _EmitOption) -> None:
        other = scope.out.temp()
        with scope.out.under(f"for {other} in range(players):"):
            test = membership(scope, step.domain, other)
            each(scope, Val(other, 0), Val(other, 0), () if test is None else (f"({test})",))


def _present(scope: Scope, step: ChooseToken | ChooseTokens) -> str:
    """Return the tokens that may be chosen as a mask: those that its pile holds, if the choice names one."""
    text, _ = scope.token_mask(step.tokens)
    if step.pile is None:
        return text
    lanes = scope.memory.lanes
    there = lanes.mask(scope.pile(step.pile).text)
    return there if text == str((1 << lanes.count) - 1) else f"({there} & {text})"


@contextmanager
def _each_of_row(
    scope: Scope, title: str, rows: Sequence[Sequence[int]], index: str
) -> Iterator[str]:
    """Emit a loop over one row of a table, and yield the variable of its element."""
    starts = [0]
    flat_rows: list[int] = []
    for row in rows:
        flat_rows += row
        starts.append(len(flat_rows))
    begin = scope.tables.lists.add(tuple(starts), f"where rows begin: {title}")
    ways = scope.tables.lists.add(tuple(flat_rows), title)
    out = scope.out
    which, place = out.temp(index), out.temp()
    with out.under(f"for {place} in range({begin}[{which}], {begin}[{which} + 1]):"):
        yield out.temp(f"{ways}[{place}]")


@frozen
class _Source:
    """One of the zones that a piece is chosen from."""

    address: PartAddress
    ranges: tuple[SourceRange, ...]
    top: bool

    @property
    def first(self) -> int:
        """The number of the option of its first place."""
        return self.ranges[0].first

    @property
    def end(self) -> int:
        """One more than the number of the option of its last place."""
        return self.ranges[-1].first + self.ranges[-1].count

    def place_range(self, scope: Scope) -> PlaceRange | None:
        """Return the range of all its places, if the numbers of its options follow them."""
        region = self.address.region
        small = len(self.ranges) == 1 and region.size <= SMALL
        if not self.is_contiguous(scope) and (
            self.top or region.places or region.reversed or not small
        ):
            return None
        first = PartAddress(self.address.regions[:1], self.address.seat)
        size = sum(each.size for each in self.address.regions)
        places = AddressEmitter(scope.memory)
        return places.entry(scope, self.address, places.start(scope, first), str(size)), size

    def full(self, scope: Scope, style: CodeStyle) -> str | None:
        """Return the condition that none of its places is empty, if it is cheap to test."""
        places = AddressEmitter(scope.memory)
        place_range = self.place_range(scope) if self.is_contiguous(scope) else None
        if place_range is not None:
            return style.full(place_range)
        if not self.top or self.address.region.places or len(self.ranges) == 1:
            return None
        parts = (PartAddress((each.region,), self.address.seat) for each in self.ranges)
        return " and ".join(f"{places.length(scope, part)} > 0" for part in parts)

    def is_contiguous(self, scope: Scope) -> bool:
        """Return whether its parts are contiguous and use all their places, as its numbers do."""
        sizes = set(scope.memory.places.get(self.address.region.zone, ()))
        return self.address.region.places and not self.top and sizes == {self.address.region.size}


def _sources(scope: Scope, step: ChoosePiece, choice: Choice) -> list[_Source]:
    found = []
    for source in step.sources:
        ranges = tuple(each for each in choice.ranges if each.source is source)
        if not ranges:
            continue  # another source offers all of its pieces
        address = PartAddress(tuple(each.region for each in ranges), scope.seat_of(source.zone))
        found.append(_Source(address, ranges, source.top))
    return found


def zones_of(scope: Scope, step: ChoosePiece, choice: Choice) -> tuple[PartAddress, ...]:
    """Return the zones that a piece is chosen from."""
    return tuple(source.address for source in _sources(scope, step, choice))


def _pieces(style: CodeStyle, scope: Scope, source: _Source, each: _EmitOption) -> None:
    """Emit the options of a zone, part by part."""
    address, out, places = source.address, scope.out, AddressEmitter(scope.memory)
    if source.is_contiguous(scope):
        start = places.start(scope, PartAddress(address.regions[:1], address.seat))
        at, first = out.temp(), out.temp(start)
        size = address.region.size * len(address.regions)
        with out.under(f"for {at} in range({first}, {first} + {size}):"):
            piece = out.temp(f"c[{places.entry(scope, address, at)}]")
            way = Val(f"{at} - {first} + {source.first}")
            _if_present(style, scope, f"{piece} > 0", (piece, way), each)
        return
    for span in source.ranges:
        part = PartAddress((span.region,), address.seat)
        if source.top and part.region.places:
            location, start = places.first_location(scope, part), places.start(scope, part)
            with out.under(f"if {location} >= 0:"):
                way = Val(f"{location} - ({start}) + {span.first}")
                each(scope, Val(out.temp(f"c[{places.entry(scope, part, location)}]"), 1), way)
        elif source.top:
            some = out.temp(places.top(scope, part, maybe=True))
            piece = out.temp(f"c[{places.entry(scope, part, some)}]")
            there = f"{places.length(scope, part)} > 0"
            _if_present(style, scope, there, (piece, number(span.first)), each)
        else:
            _part(style, scope, part, span, each)


def _part(
    style: CodeStyle, scope: Scope, part: PartAddress, span: SourceRange, each: _EmitOption
) -> None:
    out, places = scope.out, AddressEmitter(scope.memory)
    at, start = out.temp(), out.temp(places.start(scope, part))
    ready = not part.region.reversed and part.region.size <= SMALL
    if ready and not (part.region.places and style.branches):
        with out.under(f"for {at} in range({start}, {start} + {part.region.size}):"):
            piece = out.temp(f"c[{places.entry(scope, part, at)}]")
            here = Val(f"{at} - {start} + {span.first}")
            _if_present(style, scope, f"{piece} > 0", (piece, here), each)
        return
    end = out.temp(f"{start} + {places.count(scope, part)}")
    if part.region.reversed:
        header, way = f"range({end} - 1, {start} - 1, -1)", f"{end} - 1 - {at}"
    else:
        header, way = f"range({start}, {end})", f"{at} - {start}"
    with out.under(f"for {at} in {header}:"):
        piece = out.temp(f"c[{places.entry(scope, part, at)}]")
        found = piece, Val(f"{way} + {span.first}")
        if part.region.places:
            _if_present(style, scope, f"{piece} > 0", found, each)
        else:
            each(scope, Val(piece, 1), found[1])


def _if_present(
    style: CodeStyle, scope: Scope, test: str, found: tuple[str, Val], each: _EmitOption
) -> None:
    """Emit the option of a piece if there is one; tables have an entry for none, so that no branch is needed."""
    piece, way = found
    if style.branches:
        with scope.out.under(f"if {test}:"):
            each(scope, Val(piece, 1), way)
    else:
        each(scope, Val(piece, 1), way, (f"({test})",))


# ---- taking an option --------------------------------------------------------------------------------
def take_ask(
    scope: Scope, asked: AskNumbers, names: dict[int, str], location_of: dict[int, str]
) -> None:
    """Emit the bindings of an option: a variable for each choice, and for a piece its location."""
    out = scope.out
    inner = scope
    rest = f"option - {asked.base}" if asked.base else "option"
    for number_, choice in enumerate(asked.choices):
        last = number_ == len(asked.choices) - 1
        way = rest if last and choice.stride == 1 else f"({rest}) // {choice.stride}"
        way = out.address(way)
        if not last:
            rest = out.temp(f"({rest}) % {choice.stride}")
        slot = choice.step.slot
        name = names[slot]
        match choice.step:
            case ChooseToken() | ChoosePlayer():
                out.line(f"{name} = {way}")
            case ChooseNumber():
                out.line(f"{name} = {way} + {choice.low}" if choice.low else f"{name} = {way}")
            case ChooseTokens():
                table = scope.tables.lists.add(choice.sets, _SETS)
                chosen = out.offset(f"{table}[{way}]")
                out.line(f"{name} = {chosen}")
            case ChoosePiece():
                sources = _sources(inner, choice.step, choice)
                _take_piece(inner, sources, way, (name, location_of[slot]))
            case _:
                assert_never(choice.step)
        inner = inner.with_variable(slot, Val(name, 0))


def _take_piece(scope: Scope, sources: Sequence[_Source], way: str, names: tuple[str, str]) -> None:
    name, location = names
    out, places = scope.out, AddressEmitter(scope.memory)
    cases: list[tuple[int, Callable[[], str]]] = []
    for source in sources:
        cases += _cases(scope, places, source, way)
    for number_, (end, text) in enumerate(cases):
        header = "else:" if number_ else "if True:"
        if number_ < len(cases) - 1:
            header = f"{'elif' if number_ else 'if'} {way} < {end}:"
        with out.under(header):
            out.line(f"{location} = {out.offset(text())}")
    out.line(f"{name} = c[{location}]")


def _cases(
    scope: Scope, places: AddressEmitter, source: _Source, way: str
) -> Iterator[tuple[int, Callable[[], str]]]:
    """Yield, for each range of a source, the end of its numbers and a function that emits the address of such a piece."""
    address = source.address
    if source.is_contiguous(scope):
        whole = PartAddress(address.regions[:1], address.seat)
        start = places.start(scope, whole)
        location = f"{start} + {way} - {source.first}"
        yield source.end, lambda: places.entry(scope, address, location)
    else:
        for span in source.ranges:
            part = PartAddress((span.region,), address.seat)
            here = f"({way} - {span.first})" if span.first else way
            sign = "-" if span.region.reversed else "+"
            yield span.first + span.count, _entry_emitter(places, scope, part, f"{sign} {here}")


def _entry_emitter(
    places: AddressEmitter, scope: Scope, part: PartAddress, here: str
) -> Callable[[], str]:
    return lambda: places.entry(scope, part, f"{places.top(scope, part)} {here}")
