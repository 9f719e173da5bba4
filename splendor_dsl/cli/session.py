"""A game in progress at the terminal: people type moves, bots choose theirs, and all events are shown."""

import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from attrs import define, field
from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from splendor_dsl.bots.seated import BotError, SeatedBot
from splendor_dsl.cli.exit_status import Stop
from splendor_dsl.cli.line_editing import completed, edits_lines
from splendor_dsl.cli.opened_game import Opened
from splendor_dsl.cli.orders import ALLOWED_WHILE_PASSING, ORDERS, WITH_TEXT, Refused
from splendor_dsl.cli.output import console
from splendor_dsl.cli.problems import CannotWrite
from splendor_dsl.cli.records import needs_rules_option, write_record
from splendor_dsl.cli.seats import bot_failed
from splendor_dsl.cli.signals import Interruption
from splendor_dsl.match import HUMAN, Match
from splendor_dsl.messages import joined, phrased
from splendor_dsl.notation.moves import Move
from splendor_dsl.notation.notation import NotationError
from splendor_dsl.prose.pieces import counted, untied
from splendor_dsl.prose.words import Words
from splendor_dsl.records.replay import NotRecordedError
from splendor_dsl.report.orders import orders_in
from splendor_dsl.report.result import result_lines
from splendor_dsl.report.story import Story
from splendor_dsl.report.why import nearest_move
from splendor_dsl.spelling import nearest
from splendor_dsl.tabletop.page import Format, page
from splendor_dsl.tabletop.reader import TableReader
from splendor_dsl.tabletop.table import TableSeen

_SHORT: Final = 60
_WIDTH: Final = 119  # of the table at the prompt: one column, as lines scroll on
_HEIGHT: Final = 23
_LAST: Final = 40  # the events among which the last moves are
_MOVES: Final = 3


