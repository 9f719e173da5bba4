"""The static checks, in the order in which they run.

Each is a function from a `CheckedGame` to problems. They reason by intervals, by the zones that pieces and tokens can
reach, and by what is known at a place of the rules; none of them plays a game.

Open `checked_game.py` first, then any check, such as `rankings.py`; the tuple `CHECKS` in `__init__.py` names all.
`causes.py` looks up the line of a variant that causes a problem in its base.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, Final

from attrs import evolve, frozen

from splendor_dsl.checks.breadth import breadth
from splendor_dsl.checks.cascades import RefillsInCircle, cascades
from splendor_dsl.checks.checked_game import CheckedGame, checked
from splendor_dsl.checks.costs import PieceUnaffordable, TokenUnsupplied, costs
from splendor_dsl.checks.endings import EndNeverComes, NobodyCanWin, endings
from splendor_dsl.checks.fixed_numbers import TooFew, numbers
from splendor_dsl.checks.guards import NeverDone, guards
from splendor_dsl.checks.languages import languages
from splendor_dsl.checks.legality import NeverLegal, PieceOutOfReach, legality, reach
from splendor_dsl.checks.limit_proofs import NoRoom
from splendor_dsl.checks.limits import (
    LimitNotKeepable,
    LimitOfNothing,
    LimitOutOfReach,
    LimitsContradict,
    limits,
)
from splendor_dsl.checks.names import bare_names, forbidding, shadows, translations
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
from splendor_dsl.checks.translated_notation import typed
from splendor_dsl.checks.unused import unused
from splendor_dsl.checks.wilds import wilds
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

# Checks that no number affects; all others run again for each parameter at an end of its range.
WITHOUT_NUMBERS: Final[tuple[Check, ...]] = (
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

# Problems that may be mere consequences of others: each is reported only if none of the others is.
ECHOES: Final[Mapping[type[Problem], tuple[type[Problem], ...]]] = {
    DeckTooSmall: (KindWithoutPieces, KindWithoutZone, TooLarge),
    NoRoom: (LimitOfNothing,),
    NeverDone: (LimitOfNothing, TooFew, TokenWithoutStock),
    LimitsContradict: (LimitOfNothing,),
    PlacesFull: (TooFew,),
    PieceUnaffordable: (TooFew, LimitOfNothing),
    TokenUnsupplied: (TooFew, LimitOfNothing),
    NeverLaidOut: (RefillsInCircle,),
    NeverLegal: (
        NeverLaidOut,
        KindWithoutPieces,
        KindWithoutZone,
        LimitOfNothing,
        TooFew,
        TokenUnsupplied,
        PieceOutOfReach,
        DeckTooSmall,
        NoActions,
    ),
    PieceOutOfReach: (KindWithoutPieces, KindWithoutZone, TokenUnsupplied, NoActions),
    EndNeverComes: (KindWithoutPieces, KindWithoutZone, NeverLegal, TokenUnsupplied, NoActions),
    NobodyCanWin: (
        KindWithoutPieces,
        KindWithoutZone,
        NeverLegal,
        TokenUnsupplied,
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
    TokenWithoutStock: (TokenUnsupplied, TooFew),
}


@frozen(kw_only=True)
class CheckResult:
    """The problems of all checks in a game, and the game with the limits that they have proved."""

    problems: tuple[Problem, ...]
    model: Model


def check(
    model: Model,
    resolved: Resolved,
    names: Names,
    plugins: Any,
    settings: Mapping[str, int] | None = None,
    ends: Collection[str] | None = None,
) -> CheckResult:
    """Return the problems of all checks, those of plugins last, and the model with its proved limits.

    A number that is unknown before the game, or too much work, ends the checks. Parameters are checked as they are set,
    and at both ends of their ranges; `ends` names the ends to check, if not all.
    """
    too_large = tuple(sizes(model))
    if too_large:
        return CheckResult(problems=too_large, model=model)
    game = checked(model, resolved, names)
    first: list[Problem] = [each for each in numbers(game) if isinstance(each, NotFixed)]
    first = first or _excessive_work(game)
    if first:
        reported = tuple(_with_layers(_without_echoes(first), resolved))
        return CheckResult(problems=reported, model=model)
    own = [problem for each in CHECKS for problem in each(game)]
    own += _new(own, at_ends(game, _with_numbers, settings or {}, ends))
    others = checks_of_plugins(plugins, model, resolved.header.span.source.name)
    return CheckResult(
        problems=(*_with_layers(_without_echoes(own), resolved), *others),
        model=evolve(model, kept_limits=game.kept_limits),
    )


def _excessive_work(game: CheckedGame) -> list[Problem]:
    """Return the problems of a game that takes too much work to play: the other checks could take too long on it."""
    found = [*work(game)]
    return [*breadth(game), *found] if found else []


def _with_numbers(game: CheckedGame) -> Iterable[Problem]:
    checks = (each for each in CHECKS if each not in WITHOUT_NUMBERS)
    return _excessive_work(game) or (problem for each in checks for problem in each(game))


def _new(known: Iterable[Problem], found: Iterable[Problem]) -> Iterator[Problem]:
    """Yield the problems whose clauses have no known problem of the same code."""
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
    """Yield each problem at the place where a layer set the clause, with the `use` of the mechanic that has the clause."""
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
    """Yield the files of the fragments of mechanics, with the words that use them."""
    section = next(each for each in resolved.tree.body if each.name == "mechanics")
    labels = {f"mechanics.{use.name}": use.label for use in section.body}
    # A variant may add to the options of a mechanic: its file is no fragment.
    others = {touch.span.source.name for touch in resolved.touches if touch.layer not in labels}
    others.add(resolved.header.span.source.name)
    for touch in resolved.touches:
        label = labels.get(touch.layer)
        name = touch.span.source.name
        if label is not None and name not in others and name != label.span.source.name:
            yield name, label
