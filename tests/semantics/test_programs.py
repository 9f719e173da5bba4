"""Refused programs get exactly the problems they expect, where they expect them; accepted ones get none."""

import re
from collections import Counter

import pytest
from semantics.programs import ACCEPTED, REFUSED, TESTS, Case, cases, found, load, messages
from syrupy.assertion import SnapshotAssertion

from splendor_dsl.diagnostics import all_problem_classes
from splendor_dsl.report.terminal import render_problems

REFUSED_CASES, ACCEPTED_CASES = cases(REFUSED), cases(ACCEPTED)

# What no rule file alone can show, and where it is shown instead.
ELSEWHERE = {
    "SPL115": "takes more problems than a case should have; tests/syntax",
    "SPL116": "takes more words than a case should have; tests/syntax",
    "SPL122": "takes more letters than a case should have; tests/syntax",
    "SPL223": "takes more warnings than a case should have; tests/semantics/test_many.py",
}

# How many faults of different shapes prove a problem: of how it is written, and of what it means.
LEAST = {True: 2, False: 3}
MARK = re.compile(r"\s*#!.*")


def mistakes() -> list[str]:
    """The texts with mistakes of the tests of how rules are written."""
    text = (TESTS / "syntax" / "mistakes.txt").read_text(encoding="utf-8")
    return text.partition("\n\n")[2].split("---\n")


def names(some: list[Case]) -> list[str]:
    return [case.name for case in some]


@pytest.mark.parametrize("case", REFUSED_CASES, ids=names(REFUSED_CASES))
def test_a_refused_program_gets_its_messages_and_nothing_else(
    case: Case, snapshot: SnapshotAssertion
) -> None:
    problems = load(case).problems
    assert found(case, problems) == case.expected, render_problems(problems)
    assert case.expected, "a refused program expects a problem"
    assert messages(problems) == snapshot


@pytest.mark.parametrize("case", ACCEPTED_CASES, ids=names(ACCEPTED_CASES))
def test_an_accepted_program_gets_nothing(case: Case) -> None:
    loaded = load(case)
    assert not loaded.problems, render_problems(loaded.problems)
    assert loaded.model is not None


def test_there_are_many_and_each_has_a_name_of_its_own() -> None:
    assert len(REFUSED_CASES) >= 80
    counts = Counter(case.name for case in (*REFUSED_CASES, *ACCEPTED_CASES))
    assert [name for name, count in counts.items() if count > 1] == []


def test_each_problem_of_a_rule_file_has_a_refused_program() -> None:
    shown = {code for case in REFUSED_CASES for code, _, _ in case.expected}
    ours = {kind.code for kind in all_problem_classes() if "SPL100" <= kind.code < "SPL500"}
    assert sorted(ours - shown - ELSEWHERE.keys()) == []
    assert sorted(shown & ELSEWHERE.keys()) == []


def seeded() -> dict[str, list[str]]:
    """The programs that are refused with each code, told apart by more than their numbers."""
    shapes: dict[str, set[str]] = {}
    for text in (*(case.text for case in REFUSED_CASES), *mistakes()):
        for code in re.findall(r"#!+ .*", text):
            for each in re.findall(r"SPL\d{3}", code):
                shapes.setdefault(each, set()).add(re.sub(r"\d+", "0", MARK.sub("", text)))
    return {code: sorted(texts) for code, texts in shapes.items()}


def test_each_problem_is_proved_on_faults_of_several_shapes() -> None:
    faults = seeded()
    kinds = [kind.code for kind in all_problem_classes() if "SPL100" <= kind.code < "SPL500"]
    few = {
        code: len(faults.get(code, ()))
        for code in kinds
        if len(faults.get(code, ())) < LEAST[code < "SPL200"]
    }
    assert few.keys() == ELSEWHERE.keys(), few
