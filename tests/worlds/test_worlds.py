"""Positions that fit what a seat knows: they can't be told from the one at the table, and have the odds they should."""

import pickle
from collections import Counter
from collections.abc import Hashable, Iterator
from copy import deepcopy
from math import sqrt

import pytest
from kernel.folding import Folded
from kernel.small import PLAIN, pile, play, small
from samples import editions_and_some_others
from worlds.enumeration import lying, odds_of_fitting, outcomes, replayed

import splendor_dsl
from splendor_dsl.bundled import bundled_games
from splendor_dsl.chance import Stream
from splendor_dsl.game.state import State
from splendor_dsl.worlds import worlds
from splendor_dsl.worlds.knowledge import ELSEWHERE, FOLLOWED
from splendor_dsl.worlds.tokens import filled, tables

MOST_MOVES = 120
DRAWN = 800


def moments(name: str, backend: str, every: int, seed: int) -> Iterator[State]:
    """Some positions of a random game for the fewest players, and of one for the most."""
    game = splendor_dsl.load(name, backend=backend)
    for players in {game.players[0], game.players[-1]}:
        state, chance = game.start(players, seed=seed), Stream(seed)
        for number in range(MOST_MOVES):
            if state.over:
                break
            if number % every == 0:
                yield state
            state.push(state.moves[chance.below(len(state.moves))])


def check_fits(state: State, seat: int, chance: Stream) -> None:
    """A position that was drawn shows the seat what the one at the table does, and goes on."""
    other = state.determinize(seat, chance)
    assert other.view(seat) == state.view(seat)
    assert other.log_for(seat) == state.log_for(seat)
    if state.to_move == seat:
        assert other.moves == state.moves
    assert other.broken_invariants() == []


@pytest.mark.parametrize("backend", ["interpreter", "python"])
@pytest.mark.parametrize("name", editions_and_some_others(6))
def test_k42_a_seat_cannot_tell_them_from_the_table(name: str, backend: str) -> None:
    chance = Stream(42)
    for state in moments(name, backend, 17, seed=4):
        for seat in range(state.players):
            check_fits(state, seat, chance)


@pytest.mark.fuzz
@pytest.mark.parametrize("name", bundled_games())
def test_k42_none_of_thousands_can_be_told_from_the_table(name: str) -> None:
    """With all bundled games these are 100,000."""
    chance, drawn = Stream(7), 0
    for seed in range(100):
        for state in moments(name, "python", 11, seed):
            for seat in range(state.players):
                for _ in range(5):
                    check_fits(state, seat, chance)
                    drawn += 1
        if drawn >= 2_400:
            return
    pytest.fail(f"{drawn} are too few")


@pytest.mark.parametrize("name", editions_and_some_others(6))
def test_k42_what_a_seat_cannot_know_makes_no_difference(name: str) -> None:
    """Drawn from a position or from another one that fits, the same chance gives the same."""
    chance = Stream(9)
    for state in moments(name, "interpreter", 23, seed=2):
        for seat in range(state.players):
            other = state.determinize(seat, chance)
            key = chance.word()
            first, second = (each.determinize(seat, Stream(key)) for each in (state, other))
            assert first.cells == second.cells


def test_k42_the_chance_to_come_is_fresh_and_the_seed_is_not_told() -> None:
    state = splendor_dsl.load("classic").start(2, seed=77)
    one, other = (state.determinize(0, Stream(key)) for key in (1, 2))
    assert one.origin.seed == other.origin.seed == 0
    assert len({each.cells[each.for_players.layout.key] for each in (state, one, other)}) == 3


