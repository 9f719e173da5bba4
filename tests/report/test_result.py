"""How a game has come out, or how far it is."""

from kernel.small import PLAIN, play, small

from splendor_dsl.prose.words import Words
from splendor_dsl.report.result import result_lines


def test_the_turn_under_way_is_none_that_was_played() -> None:
    state = small().start(2)
    words = Words(rules=state.for_players.notation, language="en", names={})
    for moves, told in (
        ((), "0 turns"),
        (("take iron",), "1 turn"),
        (("take iron",) * 2, "2 turns"),
    ):
        lines = list(result_lines(words, play(state, *moves)))
        assert lines == [f"The game is unfinished after {told}."]


def test_a_total_that_no_ranking_compares_is_no_score() -> None:
    values = f"""{PLAIN["values"]}
        total coins_held {{ coins: coins in purse }}
        total depth {{ cards: 2 * worth_of }}
    """
    end = """
        early: when round > 1 then at once { ranking { depth: most depth; shared } }
        late: when round > 2 then at once
        ranking { worth: most worth_of; cards: fewest cards in own; shared }
    """
    state = play(small(values=values, end=end).start(2), *["take iron"] * 2)
    while not state.over:
        state = state.play(state.moves[0])
    words = Words(rules=state.for_players.notation, language="en", names={})
    _, *places = result_lines(words, state)
    assert places == [f"1. player {seat}  worth of 0, depth 0" for seat in (1, 2)]
