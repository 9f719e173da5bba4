"""What is known at one place in the rules: what variables hold, and what has been required on the way there."""

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
ANYTHING: Final = -1  # stands for the thing that brings the most of everything


@frozen(kw_only=True)
class Some:
    """One token, or several, out of some."""

    tokens: frozenset[int]
    size: Interval
    every: bool = False  # whether it is all of them, for sure


@frozen(kw_only=True)
class Held:
    """A piece of a kind, or the very piece, found in one of some zones."""

    kind: str
    piece: int | None = None


Value = Interval | Some | Held


@frozen(kw_only=True)
class Known:
    """What has been required: ranges of numbers, and conditions that hold or do not."""

    ranges: Mapping[v.Expr, Interval] = field(factory=dict)
    truths: Mapping[v.Expr, bool] = field(factory=dict)
    memory: dict[object, Any] = field(factory=dict, eq=False, repr=False)
    parts: dict[frozenset[int], Known] = field(factory=dict, eq=False, repr=False)

    def about(self, free: Free, *, same: bool) -> Known:
        """Return what it says of a value of the player of the code (`same`), or of any other player."""
        allowed = frozenset((0,)) if same else frozenset[int]()
        if allowed not in self.parts:
            self.parts[allowed] = self.kept(lambda key: free(key) <= allowed)
        return self.parts[allowed]

    def kept(self, keep: Callable[[v.Expr], bool]) -> Known:
        """Return what it says of the expressions that are kept."""
        ranges, truths = _kept(self.ranges, keep), _kept(self.truths, keep)
        whole = ranges is self.ranges and truths is self.truths
        return self if whole else Known(ranges=ranges, truths=truths)

    @property
    def size(self) -> int:
        """How many things it says."""
        return len(self.ranges) + len(self.truths)

    def newest(self, most: int) -> Known:
        """Return at most so many of the things that it says, of the ranges and of the truths the newest."""
        ranges, truths = dict(self.ranges), dict(self.truths)
        while len(ranges) + len(truths) > most:
            longer: dict[v.Expr, Any] = ranges if len(ranges) >= len(truths) else truths
            del longer[next(iter(longer))]
        return Known(ranges=ranges, truths=truths)

    def with_range(self, key: v.Expr, found: Interval, free: Free) -> Known:
        """Return the same, a number lying in a range, whatever was known of it."""
        if self.ranges.get(key) == found:
            return self
        new = Known(ranges={**self.ranges, key: found}, truths=self.truths)
        return self._shared(new, key, free, lambda part: part.with_range(key, found, free))

    def with_truth(self, key: v.Expr, holds: bool, free: Free) -> Known:  # noqa: FBT001  # a truth
        """Return the same, a condition holding or not."""
        new = Known(ranges=self.ranges, truths={**self.truths, key: holds})
        return self._shared(new, key, free, lambda part: part.with_truth(key, holds, free))

    def _shared(
        self, new: Known, key: v.Expr, free: Free, change: Callable[[Known], Known]
    ) -> Known:
        """Return what has one thing more in it, with the parts of this that are found already."""
        for allowed, part in self.parts.items():
            if not free(key) <= allowed:
                new.parts[allowed] = part
            else:
                new.parts[allowed] = new if part is self else change(part)
        return new


def _kept(found: Mapping[v.Expr, T], keep: Callable[[v.Expr], bool]) -> Mapping[v.Expr, T]:
    """Return what is said of the keys that are kept; a copy is made without a hash of each."""
    gone = [key for key in found if not keep(key)]
    if not gone:
        return found
    left = dict(found)
    for key in gone:
        del left[key]
    return left


@frozen(kw_only=True)
class Reader(ABC):
    """Reads typed expressions as bounds. `settled`: the limits at the end of a turn hold for the player in slot 0.

    `absent` is a thing that surely lies in no zone of the player's own: the piece that is being chosen. `ways` counts
    how often a body is read that stands where this reader is: once for each way to take the tokens around it.
    """

    world: World
    slots: Mapping[int, Value] = field(factory=dict)
    known: Known = field(factory=Known)
    settled: bool = False
    absent: int | None = None
    ways: int = 1

    @abstractmethod
    def number(self, expr: v.Expr) -> Interval:
        """What a number can be; a condition counts as 1 or 0."""

    @abstractmethod
    def amounts(self, expr: v.Expr) -> Lanes:
        """What amounts can be, token by token."""

    @abstractmethod
    def condition(self, expr: v.Expr) -> bool | None:
        """Whether a condition always or never holds; none if that can't be told."""

    @abstractmethod
    def tokens(self, expr: v.Expr) -> Some:
        """Which tokens are meant."""

    def bind(self, slot: int, value: Value | None) -> Self:
        """The same with one more variable."""
        if value is None:
            return self
        return evolve(self, slots={**self.slots, slot: value})

    def about(self, player: v.Expr) -> Self:
        """The reader for a value of a player: what was required of the player of the code holds for the same one."""
        same = isinstance(player, v.Local) and player.slot == 0
        known = self.known.about(self.world.free, same=same)
        return evolve(self, slots={}, known=known, settled=self.settled and same)

    def once(self, what: object, work: Callable[[], T]) -> T:
        """Return the result of `work`, which depends on `what`, the world and the knowledge of this reader alone.

        A value may read another several times, and that one others in turn: without this the work doubles each time.
        """
        memo = what, self.settled, self.absent, self.ways
        world, found = self.known.memory.get(memo, (None, None))
        if world is self.world:
            known: T = found
            return known
        new = work()
        self.known.memory[memo] = self.world, new
        return new
