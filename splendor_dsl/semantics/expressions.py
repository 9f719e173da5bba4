"""From the syntax of expressions to typed values."""

from __future__ import annotations

from functools import singledispatch
from typing import Final

from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.chains import amounts_chain, chain, place, tokens_named
from splendor_dsl.semantics.scope import ANY_KIND, Scope, Typed
from splendor_dsl.semantics.type_problems import NotFixed, TooLarge, WrongColumns, WrongType
from splendor_dsl.span import Span
from splendor_dsl.syntax import expressions as x

NUMBER, CONDITION, AMOUNTS, TOKEN, TOKENS, PLAYER = (
    "number",
    "condition",
    "amounts",
    "token",
    "tokens",
    "player",
)
MOST_PARTS: Final = 500  # every reader of an expression goes through all of them, often
TYPE_WORDS = {
    NUMBER: "a number",
    CONDITION: "a condition",
    AMOUNTS: "amounts of tokens",
    TOKEN: "a token",
    TOKENS: "several tokens",
    PLAYER: "a player",
}


def type_in_words(type_: str) -> str:
    """Return a type in words."""
    return TYPE_WORDS.get(type_, f"one of the {type_.removeprefix('piece ')}")


def typed(expr: x.Expr, scope: Scope) -> Typed | None:
    """Return the typed value of an expression; None if a problem was reported."""
    if isinstance(expr, x.Sum | x.Product | x.Logic | x.MinMax) and len(expr.parts) > MOST_PARTS:
        what, found = "parts of an expression", len(expr.parts)
        scope.names.report(TooLarge(what=what, bound=MOST_PARTS, found=found, span=expr.span))
        return None
    return _typed(expr, scope)


def expect(expr: x.Expr, scope: Scope, *types: str) -> v.Expr | None:
    """Return the value of an expression that has to be of one of some types."""
    if types == (AMOUNTS,) and _joins_amounts(expr):
        added = expr.span.text.replace(" and ", " + ")
        wanted = "amounts joined by '+'"
        scope.names.report(WrongType(expected=wanted, found="'and'", form=added, span=expr.span))
        return None
    found = typed(expr, scope)
    if found is None:
        return None
    if found.type not in types:
        expected = " or ".join(type_in_words(each) for each in types)
        form = form_of(types[0], found.type, expr.span.text, scope)
        _report_wrong_type(expr.span, scope, expected, found.type, form)
        return None
    return found.value


def _joins_amounts(expr: x.Expr) -> bool:
    return (
        isinstance(expr, x.Logic)
        and expr.which == "and"
        and all(isinstance(part, x.Amount) for part in expr.parts)
    )


def form_of(wanted: str, found: str, text: str, scope: Scope) -> str:
    """Return a text in the form of the wanted type, if a few words can do that, else ""."""
    names = scope.names
    first = text.partition(" in ")[0]  # the token in `TOKEN in PILE`, or else any text
    known = first in names.tokens or first in scope.variables
    token = first if known else next(iter(names.tokens), "")
    pile = next(
        (each.name for each in names.zones.values() if each.owned and each.kind is None), ""
    )
    plain = text.replace("_", "a").replace(" ", "").isalnum()
    if not token or not pile or not plain:
        return ""
    return {
        (AMOUNTS, NUMBER): f"{text} {token}" if text.isdigit() else f"({text}) {token}",
        (AMOUNTS, TOKEN): f"1 {text}",
        (AMOUNTS, TOKENS): f"1 each {text}",
        (CONDITION, NUMBER): "" if text.isdigit() else f"{text} >= 1",
        (CONDITION, AMOUNTS): f"{text} covers 1 {token}",
        (CONDITION, TOKEN): f"{text} in {pile} >= 1",
        (CONDITION, TOKENS): f"{text} in {pile} >= 1",
        (NUMBER, AMOUNTS): f"{token} in {text}",
        (NUMBER, TOKEN): f"{text} in {pile}",
        (NUMBER, TOKENS): f"{text} in {pile}",
    }.get((wanted, found), "")


def number(expr: x.Expr, scope: Scope) -> v.Expr | None:
    """Return a number, or one for each number of players."""
    if isinstance(expr, x.Columns):
        return _columns(expr, scope)
    return expect(expr, scope, NUMBER)


