"""A game in the words of another, and the things that the two name differently."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from attrs import define, field

from splendor_dsl.prose.counterparts import Counterparts
from splendor_dsl.prose.words import Words
from splendor_dsl.semantics.model import Zone
from splendor_dsl.semantics.names import Name

# The sections whose clauses have names for players.
_NAMED: Final = ("tokens", "kinds", "zones", "counters", "markers", "values", "actions", "triggers")


@define(kw_only=True, eq=False)
class Renamed(Words):
    """The words of one game, with the names that another game has for the same things."""

    new: Words = field(repr=False)
    paths: Mapping[str, str] = field(repr=False)  # the paths of counterparts in the other game
    kinds: Mapping[str, str] = field(repr=False)  # each kind, and its counterpart

    def path_in_new(self, path: str) -> str | None:
        """Return the path of the same thing in the other game, if it is there."""
        at = counterpart(self.paths, path)
        return at if at in self.new.model.places and self._holds_the_same(path, at) else None

    def _holds_the_same(self, path: str, at: str) -> bool:
        """Return whether zones with one label hold the same kind; true for anything but zones."""
        one, other = (
            model.zones.get(place.split(".")[1]) if place.startswith("zones.") else None
            for model, place in ((self.model, path), (self.new.model, at))
        )
        return one is None or other is None or self._kind(one) == other.kind

    def _kind(self, zone: Zone) -> str | None:
        return None if zone.kind is None else self.kinds.get(zone.kind, zone.kind)

    def _given(self, language: str, path: str) -> Name:
        at = self.path_in_new(path)
        return super()._given(language, path) if at is None else self.new._given(language, at)  # noqa: SLF001  # words of the same class

    def _title(self, path: str) -> str | None:
        at = self.path_in_new(path)
        return super()._title(path) if at is None else self.new._title(at)  # noqa: SLF001  # as above


def renamed(old: Words, new: Words) -> Renamed:
    """Return a game in the words of another."""
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
    """Return a path in the other game: its own, or that of its counterpart or of the counterpart around it."""
    top = ".".join(path.split(".")[:2])
    if path in paths:
        return paths[path]
    return paths[top] + path.removeprefix(top) if top in paths else path


def renamed_things(old: Words, both: Renamed) -> Iterator[tuple[str, str, str]]:
    """Yield the path in the new game and both names for each thing that the games name differently."""
    seen: set[tuple[str, str]] = set()
    for path in old.model.places:
        at = both.path_in_new(path) if _is_named(path, both.paths) else None
        names = ("", "") if at is None else (old.name(path), both.new.name(at))
        if at is not None and names[0] != names[1] and names not in seen:
            seen |= {names, (old.name(path, 2), both.new.name(at, 2))}
            yield at, *names


def _is_named(path: str, paths: Mapping[str, str]) -> bool:
    """Return whether players name a thing; a colour only if it has a counterpart."""
    section, *inside = path.split(".")
    if section == "tokens":
        return path in paths
    return section in _NAMED and (len(inside) == 1 or section == "kinds")
