"""Builders of clauses from the grammar's steps, choices and examples: one function for each construct."""

from collections.abc import Mapping
from typing import Final

from attrs import evolve

from splendor_dsl.source import Span
from splendor_dsl.syntax import ast
from splendor_dsl.syntax.ast import Clause
from splendor_dsl.syntax.ast_examples import GivenItem, Position
from splendor_dsl.syntax.ast_steps import Source
from splendor_dsl.syntax.expressions import Chain, Domain, Expr, Ident, Number
from splendor_dsl.syntax.tree_expressions import Builder
from splendor_dsl.syntax.tree_parts import Block, Notes, Text, clause

Label = Ident | None


# ---- steps -----------------------------------------------------------------------------------
def _require(span: Span, label: Label, value: Expr, notes: Notes) -> Clause:
    return clause(span, ast.Require(value=value), label or "require", notes)


def _choose(
    span: Span,
    may: bool,  # noqa: FBT001  a child of the tree
    label: Ident,
    choice: ast.Choose,
    notes: Notes,
    more: Block | None,
) -> Clause:
    return clause(span, evolve(choice, may=may), label, notes, block=more)


def _also(span: Span, source: Source, notes: Notes) -> Clause:
    return clause(span, ast.Also(source=source), source.place.words[0].text, notes)


def _declined(span: Span, notes: Notes) -> Clause:
    return clause(span, ast.Declined(), "declined", notes)


def _must_choose(_span: Span) -> bool:
    return False


def _may_choose(_span: Span) -> bool:
    return True


def _choice(
    how: str,
    *,
    value: Expr | None = None,
    what: Ident | None = None,
    sources: tuple[Source, ...] = (),
    low: Expr | None = None,
    high: Expr | None = None,
) -> ast.Choose:
    return ast.Choose(
        may=False, how=how, value=value, what=what, sources=sources, low=low, high=high
    )


def _choose_different(_span: Span, value: Expr, what: Ident, place: Chain) -> ast.Choose:
    source = Source(what=what, place=place, top=False, span=what.span.to(place.span))
    return _choice("different", value=value, what=what, sources=(source,))


def _choose_from(_span: Span, *sources: Source) -> ast.Choose:
    return _choice("from", sources=sources)


def _choose_number(_span: Span, low: Expr, high: Expr) -> ast.Choose:
    return _choice("number", low=low, high=high)


def _choose_any(_span: Span, what: Ident) -> ast.Choose:
    return _choice("any", what=what)


def _source_in(span: Span, what: Ident, place: Chain) -> Source:
    return Source(what=what, place=place, top=False, span=span)


def _source_top(span: Span, place: Chain) -> Source:
    return Source(what=None, place=place, top=True, span=span)


def _pay(span: Span, label: Label, value: Expr, notes: Notes, wilds: Block | None) -> Clause:
    return clause(span, ast.Pay(value=value), label or "pay", notes, block=wilds)


def _wild(span: Span, token: Ident, group: Ident, notes: Notes, properties: Block | None) -> Clause:
    made = clause(span, ast.Wild(token=token, group=group), token, notes, block=properties)
    return evolve(made, labelled=False)


def _worth(span: Span, value: Expr, notes: Notes) -> Clause:
    return clause(span, ast.Worth(value=value), "worth", notes)


def _at_most(span: Span, value: Expr, notes: Notes) -> Clause:
    return clause(span, ast.AtMost(value=value), "most", notes)


def _gain(
    span: Span, label: Label, up_to: Label, value: Expr, pile: Chain | None, notes: Notes
) -> Clause:
    construct = ast.Gain(back=False, up_to=up_to is not None, value=value, other=pile)
    return clause(span, construct, label or "gain", notes)


def _give_back(
    span: Span, label: Label, up_to: Label, value: Expr, pile: Chain | None, notes: Notes
) -> Clause:
    construct = ast.Gain(back=True, up_to=up_to is not None, value=value, other=pile)
    return clause(span, construct, label or "return", notes)


def _move(
    span: Span, label: Label, moved: ast.Move, under: Label, to: Chain, notes: Notes
) -> Clause:
    return clause(span, evolve(moved, under=under is not None, to=to), label or "move", notes)


def _moved(how: str, what: Chain, value: Expr | None = None) -> ast.Move:
    return ast.Move(how=how, what=what, value=value, under=False, to=what)


def _moved_piece(_span: Span, piece: Chain) -> ast.Move:
    return _moved("piece", piece)


