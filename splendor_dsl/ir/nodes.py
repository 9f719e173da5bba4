"""A game as flat code: routines of instructions with jumps, and decisions numbered once and for all.

Simple effects are the model's own steps. What a run of `choose` and `require` offers is one `Ask`; blocks and loops
have become jumps. A half-made action is a stack of (routine, next instruction, variables) and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from attrs import field, frozen

from splendor_dsl.ir.control import Control
from splendor_dsl.semantics.model import (
    Action,
    Choose,
    Model,
    Moment,
    MoveTokens,
    Pay,
    Require,
    SimpleStep,
    Trigger,
    Where,
)
from splendor_dsl.semantics.values import Domain, Expr


@frozen(kw_only=True)
class Ask:
    """A run of choices and requirements, made together; `exit` is where to go on with none made.

    `implied` must be possible too, in its order: a payment and exact moves; a move `up to` something is counted for the
    payment after it. Variable `by` holds who decides.
    """

    number: int
    label: str
    by: int
    steps: tuple[Choose | Require, ...]
    implied: tuple[Pay | MoveTokens, ...]
    may: bool
    exit: int
    where: Where = field(eq=False, repr=False)

    @cached_property
    def control(self) -> Control:
        """On, with all that is chosen, or to the exit."""
        chosen = frozenset(each.slot for each in self.steps if isinstance(each, Choose))
        return Control(targets=(self.exit,), binds=chosen, asks=True)


@frozen(kw_only=True)
class Guard:
    """Requirements without a choice: go on if they hold, else at `exit`."""

    steps: tuple[Require, ...]
    implied: tuple[Pay, ...]
    exit: int
    where: Where = field(eq=False, repr=False)

    @cached_property
    def control(self) -> Control:
        """On, or to the exit."""
        return Control(targets=(self.exit,))


@frozen(kw_only=True)
class Payment:
    """A payment, wild token by wild token, of what is left once all is set aside that the moves `after` it take."""

    number: int
    by: int
    step: Pay
    after: tuple[MoveTokens, ...]  # the exact moves that follow at once, where they are required
    where: Where = field(eq=False, repr=False)

    @cached_property
    def control(self) -> Control:
        """On; it asks only where something can stand in."""
        slot = frozenset((self.step.slot,))
        return Control(frees=slot, under_way=slot, asks=bool(self.step.wilds))


@frozen(kw_only=True)
class TakeAction:
    """The player's choice among all actions."""

    where: Where = field(eq=False, repr=False)

    @cached_property
    def control(self) -> Control:
        """On, after an action."""
        return Control(asks=True, runs_other_code=True)


@frozen(kw_only=True)
class Owed:
    """The actions that are owed, one after the other."""

    where: Where = field(eq=False, repr=False)

    @cached_property
    def control(self) -> Control:
        """On, after all actions that are owed."""
        return Control(asks=True, runs_other_code=True, repeats=True)


@frozen(kw_only=True)
class KeepLimits:
    """What is too much goes back, piece by piece, as the player likes."""

    number: int
    where: Where = field(eq=False, repr=False)

    @cached_property
    def control(self) -> Control:
        """On."""
        return Control(asks=True)


@frozen(kw_only=True)
class Jump:
    """Go on at `target`."""

    target: int

    @cached_property
    def control(self) -> Control:
        """To the target."""
        return Control(targets=(self.target,), goes_on=False)


@frozen(kw_only=True)
class JumpUnless:
    """Go on at `target` unless the condition holds."""

    value: Expr
    target: int
    where: Where = field(eq=False, repr=False)

    @cached_property
    def control(self) -> Control:
        """On, or to the target."""
        return Control(targets=(self.target,))


@frozen(kw_only=True)
class LoopBegin:
    """Lay all of a domain into `rest`."""

    domain: Domain
    rest: int
    where: Where = field(eq=False, repr=False)

    @cached_property
    def control(self) -> Control:
        """On, with all of the domain."""
        return Control(binds=frozenset((self.rest,)))


@frozen(kw_only=True)
class LoopNext:
    """Take the next of `rest` into `slot`, or go on at `exit`."""

    slot: int
    rest: int
    exit: int

    @cached_property
    def control(self) -> Control:
        """On with the next one, or to the exit."""
        at_hand, rest = frozenset((self.slot,)), frozenset((self.rest,))
        return Control(targets=(self.exit,), binds=at_hand, frees_at_targets=rest)


