"""The tool of `make mutants-core`: what it changes, how it draws a sample, and how it tries a mutant."""

import ast
import os
import select
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from core_mutants import trials
from core_mutants.engine import NATIVE_FUNCTIONS, OUTSIDE, PACKAGE, engine_files
from core_mutants.moved_lines import moved_lines
from core_mutants.mutants import Mutant, mutants_of, mutated_code, sample
from core_mutants.operators import changes
from core_mutants.processes import CrashError, TimeLimitError, forked
from core_mutants.recording import RecordedTest
from core_mutants.report import Report, equivalent_mutants
from core_mutants.trials import MutantFinder, Verdict, covering


def shown(text: str) -> list[str]:
    return [f"{each.before} -> {each.after or '-'}" for each in changes(ast.parse(text))]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a = b < c", ["b < c -> b <= c"]),
        ("a = b + c", ["b + c -> b - c"]),
        ("a = 2", ["2 -> 3", "2 -> 1"]),
        ("a = True", ["True -> False"]),
        ("a = b and c", ["b and c -> b or c"]),
        ("a = not b", ["not b -> b"]),
        ("a.b = c", ["a.b = c -> pass"]),
        ("f(a)", ["f(a) -> pass"]),
        ("a = [b, c]", ["[b, c] -> [c]", "[b, c] -> [b]"]),
        ("a = {b: c}", ["{b: c} -> {}"]),
        ("a = min(b)", ["min -> max"]),
        ("def f(): return a", ["return a -> return None"]),
        ("if a: pass", ["a -> True", "a -> False"]),
        ("match a:\n case b: pass\n case _: pass", ["case b: -> -", "case _: -> -"]),
    ],
)
def test_each_kind_of_change(text: str, wanted: list[str]) -> None:
    assert shown(text) == wanted


@pytest.mark.parametrize(
    "text",
    [
        '"""A docstring."""',
        "a: tuple[int, ...] = b",
        "A = B | None",
        "@frozen(kw_only=True)\nclass A:\n    b: int = field(repr=False)",
        "assert a < 2",
        "if TYPE_CHECKING:\n    a = 1",
        "if a is None:\n    raise TypeError('never')",
        "a = phrased('{n} cards', n=1)",
        "__all__ = ['a', 'b']",
    ],
)
def test_left_alone(text: str) -> None:
    assert shown(text) == []


def test_a_message_of_an_exception_is_left_alone() -> None:
    assert shown("raise ValueError(f'{a + 1}')") == ["raise ValueError(f'{a + 1}') -> pass"]


def test_each_mutant_is_what_it_says() -> None:
    found = list(mutants_of("chance.py"))
    assert len({each.identity for each in found}) == len(found)
    code = compile((PACKAGE / "chance.py").read_text("utf-8"), str(PACKAGE / "chance.py"), "exec")
    assert all(mutated_code(each) != code for each in found)


def test_a_sample_is_of_different_lines_and_stays_where_others_are_added() -> None:
    found = tuple(mutants_of("chance.py"))
    drawn = sample(found, 10, seed=1)
    assert drawn == sample(found[::-1], 10, seed=1)
    assert len({each.line for each in drawn}) == 10
    more = sample((*found, *mutants_of("ir/layout.py")), 20, seed=1)
    assert [each for each in more if each in drawn] == drawn[: len([e for e in more if e in drawn])]
    assert sample(found, 10, seed=2) != drawn


def a_mutant(line: int, *, function: str = "f", is_local: bool = True) -> Mutant:
    return Mutant("chance.py", function, "text", "a", "b", 0, line, (line, line), is_local, 0)


def a_test(name: str, seconds: float, *lines: int) -> RecordedTest:
    return RecordedTest(name, seconds, 1.0, {"chance.py": sum(1 << line for line in lines)})


def test_the_tests_of_a_line_come_before_the_others_of_their_files() -> None:
    slow, quick = a_test("one::slow", 9, 5), a_test("one::quick", 1, 5)
    beside, elsewhere = a_test("one::beside", 0, 6), a_test("two::elsewhere", 0, 6)
    other = RecordedTest("three::other", 5, 1.0, {"ir/caps.py": 1})
    tests = [beside, other, elsewhere, slow, quick]
    assert covering(tests, a_mutant(5)) == [quick, slow, beside]
    assert covering(tests, a_mutant(7)) == []
    assert covering(tests, a_mutant(7, is_local=False)) == [beside, elsewhere, quick, slow, other]


@pytest.mark.parametrize(
    ("new", "wanted"),
    [
        ("a b c d", [1, 2, 3, 4]),
        ("x a b c d", [2, 3, 4, 5]),
        ("a x b c d", [(1, 2), 3, 4, 5]),
        ("a c d", [1, (), 2, 3]),
        ("a x c d", [1, 2, 3, 4]),
        ("a x y z d", [1, (2, 3, 4), (2, 3, 4), 5]),
    ],
)
def test_lines_are_followed_to_where_they_stand_now(new: str, wanted: list[Any]) -> None:
    moved = moved_lines("a\nb\nc\nd", new.replace(" ", "\n"))
    found = [moved.of(1 << line) for line in (1, 2, 3, 4)]
    each = [lines if isinstance(lines, tuple) else (lines,) for lines in wanted]
    assert found == [sum(1 << line for line in lines) for lines in each]
    assert moved.of(0b11110) == found[0] | found[1] | found[2] | found[3]


