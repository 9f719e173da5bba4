"""The changes of each layer, and the contradictions of two layers without an order between them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping

from attrs import field, frozen

from splendor_dsl.span import Span

CHANGES = ("set", "remove", "replace")
GAPS = ("before", "after")
# Sections whose order changes no game.
UNORDERED = (
    "parameters",
    "tokens",
    "supply",
    "kinds",
    "zones",
    "counters",
    "markers",
    "values",
    "limits",
    "actions",
    "invariants",
)


@frozen(kw_only=True)
class Touch:
    """A change by a layer at a path: it did `set`, `remove`, `replace` or `add`, or put something `before` or `after` it.

    `stays`: one clause of the same name is there afterwards.
    """

    layer: str
    how: str
    path: str
    stays: bool = False
    span: Span = field(eq=False, repr=False)
    because: str | None = None


def collisions(
    touches: Iterable[Touch], after: Mapping[str, frozenset[str]]
) -> Iterator[tuple[Touch, Touch]]:
    """Yield the first pair of touches by each two layers without an order, if the result would depend on one.

    Two changes collide if one path is the other or inside it; a change that removes a clause collides with additions to
    it, and with additions beside it too unless a clause of its name stays; two additions to the same gap collide if their
    order matters. Two clauses added to one block do not collide.
    """
    touches = tuple(touches)
    rows = {(each.layer, each.path.split(".")[1]) for each in touches if _adds_row(each)}
    changed, filled, inside = _Firsts(), _Firsts(), _Firsts()
    reported: set[frozenset[str]] = set()
    for touch in touches:
        if touch.layer not in after:
            continue
        others = [*_above(touch, changed)]
        if touch.how in CHANGES:
            others += [each for each in inside.at(touch.path) if _clash(touch, each)]
            changed.add(touch.path, touch)
        elif touch.how in GAPS:
            gap = filled.at(f"{touch.how} {touch.path}")
            others += (each for each in gap if _has_order(touch, each, rows))
            filled.add(f"{touch.how} {touch.path}", touch)
        for path in _prefixes(touch.path):
            inside.add(path, touch)
        for other in others:
            pair = frozenset((other.layer, touch.layer))
            if pair not in reported and _unordered(other, touch, after):
                reported.add(pair)
                yield other, touch


class _Firsts:
    """The first touch of each layer and kind, by path: nothing else decides whether touches clash."""

    def __init__(self) -> None:
        self._by_path: dict[str, dict[tuple[str, str, bool, bool], Touch]] = {}

    def add(self, path: str, touch: Touch) -> None:
        """Add a touch at or inside a path."""
        kind = (touch.layer, touch.how, touch.stays, touch.path == path)
        self._by_path.setdefault(path, {}).setdefault(kind, touch)

    def at(self, path: str) -> Iterable[Touch]:
        """Return the touches of a path."""
        return self._by_path.get(path, {}).values()


def _above(touch: Touch, changed: _Firsts) -> Iterator[Touch]:
    for path in _prefixes(touch.path):
        yield from (each for each in changed.at(path) if _clash(each, touch))


def _clash(change: Touch, other: Touch) -> bool:
    """Return whether a change of a path contradicts a touch at or inside it."""
    if other.how in CHANGES:
        return True
    beside = other.how in GAPS and other.path == change.path
    return change.how != "set" and not (beside and change.stays)


def _adds_row(touch: Touch) -> bool:
    return touch.how == "add" and touch.path.startswith("rows.")


def _has_order(one: Touch, other: Touch, rows: Container[tuple[str, str]]) -> bool:
    """Return whether the order in a gap matters; for fields, only if a layer adds rows, whose cells follow it."""
    section, *inside = one.path.split(".")
    if section == "kinds" and len(inside) > 1:
        return any((each.layer, inside[0]) in rows for each in (one, other))
    return section not in UNORDERED or len(inside) > 1


def _prefixes(path: str) -> Iterator[str]:
    words = path.split(".")
    return (".".join(words[:count]) for count in range(1, len(words) + 1))


def _unordered(one: Touch, other: Touch, after: Mapping[str, frozenset[str]]) -> bool:
    if one.layer == other.layer:
        return False
    return one.layer not in after[other.layer] and other.layer not in after[one.layer]
