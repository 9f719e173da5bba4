"""The flow of control and variables through an instruction, as data.

Each instruction of `nodes.py` describes itself once, by its property `control`. Saved positions, owed actions and
lowering read this description, never the class of the instruction.
"""

from __future__ import annotations

from attrs import frozen

from splendor_dsl.semantics.effects import Effects

Slots = frozenset[int]
NO_SLOTS: Slots = frozenset()
NO_EFFECTS = Effects()


@frozen(kw_only=True)
class Control:
    """The flow of control and variables through an instruction.

    `targets` are the instructions that it may jump to. Variables that it `binds` are bound at the next instruction; those
    that it `frees` are unbound there, and those that it `frees_at_targets` at its targets. Those `under_way` may be bound
    while it waits for a decision. `effects` are those of a simple step.
    """

    targets: tuple[int, ...] = ()
    falls_through: bool = True  # falls through to the next instruction, unless it jumps
    binds: Slots = NO_SLOTS
    frees: Slots = NO_SLOTS
    frees_at_targets: Slots = NO_SLOTS
    under_way: Slots = NO_SLOTS
    asks: bool = False  # a player
    runs_other_code: bool = False  # while its own frame rests
    repeats: bool = False  # its frame rests at the instruction itself, until nothing is left to do
    changes_mover: bool = False
    effects: Effects = NO_EFFECTS

    @property
    def may_rest_after(self) -> bool:
        """Return whether the frame may rest after the instruction while refills, triggers or actions run."""
        return bool(self.effects.pieces) or (self.runs_other_code and not self.repeats)

    @property
    def keeps_still(self) -> bool:
        """Return whether all pieces stay in place, and the same player is to move, at the next instruction."""
        moved = self.effects.pieces or self.effects.shuffled
        return not (moved or self.runs_other_code or self.changes_mover)
