"""Upper bounds of a game for one number of players, from which all other bounds follow.

A pile holds at most the stock of each token that can ever get there. A zone holds at most the pieces that can ever get
there, its places, and its limit, unless the limit only holds at the end of a turn. A field of a piece is between the least
and the greatest in its table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from heapq import nlargest
from typing import Any, TypeVar

from attrs import field, frozen, has

from splendor_dsl.checks.flow import home
from splendor_dsl.checks.intervals import Interval, exactly
from splendor_dsl.checks.keys import Keys
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.parts import all_in
from splendor_dsl.semantics.payments import SUPPLY

T = TypeVar("T")
Keep = Callable[[int], bool]


@frozen(kw_only=True)
class Cap:
    """The most that a limit lets a player hold.

    `always` unless it only holds at the end of a turn; `at_actions` if it then still holds when an action is chosen;
    `fixed` if its number never changes in a game.
    """

    limit: str
    zone: str
    tokens: frozenset[int] | None
    high: float
    always: bool
    at_actions: bool = False
    fixed: bool = False


@frozen(kw_only=True)
class World:
    """A game for one number of players.

    `supplied` has the tokens that can ever get into each pile, `barred` the things that never come into a zone, `left`
    the most that the setup leaves in a zone that nothing enters. `memory` caches results for this world, `shared`
    results for the model alone: all worlds of one model share it.
    """

    model: m.Model
    players: int
    stock: tuple[float, ...]
    places: Mapping[str, float]
    reached: Mapping[str, frozenset[str]]
    supplied: Mapping[str, frozenset[int]]
    markers: frozenset[str]
    counters: frozenset[str]
    caps: tuple[Cap, ...] = ()
    things: Mapping[str, Mapping[int, tuple[int, ...]]] = field(factory=dict)  # kind, thing, sides
    barred: Mapping[str, frozenset[int]] | None = None  # None before it is computed
    left: Mapping[str, float] = field(factory=dict)
    memory: dict[object, Any] = field(factory=dict, eq=False, repr=False)
    keys: Keys = field(
        factory=Keys, eq=False, repr=False
    )  # of expressions, the same in each world of a game
    shared: dict[object, Any] = field(factory=dict, eq=False, repr=False)

    def once(self, what: object, work: Callable[[], T]) -> T:
        """Return the result of `work`, which depends on `what` and the model alone."""
        if what not in self.shared:
            self.shared[what] = work()
        found: T = self.shared[what]
        return found

    def _here(self, what: object, work: Callable[[], T]) -> T:
        """Return the result of `work`, which depends on `what` and this world alone."""
        if what not in self.memory:
            self.memory[what] = work()
        found: T = self.memory[what]
        return found

    # ---- tokens ----------------------------------------------------------------------------
    def pile_high(self, pile: str, tokens: Iterable[int]) -> float:
        """Return the most of some tokens together that a pile can ever hold."""
        wanted = frozenset(tokens)
        return self._here(("pile", pile, wanted), lambda: self._pile_high(pile, wanted))

    def _pile_high(self, pile: str, wanted: frozenset[int]) -> float:
        held = wanted & self.supplied.get(pile, frozenset())
        most = sum(max(0, self.stock[token]) for token in held)
        limits = (
            cap.high
            for cap in self.caps
            if cap.always and cap.zone == pile and cap.tokens is not None and held <= cap.tokens
        )
        return min([most, *limits])

    def pile_low(self, pile: str, tokens: Iterable[int]) -> float:
        """Return the least number of some tokens in a pile: for the supply, those that no other pile can hold."""
        if pile != SUPPLY:
            return 0
        wanted = frozenset(tokens)
        return self._here(("left", wanted), lambda: self._least_left(wanted))

    def _least_left(self, wanted: frozenset[int]) -> float:
        others = sum(
            self.pile_high(zone.name, wanted) * (self.players if zone.owned else 1)
            for zone in self.model.zones.values()
            if zone.kind is None and zone.name != SUPPLY
        )
        return max(0, sum(self.stock[token] for token in wanted) - others)

    # ---- pieces ----------------------------------------------------------------------------
    def zone_high(self, zone: str) -> float:
        """Return the most pieces that a zone can ever hold."""
        return self._here(("zone", zone), lambda: self._zone_high(zone))

    def _zone_high(self, zone: str) -> float:
        bounds = [self.most_pieces(zone)]
        if zone in self.places:
            bounds.append(max(0, self.places[zone]) * self.parts(zone))
        bounds += [cap.high for cap in self.caps if cap.always and cap.zone == zone]
        bounds += [self.left[zone]] if zone in self.left else []
        return max(0, min(bounds))

    def zone_low(self, zone: str) -> float:
        """Return the least pieces in a zone: for the first zone of a kind, those that no other zone can hold."""
        return self._here(("zone low", zone), lambda: self._zone_low(zone))

    def _zone_low(self, zone: str) -> float:
        kind = self.model.zones[zone].kind
        if kind is None or kind not in self.reached or home(self.model, kind) != zone:
            return 0
        others = sum(
            self.zone_high(name) * (self.players if self.model.zones[name].owned else 1)
            for name in self.reached[kind]
            if name != zone
        )
        return max(0, len(self.things.get(kind, ())) - others)

    def parts(self, zone: str) -> int:
        """Return the number of parts of a zone."""
        known = self.model.zones[zone]
        if known.by is None or known.kind is None:
            return 1
        by = self.model.kinds[known.kind].fields[known.by]
        return max(0, by.high - by.low + 1)

    def per_part(self, zone: str) -> Counter[int | None]:
        """Return how many things each part of a zone could hold; one whose sides differ counts for each."""
        known = self.model.zones[zone]
        found: Counter[int | None] = Counter()
        for sides in self.things_in(zone).values():
            found.update(
                {None if known.by is None else self.lanes(side, known.by)[0] for side in sides}
            )
        return found

    def most_pieces(self, zone: str) -> float:
        """Return the number of all pieces that can ever be in a zone."""
        return self._here(("most pieces", zone), lambda: self._most_pieces(zone))

    def _most_pieces(self, zone: str) -> float:
        kinds = (kind for kind, zones in self.reached.items() if zone in zones)
        barred = len((self.barred or {}).get(zone, ()))
        return max(0, sum(len(self.things.get(kind, ())) for kind in kinds) - barred)

    def things_in(self, zone: str) -> Mapping[int, tuple[int, ...]]:
        """Return the things of the kind of a zone that may come there, with their sides."""
        things = self.things.get(self.model.zones[zone].kind or "", {})
        barred = (self.barred or {}).get(zone)
        if not barred:
            return things
        return {thing: sides for thing, sides in things.items() if thing not in barred}

    # ---- fields ----------------------------------------------------------------------------
    def extremes(self, kind: str, name: str) -> tuple[Interval, ...]:
        """Return the range of a field of a kind, lane by lane for amounts."""
        return self._here(("extremes", kind, name), lambda: self._extremes(kind, name))

    def _extremes(self, kind: str, name: str) -> tuple[Interval, ...]:
        things = self.things.get(kind, {}).values()
        rows = {self.lanes(piece, name) for sides in things for piece in sides}
        if not rows:
            return (exactly(0),) * self._width(kind, name)
        return tuple(Interval(min(lane), max(lane)) for lane in zip(*rows, strict=True))

    def lanes(self, piece: int, name: str) -> tuple[int, ...]:
        """Return a field of a piece as amounts; a number is a single lane."""
        value = self.model.pieces[piece].values[name]
        return value if isinstance(value, tuple) else (value,)

    def _width(self, kind: str, name: str) -> int:
        known = self.model.kinds[kind].fields[name]
        return len(self.model.tokens) if known.type == "amounts" else 1

    def sums(self, zone: str, name: str, keep: Keep | None, key: object) -> tuple[Interval, ...]:
        """Return the range of a field added up over the pieces of a zone, lane by lane."""
        return self._here(("sums", zone, name, key), lambda: tuple(self._sums(zone, name, keep)))

    def _sums(self, zone: str, name: str, keep: Keep | None) -> Iterator[Interval]:
        kind, room = self.model.zones[zone].kind or "", self.zone_high(zone)
        rows = [
            [self.lanes(piece, name) for piece in sides if keep is None or keep(piece)]
            for sides in self.things_in(zone).values()
        ]
        for lane in range(self._width(kind, name)):
            most = [max(row[lane] for row in rows_) for rows_ in rows if rows_]
            least = [-min(row[lane] for row in rows_) for rows_ in rows if rows_]
            yield Interval(-_greatest(least, room), _greatest(most, room))

    def count(self, zone: str, keep: Keep, key: object) -> float:
        """Return the most pieces in a zone that meet a condition."""
        found = self._here(("count", zone, key), lambda: self._count(zone, keep))
        return min(found, self.zone_high(zone))

    def _count(self, zone: str, keep: Keep) -> int:
        known = self.model.zones[zone]
        things = self.things_in(zone).values()
        kept = [each for sides in things if (each := [*filter(keep, sides)])]
        if known.by is None or zone not in self.places:
            return len(kept)
        parts = Counter(
            part for sides in kept for part in {self.lanes(side, known.by)[0] for side in sides}
        )
        room = int(max(0, self.places[zone]))
        return min(len(kept), sum(min(room, count) for count in parts.values()))

    # ---- expressions -------------------------------------------------------------------------
    def key(self, expr: v.Expr) -> v.Expr:
        """Return the expression with its bound variables numbered by depth, so that equals are equal."""
        return self.keys.key(expr)

    def free(self, expr: v.Expr) -> frozenset[int]:
        """Return the variables of the code that an expression reads."""
        return self.keys.free(expr)


def _greatest(numbers: list[int], room: float) -> int:
    useful = [number for number in numbers if number > 0]
    return sum(useful) if room >= len(useful) else sum(nlargest(int(room), useful))


def pieces_in(zone: v.ZoneRef) -> v.PieceCount:
    """Return the count of all pieces of a zone; no code uses the number of its variable."""
    return v.PieceCount(zone=zone, slot=-1, where=None)


# ---- parts of expressions ------------------------------------------------------------------------
def nodes_of(node: object) -> Iterator[object]:
    """Return an expression and all expressions in it."""
    return (each for each in all_in(node) if has(type(each)))
