"""How control and variables pass through an instruction, as data.

Each instruction of `nodes.py` describes itself once, by its property `control`. Saved positions, owed actions and
lowering read this description and never the class of the instruction.
"""

from __future__ import annotations

from attrs import frozen

from splendor_dsl.semantics.effects import Effects

Slots = frozenset[int]
NO_SLOTS: Slots = frozenset()
NO_EFFECTS = Effects()


@frozen(kw_only=True)
class Control:
    """How control and variables pass through an instruction.

    `targets` are the instructions that it may jump to. Variables that it `binds` hold something at the next instruction;
    those that it `frees` hold nothing there, and those that it `frees_at_targets` nothing where it jumps to. Those
    `under_way` may hold something while it waits for a decision. `effects` are those of a simple step.
    """

    targets: tuple[int, ...] = ()
    goes_on: bool = True  # to the next instruction, unless it jumps
    binds: Slots = NO_SLOTS
    frees: Slots = NO_SLOTS
    frees_at_targets: Slots = NO_SLOTS
    under_way: Slots = NO_SLOTS
    asks: bool = False  # somebody
    runs_other_code: bool = False  # while the frame rests
    repeats: bool = False  # the frame rests at the instruction itself, until nothing is left to do
    changes_mover: bool = False
    effects: Effects = NO_EFFECTS

    @property
    def rests_behind(self) -> bool:
        """Whether the frame may rest behind the instruction while refills, triggers or actions run."""
        return bool(self.effects.pieces) or (self.runs_other_code and not self.repeats)

    @property
    def keeps_still(self) -> bool:
        """Whether all pieces lie as before, and the same player is to move, at the next instruction."""
        moved = self.effects.pieces or self.effects.shuffled
        return not (moved or self.runs_other_code or self.changes_mover)
