"""The instructions at which a player may choose: their options, and the effect of each.

Each offers options; `take` plays one, `lapse` goes on where there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from attrs import frozen

from splendor_dsl.interpreter.choices import CompiledAsk, Option, compile_ask
from splendor_dsl.interpreter.effects import move_tokens
from splendor_dsl.interpreter.evaluation import Cells, Env, Evaluator, Fn
from splendor_dsl.interpreter.frames import Frame, Run
from splendor_dsl.interpreter.obligations import owed_to
from splendor_dsl.interpreter.payment import CompiledPayment, compile_payment
from splendor_dsl.ir.events import Event
from splendor_dsl.ir.nodes import Ask, KeepLimits, Payment
from splendor_dsl.semantics.model import Action, Limit


class Decision(Protocol):
    """A compiled instruction at which a player may choose."""

    def seat(self, cells: Cells, env: Env) -> int:
        """Return the seat that decides."""

    def options(self, cells: Cells, env: Env) -> list[Option]:
        """Return the legal options."""

    def take(self, run: Run, frame: Frame, option: Option) -> None:
        """Play an option."""

    def lapse(self, run: Run, frame: Frame) -> None:
        """Go on where there is no option."""


@frozen
class MidAsk:
    """Choices in the middle of an action or trigger."""

    asking: CompiledAsk

    def seat(self, _cells: Cells, env: Env) -> int:
        """Return the seat that decides."""
        seat: int = env[self.asking.ask.by]
        return seat

    def options(self, cells: Cells, env: Env) -> list[Option]:
        """Return all bindings of the choices."""
        return self.asking.options(cells, env)

    def take(self, run: Run, frame: Frame, option: Option) -> None:
        """Bind the picks, or leave out the rest of the block."""
        if option[1] is None:
            frame.at = self.asking.ask.exit
        else:
            self.asking.bind(run.cells, frame.env, option[1])
            frame.at += 1

    def lapse(self, _run: Run, frame: Frame) -> None:
        """Leave out the rest of the block."""
        frame.at = self.asking.ask.exit


@frozen
class Actions:
    """The compiled leads of all actions."""

    leads: tuple[CompiledAsk, ...]
    routines: tuple[int, ...]
    slots: tuple[int, ...]
    usual: tuple[int, ...]
    last_resort: tuple[int, ...]
    by_number: Mapping[int, int]
    named: tuple[Action, ...]

    def options(self, cells: Cells, env: Env, action: int) -> list[Option]:
        """Return the options of one action, for the player in variable 0."""
        return self.leads[action].options(cells, [env[0], *[None] * self.slots[action]])

    def begin(self, run: Run, seat: int, option: Option) -> int:
        """Put an action on the stack, and return its number."""
        number, picks = option
        action = self.by_number[number]
        env = [seat, *[None] * (self.slots[action] - 1)]
        self.leads[action].bind(run.cells, env, picks or ())
        run.stack.append(Frame(self.routines[action], 0, env))
        return action


@frozen
class ChooseAction:
    """The choice of an action; one of last resort is offered only where there is no other."""

    actions: Actions
    acted: int
    path: str

    def seat(self, _cells: Cells, env: Env) -> int:
        """Return the seat that decides."""
        seat: int = env[0]
        return seat

    def options(self, cells: Cells, env: Env) -> list[Option]:
        """Return the options of all actions."""
        of = self.actions.options
        found = [o for action in self.actions.usual for o in of(cells, env, action)]
        return found or [o for action in self.actions.last_resort for o in of(cells, env, action)]

    def take(self, run: Run, frame: Frame, option: Option) -> None:
        """Begin the action; a turn in which one of the usual ones was taken is no pass."""
        frame.at += 1
        action = self.actions.begin(run, frame.env[0], option)
        if action in self.actions.usual:
            run.cells[self.acted] = 1

    def lapse(self, run: Run, frame: Frame) -> None:
        """Pass the player over."""
        frame.at += 1
        if run.sink:
            run.sink(Event("passed", self.path, frame.env[0]))


@frozen
class ChooseOwed:
    """The choice of the first owed action."""

    actions: Actions
    owed: int
    path: str

    def seat(self, cells: Cells, env: Env) -> int:
        """Return the seat that decides."""
        found = self._first(cells)
        seat: int = env[0] if found is None else found[0]
        return seat

    def _first(self, cells: Cells) -> tuple[int, int] | None:
        """Return the player and the action owed first, if any."""
        if not cells[self.owed]:
            return None
        return owed_to(cells[self.owed][0], len(self.actions.leads))

    def options(self, cells: Cells, _env: Env) -> list[Option]:
        """Return the options of the action owed first."""
        found = self._first(cells)
        return [] if found is None else self.actions.options(cells, [found[0]], found[1])

    def take(self, run: Run, _frame: Frame, option: Option) -> None:
        """Begin the action."""
        seat = self.seat(run.cells, [])
        run.cells[self.owed] = run.cells[self.owed][1:]
        self.actions.begin(run, seat, option)

    def lapse(self, run: Run, frame: Frame) -> None:
        """Let the action lapse, or go on when nothing is owed."""
        found = self._first(run.cells)
        if found is None:
            frame.at += 1
            return
        run.cells[self.owed] = run.cells[self.owed][1:]
        if run.sink:
            seat, action = found[0], self.actions.named[found[1]]
            run.sink(Event("lapsed", action.where.path, seat, {"action": action.name}))


@frozen
class Pay:
    """A payment, decided pair by pair."""

    node: Payment
    payment: CompiledPayment
    piles: tuple[Fn, Fn]

    def seat(self, _cells: Cells, env: Env) -> int:
        """Return the seat that decides."""
        seat: int = env[self.node.by]
        return seat

    def options(self, cells: Cells, env: Env) -> list[Option]:
        """Return the numbers of wild tokens that may be spent next; none when all is decided."""
        if not self.payment.needs_decisions(cells, env):
            return []
        decided = env[self.node.step.slot] or ()
        while len(decided) < len(self.payment.pairs):
            counts = self.payment.options(cells, env, decided)
            if counts != [0]:
                return [(self.node.number, (len(decided), count)) for count in counts]
            decided = (*decided, 0)
        return []

    def is_legal_so_far(self, cells: Cells, env: Env) -> bool:
        """Return whether each number decided so far was among the options."""
        decided = env[self.node.step.slot] or ()
        return len(decided) <= len(self.payment.pairs) and all(
            count in self.payment.options(cells, env, decided[:at])
            for at, count in enumerate(decided)
        )

    def take(self, _run: Run, frame: Frame, option: Option) -> None:
        """Record the number; the pairs before it left no choice."""
        slot = self.node.step.slot
        pair, count = option[1] or (0, 0)
        decided = frame.env[slot] or ()
        frame.env[slot] = (*decided, *[0] * (pair - len(decided)), count)

    def lapse(self, run: Run, frame: Frame) -> None:
        """Transfer the tokens."""
        slot = self.node.step.slot
        decided = frame.env[slot] or ()
        frame.env[slot] = None
        frame.at += 1
        paid = self.payment.paid(run.cells, frame.env, decided)
        source, target = (pile(run.cells, frame.env) for pile in self.piles)
        move_tokens(run, (source, target), paid, self.node.step.where.path)


@frozen
class EndOfTurnLimit:
    """A limit at the end of a turn: its bound, the tokens it counts and those that may be returned."""

    path: str
    most: Callable[[Cells, int], int]
    piles: tuple[int, ...]  # by seat
    tokens: tuple[int, ...]
    returnable: tuple[int, ...]

    def excess(self, cells: Cells, seat: int) -> int:
        """Return the number of tokens over the limit."""
        lanes = cells[self.piles[seat]]
        held: int = sum([lanes[token] for token in self.tokens])
        return held - self.most(cells, seat)


@frozen
class ReturnExcess:
    """The return of tokens over a limit to the supply, one at a time."""

    node: KeepLimits
    limits: tuple[EndOfTurnLimit, ...]
    supply: int

    def seat(self, _cells: Cells, env: Env) -> int:
        """Return the seat that decides."""
        seat: int = env[0]
        return seat

    def options(self, cells: Cells, env: Env) -> list[Option]:
        """Return the tokens that may be returned for the first limit that is broken."""
        seat = env[0]
        for number, limit in enumerate(self.limits):
            if limit.excess(cells, seat) > 0:
                lanes = cells[limit.piles[seat]]
                tokens = [token for token in limit.returnable if lanes[token] > 0]
                if tokens:
                    return [(self.node.number, (number, token)) for token in tokens]
        return []

    def take(self, run: Run, frame: Frame, option: Option) -> None:
        """Return one token to the supply."""
        number, token = option[1] or (0, 0)
        limit, seat = self.limits[number], frame.env[0]
        pile = limit.piles[seat]
        one = tuple(int(lane == token) for lane in range(len(run.cells[pile])))
        move_tokens(run, (pile, self.supply), one, limit.path)

    def lapse(self, _run: Run, frame: Frame) -> None:
        """Go on, as all limits hold."""
        frame.at += 1


def compile_actions(make: Evaluator) -> Actions:
    """Compile the actions of a game."""
    entries = make.program.actions
    return Actions(
        leads=tuple(compile_ask(make, entry.lead) for entry in entries),
        routines=tuple(entry.routine for entry in entries),
        slots=tuple(make.program.routines[entry.routine].slots for entry in entries),
        usual=tuple(
            n
            for n, entry in enumerate(entries)
            if not (entry.action.last_resort or entry.action.only_owed)
        ),
        last_resort=tuple(n for n, entry in enumerate(entries) if entry.action.last_resort),
        by_number={entry.lead.number: n for n, entry in enumerate(entries)},
        named=tuple(entry.action for entry in entries),
    )


def compile_mid_ask(make: Evaluator, node: Ask) -> MidAsk:
    """Compile choices in the middle of an action or trigger."""
    return MidAsk(compile_ask(make, node))


def compile_pay(make: Evaluator, node: Payment, piles: tuple[Fn, Fn]) -> Pay:
    """Compile a payment between two piles."""
    return Pay(node, compile_payment(make, node.step, after=node.after), piles)


def compile_limits(make: Evaluator, node: KeepLimits, supply: int) -> ReturnExcess:
    """Compile the limits at the end of a turn."""
    limits = make.model.limits.values()
    held = [
        _compile_limit(make, limit, limit.tokens)
        for limit in limits
        if limit.at_end_of_turn and limit.tokens
    ]
    return ReturnExcess(node, tuple(held), supply)


def _compile_limit(make: Evaluator, limit: Limit, tokens: tuple[int, ...]) -> EndOfTurnLimit:
    return EndOfTurnLimit(
        path=limit.where.path,
        most=make.about(limit.value),
        piles=make.layout.seats("pile", limit.zone),
        tokens=tokens,
        returnable=tuple(token for token in tokens if token not in limit.keeps),
    )
