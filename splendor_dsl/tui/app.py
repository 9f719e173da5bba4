"""The application: a match on a full screen, with all that people can do at it."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from copy import copy
from functools import cached_property
from typing import Any, ClassVar, Final

from attrs import evolve
from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.suggester import Suggester
from textual.widgets import Footer, Input, Static

from splendor_dsl.bots.planner import Planner
from splendor_dsl.bots.seated import BotError, SeatedBot
from splendor_dsl.explain.why import Reason
from splendor_dsl.game.game import Game
from splendor_dsl.game.state import State
from splendor_dsl.match import Match
from splendor_dsl.messages import phrased
from splendor_dsl.notation.moves import Move, Place
from splendor_dsl.notation.notation import NotationError
from splendor_dsl.prose.clauses import by_path
from splendor_dsl.prose.words import Words
from splendor_dsl.report.orders import orders_in
from splendor_dsl.report.result import result_lines
from splendor_dsl.report.story import Story
from splendor_dsl.report.why import nearest_move, why_lines
from splendor_dsl.tabletop.reader import TableReader
from splendor_dsl.tabletop.sheet import PieceSpot, PlayerSpot, TokenSpot
from splendor_dsl.tabletop.table import TableSeen
from splendor_dsl.tui.board import Board
from splendor_dsl.tui.choosing import Choosing, Wish
from splendor_dsl.tui.hints import Hint, hints
from splendor_dsl.tui.past import Past
from splendor_dsl.tui.subjects import piece_at, subject_lines
from splendor_dsl.tui.windows import Choice, CoverWindow, ListWindow, TextWindow

EVENTS: Final = 60  # the last ones that a page may show
ENDING: Final = ("SIGINT", "SIGTERM", "SIGHUP")
# The orders that can be typed, each with the action that carries it out.
ORDERS: Final = {
    "hint": "hint",
    "undo": "undo",
    "why": "why",
    "moves": "moves",
    "log": "log",
    "help": "keys",
    "save": "save",
    "quit": "leave",
}
Save = Callable[[str], str]


class Completion(Suggester):
    """Completes what is typed to the first move or order that begins like it."""

    def __init__(self, texts: Callable[[], Iterable[str]]) -> None:
        super().__init__(use_cache=False, case_sensitive=False)
        self._texts = texts

    async def get_suggestion(self, value: str) -> str | None:
        """Return the whole text."""
        if not value.strip():
            return None
        return next((text for text in self._texts() if text.casefold().startswith(value)), None)


class TableApp(App[None]):
    """A match on a full screen. `save` writes a record to a file and returns the line that says so."""

    CSS_PATH = "table.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        # Before all others, so that what follows at once is typed into the line.
        Binding("slash,colon", "type", show=False, priority=True),
        Binding("escape", "clear", show=False, priority=False),
        Binding("backspace", "unpick", show=False),
        Binding("ctrl+c,ctrl+q", "leave", show=False, priority=True),
    ]

    def __init__(self, match: Match, game: Game, words: Words, *, save: Save | None = None) -> None:
        super().__init__()
        self.match, self.words, self.save = match, words, save
        self.reader = TableReader(table=match.state.for_players, words=words)
        self.past = Past(game)
        self.planner = Planner(game)
        self.picked: list[TokenSpot] = []
        self._turn_began = match.state.log_length  # the events before the person sat down
        self._thought = threading.Lock()
        self.thinking = 0  # the number of the thought under way; an older one is out of date
        self._bind_keys()

    def _bind_keys(self) -> None:
        """Bind the keys that the last line shows, in the words of the language."""
        words = self.words
        for keys, action, description in (
            ("question_mark", "keys", words.say("help")),
            ("s", "send", words.say("send")),
            ("h", "hint", words.say("hint")),
            ("u", "undo", words.say("undo")),
            ("m", "moves", words.say("moves")),
            ("q", "leave", words.say("quit")),
            ("l", "log", words.say("log")),
            ("w", "why", words.say("why")),
            ("b,left_square_bracket", "earlier", words.say("back")),
            ("f,right_square_bracket", "later", words.say("forward")),
            ("d", "shade", words.say("light or dark")),
        ):
            self.bind(keys, action, description=description)

    # ---- what is shown -------------------------------------------------------------------------
    def compose(self) -> ComposeResult:
        """Lay the screen out."""
        yield Board(self.words, self.seen())
        yield Static(id="status", markup=False)
        placeholder = self.words.say("/ types a move or an order")
        yield Input(id="command", placeholder=placeholder, suggester=Completion(self._texts))
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Begin."""
        if _has_light_background():
            self.theme = "textual-light"
        self._listen_for_signals()
        self.board.focus()
        self.go_on()

    @property
    def board(self) -> Board:
        """The board."""
        return self.screen_stack[0].query_one(Board)

    @property
    def shown(self) -> State:
        """The position that is shown: the present, or an earlier one."""
        return self.past.state(self.match.state)

    def seen(self) -> TableSeen:
        """Return the table as the person at the keyboard sees it."""
        state = self.shown
        since = max(0, state.log_length - EVENTS)
        events = state.log_for(self.match.viewer, since=since)
        return self.reader.read(state.view(self.match.viewer), events=events, moves=self.moves)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the person at the keyboard; none while others are to move."""
        state = self.match.state
        acts = state.to_move is not None and self.match.bot is None and self.past.at is None
        return tuple(state.moves) if acts and not self.match.must_pass() else ()

    def draw(self) -> None:
        """Show everything as it is now."""
        self.table = self.seen()
        self.choosing = Choosing(self.match.state, self.reader, self.table)
        self.board.show(self.table, tuple(self.picked))
        self.screen_stack[0].query_one("#status", Static).update(self._status())

    def _status(self) -> str:
        words, state = self.words, self.match.state
        if self.past.at is not None:
            at, moves = self.past.at, len(state.played)
            return words.say(
                "after move {at} of {moves}; f goes forward, Escape returns", at=at, moves=moves
            )
        if not self.match.goes_on:
            return " · ".join(result_lines(self.words, state))
        name = self.match.name(state.to_move)
        if self.match.bot is not None:
            return words.say("{name} is thinking", name=name)
        return f"{name}: {self._what_to_do()}"

    def _what_to_do(self) -> str:
        """Return what the player has to do, and how far a move is built."""
        words = self.words
        if self.picked:
            return self._picks()
        if self.choosing.is_return:
            left = self.choosing.returns
            return words.say("{n} tokens too many: choose those that go back", n=left)
        if self.choosing.is_action:
            return words.say("choose a piece or tokens, or type a move")
        return self._rule_of_decision()

    def _rule_of_decision(self) -> str:
        due = self.match.state.view(None)["decision"]
        path = "" if due is None else due["path"]
        return self.rules.get(path) or self.words.say("choose")

    @cached_property
    def rules(self) -> Mapping[str, str]:
        """The sentences of the rules by the paths of their clauses."""
        return by_path(self.words)

    def _picks(self) -> str:
        """Return the picked tokens, and what is missing until they are a move."""
        words = self.words
        named = {token.name: token.word for token in self.table.tokens}
        picks = ", ".join(named[spot.token] for spot in self.picked)
        found = self.choosing.picked([spot.token for spot in self.picked])
        parts = []
        if found is not None and found.ready:
            moves = words.listed(found.ready, "or")
            parts.append(words.say("s sends {moves}", moves=moves))
        if found is not None and found.more:
            many = words.listed(sorted(found.more), "or")
            parts.append(words.say("{many} more", many=many))
        return f"{picks}: {'; '.join(parts)}"

    # ---- the game ------------------------------------------------------------------------------
    def go_on(self) -> None:
        """Show the position, then let a bot think, cover the table for the next person, or ask for a choice."""
        self.picked.clear()
        self.thinking += 1
        match = self.match
        if match.goes_on and match.must_pass():
            self._hand_over()
            return
        if match.goes_on and match.bot is None:
            match.keyboard = match.state.to_move
        self.draw()
        if not match.goes_on:
            match.finish()
            self._show_result()
        elif match.bot is not None:
            self._think(match.bot, match.state.copy(), self.thinking)
        elif self.choosing.needs_list:
            self.action_moves()
        elif self.choosing.is_return:
            self.board.point_at(self.choosing.spot_of(str(self.moves[0].args[0])))

    def make(self, moves: Iterable[Move]) -> None:
        """Make moves of the person, as long as each is legal."""
        for move in moves:
            if move in self.match.state.moves:
                self.match.make(move)
        self.go_on()

    @work(thread=True, group="bots")
    def _think(self, bot: SeatedBot, state: State, number: int) -> None:
        """Let a bot choose, beside the screen."""
        failure, own = None, evolve(bot, stream=copy(bot.stream))
        with self._thought:  # one at a time, as a thought that was left works in the same memory
            if number != self.thinking:
                return
            try:
                move = own.choose(state)
            except BotError as error:
                move, failure = state.moves[own.stream.below(len(state.moves))], error.reason
        with suppress(RuntimeError):  # the screen has gone
            self.call_from_thread(self._bot_chose, move, number, own, failure)

    def _bot_chose(self, move: Move, number: int, own: SeatedBot, failure: str | None) -> None:
        if number != self.thinking:
            return
        self.match.bots[own.seat].stream.drawn = own.stream.drawn
        if failure is not None:
            name = self.match.name(self.match.state.to_move)
            text = "{name} could not choose, and a move by lot replaces its own: {reason}"
            self.tell(self.words.say(text, name=name, reason=failure), severity="warning")
        self.match.make(move)
        self.go_on()

    def _hand_over(self) -> None:
        """Show what everybody may know of the last move, as the next person sits down, and cover the table."""
        name = self.match.name(self.match.state.to_move)
        text = self.words.say("pass the keyboard to {name}, who presses Enter", name=name)
        events = self.match.state.log_for(None, since=self._turn_began)
        story = Story(names=self.match.seats.names, words=self.words)
        lines = [] if self.match.keyboard is None else [*story.lines(events)]

        def uncovered(order: str | None) -> None:
            if order is None:
                self._turn_began = self.match.state.log_length
                self.match.keyboard = self.match.state.to_move
                self.go_on()
            else:
                getattr(self, f"action_{order}")()

        self.push_screen(CoverWindow(text, lines), uncovered)

    def _show_result(self) -> None:
        lines = [*result_lines(self.words, self.match.state)]
        self.push_screen(TextWindow(lines[0], lines[1:], self._leave_text))

    def tell(self, text: str, **more: Any) -> None:
        """Show a message for a while."""
        self.notify(text, markup=False, **more)

    def tell_from_anywhere(self, text: str) -> None:
        """Show a message that comes from any thread."""
        if threading.get_ident() == self._thread_id:
            self.tell(text)
        else:
            with suppress(RuntimeError):  # the screen has gone
                self.call_from_thread(self.tell, text)

    def refuse(self, reasons: Iterable[Reason]) -> None:
        """Say why something can't be done, and what is nearest to it."""
        found = tuple(reasons)
        lines = [self.words.translate(reason.message) for reason in found]
        near = nearest_move(found)
        if near is not None:
            lines.append(self.words.say("nearest: {move}", move=near))
        self.tell(
            "\n".join(lines) or self.words.say("nothing can be done with it now"),
            severity="warning",
        )

    @property
    def _leave_text(self) -> str:
        return self.words.say("Escape closes it")

    # ---- choosing on the board -----------------------------------------------------------------
    def on_board_chosen(self, message: Board.Chosen) -> None:
        """Do what a chosen thing of the table stands for."""
        if not self._may_act():
            return
        match message.target:
            case PieceSpot(place=place):
                self._offer([*self.choosing.wishes(place)], self.reader.typed(place))
            case TokenSpot() as spot:
                self._pick(spot)
            case PlayerSpot():
                self.action_keys()

    def _may_act(self) -> bool:
        if self.moves:
            return True
        if self.match.goes_on:
            self.tell(self._status())
        return False

    def _offer(self, wishes: list[Wish], title: str) -> None:
        if not wishes:
            self.refuse(())
            return
        choices = [
            Choice(self.words.move(wish.move), wish.move, self._against(wish.reasons))
            for wish in wishes
        ]
        self._choose(title, choices)

    def _against(self, reasons: tuple[Reason, ...]) -> str | None:
        if not reasons:
            return None
        return "; ".join(self.words.translate(reason.message) for reason in reasons)

    def _choose(self, title: str, choices: list[Choice[Move]]) -> None:
        def chosen(move: Move | None) -> None:
            if move is not None:
                self.make([move])

        self.push_screen(ListWindow(title, choices, self._leave_text), chosen)

    def _pick(self, spot: TokenSpot) -> None:
        """Pick a token for a move; picking one more than fits begins anew, and one that fits no move is refused."""
        tokens = [each.token for each in self.picked]
        found = self.choosing.picked([*tokens, spot.token])
        if found is None:
            self.refuse(self.choosing.why_not_picked([*tokens, spot.token]))
            return
        self.picked.append(self.choosing.spot_of(spot.token) or spot)
        self.draw()

    def action_unpick(self) -> None:
        """Take the last picked token back."""
        if self.picked:
            self.picked.pop()
            self.draw()

    def action_clear(self) -> None:
        """Return to the present, and to the board with nothing picked."""
        self.board.focus()
        self.picked.clear()
        self.past.at = None
        self.draw()

    def action_send(self) -> None:
        """Make the move of the picked tokens."""
        tokens = [spot.token for spot in self.picked]
        found = self.choosing.picked(tokens) if tokens else None
        if found is None or not found.ready:
            self.tell(self._status(), severity="warning")
        elif self.choosing.is_return or len(found.ready) == 1:
            self.make(found.ready)
        else:
            self._offer([Wish(move) for move in found.ready], self._status())

    # ---- typing ----------------------------------------------------------------------------
    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Return whether a key means an action now: a slash in a line that is typed is a slash."""
        is_typing = isinstance(self.focused, Input) or len(self.screen_stack) > 1
        return not (action == "type" and is_typing)

    def action_type(self) -> None:
        """Go to the line in which moves are typed."""
        self.screen.set_focus(self.screen_stack[0].query_one("#command", Input))

    def _texts(self) -> Iterable[str]:
        """Return all that can be typed now."""
        yield from (self.words.move(move) for move in self.moves)
        yield from orders_in(self.words, ORDERS)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Carry out what was typed."""
        text = event.value.strip().lstrip("/").strip()
        event.input.value = ""
        for part in filter(None, map(str.strip, text.split(";"))):
            if not self._carry_out(part):
                break
        else:
            self.board.focus()

    def _carry_out(self, text: str) -> bool:
        """Carry out one move or order; return False if the rest should wait."""
        word, _, rest = text.partition(" ")
        order = orders_in(self.words, ORDERS).get(word.casefold())
        if order is not None and not self._is_move(text):
            getattr(self, f"action_{ORDERS[order]}")(*[rest.strip()] * (order in {"why", "save"}))
            return True
        if not self._may_act():
            return False
        moves = self.moves
        if text.isdecimal() and 1 <= int(text[:9]) <= len(moves):
            self.make([moves[int(text[:9]) - 1]])
            return True
        return self._play(text)

    def _play(self, text: str) -> bool:
        try:
            move = self.words.read(text)
        except NotationError as error:
            message = error.message
            if error.meant is not None:
                message = phrased("{said}; did you mean '{near}'?", said=message, near=error.meant)
            self.tell(self.words.translate(message), severity="warning")
            return False
        reasons = self.match.state.why_not(move)
        if reasons:
            self.refuse(reasons)
            return False
        self.make([move])
        return True

    def _is_move(self, text: str) -> bool:
        try:
            self.words.read(text)
        except NotationError:
            return False
        return True

    # ---- orders --------------------------------------------------------------------------------
    def action_undo(self) -> None:
        """Go back to the last decision of a person."""
        self.past.at = None
        self._stop_bots()
        if not self.match.take_back():
            self.tell(self.words.say("there is nothing to take back"), severity="warning")
            self.go_on()
            return
        self.tell(self.words.say("taken back"))
        self.go_on()

    def _stop_bots(self) -> None:
        """Leave a thought that is under way."""
        self.thinking += 1
        for bot in self.match.bots.values():
            bot.stop()

    def action_moves(self) -> None:
        """List all moves."""
        if self._may_act():
            choices = [Choice(self._with_piece(move), move) for move in self.moves]
            self._choose(self._status(), choices)

    def _with_piece(self, move: Move) -> str:
        """Return a move with the piece that it names, in short."""
        places = [arg for arg in move.args if isinstance(arg, Place)]
        piece = piece_at(self.table, places[-1]) if places else None
        text = self.words.move(move)
        if piece is None or piece.label is None:
            return text
        kind = self.words.model.zones[piece.place.zone].kind
        return f"{text}  ({self.reader.pieces.brief(kind, piece.label)})"

    def action_why(self, text: str = "") -> None:
        """Say why a move, or what can be done with the thing under the cursor, is not possible."""
        if text:
            wanted: Move | str = self.words.read(text) if self._is_move(text) else text
            lines = [*why_lines(self.words, wanted, self.match.state.why_not(wanted))]
            self.push_screen(TextWindow(lines[0], lines[1:], self._leave_text))
        elif isinstance(self.board.cursor, TokenSpot):
            self.action_keys()  # it is picked one by one, and refused then
        else:
            self.board.action_choose()

    def action_log(self) -> None:
        """Show all that has happened."""
        events = self.match.state.log_for(self.match.viewer)
        story = Story(names=self.match.seats.names, words=self.words)
        lines = [*story.lines(events)]
        self.push_screen(TextWindow(self.words.say("log"), lines, self._leave_text, at_end=True))

    def action_keys(self) -> None:
        """Show the rule of the thing under the cursor, and the keys."""
        title, lines = subject_lines(
            self.words, self.reader, self.rules, self.table, self.board.cursor
        )
        keys = [*_key_lines(self.words)]
        self.push_screen(TextWindow(title, [*lines, "", *keys], self._leave_text))

    def action_save(self, name: str = "") -> None:
        """Write a record of the game."""
        if self.save is None or not name:
            pattern = "expected a file after save, such as 'save game.txt'"
            self.tell(self.words.say(pattern), severity="warning")
            return
        self.tell(self.save(name))

    def action_shade(self) -> None:
        """Change between light and dark."""
        self.theme = "textual-dark" if self.theme == "textual-light" else "textual-light"

    def action_leave(self) -> None:
        """Leave, after a question while the game goes on."""
        if not self.match.goes_on or not self.match.state.played:
            self.exit()
            return
        words = self.words
        leave = words.say("leave the game")
        choices = [Choice(words.say("play on"), ""), Choice(leave, leave)]

        def answered(answer: str | None) -> None:
            if answer:
                self._stop_bots()
                self.exit()
            elif self.match.must_pass():
                self._hand_over()

        window = ListWindow(words.say("The game is not over."), choices, self._leave_text)
        self.push_screen(window, answered)

    def action_hint(self) -> None:
        """Ask the planner for the best moves."""
        if self._may_act():
            self.tell(self.words.say("looking for the best moves"))
            self._look(self.match.state.copy(), self.thinking)

    @work(thread=True, group="hints", exclusive=True)
    def _look(self, state: State, number: int) -> None:
        found = hints(self.planner, state)
        with suppress(RuntimeError):  # the screen has gone
            self.call_from_thread(self._show_hints, found, number)

    def _show_hints(self, found: tuple[Hint, ...], number: int) -> None:
        self.clear_notifications()  # it is looked for no more
        if number == self.thinking and len(self.screen_stack) == 1:
            choices = [Choice(self._hint_text(hint), hint.move) for hint in found]
            self._choose(self.words.say("the best moves, as the bot planner sees them"), choices)

    def _hint_text(self, hint: Hint) -> str:
        move = self.words.move(hint.move)
        whole, part = f"{hint.behind:.1f}".split(".")
        if f"{whole}{part}" == "00":
            return move
        behind = self.words.say("{whole}.{part}", whole=whole, part=part)
        return self.words.say("{move}  ({behind} behind)", move=move, behind=behind)

    def action_earlier(self) -> None:
        """Look at the position one move earlier."""
        if self.past.back(self.match.state):
            self._look_back()

    def action_later(self) -> None:
        """Look at the position one move later."""
        if self.past.forward(self.match.state):
            self._look_back()

    def _look_back(self) -> None:
        self.picked.clear()
        self.draw()

    # ---- the end of the program ----------------------------------------------------------------
    def _listen_for_signals(self) -> None:
        """Leave in order when a signal ends the program."""
        if self.is_headless or threading.current_thread() is not threading.main_thread():
            return
        loop = asyncio.get_running_loop()
        for name in ENDING:
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) != signal.SIG_IGN:
                with suppress(NotImplementedError):  # no signals on this system
                    loop.add_signal_handler(number, self._end, 128 + number)

    def _end(self, status: int) -> None:
        self.exit(return_code=status)


def _key_lines(words: Words) -> Iterable[str]:
    """Yield what each key does."""
    yield words.say("arrows: move the cursor · Enter: choose · click: both")
    yield words.say(
        "tokens are picked one by one · s: send · Backspace: take the last one back · Escape: all"
    )
    yield words.say("/: type a move, its number or an order · right arrow: complete it")
    yield words.say("m: all moves · h: hint · w: why not · u: undo · l: log")
    yield words.say("b and f: step back and forward through the game · Escape: return")
    yield words.say("d: light or dark · q: leave")
    yield words.say(
        "✓: you can pay · ◇: with wild tokens · +1: with one token more · ★: counts for the end"
    )


def _has_light_background() -> bool:
    """Return whether the terminal says that its background is light."""
    return os.environ.get("COLORFGBG", "").rpartition(";")[2] in {"7", "15"}
