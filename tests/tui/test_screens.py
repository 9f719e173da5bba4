"""The screens as pictures: both editions, each kind of decision, the windows, the languages, the end.

A picture that differs is shown by `pytest --snapshot-update` and a look at the SVG under `__snapshots__`.
"""

import asyncio
import re
from collections.abc import Sequence

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from tabletop.played import positions
from textual.pilot import Pilot
from textual.widgets import Input
from textual.widgets._footer import FooterKey
from tui.tables import LARGE, SMALL, app, drive, press, settled

from splendor_dsl.game.state import State
from splendor_dsl.match import HUMAN
from splendor_dsl.tui.app import TableApp

SIZES = {"small": SMALL, "large": LARGE}


class Pictures(SingleFileSnapshotExtension):
    """One SVG file for each picture."""

    file_extension = "svg"
    _write_mode = WriteMode.TEXT


@pytest.fixture
def pictures(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    return snapshot.use_extension(Pictures)


def picture(table: TableApp, keys: Sequence[str] = (), size: tuple[int, int] = SMALL) -> str:
    """The screen after some keys, without what differs from run to run or says nothing."""
    found = []

    async def play(pilot: Pilot[None]) -> None:
        await settled(pilot)
        for key in keys:
            await press(pilot, key)
            await settled(pilot)
        await keys_are_shown(table)
        found.append(await at_rest(pilot))

    drive(table, play, size, messages=True)
    return found[0]


async def at_rest(pilot: Pilot[None]) -> str:
    """The screen once it looks the same for a while."""
    before, same = "", 0
    while same < 2:
        await settled(pilot)
        await asyncio.sleep(0.02)
        now = stable(pilot.app.export_screenshot(simplify=True))
        same = same + 1 if now == before else 0
        before = now
    return before


async def keys_are_shown(table: TableApp) -> None:
    """Wait for the line of keys, which comes a little later; a line that is typed, or a window, leaves it empty."""
    for _ in range(200):
        typed = isinstance(table.focused, Input)
        if typed or len(table.screen_stack) > 1 or table.query(FooterKey):
            return
        await asyncio.sleep(0.01)
    raise AssertionError


def stable(svg: str) -> str:
    """An SVG without the names of its fonts on other machines, and with one name for all of its parts."""
    svg = re.sub(r"@font-face \{.*?\}\n?", "", svg, flags=re.DOTALL)
    svg = re.sub(r"terminal-[0-9]+", "terminal", svg)
    return re.sub(r"[ \t]+$", "", svg, flags=re.MULTILINE)


def after(name: str, players: int, moves: int) -> State:
    """A position in which the first player is to move."""
    *_, last = (state for state in positions(name, players, 4, moves) if state.to_move == 0)
    return last


def in_play(name: str, players: int = 2, moves: int = 40, language: str = "en") -> TableApp:
    kinds = (HUMAN, *["greedy"] * (players - 1))
    return app(name, kinds, state=after(name, players, moves), language=language)


def deciding(name: str, kind: str) -> TableApp:
    """A table at a decision of a kind."""
    found = (
        state
        for seed in range(20)
        for state in positions(name, 2, seed, 120)
        if state.to_move == 0 and not state.over and state.moves[0].kind == kind
    )
    return app(name, (HUMAN, "greedy"), state=next(found))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", ["classic", "marvel"])
def test_a_game_under_way(name: str, players: int, size: str, pictures: SnapshotAssertion) -> None:
    assert picture(in_play(name, players, 30 * players), size=SIZES[size]) == pictures


@pytest.mark.parametrize("language", ["pl", "es"])
def test_a_game_in_another_language(language: str, pictures: SnapshotAssertion) -> None:
    assert picture(in_play("marvel", language=language), ["question_mark"]) == pictures


KEYS = {
    "piece": ["enter"],
    "help": ["question_mark"],
    "hint": ["h"],
    "moves": ["m"],
    "log": ["l"],
    "quit": ["q"],
    "earlier": ["b", "b", "b"],
    "typed": ["slash", *"take r"],
    "refused": ["slash", *"take 3 red", "enter"],
    "light": ["d"],
}


@pytest.mark.parametrize("window", KEYS)
def test_a_window(window: str, pictures: SnapshotAssertion) -> None:
    assert picture(in_play("classic"), KEYS[window]) == pictures


DECISIONS = {"return": "classic", "pay": "classic", "choice": "house/chosen_bonus"}


@pytest.mark.parametrize("kind", DECISIONS)
def test_a_decision_within_a_turn(kind: str, pictures: SnapshotAssertion) -> None:
    assert picture(deciding(DECISIONS[kind], kind)) == pictures


def test_picked_tokens_say_what_they_still_need(pictures: SnapshotAssertion) -> None:
    table = app("classic")
    down = ["down"] * 4
    assert picture(table, [*down, "enter", "right", "enter"]) == pictures


def test_the_keyboard_is_passed_on(pictures: SnapshotAssertion) -> None:
    table = app("classic", (HUMAN, HUMAN))
    keys = ["slash", *"reserve deck-1", "enter", "enter", "slash", *"reserve 2-1", "enter"]
    assert picture(table, keys) == pictures


def test_the_end(pictures: SnapshotAssertion) -> None:
    state = next(state for state in positions("classic", 2, 4, 500) if state.over)
    assert picture(app("classic", state=state)) == pictures


def test_a_picture_without_colours(
    pictures: SnapshotAssertion, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    svg = picture(in_play("classic"))
    colours = {colour.lower() for colour in re.findall(r"#[0-9a-fA-F]{6}", svg)}
    shades = {colour for colour in colours if colour[1:3] == colour[3:5] == colour[5:7]}
    of_the_frame = {"#ff5f57", "#febc2e", "#28c840", "#c5c8c6"}
    assert colours - shades <= of_the_frame
    assert svg == pictures
