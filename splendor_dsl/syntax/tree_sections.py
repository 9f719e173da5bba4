"""Builders of clauses from the grammar's sections: one function for each construct."""

# ruff: noqa: PLR0913, PLR0917  what a construct consists of are the arguments of its builder

from collections.abc import Mapping
from typing import Final

from splendor_dsl.source import Span
from splendor_dsl.syntax import ast
from splendor_dsl.syntax.ast import Clause
from splendor_dsl.syntax.expressions import Chain, Expr, Ident
from splendor_dsl.syntax.labels import numbered
from splendor_dsl.syntax.tree_expressions import Builder
from splendor_dsl.syntax.tree_parts import NO_NOTES, Block, Notes, Text, clause

Title = Text | None


def _section(word: str) -> Builder:
    """Return the builder of a section that begins with its own word."""

    def build(span: Span, *parts: Notes | Block) -> Clause:
        *notes, items = parts
        notes_of_section = notes[0] if notes and isinstance(notes[0], Notes) else NO_NOTES
        assert not isinstance(items, Notes)
        return clause(span, ast.Section(), word, notes_of_section, block=items)

    return build


def _names(span: Span, language: Ident, items: Block) -> Clause:
    return clause(span, ast.Names(), language, block=items)


def _translation(span: Span, path: Ident, *parts: Text | ast.Form) -> Clause:
    texts = tuple(each.text for each in parts if isinstance(each, Text))
    forms = tuple(each for each in parts if isinstance(each, ast.Form))
    return clause(span, ast.Translation(path=path, texts=texts, forms=forms), path.text)


def _form(_span: Span, word: Ident, *texts: Text) -> ast.Form:
    return ast.Form(word=word.text, texts=tuple(each.text for each in texts))


Fixed = tuple[Ident, Expr]


def _row_fixed(_span: Span, name: Ident, value: Expr) -> Fixed:
    return name, value


def _rows(span: Span, name: Ident, fixed: Fixed | None, notes: Notes, items: Block) -> Clause:
    field, value = fixed or (None, None)
    construct = ast.Rows(fixed_field=field, fixed_value=value, file=None)
    return clause(span, construct, name, notes, block=items)


def _rows_file(span: Span, name: Ident, fixed: Fixed | None, file: Text, notes: Notes) -> Clause:
    field, value = fixed or (None, None)
    construct = ast.Rows(fixed_field=field, fixed_value=value, file=file.text, file_span=file.span)
    return clause(span, construct, name, notes)


def _parameter(
    span: Span, name: Ident, value: Expr, low: Expr, high: Expr, title: Title, notes: Notes
) -> Clause:
    construct = ast.Parameter(value=value, low=low, high=high)
    return clause(span, construct, name, notes, title=title)


def _group(span: Span, name: Ident, *parts: Clause | Notes) -> Clause:
    *tokens, notes = parts
    assert isinstance(notes, Notes)
    body = tuple(each for each in tokens if isinstance(each, Clause))
    return clause(span, ast.Group(), name, notes).with_body(body)


def _token(span: Span, name: Ident, title: Title) -> Clause:
    return clause(span, ast.Token(), name, title=title)


def _token_line(span: Span, token: Clause, notes: Notes) -> Clause:
    title = None if token.title is None else Text(text=token.title, span=span)
    return clause(span, token.construct, token.label, notes, title=title)


def _stock_each(span: Span, group: Ident, value: Expr, notes: Notes) -> Clause:
    return clause(span, ast.Stock(each=True, value=value), group, notes)


def _stock(span: Span, token: Ident, value: Expr, notes: Notes) -> Clause:
    return clause(span, ast.Stock(each=False, value=value), token, notes)


def _kind(span: Span, name: Ident, title: Title, notes: Notes, fields: Block) -> Clause:
    return clause(span, ast.Kind(), name, notes, title=title, block=fields)


def _field_range(
    span: Span,
    name: Ident,
    low: Expr,
    high: Expr,
    _equal: Ident | None,
    default: Expr | None,
    title: Title,
    notes: Notes,
) -> Clause:
    construct = ast.FieldRange(low=low, high=high, default=default)
    return clause(span, construct, name, notes, title=title)


