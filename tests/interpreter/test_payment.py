"""Payments against a slow search through all ways to pay."""

from itertools import product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from splendor_dsl.interpreter.payment import CompiledPayment, Pair

LANES = 4
AMOUNTS = st.tuples(*[st.integers(0, 3)] * LANES)
WILDS = st.lists(
    st.tuples(
        st.integers(0, LANES - 1),  # the token
        st.sets(st.integers(0, LANES - 1), min_size=1),  # what it stands for
        st.integers(1, 3),  # its worth
        st.one_of(st.none(), st.integers(0, 3)),  # the most of it
    ),
    max_size=2,
    unique_by=lambda wild: wild[0],
)


def paying(
    cost: tuple[int, ...], have: tuple[int, ...], wilds: list[tuple[int, set[int], int, int | None]]
) -> CompiledPayment:
    return CompiledPayment(
        cost=lambda _cells, _env: cost,
        pile=lambda _cells, _env: have,
        pairs=tuple(
            Pair(lane, number)
            for lane in range(LANES)
            for number, (token, group, _, _) in enumerate(wilds)
            if lane in group and lane != token
        ),
        tokens=tuple(token for token, _, _, _ in wilds),
        worth=tuple((lambda _cells, _env, w=worth: w) for _, _, worth, _ in wilds),
        most=tuple(
            None if most is None else (lambda _cells, _env, m=most: m) for _, _, _, most in wilds
        ),
    )


def ways(pay: CompiledPayment) -> set[tuple[int, ...]]:
    """Every complete decision that pays and spends no wild token in vain, by trying all of them."""
    cost, have = pay.cost([], []), pay.pile([], [])
    means = pay.means([], [])
    found = set()
    for counts in product(range(4), repeat=len(pay.pairs)):
        spent = [0] * len(pay.tokens)
        for pair, count in zip(pay.pairs, counts, strict=True):
            spent[pair.wild] += count
        if any(count > most for count, most in zip(spent, means.most, strict=True)):
            continue
        total = [left(pay, counts, lane, cost) for lane in range(LANES)]
        for token, count in zip(pay.tokens, spent, strict=True):
            total[token] += count
        if all(paid <= held for paid, held in zip(total, have, strict=True)) and not any(
            in_vain(pay, counts, at) for at, count in enumerate(counts) if count
        ):
            found.add(counts)
    return found


def left(pay: CompiledPayment, counts: tuple[int, ...], lane: int, cost: tuple[int, ...]) -> int:
    """Return the amount that is paid of a token itself."""
    worth = pay.means([], []).worth
    stands = (
        worth[pair.wild] * count
        for pair, count in zip(pay.pairs, counts, strict=True)
        if pair.lane == lane
    )
    return max(0, cost[lane] - sum(stands))


def in_vain(pay: CompiledPayment, counts: tuple[int, ...], at: int) -> bool:
    """Return whether one wild token less would have paid as much."""
    fewer = (*counts[:at], counts[at] - 1, *counts[at + 1 :])
    lane, cost = pay.pairs[at].lane, pay.cost([], [])
    return left(pay, fewer, lane, cost) == left(pay, counts, lane, cost)


def decided(pay: CompiledPayment, so_far: tuple[int, ...] = ()) -> set[tuple[int, ...]]:
    """Every complete decision that the options lead to."""
    if len(so_far) == len(pay.pairs):
        return {so_far}
    found: set[tuple[int, ...]] = set()
    for count in pay.options([], [], so_far):
        after = decided(pay, (*so_far, count))
        assert after, "a number that was offered leads to a dead end"
        found |= after
    return found


@settings(max_examples=400)
@given(cost=AMOUNTS, have=AMOUNTS, wilds=WILDS)
@example(cost=(2, 0, 0, 0), have=(0, 0, 1, 1), wilds=[(2, {0}, 1, None), (3, {0}, 2, None)])
def test_k16_the_options_are_all_ways_to_pay_without_a_wild_token_in_vain(
    cost: tuple[int, ...], have: tuple[int, ...], wilds: list[tuple[int, set[int], int, int | None]]
) -> None:
    pay = paying(cost, have, wilds)
    expected = ways(pay)
    assert pay.payable([], []) == bool(expected)
    if expected:
        assert decided(pay) == expected


@given(cost=AMOUNTS, have=AMOUNTS, wilds=WILDS)
def test_what_is_paid_is_what_was_decided(
    cost: tuple[int, ...], have: tuple[int, ...], wilds: list[tuple[int, set[int], int, int | None]]
) -> None:
    pay = paying(cost, have, wilds)
    for counts in decided(pay) if pay.payable([], []) else ():
        paid = pay.paid([], [], counts)
        assert all(0 <= part <= held for part, held in zip(paid, have, strict=True))


JOKER = (3, {0, 1, 2}, 1, None)


@pytest.mark.parametrize(
    ("cost", "have", "wilds", "short", "in_all"),
    [
        ((1, 0, 0, 0), (0, 0, 0, 0), [], (1, 0, 0, 0), 1),
        ((3, 0, 2, 0), (1, 0, 0, 1), [JOKER], (2, 0, 2, 0), 3),
        ((4, 0, 0, 0), (0, 0, 0, 3), [(3, {0}, 1, 2)], (4, 0, 0, 0), 2),
        ((4, 0, 0, 0), (0, 0, 0, 1), [(3, {0}, 1, 2)], (4, 0, 0, 0), 3),
        ((4, 0, 0, 1), (0, 0, 0, 3), [JOKER], (4, 0, 0, 0), 2),
        ((4, 0, 0, 3), (0, 0, 0, 1), [JOKER], (4, 0, 0, 2), 6),
        ((7, 0, 0, 0), (0, 0, 0, 2), [(3, {0}, 2, None)], (7, 0, 0, 0), 3),
        ((2, 3, 0, 0), (0, 0, 0, 3), [(3, {0}, 1, None)], (2, 3, 0, 0), 3),
        ((4, 4, 0, 0), (0, 0, 3, 3), [(2, {0}, 1, 1), (3, {1}, 1, 2)], (4, 4, 0, 0), 5),
        ((4, 1, 0, 0), (0, 0, 3, 3), [(2, {0}, 1, 1), (3, {1}, 1, 2)], (4, 1, 0, 0), 3),
        ((1, 1, 0, 0), (0, 0, 0, 1), [(3, {0, 1}, 2, None)], (1, 1, 0, 0), 1),
    ],
)
def test_what_is_missing_is_told_lane_by_lane(
    cost: tuple[int, ...],
    have: tuple[int, ...],
    wilds: list[tuple[int, set[int], int, int | None]],
    short: tuple[int, ...],
    in_all: int,
) -> None:
    """One wild token worth two pays for one token of two colours, so one of the two is missing."""
    assert paying(cost, have, wilds).missing([], []) == (short, in_all)