@frozen(kw_only=True)
class Call:
    """Run another routine, then go on."""

    routine: int

    @cached_property
    def control(self) -> Control:
        """On, after the routine."""
        return Control(runs_other_code=True)


@frozen(kw_only=True)
class Triggers:
    """Run the triggers of a moment."""

    at: Moment
    where: Where = field(eq=False, repr=False)

    @cached_property
    def control(self) -> Control:
        """On, after the triggers."""
        return Control(runs_other_code=True)


@frozen(kw_only=True)
class PhaseSeats:
    """Lay the seats of all rounds of a phase, in their order, into `rest`."""

    phase: int
    rest: int

    @cached_property
    def control(self) -> Control:
        """On, with all seats."""
        return Control(binds=frozenset((self.rest,)), changes_mover=True)


@frozen(kw_only=True)
class PhaseSeat:
    """The seat in `slot` is to move: its run of the phase begins."""

    phase: int
    slot: int

    @cached_property
    def control(self) -> Control:
        """On, as another seat."""
        return Control(changes_mover=True)


@frozen(kw_only=True)
class PhaseAgain:
    """Where the seat is owed the steps of the phase once more, go on at `run`."""

    phase: int
    run: int

    @cached_property
    def control(self) -> Control:
        """On, or to another run."""
        return Control(targets=(self.run,), changes_mover=True)


@frozen(kw_only=True)
class BeginRound:
    """The next round; the first seat is to move."""

    @cached_property
    def control(self) -> Control:
        """On, as the first seat."""
        return Control(changes_mover=True)


@frozen(kw_only=True)
class BeginTurn:
    """The turn of the seat to move."""

    @cached_property
    def control(self) -> Control:
        """On."""
        return Control(changes_mover=True)


@frozen(kw_only=True)
class EndTurn:
    """Judge the ends; go on at `turn` with an owed turn or the next seat, or fall through after the last."""

    turn: int

    @cached_property
    def control(self) -> Control:
        """On after the last seat, or to another turn."""
        return Control(targets=(self.turn,), changes_mover=True)


@frozen(kw_only=True)
class EndRound:
    """Judge the ends of the round; go on at `round`."""

    round: int

    @cached_property
    def control(self) -> Control:
        """To the next round."""
        return Control(targets=(self.round,), goes_on=False, changes_mover=True)


Instruction = (
    Ask
    | Guard
    | Payment
    | TakeAction
    | Owed
    | KeepLimits
    | Jump
    | JumpUnless
    | LoopBegin
    | LoopNext
    | Call
    | Triggers
    | PhaseSeats
    | PhaseSeat
    | PhaseAgain
    | BeginRound
    | BeginTurn
    | EndTurn
    | EndRound
    | SimpleStep
)
Decision = Ask | Payment | KeepLimits


def control_of(step: Instruction) -> Control:
    """Return how control and variables pass through an instruction."""
    return Control(effects=step.effects) if isinstance(step, SimpleStep) else step.control


@frozen(kw_only=True)
class Routine:
    """Instructions under one path, with the types of their variables (none for scratch).

    Variable 0 is the player whom they are about. `actors` has, for steps inside of a loop over players, the variable
    that holds whose step it is.
    """

    path: str
    variables: tuple[str | None, ...]
    steps: tuple[Instruction, ...]
    actors: Mapping[int, int] = field(factory=dict)

    @property
    def slots(self) -> int:
        """How many variables there are."""
        return len(self.variables)


@frozen(kw_only=True)
class ActionEntry:
    """An action: what is chosen in one move, and the routine that follows."""

    action: Action
    lead: Ask
    routine: int


@frozen(kw_only=True)
class TriggerEntry:
    """A trigger and its routine; what has entered a zone is in variable 1."""

    trigger: Trigger
    routine: int


@frozen(kw_only=True)
class Program:
    """A whole game. Routine 0 is the game itself; `decisions[n]` is the decision with number n."""

    model: Model
    routines: tuple[Routine, ...]
    actions: tuple[ActionEntry, ...]
    triggers: tuple[TriggerEntry, ...]
    decisions: tuple[Decision, ...]
    meaning: str

    def routine_numbers(self) -> Mapping[str, int]:
        """The numbers of the routines by their paths."""
        return {routine.path: number for number, routine in enumerate(self.routines)}
