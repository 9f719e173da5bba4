"""From the syntax of choices to typed steps."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.chains import place, tokens_named
from splendor_dsl.semantics.expressions import number
from splendor_dsl.semantics.scope import ANY_KIND, UNKNOWN_KIND, Scope
from splendor_dsl.semantics.step_context import StepContext, StepResult
from splendor_dsl.semantics.type_problems import WrongType
from splendor_dsl.syntax import ast as a
from splendor_dsl.syntax.expressions import Ident

_PLAYERS: Final = ("player", "players", "others")  # who can be chosen


def choose(context: StepContext) -> StepResult:
    """Return a choice, with its name bound for the steps after it."""
    construct, scope = _with_block(context), context.scope
    slot = scope.slots.take()
    made = {
        "different": _choose_different,
        "from": _choose_from,
        "number": _choose_number,
        "any": _choose_any,
    }[construct.how](construct, context, slot)
    if made is None:
        return None, _bound_to_nothing(context, construct)
    step, type_ = made
    name = context.clause.name
    return step, scope.bind(name, v.Local(slot=slot, type=type_, name=name), type_)


def _with_block(context: StepContext) -> a.Choose:
    """Return a choice with the parts of its block: more places, and whether it may be declined."""
    construct = context.clause.construct
    assert isinstance(construct, a.Choose)
    for clause in context.clause.body:
        match clause.construct:
            case a.Declined():
                construct = evolve(construct, may=True)
            case a.Also(source=source) if construct.how == "from":
                construct = evolve(construct, sources=(*construct.sources, source))
            case a.Also():
                _misplaced(context, clause, "only a choice from a place has others")
            case _:
                expected = "the block of a choice holds 'also ...' and 'may be declined'"
                _misplaced(context, clause, expected)
    return construct


def _misplaced(context: StepContext, clause: a.Clause, reason: str) -> None:
    inner = evolve(context, clause=clause, path=f"{context.path}.{clause.name}")
    inner.report(repr(clause.name), reason)


def _bound_to_nothing(context: StepContext, construct: a.Choose) -> Scope:
    """Return a scope that knows the name of a faulty choice, so that its uses are no further problems."""
    what = construct.what or (construct.sources[0].what if construct.sources else None)
    kinds = context.scope.names.kinds
    zone = (
        context.scope.names.zones.get(construct.sources[0].place.words[0].text)
        if construct.sources
        else None
    )
    kind = what.text if what and what.text in kinds else (zone.kind if zone else None)
    if what is None and zone is None:
        kind = UNKNOWN_KIND
    several = what is not None and what.text not in kinds
    type_ = {"different": "tokens" if several else "", "number": "number"}.get(construct.how) or (
        f"piece {kind}" if kind else "token"
    )
    return context.scope.bind(context.clause.name, v.Local(slot=0, type=type_), type_)


Chosen = tuple[m.Choose, str] | None


def _choose_different(construct: a.Choose, context: StepContext, slot: int) -> Chosen:
    assert construct.value is not None and construct.what is not None
    if construct.what.text in context.scope.names.kinds.keys() - context.scope.variables.keys():
        context.scope.names.report(_several_pieces(construct, construct.what))
        return None
    count = number(construct.value, context.scope)
    tokens = tokens_named(construct.what, context.scope)
    found = place(construct.sources[0].place, context.scope, pile=True)
    if count is None or tokens is None or found is None:
        return None
    step = m.ChooseTokens(
        slot=slot,
        name=context.clause.name,
        may=construct.may,
        tokens=tokens.value,
        pile=found[0],
        count=count,
        where=context.where,
    )
    return step, "tokens"


def _several_pieces(construct: a.Choose, what: Ident) -> WrongType:
    """Return the problem of pieces that are chosen together, as they are chosen one by one."""
    source = f"{what.text} in {construct.sources[0].place.span.text}"
    form = f"choose first: {source}; choose second: {source}; require two: first != second"
    expected = "tokens, as pieces are chosen one by one"
    return WrongType(expected=expected, found=repr(what.text), form=form, span=what.span)


def _choose_from(construct: a.Choose, context: StepContext, slot: int) -> Chosen:
    first = context.scope.names.zones.get(construct.sources[0].place.words[0].text)
    if first is not None and first.kind is None:
        return _choose_token(construct, context, slot)
    sources: list[m.Source] = []
    kinds: list[str] = []
    for source in construct.sources:
        found = place(source.place, context.scope, pile=False)
        if found is None:
            return None
        ref, zone = found
        kind = source.what.text if source.what else zone.kind or ""
        if zone.kind == ANY_KIND:
            context.scope.names.report(
                WrongType(
                    expected="a zone of one kind of pieces",
                    found=f"{zone.name!r}, which holds all kinds",
                    span=source.place.span,
                )
            )
            return None
        if kind != zone.kind or (kinds and kind != kinds[0]):
            wanted = kinds[0] if kinds and kind == zone.kind else zone.kind
            expected = (
                f"{wanted!r}, which is what lies there"
                if not kinds
                else f"{kinds[0]!r}, as in the first source"
            )
            span = source.what.span if source.what else source.span
            context.scope.names.report(WrongType(expected=expected, found=repr(kind), span=span))
            return None
        kinds.append(kind)
        sources.append(m.Source(zone=ref, top=source.top))
    step = m.ChoosePiece(
        slot=slot,
        name=context.clause.name,
        may=construct.may,
        sources=tuple(sources),
        where=context.where,
    )
    return step, f"piece {kinds[0]}"


def _choose_token(construct: a.Choose, context: StepContext, slot: int) -> Chosen:
    source = construct.sources[0]
    if len(construct.sources) > 1 or source.what is None:
        found = "several sources" if source.what else "the top of a pile"
        context.scope.names.report(
            WrongType(expected="one pile of tokens", found=found, span=source.span)
        )
        return None
    tokens = tokens_named(source.what, context.scope)
    pile = place(source.place, context.scope, pile=True)
    if tokens is None or pile is None:
        return None
    step = m.ChooseToken(
        slot=slot,
        name=context.clause.name,
        may=construct.may,
        tokens=tokens.value,
        pile=pile[0],
        where=context.where,
    )
    return step, "token"


def _choose_number(construct: a.Choose, context: StepContext, slot: int) -> Chosen:
    assert construct.low is not None and construct.high is not None
    low, high = number(construct.low, context.scope), number(construct.high, context.scope)
    if low is None or high is None:
        return None
    step = m.ChooseNumber(
        slot=slot,
        name=context.clause.name,
        may=construct.may,
        low=low,
        high=high,
        where=context.where,
    )
    return step, "number"


def _choose_any(construct: a.Choose, context: StepContext, slot: int) -> Chosen:
    assert construct.what is not None
    if construct.what.text in _PLAYERS:
        kind = "others" if construct.what.text == "others" else "players"
        over = v.Domain(kind="others" if kind == "others" else "players", of=context.scope.player)
        player = m.ChoosePlayer(
            slot=slot,
            name=context.clause.name,
            may=construct.may,
            domain=over,
            where=context.where,
        )
        return player, "player"
    tokens = tokens_named(construct.what, context.scope, also=_PLAYERS)
    if tokens is None:
        return None
    step = m.ChooseToken(
        slot=slot,
        name=context.clause.name,
        may=construct.may,
        tokens=tokens.value,
        pile=None,
        where=context.where,
    )
    return step, "token"
