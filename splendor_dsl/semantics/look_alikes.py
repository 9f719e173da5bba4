"""Names of one game that look the same though they differ, so that no reader can tell them apart."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator

from splendor_dsl.diagnostics import Problem, Related, problem_kind
from splendor_dsl.identifiers import look_alikes
from splendor_dsl.semantics.tree import walk
from splendor_dsl.span import Span
from splendor_dsl.syntax.ast import Clause, File


@problem_kind
class LooksAlike(Problem):
    """Two names of one game look the same, though they are written with other characters."""

    code = "SPL225"
    headline = "expected names that look different, found {name!r} beside {other!r}"

    name: str
    other: str

    def help(self) -> str:
        """Return the character that differs from its look."""
        pairs = ((self.name, self.other), (self.other, self.name))
        character, name = next(
            (each, name)
            for name, other in pairs
            for at, each in enumerate(name)
            if not each.isascii() and each != other[at : at + 1]
        )
        called = unicodedata.name(character, "without a name").lower()
        return f"{character!r} in {name!r} is U+{ord(character):04X}, {called}"


def with_looks(found: Iterable[Problem], tree: Clause, files: Iterable[File]) -> list[Problem]:
    """Return the problems with those of look-alike names, which replace all others at the same place."""
    alike = tuple(_looks(tree, files))
    places = {each.span for each in alike}
    return [*(each for each in found if each.span is None or each.span not in places), *alike]


def _looks(tree: Clause, files: Iterable[File]) -> Iterator[Problem]:
    """Yield a problem for each name, in the files of a game and in the tables that they read, that looks like another."""
    places: dict[str, Span] = {}
    for file in files:
        for name, span in file.words.items():
            places.setdefault(name, span)
    for _, clause in walk(tree):
        places.setdefault(clause.name, clause.label.span)
    for name, other in look_alikes(places):
        related = (Related(places[other], "the other stands here"),)
        yield LooksAlike(name=name, other=other, span=places[name], related=related)
