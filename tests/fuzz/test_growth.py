"""Twice as much of anything takes about twice the work to check: calls are counted, as time depends on the machine."""

from collections.abc import Callable
from cProfile import Profile
from functools import partial
from pathlib import Path
from pstats import Stats
from time import process_time
from typing import get_args

import pytest
from fuzz.growth import (
    CONDITIONS,
    LONG,
    MANY,
    STEPS,
    long,
    many,
    nested_conditions,
    nested_steps,
    pairs,
)
from fuzz.watched import SECONDS as SECONDS_ALLOWED
from fuzz.watched import SECONDS_A_MEGABYTE, Worker
from samples import sampled

from splendor_dsl.bundled import variants_folder
from splendor_dsl.extensions import load_extensions
from splendor_dsl.pipeline import Loaded, load_source
from splendor_dsl.source import source_from_text
from splendor_dsl.syntax import ast, expressions

EXTENSIONS = load_extensions()
SECONDS = 2.0  # of what is counted, which takes a tenth of it
CALLS_A_SECOND = 8_000_000  # of all that is counted, on a machine that does little else
TIMES = (10, 20, 40)
DEPTHS = (3, 6, 12)
DEEPEST = 14  # two brackets a level, and what stands around them, within the bound of 32
GROWN = [each for each, text in MANY.items() if text]
LINEAR, SQUARE = 2.3, 4.6  # how much more the second half takes than the first, or all than half
# What takes longest to check, of each kind of growth that there was once.
LONGEST = (
    "actions of parameters",
    "choices",
    "limits",
    "phases",
    "triggers in a circle",
    "triggers of one zone",
    "actions that pay for pieces",
)


def load(text: str) -> Loaded:
    path: Path = variants_folder() / "grown.rules"
    return load_source(source_from_text(str(path), text, path), extensions=EXTENSIONS)


def calls(text: str) -> int:
    """Return the number of calls that it takes to check a file, and require that it does not take long."""
    begun = process_time()
    load(text)
    assert process_time() - begun < SECONDS
    return calls_alone(text)


def calls_alone(text: str) -> int:
    """Return the number of calls that it takes to check a file, however long."""
    with Profile() as profile:
        load(text)
    return Stats(profile).total_calls  # type: ignore[attr-defined]  # typeshed leaves it out


def grows(text: Callable[[int], str], sizes: tuple[int, int, int], most: float) -> None:
    """The work of twice as much grows no steeper than so; a size that is refused is looked at less than one that is not."""
    few, more, many_ = (calls(text(size)) for size in sizes)
    assert many_ - more <= most * max(more - few, few // 4), (few, more, many_)


def grows_when_long(name: str) -> None:
    """No bound stops the file, and twice as much of it takes no more than so much longer."""
    assert "SPL307" not in {each.code for each in load(long(name)).problems}
    few, more, many_ = (calls_alone(long(name, part)) for part in (0.25, 0.5, 1))
    assert max(more / few, many_ / more) <= LINEAR, (few, more, many_)
    assert many_ <= CALLS_A_SECOND * (SECONDS_ALLOWED + SECONDS_A_MEGABYTE * len(long(name)) / 1e6)


def within_each_other(text: Callable[[int], str]) -> None:
    """A level may be looked at once more for each level around it, as there are at most 32 of them."""
    grows(text, DEPTHS, SQUARE)


def test_the_table_has_every_construct() -> None:
    assert MANY.keys() == {*get_args(ast.Construct), *get_args(expressions.Expr), ast.Edit}


@pytest.mark.parametrize("construct", GROWN, ids=lambda each: each.__name__)
def test_each_construct_is_read(construct: type) -> None:
    """A file with a mistake in how it is written would show nothing."""
    codes = {each.code for each in load(many(construct, 4)).problems if each.severity == "error"}
    assert {code for code in codes if code < "SPL400"} <= {"SPL307"}


@pytest.mark.parametrize(
    "construct", [ast.Parameter, ast.Trigger, ast.Move, expressions.Quantified]
)
def test_some_constructs_many_times(construct: type) -> None:
    grows(partial(many, construct), TIMES, LINEAR)


@pytest.mark.parametrize("name", sampled(LONGEST, 2))
def test_some_long_files(name: str) -> None:
    grows_when_long(name)


@pytest.mark.parametrize(
    "names", [("player", "other player"), ("tokens", "player"), ("choice", "else")]
)
def test_some_steps_within_each_other(names: tuple[str, str]) -> None:
    within_each_other(partial(nested_steps, names))


@pytest.mark.parametrize("names", [("tokens", "total"), ("or and", "player"), ("where", "not")])
def test_some_conditions_within_each_other(names: tuple[str, str]) -> None:
    within_each_other(partial(nested_conditions, names))


@pytest.mark.fuzz
@pytest.mark.parametrize("construct", GROWN, ids=lambda each: each.__name__)
def test_every_construct_many_times(construct: type) -> None:
    grows(partial(many, construct), TIMES, LINEAR)


@pytest.mark.fuzz
@pytest.mark.parametrize("name", LONG)
def test_every_long_file(name: str, tmp_path: Path) -> None:
    """Its answer comes within the stated time too, and its growth is the same."""
    grows_when_long(name)
    file = tmp_path / "grown.rules"
    file.write_text(long(name), encoding="utf-8")
    with Worker() as worker:
        assert not worker.judge(file).fault


@pytest.mark.fuzz
@pytest.mark.parametrize("names", pairs(STEPS), ids="-".join)
def test_all_steps_within_each_other(names: tuple[str, str]) -> None:
    within_each_other(partial(nested_steps, names))
    calls(nested_steps(names, 2 * DEEPEST))


@pytest.mark.fuzz
@pytest.mark.parametrize("names", pairs(CONDITIONS), ids="-".join)
def test_all_conditions_within_each_other(names: tuple[str, str]) -> None:
    within_each_other(partial(nested_conditions, names))
    calls(nested_conditions(names, DEEPEST))