def _field_of(
    span: Span,
    name: Ident,
    group: Ident,
    _equal: Ident | None,
    default: Expr | None,
    title: Title,
    notes: Notes,
) -> Clause:
    return clause(span, ast.FieldOf(group=group, default=default), name, notes, title=title)


def _zone(
    span: Span,
    name: Ident,
    kind: Ident,
    by: Ident | None,
    of_a_player: Ident | None,
    title: Title,
    notes: Notes,
    properties: Block | None,
) -> Clause:
    construct = ast.Zone(kind=kind, by=by, of_a_player=of_a_player is not None)
    return clause(span, construct, name, notes, title=title, block=properties)


def _face(span: Span, which: Ident, notes: Notes) -> Clause:
    return clause(span, ast.Face(which=which.text), "face", notes)


def _known_to_owner(span: Span, notes: Notes) -> Clause:
    return clause(span, ast.Face(which="owner"), "face", notes)


def _places(span: Span, value: Expr, notes: Notes) -> Clause:
    return clause(span, ast.Places(value=value), "places", notes)


def _refill(span: Span, source: Ident, when: Ident, notes: Notes) -> Clause:
    construct = ast.Refill(source=source, when=one_spaced(when))
    return clause(span, construct, "refill", notes)


def one_spaced(words: Ident) -> str:
    """Return the text of a terminal of several words, with one space between."""
    return " ".join(words.text.split())


def _slide(span: Span, notes: Notes) -> Clause:
    return clause(span, ast.Slide(), "slide", notes)


def _counter(
    span: Span,
    name: Ident,
    of_a_player: Ident | None,
    value: Expr,
    low: Expr,
    high: Expr,
    title: Title,
    notes: Notes,
) -> Clause:
    construct = ast.Counter(of_a_player=of_a_player is not None, value=value, low=low, high=high)
    return clause(span, construct, name, notes, title=title)


def _marker(span: Span, name: Ident, title: Title, notes: Notes) -> Clause:
    return clause(span, ast.Marker(), name, notes, title=title)


def _value(
    span: Span, which: Ident, name: Ident, title: Title, notes: Notes, terms: Block
) -> Clause:
    return clause(span, ast.Value(which=which.text), name, notes, title=title, block=terms)


def _term(span: Span, label: Ident, value: Expr, notes: Notes) -> Clause:
    return clause(span, ast.Term(value=value), label, notes)


def _limit(
    span: Span,
    label: Ident,
    what: Ident,
    place: Chain,
    value: Expr,
    at_end: Ident | None,
    notes: Notes,
    keeps: Block | None,
) -> Clause:
    construct = ast.Limit(what=what, place=place, value=value, at_end_of_turn=at_end is not None)
    return clause(span, construct, label, notes, block=keeps)


def _keep(span: Span, token: Ident, notes: Notes) -> Clause:
    return clause(span, ast.Keep(token=token), token.text, notes)


def _action(
    span: Span,
    name: Ident,
    title: Title,
    notation: Title,
    offered: Ident | None,
    notes: Notes,
    steps: Block,
) -> Clause:
    written = None if notation is None else notation.text
    when = None if offered is None else one_spaced(offered)
    construct = ast.Action(notation=written, offered=when)
    return clause(span, construct, name, notes, title=title, block=steps)


def _phase(
    span: Span,
    name: Ident,
    title: Title,
    rounds: Expr,
    _word: Ident,
    snake: Ident | None,
    notes: Notes,
    steps: Block,
) -> Clause:
    construct = ast.Phase(value=rounds, snake=snake is not None)
    return clause(span, construct, name, notes, title=title, block=steps)


def _trigger(span: Span, label: Ident, event: ast.Trigger, notes: Notes, steps: Block) -> Clause:
    return clause(span, event, label, notes, block=steps)


def _enters(_span: Span, kind: Ident, zone: Ident, variable: Ident) -> ast.Trigger:
    return ast.Trigger(edge=None, period=None, kind=kind, zone=zone, variable=variable)


