"""The steps of a game as sentences, each with the path of its clause."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from typing import Any, Final, assert_never, get_args

from attrs import evolve, field, frozen

from splendor_dsl.prose.counts import by_players
from splendor_dsl.prose.expressions import (
    coloured,
    domain,
    number,
    number_or_amounts,
    statement,
    summand,
)
from splendor_dsl.prose.smooth import smooth
from splendor_dsl.prose.things import Things, capital
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.changes import steps_of
from splendor_dsl.semantics.names import ENGLISH


def _finished(text: str) -> str:
    return capital(smooth(ENGLISH, text))


@frozen(kw_only=True)
class Sentence:
    """A sentence, the path of its clause, and the sentences under it.

    An "otherwise" has the path of the sentence with its condition.
    """

    text: str = field(converter=_finished)
    path: str
    under: tuple[Sentence, ...] = ()
    instead_of: str | None = None


def sentences(things: Things, steps: Sequence[m.Step]) -> Iterator[Sentence]:
    """Yield a sentence for each step; later steps can refer to choices, by name if there are several of a kind."""
    several = chosen_often(steps)
    for step in steps:
        if isinstance(step, m.Choose):
            text = _choose(things, step, with_name=named(step, several))
            yield Sentence(text=text, path=step.where.path)
            things = things.with_choice(step)
        else:
            yield sentence(things, step)
        if isinstance(step, m.If) and step.otherwise:
            yield otherwise(things, step)


def sentence(things: Things, step: m.Step) -> Sentence:
    """Return the sentence of one step."""
    things = things.distinguishing(own_part(step))
    write = STEPS[type(step)]
    written = write(things, step)
    if isinstance(written, Sentence):
        return written
    return Sentence(text=written, path=step.where.path)


def own_part(step: m.Step) -> object:
    """Return the part of a step that its own sentence is about, without the steps under it."""
    match step:
        case m.If():
            return step.value
        case m.ForEach():
            return step.domain
    return step


def name_needed(things: Things, steps: Sequence[m.Step], slot: int) -> str | None:
    """Return the name of a variable if a sentence of some steps, or under one, needs it to avoid ambiguity."""
    known = tuple(step for step in steps_of(steps) if isinstance(step, m.Choose))
    with_all = reduce(Things.with_choice, known, things)
    written = (with_all.distinguishing(own_part(step)).variable_names for step in steps_of(steps))
    return next((names[slot] for names in written if slot in names), None)


# ---- choices ---------------------------------------------------------------------------------
def chosen_often(steps: Iterable[m.Step]) -> set[type]:
    """Return the kinds of choices of which there are several, so that each has to be named."""
    kinds = Counter(type(step) for step in steps if isinstance(step, m.Choose))
    return {kind for kind, count in kinds.items() if count > 1}


def named(step: m.Choose, several: Collection[type]) -> bool:
    """Return whether a choice has to be named; one of a number has its name in any case."""
    return type(step) in several and not isinstance(step, m.ChooseNumber)


def _choose(things: Things, step: m.Choose, *, with_name: bool = False) -> str:
    what = chosen(things, step)
    if with_name:
        what = things.say("{what} ({piece})", what=what, piece=things.noun(step.where.path))
    if things.other:
        pattern = "{who} may choose {what}." if step.may else "{who} chooses {what}."
        return things.say(pattern, who=things.whoever, what=what)
    return things.say("You may choose {what}." if step.may else "Choose {what}.", what=what)


def chosen(things: Things, step: m.Choose) -> str:
    """Return the words for a choice: `3 coins of different colours from the supply`."""
    match step:
        case m.ChooseToken():
            return _token(things, step)
        case m.ChooseTokens():
            return _tokens(things, step)
        case m.ChoosePiece():
            return _piece(things, step)
        case m.ChooseNumber():
            return _number(things, step)
        case m.ChoosePlayer():
            return things.say(_PLAYERS[step.domain.kind])
    assert_never(step)


def _token(things: Things, step: m.ChooseToken) -> str:
    what = things.tokens(step.tokens, 0)
    if step.pile is None:
        return things.say("a colour of {what}", what=what)
    place = things.place(step.pile, "in")
    return things.say("a colour of {what} {place}", what=what, place=place)


def _tokens(things: Things, step: m.ChooseTokens) -> str:
    place = things.place(step.pile, "from")
    most = _as_far_as_there_are(step)
    count = step.count if most is None else most
    plain = count.value if isinstance(count, v.Const) else None
    what = things.tokens(step.tokens, plain)
    pattern = "{number} {what} of different colours {place}"
    if plain is None:
        pattern = "{what} of different colours {place}, this many: {number}"
    text = things.say(pattern, number=number(things, count), what=what, place=place)
    if most is None:
        return text
    return things.say("{what}, or one of each if fewer colours are left", what=text)


def _as_far_as_there_are(step: m.ChooseTokens) -> v.Expr | None:
    """Return the number if as many tokens as available are chosen, up to that number."""
    match step.count:
        case v.MinMax(which="min", parts=(most, v.DifferentKinds(pile=pile))) if pile == step.pile:
            return most
        case v.MinMax(which="min", parts=(v.DifferentKinds(pile=pile), most)) if pile == step.pile:
            return most
    return None


def _piece(things: Things, step: m.ChoosePiece) -> str:
    sources = []
    for source in step.sources:
        kind = things.object(things.kind_in(source.zone))
        pattern, place = "{what} {place}", things.place(source.zone, "from")
        zone = things.model.zones[source.zone.zone]
        if source.top and zone.face == m.Face.DOWN:
            pattern, place = "{what} unseen, the top one {place}", _top_of(things, source.zone)
        elif source.top:
            pattern = "{what} {place} (the top one)"
            if zone.places is not None:
                pattern = "{what} {place} (from the first place)"
        sources.append((pattern, kind, place))
    first = sources[0][1]
    texts = [
        things.say(pattern, what=kind if at == 0 or kind != first else "", place=place).strip()
        for at, (pattern, kind, place) in enumerate(sources)
    ]
    return things.words.listed(texts, "or")


def _top_of(things: Things, ref: v.ZoneRef) -> str:
    """Return the place that a top piece comes from; a language may have a form for it."""
    own = things.words.form(things.model.zones[ref.zone].where.path, "of")
    return own or things.place(ref, "from")


def _number(things: Things, step: m.ChooseNumber) -> str:
    low, high = summand(things, step.low), summand(things, step.high)
    text = things.say("a number from {low} to {high}", low=low, high=high)
    return things.say("{what} ({piece})", what=text, piece=things.noun(step.where.path))


_PLAYERS: Final[Mapping[v.DomainKind, str]] = {
    "players": "a player",
    "others": "another player",
    "partners": "a partner",
}


def _require(things: Things, step: m.Require) -> str:
    what = statement(evolve(things, by_name=True), step.value)
    why = things.words.reason(step.where.path)
    if why is None:
        return things.say("Condition: {what}.", what=what)
    return things.say("Condition: {what} (if not: “{why}”).", what=what, why=why)


# ---- tokens ----------------------------------------------------------------------------------
def _pay(things: Things, step: m.Pay) -> str:
    """Return the sentences of a payment, with those of its wild tokens."""
    cost, *less = deducted(step.cost)
    text = things.say(
        "{who} pays {what} {place}" if things.other else "Pay {what} {place}",
        who=things.whoever,
        what=number_or_amounts(things, cost),
        place=_to(things, step),
    )
    if less:
        what = things.words.listed([number_or_amounts(things, part) for part in less])
        text = f"{things.say('{text}, less {what}', text=text, what=what)}. {things.say('Any surplus is lost')}"
    return f"{text}. {' '.join(capital(_wild(things, wild)) for wild in step.wilds)}".strip()


def deducted(cost: v.Expr) -> tuple[v.Expr, ...]:
    """Return a cost, followed by everything that is deducted from it."""
    if isinstance(cost, v.Sum) and all(sign in {"less", "-"} for sign in cost.signs[1:]):
        return cost.parts
    return (cost,)


def _to(things: Things, step: m.Pay | m.MoveTokens) -> str:
    target = step.supply if isinstance(step, m.Pay) else step.target
    return things.place(target, "to")


def _wild(things: Things, wild: m.Wild) -> str:
    token = things.model.tokens[wild.token].where.path
    path = things.group_path(wild.group)
    group = things.tokens(v.TokenSet(tokens=wild.group), 1)
    if path is not None:
        group = things.words.form(path, "object") or group
    what = {"wild": things.noun(token), "token": group}
    worth = wild.worth.value if isinstance(wild.worth, v.Const) else None
    if worth == 1:
        text = things.say("Each {wild} may stand for any {token}, even one that you have.", **what)
    else:
        many = number(things, wild.worth)
        group = things.tokens(v.TokenSet(tokens=wild.group), worth)
        text = things.say(
            "Each {wild} may stand for up to {number} {token} of one colour, even one that you have.",
            wild=what["wild"],
            number=many,
            token=group,
        )
    if wild.most is None:
        return text
    plain = wild.most.value if isinstance(wild.most, v.Const) else None
    limit = things.say(
        "At most {number} {wild} in one payment.",
        number=number(things, wild.most),
        wild=things.noun(token, 0 if plain is None else plain),
    )
    return f"{text} {limit}"


def _move_tokens(things: Things, step: m.MoveTokens) -> str:
    what = number_or_amounts(things, step.amounts)
    own = {each.name for each in things.model.zones.values() if each.owned}
    if step.source.zone not in own and step.target.zone in own:
        theirs = things.other and not things.is_reader(step.target.player)
        text = things.say(
            "{who} takes {what} {place}" if theirs else "Take {what} {place}",
            who=things.whoever,
            what=what,
            place=things.place(step.source, "from"),
        )
    elif step.source.zone in own and step.target.zone not in own:
        theirs = things.other and not things.is_reader(step.source.player)
        text = things.say(
            "{who} puts {what} back {place}" if theirs else "Put {what} back {place}",
            who=things.whoever,
            what=what,
            place=_to(things, step),
        )
    else:
        text = things.say(
            "Move {what} {source} {target}",
            what=what,
            source=things.place(step.source, "from"),
            target=_to(things, step),
        )
    if not step.up_to:
        return f"{text}."
    one = isinstance(step.amounts, v.AmountOf) and by_players(things, step.amounts.count) == "1"
    pattern = "{text}, if there is any." if one else "{text}, or what there is of it."
    return things.say(pattern, text=text)


# ---- pieces ----------------------------------------------------------------------------------
def _move_pieces(things: Things, step: m.MovePieces) -> str:
    what = _moved(things, step)
    if step.under:
        return things.say(
            "Put {what} {place}.", what=what, place=things.place(step.target, "under")
        )
    return things.say("Move {what} {place}.", what=what, place=things.place(step.target, "to"))


def _moved(things: Things, step: m.MovePieces) -> str:
    if step.piece is not None:
        kind = step.piece.type.removeprefix("piece ") if isinstance(step.piece, v.Local) else None
        path = things.kind_path(kind)
        which = things.piece(step.piece)
        what = things.definite(path)
        return what if which is None else things.say("{what} ({piece})", what=what, piece=which)
    assert step.source is not None
    place = things.place(step.source, "from")
    kind = things.kind_in(step.source)
    if step.count is None:
        return things.say("all that is left {place}", place=things.place(step.source, "in"))
    if step.count == v.Const(value=1):
        return _top_one(things, step.source, kind)
    count = number(things, step.count)
    return things.say(
        "the top {number} {what} {place}", number=count, what=things.some(kind), place=place
    )


def _top_one(things: Things, ref: v.ZoneRef, kind: str) -> str:
    """Return the words for the top piece, in a row the first; for each part if the zone has parts."""
    zone = things.model.zones[ref.zone]
    what, each = things.noun(kind), things.object(kind)
    if zone.by is None:
        place = things.place(ref, "from")
        return things.say("the top {what} {place}", what=what, object=each, place=place)
    pattern = "the top {what} of each {by} {place}"
    if zone.places is not None:
        pattern = "the {what} in the first place of each {by} {place}"
    path = f"kinds.{zone.kind}.{zone.by}"
    return things.say(
        pattern,
        what=what,
        object=each,
        the=things.definite(kind),
        by=things.noun(path),
        of=things.words.form(path, "of") or things.noun(path),
        place=things.place(ref, "from"),
    )


def _shuffle(things: Things, step: m.Shuffle) -> str:
    zone = things.model.zones[step.zone.zone]
    name = things.zone(step.zone)
    assert zone.kind is not None
    if zone.by is None:
        text = things.say("Shuffle: {zone}.", zone=name)
    else:
        by = things.noun(f"kinds.{zone.kind}.{zone.by}")
        text = things.say("Shuffle each {by} by itself: {zone}.", zone=name, by=by)
    numbers = tuple(things.model.pieces_of(zone.kind))
    if len({things.model.pieces[each].thing for each in numbers}) < len(numbers):
        text = f"{text} {things.say('Chance says which side of each is up.')}"
    return text


def _fill(things: Things, step: m.Fill) -> str:
    zone = things.model.zones[step.zone.zone]
    kind = things.kind_in(step.zone)
    many = number(things, zone.places) if zone.places is not None else ""
    plain = zone.places.value if isinstance(zone.places, v.Const) else None
    parts = {
        "number": many,
        "what": things.noun(kind, plain),
        "source": things.place(step.source, "from"),
        "zone": things.zone(step.zone),
    }
    if zone.by is None:
        pattern = "Lay out {number} {what} {source} ({zone})."
        if plain is None:
            pattern = "Lay out {what} {source}: {number}."
        return things.say(pattern, **parts)
    pattern = "Lay out {number} {what} of each {by} {source} ({zone})."
    if plain is None:
        pattern = "Lay out {what} of each {by} {source}: {number}."
    return things.say(pattern, by=things.noun(f"kinds.{zone.kind}.{zone.by}"), **parts)


def _reveal(things: Things, step: m.Reveal) -> str:
    why = things.words.reason(step.where.path)
    if why is None:
        return things.say("Show to all: {zone}.", zone=things.zone(step.zone))
    return things.say("Show to all: {zone}, {why}.", zone=things.zone(step.zone), why=why)


# ---- the rest --------------------------------------------------------------------------------
def _give(things: Things, step: m.Give) -> str:
    marker = things.marker(step.marker)
    if things.is_reader(step.to):
        return things.say("You get {marker}.", **marker)
    if things.is_subject(step.to):
        return things.say("{who} gets {marker}.", who=things.whoever, **marker)
    return things.say("{who} gets {marker}.", who=things.player(step.to), **marker)


def _set_counter(things: Things, step: m.SetCounter) -> str:
    counter = things.noun(f"counters.{step.counter}", None)
    if things.other and step.player is not None:
        who = things.player(step.player)
        counter = things.say("{what} ({who})", what=counter, who=who)
    match step.value:
        case v.Sum(parts=(v.CounterValue(counter=same), more), signs=(_, ("+" | "-") as sign)) if (
            same == step.counter
        ):
            pattern = "{counter}: {number} more." if sign == "+" else "{counter}: {number} fewer."
            return things.say(pattern, counter=counter, number=number(things, more))
    return things.say(
        "{counter}: now {number}.", counter=counter, number=number(things, step.value)
    )


def _if(things: Things, step: m.If) -> Sentence:
    what = statement(evolve(things, by_name=True), step.value)
    text = things.say("If {what}:", what=things.reasoned(what, step.where.path))
    return Sentence(text=text, path=step.where.path, under=tuple(sentences(things, step.then)))


def otherwise(things: Things, step: m.If) -> Sentence:
    """Return the sentence of the other branch."""
    path = step.otherwise[0].where.path.rpartition(".")[0]
    under = tuple(sentences(things, step.otherwise))
    text = things.say("Otherwise:")
    return Sentence(text=text, path=path, under=under, instead_of=step.where.path)


def _for_each(things: Things, step: m.ForEach) -> Sentence:
    inside, _ = domain(things, step.domain, step.slot)
    inside = evolve(inside, each=None)
    alone = _what_each_does(inside, step)
    if alone is not None:
        return alone
    written = tuple(sentences(inside, step.body))
    text = _each_of(things, step.domain, name_needed(things, step.body, step.slot))
    return Sentence(text=text, path=step.where.path, under=written)


_EACH: Final = {
    "players": "each player",
    "others": "each other player",
    "partners": "each partner",
}


def _what_each_does(inside: Things, step: m.ForEach) -> Sentence | None:
    """Return the one step of a loop over players as a sentence: `Each other player takes 1 star`."""
    pattern = _EACH.get(step.domain.kind)
    if pattern is None or len(step.body) != 1:
        return None
    who = inside.say(pattern)
    written = next(sentences(evolve(inside, subject_name=who), step.body))
    text = written.text.casefold()
    alone = who in text and inside.say("that player") not in text and not written.under
    return written if alone else None


def _each_of(things: Things, of: v.Domain, name: str | None) -> str:
    """Return the opening of a loop: `For each other player:`."""
    if of.kind == "tokens":
        what = things.named(coloured(things, of), name)
        return things.say("For each colour of {what}:", what=what)
    if isinstance(of.of, v.ZoneRef):
        kind, place = things.kind_in(of.of), things.place(of.of, "in")
        what, some = (things.named(each, name) for each in (things.noun(kind), things.some(kind)))
        return things.say("For each {what} {place}:", what=what, of=some, place=place)
    patterns = {"others": "For each other player:", "partners": "For each partner:"}
    return things.say(patterns.get(of.kind, "For each player:"))


def _again(things: Things, _: m.Again) -> str:
    if things.other:
        return things.say("{who} has another turn after this one.", who=things.whoever)
    return things.say("You have another turn after this one.")


def _do(things: Things, step: m.Do) -> str:
    action = things.noun(f"actions.{step.action}")
    return things.say(
        "{who} then does this: {action}." if things.other else "Then: {action}.",
        who=things.whoever,
        action=action,
    )


def _one_action(things: Things, _: m.OneAction) -> str:
    names = (a for a in things.model.actions if not a.only_owed and not a.last_resort)
    actions = things.words.listed([things.noun(a.where.path) for a in names], "or")
    return things.say("Do exactly one of these: {actions}.", actions=actions)


def _keep_limits(things: Things, _: m.KeepLimits) -> str:
    return things.say(
        "What is above a limit is put back, one by one; you choose what, even of what you just "
        "took. Until then you may hold more."
    )


def _end_of_turn(things: Things, step: m.EndOfTurn) -> Sentence:
    at = (t for t in things.model.triggers if t.at == m.Moment.END_OF_TURN)
    names = [things.noun(trigger.where.path) for trigger in at]
    what = things.words.listed(names) if names else things.say("nothing")
    text = things.say("Then, at the end of the turn: {what}.", what=what)
    return Sentence(text=text, path=step.where.path)


STEPS: Final[Mapping[type, Callable[[Things, Any], str | Sentence]]] = {
    m.Require: _require,
    **dict.fromkeys(get_args(m.Choose), _choose),
    m.Pay: _pay,
    m.MoveTokens: _move_tokens,
    m.MovePieces: _move_pieces,
    m.Shuffle: _shuffle,
    m.Fill: _fill,
    m.Reveal: _reveal,
    m.Give: _give,
    m.SetCounter: _set_counter,
    m.If: _if,
    m.ForEach: _for_each,
    m.Again: _again,
    m.Do: _do,
    m.OneAction: _one_action,
    m.KeepLimits: _keep_limits,
    m.EndOfTurn: _end_of_turn,
}
