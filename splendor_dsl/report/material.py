"""What stands in no chapter, for who asks: tokens, fields, tables and their cells, and the options of mechanics."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from splendor_dsl.explain.clauses import PathClause
from splendor_dsl.prose.pieces import PieceWords, amounts, untied
from splendor_dsl.prose.words import Words
from splendor_dsl.report.origins import lies_in, spans, writer, written
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics.layers import Resolved
from splendor_dsl.semantics.tree import find
from splendor_dsl.syntax.ast import Clause

Told = Mapping[str, str]  # the sentences of clauses, by path


def beside(words: Words, resolved: Resolved, at: PathClause, told: Told) -> Iterator[str]:
    """The sentences of a clause of which no chapter speaks: what it is, or what is made with it."""
    tell = _SECTIONS.get(at.path.partition(".")[0], _nothing)
    found = [*tell(words, resolved, at, told)] if "." in at.path else []
    for each in () if found else at.clause.body:
        path = f"{at.path}.{each.name}"
        inner = PathClause(path=path, clause=each)
        found += [told[path]] if path in told else beside(words, resolved, inner, told)
    yield from found if found or "." in at.path else [f"{words.say('nothing')}."]


def _nothing(_words: Words, _resolved: Resolved, at: PathClause, told: Told) -> Iterator[str]:
    yield from (text for path, text in told.items() if path.startswith(f"{at.path}."))


def _of_game(words: Words, _resolved: Resolved, at: PathClause, _told: Told) -> Iterator[str]:
    yield f"{words.heading(at.path)}."


def _of_tokens(words: Words, _resolved: Resolved, at: PathClause, told: Told) -> Iterator[str]:
    """How many there are of a token, or of those of a group; else what they are."""
    _, group, *token = at.path.split(".")
    for name in (*token, group):
        if f"supply.{name}" in told:
            yield told[f"supply.{name}"]
            return
    of_group = [each for each in words.model.tokens if each.group == group]
    supplies = [f"supply.{each.name}" for each in of_group]
    if not token and all(path in told for path in supplies):
        yield from (told[path] for path in supplies)
        return
    members = [words.name(each.where.path) for each in of_group]
    what = words.heading(at.path) if token else words.listed(members)
    yield words.say("{name}: {number}.", name=words.heading(f"tokens.{group}"), number=what)


def _of_kinds(words: Words, _resolved: Resolved, at: PathClause, _told: Told) -> Iterator[str]:
    """What a field may hold."""
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


def _of_rows(words: Words, _resolved: Resolved, at: PathClause, told: Told) -> Iterator[str]:
    """How many pieces a table has; what a cell holds."""
    _, kind, *row = at.path.split(".")
    if not row:
        yield told[f"kinds.{kind}"]
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


def _of_mechanics(words: Words, resolved: Resolved, at: PathClause, told: Told) -> Iterator[str]:
    """What is made with an option, or by a mechanic; of a row that an option gives, the piece."""
    _, name, *option = at.path.split(".")
    mechanic = f"mechanics.{name}"
    pieces = [each for each in words.model.pieces if _is_from(resolved, each, at.clause)]
    if len(option) > 1:
        tell = PieceWords(words=words).brief
        yield from (f"{tell(each.kind, each.label)}." for each in pieces)
        return
    kinds = dict.fromkeys(f"kinds.{piece.kind}" for piece in pieces if option)
    yield from (told[kind] for kind in kinds)
    made = {path: find(resolved.tree, path) for path in told}
    if option and not kinds:
        found = [
            path
            for path, clause in made.items()
            if clause is not None and _is_made_with(resolved, clause, at.clause, mechanic)
        ]
        yield from (told[path] for path in found)
        if found:
            return
    if not kinds:
        by = (
            path for path, each in made.items() if each and writer(resolved, each.span) == mechanic
        )
        yield from (told[path] for path in by)


def _is_from(resolved: Resolved, piece: m.Piece, clause: Clause) -> bool:
    row = find(resolved.tree, piece.where.path)
    return row is not None and lies_in(row.span, clause)


def _is_made_with(resolved: Resolved, clause: Clause, option: Clause, mechanic: str) -> bool:
    if any(lies_in(span, option) for span in (clause.span, *spans(clause))):
        return True
    return option.name in written(resolved, clause, mechanic)


_SECTIONS: Final[Mapping[str, Callable[[Words, Resolved, PathClause, Told], Iterator[str]]]] = {
    "game": _of_game,
    "tokens": _of_tokens,
    "kinds": _of_kinds,
    "rows": _of_rows,
    "mechanics": _of_mechanics,
}
