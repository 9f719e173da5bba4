"""From the syntax of moves of pieces to typed steps."""

from __future__ import annotations

from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.chains import chain, place
from splendor_dsl.semantics.expressions import number
from splendor_dsl.semantics.scope import ANY_KIND, UNKNOWN_KIND, Scope
from splendor_dsl.semantics.step_context import StepContext, StepResult
from splendor_dsl.semantics.type_problems import WrongType
from splendor_dsl.syntax import ast as a
from splendor_dsl.syntax.expressions import Chain


def move(context: StepContext) -> StepResult:
    """Return a move of a piece, of the top of a zone, or of all of it, to another zone."""
    construct, scope = context.clause.construct, context.scope
    assert isinstance(construct, a.Move)
    target = place(construct.to, scope, pile=False)
    if construct.how == "piece":
        return _move_piece(context, construct, target), scope
    source = place(construct.what, scope, pile=False)
    count = number(construct.value, scope) if construct.value is not None else v.Const(value=1)
    if source is None or target is None or count is None:
        return None, scope
    if not _same_kind(source[1].kind or "", target[1], construct.to, scope):
        return None, scope
    step = m.MovePieces(
        piece=None,
        source=source[0],
        count=count if construct.how == "top" else None,
        target=target[0],
        under=construct.under,
        where=context.where,
    )
    return step, scope


def _move_piece(
    context: StepContext, construct: a.Move, target: tuple[v.ZoneRef, m.Zone] | None
) -> m.Step | None:
    piece = chain(construct.what.words, context.scope)
    if piece is None or target is None:
        return None
    if not piece.type.startswith("piece "):
        context.scope.names.report(
            WrongType(
                expected="a piece that was chosen",
                found=repr(construct.what.span.text),
                span=construct.what.span,
            )
        )
        return None
    if not _same_kind(piece.type.removeprefix("piece "), target[1], construct.to, context.scope):
        return None
    return m.MovePieces(
        piece=piece.value,
        source=None,
        count=None,
        target=target[0],
        under=construct.under,
        where=context.where,
    )


def _same_kind(kind: str, target: m.Zone, to: Chain, scope: Scope) -> bool:
    if target.kind in (kind, ANY_KIND) or kind == UNKNOWN_KIND:
        return True
    scope.names.report(
        WrongType(
            expected=f"a zone of {kind}",
            found=f"{target.name!r}, a zone of {target.kind}",
            span=to.span,
        )
    )
    return False


def shuffle(context: StepContext) -> StepResult:
    """Return a step that puts a zone into a random order."""
    construct = context.clause.construct
    assert isinstance(construct, a.Shuffle)
    found = place(construct.place, context.scope, pile=False)
    return None if found is None else m.Shuffle(zone=found[0], where=context.where), context.scope


def fill(context: StepContext) -> StepResult:
    """Return a step that fills empty places."""
    construct, scope = context.clause.construct, context.scope
    assert isinstance(construct, a.Fill)
    found = place(construct.place, scope, pile=False)
    if found is None:
        return None, scope
    if found[1].places is None:
        context.report(f"'fill {found[1].name}'", "only a zone with 'places' can be filled")
        return None, scope
    source = _fill_source(construct, found[1], scope)
    return None if source is None else m.Fill(
        zone=found[0], source=source, where=context.where
    ), scope


def _fill_source(construct: a.Fill, zone: m.Zone, scope: Scope) -> v.ZoneRef | None:
    if construct.source is not None:
        found = place(construct.source, scope, pile=False)
        return (
            None
            if found is None or not _feeds(found[1], zone, construct.source, scope)
            else found[0]
        )
    if zone.refill is not None:
        return v.ZoneRef(zone=zone.refill.source, player=None)
    scope.names.report(
        WrongType(
            expected="'from' and a zone, as it does not refill",
            found="nothing",
            span=construct.place.span,
        )
    )
    return None


def _feeds(source: m.Zone, zone: m.Zone, words: Chain, scope: Scope) -> bool:
    """Return whether pieces of one zone can fill the places of another, part by part."""
    unsure = not scope.names.faulty_zones.isdisjoint((source.name, zone.name))
    cut = zone.by is None or source.by == zone.by or unsure
    if source.kind == zone.kind and source.name != zone.name and cut:
        return True
    parts = "" if zone.by is None else f" by {zone.by}"
    expected = f"another zone of {zone.kind}{parts}"
    scope.names.report(WrongType(expected=expected, found=repr(source.name), span=words.span))
    return False


def reveal(context: StepContext) -> StepResult:
    """Return a step that shows the content of a zone to all."""
    construct = context.clause.construct
    assert isinstance(construct, a.Reveal)
    found = place(construct.place, context.scope, pile=False)
    return None if found is None else m.Reveal(zone=found[0], where=context.where), context.scope
