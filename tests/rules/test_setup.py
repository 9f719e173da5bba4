"""The table before the first turn: the clauses of the setup, which no position can show."""

from collections import Counter
from typing import Any

import pytest
from rules.loading import bundled, table

from splendor_dsl.ir.constants import constant
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics.tree import find


def model(game: str) -> m.Model:
    found = bundled(game).model
    assert found is not None
    return found


def stock(game: str, players: int) -> dict[str, int]:
    rules = model(game)
    return {
        token.name: constant(count, players)
        for token, count in zip(rules.tokens, rules.stock, strict=True)
    }


def places(game: str, zone: str, players: int) -> int:
    expr = model(game).zones[zone].places
    assert expr is not None
    return constant(expr, players)


def amounts(game: str, piece: m.Piece, field: str) -> dict[str, int]:
    values = piece.values[field]
    assert isinstance(values, tuple)
    names = model(game).token_names()
    return {name: count for name, count in zip(names, values, strict=True) if count}


def printed(row: dict[str, str], colours: list[str]) -> dict[str, int]:
    return {colour: int(row[colour]) for colour in colours if int(row[colour])}


# C-TOK, C-2P, C-3P
@pytest.mark.parametrize(("players", "gems"), [(2, 4), (3, 5), (4, 7)])
def test_gems_by_players_and_always_five_gold(players: int, gems: int) -> None:
    colours = ("white", "blue", "green", "red", "black")
    assert stock("classic", players) == {**dict.fromkeys(colours, gems), "gold": 5}
    assert stock("first_printing", players) == stock("classic", players)
    assert places("classic", "court", players) == players + 1


# M-TOK, M-2P, M-3P
@pytest.mark.parametrize(("players", "stones", "green"), [(2, 4, 2), (3, 5, 3), (4, 7, 4)])
def test_stones_by_players_and_always_five_gray(players: int, stones: int, green: int) -> None:
    colours = ("yellow", "purple", "blue", "red", "orange")
    expected = {**dict.fromkeys(colours, stones), "gray": 5, "green": green}
    assert stock("marvel", players) == expected


# C-CARD
def test_the_classic_cards_are_those_printed() -> None:
    cards = [piece for piece in model("classic").pieces if piece.kind == "cards"]
    rows = table("classic_cards.csv")
    colours = ["white", "blue", "green", "red", "black"]
    for card, row in zip(cards, rows, strict=True):
        assert card.values["level"] == int(row["level"])
        assert card.values["points"] == int(row["points"])
        assert amounts("classic", card, "bonus") == {row["bonus"]: 1}
        assert amounts("classic", card, "cost") == printed(row, colours)
    assert Counter(card.values["level"] for card in cards) == {1: 40, 2: 30, 3: 20}


# M-CARD
def test_the_characters_are_those_printed() -> None:
    cards = [piece for piece in model("marvel").pieces if piece.kind == "cards"]
    rows = table("marvel_cards.csv")
    colours = ["yellow", "blue", "orange", "purple", "red"]
    for card, row in zip(cards, rows, strict=True):
        numbers: dict[str, Any] = {name: int(row[name]) for name in ("level", "points", "avengers")}
        assert {name: card.values[name] for name in numbers} == numbers
        assert card.title == row["name"]
        assert amounts("marvel", card, "bonus") == {row["bonus"]: 1}
        assert amounts("marvel", card, "cost") == printed(row, colours)
    assert Counter(card.values["level"] for card in cards) == {1: 40, 2: 30, 3: 20}


# C-NOBLE, C-NOBLE-N
def test_the_nobles_are_those_printed() -> None:
    tiles = [piece for piece in model("classic").pieces if piece.kind == "nobles"]
    colours = ["white", "blue", "green", "red", "black"]
    for tile, row in zip(tiles, table("classic_nobles.csv"), strict=True):
        assert tile.values["worth"] == int(row["points"]) == 3
        assert amounts("classic", tile, "needs") == printed(row, colours)


# M-TILE, M-LOC-N
def test_the_locations_are_those_printed() -> None:
    sides = [piece for piece in model("marvel").pieces if piece.kind == "locations"]
    colours = ["yellow", "blue", "orange", "purple", "red"]
    rows = table("marvel_locations.csv")
    for side, row in zip(sides, rows, strict=True):
        assert side.title == row["name"]
        assert side.values["worth"] == int(row["points"]) == 3
        assert amounts("marvel", side, "needs") == printed(row, colours)
    things = [side.thing for side in sides]
    assert [things.count(thing) for thing in sorted(set(things))] == [2, 2, 2, 2]
    assert [places("marvel", "map", players) for players in (2, 3, 4)] == [2, 3, 4]
    assert list(model("marvel").markers) == ["avengers_assemble"]


# C-SHUF, M-SHUF
@pytest.mark.parametrize("game", ["classic", "marvel"])
def test_a_shuffled_deck_and_four_places_a_level(game: str) -> None:
    rules = model(game)
    assert (rules.zones["deck"].by, rules.zones["deck"].face) == ("level", "down")
    assert (rules.zones["table"].by, rules.zones["table"].face) == ("level", "up")
    assert places(game, "table", 2) == 4
    first, second = rules.setup.steps[:2]
    assert isinstance(first, m.Shuffle)
    assert first.zone.zone == "deck"
    assert isinstance(second, m.Fill)
    assert second.zone.zone == "table"


# C-FIRST, M-FIRST
@pytest.mark.parametrize("game", ["classic", "marvel"])
def test_the_youngest_starts(game: str) -> None:
    resolved = bundled(game).resolved
    assert resolved is not None
    clause = find(resolved.tree, "game.first")
    assert clause is not None
    assert clause.construct.who == "the youngest player"
