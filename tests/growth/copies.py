"""Copies of the checkout to which something is added that the product does not have."""

import os
import shutil
import subprocess
import sys
from collections.abc import Collection
from pathlib import Path

from attrs import field, frozen
from growth.additions import added, additions

CHECKOUT = Path(__file__).parents[2]
COPIED = ("docs", "grammar", "plugins", "splendor_dsl", "tests", "variants")


@frozen
class Ran:
    """The output of a command, and whether it succeeded."""

    sound: bool
    printed: str


@frozen
class Copy:
    """A copy of the checkout, to which one of `THINGS` is added."""

    folder: Path
    thing: str
    cache: Path = field(init=False)

    @cache.default
    def _cache(self) -> Path:
        return self.folder.parent / "mypy"

    def lay_out(self, without: Collection[str] = ()) -> None:
        """Add the thing, but nothing to some files."""
        for path, parts in additions(self.thing).items():
            file = self.folder / path
            old = _text(CHECKOUT / path)
            now = old if path in without else added(old or "", path, parts)
            if now is None:
                file.unlink(missing_ok=True)
            elif _text(file) != now:
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


def copied_to(folder: Path, thing: str) -> Copy:
    """Return a fresh copy of the checkout in a folder."""
    for name in COPIED:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(CHECKOUT / name, folder / name, ignore=ignored)
    for name in ("pyproject.toml", "CONTRIBUTING.md", "README.md"):
        shutil.copy(CHECKOUT / name, folder)
    return Copy(folder, thing)


def _text(file: Path) -> str | None:
    return file.read_text(encoding="utf-8") if file.exists() else None
