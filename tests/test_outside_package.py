"""A package of an outsider, from a real wheel, in an environment of its own."""

import json
import os
import site
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[1]

PROJECT = """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"
[project]
name = "acme-tiles"
version = "1.2"
dependencies = ["splendor-dsl"]
[project.entry-points.splendor_dsl]
acme = "acme_tiles.plugin"
[tool.hatch.build.targets.wheel]
packages = ["acme_tiles"]
"""

PLUGIN = '''
"""The plugin of Acme."""
from pathlib import Path
from splendor_dsl.hookspecs import Bot, Mechanic, hookimpl

@hookimpl
def splendor_mechanics() -> list[Mechanic]:
    """One mechanic."""
    rules = Path(__file__).with_name("market.rules")
    return [Mechanic(name="acme_market", title="Market", rules=rules)]

@hookimpl
def splendor_bots() -> list[Bot]:
    """One bot."""
    return [Bot(name="acme_calm", make=dict, description="never hurries")]
'''

PROBE = """
import json, sys
import splendor_dsl
from splendor_dsl.bundled import bundled_games, grammar_folder
from splendor_dsl.extensions import load_extensions
found = load_extensions()
mechanic = found.mechanics["acme_market"].value
print(json.dumps({
    "home": splendor_dsl.__file__,
    "grammar": (grammar_folder() / "game.lark").is_file(),
    "games": sorted(bundled_games()),
    "rules": mechanic.rules.read_text(),
    "bot": found.bots["acme_calm"].value.description,
    "problems": [p.message() for p in found.problems if "acme" in p.message()],
}))
"""


def run(*command: str | Path, cwd: Path) -> str:
    """What a program printed; it must end well and warn of nothing."""
    done = subprocess.run(
        [str(word) for word in command], cwd=cwd, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def build(project: Path, to: Path) -> Path:
    run(sys.executable, "-P", "-m", "hatchling", "build", "-t", "wheel", "-d", to, cwd=project)
    (wheel,) = to.glob("*.whl")
    return wheel


def own_wheel(to: Path) -> Path:
    """The wheel of this project: the one under test, or else built from the checkout."""
    given = os.environ.get("SPLENDOR_WHEEL")
    if given:
        return Path(given)
    if not (CHECKOUT / "splendor_dsl").is_dir():
        pytest.skip("neither a checkout nor SPLENDOR_WHEEL")
    return build(CHECKOUT, to)


def outsider(folder: Path) -> Path:
    """The project of an outsider."""
    package = folder / "acme_tiles"
    package.mkdir(parents=True)
    (folder / "pyproject.toml").write_text(PROJECT)
    (package / "__init__.py").touch()
    (package / "plugin.py").write_text(PLUGIN)
    (package / "market.rules").write_text("# a market\n")
    return folder


def environment(folder: Path) -> Path:
    """The interpreter of a new environment that can import the dependencies, no more."""
    run(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder.parent)
    (packages,) = folder.glob("lib/python*/site-packages")
    # A path file adds the folder alone: the editable installs in it stay out.
    (packages / "dependencies.pth").write_text("\n".join(site.getsitepackages()) + "\n")
    return folder / "bin" / "python"


@pytest.mark.wheel
def test_an_outsiders_wheel_adds_a_mechanic_and_a_bot(tmp_path: Path) -> None:
    wheels = [own_wheel(tmp_path / "own"), build(outsider(tmp_path / "acme"), tmp_path / "theirs")]
    python = environment(tmp_path / "venv")
    # Without --ignore-installed pip would stop at the copy that the path file shows it.
    offline = ["--quiet", "--no-index", "--no-deps", "--ignore-installed"]
    pip = ["-m", "pip", "--python", str(python), "install"]
    run(sys.executable, *pip, *offline, *wheels, cwd=tmp_path)
    found = json.loads(run(python, "-P", "-W", "error", "-c", PROBE, cwd=tmp_path))
    assert Path(found["home"]).is_relative_to(tmp_path / "venv")
    assert found["grammar"]
    assert "classic" in found["games"]
    assert found["rules"] == "# a market\n"
    assert found["bot"] == "never hurries"
    assert found["problems"] == []