def fixed(expr: x.Expr, scope: Scope) -> int | None:
    """Return a number that does not depend on the game."""
    if isinstance(expr, x.Columns):
        expected, found = "one number, whatever the number of players", f"{len(expr.parts)} columns"
        scope.names.report(WrongType(expected=expected, found=found, span=expr.span))
        return None
    value = expect(expr, scope, NUMBER)
    if value is None:
        return None
    known = fold(value)
    if known is None:
        scope.names.report(NotFixed(found=expr.span.text, span=expr.span))
    return known


def fold(value: v.Expr) -> int | None:
    """Return the number that an expression always has, if it is always the same."""
    match value:
        case v.Const():
            return value.value
        case v.Sum(signs=signs, parts=parts, type="number"):
            known = [fold(part) for part in parts]
            if None in known:
                return None
            return sum(
                n if sign == "+" else -n
                for sign, n in zip(signs, known, strict=True)
                if n is not None
            )
        case v.Product(parts=parts):
            product = 1
            for part in parts:
                each = fold(part)
                if each is None:
                    return None
                product *= each
            return product
    return None


def _columns(expr: x.Columns, scope: Scope) -> v.Expr | None:
    names = scope.names
    wanted = names.high_players - names.low_players + 1
    if not names.players_sound:
        return number(expr.parts[0], scope)
    if len(expr.parts) != wanted:
        low, high = names.low_players, names.high_players
        columns = f"{wanted} columns, one for each of {low} to {high} players"
        one = f"one value, as there are always {high} players"
        problem = WrongColumns(
            wanted=columns if low < high else one,
            expected=wanted,
            low=low,
            high=high,
            found=len(expr.parts),
            span=expr.span,
        )
        names.report(problem)
        return None
    parts = [expect(part, scope, NUMBER) for part in expr.parts]
    found = tuple(part for part in parts if part is not None)
    return v.ByPlayers(low=names.low_players, parts=found) if len(found) == wanted else None


def _report_wrong_type(span: Span, scope: Scope, expected: str, found: str, form: str = "") -> None:
    scope.names.report(
        WrongType(expected=expected, found=type_in_words(found), form=form, span=span)
    )


# ---- one function for each construct -----------------------------------------------------------
@singledispatch
def _typed(expr: object, _scope: Scope) -> Typed | None:
    raise TypeError(expr)


@_typed.register
def _(expr: x.Number, _scope: Scope) -> Typed | None:
    return Typed(value=v.Const(value=expr.value), type=NUMBER)


@_typed.register
def _(expr: x.Grouped, scope: Scope) -> Typed | None:
    return typed(expr.body, scope)


@_typed.register
def _(expr: x.Columns, scope: Scope) -> Typed | None:
    value = _columns(expr, scope)
    return None if value is None else Typed(value=value, type=NUMBER)


@_typed.register
def _(expr: x.Chain, scope: Scope) -> Typed | None:
    return chain(expr.words, scope)


@_typed.register
def _(expr: x.AmountIn, scope: Scope) -> Typed | None:
    if expr.place.words[0].text not in scope.names.zones:
        return _amount_in_value(expr, scope)
    found = place(expr.place, scope)
    if found is None:
        return None
    ref, zone = found
    if zone.kind is None:
        tokens = tokens_named(expr.what, scope)
        if expr.where is not None:
            _report_wrong_type(expr.where.span, scope, "no condition on tokens", CONDITION)
            return None
        return (
            None
            if tokens is None
            else Typed(value=v.PileCount(pile=ref, tokens=tokens.value), type=NUMBER)
        )
    if not _kind_fits(expr.what, zone.kind, scope):
        return None
    kind = expr.what.text if zone.kind == ANY_KIND else None
    slot, where, ok = _where(expr.where, expr.what.text, scope)
    value = v.PieceCount(zone=ref, slot=slot, kind=kind, where=where)
    return Typed(value=value, type=NUMBER) if ok else None


def _kind_fits(what: x.Ident, kind: str, scope: Scope) -> bool:
    if kind == ANY_KIND and what.text in scope.names.kinds:
        return True
    if what.text == kind:
        return True
    if kind == ANY_KIND:
        scope.names.unknown(what, "a kind of piece", scope.names.kinds)
    else:
        scope.names.wrong_kind(what, f"{kind!r}, which is what lies there", kind)
    return False


