"""The step that `test_growth.py` adds to a copy of the language: `swap PILE with PILE`."""

from functools import cache
from typing import Any

import pytest
from conformance.comparing import tables
from kernel.small import PLAIN, moves, pile, play, small, text
from prose.written import words_of
from syntax.texts import tree

from splendor_dsl.extensions import load_extensions
from splendor_dsl.game.state import State
from splendor_dsl.pipeline import Loaded, load_source
from splendor_dsl.prose.differences import differences
from splendor_dsl.prose.markdown import markdown
from splendor_dsl.prose.player_aid import player_aid
from splendor_dsl.prose.rulebook import rulebook
from splendor_dsl.report.terminal import render_problems
from splendor_dsl.source import source_from_text
from splendor_dsl.syntax.to_text import to_text
from splendor_dsl.testing.all_mutants import all_mutants
from splendor_dsl.testing.coverage import Observer, play_bots
from splendor_dsl.testing.elements import elements
from splendor_dsl.testing.suite import suite_of

FACES = ("face up", "known to owner", "face down")
TRADE = 'trade as "trade {rival}" { choose rival: others; swap purse with purse of rival }'
BANK = """
bank as "bank" {
  gain 1 copper
  if copper in supply > 2 { swap half: purse with supply; swap supply with purse }
}
"""
SAID = {
    "en": "Swap all tokens",
    "es": "Intercambia todas las fichas",
    "pl": "Zamień wszystkie żetony",
}


def with_actions(*actions: str) -> str:
    return text(actions="\n".join((PLAIN["actions"], *actions)))


@cache
def loaded(rules: str) -> Loaded:
    return load_source(source_from_text("small.rules", rules), extensions=load_extensions())


def traded(face: str = "face up") -> State:
    """A position after one player has traded an iron for the two coppers of the next."""
    zones = PLAIN["zones"].replace(
        "of a player { face up }\n    ", f"of a player {{ {face} }}\n    "
    )
    state = small(actions=PLAIN["actions"] + TRADE, zones=zones).start(3)
    return play(state, "take iron", "take copper", "take silver", "draw 1", "take copper", "take iron",
                "trade player-2")  # fmt: skip


# ---- language ------------------------------------------------------------------------------------
def test_it_is_written_as_it_was_read() -> None:
    head = 'splendor rules 2\n\ngame tiny "Tiny" {\n  players 2 to 4\n}\n\n'
    steps = "swap purse with purse of rival", "swap a: purse with supply cite C-A"
    written = f"{head}turn {{\n  {steps[0]}\n  {steps[1]}\n}}\n"
    assert to_text(tree(f"{head}turn{{swap   purse  with purse of rival;{steps[1]}}}")) == written
    assert to_text(tree(written)) == written


def test_rules_that_swap_are_sound() -> None:
    found = loaded(with_actions(TRADE, BANK))
    assert not found.problems, render_problems(found.problems)


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ("swap deck with purse", "expected a pile of tokens, found a zone of pieces"),
        ("swap purse with hand", "expected a pile of tokens, found a zone of pieces"),
        ("swap purse with rival", "expected a pile of tokens, found a player"),
        (
            "swap purse with nowhere",
            "expected a pile of tokens, found 'nowhere', which is not declared",
        ),
        (
            "swap purse with supply of rival",
            "expected no owner, as 'supply' is the game's, found 'rival'",
        ),
        ("swap purse", "expected 'with', found '}'"),
        ("swap: purse with supply", "expected"),
    ],
)
def test_what_can_not_be_swapped_is_told(step: str, message: str) -> None:
    rules = with_actions(f'x as "x {{rival}}" {{ choose rival: others; {step} }}')
    assert message in loaded(rules).problems[0].message()


def test_two_of_them_need_labels_of_their_own() -> None:
    (problem,) = loaded(
        with_actions("x { swap purse with supply; swap purse with supply }")
    ).problems
    assert problem.code == "SPL202"
    assert "'swap another: ...'" in (problem.help() or "")


def test_a_label_before_it_is_told() -> None:
    (problem,) = loaded(with_actions("x { more: swap purse with supply }")).problems
    assert "'swap more: ...'" in (problem.help() or "")


def test_it_is_one_of_the_steps_that_may_stand_in_a_block() -> None:
    (problem,) = loaded(with_actions("x { = }")).problems
    assert "a step such as 'require' or 'gain'" in problem.message()
    assert "swap" not in problem.message()


# ---- what it does --------------------------------------------------------------------------------
def test_both_piles_change_hands() -> None:
    state = traded()
    assert [pile(state, "purse", seat) for seat in range(3)] == [
        {"copper": 2}, {"iron": 1, "star": 1}, {"silver": 1, "iron": 1},
    ]  # fmt: skip


def test_all_backends_play_it_alike() -> None:
    for table in tables(small(actions=PLAIN["actions"] + TRADE + BANK), checked=True):
        for number in range(4):
            table.play(number * 5)


@pytest.mark.parametrize("face", FACES)
def test_which_tokens_went_the_players_of_secret_piles_alone_are_told(face: str) -> None:
    for seat in (0, 1, 2, None):
        events = [event.data for event in traded(face).log_for(seat) if event.kind == "tokens"][-2:]
        assert [event["count"] for event in events] == [2, 2]
        told: list[Any] = [{"iron": 1, "star": 1}, {"copper": 2}]
        knows = face == "face up" or seat in {0, 1}
        assert [event["tokens"] for event in events] == (told if knows else [None, None])


def test_it_is_told_why_nobody_is_there_to_trade_with() -> None:
    state = traded()
    assert moves(state)[-2:] == ["trade player-1", "trade player-3"]
    (reason,) = state.why_not("trade player-2")
    assert reason.path == "actions.trade.rival"


# ---- tests and mutants ---------------------------------------------------------------------------
def test_coverage_counts_it() -> None:
    found, seeing = loaded(with_actions(TRADE, BANK)), Observer()
    assert found.model is not None
    assert found.resolved is not None
    suite = suite_of(found, watch=seeing)
    assert suite is not None
    there = {
        e.path: e
        for e in elements(found.model, found.resolved)
        if e.path.endswith((".swap", ".half"))
    }
    assert there.keys() == {"actions.trade.swap", "actions.bank.if.swap", "actions.bank.if.half"}
    assert not any(each.reached(frozenset(seeing.seen)) for each in there.values())
    play_bots(suite.game, [bot.value for bot in load_extensions().bots.values()], games=6)
    assert [path for path, each in there.items() if not each.reached(frozenset(seeing.seen))] == []


def test_another_pile_and_another_order_are_mutants() -> None:
    rules = 'both as "both" { gain up to 1 star; swap purse with supply; gain one: up to 1 star }'
    found = loaded(with_actions(rules))
    assert found.model is not None
    assert found.resolved is not None
    changed = {(e.path, e.kind) for e in all_mutants(found.resolved, found.model)}
    assert ("actions.both.swap", "zone") in changed
    assert ("actions.both.swap", "order") in changed


# ---- prose ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("language", SAID)
def test_it_has_a_sentence(language: str) -> None:
    found = loaded(with_actions(TRADE))
    assert found.resolved is not None
    old, new = (words_of(each, language) for each in (loaded(with_actions()), found))
    assert SAID[language] in markdown(rulebook(new, found.resolved, found.examples))
    assert any(SAID[language] in cell for _, row in player_aid(new).rows for cell in row)
    assert any(SAID[language] in (each.after or "") for each in differences(old, new))
