"""A game that can be played: made from the meaning of its rules."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
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
    played_out,
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
    """A game that runs, and not as fast as was asked for."""


@define(eq=False)
class Game:
    """One game: its rules, how its moves are written, and how it begins."""

    program: Program = field(repr=lambda program: repr(program.model.name))
    notation: Notation = field(repr=False)
    watch: Watch | None = field(default=None, repr=False)
    wanted: Backend = field(default="interpreter", repr=False)
    tell: Tell | None = field(default=None, repr=False)
    _chosen: BackendChoice | None = field(default=None, repr=False, init=False)
    _by_players: dict[int, GameForPlayers] = field(factory=dict, repr=False, init=False)
    _sent: bytes | None = field(default=None, repr=False, kw_only=True)  # its rules as a pickle

    def choose(self, tell: Tell | None = None) -> BackendChoice:
        """The backend that runs it, made ready when first asked for.

        `tell`, of the call or of the game, hears of work that takes a while, and why it is slower than it was wanted;
        without one that is a warning.
        """
        if self._chosen is None:
            tell = self.tell if tell is None else tell
            wanted: Backend = "interpreter" if self.watch is not None else self.wanted
            self._chosen = choose(self.program, wanted, tell=tell)
            for line in self._chosen.lines():
                if tell is None:
                    warnings.warn(line, SlowerWarning, stacklevel=2)
                else:
                    tell(line)
        return self._chosen

    @property
    def backend(self) -> Backend:
        """The backend that runs it."""
        return self.choose().backend

    @property
    def model(self) -> Model:
        """The meaning of its rules."""
        return self.program.model

    @property
    def name(self) -> str:
        """The word by which rules and commands know it."""
        return self.model.name

    @property
    def title(self) -> str:
        """Its name for people."""
        return self.model.title

    @property
    def players(self) -> range:
        """How many may play."""
        return range(self.model.low_players, self.model.high_players + 1)

    @property
    def hash(self) -> str:
        """The hash of what its rules mean (K25)."""
        return self.program.meaning

    @property
    def clauses(self) -> Mapping[str, str]:
        """A short hash of what each clause means, by its path."""
        return clause_hashes(self.model)

    def for_players(self, players: int) -> GameForPlayers:
        """The game for so many players, compiled when first asked for."""
        found = self._by_players.get(players) if is_whole(players) else None
        if found is None:
            low, high = self.model.low_players, self.model.high_players
            wanted = f"{low} to {high} players" if low < high else f"{low} player{'s' * (low > 1)}"
            require_number(players, wanted, low, high)
            engine = interpreter(self.program, players, self.watch)
            found = self._by_players[players] = for_players(engine, self.notation, self._table)
        return found

    def _table(self, players: int, fast: bool) -> GameForPlayers:  # noqa: FBT001  # as it is sent
        """The game for so many players, ready for positions that have come from another process."""
        table = self.for_players(players)
        if fast:
            self._drive(table)
        return table

    def __reduce__(self) -> tuple[Callable[[bytes, Backend], Game], tuple[bytes, Backend]]:
        """What stands for it in another process: its rules, without whoever watches it here."""
        if self._sent is None:
            self._sent = pickle.dumps(self.model)
        return _sent_game, (self._sent, self.wanted)

    def __copy__(self) -> Game:
        """Itself: it holds no position."""
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Game:
        """Itself, for the same reason."""
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
        """The position after the setup: game number `game` of a seed, or a deal given by hand."""
        table = self.for_players(players)
        names = _names(names, players)
        for what, flag in (("automatic", automatic), ("logging", logging)):
            require_kind(isinstance(flag, bool), f"true or false for {what}", flag)
        plain, pieces = (None, {}) if deal is None else read_deal(table, deal)
        origin = Origin(
            require_word(seed, "a seed"), require_word(game, "the number of a game"), plain, names
        )
        if automatic:
            self._drive(table)
        if table.move_runner is not None and automatic and deal is None:
            return _driven(table, origin, logging=logging)
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
        """What becomes of so many games of uniformly random moves; native code plays them on several threads."""
        table, word = self._run(players, games, seed, threads)
        runner = self._native(table)
        if runner is not None:
            return native_games(table, runner, (word, games), at_random(runner), threads=threads)
        recorder = Recorder(table)
        for number in range(games):
            found = playout(self.start(players, seed=word, game=number, logging=False))
            recorder.state(found.state, found.decisions)
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
        """What becomes of so many games in which each seat has a policy and chance of its own.

        A policy is none (any move), `Weights`, or a function for native code; `tell` hears of games that were played.
        """
        require_kind(is_listing(policies), "a list of policies", policies)
        require_kind(tell is None or callable(tell), "a function to tell", tell)
        players = len(policies)
        table, word = self._run(players, games, seed, threads)
        runner = self._native(table)
        if runner is not None:
            ways = by_policies(table, runner, policies)
            return native_games(table, runner, (word, games), ways, threads=threads, tell=tell)
        choosing = choosers(table, policies)
        hashes = [bot_hash(word, seat) for seat in range(players)]
        recorder = Recorder(table)
        for number in range(games):
            state = self.start(players, seed=word, game=number, logging=False)
            recorder.state(state, played_out(state, choosing, hashes, number))
            if tell is not None:
                tell(1)
        return recorder.done()

    def native_table(self, players: int) -> NativeTable:
        """A position of native code, to be driven from Python by numbers; for a game that runs natively."""
        table = self.for_players(players)
        runner = self._native(table)
        if runner is None or table.move_runner is None:
            message = f"expected a game on native code, found one on the {self.backend} backend"
            raise ValueError(message)
        return NativeTable(table.move_runner, runner)

    def _run(self, players: int, games: int, seed: int, threads: int) -> tuple[GameForPlayers, int]:
        """The table of a run, once what is asked for has been looked at."""
        table = self.for_players(players)
        whole = {"games": games, "threads": threads}
        for what, number in whole.items():
            require_number(number, f"a number of {what} from 1 on", 1)
        return table, require_word(seed, "a seed")

    def _native(self, table: GameForPlayers) -> NativeMachine | None:
        """What runs it as native code, if that is what runs it."""
        self._drive(table)
        runner = None if table.move_runner is None else table.move_runner.runner
        return runner if isinstance(runner, NativeMachine) else None

    def _drive(self, table: GameForPlayers) -> None:
        """Let the backend of the game run it from now on, if it is another than the interpreter."""
        if table.move_runner is None and self.wanted != "interpreter":
            runner = self.choose().runner(table.players)
            if runner is not None:
                table.move_runner = MoveRunner(runner, self.notation, table.layout)

    def parse_move(self, text: str, names: Sequence[str] = ()) -> Move:
        """The move that a text stands for, whether it is possible now or not; `names` are those of the players."""
        return self.notation.parse(move_text(text), names_from(names, "names"))

    def all_moves(self, players: int) -> Iterator[Move]:
        """Every move that the notation can write and that might mean something."""
        return self.notation.all_moves(self.for_players(players).layout)

    def from_dict(self, data: Mapping[str, Any]) -> State:
        """A saved position; one that does not add up is refused."""
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
def _sent_game(rules: bytes, wanted: Backend) -> Game:
    """A game that has come from another process: made once, however many of its positions come."""
    program = from_semantics(pickle.loads(rules))  # noqa: S301  # part of a pickle that is being read
    return Game(program, notation(program), wanted=wanted, sent=rules)


def _driven(table: GameForPlayers, origin: Origin, *, logging: bool) -> State:
    """The first position, where a move runner runs the game; the interpreter tells of the setup when somebody asks."""
    assert table.move_runner is not None
    position, options = table.move_runner.runner.start(origin.key)

    def tell() -> tuple[Event, ...]:
        events: list[Event] = []
        table.engine.start(origin.key, sink=events.append)
        return tuple(events)

    log = Log(tell) if logging else EMPTY_LOG
    return State(table, None, origin, True, logging, log, None, options, None, position)  # noqa: FBT003  # in order, as it is hot


def _names(names: Sequence[str], players: int) -> tuple[str, ...]:
    """What so many players are called, if anything: each in another way."""
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
    """The game that rules mean; `watch` is told what of them runs, which the interpreter alone can tell.

    `tell` hears what whoever waits should know; without it that is a warning.
    """
    program = from_semantics(model)
    return Game(program, notation(program), watch, backend, tell)
