"""The checks of plugins: what they find stands where it belongs, and one that fails harms nothing else."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve, frozen

from splendor_dsl.diagnostics import Problem
from splendor_dsl.extensions import Extensions, Provided
from splendor_dsl.hookspecs import Check
from splendor_dsl.pipeline import Loaded, load_file
from splendor_dsl.report.json import problems_to_json
from splendor_dsl.report.terminal import render_problems

ORCHARD = Path(__file__).resolve().parent.parent / "games" / "orchard.rules"


@frozen(kw_only=True)
class Dear(Problem):
    """A piece that counts much."""

    code = "ACME1"
    headline = "{piece!r} counts {points}"

    piece: str
    points: int


def first(model: Any) -> Dear:
    piece = model.pieces[0]
    return Dear(piece=piece.label, points=9, span=piece.where.span, path=piece.where.path)


def sound(model: Any) -> list[Problem]:
    return [first(model)]


@frozen(kw_only=True)
class Wordless(Problem):
    """A problem whose headline names what it does not have."""

    code = "ACME2"
    headline = "{nothing}"


@frozen(kw_only=True)
class Harsh(Dear):
    """A problem of a severity that there is not."""

    severity = "fatal"  # type: ignore[assignment]  # as a careless plugin has it


@frozen(kw_only=True)
class Nameless(Problem):
    """A problem without a code."""

    headline = "something"


def raises(model: Any) -> Iterator[Problem]:
    yield first(model)
    raise KeyError(model.name)


def exits(model: Any) -> list[Problem]:
    raise SystemExit(3)


def needs_more(model: Any, more: Any) -> list[Problem]:
    return []


FAILING: dict[str, tuple[Callable[..., Any], str]] = {
    "raises": (raises, "KeyError: 'orchard' (test_plugin_checks.py, line "),
    "exits": (exits, "SystemExit: 3 (test_plugin_checks.py, line "),
    "needs more": (needs_more, "TypeError: needs_more() missing 1 required positional argument"),
    "none": (lambda model: None, "expected problems, found None"),
    "text": (lambda model: "dear", "expected problems, found a value of type 'str'"),
    "one": (first, "expected problems, found a value of type 'Dear'"),
    "texts": (
        lambda model: [first(model), "dear"],
        "expected problems, found a value of type 'str' among them",
    ),
    "no facts": (
        lambda model: [Wordless()],
        "its problem 'Wordless' cannot be shown: KeyError: 'nothing'",
    ),
    "no severity": (
        lambda model: [Harsh(piece="x", points=1)],
        "expected a code, a severity and texts in its problem 'Harsh'",
    ),
    "no code": (
        lambda model: [Nameless()],
        "expected a code, a severity and texts in its problem 'Nameless'",
    ),
    "no place": (
        lambda model: [evolve(first(model), span="line 3")],
        "expected a code, a severity and texts in its problem 'Dear'",
    ),
}


def load(*functions: Callable[..., Any]) -> Loaded:
    checks = {
        f"check_{number}": Provided(Check(name=f"check_{number}", function=function), "acme")
        for number, function in enumerate(functions, 1)
    }
    return load_file(ORCHARD, extensions=Extensions(checks=checks))


def test_a_check_of_a_plugin_tells_what_it_finds_where_it_stands() -> None:
    (problem,) = load(sound).problems
    assert (problem.code, problem.message()) == ("ACME1", "'old_apple' counts 9")
    assert problem.span is not None
    assert problem.span.line > 1
    assert problem.source_name.endswith("orchard.rules")
    assert load(sound).model is None, "an error of a plugin's check is an error"


@pytest.mark.parametrize(("function", "reason"), FAILING.values(), ids=FAILING)
def test_a_check_that_fails_is_named_and_the_others_run(
    function: Callable[..., Any], reason: str
) -> None:
    found = load(function, sound)
    assert "ACME1" in [problem.code for problem in found.problems]
    (problem,) = [problem for problem in found.problems if problem.code == "SPL911"]
    assert problem.severity == "warning"
    assert problem.message().startswith(
        f"the check 'check_1' of the plugin 'acme' failed: {reason}"
    )
    assert problem.file == str(ORCHARD)
    assert render_problems(found.problems)
    assert problems_to_json(found.problems)


def test_what_a_check_found_before_it_failed_is_told() -> None:
    assert sorted(problem.code for problem in load(raises).problems) == ["ACME1", "SPL911"]


def test_a_game_whose_check_failed_is_still_one() -> None:
    assert load(exits).model is not None
