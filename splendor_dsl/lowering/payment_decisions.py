"""A payment as a decision: for each token of the cost in order, the number of wild tokens spent."""

from __future__ import annotations

from attrs import evolve

from splendor_dsl.ir.nodes import Payment
from splendor_dsl.lowering.code_style import CodeStyle
from splendor_dsl.lowering.keys import Pile
from splendor_dsl.lowering.numbering import AskNumbers
from splendor_dsl.lowering.payments import WildToken, stand_in, wild_held, wild_token
from splendor_dsl.lowering.rehearsal import tokens_left
from splendor_dsl.lowering.scope import Scope, Val
from splendor_dsl.lowering.stops import UNBOUND
from splendor_dsl.semantics.model import Pay

Names = tuple[str, ...]  # the variables of the number of pairs decided, and of the counts by token


def list_payment(scope: Scope, style: CodeStyle, asked: AskNumbers, names: Names) -> None:
    """Emit the list of numbers for the next token that leaves a choice."""
    assert isinstance(asked.decision, Payment)
    step, out, lanes = asked.decision.step, scope.out, scope.memory.lanes
    wild = wild_token(scope, step)
    if wild is None:
        return
    need, have = (
        scope.temp(scope.lower(step.cost)),
        tokens_left(scope, step, asked.decision.after),
    )
    held = wild_held(scope, evolve(wild, most=None), have, need).text
    pairs = lanes.of_mask(sum(1 << lane for lane in wild.lanes), (1 << lanes.bits) - 1)
    with out.under(f"if {held} > 0 and {need.text} & {pairs} != 0:"):
        most = held if wild.most is None else f"min({held}, {wild.most.text})"
        spent = lanes.total(names[1], lanes.most // max(1, lanes.count))
        left = out.temp(f"{most} - {spent}")
        short = scope.temp(scope.less(need, have))
        about = (wild, names[0], need, short, left)
        if wild.worth.const != 1 or set(wild.lanes) != set(range(lanes.count)) - {wild.token}:
            _pairs(scope, style, asked, about)
            return
        # If every wild token is needed, nothing is left to decide.
        with out.under(
            f"if {names[0]} < 0 and {left} == {lanes.total(short.text, short.high or lanes.most)}:"
        ):
            out.line(f"{names[1]} += {short.text}")
            out.line(f"automatic += {lanes.total(lanes.positive(short.text), 1)}")
        with out.under("else:"):
            _pairs(scope, style, asked, about)


def _pairs(
    scope: Scope, style: CodeStyle, asked: AskNumbers, about: tuple[WildToken, str, Val, Val, str]
) -> None:
    wild, done, need, short, left = about
    out, lanes = scope.out, scope.memory.lanes
    rest = out.temp("0")
    missing = []
    for number, lane in enumerate(wild.lanes):
        missing.append(out.temp(stand_in(lanes.lane(short.text, lane), wild)))
        with out.under(f"if {done} <= {number}:"):
            out.line(f"{rest} += {missing[number]}")
    found = out.temp("0")
    for number, lane in enumerate(wild.lanes):
        with out.under(f"if {found} == 0 and {done} <= {number}:"):
            out.line(f"{rest} -= {missing[number]}")
            wanted = stand_in(lanes.lane(need.text, lane), wild)
            top, count = out.temp(f"min({left} - {rest}, {wanted})"), out.temp()
            with out.under(f"if {top} > 0:"):
                out.line(f"{found} = 1")
                with out.under(f"for {count} in range({missing[number]}, {top} + 1):"):
                    first = asked.base + number * asked.stride
                    style.append(out, f"{count} + {first}", None)


def take_payment(scope: Scope, asked: AskNumbers, names: Names) -> None:
    """Emit the record of a chosen number."""
    assert isinstance(asked.decision, Payment)
    out, lanes = scope.out, scope.memory.lanes
    wild = wild_token(scope, asked.decision.step)
    assert wild is not None
    pair = out.temp(f"(option - {asked.base}) // {asked.stride}")
    count = out.temp(f"(option - {asked.base}) % {asked.stride}")
    table = tuple(lanes.bits * lane for lane in wild.lanes)
    shifts = scope.tables.lists.add(table, "shifts of the pairs of a payment")
    out.line(f"{names[0]} = {pair} + 1")
    out.line(f"{names[1]} += {count} << {shifts}[{pair}]")


def pay(scope: Scope, step: Pay, names: Names) -> None:
    """Emit the transfer of the tokens, once all is decided."""
    out, lanes = scope.out, scope.memory.lanes
    wild = wild_token(scope, step)
    cost = scope.lower(step.cost)
    if wild is None:
        paid = scope.temp(cost).text
    else:
        paid = scope.temp(cost).text
        with out.under(f"if {names[1]} > 0:" if out.branches else "if True:"):
            left = scope.less(Val(paid, 0, cost.high), _worth_of(scope, wild, names[1]))
            spent = lanes.total(names[1], lanes.most // max(1, lanes.count))
            out.line(f"{paid} = {left.text} + ({spent} << {lanes.bits * wild.token})")
        out.line(f"{names[0]} = {UNBOUND}")
    out.line(f"{scope.word(Pile(step.pile.zone), scope.seat_of(step.pile))} -= {paid}")
    out.line(f"{scope.word(Pile(step.supply.zone), scope.seat_of(step.supply))} += {paid}")


def _worth_of(scope: Scope, wild: WildToken, counts: str) -> Val:
    """Return the tokens that wild tokens stand for, capped at what a lane holds, as nothing costs more."""
    worth, lanes = wild.worth, scope.memory.lanes
    if worth.const == 1:
        return Val(counts, 0, lanes.most)
    stock = max(each.stock[wild.token] for each in scope.memory.layouts.values())
    if worth.high is not None and stock * worth.high <= lanes.most:
        return Val(f"({counts} * {worth.text})", 0, stock * worth.high)
    each = (
        f"min({lanes.lane(counts, lane)} * {worth.text}, {lanes.most}) << {lanes.bits * lane}"
        for lane in wild.lanes
    )
    return Val(f"(({') + ('.join(each)}))", 0, lanes.most)
