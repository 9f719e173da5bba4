"""Shuffles, as code."""

from __future__ import annotations

from splendor_dsl.ir.layout import NOBODY, OWNER, face
from splendor_dsl.lowering.addresses import AddressEmitter, PartAddress, has_sides
from splendor_dsl.lowering.code_style import CodeStyle
from splendor_dsl.lowering.domains import unless_nobody
from splendor_dsl.lowering.scope import Scope
from splendor_dsl.semantics.model import Shuffle


def shuffle(places: AddressEmitter, scope: Scope, step: Shuffle, style: CodeStyle) -> None:
    """Emit a `shuffle` step: part by part, each piece with a random side up."""
    seat = scope.seat_of(step.zone)
    zone = places.model.zones[step.zone.zone]
    sided = has_sides(places.model, zone.kind)
    with unless_nobody(scope, seat):
        for address in places.parts(zone.name, seat):
            _shuffle_part(places, scope, address, style, sided=sided)


def _shuffle_part(
    places: AddressEmitter, scope: Scope, address: PartAddress, style: CodeStyle, *, sided: bool
) -> None:
    """Emit the shuffle of a part, and the marks of who knows its pieces after it."""
    out = scope.out
    start, length = out.temp(places.start(scope, address)), out.temp(places.count(scope, address))
    begin = places.entry(scope, address, start, f"max({length}, 1)")
    style.shuffle(out, begin, length, last_first=address.region.reversed)
    at, here = out.temp(), out.temp()
    if sided:
        with out.under(f"for {at} in range({length}):"):
            out.line(f"{here} = {_place(address, start, length, at)}")
            _turn(places, scope, address, here)
    side = face(places.zone(address))
    if address.region.marks is not None and side != "up":
        here = places.entry(scope, address, at)
        who = f"{OWNER} if c[{here}] > 0 else {NOBODY}" if side == "owner" else str(NOBODY)
        with out.under(f"for {at} in range({start}, {start} + {length}):"):
            out.line(f"c[{places.mark(scope, address, at)}] = {who}")


def _place(address: PartAddress, start: str, length: str, number: str) -> str:
    if address.region.reversed:
        return f"{start} + {length} - 1 - {number}"
    return f"{start} + {number}"


def _turn(places: AddressEmitter, scope: Scope, address: PartAddress, here: str) -> None:
    """Emit the choice of a random side for the piece at an entry, and the update of the sums."""
    out, pieces = scope.out, places.model.pieces
    by_thing: dict[int, list[int]] = {}
    for number, piece in enumerate(pieces, 1):
        by_thing.setdefault(piece.thing, []).append(number)
    # The sides of a piece follow each other, as they stand in one row of a table.
    assert all(sides == list(range(sides[0], sides[-1] + 1)) for sides in by_thing.values())
    first = scope.tables.lists.add(
        (0, *(by_thing[p.thing][0] for p in pieces)), "first side of each piece"
    )
    count = scope.tables.lists.add(
        (0, *(len(by_thing[p.thing]) for p in pieces)), "how many sides each piece has"
    )
    here = places.entry(scope, address, here)
    with out.under(f"if c[{here}] > 0:"):
        piece_here = out.temp(f"c[{here}]")
        places.add_to_sums(scope, address, piece_here, "-")
        out.line(f"c[{here}] = {first}[{piece_here}] + below(key, drawn, {count}[{piece_here}])")
        out.line("drawn += 1")
        places.add_to_sums(scope, address, f"c[{here}]", "+")
