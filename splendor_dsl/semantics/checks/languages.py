"""The blocks of names: languages that are known, and as many forms of a noun as a language has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from splendor_dsl.diagnostics import Problem, problem_kind
from splendor_dsl.semantics.checks.checked import Checked
from splendor_dsl.semantics.names import NO_NAME, TYPED
from splendor_dsl.semantics.plurals import FORMS
from splendor_dsl.semantics.tree import find
from splendor_dsl.spelling import nearest

_CODE: Final = 2  # letters of the code of a language: any of them may be one


@problem_kind
class LanguageMisspelt(Problem):
    """A block of names is for a language that nothing else names, and that is nearly one that is known.

    The names would be shown to nobody: those who play choose a language by its code.

    Fails:

        names plx { zones.hand "ręka" }

    Passes:

        names pl { zones.hand "ręka" }
    """

    code = "SPL407"
    severity = "warning"
    headline = "expected a language that the program or the game knows, found {language!r}"
    hint = "did you mean {near!r}?"

    language: str
    near: str


@problem_kind
class FormsMissing(Problem):
    """A name has more than one form, and fewer than its language has for numbers.

    Polish says 1 żeton, 2 żetony and 5 żetonów. Where one is lacking, the last one that is given stands for it, and
    players read what nobody would say.

    Fails:

        names pl { tokens.gems.white "diament" "diamenty" }

    Passes:

        names pl { tokens.gems.white "diament" "diamenty" "diamentów" }
    """

    code = "SPL408"
    severity = "warning"
    headline = "expected {wanted} forms of the name in {language!r}, found {found}"
    hint = "a number asks for each of them: for 1, for 2 and for 5 of it"

    language: str
    wanted: int
    found: int


def languages(game: Checked) -> Iterator[Problem]:
    """Each block of names is for a language that is known, or far from all that are; a noun has the forms it needs.

    A code of two letters may be any language. A name has one form, which stands for all, or as many as the language has
    where the program knows that; only those who play an example are as many as there are.

    Fails:

        names pl { tokens.gems.white "diament" "diamenty" }

    Passes:

        names pl { tokens.gems.white "diament" "diamenty" "diamentów" }
    """
    resolved = game.resolved
    source = resolved.header.span.source
    known = {*FORMS, *(name for name, span in resolved.languages if span.source != source)}
    for language, span in resolved.languages:
        near = nearest(language, known)
        if language not in known and len(language) > _CODE and near and span.source == source:
            yield LanguageMisspelt(language=language, near=near, span=span)
    for language, path, span in resolved.name_spans:
        clause = find(resolved.tree, path)
        if span.source != source or clause is None or path.startswith("examples."):
            continue
        name, wanted = resolved.names[language].get(path, NO_NAME), FORMS.get(language, 1)
        for texts in (name.texts, name.forms.get(TYPED, ())):
            if 1 < len(texts) < wanted:
                yield FormsMissing(
                    language=language, wanted=wanted, found=len(texts), span=span, path=path
                )
                break
