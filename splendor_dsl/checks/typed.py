"""How moves are typed in other languages: by the same rules as in the words of the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from attrs import evolve

from splendor_dsl.checks.checked import CheckedGame
from splendor_dsl.checks.flow import all_steps
from splendor_dsl.checks.notation import choices, items_of, of_the_prompt, same
from splendor_dsl.diagnostics import Problem, Related, problem_kind
from splendor_dsl.identifiers import folded
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics.move_patterns import Patterns, joined
from splendor_dsl.semantics.names import GLOSS, NO_NAME, TYPED
from splendor_dsl.semantics.problems import NameTaken
from splendor_dsl.span import Span

_ZONE: Final = re.compile(r"[^\W\d][^\s@-]*")  # a hyphen and numbers follow it in a place


@problem_kind
class NotOneWord(Problem):
    """The typed name of a token or a zone in a language is more than one word."""

    code = "SPL406"
    headline = "expected one word to be typed, found {found!r}"

    found: str


def typed(game: CheckedGame) -> Iterator[Problem]:
    """What moves are made of can be typed: one word for a token or a zone, for an action a pattern.

    No word stands for two tokens, or for two zones that one choice is made from, whatever the case of its letters: not
    their names, and not what `as` gives in a block of names. Patterns are judged as those of the
    actions themselves are: each names each leading choice once and nothing else, and no two of one language fit the
    same words. Only what this file says is judged.
    """
    model = game.model
    tokens = {token.where.path: token.name for token in model.tokens}
    zones = {zone.where.path: zone.name for zone in model.zones.values()}
    wheres = [
        *(each.where for each in model.tokens),
        *(each.where for each in model.zones.values()),
    ]
    places = {where.path: where.span for where in wheres}
    written = {path: (name,) for path, name in (tokens | zones).items()}
    yield from _all_taken(model, written, places)
    own: dict[str, dict[str, Span]] = {}
    for language, path, span in game.resolved.name_spans:
        if span.source == game.resolved.header.span.source:
            own.setdefault(language, {})[path] = span
    for language, spans in own.items():
        names = game.resolved.names[language]
        for path in (tokens | zones).keys() & spans.keys():
            for text in names[path].forms.get(TYPED, ()):
                word = GLOSS.sub("", text).strip()
                if joined(word).split() != [word] or (path in zones and not _ZONE.fullmatch(word)):
                    yield NotOneWord(found=text, span=spans[path], path=path)
        heard = {
            path: names.get(path, NO_NAME).typed(language) or (word,)
            for path, word in (tokens | zones).items()
        }
        yield from _all_taken(model, heard, spans)
        yield from _patterns(game, language, spans, heard)


def _all_taken(
    model: m.Model, heard: Mapping[str, tuple[str, ...]], spans: Mapping[str, Span]
) -> Iterator[Problem]:
    """A word for two tokens, or for two zones that pieces are chosen from in one choice."""
    yield from _taken(
        {each.where.path: heard[each.where.path] for each in model.tokens}, "token", spans
    )
    for _, step in all_steps(model):
        for binding in step.effects.binds:
            named = {zone.zone for zone in binding.zones}
            paths = [zone.where.path for zone in model.zones.values() if zone.name in named]
            yield from _taken({path: heard[path] for path in paths}, "zone", spans)


def _taken(
    heard: Mapping[str, tuple[str, ...]], sort: str, spans: Mapping[str, Span]
) -> Iterator[Problem]:
    """A word that may be typed for two things of a sort."""
    first: dict[str, str] = {}
    for path, word in ((path, word) for path, words in heard.items() for word in words):
        other = first.setdefault(folded(word), path)
        mine = [each for each in (path, other) if each in spans]
        if other != path and mine:
            related = tuple(Related(spans[each], "the other stands here") for each in mine[1:])
            where = mine[0]
            yield NameTaken(name=word, other=sort, span=spans[where], path=where, related=related)
            return


def _patterns(
    game: CheckedGame,
    language: str,
    spans: Mapping[str, Span],
    heard: Mapping[str, tuple[str, ...]],
) -> Iterator[Problem]:
    """The patterns of the actions in one language."""
    names = game.resolved.names[language]
    sound: list[m.Action] = []
    for action in game.model.actions:
        path = action.where.path
        texts = names.get(path, NO_NAME).forms.get(TYPED, ())
        if not texts:
            continue
        where = evolve(action.where, span=spans.get(path, action.where.span))
        told = evolve(action, notation=texts[0], where=where)
        problems = list(choices(told)) if path in spans else []
        yield from problems
        sound += [] if problems else [told]
    known = Patterns()
    for mine in (False, True):  # what this file says is told of, against all that others say too
        for number, told in enumerate(sound):
            if (told.where.path in spans) == mine:
                items = items_of(told, game.model, heard)
                first = known.first_alike(items) if mine else None
                known.put(items, number)
                if first is not None:
                    yield same(sound[first], told)
                if mine:
                    yield from of_the_prompt(told, game.model, heard)
