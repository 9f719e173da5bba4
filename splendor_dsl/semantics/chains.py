"""Words joined by `of`: `hand`, `points of rival`, `cost of card`, `tags of holder of crown`."""

from __future__ import annotations

from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.model import Zone
from splendor_dsl.semantics.nesting import EXPRESSIONS
from splendor_dsl.semantics.parts import all_in
from splendor_dsl.semantics.scope import FACTS, HEADS, UNKNOWN_KIND, BareName, Scope, Typed
from splendor_dsl.semantics.slots import OWN, about
from splendor_dsl.semantics.type_problems import NotFixed, TooLarge, WrongType
from splendor_dsl.spelling import nearest
from splendor_dsl.syntax.expressions import Chain, Ident

PLAYER_WORDS = ("player", "mover")
MOST_COPIED = (
    1_000  # expressions; a short text may expand to all of these, and checks read each of them
)
MOST_WORDS = 6  # `worth of guest of holder of crown` has four


def chain(words: tuple[Ident, ...], scope: Scope) -> Typed | None:
    """Return the typed value of a chain of words."""
    head, rest = words[0], words[1:]
    if not rest:
        return _word(head, scope)
    if len(words) > MOST_WORDS:
        span, what = head.span.to(words[-1].span), "words joined by 'of'"
        scope.names.report(TooLarge(what=what, bound=MOST_WORDS, found=len(words), span=span))
        return None
    if head.text in HEADS and head.text not in scope.variables:
        return _head(head, rest, scope)
    names = scope.names
    headed = {*names.markers, *names.limits, *names.tokens, *names.groups, *names.kinds}
    if rest[0].text in headed - scope.variables.keys() and nearest(head.text, HEADS):
        names.unknown(head, " or ".join(map(repr, HEADS)), HEADS)
        return None
    whose = chain(rest, scope)
    if whose is None:
        return None
    if whose.type == "player":
        return _of_player(head, whose.value, scope)
    if whose.type.startswith("piece "):
        return _field(head, whose, scope)
    found = {"number": "a number", "condition": "a condition"}.get(whose.type, f"{whose.type}")
    scope.names.report(
        WrongType(expected="a player or a piece after 'of'", found=found, span=rest[0].span)
    )
    return None


def place(words: Chain, scope: Scope, *, pile: bool | None = None) -> tuple[v.ZoneRef, Zone] | None:
    """Return the zone that a chain names; with `pile`, it has to be one of tokens (True) or of pieces (False)."""
    head = words.words[0]
    zone = scope.names.zones.get(head.text)
    sort = {True: "a pile of tokens", False: "a zone of pieces", None: "a zone"}[pile]
    if zone is not None and zone.kind == UNKNOWN_KIND:
        return None
    if zone is None or (pile is not None and pile != (zone.kind is None)):
        fitting = [
            z.name for z in scope.names.zones.values() if pile is None or pile == (z.kind is None)
        ]
        if zone is None and _is_player(words, scope):
            owned = next((each for each in fitting if scope.names.zones[each].owned), None)
            scope.names.report(_player_for_place(words, sort, owned))
        elif zone is None:
            near = nearest(head.text, fitting)
            scope.names.unknown(head, sort, fitting if near else scope.names.zones)
        else:
            other = "a zone of pieces" if pile else "a pile of tokens"
            scope.names.report(WrongType(expected=sort, found=other, span=head.span))
        return None
    return _zone_of(zone, words.words[1:], scope)


def _is_player(words: Chain, scope: Scope) -> bool:
    """Return whether a chain is a single word for a player."""
    name = words.words[0].text
    bound = scope.variables.get(name)
    one = name in PLAYER_WORDS if bound is None else bound.type == "player"
    return one and len(words.words) == 1


def _player_for_place(words: Chain, expected: str, owned: str | None) -> WrongType:
    form = "" if owned is None else f"{owned} of {words.words[0].text}"
    return WrongType(expected=expected, found="a player", form=form, span=words.span)


