"""Sentences about clauses outside all chapters: tokens, fields, tables with their cells, and mechanics."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from splendor_dsl.explain.clauses import PathClause
from splendor_dsl.prose.pieces import PieceWords, amounts, untied
from splendor_dsl.prose.words import Words
from splendor_dsl.report.origins import is_inside, layer_of, spans, words_from
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics.layers import Resolved
from splendor_dsl.semantics.tree import find
from splendor_dsl.syntax.ast import Clause

SentencesByPath = Mapping[str, str]  # the sentences of clauses, by path


def component_sentences(
    words: Words, resolved: Resolved, at: PathClause, sentences: SentencesByPath
) -> Iterator[str]:
    """Yield the sentences of a clause outside all chapters: its content, or the clauses made with it."""
    describe = _SECTIONS.get(at.path.partition(".")[0], _nothing)
    found = [*describe(words, resolved, at, sentences)] if "." in at.path else []
    for each in () if found else at.clause.body:
        path = f"{at.path}.{each.name}"
        inner = PathClause(path=path, clause=each)
        found += (
            [sentences[path]]
            if path in sentences
            else component_sentences(words, resolved, inner, sentences)
        )
    yield from found if found or "." in at.path else [f"{words.say('nothing')}."]


def _nothing(
    _words: Words, _resolved: Resolved, at: PathClause, sentences: SentencesByPath
) -> Iterator[str]:
    yield from (text for path, text in sentences.items() if path.startswith(f"{at.path}."))


def _of_game(
    words: Words, _resolved: Resolved, at: PathClause, _sentences: SentencesByPath
) -> Iterator[str]:
    yield f"{words.heading(at.path)}."


def _of_tokens(
    words: Words, _resolved: Resolved, at: PathClause, sentences: SentencesByPath
) -> Iterator[str]:
    """Yield the supply of a token or of each in a group; without a supply, the members of the group."""
    _, group, *token = at.path.split(".")
    for name in (*token, group):
        if f"supply.{name}" in sentences:
            yield sentences[f"supply.{name}"]
            return
    of_group = [each for each in words.model.tokens if each.group == group]
    supplies = [f"supply.{each.name}" for each in of_group]
    if not token and all(path in sentences for path in supplies):
        yield from (sentences[path] for path in supplies)
        return
    members = [words.name(each.where.path) for each in of_group]
    what = words.heading(at.path) if token else words.listed(members)
    yield words.say("{name}: {number}.", name=words.heading(f"tokens.{group}"), number=what)


def _of_kinds(
    words: Words, _resolved: Resolved, at: PathClause, _sentences: SentencesByPath
) -> Iterator[str]:
    """Yield the possible values of a field."""
    _, kind, *names = at.path.split(".")
    for name in names:
        yield _field(words, at.path, words.model.kinds[kind].fields[name])


def _field(words: Words, path: str, field: m.Field) -> str:
    heading = words.heading(path)
    if field.type == "number":
        return (
            f"{words.say('{what}: {low} to {high}', what=heading, low=field.low, high=field.high)}."
        )
    group = "tokens" if field.group is None else f"tokens.{field.group}"
    return words.say("{name}: {number}.", name=heading, number=words.name(group, 2))


def _of_rows(
    words: Words, _resolved: Resolved, at: PathClause, sentences: SentencesByPath
) -> Iterator[str]:
    """Yield the number of pieces in a table, or the content of a cell."""
    _, kind, *row = at.path.split(".")
    if not row:
        yield sentences[f"kinds.{kind}"]
        return
    label, name = row
    path = f"kinds.{kind}.{name}"
    for piece in words.model.pieces:
        if piece.where.path == f"rows.{kind}.{label}":
            yield f"{_held(words, path, piece.values.get(name))}."


def _held(words: Words, path: str, value: int | tuple[int, ...] | None) -> str:
    if isinstance(value, int):
        return words.number(path, value)
    held = amounts(words, dict(zip(words.model.token_names(), value or (), strict=False)))
    if not held:
        held = words.say("nothing")
        return words.say("{name}: {number}.", name=words.heading(path), number=held).rstrip(".")
    return untied(f"{words.heading(path)} {held}")


def _of_mechanics(
    words: Words, resolved: Resolved, at: PathClause, sentences: SentencesByPath
) -> Iterator[str]:
    """Yield the sentences made with an option or by a mechanic; for a row from an option, the piece."""
    _, name, *option = at.path.split(".")
    mechanic = f"mechanics.{name}"
    pieces = [each for each in words.model.pieces if _is_from(resolved, each, at.clause)]
    if len(option) > 1:
        describe = PieceWords(words=words).brief
        yield from (f"{describe(each.kind, each.label)}." for each in pieces)
        return
    kinds = dict.fromkeys(f"kinds.{piece.kind}" for piece in pieces if option)
    yield from (sentences[kind] for kind in kinds)
    made = {path: find(resolved.tree, path) for path in sentences}
    if option and not kinds:
        found = [
            path
            for path, clause in made.items()
            if clause is not None and _is_made_with(resolved, clause, at.clause, mechanic)
        ]
        yield from (sentences[path] for path in found)
        if found:
            return
    if not kinds:
        by = (
            path
            for path, each in made.items()
            if each and layer_of(resolved, each.span) == mechanic
        )
        yield from (sentences[path] for path in by)


def _is_from(resolved: Resolved, piece: m.Piece, clause: Clause) -> bool:
    row = find(resolved.tree, piece.where.path)
    return row is not None and is_inside(row.span, clause)


def _is_made_with(resolved: Resolved, clause: Clause, option: Clause, mechanic: str) -> bool:
    if any(is_inside(span, option) for span in (clause.span, *spans(clause))):
        return True
    return option.name in words_from(resolved, clause, mechanic)


_SECTIONS: Final[
    Mapping[str, Callable[[Words, Resolved, PathClause, SentencesByPath], Iterator[str]]]
] = {
    "game": _of_game,
    "tokens": _of_tokens,
    "kinds": _of_kinds,
    "rows": _of_rows,
    "mechanics": _of_mechanics,
}
