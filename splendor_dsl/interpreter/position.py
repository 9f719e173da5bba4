"""A position set up by hand (K31): the setup without chance, then the givens of an example.

Everything else is as the setup leaves it when no shuffle changes anything: pieces in the order of their tables. Given
pieces move from wherever they are; pieces that they displace go back to the top of the zone that refills their place, or
else to the box.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import define, field, frozen

from splendor_dsl.diagnostics import Problem
from splendor_dsl.interpreter.conservation import imbalances
from splendor_dsl.interpreter.duplicates import require_no_duplicates
from splendor_dsl.interpreter.errors import Fault
from splendor_dsl.interpreter.evaluation import Cells
from splendor_dsl.interpreter.frames import Run
from splendor_dsl.interpreter.interpreter import Engine
from splendor_dsl.interpreter.limits import exceeded, limits_here, proven_limits
from splendor_dsl.interpreter.moment import set_moment
from splendor_dsl.ir.layout import ALL, BOX, EMPTY, NOBODY, OWNER, Cell, face
from splendor_dsl.semantics import examples as e
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.model import Face, RefillTime, Where

SUPPLY = "supply"


def position(engine: Engine, example: e.Example, base: Cells | None = None) -> Cells | Problem:
    """Return the cells of an example's position, at the decision of the player to move.

    With a base, from a recorded game, the givens change that and nothing else.
    """
    try:
        require_no_duplicates(engine, example)
        return _Position.begin(engine, example, base).apply()
    except Fault as fault:
        return fault.problem


@frozen(kw_only=True)
class _Placement:
    """Pieces that a `given` names, in order."""

    given: e.GivenPieces
    seat: int
    pieces: tuple[int, ...]


@define
class _Position:
    engine: Engine
    example: e.Example
    base: Cells | None
    named: dict[int, Where] = field(factory=dict)
    placements: list[_Placement] = field(factory=list)
    cells: Cells = field(factory=list)
    # Given gaps, which must not be refilled: by cell, the places and their clauses.
    gaps: dict[int, dict[int, Where]] = field(factory=dict)

    @classmethod
    def begin(cls, engine: Engine, example: e.Example, base: Cells | None) -> _Position:
        """Return the position with its pieces named and the game set up with those at the bottom."""
        new = cls(engine, example, base)
        # A condition on pieces may read numbers of the position without them.
        new.cells = new._set_up() if base is None else list(base)
        new._name_pieces()
        if base is None:
            new.cells = new._set_up()
        return new

    def _set_up(self) -> Cells:
        cells, _ = self.engine.start(0, deal=self._deal(), automatic=False, phases=False)
        return cells

    @property
    def env(self) -> list[int | None]:
        """The variables of the example: the seat of each player."""
        seats = range(len(self.example.players))
        rest = self.example.slots - 1 - len(seats)
        return [0, *seats, *[None] * rest]

    # ---- which pieces -------------------------------------------------------------------------
    def _name_pieces(self) -> None:
        givens = [each for each in self.example.given if isinstance(each, e.GivenPieces)]
        for given in givens:
            for item in given.items:
                if isinstance(item, int):
                    self._name(item, given.where)
        for given in givens:
            pieces = [piece for item in given.items for piece in self._pieces(item, given.where)]
            self.placements.append(
                _Placement(given=given, seat=self._seat(given.zone), pieces=tuple(pieces))
            )

    def _name(self, piece: int, where: Where) -> None:
        thing = self.engine.program.model.pieces[piece].thing
        if thing in self.named:
            label = self.engine.program.model.pieces[piece].label
            reason = f"{label!r} lies in two places"
            raise Fault(reason, where)
        self.named[thing] = where

    def _pieces(self, item: int | e.Some, where: Where) -> Iterator[int]:
        if isinstance(item, int):
            yield item
            return
        found = [piece for piece in self._candidates(item) if self._free(piece)]
        if item.count is not None and len(found) < item.count:
            reason = (
                f"expected {item.count} such {item.kind}, found {len(found)} that lie nowhere else"
            )
            raise Fault(reason, where)
        for piece in found if item.count is None else found[: item.count]:
            self._name(piece, where)
            yield piece

    def _candidates(self, item: e.Some) -> Iterator[int]:
        """Yield matching pieces from the bottom of their table up, so that those on the board stay there."""
        model = self.engine.program.model
        holds = self.engine.make.compile(item.condition) if item.condition is not None else None
        env = [*self.env]
        for piece in reversed(list(model.pieces_of(item.kind))):
            env[item.slot] = piece
            if holds is None or holds(self.cells, env):
                yield piece

    def _free(self, piece: int) -> bool:
        return self.engine.program.model.pieces[piece].thing not in self.named

    def _deal(self) -> dict[str, Sequence[int]]:
        """Return every zone in the order of its table, with named pieces at the bottom."""
        model = self.engine.program.model
        sides = self.engine.zones.sides
        shown = {
            model.pieces[p].thing: p for placement in self.placements for p in placement.pieces
        }
        things = [shown.get(thing, pieces[0]) for thing, pieces in sides.items()]
        order = sorted(things, key=lambda piece: model.pieces[piece].thing in self.named)
        return {zone.name: order for zone in model.zones.values() if zone.kind is not None}

    def _seat(self, ref: v.ZoneRef) -> int:
        if ref.player is None:
            return 0
        seat: int = self.engine.make.compile(ref.player)(self.cells, self.env)
        return seat

    # ---- laying it out --------------------------------------------------------------------------
    def apply(self) -> Cells:
        """Apply all givens, then their consequences, and return the cells."""
        # Stacks come last, as pieces displaced from a place go back on top of them; a zone is
        # cleared before anything is put into it.
        for placement in sorted(self.placements, key=self._order):
            self._place_pieces(placement)
        for given in self.example.given:
            self._place_other(given)
        self._set_supply()
        self._refill()
        self._check_limits()
        for reason in imbalances(self.engine.program.model, self.engine.layout, self.cells):
            raise Fault(reason, self.example.where)
        set_moment(self.engine, self.example, self.cells, from_record=self.base is not None)
        return self.cells

    def _order(self, placement: _Placement) -> tuple[bool, bool]:
        given = placement.given
        clears = given.clears and (not given.at or len(given.at) < self._deepest(given))
        return self._is_stack(given.zone.zone), not clears

    def _deepest(self, given: e.GivenPieces) -> int:
        """Return the count of numbers that address one place: none, a part, a place, or a place of a part."""
        zone = self.engine.program.model.zones[given.zone.zone]
        return (zone.by is not None) + (zone.name in self.engine.layout.places)

    def _place_pieces(self, placement: _Placement) -> None:
        zone, at = self.engine.program.model.zones[placement.given.zone.zone], placement.given.at
        deepest = self._deepest(placement.given)
        if len(at) > deepest:
            raise self._no_place(placement)
        for piece in placement.pieces:
            self._take_away(piece)
        if zone.name in self.engine.layout.places and len(at) == deepest:
            self._put_in_place(placement)
        elif self._is_stack(zone.name):
            self._put_on_top(placement) if placement.pieces else self._empty(placement)
        else:
            self._fill_zone(placement)

    def _is_stack(self, name: str) -> bool:
        zone = self.engine.program.model.zones[name]
        return zone.face == Face.DOWN and not zone.owned

    def _take_away(self, piece: int) -> None:
        thing = self.engine.program.model.pieces[piece].thing
        for cell, what in enumerate(self.engine.layout.cells):
            if what.kind != "zone":
                continue
            for place, there in enumerate(self.cells[cell]):
                if there >= 0 and self.engine.program.model.pieces[there].thing == thing:
                    self._remove(cell, place)
                    return

    def _remove(self, cell: int, place: int) -> None:
        in_places = self.engine.layout.cells[cell].name in self.engine.layout.places
        for each, gap in ((cell, EMPTY), (self.engine.layout.known(cell), NOBODY)):
            if each is not None:
                was = self.cells[each]
                kept = (gap,) if in_places else ()
                self.cells[each] = (*was[:place], *kept, *was[place + 1 :])

    def _put_in_place(self, placement: _Placement) -> None:
        *part, place = placement.given.at
        cell = self._cell_at(placement, part, place)
        self._put_back(cell, place - 1, placement)
        if len(placement.pieces) > 1:
            reason = "one place holds one piece"
            raise Fault(reason, placement.given.where)
        gaps = self.gaps.setdefault(cell, {})
        for piece in placement.pieces:
            self._require_part(piece, cell, placement)
            self._set(cell, place - 1, piece)
            gaps.pop(place, None)
        if not placement.pieces:
            gaps[place] = placement.given.where

    def _no_place(self, placement: _Placement) -> Fault:
        """Return the fault of a given part or place that the zone does not have."""
        zone, layout = placement.given.zone.zone, self.engine.layout
        spoken = "-".join(map(str, placement.given.at))
        parts, places = [each for each in layout.parts[zone] if each is not None], layout.places
        if zone in places:
            first, last = (f"{part}-" for part in (parts[0], parts[-1])) if parts else ("", "")
            reason = f"the places of {zone!r} are {first}1 to {last}{places[zone]}, not {spoken}"
        elif parts:
            reason = f"the parts of {zone!r} are {parts[0]} to {parts[-1]}, not {spoken}"
        else:
            reason = f"{zone!r} has no places, so none is {spoken}"
        return Fault(reason, placement.given.where)

    def _cell_at(self, placement: _Placement, part: Sequence[int], place: int) -> int:
        zone = placement.given.zone.zone
        places = self.engine.layout.places[zone]
        by = part[0] if part else None
        seats = [
            index
            for index, what in enumerate(self.engine.layout.cells)
            if (what.kind, what.name, what.part, what.seat or 0)
            == ("zone", zone, by, placement.seat)
        ]
        if not seats or not 1 <= place <= places:
            raise self._no_place(placement)
        return seats[0]

    def _require_part(self, piece: int, cell: int, placement: _Placement) -> None:
        zone = placement.given.zone.zone
        if self.engine.zones.entry(zone, placement.seat, piece) != cell:
            raise self._wrong_part(piece, placement)

    def _wrong_part(self, piece: int, placement: _Placement) -> Fault:
        """Return the fault of a piece given for a part that is not its own."""
        zone, label = placement.given.zone.zone, self.engine.program.model.pieces[piece].label
        own = self.engine.layout.cells[self.engine.zones.entry(zone, placement.seat, piece)].part
        reason = f"{label!r} belongs to part {own} of {zone!r}, not to part {placement.given.at[0]}"
        return Fault(reason, placement.given.where)

    def _put_back(self, cell: int, place: int, placement: _Placement) -> None:
        """Move the piece of a place to the top of the stack that refills it, or to the box."""
        piece = self.cells[cell][place]
        if piece < 0:
            return
        here = self.engine.layout.cells[cell]
        back = self._stack_of(here.name)
        if back == here.name:
            reason = f"what lies in {back!r} has no other place to lie"
            raise Fault(reason, placement.given.where)
        self._remove(cell, place)
        self._insert(self.engine.zones.entry(back, here.seat or 0, piece), 0, piece)

    def _stack_of(self, name: str) -> str:
        """Return the zone without places that refills a zone, perhaps through others; without one, the box."""
        zones, back = self.engine.program.model.zones, name
        while back == name or back in self.engine.layout.places:
            refill = zones[back].refill
            back = BOX if refill is None else refill.source
            if back == BOX:
                return BOX
        return back

    def _empty(self, placement: _Placement) -> list[int]:
        """Empty a zone or a part of it, and return its cells."""
        parts = [
            cell
            for cell in self.engine.zones.cells_of(placement.given.zone.zone, placement.seat)
            if placement.given.at in {(), (self.engine.layout.cells[cell].part,)}
        ]
        if not parts:
            raise self._no_place(placement)
        for cell in parts:
            for place in reversed(range(len(self.cells[cell]))):
                self._put_back(cell, place, placement)
        return parts

    def _set(self, cell: int, place: int, piece: int) -> None:
        was = self.cells[cell]
        self.cells[cell] = (*was[:place], piece, *was[place + 1 :])
        self._mark(cell, place, insert=False)

    def _insert(self, cell: int, place: int, piece: int) -> None:
        was = self.cells[cell]
        self.cells[cell] = (*was[:place], piece, *was[place:])
        self._mark(cell, place, insert=True)

    def _mark(self, cell: int, place: int, *, insert: bool) -> None:
        known = self.engine.layout.known(cell)
        if known is None:
            return
        zone = self.engine.program.model.zones[self.engine.layout.cells[cell].name]
        mark = {"up": ALL, "owner": OWNER, "down": NOBODY}[face(zone)]
        was = self.cells[known]
        self.cells[known] = (*was[:place], mark, *was[place if insert else place + 1 :])

    def _put_on_top(self, placement: _Placement) -> None:
        for piece in reversed(placement.pieces):
            self._insert(self._entry(piece, placement), 0, piece)

    def _entry(self, piece: int, placement: _Placement) -> int:
        """Return the cell of the given part that a piece enters; raise Fault if it belongs to another."""
        cell = self.engine.zones.entry(placement.given.zone.zone, placement.seat, piece)
        if placement.given.at and self.engine.layout.cells[cell].part != placement.given.at[0]:
            raise self._wrong_part(piece, placement)
        return cell

    def _fill_zone(self, placement: _Placement) -> None:
        """Fill the zone, or the given part of it, with exactly these pieces."""
        zone, places = placement.given.zone.zone, self.engine.layout.places
        for cell in self._empty(placement):
            if zone in places and not placement.pieces:
                self.gaps[cell] = dict.fromkeys(range(1, places[zone] + 1), placement.given.where)
        for piece in placement.pieces:
            cell = self._entry(piece, placement)
            if zone not in self.engine.layout.places:
                self._insert(cell, len(self.cells[cell]), piece)
            elif EMPTY in self.cells[cell]:
                self._set(cell, self.cells[cell].index(EMPTY), piece)
            else:
                reason = f"{zone!r} has no room for so many"
                raise Fault(reason, placement.given.where)

    # ---- tokens, numbers, markers, the turn ----------------------------------------------------------
    def _place_other(self, given: e.Given) -> None:
        match given:
            case e.GivenTokens(pile=pile, amounts=amounts):
                if pile.zone != SUPPLY:
                    self.cells[self._cell("pile", pile.zone, pile.player)] = amounts
            case e.GivenNumber(counter=counter, player=player, number=number):
                declared = self.engine.program.model.counters[counter]
                if not declared.low <= number <= declared.high:
                    reason = f"{counter!r} is {declared.low} to {declared.high}, not {number}"
                    raise Fault(reason, given.where)
                self.cells[self._cell("counter", counter, player)] = number
            case e.GivenHolder(marker=marker, seat=seat):
                cell = self.engine.layout.index[Cell("marker", marker)]
                self.cells[cell] = -1 if seat is None else seat

    def _cell(self, kind: str, name: str, player: v.Expr | None) -> int:
        seats = self.engine.layout.seats(kind, name)
        if player is None:
            return seats[0]
        return seats[self.engine.make.compile(player)(self.cells, self.env)]

    # ---- what follows --------------------------------------------------------------------------------
    def _set_supply(self) -> None:
        """Set the supply to the rest of each token."""
        layout, model = self.engine.layout, self.engine.program.model
        piles = [
            index
            for index, what in enumerate(layout.cells)
            if what.kind == "pile" and what.name != SUPPLY
        ]
        held = [
            sum(self.cells[pile][token] for pile in piles) for token in range(len(model.tokens))
        ]
        rest = tuple(stock - used for stock, used in zip(layout.stock, held, strict=True))
        for token, left in enumerate(rest):
            if left < 0:
                name, stock = model.tokens[token].name, layout.stock[token]
                reason = f"there are {stock} {name}, and {held[token]} are given"
                raise Fault(reason, self._last_clause)
        self.cells[layout.index[Cell("pile", SUPPLY)]] = rest
        for given in self.example.given:
            if isinstance(given, e.GivenTokens) and given.pile.zone == SUPPLY:
                self._check_supply(given, rest)

    def _check_supply(self, given: e.GivenTokens, rest: tuple[int, ...]) -> None:
        # `nothing` is about all tokens, amounts only about those that they name.
        whole = not any(given.amounts)
        for token, (stated, left) in enumerate(zip(given.amounts, rest, strict=True)):
            if stated != left and (stated or whole):
                name = self.engine.program.model.tokens[token].name
                reason = f"the supply holds {left} {name}, not {stated}"
                raise Fault(reason, given.where)

    @property
    def _last_clause(self) -> Where:
        tokens = [each for each in self.example.given if isinstance(each, e.GivenTokens)]
        return tokens[-1].where if tokens else self.example.where

    def _refill(self) -> None:
        zones = self.engine.zones
        run = Run(self.cells, [], None, self.engine.event_names, {})
        for cell, what in enumerate(self.engine.layout.cells):
            zone = self.engine.program.model.zones.get(what.name)
            if (
                what.kind == "zone"
                and zone
                and zone.refill
                and zone.refill.when == RefillTime.AT_ONCE
            ):
                zones.refill(run, cell)
                gaps = self.gaps.get(cell, {})
                if self.cells[cell].count(EMPTY) < len(gaps):
                    reason = f"{zone.name!r} refills at once"
                    raise Fault(reason, next(iter(gaps.values())))

    def _check_limits(self) -> None:
        """Raise Fault for an exceeded limit; a position before the first turn must meet all of them."""
        limits = (
            proven_limits(self.engine)
            if self.base is None
            else limits_here(self.engine, self.cells)
        )
        for each in exceeded(self.engine, self.cells, limits):
            raise Fault(each.sentence_about(self.example.players[each.seat]), self.example.where)
