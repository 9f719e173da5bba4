"""Trials of all mutants of a game, in several processes if wanted; verdicts so far survive an interruption."""

from __future__ import annotations

import json
import signal
from collections.abc import Generator, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from hashlib import blake2b
from multiprocessing import get_context
from pathlib import Path
from threading import current_thread, main_thread
from typing import Final, TextIO

from attrs import frozen

from splendor_dsl.cache import own_folder, read_own, write_own
from splendor_dsl.extensions import Extensions, load_extensions
from splendor_dsl.pipeline import load_file
from splendor_dsl.testing.mutants import CELL, Mutant
from splendor_dsl.testing.verdicts import SAME, Bench, Verdict, bench

_SIZE: Final = 16
_FORM: Final = (
    "1"  # the format of the file of verdicts; raise it when verdicts change their meaning
)


@frozen(kw_only=True)
class TriedMutant:
    """A mutant and its verdict."""

    mutant: Mutant
    verdict: Verdict


@frozen(kw_only=True)
class Trial:
    """The setup of a trial: a rule file with its plugins, and the number of random games that test its invariants."""

    rules: Path
    plugins: tuple[str, ...]
    games: int

    def open(self, extensions: Extensions | None = None) -> Bench | None:
        """Return the bench of the file, loaded anew."""
        known = load_extensions(self.plugins) if extensions is None else extensions
        return bench(load_file(self.rules, extensions=known), known, games=self.games)


def wanted(made: Bench, *, cells: bool) -> tuple[Mutant, ...]:
    """Return the mutants to try; those of cells only on request."""
    return tuple(each for each in made.mutants().values() if cells or each.kind != CELL)


def try_all(
    trial: Trial, made: Bench, mutants: Sequence[Mutant], *, jobs: int, notes: Path | None
) -> Generator[TriedMutant, None, None]:
    """Yield each mutant with its verdict as results arrive; mutants that mean the same are left out.

    Verdicts are saved in a file as they arrive; verdicts already saved are not computed again.
    """
    known = _read(notes)
    left = [each for each in mutants if _short(each.key) not in known]
    by_key = {each.key: each for each in mutants}
    for each in mutants:
        if _short(each.key) in known:
            yield from _if_different(each, known[_short(each.key)])
    with _open_notes(notes) as stream:
        for key, verdict in _verdicts(trial, made, left, jobs):
            _save(stream, key, verdict)
            yield from _if_different(by_key[key], verdict)
    if notes is not None:
        notes.unlink(missing_ok=True)


def _if_different(mutant: Mutant, verdict: Verdict) -> Iterator[TriedMutant]:
    if verdict.by != SAME:
        yield TriedMutant(mutant=mutant, verdict=verdict)


# ---- in this process or in several -------------------------------------------------------------
def _verdicts(
    trial: Trial, made: Bench, mutants: Sequence[Mutant], jobs: int
) -> Iterator[tuple[str, Verdict]]:
    if jobs == 1 or len(mutants) < 2:
        for each in mutants:
            yield each.key, made.judge(each)
        return
    pool = ProcessPoolExecutor(
        min(jobs, len(mutants)),
        mp_context=get_context("spawn"),
        initializer=_begin,
        initargs=(trial,),
    )
    try:
        with _uninterrupted():
            waiting = {pool.submit(_judge, each.key): each.key for each in mutants}
        for done in as_completed(waiting):
            yield waiting[done], done.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Let processes that start meanwhile ignore Ctrl-C: the signal reaches all, and their parent handles it."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


_bench: Bench | None = None  # of a worker process


def _begin(trial: Trial) -> None:
    """Open the bench of a worker process."""
    global _bench  # noqa: PLW0603  # an initializer can't return a value
    _bench = trial.open()


def _judge(key: str) -> Verdict:
    assert _bench is not None  # _begin has run
    return _bench.judge(_bench.mutants()[key])


# ---- what was found so far ---------------------------------------------------------------------
def notes_file(folder: Path | None, made: Bench, trial: Trial) -> Path | None:
    """Return the file for the verdicts on these rules with these tests; none without a folder for caches."""
    if folder is None:
        return None
    digest = blake2b(digest_size=_SIZE)
    for text in (_FORM, str(trial.rules.resolve()), str(trial.games), *_texts(made)):
        digest.update(text.encode("utf-8", "replace"))
        digest.update(b"\0")
    return folder / f"mutants-{digest.hexdigest()}.jsonl"


def _texts(made: Bench) -> Iterator[str]:
    """Yield all texts that verdicts depend on: the rules with their examples, and the recorded games."""
    yield from made.texts()
    for base in made.bases:
        yield from _texts(base)


def _short(key: str) -> str:
    return blake2b(key.encode("utf-8", "replace"), digest_size=_SIZE).hexdigest()


def _read(notes: Path | None) -> Mapping[str, Verdict]:
    """Return the saved verdicts; an incomplete line counts for nothing."""
    found: dict[str, Verdict] = {}
    if notes is None:
        return found
    text = (read_own(notes) or b"").decode("utf-8", "replace")
    for line in text.splitlines():
        with suppress(ValueError, KeyError, TypeError):
            note = json.loads(line)
            found[note["mutant"]] = Verdict(by=note["by"], name=note["name"])
    return found


@contextmanager
def _open_notes(notes: Path | None) -> Iterator[TextIO | None]:
    """Yield the file of verdicts, opened for writing; none if it can't be opened."""
    stream = None
    if notes is not None:
        with suppress(OSError):
            saved = read_own(notes)
            if saved is None:  # a file that another user may have written is replaced
                write_own(notes, b"")
            stream = (own_folder(notes.parent) / notes.name).open("a", encoding="utf-8")
            if saved and not saved.endswith(b"\n"):
                stream.write("\n")
    try:
        yield stream
    finally:
        with suppress(OSError):
            if stream is not None:
                stream.close()


def _save(stream: TextIO | None, key: str, verdict: Verdict) -> None:
    if stream is not None:
        line = json.dumps({"mutant": _short(key), "by": verdict.by, "name": verdict.name})
        with suppress(OSError):  # a full disk must not stop the work
            stream.write(f"{line}\n")
            stream.flush()
