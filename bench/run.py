"""Measures what the documents say of speed, as ratios in one run: `make bench`.

Each figure is the best of several repetitions, on one thread; the table goes to the terminal, the figures with the
date and the machine to bench/results.json.
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
from pathlib import Path
from tempfile import TemporaryDirectory

import splendor_dsl
from splendor_dsl.pipeline import load_file
from splendor_dsl.play.chance import Stream, stream_key

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from yardstick.yardstick import turns_a_second  # noqa: E402  # it stands beside this file

GAMES = (("classic", 2), ("classic", 3), ("classic", 4), ("marvel", 2), ("marvel", 4))


def best(measure: Callable[[], float], repetitions: int) -> float:
    """The best of several, as a busy machine only ever slows things down."""
    return max(measure() for _ in range(repetitions))


def playouts(name: str, players: int, games: int) -> tuple[float, float, float]:
    """Turns a second, turns a game and decisions a turn of random games through the public API."""
    game = splendor_dsl.load(name, backend="interpreter")
    turns = decisions = 0
    begun = time.process_time()
    for number in range(games):
        stream = Stream(stream_key(1, number, 1))
        state = game.start(players, seed=1, game=number)
        while not state.over:
            moves = state.moves
            state.push(moves[stream.below(len(moves))])
            decisions += 1
        turns += state.turn
    spent = time.process_time() - begun
    return turns / spent, turns / games, decisions / turns


def seconds(command: list[str], repetitions: int) -> float:
    """The shortest time that a command takes."""

    def run() -> float:
        begun = time.perf_counter()
        subprocess.run(command, capture_output=True, check=True)
        return -(time.perf_counter() - begun)

    return -best(run, repetitions)


def checking(cards: int, *, csv: bool) -> float:
    """How long reading and checking a file with so many cards takes."""
    head = (
        'splendor rules 2\n\nvariant many "Many" extends classic\n\n'
        "replace kinds.cards.points { points 0 to 999999 }\n\n"
    )
    with TemporaryDirectory() as folder:
        file = Path(folder) / "many.rules"
        if csv:
            lines = [f"{1 + n % 3},red,{n},{n % 4},1,0,0,0" for n in range(cards)]
            table = "level,bonus,points,white,blue,green,red,black\n" + "\n".join(lines)
            (Path(folder) / "many.csv").write_text(table)
            file.write_text(f'{head}rows cards from "many.csv"\n')
        else:
            lines = [f"  red {n} : {1 + n % 3} white, 1 blue" for n in range(cards)]
            file.write_text(f"{head}rows cards with level 1 {{\n" + "\n".join(lines) + "\n}\n")
        begun = time.perf_counter()
        loaded = load_file(file)
        spent = time.perf_counter() - begun
        assert loaded.model is not None, [each.message() for each in loaded.problems][:3]
        return spent


def measure(games: int, repetitions: int) -> dict[str, object]:
    """All figures."""
    yardstick = turns_a_second()
    rows = []
    for name, players in GAMES:
        runs = [playouts(name, players, games) for _ in range(repetitions)]
        speed, length, decisions = max(runs)
        rows.append(
            {
                "game": name,
                "players": players,
                "backend": "interpreter",
                "turns_a_second": round(speed),
                "turns_a_game": round(length, 1),
                "decisions_a_turn": round(decisions, 3),
                "share_of_yardstick": round(speed / yardstick, 6) if yardstick else None,
            }
        )
    splendor = [str(Path(sys.executable).parent / "splendor")]
    nothing = seconds([sys.executable, "-c", "pass"], 10 * repetitions)
    starts = {
        name: round(seconds([*splendor, *words], 5 * repetitions) / nothing, 1)
        for name, words in (
            ("splendor --help", ["--help"]),
            ("splendor check classic", ["check", "classic"]),
            ("splendor check marvel", ["check", "marvel"]),
        )
    }
    cards = {
        f"{count} cards, {'csv' if csv else 'inline'}": round(checking(count, csv=csv), 2)
        for count in (1_000, 10_000)
        for csv in (False, True)
    }
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, python {platform.python_version()}",
        "yardstick_turns_a_second": round(yardstick) if yardstick else None,
        "playouts": rows,
        "times_python_c_pass": starts,
        "seconds_to_check": cards,
    }


def show(figures: dict[str, object]) -> None:
    """The figures as a table."""
    print(f"{figures['date']}, {figures['machine']}")
    if figures["yardstick_turns_a_second"] is None:
        print("no yardstick here: it needs gcc and a machine with BMI2")
    else:
        print(f"yardstick (hand-written C): {figures['yardstick_turns_a_second']:,} turns a second")
    rows = figures["playouts"]
    assert isinstance(rows, list)
    for row in rows:
        print("  ".join(f"{key.replace('_', ' ')} {value}" for key, value in row.items()))
    for title in ("times_python_c_pass", "seconds_to_check"):
        part = figures[title]
        assert isinstance(part, dict)
        print(title.replace("_", " ") + ":")
        for name, value in part.items():
            print(f"  {name}: {value}")


def main() -> None:
    """Measure, show, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60, help="random games a figure")
    parser.add_argument("--repetitions", type=int, default=3, help="of which the best counts")
    parser.add_argument("--output", type=Path, default=HERE / "results.json")
    options = parser.parse_args()
    figures = measure(options.games, options.repetitions)
    show(figures)
    options.output.write_text(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    main()
