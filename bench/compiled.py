"""Measure all backends on the same work against the yardstick: `make bench`; with `--short --against`: `make bench-check`.

The tables go to the terminal, the figures with the date and the machine to bench/compiled.json. A ply is a turn.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from measuring import Bench, Figures, a_second, about, pin, table, unpinned  # noqa: E402  # beside
from yardstick.yardstick import yardstick  # noqa: E402  # as above

import splendor_dsl  # noqa: E402  # as above
from splendor_dsl.bundled import bundled_games  # noqa: E402  # as above
from splendor_dsl.game.weights import ANY_MOVE  # noqa: E402  # as above

EDITIONS = (("classic", 2), ("classic", 3), ("classic", 4), ("marvel", 2), ("first_printing", 2))
SHORT = (("classic", 2), ("classic", 4), ("marvel", 2))
BACKENDS = ("interpreter", "python", "native")
BATCH = 8192
KEPT = 2 / 3
WEIGHTS = splendor_dsl.Weights(moves={"actions.buy": 9}, fields={"points": 1})
NO_NATIVE = "no native code here: it needs numba (pip install splendor-dsl[native])"


def backends() -> list[str]:
    """Return the backends that run on this machine."""
    return [each for each in BACKENDS if each != "native" or find_spec("numba")]


# ---- whole games ---------------------------------------------------------------------------------
def whole_games(game: Any, players: int, way: str) -> Callable[[], Any]:
    """Return a function that plays many games without Python."""
    policies = {"own streams": [ANY_MOVE] * players, "weights": [WEIGHTS] * players}
    if way in policies:
        return lambda: game.played_games(policies[way], BATCH, seed=1)
    return lambda: game.random_games(players, BATCH, seed=1)


def whole_row(bench: Bench, game: Any, players: int, way: str, name: str) -> Figures:
    """Return the speed of whole games, and their size."""
    print(f"{name}, {players} players, {way}", file=sys.stderr, flush=True)
    run = whole_games(game, players, way)
    ran = run()
    per_turn = {"decisions": ran.decisions / ran.turns, "games": ran.games / ran.turns}
    speed = bench.speed(a_second(lambda: run().turns))
    return row("native", way, (name, players), speed, per_turn)


def row(
    backend: str, way: str, what: tuple[str, int], speed: Figures, per_turn: dict[str, float]
) -> Figures:
    """Return a line of the table."""
    turns = speed["turns_a_second"]
    return {
        "backend": backend,
        "way": way,
        "game": what[0],
        "players": what[1],
        **speed,
        "decisions_a_second": round(turns * per_turn["decisions"]),
        "games_a_second": round(turns * per_turn["games"]),
        "turns_a_game": round(1 / per_turn["games"], 1),
        "decisions_a_turn": round(per_turn["decisions"], 3),
    }


# ---- decision by decision --------------------------------------------------------------------------
def by_table(way: str, games: int) -> Callable[[], tuple[int, int]]:
    """Return a function that plays games on a native table; it returns the numbers of turns and decisions."""
    native = splendor_dsl.load("classic", backend="native").native_table(2)

    def step() -> tuple[int, int]:
        chance, take, turns, decisions = Random(1).random, native.step, 0, 0
        for number in range(games):
            count = native.start(1, number)
            while count:
                count = take(int(chance() * count))
                decisions += 1
            turns += native.turn
        return turns, decisions

    def list_and_apply() -> tuple[int, int]:
        chance, turns, decisions = Random(1).random, 0, 0
        legal, apply = native.options, native.apply
        for number in range(games):
            count = native.start(1, number)
            while count:
                count = apply(legal()[int(chance() * count)])
                decisions += 1
            turns += native.turn
        return turns, decisions

    return step if way == "one call a decision" else list_and_apply


def by_api(
    backend: Any, games: int, name: str = "classic", players: int = 2
) -> Callable[[], tuple[int, int]]:
    """Return a function that plays games through states and moves, with games of its own in each run."""
    game = splendor_dsl.load(name, backend=backend)
    seeds = count()

    def play() -> tuple[int, int]:
        seed = next(seeds)
        chance, turns, decisions = Random(seed).random, 0, 0
        for number in range(games):
            state = game.start(players, seed=seed, game=number)
            while not state.over:
                moves = state.moves
                state.push(moves[int(chance() * len(moves))])
                decisions += 1
            turns += state.turn
        return turns, decisions

    return play


def called_rows(bench: Bench, games: int) -> Iterator[Figures]:
    """Yield the same game, classic for two, as Python plays it on each backend."""
    ways: list[tuple[str, str, Callable[[], tuple[int, int]], int]] = [
        (each, "moves and push", by_api(each, many), many)
        for each in backends()
        for many in (max(3, games // 20) if each == "interpreter" else games,)
    ]
    if "native" in backends():
        ways += [
            ("native", way, by_table(way, 4 * games), 4 * games)
            for way in ("one call a decision", "a list, then a move")
        ]
    for backend, way, play, many in ways:
        yield called_row(bench, (backend, way), ("classic", 2), play, many)


def called_row(
    bench: Bench,
    how: tuple[str, str],
    what: tuple[str, int],
    play: Callable[[], tuple[int, int]],
    games: int,
) -> Figures:
    """Return the speed at which Python plays games."""
    turns, decisions = play()
    per_turn = {"decisions": decisions / turns, "games": games / turns}
    speed = bench.speed(a_second(lambda: play()[0]))
    return row(*how, what, speed, per_turn)


def python_rows(bench: Bench, games: int) -> Iterator[Figures]:
    """Yield plain Python through the interface, for other editions and numbers of players."""
    for name, players in EDITIONS[1:]:
        play = by_api("python", games, name, players)
        yield called_row(bench, ("python", "moves and push"), (name, players), play, games)


# ---- one state -------------------------------------------------------------------------------------
def size(thing: object, seen: set[int]) -> int:
    """Return the bytes of a thing and all that it holds, each once; numbers that Python shares are free."""
    if id(thing) in seen or thing is None or (isinstance(thing, int) and -5 <= thing <= 256):
        return 0
    seen.add(id(thing))
    parts = thing if isinstance(thing, list | tuple) else ()
    return sys.getsizeof(thing) + sum(size(each, seen) for each in parts)


def state_row(bench: Bench, backend: Any) -> Figures:
    """Return the time of an option list, a move and a copy in the middle of a game, and the size of a state."""
    game = splendor_dsl.load("classic", backend=backend)
    times = 50 if backend == "interpreter" else 2000
    state = game.start(2, seed=1, logging=False)
    for _ in range(30):
        state.advance(state.moves[0])
    engine, move_runner = state.for_players.engine, state.for_players.move_runner
    if move_runner is None:
        cells = state.cells
        option = engine.options(cells)[0]
        works: tuple[Callable[[], object], ...] = (
            lambda: engine.options(cells),
            lambda: engine.apply(cells.copy(), option),
            cells.copy,
        )
        held = size(cells, set())
    else:
        runner, position = move_runner.runner, move_runner.runner.position(state.cells)
        number = runner.options(position)[0]
        works = (
            lambda: runner.options(position),
            lambda: runner.after(position, number),
            lambda: runner.copy(position),
        )
        held = memoryview(position).nbytes if backend == "native" else size(position, set())
    listed, applied, copied = (1e6 * bench.seconds(work, times) for work in works)
    return {
        "backend": backend,
        "microseconds_a_list": round(listed, 2),
        "microseconds_a_move_on_a_copy": round(applied, 2),
        "microseconds_a_copy": round(copied, 2),
        "bytes_a_state": held,
    }


# ---- native code alone -----------------------------------------------------------------------------
def compiling(name: str) -> Figures:
    """Return the processor time to compile a game for the first time, and to start again."""
    code = (
        "import time; started = time.process_time(); import splendor_dsl\n"
        f"splendor_dsl.load({name!r}, backend='native').random_games(2, 1)\n"
        "print(time.process_time() - started)"
    )
    with TemporaryDirectory() as folder:
        environment = {**os.environ, "SPLENDOR_CACHE": folder}
        command = [sys.executable, "-c", code]
        cold, warm = (
            float(subprocess.check_output(command, text=True, env=environment)) for _ in range(2)
        )
    return {
        "game": name,
        "seconds_to_compile": round(cold - warm, 1),
        "seconds_to_start_again": round(warm, 2),
    }


def memory(games: int) -> Figures:
    """Return the memory of a run: blocks of native code, and bytes of Python for each game."""
    from numba.core.runtime import _nrt_python, rtsys  # noqa: PLC0415  # an optional dependency

    game = splendor_dsl.load("classic", backend="native")
    game.random_games(2, 10)
    _nrt_python.memsys_enable_stats()

    def blocks(count: int) -> int:
        before = rtsys.get_allocation_stats().alloc
        turns.append(game.random_games(2, count, seed=1).turns)
        return int(rtsys.get_allocation_stats().alloc) - before

    turns: list[int] = []
    few, many = blocks(BATCH // 2), blocks(games)
    batches = -(-games // (BATCH // 2))
    _nrt_python.memsys_disable_stats()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    kept = game.random_games(2, games, seed=1)
    after, peak = (each - before for each in tracemalloc.get_traced_memory())
    tracemalloc.stop()
    return {
        "games": kept.games,
        "turns": turns[-1],
        "native_blocks_a_batch_of_4096_games": few,
        "native_blocks_a_turn": (many - few * batches) / turns[-1],
        "bytes_a_game_of_results": round(after / games, 1),
        "bytes_a_game_at_most": round(peak / games, 1),
    }


def threads(processors: frozenset[int], repetitions: int) -> Figures:
    """Return the speed of two threads in times of one, and their processor time in times of one.

    On a busy machine only the second is meaningful: 1.0 if threads do not hinder each other.
    """
    game = splendor_dsl.load("classic", backend="native")

    def seconds(count: int) -> tuple[float, float]:
        started, worked = time.perf_counter(), time.process_time()
        game.random_games(2, 8 * BATCH, seed=1, threads=count)
        return time.perf_counter() - started, time.process_time() - worked

    with unpinned(processors):
        runs = [(seconds(1), seconds(2)) for _ in range(repetitions)]
    ones, twos = zip(*runs, strict=True)
    (one, work_of_one), (two, work_of_two) = (
        tuple(min(each) for each in zip(*some, strict=True)) for some in (ones, twos)
    )
    return {
        "two_threads_are_times_one": round(one / two, 2),
        "processor_time_of_two_in_times_of_one": round(work_of_two / work_of_one, 2),
        "processors": len(processors),
    }


def native_rows(bench: Bench, *, short: bool) -> Iterator[Figures]:
    """Yield whole games: editions, numbers of players, ways to choose, and each house rule."""
    for name, players in SHORT if short else EDITIONS:
        game = splendor_dsl.load(name, backend="native")
        yield whole_row(bench, game, players, "one stream", name)
    classic = splendor_dsl.load("classic", backend="native")
    for way in ("own streams", "weights"):
        yield whole_row(bench, classic, 2, way, "classic")
    for name, path in bundled_games().items():
        if path.parent.name == "house" and not short:
            game = splendor_dsl.load(path, backend="native")
            if game.backend == "native":
                yield whole_row(bench, game, game.players[0], "one stream", name)


def of_classic(rows: list[Figures]) -> list[Figures]:
    """Return the speed of each house rule in times of classic, in turns and in decisions."""
    plain = {}
    for each in rows:
        if each["way"] == "one stream":
            plain.setdefault(each["game"], each)  # for the fewest players
    classic = plain["classic"]
    editions = {name for name, _ in EDITIONS}
    return [
        {
            "game": name,
            "decisions_a_turn": each["decisions_a_turn"],
            **{
                f"{what}_in_times_of_classic": round(
                    each[f"{what}_a_second"] / classic[f"{what}_a_second"], 2
                )
                for what in ("turns", "decisions")
            },
        }
        for name, each in plain.items()
        if name not in editions
    ]


# ---- all of it -------------------------------------------------------------------------------------
def regressions(figures: Figures, recorded: Figures) -> list[str]:
    """Return the shares of the yardstick that are below two thirds of the recorded ones."""

    def shares(of: Figures) -> dict[str, float | None]:
        return {
            f"{r['backend']}, {r['way']}, {r['game']}, {r['players']} players": r[
                "share_of_yardstick"
            ]
            for r in of["rows"]
        }

    now, before = shares(figures), shares(recorded)
    pairs = ((name, now[name], before[name]) for name in now if name in before)
    return [f"{name}: {a}, was {b}" for name, a, b in pairs if a and b and a < b * KEPT]


def measure_all(bench: Bench, processors: frozenset[int], *, short: bool) -> Figures:
    """Return all figures, and print them as they come."""
    rows = list(called_rows(bench, 20 if short else 300))
    rows += [] if short else python_rows(bench, 300)
    figures: Figures = {**about(), "rows": rows}
    native = "native" in backends()
    if native:
        rows += native_rows(bench, short=short)
    else:
        print(NO_NATIVE)
    print(table(rows), end="\n\n")
    if short:
        return figures
    figures["states"] = [state_row(bench, each) for each in backends()]
    print(table(figures["states"]), end="\n\n")
    if native:
        figures["house_rules"] = of_classic(rows)
        figures["compiling"] = [compiling(name) for name in ("classic", "marvel")]
        figures["memory"] = memory(1_000_000)
        figures["threads"] = threads(processors, bench.repetitions)
        for part in (figures["house_rules"], figures["compiling"]):
            print(table(part), end="\n\n")
        for part in (figures["memory"], figures["threads"]):
            print(table([part]), end="\n\n")
    return figures


def main() -> int:
    """Measure, show, write, compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--repetitions", type=int, default=5, help="number of repetitions, of which the best counts"
    )
    parser.add_argument(
        "--short", action="store_true", help="run only the measurements that check a change"
    )
    parser.add_argument("--output", type=Path, default=HERE / "compiled.json")
    parser.add_argument(
        "--against", type=Path, help="fail if a share falls below 2/3 of those in this file"
    )
    options = parser.parse_args()
    recorded = None if options.against is None else json.loads(options.against.read_text())
    processors = pin()
    with TemporaryDirectory() as folder:
        program, why_not = yardstick(Path(folder))
        if why_not:
            print(f"{why_not}; so there are no shares of it")
        bench = Bench(options.repetitions, program)
        figures = measure_all(bench, processors, short=options.short)
    figures["yardstick_turns_a_second"] = round(bench.best_of_yardstick) or None
    print(f"yardstick: {figures['yardstick_turns_a_second'] or '-'} turns a second")
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text(json.dumps(figures, indent=2) + "\n")
    lost = [] if recorded is None else regressions(figures, recorded)
    for each in lost:
        print(f"fallen below two thirds: {each}")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