# ---- odds -------------------------------------------------------------------------------------------
SIX = """
    "one" 1 0 copper : 1 silver
    "two" 1 1 silver : 2 copper
    "three" 1 2 iron : 1 copper, 1 iron
    "four" 1 3 copper : 3 iron
    "five" 2 4 silver : 2 silver, 2 iron
    "six" 2 5 iron : 4 copper
"""
ACTIONS = (
    PLAIN["actions"]
    + """
    lay as "lay {card}" { choose card: cards in row; move card to under deck }
    sink as "sink {card}" { choose card: cards in hand; move card to under deck }
    mix as "mix" { shuffle deck }
    show as "show" { reveal deck }
    open as "open" { reveal hand }
    rest as "rest" {}
"""
)
GAME = {"rows_cards": SIX, "setup": "shuffle deck\nfill row", "actions": ACTIONS}
ENVY = 'envy as "envy" { require good: any other player has (sum of worth in hand >= 2) }\n'
SIDED = {
    **GAME,
    "rows_cards": '"sun" 1 0 copper : 1 silver / "moon" 1 9 iron : 1 iron\n'
    '"day" 1 0 copper : 1 silver / "night" 1 9 iron : 1 iron\n"dawn" 1 4 silver : 2 silver / "dusk" 1 4 silver : 1 iron',
}
FIVE = {**GAME, "rows_cards": SIX.replace('"five" 2 4', '"five" 1 4').replace('"six" 2', '"six" 2')}
LONG = [
    "rest",
    "draw 1",
    "lay 1-1",
    "rest",
    "mix",
    "draw 1",
    "rest",
    "sink 1",
    "mix",
    "rest",
    "lay 1-1",
]
STORIES = {
    "a card that came by two ways through shuffles is seen": (FIVE, LONG),
    "two cards that a rival sank are mixed, shown and drawn": (
        GAME, ["mix", "draw 1", "show", "sink 1", "mix", "rest", "draw 1"],
    ),
    "a deal": (GAME, []),
    "a card drawn by a rival": (GAME, ["rest", "draw 1"]),
    "a card drawn by oneself": (GAME, ["draw 1", "rest"]),
    "a card that all saw go under the deck": (GAME, ["lay 1-1", "rest"]),
    "what was under the deck is drawn": (GAME, ["lay 1-1", "draw 1", "rest", "draw 1"]),
    "a shuffle forgets": (GAME, ["lay 1-1", "draw 1", "mix", "rest"]),
    "a card that came out after a shuffle": (GAME, ["lay 1-1", "draw 1", "mix", "buy 1-1"]),
    "a rival's card goes back and is mixed in": (GAME, ["rest", "draw 1", "rest", "sink 1", "mix", "rest"]),
    "two shuffles": (GAME, ["rest", "draw 1", "mix", "draw 1", "lay 1-1", "mix"]),
    "a deck is shown": (GAME, ["rest", "draw 1", "show", "rest"]),
    "a deck is shown, then mixed and drawn from": (GAME, ["show", "mix", "rest", "draw 1"]),
    "a hand is shown": (GAME, ["rest", "draw 1", "rest", "open"]),
    "what is offered tells of a rival's card": ({**GAME, "actions": ACTIONS + ENVY}, ["rest", "draw 1"]),
    "pieces with sides": (SIDED, []),
    "a side is shown, then shuffled again": (SIDED, ["show", "mix", "rest"]),
    "a side is seen, then shuffled again": (SIDED, ["lay 1-1", "mix", "rest"]),
    "a drawn piece with sides": (SIDED, ["rest", "draw 1", "mix", "rest"]),
}  # fmt: skip


