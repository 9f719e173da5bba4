"""Programs in files of cases, each a game or a variant of the base game, with the problems expected of each line.

A case begins with a line `--- name`. One without a header is a variant of the base game; two lines come before it,
unless it begins with `# as it stands`.
`#! CODE` at the end of a line expects a problem that begins on it; `#!! CODE FILE PATH`, on a line of its own, one
that stands in another file, at the clause of that path (`-` where it has none).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from splendor_dsl.diagnostics import Problem
from splendor_dsl.extensions import Extensions, load_extensions
from splendor_dsl.pipeline import Loaded, load_source
from splendor_dsl.report.terminal import render_problems
from splendor_dsl.source import source_from_text

TESTS = Path(__file__).resolve().parent.parent
REFUSED, ACCEPTED = TESTS / "refused", TESTS / "accepted"
HEAD = 'splendor rules 2\nvariant case "Case" extends base\n'
CASE = re.compile(r"^--- (\w+)\n", re.MULTILINE)
HERE = re.compile(r"#!((?: SPL\d{3})+)$")
THERE = re.compile(r"^ *#!! (SPL\d{3}) ([\w.]+) ([\w.-]+)$", re.MULTILINE)
FOLDER = re.compile(r"(?<![\w'])/(?:[\w.-]+/)+(?=\w+\.(?:rules|csv):)")
BASES = (
    "base.rules",
    "big_hand.rules",
    "small_hand.rules",
    "no_hand.rules",
    "round_trip.rules",
    "way_back.rules",
    "lone.rules",
    "no_seed.rules",
    "dear_seed.rules",
    "no_base.rules",
    "on_lone.rules",
    "guests_here.rules",
    "guests_there.rules",
)

Expected = tuple[str, str, str]  # code, file, line or path


class Case(NamedTuple):
    """One program."""

    name: str
    text: str
    folder: Path

    @property
    def expected(self) -> list[Expected]:
        """The problems that its marks expect."""
        lines = self.text.split("\n")
        here = [
            (code, self.file, str(number))
            for number, line in enumerate(lines, 1)
            if (match := HERE.search(line))
            for code in match[1].split()
        ]
        there = [(code, file, place.strip("-")) for code, file, place in THERE.findall(self.text)]
        return sorted([*here, *there])

    @property
    def file(self) -> str:
        """The name of its file."""
        return f"{self.name}.rules"


def cases(folder: Path) -> list[Case]:
    """All cases of a folder, in the order of its files."""
    return [
        case
        for path in sorted(folder.glob("*.rules"))
        if path.name not in BASES
        for case in cases_of(path)
    ]


def cases_of(path: Path) -> Iterable[Case]:
    """The cases of a file."""
    parts = CASE.split(path.read_text(encoding="utf-8"))
    for name, text in zip(parts[1::2], parts[2::2], strict=True):
        yield Case(name, text if whole(text) else HEAD + text, path.parent)


def whole(text: str) -> bool:
    """Return whether a case says itself what it is."""
    begins = r"^ *(splendor|game|variant|mechanic) |\A# as it stands"
    return re.search(begins, text, re.MULTILINE) is not None


@cache
def extensions() -> Extensions:
    return load_extensions()


def load(case: Case, *, checked: bool = True) -> Loaded:
    """A case, as if its file stood beside the base game."""
    source = source_from_text(case.file, case.text, REFUSED / case.file)
    return load_source(source, extensions=extensions(), checked=checked)


def messages(problems: Sequence[Problem]) -> str:
    """Return the text of problems, whatever folder their file stands in."""
    return FOLDER.sub("", render_problems(problems))


def found(case: Case, problems: Iterable[Problem]) -> list[Expected]:
    """Return the place of each problem: the line in the file of the case, the path of the clause in another."""
    return sorted((each.code, *_place(case, each)) for each in problems)


def _place(case: Case, problem: Problem) -> tuple[str, str]:
    if problem.span is None:
        return "", problem.path
    name = Path(problem.span.source.name).name
    return name, str(problem.span.line) if name == case.file else problem.path
