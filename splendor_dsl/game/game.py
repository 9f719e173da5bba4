"""A playable game, made from the model of its rules."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from attrs import define, field

from splendor_dsl.chance import bot_hash
from splendor_dsl.compiler.backend_choice import Backend, BackendChoice, Tell, choose
from splendor_dsl.compiler.native.runner import NativeMachine
from splendor_dsl.game.native_table import NativeTable
from splendor_dsl.game.playouts import playout
from splendor_dsl.game.runs import (
    GamesPlayed,
    Policy,
    Recorder,
    at_random,
    by_policies,
    choosers,
    native_games,
    play_out,
)
from splendor_dsl.game.state import State, move_text
from splendor_dsl.hidden import HIDDEN
from splendor_dsl.interpreter.interpreter import interpreter
from splendor_dsl.interpreter.observations import Watch
from splendor_dsl.ir.events import Event
from splendor_dsl.ir.from_semantics import from_semantics
from splendor_dsl.ir.meaning import clause_hashes
from splendor_dsl.ir.nodes import Program
from splendor_dsl.notation.move_runner import MoveRunner
from splendor_dsl.notation.moves import Move
from splendor_dsl.notation.notation import Notation, notation
from splendor_dsl.position.deal import GivenDeal, read_deal
from splendor_dsl.position.game_for_players import GameForPlayers, for_players
from splendor_dsl.position.log import EMPTY_LOG, Log, steps_without_events
from splendor_dsl.position.origin import Origin
from splendor_dsl.position.plain_data import (
    is_listing,
    is_whole,
    name_clash,
    names_from,
    require_kind,
    require_number,
    require_word,
    short,
)
from splendor_dsl.position.restoration import players_of, restore
from splendor_dsl.semantics.model import Model


class SlowerWarning(UserWarning):
    """A game that runs on a slower backend than the requested one."""


def say(lines: Iterable[str], tell: Tell | None) -> None:
    """Tell the user of a slower backend; without a function for it, by warnings."""
    for line in lines:
        if tell is None:
            warnings.warn(line, SlowerWarning, stacklevel=3)
        else:
            tell(line)


@define(eq=False)
class Game:
    """A game: its rules, its notation, and how it starts."""

    program: Program = field(repr=lambda program: repr(program.model.name))
    notation: Notation = field(repr=False)
    watch: Watch | None = field(default=None, repr=False)
    wanted: Backend = field(default="interpreter", repr=False)
    tell: Tell | None = field(default=None, repr=False)
    _chosen: BackendChoice | None = field(default=None, repr=False, init=False)
    _by_players: dict[int, GameForPlayers] = field(factory=dict, repr=False, init=False)
    _pickled: bytes | None = field(default=None, repr=False, kw_only=True)  # the pickled rules

    def choose(self, tell: Tell | None = None) -> BackendChoice:
        """Return the backend that runs the game; it is prepared on first use.

        `tell`, of the call or of the game, gets messages about long work and about a slower backend than requested;
        without it, the latter is a warning.
        """
        if self._chosen is None:
            tell = self.tell if tell is None else tell
            wanted: Backend = "interpreter" if self.watch is not None else self.wanted
            self._chosen = choose(self.program, wanted, tell=tell)
            say(self._chosen.lines(), tell)
        return self._chosen

    @property
    def backend(self) -> Backend:
        """The name of the backend that runs the game."""
        return self.choose().backend

    @property
    def model(self) -> Model:
        """The model of its rules."""
        return self.program.model

    @property
    def name(self) -> str:
        """The name of the game in rules and commands."""
        return self.model.name

    @property
    def title(self) -> str:
        """The name of the game for people."""
        return self.model.title

    @property
    def players(self) -> range:
        """The possible numbers of players."""
        return range(self.model.low_players, self.model.high_players + 1)

    @property
    def hash(self) -> str:
        """The hash of the meaning of its rules (K25)."""
        return self.program.meaning

    @property
    def clauses(self) -> Mapping[str, str]:
        """A short hash of the meaning of each clause, by path."""
        return clause_hashes(self.model)

    def for_players(self, players: int) -> GameForPlayers:
        """Return the game for a number of players, compiled on first use."""
        found = self._by_players.get(players) if is_whole(players) else None
        if found is None:
            low, high = self.model.low_players, self.model.high_players
            wanted = f"{low} to {high} players" if low < high else f"{low} player{'s' * (low > 1)}"
            require_number(players, wanted, low, high)
            engine = interpreter(self.program, players, self.watch)
            found = self._by_players[players] = for_players(engine, self.notation, self._table)
        return found

    def _table(self, players: int, fast: bool) -> GameForPlayers:  # noqa: FBT001  # as it is pickled
        """Return the game for a number of players, ready for positions from another process."""
        table = self.for_players(players)
        if fast:
            self._use_backend(table)
        return table

    def __reduce__(self) -> tuple[Callable[[bytes, Backend], Game], tuple[bytes, Backend]]:
        """Support pickling: only the rules and the backend, without the observer of this process."""
        if self._pickled is None:
            self._pickled = pickle.dumps(self.model)
        return _unpickle_game, (self._pickled, self.wanted)

    def __copy__(self) -> Game:
        """Return itself: it holds no position."""
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Game:
        """Return itself: it holds no position."""
        return self

    def start(  # noqa: PLR0913  # each can be left out
        self,
        players: int,
        *,
        seed: int = 0,
        game: int = 0,
        deal: GivenDeal | None = None,
        names: Sequence[str] = (),
        automatic: bool = True,
        logging: bool = True,
    ) -> State:
        """Return the position after the setup: game number `game` of a seed, or a deal given by hand."""
        table = self.for_players(players)
        names = _checked_names(names, players)
        for what, flag in (("automatic", automatic), ("logging", logging)):
            require_kind(isinstance(flag, bool), f"true or false for {what}", flag)
        plain, pieces = (None, {}) if deal is None else read_deal(table, deal)
        origin = Origin(
            require_word(seed, "a seed"), require_word(game, "the number of a game"), plain, names
        )
        if automatic:
            self._use_backend(table)
        if table.move_runner is not None and automatic and deal is None:
            return _start_on_backend(table, origin, logging=logging)
        events: list[Event] = []
        cells, options = table.engine.start(
            origin.key,
            deal=pieces,
            sink=events.append if logging else None,
            automatic=automatic,
        )
        log = Log(tuple(events))
        offered = None if table.move_runner is not None and automatic else options
        return State(table, cells, origin, automatic, logging, log, None, offered, deal=pieces)

    def random_games(
        self, players: int, games: int, *, seed: int = 0, threads: int = 1
    ) -> GamesPlayed:
        """Return the results of games with uniformly random moves; native code plays them on several threads."""
        table, word = self._run(players, games, seed, threads)
        runner = self._native(table)
        if runner is not None:
            return native_games(table, runner, (word, games), at_random(runner), threads=threads)
        recorder = Recorder(table)
        for number in range(games):
            found = playout(self.start(players, seed=word, game=number, logging=False))
            recorder.add_state(found.state, found.decisions)
        return recorder.done()

    def played_games(  # each can be left out
        self,
        policies: Sequence[Policy],
        games: int,
        *,
        seed: int = 0,
        threads: int = 1,
        tell: Callable[[int], None] | None = None,
    ) -> GamesPlayed:
        """Return the results of games in which each seat has a policy and a random stream of its own.

        A policy is none (any move), `Weights`, or a function for native code; `tell` gets the number of games just
        played.
        """
        require_kind(is_listing(policies), "a list of policies", policies)
        require_kind(tell is None or callable(tell), "a function to tell", tell)
        players = len(policies)
        table, word = self._run(players, games, seed, threads)
        runner = self._native(table)
        if runner is not None:
            policy_args = by_policies(table, runner, policies)
            return native_games(
                table, runner, (word, games), policy_args, threads=threads, tell=tell
            )
        choosing = choosers(table, policies)
        hashes = [bot_hash(word, seat) for seat in range(players)]
        recorder = Recorder(table)
        for number in range(games):
            state = self.start(players, seed=word, game=number, logging=False)
            recorder.add_state(state, play_out(state, choosing, hashes, number))
            if tell is not None:
                tell(1)
        return recorder.done()

    def native_table(self, players: int) -> NativeTable:
        """Return a position of native code, to be driven from Python by option numbers; only for a native game."""
        table = self.for_players(players)
        runner = self._native(table)
        if runner is None or table.move_runner is None:
            message = f"expected a game on native code, found one on the {self.backend} backend"
            raise ValueError(message)
        return NativeTable(table.move_runner, runner)

    def _run(self, players: int, games: int, seed: int, threads: int) -> tuple[GameForPlayers, int]:
        """Return the game for the players of a run and its seed, after checking the arguments."""
        table = self.for_players(players)
        whole = {"games": games, "threads": threads}
        for what, number in whole.items():
            require_number(number, f"a number of {what} from 1 on", 1)
        return table, require_word(seed, "a seed")

    def _native(self, table: GameForPlayers) -> NativeMachine | None:
        """Return the native runner, if native code runs the game."""
        self._use_backend(table)
        runner = None if table.move_runner is None else table.move_runner.runner
        return runner if isinstance(runner, NativeMachine) else None

    def _use_backend(self, table: GameForPlayers) -> None:
        """Let the backend of the game run it from now on, unless that is the interpreter."""
        if table.move_runner is None and self.wanted != "interpreter":
            runner = self.choose().runner(table.players)
            if runner is not None:
                table.move_runner = MoveRunner(runner, self.notation, table.layout)

    def parse_move(self, text: str, names: Sequence[str] = ()) -> Move:
        """Return the move that a text stands for, possible now or not; `names` are the names of the players."""
        return self.notation.parse(move_text(text), names_from(names, "names"))

    def all_moves(self, players: int) -> Iterator[Move]:
        """Return every move that the notation can write and that might mean something."""
        return self.notation.all_moves(self.for_players(players).layout)

    def from_dict(self, data: Mapping[str, Any]) -> State:
        """Return a saved position; raise PositionError if it is not consistent."""
        table = self.for_players(players_of(data, self.players))
        found = restore(table, data)
        played = steps_without_events(found.played)
        return State(
            table,
            found.cells,
            found.origin,
            found.automatic,
            log=found.log,
            played=played,
            deal=found.deal,
        )


@lru_cache(maxsize=16)
def _unpickle_game(rules: bytes, wanted: Backend) -> Game:
    """Return a game from another process; it is built once for all its positions."""
    program = from_semantics(pickle.loads(rules))  # noqa: S301  # part of a pickle that is being read
    return Game(program, notation(program), wanted=wanted, pickled=rules)


def _start_on_backend(table: GameForPlayers, origin: Origin, *, logging: bool) -> State:
    """Return the first position on a move runner; the interpreter computes the events of the setup on access."""
    assert table.move_runner is not None
    position, options = table.move_runner.runner.start(origin.key)

    def replay_setup() -> tuple[Event, ...]:
        events: list[Event] = []
        table.engine.start(origin.key, sink=events.append)
        return tuple(events)

    log = Log(replay_setup) if logging else EMPTY_LOG
    return State(table, None, origin, True, logging, log, None, options, None, position)  # noqa: FBT003  # positional arguments, as this is hot


def _checked_names(names: Sequence[str], players: int) -> tuple[str, ...]:
    """Return the players' names; they must be as many as the players, visible and distinct, or none at all."""
    if names == ():
        return ()
    given = names_from(names, "names")
    if given and len(given) != players:
        message = f"expected {players} name{'s' * (players != 1)}, found {len(given)}"
        raise ValueError(message)
    if any(map(HIDDEN.search, given)):
        message = f"expected names that can be seen, found {', '.join(map(short, given))}"
        raise ValueError(message)
    wrong = name_clash(given)
    if wrong is not None:
        raise ValueError(wrong)
    return given


def game(
    model: Model,
    *,
    watch: Watch | None = None,
    backend: Backend = "interpreter",
    tell: Tell | None = None,
) -> Game:
    """Return the game that rules define; `watch` observes which rules run, which only the interpreter reports.

    `tell` gets messages for the user; without it they are warnings.
    """
    program = from_semantics(model)
    return Game(program, notation(program), watch, backend, tell)