def _zone_of(zone: Zone, owner: tuple[Ident, ...], scope: Scope) -> tuple[v.ZoneRef, Zone] | None:
    if not owner:
        return v.ZoneRef(zone=zone.name, player=scope.player if zone.owned else None), zone
    whose = chain(owner, scope)
    if whose is None:
        return None
    if whose.type != "player" or not zone.owned:
        expected = "a player" if zone.owned else f"no owner, as {zone.name!r} is the game's"
        scope.names.report(
            WrongType(expected=expected, found=repr(owner[0].text), span=owner[0].span)
        )
        return None
    return v.ZoneRef(zone=zone.name, player=whose.value), zone


def tokens_named(word: Ident, scope: Scope, also: tuple[str, ...] = ()) -> Typed | None:
    """Return a token, a group, or a variable that holds some; `also` names other words that may have been meant."""
    bound = scope.variables.get(word.text)
    if bound is not None and bound.type in ("token", "tokens"):
        return bound
    names = scope.names
    if word.text in names.tokens:
        return Typed(value=v.TokenConst(token=names.tokens[word.text]), type="token")
    if word.text in names.groups:
        return Typed(value=v.TokenSet(tokens=names.groups[word.text]), type="tokens")
    bound_names = [
        name for name, each in scope.variables.items() if each.type in ("token", "tokens")
    ]
    fitting = (*names.tokens, *names.groups, *bound_names, *also)
    names.unknown(word, "a token or a group of tokens", fitting)
    return None


def token_numbers(tokens: v.Expr) -> tuple[int, ...]:
    """Return the numbers of the tokens that the rules name, without those of a variable."""
    match tokens:
        case v.TokenSet(tokens=numbers):
            return numbers
        case v.TokenConst(token=number):
            return (number,)
    return ()


def amounts_chain(words: Chain, scope: Scope) -> v.Expr | None:
    """Return the value of a chain of amounts."""
    names = scope.names
    head = words.words[0].text
    if len(words.words) == 1 and head not in scope.words():
        candidates = (*names.zones, *names.value_names)
        names.unknown(words.words[0], "a zone or a value of amounts", candidates)
        return None
    found = chain(words.words, scope)
    if found is None:
        return None
    expected = "a zone or a value of amounts"
    if found.type == "player":
        owned = next((z.name for z in names.zones.values() if z.owned and z.kind is None), None)
        names.report(_player_for_place(words, expected, owned))
        return None
    if found.type != "amounts":
        names.report(WrongType(expected=expected, found=repr(head), span=words.span))
        return None
    return found.value


# ---- single words -------------------------------------------------------------------------------
def _word(word: Ident, scope: Scope) -> Typed | None:
    name = word.text
    if name in scope.variables:
        return scope.variables[name]
    if scope.subject and scope.field(scope.subject[1], name):
        slot, kind = scope.subject
        piece = Typed(value=v.Local(slot=slot, type=f"piece {kind}"), type=f"piece {kind}")
        found = _field(word, piece, scope)
        _note_bare(word, found, scope)
        return found
    found = _declared(word, scope)
    if found is None:
        _unknown(word, scope)
    return found


def _note_bare(word: Ident, found: Typed | None, scope: Scope) -> None:
    """Note a field without its piece that could also be a value of the player of the same type."""
    other = _of_player(word, scope.player, scope, quiet=True) if scope.piece else None
    if found is not None and other is not None and found.type == other.type:
        scope.names.bare.append(BareName(name=word, piece=scope.piece))


def _declared(word: Ident, scope: Scope) -> Typed | None:
    name, names = word.text, scope.names
    if name == "player":
        return Typed(value=scope.player, type="player")
    if name == "mover":
        return Typed(value=v.Mover(), type="player")
    if name == "nobody":
        return Typed(value=v.Nobody(), type="player")
    if name in names.parameters:
        names.used_parameters.add(name)
        return Typed(value=v.Const(value=names.parameters[name].value), type="number")
    if name in FACTS:
        return Typed(value=v.Fact(which=name), type="number")
    if name in names.tokens or name in names.groups:
        return tokens_named(word, scope)
    return _of_player(word, scope.player, scope, quiet=True)


