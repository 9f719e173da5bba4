"""A step is added by the files that CONTRIBUTING.md lists, and each of them that is forgotten is noticed by its name.

`swap PILE with PILE` is added to a copy of the checkout. With all of it, types and tests hold; with all but one file,
either mypy or a test fails, and what it prints says what is lacking.
"""

import pytest
from growth.additions import additions
from growth.copies import Copy, copied_to

pytestmark = pytest.mark.growth
TABLES = ("tests/ir/test_tables.py", "tests/syntax/test_corpus.py", "tests/prose/test_phrases.py")
LONGER = (
    "tests/ir/test_descriptions.py",
    "tests/ir/test_meaning.py",
    "tests/syntax/test_grammar.py",
    "tests/syntax/test_habits.py",
    "tests/fuzz/test_growth.py::test_the_table_has_every_construct",
    "tests/fuzz/test_growth.py::test_each_construct_is_read",
    "tests/fuzz/test_programs.py::test_each_construct_is_drawn_soon",
    "tests/testing/test_coverage.py::test_every_construct_is_reached_declared_or_a_test",
)
OWN = "tests/growth/check_swap.py"
# What is printed where a file is left out; for one of the tests, which of them fails.
NAMED = {
    "grammar/game.lark": "grammar/game.lark lacks rules for {'swap'}",
    "splendor_dsl/interpreter/effects.py": "interpreter/effects.py: Effects lacks ['SwapPiles']",
    "splendor_dsl/lowering/effects.py": "lowering/effects.py: Effects lacks ['SwapPiles']",
    "splendor_dsl/languages/rules/es.toml": "languages/rules/es.toml lacks 'Swap all tokens",
    "splendor_dsl/languages/rules/pl.toml": "languages/rules/pl.toml lacks 'Swap all tokens",
    "splendor_dsl/prose/steps.py": "prose/steps.py: STEPS lacks ['SwapPiles']",
    "splendor_dsl/semantics/steps.py": 'Name "m.SwapPiles" is not defined',
    "splendor_dsl/semantics/steps_from_syntax.py": "steps_from_syntax.py: MAKERS lacks ['Swap']",
    "splendor_dsl/syntax/ast_steps.py": 'Name "ast.Swap" is not defined',
    "splendor_dsl/syntax/clause_text.py": "syntax/clause_text.py: _WRITERS lacks ['Swap']",
    "splendor_dsl/syntax/tree_steps.py": "syntax/tree_*.py lack {'swap'}",
    "splendor_dsl/testing/elements.py": "testing/elements.py: _MAKERS lacks ['Swap']",
    "tests/fuzz/growth.py": "tests/fuzz/test_growth.py::test_the_table_has_every_construct",
    "tests/ir/test_descriptions.py": "tests/ir/test_descriptions.py::test_no_instruction_does_what_it_does_not_say",
    "tests/syntax/corpus/game.rules": "tests/syntax/test_corpus.py::test_the_corpus_has_every_class",
}


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    return copied_to(tmp_path_factory.mktemp("growth") / "checkout", "swap")


def test_with_all_of_its_files_the_step_is_whole(copy: Copy) -> None:
    copy.lay_out()
    for ran in (
        copy.types(),
        copy.run("ruff", "check", "--ignore", "I001", "."),  # each addition has lines of its own
        copy.tests(*TABLES, *LONGER, OWN),
    ):
        assert ran.sound, ran.printed


def test_each_file_is_left_out_once() -> None:
    assert {*NAMED} == {*additions("swap")}


@pytest.mark.parametrize("path", NAMED)
def test_a_file_that_is_left_out_is_named(copy: Copy, path: str) -> None:
    copy.lay_out(without=(path,))
    named = NAMED[path]
    ran = copy.tests(named) if path.startswith("tests/") else copy.types()
    if ran.sound:
        ran = copy.tests(*TABLES)
    assert not ran.sound, f"nothing is wrong without {path}"
    assert named in ran.printed, ran.printed