def _amount_in_value(expr: x.AmountIn, scope: Scope) -> Typed | None:
    amounts = amounts_chain(expr.place, scope)
    tokens = tokens_named(expr.what, scope) if amounts else None
    if amounts is None or tokens is None:
        return None
    return Typed(value=v.AmountIn(amounts=amounts, tokens=tokens.value), type=NUMBER)


def _where(where: x.Expr | None, kind: str, scope: Scope) -> tuple[int, v.Expr | None, bool]:
    """Return the slot of the piece under test, the condition, and whether it has no problems."""
    slot = scope.slots.take()
    if where is None:
        return slot, None, True
    condition = expect(where, scope.over_piece(slot, kind), CONDITION)
    return slot, condition, condition is not None


@_typed.register
def _(expr: x.DifferentIn, scope: Scope) -> Typed | None:
    found = place(expr.place, scope, pile=True)
    tokens = tokens_named(expr.what, scope) if found else None
    if found is None or tokens is None:
        return None
    return Typed(value=v.DifferentKinds(pile=found[0], tokens=tokens.value), type=NUMBER)


@_typed.register
def _(expr: x.SumOf, scope: Scope) -> Typed | None:
    found = place(expr.place, scope, pile=False)
    if found is None:
        return None
    ref, zone = found
    kind = zone.kind or ""
    field = scope.field(kind, expr.field_name.text)
    if field is None:
        fields = scope.names.kinds[kind].fields if kind in scope.names.kinds else ()
        scope.names.unknown(expr.field_name, f"a field of {kind}", fields)
        return None
    slot, where, ok = _where(expr.where, kind, scope)
    if not ok:
        return None
    value = v.PieceSum(zone=ref, field=field.name, type=field.type, slot=slot, where=where)
    return Typed(value=value, type=field.type)


@_typed.register
def _(expr: x.Amount, scope: Scope) -> Typed | None:
    count = expect(expr.count, scope, NUMBER)
    names, text = scope.names, expr.what.text
    if text in {*names.kinds, *names.value_names, *names.counters} - scope.variables.keys():
        found, form = f"{text!r}: a number has no unit", expr.count.span.text
        expected = "a number or amounts of tokens"
        names.report(WrongType(expected=expected, found=found, form=form, span=expr.span))
        return None
    tokens = tokens_named(expr.what, scope)
    if count is None or tokens is None:
        return None
    if tokens.type == TOKENS and not expr.each:
        form = f"{expr.count.span.text} each {expr.what.text}"
        _report_wrong_type(
            expr.what.span, scope, f"a token, or 'each {expr.what.text}'", TOKENS, form
        )
        return None
    return Typed(value=v.AmountOf(count=count, tokens=tokens.value), type=AMOUNTS)


@_typed.register
def _(expr: x.MinMax, scope: Scope) -> Typed | None:
    parts = [expect(part, scope, NUMBER) for part in expr.parts]
    found = tuple(part for part in parts if part is not None)
    if len(found) < len(parts):
        return None
    return Typed(value=v.MinMax(which=expr.which, parts=found), type=NUMBER)


@_typed.register
def _(expr: x.Sum, scope: Scope) -> Typed | None:
    parts = [typed(part, scope) for part in expr.parts]
    found = [part for part in parts if part is not None]
    if len(found) < len(parts):
        return None
    type_ = found[0].type if found[0].type in (NUMBER, AMOUNTS) else NUMBER
    ok = True
    for sign, part, each in zip(expr.signs, expr.parts, found, strict=True):
        if each.type != type_:
            form = form_of(type_, each.type, part.span.text, scope)
            _report_wrong_type(part.span, scope, type_in_words(type_), each.type, form)
            ok = False
        elif (sign == "less") != (type_ == AMOUNTS) and sign != "+":
            _report_wrong_type(
                part.span, scope, "amounts after 'less', a number after '-'", each.type
            )
            ok = False
    if not ok:
        return None
    value = v.Sum(signs=expr.signs, parts=tuple(each.value for each in found), type=type_)
    return Typed(value=value, type=type_)


@_typed.register
def _(expr: x.Product, scope: Scope) -> Typed | None:
    parts = [typed(part, scope) for part in expr.parts]
    found = [part for part in parts if part is not None]
    if len(found) < len(parts):
        return None
    type_, ok = NUMBER, True
    for part, each in zip(expr.parts, found, strict=True):
        if each.type == AMOUNTS and type_ == NUMBER:
            type_ = AMOUNTS
        elif each.type not in (NUMBER, CONDITION):
            _report_wrong_type(part.span, scope, "a number or a condition", each.type)
            ok = False
    return (
        Typed(value=v.Product(parts=tuple(each.value for each in found)), type=type_)
        if ok
        else None
    )


