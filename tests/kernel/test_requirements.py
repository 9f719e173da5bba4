"""Section 3 of the kernel: what an action asks for before it is offered is what it can finish (K11, K13, K16)."""

from collections import Counter
from itertools import takewhile

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from kernel.small import moves, pile, play, small

from splendor_dsl.game.game import Game
from splendor_dsl.game.state import State
from splendor_dsl.semantics.model import MoveTokens, Pay
from splendor_dsl.semantics.requirements import implied

SAVE = """
    save as "save" { gain up to 1 silver; gain more: up to 1 star }
    rest as "rest" {}
"""
RICH = "each coins 9; star 9"


def tried(steps: str, saved: int = 0, **sections: str) -> State:
    """The position where the first player has saved so many times; `try` has these steps."""
    given_ = {"supply": RICH, **sections}
    game = small(actions=f'try as "try" {{ {steps} }}\n{SAVE}', **given_)
    return play(game.start(2), *["save", "rest"] * saved)


def offered(steps: str, saved: int = 0, **sections: str) -> bool:
    return "try" in moves(tried(steps, saved, **sections))


# ---- before a payment ---------------------------------------------------------------------------
def test_k13_what_leaves_up_to_some_amount_can_t_be_paid_too() -> None:
    toll = "return up to 2 silver; pay 2 silver"
    assert not offered(toll, saved=3)
    (reason,) = tried(toll, saved=3).why_not("try")
    assert reason.message == "cannot pay 2 silver: 1 silver short"
    after = play(tried(toll, saved=4), "try")
    assert pile(after, "purse", 0) == {"star": 4}


def test_k13_what_comes_up_to_some_amount_can_be_paid() -> None:
    loan = "gain up to 2 silver; pay 3 silver"
    assert offered(loan, saved=1)
    assert not offered(loan, saved=1, supply="silver 2; star 9"), "one is left in the supply"


def test_k13_an_amount_is_read_when_it_is_its_turn() -> None:
    steps = "return 1 silver; gain (5 - silver in purse) iron"
    assert not offered(steps, saved=1, supply="each coins 4; star 9")
    assert pile(play(tried(steps, saved=1), "try"), "purse", 0) == {"iron": 5, "star": 1}


def test_k13_a_payment_whose_price_a_step_before_it_changes_is_a_later_one() -> None:
    fee = "count fee = 2; pay (fee) silver; gain up to 1 iron"
    counters = "fee 0 from 0 to 9"
    after = play(tried(fee, counters=counters), "try")
    assert pile(after, "purse", 0) == {}, "the rest is left out"
    assert pile(play(tried(fee, saved=2, counters=counters), "try"), "purse", 0) == {
        "iron": 1,
        "star": 2,
    }


@pytest.mark.parametrize(
    ("steps", "required"),
    [
        ("move top of deck to own; pay 2 silver less gives", 0),  # bonuses may have come
        ("move top of deck to hand; pay 2 silver less gives", 1),  # what counts lies elsewhere
        ("move top of deck to hand; pay 2 silver", 1),
        ("shuffle own; pay 2 silver less gives", 0),
        ("for each player { gain up to 1 silver }; pay 2 silver", 0),
        ("give crown to player; pay 2 silver", 1),
        ("choose card: cards in row; move card to hand; pay (cards in deck) copper", 0),  # refills
        ("choose card: cards in row; move card to hand; pay (cards in own) copper", 1),
        ("choose card: cards in row; move card to hand; pay (cards in hand) copper", 0),
    ],
)
def test_k13_a_payment_after_other_steps_is_required_where_they_leave_it_alone(
    steps: str, required: int
) -> None:
    model = small(actions=f'try as "try" {{ {steps} }}\n{SAVE}', markers="crown").model
    found = implied(model, model.actions[0].code.steps).required
    assert [type(step) for step in found] == [Pay] * required


def test_k13_a_trigger_may_change_what_a_payment_after_it_rests_on() -> None:
    actions = f'try as "try" {{ move top of deck to hand; pay 2 silver }}\n{SAVE}'
    for gift, required in (("gain up to 1 silver", False), ("count days = 1", True)):
        triggers = f"gift: when cards enters hand as card {{ {gift} }}"
        model = small(actions=actions, triggers=triggers, counters="days 0 from 0 to 9").model
        assert bool(implied(model, model.actions[0].code.steps).required) is required


# ---- one after the other --------------------------------------------------------------------------
def test_k11_what_is_gained_can_be_returned_and_paid_in_the_same_action() -> None:
    for steps in ("gain 2 iron; return 1 iron", "gain 2 iron; pay 1 iron"):
        assert pile(play(tried(steps), "try"), "purse", 0) == {"iron": 1}
    assert not offered("gain 2 iron; return 3 iron")
    assert not offered("return 1 iron; gain 2 iron"), "it is not there in time"


def test_k11_what_is_returned_can_be_gained_in_the_same_action() -> None:
    steps = "return 1 silver; gain 1 silver"
    assert not offered("gain 1 silver; return 1 silver", saved=1, supply="silver 1; star 9")
    after = play(tried(steps, saved=1, supply="silver 1; star 9"), "try")
    assert pile(after, "purse", 0) == {"silver": 1, "star": 1}


def test_k11_why_not_tells_what_is_lacking_when_it_is_its_turn() -> None:
    state = tried("gain 2 iron; return 3 iron")
    (reason,) = state.why_not("try")
    assert reason.message == "purse lacks 1 iron of 3 iron"
    assert reason.facts["have"] == (0, 0, 2, 0)


