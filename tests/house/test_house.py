"""The house rules: short, without problems, shown by examples, told in the documents, and played to the end."""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from languages import NAMED

from splendor_dsl.bundled import variants_folder
from splendor_dsl.composition import compose
from splendor_dsl.examples.runner import run_examples, run_invariants
from splendor_dsl.game.game import Game, game
from splendor_dsl.game.playouts import playout
from splendor_dsl.pipeline import Loaded, load_file, load_source
from splendor_dsl.report.terminal import render_problems
from splendor_dsl.source import Source, source_from_text
from splendor_dsl.syntax.from_text import from_text
from splendor_dsl.syntax.to_text import to_text

FOLDER = variants_folder() / "house"
DOCUMENT = Path(__file__).resolve().parent.parent.parent / "docs" / "house.md"
MOST_LINES = 15
MOST_EXAMPLES = 5

WANTED = {
    "sprint, target 10": "sprint",
    "long game with a parameter from 12 to 25": "long_game",
    "sudden death": "sudden_death",
    "one more full round": "one_more_round",
    "five and six players": "five_and_six",
    "pairs need only 3 in the pile": "pairs_from_three",
    "four different tokens when the supply is rich": "four_when_rich",
    "hand of 4": "hand_of_four",
    "no reserving from decks": "no_blind_reserve",
    "a reserve costs a token": "reserve_costs",
    "discard a reserved card under its deck for a joker": "discard_for_gold",
    "swap two tokens of one colour for one of another": "swap_two_for_one",
    "bank trade three to one": "bank_three_to_one",
    "at most one joker a purchase": "one_joker",
    "jokers count double": "double_jokers",
    "starting tokens, more for later seats": "seat_tokens",
    "draft of starting cards in snake order": "snake_draft",
    "table of 5 cards a level": "table_of_five",
    "row refilled only when empty": "refill_when_empty",
    "fourth level of cards": "fourth_level",
    "cards with two bonuses": "double_bonus",
    "cards whose bonus colour is chosen when bought": "chosen_bonus",
    "cards that give tokens": "token_cards",
    "cards that give an extra turn": "extra_turn",
    "cards that give a free card of level 1": "free_card",
    "nobles drafted before the game": "noble_draft",
    "a noble may be declined": "noble_declined",
    "nobles worth what is printed on each": "printed_nobles",
    "points at the end for sets, minus reserved cards": "final_scoring",
    "Avengers tile and Time Stone in the classic game": "crowns_and_ambers",
    "nobles beside locations in Marvel": "marvel_nobles",
    "a tile held while most cards of one colour": "ruby_guild",
    "secret tokens": "secret_tokens",
    "turn limit with its own ranking": "turn_limit",
    "teams of two, ranked by their sum": "two_teams",
    "target that depends on the number of players": "target_by_players",
    "market that slides": "sliding_market",
    "action that pays to sweep a row": "sweep",
    "upgrade of a bought card as a free choice": "upgrade",
    "solo game against an automaton": "solo",
}
NAMES = sorted(WANTED.values())

# A row of a table, a cell of one, and what is no rule.
ROW_BLOCK = re.compile(r"^( *)(rows [^\n{]+|tiles) \{\n(.*?\n)\1\}\n", re.MULTILINE | re.DOTALL)
ROW_EDIT = re.compile(r"^(set|replace|remove|before|after) rows\.\w+\..*\n", re.MULTILINE)
ASIDE = re.compile(r"^(example|names) .*?^\}\n", re.MULTILINE | re.DOTALL)
EXAMPLE = re.compile(r"^example .*?^\}\n", re.MULTILINE | re.DOTALL)
HEADER = re.compile(r'^variant (\w+) "([^"]+)" extends (\w+)$', re.MULTILINE)
COMMENT = re.compile(r"\Asplendor rules 2\n\n((?:# .*\n)+)\nvariant ")

each_rule = pytest.mark.parametrize("name", NAMES)


class Header(NamedTuple):
    name: str
    title: str
    base: str


@cache
def text_of(name: str) -> str:
    return (FOLDER / f"{name}.rules").read_text(encoding="utf-8")


@cache
def loaded_rule(name: str) -> Loaded:
    return load_file(FOLDER / f"{name}.rules")


@cache
def rules_of(name: str) -> Game:
    loaded = loaded_rule(name)
    assert loaded.model is not None, render_problems(loaded.problems)
    return game(loaded.model)


def header_of(name: str) -> Header:
    match = HEADER.search(text_of(name))
    assert match is not None
    return Header(*match.groups())


def rule_lines(text: str) -> list[str]:
    """The lines that say a rule: no blanks, comments, rows, examples or names."""
    left = ASIDE.sub("", text)
    left = ROW_EDIT.sub("", ROW_BLOCK.sub("", left))
    lines = [line.strip() for line in left.splitlines()]
    return [line for line in lines if line and not line.startswith("#")]


def test_each_rule_that_is_wanted_has_its_file_and_no_other_is_there() -> None:
    assert len(NAMES) == len(set(NAMES))
    assert {path.name for path in FOLDER.iterdir()} == {f"{name}.rules" for name in NAMES}


@each_rule
def test_it_says_what_it_is(name: str) -> None:
    header = header_of(name)
    assert header.name == name
    assert header.base in {"classic", "marvel"}
    comment = COMMENT.match(text_of(name))
    assert comment is not None
    sentence = " ".join(line.removeprefix("#").strip() for line in comment[1].splitlines())
    assert re.fullmatch(r"[A-Z][^.]*\.", sentence), sentence


