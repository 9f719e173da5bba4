"""Numbers and conditions as parts of sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from attrs import evolve

from splendor_dsl.prose.comparisons import (
    about_holder,
    bound_text,
    counts_tokens,
    is_about_holder,
    is_alike,
    is_condition,
    is_none,
    is_nothing,
    normalised_sides,
    opposite,
    owned_by,
    owner_of,
    possession,
    quantity,
    relation,
    than,
)
from splendor_dsl.prose.counts import Countable, by_players, each_count, form_of
from splendor_dsl.prose.fields import (
    counted_field,
    field_name,
    field_path,
    is_of_each,
    is_of_one_piece,
    its,
)
from splendor_dsl.prose.things import Things
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.model import ValueKind
from splendor_dsl.semantics.names import ENGLISH

Describe = Callable[[Things, v.Expr], str]


def countable(things: Things, expr: v.Expr) -> Countable | None:
    """Return the things that a number counts, if it counts things."""
    if getattr(expr, "type", "number") != "number":
        return None
    count = _COUNTED.get(type(expr))
    return None if count is None else count(things, expr)


def _pile_count(things: Things, expr: v.PileCount) -> Countable:
    place = "" if things.is_all_one_has(expr.pile) else things.place(expr.pile, "in")
    return Countable(name=lambda n: things.tokens(expr.tokens, n), place=place)


def _different(things: Things, expr: v.DifferentKinds) -> Countable:
    def name(count: int | None) -> str:
        what = things.tokens(expr.tokens, count)
        return things.say("different {what}", what=what, n=_form(count))

    return Countable(name=name, place=things.place(expr.pile, "in"))


def _piece_count(things: Things, expr: v.PieceCount) -> Countable:
    path = things.kind_in(expr.zone, expr.kind)
    return Countable(name=lambda n: things.noun(path, n), place=_among(things, expr))


def _piece_sum(things: Things, expr: v.PieceSum) -> Countable:
    path = f"kinds.{things.model.zones[expr.zone.zone].kind}.{expr.field}"
    return Countable(name=lambda n: things.noun(path, n), place=_among(things, expr))


def _among(things: Things, expr: v.PieceCount | v.PieceSum) -> str:
    """Return the place and the condition of counted pieces."""
    place = things.place(expr.zone, "in")
    if expr.where is None:
        return place
    inside = evolve(things.distinguishing(expr.where), beside=True, each=expr.slot)
    which = condition(inside, expr.where)
    return things.say("{place} ({which})", place=place, which=which)


def _value(things: Things, expr: v.ValueOf) -> Countable:
    return _owned(things, f"values.{expr.value}", expr.player)


def _counter(things: Things, expr: v.CounterValue) -> Countable:
    return _owned(things, f"counters.{expr.counter}", expr.player)


def _amount_in(things: Things, expr: v.AmountIn) -> Countable:
    value = expr.amounts if isinstance(expr.amounts, v.ValueOf) else None
    owner = None if value is None else value.player

    def noun(count: int | None) -> str:
        if value is None:
            return number_or_amounts(things, expr.amounts)
        return things.noun(f"values.{value.value}", count)

    def name(count: int | None) -> str:
        what = noun(count)
        if isinstance(expr.tokens, v.Local) and expr.tokens.slot not in things.bound:
            named = things.variable_names.get(expr.tokens.slot)
            if named is not None:
                return things.say("{what} ({piece})", what=what, piece=named)
            return things.say("{tokens} of that colour", tokens=what)
        tokens = things.tokens(expr.tokens, count)
        if value is None:
            return f"{tokens} ({what})"
        if things.is_subject(owner):
            return things.say("{what} ({tokens})", what=what, tokens=tokens)
        who = things.player(value.player)
        return things.say("{what} ({tokens}; {who})", what=what, tokens=tokens, who=who)

    return Countable(name=name)


def _fact(things: Things, expr: v.Fact) -> Countable | None:
    if expr.which != "passes":
        return None
    return Countable(name=lambda n: things.say("passes in a row", n=_form(n)))


_COUNTED: Final[Mapping[type, Callable[[Things, Any], Countable | None]]] = {
    v.PileCount: _pile_count,
    v.DifferentKinds: _different,
    v.PieceCount: _piece_count,
    v.PieceSum: _piece_sum,
    v.ValueOf: _value,
    v.CounterValue: _counter,
    v.FieldOf: counted_field,
    v.AmountIn: _amount_in,
    v.Fact: _fact,
}


def _form(count: int | None) -> int:
    return 2 if count is None else count


def _owned(things: Things, path: str, player: v.Expr | None) -> Countable:
    return Countable(name=lambda n: things.noun(path, n), place=_whose(things, player))


def _whose(things: Things, player: v.Expr | None) -> str:
    if things.is_subject(player) or player is None:
        return ""
    return things.say("({who})", who=things.player(player))


# ---- numbers ---------------------------------------------------------------------------------
def number(things: Things, expr: v.Expr) -> str:
    """Return a number: `3`, `4 / 5 / 6 (for 2 / 3 / 4 players)`, `the number of coins in the supply`."""
    known = by_players(things, expr)
    if known is not None:
        return known
    describe = _NUMBERS.get(type(expr))
    if describe is not None:
        return describe(things, expr)
    counted = countable(things, expr)
    if counted is None and isinstance(expr, v.Fact):
        return things.say("the {which}", which=things.say(expr.which))
    if counted is None:
        return condition(things, expr)
    if isinstance(expr, v.PieceSum):
        return counted.of(things, None)
    return things.say("the number of {what}", what=counted.of(things, 0))


def _min_max(things: Things, expr: v.MinMax) -> str:
    texts = [number(things, part) for part in expr.parts]
    if len(texts) == 2:
        pattern = "{a} or {b}, whichever is smaller"
        if expr.which == "max":
            pattern = "{a} or {b}, whichever is greater"
        return things.say(pattern, a=texts[0], b=texts[1])
    pattern = "the least of {parts}" if expr.which == "min" else "the greatest of {parts}"
    return things.say(pattern, parts=things.words.listed(texts))


def _sum(things: Things, expr: v.Sum) -> str:
    text = summand(things, expr.parts[0])
    for sign, part in zip(expr.signs[1:], expr.parts[1:], strict=True):
        text = f"{text} {_SIGNS[sign]} {summand(things, part)}"
    return text


def summand(things: Things, part: v.Expr) -> str:
    """Return a part of a sum, in brackets if it is a minimum, a maximum or conditional."""
    text = number(things, part)
    bound = isinstance(part, v.Product) and any(map(is_condition, part.parts))
    bound = bound or (isinstance(part, v.MinMax) and each_count(things.model, part) is None)
    return f"({text})" if bound else text


def _stock(things: Things, expr: v.StockOf) -> str:
    return things.say("all {what} there are", what=things.tokens(expr.tokens, None))


_SIGNS: Final = {"+": "+", "-": "\N{MINUS SIGN}", "less": "\N{MINUS SIGN}"}


def _product(things: Things, expr: v.Product) -> str:
    """Return a product of numbers; a condition as a factor becomes "if"."""
    rest = [part for part in expr.parts if not is_condition(part)]
    which = [condition(things, part) for part in expr.parts if is_condition(part)]
    counts = " \N{MULTIPLICATION SIGN} ".join(_factor(things, part) for part in rest)
    counts = counts.replace("-", _SIGNS["-"])
    if not which:
        return counts
    return things.say("{number} if {which}", number=counts, which=things.words.listed(which))


def _factor(things: Things, part: v.Expr) -> str:
    text = number_or_amounts(things, part)
    bound = isinstance(part, v.MinMax | v.Sum) and each_count(things.model, part) is None
    return f"({text})" if bound else text


_OF_COUNTED: Final[Mapping[str, str]] = {
    "most": "the greatest number of {what} among {among}",
    "least": "the smallest number of {what} among {among}",
}


def _quantified_number(things: Things, expr: v.Quantified) -> str:
    inside, among = domain(things, expr.domain, expr.slot, expr.body)
    counted = None if isinstance(expr.body, v.PieceSum) else countable(inside, expr.body)
    if counted is not None and expr.which in _OF_COUNTED:
        what = counted.of(inside, 0)
        return things.say(_OF_COUNTED[expr.which], among=among, what=what)
    pattern = {
        "sum": "the sum, over {among}, of {what}",
        "most": "the most, among {among}, of {what}",
        "least": "the least, among {among}, of {what}",
    }.get(expr.which)
    if pattern is None:
        return condition(things, expr)
    return things.say(pattern, among=among, what=number(inside, expr.body))


def domain(things: Things, of: v.Domain, slot: int, thing: object = None) -> tuple[Things, str]:
    """Return the view of a sentence inside a quantifier, and the words for its domain."""
    outside, things = things, things.distinguishing(thing)
    match of.kind:
        case "players":
            return things.about(slot), things.say("all players")
        case "others":
            return things.about(slot), things.say("the other players")
        case "partners":
            return things.about(slot), things.say("the partners")
        case "tokens":
            what = things.introduced(coloured(outside, of), slot)
            return things, things.say("the colours of {what}", what=what)
    assert isinstance(of.of, v.ZoneRef)
    what = things.noun(things.kind_in(of.of), None)
    among = things.say("{what} {place}", what=what, place=things.place(of.of, "in"))
    inside = evolve(things, beside=True, each=slot)
    return inside, inside.introduced(among, slot, thing)


def coloured(things: Things, of: v.Domain) -> str:
    """Return the tokens over whose colours a quantifier runs."""
    return things.tokens(of.of, 0) if of.of is not None else things.some("tokens")


_NUMBERS: Final[Mapping[type, Callable[[Things, Any], str]]] = {
    v.MinMax: _min_max,
    v.Sum: _sum,
    v.Product: _product,
    v.Quantified: _quantified_number,
    v.StockOf: _stock,
    v.FieldOf: its,
}


# ---- conditions ------------------------------------------------------------------------------
_QUANTIFIED: Final[Mapping[tuple[str, str], str]] = {
    ("any", "players"): "a player has {what}",
    ("any", "others"): "another player has {what}",
    ("any", "partners"): "a partner has {what}",
    ("any", "tokens"): "some colour of {tokens} has {what}",
    ("any", "pieces"): "one of {among} has {what}",
    ("every", "players"): "all players have {what}",
    ("every", "others"): "all other players have {what}",
    ("every", "partners"): "all partners have {what}",
    ("every", "tokens"): "each colour of {tokens} has {what}",
    ("every", "pieces"): "each of {among} has {what}",
}


def statement(things: Things, expr: v.Expr) -> str:
    """Return a condition as a sentence: `there are no coins in the supply`, `you have more than 3 points`."""
    match expr:
        case v.Compare():
            return _compared(things, expr)
        case v.Covers(left=v.ValueOf(player=player)):
            return possession(things, player, _covers(things, expr))
        case v.Covers(left=left, right=v.FieldOf() as right) if is_nothing(left):
            what = things.some(field_path(things, right))
            return _piece_has(things, right, what, none=True)
        case v.All() | v.Any() | v.Not():
            return _connected(things, expr, statement)
        case v.ValueOf():
            return _named_condition(things, expr, statement)
    return condition(things, expr)


def _compared(things: Things, expr: v.Compare) -> str:
    left, right, sign = normalised_sides(expr)
    if is_of_one_piece(left, things):
        return _of_piece(things, left, right, sign) or condition(things, expr)
    found, owner = _own_sentence(things, left, right, sign), owner_of(left)
    if found is not None:
        bare = (
            things.in_loop
            and things.is_subject(owner)
            and found == _than(things, left, right, sign)
        )
        return possession(things, owner, found) if bare else found
    counted, known = countable(things, left), each_count(things.model, right)
    of_a_piece = isinstance(left, v.FieldOf) or (
        isinstance(left, v.AmountIn) and isinstance(left.amounts, v.FieldOf)
    )
    if counted is None or known is None or of_a_piece:
        return condition(things, expr)
    inside = things if owner is None or things.is_subject(owner) else things.about_owner(owner)
    counted = countable(evolve(inside, had=owner is not None), left) or counted
    if is_none(sign, known):
        return possession(things, owner, counted.of(inside, 0), none=True)
    what = quantity(inside, counted, sign, known)
    return possession(things, owner, what, n=known[-1] if sign not in "<>" else 0)


def _of_piece(things: Things, left: v.FieldOf, right: v.Expr, sign: str) -> str | None:
    """Return `the card has more than 3 points`, `its level is not 2`; none if the other side is not constant."""
    known, path = each_count(things.model, right), field_path(things, left)
    if known is None:
        return None
    if not things.words.is_counted(path):
        several = things.words.language == ENGLISH and things.words.heading(path).endswith("s")
        it = its(things, left)
        return relation(things, sign, it, number(things, right), several=several)
    counted = counted_field(evolve(things, had=True), left)
    none = is_none(sign, known)
    what = counted.of(things, 0) if none else quantity(things, counted, sign, known)
    return _piece_has(things, left, what, none=none)


def _piece_has(things: Things, left: v.FieldOf, what: str, *, none: bool) -> str:
    """Return `the card has exactly 1 hourglass`, `the card has no bonuses`."""
    kind, which = field_path(things, left).rpartition(".")[0], things.piece(left.piece)
    if which is not None:
        who = things.say("{what} ({piece})", what=things.definite(kind), piece=which)
        return things.say("{who} has no {what}" if none else "{who} has {what}", who=who, what=what)
    pattern = "the {piece} has no {what}" if none else "the {piece} has {what}"
    return things.say(pattern, piece=things.noun(kind), the=things.definite(kind), what=what)


def condition(things: Things, expr: v.Expr) -> str:
    """Return a condition as the end of a sentence such as `only with ...`."""
    match expr:
        case v.Compare():
            return _compare(things, expr)
        case v.Covers():
            return _covers(things, expr)
        case v.All() | v.Any() | v.Not():
            return _connected(things, expr, condition)
        case v.Quantified(which="any" | "every" as which):
            inside, among = domain(things, expr.domain, expr.slot, expr.body)
            pattern = _QUANTIFIED[which, expr.domain.kind]
            inside = evolve(inside, had=True)
            tokens = ""
            if expr.domain.kind == "tokens":
                tokens = inside.introduced(coloured(things, expr.domain), expr.slot)
            what = condition(inside, expr.body)
            return things.say(pattern, among=among, tokens=tokens, what=what)
        case v.ValueOf():
            return _named_condition(things, expr, condition)
    return _variable(things, expr) if isinstance(expr, v.Local) else number_or_amounts(things, expr)


def _variable(things: Things, expr: v.Local) -> str:
    """Return the words for a variable, by the name of the choice that filled it."""
    choice = things.bound.get(expr.slot)
    if choice is None:
        return things.variable_names.get(expr.slot) or things.say("it")
    if isinstance(choice, m.ChooseNumber) and things.chosen(m.ChooseNumber) == 1:
        return things.say("the number chosen")
    return things.noun(choice.where.path)


def _connected(things: Things, expr: v.All | v.Any | v.Not, describe: Describe) -> str:
    if isinstance(expr, v.Not) and isinstance(expr.body, v.Compare):
        return describe(things, opposite(expr.body))
    if isinstance(expr, v.Not):
        return things.say("not so: {what}", what=describe(things, expr.body))
    texts = [describe(things, part) for part in expr.parts]
    both = isinstance(expr, v.All)
    if len(texts) == 2 and any(is_about_holder(part) for part in expr.parts):
        return things.say("{a}; and: {b}" if both else "{a}; or: {b}", a=texts[0], b=texts[1])
    return things.words.listed(texts, "and" if both else "or")


def _named_condition(things: Things, expr: v.ValueOf, describe: Describe) -> str:
    """Return a named condition: by its name, or term by term."""
    value = things.model.values[expr.value]
    inside = evolve(things, subject=0, other=things.other or not things.is_subject(expr.player))
    inner = condition if inside.other else describe
    texts = [inner(inside, term.value) for term in value.terms]
    what = things.words.listed(texts, "and" if value.which == ValueKind.ALL else "or")
    if things.by_name and value.where.title is not None:
        name = things.noun(value.where.path)
        what = name if describe is statement else _by_name(things, name, texts)
    if things.is_subject(expr.player):
        return what
    return things.say("{what} ({who})", what=what, who=things.player(expr.player))


def _by_name(things: Things, name: str, terms: Sequence[str]) -> str:
    """Return a named condition for `a player has ...`; a single term is short enough to follow the name."""
    text = things.say("what “{name}” asks for", name=name)
    return text if len(terms) > 1 else things.say("{text} ({more})", text=text, more=terms[0])


def _compare(things: Things, expr: v.Compare) -> str:
    left, right, sign = normalised_sides(expr)
    found = _own_sentence(things, left, right, sign)
    if found is not None:
        return found
    if isinstance(left, v.FieldOf):
        found = _field_compared(things, left, right, sign)
        if found is not None:
            return found
    counted, known = countable(things, left), each_count(things.model, right)
    if counted is not None and known is not None:
        return bound_text(things, counted, sign, known)
    ranked = isinstance(left, v.FieldOf) and not things.words.is_counted(field_path(things, left))
    several = counted is not None and not ranked
    plain = counted is None or isinstance(left, v.PieceSum | v.FieldOf)
    what = number(things, left) if plain or counted is None else counted.of(things, None)
    return relation(things, sign, what, number(things, right), several=several)


def _field_compared(things: Things, left: v.FieldOf, right: v.Expr, sign: str) -> str | None:
    """Return a field compared with a number: `level 3`, `level is not 2`, `the card has more than 3 points`."""
    path = field_path(things, left)
    alone = not things.words.is_counted(path) or is_of_each(things, left)
    if isinstance(right, v.Const) and sign == "=" and alone:
        return things.words.number(path, right.value)
    if is_of_one_piece(left, things):
        return _of_piece(things, left, right, sign)
    if each_count(things.model, right) is None or things.words.is_counted(path):
        return None
    return relation(things, sign, field_name(things, left), number(things, right))


def _with_another(things: Things, left: v.Expr, right: v.Expr, sign: str) -> str | None:
    """Return a comparison of two players, of passes with all players, or of the round with a number."""
    match left, right:
        case v.Fact(which="round"), v.Const(value=late) if sign == ">=":
            return things.say("round {number} has come", number=late)
        case v.Fact(which="passes"), v.Fact(which="players") if sign in {">=", "="}:
            return things.say("all players have passed one after the other")
    return _than(things, left, right, sign)


def _than(things: Things, left: v.Expr, right: v.Expr, sign: str) -> str | None:
    return _than_others(things, left, right, sign) or _than_another(things, left, right, sign)


def _than_another(things: Things, left: v.Expr, right: v.Expr, sign: str) -> str | None:
    """Return `you have more points than the holder of the crown`."""
    one, other = owner_of(left), owner_of(right)
    if one is None or other is None or one == other or not is_alike(owned_by(left, other), right):
        return None
    return _has_than(things, left, one, sign, things.player(other))


def _than_others(things: Things, left: v.Expr, right: v.Expr, sign: str) -> str | None:
    """Return `you have more points than any other player`."""
    match right:
        case v.Quantified(which=which, domain=v.Domain(kind="others"), slot=slot, body=body) if (
            sign in {"most": (">", ">="), "least": ("<", "<=")}.get(which, ())
        ):
            one = owner_of(left)
            other = v.Local(slot=slot, type="player")
            if one is not None and is_alike(owned_by(left, other), body):
                return _has_than(things, left, one, sign, things.say("any other player"))
    return None


def _has_than(things: Things, left: v.Expr, one: v.Expr, sign: str, who: str) -> str | None:
    inside = things if things.is_subject(one) else things.about_owner(one)
    counted = countable(inside, left)
    if counted is None:
        return None
    text = than(things, sign, counted.of(inside, 0), who)
    return text if things.other and things.is_subject(one) else possession(things, one, text)


def _own_sentence(things: Things, left: v.Expr, right: v.Expr, sign: str) -> str | None:
    """Return a comparison with a sentence of its own, whatever is counted; none for others."""
    return about_holder(things, left, right, sign) or _with_another(things, left, right, sign)


def _covers(things: Things, expr: v.Covers) -> str:
    match expr.right:
        case v.FieldOf() if is_nothing(expr.left):
            return things.say("no {what}", what=things.some(field_path(things, expr.right)))
        case v.FieldOf() if isinstance(expr.left, v.ValueOf):
            wanted = things.noun(field_path(things, expr.right))
            have = things.noun(f"values.{expr.left.value}", None)
            text = things.say("{have} that cover the {wanted}", have=have, wanted=wanted)
            if counts_tokens(things.model.values[expr.left.value]):
                return text
            tokens = things.noun("tokens", None)
            return things.say("{text}; {tokens} do not count", text=text, tokens=tokens)
        case v.AmountOf(count=v.Const(value=count), tokens=v.TokenSet() as tokens) if isinstance(
            expr.left, v.ValueOf
        ):
            have = things.noun(f"values.{expr.left.value}", count)
            each = things.tokens(tokens, 0)
            pattern = "at least {n} {have} of each colour of {tokens}"
            return things.say(pattern, have=have, tokens=each, n=count)
    if isinstance(expr.left, v.FieldOf) and not isinstance(expr.right, v.FieldOf):
        wanted = number_or_amounts(things, expr.right)
        if not is_of_each(things, expr.left):
            return relation(things, ">=", its(things, expr.left), wanted)
    have, wanted = (_compared_amounts(things, side) for side in (expr.left, expr.right))
    if isinstance(expr.left, v.FieldOf) and isinstance(expr.right, v.FieldOf):
        return things.say("{a} covers {b}", a=have, b=wanted)
    return things.say("{have} of at least {wanted}", have=have, wanted=wanted)


def _compared_amounts(things: Things, side: v.Expr) -> str:
    if isinstance(side, v.FieldOf):
        return field_name(things, side)
    if isinstance(side, v.ValueOf):
        return things.noun(f"values.{side.value}", None)
    return number_or_amounts(things, side)


def number_or_amounts(things: Things, expr: v.Expr) -> str:
    """Return a number, or amounts of tokens."""
    match expr:
        case v.ValueOf(type="amounts"):
            name = things.noun(f"values.{expr.value}", None)
            return name if things.other else things.say("your {what}", what=name)
        case v.FieldOf(type="amounts"):
            return its(things, expr)
        case v.AmountOf(count=count, tokens=tokens):
            return amount(things, count, tokens)
        case v.PieceSum(type="amounts"):
            kind = things.model.zones[expr.zone.zone].kind
            what = things.noun(f"kinds.{kind}.{expr.field}", None)
            return things.say("{what} {place}", what=what, place=_among(things, expr))
        case v.PileAmounts(pile=pile):
            return things.say("all that lies {place}", place=things.place(pile, "in"))
        case v.Sum(signs=signs, parts=parts, type="amounts"):
            text = number_or_amounts(things, parts[0])
            for sign, part in zip(signs[1:], parts[1:], strict=True):
                more = number_or_amounts(things, part)
                text = things.say(_AMOUNT_SIGNS[sign], a=text, b=more)
            return text
    return number(things, expr)


_AMOUNT_SIGNS: Final = {"+": "{a} and {b}", "-": "{a} less {b}", "less": "{a} less {b}"}


def amount(things: Things, count: v.Expr, tokens: v.Expr) -> str:
    """Return `2 coins of the colour chosen`."""
    plain = count.value if isinstance(count, v.Const) else None
    what = things.tokens(tokens, form_of(things.model, count))
    many = isinstance(tokens, v.Local) and _several(things, tokens)
    if many:
        return things.say("{number} of each colour chosen", number=number(things, count))
    if plain is not None and not isinstance(tokens, v.TokenSet):
        return f"{plain} {what}"
    if plain is not None:
        return things.say("{number} each: {what}", number=plain, what=what)
    known = by_players(things, count)
    if known is not None:
        return things.say("{number} {what}", number=known, what=what)
    return things.say("{what} (this many: {number})", what=what, number=number(things, count))


def _several(things: Things, expr: v.Local) -> bool:
    return isinstance(things.bound.get(expr.slot), m.ChooseTokens)
