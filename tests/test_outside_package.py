"""A package of an outsider, from a real wheel, in an environment of its own."""

import json
import os
import re
import shutil
import site
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from cli.test_documents import BLOCK, matches, sessions

from splendor_dsl.report.pages import page_to_dict, problem_pages

CHECKOUT = Path(__file__).resolve().parents[1]
OUTSIDE = Path(__file__).resolve().parent / "outside"
PAGE = CHECKOUT / "docs" / "plugins.md"
PROBE = (
    "import splendor_dsl, acme_market; print(splendor_dsl.__file__); print(acme_market.__file__)"
)

DEAR = "from acme_market.plugin import Dear; from splendor_dsl.report.pages import page; print(page(Dear))"

pytestmark = pytest.mark.wheel


def run(*command: str | Path, cwd: Path, ends: tuple[int, ...] = (0,)) -> tuple[str, str]:
    """What a program printed to both streams; it must end as expected, and without a traceback."""
    done = subprocess.run(
        [str(word) for word in command], cwd=cwd, capture_output=True, text=True, check=False
    )
    assert done.returncode in ends, done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    return done.stdout, done.stderr


def build(project: Path, to: Path, target: str = "wheel") -> Path:
    run(sys.executable, "-P", "-m", "hatchling", "build", "-t", target, "-d", to, cwd=project)
    (made,) = to.iterdir()
    return made


def own_wheel(to: Path) -> Path:
    """The wheel of this project: the one under test, or else built from the checkout."""
    given = os.environ.get("SPLENDOR_WHEEL")
    if given:
        return Path(given)
    if not (CHECKOUT / "splendor_dsl").is_dir():
        pytest.skip("neither a checkout nor SPLENDOR_WHEEL")
    return build(CHECKOUT, to)


def environment(folder: Path) -> Path:
    """The interpreter of a new environment that can import the dependencies, no more."""
    run(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder.parent)
    (packages,) = folder.glob("lib/python*/site-packages")
    # A path file adds the folder alone: the editable installs in it stay out.
    (packages / "dependencies.pth").write_text("\n".join(site.getsitepackages()) + "\n")
    return folder / "bin" / "python"


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an environment into which both wheels were installed."""
    folder = tmp_path_factory.mktemp("outside")
    theirs = shutil.copytree(OUTSIDE, folder / "acme")
    wheels = [own_wheel(folder / "own"), build(theirs, folder / "theirs")]
    made = environment(folder / "venv")
    # Without --ignore-installed pip would stop at the copy that the path file shows it.
    offline = ["--quiet", "--no-index", "--no-deps", "--ignore-installed"]
    pip = ["-m", "pip", "--python", str(made), "install"]
    run(sys.executable, *pip, *offline, *wheels, cwd=folder)
    return made


def test_the_man_page_is_installed_where_man_looks(python: Path) -> None:
    page = python.parent.parent / "share" / "man" / "man1" / "splendor.1"
    assert page.read_text("utf-8").startswith('.\\" Made by docs/generator')


def test_the_pages_of_the_problems_are_installed(python: Path, tmp_path: Path) -> None:
    out, _ = splendor(python, "explain", "--json", cwd=tmp_path)
    assert json.loads(out)["pages"] == [page_to_dict(kind) for kind in problem_pages().values()]


@pytest.mark.skipif(not (CHECKOUT / "splendor_dsl").is_dir(), reason="needs a checkout")
def test_the_pages_of_the_problems_are_in_the_source_distribution(tmp_path: Path) -> None:
    with tarfile.open(build(CHECKOUT, tmp_path, "sdist")) as made:
        packed = {Path(name).name for name in made.getnames() if "/problem_pages/" in name}
    assert packed == {f"{code}.md" for code in problem_pages()}


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A folder with the rule file of somebody who has installed the package."""
    shutil.copy(OUTSIDE / "fair.rules", tmp_path)
    return tmp_path


