"""Moves of pieces between zones, as code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from splendor_dsl.ir.from_semantics import SETUP
from splendor_dsl.ir.layout import ALL, NOBODY, OWNER, face
from splendor_dsl.ir.nodes import Program, control_of
from splendor_dsl.lowering.addresses import SMALL, AddressEmitter, PartAddress, has_sides
from splendor_dsl.lowering.domains import unless_nobody
from splendor_dsl.lowering.memory_layout import MemoryLayout
from splendor_dsl.lowering.scope import Scope, Val
from splendor_dsl.lowering.unsupported import CHANGES_PARTS, NotLowered
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.model import Fill, MovePieces, RefillTime, Reveal

ENTERED_WORDS = 3  # of a piece that has entered: the piece, the zone, the seat


@frozen
class EnteredPieces:
    """The pieces that enter zones during a step: a variable with their number, and a list of them if they are not known."""

    count: str
    zones: tuple[str, ...]  # where triggers wait
    first: int | None

    def record(self, scope: Scope, zone: str, seat: Val | None, piece: str) -> None:
        """Emit the record of a piece that enters a zone."""
        if zone not in self.zones:
            return
        if self.first is not None:
            seat = seat or Val("0", 0, 0)
            for place, text in enumerate((piece, str(self.zones.index(zone)), seat.text)):
                at = f"{ENTERED_WORDS} * {self.count} + {place}"
                scope.out.line(f"c[{scope.in_area(self.first, at)}] = {text}")
        scope.out.line(f"{self.count} += 1")


class PieceMoveEmitter(AddressEmitter):
    """The emitter of moves of pieces."""

    def __init__(self, memory: MemoryLayout) -> None:
        super().__init__(memory)
        # Set while a step is emitted that may bring pieces in.
        self.entered: EnteredPieces | None = None
        self._turning_kinds = frozenset(_turning_kinds(memory.program))

    # ---- leaving and entering --------------------------------------------------------------------
    def leave(
        self, scope: Scope, address: PartAddress, location: str, piece: str, *, last: bool = False
    ) -> None:
        """Emit the removal of a piece from its location; `last` if it is stored behind all others."""
        out, region = scope.out, address.region
        if region.places:
            self._clear(scope, address, location)
        elif last:
            self._clear(scope, address, location)
            out.line(f"{self.length(scope, address)} -= 1")
        else:
            self._close_gap(scope, address, location)
            out.line(f"{self.length(scope, address)} -= 1")
        self.add_to_sums(scope, address, piece, "-")

    def _close_gap(self, scope: Scope, address: PartAddress, location: str) -> None:
        """Emit the shift of all that is stored behind a piece; in a small zone it has no branch."""
        out, region = scope.out, address.region
        at, start = out.temp(), out.temp(self.start(scope, address))
        if len(address.regions) == 1 and region.size <= SMALL:
            end = out.temp(f"{start} + {region.size} - 1")
            with out.under(f"for {at} in range({start}, {end}):"):
                behind = out.temp(f"{at} + ({at} >= {location})")
                self._copy(scope, address, at, behind)
            self._clear(scope, address, end)
        else:
            end = out.temp(f"{start} + {self.length(scope, address)} - 1")
            with out.under(f"for {at} in range({location}, {end}):"):
                self._copy(scope, address, at, f"{at} + 1")
            self._clear(scope, address, end)

    def _copy(self, scope: Scope, address: PartAddress, to: str, at: str) -> None:
        """Emit the copy of an entry to another of its part, with the mark of who knows it."""
        scope.out.line(f"c[{self.entry(scope, address, to)}] = c[{self.entry(scope, address, at)}]")
        if address.region.marks is not None:
            here, there = (self.mark(scope, address, each) for each in (at, to))
            scope.out.line(f"c[{there}] = c[{here}]")

    def _clear(self, scope: Scope, address: PartAddress, at: str) -> None:
        scope.out.line(f"c[{self.entry(scope, address, at)}] = 0")
        if address.region.marks is not None:
            scope.out.line(f"c[{self.mark(scope, address, at)}] = {NOBODY}")

    def known(self, scope: Scope, address: PartAddress, location: str) -> str:
        """Return the mark of who knows a piece at its location."""
        if address.region.marks is None:
            return str(ALL if face(self.zone(address)) == "up" else NOBODY)
        return f"c[{self.mark(scope, address, location)}]"

    def _known_after(self, known: str, address: PartAddress) -> str:
        if face(self.zone(address)) == "down":
            return str(NOBODY)
        if known.isdigit():
            return str(ALL if int(known) == ALL else OWNER)
        return f"({ALL} if {known} == {ALL} else {OWNER})"

    def put(
        self, scope: Scope, address: PartAddress, location: str, piece: str, known: str
    ) -> None:
        """Emit the placement of a piece at an empty entry."""
        scope.out.line(f"c[{self.entry(scope, address, location)}] = {piece}")
        if address.region.marks is not None:
            after = self._known_after(known, address)
            scope.out.line(f"c[{self.mark(scope, address, location)}] = {after}")
        self.add_to_sums(scope, address, piece, "+")

    def enter(
        self, scope: Scope, address: PartAddress, piece: str, known: str, *, under: bool
    ) -> None:
        """Emit the placement of a piece at the end, on top, or (`under`) at the bottom of a zone without places."""
        out, region = scope.out, address.region
        length = self.length(scope, address)
        if region.limited:  # a wrong proof must not corrupt memory
            with out.under(f"if {length} >= {region.size}:"):
                out.line('raise IndexError("a zone holds more than its limit")')
        place = out.address(f"{self.start(scope, address)} + {length}")
        if under and region.reversed:
            at, start = out.temp(), out.temp(self.start(scope, address))
            with out.under(f"for {at} in range({place}, {start}, -1):"):
                self._copy(scope, address, at, f"{at} - 1")
            place = start
        self.put(scope, address, place, piece, known)
        out.line(f"{length} += 1")

    # ---- one bound piece -----------------------------------------------------------------------------
    def may_fail(self, step: MovePieces, piece: Val, seat: Val | None) -> bool:
        """Return whether a move of one piece may fail: no room, nobody's zone, or another side of the piece."""
        return (
            not piece.text.isidentifier()
            or self.model.zones[step.target.zone].places is not None
            or (seat is not None and seat.may_be_nobody)
            or kind_of(step.piece) in self._turning_kinds
        )

    def move_bound(
        self,
        scope: Scope,
        step: MovePieces,
        piece: Val,
        location: str | None,
        among: Sequence[PartAddress],
    ) -> None:
        """Emit the move of the piece that a variable holds, from `location` if its location is known."""
        out, zone = scope.out, step.target.zone
        seat = scope.seat_of(step.target)
        tests = (
            [] if seat is None or (seat.low or -1) >= 0 or seat.low == 0 else [f"{seat.text} >= 0"]
        )
        if location is None:
            location = out.temp(f"find(c, players, {piece.text})")
            tests.insert(0, f"{location} >= 0")
        with out.under(f"if {' and '.join(tests) or 'True'}:"):
            if self.model.zones[zone].places is not None:
                self._move_into_places(scope, step, (piece.text, location), seat, among)
                return
            needs_known = any(region.marks is not None for region in self.memory.parts(zone))
            known = out.temp() if needs_known else str(NOBODY)
            refilling = [each for each in among if self._is_replenished(each)]
            for number, (test, address) in enumerate(self.locate(scope, location, among)):
                with out.under(_case(number, test)):
                    if needs_known:
                        out.line(f"{known} = {self.known(scope, address, location)}")
                    self.leave(scope, address, location, piece.text)
            target = self.target_part(scope, zone, seat, piece.text)
            self.enter(scope, target, piece.text, known, under=step.under)
            self._record(scope, target, piece.text)
            if refilling:
                self._refill_left(scope, location, among)

    def _record(self, scope: Scope, address: PartAddress, piece: str) -> None:
        """Record a piece that has entered a part of a zone, where triggers wait for it."""
        if self.entered is not None:
            self.entered.record(scope, address.region.zone, address.seat, piece)

    def _refill_left(self, scope: Scope, location: str, among: Sequence[PartAddress]) -> None:
        """Emit the refill of the part that was left, if it is one that refills or slides."""
        out = scope.out
        cases = self.locate(scope, location, among)
        while cases and not self._is_replenished(cases[-1][1]):
            cases.pop()
        for number, (test, address) in enumerate(cases):
            with out.under(_case(number, test)):
                self.refill(scope, address)

    def _move_into_places(
        self,
        scope: Scope,
        step: MovePieces,
        what: tuple[str, str],
        seat: Val | None,
        among: Sequence[PartAddress],
    ) -> None:
        piece, location = what
        out, address = scope.out, self.target_part(scope, step.target.zone, seat, piece)
        start, room = self._free_places(scope, address)
        known = out.temp()
        with out.under(f"if {room} > 0:"):
            for number, (test, left) in enumerate(self.locate(scope, location, among)):
                with out.under(_case(number, test)):
                    out.line(f"{known} = {self.known(scope, left, location)}")
                    self.leave(scope, left, location, piece)
            self._put_into_places(scope, address, start, (piece, known))
            self._refill_left(scope, location, among)

    def _free_places(self, scope: Scope, address: PartAddress) -> tuple[str, str]:
        """Return the address of the places of a part, and the number of empty ones."""
        out = scope.out
        start, room, at = out.temp(self.start(scope, address)), out.temp("0"), out.temp()
        with out.under(
            f"for {at} in range({start}, {start} + {scope.place_text(address.region)}):"
        ):
            out.line(f"{room} += c[{self.entry(scope, address, at)}] == 0")
        return start, room

    def _put_into_places(
        self, scope: Scope, address: PartAddress, start: str, what: tuple[str, str]
    ) -> None:
        """Emit the placement of a piece, with its mark, at the first empty place."""
        out, (piece, known) = scope.out, what
        at, end = out.temp(), f"{start} + {scope.place_text(address.region)}"
        here = self.entry(scope, address, at)
        with out.under(f"for {at} in range({start}, {end}):"), out.under(f"if c[{here}] == 0:"):
            self.put(scope, address, at, piece, known)
            out.line("break")
        self._record(scope, address, piece)

    # ---- places --------------------------------------------------------------------------------------
    def _is_replenished(self, address: PartAddress) -> bool:
        zone = self.zone(address)
        return address.region.places and (zone.slide or zone.refill is not None)

    def refill(self, scope: Scope, address: PartAddress) -> None:
        """Emit the slide and the refill of a part, as its rules say."""
        zone = self.zone(address)
        if not self._is_replenished(address):
            return
        if zone.slide:
            self._slide(scope, address)
        if zone.refill is None:
            return
        source = zone.refill.source
        seat = (address.seat or Val("0", 0, 0)) if self.model.zones[source].owned else None
        if zone.refill.when != RefillTime.WHEN_EMPTY:
            self.fill_part(scope, address, (source, seat))
            return
        out = scope.out
        full, at, start = out.temp("0"), out.temp(), out.temp(self.start(scope, address))
        with out.under(
            f"for {at} in range({start}, {start} + {scope.place_text(address.region)}):"
        ):
            out.line(f"{full} |= c[{self.entry(scope, address, at)}]")
        with out.under(f"if {full} == 0:"):
            self.fill_part(scope, address, (source, seat))

    def _slide(self, scope: Scope, address: PartAddress) -> None:
        out = scope.out
        start = out.temp(self.start(scope, address))
        to, at = out.temp(start), out.temp()
        header = f"for {at} in range({start}, {start} + {scope.place_text(address.region)}):"
        with out.under(header), out.under(f"if c[{self.entry(scope, address, at)}] > 0:"):
            with out.under(f"if {to} != {at}:"):
                self._copy(scope, address, to, at)
                self._clear(scope, address, at)
            out.line(f"{to} += 1")

    def fill_part(self, scope: Scope, address: PartAddress, source: tuple[str, Val | None]) -> None:
        """Emit the fill of the empty places of a part from the top of another zone."""
        out = scope.out
        at, start = out.temp(), out.temp(self.start(scope, address))
        end = out.temp(f"{start} + {scope.place_text(address.region)}")
        with out.under("while True:"):
            self._find_empty(scope, address, at, (start, end))
            with out.under(f"if {at} < 0:"):
                out.line("break")
            feeders = [
                (each, self.first_location(scope, each))
                for each in self._feeding_parts(address, source)
            ]
            for number, (feeder, top) in enumerate(feeders):
                test = self._feed_condition(scope, feeder, address, top)
                with out.under(f"{'el' if number else ''}if {test}:"):
                    self._move_feed(scope, (feeder, top), address, at)
            with out.under("else:"):
                out.line("break")

    def _find_empty(
        self, scope: Scope, address: PartAddress, at: str, between: tuple[str, str]
    ) -> None:
        """Emit the search for the first empty place, -1 for none; a few places are tested without a branch."""
        out, (start, end) = scope.out, between
        sizes = set(self.memory.places[address.region.zone])
        if out.branches or len(sizes) > 1 or address.region.size > SMALL:
            here = self.entry(scope, address, start, scope.place_text(address.region))
            out.line(f"{at} = empty(c, {here}, {end})")
            return
        out.line(f"{at} = -1")
        for place in reversed(range(address.region.size)):
            here = self.entry(scope, address, f"{start} + {place}")
            out.line(f"{at} = {start} + {place} if c[{here}] == 0 else {at}")

    def _move_feed(
        self, scope: Scope, feeding: tuple[PartAddress, str], address: PartAddress, at: str
    ) -> None:
        """Emit the move of the first piece of a part into a place of another, and the refill of its own place."""
        out, (feeder, top) = scope.out, feeding
        location = out.address(top)
        piece = out.temp(f"c[{self.entry(scope, feeder, location)}]")
        known = self.known(scope, feeder, location)
        if not known.isdigit() and address.region.marks is not None:
            known = out.temp(known)
        self.leave(scope, feeder, location, piece, last=feeder.region.reversed)
        self.put(scope, address, at, piece, known)
        self._record(scope, address, piece)
        self.refill(scope, feeder)

    def _feeding_parts(
        self, address: PartAddress, source: tuple[str, Val | None]
    ) -> list[PartAddress]:
        """Return the parts from which a part is filled, in order."""
        regions = self.memory.parts(source[0])
        if address.index is None:
            part = address.region.part
            fitting = (r for r in regions if part is None or r.part is None or r.part == part)
            return [PartAddress((region,), source[1]) for region in fitting]
        if len(regions) == 1:
            return [PartAddress(regions, source[1])]
        return [PartAddress(regions, source[1], address.index)]

    def _feed_condition(
        self, scope: Scope, feeder: PartAddress, address: PartAddress, top: str
    ) -> str:
        """Return the condition that the first piece of a part may enter another."""
        some = f"{top} >= 0" if feeder.region.places else f"{self.length(scope, feeder)} > 0"
        by = self.zone(address).by
        if address.region.part is None or by is None:
            return some
        if feeder.region.part is not None and not self._sides_span_parts(by):
            return some
        part = f"{address.region.part}" + ("" if address.index is None else f" + {address.index}")
        top = self.entry(scope, feeder, top)
        return f"{some} and {scope.field(by)}[c[{top}]] == {part}"

    def _sides_span_parts(self, by: str) -> bool:
        """Return whether the sides of a piece belong to several parts, so that a shuffle may misplace it."""
        found = {(piece.thing, piece.values.get(by)) for piece in self.model.pieces}
        return len({thing for thing, _ in found}) < len(found)

    def fill(self, scope: Scope, step: Fill) -> None:
        """Emit a `fill` step."""
        seat, other = scope.seat_of(step.zone), scope.seat_of(step.source)
        with unless_nobody(scope, seat), unless_nobody(scope, other):
            for address in self.parts(step.zone.zone, seat):
                self.fill_part(scope, address, (step.source.zone, other))

    # ---- several pieces --------------------------------------------------------------------------------
    def move_several(self, scope: Scope, step: MovePieces) -> None:
        """Emit the move of the tops of a zone's parts, or of all its pieces, to another zone."""
        assert step.source is not None
        source = step.source.zone
        by = self.model.zones[source].by
        if source == step.target.zone and by is not None and self._sides_span_parts(by):
            # A part would gain pieces before its own are taken.
            raise NotLowered(CHANGES_PARTS, step.where)
        seat, other = scope.seat_of(step.source), scope.seat_of(step.target)
        tests = [
            f"{each.text} >= 0" for each in (seat, other) if each is not None and each.may_be_nobody
        ]
        with scope.out.under(f"if {' and '.join(tests) or 'True'}:"):
            many = None if step.count is None else scope.temp(scope.lower(step.count)).text
            parts = self.parts(source, seat)
            lefts = [self._move_part(scope, step, address, other, many) for address in parts]
            for address, left in zip(parts, lefts, strict=True):
                if self._is_replenished(address):
                    with scope.out.under(f"if {left} > 0:"):
                        self.refill(scope, address)

    def _move_part(
        self,
        scope: Scope,
        step: MovePieces,
        address: PartAddress,
        other: Val | None,
        many: str | None,
    ) -> str:
        """Emit the move of the first `many` pieces of a part, or all; return the variable that counts them."""
        out, region, target = scope.out, address.region, self.model.zones[step.target.zone]
        moved, at, start = out.temp("0"), out.temp(), out.temp(self.start(scope, address))
        tried = out.temp("0") if target.places is not None else moved
        on_top = target.name == region.zone and face(target) == "down" and not step.under
        piled = out.temp("0") if on_top else None
        if region.places:
            header = f"for {at} in range({start}, {start} + {scope.place_text(region)}):"
            here = self.entry(scope, address, at)
            test = f"if c[{here}] > 0" + ("" if many is None else f" and {tried} < {many}") + ":"
        else:
            most = self.length(scope, address)
            header = f"for {at} in range({most if many is None else f'min({many}, {most})'}):"
            test = "if True:"
        with out.under(header), out.under(test):
            location = at if region.places else out.temp(self.top(scope, address))
            if not region.places and (piled or tried != moved):
                # Before the next piece lie those without room in the target, or those that came on top of it.
                before = piled or f"({tried} - {moved})"
                location = out.temp(f"{location} {'-' if region.reversed else '+'} {before}")
            entered = self._move_next(scope, step, address, (other, location), (moved, tried))
            if piled:
                out.line(f"{piled} += {self.start(scope, entered)} == {start}")
        return moved

    def _move_next(
        self,
        scope: Scope,
        step: MovePieces,
        address: PartAddress,
        way: tuple[Val | None, str],
        counts: tuple[str, str],
    ) -> PartAddress:
        """Emit the move of the piece at an entry, and its count; return the part that it enters."""
        out, zone, (other, location), (moved, tried) = scope.out, step.target.zone, way, counts
        piece = out.temp(f"c[{self.entry(scope, address, location)}]")
        marked = any(each.marks is not None for each in self.memory.parts(zone))
        known = self.known(scope, address, location)
        known = known if known.isdigit() or not marked else out.temp(known)
        target = self.target_part(scope, zone, other, piece)
        last = address.region.reversed and moved == tried and zone != address.region.zone
        if self.model.zones[zone].places is None:
            self.leave(scope, address, location, piece, last=last)
            self.enter(scope, target, piece, known, under=step.under)
            self._record(scope, target, piece)
            out.line(f"{moved} += 1")
        else:
            start, room = self._free_places(scope, target)
            with out.under(f"if {room} > 0:"):
                self.leave(scope, address, location, piece, last=last)
                self._put_into_places(scope, target, start, (piece, known))
                out.line(f"{moved} += 1")
        if tried != moved:
            out.line(f"{tried} += 1")
        return target

    # ---- knowledge -------------------------------------------------------------------------------------
    def reveal(self, scope: Scope, step: Reveal) -> None:
        """Emit a `reveal` step: all players know the pieces of the zone."""
        seat, out = scope.seat_of(step.zone), scope.out
        with unless_nobody(scope, seat):
            for address in self.parts(step.zone.zone, seat):
                if address.region.marks is None:
                    continue
                start, at = out.temp(self.start(scope, address)), out.temp()
                with out.under(
                    f"for {at} in range({start}, {start} + {self.count(scope, address)}):"
                ):
                    mark, here = self.mark(scope, address, at), self.entry(scope, address, at)
                    out.line(f"c[{mark}] = {ALL} if c[{here}] > 0 else {NOBODY}")


def _turning_kinds(program: Program) -> Iterator[str]:
    """Yield the kinds of pieces that may show another side once the setup is done."""
    for number, routine in enumerate(program.routines):
        for step in routine.steps:
            shuffled = () if number == SETUP else control_of(step).effects.shuffled
            for kind in (program.model.zones[ref.zone].kind for ref in shuffled):
                if kind is not None and has_sides(program.model, kind):
                    yield kind


def _case(number: int, test: str | None) -> str:
    """Return the header of one of several exclusive cases."""
    if test is None:
        return "else:" if number else "if True:"
    return f"{'elif' if number else 'if'} {test}:"


def kind_of(expr: v.Expr | None) -> str | None:
    """Return the kind of piece that a variable holds."""
    if isinstance(expr, v.Local) and expr.type.startswith("piece "):
        return expr.type.removeprefix("piece ")
    return None
