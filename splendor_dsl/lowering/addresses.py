"""Addresses: where a part of a zone begins, where its pieces are counted, and which part a place belongs to."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from splendor_dsl.ir.layout import ANY_KIND
from splendor_dsl.lowering.fences import Fence
from splendor_dsl.lowering.keys import Sum
from splendor_dsl.lowering.memory_layout import Flat, Region
from splendor_dsl.lowering.scope import Scope, Val
from splendor_dsl.semantics.model import Model, Zone

SMALL = 6  # places that are looked through without asking how many are in use


@frozen
class Lying:
    """Parts of a zone with the player who has them: all of `regions`, or with `index` the one that it numbers."""

    regions: tuple[Region, ...]
    seat: Val | None
    index: str | None = None

    @property
    def region(self) -> Region:
        """The part, or one like it."""
        return self.regions[0]


class Places:
    """Writes addresses."""

    def __init__(self, flat: Flat) -> None:
        self.flat = flat
        self.model = flat.program.model

    def zone(self, lying: Lying) -> Zone:
        """The zone that a part belongs to."""
        return self.model.zones[lying.region.zone]

    def start(self, scope: Scope, lying: Lying) -> str:
        """Where a part of a zone begins."""
        region = lying.region
        if lying.index is None:
            return scope.place(region, lying.seat)
        starts = tuple(each.at for each in lying.regions)
        if starts == tuple(
            range(starts[0], starts[0] + region.size * len(starts), region.size or 1)
        ):
            at = f"{starts[0]} + {lying.index} * {region.size}"
        else:
            table = scope.tables.lists.add(starts, f"where the parts of {region.zone} begin")
            at = f"{table}[{lying.index}]"
        return f"{scope.seat_places(lying.seat)} + {at}" if region.owned else at

    def length(self, scope: Scope, lying: Lying) -> str:
        """The word that counts its pieces."""
        assert lying.region.length is not None
        return scope.word(lying.region.length, lying.seat, lying.index)

    def count(self, scope: Scope, lying: Lying) -> str:
        """How many entries it has."""
        if lying.region.places:
            return scope.place_text(lying.region)
        return self.length(scope, lying)

    def top(self, scope: Scope, lying: Lying, *, maybe: bool = False) -> str:
        """Where its first piece lies; if it `maybe` has none, its first place then."""
        start = self.start(scope, lying)
        if lying.region.reversed:
            length = self.length(scope, lying)
            return f"{start} + {f'max({length}, 1)' if maybe else length} - 1"
        return start

    def first_spot(self, scope: Scope, lying: Lying) -> str:
        """Where its first piece lies; in a part with places -1 if there is none."""
        if not lying.region.places:
            return self.top(scope, lying)
        out, at = scope.out, scope.out.temp()
        first, start = out.temp("-1"), out.temp(self.start(scope, lying))
        header = f"for {at} in range({start}, {start} + {scope.place_text(lying.region)}):"
        here = self.entry(scope, lying, at)
        with out.under(header), out.under(f"if {first} < 0 and c[{here}] > 0:"):
            out.line(f"{first} = {at}")
        return first

    def entry(self, scope: Scope, lying: Lying, at: str, count: str = "1") -> str:
        """Return a place of some parts, in checked code with the check that so many from there on are of them."""
        return scope.within(at, scope.fence(lying.regions, lying.seat, lying.index), count)

    def mark(self, scope: Scope, lying: Lying, at: str) -> str:
        """Where the mark for a place is, that says who knows the piece in it."""
        region = lying.region
        marks = self.flat.owned_places if region.owned else self.flat.shared_marks_at
        # The marks of all parts lie as the parts do.
        away = marks + (region.marks or 0) - region.at
        fence = scope.fence(lying.regions, lying.seat, lying.index)
        return scope.within(f"{at} + {away}", Fence(f"{fence.first} + {away}", fence.size))

    def add_to_sums(self, scope: Scope, lying: Lying, piece: str, sign: str) -> None:
        """Keep the sums over a zone up to date."""
        for number, each in enumerate(self.flat.running):
            of_each = each.table(lying.region.zone)
            if of_each is not None:
                title = f"what each piece of {lying.region.zone} adds to sum {number}"
                table = scope.tables.lists.add(of_each, title)
                word = scope.word(Sum(number), lying.seat)
                scope.out.line(f"{word} {sign}= {table}[{piece}]")

    # ---- which part ----------------------------------------------------------------------------------
    def parts(self, zone: str, seat: Val | None) -> list[Lying]:
        """The parts of a zone, one by one."""
        return [Lying((region,), seat) for region in self.flat.parts(zone)]

    def alternatives(self, kind: str | None) -> list[Lying]:
        """Every zone in which a piece of a kind may lie, whoever has it."""
        return [Lying(self.flat.parts(name), None) for name in zones_of_kind(self.model, kind)]

    def located(
        self, scope: Scope, spot: str, among: Sequence[Lying]
    ) -> list[tuple[str | None, Lying]]:
        """The conditions, asked in order, that say in which of some zones a spot lies."""
        ordered = sorted(among, key=lambda lying: (lying.region.owned, lying.region.at))
        shared = [lying for lying in ordered if not lying.region.owned]
        owned = [lying for lying in ordered if lying.region.owned]
        found: list[tuple[str | None, Lying]] = [
            (f"{spot} < {_end(lying)}", self._numbered(scope, lying, spot)) for lying in shared
        ]
        if len(owned) == 1 and owned[0].seat is not None:
            inside = f"({spot} - ({scope.seat_places(owned[0].seat)}))"
            found.append((None, self._numbered(scope, owned[0], inside)))
        elif owned:
            stride, first = max(1, self.flat.stride), self.flat.first_player
            seat = Val(scope.out.temp(f"({spot} - {first}) // {stride}"), 0)
            inside = scope.out.temp(f"({spot} - {first}) % {stride}")
            for lying in owned:
                whose = Lying(lying.regions, seat)
                found.append((f"{inside} < {_end(lying)}", self._numbered(scope, whose, inside)))
        return [*found[:-1], (None, found[-1][1])]

    def _numbered(self, scope: Scope, lying: Lying, inside: str) -> Lying:
        """The part of a zone that a place belongs to, by its number."""
        if len(lying.regions) == 1:
            return lying
        steps = " + ".join(f"({inside} >= {region.at})" for region in lying.regions[1:])
        return Lying(lying.regions, lying.seat, scope.out.temp(steps))

    def part_entered(self, scope: Scope, zone: str, seat: Val | None, piece: str) -> Lying:
        """The part that a piece comes into when it enters a zone."""
        regions, by = self.flat.parts(zone), self.model.zones[zone].by
        if len(regions) == 1 or by is None:
            return Lying(regions[:1], seat)
        index = scope.out.at(f"{scope.field(by)}[{piece}] - {regions[0].part}")
        return Lying(regions, seat, index)


def zones_of_kind(model: Model, kind: str | None) -> list[str]:
    """Return the zones in which a piece of a kind may lie; all that hold pieces if it is not known."""
    return [
        zone.name
        for zone in model.zones.values()
        if zone.kind is not None and (zone.kind in {kind, ANY_KIND} or kind is None)
    ]


def has_sides(model: Model, kind: str | None) -> bool:
    """Whether some piece of a kind has several sides."""
    things = [piece.thing for piece in model.pieces if piece.kind == kind]
    return len(set(things)) < len(things)


def _end(lying: Lying) -> int:
    return max(region.at + region.size for region in lying.regions)
