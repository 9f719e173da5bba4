"""Files of very many clauses are checked in proportion to their length, and what is wrong with them is told in part."""

from cProfile import Profile
from pstats import Stats

import pytest
from semantics.programs import HEAD, REFUSED, extensions

from splendor_dsl.checks import effects
from splendor_dsl.checks.limit_proofs import proven
from splendor_dsl.diagnostics import MOST_REPORTED
from splendor_dsl.pipeline import Loaded, load_source
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.changes import read
from splendor_dsl.source import source_from_text


def loaded(text: str) -> Loaded:
    source = source_from_text("case.rules", HEAD + text, REFUSED / "case.rules")
    return load_source(source, extensions=extensions())


def many(start: str, clause: str, count: int, end: str = "}") -> str:
    return start + "".join(clause.format(i) for i in range(count)) + end


CLAUSES = {
    "actions": ("actions {\n", 'x{0} as "x{0}" {{ gain up to 1 nut }}\n', "}"),
    "unknown names": ("values {\n", "total v{0} {{ a: nope{0} }}\n", "}"),
}


@pytest.mark.parametrize("what", CLAUSES)
def test_many_clauses_take_work_in_proportion(what: str) -> None:
    """Calls are counted, as time depends on what else the machine does."""
    start, clause, end = CLAUSES[what]
    _first, few, more, most = (calls(many(start, clause, n, end)) for n in (1, 100, 200, 400))
    assert most - more < 2.5 * (more - few)


def calls(text: str) -> int:
    with Profile() as profile:
        loaded(text)
    return Stats(profile).total_calls  # type: ignore[attr-defined]  # typeshed leaves it out


@pytest.mark.parametrize(
    ("section", "clause", "bound"),
    [
        ("limits", "l{0}: nut in purse at most 2 at end of turn\n", 100),
        ("actions", 'x{0} as "x{0}" {{ gain up to 1 nut }}\n', 1000),
    ],
)
def test_more_than_any_game_has_are_refused(section: str, clause: str, bound: int) -> None:
    [problem] = loaded(many(f"{section} {{\n", clause, bound + 1)).problems
    assert problem.code == "SPL307"
    assert f"at most {bound}" in problem.message()
    assert problem.span is not None
    assert problem.span.source.name == "case.rules"


def test_as_many_actions_as_there_may_be_are_checked() -> None:
    text = many("actions {\n", 'x{0} as "x{0}" {{ gain up to 1 nut }}\n', 690)
    assert not loaded(text).problems


@pytest.mark.parametrize(
    ("text", "code", "last"),
    [
        (many("values {\n", "total v{0} {{ a: nope{0} }}\n", 150), "SPL220", "SPL115"),
        (many("", "set limits.h{0} = 4\n", 150, ""), "SPL201", "SPL115"),
        (many("parameters {\n", 'p{0} 3 from 1 to 5 "p"\n', 150), "SPL401", "SPL115"),
        (many("values {\n", "total v{0} {{ a: points }}\n", 150), "SPL402", "SPL223"),
    ],
)
def test_the_first_of_many_problems_are_told(text: str, code: str, last: str) -> None:
    *told, more = loaded(text).problems
    assert len(told) == MOST_REPORTED
    assert {(each.code, each.severity) for each in told} == {(code, more.severity)}
    assert more.code == last
    assert "50 in all" in more.message()


def test_errors_behind_many_warnings_are_told() -> None:
    warnings = many("values {\n", "total v{0} {{ a: points }}\n", 150)
    found = loaded(f"{warnings}\nactions {{ idle {{ gain 99 nut }} }}\n").problems
    assert [each.severity for each in found].count("error") == 1
    assert found[-1].code == "SPL223"


def test_what_an_expression_reads_is_found_once_for_all_numbers_of_players(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model, asked = loaded("").model, list[v.Expr]()
    assert model is not None
    monkeypatch.setattr(effects, "read", lambda model, key: asked.append(key) or read(model, key))
    assert len(tuple(proven(model))) > 1
    assert asked
    assert len(asked) == len(set(asked))
