"""A game in the words of another: what the two call otherwise, and is the same thing in both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from attrs import define, field

from splendor_dsl.report.words import Words
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics.names import Name

# The sections whose clauses have names that players say.
_NAMED: Final = ("tokens", "kinds", "zones", "counters", "markers", "values", "actions", "triggers")


@define(kw_only=True, eq=False)
class Renamed(Words):
    """The words of one game, with the names that another has for the same things."""

    new: Words = field(repr=False)
    paths: Mapping[str, str] = field(repr=False)  # in the other game, where they are not the same

    def there(self, path: str) -> str | None:
        """The path of the same thing in the other game, if it has it."""
        at = counterpart(self.paths, path)
        return at if at in self.new.model.places else None

    def _given(self, language: str, path: str) -> Name:
        at = self.there(path)
        return super()._given(language, path) if at is None else self.new._given(language, at)  # noqa: SLF001  # words of the same class

    def _title(self, path: str) -> str | None:
        at = self.there(path)
        return super()._title(path) if at is None else self.new._title(at)  # noqa: SLF001  # as above


def renamed(old: Words, new: Words) -> Renamed:
    """A game in the words of another."""
    paths = dict(_counterparts(old.model, new.model))
    return Renamed(rules=old.rules, language=old.language, names=old.names, new=new, paths=paths)


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
            told.add(names)
            yield at, *names


def _is_named(path: str, paths: Mapping[str, str]) -> bool:
    """Whether a clause is something that players speak of; a colour is, where another stands in for it."""
    section, *inside = path.split(".")
    if section == "tokens":
        return path in paths
    return section in _NAMED and (len(inside) == 1 or section == "kinds")


def _counterparts(old: m.Model, new: m.Model) -> Iterator[tuple[str, str]]:
    """Tokens that may stand for others, those they stand for, and actions that are made of the same steps."""
    for one, other in zip(_wilds(old), _wilds(new), strict=False):
        yield from _tokens(old, new, one, other)
    actions = [each for each in new.actions if each.where.path not in old.places]
    for action in old.actions:
        found = next((each for each in actions if _steps(each) == _steps(action)), None)
        if action.where.path not in new.places and found is not None:
            actions.remove(found)
            yield action.where.path, found.where.path


def _wilds(model: m.Model) -> list[m.Wild]:
    steps = (step for action in model.actions for step in action.code.steps)
    return [wild for step in steps if isinstance(step, m.Pay) for wild in step.wilds]


def _tokens(old: m.Model, new: m.Model, one: m.Wild, other: m.Wild) -> Iterator[tuple[str, str]]:
    was, now = old.tokens[one.token], new.tokens[other.token]
    yield was.where.path, now.where.path
    yield f"tokens.{was.group}", f"tokens.{now.group}"
    groups = tuple(
        {model.tokens[token].group for token in wild.group}
        for model, wild in ((old, one), (new, other))
    )
    if all(len(group) == 1 for group in groups):
        yield f"tokens.{groups[0].pop()}", f"tokens.{groups[1].pop()}"


def _steps(action: m.Action) -> list[tuple[str, str]]:
    """What an action is made of: the kind of each step and its label."""
    return [(type(step).__name__, step.where.path.rpartition(".")[2]) for step in action.code.steps]
