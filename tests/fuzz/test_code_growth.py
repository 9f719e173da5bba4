"""Twice as many steps take about twice the work to write as code; calls are counted, as time depends on the machine."""

from cProfile import Profile
from pstats import Stats

import pytest
from fuzz.growth import HEAD
from samples import in_fuzz

from splendor_dsl.compiler.module import text_of
from splendor_dsl.ir.from_semantics import from_semantics
from splendor_dsl.pipeline import load_source
from splendor_dsl.source import source_from_text

TIMES = ((5, 10, 20), in_fuzz(((20, 40, 80),)))
LINEAR = 2.3  # how much more the second half takes than the first
HELD = "counters { fame of a player 0 from 0 to 9; q 0 from 0 to 9 }\n"
STEPS = {
    "a number": "count s{0}: fame = q + 0\n",
    "a condition": "if s{0}: red in purse > {0} {{ count fame = 1 }}\n",
    "a loop": "for each s{0}: player {{ gain up to 1 red }}\n",
    "a piece": "move s{0}: top of deck to under deck\n",
}


def calls(step: str, count: int) -> int:
    """Return how many calls it takes to write a trigger of so many steps as Python."""
    steps = "".join(step.format(at) for at in range(count))
    text = f"{HEAD}{HELD}triggers {{ many: at end of turn {{\n{steps}}} }}\n"
    loaded = load_source(source_from_text("long.rules", text))
    assert loaded.model is not None, [each.headline for each in loaded.problems]
    program = from_semantics(loaded.model)
    with Profile() as profile:
        text_of(program, "python")
    return Stats(profile).total_calls  # type: ignore[attr-defined]  # typeshed leaves it out


@pytest.mark.parametrize("times", TIMES)
@pytest.mark.parametrize("what", STEPS)
def test_many_steps_are_written_in_linear_time(what: str, times: tuple[int, ...]) -> None:
    few, more, many = (calls(STEPS[what], count) for count in times)
    assert many - more <= LINEAR * (more - few), (few, more, many)
