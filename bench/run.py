"""Measure how long the program takes to start, and to read and check files with many cards: `make bench`.

Each figure is the best of several repetitions; the table goes to the terminal, the figures with the date and the
machine to bench/results.json.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from measuring import about, pin  # noqa: E402  # beside this file

from splendor_dsl.pipeline import load_file  # noqa: E402  # as above


def seconds(command: list[str], repetitions: int) -> float:
    """Return the shortest time that a command takes."""

    def run() -> float:
        started = time.perf_counter()
        subprocess.run(command, capture_output=True, check=True)
        return time.perf_counter() - started

    return min(run() for _ in range(repetitions))


def checking(cards: int, *, csv: bool) -> float:
    """Return the time to read and check a file with a number of cards."""
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
        started = time.perf_counter()
        loaded = load_file(file)
        spent = time.perf_counter() - started
        assert loaded.model is not None, [each.message() for each in loaded.problems][:3]
        return spent


def measure(repetitions: int) -> dict[str, object]:
    """Return all figures."""
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
    return {**about(), "times_python_c_pass": starts, "seconds_to_check": cards}


def show(figures: dict[str, object]) -> None:
    """Print the figures as a table."""
    print(f"{figures['date']}, {figures['machine']}")
    for title in ("times_python_c_pass", "seconds_to_check"):
        part = figures[title]
        assert isinstance(part, dict)
        print(title.replace("_", " ") + ":")
        for name, value in part.items():
            print(f"  {name}: {value}")


def main() -> None:
    """Measure, show, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--repetitions", type=int, default=3, help="number of repetitions, of which the best counts"
    )
    parser.add_argument("--output", type=Path, default=HERE / "results.json")
    options = parser.parse_args()
    pin()
    figures = measure(options.repetitions)
    show(figures)
    options.output.write_text(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    main()
