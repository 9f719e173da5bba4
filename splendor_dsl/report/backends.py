"""The backends on which each clause of a game runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import frozen

from splendor_dsl.compiler.backend_choice import BACKENDS
from splendor_dsl.compiler.module import all_gaps
from splendor_dsl.ir.from_semantics import from_semantics
from splendor_dsl.lowering.unsupported import NotLowered
from splendor_dsl.semantics.model import Model, Where

_NAMED = {"interpreter": "the interpreter"}
_TESTS = ("invariants", "examples")  # tests of a game are no part of it


@frozen(kw_only=True)
class ClauseBackends:
    """A clause, the backends that run it, and the reason if not all do."""

    path: str
    place: Where
    backends: tuple[str, ...]
    reason: str | None


@frozen(kw_only=True)
class Gap:
    """A clause that not every backend runs, and the backends that do."""

    gap: NotLowered
    backends: tuple[str, ...]


@frozen(kw_only=True)
class Coverage:
    """All clauses of a game, and those that prevent it from being compiled."""

    clauses: tuple[ClauseBackends, ...]
    gaps: tuple[Gap, ...]

    @property
    def on_all_backends(self) -> int:
        """The number of clauses that run on every backend."""
        return sum(len(each.backends) == len(BACKENDS) for each in self.clauses)

    @property
    def backend(self) -> str:
        """The fastest backend that runs the game."""
        return next(
            each for each in reversed(BACKENDS) if all(each in g.backends for g in self.gaps)
        )


def coverage(model: Model) -> Coverage:
    """Return the backends of each clause; a clause inside one that can't be compiled is not compiled either."""
    program = from_semantics(model)
    alone = {gap.path for gap in all_gaps(program, "python")}
    gaps = tuple(
        Gap(gap=gap, backends=BACKENDS[:1] if gap.path in alone else BACKENDS[:2])
        for gap in all_gaps(program)
    )
    return Coverage(clauses=tuple(_clauses(model, gaps)), gaps=gaps)


def _clauses(model: Model, gaps: Sequence[Gap]) -> Iterator[ClauseBackends]:
    by_path = {each.gap.path: each for each in gaps}
    for path, where in model.places.items():
        if path.split(".")[0] in _TESTS:
            continue
        parts = path.split(".")
        around = (".".join(parts[: at + 1]) for at in range(len(parts)))
        found = next((by_path[each] for each in around if each in by_path), None)
        yield ClauseBackends(
            path=path,
            place=where,
            backends=BACKENDS if found is None else found.backends,
            reason=None if found is None else found.gap.reason,
        )


def coverage_lines(name: str, found: Coverage, *, every: bool) -> Iterator[str]:
    """Yield a summary, each clause that is not compiled, and with `every` a table of all clauses."""
    total, backends = len(found.clauses), ", ".join(BACKENDS)
    if not found.gaps:
        yield f"{name}: all {total} clauses run on every backend ({backends})"
    else:
        counted = (
            f"{name}: {found.on_all_backends} of {total} clauses run on every backend ({backends})"
        )
        yield f"{counted}; the game runs on {_NAMED.get(found.backend, found.backend)}"
    for each in found.gaps:
        only = (
            "the interpreter alone"
            if len(each.backends) == 1
            else "the interpreter and python alone"
        )
        about = f"{each.gap.place or name}: {each.gap.path} runs on {only}"
        yield f"{about}: {each.gap.reason}; to have it compiled, {each.gap.instead}"
    if every:
        yield from _table(found.clauses)


def _table(clauses: Sequence[ClauseBackends]) -> Iterator[str]:
    width = max(len(each.path) for each in clauses)
    yield "  ".join(["clause".ljust(width), *BACKENDS])
    for each in clauses:
        marks = ("yes" if name in each.backends else "no" for name in BACKENDS)
        cells = (mark.ljust(len(name)) for mark, name in zip(marks, BACKENDS, strict=True))
        yield "  ".join([each.path.ljust(width), *cells]).rstrip()


def coverage_to_dict(found: Coverage) -> dict[str, Any]:
    """Return the same as plain data."""
    return {
        "not_compiled": [
            {
                "path": each.gap.path,
                "reason": each.gap.reason,
                "instead": each.gap.instead,
                **_place(each.gap.where),
            }
            for each in found.gaps
        ],
        "clauses": [
            {
                "path": each.path,
                "backends": list(each.backends),
                "reason": each.reason,
                **_place(each.place),
            }
            for each in found.clauses
        ],
    }


def _place(where: Where | None) -> dict[str, Any]:
    if where is None:
        return {"file": None, "line": None}
    return {"file": where.span.source.name, "line": where.span.line}
