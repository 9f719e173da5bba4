"""The layout of the table: the supply, numbers by the number of players, and who may look where."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from splendor_dsl.prose.counts import each_count, for_players, in_turn
from splendor_dsl.prose.expressions import countable
from splendor_dsl.prose.steps import Sentence
from splendor_dsl.prose.things import Things, capital
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v


@frozen(kw_only=True)
class Table:
    """Rows under a head; each row has the path of its clause."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


@frozen(kw_only=True)
class _Heap:
    """Tokens that one clause puts into the supply, with the number of each for each number of players."""

    path: str
    tokens: tuple[m.Token, ...]
    counts: tuple[int, ...]


def _heaps(model: m.Model) -> Iterator[_Heap]:
    found: dict[tuple[str, tuple[int, ...]], list[m.Token]] = {}
    for token, stock in zip(model.tokens, model.stock, strict=True):
        own, shared = f"supply.{token.name}", f"supply.{token.group}"
        path = next((at for at in (own, shared) if at in model.places), token.where.path)
        counts = each_count(model, stock)
        assert counts is not None
        found.setdefault((path, counts), []).append(token)
    for (path, counts), tokens in found.items():
        yield _Heap(path=path, tokens=tuple(tokens), counts=counts)


# ---- the supply ------------------------------------------------------------------------------
def supplies(things: Things) -> Iterator[Sentence]:
    """Yield the supply: `Coins, 6 of each: penny (copper) and nail (iron).`, or `3 stars (wild).`."""
    for heap in _heaps(things.model):
        most, first = max(heap.counts), heap.tokens[0]
        group = things.noun(f"tokens.{first.group}", None)
        if len(heap.tokens) > 1:
            names = things.words.listed([_with_colour(things, token) for token in heap.tokens])
            text = things.say(
                "{group}, {number} of each: {names}.", group=group, number=most, names=names
            )
        else:
            names = things.noun(first.where.path, most)
            known = (group, things.words.token(first.name, 1 if most == 1 else 2))
            more = [each for each in known if each.casefold() not in names.casefold()]
            text = things.say("{number} {what}", number=most, what=names)
            if more:
                text = things.say("{what} ({piece})", what=text, piece=", ".join(more))
            text = f"{text}."
        yield Sentence(text=text, path=heap.path)


def _with_colour(things: Things, token: m.Token) -> str:
    name, colour = things.words.name(token.where.path), things.words.token(token.name, 1)
    return name if colour in name else things.say("{what} ({piece})", what=name, piece=colour)


# ---- by the number of players ----------------------------------------------------------------
def by_players(things: Things) -> tuple[tuple[Sentence, ...], Table]:
    """Return all numbers that depend on the number of players: sentences on the supply, and a table."""
    model = things.model
    counts = range(model.low_players, model.high_players + 1)
    numbered, rows = [], []
    for heap in _heaps(model):
        if len(set(heap.counts)) > 1:
            name = _heap_name(things, heap)
            numbers = for_players(things, in_turn(heap.counts))
            text = things.say("{name}: {number}.", name=name, number=numbers)
            numbered.append(Sentence(text=text, path=heap.path))
            rows.append((heap.path, name, heap.counts))
    for path, name, expr in _numbers(things):
        known = each_count(model, expr)
        if known is not None and len(set(known)) > 1:
            rows.append((path, name, known))
    table = Table(
        head=("", *(things.say("for {n} players", n=count) for count in counts)),
        rows=tuple((path, (capital(name), *map(str, known))) for path, name, known in rows),
    )
    return tuple(numbered), table


def _heap_name(things: Things, heap: _Heap) -> str:
    if len(heap.tokens) == 1:
        return things.noun(heap.tokens[0].where.path, None)
    group = f"tokens.{heap.tokens[0].group}"
    return things.say("{group}, of each", group=things.noun(group, None))


def _zone_name(things: Things, zone: m.Zone) -> str:
    name = things.words.heading(zone.where.path)
    if zone.by is None:
        return name
    by = things.noun(f"kinds.{zone.kind}.{zone.by}")
    return things.say("{zone}, of each {by}", zone=name, by=by)


def _numbers(things: Things) -> Iterator[tuple[str, str, v.Expr]]:
    """Yield numbers that may depend on it, each with the path of its clause and its words."""
    model, words = things.model, things.words
    for step in model.setup.steps:
        if isinstance(step, m.Fill):
            zone = model.zones[step.zone.zone]
            if zone.places is not None:
                yield step.where.path, _zone_name(things, zone), zone.places
    for limit in model.limits.values():
        yield limit.where.path, words.heading(limit.where.path), limit.value
    for value in model.values.values():
        compared = ((t.where.path, t.value) for t in value.terms if isinstance(t.value, v.Compare))
        for path, compare in compared:
            counted = countable(things, compare.left)
            if counted is not None:
                whole, what = words.heading(value.where.path), counted.of(things, None)
                yield path, things.say("{what} ({piece})", what=whole, piece=what), compare.right


# ---- who may look ----------------------------------------------------------------------------
_FACES = {
    "up": "{zone}: open to all.",
    "down": "{zone}: face down; nobody may look.",
    "owner": "{zone}: only their owner may look, though all see how many.",
}


def open_and_hidden(things: Things) -> Iterator[Sentence]:
    """Yield for each zone who may look, and whether empty places are refilled."""
    model = things.model
    for zone in model.zones.values():
        path = zone.where.path
        if path not in model.places:  # a zone of every game, such as the box
            continue
        name = things.zone(v.ZoneRef(zone=zone.name, player=None))
        yield Sentence(text=things.say(_FACES[zone.face], zone=name), path=path)
        if zone.places is not None:
            yield _empty_places(things, zone, name)
        if zone.slide:
            text = things.say("{zone}: what is left moves up to fill a gap.", zone=name)
            yield Sentence(text=text, path=_inside(model, path, "slide"))


def _empty_places(things: Things, zone: m.Zone, name: str) -> Sentence:
    refill, path = zone.refill, zone.where.path
    if refill is None:
        text = things.say("{zone}: an empty place stays empty.", zone=name)
        return Sentence(text=text, path=_inside(things.model, path, "places"))
    source = things.place(v.ZoneRef(zone=refill.source, player=None), "from")
    parts = {"zone": name, "source": source}
    if refill.when == m.RefillTime.AT_ONCE:
        pattern = (
            "{zone}: an empty place is filled at once {source}; "
            "if nothing is left there, it stays empty."
        )
    else:
        pattern = "{zone}: only when all places are empty, they are filled {source}."
        if zone.by is not None:
            pattern = (
                "{zone}: only when all places of one {by} are empty, they are filled {source}."
            )
            by = f"kinds.{zone.kind}.{zone.by}"
            parts |= {"by": things.noun(by), "of": things.words.form(by, "of") or things.noun(by)}
    return Sentence(text=things.say(pattern, **parts), path=_inside(things.model, path, "refill"))


def _inside(model: m.Model, path: str, label: str) -> str:
    """Return the path of a clause of a zone, or of the zone itself."""
    return f"{path}.{label}" if f"{path}.{label}" in model.places else path
