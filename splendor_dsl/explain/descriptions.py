"""Typed expressions in the words of the rules, and the reasons why a condition does not hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import evolve, field, frozen

from splendor_dsl.explain.secrets import Viewer
from splendor_dsl.interpreter.evaluation import Cells, Env, Evaluator
from splendor_dsl.ir.variables import slots_of
from splendor_dsl.messages import (
    ALL,
    BECAUSE,
    IN,
    TYPED,
    Counted,
    NamedThing,
    called,
    counted,
    joined,
    listed,
    phrased,
)
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.parts import all_in

Names = Mapping[int, str]


@frozen
class Describer:
    """The wording of expressions; `players` are the players' names, `viewer` is the seat that reads the text."""

    make: Evaluator
    names: Names  # of variables
    players: tuple[str, ...]
    viewer: Viewer | None = field(default=None, kw_only=True)  # none if nothing is hidden

    # ---- words -----------------------------------------------------------------------------
    def words(self, expr: v.Expr) -> str:
        """Return an expression, much as a person would write it."""
        say = _WORDS.get(type(expr))
        return say(self, expr) if say is not None else type(expr).__name__.lower()

    def tokens(self, lanes: tuple[int, ...]) -> Counted:
        """Return amounts in words: `2 copper and 1 iron`."""
        return counted(zip(self.make.model.token_names(), lanes, strict=True))

    def player(self, seat: int) -> str:
        """Return a player's name."""
        if seat < 0:
            return phrased("nobody")
        if seat < len(self.players):
            return self.players[seat]
        return phrased("player {seat}", seat=seat + 1)

    def shown(self, value: Any, like: v.Expr) -> str:
        """Return a value in words."""
        if isinstance(value, tuple):
            return self.tokens(value)
        kind = _type_of(like)
        if kind == "player":
            return self.player(value)
        if kind == "token":
            return token_word(self.make.model, value)
        if kind.startswith("piece"):
            return str(self.make.model.pieces[value].label)
        return str(int(value))

    def of(self, thing: str, player: v.Expr | None) -> str:
        """Return `points of Bob`; the bare thing if it belongs to the player whom the rule is about."""
        if player is None or (isinstance(player, v.Local) and player.slot not in self.names):
            return thing
        return phrased("{place} of {who}", place=thing, who=self.words(player))

    def zone(self, ref: v.ZoneRef, form: str = TYPED) -> str:
        """Return a zone, in the form that a sentence needs."""
        path = self.make.model.zones[ref.zone].where.path
        return self.of(called(ref.zone, path, form), ref.player)

    # ---- reasons -----------------------------------------------------------------------------
    def reasons(self, expr: v.Expr, cells: Cells, env: Env) -> list[str]:
        """Return why a condition does not hold: one text for each part that fails; none if it holds.

        A part that depends on something the viewer can't know gets no numbers.
        """
        if self.make.compile(expr)(cells, env):
            return []
        if isinstance(expr, v.All):
            return _why_all(self, expr, cells, env)
        why = _REASONS.get(type(expr))
        if why is None or self.hides(expr, cells, env):
            return [self.not_so(expr)]
        return why(self, expr, cells, env)

    def split_known(
        self, expr: v.Expr, cells: Cells, env: Env
    ) -> tuple[list[v.Expr], v.Expr | None]:
        """Return the parts of a condition that the viewer can know, and the rest as one condition, if there is any."""
        parts = expr.parts if isinstance(expr, v.All) else (expr,)
        hidden = tuple(part for part in parts if self.hides(part, cells, env))
        seen = [part for part in parts if part not in hidden]
        if len(hidden) < 2:
            return seen, next(iter(hidden), None)
        return seen, v.All(parts=hidden)

    def not_so(self, expr: v.Expr) -> str:
        """Return a text that only denies the condition."""
        return phrased("not so: {condition}", condition=self.words(expr))

    def hides(self, thing: object, cells: Cells, env: Env) -> bool:
        """Return whether a thing depends on something that the viewer can't know."""
        return self.viewer is not None and self.viewer.cannot_know(thing, cells, env)

    def evaluate(self, expr: v.Expr, cells: Cells, env: Env) -> Any:
        """Return the value of an expression."""
        return self.make.compile(expr)(cells, env)


