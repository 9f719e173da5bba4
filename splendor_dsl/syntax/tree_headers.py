"""Builders of clauses from the grammar's headers and edits: one function for each construct."""

# ruff: noqa: PLR0913, PLR0917  what a construct consists of are the arguments of its builder

from collections.abc import Mapping
from typing import Final

from splendor_dsl.source import Span
from splendor_dsl.syntax import ast
from splendor_dsl.syntax.ast import Clause
from splendor_dsl.syntax.expressions import Expr, Ident
from splendor_dsl.syntax.tree_expressions import Builder
from splendor_dsl.syntax.tree_parts import Block, Notes, Text, clause

Title = Text | None


# ---- headers ---------------------------------------------------------------------------------
def _game(span: Span, name: Ident, title: Text, notes: Notes, items: Block) -> Clause:
    return clause(span, ast.Game(), name, notes, title=title, block=items)


def _variant(span: Span, name: Ident, title: Text, *bases: object) -> Clause:
    *extends, notes = bases
    names = tuple(each for each in extends if isinstance(each, Ident))
    joints = tuple(each for each in extends if isinstance(each, bool))
    construct = ast.Variant(extends=names, ordered=(False, *joints))
    assert isinstance(notes, Notes)
    return clause(span, construct, name, notes, title=title)


def _extends_sep(_span: Span, joint: Ident) -> bool:
    return joint.text == "then"


def _mechanic(span: Span, name: Ident, title: Text, notes: Notes, options: Block | None) -> Clause:
    return clause(span, ast.Mechanic(), name, notes, title=title, block=options)


def _players(span: Span, low: Expr, high: Expr, notes: Notes) -> Clause:
    return clause(span, ast.Players(low=low, high=high), "players", notes)


def _first_player(span: Span, who: Text, notes: Notes) -> Clause:
    return clause(span, ast.FirstPlayer(who=who.text), "first", notes)


def _teams(span: Span, size: Expr, notes: Notes) -> Clause:
    return clause(span, ast.Teams(value=size), "teams", notes)


def _option_decl(
    span: Span,
    name: Ident,
    kind: Ident,
    of: Ident | None,
    _equal: Ident | None,
    value: Expr | None,
    title: Title,
    notes: Notes,
) -> Clause:
    construct = ast.OptionDecl(type=kind.text, of=of, value=value)
    return clause(span, construct, name, notes, title=title)


# ---- edits -----------------------------------------------------------------------------------
def _set_edit(span: Span, path: Ident, _equal: Ident, value: Expr, notes: Notes) -> ast.Edit:
    return _edit(span, "set", path, value, (), notes)


def _remove_edit(span: Span, path: Ident, notes: Notes) -> ast.Edit:
    return _edit(span, "remove", path, None, (), notes)


def _beside(span: Span, how: Ident, path: Ident, notes: Notes, items: Block) -> ast.Edit:
    return _edit(span, how.text, path, None, items, notes)


def _add_to(span: Span, path: Ident, notes: Notes, items: Block) -> ast.Edit:
    return _edit(span, "add", path, None, items, notes)


def _edit(
    span: Span, how: str, path: Ident, value: Expr | None, items: Block, notes: Notes
) -> ast.Edit:
    return ast.Edit(
        how=how,
        path=path,
        value=value,
        items=items,
        cites=notes.cites,
        because=notes.because,
        span=span,
    )


HEADERS: Final[Mapping[str, Builder]] = {
    "game": _game,
    "variant": _variant,
    "extends_sep": _extends_sep,
    "mechanic": _mechanic,
    "players": _players,
    "first_player": _first_player,
    "option_decl": _option_decl,
    "teams": _teams,
}

EDITS: Final[Mapping[str, Builder]] = {
    "set_edit": _set_edit,
    "remove_edit": _remove_edit,
    "beside": _beside,
    "add_to": _add_to,
}
