"""Measurements on one processor, in processor time, the best of several, alternating with the yardstick.

Other load on a machine slows the yardstick and the measured work alike if they alternate. So the shares are reliable on
a busy machine where times are not.
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

from yardstick.yardstick import Yardstick  # beside this file

Figures = dict[str, Any]
Measure = Callable[[], float]


def pin() -> frozenset[int]:
    """Stay on one processor from now on, if the system allows it; return the processors available before."""
    if not hasattr(os, "sched_setaffinity"):
        return frozenset()
    known = frozenset(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {max(known)})
    return known


@contextmanager
def unpinned(processors: frozenset[int]) -> Iterator[None]:
    """Use all processors within the block."""
    if processors:
        os.sched_setaffinity(0, processors)
    yield
    if processors:
        os.sched_setaffinity(0, {max(processors)})


def a_second(work: Callable[[], int]) -> Measure:
    """Return a measure of the work done in a second of processor time."""

    def measure() -> float:
        started = time.process_time()
        done = work()
        return done / (time.process_time() - started)

    return measure


@define
class Bench:
    """A bench for speeds and their shares of the yardstick's; without a yardstick there are no shares."""

    repetitions: int
    yardstick: Yardstick | None
    best_of_yardstick: float = field(default=0.0, init=False)

    def speed(self, measure: Measure, repetitions: int | None = None) -> Figures:
        """Return the best speed, and its share of the best of the yardstick in the same minutes."""
        best = ours = 0.0
        for _ in range(repetitions or self.repetitions):
            if self.yardstick is not None:
                ours = max(ours, self.yardstick.turns_a_second())
            best = max(best, measure())
        self.best_of_yardstick = max(ours, self.best_of_yardstick)
        share = float(f"{best / ours:.3g}") if ours else None
        return {"turns_a_second": round(best), "share_of_yardstick": share}

    def seconds(self, work: Callable[[], object], times: int) -> float:
        """Return the shortest time of some runs of something short."""

        def measure() -> float:
            started = time.process_time()
            for _ in range(times):
                work()
            return times / (time.process_time() - started)

        return 1 / max(measure() for _ in range(self.repetitions))


def about() -> Figures:
    """Return the date and the machine of a measurement."""
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, python {platform.python_version()}",
    }


def table(rows: list[Figures]) -> str:
    """Return rows as lines with aligned columns."""
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
