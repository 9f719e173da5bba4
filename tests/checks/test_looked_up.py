"""The lines that the lookup tries first suffice: the line that it shows is one without which the problem is gone.

The search leaves out every line, the lookup a few. Problems of names are left out, as `pipeline` shows by itself which edit
took a name away.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator

import pytest
from checks.leaving_out import Judged, far, judged, to_blame
from samples import sampled
from semantics.programs import REFUSED, cases, extensions

from splendor_dsl.bundled import variants_folder
from splendor_dsl.checks.causes import BROUGHT, TOGETHER, Causes, LeavingOut, place_of
from splendor_dsl.checks.lines import Lines
from splendor_dsl.pipeline import load_file
from splendor_dsl.semantics.tree import has_value, walk
from splendor_dsl.source import Source, source_from_text
from splendor_dsl.syntax.ast import Clause

HOUSE = variants_folder() / "house"
EDITS, PARTS = 24, 5
NOT_EDITED = ("rows.", "examples", "invariants")
HOUSE_EDITS = 12
FEWEST = 2  # problems of a part


def edited(tree: Clause, chance: random.Random) -> str:
    """A clause of the base game removed, or its number set to another."""
    path, clause = chance.choice(
        [each for each in walk(tree) if not each[0].startswith(NOT_EDITED)]
    )
    value = clause.construct.value.span.text if has_value(clause) else ""  # type: ignore[union-attr]
    numbers = list(re.finditer(r"\d+", value))
    if not numbers or chance.random() < 0.4:
        return f"remove {path}"
    at, new = chance.choice(numbers), chance.choice((0, 1, 9, 40))
    return f"set {path} = {value[: at.start()]}{new}{value[at.end() :]}"


def variants(count: int, lines: int, part: int) -> Iterator[Source]:
    """Variants of the base game with so many random edits."""
    chance = random.Random(lines + PARTS * part)
    loaded = load_file(REFUSED / "base.rules", extensions=extensions())
    assert loaded.resolved is not None
    for _ in range(count):
        edits = "\n".join({edited(loaded.resolved.tree, chance): None for _ in range(lines)})
        text = f'splendor rules 2\nvariant case "Case" extends base\n{edits}\n'
        yield source_from_text("case.rules", text, REFUSED / "case.rules")


def house_rules(count: int, part: int) -> Iterator[Source]:
    """House rules, each with one more random edit."""
    chance = random.Random(3 + PARTS * part)
    for path in chance.choices(sorted(HOUSE.glob("*.rules")), k=count):
        loaded = load_file(path, extensions=extensions())
        assert loaded.resolved is not None
        rules = path.read_text(encoding="utf-8").partition("\nexample")[0]
        text = f"{rules}\n{edited(loaded.resolved.tree, chance)}\n"
        yield source_from_text(path.name, text, path)


def refused(part: int) -> Iterator[Source]:
    """The programs that are refused."""
    for case in cases(REFUSED)[part::PARTS]:
        yield source_from_text(case.file, case.text, REFUSED / case.file)


def _causes(found: Judged) -> Causes:
    lines = Lines(found.file)
    return Causes(lines, found.resolved, LeavingOut(lines, found.judge))


def agreements(sources: Iterator[Source]) -> Counter[str]:
    """Count how often both show the same line first, where leaving out finds one."""
    counts: Counter[str] = Counter()
    for source in sources:
        found = judged(source)
        problems = [] if found is None else list(far(found))
        if found is None or not problems:
            continue
        wanted = to_blame(found, problems)
        for each in _causes(found).added(problems, map(place_of, found.problems)):
            shown = [n.span.start for n in each.related if n.text in {BROUGHT, TOGETHER}]
            right = wanted[place_of(each)]
            if right:
                counts[
                    "right" if shown and shown[0] in right else "other" if shown else "none"
                ] += 1
            else:
                counts["blamed" if shown else "none blamed"] += 1
    return counts


@pytest.mark.parametrize("part", sampled(range(PARTS), 1))
@pytest.mark.parametrize(
    ("name", "least"),
    [("refused", 0.97), ("one", 1), ("three", 0.97), ("house", 0.9)],
)
def test_the_line_is_the_one_without_which_the_problem_is_gone(
    name: str, least: float, part: int
) -> None:
    sources = {
        "refused": lambda: refused(part),
        "one": lambda: variants(EDITS, 1, part),
        "three": lambda: variants(EDITS, 3, part),
        "house": lambda: house_rules(HOUSE_EDITS, part),
    }
    counts = agreements(sources[name]())
    asked = counts["right"] + counts["other"] + counts["none"]
    assert asked >= FEWEST, counts
    assert counts["other"] == 0, counts
    assert counts["right"] >= least * asked, counts
