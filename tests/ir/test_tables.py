"""Each table over steps, instructions or expressions knows all of those that it is for: none takes a default unseen."""

from typing import Any, get_args

import pytest
from kernel.small import small

from splendor_dsl.checks import effort
from splendor_dsl.checks.amounts import AMOUNTS
from splendor_dsl.checks.conditions import CONDITIONS
from splendor_dsl.checks.numbers import NUMBERS
from splendor_dsl.compiler.python.writer import PythonStyle
from splendor_dsl.explain import descriptions
from splendor_dsl.interpreter import expressions as evaluated
from splendor_dsl.interpreter.effects import Effects
from splendor_dsl.interpreter.flow import Flow
from splendor_dsl.interpreter.interpreter import interpreter
from splendor_dsl.ir import nodes
from splendor_dsl.lowering import bounds as lowered_bounds
from splendor_dsl.lowering import expressions, magnitude
from splendor_dsl.lowering.control_flow import ControlFlowEmitter
from splendor_dsl.lowering.memory_layout import memory_layout
from splendor_dsl.lowering.numbering import number_options
from splendor_dsl.prose import steps as sentences
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import steps_from_syntax
from splendor_dsl.semantics import values as v
from splendor_dsl.syntax import ast as a
from splendor_dsl.syntax import clause_text
from splendor_dsl.testing import elements

PLACES = {*get_args(v.PlaceForm)}
TABLES = [
    (NUMBERS, {*get_args(v.NumberForm)}),
    (CONDITIONS, {*get_args(v.ConditionForm)}),
    (AMOUNTS, {*get_args(v.AmountsForm)}),
    (magnitude.NUMBERS, {*get_args(v.NumberForm), *get_args(v.AmountsForm)}),
    (lowered_bounds._FORMS, {*get_args(v.NumberForm), *get_args(v.ConditionForm)}),
    (effort.EXPRESSIONS, {*get_args(v.Expr)}),
    (effort.STEPS, {*get_args(m.Step)}),
    (descriptions._WORDS, {*get_args(v.Expr)}),
    (sentences.STEPS, {*get_args(m.Step)}),
    (evaluated.FORMS, {*get_args(v.Expr)} - PLACES),
    (
        expressions._FORMS,
        {*get_args(v.Expr)} - PLACES - {v.TokenSet},
    ),  # read by whoever uses the tokens
    (clause_text._WRITERS, {*get_args(a.Saying)}),
    (steps_from_syntax.MAKERS, {*get_args(a.StepSaying)} - {a.If, a.Else}),  # read by the block
]


@pytest.mark.parametrize(("table", "wanted"), TABLES)
def test_a_table_knows_all_that_it_is_for(table: dict[type, Any], wanted: set[type]) -> None:
    assert {*table} == wanted


def test_all_that_is_decided_by_code_alone_is_compiled() -> None:
    game = small()
    engine = interpreter(game.program, 2)
    flow = Flow(engine.make)
    decided = {*get_args(nodes.Decision), nodes.TakeAction, nodes.Owed}
    assert {*flow._makers} == {*get_args(nodes.Instruction)} - {*get_args(m.SimpleStep)} - decided
    assert {*Effects(engine.make, engine.zones)._makers} == {*get_args(m.SimpleStep)}


def test_every_step_counts_for_coverage() -> None:
    assert {*get_args(a.StepSaying)} <= {*elements._MAKERS}


def test_every_instruction_is_lowered() -> None:
    where = memory_layout(small().program)
    course = ControlFlowEmitter(where, number_options(where), PythonStyle())
    known = {*course._steps, *course.effects._writers, m.MoveTokens}
    assert known == {*get_args(nodes.Instruction)}
