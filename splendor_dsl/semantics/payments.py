"""From the syntax of payments, gains and returns to typed steps."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.chains import place, token_numbers, tokens_named
from splendor_dsl.semantics.expressions import expect, number
from splendor_dsl.semantics.scope import Typed
from splendor_dsl.semantics.step_context import StepContext, StepResult, text_of, where_of
from splendor_dsl.semantics.type_problems import WrongType
from splendor_dsl.span import Span
from splendor_dsl.syntax import ast as a
from splendor_dsl.syntax.expressions import Ident

SUPPLY = "supply"


def _own_pile(context: StepContext, span: Span) -> v.ZoneRef | None:
    """Return the pile of each player that is meant if none is named: the first that is declared."""
    zones = context.scope.names.zones.values()
    pile = next((zone for zone in zones if zone.kind is None and zone.owned), None)
    if pile is not None:
        return v.ZoneRef(zone=pile.name, player=context.scope.player)
    context.scope.names.report(
        WrongType(expected="a pile of tokens of a player", found="none", span=span)
    )
    return None


def _supply() -> v.ZoneRef:
    return v.ZoneRef(zone=SUPPLY, player=None)


def pay(context: StepContext) -> StepResult:
    """Return a payment with its wild tokens."""
    construct, scope = context.clause.construct, context.scope
    assert isinstance(construct, a.Pay)
    cost = expect(construct.value, scope, "amounts")
    pile = _own_pile(context, context.clause.span)
    wilds = tuple(_wilds(context))
    if cost is None or pile is None:
        return None, scope
    step = m.Pay(
        cost=cost,
        pile=pile,
        supply=_supply(),
        wilds=wilds,
        slot=scope.slots.take(),
        where=context.where,
        text=text_of(construct.value),
    )
    return step, scope


def _wilds(context: StepContext) -> Iterator[m.Wild]:
    for clause in context.clause.body:
        path = f"{context.path}.{clause.name}"
        construct = clause.construct
        if not isinstance(construct, a.Wild):
            inner = evolve(context, clause=clause, path=path)
            inner.report(f"{clause.name!r}", "the block of a payment holds 'wild ... for ...'")
            continue
        token = tokens_named(construct.token, context.scope)
        group = tokens_named(construct.group, context.scope)
        if token is None or group is None:
            continue
        if not isinstance(token.value, v.TokenConst):
            _report_tokens("one token", token, construct.token, context)
            continue
        if not isinstance(group.value, v.TokenConst | v.TokenSet):
            _report_tokens("a token or a group", group, construct.group, context)
            continue
        worth, most = _wild_properties(evolve(context, clause=clause, path=path))
        yield m.Wild(
            token=token.value.token,
            group=token_numbers(group.value),
            worth=worth,
            most=most,
            where=where_of(clause, path),
        )


def _report_tokens(expected: str, found: Typed, word: Ident, context: StepContext) -> None:
    group = isinstance(found.value, v.TokenSet)
    problem = WrongType(
        expected=expected if group else f"{expected} that the rules name",
        found=f"the {'group' if group else 'variable'} {word.text!r}",
        span=word.span,
    )
    context.scope.names.report(problem)


def _wild_properties(context: StepContext) -> tuple[v.Expr, v.Expr | None]:
    worth: v.Expr = v.Const(value=1)
    most: v.Expr | None = None
    for clause in context.clause.body:
        if isinstance(clause.construct, a.Worth):
            worth = number(clause.construct.value, context.scope) or worth
        elif isinstance(clause.construct, a.AtMost):
            most = number(clause.construct.value, context.scope)
        else:
            context.report(
                f"{clause.name!r}", "the block of a wild token holds 'worth ...' and 'at most ...'"
            )
    return worth, most


def gain(context: StepContext) -> StepResult:
    """Return a move of tokens to the player, or back from them."""
    construct, scope = context.clause.construct, context.scope
    assert isinstance(construct, a.Gain)
    amounts = expect(construct.value, scope, "amounts")
    own = _own_pile(context, context.clause.span)
    other = _supply()
    if construct.other is not None:
        found = place(construct.other, scope, pile=True)
        if found is None:
            return None, scope
        other = found[0]
    if amounts is None or own is None:
        return None, scope
    source, target = (own, other) if construct.back else (other, own)
    step = m.MoveTokens(
        amounts=amounts,
        source=source,
        target=target,
        up_to=construct.up_to,
        where=context.where,
        text=text_of(construct.value),
    )
    return step, scope
