"""A game in the words of another: what the two call otherwise, and is the same thing in both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from attrs import define, field

from splendor_dsl.prose.counterparts import Counterparts
from splendor_dsl.prose.words import Words
from splendor_dsl.semantics.model import Zone
from splendor_dsl.semantics.names import Name

# The sections whose clauses have names that players say.
_NAMED: Final = ("tokens", "kinds", "zones", "counters", "markers", "values", "actions", "triggers")


@define(kw_only=True, eq=False)
class Renamed(Words):
    """The words of one game, with the names that another has for the same things."""

    new: Words = field(repr=False)
    paths: Mapping[str, str] = field(repr=False)  # in the other game, where they are not the same
    kinds: Mapping[str, str] = field(repr=False)  # each kind, and that of the other game

    def there(self, path: str) -> str | None:
        """The path of the same thing in the other game, if it has it."""
        at = counterpart(self.paths, path)
        return at if at in self.new.model.places and self._holds_the_same(path, at) else None

    def _holds_the_same(self, path: str, at: str) -> bool:
        """Whether zones of one label hold the same sort of thing; whatever is no zone does."""
        one, other = (
            model.zones.get(place.split(".")[1]) if place.startswith("zones.") else None
            for model, place in ((self.model, path), (self.new.model, at))
        )
        return one is None or other is None or self._kind(one) == other.kind

    def _kind(self, zone: Zone) -> str | None:
        return None if zone.kind is None else self.kinds.get(zone.kind, zone.kind)

    def _given(self, language: str, path: str) -> Name:
        at = self.there(path)
        return super()._given(language, path) if at is None else self.new._given(language, at)  # noqa: SLF001  # words of the same class

    def _title(self, path: str) -> str | None:
        at = self.there(path)
        return super()._title(path) if at is None else self.new._title(at)  # noqa: SLF001  # as above


def renamed(old: Words, new: Words) -> Renamed:
    """A game in the words of another."""
    both = Counterparts(old=old.model, new=new.model)
    return Renamed(
        rules=old.rules,
        language=old.language,
        names=old.names,
        new=new,
        paths=dict(both.paths()),
        kinds={**{kind: kind for kind in old.model.kinds}, **both.kinds},
    )


def counterpart(paths: Mapping[str, str], path: str) -> str:
    """A path in the other game: its own, or that of the thing which stands in for it or for what it is a part of."""
    top = ".".join(path.split(".")[:2])
    if path in paths:
        return paths[path]
    return paths[top] + path.removeprefix(top) if top in paths else path


def called_otherwise(old: Words, both: Renamed) -> Iterator[tuple[str, str, str]]:
    """For each thing that both games have and call otherwise, its path in the new one and both names."""
    told: set[tuple[str, str]] = set()
    for path in old.model.places:
        at = both.there(path) if _is_named(path, both.paths) else None
        names = ("", "") if at is None else (old.name(path), both.new.name(at))
        if at is not None and names[0] != names[1] and names not in told:
            told |= {names, (old.name(path, 2), both.new.name(at, 2))}
            yield at, *names


def _is_named(path: str, paths: Mapping[str, str]) -> bool:
    """Whether a clause is something that players speak of; a colour is, where another stands in for it."""
    section, *inside = path.split(".")
    if section == "tokens":
        return path in paths
    return section in _NAMED and (len(inside) == 1 or section == "kinds")
