"""Typed expressions in the words of the rules, and why a condition does not hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import frozen

from splendor_dsl.backends.evaluate import Cells, Env, Evaluator
from splendor_dsl.semantics import values as v

Names = Mapping[int, str]


@frozen
class Describer:
    """Says what expressions stand for; `players` are the names of those who play."""

    make: Evaluator
    names: Names  # of variables
    players: tuple[str, ...]

    # ---- words -----------------------------------------------------------------------------
    def words(self, expr: v.Expr) -> str:
        """An expression, much as a person would write it."""
        say = _WORDS.get(type(expr))
        return say(self, expr) if say is not None else type(expr).__name__.lower()

    def tokens(self, lanes: tuple[int, ...]) -> str:
        """Amounts: `2 copper and 1 iron`."""
        names = self.make.model.token_names()
        found = [f"{count} {name}" for name, count in zip(names, lanes, strict=True) if count]
        return listed(found) if found else "nothing"

    def player(self, seat: int) -> str:
        """A player's name."""
        if seat < 0:
            return "nobody"
        return self.players[seat] if seat < len(self.players) else f"player {seat + 1}"

    def shown(self, value: Any, like: v.Expr) -> str:
        """A value in words."""
        if isinstance(value, tuple):
            return self.tokens(value)
        kind = _type_of(like)
        if kind == "player":
            return self.player(value)
        if kind == "token":
            return str(self.make.model.tokens[value].name)
        if kind.startswith("piece"):
            return str(self.make.model.pieces[value].label)
        return str(int(value))

    def whose(self, player: v.Expr | None) -> str:
        """` of Bob`, unless it is the player whom all this is about."""
        if player is None or (isinstance(player, v.Local) and player.slot not in self.names):
            return ""
        return f" of {self.words(player)}"

    # ---- reasons -----------------------------------------------------------------------------
    def reasons(self, expr: v.Expr, cells: Cells, env: Env) -> list[str]:
        """Why a condition does not hold: one text for each part that fails; none if it holds."""
        if self.make.compile(expr)(cells, env):
            return []
        why = _REASONS.get(type(expr))
        return why(self, expr, cells, env) if why is not None else [f"not so: {self.words(expr)}"]

    def evaluate(self, expr: v.Expr, cells: Cells, env: Env) -> Any:
        """What an expression comes to."""
        return self.make.compile(expr)(cells, env)