@_typed.register
def _(expr: x.Compare, scope: Scope) -> Typed | None:
    if expr.operator == "covers":
        left = expect(expr.left, scope, AMOUNTS)
        right = expect(expr.right, scope, AMOUNTS)
        return (
            None
            if left is None or right is None
            else Typed(value=v.Covers(left=left, right=right), type=CONDITION)
        )
    one, other = typed(expr.left, scope), typed(expr.right, scope)
    if one is None or other is None:
        return None
    comparable = (
        (NUMBER,) if expr.operator not in ("=", "!=") else (NUMBER, TOKEN, PLAYER, one.type)
    )
    if one.type not in comparable or one.type in (AMOUNTS, CONDITION, TOKENS):
        hint = (
            "'covers' for amounts, or one number of them"
            if one.type == AMOUNTS
            else " or ".join(type_in_words(t) for t in comparable[:3])
        )
        form = form_of(NUMBER, one.type, expr.left.span.text, scope)
        _report_wrong_type(expr.left.span, scope, hint, one.type, form)
        return None
    if other.type != one.type:
        form = form_of(one.type, other.type, expr.right.span.text, scope)
        _report_wrong_type(expr.right.span, scope, type_in_words(one.type), other.type, form)
        return None
    return Typed(
        value=v.Compare(operator=expr.operator, left=one.value, right=other.value), type=CONDITION
    )


@_typed.register
def _(expr: x.Not, scope: Scope) -> Typed | None:
    body = expect(expr.body, scope, CONDITION)
    return None if body is None else Typed(value=v.Not(body=body), type=CONDITION)


@_typed.register
def _(expr: x.Logic, scope: Scope) -> Typed | None:
    parts = [expect(part, scope, CONDITION) for part in expr.parts]
    found = tuple(part for part in parts if part is not None)
    if len(found) < len(parts):
        return None
    return Typed(
        value=v.All(parts=found) if expr.which == "and" else v.Any(parts=found), type=CONDITION
    )


@_typed.register
def _(expr: x.Quantified, scope: Scope) -> Typed | None:
    return _quantified(expr.which, expr, CONDITION, scope)


@_typed.register
def _(expr: x.Over, scope: Scope) -> Typed | None:
    return _quantified(expr.which, expr, NUMBER, scope)


def _quantified(which: str, expr: x.Quantified | x.Over, type_: str, scope: Scope) -> Typed | None:
    found = domain(expr.domain, scope)
    if found is None:
        return None
    over, slot, inner = found
    body = expect(expr.body, inner, type_)
    return (
        None
        if body is None
        else Typed(value=v.Quantified(which=which, domain=over, slot=slot, body=body), type=type_)
    )


PLAYERS: dict[str, v.DomainKind] = {
    "player": "players",
    "other player": "others",
    "partner": "partners",
}


def domain(expr: x.Domain, scope: Scope) -> tuple[v.Domain, int, Scope] | None:
    """Return the domain of a quantifier or a loop, the slot of its variable, and the scope of its body."""
    slot = scope.slots.take()
    if expr.kind in PLAYERS:
        player = v.Local(slot=slot, type=PLAYER)
        over = v.Domain(kind=PLAYERS[expr.kind], of=scope.player)
        if expr.kind == "partner" and scope.names.team_size == 1:
            expected = "'teams of ...' in the section 'game'"
            scope.names.report(WrongType(expected=expected, found="'partner'", span=expr.span))
        return over, slot, scope.bind("player", player, PLAYER).about(player)
    assert expr.variable is not None and expr.over is not None
    name = expr.variable.text
    if expr.kind == "of":
        tokens = tokens_named(expr.over.words[0], scope)
        if tokens is None:
            return None
        local = v.Local(slot=slot, type=TOKEN, name=name)
        return v.Domain(kind="tokens", of=tokens.value), slot, scope.bind(name, local, TOKEN)
    found = place(expr.over, scope, pile=False)
    if found is None:
        return None
    type_ = f"piece {found[1].kind}"
    return (
        v.Domain(kind="pieces", of=found[0]),
        slot,
        scope.bind(name, v.Local(slot=slot, type=type_, name=name), type_),
    )
