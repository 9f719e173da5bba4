"""Every difference of two games has a sentence, or is listed beside the sentences."""

from collections.abc import Iterator, Mapping
from functools import cache

import pytest
from attrs import evolve, frozen
from prose.test_rulebook import loaded

from splendor_dsl.bundled import bundled_games
from splendor_dsl.explain.differences import path_changes
from splendor_dsl.game.game import game
from splendor_dsl.ir.meaning import meaning
from splendor_dsl.pipeline import load_source
from splendor_dsl.prose.differences import Difference, differences
from splendor_dsl.prose.unexplained import unexplained
from splendor_dsl.prose.words import Words
from splendor_dsl.semantics.from_syntax import from_syntax
from splendor_dsl.semantics.layers import Resolved
from splendor_dsl.semantics.model import Marker, Model, Where
from splendor_dsl.source import source_from_text
from splendor_dsl.testing.all_mutants import all_mutants
from splendor_dsl.testing.mutants import CELL, Mutant

NEAR_MARVEL = ("classic", "crowns_and_ambers", "marvel_nobles")
SAMPLE = 12
PAIRS = (
    *(("classic", name) for name in bundled_games()),
    *(("marvel", each) for each in NEAR_MARVEL),
)


@frozen(kw_only=True, eq=False)
class Side:
    """One of two games."""

    model: Model
    resolved: Resolved

    @property
    def words(self) -> Words:
        return Words(rules=game(self.model).notation, names=self.resolved.names)


@cache
def bundled(name: str) -> Side:
    rules = loaded(name)
    assert rules.model is not None
    assert rules.resolved is not None
    return Side(model=rules.model, resolved=rules.resolved)


def written(text: str) -> Side:
    rules = load_source(source_from_text("house.rules", text))
    assert rules.model is not None, rules.problems
    assert rules.resolved is not None
    return Side(model=rules.model, resolved=rules.resolved)


def told(old: Side, new: Side) -> tuple[tuple[Difference, ...], tuple[str, ...]]:
    """The sentences that differ, and the paths that are listed beside them."""
    was, now = old.words, new.words
    found = differences(was, now)
    changes = tuple(path_changes(old.resolved, new.resolved))
    return found, tuple(each.path for each in unexplained(changes, found, was, now))


@pytest.mark.parametrize(("base", "name"), PAIRS)
def test_of_bundled_games_sentences_tell_all(base: str, name: str) -> None:
    assert told(bundled(base), bundled(name))[1] == ()


# ---- each change beside another ------------------------------------------------------------------
def with_a_marker(side: Side) -> Side:
    """The same game with one thing more, of which a sentence speaks and no other rule."""
    some = next(iter(side.model.places.values()))
    where = Where(path="markers.more", span=some.span)
    markers: Mapping[str, Marker] = {
        **side.model.markers,
        "more": Marker(name="more", where=where),
    }
    places = {**side.model.places, "markers.more": where}
    return evolve(side, model=evolve(side.model, markers=markers, places=places))


def changed(side: Side, name: str, every: int) -> Iterator[tuple[Mutant, Side]]:
    """The game with one thing changed that its own file says, for each such thing.

    What a field may hold is no rule: it only guards its table.
    """
    for mutant in all_mutants(side.resolved, side.model)[::every]:
        own = str(mutant.span.source.path) == str(bundled_games()[name])
        if not own or mutant.kind == CELL:
            continue
        resolved = evolve(side.resolved, tree=mutant.apply(side.resolved.tree))
        model = from_syntax(resolved).model
        if model is None or evolve(model, kinds={}) == evolve(side.model, kinds={}):
            continue
        if meaning(model) != meaning(side.model):
            yield mutant, Side(model=model, resolved=resolved)


def silent(name: str, every: int) -> list[str]:
    """Return the changes that `diff` does not report; one in so many changes of a game is tried."""
    old, found_silent = bundled(name), []
    for mutant, new in changed(old, name, every):
        found, listed = told(old, with_a_marker(new))
        assert any(each.path == "markers.more" for each in found)
        if len(found) == 1 and not listed:
            found_silent.append(f"{mutant.path}: {mutant.was} -> {mutant.now}")
    return found_silent


@pytest.mark.parametrize("name", bundled_games())
def test_a_sample_of_what_is_changed_beside_another_thing_is_told(name: str) -> None:
    assert silent(name, every=SAMPLE) == []


@pytest.mark.mutants
@pytest.mark.parametrize("name", bundled_games())
def test_what_is_changed_beside_another_thing_is_told(name: str) -> None:
    assert silent(name, every=1) == []


def test_what_has_no_sentence_is_listed_beside_those_that_differ() -> None:
    head = 'splendor rules 2\n\nvariant house "House" extends classic\n\nset limits.hand = 4\n'
    moved = "remove actions.reserve.gain\nbefore actions.reserve.move { gain up to 1 gold }\n"
    found, listed = told(bundled("classic"), written(f"{head}{moved}"))
    assert "limits.hand" in {each.path for each in found}
    assert listed == ("actions.reserve",)