def listed(parts: list[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " and " + parts[-1]


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
    return expr.which


def _local(say: Describer, expr: v.Local) -> str:
    return "player" if expr.slot == 0 else say.names.get(expr.slot, "it")


def _token(say: Describer, expr: v.TokenConst) -> str:
    return say.make.model.tokens[expr.token].name


def _token_set(say: Describer, expr: v.TokenSet) -> str:
    for name, tokens in say.make.model.groups.items():
        if tokens == expr.tokens:
            return name
    return listed([say.make.model.tokens[token].name for token in expr.tokens] or ["nothing"])


def _counter(say: Describer, expr: v.CounterValue) -> str:
    return expr.counter + say.whose(expr.player)


def _zone(say: Describer, expr: v.ZoneRef) -> str:
    return expr.zone + say.whose(expr.player)


def _pile_count(say: Describer, expr: v.PileCount) -> str:
    return f"{say.words(expr.tokens)} in {say.words(expr.pile)}"


def _different(say: Describer, expr: v.DifferentKinds) -> str:
    return f"different {say.words(expr.tokens)} in {say.words(expr.pile)}"


def _piece_count(say: Describer, expr: v.PieceCount) -> str:
    kind = expr.kind or say.make.model.zones[expr.zone.zone].kind
    where = "" if expr.where is None else f" where ({say.words(expr.where)})"
    return f"{kind} in {say.words(expr.zone)}{where}"


def _piece_sum(say: Describer, expr: v.PieceSum) -> str:
    where = "" if expr.where is None else f" where ({say.words(expr.where)})"
    return f"sum of {expr.field} in {say.words(expr.zone)}{where}"


def _field_of(say: Describer, expr: v.FieldOf) -> str:
    return f"{expr.field} of {say.words(expr.piece)}"


def _amount_of(say: Describer, expr: v.AmountOf) -> str:
    each = "" if isinstance(expr.tokens, v.TokenConst) else "each "
    return f"{say.words(expr.count)} {each}{say.words(expr.tokens)}"


def _amount_in(say: Describer, expr: v.AmountIn) -> str:
    return f"{say.words(expr.tokens)} in {say.words(expr.amounts)}"


def _sum(say: Describer, expr: v.Sum) -> str:
    text = say.words(expr.parts[0])
    for sign, part in zip(expr.signs[1:], expr.parts[1:], strict=True):
        text += f" {sign} {say.words(part)}"
    return text if expr.signs[0] == "+" else f"-{text}"


def _product(say: Describer, expr: v.Product) -> str:
    return " * ".join(say.words(part) for part in expr.parts)


def _min_max(say: Describer, expr: v.MinMax) -> str:
    return f"{expr.which}({', '.join(say.words(part) for part in expr.parts)})"


def _compare(say: Describer, expr: v.Compare) -> str:
    return f"{say.words(expr.left)} {expr.operator} {say.words(expr.right)}"


def _covers(say: Describer, expr: v.Covers) -> str:
    return f"{say.words(expr.left)} covers {say.words(expr.right)}"


def _not(say: Describer, expr: v.Not) -> str:
    return f"not {say.words(expr.body)}"


def _all(say: Describer, expr: v.All) -> str:
    return " and ".join(say.words(part) for part in expr.parts)


def _any(say: Describer, expr: v.Any) -> str:
    return " or ".join(say.words(part) for part in expr.parts)


_PLAYERS = {"players": "player", "others": "other player", "partners": "partner"}


def _domain(say: Describer, expr: v.Domain) -> str:
    if expr.kind in _PLAYERS:
        return _PLAYERS[expr.kind]
    return f"of {say.words(expr.of)}" if expr.of is not None else "nothing"


def _quantified(say: Describer, expr: v.Quantified) -> str:
    return f"{expr.which} {say.words(expr.domain)} ({say.words(expr.body)})"


def _value_of(say: Describer, expr: v.ValueOf) -> str:
    return expr.value + say.whose(expr.player)


_WORDS: Mapping[type, Callable[[Describer, Any], str]] = {
    v.Const: _const,
    v.ByPlayers: _by_players,
    v.Fact: _fact,
    v.Local: _local,
    v.Mover: lambda _say, _expr: "mover",
    v.Nobody: lambda _say, _expr: "nobody",
    v.TokenConst: _token,
    v.TokenSet: _token_set,
    v.CounterValue: _counter,
    v.Holder: lambda _say, expr: f"holder of {expr.marker}",
    v.ZoneRef: _zone,
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
    v.StockOf: lambda say, expr: f"stock of {say.words(expr.tokens)}",
}


# ---- reasons, one function a form ------------------------------------------------------------------
def _why_compare(say: Describer, expr: v.Compare, cells: Cells, env: Env) -> list[str]:
    left, right = (say.evaluate(side, cells, env) for side in (expr.left, expr.right))
    subject, bound = expr.left, say.shown(right, expr.right)
    if isinstance(expr.left, v.Const) and not isinstance(expr.right, v.Const):
        return _why_compare(say, _turned(expr), cells, env)
    be = {"=": "", "!=": "anything but "}.get(expr.operator, f"{expr.operator} ")
    named = "" if say.words(expr.right) == bound else f" ({say.words(expr.right)})"
    return [f"{say.words(subject)} is {say.shown(left, subject)}, and must be {be}{bound}{named}"]


_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def _turned(expr: v.Compare) -> v.Compare:
    sign = _TURNED.get(expr.operator, expr.operator)
    return v.Compare(operator=sign, left=expr.right, right=expr.left)


def _why_covers(say: Describer, expr: v.Covers, cells: Cells, env: Env) -> list[str]:
    have, want = say.evaluate(expr.left, cells, env), say.evaluate(expr.right, cells, env)
    short = tuple(max(0, b - a) for a, b in zip(have, want, strict=True))
    left = f"{say.words(expr.left)} is {say.tokens(have)}"
    return [f"{left}, and must cover {say.tokens(want)}: {say.tokens(short)} too little"]


def _why_all(say: Describer, expr: v.All, cells: Cells, env: Env) -> list[str]:
    return [reason for part in expr.parts for reason in say.reasons(part, cells, env)]


def _why_any(say: Describer, expr: v.Any, cells: Cells, env: Env) -> list[str]:
    parts = [" and ".join(say.reasons(part, cells, env)) for part in expr.parts]
    return ["; or ".join(parts)]


def _why_value(say: Describer, expr: v.ValueOf, cells: Cells, env: Env) -> list[str]:
    seat = say.evaluate(expr.player, cells, env)
    if seat < 0:
        return [f"nobody has {expr.value}"]
    room = [None] * 32
    terms = say.make.model.values[expr.value].terms
    found = [r for term in terms for r in say.reasons(term.value, cells, [seat, *room])]
    return [f"{say.words(expr)} does not hold: {listed(found)}"]


def _why_quantified(say: Describer, expr: v.Quantified, cells: Cells, env: Env) -> list[str]:
    if expr.which == "any":
        return [f"no {say.words(expr.domain)} has ({say.words(expr.body)})"]
    for each in say.make.domain(expr.domain)(cells, env):
        env[expr.slot] = each
        found = say.reasons(expr.body, cells, env)
        if found:
            return found
    return [f"not so: {say.words(expr)}"]


_REASONS: Mapping[type, Callable[[Describer, Any, Cells, Env], list[str]]] = {
    v.Compare: _why_compare,
    v.Covers: _why_covers,
    v.All: _why_all,
    v.Any: _why_any,
    v.ValueOf: _why_value,
    v.Quantified: _why_quantified,
}
