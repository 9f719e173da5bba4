"""Section 3 of the kernel, the work between two decisions: K41."""

from time import process_time

import pytest
from kernel.small import PLAIN, text

from splendor_dsl.backends.compiled.choice import Backend
from splendor_dsl.pipeline import Loaded, load_source
from splendor_dsl.play.game import game
from splendor_dsl.source import Source

SECONDS = (
    10.0  # of a decision in the interpreter; a fifth is needed on a machine that does nothing else
)
ACTIONS = PLAIN["actions"].strip()
BACKENDS = ["interpreter", "python", pytest.param("native", marks=pytest.mark.native)]


def nested(opened: str, inner: str, closed: str, depth: int) -> str:
    """The inner text within so many others of one form."""
    return "".join(opened.format(level) for level in range(depth)) + inner + closed * depth


def gains(depth: int) -> str:
    """Rules in which a turn ends with so many loops within each other."""
    loops = nested("for each c{} of coins {{ ", "gain up to 1 c0", " }", depth)
    return text(triggers=f"rain: at end of turn {{ {loops} }}")


def phase(depth: int, rounds: int) -> str:
    """Rules whose phase runs so many rounds of such loops and asks nothing."""
    loops = nested("for each c{} of coins {{ ", "gain up to 1 c0", " }", depth)
    return text(phases=f"warm {rounds} rounds {{ {loops} }}")


def circle(depth: int) -> str:
    """Rules with a trigger that runs such loops and causes itself as long as there are cards."""
    loops = nested("for each c{} of coins {{ ", "gain up to 1 c0", " }", depth)
    more = "move top (1) of deck to own"
    return text(triggers=f"more: when cards enters own as card {{ {loops}; {more} }}")


def looks(depth: int) -> str:
    """Rules with an action that asks for so many tokens within each other."""
    asked = nested("any c{} of coins has (", "copper in purse > 4", ")", depth)
    return text(actions=f'{ACTIONS}\nwin as "win" {{ require it: {asked}; gain up to 1 star }}')


def ways(choices: int) -> str:
    """Rules with an action of so many choices, and a condition for each way to make them."""
    chosen = "\n".join(f"choose c{each}: coins in supply" for each in range(choices))
    words = " ".join(f"{{c{each}}}" for each in range(choices))
    asked = " + ".join(f"c{each} in purse" for each in range(choices))
    win = f'win as "win {words}" {{ {chosen}\nrequire it: {asked} > 30\ngain up to 1 star }}'
    return text(actions=f"{ACTIONS}\n{win}")


CALM = {
    "gains": gains(10),
    "looks": looks(11),
    "ways": ways(8),
    "phase": phase(6, 20),
    "circle": circle(7),
}


def loaded(rules: str) -> Loaded:
    return load_source(Source(name="small.rules", text=rules))


@pytest.mark.parametrize("rules", [gains(11), looks(13), phase(7, 30), circle(9)])
def test_k41_more_than_anybody_would_wait_for_is_refused(rules: str) -> None:
    found = loaded(rules)
    assert [each.code for each in found.problems if each.severity == "error"] == ["SPL483"]


def test_k41_more_ways_than_anybody_could_look_through_are_refused() -> None:
    found = loaded(ways(9))
    assert [each.code for each in found.problems if each.severity == "error"] == ["SPL307"]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("rules", CALM.values(), ids=CALM)
def test_k41_what_is_accepted_is_played(rules: str, backend: Backend) -> None:
    found = loaded(rules)
    assert found.model is not None, [each.message() for each in found.problems]
    state = game(found.model, backend=backend, tell=lambda _: None).start(3, seed=1)
    for _ in range(3):
        begun = process_time()
        state = state.play(state.moves[0])
        assert len(state.moves) >= 1
        assert process_time() - begun < SECONDS
