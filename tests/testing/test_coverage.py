"""The tests of a game reach exactly what ran; the bundled editions are reached whole."""

from functools import cache
from pathlib import Path
from typing import NamedTuple, get_args

import pytest
from kernel.small import text

from splendor_dsl.bundled import variants_folder
from splendor_dsl.extensions import load_extensions
from splendor_dsl.game.game import game
from splendor_dsl.game.playouts import playout
from splendor_dsl.interpreter.decisions import ChooseAction
from splendor_dsl.interpreter.interpreter import interpreter
from splendor_dsl.interpreter.zones import Zones
from splendor_dsl.pipeline import Loaded, load_file, load_source
from splendor_dsl.report.coverage import missed_lines
from splendor_dsl.report.coverage_page import coverage_page
from splendor_dsl.report.terminal import render_problems
from splendor_dsl.source import source_from_text
from splendor_dsl.syntax.ast import Construct
from splendor_dsl.testing.coverage import Count, Coverage, Observer, play_bots
from splendor_dsl.testing.elements import _MAKERS, elements
from splendor_dsl.testing.suite import suite_of

EDITIONS = ("classic", "first_printing", "marvel")
GAMES = 3  # as many as `splendor test --coverage` plays


def coverage_of(loaded: Loaded, *, games: int) -> Coverage:
    seeing = Observer()
    suite = suite_of(loaded, watch=seeing)
    assert suite is not None, render_problems(loaded.problems)
    assert loaded.resolved is not None
    failed = [each.ran.problem for each in suite.run(games) if each.ran.problem is not None]
    assert not failed, render_problems(failed)
    if games:
        bots = load_extensions().bots.values()
        play_bots(suite.game, [bot.value for bot in bots], games=games)
    return Coverage(elements=elements(suite.model, loaded.resolved), seen=frozenset(seeing.seen))


@pytest.mark.parametrize("name", EDITIONS)
def test_the_tests_of_a_bundled_edition_reach_all_of_it(name: str) -> None:
    loaded = load_file(variants_folder() / f"{name}.rules", extensions=load_extensions())
    coverage = coverage_of(loaded, games=GAMES)
    assert list(missed_lines(coverage)) == []
    assert all(count.total for kind, count in coverage.kinds())


# ---- what counts as reached ----------------------------------------------------------------------
SECTIONS = {
    "limits": "purse: tokens in purse at most 3 at end of turn { keep star }",
    "zones": """
        deck cards by size { face down }
        row cards by size { face up; places 2; refill from deck at once; slide }
        hand cards of a player { known to owner }
        own cards of a player { face up }
        purse tokens of a player { face up }
    """,
    "triggers": """
        tip: when cards enters own as card {
          if big: size = 2 { gain up to 1 star }
          else { gain up to 1 copper }
          may choose coin: coins in supply
          gain up to 1 coin
        }
    """,
    "end": """
        goal: when any player has (rich) then finish the round judged again
        stuck: when passes >= players then at once
        ranking among rich { worth: most worth_of; cards: fewest cards in own; shared }
    """,
}


class Case(NamedTuple):
    """Steps of an example, and what they reach of a clause."""

    steps: str
    path: str
    reached: set[str]


