"""Apps for tests, at the table of a bundled game."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from report.games import NAMES, played, words
from textual import events
from textual.pilot import Pilot

from splendor_dsl.bots.plugin import splendor_bots
from splendor_dsl.bots.seated import seat_bot
from splendor_dsl.game.state import State
from splendor_dsl.match import HUMAN, Match, Seats
from splendor_dsl.prose.words import Words
from splendor_dsl.tui.app import TableApp

BOTS = {bot.name: bot for bot in splendor_bots()}
SMALL, LARGE = (80, 24), (160, 50)


def app(
    name: str = "classic",
    kinds: Sequence[str] = (HUMAN, "greedy"),
    *,
    language: str = "en",
    state: State | None = None,
    moves: Sequence[str] = (),
    **settings: int,
) -> TableApp:
    """An app at the beginning of a game, or in a position."""
    made = played(name, **settings)
    if state is None:
        state = made.start(len(kinds), seed=7, names=NAMES[: len(kinds)])
    for move in moves:
        state.push(move)
    spoken = words(name, language)
    named = Words(
        rules=spoken.rules, language=language, names=spoken.names, players=NAMES[: len(kinds)]
    )
    seats = Seats(kinds=tuple(kinds), names=NAMES[: len(kinds)])
    bots = {
        seat: seat_bot(BOTS[kind], made, seat, seed=3)
        for seat, kind in enumerate(kinds)
        if kind != HUMAN
    }
    return TableApp(Match(state=state, seats=seats, bots=bots), made, named)


def drive(
    table: TableApp,
    play: Callable[[Pilot[None]], Awaitable[None]],
    size: tuple[int, int] = SMALL,
    *,
    messages: bool = False,
) -> TableApp:
    """Run an app and what a person does at it."""

    async def run() -> None:
        async with table.run_test(size=size, notifications=messages) as pilot:
            without_pauses(pilot)
            await play(pilot)

    asyncio.run(run())
    return table


def without_pauses(pilot: Pilot[None]) -> None:
    """Let a pilot wait for what the app has to do, and no longer."""

    async def pause(_delay: float | None = None) -> None:
        await pilot._wait_for_screen()
        await asyncio.sleep(0)

    pilot.pause = pause  # type: ignore[method-assign]


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys one after the other, without the pauses for animations that a pilot makes."""
    for key in keys:
        char = {"minus": "-", "slash": "/"}.get(key, key if len(key) == 1 else None)
        event = events.Key(key, char)
        event.set_sender(pilot.app)
        assert pilot.app._driver is not None
        pilot.app._driver.process_message(event)
        await handled(pilot)


async def handled(pilot: Pilot[None]) -> None:
    """Wait until what has come is handled, with all that follows from it."""
    for _ in range(3):
        await pilot._wait_for_screen()
        await asyncio.sleep(0)


async def settled(pilot: Pilot[None]) -> None:
    """Wait until no bot thinks."""
    for _ in range(2):
        await pilot._wait_for_screen()
        await pilot.app.workers.wait_for_complete()
        await asyncio.sleep(0)
        await pilot._wait_for_screen()
