"""The files of a game, from the base of all up to the file that was requested."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from attrs import evolve, field, frozen

from splendor_dsl.diagnostics import Problem, Related
from splendor_dsl.semantics.problems import (
    ExtendsItself,
    NameTaken,
    UnknownBase,
    WrongHeader,
    twice,
)
from splendor_dsl.semantics.type_problems import TooLarge
from splendor_dsl.span import Span
from splendor_dsl.syntax.ast import File, Game, Variant
from splendor_dsl.syntax.expressions import Ident

MOST_LAYERS: Final = 100  # each is read, and merged with all below it
Find = Callable[[Ident], File | Iterable[Problem] | None]


@frozen(kw_only=True)
class Layer:
    """A file of a game, with the names of the layers that come before it."""

    name: str
    file: File
    after: frozenset[str]
    by_base: tuple[
        tuple[Ident, frozenset[str]], ...
    ] = ()  # the layers below, by the base they come with

    def where_meet(self, one: str, other: str) -> Span | None:
        """Return where two layers come together, each by a base of its own; None if they come by one base."""
        spans = [
            next((base.span for base, names in self.by_base if name in names), None)
            for name in (one, other)
        ]
        first, second = spans
        if first is None or second is None or first == second:
            return None
        return first.to(second)


def layers_of(file: File, bases: Find, problems: list[Problem]) -> Iterable[Layer]:
    """Return the layers from the bottom up, each once."""
    collector = _Collector(bases=bases, problems=problems)
    collector.visit(file, ())
    return collector.done.values()


@frozen(kw_only=True)
class _Collector:
    """The layers found so far, by name, from the bottom up."""

    bases: Find
    problems: list[Problem]
    done: dict[str, Layer] = field(factory=dict)
    by_header: dict[str, File] = field(factory=dict)  # by the name in its header

    def visit(self, file: File, way: tuple[str, ...]) -> frozenset[str]:
        """Add a file and all that it extends; return the names of all these layers."""
        header = file.header
        if header is None:
            return frozenset()
        if header.name in self.done:
            return self.done[header.name].after | {header.name}
        self.by_header[header.name] = file
        by_base: list[tuple[Ident, frozenset[str]]] = []
        if isinstance(header.construct, Variant):
            by_base += self._extend(header.construct, (*way, header.name))
        below = frozenset[str]().union(*(names for _, names in by_base))
        self.done[header.name] = Layer(
            name=header.name, file=file, after=below, by_base=tuple(by_base)
        )
        return below | {header.name}

    def _extend(
        self, variant: Variant, way: tuple[str, ...]
    ) -> Iterator[tuple[Ident, frozenset[str]]]:
        """Yield each base with the layers that come with it."""
        below: frozenset[str] = frozenset()
        seen: dict[str, Ident] = {}
        for base, ordered in zip(variant.extends, variant.ordered, strict=True):
            first = seen.setdefault(base.text, base)
            if first is not base:
                self.problems.append(twice("what a variant extends", base, first))
                continue
            if len(seen) >= MOST_LAYERS:  # counting the variant itself
                self.problems.append(_too_many(base))
                return
            found = self._base(base, way)
            if found is None:
                continue
            before = set(self.done)
            mine = self.visit(found, way)
            if ordered:  # `a then b`: the layers of b come after all those of a
                self._put_after(set(self.done) - before, below)
            below |= mine
            yield base, mine

    def _base(self, base: Ident, way: tuple[str, ...]) -> File | None:
        found = (_circle(base, way),) if base.text in way else self.bases(base)
        if isinstance(found, File):
            wrong = self._misfit(found, base, way)
            if wrong is None:
                return found
            found = (wrong,)
        self.problems.extend(
            (UnknownBase(name=base.text, span=base.span),) if found is None else found
        )
        return None

    def _misfit(self, file: File, base: Ident, way: tuple[str, ...]) -> Problem | None:
        """Return the problem of a file that cannot be a base, as it is no game, one too many, or has a name in use."""
        if file.edition_kind == "mechanic":
            found, expected = f"{base.text!r}, a mechanic", "a game or a variant to extend"
            return WrongHeader(expected=expected, found=found, span=base.span)
        other = self.by_header.get(file.header.name) if file.header else None
        if other is None or other.header is None:
            return _too_many(base) if len(self.by_header) >= MOST_LAYERS else None
        if other == file:
            return _circle(base, way) if other.header.name in way else None
        what = "game" if isinstance(other.header.construct, Game) else "variant"
        related = (Related(other.header.label.span, "the other stands here"),)
        return NameTaken(name=other.header.name, other=what, span=base.span, related=related)

    def _put_after(self, new: set[str], below: frozenset[str]) -> None:
        for name in new:
            self.done[name] = evolve(self.done[name], after=self.done[name].after | below)


def _too_many(base: Ident) -> Problem:
    what = "files that a game is made of"
    return TooLarge(what=what, bound=MOST_LAYERS, found=MOST_LAYERS + 1, span=base.span)


def _circle(base: Ident, way: tuple[str, ...]) -> Problem:
    return ExtendsItself(name=base.text, way=" -> ".join((*way, base.text)), span=base.span)
