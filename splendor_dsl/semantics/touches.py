"""What each layer changed, and where two layers without an order between them contradict each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import field, frozen

from splendor_dsl.span import Span

CHANGES = ("set", "remove", "replace")
GAPS = ("before", "after")


@frozen(kw_only=True)
class Touch:
    """What a layer did at a path: `set`, `remove`, `replace` or `add` it, or put something `before` or `after` it."""

    layer: str
    how: str
    path: str
    span: Span = field(eq=False, repr=False)
    because: str | None = None


def collisions(
    touches: Iterable[Touch], after: Mapping[str, frozenset[str]]
) -> Iterator[tuple[Touch, Touch]]:
    """Pairs of touches by layers without an order, where the result would depend on one.

    Two changes collide if one path is the other's or lies inside it; a change that takes a clause away collides with
    whatever is put into it or beside it; two things put into the same gap collide, as one has to come first. Two
    clauses added to one block do not.
    """
    changed: dict[str, list[Touch]] = {}
    filled: dict[tuple[str, str], list[Touch]] = {}
    inside: dict[str, list[Touch]] = {}
    for touch in touches:
        if touch.layer not in after:
            continue
        others = [*_above(touch, changed)]
        if touch.how in CHANGES:
            others += [each for each in inside.get(touch.path, ()) if _clash(touch, each)]
            changed.setdefault(touch.path, []).append(touch)
        elif touch.how in GAPS:
            others += filled.get((touch.how, touch.path), ())
            filled.setdefault((touch.how, touch.path), []).append(touch)
        for path in _prefixes(touch.path):
            inside.setdefault(path, []).append(touch)
        yield from ((other, touch) for other in others if _unordered(other, touch, after))


def _above(touch: Touch, changed: Mapping[str, list[Touch]]) -> Iterator[Touch]:
    for path in _prefixes(touch.path):
        yield from (each for each in changed.get(path, ()) if _clash(each, touch))


def _clash(change: Touch, other: Touch) -> bool:
    """Whether a change of a path contradicts a touch at or inside it."""
    return other.how in CHANGES or change.how != "set"


def _prefixes(path: str) -> Iterator[str]:
    words = path.split(".")
    return (".".join(words[:count]) for count in range(1, len(words) + 1))


def _unordered(one: Touch, other: Touch, after: Mapping[str, frozenset[str]]) -> bool:
    if one.layer == other.layer:
        return False
    return one.layer not in after[other.layer] and other.layer not in after[one.layer]
