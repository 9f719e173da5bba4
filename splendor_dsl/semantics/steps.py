"""Steps from words to typed steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import evolve, field, frozen

from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.chains import chain, place, tokens_named
from splendor_dsl.semantics.expressions import domain, expect, number
from splendor_dsl.semantics.problems import DuplicateLabel, WrongPlace, WrongType
from splendor_dsl.semantics.scope import ANY_KIND, Names, Scope, Slots
from splendor_dsl.span import Span
from splendor_dsl.syntax import ast as a
from splendor_dsl.syntax.expressions import Chain, Ident

SUPPLY = "supply"


def where_of(clause: a.Clause, path: str) -> m.Where:
    """Where a clause stands and what it says of itself."""
    return m.Where(
        path=path,
        span=clause.span,
        title=clause.title,
        cites=tuple(cite.text for cite in clause.cites),
        because=clause.because,
    )


@frozen(kw_only=True)
class Place:
    """What kind of code steps stand in."""

    what: str  # "setup", "action", "turn", "phase" or "trigger"
    path: str


@frozen(kw_only=True)
class Reading:
    """One step on its way: the clause, its path, and what it may use."""

    clause: a.Clause
    path: str
    scope: Scope
    place: Place = field(repr=False)

    @property
    def where(self) -> m.Where:
        """Where the step stands."""
        return where_of(self.clause, self.path)

    def report(self, what: str, reason: str) -> None:
        """Note that the step can't stand here."""
        self.scope.names.report(
            WrongPlace(what=what, reason=reason, span=self.clause.span, path=self.path)
        )


Made = tuple[m.Step | None, Scope]


def code_of(clause: a.Clause, path: str, what: str, scope: Scope) -> m.Code:
    """The code that a block of steps makes."""
    place_ = Place(what=what, path=path)
    steps = tuple(_block(clause.body, path, scope, place_))
    return m.Code(steps=steps, slots=scope.slots.used)


def new_scope(names: Names) -> Scope:
    """The scope at the head of a code."""
    return Scope(names=names, slots=Slots())


def _block(
    clauses: tuple[a.Clause, ...], path: str, scope: Scope, place_: Place
) -> Iterator[m.Step]:
    _labels_differ(clauses, path, scope)
    at = 0
    while at < len(clauses):
        clause = clauses[at]
        reading = Reading(clause=clause, path=f"{path}.{clause.name}", scope=scope, place=place_)
        if isinstance(clause.says, a.If):
            otherwise = (
                clauses[at + 1]
                if at + 1 < len(clauses) and isinstance(clauses[at + 1].says, a.Else)
                else None
            )
            step = _if(reading, otherwise)
            at += otherwise is not None
        else:
            step, scope = _step(reading)
        if step is not None:
            yield step
        at += 1


def _labels_differ(clauses: tuple[a.Clause, ...], path: str, scope: Scope) -> None:
    seen: dict[str, a.Clause] = {}
    for clause in clauses:
        if clause.name in seen:
            scope.names.report(
                DuplicateLabel(
                    name=clause.name,
                    block=repr(path),
                    span=clause.span,
                    path=f"{path}.{clause.name}",
                )
            )
        seen[clause.name] = clause


def _step(reading: Reading) -> Made:
    maker = MAKERS.get(type(reading.clause.says))
    if maker is None:
        reading.report(
            f"{reading.clause.name!r}",
            "it belongs in the block of a payment or a limit, or after an 'if'",
        )
        return None, reading.scope
    return maker(reading)


# ---- conditions and choices ----------------------------------------------------------------------
def _require(reading: Reading) -> Made:
    says = reading.clause.says
    assert isinstance(says, a.Require)
    value = expect(says.value, reading.scope, "condition")
    if value is None:
        return None, reading.scope
    step = m.Require(value=value, where=reading.where, text=says.value.span.text)
    return step, reading.scope


def _choose(reading: Reading) -> Made:
    says, scope = reading.clause.says, reading.scope
    assert isinstance(says, a.Choose)
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
    return step, scope.bind(reading.clause.name, v.Local(slot=slot, type=type_), type_)


