"""The core holds no thing of any game: colours, tiles, zones and actions stand in rule files and mechanics alone."""

import ast
import re
import tokenize
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from kernel.small import moves, pile, play, small, zone

import splendor_dsl
from splendor_dsl.bundled import bundled_games
from splendor_dsl.semantics.model import Model

PACKAGE = Path(splendor_dsl.__file__).parent
# Words that a game uses and that the workbench needs for its own sake, each with the reason.
ALSO_OUR_OWN = {
    "box": "the zone that every game has",
    "map": "a function of Python's",
    "pass": "a word of Python's",
    "character": "a letter or sign of a text",
    "count": "a step of the language",
    "red": "a colour of the terminal",
    "supply": "the pile that every game has",
    "table": "a table of rows; the parser's table",
    "time": "a module of Python's",
    "tokens": "the group that every game has",
}
# What docstrings and comments may say beside these: words of card games in general, and of English.
OF_CARD_GAMES = {"bought", "buy", "cards", "deck", "hand", "purse", "reserve"}
OF_ENGLISH = {"promised", "space"}
WORDS_OF_THE_FAMILY = {
    "gem",
    "gems",
    "joker",
    "jokers",
    "noble",
    "stone",
    "tile",
    "tiles",
    "gauntlet",
    "character",
}


def words_of(model: Model) -> Iterator[str]:
    for token in model.tokens:
        yield from (token.name, token.where.title or token.name)
    yield from model.groups
    yield from model.kinds
    yield from model.zones
    yield from model.markers
    yield from (action.name for action in model.actions)
    yield from (piece.label for piece in model.pieces)
    yield from model.mechanics
    yield model.name


@cache
def game_words() -> set[str]:
    words = set(WORDS_OF_THE_FAMILY)
    for name in bundled_games():
        words |= {word.lower() for word in words_of(splendor_dsl.load(name).model)}
    return words - ALSO_OUR_OWN.keys()


def docstrings(tree: ast.Module) -> list[ast.Constant]:
    return [
        node.body[0].value
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
        and isinstance(node.body[0].value, ast.Constant)
    ]


def code_words(file: Path) -> Iterator[tuple[int, str]]:
    """Names and texts in the code, without its docstrings."""
    tree = ast.parse(file.read_text("utf-8"))
    documents = {id(each) for each in docstrings(tree)}
    for node in ast.walk(tree):
        text = ""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = "" if id(node) in documents else node.value
        elif isinstance(node, ast.Name):
            text = node.id
        elif isinstance(node, ast.Attribute):
            text = node.attr
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            text = node.name
        yield from ((getattr(node, "lineno", 0), word) for word in re.findall(r"\w+", text.lower()))


def prose_words(file: Path) -> Iterator[tuple[int, str]]:
    """The words of docstrings and comments."""
    tree = ast.parse(file.read_text("utf-8"))
    texts = [(each.lineno, str(each.value)) for each in docstrings(tree)]
    with file.open("rb") as lines:
        tokens = tokenize.tokenize(lines.readline)
        texts += [(each.start[0], each.string) for each in tokens if each.type == tokenize.COMMENT]
    for start, text in texts:
        for line, part in enumerate(text.lower().split("\n"), start):
            yield from ((line, word) for word in re.findall(r"\w+", part))


@pytest.mark.parametrize(
    ("words_in", "allowed"),
    [(code_words, set()), (prose_words, OF_CARD_GAMES | OF_ENGLISH)],
    ids=["code", "docstrings and comments"],
)
def test_no_thing_of_a_game_stands_in_the_core(
    words_in: Callable[[Path], Iterator[tuple[int, str]]], allowed: set[str]
) -> None:
    forbidden = game_words() - allowed
    assert {"gold", "emerald", "nobles", "court", "take_same", "wasp"} <= forbidden
    found = [
        f"{file.relative_to(PACKAGE)}:{line}: {word}"
        for file in sorted(PACKAGE.rglob("*.py"))
        for line, word in words_in(file)
        if word in forbidden
    ]
    assert not found, "\n".join(found)


# The limits of the printed games lie between these.
@pytest.mark.parametrize("most", [1, 2, 4, 9, 11, 13, 17])
def test_no_number_of_a_printed_game_bounds_another(most: int) -> None:
    limits = f"purse: tokens in purse at most {most} at end of turn"
    limits += f"\nhand: cards in hand at most {most}"
    actions = """
        grab as "grab" { gain up to 5 each coins; gain some: up to 3 star }
        draw as "draw {card}" {
          require room: cards in hand < limit of hand
          choose card: top of deck
          move card to hand
        }
    """
    rows = {"rows cards": "\n".join(f'"card {n}" 1 0 copper : 1 silver' for n in range(40))}
    kinds = "cards { size 1 to 1; worth 0 to 9; gives coins; price coins }"
    started = small(limits=limits, actions=actions, kinds=kinds, **rows).start(2)
    state = play(started, "grab")
    while state.to_move == 0:
        state = play(state, moves(state)[0])
    assert sum(pile(state, "purse", 0).values()) == most
    drawn = started
    while "draw 1" in moves(drawn):
        drawn = play(drawn, "draw 1")
    assert [len(zone(drawn, "hand", seat)) for seat in range(2)] == [most, most]
