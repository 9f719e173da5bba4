"""Steps that change the state at once, as code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from splendor_dsl.ir.caps import MOST_TURNS_OWED
from splendor_dsl.lowering.code_style import CodeStyle
from splendor_dsl.lowering.keys import Count, Holder, Pile
from splendor_dsl.lowering.memory_layout import MemoryLayout
from splendor_dsl.lowering.moves import PieceMoveEmitter
from splendor_dsl.lowering.scope import Scope
from splendor_dsl.lowering.shuffles import shuffle
from splendor_dsl.lowering.stops import MOST_OWED, OWED_BITS, TOO_MUCH_OWED
from splendor_dsl.lowering.token_moves import asked_amounts
from splendor_dsl.lowering.unsupported import MANY_ACTIONS, NOT_KNOWN, NotLowered
from splendor_dsl.semantics import model as m


class StepEmitter:
    """The emitter of simple steps."""

    def __init__(self, memory: MemoryLayout, moves: PieceMoveEmitter, style: CodeStyle) -> None:
        self.memory, self.moves = memory, moves
        self.model = memory.program.model
        self._writers: Mapping[type, Callable[[Scope, Any], None]] = {
            m.Shuffle: lambda scope, step: shuffle(self.moves, scope, step, style),
            m.Reveal: self.moves.reveal,
            m.Give: self._give,
            m.SetCounter: self._set_counter,
            m.Again: self._again,
            m.Do: self._do,
        }

    def write(self, scope: Scope, step: Any, *, checked: bool) -> None:
        """Emit a step; `checked` if the tokens that it takes are known to be there."""
        if isinstance(step, m.MoveTokens):
            self._move_tokens(scope, step, checked=checked)
            return
        write = self._writers.get(type(step))
        if write is None:
            raise NotLowered(NOT_KNOWN)
        write(scope, step)

    @staticmethod
    def _give(scope: Scope, step: m.Give) -> None:
        scope.out.line(f"{scope.word(Holder(step.marker))} = {scope.lower(step.to).text}")

    @staticmethod
    def _again(scope: Scope, _step: m.Again) -> None:
        with scope.out.under(f"if again < {MOST_TURNS_OWED}:"):
            scope.out.line("again += 1")

    def _move_tokens(self, scope: Scope, step: m.MoveTokens, *, checked: bool) -> None:
        out = scope.out
        seats = scope.seat_of(step.source), scope.seat_of(step.target)
        tests = [f"{each.text} >= 0" for each in seats if each is not None and each.may_be_nobody]
        if step.source.zone == step.target.zone:
            if seats[0] is None or seats[1] is None:
                return
            tests.append(f"{seats[0].text} != {seats[1].text}")
        with out.under(f"if {' and '.join(tests) or 'True'}:"):
            amounts = scope.temp(asked_amounts(scope, step))
            if not checked:
                amounts = scope.temp(scope.least(amounts, scope.pile(step.source)))
            out.line(f"{scope.word(Pile(step.source.zone), seats[0])} -= {amounts.text}")
            out.line(f"{scope.word(Pile(step.target.zone), seats[1])} += {amounts.text}")

    def _set_counter(self, scope: Scope, step: m.SetCounter) -> None:
        counter = self.model.counters[step.counter]
        seat = None if step.player is None else scope.lower(step.player)
        out = scope.out
        test = f"{seat.text} >= 0" if seat is not None and seat.may_be_nobody else "True"
        with out.under(f"if {test}:"):
            value = scope.lower(step.value).text
            word = scope.word(Count(step.counter), seat)
            out.line(f"{word} = min(max({value}, {counter.low}), {counter.high})")

    def _do(self, scope: Scope, step: m.Do) -> None:
        out = scope.out
        names = [action.name for action in self.model.actions]
        action = names.index(step.action)
        if action >= 1 << OWED_BITS:
            raise NotLowered(MANY_ACTIONS, step.where, most=1 << OWED_BITS)
        with out.under(f"if owed < {MOST_OWED}:"):
            out.line(f"owed_actions |= {action} << {OWED_BITS} * owed")
            out.line("owed += 1")
        with out.under("else:"):
            out.line(f"over = {TOO_MUCH_OWED}")
