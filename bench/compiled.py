"""Measures the compiled backends against the yardstick, in processor time: `make bench` runs it too.

Each figure is the best of several repetitions on one thread; a busy machine spoils ratios less than times. The table
goes to the terminal, the figures with the date and the machine to bench/compiled.json.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import splendor_dsl
from splendor_dsl.backends.compiled.choice import choose
from splendor_dsl.backends.compiled.storage import Shelf
from splendor_dsl.bundled import bundled_games
from splendor_dsl.play.chance import Stream, stream_key

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from yardstick.yardstick import turns_a_second  # noqa: E402  # it stands beside this file

EDITIONS = (("classic", 2), ("classic", 3), ("classic", 4), ("marvel", 2), ("first_printing", 2))
BATCH = 8192
KEPT = 2 / 3
Figures = dict[str, Any]


def best(measure: Callable[[], float], repetitions: int) -> float:
    """The best of several."""
    return max(measure() for _ in range(repetitions))


def playouts(game: Any, players: int, repetitions: int) -> Figures:
    """Turns a second of whole random games without Python, and what a game is made of."""

    def run() -> float:
        begun = time.process_time()
        ran = game.random_games(players, BATCH, seed=1)
        return float(ran.turns / (time.process_time() - begun))

    ran = game.random_games(players, BATCH, seed=1)
    return {
        "turns_a_second": round(best(run, repetitions)),
        "turns_a_game": round(ran.turns / ran.games, 1),
        "decisions_a_turn": round(ran.decisions / ran.turns, 3),
    }


def from_python(runner: Any, games: int, *, fused: bool) -> float:
    """Turns a second when Python chooses each option: one call a decision, or a list and then a move."""
    turns = 0
    begun = time.process_time()
    for number in range(games):
        chance = Stream(stream_key(1, number, 1))
        position, options = runner.start(stream_key(1, number))
        while options:
            if not fused:
                options = runner.options(position)
            options = runner.take(position, options[chance.drawn % len(options)])
            chance.drawn += 7
        turns += runner.register(position, "turn")
    return turns / (time.process_time() - begun)


def through_the_api(game: Any, games: int) -> float:
    """Turns a second through states and moves: the list of moves, and a push in place."""
    turns = 0
    begun = time.process_time()
    for number in range(games):
        chance = Stream(stream_key(1, number, 1))
        state = game.start(2, seed=1, game=number)
        while not state.over:
            moves = state.moves
            state.push(moves[chance.below(len(moves))])
        turns += state.turn
    return turns / (time.process_time() - begun)


def threads(game: Any, repetitions: int) -> float:
    """How many times as much two threads do in the same time as one."""

    def seconds(count: int) -> float:
        begun = time.perf_counter()
        game.random_games(2, 8 * BATCH, seed=1, threads=count)
        return time.perf_counter() - begun

    return best(lambda: seconds(1) / seconds(2), repetitions)


def compiling(name: str) -> Figures:
    """Processor time to compile a game for the first time, and to start again."""
    with TemporaryDirectory() as folder:
        program = splendor_dsl.load(name, backend="interpreter").program
        begun = time.process_time()
        choose(program, "native", shelf=Shelf(Path(folder)))
        cold = time.process_time() - begun
        code = (
            "import time, splendor_dsl; begun = time.process_time()\n"
            f"splendor_dsl.load({name!r}, backend='native').start(2)\n"
            "print(time.process_time() - begun)"
        )
        environment = {**os.environ, "SPLENDOR_CACHE": folder}
        ran = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env=environment,
        )
    return {
        "seconds_to_compile": round(cold, 1),
        "seconds_to_start_again": round(float(ran.stdout), 2),
    }


def native_figures(yardstick: float | None, repetitions: int, *, house: bool) -> Figures:
    """All of native code."""
    rows = []
    for name, players in EDITIONS:
        game = splendor_dsl.load(name, backend="native")
        rows.append({"game": name, "players": players, **playouts(game, players, repetitions)})
    if house:
        for name, path in bundled_games().items():
            if path.parent.name == "house":
                game = splendor_dsl.load(path, backend="native")
                players = game.players[0]
                rows.append({"game": name, "players": players, **playouts(game, players, 2)})
    for row in rows:
        speed = float(row["turns_a_second"])
        row["share_of_yardstick"] = round(speed / yardstick, 3) if yardstick else None
    classic = splendor_dsl.load("classic", backend="native")
    runner = classic.choose().runner(2)
    assert runner is not None
    position, _ = runner.start(0)
    calls = {
        name: round(best(lambda fused=fused: from_python(runner, 300, fused=fused), repetitions))
        for name, fused in (("list_and_take", False), ("one_call", True))
    }
    return {
        "playouts": rows,
        "turns_a_second_from_python": calls,
        "two_threads_are_times_one": round(threads(classic, repetitions), 2),
        "bytes_a_state": sum(part.nbytes for part in position),
        **compiling("classic"),
    }


def python_figures(yardstick: float | None, repetitions: int) -> Figures:
    """The backends that need nothing but Python, through the API."""
    found: Figures = {}
    for backend in ("interpreter", "python"):
        game = splendor_dsl.load("classic", backend=backend)
        speed = best(lambda game=game: through_the_api(game, 60), repetitions)
        share = round(speed / yardstick, 6) if yardstick else None
        found[backend] = {"turns_a_second": round(speed), "share_of_yardstick": share}
    return found


def fallen(figures: Figures, recorded: Figures) -> list[str]:
    """The shares of the yardstick that are below two thirds of what was recorded."""

    def shares(of: Figures) -> dict[str, float | None]:
        rows = of.get("native", {}).get("playouts", [])
        found = {
            f"native, {r['game']}, {r['players']} players": r["share_of_yardstick"] for r in rows
        }
        for backend, row in of["through_the_api"].items():
            found[f"{backend}, through the API"] = row["share_of_yardstick"]
        return found

    now, before = shares(figures), shares(recorded)
    pairs = ((name, now[name], before[name]) for name in now if name in before)
    return [f"{name}: {a}, was {b}" for name, a, b in pairs if a and b and a < b * KEPT]


def main() -> int:
    """Measure, show, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repetitions", type=int, default=5, help="of which the best counts")
    parser.add_argument("--house", action="store_true", help="measure every house rule too")
    parser.add_argument("--output", type=Path, default=HERE / "compiled.json")
    parser.add_argument("--against", type=Path, help="fail if a share fell below 2/3 of these")
    options = parser.parse_args()
    yardstick = turns_a_second()
    figures: Figures = {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, python {platform.python_version()}",
        "yardstick_turns_a_second": round(yardstick) if yardstick else None,
        "through_the_api": python_figures(yardstick, options.repetitions),
    }
    if yardstick is None:
        print("no yardstick here: it needs gcc and a machine with BMI2")
    if find_spec("numba") is None:
        print("no native code here: it needs numba (pip install splendor-dsl[native])")
    else:
        figures["native"] = native_figures(yardstick, options.repetitions, house=options.house)
    print(json.dumps(figures, indent=2))
    options.output.write_text(json.dumps(figures, indent=2) + "\n")
    lost = (
        [] if options.against is None else fallen(figures, json.loads(options.against.read_text()))
    )
    print("\n".join(f"fallen below two thirds: {each}" for each in lost), end="\n" if lost else "")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
