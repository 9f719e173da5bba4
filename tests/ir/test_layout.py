"""Cells in one order for all backends."""

import pytest
from game.bundled import named
from kernel.small import PLAIN, small

from splendor_dsl.ir.constants import constant
from splendor_dsl.ir.layout import Cell, layout
from splendor_dsl.semantics import values as v


def test_cells_run_zone_by_zone_then_counters_markers_and_registers() -> None:
    cells = layout(small(counters="days 0 from 0 to 9", markers="crown").program, 2).cells
    assert cells[:6] == (
        Cell("pile", "supply"),
        Cell("zone", "deck", 1),
        Cell("zone", "deck", 2),
        Cell("zone", "row", 1),
        Cell("zone", "row", 2),
        Cell("zone", "hand", None, 0),
    )
    assert cells[6] == Cell("known", "hand", None, 0)
    assert [cell.kind for cell in cells[-12:]] == ["counter", "marker"] + ["register"] * 10


def test_who_knows_a_piece_has_a_cell_only_where_it_can_differ() -> None:
    plain = layout(small().program, 2)
    assert plain.known(plain.index[Cell("zone", "deck", 1)]) is None
    actions = PLAIN["actions"] + 'look as "look" { reveal deck }'
    shown = layout(small(actions=actions).program, 2)
    assert (
        shown.known(shown.index[Cell("zone", "deck", 1)]) == shown.index[Cell("known", "deck", 1)]
    )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_stock_and_the_places_depend_on_the_number_of_players(players: int) -> None:
    cells = layout(named("classic").program, players)
    assert cells.stock[0] == {2: 4, 3: 5, 4: 7}[players]
    assert cells.places["court"] == players + 1


def test_constants_are_known_before_the_game() -> None:
    two, players = v.Const(value=2), v.Fact(which="players")
    columns = v.ByPlayers(low=2, parts=(v.Const(value=4), v.Const(value=5)))
    assert constant(columns, 3) == 5
    assert constant(v.Sum(signs=("+", "-"), parts=(players, two), type="number"), 4) == 2
    assert constant(v.Product(parts=(players, two)), 4) == 8
    assert constant(v.MinMax(which="min", parts=(players, two)), 4) == 2
    assert constant(v.MinMax(which="max", parts=(players, two)), 4) == 4
    with pytest.raises(TypeError, match="not a number known before the game"):
        constant(v.Fact(which="round"), 2)
