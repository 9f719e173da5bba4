"""How things are measured: on one processor, in processor time, the best of several, by turns with the yardstick.

What else runs on a machine slows the yardstick and what is measured alike, if they take turns; so shares of it hold on
a busy machine where times do not.
"""

from __future__ import annotations

import os
import platform
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from attrs import define, field

sys.path.insert(0, str(Path(__file__).resolve().parent))

from yardstick.yardstick import Yardstick  # it stands beside this file

Figures = dict[str, Any]
Measure = Callable[[], float]


def pin() -> frozenset[int]:
    """Stay on one processor from now on, where the system lets one choose; those that there were."""
    if not hasattr(os, "sched_setaffinity"):
        return frozenset()
    known = frozenset(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {max(known)})
    return known


@contextmanager
def unpinned(processors: frozenset[int]) -> Iterator[None]:
    """Meanwhile on all of them."""
    if processors:
        os.sched_setaffinity(0, processors)
    yield
    if processors:
        os.sched_setaffinity(0, {max(processors)})


def a_second(work: Callable[[], int]) -> Measure:
    """How much of some work is done in a second of processor time."""

    def measure() -> float:
        begun = time.process_time()
        done = work()
        return done / (time.process_time() - begun)

    return measure


@define
class Bench:
    """Measures speeds, and what share they are of the yardstick's; without one there are no shares."""

    repetitions: int
    yardstick: Yardstick | None
    best_of_yardstick: float = field(default=0.0, init=False)

    def speed(self, measure: Measure, repetitions: int | None = None) -> Figures:
        """The best speed, and its share of the best of the yardstick in the same minutes."""
        best = ours = 0.0
        for _ in range(repetitions or self.repetitions):
            if self.yardstick is not None:
                ours = max(ours, self.yardstick.turns_a_second())
            best = max(best, measure())
        self.best_of_yardstick = max(ours, self.best_of_yardstick)
        share = float(f"{best / ours:.3g}") if ours else None
        return {"turns_a_second": round(best), "share_of_yardstick": share}

    def seconds(self, work: Callable[[], object], times: int) -> float:
        """The shortest time of one of so many runs of something short."""

        def measure() -> float:
            begun = time.process_time()
            for _ in range(times):
                work()
            return times / (time.process_time() - begun)

        return 1 / max(measure() for _ in range(self.repetitions))


def about() -> Figures:
    """When and where something was measured."""
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, python {platform.python_version()}",
    }


def table(rows: list[Figures]) -> str:
    """Rows as lines, in columns that are as wide as they must be."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    lines = [[name.replace("_", " ") for name in names]]
    lines += [[_cell(row.get(name)) for name in names] for row in rows]
    widths = [max(len(line[at]) for line in lines) for at in range(len(names))]
    return "\n".join(
        "  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )


def _cell(value: object) -> str:
    if value is None:
        return "-"
    return f"{value:,}" if isinstance(value, int) else str(value)