CASES = {
    "nothing": Case("", "actions.buy.pay", {"met", "not met"} - {"met"}),
    "an action is taken": Case('when Ann plays "take iron"', "actions.take", {"taken"}),
    "another is not": Case('when Ann plays "take iron"', "actions.draw", set()),
    "a token is chosen": Case('when Ann plays "take iron"', "actions.take.coin", {"run", "iron"}),
    "a payment is possible": Case(
        "given purse of Ann: 1 silver", "actions.buy.pay", {"met", "not met"}
    ),
    "a payment is made": Case(
        'given purse of Ann: 1 silver\nwhen Ann plays "buy 1-1"',
        "actions.buy.pay",
        {"met", "not met", "run"},
    ),
    "from a zone": Case(
        'given purse of Ann: 1 silver\nwhen Ann plays "buy 1-1"',
        "actions.buy.card",
        {"run", "from row"},
    ),
    "from the other zone": Case(
        'given purse of Ann: 1 silver\ngiven hand of Ann: one\nwhen Ann plays "buy hand-1"',
        "actions.buy.card",
        {"run", "from hand"},
    ),
    "a wild token where nothing else would do": Case(
        'given purse of Ann: 1 star\nwhen Ann plays "buy 1-1"',
        "actions.buy.pay.star",
        {"spent"},
    ),
    "a wild token that is kept": Case(
        """given purse of Ann: 1 star, 1 silver
        when Ann plays "buy 1-1"
        when Ann plays "pay 0 star for silver" """,
        "actions.buy.pay.star",
        {"not spent"},
    ),
    "a trigger that is not caused": Case('when Ann plays "take iron"', "triggers.tip", set()),
    "a trigger": Case(
        'given purse of Ann: 1 silver\nwhen Ann plays "buy 1-1"', "triggers.tip", {"run"}
    ),
    "one branch": Case(
        'given purse of Ann: 1 silver\nwhen Ann plays "buy 1-1"',
        "triggers.tip.big",
        {"run", "not met"},
    ),
    "its other branch": Case(
        'given purse of Ann: 1 silver\nwhen Ann plays "buy 1-1"', "triggers.tip.else", {"run"}
    ),
    "declined": Case(
        'given purse of Ann: 1 silver\nwhen Ann plays "buy 1-1"\nwhen Ann plays "no coin"',
        "triggers.tip.coin",
        {"declined"},
    ),
    "a limit that holds": Case('when Ann plays "take iron"', "limits.purse", {"run", "held"}),
    "a limit that is exceeded": Case(
        """given purse of Ann: 2 silver, 1 star
        when Ann plays "take iron"
        when Ann plays "return silver" """,
        "limits.purse",
        {"run", "held", "exceeded"},
    ),
    "what a limit keeps": Case(
        """given purse of Ann: 2 silver, 1 star
        when Ann plays "take iron"
        when Ann plays "return silver" """,
        "limits.purse.star",
        {"run"},
    ),
    "places that refill": Case(
        'given hand of Bob: four, five\ngiven purse of Ann: 1 silver\nwhen Ann plays "buy 1-1"',
        "zones.row.refill",
        {"run"},
    ),
    "a deck that is empty": Case(
        """given hand of Bob: three
        given purse of Ann: 1 silver
        when Ann plays "buy 1-1" """,
        "zones.row.refill",
        {"nothing left"},
    ),
    "an end that still holds": Case(
        """given own of Ann: six
        given Bob to move
        when Bob plays "take iron" """,
        "end.goal",
        {"run", "met", "still holds"},
    ),
    "who is equal in nothing": Case(
        'given own of Ann: six\ngiven Bob to move\nwhen Bob plays "take iron"\nthen Ann wins',
        "end.ranking",
        {"run", "inside", "outside"},
    ),
    "a line that separates": Case(
        """given own of Ann: six, one
        given own of Bob: four, three
        given Bob to move
        when Bob plays "take iron"
        then Ann, Bob win""",
        "end.ranking.shared",
        {"shared"},
    ),
    "a line that does not": Case(
        """given own of Ann: six
        given own of Bob: four, three
        given Bob to move
        when Bob plays "take iron"
        then Ann wins""",
        "end.ranking.worth",
        set(),
    ),
    "the line after it": Case(
        """given own of Ann: six
        given own of Bob: four, three
        given Bob to move
        when Bob plays "take iron"
        then Ann wins""",
        "end.ranking.cards",
        {"separates"},
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_what_an_example_reaches(case: Case) -> None:
    example = f"example only {{\nplayers Ann, Bob\n{case.steps}\n}}\n"
    loaded = load_source(source_from_text("small.rules", text(**SECTIONS) + example))
    coverage = coverage_of(loaded, games=0)
    here = [each for each in coverage.elements if each.path == case.path]
    assert here
    assert {each.what for each in here if each.reached(coverage.seen)} == case.reached


# ---- watching costs nothing and changes nothing ---------------------------------------------------
@cache
def classic() -> Loaded:
    return load_file(variants_folder() / "classic.rules", extensions=load_extensions())


def test_a_game_that_nobody_watches_is_made_of_plain_parts() -> None:
    model = classic().model
    assert model is not None
    engine = interpreter(game(model).program, 2)
    decisions = [each for routine in engine._routines for each in routine.decisions.values()]
    assert type(engine.zones) is Zones
    assert any(type(each) is ChooseAction for each in decisions)
    assert not any("Watched" in type(each).__name__ for each in decisions)

    def test(_cells: object, _env: object) -> bool:
        return True

    assert engine.make.with_report(model.ends[0].where, test) is test


def test_a_watched_game_plays_the_same() -> None:
    model = classic().model
    assert model is not None
    for players in (2, 3, 4):
        plain = playout(game(model).start(players, seed=5))
        watched = playout(game(model, watch=Observer()).start(players, seed=5))
        assert plain.state == watched.state
        assert plain.state.log == watched.state.log


# ---- the page --------------------------------------------------------------------------------------
def test_the_page_colours_what_is_reached_and_needs_no_network() -> None:
    example = 'example only { players Ann, Bob; when Ann plays "take iron"; then Bob is to move }\n'
    source = source_from_text("small.rules", text(**SECTIONS) + example)
    page = coverage_page([("small", coverage_of(load_source(source), games=0))])
    lines = page.partition("<h3>")[2].split("\n")
    colours = {
        words: next(line for line in lines if words in line).partition(">")[0]
        for words in ("gain 1 coin", "move card to own", "take as", "splendor rules 2")
    }
    assert colours == {
        "gain 1 coin": '<li class="some"',  # on a line with the choice, of which much is left
        "move card to own": '<li class="none"',
        "take as": '<li class="some"',
        "splendor rules 2": "<li",
    }
    for outside in ("http", "src=", "href=", "url(", "@import", "<script"):
        assert outside not in page


def test_a_clause_that_a_variant_sets_counts_where_it_is_set(tmp_path: Path) -> None:
    (tmp_path / "small.rules").write_text(text(**SECTIONS), "utf-8")
    night = tmp_path / "night.rules"
    night.write_text(
        'splendor rules 2\n\nvariant night "Night" extends small\n\nset limits.purse = 4\n',
        "utf-8",
    )
    coverage = coverage_of(load_file(night), games=0)
    assert coverage.files() == (str(tmp_path / "small.rules"), str(night))
    assert coverage.count(file=str(night)) == Count(
        0, 3
    )  # the limit: it runs, it is held, exceeded
    page = coverage_page([("night", coverage)])
    assert '<li class="none"><pre>set limits.purse = 4' in page


def test_the_page_shows_text_as_text() -> None:
    rules = text(**SECTIONS).replace('"Small"', '"<b>Small & <i>"')
    page = coverage_page([("<x>", coverage_of(load_source(source_from_text("s", rules)), games=0))])
    assert "<x>" not in page
    assert "<i>" not in page
    assert "&lt;b&gt;Small &amp; &lt;i&gt;" in page


# ---- every construct --------------------------------------------------------------------------------
# What is there rather than happens, and what is no rule.
DECLARED = {
    "Game", "Variant", "Mechanic", "Players", "FirstPlayer", "Teams", "OptionDecl", "Section",
    "Rows", "Parameter", "Group", "Token", "Stock", "Kind", "FieldRange", "FieldOf", "Row", "Zone",
    "Face", "Places", "Counter", "Marker", "Use", "Option", "OptionRows", "Names", "Translation",
}  # fmt: skip
TESTS = {
    "Invariant", "Example", "ExamplePlayers", "Given", "GivenToMove", "GivenRound", "GivenCount",
    "GivenSince", "GivenRecord", "When", "Then",
}  # fmt: skip


def test_every_construct_is_reached_declared_or_a_test() -> None:
    all_of_them = {kind.__name__ for kind in get_args(Construct)}
    reached = {kind.__name__ for kind in _MAKERS}
    assert reached | DECLARED | TESTS == all_of_them
    assert not reached & (DECLARED | TESTS)
