"""Addresses: the start of a part of a zone, the word that counts its pieces, and the part that holds a location."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from splendor_dsl.ir.layout import ANY_KIND
from splendor_dsl.lowering.fences import Fence
from splendor_dsl.lowering.keys import Sum
from splendor_dsl.lowering.memory_layout import MemoryLayout, Region
from splendor_dsl.lowering.scope import Scope, Val
from splendor_dsl.semantics.model import Model, Zone

SMALL = 6  # places searched without a look at how many are in use


@frozen
class PartAddress:
    """Parts of a zone with the player who has them: all of `regions`, or with `index` the one that it numbers."""

    regions: tuple[Region, ...]
    seat: Val | None
    index: str | None = None

    @property
    def region(self) -> Region:
        """The part, or one like it."""
        return self.regions[0]


class AddressEmitter:
    """The emitter of addresses."""

    def __init__(self, memory: MemoryLayout) -> None:
        self.memory = memory
        self.model = memory.program.model

    def zone(self, address: PartAddress) -> Zone:
        """Return the zone that a part belongs to."""
        return self.model.zones[address.region.zone]

    def start(self, scope: Scope, address: PartAddress) -> str:
        """Return the address of the first entry of a part."""
        region = address.region
        if address.index is None:
            return scope.place(region, address.seat)
        starts = tuple(each.at for each in address.regions)
        if starts == tuple(
            range(starts[0], starts[0] + region.size * len(starts), region.size or 1)
        ):
            at = f"{starts[0]} + {address.index} * {region.size}"
        else:
            table = scope.tables.lists.add(starts, f"where the parts of {region.zone} begin")
            at = f"{table}[{address.index}]"
        return f"{scope.seat_places(address.seat)} + {at}" if region.owned else at

    def length(self, scope: Scope, address: PartAddress) -> str:
        """Return the word that counts the pieces of a part."""
        assert address.region.length is not None
        return scope.word(address.region.length, address.seat, address.index)

    def count(self, scope: Scope, address: PartAddress) -> str:
        """Return the number of entries in use, or of places where the part has them."""
        if address.region.places:
            return scope.place_text(address.region)
        return self.length(scope, address)

    def top(self, scope: Scope, address: PartAddress, *, maybe: bool = False) -> str:
        """Return the address of the first piece; with `maybe`, of the first place if the part is empty."""
        start = self.start(scope, address)
        if address.region.reversed:
            length = self.length(scope, address)
            return f"{start} + {f'max({length}, 1)' if maybe else length} - 1"
        return start

    def first_location(self, scope: Scope, address: PartAddress) -> str:
        """Return the address of the first piece; in a part with places -1 if there is none."""
        if not address.region.places:
            return self.top(scope, address)
        out, at = scope.out, scope.out.temp()
        first, start = out.temp("-1"), out.temp(self.start(scope, address))
        header = f"for {at} in range({start}, {start} + {scope.place_text(address.region)}):"
        here = self.entry(scope, address, at)
        with out.under(header), out.under(f"if {first} < 0 and c[{here}] > 0:"):
            out.line(f"{first} = {at}")
        return first

    def entry(self, scope: Scope, address: PartAddress, at: str, count: str = "1") -> str:
        """Return an entry of some parts; checked code asserts that `count` entries from there on belong to them."""
        return scope.within(at, scope.fence(address.regions, address.seat, address.index), count)

    def mark(self, scope: Scope, address: PartAddress, at: str) -> str:
        """Return the address of the mark that says who knows the piece at an entry."""
        region = address.region
        marks = self.memory.owned_places if region.owned else self.memory.shared_marks_at
        # Marks have the layout of the parts.
        away = marks + (region.marks or 0) - region.at
        fence = scope.fence(address.regions, address.seat, address.index)
        return scope.within(f"{at} + {away}", Fence(f"{fence.first} + {away}", fence.size))

    def add_to_sums(self, scope: Scope, address: PartAddress, piece: str, sign: str) -> None:
        """Emit the update of the running sums over a zone."""
        for number, each in enumerate(self.memory.running):
            of_each = each.table(address.region.zone)
            if of_each is not None:
                title = f"what each piece of {address.region.zone} adds to sum {number}"
                table = scope.tables.lists.add(of_each, title)
                word = scope.word(Sum(number), address.seat)
                scope.out.line(f"{word} {sign}= {table}[{piece}]")

    # ---- which part ----------------------------------------------------------------------------------
    def parts(self, zone: str, seat: Val | None) -> list[PartAddress]:
        """Return the parts of a zone, each with an address of its own."""
        return [PartAddress((region,), seat) for region in self.memory.parts(zone)]

    def alternatives(self, kind: str | None) -> list[PartAddress]:
        """Return all zones, of whichever player, that may hold a piece of a kind."""
        return [
            PartAddress(self.memory.parts(name), None) for name in zones_of_kind(self.model, kind)
        ]

    def locate(
        self, scope: Scope, location: str, among: Sequence[PartAddress]
    ) -> list[tuple[str | None, PartAddress]]:
        """Return which of some zones holds a location, as a chain of conditions to test in order."""
        ordered = sorted(among, key=lambda address: (address.region.owned, address.region.at))
        shared = [address for address in ordered if not address.region.owned]
        owned = [address for address in ordered if address.region.owned]
        found: list[tuple[str | None, PartAddress]] = [
            (f"{location} < {_end(address)}", self._part_at(scope, address, location))
            for address in shared
        ]
        if len(owned) == 1 and owned[0].seat is not None:
            inside = f"({location} - ({scope.seat_places(owned[0].seat)}))"
            found.append((None, self._part_at(scope, owned[0], inside)))
        elif owned:
            stride, first = max(1, self.memory.stride), self.memory.first_player
            seat = Val(scope.out.temp(f"({location} - {first}) // {stride}"), 0)
            inside = scope.out.temp(f"({location} - {first}) % {stride}")
            for address in owned:
                whose = PartAddress(address.regions, seat)
                found.append((f"{inside} < {_end(address)}", self._part_at(scope, whose, inside)))
        return [*found[:-1], (None, found[-1][1])]

    def _part_at(self, scope: Scope, address: PartAddress, inside: str) -> PartAddress:
        """Return the part of a zone that holds an entry, by its number."""
        if len(address.regions) == 1:
            return address
        steps = " + ".join(f"({inside} >= {region.at})" for region in address.regions[1:])
        return PartAddress(address.regions, address.seat, scope.out.temp(steps))

    def target_part(self, scope: Scope, zone: str, seat: Val | None, piece: str) -> PartAddress:
        """Return the part of a zone that a piece enters."""
        regions, by = self.memory.parts(zone), self.model.zones[zone].by
        if len(regions) == 1 or by is None:
            return PartAddress(regions[:1], seat)
        index = scope.out.address(f"{scope.field(by)}[{piece}] - {regions[0].part}")
        return PartAddress(regions, seat, index)


def zones_of_kind(model: Model, kind: str | None) -> list[str]:
    """Return the zones in which a piece of a kind may lie; all that hold pieces if it is not known."""
    return [
        zone.name
        for zone in model.zones.values()
        if zone.kind is not None and (zone.kind in {kind, ANY_KIND} or kind is None)
    ]


def has_sides(model: Model, kind: str | None) -> bool:
    """Return whether some piece of a kind has several sides."""
    things = [piece.thing for piece in model.pieces if piece.kind == kind]
    return len(set(things)) < len(things)


def _end(address: PartAddress) -> int:
    return max(region.at + region.size for region in address.regions)
