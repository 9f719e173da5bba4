"""Each variable that is read after a stop is kept by it, or set by then."""

import pytest
from kernel.small import PLAIN, small

from splendor_dsl.compiler.module import Kind, text_of
from splendor_dsl.ir.control import Control
from splendor_dsl.lowering.liveness import unset_reads
from splendor_dsl.lowering.stops import FrameSlot, StackFrame, Stop
from splendor_dsl.lowering.text import Block

START, LIST, TAKE, AFTER = 1, 2, 3, 4
# What follows a stop that keeps `held`, and the variables that it reads unset.
AFTERWARDS = {
    "t = held + option": set(),
    "t = other": {"other"},
    "other += 1": {"other"},
    "c[other] = held": {"other"},
    "other = held\nt = other": set(),
    "if held > 0:\n    other = 1\nt = other": {"other"},
    "if held > 0:\n    other = 1\nelse:\n    other = 2\nt = other": set(),
    "if True:\n    other = 1\nt = other": set(),
    "for other in range(held):\n    t = other": set(),
    "for t in range(held):\n    other = t\nt = other": {"other"},
    "for t in range(held):\n    if c[t] > 0:\n        break\n    other = 1\nheld = t": {"t"},
    "while other > 0:\n    other -= 1": {"other"},
    "while True:\n    t = 1\n    if held > t:\n        break\n    t = other": {"other"},
}


def blocks(taken: str) -> list[Block]:
    """A start, a list of options, what an option does, and what follows; `other` is set before the stop alone."""
    return [
        Block(START, "", ["held = 0", "other = 1", "t = 0", f"pc = {LIST}"]),
        Block(LIST, "", ["if n == 0:", f"    pc = {TAKE}", "else:", "    @stop 7"]),
        Block(TAKE, "", [f"pc = {AFTER} if option > 0 else {START}"]),
        Block(AFTER, "", [*taken.splitlines(), f"pc = {START}"]),
    ]


@pytest.mark.parametrize("taken", AFTERWARDS)
def test_what_is_read_after_a_stop_without_being_kept_is_found(taken: str) -> None:
    frames = (StackFrame(0, 0, (None, FrameSlot("number", ("held",)))),)
    stop = Stop(7, LIST, TAKE, frames, "mover")
    found = unset_reads(blocks(taken), [stop], START, ["held", "other", "t"])
    assert found == ({"stop 7": AFTERWARDS[taken]} if AFTERWARDS[taken] else {})


def test_what_is_read_before_it_is_set_at_all_is_found() -> None:
    lines = ["if t > 0:", "    other = t", "t = other", f"pc = {START}"]
    found = unset_reads([Block(START, "", lines)], [], START, ["other", "t"])
    assert found == {"the start": {"other", "t"}}


@pytest.mark.parametrize("kind", ["python", "native"])
def test_code_that_forgets_where_a_piece_lay_is_never_written(
    kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn = "may choose card: cards in row\none action\nmove card to hand\nkeep limits\nend of turn"
    ask = 'ask as "ask" { gain 1 copper; choose coin: coins in supply; gain more: 1 coin }'
    game = small(turn=turn, actions=f"{PLAIN['actions']}\n{ask}")
    assert text_of(game.program, kind)
    monkeypatch.setattr(Control, "keeps_still", True)
    with pytest.raises(AssertionError, match=r"nothing has set: stop \d+: v\d+_\d+_at"):
        text_of(game.program, kind)


def test_checked_native_code_takes_no_variable_that_is_not_set_for_an_address() -> None:
    program = small().program
    assert "_at = 0\n" in text_of(program, "native")
    checked = text_of(program, "native", checked=True)
    assert "_at = 0\n" not in checked
    assert "_at = -1099511627776\n" in checked
