"""Which clauses of a game run on which backend."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import frozen

from splendor_dsl.backends.compiled.choice import BACKENDS
from splendor_dsl.backends.compiled.module import all_gaps
from splendor_dsl.ir.from_semantics import from_semantics
from splendor_dsl.lowering.gaps import NotLowered
from splendor_dsl.semantics.model import Model, Where

_ALONE = BACKENDS[:1]
_TESTS = ("invariants", "examples")  # they ask of a game, and are no part of it


@frozen(kw_only=True)
class Running:
    """A clause, the backends that run it, and why not all do."""

    path: str
    place: Where
    backends: tuple[str, ...]
    reason: str | None


@frozen(kw_only=True)
class Coverage:
    """All clauses of a game, and those that keep it from being compiled."""

    clauses: tuple[Running, ...]
    gaps: tuple[NotLowered, ...]

    @property
    def everywhere(self) -> int:
        """How many clauses run on every backend."""
        return sum(len(each.backends) == len(BACKENDS) for each in self.clauses)


def coverage(model: Model) -> Coverage:
    """What runs where; a clause in one that can't be compiled is not compiled either."""
    gaps = all_gaps(from_semantics(model))
    reasons = {gap.path: gap.reason for gap in gaps}
    return Coverage(clauses=tuple(_clauses(model, reasons)), gaps=gaps)


def _clauses(model: Model, reasons: dict[str, str]) -> Iterator[Running]:
    for path, where in model.places.items():
        if path.split(".")[0] in _TESTS:
            continue
        parts = path.split(".")
        around = (".".join(parts[: at + 1]) for at in range(len(parts)))
        reason = next((reasons[each] for each in around if each in reasons), None)
        backends = BACKENDS if reason is None else _ALONE
        yield Running(path=path, place=where, backends=backends, reason=reason)


def coverage_lines(name: str, found: Coverage, *, every: bool) -> Iterator[str]:
    """What is worth a line: the number of clauses, those that are not compiled, and each one if it is asked for."""
    total = len(found.clauses)
    if not found.gaps:
        yield f"{name}: all {total} clauses run on every backend ({', '.join(BACKENDS)})"
    else:
        yield (
            f"{name}: {found.everywhere} of {total} clauses run on every backend"
            f" ({', '.join(BACKENDS)}); the game runs on the interpreter"
        )
    for gap in found.gaps:
        yield f"{gap.place or name}: {gap.path} runs on the interpreter alone: {gap.reason}"
    if every:
        yield from _table(found.clauses)


def _table(clauses: Sequence[Running]) -> Iterator[str]:
    width = max(len(each.path) for each in clauses)
    yield "  ".join(["clause".ljust(width), *BACKENDS])
    for each in clauses:
        marks = ("yes" if name in each.backends else "no" for name in BACKENDS)
        cells = (mark.ljust(len(name)) for mark, name in zip(marks, BACKENDS, strict=True))
        yield "  ".join([each.path.ljust(width), *cells]).rstrip()


def coverage_to_dict(found: Coverage) -> dict[str, Any]:
    """The same as plain data."""
    return {
        "not_compiled": [
            {"path": gap.path, "reason": gap.reason, **_place(gap.where)} for gap in found.gaps
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
