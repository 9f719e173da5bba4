"""Section 3 of the kernel, the work between two decisions: K41."""

from textwrap import dedent
from time import process_time

import pytest
from kernel.small import PLAIN, text

from splendor_dsl.bundled import variants_folder
from splendor_dsl.compiler.backend_choice import Backend
from splendor_dsl.diagnostics import has_errors
from splendor_dsl.extensions import load_extensions
from splendor_dsl.game.game import game
from splendor_dsl.pipeline import Loaded, load_source
from splendor_dsl.source import Source, source_from_text

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


def runs(first: str, last: str = "", triggers: str = "") -> str:
    """Rules whose phase has one round of such steps, and between them loops that make 729 changes."""
    loops = nested("for each c{} of coins {{ ", "gain up to 1 c0", " }", 6)
    steps = f"{first}\n{loops}\n{last}"
    return text(phases=f"warm 1 round {{ {steps} }}", triggers=triggers)


OWED = "if later: cards in hand = 1 { again }"
OWED_ELSEWHERE = "more: when cards enters own as card { again }"
ASKING = {
    "an action": runs("one action", OWED),
    "an action that owes": runs("one action", triggers=OWED_ELSEWHERE),
    "a choice": runs("gain up to 1 copper", f"choose c: coins; {OWED}"),
    "no run that is owed": runs("gain up to 1 copper", triggers=OWED_ELSEWHERE),
}
SILENT = {
    "nothing is asked": runs("gain up to 1 copper", OWED),
    "a choice that may have no option": runs("if cards in own > 0 { choose c: coins }", OWED),
    "a trigger of the phase": runs("move top (1) of deck to own", triggers=OWED_ELSEWHERE),
}


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
    **ASKING,
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


@pytest.mark.parametrize("rules", ASKING.values(), ids=ASKING)
def test_k41_runs_that_somebody_is_asked_in_count_once(rules: str) -> None:
    assert not [each for each in loaded(rules).problems if each.severity == "error"]


@pytest.mark.parametrize("rules", SILENT.values(), ids=SILENT)
def test_k41_owed_runs_in_which_nobody_is_asked_are_refused_and_again_is_named(rules: str) -> None:
    (found,) = [each for each in loaded(rules).problems if each.severity == "error"]
    assert found.code == "SPL483"
    assert "'again'" in (found.help() or "")
    (owing,) = found.related
    assert owing.span.text == "again"


def test_k41_again_is_not_named_where_the_work_is_too_much_without_it() -> None:
    rules = phase(7, 30).replace("30 rounds {", f"30 rounds {{ {OWED};")
    (found,) = [each for each in loaded(rules).problems if each.severity == "error"]
    assert (found.code, found.related) == ("SPL483", ())
    assert "'again'" not in (found.help() or "")


@pytest.mark.parametrize("base", ["classic", "house/extra_turn"])
def test_k41_a_round_of_one_action_before_the_game_may_be_owed_again(base: str) -> None:
    name = base.rpartition("/")[2]
    rules = f"""
        splendor rules 2
        variant warm "A free round" extends {name}
        phases {{ warm "warming up" 1 round {{
          one action
          keep limits
          if later: cards in bought > 0 {{ again }}
        }} }}
    """
    path = variants_folder() / "warm.rules"
    source = source_from_text(str(path), dedent(rules).lstrip(), path)
    assert not has_errors(load_source(source, extensions=load_extensions()).problems)


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
