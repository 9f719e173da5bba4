"""The clauses that differ in two games, and of which no sentence says so."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from attrs import evolve, field, frozen, has

from splendor_dsl.explain.differences import PathChange
from splendor_dsl.prose.clauses import by_path
from splendor_dsl.prose.differences import Difference
from splendor_dsl.prose.renamed import renamed
from splendor_dsl.prose.words import Words
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics.parts import parts_of
from splendor_dsl.semantics.path_index import parts_by_path

# What these say is told where it is used, or with the pieces.
_USED: Final = ("mechanics", "parameters", "kinds", "rows")
# In these, and in what is made of steps or ranks, it matters what comes first.
_IN_TURN: Final = ("setup", "turn", "triggers", "end")
_NOTES: Final = re.compile(r'(?<! as) "[^"]*"| cite [^"{]*$')
_OF_STEPS: Final = (m.Action, m.Phase, m.Trigger, m.If, m.ForEach, m.Ranking)


def untold(
    changes: Sequence[PathChange], found: Sequence[Difference], old: Words, new: Words
) -> tuple[PathChange, ...]:
    """The changes of meaning that the differences do not tell; all changes, if none tells what the rules do."""
    plain = (evolve(each.model, name="", title="", invariants=()) for each in (old, new))
    if next(plain) == next(plain):
        return ()
    if all(each.chapter == "names" for each in found):
        return tuple(changes)
    sides = _side(old), _side(new)
    told = {path for each in found for path in (each.path, *_with(each.path, sides))}
    paths = renamed(old, new).paths
    both = {*paths, *paths.values()}
    return tuple(
        each
        for each in changes
        if each.path.partition(".")[0] not in _USED
        and both.isdisjoint(_upward(each.path))
        and (_is_in_turn(each.path, sides) if each.how == "moved" else _has_meaning(each, sides))
        and not _is_told(each.path, told, sides, moved=each.how == "moved")
    )


@frozen(kw_only=True)
class _Side:
    """One of the two games: what its clauses have become, and which of them have sentences."""

    parts: Mapping[str, Any] = field(repr=False)
    told: Mapping[str, str] = field(repr=False)


def _side(words: Words) -> _Side:
    return _Side(parts=parts_by_path(words.model), told=by_path(words))


def _with(path: str, sides: Sequence[_Side]) -> Iterator[str]:
    """What a sentence tells besides its own clause: the places that are filled, and which tokens there are."""
    for side in sides:
        part = side.parts.get(path)
        if isinstance(part, m.Fill):
            yield f"zones.{part.zone.zone}"
        for at, token in side.parts.items():
            if isinstance(token, m.Token) and path in {
                f"supply.{token.name}",
                f"supply.{token.group}",
            }:
                yield at


def _upward(path: str) -> Iterator[str]:
    """The path, and that of each clause in which it stands."""
    while path:
        yield path
        path = path.rpartition(".")[0]


def _is_in_turn(path: str, sides: Sequence[_Side]) -> bool:
    """Whether it matters in which order the parts of a clause stand."""
    return path in _IN_TURN or isinstance(sides[1].parts.get(path), _OF_STEPS)


def _has_meaning(change: PathChange, sides: Sequence[_Side]) -> bool:
    """Whether it is more than what a clause, or what it speaks of, is called and cites."""
    before, after = (_NOTES.sub("", text or "") for text in (change.before, change.after))
    known = (each for each in _upward(change.path) if any(each in side.parts for side in sides))
    at = next(known, None)
    if at is None or before == after:
        return False
    one, other = (_own(side.parts.get(at)) for side in sides)
    return bool(one != other)


def _own(thing: Any) -> Any:
    """What a part says by itself, without the parts that have clauses of their own."""
    if not isinstance(thing, tuple) and not has(type(thing)):
        return thing
    return tuple(_own(each) for each in parts_of(thing) if not hasattr(each, "where"))


def _is_told(path: str, told: set[str], sides: Sequence[_Side], *, moved: bool) -> bool:
    """Whether a sentence of the clause, of what stands in it or of what it is a part of differs.

    Of an order none does, but that of ranks, where the first has a sentence of its own.
    """
    if moved:
        ranks = sides[1].parts.get(path)
        first = ranks.ranks[0] if isinstance(ranks, m.Ranking) else None
        return first is not None and first.where.path in told
    at = next((each for each in _upward(path) if any(each in side.told for side in sides)), path)
    return any(f"{each}.".startswith((f"{at}.", f"{path}.")) for each in told)