def _edge(_span: Span, edge: Ident, period: Ident) -> ast.Trigger:
    return ast.Trigger(edge=edge.text, period=period.text, kind=None, zone=None, variable=None)


Ending = tuple[str, Expr | None]


def _end_when(
    span: Span,
    label: Ident,
    value: Expr,
    ending: Ending,
    memory: Ident | None,
    notes: Notes,
    items: Block | None,
) -> Clause:
    then, more = ending
    remembered = None if memory is None else one_spaced(memory)
    construct = ast.EndWhen(value=value, then=then, more_rounds=more, memory=remembered)
    return clause(span, construct, label, notes, block=items)


def _at_once(_span: Span) -> Ending:
    return "at once", None


def _finish_round(_span: Span, more: Expr | None = None) -> Ending:
    return "finish the round", more


def _ranking(span: Span, among: Ident | None, notes: Notes, ranks: Block) -> Clause:
    return clause(span, ast.Ranking(among=among), "ranking", notes, block=ranks)


def _rank(which: str) -> Builder:
    def build(span: Span, label: Ident, value: Expr, notes: Notes) -> Clause:
        return clause(span, ast.Rank(which=which, value=value), label, notes)

    return build


def _rank_shared(span: Span, notes: Notes) -> Clause:
    return clause(span, ast.Shared(), "shared", notes)


def _use(span: Span, name: Ident, notes: Notes, options: Block | None) -> Clause:
    return clause(span, ast.Use(), name, notes, block=options)


def _option_value(span: Span, name: Ident, value: Expr, title: Title, notes: Notes) -> Clause:
    return clause(span, ast.Option(value=value), name, notes, title=title)


def _option_rows(span: Span, name: Ident, notes: Notes, items: Block) -> Clause:
    return clause(span, ast.OptionRows(file=None), name, notes, block=items)


def _option_file(span: Span, name: Ident, file: Text, notes: Notes) -> Clause:
    return clause(span, ast.OptionRows(file=file.text, file_span=file.span), name, notes)


def _invariant(span: Span, label: Ident, value: Expr, notes: Notes) -> Clause:
    return clause(span, ast.Invariant(value=value), label, notes)


def _example(span: Span, name: Ident, title: Title, notes: Notes, items: Block) -> Clause:
    return clause(span, ast.Example(), name, notes, title=title, block=numbered(items))


SECTIONS: Final = (
    "parameters", "tokens", "supply", "kinds", "zones", "counters", "markers", "values",
    "limits", "setup", "actions", "phases", "turn", "triggers", "end", "invariants",
)  # fmt: skip

CLAUSES: Final[Mapping[str, Builder]] = {
    **{word: _section(word) for word in SECTIONS},
    "action": _action,
    "at_once": _at_once,
    "counter": _counter,
    "edge": _edge,
    "end_when": _end_when,
    "enters": _enters,
    "example": _example,
    "face": _face,
    "field_of": _field_of,
    "field_range": _field_range,
    "form": _form,
    "finish_round": _finish_round,
    "finish_round_and_more": _finish_round,
    "group": _group,
    "invariant": _invariant,
    "keep": _keep,
    "kind": _kind,
    "known_to_owner": _known_to_owner,
    "limit": _limit,
    "marker": _marker,
    "names": _names,
    "option_file": _option_file,
    "option_rows": _option_rows,
    "option_value": _option_value,
    "parameter": _parameter,
    "phase": _phase,
    "places": _places,
    "rank_fewest": _rank("fewest"),
    "rank_most": _rank("most"),
    "rank_shared": _rank_shared,
    "rank_with": _rank("with"),
    "ranking": _ranking,
    "refill": _refill,
    "row_fixed": _row_fixed,
    "rows": _rows,
    "rows_file": _rows_file,
    "slide": _slide,
    "stock": _stock,
    "stock_each": _stock_each,
    "term": _term,
    "token": _token,
    "token_line": _token_line,
    "translation": _translation,
    "trigger": _trigger,
    "use": _use,
    "value": _value,
    "zone": _zone,
}
