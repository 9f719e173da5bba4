"""All mutants of a game tried, in several processes if wanted; what was found so far outlives an interruption."""

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
_FORM: Final = "1"  # of the file of verdicts; raise it when a verdict means something else


@frozen(kw_only=True)
class Tried:
    """A mutant and what noticed it."""

    mutant: Mutant
    verdict: Verdict


@frozen(kw_only=True)
class Trial:
    """What is tried: a rule file with its plugins, and how many random games hold its invariants."""

    rules: Path
    plugins: tuple[str, ...]
    games: int

    def open(self, extensions: Extensions | None = None) -> Bench | None:
        """The bench of the file, read anew."""
        known = load_extensions(self.plugins) if extensions is None else extensions
        return bench(load_file(self.rules, extensions=known), known, games=self.games)


def wanted(made: Bench, *, cells: bool) -> tuple[Mutant, ...]:
    """The mutants to try; those of cells only if they are asked for."""
    return tuple(each for each in made.mutants().values() if cells or each.kind != CELL)


def try_all(
    trial: Trial, made: Bench, mutants: Sequence[Mutant], *, jobs: int, notes: Path | None
) -> Generator[Tried, None, None]:
    """Each mutant with its verdict, as they come; those that mean the same are left out.

    Verdicts are noted in a file as they come; those that it holds are not asked for again.
    """
    known = _read(notes)
    left = [each for each in mutants if _short(each.key) not in known]
    by_key = {each.key: each for each in mutants}
    for each in mutants:
        if _short(each.key) in known:
            yield from _tried(each, known[_short(each.key)])
    with _opened(notes) as stream:
        for key, verdict in _judged(trial, made, left, jobs):
            _note(stream, key, verdict)
            yield from _tried(by_key[key], verdict)
    if notes is not None:
        notes.unlink(missing_ok=True)


def _tried(mutant: Mutant, verdict: Verdict) -> Iterator[Tried]:
    if verdict.by != SAME:
        yield Tried(mutant=mutant, verdict=verdict)


# ---- in this process or in several -------------------------------------------------------------
def _judged(
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
    """What is started meanwhile takes no notice of Ctrl-C: it goes to all, and its parent answers it."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


_bench: Bench | None = None  # of a process that does nothing else


def _begin(trial: Trial) -> None:
    """Open the bench of a process."""
    global _bench  # noqa: PLW0603  # a process of a pool has no other place
    _bench = trial.open()


def _judge(key: str) -> Verdict:
    assert _bench is not None  # it could be opened before
    return _bench.judge(_bench.mutants()[key])


# ---- what was found so far ---------------------------------------------------------------------
def notes_file(folder: Path | None, made: Bench, trial: Trial) -> Path | None:
    """Where the verdicts on these rules, with these tests, are noted; none where there is no place for caches."""
    if folder is None:
        return None
    digest = blake2b(digest_size=_SIZE)
    for text in (_FORM, str(trial.rules.resolve()), str(trial.games), *_texts(made)):
        digest.update(text.encode("utf-8", "replace"))
        digest.update(b"\0")
    return folder / f"mutants-{digest.hexdigest()}.jsonl"


def _texts(made: Bench) -> Iterator[str]:
    """All that verdicts depend on: the rules with their examples, and the recorded games."""
    yield from made.texts()
    for base in made.below:
        yield from _texts(base)


def _short(key: str) -> str:
    return blake2b(key.encode("utf-8", "replace"), digest_size=_SIZE).hexdigest()


def _read(notes: Path | None) -> Mapping[str, Verdict]:
    """The verdicts that are noted; a line that was cut off is none."""
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
def _opened(notes: Path | None) -> Iterator[TextIO | None]:
    """The file of verdicts, to write to; none where it can't be."""
    stream = None
    if notes is not None:
        with suppress(OSError):
            noted = read_own(notes)
            if noted is None:  # what somebody else can have written there is replaced
                write_own(notes, b"")
            stream = (own_folder(notes.parent) / notes.name).open("a", encoding="utf-8")
            if noted and not noted.endswith(b"\n"):
                stream.write("\n")
    try:
        yield stream
    finally:
        with suppress(OSError):
            if stream is not None:
                stream.close()


def _note(stream: TextIO | None, key: str, verdict: Verdict) -> None:
    if stream is not None:
        line = json.dumps({"mutant": _short(key), "by": verdict.by, "name": verdict.name})
        with suppress(OSError):  # where there is no room for a note, the work goes on
            stream.write(f"{line}\n")
            stream.flush()
