"""Knowledge at one place in the rules: the content of variables, and the requirements on the way there."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, Final, Self, TypeVar

from attrs import evolve, field, frozen

from splendor_dsl.checks.intervals import Interval
from splendor_dsl.checks.world import World
from splendor_dsl.semantics import values as v

T = TypeVar("T")
Lanes = tuple[Interval, ...]
Free = Callable[[v.Expr], frozenset[int]]  # the variables that an expression reads
ANYTHING: Final = -1  # a thing with the greatest values of all fields


@frozen(kw_only=True)
class Some:
    """One token, or several, out of a set."""

    tokens: frozenset[int]
    size: Interval
    every: bool = False  # whether it surely is all of them


@frozen(kw_only=True)
class Held:
    """A piece of a kind, or one certain piece."""

    kind: str
    piece: int | None = None


Value = Interval | Some | Held


@frozen(kw_only=True)
class Known:
    """Requirements on the way to a place: ranges of numbers, and conditions that hold or do not."""

    ranges: Mapping[v.Expr, Interval] = field(factory=dict)
    truths: Mapping[v.Expr, bool] = field(factory=dict)
    memory: dict[object, Any] = field(factory=dict, eq=False, repr=False)
    parts: dict[frozenset[int], Known] = field(factory=dict, eq=False, repr=False)

    def about(self, free: Free, *, same: bool) -> Known:
        """Return the knowledge about a value of the player of the code (`same`), or of any other player."""
        allowed = frozenset((0,)) if same else frozenset[int]()
        if allowed not in self.parts:
            self.parts[allowed] = self.kept(lambda key: free(key) <= allowed)
        return self.parts[allowed]

    def kept(self, keep: Callable[[v.Expr], bool]) -> Known:
        """Return the knowledge about the expressions that are kept."""
        ranges, truths = _kept(self.ranges, keep), _kept(self.truths, keep)
        whole = ranges is self.ranges and truths is self.truths
        return self if whole else Known(ranges=ranges, truths=truths)

    @property
    def size(self) -> int:
        """The number of ranges and truths."""
        return len(self.ranges) + len(self.truths)

    def newest(self, most: int) -> Known:
        """Return at most so many ranges and truths, the newest of each."""
        ranges, truths = dict(self.ranges), dict(self.truths)
        while len(ranges) + len(truths) > most:
            longer: dict[v.Expr, Any] = ranges if len(ranges) >= len(truths) else truths
            del longer[next(iter(longer))]
        return Known(ranges=ranges, truths=truths)

    def with_range(self, key: v.Expr, found: Interval, free: Free) -> Known:
        """Return the knowledge with a new range of a number."""
        if self.ranges.get(key) == found:
            return self
        new = Known(ranges={**self.ranges, key: found}, truths=self.truths)
        return self._shared(new, key, free, lambda part: part.with_range(key, found, free))

    def with_truth(self, key: v.Expr, holds: bool, free: Free) -> Known:  # noqa: FBT001  # a truth
        """Return the knowledge with a condition that holds or does not."""
        new = Known(ranges=self.ranges, truths={**self.truths, key: holds})
        return self._shared(new, key, free, lambda part: part.with_truth(key, holds, free))

    def _shared(
        self, new: Known, key: v.Expr, free: Free, change: Callable[[Known], Known]
    ) -> Known:
        """Return knowledge with one more entry, reusing the parts of this that are computed already."""
        for allowed, part in self.parts.items():
            if not free(key) <= allowed:
                new.parts[allowed] = part
            else:
                new.parts[allowed] = new if part is self else change(part)
        return new


def _kept(found: Mapping[v.Expr, T], keep: Callable[[v.Expr], bool]) -> Mapping[v.Expr, T]:
    """Return the entries whose keys are kept; copying does not hash each key."""
    gone = [key for key in found if not keep(key)]
    if not gone:
        return found
    left = dict(found)
    for key in gone:
        del left[key]
    return left


@frozen(kw_only=True)
class Reader(ABC):
    """A reader of typed expressions as bounds.

    `settled`: the limits at the end of a turn hold for the player in slot 0. `absent` is a thing that surely is in no
    zone of the player's own: the piece that is being chosen. `ways` counts how often a body at this reader's place is
    read: once for each combination of the tokens of the quantifiers around it.
    """

    world: World
    slots: Mapping[int, Value] = field(factory=dict)
    known: Known = field(factory=Known)
    settled: bool = False
    absent: int | None = None
    ways: int = 1

    @abstractmethod
    def number(self, expr: v.Expr) -> Interval:
        """Return the range of a number; a condition counts as 1 or 0."""

    @abstractmethod
    def amounts(self, expr: v.Expr) -> Lanes:
        """Return the ranges of amounts, token by token."""

    @abstractmethod
    def condition(self, expr: v.Expr) -> bool | None:
        """Return whether a condition always or never holds; None if that is not known."""

    @abstractmethod
    def tokens(self, expr: v.Expr) -> Some:
        """Return the tokens that an expression can mean."""

    def bind(self, slot: int, value: Value | None) -> Self:
        """Return the reader with one more variable."""
        if value is None:
            return self
        return evolve(self, slots={**self.slots, slot: value})

    def about(self, player: v.Expr) -> Self:
        """Return the reader for a value of a player; knowledge about the player of the code is kept for that player."""
        same = isinstance(player, v.Local) and player.slot == 0
        known = self.known.about(self.world.free, same=same)
        return evolve(self, slots={}, known=known, settled=self.settled and same)

    def once(self, what: object, work: Callable[[], T]) -> T:
        """Return the result of `work`, which depends on `what`, the world and the knowledge of this reader alone.

        A value may read another several times, which reads others in turn: without this the work doubles each time.
        """
        memo = what, self.settled, self.absent, self.ways
        world, found = self.known.memory.get(memo, (None, None))
        if world is self.world:
            known: T = found
            return known
        new = work()
        self.known.memory[memo] = self.world, new
        return new
