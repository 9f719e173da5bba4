"""Random programs of the grammar: they are checked, written and played within the goals, without a traceback.

`FUZZ_SEEDS=1000-2000 make fuzz` says which; what is left to do is what comes after the last seed that was told.
"""

import os
import shutil
import signal
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from threading import Timer
from typing import get_args

import pytest
from fuzz import watched
from fuzz.programs import TURN, TURNS, program
from fuzz.watched import Answer, Worker
from semantics.programs import REFUSED

from splendor_dsl.semantics.parts import all_in
from splendor_dsl.source import source_from_text
from splendor_dsl.syntax import ast, expressions
from splendor_dsl.syntax.from_text import from_text

FEW = range(12)
SOON = 6_000  # seeds in which each construct is drawn
PLAYED = 4  # one program of so many is played too, which takes longer than all else
DECISIONS = 40
MOST_SECONDS = 30.0  # of all that is done with a program, played on two backends too


def judged(seeds: range, folder: Path) -> Iterator[tuple[int, Answer]]:
    """Judge the program of each seed."""
    shutil.copy(REFUSED / "base.rules", folder)
    file = folder / "drawn.rules"
    with Worker() as worker:
        for seed in seeds:
            file.write_text(program(seed), encoding="utf-8")
            decisions = 0 if seed % PLAYED else DECISIONS
            yield seed, worker.judge(file, decisions=decisions, fmt=True)


def fault_of(answer: Answer) -> str:
    """Return the fault that was found with a program, if any."""
    if answer.fault or answer.all_seconds <= MOST_SECONDS:
        return answer.fault
    return f"took {answer.all_seconds:.0f} s in all"


def no_faults(seeds: range, folder: Path) -> Counter[str]:
    """Judge the programs of some seeds; how many passed `check`, and what they ran on."""
    found: Counter[str] = Counter()
    for seed, answer in judged(seeds, folder):
        fault = fault_of(answer)
        assert not fault, f"seed {seed}: {fault}\n{program(seed)[:4_000]}"
        found["passed" if answer.passed else "refused"] += 1
        found[answer.backend.partition(":")[0]] += 1
    return found


def test_a_few_random_programs(tmp_path: Path) -> None:
    found = no_faults(FEW, tmp_path)
    assert found["passed"] >= len(FEW) // 5
    assert found["python"]


@pytest.mark.parametrize("seed", [100, 224, 1348, 3751, 102675, 137000, 150061, 163123, 166350])
def test_what_took_too_long_once(seed: int, tmp_path: Path) -> None:
    """All names of a line were looked through for each problem in it; all was judged again, however much it said,
    and at all ends of all ranges.
    """
    assert no_faults(range(seed, seed + 1), tmp_path)


@pytest.mark.parametrize("seed", [112651, 114534, 114559, 115008, 170323, 175268])
def test_what_had_a_fault_once(seed: int, tmp_path: Path) -> None:
    """A misspelt word of a few was read as none of them; a limit met the variables of the action that read it."""
    shutil.copy(REFUSED / "base.rules", tmp_path)
    file = tmp_path / "drawn.rules"
    file.write_text(program(seed), encoding="utf-8")
    with Worker() as worker:
        assert not fault_of(worker.judge(file, decisions=DECISIONS, fmt=True))


@pytest.mark.fuzz
@pytest.mark.parametrize("part", range(8))
def test_random_programs(part: int, tmp_path: Path) -> None:
    first, _, last = os.environ.get("FUZZ_SEEDS", "100-2100").partition("-")
    assert no_faults(range(int(first) + part, int(last), 8), tmp_path)


def test_each_construct_is_drawn_soon() -> None:
    missing = {*get_args(ast.Construct), *get_args(expressions.Expr), ast.Edit}
    for seed in range(TURN, SOON, TURNS):
        file = from_text(source_from_text("drawn.rules", program(seed))).file
        missing -= {type(each) for each in all_in(file)}
        if not missing:
            return
    pytest.fail(f"not drawn: {sorted(each.__name__ for each in missing)}")


def test_a_seed_stands_for_one_program() -> None:
    first, again = ([program(seed) for seed in FEW] for _ in range(2))
    assert first == again
    assert len({*first}) > len(FEW) // 2


def test_a_process_that_is_kept_waiting_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watched, "LOOK", 0.1)
    shutil.copy(REFUSED / "base.rules", tmp_path)
    with Worker() as worker:
        # To start Python and to fill the caches may take long.
        assert not worker.judge(tmp_path / "base.rules").fault
        assert worker.process is not None
        monkeypatch.setattr(watched, "PATIENCE", 1.0)
        worker.process.send_signal(signal.SIGSTOP)
        going_on = Timer(2.0, worker.process.send_signal, [signal.SIGCONT])
        going_on.start()
        assert not worker.judge(tmp_path / "base.rules").fault
        going_on.join()


def test_a_process_that_works_too_long_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watched, "LOOK", 0.01)
    shutil.copy(REFUSED / "base.rules", tmp_path)
    large = tmp_path / "large.rules"
    extra = "".join(f"  total extra{number} {{ part: {number} }}\n" for number in range(10_000))
    base = (REFUSED / "base.rules").read_text("utf-8")
    large.write_text(base.replace("values {\n", f"values {{\n{extra}"), "utf-8")
    with Worker() as worker:
        assert not worker.judge(tmp_path / "base.rules").fault
        monkeypatch.setattr(watched, "PATIENCE", 0.05)
        assert "processor time" in worker.judge(large).fault
        assert worker.process is None