def because(where: m.Where, message: str) -> str:
    """Return a message with the reason of its clause, if the clause gives one, put before it."""
    if where.because is None:
        return message
    reason = called(where.because, where.path, BECAUSE)
    return phrased("{because}: {said}", because=reason, said=message)


def token_word(model: m.Model, token: int, form: str | None = None) -> NamedThing:
    """Return the word for a token."""
    found = model.tokens[token]
    return called(found.name, found.where.path, form)


def _type_of(expr: v.Expr) -> str:
    match expr:
        case v.Local(type=kind):
            return kind
        case v.Mover() | v.Nobody() | v.Holder():
            return "player"
        case v.TokenConst():
            return "token"
    return "number"


# ---- words, one function a form ------------------------------------------------------------------
def _const(_: Describer, expr: v.Const) -> str:
    return str(expr.value)


def _by_players(say: Describer, expr: v.ByPlayers) -> str:
    return say.words(expr.parts[say.make.layout.players - expr.low])


def _fact(_: Describer, expr: v.Fact) -> str:
    return phrased(expr.which)


def _local(say: Describer, expr: v.Local) -> str:
    if expr.slot == 0:
        return phrased("player")
    return say.names.get(expr.slot) or expr.name or phrased("it")


def _token(say: Describer, expr: v.TokenConst) -> str:
    return token_word(say.make.model, expr.token)


def _token_set(say: Describer, expr: v.TokenSet) -> str:
    for name, tokens in say.make.model.groups.items():
        if tokens == expr.tokens:
            return called(name, "tokens" if name == "tokens" else f"tokens.{name}", ALL)
    return listed([token_word(say.make.model, t) for t in expr.tokens] or [phrased("nothing")])


def _counter(say: Describer, expr: v.CounterValue) -> str:
    where = say.make.model.counters[expr.counter].where
    return say.of(called(expr.counter, where.path), expr.player)


def _pile_count(say: Describer, expr: v.PileCount) -> str:
    what, place = say.words(expr.tokens), say.zone(expr.pile, IN)
    return phrased("{what} in {place}", what=what, place=place)


def _different(say: Describer, expr: v.DifferentKinds) -> str:
    what, place = say.words(expr.tokens), say.zone(expr.pile, IN)
    return phrased("different {what} in {place}", what=what, place=place)


def _piece_count(say: Describer, expr: v.PieceCount) -> str:
    kind = expr.kind or say.make.model.zones[expr.zone.zone].kind or "pieces"
    what, place = called(kind, f"kinds.{kind}", ALL), say.zone(expr.zone, IN)
    return _where(say, phrased("{what} in {place}", what=what, place=place), expr.where)


def _piece_sum(say: Describer, expr: v.PieceSum) -> str:
    kind = say.make.model.zones[expr.zone.zone].kind
    what, place = called(expr.field, f"kinds.{kind}.{expr.field}"), say.zone(expr.zone, IN)
    return _where(say, phrased("sum of {what} in {place}", what=what, place=place), expr.where)


def _where(say: Describer, found: str, where: v.Expr | None) -> str:
    if where is None:
        return found
    return phrased("{what} where ({condition})", what=found, condition=say.words(where))


def _field_of(say: Describer, expr: v.FieldOf) -> str:
    kinds = [kind.name for kind in say.make.model.kinds.values() if expr.field in kind.fields]
    what = called(expr.field, f"kinds.{kinds[0]}.{expr.field}")
    return phrased("{what} of {piece}", what=what, piece=say.words(expr.piece))


def _amount_of(say: Describer, expr: v.AmountOf) -> str:
    pattern = "{n} {what}" if isinstance(expr.tokens, v.TokenConst) else "{n} each {what}"
    return phrased(pattern, n=say.words(expr.count), what=say.words(expr.tokens))


def _amount_in(say: Describer, expr: v.AmountIn) -> str:
    what, amounts = say.words(expr.tokens), say.words(expr.amounts)
    return phrased("{what} in {amounts}", what=what, amounts=amounts)


