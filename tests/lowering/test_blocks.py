"""Blocks of generated code: they nest no deeper, and have no more lines, than a compiler takes."""

import pytest

from splendor_dsl.compiler.native.writer import NativeStyle
from splendor_dsl.compiler.python.writer import PythonStyle
from splendor_dsl.lowering.code_style import CodeStyle, new_writer
from splendor_dsl.lowering.text import INDENT, MOST_WAYS_OUT, Writer
from splendor_dsl.lowering.unsupported import LONG_CODE, NotLowered


def depth(line: str) -> int:
    return (len(line) - len(line.lstrip())) // len(INDENT)


def conditions(number: int) -> Writer:
    """A writer of code that goes on only where a number of conditions hold."""
    out = Writer()
    out.begin(out.label(), "many")
    for each in range(number):
        out.go_unless(f"x > {each}", 99)
    out.goto(98)
    return out


def test_a_block_goes_on_in_another_where_it_would_nest_too_deep() -> None:
    assert len(conditions(MOST_WAYS_OUT).blocks) == 1
    first, second, third = conditions(2 * MOST_WAYS_OUT + 1).blocks
    deepest = [max(map(depth, block.lines)) for block in (first, second, third)]
    assert deepest == [MOST_WAYS_OUT, MOST_WAYS_OUT, 1]
    assert f"pc = {second.label}" in [line.strip() for line in first.lines]


def test_each_condition_that_fails_leads_out() -> None:
    (block,) = conditions(2).blocks
    assert block.lines == [
        "if x > 0:",
        f"{INDENT}if x > 1:",
        f"{INDENT * 2}pc = 98",
        f"{INDENT}else:",
        f"{INDENT * 2}pc = 99",
        "else:",
        f"{INDENT}pc = 99",
    ]


def test_a_variable_of_several_blocks_is_remembered() -> None:
    out = Writer()
    out.begin(out.label(), "one")
    assert [out.temp(), out.temp("2")] == ["t1", "t2"]
    assert out.names == ["t1", "t2"]
    assert out.blocks[0].lines == ["t2 = 2"]


@pytest.mark.parametrize(("style", "most"), [(PythonStyle(), 20_000), (NativeStyle(), 2_500)])
def test_code_is_refused_beyond_the_lines_that_a_backend_compiles(
    style: CodeStyle, most: int
) -> None:
    out = new_writer(style)
    out.begin(out.label(), "long")
    for _ in range(most):
        out.line("x = 1")
    with pytest.raises(NotLowered) as raised:
        out.line("x = 1")
    assert (raised.value.why, raised.value.facts) == (LONG_CODE, {"most": most})
