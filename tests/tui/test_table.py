"""The table besides making moves: hints, undo, the past, the hand-over, bots that fail, and its speed."""

import time
from typing import Any

import pytest
from attrs import define
from report.games import played
from textual.pilot import Pilot
from textual.widgets import Input
from tui.tables import app, drive, press, settled

from splendor_dsl.bots.seated import SeatedBot
from splendor_dsl.chance import Stream
from splendor_dsl.match import HUMAN
from splendor_dsl.tabletop.sheet import PieceSpot, TokenSpot
from splendor_dsl.tui.windows import CoverWindow, ListWindow, TextWindow

TAKE = ["slash", *"take white blue green", "enter"]


async def type_line(pilot: Pilot[None], text: str) -> None:
    await press(pilot, "escape", "slash", *text, "enter")
    await settled(pilot)


def test_tokens_are_built_up_taken_back_and_sent() -> None:
    async def play(pilot: Pilot[None]) -> None:
        table.board.point_at(TokenSpot("supply", None, "white"))
        await press(pilot, "enter", "enter")
        assert table._status() == "Hania: white, white: s sends take 2 white"
        await press(pilot, "enter")  # a third one is refused
        assert len(table.picked) == 2
        await press(pilot, "backspace", "right", "enter")
        assert table._status() == "Hania: white, blue: 1 more"
        await press(pilot, "s")
        assert not table.match.state.played
        await press(pilot, "right", "enter", "s")
        await settled(pilot)

    table = app()
    drive(table, play)
    assert str(table.match.state.played[0]) == "take white blue green"


def test_an_illegal_wish_is_answered_by_its_reason() -> None:
    told: list[str] = []

    async def play(pilot: Pilot[None]) -> None:
        await type_line(pilot, "buy 3-1")
        await type_line(pilot, "take white white")
        await type_line(pilot, "tke white blue green")

    table = app()
    table.tell = lambda text, **_: told.append(text)  # type: ignore[method-assign]
    drive(table, play)
    assert "cannot pay" in told[0] and "nearest: reserve 3-1" in told[0]
    assert len(told) == 3
    assert "did you mean 'take white blue green'?" in told[2]
    assert not table.match.state.played


def test_a_hint_shows_three_moves_and_makes_the_chosen_one() -> None:
    async def play(pilot: Pilot[None]) -> None:
        await press(pilot, "h")
        await settled(pilot)
        assert isinstance(table.screen, ListWindow)
        assert len(table.screen._choices) == 3
        await press(pilot, "enter")
        await settled(pilot)

    table = app()
    drive(table, play)
    assert len(table.match.state.played) >= 2


def test_undo_goes_back_to_the_last_decision_of_the_person() -> None:
    async def play(pilot: Pilot[None]) -> None:
        start = table.match.state.hash
        await type_line(pilot, "take white blue green")
        assert len(table.match.state.played) == 2
        await type_line(pilot, "undo")
        assert table.match.state.hash == start
        assert table.match.bot is None

    table = app()
    drive(table, play)


def test_earlier_positions_are_shown_and_the_present_comes_back() -> None:
    async def play(pilot: Pilot[None]) -> None:
        lines = [[line.plain for line in table.board.page.lines]]
        await type_line(pilot, "take white blue green")
        await press(pilot, "escape")
        now = [line.plain for line in table.board.page.lines]
        await press(pilot, "b", "b")
        assert table.past.at == 0
        assert table.shown.hash != table.match.state.hash
        assert [line.plain for line in table.board.page.lines][:10] == lines[0][:10]
        await press(pilot, "f", "f")
        assert table.past.at is None
        assert [line.plain for line in table.board.page.lines] == now

    table = app()
    drive(table, play)


def test_what_is_hidden_is_covered_until_the_next_person_sits_there() -> None:
    async def play(pilot: Pilot[None]) -> None:
        await press(pilot, "enter") if isinstance(table.screen, CoverWindow) else None
        await type_line(pilot, "reserve deck-1")
        assert isinstance(table.screen, CoverWindow)
        await press(pilot, "enter")
        await settled(pilot)
        assert table.match.viewer == 1
        shown = "\n".join(line.plain for line in table.board.page.lines)
        assert "hand-1@1 ?" in shown
        await type_line(pilot, "take white blue green")
        assert isinstance(table.screen, CoverWindow)
        await press(pilot, "enter")
        shown = "\n".join(line.plain for line in table.board.page.lines)
        assert table.match.viewer == 0
        assert "hand-1 l1" in shown

    table = app("classic", (HUMAN, HUMAN))
    drive(table, play)


@define
class Sleeper:
    """A bot that computes for a while, then chooses the first move; or fails."""

    seconds: float = 0.0

    def choose(self, view: Any, moves: Any, stream: Stream) -> Any:
        end = time.perf_counter() + self.seconds
        while time.perf_counter() < end:
            sum(range(1000))
        if not self.seconds:
            message = "no idea"
            raise ValueError(message)
        return moves[0]


