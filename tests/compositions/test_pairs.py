"""Every pair of house rules and mechanics: a game that plays with its invariants, or refused as the documents say."""

import os
import sys
from pathlib import Path

import pytest

from splendor_dsl.chance import PLAYOUT, Stream, stream_key
from splendor_dsl.composition import compose
from splendor_dsl.examples.runner import run_examples
from splendor_dsl.game.game import Game, game
from splendor_dsl.pipeline import load_source
from splendor_dsl.semantics.problems import TwoGames
from splendor_dsl.source import source_from_text

CHECKOUT = Path(__file__).resolve().parents[2]
GENERATOR = CHECKOUT / "docs" / "generator"
if not GENERATOR.is_dir():
    pytest.skip("the documents are no part of a wheel", allow_module_level=True)
sys.path.append(str(GENERATOR))

from compositions import (  # noqa: E402  # its folder is known by now
    EDITIONS,
    PAGE,
    names_on_page,
    pairs,
    part_of_page,
    parts,
    reasons,
    row,
    together,
)

GAMES = int(os.environ.get("GAMES", "3"))
FEW = 10  # games that are played sooner than Python is written for them
SAMPLE = 12
MOST_TURNS = 1000
ALL = list(pairs())
SOME = ALL[7 :: len(ALL) // SAMPLE]


def play(rules: Game, number: int) -> str | None:
    """A random game; what is wrong with it comes back."""
    players = rules.players[number % len(rules.players)]
    stream = Stream(stream_key(5, number, PLAYOUT))
    state = rules.start(players, seed=5, game=number, logging=False)
    while not state.over and state.turn <= MOST_TURNS:
        moves = state.moves
        state.advance(moves[stream.below(len(moves))])
        broken = state.broken_invariants()
        if broken:
            return f"{', '.join(broken)} broken in game {number} of {players} at turn {state.turn}"
    return None if state.over else f"game {number} of {players} does not end"


def told(edition: str, one: str, other: str) -> tuple[str, ...]:
    """Why the page says that they do not go together; none if it says nothing."""
    lines = part_of_page(edition).splitlines()
    mine = next(line for line in lines if line.startswith(f"| `{one}`"))
    cells = mine.split(" | ")[1].removesuffix(" |").split("; ")
    return tuple(
        cell.partition(": ")[2] for cell in cells if f"`{other}`" in cell.partition(": ")[0]
    )


def faults(edition: str, one: str, other: str, games: int) -> list[str]:
    """Return the fault of a pair: refused for another reason than the page has, or not playing to the end."""
    refused = reasons(edition, one, other)
    if refused:
        return [] if refused == told(edition, one, other) else list(refused)
    if told(edition, one, other):
        return ["the page says that they do not go together"]
    model = together(edition, one, other).model
    assert model is not None
    rules = game(model, backend="python" if games > FEW else "interpreter")
    return [fault for number in range(games) if (fault := play(rules, number))]


@pytest.mark.parametrize(("edition", "one", "other"), SOME)
def test_some_pairs(edition: str, one: str, other: str) -> None:
    assert faults(edition, one, other, 1) == []


@pytest.mark.compose
@pytest.mark.parametrize(("edition", "one", "other"), ALL)
def test_each_pair(edition: str, one: str, other: str) -> None:
    assert faults(edition, one, other, GAMES) == []


@pytest.mark.compose
@pytest.mark.parametrize(
    ("edition", "name"), [(each, name) for each in EDITIONS for name in names_on_page(each)]
)
def test_the_page_says_what_is_refused(edition: str, name: str) -> None:
    assert row(edition, name) in PAGE.read_text("utf-8").splitlines()


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_page_has_a_line_for_each_rule(edition: str) -> None:
    assert names_on_page(edition) == list(parts(edition))


def test_what_is_refused_is_told_on_the_page() -> None:
    for edition in EDITIONS:
        both = "both change `parameters.target`"
        assert (
            reasons(edition, "long_game", "sprint")
            == told(edition, "long_game", "sprint")
            == (both,)
        )


def test_rules_of_two_games_are_refused() -> None:
    (problem,) = compose([parts("marvel")["marvel_nobles"], parts("classic")["sprint"]]).problems
    assert isinstance(problem, TwoGames)


def test_house_rules_of_one_edition_stand_on_the_other() -> None:
    assert {"hand_of_four", "marvel_nobles", "sprint", "turn_limit"} <= parts("marvel").keys()
    assert len(parts("marvel")) >= 14
    assert "fourth_level" not in parts("marvel")


def test_a_noble_that_was_promised_may_be_declined() -> None:
    text = """splendor rules 2

variant both "Both" extends noble_declined, noble_draft

example declined {
  given promised of Ann: white_blue
  given bought of Ann: 4 cards where (bonus covers 1 white and level = 1),
      4 cards where (bonus covers 1 blue and level = 1)
  when Ann plays "take white green red"
  then Ann can play "noble promised-1"
  when Ann plays "no noble"
  then nobles in promised of Ann = 1 and nobles in patrons of Ann = 0
}
"""
    loaded = load_source(source_from_text("both.rules", text), bases=parts("classic"))
    assert loaded.model is not None
    (ran,) = run_examples(game(loaded.model), loaded.examples)
    assert ran.problem is None, ran.problem.message()
