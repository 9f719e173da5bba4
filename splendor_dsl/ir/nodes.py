"""A game as flat code: routines of instructions with jumps, and decisions with fixed numbers.

Simple effects are the model's own steps. A run of `choose` and `require` is one `Ask`; blocks and loops have become
jumps. A half-made action is a stack of (routine, next instruction, variables) and nothing else.
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
    """A run of choices and requirements, made together; `exit` is the next instruction if none is made.

    The steps `implied` must be possible too, in order: a payment and exact moves; a payment counts the tokens of a move `up
    to` an amount before it. Variable `by` holds the player who decides.
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
        """The next instruction, with all choices bound, or the exit."""
        chosen = frozenset(each.slot for each in self.steps if isinstance(each, Choose))
        return Control(targets=(self.exit,), binds=chosen, asks=True)


@frozen(kw_only=True)
class Guard:
    """Requirements without a choice: if they don't hold, the next instruction is `exit`."""

    steps: tuple[Require, ...]
    implied: tuple[Pay, ...]
    exit: int
    where: Where = field(eq=False, repr=False)

    @cached_property
    def control(self) -> Control:
        """The next instruction or the exit."""
        return Control(targets=(self.exit,))


@frozen(kw_only=True)
class Payment:
    """A payment, wild token by wild token, from the pile less the tokens that the moves `after` it take."""

    number: int
    by: int
    step: Pay
    after: tuple[MoveTokens, ...]  # required exact moves that follow immediately
    where: Where = field(eq=False, repr=False)

    @cached_property
    def control(self) -> Control:
        """The next instruction; it asks only where a wild token can stand in."""
        slot = frozenset((self.step.slot,))
        return Control(frees=slot, under_way=slot, asks=bool(self.step.wilds))


@frozen(kw_only=True)
class TakeAction:
    """The player's choice among all actions."""

    where: Where = field(eq=False, repr=False)

    @cached_property
    def control(self) -> Control:
        """The next instruction, after an action."""
        return Control(asks=True, runs_other_code=True)


@frozen(kw_only=True)
class Owed:
    """The owed actions, one after the other."""

    where: Where = field(eq=False, repr=False)

    @cached_property
    def control(self) -> Control:
        """The next instruction, after all owed actions."""
        return Control(asks=True, runs_other_code=True, repeats=True)


@frozen(kw_only=True)
class KeepLimits:
    """The return of tokens over a limit, one by one, as the player chooses."""

    number: int
    where: Where = field(eq=False, repr=False)

    @cached_property
    def control(self) -> Control:
        """The next instruction."""
        return Control(asks=True)


@frozen(kw_only=True)
class Jump:
    """A jump to `target`."""

    target: int

    @cached_property
    def control(self) -> Control:
        """The target."""
        return Control(targets=(self.target,), falls_through=False)


@frozen(kw_only=True)
class JumpUnless:
    """A jump to `target` unless the condition holds."""

    value: Expr
    target: int
    where: Where = field(eq=False, repr=False)

    @cached_property
    def control(self) -> Control:
        """The next instruction or the target."""
        return Control(targets=(self.target,))


@frozen(kw_only=True)
class LoopBegin:
    """The assignment of all elements of a domain to `rest`."""

    domain: Domain
    rest: int
    where: Where = field(eq=False, repr=False)

    @cached_property
    def control(self) -> Control:
        """The next instruction, with the domain bound."""
        return Control(binds=frozenset((self.rest,)))


@frozen(kw_only=True)
class LoopNext:
    """The assignment of the next of `rest` to `slot`, or a jump to `exit`."""

    slot: int
    rest: int
    exit: int

    @cached_property
    def control(self) -> Control:
        """The next instruction with an element bound, or the exit."""
        at_hand, rest = frozenset((self.slot,)), frozenset((self.rest,))
        return Control(targets=(self.exit,), binds=at_hand, frees_at_targets=rest)


@frozen(kw_only=True)
class Call:
    """A call of another routine."""

    routine: int

    @cached_property
    def control(self) -> Control:
        """The next instruction, after the routine."""
        return Control(runs_other_code=True)


@frozen(kw_only=True)
class Triggers:
    """The triggers of a moment."""

    at: Moment
    where: Where = field(eq=False, repr=False)

    @cached_property
    def control(self) -> Control:
        """The next instruction, after the triggers."""
        return Control(runs_other_code=True)


@frozen(kw_only=True)
class PhaseSeats:
    """The assignment of the seats of all rounds of a phase, in their order, to `rest`."""

    phase: int
    rest: int

    @cached_property
    def control(self) -> Control:
        """The next instruction, with all seats bound."""
        return Control(binds=frozenset((self.rest,)), changes_mover=True)


@frozen(kw_only=True)
class PhaseSeat:
    """The start of a run of a phase: the seat in `slot` is to move."""

    phase: int
    slot: int

    @cached_property
    def control(self) -> Control:
        """The next instruction, as another seat."""
        return Control(changes_mover=True)


@frozen(kw_only=True)
class PhaseAgain:
    """A jump to `run` if the seat is owed another run of the phase."""

    phase: int
    run: int

    @cached_property
    def control(self) -> Control:
        """The next instruction or another run."""
        return Control(targets=(self.run,), changes_mover=True)


@frozen(kw_only=True)
class BeginRound:
    """The start of a round: the first seat is to move."""

    @cached_property
    def control(self) -> Control:
        """The next instruction, as the first seat."""
        return Control(changes_mover=True)


@frozen(kw_only=True)
class BeginTurn:
    """The start of the turn of the seat to move."""

    @cached_property
    def control(self) -> Control:
        """The next instruction."""
        return Control(changes_mover=True)


@frozen(kw_only=True)
class EndTurn:
    """The test of the ends, then a jump to `turn` for an owed turn or the next seat, if there is one."""

    turn: int

    @cached_property
    def control(self) -> Control:
        """The next instruction after the last seat, or another turn."""
        return Control(targets=(self.turn,), changes_mover=True)


@frozen(kw_only=True)
class EndRound:
    """The test of the ends of the round, then a jump to `round`."""

    round: int

    @cached_property
    def control(self) -> Control:
        """The next round."""
        return Control(targets=(self.round,), falls_through=False, changes_mover=True)


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

    Variable 0 is the player whose routine it is. `actors` maps steps inside a loop over players to the variable of their
    player.
    """

    path: str
    variables: tuple[str | None, ...]
    steps: tuple[Instruction, ...]
    actors: Mapping[int, int] = field(factory=dict)

    @property
    def slots(self) -> int:
        """The number of variables."""
        return len(self.variables)


@frozen(kw_only=True)
class ActionEntry:
    """An action: the choices of its first move, and the routine that follows."""

    action: Action
    lead: Ask
    routine: int


@frozen(kw_only=True)
class TriggerEntry:
    """A trigger and its routine; variable 1 holds the piece that has entered a zone."""

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
        """Return the numbers of the routines by their paths."""
        return {routine.path: number for number, routine in enumerate(self.routines)}
