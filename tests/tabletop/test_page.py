"""A page holds all that a table shows, and fits where it has to."""

from pathlib import Path

import pytest
from kernel.small import small
from report.games import EDITIONS, HOUSE, NAMES, played
from rich.cells import cell_len
from samples import sampled
from tabletop.played import pieces, positions, reader, seen

import splendor_dsl
from splendor_dsl.notation.moves import Place
from splendor_dsl.prose.words import Words
from splendor_dsl.tabletop.page import Format, Marked, page
from splendor_dsl.tabletop.reader import TableReader
from splendor_dsl.tabletop.sheet import Page, PieceSpot, PlayerSpot, TokenSpot

END = "long: when round >= 9 then at once\nranking { shared }"
SCREEN = 21  # lines of a terminal of 24 without the prompt, the line below it and the keys


def drawn(name: str, players: int, width: int, height: int, moves: int, **more: object) -> Page:
    *_, state = positions(name, players, 4, moves)
    marked = Marked(**more)  # type: ignore[arg-type]
    table = seen(name, state, 0)
    return page(reader(name, players).words, table, Format(width, height), marked)


@pytest.mark.parametrize("name", ["classic", "first_printing", "marvel"])
def test_a_game_of_two_fits_a_terminal_of_80_by_24_with_the_last_moves(name: str) -> None:
    for at, state in enumerate(positions(name, 2, 4, 100)):
        if at % 5:
            continue
        for seat in range(2):
            table = seen(name, state, seat)
            found = page(reader(name, 2).words, table, Format(80, SCREEN))
            assert len(found.lines) <= SCREEN
            made = [event for event in table.events if ": " in event and event[0] != " "]
            last = "\n".join(line.plain.rstrip() for line in found.lines[-2:])
            assert not made or made[-1] in last or state.over


@pytest.mark.parametrize("size", [(80, 24), (160, 50), (50, 20), (1, 1)])
@pytest.mark.parametrize("name", [*EDITIONS, *sampled(HOUSE, 8)])
def test_everything_stands_on_a_page_within_its_width(name: str, size: tuple[int, int]) -> None:
    players = played(name).players[-1]
    *_, state = positions(name, players, 4, 50)
    table = seen(name, state, 0)
    found = page(reader(name, players).words, table, Format(size[0], size[1]))
    assert all(cell_len(line.plain) <= size[0] for line in found.lines)
    targets = [spot.target for spot in found.spots]
    assert len(targets) == len(set(targets))
    assert {PieceSpot(piece.place) for piece in pieces(table)} <= set(targets)
    assert {PlayerSpot(seat) for seat in range(players)} <= set(targets)
    for pile in table.piles:
        for token in table.tokens if pile.total else ():
            assert TokenSpot(pile.zone, None, token.name) in targets
    named = {arg for move in state.moves for arg in move.args if isinstance(arg, Place)}
    if state.to_move == 0:
        assert {PieceSpot(place) for place in named} <= set(targets)


SIX = """splendor rules 2
variant six "Six" extends classic
replace game.players { players 2 to 6 }
set supply.gems = 9
"""


def test_six_players_stand_on_a_page_without_code_of_their_own(tmp_path: Path) -> None:
    file = tmp_path / "six.rules"
    file.write_text(SIX)
    state = splendor_dsl.load(str(file)).start(6, seed=1, names=NAMES)
    words = Words(rules=state.for_players.notation, players=NAMES)
    table = TableReader(table=state.for_players, words=words).read(state.view(5))
    for size in ((80, 40), (160, 50)):
        lines = "\n".join(x.plain for x in page(words, table, Format(size[0], size[1])).lines)
        assert all(name in lines for name in NAMES)


def test_without_anything_to_buy_there_is_no_price_and_no_mark() -> None:
    """A small game in which tokens are all there is."""
    actions = 'take as "take {coin}" { choose coin: coins in supply; gain 1 coin }'
    state = small(actions=actions, end=END).start(2)
    reader = TableReader(table=state.for_players, words=Words(rules=state.for_players.notation))
    table = reader.read(state.view(0), moves=state.moves)
    assert reader.offers == ()
    assert all(piece.cost is None for piece in pieces(table))
    lines = "\n".join(line.plain for line in page(reader.words, table, Format(60, 20)).lines)
    assert "5C copper" in lines


def test_a_fourth_level_and_rows_of_five_stand_on_a_page() -> None:
    rows = drawn("house/table_of_five", 4, 160, 60, 30)
    assert "1-5" in "\n".join(line.plain for line in rows.lines)
    levels = drawn("house/fourth_level", 2, 80, SCREEN, 10)
    assert "level 4" in "\n".join(line.plain for line in levels.lines)


def test_the_thing_under_the_cursor_and_those_picked_stand_out() -> None:
    target = PieceSpot(Place("table", 2, 3))
    token = TokenSpot("supply", None, "red")
    plain = drawn("classic", 2, 80, SCREEN, 10)
    marked = drawn("classic", 2, 80, SCREEN, 10, cursor=target, picked=(token, token))
    spot = marked.spot(target)
    assert spot is not None
    line = marked.lines[spot.y]
    assert any(
        "reverse" in str(span.style) and span.start <= spot.x < span.end for span in line.spans
    )
    assert "R red+2" in "\n".join(line.plain for line in marked.lines)
    assert "R red+2" not in "\n".join(line.plain for line in plain.lines)
    assert marked.at(spot.x, spot.y) == spot


def test_a_colour_comes_from_the_words_of_the_rules_and_else_from_a_palette() -> None:
    found = drawn("classic", 2, 80, SCREEN, 1)
    styles = {str(span.style) for line in found.lines for span in line.spans}
    assert any("#c4302b" in style for style in styles)  # red
    other = drawn("house/crowns_and_ambers", 2, 80, SCREEN, 1)
    assert any("#" in str(span.style) for line in other.lines for span in line.spans)