def _moved_top(_span: Span, value: Expr | None, zone: Chain) -> ast.Move:
    return _moved("top", zone, value)


def _moved_all(_span: Span, zone: Chain) -> ast.Move:
    return _moved("all", zone)


def _shuffle(span: Span, label: Label, place: Chain, notes: Notes) -> Clause:
    return clause(span, ast.Shuffle(place=place), label or "shuffle", notes)


def _fill(span: Span, label: Label, place: Chain, source: Chain | None, notes: Notes) -> Clause:
    return clause(span, ast.Fill(place=place, source=source), label or "fill", notes)


def _reveal(span: Span, label: Label, place: Chain, notes: Notes) -> Clause:
    return clause(span, ast.Reveal(place=place), label or "reveal", notes)


def _give(span: Span, label: Label, marker: Ident, to: Chain, notes: Notes) -> Clause:
    return clause(span, ast.Give(marker=marker, to=to), label or "give", notes)


def _count(
    span: Span, label: Label, counter: Chain, _equal: Ident, value: Expr, notes: Notes
) -> Clause:
    return clause(span, ast.Count(counter=counter, value=value), label or "count", notes)


def _if_step(span: Span, label: Label, value: Expr, notes: Notes, steps: Block) -> Clause:
    return clause(span, ast.If(value=value), label or "if", notes, block=steps)


def _else_step(span: Span, label: Label, notes: Notes, steps: Block) -> Clause:
    return clause(span, ast.Else(), label or "else", notes, block=steps)


def _for_each(span: Span, label: Label, domain: Domain, notes: Notes, steps: Block) -> Clause:
    return clause(span, ast.ForEach(domain=domain), label or "for_each", notes, block=steps)


def _again(span: Span, label: Label, notes: Notes) -> Clause:
    return clause(span, ast.Again(), label or "again", notes)


def _do(span: Span, label: Label, action: Ident, notes: Notes) -> Clause:
    return clause(span, ast.Do(action=action), label or "do", notes)


def _one_action(span: Span, label: Label, notes: Notes) -> Clause:
    return clause(span, ast.OneAction(), label or "act", notes)


def _keep_limits(span: Span, label: Label, notes: Notes) -> Clause:
    return clause(span, ast.KeepLimits(), label or "limits", notes)


def _end_of_turn(span: Span, label: Label, notes: Notes) -> Clause:
    return clause(span, ast.EndOfTurn(), label or "end", notes)


# ---- examples --------------------------------------------------------------------------------
def _example_players(span: Span, *names: Ident) -> Clause:
    return clause(span, ast.ExamplePlayers(names=names), "players")


def _given(span: Span, construct: Position, notes: Notes) -> Clause:
    return clause(span, construct, "given", notes)


def _given_zone(
    _span: Span, place: Chain, at: Ident | None, items: tuple[GivenItem, ...]
) -> ast.Given:
    return ast.Given(place=place, at=None if at is None else at.text, items=items)


def _place_below_0(span: Span, place: Ident) -> Ident:
    return Ident(text=f"-{place.text}", span=span)


def _given_to_move(_span: Span, player: Ident) -> ast.GivenToMove:
    return ast.GivenToMove(player=player)


def _given_round(_span: Span, number: Number, phase: Ident | None) -> ast.GivenRound:
    return ast.GivenRound(number=number.value, phase=phase)


def _given_count(what: str) -> Builder:
    def build(_span: Span, number: Number) -> ast.GivenCount:
        return ast.GivenCount(what=what, number=number.value)

    return build


def _given_since(_span: Span, end: Ident, number: Number) -> ast.GivenSince:
    return ast.GivenSince(end=end, number=number.value)


def _given_record(_span: Span, file: Text, move: Number) -> ast.GivenRecord:
    return ast.GivenRecord(file=file.text, move=move.value, file_span=file.span)


def _given_nothing(_span: Span) -> tuple[GivenItem, ...]:
    return ()


def _given_items(_span: Span, *items: GivenItem) -> tuple[GivenItem, ...]:
    return items


def _given_some(span: Span, count: Number, what: Ident, where: Expr | None) -> GivenItem:
    return GivenItem(
        count=count.value, everything=False, what=what, title=None, where=where, span=span
    )


def _given_all(span: Span, what: Ident, where: Expr | None) -> GivenItem:
    return GivenItem(count=None, everything=True, what=what, title=None, where=where, span=span)


def _given_named(span: Span, what: Ident) -> GivenItem:
    return GivenItem(count=None, everything=False, what=what, title=None, where=None, span=span)


