"""The page of house rules and mechanics that go together: every pair, combined without an order.

`python docs/generator/compositions.py` writes the page. All pairs take a minute or two, so it is not written with the
other pages. The tests of the pairs keep it up to date.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from splendor_dsl.bundled import variants_folder
from splendor_dsl.composition import compose
from splendor_dsl.diagnostics import Problem
from splendor_dsl.pipeline import Loaded, load_file
from splendor_dsl.semantics.mechanic_problems import MechanicUsedTwice
from splendor_dsl.semantics.problems import LayersCollide

ROOT: Final = Path(__file__).resolve().parent.parent.parent
PAGE: Final = ROOT / "docs" / "compositions.md"
EDITIONS: Final = {"classic": "Splendor", "marvel": "Splendor: Marvel"}
_MADE: Final = TemporaryDirectory(prefix="compositions-")
_EXAMPLE: Final = re.compile(
    r"^example .*?^\}\n|^ +examples\.\S+ .*?\n", re.MULTILINE | re.DOTALL
)  # and its title in a language
_HEAD: Final = """\
# What goes together

Any two house rules can be laid on each other: `splendor check --compose sprint hand_of_four` says whether they make a
game, and `variant NAME "Title" extends sprint, hand_of_four` is that game. They are refused where both say something
else of the same clause, so that the game would depend on which of them comes last; `extends one then other` states
that. Rules of different games never go together.

A house rule of one edition stands on the other where it names nothing that is not there: `sprint` is a rule of Splendor:
Marvel as soon as its header says `extends marvel`. The others name gems, cards or nobles that Marvel has not.

These are all pairs of the rules in `variants/house/` and, for Splendor, of variants that add one mechanic. Splendor:
Marvel has three of the mechanics already, and `marvel_nobles` brings the fourth. Each pair that is not refused plays
random games to the end, and keeps its invariants.

A refused pair says two things that can't both be: a target of 10 and a target of 21, a game for one and a game for
four, an end at once and an end a round later. A mechanic is used once in a game, since its clauses have their paths.
"""
_NAMED: Final = re.compile(r"^\| `(\w+)` \|", re.MULTILINE)
_TABLE: Final = """
## On {title}

| Rule | Goes with all of its game but |
| --- | --- |
"""


@cache
def parts(edition: str) -> dict[str, Path]:
    """Return the house rules for an edition, and a variant for each mechanic that it lacks, by name."""
    files = sorted(variants_folder().glob("house/*.rules"))
    files += sorted((ROOT / "tests" / "compositions" / "parts").glob("*.rules"))
    found = (_on(path, edition) for path in files)
    return {path.stem: path for path in found if path is not None}


def _on(path: Path, edition: str) -> Path | None:
    """Return a rule file for an edition: unchanged, or with another base if it is valid with that."""
    text = path.read_text("utf-8")
    if f"extends {edition}\n" in text:
        return path
    if edition == "classic":
        return None
    made = Path(_MADE.name) / path.name
    made.write_text(
        _EXAMPLE.sub("", text.replace("extends classic\n", f"extends {edition}\n")), "utf-8"
    )
    if load_file(made, checked=False).problems:  # most are not even understood there
        return None
    return None if load_file(made).problems else made


def together(edition: str, one: str, other: str) -> Loaded:
    """Return two of them as one game."""
    return compose([parts(edition)[one], parts(edition)[other]])


@cache
def reasons(edition: str, one: str, other: str) -> tuple[str, ...]:
    """Return why two do not go together; empty if they do."""
    return tuple(_reason(problem) for problem in together(edition, one, other).problems)


def page() -> str:
    """Return the page as Markdown."""
    return _HEAD + "".join(map(table, EDITIONS))


def table(edition: str) -> str:
    """Return the pairs of one edition."""
    rows = "".join(f"{row(edition, name)}\n" for name in parts(edition))
    return _TABLE.format(title=EDITIONS[edition]) + rows


def row(edition: str, name: str) -> str:
    """Return the line of one rule: the rules that it does not go with, and why."""
    others: dict[str, list[str]] = {}
    names = list(parts(edition))
    for other in names:
        if other != name:
            one, two = sorted((name, other), key=names.index)
            for reason in reasons(edition, one, two):
                others.setdefault(reason, []).append(f"`{other}`")
    cells = [f"{', '.join(names)}: {reason}" for reason, names in others.items()]
    return f"| `{name}` | {'; '.join(cells) or 'none'} |"


def _reason(problem: Problem) -> str:
    """Return why two do not go together; any other problem is a fault of one of them."""
    match problem:
        case MechanicUsedTwice():
            return f"both use `{problem.name}`"
        case LayersCollide() if problem.first_path == problem.second_path:
            return f"both change `{problem.first_path}`"
        case LayersCollide():
            paths = sorted((problem.first_path, problem.second_path))
            return f"one changes `{paths[0]}`, the other `{paths[1]}`"
    raise AssertionError(problem.message())


def names_on_page(edition: str) -> list[str]:
    """Return the rules with a line on the page, without computing the pairs; a test compares them with the files."""
    return _NAMED.findall(part_of_page(edition))


def part_of_page(edition: str) -> str:
    """Return the section of the page about one edition."""
    parts_ = PAGE.read_text("utf-8").split("\n## ")
    return next(each for each in parts_ if each.startswith(f"On {EDITIONS[edition]}\n"))


def pairs() -> Iterator[tuple[str, str, str]]:
    """Yield every pair of each edition, each once."""
    for edition in EDITIONS:
        for one, other in combinations(names_on_page(edition), 2):
            yield edition, one, other


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
