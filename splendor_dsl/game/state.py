"""A game at one moment: its legal moves, the positions they lead to, and the view of each seat."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from attrs import define, field

from splendor_dsl.chance import Stream
from splendor_dsl.compiler.runner import NotEncodedError, Position
from splendor_dsl.explain.why import Reason, why_not
from splendor_dsl.interpreter.choices import Option
from splendor_dsl.interpreter.evaluation import Cells
from splendor_dsl.interpreter.frames import Deal
from splendor_dsl.interpreter.limits import relies_on_limits
from splendor_dsl.interpreter.outcome import Outcome
from splendor_dsl.ir.events import Event
from splendor_dsl.notation.legal_moves import NONE_GIVEN, LegalMoves, new_object
from splendor_dsl.notation.move_runner import MoveRunner
from splendor_dsl.notation.moves import Move
from splendor_dsl.position.game_for_players import GameForPlayers
from splendor_dsl.position.hashing import position_hash
from splendor_dsl.position.log import EMPTY_LOG, Log, Step, events_of, linked, steps, unlinked
from splendor_dsl.position.origin import Origin
from splendor_dsl.position.plain_data import require_kind, require_number, require_seat
from splendor_dsl.position.serialisation import saved
from splendor_dsl.position.view import view
from splendor_dsl.worlds.worlds import UnknownPlaces, Worlds, worlds

MOST_DRAWN = 1_000  # positions, until one offers the same moves
Options = Any  # a tuple of options; their numbers on a move runner


def move_text(move: str) -> str:
    """Return `move` if it is text; raise TypeError otherwise."""
    require_kind(isinstance(move, str), "a move or its text", move)
    return move


class IllegalMoveError(ValueError):
    """A move that is not legal now; `reasons` says why."""

    def __init__(self, move: Move, reasons: list[Reason]) -> None:
        super().__init__(f"{move} is not possible: " + "; ".join(r.message for r in reasons))
        self.move = move
        self.reasons = reasons

    def __reduce__(self) -> tuple[type[IllegalMoveError], tuple[Move, list[Reason]]]:
        """Support pickling: `args` holds the message, but the constructor takes the move and the reasons."""
        return type(self), (self.move, self.reasons)


def _rebuild(fields: dict[str, Any]) -> State:
    """Return a state that was copied or pickled."""
    state: Any = new_object(State)
    state.__setstate__({**fields, "_played": linked(fields["_played"])})
    state.__attrs_post_init__()
    found: State = state
    return found


@define(eq=False)
class State:
    """A position; `push` and `pop` change it in place, `play` returns a new one.

    Seats count from 0. With `automatic` off, also decisions with a single option are offered; with `logging` off, no
    events are recorded. On a move runner, the position is the runner's own and options are numbers; the cells are read
    from it and the interpreter computes the events, both on access.
    """

    for_players: GameForPlayers
    _cells: Cells | None
    origin: Origin = field(factory=Origin)
    automatic: bool = True
    logging: bool = True
    _log: Log = EMPTY_LOG
    _played: Step | None = None
    _options: Options = None
    # Once accessed: a move runner's `LegalMoves`, or a tuple.
    _moves: Any = None
    _position: Position = None
    _pushed: int = field(default=0, init=False)  # the number of moves that can be taken back
    # The pieces that shuffles of the setup put on top, zone by zone.
    _deal: Deal = field(factory=dict, kw_only=True)
    _move_runner: MoveRunner | None = field(
        init=False
    )  # none unless there is a position of its own
    # By seat, once asked: a step, the number of events up to it, and the positions that fitted there.
    _worlds: dict[int, tuple[Step | None, int, Worlds]] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        """Let the move runner run the state if it has a position of the runner."""
        self._move_runner = None if self._position is None else self.for_players.move_runner

    def __repr__(self) -> str:
        """Return the game and how it began; positions are too long to show."""
        shown = {"game": self.for_players.model.name, "origin": self.origin}
        shown |= {"automatic": self.automatic, "logging": self.logging}
        return f"State({', '.join(f'{name}={value!r}' for name, value in shown.items())})"

    @property
    def cells(self) -> Cells:
        """A copy of all cells, in the order of the layout."""
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
        """The legal moves, in the canonical order; empty when the game is over."""
        moves: Sequence[Move] | None = self._moves
        if moves is not None:
            return moves
        move_runner = self._move_runner
        if move_runner is None:
            return self._as_moves()
        # A call of the class, or of a function that does this, would take twice as long.
        offered: LegalMoves = new_object(LegalMoves)
        written = move_runner.shared_moves
        offered.written = move_runner.written_by(self._position) if written is None else written
        offered.options, offered.all_moves, offered.given = self._options, None, NONE_GIVEN
        self._moves = offered
        return offered

    def _as_moves(self) -> Sequence[Move]:
        """Return the same on the interpreter, or on a move runner from now on."""
        options = self._current_options()
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
        """Make a move, or its text, in place."""
        move_runner, before, offered = self._move_runner, self._position, self._moves
        if move_runner is not None and offered is not None and offered.given[0] is move:
            option = offered.given[1]
        else:
            option = None if move_runner is None else move_runner.numbers.get(id(move))
            if move_runner is None or option is None or option not in self._options:
                move, option = self._find(move)
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
            move, option = self._find(move)
            self._options = move_runner.runner.take(self._position, option)
            self._played = [self._played, move, ()]
            self._cells = self._moves = None
        self._pushed = 0

    def pop(self) -> Move:
        """Take back the last pushed move and return it."""
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
        """Return the position after a move, or its text."""
        after = self.copy()
        after.advance(move)
        return after

    def copy(self) -> State:
        """Return the same position independently, without moves to take back."""
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
        """Support copying and pickling: all but the moves, which are computed again."""
        fields: Any = self.__getstate__()
        changed: dict[str, Any] = {
            "_played": unlinked(self._played),
            "_moves": None,
            "_move_runner": None,
            "_worlds": {},
        }
        return _rebuild, ({**fields, **changed},)

    def _current_options(self) -> Options:
        """Return the options; a position that came as cells goes to the move runner first, if there is one."""
        if self._options is None:
            self._hand_to_move_runner()
            if self._move_runner is None:
                self._options = self.for_players.engine.options(self._now)
            else:
                self._options = self._move_runner.runner.options(self._position)
        return self._options

    def _hand_to_move_runner(self) -> None:
        move_runner = self.for_players.move_runner
        if (
            self._move_runner is not None
            or move_runner is None
            or not self.automatic
            or self._dealing
        ):
            return
        if not self._relies_on_limits:
            with suppress(NotEncodedError):
                self._position = move_runner.runner.position(self._now)
                self._move_runner = move_runner

    @property
    def _dealing(self) -> bool:
        """Return whether the setup of a deal by hand is under way, which move runners do not support."""
        return bool(self._deal) and self.for_players.engine.setting_up(self._now)

    @property
    def _relies_on_limits(self) -> bool:
        """Return whether running code relies on room that a move runner may lack for a position from elsewhere."""
        stack = self.for_players.layout.register("stack")
        return relies_on_limits(self.for_players.engine.program, self._now, stack)

    def _find(self, move: Move | str) -> tuple[Any, Any]:
        """Return a move, given itself or as text, and its option; raise IllegalMoveError if it is not legal."""
        if not isinstance(move, Move):
            move = self.for_players.notation.parse(move_text(move), self.origin.names)
        options = self._current_options()
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

    def _replay_events(self, before: Position, number: int) -> tuple[Event, ...]:
        """Return the events of a move that a move runner has made; the interpreter computes them."""
        assert self._move_runner is not None
        runner = self._move_runner.runner
        events: list[Event] = []
        option = runner.option(number, runner.seat(before) or 0)
        self.for_players.engine.apply(runner.cells(before), option, sink=events.append)
        return tuple(events)

    # ---- the position -------------------------------------------------------------------------
    @property
    def players(self) -> int:
        """The number of players."""
        return self.for_players.players

    @property
    def to_move(self) -> int | None:
        """The seat that has to decide; none when the game is over."""
        if self._move_runner is not None:
            return self._move_runner.runner.seat(self._position)
        return self.for_players.engine.to_move(self._now)

    @property
    def over(self) -> bool:
        """Return whether the game is over."""
        if self._move_runner is not None:
            return not self._options
        return self.for_players.engine.over(self._now)

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game; none while it goes on."""
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
        """The number of turns that have begun."""
        return self._register("turn")

    def _register(self, name: str) -> int:
        if self._move_runner is not None:
            return self._move_runner.register(self._position, name)
        number: int = self._now[self.for_players.layout.register(name)]
        return number

    def value(self, name: str, seat: int) -> Any:
        """Return a named value of a player, such as points."""
        require_kind(isinstance(name, str), "the name of a value", name)
        if name not in self.for_players.model.values:
            known = ", ".join(self.for_players.model.values) or "none, as the rules name none"
            message = f"expected a value of the game ({known}), found {name!r}"
            raise ValueError(message)
        return self.for_players.engine.value(self._now, name, self._seat(seat))

    def broken_invariants(self) -> list[str]:
        """Return the invariants of the rules that don't hold here."""
        return self.for_players.engine.broken_invariants(self._now)

    # ---- who may know what ---------------------------------------------------------------------
    def view(self, seat: int | None) -> dict[str, Any]:
        """Return the information of a seat as plain data; with no seat, that of a spectator."""
        viewer = None if seat is None else self._seat(seat)
        return view(self.for_players, self._now, viewer, self.origin.names)

    @property
    def log(self) -> tuple[Event, ...]:
        """All events so far."""
        return self.log_since(0)

    @property
    def log_length(self) -> int:
        """The number of events so far."""
        return len(self._all_events())

    def log_since(self, number: int) -> tuple[Event, ...]:
        """Return what follows the first `number` events of the log."""
        require_number(number, "a number of events from 0 on", 0)
        events = self._all_events()[number:]
        return tuple(self.for_players.with_move(event).detached() for event in events)

    def _all_events(self) -> list[Event]:
        """Return all events so far, as the engine records them."""
        events = [*self._log.events]
        for step in steps(self._played):
            events += events_of(step, self._replay_events)
        return events

    def log_for(self, seat: int | None, *, since: int = 0) -> tuple[Event, ...]:
        """Return the events as a seat sees them, from number `since` of the log on; hidden data is none."""
        viewer = None if seat is None else self._seat(seat)
        events = self.log_since(since)
        return tuple(event.seen_by(viewer) for event in events if event.is_visible_to(viewer))

    def determinize(self, seat: int, chance: Stream) -> State:
        """Return a position that a seat can't tell from this one, by lot, with chance of its own (K42)."""
        known = self._worlds_of(self._seat(seat))
        for _ in range(MOST_DRAWN):
            found = State(
                self.for_players,
                known.draw(chance),
                Origin(names=self.origin.names),
                self.automatic,
                self.logging,
                Log(known.events),
            )
            if self.to_move != seat or found.moves == self.moves:
                break
        return found

    def unknown_places(self, seat: int) -> UnknownPlaces:
        """Return the places in which what a seat doesn't know can be exchanged by lot, in groups."""
        return self._worlds_of(self._seat(seat)).unknown_places

    def _worlds_of(self, seat: int) -> Worlds:
        """Return all such positions; the moves that were followed before are not followed again."""
        if not self.logging:
            message = "expected a game that is logged, found one with logging off"
            raise ValueError(message)
        step, told, before = self._worlds.get(seat, (None, 0, None))
        if before is None or step is not self._played:
            if before is not None and not self._has_made(step):
                told, before = 0, None
            events = self.log_for(seat, since=told)
            before = worlds(self.for_players, self._now, seat, events, before)
            self._worlds[seat] = self._played, self.log_length, before
        return before

    def _has_made(self, wanted: Step | None) -> bool:
        """Return whether a step led here."""
        step = self._played
        while step is not None and step is not wanted:
            step = step[0]
        return step is wanted

    def _seat(self, seat: int) -> int:
        require_seat(seat, self.players)
        return seat

    @property
    def played(self) -> tuple[Move, ...]:
        """The moves made so far, without automatic ones."""
        return tuple([step[1] for step in steps(self._played)])

    def why_not(self, move: str | Move) -> list[Reason]:
        """Return why a move is not legal now; empty if it is."""
        wanted = move if isinstance(move, Move) else move_text(move)
        return why_not(self.for_players, self._now, self.moves, wanted, self.origin.names)

    # ---- as data -----------------------------------------------------------------------------
    @property
    def hash(self) -> int:
        """A 64-bit hash of the position (K26); the log is no part of it."""
        return position_hash(self._position_cells)

    def to_dict(self) -> dict[str, Any]:
        """Return the whole position as plain data, also within an action."""
        played, automatic = self.played, self.automatic
        return saved(
            self.for_players,
            self._now,
            self.origin,
            self._all_events(),
            played=played,
            automatic=automatic,
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self._identity() == other._identity()

    def __hash__(self) -> int:
        return self.hash

    @property
    def _position_cells(self) -> Cells:
        """The cells that make up the position: all but those of the random stream."""
        return self._now[: len(self.for_players.layout.cells)]

    def _identity(self) -> tuple[str, int, Cells]:
        return self.for_players.game_hash, self.players, self._position_cells