# ---- after a payment --------------------------------------------------------------------------------
def test_k13_what_comes_after_a_payment_can_be_returned_after_it() -> None:
    steps = "pay 1 silver; gain 1 copper; return 1 copper"
    assert pile(play(tried(steps, saved=1), "try"), "purse", 0) == {"star": 1}
    assert not offered("pay 1 silver; return 1 copper; gain 1 copper", saved=1)


def test_k13_what_a_payment_brings_to_the_supply_counts_for_nothing() -> None:
    steps = "pay 1 silver { wild star for coins }; gain 2 silver"
    assert not offered(steps, saved=1, supply="silver 2; star 9")
    assert offered(steps, saved=1, supply="silver 3; star 9")


def test_k16_wild_tokens_gained_before_and_returned_after_a_payment_are_counted() -> None:
    steps = "gain 1 star; pay 3 silver { wild star for coins }; return 1 star"
    assert moves(tried(steps, saved=1)) == ["save", "rest"], "1 silver, 1 star and the one gained"
    paying = play(tried(steps, saved=2), "try")
    assert moves(paying) == ["pay 1 star for silver", "pay 2 star for silver"]
    assert pile(play(paying, "pay 2 star for silver"), "purse", 0) == {"silver": 1}


# ---- whatever stands there ----------------------------------------------------------------------------
COINS = ("copper", "silver", "star")
AMOUNT = st.tuples(st.integers(1, 3), st.sampled_from(COINS))
STEP = st.one_of(
    st.tuples(st.sampled_from(["gain", "return", "gain up to", "return up to"]), AMOUNT),
    st.tuples(st.just("pay"), AMOUNT),
)


def written(step: tuple[str, tuple[int, str]], number: int, wild: str) -> str:
    word, (count, coin) = step
    verb, *up_to = word.split(" ", 1)
    block = f" {{ wild star for coins {{ {wild} }} }}" if verb == "pay" else ""
    return f"{verb} s{number}: {' '.join([*up_to, str(count)])} {coin}{block}"


@st.composite
def actions_(draw: st.DrawFn) -> str:
    steps = draw(st.lists(STEP, min_size=1, max_size=5))
    wild = draw(st.sampled_from(["worth 1", "worth 2", "at most 1", "worth 3; at most 1"]))
    return "; ".join(written(step, at, wild) for at, step in enumerate(steps))


def leaves(state: State) -> list[State]:
    """The positions after an action, whatever is chosen in its payments."""
    if not any(str(move).startswith("pay") for move in state.moves):
        return [state]
    return [leaf for move in state.moves for leaf in leaves(state.play(move))]


def game_of(steps: str, supply: int) -> Game:
    stock = f"each coins {supply}; star {supply}"
    return small(actions=f'try as "try" {{ {steps} }}\n{SAVE}', supply=stock)


@settings(max_examples=120)
@given(actions_(), st.integers(0, 3), st.integers(3, 6))
def test_k13_whatever_is_offered_is_finished_whatever_is_paid(
    steps: str, saved: int, supply: int
) -> None:
    state = play(game_of(steps, supply).start(2), *["save", "rest"] * saved)
    if "try" not in moves(state):
        assert state.why_not("try")
        return
    model = state.for_players.model
    required = implied(model, model.actions[0].code.steps).required
    for leaf in leaves(play(state, "try")):
        told = {e.path: e.data["tokens"] for e in leaf.log[len(state.log) :] if e.kind == "tokens"}
        for step in required:
            if isinstance(step, Pay):
                assert step.where.path in told
            else:
                assert sum(told[step.where.path].values()) == amount(step)


def amount(step: MoveTokens) -> int:
    return int(step.text.split()[0])


EXACT = st.lists(st.tuples(st.sampled_from(["gain", "return", "pay"]), AMOUNT), max_size=4)


Steps = list[tuple[str, tuple[int, str]]]


def can_be_done(steps: Steps, have: dict[str, int], stock: dict[str, int]) -> bool:
    """Return whether exact steps can be made one after the other, for some way to make the first payment."""
    have, stock = have.copy(), stock.copy()
    for at, (word, (count, coin)) in enumerate(steps):
        if word == "pay":
            after = list(takewhile(lambda each: each[0] != "pay", steps[at + 1 :]))
            left = (paid(have, count, coin, stars) for stars in range(count + 1))
            return any(min(each.values()) >= 0 and can_be_done(after, each, stock) for each in left)
        source, target = (stock, have) if word == "gain" else (have, stock)
        if source[coin] < count:
            return False
        source[coin] -= count
        target[coin] += count
    return True


def paid(have: dict[str, int], count: int, coin: str, stars: int) -> dict[str, int]:
    """Return what is left once so much is paid, some of it in stars; what is owed shows as less than nothing."""
    left = Counter(have)
    left.subtract({coin: count})
    left.update({coin: stars})
    left.subtract({"star": stars})
    return left


@settings(max_examples=150)
@given(EXACT, st.integers(0, 2), st.integers(3, 6))
@example([("pay", (2, "copper")), ("gain", (1, "copper")), ("return", (1, "star"))], 2, 3)
@example([("pay", (2, "silver")), ("gain", (1, "silver")), ("return", (1, "star"))], 1, 3)
def test_k13_an_action_is_offered_where_its_steps_can_be_made_one_after_the_other(
    steps: Steps, saved: int, supply: int
) -> None:
    said = "; ".join(written(step, at, "worth 1") for at, step in enumerate(steps))
    state = play(game_of(said, supply).start(2), *["save", "rest"] * saved)
    have = {coin: pile(state, "purse").get(coin, 0) for coin in COINS}
    stock = {coin: pile(state, "supply").get(coin, 0) for coin in COINS}
    assert ("try" in moves(state)) == can_be_done(steps, have, stock)
