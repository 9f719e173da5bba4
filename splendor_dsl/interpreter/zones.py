"""Zones of pieces: how pieces leave and enter, who then knows them, places that refill, and shuffles."""

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
class Spot:
    """A piece where it lies."""

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
        self._fixed = [
            ALL if cell.kind == "zone" and face(self.model.zones[cell.name]) == "up" else NOBODY
            for cell in layout.cells
        ]

    # ---- where things lie ------------------------------------------------------------------
    def cells_of(self, zone: str, seat: int) -> Iterator[int]:
        """The cells of the parts of a zone."""
        for part in self.layout.parts[zone]:
            cells = self._cells[zone, part]
            yield cells[seat if len(cells) > 1 else 0]

    def find(self, run: Run, piece: int) -> Spot | None:
        """Where a piece lies."""
        for cell in self._searched[self.model.pieces[piece].kind]:
            pieces = run.cells[cell]
            if piece in pieces:
                place = pieces.index(piece)
                return Spot(cell, place, self.knowledge(run, cell, place))
        return None

    def knowledge(self, run: Run, cell: int, place: int) -> int:
        """Who knows a piece: nobody, the owner, or all."""
        known = self._known[cell]
        if known is None:
            return self._fixed[cell]
        mark: int = run.cells[known][place]
        return mark

    def entry(self, zone: str, seat: int, piece: int) -> int:
        """The cell that a piece comes into when it enters a zone."""
        by = self.model.zones[zone].by
        part = None
        if by is not None and self.layout.parts[zone] != (None,):
            value = self.model.pieces[piece].values[by]
            part = value if isinstance(value, int) else None
        cells = self._cells[zone, part]
        return cells[seat if len(cells) > 1 else 0]

    # ---- moves -----------------------------------------------------------------------------
    def move(
        self, run: Run, pieces: Sequence[int], target: ZoneOf, *, path: str, under: bool = False
    ) -> None:
        """Move pieces to a zone, then let gaps refill and what has entered be noticed."""
        left: list[int] = []
        entered: list[tuple[int, int]] = []
        for piece in pieces:
            spot = self.find(run, piece)
            if spot is None:
                continue
            cell = self.entry(*target, piece)
            if self._enter(run, piece, spot, cell, path=path, under=under):
                left.append(spot.cell)
                entered.append((piece, cell))
        for cell in dict.fromkeys(left):
            entered += self.refill(run, cell, path)
        self._notice(run, entered)

    def fill(self, run: Run, target: ZoneOf, source: ZoneOf, path: str) -> None:
        """Fill the empty places of a zone from the top of another."""
        entered: list[tuple[int, int]] = []
        for cell in self.cells_of(*target):
            entered += self._fill(run, cell, source, path)
        self._notice(run, entered)

    def _enter(
        self, run: Run, piece: int, spot: Spot, cell: int, *, path: str, under: bool
    ) -> bool:
        """Move one piece, if there is room for it."""
        zone = self.layout.cells[cell].name
        has_places = zone in self.layout.places
        if has_places and EMPTY not in run.cells[cell]:
            return False
        self._leave(run, spot)
        on_top = face(self.model.zones[zone]) == "down" and not under
        known = self._known_after(spot.known, zone)
        if has_places:
            place = run.cells[cell].index(EMPTY)
            self._put(run, cell, place, piece, known)
        else:
            place = 0 if on_top else len(run.cells[cell])
            self._insert(run, cell, place, piece, known)
        if run.sink:
            run.sink(self._moved(run, piece, (spot, Spot(cell, place, known)), path))
        return True

    def _known_after(self, known: int, zone: str) -> int:
        seen = face(self.model.zones[zone])
        if seen == "up":
            return ALL
        if seen == "down":
            return NOBODY
        return ALL if known == ALL else OWNER

    def _leave(self, run: Run, spot: Spot) -> None:
        if self.layout.cells[spot.cell].name in self.layout.places:
            self._put(run, spot.cell, spot.place, EMPTY, NOBODY)
            return
        for cell in (spot.cell, self._known[spot.cell]):
            if cell is not None:
                was = run.cells[cell]
                run.cells[cell] = was[: spot.place] + was[spot.place + 1 :]

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
        """What comes in where a place was left empty."""
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
        """Pieces move up into the gaps before them."""
        before = run.cells[cell]
        for at in (cell, self._known[cell]):
            if at is not None:
                kept = [e for e, p in zip(run.cells[at], run.cells[cell], strict=True) if p >= 0]
                gap = EMPTY if at == cell else NOBODY
                run.cells[at] = (*kept, *[gap] * (len(run.cells[at]) - len(kept)))
        if run.sink and run.cells[cell] != before:
            run.sink(Event("slid", path, run.actor, {"zone": run.telling.place(cell)}))

    def _fill(self, run: Run, cell: int, source: ZoneOf, path: str) -> list[tuple[int, int]]:
        entered: list[tuple[int, int]] = []
        for place, there in enumerate(run.cells[cell]):
            if there >= 0:
                continue
            top = self._top(run, cell, source)
            if top is None:
                break
            piece = run.cells[top.cell][top.place]
            known = self._known_after(top.known, self.layout.cells[cell].name)
            self._leave(run, top)
            self._put(run, cell, place, piece, known)
            entered.append((piece, cell))
            if run.sink:
                run.sink(self._moved(run, piece, (top, Spot(cell, place, known)), path))
            entered += self.refill(run, top.cell, path)
        return entered

    def _top(self, run: Run, cell: int, source: ZoneOf) -> Spot | None:
        """The first piece of the part of a source that feeds a cell, if it belongs there."""
        part = self.layout.cells[cell].part
        for at in self.cells_of(*source):
            other = self.layout.cells[at].part
            if part is not None and other is not None and other != part:
                continue
            pieces = run.cells[at]
            place = next((place for place, piece in enumerate(pieces) if piece >= 0), None)
            if place is not None and self.entry(*self._zone_at(cell), pieces[place]) == cell:
                return Spot(at, place, self.knowledge(run, at, place))
        return None

    def _zone_at(self, cell: int) -> ZoneOf:
        what = self.layout.cells[cell]
        return what.name, what.seat or 0

    # ---- what follows ----------------------------------------------------------------------
    def _notice(self, run: Run, entered: Sequence[tuple[int, int]]) -> None:
        """Put the triggers of what has entered on the stack, the first on top."""
        for piece, cell in reversed(entered):
            what = self.layout.cells[cell]
            for routine in reversed(self.triggers[what.name]):
                seat = run.cells[self.layout.register("mover")] if what.seat is None else what.seat
                env = [seat, piece, *[None] * (self.slots[routine] - 2)]
                run.stack.append(Frame(routine, 0, env[: max(2, self.slots[routine])]))

    # ---- knowledge and order -----------------------------------------------------------------
    def reveal(self, run: Run, zone: str, seat: int, path: str) -> None:
        """Let all know what lies in a zone."""
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
            if face(self.model.zones[zone]) == "down":  # what lies there is shown, not its order
                labels = tuple(sorted(labels))
            owner = seat if self.model.zones[zone].owned else None
            run.sink(Event("revealed", path, owner, {"zone": zone, "pieces": labels}))

    def shuffle(self, run: Run, zone: str, seat: int, path: str) -> None:
        """A zone in a random order, part by part, each piece with a random side up."""
        stream = Stream(run.cells[self.layout.key], run.cells[self.layout.drawn])
        dealt = run.dealt(zone)
        for cell in self.cells_of(zone, seat):
            pieces = list(run.cells[cell])
            stream.shuffle(pieces)
            if self.model.zones[zone].kind in self.many_sided:
                pieces = [self._side(stream, piece) for piece in pieces]
            if dealt is not None:
                run.cells[cell] = tuple(self._dealt(pieces, dealt))
            self._forget(run, cell)
        run.cells[self.layout.drawn] = stream.drawn
        if run.sink:
            run.sink(self._shuffled(run, zone, seat, path))

    def _shuffled(self, run: Run, zone: str, seat: int, path: str) -> Event:
        """What is told of a shuffle: the new order of each part, to those who may look at it."""
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
        """Named pieces first, with the sides named; the rest as they were."""
        things = {self.model.pieces[piece].thing: piece for piece in dealt}
        here = {self.model.pieces[piece].thing for piece in pieces if piece >= 0}
        first = [piece for thing, piece in things.items() if thing in here]
        rest = [p for p in pieces if p < 0 or self.model.pieces[p].thing not in things]
        return [*first, *rest]

    def _forget(self, run: Run, cell: int) -> None:
        marks = self._known[cell]
        zone = self.model.zones[self.layout.cells[cell].name]
        if marks is not None and face(zone) != "up":
            who = OWNER if face(zone) == "owner" else NOBODY
            run.cells[marks] = tuple(who if piece >= 0 else NOBODY for piece in run.cells[cell])

    # ---- telling -----------------------------------------------------------------------------
    def _moved(self, run: Run, piece: int, way: tuple[Spot, Spot], path: str) -> Event:
        """What is told of a piece that moved, and who may know which it was."""
        tell = run.telling
        source, target = way
        data = {
            "from": (*tell.place(source.cell), source.place),
            "to": (*tell.place(target.cell), target.place),
        }
        which = {"piece": self.model.pieces[piece].label}
        if ALL in {source.known, target.known}:
            return Event("piece", path, run.actor, {**data, **which})
        return Event("piece", path, run.actor, data, which, self._knowers(way))

    def _knowers(self, way: tuple[Spot, Spot]) -> Knowers:
        seats = {self.layout.cells[spot.cell].seat for spot in way if spot.known == OWNER}
        return tuple(sorted(seat for seat in seats if seat is not None))
