"""Things that are declared and never used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from splendor_dsl.checks.checked_game import CheckedGame
from splendor_dsl.checks.flow import all_steps
from splendor_dsl.diagnostics import Problem, Related, problem_kind
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics.changes import regions_of
from splendor_dsl.semantics.parts import all_in
from splendor_dsl.semantics.tree import walk
from splendor_dsl.syntax import ast as a
from splendor_dsl.syntax.expressions import Ident


@problem_kind
class UnusedParameter(Problem):
    """A parameter that no clause reads: to set it changes nothing."""

    code = "SPL401"
    headline = "expected a clause that reads the parameter {name!r}, found none"
    hint = "use it where its number stands, or 'remove parameters.{name}'"

    name: str


@problem_kind
class Unused(Problem):
    """Something is declared that no other clause reads or changes."""

    code = "SPL402"
    severity = "warning"
    headline = "expected a clause that uses the {sort} {name!r}, found none"
    hint = "use it, or remove it"

    sort: str
    name: str
    leftover: str = ""  # the path of a declaration in a base, if this file has removed its last use

    def help(self) -> str | None:
        """Return what to do with a leftover."""
        return (
            f"'remove {self.leftover}' too, if nothing needs it"
            if self.leftover
            else super().help()
        )


SORTS = (
    ("kinds", "kind"),
    ("zones", "zone"),
    ("values", "value"),
    ("counters", "counter"),
    ("markers", "marker"),
)


def unused(game: CheckedGame) -> Iterator[Problem]:
    """Report parameters that nothing reads, and kinds, zones, values, counters and markers that no other clause names.

    A name counts as used anywhere in another clause, in examples too, and so does a pile that is meant where none is
    named. A parameter has to be read by more than examples and invariants, which change nothing. Except for parameters,
    only declarations in this file are reported, and those whose last use it has removed.
    """
    model = game.model
    for parameter in model.parameters.values():
        if parameter.name not in game.names.used_parameters:
            where = parameter.where
            yield UnusedParameter(name=parameter.name, span=where.span, path=where.path)
    here = game.resolved.header.span.source.name
    used = _used(game.resolved.tree)
    implied = regions_of(tuple(step for _, step in all_steps(model)))
    for section, sort in SORTS:
        for name, where in _declared(model, section):
            if name in implied or _used_elsewhere(used.get(name, ()), where.path):
                continue
            if where.span.source.name == here:
                yield Unused(sort=sort, name=name, span=where.span, path=where.path)
            else:
                yield from _left(game, sort, name, where)


def _left(game: CheckedGame, sort: str, name: str, where: m.Where) -> Iterator[Problem]:
    """Yield the problem of a declaration in a base whose last use this file has removed."""
    here = game.resolved.header.span.source.name
    for edit, clause in game.resolved.dropped:
        if edit.span.source.name != here:
            continue
        if any(name in _words(each.construct) for each in (clause, *(c for _, c in walk(clause)))):
            related = (Related(where.span, "it is declared here"),)
            yield Unused(
                sort=sort,
                name=name,
                leftover=where.path,
                span=edit.path.span,
                path=where.path,
                related=related,
            )
            return


def _used_elsewhere(paths: Iterable[str], own: str) -> bool:
    return any(path != own and not path.startswith(f"{own}.") for path in paths)


def _declared(model: m.Model, section: str) -> Iterator[tuple[str, m.Where]]:
    for name in getattr(model, section):
        where = model.places.get(f"{section}.{name}")
        if where is not None:
            yield name, where


def _used(tree: a.Clause) -> dict[str, set[str]]:
    """Return the paths of the clauses that use each word, except rows, which hold only numbers and tokens."""
    found: dict[str, set[str]] = {}
    for path, clause in walk(tree):
        if isinstance(clause.construct, a.Row):
            continue
        for word in _words(clause.construct):
            found.setdefault(word, set()).add(path)
    return found


def _words(node: object) -> Iterator[str]:
    return (each.text for each in all_in(node) if isinstance(each, Ident))
