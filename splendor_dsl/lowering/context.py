"""The compile-time state of a routine that is being emitted."""

from __future__ import annotations

from collections.abc import Collection

from attrs import define, field

from splendor_dsl.ir import nodes
from splendor_dsl.lowering.addresses import PartAddress
from splendor_dsl.lowering.scope import Val
from splendor_dsl.lowering.stops import FrameSlot, StackFrame


@define
class Context:
    """A routine being emitted: the frames below it, and its variables.

    `location_of` says by its variable where a chosen piece lies, until an instruction may move pieces.
    """

    number: int
    routine: nodes.Routine
    below: tuple[StackFrame, ...]
    seat: Val
    names: dict[int, tuple[str, ...]]
    lists: dict[int, tuple[str, int]] = field(factory=dict)
    location_of: dict[int, tuple[str, tuple[PartAddress, ...]]] = field(factory=dict)
    ranges: dict[int, tuple[int | None, int | None]] = field(factory=dict)
    labels: dict[int, int] = field(factory=dict)
    _env: dict[int, Val] = field(factory=dict)

    def frame(self, at: int) -> StackFrame:
        """Return the frame as it stands at an instruction."""
        slots: list[FrameSlot | None] = [FrameSlot("player", (self.seat.text,))]
        for slot, held in enumerate(self.routine.variables[1:], 1):
            known = slot in self.names and held is not None
            slots.append(
                FrameSlot(str(held), self.names[slot], self.lists.get(slot)) if known else None
            )
        return StackFrame(self.number, at, tuple(slots))

    def unbound_names(self, bound: Collection[int]) -> list[str]:
        """Return the variables that are unbound at the start."""
        return [name for slot, names in self.names.items() if slot not in bound for name in names]

    def env(self) -> dict[int, Val]:
        """Return the variables as operands of expressions; cached, as code asks for all of them at each step."""
        if not self._env:
            self._env = {0: self.seat, **{slot: self._val(slot) for slot in self.names}}
        return self._env

    def set_range(self, slot: int, low: int, high: int) -> None:
        """Record the bounds of a variable from here on."""
        self.ranges[slot] = (low, high)
        if self._env:
            self._env = {**self._env, slot: self._val(slot)}

    def _val(self, slot: int) -> Val:
        lows = {"player": 0, "token": 0, "tokens": 0, "piece": 1}
        low, high = self.ranges.get(slot, (lows.get(self.routine.variables[slot] or ""), None))
        return Val(self.names[slot][0], low, high)


def takes_two_words(held: str) -> bool:
    """Return whether a variable takes two words: a payment under way, or the rest of a loop."""
    return held == "payment" or held.startswith("list of")


def all_jump_targets(routine: nodes.Routine) -> set[int]:
    """Return the instructions that another one may jump to."""
    return {target for at, step in enumerate(routine.steps) for target in jump_targets(at, step)}


def jump_targets(at: int, step: nodes.Instruction) -> tuple[int, ...]:
    """Return the instructions after an instruction besides the next one; a loop comes back to its head."""
    targets = nodes.control_of(step).targets
    return (at, *targets) if isinstance(step, nodes.LoopNext) else targets