def test_titles_differ() -> None:
    titles = [header_of(name).title for name in NAMES]
    assert len(titles) == len(set(titles))


@each_rule
def test_it_is_short(name: str) -> None:
    lines = rule_lines(text_of(name))
    assert len(lines) <= MOST_LINES, "\n".join(lines)


def test_rows_and_examples_are_aside_and_nothing_else() -> None:
    text = """splendor rules 2

# A rule.

variant some "Some" extends classic

set rows.cards.black_1_4blue.points = 2
use nobles {
  tiles {
    3 : 4 red
  }
}

rows cards with level 2 {
  red 1 : 3 blue
}

example one {
  then points of Ann = 0
}
"""
    found = rule_lines(text)
    assert found == [
        "splendor rules 2",
        'variant some "Some" extends classic',
        "use nobles {",
        "}",
    ]


@each_rule
def test_it_loads_without_problems(name: str) -> None:
    loaded = loaded_rule(name)
    assert not loaded.problems, render_problems(loaded.problems)
    assert loaded.model is not None


@each_rule
def test_its_layout_is_stable(name: str) -> None:
    text = text_of(name)
    parsed = from_text(Source(name=f"{name}.rules", text=text))
    assert parsed.file is not None
    assert to_text(parsed.file) == text


@each_rule
def test_its_examples_hold(name: str) -> None:
    examples = loaded_rule(name).examples
    assert 1 <= len(examples) <= MOST_EXAMPLES
    for ran in run_examples(rules_of(name), examples):
        assert ran.problem is None, render_problems([ran.problem])


@each_rule
def test_its_examples_show_what_differs(name: str) -> None:
    """In the base at least one of them is no position or does not hold."""
    base = header_of(name).base
    blocks = "\n".join(EXAMPLE.findall(text_of(name)))
    plain = f'splendor rules 2\n\nvariant plain "Plain" extends {base}\n\n{blocks}'
    loaded = load_source(source_from_text("plain.rules", plain, FOLDER / "plain.rules"))
    model = None if loaded.problems else loaded.model
    assert model is None or any(ran.problem for ran in run_examples(game(model), loaded.examples))


@each_rule
@pytest.mark.parametrize("language", NAMED)
def test_its_title_has_a_translation(name: str, language: str) -> None:
    block = re.search(
        rf"^names {language} \{{\n(.*?)^\}}\n", text_of(name), re.MULTILINE | re.DOTALL
    )
    assert block is not None
    assert re.search(r'^  game "[^"]+"$', block[1], re.MULTILINE)


@each_rule
@pytest.mark.parametrize("language", NAMED)
def test_its_examples_have_titles_in_every_language(name: str, language: str) -> None:
    loaded = loaded_rule(name)
    assert loaded.resolved is not None
    names = loaded.resolved.names[language]
    for example in loaded.examples:
        title = names[example.where.path].texts
        assert len(title) == 1
        assert example.where.title not in {None, *title}


@each_rule
def test_it_plays_to_the_end_and_keeps_its_invariants(name: str) -> None:
    rules = rules_of(name)
    for players in rules.players:
        played = playout(rules.start(players, seed=8, logging=False))
        assert played.state.over
        assert played.kind in {"won", "shared", "nobody"}
    for ran in run_invariants(rules, games=1):
        assert ran.problem is None, render_problems([ran.problem])


def test_the_long_game_can_be_set_within_its_range() -> None:
    model = loaded_rule("long_game").model
    assert model is not None
    target = model.parameters["target"]
    assert (target.value, target.low, target.high) == (21, 12, 25)


# ---- what goes through a whole phase ----------------------------------------------------------------
def test_later_seats_begin_with_more() -> None:
    state = rules_of("seat_tokens").start(4, seed=1)
    while state.turn == 0:
        state.push(state.moves[0])
    purses = state.for_players.layout.seats("pile", "purse")
    assert [sum(state.cells[purse]) for purse in purses] == [1, 2, 3, 4]


def test_more_seats_than_colours_leave_nobody_without_gems() -> None:
    loaded = compose([FOLDER / f"{name}.rules" for name in ("five_and_six", "seat_tokens")])
    assert loaded.model is not None, render_problems(loaded.problems)
    state = game(loaded.model).start(6, seed=1)
    while state.turn == 0:
        state.push(state.moves[0])
    purses = state.for_players.layout.seats("pile", "purse")
    assert [sum(state.cells[purse]) for purse in purses] == [1, 2, 3, 4, 5, 5]


def test_the_last_seat_drafts_twice_in_a_row() -> None:
    state = rules_of("snake_draft").start(3, seed=1)
    order = []
    while state.turn == 0:
        order.append(state.to_move)
        state.push(state.moves[0])
    assert order == [0, 1, 2, 2, 1, 0]


# ---- the document ---------------------------------------------------------------------------------
@pytest.mark.skipif(not DOCUMENT.is_file(), reason="a wheel has no docs")
@each_rule
def test_the_document_tells_of_it(name: str) -> None:
    row = rf"^\| (.+?) \| \[`{name}`\]\(\S+/{name}\.rules\) \| (.+?) \|$"
    match = re.compile(row, re.MULTILINE).search(DOCUMENT.read_text(encoding="utf-8"))
    assert match is not None
    assert match[1].endswith(".")
