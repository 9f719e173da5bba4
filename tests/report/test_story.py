"""What is told of changes that nobody decides on."""

from kernel.small import PLAIN, play, small

from splendor_dsl.game.state import State
from splendor_dsl.prose.words import Words
from splendor_dsl.report.story import Story

BUY = 'buy as "buy {card}" { choose card: cards in row; move card to own }\n'


def story(state: State, kind: str) -> list[str]:
    """The lines of the events of a kind."""
    words = Words(rules=state.for_players.notation, language="en", names={})
    events = [event for event in state.log if event.kind == kind]
    return list(Story(words=words, names=["Ann", "Bob"]).lines(events))


def test_pieces_that_move_up_are_told_by_their_place() -> None:
    zones = PLAIN["zones"].replace("refill from deck at once", "slide; refill from deck at once")
    state = play(small(zones=zones, actions=BUY).start(2), "buy 1-1")
    assert story(state, "slid") == ["  row 1 moves up"]


def test_an_action_that_can_t_be_done_is_told_by_whom() -> None:
    owed = 'wish as "wish" { do use }\nuse "use a card" as "use {card}" only when owed '
    actions = BUY + owed + "{ choose card: cards in hand; move card to own }"
    state = play(small(actions=actions).start(2), "wish")
    assert story(state, "lapsed") == ["  Ann can't do what is owed: use a card"]


def test_an_end_that_is_forgotten_is_told() -> None:
    end = """
        odd: when tokens in supply = 17 then finish the round judged again
        ranking { worth: most worth_of; shared }
    """
    state = play(small(end=end).start(2), "take iron", "take iron")
    assert story(state, "forgotten") == ["  the end no longer holds: odd"]


def test_a_hand_that_is_shuffled_is_told_by_its_owner() -> None:
    actions = PLAIN["actions"] + 'mix as "mix" { shuffle hand; shuffle more: deck }'
    state = play(small(actions=actions).start(2), "mix")
    assert story(state, "shuffled") == ["  hand of Ann is shuffled", "  deck is shuffled"]
