"""The options of an `Ask`: all bindings of its choices, in nested loops, for which every requirement holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, groupby
from typing import Any, assert_never

from attrs import frozen

from splendor_dsl.interpreter.evaluation import Cells, Env, Evaluator, Fn
from splendor_dsl.interpreter.rehearsal import possible
from splendor_dsl.ir.nodes import Ask, Guard
from splendor_dsl.semantics.model import (
    Choose,
    ChooseNumber,
    ChoosePiece,
    ChoosePlayer,
    ChooseToken,
    ChooseTokens,
    Require,
    Source,
)

Picks = tuple[Any, ...]
# The number of a decision and the picks, None if it is declined. A picked piece is (cell, place).
Option = tuple[int, Picks | None]
Visit = Callable[[Cells, Env, Picks, list[Option]], None]


@frozen(kw_only=True)
class CompiledAsk:
    """A compiled `Ask`."""

    ask: Ask
    slots: tuple[tuple[int, bool], ...]  # the variable of each choice, and whether it holds a piece
    visit: Visit

    def options(self, cells: Cells, env: Env) -> list[Option]:
        """Return all options, declining last."""
        found: list[Option] = []
        self.visit(cells, env, (), found)
        if self.ask.may and found:
            found.append((self.ask.number, None))
        return found

    def bind(self, cells: Cells, env: Env, picks: Picks) -> None:
        """Assign the picks to the variables."""
        for (slot, piece), pick in zip(self.slots, picks, strict=True):
            env[slot] = cells[pick[0]][pick[1]] if piece else pick


def compile_ask(make: Evaluator, ask: Ask) -> CompiledAsk:
    """Compile an `Ask`."""
    number = ask.number

    def offer(_cells: Cells, _env: Env, picks: Picks, out: list[Option]) -> None:
        out.append((number, picks))

    visit: Visit = _after(possible(make, ask.implied), offer)
    for kind, run in groupby(reversed(ask.steps), type):
        steps = tuple(run)
        if kind is Require:
            visit = _after(
                _all_of(make, [s for s in reversed(steps) if isinstance(s, Require)]), visit
            )
        for step in steps:
            if isinstance(step, Choose):
                visit = _choose(make, step, visit)
    bound = (each for step in ask.steps for each in step.effects.binds)
    slots = tuple((each.slot, each.type == "piece") for each in bound)
    return CompiledAsk(ask=ask, slots=slots, visit=visit)


def compile_guard(make: Evaluator, guard: Guard) -> Fn:
    """Return the condition that all requirements of a guard hold."""
    required = _all_of(make, guard.steps)
    payable = possible(make, guard.implied)

    def holds(cells: Cells, env: Env) -> bool:
        return bool(required(cells, env) and (payable is None or payable(cells, env)))

    return holds


def _all_of(make: Evaluator, steps: Sequence[Require]) -> Fn:
    """Return the condition that all requirements hold; a loop over them, as nesting would have no bound."""
    tests = [make.with_report(step.where, make.compile(step.value)) for step in steps]
    if len(tests) == 1:
        return tests[0]
    return lambda cells, env: all(test(cells, env) for test in tests)


def _after(test: Fn | None, visit: Visit) -> Visit:
    if test is None:
        return visit

    def guarded(cells: Cells, env: Env, picks: Picks, out: list[Option]) -> None:
        if test(cells, env):
            visit(cells, env, picks, out)

    return guarded


def _choose(make: Evaluator, step: Choose, visit: Visit) -> Visit:
    match step:
        case ChooseToken():
            return _each_of(present_tokens(make, step), step.slot, visit)
        case ChooseTokens():
            return _several_tokens(make, step, visit)
        case ChoosePiece():
            return _piece(make, step, visit)
        case ChooseNumber():
            return _number(make, step, visit)
        case ChoosePlayer():
            return _each_of(make.domain(step.domain), step.slot, visit)
    assert_never(step)


def present_tokens(make: Evaluator, step: ChooseToken | ChooseTokens) -> Fn:
    """Return the tokens that a choice may name: those of its group that its pile holds, if it names one."""
    which = make.token_set(step.tokens)
    if step.pile is None:
        return which
    pile = make.cell("pile", step.pile.zone, step.pile.player)

    def present(cells: Cells, env: Env) -> list[int]:
        lanes = pile(cells, env)
        return [token for token in which(cells, env) if lanes[token] > 0]

    return present


def _each_of(domain: Fn, slot: int, visit: Visit) -> Visit:
    def each(cells: Cells, env: Env, picks: Picks, out: list[Option]) -> None:
        for pick in domain(cells, env):
            env[slot] = pick
            visit(cells, env, (*picks, pick), out)

    return each


def _several_tokens(make: Evaluator, step: ChooseTokens, visit: Visit) -> Visit:
    present = present_tokens(make, step)
    count = make.compile(step.count)

    def sets(cells: Cells, env: Env) -> Any:
        size = count(cells, env)
        # A choice of none is no choice (K14).
        return combinations(sorted(present(cells, env)), size) if size > 0 else ()

    return _each_of(sets, step.slot, visit)


def _number(make: Evaluator, step: ChooseNumber, visit: Visit) -> Visit:
    low, high = make.compile(step.low), make.compile(step.high)
    return _each_of(
        lambda cells, env: range(low(cells, env), high(cells, env) + 1), step.slot, visit
    )


def _piece(make: Evaluator, step: ChoosePiece, visit: Visit) -> Visit:
    slot = step.slot
    places = [compile_source(make, source) for source in step.sources]
    # Several sources may hold the same piece, which is offered once.
    once = len({source.zone.zone for source in step.sources}) == len(step.sources)

    def each(cells: Cells, env: Env, picks: Picks, out: list[Option]) -> None:
        offered: set[tuple[int, int]] = set()
        for source in places:
            for cell, top in source(cells, env):
                for place, piece in enumerate(cells[cell]):
                    if piece < 0:
                        continue
                    location = cell, place
                    if once or location not in offered:
                        offered.add(location)
                        env[slot] = piece
                        visit(cells, env, (*picks, location), out)
                    if top:
                        break

    return each


def compile_source(
    make: Evaluator, source: Source
) -> Callable[[Cells, Env], list[tuple[int, bool]]]:
    """Return the cells that hold the pieces of a source, each with whether only its first piece counts."""
    ref, top = source.zone, source.top
    parts = [make.layout.seats("zone", ref.zone, part) for part in make.layout.parts[ref.zone]]
    by_seat = [[(seats[at], top) for seats in parts] for at in range(len(parts[0]))]
    if ref.player is None:
        return lambda _cells, _env: by_seat[0]
    owner = make.compile(ref.player)

    def cells_of(cells: Cells, env: Env) -> list[tuple[int, bool]]:
        seat = owner(cells, env)
        return by_seat[seat] if seat >= 0 else []

    return cells_of
