"""Which changes of the rules the tests would notice, as a table for a terminal and as plain data."""

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
    """How many mutants could be played, and how many of these tests noticed; those that a check refused are apart."""

    noticed: int
    total: int
    refused: int

    @property
    def percent(self) -> int:
        """Of those that could be played, in percent, rounded down: 100 is all."""
        return self.noticed * 100 // self.total if self.total else 100


def noticed(
    tried: Iterable[TriedMutant], *, kinds: Sequence[str] = KINDS, file: str | None = None
) -> Noticed:
    """Those of some kinds, in a file or in all."""
    found = [
        each.verdict
        for each in tried
        if each.mutant.kind in kinds and file in {None, _file(each.mutant)}
    ]
    played = [each.noticed for each in found if each.by != CHECK]
    return Noticed(noticed=sum(played), total=len(played), refused=len(found) - len(played))


def mutation_rows(tried: Sequence[TriedMutant]) -> Iterator[tuple[str, ...]]:
    """A row a file, and one for all of them if there are several; cells are no part of it."""
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
    """What noticed them, how it is with cells, and each rule that nothing pins down, with its place."""
    rules = [each for each in tried if each.mutant.kind != CELL]
    by = {name: sum(each.verdict.by == name for each in rules) for name in _SPOKEN}
    said = [f"{count} by {_SPOKEN[name]}" for name, count in by.items() if count]
    yield f"noticed: {', '.join(said) or 'none'}"
    refused = noticed(tried).refused
    if refused:
        yield f"refused by a check, and counted apart: {refused}"
    cells = noticed(tried, kinds=(CELL,))
    if cells.total or cells.refused:
        apart = f", {cells.refused} refused" if cells.refused else ""
        yield f"cells of tables: {cells.noticed} of {cells.total} noticed{apart}"
    for _, same in groupby(unpinned(rules), _one_place):
        mutants = tuple(same)
        first = mutants[0]
        yield f"{first.span}: {first.path}: not pinned down: {change_text(*mutants)}"


def _one_place(mutant: Mutant) -> tuple[str, int, str, int, str, str]:
    """Return what is the same for all that may stand in one place."""
    span = mutant.span
    return _file(mutant), span.start, mutant.kind, span.end, mutant.path, mutant.was


def unpinned(tried: Iterable[TriedMutant]) -> list[Mutant]:
    """The changes that nothing notices, in the order of their places."""
    found = [each.mutant for each in tried if not each.verdict.noticed]
    return sorted(found, key=lambda each: (*_one_place(each), each.now))


def change_text(mutant: Mutant, *more: Mutant) -> str:
    """Return the text of a change, `'2' as '1' or '3'`; `more` are other changes of the same place."""
    if not mutant.now:
        return f"{mutant.was!r} left out"
    *others, last = (repr(each.now) for each in (mutant, *more))
    return f"{mutant.was!r} as {', '.join(others)}{' or ' if others else ''}{last}"


def mutation_to_dict(tried: Sequence[TriedMutant]) -> dict[str, Any]:
    """The same as plain data, in the order of the places."""
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