@pytest.mark.parametrize("story", STORIES)
def test_k42_each_position_has_the_odds_of_fair_shuffles(
    story: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sections, moves = STORIES[story]
    game = small(**sections)
    ends_of_seeds = (replayed(game, moves, seed) for seed in range(200))
    state = next(end for end in ends_of_seeds if end is not None)
    monkeypatch.setattr(worlds, "_of_view", None)  # its log leads there
    ends = [*outcomes(lambda: replayed(game, moves))]
    for seat in (0, 1):
        odds, chance = odds_of_fitting(ends, state, seat), Stream(11)
        found = Counter(lying(state.determinize(seat, chance)) for _ in range(DRAWN))
        assert is_likely(found, odds)
        assert is_likely(Counter(map(lying, exchanged(state, seat, chance))), odds)


def test_k42_most_often_one_position_and_exchanges_stand_for_all() -> None:
    whole = 0
    for sections, moves in STORIES.values():
        ends = (replayed(small(**sections), moves, seed) for seed in range(200))
        state = next(end for end in ends if end is not None)
        whole += state.unknown_places(0).whole
    assert whole >= 5


def exchanged(state: State, seat: int, chance: Stream) -> Iterator[State]:
    """Positions that fit, by exchanges in place of drawing anew as far as that says the same."""
    places, drawn = state.unknown_places(seat), state.determinize(seat, chance)
    for _ in range(DRAWN):
        drawn = drawn if places.whole else state.determinize(seat, chance)
        other = drawn.copy()
        for group in places.groups:
            pieces = [drawn.cells[at][index] for at, index in group]
            chance.shuffle(pieces)
            for (at, index), piece in zip(group, pieces, strict=True):
                held = other._now[at]
                other._now[at] = (*held[:index], piece, *held[index + 1 :])
        other._options = other._moves = None
        if state.to_move != seat or other.moves == state.moves:
            assert other.view(seat) == state.view(seat)
            yield other


def is_likely(found: Counter[Hashable], odds: dict[Hashable, float]) -> bool:
    """Whether so many of each would be drawn with these odds: chi-squared within five deviations."""
    assert set(found) <= set(odds), "something was drawn that can't be"
    drawn = sum(found.values())
    distance = sum((found[each] - drawn * p) ** 2 / (drawn * p) for each, p in odds.items())
    free = len(odds) - 1
    return distance <= free + 5 * sqrt(2 * free) + 1e-9


# ---- secret tokens ----------------------------------------------------------------------------------
SECRET = PLAIN["zones"].replace(
    "purse tokens of a player { face up }", "purse tokens of a player { known to owner }"
)


def test_k42_secret_tokens_are_any_amounts_that_add_up() -> None:
    state = play(
        small(zones=SECRET).start(3), "take iron", "take iron", "take copper", "take silver"
    )
    state = play(state, "take copper", "take iron")
    chance, found = Stream(3), Counter[Hashable]()
    for _ in range(DRAWN):
        other = state.determinize(0, chance)
        assert other.view(0) == state.view(0)
        piles = [pile(other, "purse", seat) for seat in (1, 2)]
        found[repr(piles)] += 1
    assert len(found) == 3, "two tokens each of two coppers and two irons"
    assert is_likely(found, dict.fromkeys(found, 1 / 3))


@pytest.mark.parametrize(
    ("totals", "counts", "ways"), [((2, 2), (2, 2), 3), ((3, 1, 2), (2, 2, 1, 1), 24), ((0,), (0, 0), 1)]
)  # fmt: skip
def test_tokens_that_add_up_are_drawn_alike(
    totals: tuple[int, ...], counts: tuple[int, ...], ways: int
) -> None:
    assert tables(totals, counts) == ways
    chance = Stream(8)
    found = Counter[Hashable](filled(totals, counts, chance) for _ in range(DRAWN))
    assert len(found) == ways
    assert is_likely(found, dict.fromkeys(found, 1 / ways))
    for piles in found:
        assert tuple(map(sum, piles)) == totals  # type: ignore[call-overload]


# ---- positions without their past ---------------------------------------------------------------------
@pytest.mark.parametrize(
    ("moves", "ways"),
    [([], 2), (["rest", "draw 1"], 2), (["show"], 2), (["rest", "draw 1", "show"], 1)],
)
def test_k42_of_a_position_without_its_past_the_view_is_known(moves: list[str], ways: int) -> None:
    game = small(**GAME)
    data = play(game.start(2, seed=5), *moves).to_dict()
    state = game.from_dict({**data, "log": []})
    chance, found = Stream(1), Counter[Hashable]()
    for _ in range(DRAWN // 4):
        for seat in (0, 1):
            check_fits(state, seat, chance)
        found[lying(state.determinize(0, chance))] += 1
    assert len(found) == ways
    assert is_likely(found, dict.fromkeys(found, 1 / ways))


def test_who_has_no_log_is_told_that_it_takes_one() -> None:
    state = small().start(2, logging=False)
    with pytest.raises(ValueError, match="expected a game that is logged"):
        state.determinize(0, Stream(1))


@pytest.mark.parametrize("seat", [-1, 2, "x", None])
def test_only_a_seat_knows_something(seat: object) -> None:
    with pytest.raises((TypeError, ValueError), match="expected a seat from 0 to 1"):
        small().start(2).determinize(seat, Stream(1))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", editions_and_some_others(3))
def test_what_was_known_before_is_followed_on_and_forgotten_where_it_is_taken_back(
    name: str,
) -> None:
    game = splendor_dsl.load(name, backend="python")
    state, chance = game.start(game.players[-1], seed=6), Stream(6)
    for number in range(MOST_MOVES):
        if state.over:
            break
        seat = number % state.players
        anew = state.copy().determinize(seat, Stream(number))
        assert state.determinize(seat, Stream(number)).cells == anew.cells
        state.push(state.moves[chance.below(len(state.moves))])
        if number % 7 == 0:
            state.pop()
        if number % 11 == 0 and not state.over:
            state.play(state.moves[0]).determinize(seat, chance)


# ---- what could go wrong ------------------------------------------------------------------------------
@pytest.mark.parametrize("name", editions_and_some_others(6))
def test_the_log_of_a_game_that_was_played_from_its_start_is_followed(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worlds, "_of_view", None)
    for state in moments(name, "python", 40, seed=8):
        for seat in range(state.players):
            state.determinize(seat, Stream(1))


def test_each_kind_of_event_is_followed_or_says_nothing_of_pieces() -> None:
    state = small().start(2)
    assert {*FOLLOWED, *ELSEWHERE} == {*Folded(state, state.cells).ways}
    assert not {*FOLLOWED} & {*ELSEWHERE}


def test_a_position_that_was_sent_is_drawn_from_too() -> None:
    state = play(small(**GAME).start(2, seed=3), "rest", "draw 1")
    state.determinize(0, Stream(1))
    again = pickle.loads(pickle.dumps(state))  # noqa: S301  # it is our own
    for sent in (again, deepcopy(state), state.copy()):
        assert sent.determinize(0, Stream(2)).cells == state.determinize(0, Stream(2)).cells


@pytest.mark.parametrize("moves", [["mix"], ["show", "mix"], ["turn"], ["lay 1-1"]])
def test_a_log_that_does_not_lead_there_is_no_reason_to_fail(moves: list[str]) -> None:
    actions = ACTIONS + 'turn as "turn" { shuffle row }\n'
    game = small(**{**GAME, "actions": actions})
    data = play(game.start(2, seed=5), "lay 1-1", "rest").to_dict()
    state = game.from_dict({**data, "log": []})
    for text in moves:
        state.push(text)
    for seat in (0, 1):
        check_fits(state, seat, Stream(1))


def test_many_secret_piles_are_filled_at_once() -> None:
    piles = filled((10,) * 9, (15,) * 6, Stream(1))
    assert [sum(pile) for pile in piles] == [10] * 9
    assert [sum(column) for column in zip(*piles, strict=True)] == [15] * 6
