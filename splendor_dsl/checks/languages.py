"""The blocks of names: their languages, and the number of forms of each noun."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from splendor_dsl.checks.checked_game import CheckedGame
from splendor_dsl.diagnostics import Problem, problem_kind
from splendor_dsl.languages import forms_of, spoken
from splendor_dsl.semantics.layers import Resolved
from splendor_dsl.semantics.names import ENGLISH, NO_NAME, TYPED
from splendor_dsl.semantics.tree import find, walk
from splendor_dsl.spelling import nearest
from splendor_dsl.syntax import ast as a

_CODE: Final = 2  # letters of the code of a language: any two may be one
# Clauses with names that players see, and those of them whose names follow a number.
SEEN: Final = (
    a.FirstPlayer,
    a.Parameter,
    a.Group,
    a.Token,
    a.Kind,
    a.FieldRange,
    a.FieldOf,
    a.Zone,
    a.Counter,
    a.Marker,
    a.Value,
    a.Limit,
    a.KeepLimits,
    a.Action,
    a.Choose,
    a.Phase,
    a.Trigger,
    a.EndWhen,
    a.Rank,
    a.Shared,
)
COUNTED: Final = (a.Group, a.Token, a.Kind)
_UNSEEN: Final = frozenset({"rows", "examples", "mechanics", "invariants"})  # sections


@problem_kind
class LanguageMisspelt(Problem):
    """A block of names is for a language that nothing else names, and that is nearly one that is known."""

    code = "SPL407"
    severity = "warning"
    headline = "expected a language that the program or the game knows, found {language!r}"
    hint = "did you mean {near!r}?"

    language: str
    near: str


@problem_kind
class FormsMissing(Problem):
    """A name has more than one form, and fewer than its language has for numbers."""

    code = "SPL408"
    severity = "warning"
    headline = "expected {wanted} forms of the name in {language!r}, found {found}"
    hint = "a number asks for each of them: for 1, for 2 and for 5 of it"

    language: str
    wanted: int
    found: int


@problem_kind
class NamesMissing(Problem):
    """A file names things in a language, and leaves out some of those that it brings itself."""

    code = "SPL419"
    severity = "warning"
    headline = "expected names in {language!r} for all that this file brings, found {lack}"

    language: str
    lack: str


def _untranslated(resolved: Resolved) -> Iterator[Problem]:
    """Yield a problem for each language in which the checked file names things but leaves out some of its own."""
    source = resolved.header.span.source
    own = [
        (path, clause)
        for path, clause in walk(resolved.tree)
        if clause.span.source == source
        and isinstance(clause.construct, SEEN)
        and path.partition(".")[0] not in _UNSEEN
    ]
    for language, span in resolved.languages:
        if span.source != source or language == ENGLISH:
            continue
        names = resolved.names[language]
        none = [path for path, _ in own if not names.get(path, NO_NAME).texts]
        short = [
            path
            for path, clause in own
            if isinstance(clause.construct, COUNTED)
            and 0 < len(names.get(path, NO_NAME).texts) < forms_of(language)
            and len(names[path].texts) == 1  # several, but too few, are a problem of their own
        ]
        lack = [f"none for {_listed(none)}"] if none else []
        lack += [f"a single form for {_listed(short)}"] if short else []
        if lack:
            yield NamesMissing(language=language, lack=", and ".join(lack), span=span)


def _listed(paths: list[str]) -> str:
    return ", ".join(map(repr, paths))


def languages(game: CheckedGame) -> Iterator[Problem]:
    """Report blocks of names for a language that is probably misspelt, nouns with too few forms, and missing names.

    A code of two letters may be any language. A name has one form, which is used for all numbers, or as many as the
    language has, if the program knows that; the names of players in examples are free. A file that names things in a
    language has to name all that it declares in it, and to give counted things all their forms, except in English.

    Fails:

        names pl { tokens.fruit.apple "jabłko" "jabłka" }

    Passes:

        names pl { tokens.fruit.apple "jabłko" "jabłka" "jabłek" }
    """
    resolved = game.resolved
    source = resolved.header.span.source
    known = {*spoken(), *(name for name, span in resolved.languages if span.source != source)}
    for language, span in resolved.languages:
        near = nearest(language, known)
        if language not in known and len(language) > _CODE and near and span.source == source:
            yield LanguageMisspelt(language=language, near=near, span=span)
    for language, path, span in resolved.name_spans:
        clause = find(resolved.tree, path)
        if span.source != source or clause is None or path.startswith("examples."):
            continue
        name, wanted = resolved.names[language].get(path, NO_NAME), forms_of(language)
        for texts in (name.texts, name.forms.get(TYPED, ())):
            if 1 < len(texts) < wanted:
                yield FormsMissing(
                    language=language, wanted=wanted, found=len(texts), span=span, path=path
                )
                break
    yield from _untranslated(resolved)
