"""Which house rules and mechanics go together: every pair laid on each other with no order between them.

`python docs/generator/compositions.py` writes the page; making all pairs takes a minute or two, so that the page is no
part of the others. The tests of the pairs hold it.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Final

from splendor_dsl.bundled import variants_folder
from splendor_dsl.composing import compose
from splendor_dsl.diagnostics import Problem
from splendor_dsl.pipeline import Loaded
from splendor_dsl.semantics.mechanic_problems import MechanicUsedTwice
from splendor_dsl.semantics.problems import LayersCollide, TwoGames

ROOT: Final = Path(__file__).resolve().parent.parent.parent
PAGE: Final = ROOT / "docs" / "compositions.md"
OTHER_GAME: Final = "of another game"
_HEAD: Final = """\
# What goes together

Any two house rules can be laid on each other: `splendor check --compose sprint hand_of_four` says whether they make a
game, and `variant NAME "Title" extends sprint, hand_of_four` is that game. They are refused where both say something
else of the same clause, so that the game would depend on which of them comes last; `extends one then other` states
that. Rules of different games never go together.

These are all pairs of the rules in `variants/house/` and of variants that add one mechanic to the classic game. Each
pair that is not refused plays random games to the end, and keeps its invariants.

| Rule | Goes with all of its game but |
| --- | --- |
"""


@cache
def parts() -> dict[str, Path]:
    """The house rules, and a variant for each mechanic, by name."""
    house = sorted(variants_folder().glob("house/*.rules"))
    others = sorted((ROOT / "tests" / "compositions" / "parts").glob("*.rules"))
    return {path.stem: path for path in (*house, *others)}


def together(one: str, other: str) -> Loaded:
    """Two of them as one game."""
    return compose([parts()[one], parts()[other]])


@cache
def reasons(one: str, other: str) -> tuple[str, ...]:
    """Why they do not go together; none if they do."""
    return tuple(_reason(problem) for problem in together(one, other).problems)


def page() -> str:
    """The page as Markdown."""
    return _HEAD + "".join(f"{row(name)}\n" for name in parts())


def row(name: str) -> str:
    """The line of one of them: what it does not go with, and why."""
    others: dict[str, list[str]] = {}
    for other in parts():
        if other != name:
            one, two = sorted((name, other), key=list(parts()).index)
            for reason in reasons(one, two):
                if reason != OTHER_GAME:
                    others.setdefault(reason, []).append(f"`{other}`")
    cells = [f"{', '.join(names)}: {reason}" for reason, names in others.items()]
    return f"| `{name}` | {'; '.join(cells) or 'none'} |"


def _reason(problem: Problem) -> str:
    """Why two do not go together; a problem of another sort is a fault of one of them."""
    match problem:
        case TwoGames():
            return OTHER_GAME
        case MechanicUsedTwice():
            return f"both use `{problem.name}`"
        case LayersCollide() if problem.first_path == problem.second_path:
            return f"both change `{problem.first_path}`"
        case LayersCollide():
            paths = sorted((problem.first_path, problem.second_path))
            return f"one changes `{paths[0]}`, the other `{paths[1]}`"
    raise AssertionError(problem.message())


def pairs() -> Iterator[tuple[str, str]]:
    """Every pair, each once."""
    return combinations(parts(), 2)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