def _given_number(span: Span, number: Number) -> GivenItem:
    return GivenItem(
        count=number.value, everything=False, what=None, title=None, where=None, span=span
    )


def _given_below_0(span: Span, number: Number) -> GivenItem:
    return evolve(_given_number(span, number), count=-number.value)


def _given_titled(span: Span, title: Text) -> GivenItem:
    return GivenItem(
        count=None, everything=False, what=None, title=title.text, where=None, span=span
    )


def _when(span: Span, player: Ident, move: Text, notes: Notes) -> Clause:
    construct = ast.When(player=player, move=move.text, move_span=move.span)
    return clause(span, construct, "when", notes)


def _then(span: Span, construct: ast.Then, notes: Notes) -> Clause:
    return clause(span, construct, "then", notes)


def _outcome(
    how: str,
    *players: Ident,
    value: Expr | None = None,
    move: str | None = None,
    by: Ident | None = None,
    verb: Ident | None = None,
) -> ast.Then:
    return ast.Then(how=how, value=value, players=players, move=move, by=by, verb=verb)


def _then_expr(_span: Span, value: Expr) -> ast.Then:
    return _outcome("holds", value=value)


def _then_can(_span: Span, player: Ident, _can: Ident, move: Text) -> ast.Then:
    return _outcome("can", player, move=move.text)


def _then_cannot(_span: Span, player: Ident, _can: Ident, move: Text, by: Ident | None) -> ast.Then:
    return _outcome("cannot", player, move=move.text, by=by)


def _then_sees(how: str) -> Builder:
    def build(_span: Span, player: Ident, _can: Ident, place: Chain, at: Ident | None) -> ast.Then:
        where = None if at is None else at.text
        return evolve(_outcome(how, player), place=place, at=where)

    return build


def _then_wins(_span: Span, *words: Ident) -> ast.Then:
    *players, verb = words
    return _outcome("wins", *players, verb=verb)


def _then_nobody(_span: Span, verb: Ident) -> ast.Then:
    return _outcome("wins", verb=verb)


def _then_goes_on(_span: Span) -> ast.Then:
    return _outcome("goes on")


def _then_to_move(_span: Span, player: Ident) -> ast.Then:
    return _outcome("to move", player)


STEPS: Final[Mapping[str, Builder]] = {
    "again": _again,
    "also": _also,
    "at_most": _at_most,
    "choose": _choose,
    "choose_any": _choose_any,
    "choose_different": _choose_different,
    "choose_from": _choose_from,
    "choose_number": _choose_number,
    "count": _count,
    "declined": _declined,
    "do": _do,
    "else_step": _else_step,
    "end_of_turn": _end_of_turn,
    "fill": _fill,
    "for_each": _for_each,
    "gain": _gain,
    "give": _give,
    "give_back": _give_back,
    "if_step": _if_step,
    "keep_limits": _keep_limits,
    "may_choose": _may_choose,
    "move": _move,
    "moved_all": _moved_all,
    "moved_piece": _moved_piece,
    "moved_top": _moved_top,
    "must_choose": _must_choose,
    "one_action": _one_action,
    "pay": _pay,
    "require": _require,
    "reveal": _reveal,
    "shuffle": _shuffle,
    "source_in": _source_in,
    "source_top": _source_top,
    "wild": _wild,
    "worth": _worth,
}

EXAMPLES: Final[Mapping[str, Builder]] = {
    "example_players": _example_players,
    "given": _given,
    "given_all": _given_all,
    "given_below_0": _given_below_0,
    "given_items": _given_items,
    "given_named": _given_named,
    "given_nothing": _given_nothing,
    "given_number": _given_number,
    "given_passes": _given_count("passes"),
    "given_record": _given_record,
    "given_round": _given_round,
    "given_since": _given_since,
    "given_some": _given_some,
    "given_titled": _given_titled,
    "given_to_move": _given_to_move,
    "given_turn": _given_count("turn"),
    "given_zone": _given_zone,
    "place_below_0": _place_below_0,
    "then": _then,
    "then_can": _then_can,
    "then_cannot": _then_cannot,
    "then_expr": _then_expr,
    "then_goes_on": _then_goes_on,
    "then_nobody": _then_nobody,
    "then_not_sees": _then_sees("sees not"),
    "then_sees": _then_sees("sees"),
    "then_to_move": _then_to_move,
    "then_wins": _then_wins,
    "when": _when,
}
