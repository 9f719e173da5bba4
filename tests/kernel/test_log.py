"""Section 7 of the kernel: the log (K30)."""

from kernel.small import play, small

from splendor_dsl.play.state import State


def told(state: State) -> list[tuple[str, str, int | None]]:
    return [(event.kind, event.path, event.seat) for event in state.log]


def test_k30_every_change_is_an_event_with_the_clause_that_did_it() -> None:
    game = small()
    state = game.start(2)
    before = len(state.log)
    after = play(state, "take silver")
    assert told(after)[before:] == [
        ("decided", "actions.take", 0),
        ("tokens", "actions.take.gain", 0),
        ("turn", "turn", 1),
    ]
    assert after.log[before].data == {"move": "take silver"}
    assert after.log[before + 1].data["tokens"] == {"silver": 1}


def test_k30_a_state_s_log_is_its_parent_s_with_events_at_its_end() -> None:
    state = small().start(2)
    one, other = play(state, "take silver"), play(state, "take iron")
    assert one.log[: len(state.log)] == state.log == other.log[: len(state.log)]
    assert one.log != other.log
    assert len(state.log) < len(one.log)


def test_k30_a_refill_is_told_with_the_step_that_caused_it() -> None:
    state = play(small().start(2), "take silver", "take copper", "buy 1-1")
    pieces = [event for event in state.log if event.path == "actions.buy.move"]
    assert [event.data["piece"] for event in pieces] == ["one", "three"]
    assert pieces[1].data["from"] == ("deck", 1, None, 0)
    assert pieces[1].data["to"] == ("row", 1, None, 0)


def test_k30_markers_counters_reveals_and_the_end_are_told() -> None:
    actions = """
        all as "all" { give crown to player; count day = day + 1; move top of deck to hand; reveal hand; again }
        rest as "rest" {}
    """
    end = "late: when round >= 2 then at once\nranking { worth: most worth_of; shared }"
    game = small(actions=actions, markers="crown", counters="day 0 from 0 to 9", end=end)
    state = play(game.start(2), "all", "rest", "rest", "rest")
    events = {event.kind: event for event in state.log}
    assert events["marker"].data == {"marker": "crown", "from": None, "to": 0}
    assert events["counter"].data == {"counter": "day", "of": None, "from": 0, "to": 1}
    assert events["revealed"].data == {"zone": "hand", "pieces": ("three", "six")}
    assert events["again"].path == "actions.all.again"
    assert events["over"].data == {"end": "late"}
    assert state.over


def test_k30_whether_there_was_a_choice_is_told_to_the_player_alone() -> None:
    state = play(small().start(2), "take silver")
    decided = [event for event in state.log_for(1) if event.kind == "decided"]
    assert decided[0].data == {"move": "take silver", "automatic": None}
    own = [event for event in state.log_for(0) if event.kind == "decided"]
    assert own[0].data == {"move": "take silver", "automatic": False}


def test_nothing_is_told_without_logging() -> None:
    state = small().start(2, logging=False)
    assert play(state, "take silver").log == ()
