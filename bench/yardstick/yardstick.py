"""The yardstick: a strong hand-written C program that plays random classic games for 2 players.

Its tables are written from the rule file, so that it measures the same game.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

import splendor_dsl

HERE = Path(__file__).resolve().parent
COLOURS = ("white", "blue", "green", "red", "black")


class Yardstick:
    """The program, built for this machine."""

    def __init__(self, folder: Path, games: int = 20_000) -> None:
        self._program = folder / "yardstick"
        self._games = games

    def turns_a_second(self) -> float:
        """Return the turns in a second of processor time, with full lists of moves."""
        started = getrusage(RUSAGE_CHILDREN).ru_utime
        command = [str(self._program), str(self._games)]
        ran = subprocess.run(command, capture_output=True, text=True, check=True)
        spent = getrusage(RUSAGE_CHILDREN).ru_utime - started
        return float(json.loads(ran.stdout)["plies"]) / spent


def yardstick(folder: Path) -> tuple[Yardstick | None, str]:
    """Return the yardstick, built in a folder; or none, and why."""
    if shutil.which("gcc") is None:
        return None, "no yardstick here: it needs gcc"
    (folder / "cards.h").write_text(cards_header())
    into = ["-I", str(folder), "-o", str(folder / "yardstick")]
    command = ["gcc", "-O3", "-march=native", "-DLIST=1", *into, str(HERE / "splendor_ceiling.c")]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        return None, "no yardstick here: it needs a machine with BMI2"
    found = Yardstick(folder)
    try:
        found.turns_a_second()
    except (subprocess.CalledProcessError, OSError, ValueError):
        return None, "no yardstick here: it does not run on this machine"
    return found, ""


def cards_header() -> str:
    """Return the cards and nobles of the classic game as C tables."""
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