def _sum(say: Describer, expr: v.Sum) -> str:
    first, *rest = (say.words(part) for part in expr.parts)
    if expr.signs[0] != "+":
        first = phrased("-{a}", a=first)
    return joined("{a} {sign} {b}", [first, *rest], expr.signs)


def _product(say: Describer, expr: v.Product) -> str:
    return joined("{a} * {b}", [say.words(part) for part in expr.parts])


def _min_max(say: Describer, expr: v.MinMax) -> str:
    parts = joined("{a}, {b}", [say.words(part) for part in expr.parts])
    return phrased("min({parts})" if expr.which == "min" else "max({parts})", parts=parts)


def _compare(say: Describer, expr: v.Compare) -> str:
    left, right = say.words(expr.left), say.words(expr.right)
    return phrased("{a} {sign} {b}", a=left, sign=expr.operator, b=right)


def _covers(say: Describer, expr: v.Covers) -> str:
    return phrased("{a} covers {b}", a=say.words(expr.left), b=say.words(expr.right))


def _not(say: Describer, expr: v.Not) -> str:
    return phrased("not {what}", what=say.words(expr.body))


def _all(say: Describer, expr: v.All) -> str:
    return joined("{a} and {b}", [say.words(part) for part in expr.parts])


def _any(say: Describer, expr: v.Any) -> str:
    return joined("{a} or {b}", [say.words(part) for part in expr.parts])


_PLAYERS = {"players": "player", "others": "other player", "partners": "partner"}


def _domain(say: Describer, expr: v.Domain) -> str:
    if expr.kind in _PLAYERS:
        return phrased(_PLAYERS[expr.kind])
    if expr.of is None:
        return phrased("nothing")
    return phrased("of {what}", what=say.words(expr.of))


def _over(say: Describer, expr: v.Quantified) -> str:
    """Describe the domain of a quantifier, with the name of its variable where the rules use it."""
    of, spoken = expr.domain.of, all_in(expr.body)
    names = (each.name for each in spoken if isinstance(each, v.Local) and each.slot == expr.slot)
    name = next(filter(None, names), None)
    if name is None or of is None or expr.domain.kind in _PLAYERS:
        return say.words(expr.domain)
    if isinstance(of, v.ZoneRef):
        return phrased("{what} in {place}", what=name, place=say.zone(of, IN))
    return phrased("{what} of {piece}", what=name, piece=say.words(of))


def _quantified(say: Describer, expr: v.Quantified) -> str:
    domain, body = _over(say, expr), say.words(expr.body)
    which = phrased(expr.which)
    return phrased("{which} {domain} ({body})", which=which, domain=domain, body=body)


def _value_of(say: Describer, expr: v.ValueOf) -> str:
    where = say.make.model.values[expr.value].where
    return say.of(called(expr.value, where.path), expr.player)


def _holder(say: Describer, expr: v.Holder) -> str:
    marker = called(expr.marker, say.make.model.markers[expr.marker].where.path)
    return phrased("holder of {marker}", marker=marker)


_WORDS: Mapping[type, Callable[[Describer, Any], str]] = {
    v.Const: _const,
    v.ByPlayers: _by_players,
    v.Fact: _fact,
    v.Local: _local,
    v.Mover: lambda _say, _expr: phrased("mover"),
    v.Nobody: lambda _say, _expr: phrased("nobody"),
    v.TokenConst: _token,
    v.TokenSet: _token_set,
    v.CounterValue: _counter,
    v.Holder: _holder,
    v.ZoneRef: lambda say, expr: say.zone(expr),
    v.PileCount: _pile_count,
    v.PileAmounts: lambda say, expr: say.words(expr.pile),
    v.DifferentKinds: _different,
    v.PieceCount: _piece_count,
    v.PieceSum: _piece_sum,
    v.FieldOf: _field_of,
    v.AmountOf: _amount_of,
    v.AmountIn: _amount_in,
    v.Sum: _sum,
    v.Product: _product,
    v.MinMax: _min_max,
    v.Compare: _compare,
    v.Covers: _covers,
    v.Not: _not,
    v.All: _all,
    v.Any: _any,
    v.Domain: _domain,
    v.Quantified: _quantified,
    v.ValueOf: _value_of,
    v.StockOf: lambda say, expr: phrased("stock of {what}", what=say.words(expr.tokens)),
}


