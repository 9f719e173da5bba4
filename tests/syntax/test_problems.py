"""Each problem of the syntax has a page whose snippets show it."""

import textwrap

import pytest
from syntax.texts import found

from splendor_dsl.diagnostics import Problem
from splendor_dsl.report.pages import page_to_dict
from splendor_dsl.syntax import problems, shape_problems

CLASSES = [
    kind
    for module in (problems, shape_problems)
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, Problem) and kind.code.startswith("SPL1")
]
# What it takes to fail is too long for a page.
LONG = {"SPL115", "SPL116", "SPL122"}


def snippets(kind: type[Problem]) -> tuple[str, str]:
    head, _, ways = page_to_dict(kind)["text"].partition("Fails")
    fails, passes = ways.split("Passes")
    assert head.strip().endswith(".")
    return tuple(
        textwrap.dedent(part.partition("\n\n")[2]).strip("\n") + "\n" for part in (fails, passes)
    )


def test_codes_are_used_once() -> None:
    codes = [kind.code for kind in CLASSES]
    assert sorted(codes) == sorted(set(codes))
    assert sorted(codes) == [f"SPL{number}" for number in range(101, 124)]


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.code)
def test_the_page_shows_it(kind: type[Problem]) -> None:
    fails, passes = snippets(kind)
    if kind.code in LONG:
        return
    assert {code for _, code in found(fails)} == {kind.code}
    assert found(passes) == []


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.code)
def test_the_message_is_plain(kind: type[Problem]) -> None:
    for word in (" token ", "terminal", "LALR", "lexer", "parser", "grammar"):
        assert word not in f" {kind.headline} {kind.hint} "
    assert kind.headline[0].islower()
    assert not kind.headline.endswith(".")
