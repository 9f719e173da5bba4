"""Limits at the end of a turn: the tokens that may be returned, and their return."""

from __future__ import annotations

from splendor_dsl.lowering.code_style import CodeStyle
from splendor_dsl.lowering.keys import Pile
from splendor_dsl.lowering.numbering import AskNumbers, kept_limits
from splendor_dsl.lowering.scope import Scope

SUPPLY = "supply"


def list_returns(scope: Scope, style: CodeStyle, asked: AskNumbers) -> None:
    """Emit the list of tokens that may be returned, for the first limit that is broken."""
    memory, out, lanes = scope.memory, scope.out, scope.memory.lanes
    for number, limit in enumerate(kept_limits(memory.program)):
        tokens = limit.tokens or ()
        pile = scope.word(Pile(limit.zone), scope.env[0])
        held = _masked(scope, pile, tokens)
        stock = max(n for each in memory.layouts.values() for n in each.stock)
        broken = f"{lanes.total(held, stock)} > {scope.lower(limit.value).text}"
        if number:
            broken = f"n == 0 and {broken}"
        returnable = tuple(token for token in tokens if token not in limit.keeps)
        first = asked.base + number * lanes.count
        rows = tuple(
            tuple(first + token for token in returnable if mask >> token & 1)
            for mask in range(1 << lanes.count)
        )
        with out.under(f"if {broken}:"):
            index = lanes.mask(_masked(scope, pile, returnable))
            style.extend(out, f"what may go back for limit {limit.name}", rows, index)


def _masked(scope: Scope, pile: str, tokens: tuple[int, ...]) -> str:
    """Return the code of a pile reduced to some tokens."""
    lanes = scope.memory.lanes
    if len(tokens) == lanes.count:
        return pile
    full = lanes.of_mask(sum(1 << token for token in tokens), (1 << lanes.bits) - 1)
    return f"({pile} & {full})"


def take_return(scope: Scope, asked: AskNumbers) -> None:
    """Emit the return of the chosen token."""
    out, lanes = scope.out, scope.memory.lanes
    limits = kept_limits(scope.memory.program)
    token = out.temp(f"(option - {asked.base}) % {lanes.count}")
    for number, limit in enumerate(limits):
        pile = scope.word(Pile(limit.zone), scope.env[0])
        last = number == len(limits) - 1
        test = "True" if last else f"option < {asked.base + (number + 1) * lanes.count}"
        with out.under(f"{'el' if number else ''}if {test}:"):
            out.line(f"{pile} -= 1 << {lanes.bits} * {token}")
            out.line(f"{scope.word(Pile(SUPPLY))} += 1 << {lanes.bits} * {token}")
