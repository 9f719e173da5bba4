"""Results of many games. No game of a run depends on another, so all backends and threads give the same games."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from attrs import define, field, frozen

from splendor_dsl.chance import Stream, bot_key
from splendor_dsl.compiler.native.runner import (
    ABOUT_GAME,
    ANY,
    DECISIONS,
    KIND,
    ONE_STREAM,
    OVER,
    ROUND,
    TURN,
    WEIGHTS,
    NativeMachine,
)
from splendor_dsl.game.playouts import UNFINISHED, goes_on
from splendor_dsl.game.state import State
from splendor_dsl.game.weights import ANY_MOVE, Weighing, Weights
from splendor_dsl.ir.caps import MOST_TURNS, most_decisions
from splendor_dsl.ir.layout import Cell
from splendor_dsl.lowering.results import bytes_for, numeric_values
from splendor_dsl.notation.moves import Place
from splendor_dsl.position.game_for_players import GameForPlayers
from splendor_dsl.position.plain_data import require_kind, require_seat
from splendor_dsl.position.view import open_numbers

FAILED = "failed"  # stopped by a bot's mistake: lost by it, won by those with place 1
KINDS = ("nobody", "won", "shared", UNFINISHED, FAILED)
WINNING = ("won", "shared", FAILED)
_GAMES_PER_TASK = 4096  # games that one thread plays before they are counted
_INT = array("i").itemsize
Column = Any  # an array or a list with a number a game
Tell = Callable[[int], None]


def _column(greatest: int = 0) -> Column:
    """Return a column for numbers up to `greatest` from 0: an array, or a list if no array can hold them."""
    size = bytes_for(greatest)
    return [] if size is None else array("i" if size == _INT else "q")


@define(kw_only=True)
class Columns:
    """The results of games in columns, in the order of the games."""

    kinds: Column = field(factory=_column)  # the outcome: an index of `KINDS`
    ends: Column = field(factory=_column)  # the number of the end that ended the game; -1 for none
    turns: Column = field(factory=_column)
    rounds: Column = field(factory=_column)
    decisions: Column = field(factory=_column)
    places: tuple[
        Column, ...
    ]  # by seat: the group in the ranking, from 1; 0 if the game is unfinished
    values: Mapping[str, tuple[Column, ...]]  # by seat: the numbers that everybody sees


@frozen(kw_only=True)
class GamesPlayed:
    """The results of some games: in total, and of each game."""

    each: Columns
    end_names: tuple[str, ...]

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.each.kinds)

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.each.places)

    @property
    def ends(self) -> dict[str, int]:
        """The number of games that each end has ended, by its name; `unfinished` for none."""
        counts: Counter[int] = Counter(self.each.ends)
        names = {**dict(enumerate(self.end_names)), -1: UNFINISHED}
        return {names[number]: counts[number] for number in sorted(counts)}

    @property
    def outcomes(self) -> dict[str, int]:
        """The number of games with each kind of outcome."""
        counts: Counter[int] = Counter(self.each.kinds)
        return {kind: counts[number] for number, kind in enumerate(KINDS)}

    @property
    def turns(self) -> int:
        """The number of turns in all games."""
        return sum(self.each.turns)

    @property
    def decisions(self) -> int:
        """The number of decisions in all games."""
        return sum(self.each.decisions)

    def wins(self, seat: int, *, shared: bool | None = None) -> int:
        """Return the number of games a seat has won; `shared` selects those won with others, or those won alone."""
        require_seat(seat, self.players)
        known = shared is None or isinstance(shared, bool)
        require_kind(known, "true, false or none for shared", shared)
        wanted = {None: WINNING, True: ("shared",), False: ("won", FAILED)}[shared]
        numbers = {KINDS.index(kind) for kind in wanted}
        rows = zip(self.each.kinds, self.each.places[seat], strict=True)
        return sum(kind in numbers and place == 1 for kind, place in rows)


@frozen(kw_only=True)
class GameResult:
    """One game that has stopped; `places` and `values` are by seat, as in `Columns`."""

    kind: str
    end: str | None
    turns: int
    rounds: int
    decisions: int
    places: tuple[int, ...]
    values: Mapping[str, tuple[int, ...]]


def result_of(state: State, decisions: int) -> GameResult:
    """Return the result of a game that has stopped in a position after so many decisions."""
    outcome, seats = state.outcome, range(state.players)
    ranking = () if outcome is None else outcome.ranking
    places = {seat: place for place, group in enumerate(ranking, 1) for seat in group}
    return GameResult(
        kind=UNFINISHED if outcome is None else outcome.kind,
        end=None if outcome is None else outcome.end,
        turns=state.turn,
        rounds=state.round,
        decisions=decisions,
        places=tuple(places.get(seat, 0) for seat in seats),
        values={
            name: tuple(state.value(name, seat) for seat in seats)
            for name in open_numbers(state.for_players)
        },
    )


class Recorder:
    """A collector of the results of games."""

    def __init__(self, table: GameForPlayers) -> None:
        self._table, self._names = table, open_numbers(table)
        seats, greatest = range(table.players), table.greatest_result
        self._each = Columns(
            places=tuple(_column() for _ in seats),
            values={name: tuple(_column(greatest) for _ in seats) for name in self._names},
        )

    def add_state(self, state: State, decisions: int) -> None:
        """Add a game that has stopped."""
        self.add(result_of(state, decisions))

    def add(self, result: GameResult) -> None:
        """Add the result of a game."""
        each = self._each
        ends = [end.name for end in self._table.model.ends]
        each.kinds.append(KINDS.index(result.kind))
        each.ends.append(-1 if result.end is None else ends.index(result.end))
        each.turns.append(result.turns)
        each.rounds.append(result.rounds)
        each.decisions.append(result.decisions)
        for seat, place in enumerate(result.places):
            each.places[seat].append(place)
            for name in self._names:
                each.values[name][seat].append(result.values[name][seat])

    def add_rows(self, rows: Any) -> None:
        """Add games from native code, one in each row."""
        each, names = self._each, numeric_values(self._table.model)
        over = rows[:, OVER]
        # The same as `ended` computes for one number.
        ends = ((over >> 1) + 1) * (over & 1) - 1
        columns = [each.kinds, each.turns, each.rounds, each.decisions]
        found = [rows[:, at] for at in (KIND, TURN, ROUND, DECISIONS)]
        for seat in range(self._table.players):
            first = ABOUT_GAME + seat * (len(names) + 1)
            columns += [each.places[seat], *(each.values[name][seat] for name in self._names)]
            found += [rows[:, first], *(rows[:, first + 1 + names.index(n)] for n in self._names)]
        for column, numbers in zip([each.ends, *columns], [ends, *found], strict=True):
            column.frombytes(numbers.astype(column.typecode).tobytes())

    def done(self) -> GamesPlayed:
        """Return the results so far."""
        names = tuple(end.name for end in self._table.model.ends)
        return GamesPlayed(each=self._each, end_names=names)


# ---- move by move ------------------------------------------------------------------------------
def choosers(table: GameForPlayers, policies: Sequence[Policy]) -> list[Weighing | None]:
    """Return the policies as players that choose move by move; raise ValueError for functions of native code."""
    for seat, each in enumerate(policies):
        if _policy_code(each) not in {ANY, WEIGHTS}:
            message = f"expected weights or none for seat {seat} (functions are for native code alone), found {each!r}"
            raise ValueError(message)
    return [None if each is None else Weighing(table.model, each) for each in policies]


def play_out(
    state: State, choosing: Sequence[Weighing | None], hashes: Sequence[int], game: int
) -> int:
    """Play on in place, each seat by its policy, to the end or to a cap; return the number of decisions."""
    streams = [Stream(bot_key(each, game)) for each in hashes]
    decisions = 0
    while goes_on(state, decisions):
        seat, moves = state.to_move or 0, state.moves
        policy, stream = choosing[seat], streams[seat]
        if policy is None:
            state.advance(moves[stream.below(len(moves))])
        else:
            state.advance(policy.choose(state.view(seat), moves, stream))
        decisions += 1
    return decisions


# ---- on native code ----------------------------------------------------------------------------
Policy = Any  # `Weights`, a function that numba has compiled (`cfunc`), or none for any move


def native_games(  # what is played, and by whom
    table: GameForPlayers,
    runner: NativeMachine,
    run: tuple[int, int],
    policy_args: tuple[Sequence[int], Any],
    *,
    threads: int = 1,
    tell: Tell | None = None,
) -> GamesPlayed:
    """Return the results of games of a seed, played on several threads; `tell` gets the number of games just played."""
    seed, games = run
    recorder = Recorder(table)

    def play(first: int) -> Any:
        rows = runner.results(min(_GAMES_PER_TASK, games - first))
        runner.play_many((seed, first, MOST_TURNS, most_decisions()), *policy_args, rows)
        return rows

    pool = ThreadPoolExecutor(max_workers=threads)
    try:
        for rows in pool.map(play, range(0, games, _GAMES_PER_TASK)):
            recorder.add_rows(rows)
            if tell is not None:
                tell(len(rows))
    finally:
        pool.shutdown(cancel_futures=True)
    return recorder.done()


def at_random(runner: NativeMachine) -> tuple[Sequence[int], Any]:
    """Return the arguments with which all seats choose at random, from the one stream of playouts."""
    return (ONE_STREAM,) * runner.players, runner.weights((), (), (), ())


def by_policies(
    table: GameForPlayers, runner: NativeMachine, policies: Sequence[Policy]
) -> tuple[Sequence[int], Any]:
    """Return the arguments with which each seat chooses by its own policy, from its own stream."""
    codes = [_policy_code(each) for each in policies]
    if WEIGHTS not in codes:
        return codes, runner.weights((), (), (), ())
    of_pieces, random_odds = [], []
    of_options = [[0.0] * runner.codec.numbering.size for _ in policies]
    entries = [[-1] * runner.codec.numbering.size for _ in policies]
    for seat, each in enumerate(policies):
        weighing = Weighing(table.model, each if isinstance(each, Weights) else Weights())
        for number, option in runner.codec.all_options(seat):
            move = table.notation.move(option, seat, table.layout)
            of_options[seat][number] = weighing.of_move(move)
            entries[seat][number] = _entry(runner, weighing.place(move), seat)
        of_pieces.append([0.0, *weighing.of_pieces()])
        random_odds.append(weighing.weights.whim)
    return codes, runner.weights(of_options, entries, of_pieces, random_odds)


def _policy_code(policy: Policy) -> int:
    """Return the number by which native code knows a policy: a kind, or the address of a function."""
    if policy is None or policy == ANY_MOVE:
        return ANY
    if isinstance(policy, Weights):
        return WEIGHTS
    address: object = getattr(policy, "address", None)
    if not isinstance(address, int):
        message = f"expected weights, none or what numba.cfunc makes, found {policy!r}"
        raise TypeError(message)
    return address


def _entry(runner: NativeMachine, found: tuple[Place, int] | None, seat: int) -> int:
    """Return the address at which native code finds the piece of a place; -1 for no place."""
    if found is None:
        return -1
    place, at = found
    region = runner.codec.memory.regions[place.zone, place.part]
    cell = Cell("zone", place.zone, place.part, seat if place.owner is None else place.owner)
    return runner.codec.place(region, cell) + at
