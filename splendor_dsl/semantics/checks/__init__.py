"""The static checks, in the order in which they run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from attrs import evolve

from splendor_dsl.diagnostics import Problem, Related
from splendor_dsl.semantics.checks.cascades import cascades
from splendor_dsl.semantics.checks.costs import ColourUnsupplied, PieceUnaffordable, costs
from splendor_dsl.semantics.checks.endings import EndNeverComes, NobodyCanWin, endings
from splendor_dsl.semantics.checks.guards import guards
from splendor_dsl.semantics.checks.legality import NeverLegal, PieceOutOfReach, legality, reach
from splendor_dsl.semantics.checks.limits import LimitNotKeepable, LimitOfNothing, limits
from splendor_dsl.semantics.checks.notation import notation
from splendor_dsl.semantics.checks.rankings import SeparatesNobody, rankings
from splendor_dsl.semantics.checks.room import NoRoom, PlacesFull, room
from splendor_dsl.semantics.checks.sequence import sequence
from splendor_dsl.semantics.checks.supplies import (
    DeckTooSmall,
    KindWithoutPieces,
    KindWithoutZone,
    TooFew,
    decks,
    kinds,
    numbers,
)
from splendor_dsl.semantics.checks.unused import unused
from splendor_dsl.semantics.checks.words import shadows, translations
from splendor_dsl.semantics.layers import Resolved
from splendor_dsl.semantics.model import Model
from splendor_dsl.semantics.problems import NotFixed
from splendor_dsl.semantics.scope import Names

Check = Callable[[Model, Resolved, Names], Iterator[Problem]]

CHECKS: Final[tuple[Check, ...]] = (
    shadows,
    translations,
    unused,
    notation,
    numbers,
    kinds,
    decks,
    limits,
    sequence,
    guards,
    room,
    costs,
    reach,
    legality,
    endings,
    rankings,
    cascades,
)

# What may be no more than an echo of what: it is told only where none of the others is.
ECHOES: Final[Mapping[type[Problem], tuple[type[Problem], ...]]] = {
    DeckTooSmall: (KindWithoutPieces, KindWithoutZone),
    NoRoom: (LimitOfNothing,),
    PlacesFull: (TooFew,),
    PieceUnaffordable: (TooFew, LimitOfNothing),
    ColourUnsupplied: (TooFew, LimitOfNothing),
    NeverLegal: (
        KindWithoutPieces,
        KindWithoutZone,
        LimitOfNothing,
        TooFew,
        ColourUnsupplied,
        PieceOutOfReach,
    ),
    PieceOutOfReach: (KindWithoutPieces, KindWithoutZone, ColourUnsupplied),
    EndNeverComes: (KindWithoutPieces, KindWithoutZone, NeverLegal, ColourUnsupplied),
    NobodyCanWin: (KindWithoutPieces, KindWithoutZone, NeverLegal, ColourUnsupplied),
    SeparatesNobody: (KindWithoutPieces, KindWithoutZone),
    LimitNotKeepable: (LimitOfNothing,),
}


def check(model: Model, resolved: Resolved, names: Names, plugins: Any) -> tuple[Problem, ...]:
    """What all checks find, those of plugins last; where a number is not known before the game, nothing else."""
    first = [
        problem for problem in numbers(model, resolved, names) if isinstance(problem, NotFixed)
    ]
    if first:
        return tuple(first)
    own = [problem for each in CHECKS for problem in each(model, resolved, names)]
    others = [problem for each in plugins.checks.values() for problem in each.value.function(model)]
    return (*_with_uses(_without_echoes(own), resolved), *others)


def _without_echoes(problems: list[Problem]) -> Iterator[Problem]:
    found = {type(problem) for problem in problems}
    for problem in problems:
        if found.isdisjoint(ECHOES.get(type(problem), ())):
            yield problem


def _with_uses(problems: Iterable[Problem], resolved: Resolved) -> Iterator[Problem]:
    """A problem in the fragment of a mechanic also shows where the mechanic is used."""
    section = next(each for each in resolved.tree.body if each.name == "mechanics")
    spans = {use.name: use.label.span for use in section.body}
    games = {span.source.name for span in spans.values()}
    uses = {
        touch.span.source.name: touch.layer.removeprefix("mechanics.")
        for touch in resolved.touches
        if touch.layer.startswith("mechanics.") and touch.span.source.name not in games
    }
    for problem in problems:
        used = None if problem.span is None else uses.get(problem.span.source.name)
        if used is None or used not in spans:
            yield problem
        else:
            note = Related(spans[used], f"the mechanic {used!r} is used here")
            yield evolve(problem, related=(*problem.related, note))
