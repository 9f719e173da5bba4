"""An observed engine: its steps, decisions and zones report to a watch. It is made only on request."""

from __future__ import annotations

from typing import Any, assert_never

from attrs import frozen

from splendor_dsl.interpreter.choices import Option
from splendor_dsl.interpreter.decisions import ChooseOwed, Decision, Pay, ReturnExcess
from splendor_dsl.interpreter.evaluation import Cells, Env, Evaluator
from splendor_dsl.interpreter.flow import Step
from splendor_dsl.interpreter.frames import Frame, Run
from splendor_dsl.interpreter.observations import (
    DECLINED,
    HELD,
    REFILLED,
    RUN,
    SLID,
    SPENT,
    Watch,
    from_zone,
    kept_back,
)
from splendor_dsl.interpreter.zones import Zones
from splendor_dsl.ir import nodes
from splendor_dsl.ir.layout import EMPTY
from splendor_dsl.semantics.model import (
    Choose,
    ChooseNumber,
    ChoosePiece,
    ChoosePlayer,
    ChooseToken,
    ChooseTokens,
    Moment,
    RefillTime,
)


def watch_routine(
    make: Evaluator,
    routine: nodes.Routine,
    steps: list[Step | None],
    decisions: dict[int, Decision],
) -> None:
    """Make each step and decision of a routine report; the first reports the routine itself."""
    assert make.watch is not None  # the caller checks it
    for at, node in enumerate(routine.steps):
        begins = (routine.path,) if at == 0 else ()
        step = steps[at]
        if step is not None:
            steps[at] = _reporting(make.watch, (*begins, *_paths(node)), step)
        else:
            decisions[at] = _ObservedDecision(decisions[at], make, begins, _paths(node))


def _paths(node: nodes.Instruction) -> tuple[str, ...]:
    """Return the clause of an instruction; none for joining ones and those that report their result."""
    match node:
        case nodes.Owed() | nodes.Guard() | nodes.JumpUnless():
            return ()
        case nodes.Triggers(at=at) if at != Moment.END_OF_TURN:
            return ()
    where = getattr(node, "where", None)
    return () if where is None else (where.path,)


def _reporting(watch: Watch, paths: tuple[str, ...], step: Step) -> Step:
    if not paths:
        return step

    def reporting(run: Run, frame: Frame) -> None:
        for path in paths:
            watch(path, RUN)
        step(run, frame)

    return reporting


@frozen
class _ObservedDecision:
    """A decision that reports the option chosen at it."""

    decision: Decision
    make: Evaluator
    begins: tuple[str, ...]
    paths: tuple[str, ...]

    def seat(self, cells: Cells, env: Env) -> int:
        """Return the seat that decides."""
        return self.decision.seat(cells, env)

    def options(self, cells: Cells, env: Env) -> list[Option]:
        """Return the legal options."""
        self._report(self.begins)
        return self.decision.options(cells, env)

    def take(self, run: Run, frame: Frame, option: Option) -> None:
        """Report and play an option."""
        node = self.make.program.decisions[option[0]]
        if isinstance(node, nodes.Ask):
            self._report_ask(node, option)
        elif isinstance(self.decision, Pay):
            self._report_wild(self.decision, option)
        elif isinstance(self.decision, ReturnExcess):
            self._report_limit(self.decision, run.cells, frame.env, option)
        if not isinstance(self.decision, ChooseOwed | Pay | ReturnExcess) and option[1] is not None:
            self._report(self.paths)
        self.decision.take(run, frame, option)

    def lapse(self, run: Run, frame: Frame) -> None:
        """Report and go on where there is no option: a payment is made, limits hold."""
        if isinstance(self.decision, Pay | ReturnExcess):
            self._report(self.paths)
        if isinstance(self.decision, ReturnExcess):
            self._report(tuple(limit.path for limit in self.decision.limits), HELD[0])
        self.decision.lapse(run, frame)

    def _report(self, paths: tuple[str, ...], word: str = RUN) -> None:
        assert self.make.watch is not None  # only observed decisions report
        for path in paths:
            self.make.watch(path, word)

    def _report_ask(self, ask: nodes.Ask, option: Option) -> None:
        choices = [step for step in ask.steps if isinstance(step, Choose)]
        if option[1] is None:
            self._report((choices[0].where.path,), DECLINED)
            return
        self._report((ask.where.path,))
        for choice, pick in zip(choices, option[1], strict=True):
            path = (choice.where.path,)
            self._report(path)
            for word in self._words(choice, pick):
                self._report(path, word)

    def _words(self, choice: Choose, pick: Any) -> list[str]:
        """Return the words for a pick: the zone of a piece, the tokens."""
        match choice:
            case ChooseToken():
                return [self.make.model.tokens[pick].name]
            case ChooseTokens():
                return [self.make.model.tokens[token].name for token in pick]
            case ChoosePiece():
                zone = self.make.layout.cells[pick[0]].name
                sources = [each for each in choice.sources if each.zone.zone == zone]
                return [from_zone(zone, top=each.top) for each in sources]
            case ChooseNumber() | ChoosePlayer():
                return []
        assert_never(choice)

    def _report_wild(self, pay: Pay, option: Option) -> None:
        at, count = option[1] or (0, 0)
        wild = pay.node.step.wilds[pay.payment.pairs[at].wild]
        self._report((wild.where.path,), SPENT[0] if count else SPENT[1])

    def _report_limit(self, keep: ReturnExcess, cells: Cells, env: Env, option: Option) -> None:
        number, _ = option[1] or (0, 0)
        limit = keep.limits[number]
        self._report((limit.path,), HELD[1])
        lanes = cells[limit.piles[env[0]]]
        for token in set(limit.tokens) - set(limit.returnable):
            if lanes[token]:
                self._report((limit.path,), kept_back(self.make.model.tokens[token].name))


class ObservedZones(Zones):
    """Zones that report when their places refill, and when nothing is left to refill them."""

    def __init__(self, program: nodes.Program, layout: Any, watch: Watch) -> None:
        super().__init__(program, layout)
        self.watch = watch

    def refill(self, run: Run, cell: int, path: str = "") -> list[tuple[int, int]]:
        """Refill an empty place, and return the pieces that entered."""
        before = run.cells[cell]
        entered = super().refill(run, cell, path)
        name = self.layout.cells[cell].name
        zone = self.model.zones[name]
        if name in self.layout.places and EMPTY in before:
            if zone.refill is not None and (entered or zone.refill.when == RefillTime.AT_ONCE):
                self.watch(zone.where.path, REFILLED[0] if entered else REFILLED[1])
            if zone.slide and any(piece >= 0 for piece in before[before.index(EMPTY) :]):
                self.watch(zone.where.path, SLID)
        return entered