def _bound_to_nothing(reading: Reading, says: a.Choose) -> Scope:
    """After a faulty choice its name is still known, so that its uses are no echo."""
    what = says.what or (says.sources[0].what if says.sources else None)
    kinds = reading.scope.names.kinds
    zone = (
        reading.scope.names.zones.get(says.sources[0].place.words[0].text) if says.sources else None
    )
    kind = what.text if what and what.text in kinds else (zone.kind if zone else None)
    type_ = {"different": "tokens", "number": "number"}.get(says.how) or (
        f"piece {kind}" if kind else "token"
    )
    return reading.scope.bind(reading.clause.name, v.Local(slot=0, type=type_), type_)


Chosen = tuple[m.Choose, str] | None


def _choose_different(says: a.Choose, reading: Reading, slot: int) -> Chosen:
    assert says.value is not None and says.what is not None
    count = number(says.value, reading.scope)
    tokens = tokens_named(says.what, reading.scope)
    found = place(says.sources[0].place, reading.scope, pile=True)
    if count is None or tokens is None or found is None:
        return None
    step = m.Choose(
        slot=slot,
        name=reading.clause.name,
        what="tokens",
        may=says.may,
        tokens=tokens.value,
        pile=found[0],
        count=count,
        where=reading.where,
    )
    return step, "tokens"


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
    step = m.Choose(
        slot=slot,
        name=reading.clause.name,
        what="piece",
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
    step = m.Choose(
        slot=slot,
        name=reading.clause.name,
        what="token",
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
    step = m.Choose(
        slot=slot,
        name=reading.clause.name,
        what="number",
        may=says.may,
        low=low,
        high=high,
        where=reading.where,
    )
    return step, "number"


def _choose_any(says: a.Choose, reading: Reading, slot: int) -> Chosen:
    assert says.what is not None
    if says.what.text in ("player", "players", "others"):
        kind = "others" if says.what.text == "others" else "players"
        over = v.Domain(kind="others" if kind == "others" else "players", of=reading.scope.player)
        step = m.Choose(
            slot=slot,
            name=reading.clause.name,
            what="player",
            may=says.may,
            domain=over,
            where=reading.where,
        )
        return step, "player"
    tokens = tokens_named(says.what, reading.scope)
    if tokens is None:
        return None
    step = m.Choose(
        slot=slot,
        name=reading.clause.name,
        what="token",
        may=says.may,
        tokens=tokens.value,
        where=reading.where,
    )
    return step, "token"


# ---- tokens ------------------------------------------------------------------------------------------
def _own_pile(reading: Reading, span: Span) -> v.ZoneRef | None:
    """The one pile that each player has."""
    piles = [
        zone for zone in reading.scope.names.zones.values() if zone.kind is None and zone.owned
    ]
    if len(piles) == 1:
        return v.ZoneRef(zone=piles[0].name, player=reading.scope.player)
    found = "none" if not piles else " and ".join(zone.name for zone in piles)
    reading.scope.names.report(
        WrongType(expected="one pile of tokens of a player", found=found, span=span)
    )
    return None


def _supply() -> v.ZoneRef:
    return v.ZoneRef(zone=SUPPLY, player=None)


def _pay(reading: Reading) -> Made:
    says, scope = reading.clause.says, reading.scope
    assert isinstance(says, a.Pay)
    cost = expect(says.value, scope, "amounts")
    pile = _own_pile(reading, reading.clause.span)
    wilds = tuple(_wilds(reading))
    if cost is None or pile is None:
        return None, scope
    step = m.Pay(
        cost=cost,
        pile=pile,
        supply=_supply(),
        wilds=wilds,
        slot=scope.slots.take(),
        where=reading.where,
        text=says.value.span.text,
    )
    return step, scope


def _wilds(reading: Reading) -> Iterator[m.Wild]:
    for clause in reading.clause.body:
        path = f"{reading.path}.{clause.name}"
        says = clause.says
        if not isinstance(says, a.Wild):
            inner = evolve(reading, clause=clause, path=path)
            inner.report(f"{clause.name!r}", "the block of a payment holds 'wild ... for ...'")
            continue
        token = tokens_named(says.token, reading.scope)
        group = tokens_named(says.group, reading.scope)
        if token is None or group is None:
            continue
        if not isinstance(token.value, v.TokenConst):
            found = f"the group {says.token.text!r}"
            reading.scope.names.report(
                WrongType(expected="one token", found=found, span=says.token.span)
            )
            continue
        worth, most = _wild_properties(evolve(reading, clause=clause, path=path))
        members = (
            group.value.tokens if isinstance(group.value, v.TokenSet) else _single(group.value)
        )
        yield m.Wild(
            token=token.value.token,
            group=members,
            worth=worth,
            most=most,
            where=where_of(clause, path),
        )


def _single(value: v.Expr) -> tuple[int, ...]:
    return (value.token,) if isinstance(value, v.TokenConst) else ()


def _wild_properties(reading: Reading) -> tuple[v.Expr, v.Expr | None]:
    worth: v.Expr = v.Const(value=1)
    most: v.Expr | None = None
    for clause in reading.clause.body:
        if isinstance(clause.says, a.Worth):
            worth = number(clause.says.value, reading.scope) or worth
        elif isinstance(clause.says, a.AtMost):
            most = number(clause.says.value, reading.scope)
        else:
            reading.report(
                f"{clause.name!r}", "the block of a wild token holds 'worth ...' and 'at most ...'"
            )
    return worth, most


def _gain(reading: Reading) -> Made:
    says, scope = reading.clause.says, reading.scope
    assert isinstance(says, a.Gain)
    amounts = expect(says.value, scope, "amounts")
    own = _own_pile(reading, reading.clause.span)
    other = _supply()
    if says.other is not None:
        found = place(says.other, scope, pile=True)
        if found is None:
            return None, scope
        other = found[0]
    if amounts is None or own is None:
        return None, scope
    source, target = (own, other) if says.back else (other, own)
    step = m.MoveTokens(
        amounts=amounts,
        source=source,
        target=target,
        up_to=says.up_to,
        where=reading.where,
        text=says.value.span.text,
    )
    return step, scope


# ---- pieces --------------------------------------------------------------------------------------------
def _move(reading: Reading) -> Made:
    says, scope = reading.clause.says, reading.scope
    assert isinstance(says, a.Move)
    target = place(says.to, scope, pile=False)
    if says.how == "piece":
        return _move_piece(reading, says, target), scope
    source = place(says.what, scope, pile=False)
    count = number(says.value, scope) if says.value is not None else v.Const(value=1)
    if source is None or target is None or count is None:
        return None, scope
    if not _same_kind(source[1].kind or "", target[1], says.to, scope):
        return None, scope
    step = m.MovePieces(
        piece=None,
        source=source[0],
        count=count if says.how == "top" else None,
        target=target[0],
        under=says.under,
        where=reading.where,
    )
    return step, scope


def _move_piece(
    reading: Reading, says: a.Move, target: tuple[v.ZoneRef, m.Zone] | None
) -> m.Step | None:
    piece = chain(says.what.words, reading.scope)
    if piece is None or target is None:
        return None
    if not piece.type.startswith("piece "):
        reading.scope.names.report(
            WrongType(
                expected="a piece that was chosen",
                found=repr(says.what.span.text),
                span=says.what.span,
            )
        )
        return None
    if not _same_kind(piece.type.removeprefix("piece "), target[1], says.to, reading.scope):
        return None
    return m.MovePieces(
        piece=piece.value,
        source=None,
        count=None,
        target=target[0],
        under=says.under,
        where=reading.where,
    )


def _same_kind(kind: str, target: m.Zone, to: Chain, scope: Scope) -> bool:
    if target.kind in (kind, ANY_KIND):
        return True
    scope.names.report(
        WrongType(
            expected=f"a zone of {kind}",
            found=f"{target.name!r}, a zone of {target.kind}",
            span=to.span,
        )
    )
    return False


def _shuffle(reading: Reading) -> Made:
    says = reading.clause.says
    assert isinstance(says, a.Shuffle)
    found = place(says.place, reading.scope, pile=False)
    return None if found is None else m.Shuffle(zone=found[0], where=reading.where), reading.scope


def _fill(reading: Reading) -> Made:
    says, scope = reading.clause.says, reading.scope
    assert isinstance(says, a.Fill)
    found = place(says.place, scope, pile=False)
    if found is None:
        return None, scope
    source = _fill_source(says, found[1], scope)
    if found[1].places is None:
        reading.report(f"'fill {found[1].name}'", "only a zone with 'places' can be filled")
        return None, scope
    return None if source is None else m.Fill(
        zone=found[0], source=source, where=reading.where
    ), scope


def _fill_source(says: a.Fill, zone: m.Zone, scope: Scope) -> v.ZoneRef | None:
    if says.source is not None:
        found = place(says.source, scope, pile=False)
        return None if found is None else found[0]
    if zone.refill is not None:
        return v.ZoneRef(zone=zone.refill.source, player=None)
    scope.names.report(
        WrongType(
            expected="'from' and a zone, as it does not refill",
            found="nothing",
            span=says.place.span,
        )
    )
    return None


def _reveal(reading: Reading) -> Made:
    says = reading.clause.says
    assert isinstance(says, a.Reveal)
    found = place(says.place, reading.scope, pile=False)
    return None if found is None else m.Reveal(zone=found[0], where=reading.where), reading.scope


# ---- counters, markers, control ------------------------------------------------------------------------
def _give(reading: Reading) -> Made:
    says, scope = reading.clause.says, reading.scope
    assert isinstance(says, a.Give)
    to = chain(says.to.words, scope)
    if says.marker.text not in scope.names.markers:
        scope.names.unknown(says.marker, "a marker", scope.names.markers)
        return None, scope
    if to is None:
        return None, scope
    if to.type != "player":
        scope.names.report(
            WrongType(expected="a player", found=repr(says.to.span.text), span=says.to.span)
        )
        return None, scope
    return m.Give(marker=says.marker.text, to=to.value, where=reading.where), scope


def _count(reading: Reading) -> Made:
    says, scope = reading.clause.says, reading.scope
    assert isinstance(says, a.Count)
    counter = chain(says.counter.words, scope)
    value = number(says.value, scope)
    if counter is None or value is None:
        return None, scope
    if not isinstance(counter.value, v.CounterValue):
        scope.names.report(
            WrongType(
                expected="a counter", found=repr(says.counter.span.text), span=says.counter.span
            )
        )
        return None, scope
    step = m.SetCounter(
        counter=counter.value.counter, player=counter.value.player, value=value, where=reading.where
    )
    return step, scope


def _if(reading: Reading, otherwise: a.Clause | None) -> m.Step | None:
    says, scope = reading.clause.says, reading.scope
    assert isinstance(says, a.If)
    value = expect(says.value, scope, "condition")
    then = tuple(_block(reading.clause.body, reading.path, scope, reading.place))
    other: tuple[m.Step, ...] = ()
    if otherwise is not None:
        other_path = f"{reading.path.rpartition('.')[0]}.{otherwise.name}"
        other = tuple(_block(otherwise.body, other_path, scope, reading.place))
    return (
        None
        if value is None
        else m.If(value=value, then=then, otherwise=other, where=reading.where)
    )


def _for_each(reading: Reading) -> Made:
    says, scope = reading.clause.says, reading.scope
    assert isinstance(says, a.ForEach)
    found = domain(says.domain, scope)
    if found is None:
        return None, scope
    over, slot, inner = found
    body = tuple(_block(reading.clause.body, reading.path, inner, reading.place))
    step = m.ForEach(
        domain=over, slot=slot, rest_slot=scope.slots.take(), body=body, where=reading.where
    )
    return step, scope


def _do(reading: Reading) -> Made:
    says, scope = reading.clause.says, reading.scope
    assert isinstance(says, a.Do)
    if says.action.text not in scope.names.actions:
        scope.names.unknown(says.action, "an action", scope.names.actions)
        return None, scope
    return m.Do(action=says.action.text, where=reading.where), scope


def _again(reading: Reading) -> Made:
    return m.Again(where=reading.where), reading.scope


def _in_turn(step: Callable[..., m.Step]) -> Callable[[Reading], Made]:
    def make(reading: Reading) -> Made:
        if reading.place.what not in ("turn", "phase"):
            words = reading.clause.span.text.partition("\n")[0]
            reading.report(f"{words!r}", "it belongs in the sections 'turn' and 'phases'")
            return None, reading.scope
        return step(where=reading.where), reading.scope

    return make


MAKERS: dict[type, Callable[[Reading], Made]] = {
    a.Require: _require,
    a.Choose: _choose,
    a.Pay: _pay,
    a.Gain: _gain,
    a.Move: _move,
    a.Shuffle: _shuffle,
    a.Fill: _fill,
    a.Reveal: _reveal,
    a.Give: _give,
    a.Count: _count,
    a.ForEach: _for_each,
    a.Again: _again,
    a.Do: _do,
    a.OneAction: _in_turn(m.OneAction),
    a.KeepLimits: _in_turn(m.KeepLimits),
    a.EndOfTurn: _in_turn(m.EndOfTurn),
}

__all__ = ["Ident", "code_of", "new_scope", "where_of"]