def with_bot(bot: Sleeper) -> Any:
    table = app()
    table.match.bots = {1: SeatedBot(name="sleeper", seat=1, player=bot, stream=Stream(5))}
    return table


def test_a_bot_that_fails_is_replaced_for_that_move() -> None:
    told: list[str] = []

    async def play(pilot: Pilot[None]) -> None:
        await type_line(pilot, "take white blue green")

    table = with_bot(Sleeper())
    table.tell = lambda text, **_: told.append(text)
    drive(table, play)
    assert len(table.match.state.played) == 2
    assert "could not choose" in told[0] and "no idea" in told[0]


def test_a_key_is_answered_at_once_while_a_bot_thinks() -> None:
    took: list[float] = []

    async def play(pilot: Pilot[None]) -> None:
        await press(pilot, "slash", *"take white blue green", "enter", "escape")
        assert table.match.bot is not None
        for key in ("right", "down", "left", "up") * 5:
            start = time.perf_counter()
            before = table.board.cursor
            await press(pilot, key)
            took.append(time.perf_counter() - start)
            assert table.board.cursor != before
        assert table.match.bot is not None, "the bot was to think all the while"
        await settled(pilot)

    table = with_bot(Sleeper(seconds=3.0))
    drive(table, play)
    assert len(table.match.state.played) == 2
    assert sorted(took)[int(len(took) * 0.9)] < 0.1


def test_undo_while_a_bot_thinks_forgets_its_choice() -> None:
    async def play(pilot: Pilot[None]) -> None:
        await press(pilot, *TAKE, "escape", "u")
        await settled(pilot)
        assert not table.match.state.played
        await settled(pilot)

    table = with_bot(Sleeper(seconds=0.4))
    drive(table, play)
    assert not table.match.state.played


class Counting(Sleeper):
    """A bot that draws, and counts how many of its thoughts there are at once."""

    now = most = stopped = 0

    def choose(self, view: Any, moves: Any, stream: Any) -> Any:
        Counting.now += 1
        Counting.most = max(Counting.most, Counting.now)
        stream.below(7)
        try:
            return super().choose(view, moves, stream)
        finally:
            Counting.now -= 1

    def stop(self) -> None:
        Counting.stopped += 1


def test_a_bot_thinks_one_thought_at_a_time_and_draws_for_that_alone() -> None:
    async def play(pilot: Pilot[None]) -> None:
        for _ in range(3):
            await press(pilot, *TAKE, "escape", "u")
        await press(pilot, *TAKE, "escape")
        await settled(pilot)

    table = with_bot(Counting(seconds=0.2))
    drive(table, play)
    assert len(table.match.state.played) == 2
    assert Counting.most == 1
    assert Counting.stopped == 3
    assert table.match.bots[1].stream.drawn == 1


@pytest.mark.parametrize(
    ("language", "undo", "why"), [("pl", "cofnij", "dlaczego"), ("es", "deshacer", "porqué")]
)
def test_orders_and_moves_are_typed_in_a_language(language: str, undo: str, why: str) -> None:
    async def play(pilot: Pilot[None]) -> None:
        move = table.words.move(table.moves[0])
        await type_line(pilot, move)
        assert len(table.match.state.played) == 2
        await type_line(pilot, undo)
        assert not table.match.state.played
        await type_line(pilot, f"{why} {move}")
        assert isinstance(table.screen, TextWindow)

    table = app(language=language)
    drive(table, play)


def test_what_is_typed_is_completed() -> None:
    async def play(pilot: Pilot[None]) -> None:
        await press(pilot, "slash", *"take white blue g")
        await settled(pilot)
        await press(pilot, "right")
        assert table.query_one(Input).value == "take white blue green"

    table = app()
    drive(table, play)


def test_help_has_the_rules_of_what_is_under_the_cursor() -> None:
    async def play(pilot: Pilot[None]) -> None:
        table.board.point_at(
            PieceSpot(
                next(
                    s.target.place
                    for s in table.board.page.spots
                    if isinstance(s.target, PieceSpot) and s.target.place.zone == "court"
                )
            )
        )
        await press(pilot, "question_mark")
        assert isinstance(table.screen, TextWindow)
        text = "\n".join(table.screen._lines)
        assert "noble" in text and "arrows: move the cursor" in text

    table = app()
    drive(table, play)


def test_several_tables_stand_in_one_program() -> None:
    async def other(pilot: Pilot[None]) -> None:
        await type_line(pilot, "take red green black")

    async def play(pilot: Pilot[None]) -> None:
        await type_line(pilot, "take white blue green")

    one, two = drive(app(), play), drive(app(), other)
    assert one.match.state.played[0] != two.match.state.played[0]
    assert played("classic").players == range(2, 5)
