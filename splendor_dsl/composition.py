"""The composition of rule files into one game, for `splendor check --compose` and the table of pairs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from attrs import evolve

from splendor_dsl.diagnostics import Problem, sort_problems
from splendor_dsl.extensions import Extensions
from splendor_dsl.pipeline import Loaded, load_file, load_source
from splendor_dsl.semantics.mechanic_problems import MissingOption
from splendor_dsl.source import source_from_text
from splendor_dsl.syntax.problems import EDITION

_NAME = "composed"


def compose(
    parts: Sequence[Path],
    mechanics: Sequence[str] = (),
    *,
    settings: Mapping[str, int] | None = None,
    extensions: Extensions | None = None,
) -> Loaded:
    """Return a variant that extends all of these files, with no order between them, and uses these mechanics."""
    title = " + ".join((*(part.stem for part in parts), *mechanics))
    names = {f"part_{number}": part for number, part in enumerate(parts, 1)}
    uses = "".join(f"use {name}\n" for name in mechanics)
    text = f'splendor rules {EDITION}\n\nvariant {_NAME} "{title}" extends {", ".join(names)}\n\n{uses}'
    source = source_from_text(title, text)
    loaded = load_source(source, settings=settings, extensions=extensions, bases=names)
    placed = [_relocated(each, title) for each in loaded.problems]
    return evolve(loaded, problems=sort_problems(placed))


def _relocated(problem: Problem, title: str) -> Problem:
    """Return a problem of the generated file at its place in a written file, or else without a place."""
    there = tuple(note for note in problem.related if note.span.source.name != title)
    if problem.span is None or problem.span.source.name != title:
        return problem.but(related=there)
    if isinstance(problem, MissingOption):
        return problem.but(span=problem.declared, by_name=True)
    if not there:
        return problem.but(span=None, file=title, related=())
    return problem.but(span=there[0].span, related=there[1:])


def warnings_of_parts(
    parts: Sequence[Path], loaded: Loaded, extensions: Extensions | None = None
) -> Iterator[Problem]:
    """Yield the warnings that files have by themselves but not as one game."""
    reported = {each.position for each in loaded.problems}
    for part in dict.fromkeys(parts):
        for each in load_file(part, extensions=extensions).problems:
            if each.severity == "warning" and each.position not in reported:
                reported.add(each.position)
                yield each
