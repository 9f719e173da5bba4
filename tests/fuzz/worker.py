"""A process that judges rule files: for each task on a line it answers on a line, with the time and memory that it took.

It is started by `watched.py`, which ends it if no answer comes. A task names a file and how far to go with it.
"""

import gc
import io
import json
import sys
import traceback
import warnings
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from splendor_dsl.chance import PLAYOUT, Stream, stream_key
from splendor_dsl.extensions import load_extensions
from splendor_dsl.game.game import Game, SlowerWarning
from splendor_dsl.game.game import game as game_of
from splendor_dsl.interpreter.limits import exceeded, limits_here
from splendor_dsl.pipeline import Loaded, load_file
from splendor_dsl.report.terminal import render_problems
from splendor_dsl.source import Source, source_from_text
from splendor_dsl.syntax.from_text import from_text
from splendor_dsl.syntax.to_text import to_text

EXTENSIONS = load_extensions()
SEED = 20_260_101
EASY = Path(__file__).parents[1] / "refused" / "base.rules"
STATUS = Path("/proc/self/status")
PEAK = Path("/proc/self/clear_refs")
# What `pace` takes on the machine for which the goals are stated, with nothing else on it.
PACE = 0.0035


def main() -> None:
    warnings.simplefilter("ignore", SlowerWarning)
    channel, sys.stdout = sys.stdout, io.StringIO()
    load_file(EASY, extensions=EXTENSIONS)  # loads all that is imported when it is first needed
    gc.freeze()  # what is here already need not be looked through before each task
    for line in sys.stdin:
        channel.write(json.dumps(answer(json.loads(line))) + "\n")
        channel.flush()


def answer(task: dict[str, Any]) -> dict[str, Any]:
    """Judge a file; `error` is a traceback, or a disagreement."""
    path, found = Path(task["path"]), dict[str, Any](codes=[], backend="", decisions=0, error="")
    gc.collect()
    forget_peak()
    begun = process_time()
    try:
        loaded = load_file(path, extensions=EXTENSIONS)
        found["shown"] = render_problems(loaded.problems)[:2_000]
        found["codes"] = [problem.code for problem in loaded.problems]
        found["passed"] = loaded.model is not None
        found["seconds"], found["megabytes"] = process_time() - begun, peak()
        found["seconds"] /= max(1.0, median(pace() for _ in range(5)) / PACE)
        if loaded.source is not None and task.get("format"):
            formatted(loaded.source)
        if loaded.model is not None and task.get("decisions"):
            found |= played(loaded, task["decisions"])
        found["all_seconds"], found["all_megabytes"] = process_time() - begun, peak()
    except Exception:  # noqa: BLE001  # whatever it is, it is what is looked for
        found["error"] = traceback.format_exc()
    return found


def pace() -> float:
    """The seconds that a fixed piece of work takes here and now, as two processes share what a processor is made of."""
    begun = process_time()
    made: dict[tuple[int, str], list[int]] = {}
    for number in range(20_000):
        made.setdefault((number % 997, str(number % 13)), []).append(number)
    assert sum(map(len, made.values())) == 20_000
    return process_time() - begun


def forget_peak() -> None:
    """Let the peak of memory be what is in use now."""
    PEAK.write_text("5")


def peak() -> float:
    """The most megabytes of memory that were in use since."""
    lines = STATUS.read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))


def formatted(source: Source) -> None:
    """Assert that the formatter keeps the meaning of a file, and leaves its own output alone."""
    parsed = from_text(source)
    file = parsed.file
    if file is None or parsed.problems:
        return
    text = to_text(file)
    again = from_text(source_from_text(source.name, text, source.path))
    assert not again.problems, (
        f"what fmt writes can't be read: {again.problems[0].message()}\n{text}"
    )
    assert again.file == file, f"what fmt writes means something else:\n{text}"
    assert to_text(again.file) == text, f"fmt changes what it has written:\n{text}"


def played(loaded: Loaded, most: int) -> dict[str, Any]:
    """Play some decisions on the interpreter and as generated Python; they agree on all that a player can see."""
    assert loaded.model is not None
    reference, other = game_of(loaded.model), game_of(loaded.model, backend="python")
    players = loaded.model.low_players
    one, two = (each.start(players, seed=SEED) for each in (reference, other))
    decisions, chance = 0, Stream(stream_key(SEED, 0, PLAYOUT))
    while decisions < most:
        assert one.cells == two.cells, f"another position after {decisions} decisions"
        engine = one.for_players.engine
        beyond = list(exceeded(engine, one.cells, limits_here(engine, one.cells)))
        assert not beyond, f"a limit that was proved does not hold: {beyond}"
        assert (one.over, one.to_move) == (two.over, two.to_move), "another player is to move"
        moves = [str(move) for move in one.moves]
        assert moves == [str(move) for move in two.moves], f"other moves after {decisions}: {moves}"
        if one.over:
            assert one.outcome == two.outcome, "another outcome"
            break
        chosen = chance.below(len(moves))
        one.push(one.moves[chosen])
        two.push(two.moves[chosen])
        decisions += 1
    return {"backend": backend_of(other), "decisions": decisions}


def backend_of(game: Game) -> str:
    """Return the backend that runs a game, and the reason if it is not the one that was asked for."""
    gap = game.choose().gap
    return game.backend if gap is None else f"{game.backend}: {gap.message}"


if __name__ == "__main__":
    main()
