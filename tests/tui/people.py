"""People at a table: one who uses keys alone, one with a mouse alone, and one who types."""

from collections import deque

from attrs import define
from textual.pilot import Pilot
from textual.widgets import OptionList
from textual.widgets._footer import FooterKey
from tui.tables import press, settled

from splendor_dsl.notation.moves import Move, Place
from splendor_dsl.tabletop.sheet import PieceSpot, Target, TokenSpot
from splendor_dsl.tui.app import TableApp
from splendor_dsl.tui.board import Board, neighbour
from splendor_dsl.tui.windows import ListWindow, TextWindow

STEPS = {"right": (1, 0), "left": (-1, 0), "up": (0, -1), "down": (0, 1)}


def wanted(app: TableApp) -> Move:
    """The move that a person makes: one that costs something if there is one, or else the first."""
    buying = {path for path, effect in app.reader.plan.effects.items() if effect.purchase}
    return next((move for move in app.moves if move.path in buying), app.moves[0])


@define
class Person:
    """A person at an app; how it is handled is up to each kind of person."""

    pilot: Pilot[None]

    @property
    def app(self) -> TableApp:
        app = self.pilot.app
        assert isinstance(app, TableApp)
        return app

    @property
    def board(self) -> Board:
        return self.app.board

    async def play(self, most: int = 400) -> int:
        """Play to the end of the game; return the number of moves made."""
        made = 0
        await settled(self.pilot)
        while self.app.match.goes_on and made < most:
            before = len(self.app.match.state.played)
            await self.move(wanted(self.app))
            await settled(self.pilot)
            assert len(self.app.match.state.played) > before, (
                self.app._status(),
                self.app.picked,
                self.app.match.state.moves,
            )
            made += 1
        assert isinstance(self.app.screen, TextWindow)
        return made

    async def move(self, move: Move) -> None:
        """Make a move: in a list that is open, or by what it names on the board."""
        if isinstance(self.app.screen, ListWindow):
            await self.choose(move)
            return
        places = [arg for arg in move.args if isinstance(arg, Place)]
        if places:
            await self.point(PieceSpot(places[0]))
            await settled(self.pilot)
            await self.choose(move)
            return
        choosing = self.app.choosing
        picks = [*choosing.tokens_of(move).elements()]
        if choosing.is_return:
            back = {str(each.args[0]) for each in self.app.moves}
            own = [token for token in choosing._own_tokens().elements() if token in back]
            picks = own[: choosing.returns]
        for token in picks:
            spot = self.app.choosing.spot_of(token)
            assert spot is not None
            await self.point(spot)
        await (self.press("s") if picks else self.list_all(move))

    async def list_all(self, move: Move) -> None:
        await self.press("m")
        await settled(self.pilot)
        await self.choose(move)

    async def choose(self, move: Move) -> None:
        """Choose a move in a list."""
        screen = self.app.screen
        assert isinstance(screen, ListWindow), screen
        values = [choice.value for choice in screen._choices]
        await self.line(values.index(move))

    async def point(self, target: Target) -> None:
        raise NotImplementedError

    async def line(self, at: int) -> None:
        raise NotImplementedError

    async def press(self, key: str) -> None:
        raise NotImplementedError


class ByKeys(Person):
    async def point(self, target: Target) -> None:
        await press(self.pilot, *path(self.board, target), "enter")
        await settled(self.pilot)

    async def line(self, at: int) -> None:
        options = self.app.screen.query_one(OptionList)
        while options.highlighted != at:
            await press(self.pilot, "down")
        await press(self.pilot, "enter")

    async def press(self, key: str) -> None:
        await press(self.pilot, key)


class ByMouse(Person):
    async def point(self, target: Target) -> None:
        spot = self.board.page.spot(target)
        assert spot is not None, target
        if spot.y >= self.board.size.height + self.board.scroll_y:
            self.board.scroll_end(animate=False)  # as the wheel does
            await settled(self.pilot)
        y = spot.y - round(self.board.scroll_y)
        assert await self.pilot.click(self.board, offset=(spot.x + 1, y))
        await settled(self.pilot)

    async def line(self, at: int) -> None:
        options = self.app.screen.query_one(OptionList)
        options.highlighted = at  # the wheel scrolls to it
        await settled(self.pilot)
        y = options._index_to_line[at] - round(options.scroll_y)
        assert await self.pilot.click(options, offset=(2, y))

    async def press(self, key: str) -> None:
        await settled(self.pilot)
        keys = {each.key: each for each in self.app.query(FooterKey)}
        assert await self.pilot.click(keys[key]), [*self.app._notifications]


class ByTyping(Person):
    async def move(self, move: Move) -> None:
        text = self.app.words.move(move)
        if isinstance(self.app.screen, ListWindow):
            await press(self.pilot, "escape")
        await press(self.pilot, "slash")
        await press(self.pilot, *(KEYS.get(letter, letter) for letter in text), "enter")


KEYS = {"-": "minus"}


def path(board: Board, target: Target) -> list[str]:
    """The keys that lead the cursor to a thing."""
    start = board.page.spot(board.cursor)
    assert start is not None
    waiting, seen = deque([(start, list[str]())]), {start}
    while waiting:
        here, keys = waiting.popleft()
        if here.target == target:
            return keys
        for key, (across, down) in STEPS.items():
            after = neighbour(board.page, here, across, down)
            if after is not None and after not in seen:
                seen.add(after)
                waiting.append((after, [*keys, key]))
    message = f"no keys lead to {target}"
    raise AssertionError(message)


def spots(app: TableApp) -> set[Target]:
    return {spot.target for spot in app.board.page.spots}


__all__ = ["ByKeys", "ByMouse", "ByTyping", "Person", "TokenSpot", "path", "spots", "wanted"]
