"""Every pair of house rules and mechanics: a game that plays with its invariants, or refused as the documents say."""

import os
import sys
from pathlib import Path

import pytest

from splendor_dsl.play.chance import PLAYOUT, Stream, stream_key
from splendor_dsl.play.game import Game, game

CHECKOUT = Path(__file__).resolve().parents[2]
GENERATOR = CHECKOUT / "docs" / "generator"
if not GENERATOR.is_dir():
    pytest.skip("the documents are no part of a wheel", allow_module_level=True)
sys.path.append(str(GENERATOR))

from compositions import OTHER_GAME, PAGE, pairs, parts, reasons, row, together  # noqa: E402

GAMES = int(os.environ.get("GAMES", "3"))
SAMPLE = 30
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


def told(one: str, other: str) -> tuple[str, ...]:
    """Why the page says that they do not go together; none if it says nothing."""
    mine = next(
        line for line in PAGE.read_text("utf-8").splitlines() if line.startswith(f"| `{one}`")
    )
    cells = mine.split(" | ")[1].removesuffix(" |").split("; ")
    return tuple(
        cell.partition(": ")[2] for cell in cells if f"`{other}`" in cell.partition(": ")[0]
    )


def faults(one: str, other: str, games: int) -> list[str]:
    """What is wrong with a pair: refused for another reason than the page has, or not playing to the end."""
    refused = reasons(one, other)
    if refused:
        return [] if refused in {told(one, other), (OTHER_GAME,)} else list(refused)
    if told(one, other):
        return ["the page says that they do not go together"]
    model = together(one, other).model
    assert model is not None
    rules = game(model)
    return [fault for number in range(games) if (fault := play(rules, number))]


@pytest.mark.parametrize(("one", "other"), SOME)
def test_some_pairs(one: str, other: str) -> None:
    assert faults(one, other, 1) == []


@pytest.mark.compose
@pytest.mark.parametrize(("one", "other"), ALL)
def test_each_pair(one: str, other: str) -> None:
    assert faults(one, other, GAMES) == []


@pytest.mark.compose
@pytest.mark.parametrize("name", parts())
def test_the_page_says_what_is_refused(name: str) -> None:
    assert row(name) in PAGE.read_text("utf-8").splitlines()


def test_what_is_refused_is_told_on_the_page() -> None:
    line = next(
        line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| `sprint`")
    )
    assert reasons("long_game", "sprint") == ("both change `parameters.target`",)
    assert "`long_game`: both change `parameters.target`" in line
    assert reasons("marvel_nobles", "sprint") == (OTHER_GAME,)
