"""The view model says what the rules say: prices, marks, what tiles ask for, the way to the ends."""

import pytest
from report.games import EDITIONS, HOUSE, played
from samples import sampled
from tabletop.played import pieces, positions, reader, seen

from splendor_dsl.chance import Stream, stream_key
from splendor_dsl.game.state import State
from splendor_dsl.tabletop.offers import Reach
from splendor_dsl.tabletop.seen_cells import seen_cells
from splendor_dsl.tabletop.tokens import letters

ALL = [*EDITIONS, *sampled(HOUSE, 10)]
PAYABLE = {Reach.NOW, Reach.WITH_WILDS}


def acting(state: State) -> bool:
    """Whether a player chooses among all actions."""
    return any(move.kind == "action" for move in state.moves)


@pytest.mark.parametrize("name", ALL)
def test_a_piece_is_marked_as_affordable_where_it_can_be_bought(name: str) -> None:
    players, bought = played(name).players[-1], 0
    plan = reader(name, players).plan
    buying = {path for path, effect in plan.effects.items() if effect.purchase}
    for state in positions(name, players, 3, 60):
        if not acting(state) or all(move.kind != "action" for move in state.moves):
            continue
        possible = {move.args[0] for move in state.moves if move.path in buying and move.args}
        bought += len(possible)
        for piece in pieces(seen(name, state, state.to_move)):
            if piece.cost is not None and piece.place.owner is None:
                payable = piece.cost.reach in PAYABLE
                assert payable or piece.place not in possible, (piece, possible)
                if len(buying) == 1 and not payable:
                    assert any(piece.cost.short)
    assert bought > 10


def test_marks_tell_tokens_from_wild_ones_and_what_one_more_would_do() -> None:
    found = {
        piece.cost.reach: (state, piece)
        for state in positions("classic", 2, 5, 80)
        for piece in pieces(seen("classic", state, state.to_move))
        if piece.cost is not None and piece.place.owner is None and state.to_move is not None
    }
    assert set(found) == set(Reach)
    gold = 5
    for reach, (state, piece) in found.items():
        assert piece.cost is not None and state.to_move is not None
        purse = state.view(None)["players"][state.to_move]["piles"]["purse"]
        short, wild = sum(piece.cost.short), list(purse.values())[gold]
        want = {
            Reach.NOW: short == 0,
            Reach.WITH_WILDS: 0 < short <= wild,
            Reach.ONE_MORE: short == wild + 1,
            Reach.LATER: short > wild + 1,
        }
        assert want[reach], (reach, purse, piece)


def test_a_price_is_less_by_bonuses_and_a_tile_says_what_is_missing() -> None:
    for state in positions("classic", 2, 5, 80):
        seat = state.to_move
        if seat is None:
            continue
        bonus = tuple(state.value("bonus", seat))
        for piece in pieces(seen("classic", state, seat)):
            if piece.cost is not None and piece.place.owner is None:
                left = (max(0, n - m) for n, m in zip(piece.cost.price, bonus, strict=True))
                assert piece.cost.still == tuple(left)
            if piece.asks:
                (asked,) = piece.asks
                assert asked.amounts is not None
                pairs = zip(asked.amounts, bonus, strict=True)
                assert piece.missing == (tuple(max(0, n - m) for n, m in pairs),)
    assert any(bonus)


@pytest.mark.parametrize("name", ALL)
def test_values_computed_from_a_view_are_those_of_the_position(name: str) -> None:
    players = played(name).players[-1]
    *_, state = positions(name, players, 7, 40)
    table, model = state.for_players, state.for_players.model
    for seat in (None, *range(players)):
        view = state.view(seat)
        cells = seen_cells(table, view)
        for player in view["players"]:
            for value in player["values"]:
                of = player["seat"]
                assert table.engine.value(cells, value, of) == state.value(value, of)
        named = table.layout.cells
        for at, cell in enumerate(named):
            if cell.kind == "zone" and model.zones[cell.name].face != "owner":
                assert len(cells[at]) == len(state.cells[at]), cell


@pytest.mark.parametrize("name", ["classic", "marvel", "house/secret_tokens"])
def test_a_table_shows_nothing_that_its_seat_may_not_know(name: str) -> None:
    """Two positions that a seat can't tell apart look alike to it."""
    chance, other = Stream(stream_key(1, 0, 2)), 0
    for at, state in enumerate(positions(name, 2, 9, 40)):
        for seat in range(2) if at % 8 == 7 else ():
            world = state.determinize(seat, chance)
            other += world.cells != state.cells
            events = state.log_for(seat)
            one, two = (reader(name, 2).read(s.view(seat), events=events) for s in (state, world))
            assert one == two
    assert other > 4


def test_the_way_to_the_ends_is_shown_as_far_as_it_is_known() -> None:
    *_, state = positions("classic", 2, 5, 60)
    table = seen("classic", state, 0)
    for player in table.players:
        (points,) = player.progress
        assert (points.name, points.want) == ("prestige points", 15)
        assert points.have == state.value("points", player.seat)
    (*_, state) = positions("marvel", 2, 5, 60)
    names = [each.name for each in seen("marvel", state, 0).players[0].progress]
    assert names == ["Infinity Points", "bonuses", "time stone"]


@pytest.mark.parametrize(
    ("names", "found"),
    [
        (("white", "blue", "green", "red", "black"), "WBGRL"),
        (("czerwony", "czarny", "cz"), "CZA"),
        (("", "1", "11"), "ABC"),
    ],
)
def test_each_token_has_a_letter_of_its_own(names: tuple[str, ...], found: str) -> None:
    assert "".join(letters(names)) == found
    assert len(set(letters([f"x{n}" for n in range(40)]))) > 35
