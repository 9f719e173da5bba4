"""Zones of pieces: moves between them, knowledge of pieces, places that refill, and shuffles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from splendor_dsl.chance import Stream
from splendor_dsl.interpreter.frames import Frame, Run
from splendor_dsl.ir.events import Event, Knowers
from splendor_dsl.ir.layout import ALL, ANY_KIND, EMPTY, NOBODY, OWNER, Layout, face
from splendor_dsl.ir.nodes import Program
from splendor_dsl.semantics.model import Moment, RefillTime

ZoneOf = tuple[str, int]  # a zone and a seat; 0 for one of the game


@frozen
class PieceLocation:
    """The location of a piece, and who knows it."""

    cell: int
    place: int
    known: int


class Zones:
    """The zones of one game, for one number of players."""

    def __init__(self, program: Program, layout: Layout) -> None:
        self.model = program.model
        self.layout = layout
        self.triggers = {
            zone: [
                entry.routine
                for entry in program.triggers
                if entry.trigger.at == Moment.ENTERS and entry.trigger.zone == zone
            ]
            for zone in self.layout.parts
        }
        self.slots = [routine.slots for routine in program.routines]
        self.sides: dict[int, list[int]] = {}
        for number, piece in enumerate(self.model.pieces):
            self.sides.setdefault(piece.thing, []).append(number)
        self.many_sided = {
            self.model.pieces[sides[0]].kind for sides in self.sides.values() if len(sides) > 1
        }
        self._searched = {
            kind: [
                at
                for at, cell in enumerate(layout.cells)
                if cell.kind == "zone" and self.model.zones[cell.name].kind in {kind, ANY_KIND}
            ]
            for kind in self.model.kinds
        }
        self._cells = {
            (zone, part): layout.seats("zone", zone, part)
            for zone, parts in layout.parts.items()
            for part in parts
        }
        self._known = [
            layout.known(at) if cell.kind == "zone" else None
            for at, cell in enumerate(layout.cells)
        ]
        self._fixed_marks = [
            ALL if cell.kind == "zone" and face(self.model.zones[cell.name]) == "up" else NOBODY
            for cell in layout.cells
        ]

    # ---- where pieces lie -------------------------------------------------------------------------
    def cells_of(self, zone: str, seat: int) -> Iterator[int]:
        """Yield the cells of the parts of a zone."""
        for part in self.layout.parts[zone]:
            cells = self._cells[zone, part]
            yield cells[seat if len(cells) > 1 else 0]

    def find(self, run: Run, piece: int) -> PieceLocation | None:
        """Return the location of a piece."""
        for cell in self._searched[self.model.pieces[piece].kind]:
            pieces = run.cells[cell]
            if piece in pieces:
                place = pieces.index(piece)
                return PieceLocation(cell, place, self.knowledge(run, cell, place))
        return None

    def knowledge(self, run: Run, cell: int, place: int) -> int:
        """Return who knows a piece: nobody, the owner, or all."""
        known = self._known[cell]
        if known is None:
            return self._fixed_marks[cell]
        mark: int = run.cells[known][place]
        return mark

    def part_of(self, zone: str, piece: int) -> int | None:
        """Return the part of a zone in which a piece lies; none in a zone without parts."""
        by = self.model.zones[zone].by
        if by is None or self.layout.parts[zone] == (None,):
            return None
        value = self.model.pieces[piece].values[by]
        return value if isinstance(value, int) else None

    def entry(self, zone: str, seat: int, piece: int) -> int:
        """Return the cell that a piece enters in a zone."""
        part = self.part_of(zone, piece)
        cells = self._cells[zone, part]
        return cells[seat if len(cells) > 1 else 0]

    # ---- moves -----------------------------------------------------------------------------
    def move(
        self, run: Run, pieces: Sequence[int], target: ZoneOf, *, path: str, under: bool = False
    ) -> None:
        """Move pieces to a zone, then refill gaps and run the triggers of the pieces that entered."""
        left: list[int] = []
        entered: list[tuple[int, int]] = []
        for piece in pieces:
            location = self.find(run, piece)
            if location is None:
                continue
            cell = self.entry(*target, piece)
            if self._enter(run, piece, location, cell, path=path, under=under):
                left.append(location.cell)
                entered.append((piece, cell))
        for cell in dict.fromkeys(left):
            entered += self.refill(run, cell, path)
        self._push_triggers(run, entered)

    def fill(self, run: Run, target: ZoneOf, source: ZoneOf, path: str) -> None:
        """Fill the empty places of a zone from the top of another."""
        entered: list[tuple[int, int]] = []
        for cell in self.cells_of(*target):
            entered += self._fill(run, cell, source, path)
        self._push_triggers(run, entered)

    def _enter(
        self, run: Run, piece: int, location: PieceLocation, cell: int, *, path: str, under: bool
    ) -> bool:
        """Move one piece and return True if there is room for it."""
        zone = self.layout.cells[cell].name
        has_places = zone in self.layout.places
        if has_places and EMPTY not in run.cells[cell]:
            return False
        self._leave(run, location)
        on_top = face(self.model.zones[zone]) == "down" and not under
        known = self.known_after(location.known, zone)
        if has_places:
            place = run.cells[cell].index(EMPTY)
            self._put(run, cell, place, piece, known)
        else:
            place = 0 if on_top else len(run.cells[cell])
            self._insert(run, cell, place, piece, known)
        if run.sink:
            run.sink(
                self._move_event(run, piece, (location, PieceLocation(cell, place, known)), path)
            )
        return True

    def known_after(self, known: int, zone: str) -> int:
        """Return who knows a piece that enters a zone, by who knew it before (K6)."""
        seen = face(self.model.zones[zone])
        if seen == "up":
            return ALL
        if seen == "down":
            return NOBODY
        return ALL if known == ALL else OWNER

    def _leave(self, run: Run, location: PieceLocation) -> None:
        if self.layout.cells[location.cell].name in self.layout.places:
            self._put(run, location.cell, location.place, EMPTY, NOBODY)
            return
        for cell in (location.cell, self._known[location.cell]):
            if cell is not None:
                was = run.cells[cell]
                run.cells[cell] = was[: location.place] + was[location.place + 1 :]

    def _put(self, run: Run, cell: int, place: int, piece: int, known: int) -> None:
        was = run.cells[cell]
        run.cells[cell] = (*was[:place], piece, *was[place + 1 :])
        marks = self._known[cell]
        if marks is not None:
            run.cells[marks] = (*run.cells[marks][:place], known, *run.cells[marks][place + 1 :])

    def _insert(self, run: Run, cell: int, place: int, piece: int, known: int) -> None:
        was = run.cells[cell]
        run.cells[cell] = (*was[:place], piece, *was[place:])
        marks = self._known[cell]
        if marks is not None:
            run.cells[marks] = (*run.cells[marks][:place], known, *run.cells[marks][place:])

    # ---- places ----------------------------------------------------------------------------
    def refill(self, run: Run, cell: int, path: str = "") -> list[tuple[int, int]]:
        """Refill an empty place, and return the pieces that entered with their cells."""
        what = self.layout.cells[cell]
        zone = self.model.zones[what.name]
        pieces = run.cells[cell]
        if what.name not in self.layout.places:
            return []
        if zone.slide:
            self._slide(run, cell, path)
        if zone.refill is None or (
            zone.refill.when == RefillTime.WHEN_EMPTY and any(p >= 0 for p in pieces)
        ):
            return []
        return self._fill(run, cell, (zone.refill.source, what.seat or 0), path)

    def _slide(self, run: Run, cell: int, path: str) -> None:
        """Move pieces up into the gaps before them."""
        before = run.cells[cell]
        for at in (cell, self._known[cell]):
            if at is not None:
                kept = [e for e, p in zip(run.cells[at], run.cells[cell], strict=True) if p >= 0]
                gap = EMPTY if at == cell else NOBODY
                run.cells[at] = (*kept, *[gap] * (len(run.cells[at]) - len(kept)))
        if run.sink and run.cells[cell] != before:
            run.sink(Event("slid", path, run.actor, {"zone": run.event_names.place(cell)}))

    def _fill(self, run: Run, cell: int, source: ZoneOf, path: str) -> list[tuple[int, int]]:
        entered: list[tuple[int, int]] = []
        for place, there in enumerate(run.cells[cell]):
            if there >= 0:
                continue
            top = self._top(run, cell, source)
            if top is None:
                break
            piece = run.cells[top.cell][top.place]
            known = self.known_after(top.known, self.layout.cells[cell].name)
            self._leave(run, top)
            self._put(run, cell, place, piece, known)
            entered.append((piece, cell))
            if run.sink:
                run.sink(
                    self._move_event(run, piece, (top, PieceLocation(cell, place, known)), path)
                )
            entered += self.refill(run, top.cell, path)
        return entered

    def _top(self, run: Run, cell: int, source: ZoneOf) -> PieceLocation | None:
        """Return the first piece of the part of a source that feeds a cell, if it belongs there."""
        part = self.layout.cells[cell].part
        for at in self.cells_of(*source):
            other = self.layout.cells[at].part
            if part is not None and other is not None and other != part:
                continue
            pieces = run.cells[at]
            place = next((place for place, piece in enumerate(pieces) if piece >= 0), None)
            if place is not None and self.entry(*self._zone_at(cell), pieces[place]) == cell:
                return PieceLocation(at, place, self.knowledge(run, at, place))
        return None

    def _zone_at(self, cell: int) -> ZoneOf:
        what = self.layout.cells[cell]
        return what.name, what.seat or 0

    # ---- what follows ----------------------------------------------------------------------
    def _push_triggers(self, run: Run, entered: Sequence[tuple[int, int]]) -> None:
        """Put the triggers of what has entered on the stack, the first on top."""
        for piece, cell in reversed(entered):
            what = self.layout.cells[cell]
            for routine in reversed(self.triggers[what.name]):
                seat = run.cells[self.layout.register("mover")] if what.seat is None else what.seat
                env = [seat, piece, *[None] * (self.slots[routine] - 2)]
                run.stack.append(Frame(routine, 0, env[: max(2, self.slots[routine])]))

    # ---- knowledge and order -----------------------------------------------------------------
    def reveal(self, run: Run, zone: str, seat: int, path: str) -> None:
        """Mark the pieces of a zone as known to all."""
        shown: list[int] = []
        for cell in self.cells_of(zone, seat):
            marks = self._known[cell]
            if marks is None:
                continue
            entries = zip(run.cells[cell], run.cells[marks], strict=True)
            shown += [piece for piece, mark in entries if piece >= 0 and mark != ALL]
            run.cells[marks] = tuple(ALL if piece >= 0 else NOBODY for piece in run.cells[cell])
        if shown and run.sink:
            labels = tuple(self.model.pieces[piece].label for piece in shown)
            if face(self.model.zones[zone]) == "down":  # the pieces are shown, not their order
                labels = tuple(sorted(labels))
            owner = seat if self.model.zones[zone].owned else None
            run.sink(Event("revealed", path, owner, {"zone": zone, "pieces": labels}))

    def shuffle(self, run: Run, zone: str, seat: int, path: str) -> None:
        """Shuffle a zone, part by part, each piece with a random side up."""
        stream = Stream(run.cells[self.layout.key], run.cells[self.layout.drawn])
        dealt = run.dealt(zone)
        for cell in self.cells_of(zone, seat):
            pieces = list(run.cells[cell])
            stream.shuffle(pieces)
            if self.model.zones[zone].kind in self.many_sided:
                pieces = [self._side(stream, piece) for piece in pieces]
            if dealt is not None:
                run.cells[cell] = tuple(self._dealt(pieces, dealt))
            self._reset_knowledge(run, cell)
        run.cells[self.layout.drawn] = stream.drawn
        if run.sink:
            run.sink(self._shuffle_event(run, zone, seat, path))

    def _shuffle_event(self, run: Run, zone: str, seat: int, path: str) -> Event:
        """Return the event of a shuffle: the new order of each part, for those who may look at it."""
        order = {
            "order": tuple(
                tuple(None if p < 0 else self.model.pieces[p].label for p in run.cells[cell])
                for cell in self.cells_of(zone, seat)
            )
        }
        owner = seat if self.model.zones[zone].owned else None
        seen = face(self.model.zones[zone])
        if seen == "up":
            return Event("shuffled", path, owner, {"zone": zone, **order})
        knowers = (seat,) if seen == "owner" else ()
        return Event("shuffled", path, owner, {"zone": zone}, order, knowers)

    def _side(self, stream: Stream, piece: int) -> int:
        if piece < 0:
            return piece
        sides = self.sides[self.model.pieces[piece].thing]
        return sides[stream.below(len(sides))]

    def _dealt(self, pieces: list[int], dealt: Sequence[int]) -> list[int]:
        """Return the named pieces first, with the sides named, then the rest as before."""
        things = {self.model.pieces[piece].thing: piece for piece in dealt}
        here = {self.model.pieces[piece].thing for piece in pieces if piece >= 0}
        first = [piece for thing, piece in things.items() if thing in here]
        rest = [p for p in pieces if p < 0 or self.model.pieces[p].thing not in things]
        return [*first, *rest]

    def _reset_knowledge(self, run: Run, cell: int) -> None:
        marks = self._known[cell]
        zone = self.model.zones[self.layout.cells[cell].name]
        if marks is not None and face(zone) != "up":
            who = OWNER if face(zone) == "owner" else NOBODY
            run.cells[marks] = tuple(who if piece >= 0 else NOBODY for piece in run.cells[cell])

    # ---- events ------------------------------------------------------------------------------
    def _move_event(
        self, run: Run, piece: int, ends: tuple[PieceLocation, PieceLocation], path: str
    ) -> Event:
        """Return the event of a moved piece, and who may know which it was."""
        names = run.event_names
        source, target = ends
        data = {
            "from": (*names.place(source.cell), source.place),
            "to": (*names.place(target.cell), target.place),
        }
        which = {"piece": self.model.pieces[piece].label}
        if ALL in {source.known, target.known}:
            return Event("piece", path, run.actor, {**data, **which})
        return Event("piece", path, run.actor, data, which, self._knowers(ends))

    def _knowers(self, ends: tuple[PieceLocation, PieceLocation]) -> Knowers:
        seats = {
            self.layout.cells[location.cell].seat for location in ends if location.known == OWNER
        }
        return tuple(sorted(seat for seat in seats if seat is not None))
