"""The runner: plays matches one after the other, or in several processes, always with the same results."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from threading import Thread

from attrs import evolve, field, frozen

from splendor_dsl.arena.matches import Failure, Match, Result
from splendor_dsl.arena.time_limit import timed_choice
from splendor_dsl.bots.external.command import is_program
from splendor_dsl.bots.seated import BotError, SeatedBot, seat_bot
from splendor_dsl.extensions import Extensions, load_extensions
from splendor_dsl.game.game import Game
from splendor_dsl.game.playouts import goes_on
from splendor_dsl.game.runs import FAILED, GameResult, result_of
from splendor_dsl.game.state import State
from splendor_dsl.hookspecs import Bot

_AHEAD = 4  # games that wait for each process, so that none is idle


Bots = Mapping[str, Mapping[str, Bot]]  # by the name of the rules and their own


@frozen(kw_only=True)
class Arena:
    """The games and bots that matches name, and the seconds that a bot may take for a move.

    In another process bots of the same names are loaded, from the installed packages and the `plugins`.
    """

    games: Mapping[str, Game]
    bots: Bots = field(repr=False)
    plugins: tuple[str, ...] = ()
    move_time: float | None = None

    def __reduce__(self) -> tuple[Callable[..., Arena], tuple[object, ...]]:
        """Support pickling: bots are functions of plugins, which another process has to load first; programs are data."""
        bots = {
            rules: {name: bot if is_program(name) else None for name, bot in named.items()}
            for rules, named in self.bots.items()
        }
        return _arena_elsewhere, (dict(self.games), bots, self.plugins, self.move_time)


def bots_named(extensions: Extensions, names: Iterable[str]) -> dict[str, Bot]:
    """Return the bots of some names."""
    return {name: extensions.bots[name].value for name in names}


def _arena_elsewhere(
    games: dict[str, Game],
    bots: Mapping[str, Mapping[str, Bot | None]],
    plugins: tuple[str, ...],
    move_time: float | None,
) -> Arena:
    for game in games.values():
        game.tell = _tell_nothing  # the first process has said it
    known = load_extensions(plugins).bots
    found = {
        rules: {name: known[name].value if bot is None else bot for name, bot in named.items()}
        for rules, named in bots.items()
    }
    return Arena(games=games, bots=found, plugins=plugins, move_time=move_time)


def _tell_nothing(_text: str) -> None:
    """Drop a message."""


@frozen(kw_only=True)
class Run:
    """The number of games of each pairing, the seed that they come from, and the number of processes for them.

    Where it is `strict`, the first mistake of a bot ends it.
    """

    games: int
    seed: int
    jobs: int = 1
    strict: bool = False


# ---- one game ----------------------------------------------------------------------------------
def play(arena: Arena, match: Match) -> Result:
    """Return the result of a match; a bot that makes a mistake loses it there."""
    game, bots = arena.games[match.pairing.rules], arena.bots[match.pairing.rules]
    start = partial(game.start, len(match.bots), seed=match.seed, game=match.deal)
    seated: list[SeatedBot] = []
    decisions, seat, state = 0, 0, None
    try:
        for seat, name in enumerate(match.bots):
            seated.append(seat_bot(bots[name], game, seat, seed=match.seed, number=match.deal))
        state = start(logging=any(bot.needs_log for bot in seated))
        while goes_on(state, decisions):
            seat = state.to_move or 0
            state.advance(timed_choice(seated[seat], state, arena.move_time))
            decisions += 1
        for seat in range(len(seated)):
            seated[seat].end(state)
    except BotError as error:
        stopped = start() if state is None else state
        for bot in seated:
            with suppress(BotError):  # its game is lost already
                bot.end(stopped)
        failure = Failure(bot=error.name, seat=seat, reason=error.reason)
        return Result(match=match, game=_failed(stopped, decisions, match, seat), failure=failure)
    return Result(match=match, game=result_of(state, decisions))


def _failed(state: State, decisions: int, match: Match, seat: int) -> GameResult:
    """Return the result of a game that a bot's mistake has stopped: lost by that bot, its copies and its team."""
    reached = result_of(state, decisions)
    sides = state.players // state.for_players.model.team_size
    lost = {at % sides for at, bot in enumerate(match.bots) if bot == match.bots[seat]}
    places = tuple(2 if at % sides in lost else 1 for at in range(state.players))
    return evolve(reached, kind=FAILED, end=None, places=places)


# ---- many games --------------------------------------------------------------------------------
def results(arena: Arena, matches: Iterable[Match], run: Run) -> Generator[Result, None, None]:
    """Yield the results of matches in their order; raise BotError where a strict run meets a mistake of a bot."""
    alone = run.jobs == 1
    played = map(partial(play, arena), matches) if alone else _spread(arena, matches, run.jobs)
    for result in played:
        check_strict(run, result)
        yield result


def check_strict(run: Run, result: Result) -> None:
    """Raise BotError for the mistake of a bot in a strict run."""
    if run.strict and result.failure is not None:
        raise BotError(result.failure.bot, result.failure.reason)


def _spread(arena: Arena, matches: Iterable[Match], jobs: int) -> Generator[Result, None, None]:
    """Yield the results of matches that are played in several processes."""
    left = iter(matches)
    with _processes(arena, jobs) as pool:
        waiting: deque[Future[Result]] = deque(
            pool.submit(_play_here, match) for match in islice(left, jobs * _AHEAD)
        )
        while waiting:
            yield waiting.popleft().result()
            waiting.extend(pool.submit(_play_here, match) for match in islice(left, 1))


@contextmanager
def _processes(arena: Arena, jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Give a pool of processes; what they still compute when it is left is given up."""
    before = set(multiprocessing.active_children())
    # A copy of this process could inherit locks that its threads hold, so each begins anew.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, context, initializer=_settle, initargs=(arena,))
    try:
        yield pool
    finally:
        for each in set(multiprocessing.active_children()) - before:
            each.terminate()
        pool.shutdown(cancel_futures=True)


_here: list[Arena] = []  # of a process that plays for another one


def _settle(arena: Arena) -> None:
    """Prepare a process that plays for another one, and let it end with that one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the other one ends this one
    Thread(target=_end_with_parent, daemon=True).start()
    _here.append(arena)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _play_here(match: Match) -> Result:
    return play(_here[0], match)
