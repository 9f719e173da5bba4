"""What is known at one place in the rules: what variables hold, and what has been required on the way there."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, Final, Self, TypeVar

from attrs import evolve, field, frozen

from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.checks.intervals import Interval
from splendor_dsl.semantics.checks.world import World

T = TypeVar("T")
Lanes = tuple[Interval, ...]
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

    def about(self, free: Callable[[v.Expr], frozenset[int]], *, same: bool) -> Known:
        """Return what it says of a value of the player of the code (`same`), or of any other player."""
        allowed = frozenset((0,)) if same else frozenset[int]()
        if allowed not in self.memory:
            ranges = {key: each for key, each in self.ranges.items() if free(key) <= allowed}
            truths = {key: each for key, each in self.truths.items() if free(key) <= allowed}
            whole = len(ranges) == len(self.ranges) and len(truths) == len(self.truths)
            self.memory[allowed] = self if whole else Known(ranges=ranges, truths=truths)
        found = self.memory[allowed]
        assert isinstance(found, Known)
        return found


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