def test_an_import_gets_the_change(tmp_path: Path) -> None:
    mutant = next(each for each in mutants_of("span.py") if each.function)
    finder = MutantFinder(mutant.path, mutated_code(mutant))
    spec = finder.find_spec("splendor_dsl.span")
    assert spec is not None
    assert spec.origin == str(PACKAGE / "span.py")
    assert finder.find_spec("splendor_dsl.source") is None


def test_a_mutant_is_noticed_by_a_test_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    batches = []

    def noticed(mutant: Mutant, code: object, batch: list[RecordedTest]) -> str | None:
        batches.append([test.name for test in batch])
        return "two::b" if len(batches) == 2 else None

    monkeypatch.setattr(trials, "_noticed", noticed)
    monkeypatch.setattr(trials, "mutated_code", lambda _: None)
    monkeypatch.setattr(trials, "BATCHES", (1, 1))
    monkeypatch.setattr(trials, "MOST_SECONDS", 3)
    tests = [a_test(name, 1, 5) for name in ("one::a", "two::b", "two::c", "two::d")]
    verdict = trials.trial(a_mutant(5), tests)
    assert (verdict.noticed_by, verdict.run, verdict.left_out) == ("two::b", 2, 1)
    assert batches == [["one::a"], ["two::b"]]


def test_half_of_the_time_is_for_the_tests_of_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[str] = []
    monkeypatch.setattr(trials, "_noticed", lambda _m, _c, batch: ran.extend(t.name for t in batch))
    monkeypatch.setattr(trials, "mutated_code", lambda _: None)
    monkeypatch.setattr(trials, "MOST_SECONDS", 8)
    tests = [
        RecordedTest(name, seconds, 1.0, {})
        for name, seconds in (
            ("tests/game/test_a.py::a", 1),
            ("tests/lowering/test_b.py::b", 3),
            ("tests/game/test_c.py::c", 2),
            ("tests/compiler/test_d.py::d", 1),
            ("tests/lowering/test_e.py::e", 3),
        )
    ]
    mutant = next(mutants_of("lowering/text.py"))
    assert trials.trial(mutant, tests).left_out == 1
    assert [name[-1] for name in ran] == ["a", "b", "c", "d"]


def test_a_process_gives_its_result_and_leaves_nothing() -> None:
    assert forked(lambda: 1 + 1, 20) == 2
    with pytest.raises(CrashError, match="ZeroDivisionError"):
        forked(lambda: 1 // 0, 20)
    with pytest.raises(TimeLimitError):
        forked(lambda: __import__("time").sleep(60), 0.2)


def test_what_a_process_has_started_ends_with_it() -> None:
    reading, writing = os.pipe()

    def start() -> None:
        os.fork()
        __import__("time").sleep(60)

    with pytest.raises(TimeLimitError):
        forked(start, 0.5)
    os.close(writing)  # no process that holds the other end is left
    assert select.select([reading], [], [], 30)[0]
    assert os.read(reading, 1) == b""
    os.close(reading)


def test_a_report_counts_no_equivalent_mutant() -> None:
    noticed, missed = Verdict("a::b", 1, 0, 1.0), Verdict(None, 1, 0, 1.0)
    verdicts = {a_mutant(1): noticed, a_mutant(2): missed}
    assert Report(verdicts, {}).noticed == 0.5
    assert not Report(verdicts, {}).is_good
    other = a_mutant(2, function="g")
    same = {a_mutant(1): noticed, other: missed}
    report = Report(same, {other.identity: "no effect"})
    assert (report.noticed, report.survivors, report.disproved) == (1.0, [], [])
    assert not report.is_good  # half of the sample is more than may be named as equivalent
    assert Report(same, {a_mutant(1).identity: "wrong"}).disproved == [a_mutant(1)]


def functions(tree: ast.AST, of: str = "") -> Iterator[tuple[str, ast.AST]]:
    """The functions and classes of a module by their full names."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield f"{of}{node.name}", node
            yield from functions(node, f"{of}{node.name}.")


def test_all_that_is_left_out_of_the_engine_exists() -> None:
    assert [path for path in OUTSIDE if not (PACKAGE / path).exists()] == []
    assert len(engine_files()) > 100
    for path, function in NATIVE_FUNCTIONS:
        names = {name for name, _ in functions(ast.parse((PACKAGE / path).read_text("utf-8")))}
        assert function in names


def test_each_equivalent_mutant_exists_and_has_a_reason() -> None:
    named = equivalent_mutants()
    paths = {identity.splitlines()[0] for identity in named}
    found = {each.identity for path in paths for each in mutants_of(path)}
    assert [identity for identity in named if identity not in found] == []
    assert [identity for identity, reason in named.items() if len(reason.split()) < 4] == []
