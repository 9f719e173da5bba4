"""Each table over steps, instructions or expressions knows all of those that it is for: none takes a default unseen."""

from collections.abc import Iterable
from typing import get_args

import pytest
from attrs import fields
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
TABLES = {
    "checks/numbers.py: NUMBERS": (NUMBERS, {*get_args(v.NumberForm)}),
    "checks/conditions.py: CONDITIONS": (CONDITIONS, {*get_args(v.ConditionForm)}),
    "checks/amounts.py: AMOUNTS": (AMOUNTS, {*get_args(v.AmountsForm)}),
    "checks/effort.py: EXPRESSIONS": (effort.EXPRESSIONS, {*get_args(v.Expr)}),
    "checks/effort.py: STEPS": (effort.STEPS, {*get_args(m.Step)}),
    "explain/descriptions.py: _WORDS": (descriptions._WORDS, {*get_args(v.Expr)}),
    "interpreter/expressions.py: FORMS": (
        evaluated.FORMS,
        {*get_args(v.Expr)} - PLACES - {v.TokenSet},
    ),  # read by whoever uses the tokens
    "lowering/bounds.py: _FORMS": (
        lowered_bounds._FORMS,
        {*get_args(v.NumberForm), *get_args(v.ConditionForm)},
    ),
    "lowering/expressions.py: _FORMS": (
        expressions._FORMS,
        {*get_args(v.Expr)} - PLACES - {v.TokenSet},
    ),  # read by whoever uses the tokens
    "lowering/magnitude.py: NUMBERS": (
        magnitude.NUMBERS,
        {*get_args(v.NumberForm), *get_args(v.AmountsForm)},
    ),
    "prose/steps.py: STEPS": (sentences.STEPS, {*get_args(m.Step)}),
    "semantics/steps_from_syntax.py: MAKERS": (
        steps_from_syntax.MAKERS,
        {*get_args(a.StepConstruct)} - {a.If, a.Else},
    ),  # read by the block
    "syntax/clause_text.py: _WRITERS": (clause_text._WRITERS, {*get_args(a.Construct)}),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_knows_all_that_it_is_for(name: str) -> None:
    table, wanted = TABLES[name]
    assert knows(name, table, wanted)


def knows(name: str, table: Iterable[type], wanted: set[type]) -> bool:
    """Fail with what a table lacks, and what it knows beyond that."""
    lacks, more = wanted - {*table}, {*table} - wanted
    assert not lacks, f"{name} lacks {sorted(each.__name__ for each in lacks)}"
    assert not more, f"{name} needs no {sorted(each.__name__ for each in more)}"
    return True


def test_all_that_is_decided_by_code_alone_is_compiled() -> None:
    game = small()
    engine = interpreter(game.program, 2)
    decided = {*get_args(nodes.Decision), nodes.TakeAction, nodes.Owed}
    flow = {*get_args(nodes.Instruction)} - {*get_args(m.SimpleStep)} - decided
    effects = Effects(engine.make, engine.zones)._makers
    assert knows("interpreter/flow.py: Flow", Flow(engine.make)._makers, flow)
    assert knows("interpreter/effects.py: Effects", effects, {*get_args(m.SimpleStep)})


def test_every_step_counts_for_coverage() -> None:
    steps = {*get_args(a.StepConstruct)}
    assert knows("testing/elements.py: _MAKERS", steps & {*elements._MAKERS}, steps)


def test_every_instruction_is_lowered() -> None:
    where = memory_layout(small().program)
    course = ControlFlowEmitter(where, number_options(where), PythonStyle())
    instructions, simple = {*get_args(nodes.Instruction)}, {*get_args(m.SimpleStep)}
    simple_by_moves = {*course._steps} & simple  # those that move pieces may cause something
    effects = {*course.effects._writers, m.MoveTokens} | simple_by_moves
    assert knows(
        "lowering/control_flow.py: ControlFlowEmitter",
        {*course._steps} - simple,
        instructions - simple,
    )
    assert knows("lowering/effects.py: Effects", effects, simple)


# What an expression calls by a name that is no part of a position: fields of pieces, and values, which have terms.
NO_REGION = {"field", "kind", "name", "operator", "type", "value", "which"}


@pytest.mark.parametrize("form", get_args(v.Expr), ids=lambda form: form.__name__)
def test_an_expression_that_names_a_part_of_the_position_says_which(form: type) -> None:
    names = {each.name for each in fields(form) if each.type in {"str", "str | None"}}
    assert (form in get_args(v.Region)) == bool(names - NO_REGION)
