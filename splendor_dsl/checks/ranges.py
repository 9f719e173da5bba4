"""Checks of a game at the ends of its parameters' ranges, as any number in a range can be set."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Final

from attrs import evolve, fields_dict

from splendor_dsl.checks.barred_pieces import within_reach
from splendor_dsl.checks.bounds import Bounds
from splendor_dsl.checks.checked_game import CheckedGame, checked
from splendor_dsl.checks.endings import endings
from splendor_dsl.checks.sizes import size_of
from splendor_dsl.diagnostics import Problem, Related
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.from_syntax import from_syntax
from splendor_dsl.semantics.layers import Resolved
from splendor_dsl.semantics.parts import all_in
from splendor_dsl.semantics.problems import Doubt
from splendor_dsl.semantics.tree import change, put
from splendor_dsl.syntax.ast import Clause

MOST_ALONE: Final = 8  # parameters that are each checked at their ends alone
IN_PROPORTION: Final = (
    200  # expressions and steps; rules of twice the size take about twice as long to check
)
MOST_JUDGED: Final = (
    MOST_ALONE * IN_PROPORTION
)  # expressions and steps in rules that are checked at the ends of ranges
Ending = tuple[m.Parameter, int]
Judge = Callable[[CheckedGame], Iterable[Problem]]

# The parts of a model that may differ without changing what players can do. The places of examples are left out with the
# examples.
ENDING: Final = frozenset(("parameters", "values", "ends", "ranking", "invariants", "places"))
DOING: Final = (
    "setup",
    "actions",
    "phases",
    "turn",
    "triggers",
    "limits",
    "stock",
    "zones",
    "counters",
)


def at_ends(
    game: CheckedGame,
    judge: Judge,
    settings: Mapping[str, int],
    wanted: Collection[str] | None = None,
) -> Iterator[Problem]:
    """Yield the problems of a game where one of its parameters is at an end of its range, the others as they are.

    More than `MOST_ALONE` parameters are all at their least together, and at their greatest, as each setting needs all
    checks again; large rules have a lower bound, and rules of more than `MOST_JUDGED` are not checked at all. Warnings
    except doubts are left out: something without effect at an end of a range may be the point of it. `wanted` names the
    ends to check.
    """
    if wanted is not None and not wanted:
        return
    bare = _without_examples(game.resolved)
    for ends in _settings(game):
        if wanted is not None and _name(ends) not in wanted:
            continue
        found = _at(game, bare, judge, {**settings, **{each.name: end for each, end in ends}})
        wrong = (p for p in found if p.severity == "error" or isinstance(p, Doubt))
        yield from (_set(problem, ends) for problem in wrong)


def _settings(game: CheckedGame) -> Iterator[tuple[Ending, ...]]:
    """Yield the parameters that are set to an end, with that end."""
    used = [p for p in game.model.parameters.values() if p.name in game.names.used_parameters]
    alone = _alone(size_of(game.model))
    if alone < 1:
        return
    if len(used) > alone:
        yield tuple((each, each.low) for each in used)
        yield tuple((each, each.high) for each in used)
        return
    for each in used:
        yield from (((each, end),) for end in (each.low, each.high) if end != each.value)


def _alone(parts: int) -> int:
    """Return how many parameters are judged by themselves, in rules of this size."""
    return MOST_ALONE * IN_PROPORTION // max(IN_PROPORTION, parts)


def _without_examples(resolved: Resolved) -> Resolved:
    """Return rules without examples, which are played with the parameters as they are."""
    return evolve(resolved, tree=change(resolved.tree, "examples", _emptied))


def _emptied(block: tuple[Clause, ...], index: int) -> tuple[Clause, ...]:
    return put(block, index, evolve(block[index], body=()))


def _at(
    game: CheckedGame, resolved: Resolved, judge: Judge, settings: Mapping[str, int]
) -> Iterable[Problem]:
    meaning = from_syntax(resolved, settings, like=game.model)
    if meaning.model is None:
        return meaning.problems
    if _ends_alone(game.model, meaning.model):
        return endings(_with_ends_of(game, meaning.model))
    return judge(checked(meaning.model, game.resolved, meaning.names))


def _with_ends_of(game: CheckedGame, there: m.Model) -> CheckedGame:
    """Return the game with the ends of another model, with the bounds that are known already."""
    known = (within_reach(bounds) for bounds in game.bounds)
    worlds = (evolve(each, model=there, memory={}, shared={}) for each in known)
    return evolve(game, model=there, bounds=tuple(Bounds(world=each) for each in worlds))


def _ends_alone(here: m.Model, there: m.Model) -> bool:
    """Return whether two models differ only in when the game ends and who wins it."""
    changed = {name for name in fields_dict(m.Model) if getattr(here, name) != getattr(there, name)}
    if not changed <= ENDING:
        return False
    values = {name for name, each in here.values.items() if each != there.values[name]}
    return not values or values.isdisjoint(_values_read(here))


def _values_read(model: m.Model) -> set[str]:
    """Return the values that decide what players can do."""
    found = {name for part in DOING for name in _values_in(getattr(model, part))}
    waiting = list(found)
    while waiting:
        inner = set(_values_in(model.values[waiting.pop()].terms)) - found
        found |= inner
        waiting += inner
    return found


def _values_in(node: object) -> Iterator[str]:
    """Return the values that a part of a model reads, by name."""
    return (each.value for each in all_in(node) if isinstance(each, v.ValueOf))


def _set(problem: Problem, ends: tuple[Ending, ...]) -> Problem:
    first, end = ends[0]
    note = Related(first.where.span, f"its range lets {first.name!r} be {end}")
    return problem.but(setting=_name(ends), related=(*problem.related, note))


def _name(ends: tuple[Ending, ...]) -> str:
    """Return the settings of parameters in words."""
    (first, end), *others = ends
    which = "greatest" if end == first.high else "least"
    return f"all parameters are at their {which}" if others else f"{first.name} = {end}"
