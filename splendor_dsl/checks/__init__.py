"""The static checks, in the order in which they run.

Each is a function from a `CheckedGame` to problems. They reason by intervals, by where pieces and tokens can get to, and
by what is known at a place of the rules; none of them plays a game.

Open `checked.py` first, then any check, such as `rankings.py`; the tuple `CHECKS` in `__init__.py` names all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, Final

from attrs import evolve, frozen

from splendor_dsl.checks.breadth import breadth
from splendor_dsl.checks.cascades import RefillsInCircle, cascades
from splendor_dsl.checks.checked import CheckedGame, checked
from splendor_dsl.checks.costs import ColourUnsupplied, PieceUnaffordable, costs
from splendor_dsl.checks.endings import EndNeverComes, NobodyCanWin, endings
from splendor_dsl.checks.exceeded import NoRoom
from splendor_dsl.checks.fixed import TooFew, numbers
from splendor_dsl.checks.guards import NeverDone, guards
from splendor_dsl.checks.languages import languages
from splendor_dsl.checks.legality import NeverLegal, PieceOutOfReach, legality, reach
from splendor_dsl.checks.limits import (
    LimitNotKeepable,
    LimitOfNothing,
    LimitOutOfReach,
    LimitsContradict,
    limits,
)
from splendor_dsl.checks.notation import notation
from splendor_dsl.checks.plugins import checks_of_plugins
from splendor_dsl.checks.ranges import at_ends
from splendor_dsl.checks.rankings import SeparatesNobody, rankings
from splendor_dsl.checks.room import PlacesFull, room
from splendor_dsl.checks.secrets import secrets
from splendor_dsl.checks.sequence import NoActions, sequence
from splendor_dsl.checks.sizes import sizes
from splendor_dsl.checks.supplies import (
    DeckTooSmall,
    KindWithoutPieces,
    KindWithoutZone,
    NeverLaidOut,
    TokenWithoutStock,
    decks,
    kinds,
    stocks,
)
from splendor_dsl.checks.typed import typed
from splendor_dsl.checks.unused import unused
from splendor_dsl.checks.wilds import wilds
from splendor_dsl.checks.words import bare_names, forbidding, shadows, translations
from splendor_dsl.checks.work import TooMuchWork, work
from splendor_dsl.diagnostics import Problem, Related
from splendor_dsl.semantics.layers import Resolved
from splendor_dsl.semantics.model import Model
from splendor_dsl.semantics.scope import Names
from splendor_dsl.semantics.type_problems import NotFixed, TooLarge
from splendor_dsl.syntax.expressions import Ident

Check = Callable[[CheckedGame], Iterator[Problem]]

CHECKS: Final[tuple[Check, ...]] = (
    shadows,
    bare_names,
    translations,
    languages,
    forbidding,
    unused,
    notation,
    typed,
    numbers,
    stocks,
    kinds,
    decks,
    limits,
    sequence,
    guards,
    secrets,
    breadth,
    work,
    room,
    wilds,
    costs,
    reach,
    legality,
    endings,
    rankings,
    cascades,
)

# What no number decides; all else is asked again where a parameter is set to an end of its range.
OF_WORDS: Final[tuple[Check, ...]] = (
    shadows,
    bare_names,
    translations,
    languages,
    forbidding,
    unused,
    notation,
    typed,
    secrets,
    rankings,
)

# What may be no more than an echo of what: it is told only where none of the others is.
ECHOES: Final[Mapping[type[Problem], tuple[type[Problem], ...]]] = {
    DeckTooSmall: (KindWithoutPieces, KindWithoutZone, TooLarge),
    NoRoom: (LimitOfNothing,),
    NeverDone: (LimitOfNothing, TooFew, TokenWithoutStock),
    LimitsContradict: (LimitOfNothing,),
    PlacesFull: (TooFew,),
    PieceUnaffordable: (TooFew, LimitOfNothing),
    ColourUnsupplied: (TooFew, LimitOfNothing),
    NeverLaidOut: (RefillsInCircle,),
    NeverLegal: (
        NeverLaidOut,
        KindWithoutPieces,
        KindWithoutZone,
        LimitOfNothing,
        TooFew,
        ColourUnsupplied,
        PieceOutOfReach,
        DeckTooSmall,
        NoActions,
    ),
    PieceOutOfReach: (KindWithoutPieces, KindWithoutZone, ColourUnsupplied, NoActions),
    EndNeverComes: (KindWithoutPieces, KindWithoutZone, NeverLegal, ColourUnsupplied, NoActions),
    NobodyCanWin: (
        KindWithoutPieces,
        KindWithoutZone,
        NeverLegal,
        ColourUnsupplied,
        NoActions,
        EndNeverComes,
    ),
    SeparatesNobody: (KindWithoutPieces, KindWithoutZone, NoActions),
    LimitOutOfReach: (
        KindWithoutPieces,
        KindWithoutZone,
        NoActions,
        LimitOfNothing,
        TooFew,
        TokenWithoutStock,
    ),
    LimitNotKeepable: (LimitOfNothing,),
    TooMuchWork: (TooLarge,),
    TokenWithoutStock: (ColourUnsupplied, TooFew),
}


@frozen(kw_only=True)
class Judgement:
    """What all checks find in a game, and the game with what they have shown to hold."""

    problems: tuple[Problem, ...]
    model: Model


def check(
    model: Model,
    resolved: Resolved,
    names: Names,
    plugins: Any,
    settings: Mapping[str, int] | None = None,
    ends: Collection[str] | None = None,
) -> Judgement:
    """What all checks find, those of plugins last.

    Nothing else is told where a number is not known before the game, or where a game would take too much work.
    Parameters are judged as they are set, and at both ends of their ranges; `ends` says at which alone.
    """
    too_large = tuple(sizes(model))
    if too_large:
        return Judgement(problems=too_large, model=model)
    game = checked(model, resolved, names)
    first: list[Problem] = [each for each in numbers(game) if isinstance(each, NotFixed)]
    first = first or _endless(game)
    if first:
        told = tuple(_with_layers(_without_echoes(first), resolved))
        return Judgement(problems=told, model=model)
    own = [problem for each in CHECKS for problem in each(game)]
    own += _new(own, at_ends(game, _of_numbers, settings or {}, ends))
    others = checks_of_plugins(plugins, model, resolved.header.span.source.name)
    return Judgement(
        problems=(*_with_layers(_without_echoes(own), resolved), *others),
        model=evolve(model, kept_limits=game.kept_limits),
    )


def _endless(game: CheckedGame) -> list[Problem]:
    """What takes too much work to play, which could take the other checks long too."""
    found = [*work(game)]
    return [*breadth(game), *found] if found else []


def _of_numbers(game: CheckedGame) -> Iterable[Problem]:
    checks = (each for each in CHECKS if each not in OF_WORDS)
    return _endless(game) or (problem for each in checks for problem in each(game))


def _new(known: Iterable[Problem], found: Iterable[Problem]) -> Iterator[Problem]:
    """Problems of clauses that no such problem is known of."""
    seen = {(problem.code, problem.path) for problem in known}
    for problem in found:
        if (problem.code, problem.path) not in seen:
            seen.add((problem.code, problem.path))
            yield problem


def _without_echoes(problems: list[Problem]) -> Iterator[Problem]:
    found = {type(problem) for problem in problems}
    for problem in problems:
        if found.isdisjoint(ECHOES.get(type(problem), ())):
            yield problem


def _with_layers(problems: Iterable[Problem], resolved: Resolved) -> Iterator[Problem]:
    """A problem stands where a layer set the clause, and shows where the mechanic is used that brings it."""
    places = {touch.path: touch.span for touch in resolved.touches if touch.how == "set"}
    cells = {path.rpartition(".")[0]: span for path, span in places.items() if path[:5] == "rows."}
    uses = dict(_uses(resolved))
    for problem in problems:
        place = places.get(problem.path) or cells.get(problem.path)
        used = None if problem.span is None else uses.get(problem.span.source.name)
        if place is not None and problem.span is not None:
            note = Related(problem.span, "the clause stands here")
            yield problem.but(span=place, related=(*problem.related, note))
        elif used is not None:
            note = Related(used.span, f"the mechanic {used.text!r} is used here")
            yield problem.but(related=(*problem.related, note))
        else:
            yield problem


def _uses(resolved: Resolved) -> Iterator[tuple[str, Ident]]:
    """The files of the fragments of mechanics, and the words that use them."""
    section = next(each for each in resolved.tree.body if each.name == "mechanics")
    labels = {f"mechanics.{use.name}": use.label for use in section.body}
    # A variant may add to what a mechanic is given: its file is no fragment.
    others = {touch.span.source.name for touch in resolved.touches if touch.layer not in labels}
    others.add(resolved.header.span.source.name)
    for touch in resolved.touches:
        label = labels.get(touch.layer)
        name = touch.span.source.name
        if label is not None and name not in others and name != label.span.source.name:
            yield name, label