def splendor(python: Path, *args: str, cwd: Path) -> tuple[str, str]:
    return run(python.with_name("splendor"), *args, cwd=cwd)


def test_both_packages_come_from_their_wheels(python: Path, table: Path) -> None:
    out, _ = run(python, "-P", "-W", "error", "-c", PROBE, cwd=table)
    for file in out.splitlines():
        assert Path(file).is_relative_to(python.parents[1])


def test_nothing_is_wrong_with_the_package(python: Path, table: Path) -> None:
    out, err = splendor(python, "check", "classic", cwd=table)
    assert (out, err) == ("classic: no problems\n", "")


def test_its_mechanic_decides_games_that_are_played_to_the_end(python: Path, table: Path) -> None:
    out, _ = splendor(python, "test", "fair.rules", cwd=table)
    (passed, tests) = re.findall(r"(\d+) of (\d+) examples", out)[0]
    assert passed == tests
    assert int(tests) > 2
    seats = ["--bots", "greedy,greedy", "--seed", "3", "--record", "game.txt"]
    out, _ = splendor(python, "play", "fair.rules", *seats, cwd=table)
    assert out.startswith("-- round 1 --\n  1 gold: supply to purse of Greedy 1\n")
    assert " has won." in out
    out, _ = splendor(python, "replay", "game.txt", "--quiet", cwd=table)
    assert " has won." in out


def test_its_bot_plays(python: Path, table: Path) -> None:
    bots = ["--games", "4", "--bots", "shopper,random"]
    out, _ = splendor(python, "simulate", "fair.rules", *bots, cwd=table)
    assert out.startswith("4 games of 2 players: 4 won\n")
    assert "\nshopper: " in out


def test_its_command_runs(python: Path, table: Path) -> None:
    out, _ = splendor(python, "--help", cwd=table)
    assert "Count the pieces of a game, by kind." in out
    assert splendor(python, "pieces", "classic", cwd=table) == ("cards 90\nnobles 10\n", "")
    assert splendor(python, "pieces", "classic", "--kind", "nobles", cwd=table)[0] == "nobles 10\n"


def test_its_form_prints_the_game(python: Path, table: Path) -> None:
    out, _ = splendor(python, "show", "fair.rules", "--form", "prices", cwd=table)
    assert out.startswith("card,white,blue,green,red,black,gold\n")
    assert out.endswith("palace,8,0,0,8,0,0\n")


def test_its_check_reports_its_own_problem_where_it_stands(python: Path, table: Path) -> None:
    out, _ = splendor(python, "check", "fair.rules", cwd=table)
    assert out.startswith("fair.rules:9:3: warning[ACME1]: 'palace' costs 16 tokens\n")
    out, _ = run(python, "-c", DEAR, cwd=table)
    assert out == "warning[ACME1]: A card that costs very many tokens.\n"


# ---- the page --------------------------------------------------------------------------------------
needs_docs = pytest.mark.skipif(not PAGE.is_file(), reason="the documents are no part of a wheel")


@needs_docs
def test_the_page_of_plugins_shows_the_whole_package() -> None:
    shown = {file: text for _, file, text in BLOCK.findall(PAGE.read_text("utf-8")) if file}
    files = [path for path in OUTSIDE.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    whole = {str(path.relative_to(OUTSIDE)): path.read_text("utf-8") for path in files}
    assert shown == {file: text for file, text in whole.items() if text}


@needs_docs
def test_the_page_of_plugins_shows_what_the_program_prints(python: Path, table: Path) -> None:
    shown = 0
    for language, _, text in BLOCK.findall(PAGE.read_text("utf-8")):
        for (program, *args), expected in sessions(text) if language == "console" else ():
            assert program == "splendor"
            out, err = run(python.with_name("splendor"), *args, cwd=table, ends=(0, 2))
            assert matches(expected, out + err), f"{args}\n{out}{err}"
            shown += 1
    assert shown >= 5
