"""Verdicts on mutants: whether the checks, an example, a recorded game or an invariant notices the change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from attrs import define, evolve, field, frozen

from splendor_dsl.checks import check
from splendor_dsl.diagnostics import Problem
from splendor_dsl.examples.recorded_games import play_again, recorded_games
from splendor_dsl.examples.runner import run_examples, run_invariants
from splendor_dsl.extensions import Extensions
from splendor_dsl.game.game import Game, game
from splendor_dsl.ir.meaning import meaning
from splendor_dsl.pipeline import Files, Loaded, load_source
from splendor_dsl.records.parser import read_record
from splendor_dsl.records.record import Record, to_text
from splendor_dsl.semantics.examples import Example
from splendor_dsl.semantics.from_syntax import from_syntax
from splendor_dsl.semantics.layers import Resolved
from splendor_dsl.semantics.model import Model
from splendor_dsl.semantics.tree import walk
from splendor_dsl.source import read_source
from splendor_dsl.syntax import ast as a
from splendor_dsl.testing.all_mutants import all_mutants
from splendor_dsl.testing.mutants import Mutant
from splendor_dsl.testing.suite import EXAMPLE, INVARIANT, RECORDED

CHECK: Final = "check"
FAILS: Final = "failure"  # the game can't even be played
SAME: Final = "same"  # it means the same, so nothing can notice it
NOBODY: Final = "nobody"


@frozen(kw_only=True)
class Verdict:
    """The kind of test that noticed a mutant (`by`), and its name."""

    by: str
    name: str = ""

    @property
    def noticed(self) -> bool:
        """Return whether anything noticed the mutant."""
        return self.by != NOBODY


@define(kw_only=True)
class Bench:
    """A game with its tests for trying mutants, and the games it extends, whose tests cover their own lines."""

    resolved: Resolved
    model: Model
    records: tuple[tuple[str, Record], ...]
    extensions: Extensions
    games: int
    bases: tuple[Bench, ...]
    _mutants: Mapping[str, Mutant] = field(factory=dict, init=False)

    def mutants(self) -> Mapping[str, Mutant]:
        """Return all mutants of the game, by their keys."""
        if not self._mutants:
            found = all_mutants(self.resolved, self.model)
            self._mutants = {mutant.key: mutant for mutant in found}
        return self._mutants

    def texts(self) -> Iterator[str]:
        """Yield all texts that the verdicts here depend on."""
        sources = {each.span.source.name: each.span.source for _, each in walk(self.resolved.tree)}
        for source in sources.values():
            yield from (source.name, source.text)
        for name, record in self.records:
            yield from (name, to_text(record))

    def judge(self, mutant: Mutant) -> Verdict:
        """Return the verdict on a mutant here, or in a base that has the same line."""
        verdict = self._judge_here(mutant)
        for base in self.bases:
            if verdict.by == NOBODY and mutant.key in base.mutants():
                inherited = base.judge(base.mutants()[mutant.key])
                verdict = verdict if inherited.by == SAME else inherited
        return verdict

    def _judge_here(self, mutant: Mutant) -> Verdict:
        resolved = evolve(self.resolved, tree=mutant.apply(self.resolved.tree))
        made = from_syntax(resolved)
        if made.model is None:
            return _by_check(made.problems)
        if meaning(made.model) == meaning(self.model):
            return Verdict(by=SAME)
        judged = check(made.model, resolved, made.names, self.extensions)
        errors = tuple(problem for problem in judged.problems if problem.severity == "error")
        if errors:
            return _by_check(errors)
        try:
            return next(self._play(resolved, judged.model, made.examples), Verdict(by=NOBODY))
        except Exception as error:  # noqa: BLE001  # senseless rules may raise anything
            return Verdict(by=FAILS, name=type(error).__name__)

    def _play(
        self, resolved: Resolved, model: Model, examples: tuple[Example, ...]
    ) -> Iterator[Verdict]:
        made = game(model)
        for ran in run_examples(made, examples):
            if ran.problem is not None:
                yield Verdict(by=EXAMPLE, name=ran.name)
        for name, record in self.records:
            if _differs(record, _with_settings(resolved, made, record)):
                yield Verdict(by=RECORDED, name=name)
        for ran in run_invariants(made, games=self.games) if self.games else ():
            if ran.problem is not None:
                yield Verdict(by=INVARIANT, name=ran.name)


def _by_check(problems: tuple[Problem, ...]) -> Verdict:
    return Verdict(by=CHECK, name=problems[0].code)


def _with_settings(resolved: Resolved, made: Game, record: Record) -> Game | None:
    """Return the game with the settings of a record; none if they are not possible."""
    if not record.settings:
        return made
    model = from_syntax(resolved, record.settings).model
    return None if model is None else game(model)


def _differs(record: Record, made: Game | None) -> bool:
    """Return whether a game does not replay move by move to the same result; its header does not count."""
    if made is None:
        return True
    return play_again(record, made).problem is not None


def bench(loaded: Loaded, extensions: Extensions, *, games: int) -> Bench | None:
    """Return the bench of a rule file; none if it is no game, or has errors."""
    if loaded.model is None or loaded.resolved is None:
        return None
    return Bench(
        resolved=loaded.resolved,
        model=loaded.model,
        records=tuple(_records(loaded)),
        extensions=extensions,
        games=games,
        bases=tuple(_bases(loaded, extensions, games)),
    )


def _records(loaded: Loaded) -> Iterator[tuple[str, Record]]:
    """Yield the recorded games that can be read; the others are reported where they run as tests."""
    path = None if loaded.source is None else loaded.source.path
    for each in () if path is None else recorded_games(path):
        source = read_source(each)
        record = source if isinstance(source, Problem) else read_record(source)
        if isinstance(record, Record):
            yield each.stem, record


def _bases(loaded: Loaded, extensions: Extensions, games: int) -> Iterator[Bench]:
    """Yield the benches of the games that a variant extends."""
    header = None if loaded.file is None else loaded.file.header
    if header is None or not isinstance(header.construct, a.Variant):
        return
    files = Files(extensions, None if loaded.source is None else loaded.source.path, {})
    for name in header.construct.extends:
        base = files.base(name)
        if isinstance(base, a.File):
            made = bench(
                load_source(base.span.source, extensions=extensions), extensions, games=games
            )
            if made is not None:
                yield made
