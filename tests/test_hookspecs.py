"""The page of plugins says of each hook what the program asks of it."""

import inspect
import re
import typing
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from splendor_dsl import hookspecs, plugin_problems
from splendor_dsl.bots.player import BotPlayer, EndingPlayer, SeeingPlayer
from splendor_dsl.diagnostics import Problem

DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGE = DOCS / "plugins.md"
HOOKS = {name: hook for name, hook in vars(hookspecs).items() if name.startswith("splendor_")}
CODES = {
    kind.code
    for kind in vars(plugin_problems).values()
    if isinstance(kind, type) and issubclass(kind, Problem) and kind.code
}

pytestmark = pytest.mark.skipif(not PAGE.is_file(), reason="the documents are no part of a wheel")


def page() -> str:
    return PAGE.read_text("utf-8")


def section(title: str) -> str:
    return page().partition(f"\n## {title}\n")[2].partition("\n## ")[0]


@pytest.mark.parametrize("name", HOOKS)
def test_each_hook_has_a_section_with_its_signature_and_what_it_returns(name: str) -> None:
    hook: Callable[..., Any] = HOOKS[name]
    (kind,) = typing.get_args(typing.get_type_hints(hook)["return"])
    shown = f"```python\n{inspect.getsource(kind)}\n\n{inspect.getsource(hook)}```"
    assert shown in section(name)


def test_no_section_is_about_a_hook_that_there_is_not() -> None:
    titles = re.findall(r"^## (splendor_\w+)$", page(), re.MULTILINE)
    assert titles == list(HOOKS)


def test_the_section_of_the_bots_shows_how_they_choose() -> None:
    for player in (BotPlayer, SeeingPlayer, EndingPlayer):
        assert f"```python\n{inspect.getsource(player)}```" in section("splendor_bots")


def test_every_code_of_a_broken_plugin_stands_in_the_table() -> None:
    named = set(re.findall(r"SPL\d{3}", section("When a plugin is broken").partition("```")[0]))
    assert named == CODES | {"SPL709", "SPL710", "SPL712"}


def test_the_links_of_the_page_lead_somewhere() -> None:
    for link in re.findall(r"\]\((?!https)([^)#]+)", page()):
        assert (DOCS / link).is_file(), link


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md"])
def test_the_page_is_found(document: str) -> None:
    assert "docs/plugins.md" in (DOCS.parent / document).read_text("utf-8")
