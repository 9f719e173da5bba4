"""Mutants within single clauses: numbers, comparisons and zones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from attrs import evolve, fields, has

from splendor_dsl.span import Span
from splendor_dsl.syntax import ast as a
from splendor_dsl.syntax import expressions as x
from splendor_dsl.testing.mutants import Mutant, Site

_OPPOSITES: Final[Mapping[str, tuple[str, ...]]] = {
    ">=": (">", "<="),
    "<=": ("<", ">="),
    ">": (">=", "<"),
    "<": ("<=", ">"),
    "=": ("!=",),
    "!=": ("=",),
}
_WORDS: Final = {
    "any": "every",
    "every": "any",
    "most": "least",
    "least": "most",
    "min": "max",
    "max": "min",
    "and": "or",
    "or": "and",
}
_SIGNS: Final = {"+": "-", "-": "+", "less": "-"}


def mutated_words(site: Site) -> Iterator[Mutant]:
    """Yield the mutants of a clause, one for each changed number, comparison or zone."""
    construct = site.clause.construct
    if isinstance(construct, a.Row | a.Rows):
        return
    if isinstance(construct, a.FieldRange):
        yield from _range(site, construct)
        return
    for node in _nodes(construct):
        yield from _numbers(site, node)
        yield from _comparisons(site, node)
        yield from _zones(site, node)
    if isinstance(construct, a.Value) and construct.which != "total" and len(site.clause.body) > 1:
        other = "any" if construct.which == "all" else "all"
        yield site.construct_with("comparison", construct.which, other, which=other)


def _nodes(thing: Any) -> Iterator[Any]:
    """Yield all parts of a tree."""
    if isinstance(thing, tuple):
        for each in thing:
            yield from _nodes(each)
    elif has(type(thing)) and not isinstance(thing, Span):
        yield thing
        for each in fields(type(thing)):
            yield from _nodes(getattr(thing, each.name))


def _number(site: Site, number: x.Number, value: int) -> Mutant:
    return site.node("number", number, evolve(number, value=value), now=str(value))


def _numbers(site: Site, node: Any) -> Iterator[Mutant]:
    if isinstance(node, x.Number):
        yield _number(site, node, node.value + 1)
        if node.value > 0:
            yield _number(site, node, node.value - 1)
    if isinstance(node, x.Sum):
        for at, sign in enumerate(node.signs):
            if at:  # a first part has a sign only if it was written
                signs = (*node.signs[:at], _SIGNS[sign], *node.signs[at + 1 :])
                yield site.node(
                    "number", node, evolve(node, signs=signs), was=sign, now=_SIGNS[sign]
                )


def _range(site: Site, construct: a.FieldRange) -> Iterator[Mutant]:
    """Yield mutants of the range of a field; a range that still includes the whole table means the same."""
    kind, name = site.path.split(".")[1:]
    values = [each.values.get(name) for each in site.model.pieces if each.kind == kind]
    for bound, step in ((construct.low, 1), (construct.high, -1)):
        if isinstance(bound, x.Number) and bound.value in values:
            yield _number(site, bound, bound.value + step)
    if isinstance(construct.default, x.Number):
        yield from _numbers(site, construct.default)


def _comparisons(site: Site, node: Any) -> Iterator[Mutant]:
    match node:
        case x.Compare(operator="covers"):
            turned = evolve(node, left=node.right, right=node.left)
            yield site.node("comparison", node, turned, was="covers", now="is covered by")
        case x.Compare():
            for other in _OPPOSITES[node.operator]:
                changed = evolve(node, operator=other)
                yield site.node("comparison", node, changed, was=node.operator, now=other)
        case x.Not():
            yield site.node("comparison", node, node.body, was="not", now="")
        case x.MinMax() | x.Logic() if len(node.parts) > 1:
            yield _word(site, node)
        case x.Quantified() | x.Over() if node.which in _WORDS:
            yield _word(site, node)


def _word(site: Site, node: Any) -> Mutant:
    other = _WORDS[node.which]
    return site.node("comparison", node, evolve(node, which=other), was=node.which, now=other)


def _zones(site: Site, node: Any) -> Iterator[Mutant]:
    """Yield mutants with another zone for the same things; a player's zone if a player is named."""
    if isinstance(node, x.Chain):
        yield from _other_zones(site, node.words[0], owned=len(node.words) > 1)
    elif isinstance(node, x.Ident) and not _in_chain(site, node):
        yield from _other_zones(site, node, owned=False)


def _in_chain(site: Site, word: x.Ident) -> bool:
    """Return whether a word is one of several, of which only the first can name a zone."""
    chains = (each for each in _nodes(site.clause.construct) if isinstance(each, x.Chain))
    return any(each is word for chain in chains for each in chain.words)


def _other_zones(site: Site, word: x.Ident, *, owned: bool) -> Iterator[Mutant]:
    zones = site.model.zones
    here = zones.get(word.text)
    if here is None or isinstance(site.clause.construct, a.Zone):
        return
    for zone in zones.values():
        if zone.name != here.name and zone.kind == here.kind and (zone.owned or not owned):
            other = evolve(word, text=zone.name)
            yield site.node("zone", word, other, was=here.name, now=zone.name)
