"""The notation of moves in other languages: it follows the same rules as in the words of the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from attrs import evolve

from splendor_dsl.checks.checked_game import CheckedGame
from splendor_dsl.checks.flow import all_steps
from splendor_dsl.checks.notation import choices, items_of, of_the_prompt, same
from splendor_dsl.diagnostics import Problem, Related, problem_kind
from splendor_dsl.identifiers import folded
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics.move_patterns import Patterns, joined
from splendor_dsl.semantics.names import GLOSS, NO_NAME, TYPED
from splendor_dsl.semantics.problems import NameTaken
from splendor_dsl.span import Span

_ZONE: Final = re.compile(r"[^\W\d][^\s@-]*")  # in a move, a hyphen and numbers follow it


@problem_kind
class NotOneWord(Problem):
    """The typed name of a token or a zone in a language is more than one word."""

    code = "SPL406"
    headline = "expected one word to be typed, found {found!r}"

    found: str


def typed(game: CheckedGame) -> Iterator[Problem]:
    """Report names of tokens and zones that can't be typed as one word, words for two things, and patterns that clash.

    A word clashes if it is the typed name of two tokens, or of two zones of one choice, whatever the case of its letters,
    by their names or by `as` in a block of names. Patterns follow the rules for those of the actions themselves: each
    names each leading choice once and nothing else, and no two of one language fit the same words. Only the names in this
    file are checked.
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
        typed_words = {
            path: names.get(path, NO_NAME).typed(language) or (word,)
            for path, word in (tokens | zones).items()
        }
        yield from _all_taken(model, typed_words, spans)
        yield from _patterns(game, language, spans, typed_words)


def _all_taken(
    model: m.Model, typed_words: Mapping[str, tuple[str, ...]], spans: Mapping[str, Span]
) -> Iterator[Problem]:
    """Yield the problems of words for two tokens, or for two zones of one choice."""
    yield from _taken(
        {each.where.path: typed_words[each.where.path] for each in model.tokens}, "token", spans
    )
    for _, step in all_steps(model):
        for binding in step.effects.binds:
            named = {zone.zone for zone in binding.zones}
            paths = [zone.where.path for zone in model.zones.values() if zone.name in named]
            yield from _taken({path: typed_words[path] for path in paths}, "zone", spans)


def _taken(
    typed_words: Mapping[str, tuple[str, ...]], sort: str, spans: Mapping[str, Span]
) -> Iterator[Problem]:
    """Yield the problem of a word for two things of a sort."""
    first: dict[str, str] = {}
    for path, word in ((path, word) for path, words in typed_words.items() for word in words):
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
    typed_words: Mapping[str, tuple[str, ...]],
) -> Iterator[Problem]:
    """Yield the problems of the patterns of the actions in one language."""
    names = game.resolved.names[language]
    sound: list[m.Action] = []
    for action in game.model.actions:
        path = action.where.path
        texts = names.get(path, NO_NAME).forms.get(TYPED, ())
        if not texts:
            continue
        where = evolve(action.where, span=spans.get(path, action.where.span))
        translated = evolve(action, notation=texts[0], where=where)
        problems = list(choices(translated)) if path in spans else []
        yield from problems
        sound += [] if problems else [translated]
    known = Patterns()
    for mine in (
        False,
        True,
    ):  # the patterns of this file are compared with all, those of others with none
        for number, translated in enumerate(sound):
            if (translated.where.path in spans) == mine:
                items = items_of(translated, game.model, typed_words)
                first = known.first_alike(items) if mine else None
                known.put(items, number)
                if first is not None:
                    yield same(sound[first], translated)
                if mine:
                    yield from of_the_prompt(translated, game.model, typed_words)
