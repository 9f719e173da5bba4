"""The domains of loops and quantifiers, as code."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from attrs import evolve

from splendor_dsl.lowering.scope import MOST_COPIES, Scope, Val, number
from splendor_dsl.lowering.unsupported import MANY_PARTS, NotLowered
from splendor_dsl.semantics import values as v


@contextmanager
def unless_nobody(scope: Scope, seat: Val | None) -> Iterator[None]:
    """Emit the lines of the body under the condition that a seat is a player's."""
    if seat is None or not seat.may_be_nobody:
        yield
    else:
        with scope.out.under(f"if {seat.text} >= 0:"):
            yield


def for_each(scope: Scope, domain: v.Domain, slot: int, body: Callable[[Scope], None]) -> None:
    """Emit a body for each element of a domain."""
    out, memory = scope.out, scope.memory
    match domain.kind:
        case "tokens":
            _each_token(scope, domain.of or v.TokenSet(tokens=()), slot, body)
        case "pieces":
            assert isinstance(domain.of, v.ZoneRef)
            seat = scope.seat_of(domain.of)
            inner = scope.for_copies(len(memory.parts(domain.of.zone)))
            if inner is None:
                raise NotLowered(MANY_PARTS, most=MOST_COPIES)
            for region in memory.parts(domain.of.zone):
                with unless_nobody(inner, seat), inner.each_piece(region, seat) as (_, piece):
                    body(_body_scope(inner, slot, Val(piece, 1)))
        case _:
            other = out.temp()
            with out.under(f"for {other} in range(players):"):
                test = membership(scope, domain, other)
                if test is None:
                    body(_body_scope(scope, slot, Val(other, 0)))
                else:
                    with out.under(f"if {test}:"):
                        body(_body_scope(scope, slot, Val(other, 0)))


def membership(scope: Scope, domain: v.Domain, other: str) -> str | None:
    """Return the condition that a seat belongs to a domain of players; none if all do."""
    if domain.kind == "players":
        return None
    seat = scope.lower(domain.of or v.Local(slot=0, type="player")).text
    if domain.kind == "others":
        return f"{other} != {seat}"
    teams = f"(players // {scope.memory.program.model.team_size})"
    return f"({other} != {seat}) & ({other} % {teams} == {seat} % {teams})"


def _each_token(scope: Scope, which: v.Expr, slot: int, body: Callable[[Scope], None]) -> None:
    text, known = scope.token_mask(which)
    inner = None if known is None else scope.for_copies(len(known))
    if inner is not None:
        for token in known or ():
            body(_body_scope(inner, slot, number(token)))
        return
    each, out = scope.out.temp(), scope.out
    header = f"for {each} in range({scope.memory.lanes.count}):"
    with out.under(header), out.under(f"if {text} >> {each} & 1:"):
        body(_body_scope(scope, slot, Val(each, 0)))


def _body_scope(scope: Scope, slot: int, val: Val) -> Scope:
    """Return the scope of a body, so that values cached in it are not used outside."""
    return evolve(scope.with_variable(slot, val), known=dict(scope.known))
