"""A position laid out by hand (K31): the setup without chance, then what is given.

What an example does not give is as the setup leaves it when no shuffle changes anything: pieces in the order of their
tables. Pieces that are given come from wherever they lie; what lay in their place goes back to the top of the zone
that refills it, or else to the box.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import define, field, frozen

from splendor_dsl.diagnostics import Problem
from splendor_dsl.interpreter.conservation import out_of_balance
from splendor_dsl.interpreter.duplicates import check_once
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
    """The cells of an example's position, at the decision of the player to move.

    With a base, from a recorded game, what is given changes that, and all else stays.
    """
    try:
        check_once(engine, example)
        return _Position.begin(engine, example, base).lay()
    except Fault as fault:
        return fault.problem


@frozen(kw_only=True)
class _Laid:
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
    laid: list[_Laid] = field(factory=list)
    cells: Cells = field(factory=list)
    # Gaps that are given, not to be refilled: of each cell the places, and where that is said.
    gaps: dict[int, dict[int, Where]] = field(factory=dict)

    @classmethod
    def begin(cls, engine: Engine, example: e.Example, base: Cells | None) -> _Position:
        """Find out which pieces are named, then set up the game with those at the bottom."""
        made = cls(engine, example, base)
        # What pieces are asked for may depend on numbers of the position without them.
        made.cells = made._set_up() if base is None else list(base)
        made._name_pieces()
        if base is None:
            made.cells = made._set_up()
        return made

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
            self.laid.append(_Laid(given=given, seat=self._seat(given.zone), pieces=tuple(pieces)))

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
        """Such pieces from the bottom of their table up, so that those on the table stay there."""
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
        """Every zone in the order of its table, with what is named at the bottom."""
        model = self.engine.program.model
        sides = self.engine.zones.sides
        shown = {model.pieces[p].thing: p for laid in self.laid for p in laid.pieces}
        things = [shown.get(thing, pieces[0]) for thing, pieces in sides.items()]
        order = sorted(things, key=lambda piece: model.pieces[piece].thing in self.named)
        return {zone.name: order for zone in model.zones.values() if zone.kind is not None}

    def _seat(self, ref: v.ZoneRef) -> int:
        if ref.player is None:
            return 0
        seat: int = self.engine.make.compile(ref.player)(self.cells, self.env)
        return seat

    # ---- laying it out --------------------------------------------------------------------------
    def lay(self) -> Cells:
        """Everything that is given, then what follows from it."""
        # Stacks come last, as what lay in a place that is given goes back on top of them; a zone is
        # cleared before anything is laid into it.
        for laid in sorted(self.laid, key=self._turn_of):
            self._lay_pieces(laid)
        for given in self.example.given:
            self._lay_other(given)
        self._supply()
        self._refill()
        self._check_limits()
        for reason in out_of_balance(self.engine.program.model, self.engine.layout, self.cells):
            raise Fault(reason, self.example.where)
        set_moment(self.engine, self.example, self.cells, from_record=self.base is not None)
        return self.cells

    def _turn_of(self, laid: _Laid) -> tuple[bool, bool]:
        given = laid.given
        clears = given.clears and (not given.at or len(given.at) < self._deepest(given))
        return self._is_stack(given.zone.zone), not clears

    def _deepest(self, given: e.GivenPieces) -> int:
        """How many numbers name the least that can be given of a zone: a part of it, a place, or a place of a part."""
        zone = self.engine.program.model.zones[given.zone.zone]
        return (zone.by is not None) + (zone.name in self.engine.layout.places)

    def _lay_pieces(self, laid: _Laid) -> None:
        zone, at = self.engine.program.model.zones[laid.given.zone.zone], laid.given.at
        deepest = self._deepest(laid.given)
        if len(at) > deepest:
            raise self._no_place(laid)
        for piece in laid.pieces:
            self._take_away(piece)
        if zone.name in self.engine.layout.places and len(at) == deepest:
            self._lay_in_place(laid)
        elif self._is_stack(zone.name):
            self._lay_on_top(laid) if laid.pieces else self._empty(laid)
        else:
            self._lay_all(laid)

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

    def _lay_in_place(self, laid: _Laid) -> None:
        *part, place = laid.given.at
        cell = self._cell_at(laid, part, place)
        self._put_back(cell, place - 1, laid)
        if len(laid.pieces) > 1:
            reason = "one place holds one piece"
            raise Fault(reason, laid.given.where)
        gaps = self.gaps.setdefault(cell, {})
        for piece in laid.pieces:
            self._fits(piece, cell, laid)
            self._set(cell, place - 1, piece)
            gaps.pop(place, None)
        if not laid.pieces:
            gaps[place] = laid.given.where

    def _no_place(self, laid: _Laid) -> Fault:
        """A part or place is given that the zone does not have."""
        zone, layout = laid.given.zone.zone, self.engine.layout
        spoken = "-".join(map(str, laid.given.at))
        parts, places = [each for each in layout.parts[zone] if each is not None], layout.places
        if zone in places:
            first, last = (f"{part}-" for part in (parts[0], parts[-1])) if parts else ("", "")
            reason = f"the places of {zone!r} are {first}1 to {last}{places[zone]}, not {spoken}"
        elif parts:
            reason = f"the parts of {zone!r} are {parts[0]} to {parts[-1]}, not {spoken}"
        else:
            reason = f"{zone!r} has no places, so none is {spoken}"
        return Fault(reason, laid.given.where)

    def _cell_at(self, laid: _Laid, part: Sequence[int], place: int) -> int:
        zone = laid.given.zone.zone
        places = self.engine.layout.places[zone]
        by = part[0] if part else None
        seats = [
            index
            for index, what in enumerate(self.engine.layout.cells)
            if (what.kind, what.name, what.part, what.seat or 0) == ("zone", zone, by, laid.seat)
        ]
        if not seats or not 1 <= place <= places:
            raise self._no_place(laid)
        return seats[0]

    def _fits(self, piece: int, cell: int, laid: _Laid) -> None:
        zone = laid.given.zone.zone
        if self.engine.zones.entry(zone, laid.seat, piece) != cell:
            raise self._unfit(piece, laid)

    def _unfit(self, piece: int, laid: _Laid) -> Fault:
        """A piece is given for a part that is not its own."""
        zone, label = laid.given.zone.zone, self.engine.program.model.pieces[piece].label
        own = self.engine.layout.cells[self.engine.zones.entry(zone, laid.seat, piece)].part
        reason = f"{label!r} belongs to part {own} of {zone!r}, not to part {laid.given.at[0]}"
        return Fault(reason, laid.given.where)

    def _put_back(self, cell: int, place: int, laid: _Laid) -> None:
        """What lies in a place goes to the top of the stack that refills it, or to the box."""
        piece = self.cells[cell][place]
        if piece < 0:
            return
        here = self.engine.layout.cells[cell]
        back = self._stack_of(here.name)
        if back == here.name:
            reason = f"what lies in {back!r} has no other place to lie"
            raise Fault(reason, laid.given.where)
        self._remove(cell, place)
        self._insert(self.engine.zones.entry(back, here.seat or 0, piece), 0, piece)

    def _stack_of(self, name: str) -> str:
        """The zone without places that refills a zone, perhaps by way of others; without one, the box."""
        zones, back = self.engine.program.model.zones, name
        while back == name or back in self.engine.layout.places:
            refill = zones[back].refill
            back = BOX if refill is None else refill.source
            if back == BOX:
                return BOX
        return back

    def _empty(self, laid: _Laid) -> list[int]:
        """Leave nothing in a zone, or in a part of it; return the cells of that."""
        parts = [
            cell
            for cell in self.engine.zones.cells_of(laid.given.zone.zone, laid.seat)
            if laid.given.at in {(), (self.engine.layout.cells[cell].part,)}
        ]
        if not parts:
            raise self._no_place(laid)
        for cell in parts:
            for place in reversed(range(len(self.cells[cell]))):
                self._put_back(cell, place, laid)
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

    def _lay_on_top(self, laid: _Laid) -> None:
        for piece in reversed(laid.pieces):
            self._insert(self._entry(piece, laid), 0, piece)

    def _entry(self, piece: int, laid: _Laid) -> int:
        """The cell that a piece enters, which is of the part that is given."""
        cell = self.engine.zones.entry(laid.given.zone.zone, laid.seat, piece)
        if laid.given.at and self.engine.layout.cells[cell].part != laid.given.at[0]:
            raise self._unfit(piece, laid)
        return cell

    def _lay_all(self, laid: _Laid) -> None:
        """The zone, or the part of it that is given, holds these and nothing else."""
        zone, places = laid.given.zone.zone, self.engine.layout.places
        for cell in self._empty(laid):
            if zone in places and not laid.pieces:
                self.gaps[cell] = dict.fromkeys(range(1, places[zone] + 1), laid.given.where)
        for piece in laid.pieces:
            cell = self._entry(piece, laid)
            if zone not in self.engine.layout.places:
                self._insert(cell, len(self.cells[cell]), piece)
            elif EMPTY in self.cells[cell]:
                self._set(cell, self.cells[cell].index(EMPTY), piece)
            else:
                reason = f"{zone!r} has no room for so many"
                raise Fault(reason, laid.given.where)

    # ---- tokens, numbers, markers, the turn ----------------------------------------------------------
    def _lay_other(self, given: e.Given) -> None:
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
    def _supply(self) -> None:
        """The supply holds the rest of each token."""
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
                raise Fault(reason, self._last)
        self.cells[layout.index[Cell("pile", SUPPLY)]] = rest
        for given in self.example.given:
            if isinstance(given, e.GivenTokens) and given.pile.zone == SUPPLY:
                self._supply_agrees(given, rest)

    def _supply_agrees(self, given: e.GivenTokens, rest: tuple[int, ...]) -> None:
        whole = not any(given.amounts)  # `nothing` is about all, amounts about what they name
        for token, (said, left) in enumerate(zip(given.amounts, rest, strict=True)):
            if said != left and (said or whole):
                name = self.engine.program.model.tokens[token].name
                reason = f"the supply holds {left} {name}, not {said}"
                raise Fault(reason, given.where)

    @property
    def _last(self) -> Where:
        tokens = [each for each in self.example.given if isinstance(each, e.GivenTokens)]
        return tokens[-1].where if tokens else self.example.where

    def _refill(self) -> None:
        zones = self.engine.zones
        run = Run(self.cells, [], None, self.engine.telling, {})
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
        """Refuse what goes beyond a limit; a position after the setup, where no turn has begun, is held to all of them."""
        limits = (
            proven_limits(self.engine)
            if self.base is None
            else limits_here(self.engine, self.cells)
        )
        for each in exceeded(self.engine, self.cells, limits):
            raise Fault(each.said_of(self.example.players[each.seat]), self.example.where)
