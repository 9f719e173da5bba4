"""A step is added by the files that CONTRIBUTING.md lists, and each of them that is forgotten is noticed by its name.

`swap PILE with PILE` is added to a copy of the checkout. With all of it, types and tests hold; with all but one file,
either mypy or a test fails, and what it prints says what is lacking.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Collection
from pathlib import Path

import pytest
from attrs import field, frozen
from growth.additions import added, additions

pytestmark = pytest.mark.growth
CHECKOUT = Path(__file__).parents[2]
COPIED = ("docs", "grammar", "plugins", "splendor_dsl", "tests", "variants")
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


@frozen
class Ran:
    """What a command printed, and whether it found nothing wrong."""

    sound: bool
    printed: str


@frozen
class Copy:
    """A copy of the checkout, to which the step is added."""

    folder: Path
    cache: Path = field(init=False)

    @cache.default
    def _cache(self) -> Path:
        return self.folder.parent / "mypy"

    def lay_out(self, without: Collection[str] = ()) -> None:
        """Add the step, but nothing to some files."""
        for path, parts in additions().items():
            text = (CHECKOUT / path).read_text(encoding="utf-8")
            now = text if path in without else added(text, path, parts)
            file = self.folder / path
            if file.read_text(encoding="utf-8") != now:
                file.write_text(now, encoding="utf-8")

    def types(self) -> Ran:
        """Run mypy."""
        return self.run("mypy", "--cache-dir", str(self.cache))

    def tests(self, *tests: str) -> Ran:
        """Run some tests."""
        return self.run("pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *tests)

    def run(self, *command: str) -> Ran:
        """Run a module of Python within the copy."""
        paths = os.pathsep.join(map(str, (self.folder, self.folder / "plugins")))
        env = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
        found = subprocess.run(
            [sys.executable, "-P", "-m", *command],
            cwd=self.folder,
            env={**env, "PYTHONPATH": paths},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        return Ran(found.returncode == 0, found.stdout + found.stderr)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    folder = tmp_path_factory.mktemp("growth") / "checkout"
    for name in COPIED:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(CHECKOUT / name, folder / name, ignore=ignored)
    shutil.copy(CHECKOUT / "pyproject.toml", folder)
    return Copy(folder)


def test_with_all_of_its_files_the_step_is_whole(copy: Copy) -> None:
    copy.lay_out()
    for ran in (
        copy.types(),
        copy.run("ruff", "check", "--ignore", "I001", "."),  # each addition has lines of its own
        copy.tests(*TABLES, *LONGER, OWN),
    ):
        assert ran.sound, ran.printed


def test_each_file_is_left_out_once() -> None:
    assert {*NAMED} == {*additions()}


@pytest.mark.parametrize("path", NAMED)
def test_a_file_that_is_left_out_is_named(copy: Copy, path: str) -> None:
    copy.lay_out(without=(path,))
    named = NAMED[path]
    ran = copy.tests(named) if path.startswith("tests/") else copy.types()
    if ran.sound:
        ran = copy.tests(*TABLES)
    assert not ran.sound, f"nothing is wrong without {path}"
    assert named in ran.printed, ran.printed
