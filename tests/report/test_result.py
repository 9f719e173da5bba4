"""How a game has come out, or how far it is."""

from kernel.small import play, small

from splendor_dsl.report.result import result_lines
from splendor_dsl.report.words import Words


def test_the_turn_under_way_is_none_that_was_played() -> None:
    state = small().start(2)
    words = Words(rules=state.setting.notation, language="en", names={})
    for moves, told in (
        ((), "0 turns"),
        (("take iron",), "1 turn"),
        (("take iron",) * 2, "2 turns"),
    ):
        lines = list(result_lines(words, play(state, *moves)))
        assert lines == [f"The game is unfinished after {told}."]
