"""Each reason why a clause is not compiled is used, and stands in docs/speed.md with what to write instead."""

import ast
import re
from pathlib import Path

import pytest
from kernel.small import PLAIN, small

import splendor_dsl.lowering
from splendor_dsl.bundled import variants_folder
from splendor_dsl.compiler.module import all_gaps
from splendor_dsl.lowering import unsupported
from splendor_dsl.lowering.unsupported import Reason

LOWERING = Path(splendor_dsl.lowering.__file__).parent
PAGE = variants_folder().parent / "docs" / "speed.md"
REASONS = {name: each for name, each in vars(unsupported).items() if isinstance(each, Reason)}


def given() -> set[str]:
    """Return the arguments of each `NotLowered` in the code, as they are written there."""
    return {
        ast.unparse(node.args[0])
        for path in LOWERING.glob("*.py")
        if path.name != "unsupported.py"
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "NotLowered"
    }


def plain(text: str) -> str:
    """A text of a reason as the page has it, with a letter for each number and name."""
    return re.sub(r"\{\w+\}", "n", text).replace("{{", "{").replace("}}", "}").replace("'", "`")


def rows() -> set[tuple[str, ...]]:
    """The table of the page."""
    _, table = PAGE.read_text("utf-8").split("| Why not | Instead |\n| --- | --- |\n")
    lines = table.split("\n\n")[0].splitlines()
    return {tuple(line.strip("| ").split(" | ")) for line in lines}


def test_each_reason_is_given_somewhere_and_no_other() -> None:
    assert given() == set(REASONS)


@pytest.mark.skipif(not PAGE.is_file(), reason="a wheel has no docs")
def test_the_page_lists_all_reasons() -> None:
    assert rows() == {(plain(each.why), plain(each.instead)) for each in REASONS.values()}


def test_native_code_that_is_too_long_is_told_beforehand() -> None:
    steps = "\n".join(
        f"if t{at}: tokens in purse > {at} {{ gain up to 1 copper }}" for at in range(400)
    )
    program = small(actions=f"long {{ {steps} }}\n{PLAIN['actions']}").program
    assert not all_gaps(program, "python")
    (gap,) = all_gaps(program)
    assert gap.reason.startswith("the code of the game is longer than")
