"""Changes between two games that no sentence explains."""

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

# Sentences about these are at their uses, or with the pieces.
_USED: Final = ("mechanics", "parameters", "kinds", "rows")
# The order matters in these, and in parts made of steps or ranks.
_IN_TURN: Final = ("setup", "turn", "triggers", "end")
_NOTES: Final = re.compile(r'(?<! as) "[^"]*"| cite [^"{]*$')
_OF_STEPS: Final = (m.Action, m.Phase, m.Trigger, m.If, m.ForEach, m.Ranking)


def unexplained(
    changes: Sequence[PathChange], found: Sequence[Difference], old: Words, new: Words
) -> tuple[PathChange, ...]:
    """Return the changes of meaning that no difference explains; all changes if only names differ."""
    plain = (evolve(each.model, name="", title="", invariants=()) for each in (old, new))
    if next(plain) == next(plain):
        return ()
    if all(each.chapter == "names" for each in found):
        return tuple(changes)
    sides = _side(old), _side(new)
    explained = {path for each in found for path in (each.path, *_covered_paths(each.path, sides))}
    paths = renamed(old, new).paths
    both = {*paths, *paths.values()}
    return tuple(
        each
        for each in changes
        if each.path.partition(".")[0] not in _USED
        and both.isdisjoint(_ancestors(each.path))
        and (_is_in_turn(each.path, sides) if each.how == "moved" else _has_meaning(each, sides))
        and not _is_explained(each.path, explained, sides, moved=each.how == "moved")
    )


@frozen(kw_only=True)
class _Side:
    """One of the two games: the parts of its model, and its sentences, both by path."""

    parts: Mapping[str, Any] = field(repr=False)
    explained: Mapping[str, str] = field(repr=False)


def _side(words: Words) -> _Side:
    return _Side(parts=parts_by_path(words.model), explained=by_path(words))


def _covered_paths(path: str, sides: Sequence[_Side]) -> Iterator[str]:
    """Yield what a sentence covers beside its own clause: the places that are filled, and the tokens of a supply."""
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


def _ancestors(path: str) -> Iterator[str]:
    """Yield the path, and that of each clause around it."""
    while path:
        yield path
        path = path.rpartition(".")[0]


def _is_in_turn(path: str, sides: Sequence[_Side]) -> bool:
    """Return whether the order of the parts of a clause matters."""
    return path in _IN_TURN or isinstance(sides[1].parts.get(path), _OF_STEPS)


def _has_meaning(change: PathChange, sides: Sequence[_Side]) -> bool:
    """Return whether a change is more than one of names and citations."""
    before, after = (_NOTES.sub("", text or "") for text in (change.before, change.after))
    known = (each for each in _ancestors(change.path) if any(each in side.parts for side in sides))
    at = next(known, None)
    if at is None or before == after:
        return False
    one, other = (_own_content(side.parts.get(at)) for side in sides)
    return bool(one != other)


def _own_content(thing: Any) -> Any:
    """Return a part without inner parts that have clauses of their own."""
    if not isinstance(thing, tuple) and not has(type(thing)):
        return thing
    return tuple(_own_content(each) for each in parts_of(thing) if not hasattr(each, "where"))


def _is_explained(path: str, explained: set[str], sides: Sequence[_Side], *, moved: bool) -> bool:
    """Return whether a sentence of the clause, of one inside it or of the one around it differs.

    None explains an order but that of ranks, where the first has a sentence of its own.
    """
    if moved:
        ranks = sides[1].parts.get(path)
        first = ranks.ranks[0] if isinstance(ranks, m.Ranking) else None
        return first is not None and first.where.path in explained
    at = next(
        (each for each in _ancestors(path) if any(each in side.explained for side in sides)), path
    )
    return any(f"{each}.".startswith((f"{at}.", f"{path}.")) for each in explained)
