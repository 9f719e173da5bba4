"""Section 7 of the kernel: the log (K30)."""

from kernel.small import PLAIN, play, small

from splendor_dsl.game.state import State

BUY = 'buy as "buy {card}" { choose card: cards in row; move card to own }\n'
USE = 'use as "use {card}" only when owed { choose card: cards in hand; move card to own }\n'


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


def test_k30_in_a_loop_the_player_of_the_loop_is_told() -> None:
    setup = "for each player { gain up to 1 iron; move top of deck to hand }"
    state = small(setup=setup).start(3)
    told_of = [(event.kind, event.seat) for event in state.log if event.path.startswith("setup.")]
    lots = [each for each in told_of if each[0] == "tokens"]
    assert lots == [("tokens", 0), ("tokens", 1), ("tokens", 2)]
    assert [seat for kind, seat in told_of if kind == "piece"] == [0, 0, 1, 1, 2, 2]


def test_k30_in_a_loop_the_player_of_the_loop_pays() -> None:
    actions = """
        levy as "levy" { for each player { choose coin: coins; pay 1 coin } }
    """
    setup = "fill row\nfor each player { gain up to 1 each coins }"
    state = play(small(actions=actions + PLAIN["actions"], setup=setup).start(2), "levy")
    state = play(state, "coin iron", "coin silver")
    paid = [event for event in state.log if event.path == "actions.levy.for_each.pay"]
    assert [(event.seat, event.data["tokens"]) for event in paid] == [
        (0, {"iron": 1}),
        (1, {"silver": 1}),
    ]


def test_k30_pieces_that_move_up_are_told() -> None:
    zones = PLAIN["zones"].replace("refill from deck at once", "slide; refill from deck at once")
    state = play(small(zones=zones, actions=BUY).start(2), "buy 1-1", "buy 1-2")
    slid = [event for event in state.log if event.kind == "slid"]
    assert [(event.path, event.data) for event in slid] == [
        ("actions.buy.move", {"zone": ("row", 1, None)})
    ], "behind the last place there is nothing to move up"


def test_k30_an_action_that_is_owed_and_impossible_is_told() -> None:
    actions = BUY + 'wish as "wish" { do use }\n' + USE
    state = play(small(actions=actions).start(2), "wish")
    (lapsed,) = (event for event in state.log if event.kind == "lapsed")
    assert (lapsed.path, lapsed.seat, lapsed.data) == ("actions.use", 0, {"action": "use"})


def test_k30_an_end_that_is_forgotten_is_told() -> None:
    end = """
        odd: when tokens in supply = 17 then finish the round judged again
        ranking { worth: most worth_of; shared }
    """
    state = play(small(end=end).start(2), "take iron", "take iron")
    ends = [event for event in state.log if event.path == "end.odd"]
    assert [(event.kind, event.data) for event in ends] == [
        ("ending", {"end": "odd"}),
        ("forgotten", {"end": "odd"}),
    ]


def test_k30_the_order_after_a_shuffle_is_told_to_those_who_see_it() -> None:
    game = small(actions='mix as "mix" { shuffle deck; shuffle more: hand }\n' + PLAIN["actions"])
    state = play(game.start(2), "draw 1", "take iron", "mix")
    deck, hand = (event for event in state.log if event.kind == "shuffled")
    assert deck.secret == {"order": ((), ("six",))}
    assert [deck.seen_by(seat).data["order"] for seat in (0, 1)] == [None, None]
    assert [hand.seen_by(seat).data["order"] for seat in (0, 1)] == [(("three",),), None]


def test_k30_whether_there_was_a_choice_is_told_to_the_player_alone() -> None:
    state = play(small().start(2), "take silver")
    decided = [event for event in state.log_for(1) if event.kind == "decided"]
    assert decided[0].data == {"move": "take silver", "automatic": None}
    own = [event for event in state.log_for(0) if event.kind == "decided"]
    assert own[0].data == {"move": "take silver", "automatic": False}


def test_nothing_is_told_without_logging() -> None:
    state = small().start(2, logging=False)
    assert play(state, "take silver").log == ()
