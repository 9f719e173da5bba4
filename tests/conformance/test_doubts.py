"""Doubts of a check that come true in play: every backend does then what the kernel says, and agrees."""

from collections.abc import Callable, Iterator
from functools import cache

import pytest
from checks.test_checks import holds, watched
from conformance.comparing import tables
from kernel.small import PLAIN, pile, text, zone

from splendor_dsl.chance import PLAYOUT, Stream, stream_key
from splendor_dsl.checks.limit_proofs import proven
from splendor_dsl.compiler.module import all_gaps
from splendor_dsl.game.game import Game, game
from splendor_dsl.game.state import State
from splendor_dsl.pipeline import Loaded, load_source
from splendor_dsl.semantics.problems import Doubt
from splendor_dsl.source import source_from_text

# A game of nothing but doubts: each action does something that a check can't be sure of.
LIMITS = """
    hand: cards in hand at most 1
    purse: tokens in purse at most 2
    stars: star in purse at most 1 at end of turn { keep star }
"""
ZONES = PLAIN["zones"] + "\nshelf cards { face up; places 2 }"
ACTIONS = """
    take as "take {coin}" { choose coin: coins in supply; gain 1 coin }
    draw as "draw {card}" { choose card: top of deck; move card to hand; gain late: 1 star }
    shelve as "shelve {card}" { choose card: cards in hand; move card to shelf; count tried = tried + 1 }
    keep as "keep {card}" {
      choose card: cards in row
      move card to own
      choose other: cards in hand
      require dear: worth of other >= 2
      move gone: other to box
      count tried = tried + 1
    }
    build as "build {card}" {
      choose card: cards in hand
      pay price of card
      count tried = tried + 1
      pay toll: 1 copper
      move card to own
    }
    rise as "rise" { count tried = tried + 1; require high: tried > 2; gain up to 1 copper }
    spill as "spill" { require some: cards in hand >= 1; move all in hand to shelf; count tried = tried + 1 }
    pass as "pass" if nothing else is possible {}
"""
ROWS = "".join(
    f'"card {at}" {at % 2 + 1} {at % 5} {coin} : {at % 4 + 1} {coin}\n'
    for at, coin in enumerate(("copper", "silver", "iron") * 6)
)
COUNTERS = "tried of a player 0 from 0 to 9"
END = "stuck: when passes >= players or round > 12 then at once\nranking { worth: most worth_of; shared }"
DOUBTED = {
    "SPL410": "actions.keep.other",
    "SPL411": "actions.rise.high",
    "SPL412": "actions.draw.late",
    "SPL413": "actions.build.toll",
    "SPL414": "actions.draw.move",
    "SPL415": "actions.shelve.move",
    "SPL462": "limits.stars",
}
GAMES = 12


@cache
def loaded() -> Loaded:
    rules = text(
        rows_cards=ROWS,
        limits=LIMITS,
        zones=ZONES,
        actions=ACTIONS,
        counters=COUNTERS,
        end=END,
    )
    return load_source(source_from_text("doubts.rules", rules))


def doubtful() -> Game:
    model = loaded().model
    assert model is not None, [f"{p.span} {p.code} {p.message()}" for p in loaded().problems]
    return game(model)


def played() -> Iterator[State]:
    """Every position of the games that the backends play, on the interpreter."""
    for games in range(GAMES):
        for players in (2, 3):
            chance = Stream(stream_key(1, games, PLAYOUT))
            state = doubtful().start(players, seed=1, game=games)
            yield state
            while not state.over:
                state = state.play(state.moves[chance.below(len(state.moves))])
                yield state


def more_in_hand(state: State) -> bool:
    return any(len(zone(state, "hand", seat)) > 1 for seat in range(state.players))


def more_tokens(state: State) -> bool:
    return any(sum(pile(state, "purse", seat).values()) > 2 for seat in range(state.players))


def more_stars(state: State) -> bool:
    return any(pile(state, "purse", seat).get("star", 0) > 1 for seat in range(state.players))


def full_shelf(state: State) -> bool:
    return None not in zone(state, "shelf") and any(
        str(move).startswith("shelve") for move in state.moves
    )


def no_star_left(state: State) -> bool:
    return not pile(state, "supply").get("star") and any(
        str(move).startswith("draw") for move in state.moves
    )


def test_each_doubt_is_a_warning() -> None:
    found = [each for each in loaded().problems if isinstance(each, Doubt)]
    assert {each.severity for each in found} == {"warning"}
    places = {(each.code, each.path) for each in found}
    assert places >= set(DOUBTED.items())
    assert {code for code, _ in places} == DOUBTED.keys()


@pytest.mark.parametrize(
    "beyond", [more_in_hand, more_tokens, more_stars, full_shelf, no_star_left]
)
def test_what_is_doubted_comes_true(beyond: Callable[[State], bool]) -> None:
    assert any(beyond(state) for state in played() if not state.over)


def test_the_doubts_are_compiled() -> None:
    assert not all_gaps(doubtful().program)


@pytest.mark.conformance
def test_the_backends_agree_beyond_what_is_doubted() -> None:
    for table in tables(doubtful(), [2, 3]):
        for number_ in range(GAMES):
            assert table.play(number_) > 0


def test_what_is_known_of_a_doubtful_game_stays_true() -> None:
    model = loaded().model
    assert model is not None
    known = {each.bounds.world.players: watched(each.bounds) for each in proven(model)}
    for state in played():
        make = state.for_players.engine.make
        for expr, found in known[state.players]:
            numbers = [make.about(expr)(state.cells, seat) for seat in range(state.players)]
            assert all(holds(found, each) for each in numbers), (expr, found, numbers)
