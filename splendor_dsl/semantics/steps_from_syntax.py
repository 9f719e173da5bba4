"""Steps from words to typed steps."""

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
from splendor_dsl.semantics.reading import Made, Place, Reading, said
from splendor_dsl.semantics.scope import Scope
from splendor_dsl.semantics.type_problems import WrongType
from splendor_dsl.spelling import nearest
from splendor_dsl.syntax import ast as a


def code_of(clause: a.Clause, path: str, what: str, scope: Scope) -> m.Code:
    """The code that a block of steps makes."""
    place_ = Place(what=what, path=path)
    steps = tuple(_block(clause.body, path, scope, place_))
    return m.Code(steps=steps, slots=scope.slots.used)


def _block(
    clauses: tuple[a.Clause, ...], path: str, scope: Scope, place_: Place
) -> Iterator[m.Step]:
    _labels_differ(clauses, path, scope)
    at = 0
    while at < len(clauses):
        clause = clauses[at]
        reading = Reading(clause=clause, path=f"{path}.{clause.name}", scope=scope, place=place_)
        if isinstance(clause.says, a.If):
            otherwise = (
                clauses[at + 1]
                if at + 1 < len(clauses) and isinstance(clauses[at + 1].says, a.Else)
                else None
            )
            step = _if(reading, otherwise)
            at += otherwise is not None
        else:
            step, scope = _step(reading)
        scope.names.place_bare(reading.path)
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


def _step(reading: Reading) -> Made:
    maker = MAKERS.get(type(reading.clause.says))
    if maker is None:
        reason = "it belongs in the block of a choice, a payment or a limit, or after an 'if'"
        if isinstance(reading.clause.says, a.Keep) and nearest(reading.clause.name, ("limits",)):
            reason = "did you mean 'keep limits'?"
        reading.report(f"{reading.clause.name!r}", reason)
        return None, reading.scope
    if reading.clause.body and not isinstance(reading.clause.says, WITH_BLOCK):
        inner, reason = reading.clause.body[0], f"{reading.clause.name!r} holds no other clauses"
        evolve(reading, clause=inner).report(repr(inner.name), reason)
    return maker(reading)


# ---- conditions, counters, markers, control ---------------------------------------------------
def _require(reading: Reading) -> Made:
    says = reading.clause.says
    assert isinstance(says, a.Require)
    value = expect(says.value, reading.scope, "condition")
    if value is None:
        return None, reading.scope
    step = m.Require(value=value, where=reading.where, text=said(says.value))
    return step, reading.scope


def _give(reading: Reading) -> Made:
    says, scope = reading.clause.says, reading.scope
    assert isinstance(says, a.Give)
    to = chain(says.to.words, scope)
    if says.marker.text not in scope.names.markers:
        scope.names.unknown(says.marker, "a marker", scope.names.markers)
        return None, scope
    if to is None:
        return None, scope
    if to.type != "player":
        scope.names.report(
            WrongType(expected="a player", found=repr(says.to.span.text), span=says.to.span)
        )
        return None, scope
    return m.Give(marker=says.marker.text, to=to.value, where=reading.where), scope


def _count(reading: Reading) -> Made:
    says, scope = reading.clause.says, reading.scope
    assert isinstance(says, a.Count)
    counter = chain(says.counter.words, scope)
    value = number(says.value, scope)
    if counter is None or value is None:
        return None, scope
    if not isinstance(counter.value, v.CounterValue):
        scope.names.report(
            WrongType(
                expected="a counter", found=repr(says.counter.span.text), span=says.counter.span
            )
        )
        return None, scope
    step = m.SetCounter(
        counter=counter.value.counter, player=counter.value.player, value=value, where=reading.where
    )
    return step, scope


def _if(reading: Reading, otherwise: a.Clause | None) -> m.Step | None:
    says, scope = reading.clause.says, reading.scope
    assert isinstance(says, a.If)
    value = expect(says.value, scope, "condition")
    then = tuple(_block(reading.clause.body, reading.path, scope, reading.place))
    other: tuple[m.Step, ...] = ()
    if otherwise is not None:
        other_path = f"{reading.path.rpartition('.')[0]}.{otherwise.name}"
        other = tuple(_block(otherwise.body, other_path, scope, reading.place))
    return (
        None
        if value is None
        else m.If(value=value, then=then, otherwise=other, where=reading.where)
    )


def _for_each(reading: Reading) -> Made:
    says, scope = reading.clause.says, reading.scope
    assert isinstance(says, a.ForEach)
    found = domain(says.domain, scope)
    if found is None:
        return None, scope
    over, slot, inner = found
    body = tuple(_block(reading.clause.body, reading.path, inner, reading.place))
    step = m.ForEach(
        domain=over, slot=slot, rest_slot=scope.slots.take(), body=body, where=reading.where
    )
    return step, scope


def _do(reading: Reading) -> Made:
    says, scope = reading.clause.says, reading.scope
    assert isinstance(says, a.Do)
    if says.action.text not in scope.names.actions:
        scope.names.unknown(says.action, "an action", scope.names.actions)
        return None, scope
    return m.Do(action=says.action.text, where=reading.where), scope


def _again(reading: Reading) -> Made:
    return m.Again(where=reading.where), reading.scope


def _in_turn(step: Callable[..., m.Step]) -> Callable[[Reading], Made]:
    def make(reading: Reading) -> Made:
        if reading.place.what not in ("turn", "phase"):
            words = reading.clause.span.text.partition("\n")[0]
            reading.report(f"{words!r}", "it belongs in the sections 'turn' and 'phases'")
            return None, reading.scope
        return step(where=reading.where), reading.scope

    return make


WITH_BLOCK = (a.If, a.ForEach, a.Pay, a.Choose)
MAKERS: dict[type, Callable[[Reading], Made]] = {
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