def _unknown(word: Ident, scope: Scope) -> None:
    zone = scope.names.zones.get(word.text)
    if zone is not None and zone.kind == UNKNOWN_KIND:
        return
    if zone is not None:
        expected = f"a count such as '{zone.kind} in {zone.name}'"
        scope.names.report(
            WrongType(expected=expected, found=f"the zone {zone.name!r}", span=word.span)
        )
    elif word.text in scope.names.dynamic:
        scope.names.report(NotFixed(found=word.text, span=word.span))
    elif not _broken_value(word, scope):
        scope.names.unknown(word, "a name", scope.words())


def _broken_value(word: Ident, scope: Scope) -> bool:
    """Return whether it is a value whose definition has a problem, which is reported there and not at each use."""
    return word.text in scope.names.value_names


def _head(head: Ident, rest: tuple[Ident, ...], scope: Scope) -> Typed | None:
    names = scope.names
    if head.text == "stock" and rest[0].text in names.kinds:
        things = names.things.get(rest[0].text, 0)
        return Typed(value=v.Const(value=things), type="number")
    if head.text == "stock":
        tokens = tokens_named(rest[0], scope)
        return (
            None if tokens is None else Typed(value=v.StockOf(tokens=tokens.value), type="number")
        )
    if head.text == "holder":
        if rest[0].text in names.markers:
            return Typed(value=v.Holder(marker=rest[0].text), type="player")
        names.unknown(rest[0], "a marker", names.markers)
        return None
    if rest[0].text in names.limits:
        return Typed(value=_limit(rest[0], scope), type="number")
    names.unknown(rest[0], "a limit", names.limits, names.limits_on.get(rest[0].text))
    return None


def _limit(name: Ident, scope: Scope) -> v.Expr:
    """Return the number of a limit for the player in question."""
    names = scope.names
    limit, known = names.limits[name.text], names.limits_about
    if scope.player == v.Local(slot=OWN, type="player"):
        return limit
    if (name.text, scope.player) not in known:
        names.copied += sum(type(each) in EXPRESSIONS for each in all_in(limit))
        if names.copied > MOST_COPIED:
            what = "expressions in the limits that are read for others than the player in question"
            names.report(TooLarge(what=what, bound=MOST_COPIED, found=names.copied, span=name.span))
            return v.Const(value=1)
        known[name.text, scope.player] = about(limit, scope.player)
    return known[name.text, scope.player]


def _of_player(word: Ident, player: v.Expr, scope: Scope, *, quiet: bool = False) -> Typed | None:
    """Return a value, counter or pile of a player."""
    name, names = word.text, scope.names
    if name in names.value_names:
        type_ = names.value_types(name)
        return (
            None
            if type_ is None
            else Typed(value=v.ValueOf(value=name, type=type_, player=player), type=type_)
        )
    if name in names.counters:
        owner = player if names.counters[name].owned else None
        return Typed(value=v.CounterValue(counter=name, player=owner), type="number")
    zone = names.zones.get(name)
    if zone is not None and zone.kind is None:
        ref = v.ZoneRef(zone=name, player=player if zone.owned else None)
        return Typed(value=v.PileAmounts(pile=ref), type="amounts")
    if not quiet and (zone is None or zone.kind != UNKNOWN_KIND):
        owned = [each.name for each in names.zones.values() if each.owned]
        expected = "a value, counter or pile of a player"
        names.unknown(word, expected, (*names.value_names, *names.counters, *owned))
    return None


def _field(word: Ident, piece: Typed, scope: Scope) -> Typed | None:
    kind = piece.type.removeprefix("piece ")
    if kind == UNKNOWN_KIND:
        return None
    field = scope.field(kind, word.text)
    if field is None:
        fields = scope.names.kinds[kind].fields if kind in scope.names.kinds else ()
        scope.names.unknown(word, f"a field of {kind}", fields)
        return None
    return Typed(
        value=v.FieldOf(piece=piece.value, field=field.name, type=field.type), type=field.type
    )
