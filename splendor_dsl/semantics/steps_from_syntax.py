"""From the syntax of steps to typed steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import evolve

from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.chains import chain
from splendor_dsl.semantics.choices import choose
from splendor_dsl.semantics.expressions import domain, expect, number
from splendor_dsl.semantics.moves import fill, move, reveal, shuffle
from splendor_dsl.semantics.payments import gain, pay
from splendor_dsl.semantics.problems import DuplicateLabel, first_words
from splendor_dsl.semantics.scope import Scope
from splendor_dsl.semantics.step_context import CodePlace, StepContext, StepResult, text_of
from splendor_dsl.semantics.type_problems import WrongType
from splendor_dsl.spelling import nearest
from splendor_dsl.syntax import ast as a


def code_of(clause: a.Clause, path: str, what: str, scope: Scope) -> m.Code:
    """Return the code of a block of steps."""
    code_place = CodePlace(what=what, path=path)
    steps = tuple(_block(clause.body, path, scope, code_place))
    return m.Code(steps=steps, slots=scope.slots.used)


def _block(
    clauses: tuple[a.Clause, ...], path: str, scope: Scope, code_place: CodePlace
) -> Iterator[m.Step]:
    _labels_differ(clauses, path, scope)
    at = 0
    while at < len(clauses):
        clause = clauses[at]
        context = StepContext(
            clause=clause, path=f"{path}.{clause.name}", scope=scope, place=code_place
        )
        if isinstance(clause.construct, a.If):
            otherwise = (
                clauses[at + 1]
                if at + 1 < len(clauses) and isinstance(clauses[at + 1].construct, a.Else)
                else None
            )
            step = _if(context, otherwise)
            at += otherwise is not None
        else:
            step, scope = _step(context)
        scope.names.place_bare(context.path)
        if step is not None:
            yield step
        at += 1


def _labels_differ(clauses: tuple[a.Clause, ...], path: str, scope: Scope) -> None:
    seen: dict[str, a.Clause] = {}
    for clause in clauses:
        if clause.name in seen:
            scope.names.report(
                DuplicateLabel(
                    name=clause.name,
                    block=repr(path),
                    begins=first_words(clause),
                    span=clause.span,
                    path=f"{path}.{clause.name}",
                )
            )
        seen[clause.name] = clause


def _step(context: StepContext) -> StepResult:
    maker = MAKERS.get(type(context.clause.construct))
    if maker is None:
        reason = "it belongs in the block of a choice, a payment or a limit, or after an 'if'"
        if isinstance(context.clause.construct, a.Keep) and nearest(
            context.clause.name, ("limits",)
        ):
            reason = "did you mean 'keep limits'?"
        context.report(f"{context.clause.name!r}", reason)
        return None, context.scope
    if context.clause.body and not isinstance(context.clause.construct, WITH_BLOCK):
        inner, reason = context.clause.body[0], f"{context.clause.name!r} holds no other clauses"
        evolve(context, clause=inner).report(repr(inner.name), reason)
    return maker(context)


# ---- conditions, counters, markers, control ---------------------------------------------------
def _require(context: StepContext) -> StepResult:
    construct = context.clause.construct
    assert isinstance(construct, a.Require)
    value = expect(construct.value, context.scope, "condition")
    if value is None:
        return None, context.scope
    step = m.Require(value=value, where=context.where, text=text_of(construct.value))
    return step, context.scope


def _give(context: StepContext) -> StepResult:
    construct, scope = context.clause.construct, context.scope
    assert isinstance(construct, a.Give)
    to = chain(construct.to.words, scope)
    if construct.marker.text not in scope.names.markers:
        scope.names.unknown(construct.marker, "a marker", scope.names.markers)
        return None, scope
    if to is None:
        return None, scope
    if to.type != "player":
        scope.names.report(
            WrongType(
                expected="a player", found=repr(construct.to.span.text), span=construct.to.span
            )
        )
        return None, scope
    return m.Give(marker=construct.marker.text, to=to.value, where=context.where), scope


def _count(context: StepContext) -> StepResult:
    construct, scope = context.clause.construct, context.scope
    assert isinstance(construct, a.Count)
    counter = chain(construct.counter.words, scope)
    value = number(construct.value, scope)
    if counter is None or value is None:
        return None, scope
    if not isinstance(counter.value, v.CounterValue):
        scope.names.report(
            WrongType(
                expected="a counter",
                found=repr(construct.counter.span.text),
                span=construct.counter.span,
            )
        )
        return None, scope
    step = m.SetCounter(
        counter=counter.value.counter, player=counter.value.player, value=value, where=context.where
    )
    return step, scope


def _if(context: StepContext, otherwise: a.Clause | None) -> m.Step | None:
    construct, scope = context.clause.construct, context.scope
    assert isinstance(construct, a.If)
    value = expect(construct.value, scope, "condition")
    then = tuple(_block(context.clause.body, context.path, scope, context.place))
    other: tuple[m.Step, ...] = ()
    if otherwise is not None:
        other_path = f"{context.path.rpartition('.')[0]}.{otherwise.name}"
        other = tuple(_block(otherwise.body, other_path, scope, context.place))
    return (
        None
        if value is None
        else m.If(value=value, then=then, otherwise=other, where=context.where)
    )


def _for_each(context: StepContext) -> StepResult:
    construct, scope = context.clause.construct, context.scope
    assert isinstance(construct, a.ForEach)
    found = domain(construct.domain, scope)
    if found is None:
        return None, scope
    over, slot, inner = found
    body = tuple(_block(context.clause.body, context.path, inner, context.place))
    step = m.ForEach(
        domain=over, slot=slot, rest_slot=scope.slots.take(), body=body, where=context.where
    )
    return step, scope


def _do(context: StepContext) -> StepResult:
    construct, scope = context.clause.construct, context.scope
    assert isinstance(construct, a.Do)
    if construct.action.text not in scope.names.actions:
        scope.names.unknown(construct.action, "an action", scope.names.actions)
        return None, scope
    return m.Do(action=construct.action.text, where=context.where), scope


def _again(context: StepContext) -> StepResult:
    return m.Again(where=context.where), context.scope


def _in_turn(step: Callable[..., m.Step]) -> Callable[[StepContext], StepResult]:
    def make(context: StepContext) -> StepResult:
        if context.place.what not in ("turn", "phase"):
            words = context.clause.span.text.partition("\n")[0]
            context.report(f"{words!r}", "it belongs in the sections 'turn' and 'phases'")
            return None, context.scope
        return step(where=context.where), context.scope

    return make


WITH_BLOCK = (a.ForEach, a.Pay, a.Choose)
MAKERS: dict[type, Callable[[StepContext], StepResult]] = {
    a.Require: _require,
    a.Choose: choose,
    a.Pay: pay,
    a.Gain: gain,
    a.Move: move,
    a.Shuffle: shuffle,
    a.Fill: fill,
    a.Reveal: reveal,
    a.Give: _give,
    a.Count: _count,
    a.ForEach: _for_each,
    a.Again: _again,
    a.Do: _do,
    a.OneAction: _in_turn(m.OneAction),
    a.KeepLimits: _in_turn(m.KeepLimits),
    a.EndOfTurn: _in_turn(m.EndOfTurn),
}
