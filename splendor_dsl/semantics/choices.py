"""Choices from words to typed steps."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.chains import place, tokens_named
from splendor_dsl.semantics.expressions import number
from splendor_dsl.semantics.reading import Made, Reading
from splendor_dsl.semantics.scope import ANY_KIND, UNSURE, Scope
from splendor_dsl.semantics.type_problems import WrongType
from splendor_dsl.syntax import ast as a
from splendor_dsl.syntax.expressions import Ident

_PLAYERS: Final = ("player", "players", "others")  # who can be chosen


def choose(reading: Reading) -> Made:
    """A choice, and its name bound for the steps after it."""
    says, scope = _with_block(reading), reading.scope
    slot = scope.slots.take()
    made = {
        "different": _choose_different,
        "from": _choose_from,
        "number": _choose_number,
        "any": _choose_any,
    }[says.how](says, reading, slot)
    if made is None:
        return None, _bound_to_nothing(reading, says)
    step, type_ = made
    name = reading.clause.name
    return step, scope.bind(name, v.Local(slot=slot, type=type_, name=name), type_)


def _with_block(reading: Reading) -> a.Choose:
    """What a choice says together with its block: more places, and whether it may be declined."""
    says = reading.clause.says
    assert isinstance(says, a.Choose)
    for clause in reading.clause.body:
        match clause.says:
            case a.Declined():
                says = evolve(says, may=True)
            case a.Also(source=source) if says.how == "from":
                says = evolve(says, sources=(*says.sources, source))
            case a.Also():
                _misplaced(reading, clause, "only a choice from a place has others")
            case _:
                expected = "the block of a choice holds 'also ...' and 'may be declined'"
                _misplaced(reading, clause, expected)
    return says


def _misplaced(reading: Reading, clause: a.Clause, reason: str) -> None:
    inner = evolve(reading, clause=clause, path=f"{reading.path}.{clause.name}")
    inner.report(repr(clause.name), reason)


def _bound_to_nothing(reading: Reading, says: a.Choose) -> Scope:
    """After a faulty choice its name is still known, so that its uses are no echo."""
    what = says.what or (says.sources[0].what if says.sources else None)
    kinds = reading.scope.names.kinds
    zone = (
        reading.scope.names.zones.get(says.sources[0].place.words[0].text) if says.sources else None
    )
    kind = what.text if what and what.text in kinds else (zone.kind if zone else None)
    if what is None and zone is None:
        kind = UNSURE
    several = what is not None and what.text not in kinds
    type_ = {"different": "tokens" if several else "", "number": "number"}.get(says.how) or (
        f"piece {kind}" if kind else "token"
    )
    return reading.scope.bind(reading.clause.name, v.Local(slot=0, type=type_), type_)


Chosen = tuple[m.Choose, str] | None


def _choose_different(says: a.Choose, reading: Reading, slot: int) -> Chosen:
    assert says.value is not None and says.what is not None
    if says.what.text in reading.scope.names.kinds.keys() - reading.scope.variables.keys():
        reading.scope.names.report(_several_pieces(says, says.what))
        return None
    count = number(says.value, reading.scope)
    tokens = tokens_named(says.what, reading.scope)
    found = place(says.sources[0].place, reading.scope, pile=True)
    if count is None or tokens is None or found is None:
        return None
    step = m.ChooseTokens(
        slot=slot,
        name=reading.clause.name,
        may=says.may,
        tokens=tokens.value,
        pile=found[0],
        count=count,
        where=reading.where,
    )
    return step, "tokens"


def _several_pieces(says: a.Choose, what: Ident) -> WrongType:
    """Return the problem of pieces that are chosen together, as they are chosen one by one."""
    source = f"{what.text} in {says.sources[0].place.span.text}"
    form = f"choose first: {source}; choose second: {source}; require two: first != second"
    expected = "tokens, as pieces are chosen one by one"
    return WrongType(expected=expected, found=repr(what.text), form=form, span=what.span)


def _choose_from(says: a.Choose, reading: Reading, slot: int) -> Chosen:
    first = reading.scope.names.zones.get(says.sources[0].place.words[0].text)
    if first is not None and first.kind is None:
        return _choose_token(says, reading, slot)
    sources: list[m.Source] = []
    kinds: list[str] = []
    for source in says.sources:
        found = place(source.place, reading.scope, pile=False)
        if found is None:
            return None
        ref, zone = found
        kind = source.what.text if source.what else zone.kind or ""
        if zone.kind == ANY_KIND:
            reading.scope.names.report(
                WrongType(
                    expected="a zone of one kind of pieces",
                    found=f"{zone.name!r}, which holds all kinds",
                    span=source.place.span,
                )
            )
            return None
        if kind != zone.kind or (kinds and kind != kinds[0]):
            wanted = kinds[0] if kinds and kind == zone.kind else zone.kind
            expected = (
                f"{wanted!r}, which is what lies there"
                if not kinds
                else f"{kinds[0]!r}, as in the first source"
            )
            span = source.what.span if source.what else source.span
            reading.scope.names.report(WrongType(expected=expected, found=repr(kind), span=span))
            return None
        kinds.append(kind)
        sources.append(m.Source(zone=ref, top=source.top))
    step = m.ChoosePiece(
        slot=slot,
        name=reading.clause.name,
        may=says.may,
        sources=tuple(sources),
        where=reading.where,
    )
    return step, f"piece {kinds[0]}"


def _choose_token(says: a.Choose, reading: Reading, slot: int) -> Chosen:
    source = says.sources[0]
    if len(says.sources) > 1 or source.what is None:
        found = "several sources" if source.what else "the top of a pile"
        reading.scope.names.report(
            WrongType(expected="one pile of tokens", found=found, span=source.span)
        )
        return None
    tokens = tokens_named(source.what, reading.scope)
    pile = place(source.place, reading.scope, pile=True)
    if tokens is None or pile is None:
        return None
    step = m.ChooseToken(
        slot=slot,
        name=reading.clause.name,
        may=says.may,
        tokens=tokens.value,
        pile=pile[0],
        where=reading.where,
    )
    return step, "token"


def _choose_number(says: a.Choose, reading: Reading, slot: int) -> Chosen:
    assert says.low is not None and says.high is not None
    low, high = number(says.low, reading.scope), number(says.high, reading.scope)
    if low is None or high is None:
        return None
    step = m.ChooseNumber(
        slot=slot,
        name=reading.clause.name,
        may=says.may,
        low=low,
        high=high,
        where=reading.where,
    )
    return step, "number"


def _choose_any(says: a.Choose, reading: Reading, slot: int) -> Chosen:
    assert says.what is not None
    if says.what.text in _PLAYERS:
        kind = "others" if says.what.text == "others" else "players"
        over = v.Domain(kind="others" if kind == "others" else "players", of=reading.scope.player)
        player = m.ChoosePlayer(
            slot=slot,
            name=reading.clause.name,
            may=says.may,
            domain=over,
            where=reading.where,
        )
        return player, "player"
    tokens = tokens_named(says.what, reading.scope, also=_PLAYERS)
    if tokens is None:
        return None
    step = m.ChooseToken(
        slot=slot,
        name=reading.clause.name,
        may=says.may,
        tokens=tokens.value,
        pile=None,
        where=reading.where,
    )
    return step, "token"
