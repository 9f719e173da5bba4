"""The yardstick: a strong hand-written C program that plays random classic games for 2 players.

Its tables are written from the rule file, so that it measures the same game.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from tempfile import TemporaryDirectory

import splendor_dsl

REPETITIONS = 3
HERE = Path(__file__).resolve().parent
COLOURS = ("white", "blue", "green", "red", "black")


def turns_a_second(games: int = 100_000) -> float | None:
    """Turns a second with full move lists; none where there is no gcc, or no such machine."""
    if shutil.which("gcc") is None:
        return None
    with TemporaryDirectory() as folder:
        build = Path(folder)
        (build / "cards.h").write_text(cards_header())
        program = build / "yardstick"
        source = str(HERE / "splendor_ceiling.c")
        compile_it = [
            "gcc",
            "-O3",
            "-march=native",
            "-DLIST=1",
            "-I",
            folder,
            "-o",
            str(program),
            source,
        ]
        if subprocess.run(compile_it, capture_output=True, check=False).returncode:
            return None
        runs = [_run(program, games) for _ in range(REPETITIONS)]
        return None if None in runs else max(run for run in runs if run is not None)


def _run(program: Path, games: int) -> float | None:
    """Turns a second of processor time, as a busy machine takes its own share of the rest."""
    begun = getrusage(RUSAGE_CHILDREN).ru_utime
    ran = subprocess.run([str(program), str(games)], capture_output=True, text=True, check=False)
    spent = getrusage(RUSAGE_CHILDREN).ru_utime - begun
    return None if ran.returncode else float(json.loads(ran.stdout)["plies"]) / spent


def cards_header() -> str:
    """The cards and nobles of the classic game as C tables."""
    model = splendor_dsl.load("classic").model
    order = [model.token_names().index(colour) for colour in COLOURS]

    def amounts(value: object) -> str:
        assert isinstance(value, tuple)
        return ",".join(str(value[token]) for token in order)

    cards, nobles = [], []
    for piece in model.pieces:
        if piece.kind == "cards":
            level, points = piece.values["level"], piece.values["points"]
            bonus = amounts(piece.values["bonus"]).split(",").index("1")
            cards.append(
                f"{{{int(str(level)) - 1},{bonus},{points},{{{amounts(piece.values['cost'])}}}}}"
            )
        elif piece.kind == "nobles":
            nobles.append(f"{{{amounts(piece.values['needs'])}}}")
    struct = "static const struct{unsigned char tier,bonus,points,cost[5];} CARDS[90]"
    tiles = "static const unsigned char NOBLES[10][5]"
    return f"{struct}={{{','.join(cards)}}};\n{tiles}={{{','.join(nobles)}}};\n"