@define(kw_only=True)
class Session(Match):
    """One game at the terminal, its seats, and the events shown so far."""

    opened: Opened
    words: Words = field()
    screen: Console = field(factory=console)
    interruption: Interruption = field(factory=Interruption)
    reported: int = field()  # the number of events shown so far
    left: bool = False  # whether the person has left
    _first_event: int = field(init=False)
    _reported_to: dict[int, int] = field(factory=dict)  # to each person, up to the last turn
    # The seat, the turn and the number of moves at the last prompt: a new turn shows the table.
    _last_prompt: tuple[int | None, int, int] = (None, 0, 0)

    @words.default
    def _english(self) -> Words:
        return self.opened.words(None, self.seats.names)

    @reported.default
    def _before_play(self) -> int:
        """Return the number of events before play; the table shows their result, and `log` lists them."""
        events = self.state.log
        return next(
            (at for at, event in enumerate(events) if event.kind in {"phase", "round"}), len(events)
        )

    @_first_event.default
    def _first_reported(self) -> int:
        """Return the number of events before this session."""
        return self.reported

    # ---- the game ----------------------------------------------------------------------------
    def run(self) -> None:
        """Play to the end, or until the person leaves."""
        if self.seats.humans():
            seats = ", ".join(
                f"{name} ({self.words.say('human') if kind == HUMAN else kind})"
                for name, kind in zip(self.seats.names, self.seats.kinds, strict=True)
            )
            self.say(self.words.say("players: {seats}", seats=seats))
        while not self.left and self.goes_on:
            bot = self.bot
            if bot is None:
                self._ask()
            else:
                self.make(self._chosen(bot))
        self.report_events()
        if not self.left:
            self.finish()
            self._show_result()

    def _chosen(self, bot: SeatedBot) -> Move:
        """Return the move of a bot; any move, with a message, if it makes a mistake."""
        try:
            return bot.choose(self.state)
        except BotError as error:
            pattern = "{name} failed and makes a random move: {reason}"
            name = self.name(bot.seat)
            self.say(self.words.say(pattern, name=name, reason=error.reason))
            return self.state.moves[bot.stream.below(len(self.state.moves))]

    def end_bots(self) -> None:
        """Tell the bots that the game has ended, here or before its time."""
        for bot in self.bots.values():
            try:
                bot.end(self.state)
            except BotError as error:
                raise bot_failed(error, self.opened.extensions) from error

    def make(self, move: Move) -> None:
        """Make a move that can be taken back."""
        with self.interruption.deferred():
            super().make(move)
        if self.viewer is None and self.seats.humans() == ():
            self.report_events()

    def take_back(self) -> bool:
        """Go back to the last position in which a person decided; return False if there is none."""
        with self.interruption.deferred():
            if not super().take_back():
                return False
        most = self.state.log_length
        self.reported, self._last_prompt = min(self.reported, most), (None, 0, 0)
        self._first_event = min(self._first_event, most)  # recorded moves can be taken back too
        self._reported_to = {
            seat: min(reported, most) for seat, reported in self._reported_to.items()
        }
        return True

    # ---- asking ------------------------------------------------------------------------------
    def _ask(self) -> None:
        if self.must_pass() and not self._pass_keyboard():
            return
        seat = self.keyboard = self.state.to_move
        self.report_events()
        now = seat, self.state.turn, len(self._before)
        if now[:2] != self._last_prompt[:2]:
            self.show_table()
        if now != self._last_prompt:
            self.show_moves()
        self._last_prompt = now
        self._show_beside_prompt()
        text = self._read(f"{self.name(seat)}> ")
        for part in () if text is None else text.split(";"):
            if not part.strip():
                continue
            if self.must_pass():
                self.report_events()
                name = self.name(self.state.to_move)
                pattern = "the keyboard goes to {name} first, so {text} was left out"
                self.say(self.words.say(pattern, name=name, text=repr(part.strip())))
                break
            if not self._execute(part.strip()):
                break

    # ---- several people at one keyboard ------------------------------------------------------
    @property
    def is_passed(self) -> bool:
        """Return whether people take turns at the keyboard; a file or a pipe is never passed on."""
        return super().is_passed and self.screen.is_terminal and sys.stdin.isatty()

    def _pass_keyboard(self) -> bool:
        """Show the result of the move to the person who made it, then clear the screen for the next one."""
        self.report_events()
        seat = self.state.to_move
        name = self.name(seat)
        prompt = self.words.say("pass the keyboard to {name}, who presses Enter> ", name=name)
        text = self._read(prompt)
        if text is None:
            return False
        if text.strip():
            if text.split()[0].casefold() in orders_in(self.words, ALLOWED_WHILE_PASSING):
                self._execute(text.strip())
            else:
                pattern = "press Enter when {name} sits here; {orders} can be typed too"
                self.say(
                    self.words.say(pattern, name=name, orders=", ".join(ALLOWED_WHILE_PASSING))
                )
            return False
        if self.keyboard is not None:
            self._reported_to[self.keyboard] = self.reported
        self.reported = self._reported_to.get(seat or 0, self._first_event)
        self._clear()
        return True

    def _clear(self) -> None:
        """Clear the screen and what has scrolled off it."""
        if self.screen.is_dumb_terminal:
            self.screen.print("\n" * self.screen.height)
        else:
            self.screen.file.write("\x1b[H\x1b[2J\x1b[3J")

    def _read(self, prompt: str) -> str | None:
        """Return a line from the person; none at the end of input."""
        if edits_lines(self.screen):
            return self._read_edited(prompt)
        self.screen.file.write(prompt)
        self.screen.file.flush()
        if sys.stdin is not None and sys.stdin.isatty():
            self.interruption.wait_for(sys.stdin.fileno())
        try:
            return input()
        except EOFError:
            self.screen.print()
            self.left = True
        return None

    def _read_edited(self, prompt: str) -> str | None:
        """Return a line that can be edited, called back and completed while it is typed."""
        with completed(self._completions):
            try:
                return input(prompt)
            except EOFError:
                self.screen.print()
                self.left = True
        return None

    def _completions(self) -> Iterator[str]:
        """Yield all that can be typed now."""
        yield from map(self.words.move, self.state.moves)
        yield from orders_in(self.words, ORDERS)

    def _execute(self, text: str) -> bool:
        """Carry out what was typed; return False if the rest of the line should wait."""
        try:
            self._do(text)
        except Refused as refused:
            self.report_events()
            self.say(self.words.translate(refused.message))
            return False
        return not self.left

    def _do(self, text: str) -> None:
        word, *rest = text.split(maxsplit=1)
        named = orders_in(self.words, ORDERS).get(word.casefold(), "")
        order = None if self._is_move(text) else ORDERS.get(named)
        if order is None:
            self._play(text)
            return
        if rest and order not in WITH_TEXT:
            pattern = "expected nothing after {before}, found {found}"
            raise Refused(phrased(pattern, before=repr(word), found=repr(rest[0])))
        self.report_events()
        order(self, "".join(rest).strip())

    def _is_move(self, text: str) -> bool:
        """Return whether a text is a move of the game, which may begin like an order."""
        try:
            self.words.read(text)
        except NotationError:
            return False
        return True

    def _play(self, text: str) -> None:
        """Make a move given by its number or in notation."""
        if self.state.over or self.state.to_move in self.bots:
            pattern = "it is not your turn any more, so {text} was left out"
            raise Refused(phrased(pattern, text=repr(text)))
        self.make(self._move(text))
        self._play_bots()

    def _play_bots(self) -> None:
        """Let bots play up to a person's turn, for which the rest of a typed line is meant."""
        while (bot := self.bot) is not None:
            self.make(self._chosen(bot))

    def numbered(self, text: str) -> Move | None:
        """Return the move with a number in the list of moves; none if the text is no number."""
        if not (text.isascii() and text.isdigit()):
            return None
        moves, number = self.state.moves, int(text[:9])
        if not 1 <= number <= len(moves):
            pattern = "expected a number from {low} to {high}, found {found}"
            raise Refused(phrased(pattern, low=1, high=len(moves), found=text))
        return moves[number - 1]

    def _move(self, text: str) -> Move:
        chosen = self.numbered(text)
        if chosen is not None:
            return chosen
        try:
            move = self.words.read(text)
        except NotationError as error:
            raise Refused(self._unread(text, error)) from error
        if move not in self.state.moves:
            reasons = self.state.why_not(move)
            why = joined("{a}; {b}", [reason.message for reason in reasons])
            pattern = "{move} can't be made: {why}; nearest is '{near}'"
            raise Refused(phrased(pattern, move=move, why=why, near=nearest_move(reasons)))
        return move

    def _unread(self, text: str, error: NotationError) -> str:
        near = nearest(text.split(maxsplit=1)[0].casefold(), ORDERS)
        message = error.message
        if error.near is None and len(text) <= _SHORT:
            message = phrased("expected a move or an order, found {found}", found=repr(text))
        if error.meant is not None:
            return phrased("{said}; did you mean '{near}'?", said=message, near=error.meant)
        if near:
            return phrased("{said}; did you mean the order '{near}'?", said=message, near=near)
        return phrased("{said}; help shows them all", said=message)

    # ---- showing -----------------------------------------------------------------------------
    def say(self, text: str) -> None:
        """Print a line on the screen."""
        self.screen.print(Text(text), soft_wrap=True)

    def report_events(self, *, everything: bool = False) -> None:
        """Print the events since the last report."""
        events = self.state.log_for(self.viewer, since=0 if everything else self.reported)
        story = Story(names=self.seats.names, words=self.words)
        for line in story.lines(events):
            self.say(line)
        self.reported = self.state.log_length

    def show_table(self) -> None:
        """Print the table as the player to move sees it, without the hands of others."""
        self.screen.print()
        width = min(self.screen.width, _WIDTH)
        lines = page(self.words, self._table(), Format(width, _HEIGHT)).lines
        last = max((at for at, line in enumerate(lines) if line.plain.strip()), default=-1)
        for line in lines[: last + 1]:
            line.rstrip()
            self.screen.print(line, no_wrap=True, overflow="ignore", crop=False)
        self.screen.print()

    def _table(self) -> TableSeen:
        seat = self.state.to_move
        view = self.state.view(seat if seat not in self.bots else self.viewer)
        reader = TableReader(table=self.state.for_players, words=self.words)
        return reader.read(view, moves=self.state.moves)

    def _show_beside_prompt(self) -> None:
        """Print the last moves of the others, and what lies in the piles that belong to nobody."""
        events = self.state.log_for(self.viewer, since=max(0, self.state.log_length - _LAST))
        story = Story(names=self.seats.names, words=self.words)
        made = [each for each in events if each.kind == "decided"][-_MOVES:]
        if made:
            self.say(" · ".join(story.lines(made)))
        for pile in self._table().piles:
            if pile.amounts is not None and pile.total:
                held = zip(self.words.model.token_names(), pile.amounts, strict=True)
                self.say(f"{pile.name}: {untied(counted(self.words, dict(held)))}")

    def show_moves(self) -> None:
        """Print the moves with their numbers."""
        written = map(self.words.move, self.state.moves)
        moves = [Text(f"{number:3} {move}") for number, move in enumerate(written, 1)]
        self.screen.print(Columns(moves, padding=(0, 3), column_first=True))

    def _show_result(self) -> None:
        self.show_table()
        for line in result_lines(self.words, self.state):
            self.say(line)

    # ---- records -----------------------------------------------------------------------------
    def write_promised(self, path: Path) -> None:
        """Write the promised record, however the game ends; report it if the terminal is still there."""
        with self.interruption.deferred():
            self.write(path)
        with suppress(OSError):  # the terminal has gone, or the reader has closed the pipe
            self._report_written(path)
            self.screen.file.flush()

    def save(self, path: Path) -> None:
        """Write the record, and say where; raise Stop if that fails."""
        self.write(path)
        self._report_written(path)

    def write(self, path: Path) -> None:
        """Write the record; raise Stop if that fails."""
        try:
            problems = write_record(path, self.opened, self.state, self.seats.kinds)
        except NotRecordedError as error:
            problems = (CannotWrite(file=str(path), reason=str(error)),)
        if problems:
            raise Stop(problems)

    def _report_written(self, path: Path) -> None:
        self.say(self.words.say("recorded in {file}", file=path))
        if needs_rules_option(path, self.opened.name):
            self.say(
                self.words.say("its rules lie elsewhere: --rules {rules}", rules=self.opened.name)
            )
