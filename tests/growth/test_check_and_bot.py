"""A check and a bot are added by the files that CONTRIBUTING.md lists; each that is forgotten is noticed by its name."""

import pytest
from growth.additions import additions
from growth.copies import Copy, copied_to

pytestmark = pytest.mark.growth
PROGRAMS = "tests/semantics/test_programs.py"
PAGES = "tests/test_diagnostics.py"
CHECKS = "tests/checks/test_checks.py"
OF_EACH_CHECK = (
    f"{CHECKS}::test_each_check_tells_something",
    f"{CHECKS}::test_each_check_states_its_rule",
)
BOT = "tests/bots/test_last.py"
# The tests that are run where a file is left out and mypy finds nothing, and what is printed then.
NAMED = {
    "check": {
        "splendor_dsl/checks/short_names.py": ((), 'named "splendor_dsl.checks.short_names"'),
        "splendor_dsl/checks/__init__.py": ((PROGRAMS,), "short_name_of_a_zone_on_the_table"),
        "splendor_dsl/problem_pages/SPL498.md": ((PAGES,), "SPL498.md"),
        "tests/refused/short_names.rules": ((PROGRAMS,), "'SPL498'"),
    },
    "bot": {
        "splendor_dsl/bots/last.py": ((), 'named "splendor_dsl.bots.last"'),
        "splendor_dsl/bots/plugin.py": ((BOT,), "KeyError: 'last'"),
    },
}
NOT_ASKED_FOR = {"tests/accepted/short_names.rules", BOT}  # a guide can ask for tests, no test can


@pytest.fixture(scope="module", params=NAMED)
def copy(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Copy:
    made = copied_to(tmp_path_factory.mktemp("growth") / "checkout", request.param)
    if made.thing == "check":  # its messages are read, then accepted
        made.lay_out()
        accepted = made.run("pytest", "-q", "-n", "0", PROGRAMS, "-k", "short", "--snapshot-update")
        assert accepted.sound, accepted.printed
    return made


def test_with_all_of_its_files_the_thing_is_whole(copy: Copy) -> None:
    copy.lay_out()
    tests = {"check": (PROGRAMS, PAGES, *OF_EACH_CHECK), "bot": ("tests/bots",)}[copy.thing]
    for ran in (copy.types(), copy.run("ruff", "check", "."), copy.tests(*tests)):
        assert ran.sound, ran.printed


def test_each_file_that_is_left_out_is_named(copy: Copy) -> None:
    named = NAMED[copy.thing]
    assert {*named} == {*additions(copy.thing)} - NOT_ASKED_FOR
    for path, (tests, printed) in named.items():
        copy.lay_out(without=(path,))
        ran = copy.tests(*tests) if tests else copy.types()
        assert not ran.sound, f"nothing is wrong without {path}"
        assert printed in ran.printed, ran.printed
