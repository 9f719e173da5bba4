import re
from pathlib import Path

import attrs
import pytest
from attrs import frozen

import splendor_dsl
from splendor_dsl import plugin_problems, source
from splendor_dsl.diagnostics import Problem, all_problem_classes, has_errors, sort_problems
from splendor_dsl.report.pages import import_problems, page, page_to_dict, problem_pages
from splendor_dsl.source import Span, source_from_text

import_problems()
PAGES = Path(splendor_dsl.__file__).parent / "problem_pages"
OURS = [kind for kind in all_problem_classes() if kind.__module__.startswith("splendor_")]


@frozen(kw_only=True)
class UnknownName(Problem):
    """A name that was never declared."""

    code = "TEST1"
    headline = "unknown {kind} {name!r}"
    hint = "declare {name!r} first"

    kind: str
    name: str


@frozen(kw_only=True)
class Unused(Problem):
    """A name that nothing uses.

    Whoever reads the rules looks for its use.
    """

    code = "TEST2"
    severity = "warning"
    headline = "unused name"


def test_the_message_and_the_help_come_from_the_facts() -> None:
    problem = UnknownName(kind="colour", name="whit")
    assert problem.message() == "unknown colour 'whit'"
    assert problem.help() == "declare 'whit' first"
    assert Unused().help() is None


def test_braces_in_a_fact_are_no_format() -> None:
    assert UnknownName(kind="colour", name="{x}").message() == "unknown colour '{x}'"


def test_problems_are_sorted_by_place() -> None:
    text = source_from_text("a", "one two")
    late, early = Unused(span=Span(text, 4, 7)), Unused(span=Span(text, 0, 3))
    nowhere, other = Unused(), Unused(span=Span(source_from_text("b", "x"), 0, 1))
    assert sort_problems([other, late, nowhere, early]) == (nowhere, early, late, other)


def test_a_warning_is_no_error() -> None:
    assert not has_errors([Unused()])
    assert has_errors([Unused(), UnknownName(kind="a", name="b")])


def test_each_class_is_found_once() -> None:
    found = all_problem_classes()
    assert found.count(UnknownName) == 1
    assert {source.FileMissing, plugin_problems.HookUnknown} <= set(found)
    names = [(kind.__module__, kind.__qualname__) for kind in found]
    assert len(names) == len(set(names))


def test_no_code_is_used_twice() -> None:
    codes = [kind.code for kind in OURS]
    assert sorted(set(codes)) == codes


@pytest.mark.parametrize("kind", OURS, ids=lambda kind: kind.code)
def test_each_problem_has_a_code_a_page_and_words_of_one_style(kind: type[Problem]) -> None:
    assert re.fullmatch(r"SPL\d{3}", kind.code)
    text = (PAGES / f"{kind.code}.md").read_text("utf-8")
    assert re.search(r"^Fails\b.*:\n\n    ", text, re.MULTILINE), "its page shows what fails"
    assert re.search(r"^Passes\b.*:\n\n    ", text, re.MULTILINE), "its page shows what passes"
    assert not re.match(r"# (What|Who|That)\b", text), "its title names its subject"
    assert re.match(r"# .+\.\n\n(?!Fails)[A-Z]", text), "its page says why it matters"
    assert not kind.headline[:1].isupper()
    assert not kind.headline.endswith(".")


def test_each_file_is_the_page_of_a_kind() -> None:
    assert {file.name for file in PAGES.iterdir()} == {f"{code}.md" for code in problem_pages()}


@pytest.mark.parametrize("kind", OURS, ids=lambda kind: kind.code)
def test_the_code_repeats_no_more_of_a_page_than_its_title(kind: type[Problem]) -> None:
    assert kind.__doc__ == page_to_dict(kind)["title"]


def test_the_page_of_another_packages_kind_is_its_docstring() -> None:
    assert page(UnknownName) == "error[TEST1]: A name that was never declared."
    why = "Whoever reads the rules looks for its use."
    assert page(Unused) == f"warning[TEST2]: A name that nothing uses.\n\n{why}"


@pytest.mark.parametrize("kind", OURS, ids=lambda kind: kind.code)
def test_each_headline_names_facts_that_exist(kind: type[Problem]) -> None:
    facts = {fact.name for fact in attrs.fields(kind)}
    for text in (kind.headline, kind.hint or ""):
        assert set(re.findall(r"\{(\w+)", text)) <= facts
