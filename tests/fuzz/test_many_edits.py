"""Twice as many edits take about twice the work to lay on a game; calls are counted, as time depends on the machine."""

from collections.abc import Callable
from cProfile import Profile
from pstats import Stats

import pytest
from fuzz.growth import HEAD
from samples import in_fuzz, sampled

from splendor_dsl.pipeline import load_source
from splendor_dsl.source import source_from_text

TIMES = ((100, 200, 400), in_fuzz(((500, 1_000, 2_000),)))
LINEAR = 2.3  # how much more the second half takes than the first
CHIPS = "kinds {{ chips {{ size 0 to 9 }} }}\nzones {{ bag chips }}\nrows chips {{ {} }}\n"


def chips(count: int) -> str:
    return CHIPS.format("".join(f"r{at}: 1\n" for at in range(count)))


EDITS: dict[str, Callable[[int], str]] = {
    "one path set": lambda count: "set limits.hand = 3\n" * count,
    "unknown paths set": lambda count: "".join(f"set values.v{at}.it = 2\n" for at in range(count)),
    "an option set": lambda count: "set mechanics.nobles.counted = bonus\n" * count,
    "cells set": lambda count: (
        chips(count) + "".join(f"set rows.chips.r{at}.size = 2\n" for at in range(count))
    ),
    "rows added": lambda count: (
        chips(1) + "".join(f"add rows.chips {{ a{at}: 1 }}\n" for at in range(count))
    ),
    "rows added without labels": lambda count: chips(1) + "add rows.chips { 1 }\n" * count,
    "rows put before one": lambda count: (
        chips(1) + "".join(f"before rows.chips.r0 {{ b{at}: 1 }}\n" for at in range(count))
    ),
    "rows put after one": lambda count: (
        chips(1) + "".join(f"after rows.chips.r0 {{ b{at}: 1 }}\n" for at in range(count))
    ),
    "rows removed": lambda count: (
        chips(count) + "".join(f"remove rows.chips.r{at}\n" for at in range(count))
    ),
    "a table removed": lambda count: "remove rows.cards\n" * count,
}


def calls(rules: str) -> int:
    """Return how many calls it takes to read a variant."""
    load_source(source_from_text("plain.rules", HEAD))  # so that its bases are known
    source = source_from_text("edited.rules", HEAD + rules)
    with Profile() as profile:
        load_source(source)
    return Stats(profile).total_calls  # type: ignore[attr-defined]  # typeshed leaves it out


@pytest.mark.parametrize("times", TIMES)
@pytest.mark.parametrize("what", sampled([*EDITS], 6))
def test_many_edits_are_laid_in_linear_time(what: str, times: tuple[int, ...]) -> None:
    few, more, many = (calls(EDITS[what](count)) for count in times)
    assert many - more <= LINEAR * (more - few), (few, more, many)
