"""The memory that the parts of a game take."""

from attrs import evolve
from kernel.small import PLAIN, small

from splendor_dsl.checks.limit_proofs import with_kept_limits
from splendor_dsl.game.game import Game, game
from splendor_dsl.lowering.memory_layout import memory_layout

HAND = "hand: cards in hand at most 2"
PURSE = "purse: tokens in purse at most 3 at end of turn"
GUARDED = PLAIN["actions"].replace(
    'draw as "draw {card}" {',
    'draw as "draw {card}" { require room: cards in hand < limit of hand;',
)


def sizes(of: Game) -> dict[str, int]:
    """The most pieces of the zones of players."""
    found = memory_layout(of.program).regions
    return {zone: region.size for (zone, _), region in found.items() if region.owned}


def limited(limits: str) -> Game:
    return game(with_kept_limits(small(actions=GUARDED, limits=limits).model))


def test_a_proved_limit_of_pieces_bounds_the_room_of_its_zone() -> None:
    assert sizes(limited(f"{HAND}\n{PURSE}")) == {"hand": 2, "own": 6}


def test_a_limit_that_is_not_proved_bounds_nothing() -> None:
    model = small(actions=GUARDED, limits=HAND).model
    assert sizes(game(evolve(model, kept_limits={}))) == {"hand": 6, "own": 6}


def test_each_list_of_a_loop_has_a_place_of_its_own() -> None:
    memory = memory_layout(small().program, areas=(2, 5, 3))
    first, second, third = memory.area_starts
    assert (second - first, third - second, memory.first_player - third) == (2, 5, 3)
    assert [memory.area_size(each) for each in (first, second, third)] == [2, 5, 3]
    assert memory.area_size(memory.first_player) == 0