# ---- reasons, one function a form ------------------------------------------------------------------
def _why_compare(say: Describer, expr: v.Compare, cells: Cells, env: Env) -> list[str]:
    left, right = (say.evaluate(side, cells, env) for side in (expr.left, expr.right))
    subject, bound = expr.left, say.shown(right, expr.right)
    if isinstance(expr.left, v.Const) and not isinstance(expr.right, v.Const):
        return _why_compare(say, _turned(expr), cells, env)
    be = phrased(_BE[expr.operator], bound=bound)
    if say.words(expr.right) != bound:
        be = phrased("{bound} ({what})", bound=be, what=say.words(expr.right))
    what, value = say.words(subject), say.shown(left, subject)
    return [phrased("{what} is {value}, and must be {bound}", what=what, value=value, bound=be)]


_BE = {
    "=": "{bound}",
    "!=": "anything but {bound}",
    "<": "< {bound}",
    "<=": "<= {bound}",
    ">": "> {bound}",
    ">=": ">= {bound}",
}


_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def _turned(expr: v.Compare) -> v.Compare:
    sign = _TURNED.get(expr.operator, expr.operator)
    return v.Compare(operator=sign, left=expr.right, right=expr.left)


def _why_covers(say: Describer, expr: v.Covers, cells: Cells, env: Env) -> list[str]:
    have, want = say.evaluate(expr.left, cells, env), say.evaluate(expr.right, cells, env)
    short = tuple(max(0, b - a) for a, b in zip(have, want, strict=True))
    what, have_, want_ = say.words(expr.left), say.tokens(have), say.tokens(want)
    pattern = "{what} is {have}, and must cover {want}: {short} too little"
    return [phrased(pattern, what=what, have=have_, want=want_, short=say.tokens(short))]


def _why_all(say: Describer, expr: v.All, cells: Cells, env: Env) -> list[str]:
    """Return the reasons of the parts that fail; of several hidden parts only that not all of them hold (K7)."""
    seen, hidden = say.split_known(expr, cells, env)
    found = [reason for part in seen for reason in say.reasons(part, cells, env)]
    return found if found or hidden is None else [say.not_so(hidden)]


def _why_any(say: Describer, expr: v.Any, cells: Cells, env: Env) -> list[str]:
    parts = [joined("{a} and {b}", say.reasons(part, cells, env)) for part in expr.parts]
    return [joined("{a}; or {b}", parts)]


def _why_value(say: Describer, expr: v.ValueOf, cells: Cells, env: Env) -> list[str]:
    seat = say.evaluate(expr.player, cells, env)
    if seat < 0:
        value = called(expr.value, say.make.model.values[expr.value].where.path)
        return [phrased("nobody has {value}", value=value)]
    terms = say.make.model.values[expr.value].terms
    about = ((term.value, [seat, *[None] * slots_of(term.value)]) for term in terms)
    found = [reason for value, room in about for reason in say.reasons(value, cells, room)]
    return [phrased("{what} does not hold: {why}", what=say.words(expr), why=listed(found))]


def _why_quantified(say: Describer, expr: v.Quantified, cells: Cells, env: Env) -> list[str]:
    if expr.which == "any":
        domain, body = _over(say, expr), say.words(expr.body)
        return [phrased("no {domain} has ({body})", domain=domain, body=body)]
    for each in say.make.domain(expr.domain)(cells, env):
        env[expr.slot] = each
        found = _named(say, expr, each).reasons(expr.body, cells, env)
        if found:
            return found
    return [say.not_so(expr)]


def _named(say: Describer, expr: v.Quantified, each: int) -> Describer:
    """Return a describer that knows a name for the element under test; a piece may have none."""
    if expr.domain.kind == "pieces":
        return say
    name = token_word(say.make.model, each) if expr.domain.kind == "tokens" else say.player(each)
    return evolve(say, names={**say.names, expr.slot: name})


_REASONS: Mapping[type, Callable[[Describer, Any, Cells, Env], list[str]]] = {
    v.Compare: _why_compare,
    v.Covers: _why_covers,
    v.Any: _why_any,
    v.ValueOf: _why_value,
    v.Quantified: _why_quantified,
}
