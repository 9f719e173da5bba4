"""A game at one moment: what may be done, what it leads to, and who may know what."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from attrs import define, field

from splendor_dsl.compiler.runner import NotEncodedError, Position
from splendor_dsl.explain.why import Reason, why_not
from splendor_dsl.interpreter.choices import Option
from splendor_dsl.interpreter.evaluation import Cells
from splendor_dsl.interpreter.frames import Deal
from splendor_dsl.interpreter.limits import relies_on_limits
from splendor_dsl.interpreter.outcome import Outcome
from splendor_dsl.ir.events import Event
from splendor_dsl.notation.legal_moves import NONE_GIVEN, LegalMoves, blank
from splendor_dsl.notation.move_runner import MoveRunner
from splendor_dsl.notation.moves import Move
from splendor_dsl.position.game_for_players import GameForPlayers
from splendor_dsl.position.hashing import position_hash
from splendor_dsl.position.log import EMPTY_LOG, Log, Step, events_of, linked, steps, unlinked
from splendor_dsl.position.origin import Origin
from splendor_dsl.position.plain_data import require_kind, require_number, require_seat
from splendor_dsl.position.serialisation import saved
from splendor_dsl.position.view import view

Options = Any  # a tuple of options; numbers where a move runner runs the game


def move_text(move: str) -> str:
    """What should be a move that somebody has written."""
    require_kind(isinstance(move, str), "a move or its text", move)
    return move


class IllegalMoveError(ValueError):
    """A move that may not be made now; `reasons` says why."""

    def __init__(self, move: Move, reasons: list[Reason]) -> None:
        super().__init__(f"{move} is not possible: " + "; ".join(r.message for r in reasons))
        self.move = move
        self.reasons = reasons

    def __reduce__(self) -> tuple[type[IllegalMoveError], tuple[Move, list[Reason]]]:
        """What makes it again, as it is handed from one process to another."""
        return type(self), (self.move, self.reasons)


def _again(kept: dict[str, Any]) -> State:
    """A state that was copied, or that has come from another process."""
    state: Any = blank(State)
    state.__setstate__({**kept, "_played": linked(kept["_played"])})
    state.__attrs_post_init__()
    found: State = state
    return found


@define(eq=False)
class State:
    """A position; `push` and `pop` change it in place, `play` makes a new one.

    Seats count from 0. With `automatic` off, decisions with a single option are asked too; with `logging` off,
    nothing is told of what happens. Where the game has a move runner, the position is the runner's own and options are
    numbers; cells are read from it, and events told by the interpreter, when somebody asks.
    """

    for_players: GameForPlayers
    _cells: Cells | None
    origin: Origin = field(factory=Origin)
    automatic: bool = True
    logging: bool = True
    _log: Log = EMPTY_LOG
    _played: Step | None = None
    _options: Options = None
    # Once asked for: a move runner's `LegalMoves`, or a tuple.
    _moves: Any = None
    _position: Position = None
    _pushed: int = field(default=0, init=False)  # how many moves can be taken back
    # The pieces that the shuffles of the setup lay on top, zone by zone.
    _deal: Deal = field(factory=dict, kw_only=True)
    _move_runner: MoveRunner | None = field(init=False)  # where there is a position

    def __attrs_post_init__(self) -> None:
        """Let the move runner run it if there is a position."""
        self._move_runner = None if self._position is None else self.for_players.move_runner

    def __repr__(self) -> str:
        """Return the game and how it began; positions are too long to show."""
        shown = {"game": self.for_players.model.name, "origin": self.origin}
        shown |= {"automatic": self.automatic, "logging": self.logging}
        return f"State({', '.join(f'{name}={value!r}' for name, value in shown.items())})"

    @property
    def cells(self) -> Cells:
        """Where everything lies, in the order of the layout; a list of its own."""
        return self._now.copy()

    @property
    def _now(self) -> Cells:
        """The cells themselves."""
        if self._cells is None:
            assert self._move_runner is not None
            self._cells = self._move_runner.runner.cells(self._position)
        return self._cells

    # ---- moves -----------------------------------------------------------------------------
    @property
    def moves(self) -> Sequence[Move]:
        """What may be done, in the canonical order; empty when the game is over."""
        moves: Sequence[Move] | None = self._moves
        if moves is not None:
            return moves
        move_runner = self._move_runner
        if move_runner is None:
            return self._as_moves()
        # A call of the class, or of a function that does this, would take twice as long.
        offered: LegalMoves = blank(LegalMoves)
        written = move_runner.shared_moves
        offered.written = move_runner.written_by(self._position) if written is None else written
        offered.options, offered.all_moves, offered.given = self._options, None, NONE_GIVEN
        self._moves = offered
        return offered

    def _as_moves(self) -> Sequence[Move]:
        """The same where the interpreter runs the game, or a move runner from now on."""
        options = self._offered()
        if self._move_runner is not None:
            return self.moves
        if self._moves is None:
            seat = self.to_move
            write, layout = self.for_players.notation.move, self.for_players.layout
            found = () if seat is None else (write(each, seat, layout) for each in options)
            self._moves = tuple(found)
        moves: tuple[Move, ...] = self._moves
        return moves

    def push(self, move: Move | str) -> None:
        """Make a move, or one as people write it, in place."""
        move_runner, before, offered = self._move_runner, self._position, self._moves
        if move_runner is not None and offered is not None and offered.given[0] is move:
            option = offered.given[1]
        else:
            option = None if move_runner is None else move_runner.numbers.get(id(move))
            if move_runner is None or option is None or option not in self._options:
                move, option = self._found(move)
                move_runner, before = self._move_runner, self._position
        if move_runner is None:
            self._interpret(move, option)
        else:
            after, options = move_runner.after(before, option)
            events = None if self.logging else ()
            self._played = [self._played, move, events, before, option, self._options, None]
            self._position, self._options = after, options
            self._cells = self._moves = None
        self._pushed += 1

    def advance(self, move: Move | str) -> None:
        """Make a move in place for good; nothing can be taken back after it."""
        move_runner = self._move_runner
        if move_runner is None or self.logging:
            self.push(move)
        else:
            move, option = self._found(move)
            self._options = move_runner.runner.take(self._position, option)
            self._played = [self._played, move, ()]
            self._cells = self._moves = None
        self._pushed = 0

    def pop(self) -> Move:
        """Take the last pushed move back; the move."""
        if not self._pushed or self._played is None:
            message = "no move to take back"
            raise IndexError(message)
        self._pushed -= 1
        move: Move
        self._played, move, _, before, _, self._options, self._moves = self._played
        if self._move_runner is None:
            self._cells = before
        else:
            self._cells, self._position = None, before
        return move

    def play(self, move: Move | str) -> State:
        """The position after a move, or one as people write it."""
        after = self.copy()
        after.advance(move)
        return after

    def copy(self) -> State:
        """The same position by itself, without moves to take back."""
        move_runner = self._move_runner
        return State(
            self.for_players,
            self._now.copy() if move_runner is None else None,
            self.origin,
            self.automatic,
            self.logging,
            self._log,
            self._played,
            self._options,
            self._moves if move_runner is None else None,
            None if move_runner is None else move_runner.runner.copy(self._position),
            deal=self._deal,
        )

    __copy__ = copy

    def __reduce__(self) -> tuple[Any, ...]:
        """What makes it again, in another process too: all but its moves, which are offered anew."""
        kept: Any = self.__getstate__()
        changed = {"_played": unlinked(self._played), "_moves": None, "_move_runner": None}
        return _again, ({**kept, **changed},)

    def _offered(self) -> Options:
        """The options; here a position that came as cells is taken over by the move runner, if there is one."""
        if self._options is None:
            self._take_over()
            if self._move_runner is None:
                self._options = self.for_players.engine.options(self._now)
            else:
                self._options = self._move_runner.runner.options(self._position)
        return self._options

    def _take_over(self) -> None:
        move_runner = self.for_players.move_runner
        if (
            self._move_runner is not None
            or move_runner is None
            or not self.automatic
            or self._dealing
        ):
            return
        if not self._counts_on_room:
            with suppress(NotEncodedError):
                self._position = move_runner.runner.position(self._now)
                self._move_runner = move_runner

    @property
    def _dealing(self) -> bool:
        """Whether the setup of a deal by hand is under way, of which drivers know nothing."""
        return bool(self._deal) and self.for_players.engine.setting_up(self._now)

    @property
    def _counts_on_room(self) -> bool:
        """Whether code under way relies on room that a move runner may not have for a position from elsewhere."""
        stack = self.for_players.layout.register("stack")
        return relies_on_limits(self.for_players.engine.program, self._now, stack)

    def _found(self, move: Move | str) -> tuple[Any, Any]:
        """A move, or one as people write it, and the option that it stands for."""
        if not isinstance(move, Move):
            move = self.for_players.notation.parse(move_text(move), self.origin.names)
        options = self._offered()
        if self._move_runner is not None:
            number = self._move_runner.number(self._position, move)
            if number is not None and number in options:
                return move, number
        if move in self.moves:
            return move, options[self.moves.index(move)]
        raise IllegalMoveError(move, self.why_not(move))

    def _interpret(self, move: Move | str, option: Option) -> None:
        events: list[Event] = []
        before, options = self._now, self._options
        cells = before.copy()
        self._options = self.for_players.engine.apply(
            cells,
            option,
            deal=self._deal,
            sink=events.append if self.logging else None,
            automatic=self.automatic,
        )
        self._played = [self._played, move, tuple(events), before, None, options, self._moves]
        self._cells, self._moves = cells, None

    def _tell(self, before: Position, number: int) -> tuple[Event, ...]:
        """The events of a move that a move runner has made, as the interpreter tells them."""
        assert self._move_runner is not None
        runner = self._move_runner.runner
        events: list[Event] = []
        option = runner.option(number, runner.seat(before) or 0)
        self.for_players.engine.apply(runner.cells(before), option, sink=events.append)
        return tuple(events)

    # ---- how it stands -----------------------------------------------------------------------
    @property
    def players(self) -> int:
        """How many play."""
        return self.for_players.players

    @property
    def to_move(self) -> int | None:
        """The seat that has to decide; none when the game is over."""
        if self._move_runner is not None:
            return self._move_runner.runner.seat(self._position)
        return self.for_players.engine.to_move(self._now)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        if self._move_runner is not None:
            return not self._options
        return self.for_players.engine.over(self._now)

    @property
    def outcome(self) -> Outcome | None:
        """How the game has ended; none while it goes on."""
        return self.for_players.engine.outcome(self._now) if self.over else None

    @property
    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """The players in groups, the winners first; empty while the game goes on or if it is unfinished."""
        outcome = self.outcome
        return outcome.ranking if outcome is not None else ()

    @property
    def round(self) -> int:
        """The round, from 1."""
        return self._register("round")

    @property
    def turn(self) -> int:
        """How many turns have begun."""
        return self._register("turn")

    def _register(self, name: str) -> int:
        if self._move_runner is not None:
            return self._move_runner.register(self._position, name)
        number: int = self._now[self.for_players.layout.register(name)]
        return number

    def value(self, name: str, seat: int) -> Any:
        """A named value of a player, such as points."""
        require_kind(isinstance(name, str), "the name of a value", name)
        if name not in self.for_players.model.values:
            known = ", ".join(self.for_players.model.values) or "none, as the rules name none"
            message = f"expected a value of the game ({known}), found {name!r}"
            raise ValueError(message)
        return self.for_players.engine.value(self._now, name, self._seat(seat))

    def broken_invariants(self) -> list[str]:
        """The invariants of the rules that don't hold here."""
        return self.for_players.engine.broken_invariants(self._now)

    # ---- who may know what ---------------------------------------------------------------------
    def view(self, seat: int | None) -> dict[str, Any]:
        """All that a seat may know, as plain data; none for somebody who only looks on."""
        viewer = None if seat is None else self._seat(seat)
        return view(self.for_players, self._now, viewer, self.origin.names)

    @property
    def log(self) -> tuple[Event, ...]:
        """All that has happened."""
        return tuple(self.for_players.with_move(event).detached() for event in self._happened())

    def _happened(self) -> list[Event]:
        """All that has happened, as the engine tells it."""
        events = [*self._log.events]
        for step in steps(self._played):
            events += events_of(step, self._tell)
        return events

    def log_for(self, seat: int | None, *, since: int = 0) -> tuple[Event, ...]:
        """What has happened as a seat may know it, from so many events of the log on; what it may not know is none."""
        viewer = None if seat is None else self._seat(seat)
        require_number(since, "a number of events from 0 on", 0)
        events = self.log[since:]
        return tuple(event.seen_by(viewer) for event in events if event.is_visible_to(viewer))

    def _seat(self, seat: int) -> int:
        require_seat(seat, self.players)
        return seat

    @property
    def played(self) -> tuple[Move, ...]:
        """The moves made so far, without those taken automatically."""
        return tuple([step[1] for step in steps(self._played)])

    def why_not(self, move: str | Move) -> list[Reason]:
        """Why a move may not be made now; empty if it may."""
        asked = move if isinstance(move, Move) else move_text(move)
        return why_not(self.for_players, self._now, self.moves, asked, self.origin.names)

    # ---- as data -----------------------------------------------------------------------------
    @property
    def hash(self) -> int:
        """A 64-bit hash of the position (K26); the log is no part of it."""
        return position_hash(self._lying)

    def to_dict(self) -> dict[str, Any]:
        """The whole position, half-made actions included, as plain data."""
        played, automatic = self.played, self.automatic
        return saved(
            self.for_players,
            self._now,
            self.origin,
            self._happened(),
            played=played,
            automatic=automatic,
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self._essence() == other._essence()

    def __hash__(self) -> int:
        return self.hash

    @property
    def _lying(self) -> Cells:
        """The cells that make up the position: all but those of the stream of chance."""
        return self._now[: len(self.for_players.layout.cells)]

    def _essence(self) -> tuple[str, int, Cells]:
        return self.for_players.game_hash, self.players, self._lying
