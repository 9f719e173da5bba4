"""The results of mutation tests as a table for a terminal and as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from splendor_dsl.testing.mutants import CELL, KINDS, Mutant
from splendor_dsl.testing.mutation import TriedMutant
from splendor_dsl.testing.suite import EXAMPLE, INVARIANT, RECORDED
from splendor_dsl.testing.verdicts import CHECK, FAILS

COLUMNS: Final = ("file", "numbers", "comparisons", "zones", "orders", "noticed", "refused")
_SPOKEN: Final = {
    EXAMPLE: "an example",
    RECORDED: "a recorded game",
    INVARIANT: "an invariant",
    FAILS: "a failure in play",
}


@frozen(kw_only=True)
class Noticed:
    """The number of playable mutants and of those that tests noticed; mutants refused by a check are separate."""

    noticed: int
    total: int
    refused: int

    @property
    def percent(self) -> int:
        """Return the noticed share of playable mutants in percent, rounded down: 100 means all."""
        return self.noticed * 100 // self.total if self.total else 100


def noticed(
    tried: Iterable[TriedMutant], *, kinds: Sequence[str] = KINDS, file: str | None = None
) -> Noticed:
    """Return the counts for mutants of some kinds, in a file or in all."""
    found = [
        each.verdict
        for each in tried
        if each.mutant.kind in kinds and file in {None, _file(each.mutant)}
    ]
    played = [each.noticed for each in found if each.by != CHECK]
    return Noticed(noticed=sum(played), total=len(played), refused=len(found) - len(played))


def mutation_rows(tried: Sequence[TriedMutant]) -> Iterator[tuple[str, ...]]:
    """Yield a row for each file, and a total unless there is just one; cells are not included."""
    files = list(dict.fromkeys(_file(each.mutant) for each in tried if each.mutant.kind != CELL))
    for file in files:
        yield _row(tried, Path(file).name, file)
    if len(files) != 1:
        yield _row(tried, "in all", None)


def _row(tried: Sequence[TriedMutant], title: str, file: str | None) -> tuple[str, ...]:
    counts = (noticed(tried, kinds=(kind,), file=file) for kind in KINDS)
    whole = noticed(tried, file=file)
    shares = (_of(count) for count in counts)
    return (title, *shares, f"{whole.percent} %", str(whole.refused))


def _of(count: Noticed) -> str:
    return f"{count.noticed}/{count.total}" if count.total else ""


def mutation_lines(tried: Sequence[TriedMutant]) -> Iterator[str]:
    """Yield the tests that noticed mutants, the result for cells, and each unpinned rule with its place."""
    rules = [each for each in tried if each.mutant.kind != CELL]
    by = {name: sum(each.verdict.by == name for each in rules) for name in _SPOKEN}
    counts = [f"{count} by {_SPOKEN[name]}" for name, count in by.items() if count]
    yield f"noticed: {', '.join(counts) or 'none'}"
    refused = noticed(tried).refused
    if refused:
        yield f"refused by a check, and counted apart: {refused}"
    cells = noticed(tried, kinds=(CELL,))
    if cells.total or cells.refused:
        separate = f", {cells.refused} refused" if cells.refused else ""
        yield f"cells of tables: {cells.noticed} of {cells.total} noticed{separate}"
    for _, same in groupby(unpinned(rules), _one_place):
        mutants = tuple(same)
        first = mutants[0]
        yield f"{first.span}: {first.path}: not pinned down: {change_text(*mutants)}"


def _one_place(mutant: Mutant) -> tuple[str, int, str, int, str, str]:
    """Return a key that is equal for all mutants of one place."""
    span = mutant.span
    return _file(mutant), span.start, mutant.kind, span.end, mutant.path, mutant.was


def unpinned(tried: Iterable[TriedMutant]) -> list[Mutant]:
    """Return the changes that nothing notices, in the order of their places."""
    found = [each.mutant for each in tried if not each.verdict.noticed]
    return sorted(found, key=lambda each: (*_one_place(each), each.now))


def change_text(mutant: Mutant, *more: Mutant) -> str:
    """Return the text of a change, `'2' as '1' or '3'`; `more` are other changes of the same place."""
    if not mutant.now:
        return f"{mutant.was!r} left out"
    *others, last = (repr(each.now) for each in (mutant, *more))
    return f"{mutant.was!r} as {', '.join(others)}{' or ' if others else ''}{last}"


def mutation_to_dict(tried: Sequence[TriedMutant]) -> dict[str, Any]:
    """Return the same as plain data, in the order of the places."""
    rules, cells = noticed(tried), noticed(tried, kinds=(CELL,))
    ordered = sorted(
        tried, key=lambda each: (_file(each.mutant), each.mutant.span.start, each.mutant.key)
    )
    return {
        "noticed": rules.noticed,
        "total": rules.total,
        "refused": rules.refused,
        "cells": {"noticed": cells.noticed, "total": cells.total, "refused": cells.refused},
        "mutants": [_to_dict(each) for each in ordered],
    }


def _to_dict(tried: TriedMutant) -> dict[str, Any]:
    mutant, verdict = tried.mutant, tried.verdict
    return {
        "kind": mutant.kind,
        "path": mutant.path,
        "was": mutant.was,
        "now": mutant.now,
        "file": mutant.span.source.name,
        "line": mutant.span.line,
        "by": verdict.by if verdict.noticed else None,
        "name": verdict.name or None,
    }


def _file(mutant: Mutant) -> str:
    return mutant.span.source.name
