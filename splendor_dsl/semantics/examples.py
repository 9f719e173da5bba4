"""From the syntax of examples to typed ones: players are variables, the seat of the n-th in slot n."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from attrs import field, frozen

from splendor_dsl.diagnostics import Problem
from splendor_dsl.identifiers import folded
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.chains import chain, place, token_numbers, tokens_named
from splendor_dsl.semantics.declarations import MOST_PLAYERS
from splendor_dsl.semantics.expressions import expect
from splendor_dsl.semantics.local_files import LocalRecords, RecordUnread
from splendor_dsl.semantics.problems import NameTaken, UnknownName
from splendor_dsl.semantics.scope import ANY_KIND, Names, Scope, Slots
from splendor_dsl.semantics.step_context import where_of
from splendor_dsl.semantics.type_problems import TooLarge, WrongPlace, WrongType
from splendor_dsl.source import Source
from splendor_dsl.spelling import nearest
from splendor_dsl.syntax import ast as a
from splendor_dsl.syntax.ast_examples import GivenItem, Position
from splendor_dsl.syntax.expressions import Ident
from splendor_dsl.syntax.from_text import is_name

# As many as can play at most.
DEFAULT_PLAYERS = (
    *("Ann", "Bob", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal"),
    *("Ida", "Jan", "Kay", "Leo", "Mia", "Ned", "Ola", "Pia"),
)
# Words with a meaning of their own among the pieces of `given`.
_PIECE_WORDS = ("all", "nothing")
_PLACE_NUMBER = re.compile(r"(?<!\d)-?\d+")


@frozen(kw_only=True)
class GivenPieces:
    """Pieces that lie in a zone, or in one place of it (`at`: part and place, from 1).

    Each item is the number of a piece, or a count (none: all) of pieces that meet a condition on the piece in `slot`.
    """

    zone: v.ZoneRef
    at: tuple[int, ...]
    items: tuple[int | Some, ...]
    where: m.Where = field(eq=False, repr=False)

    @property
    def clears(self) -> bool:
        """True if the zone is empty, but for pieces that other clauses put there."""
        return not self.items


@frozen(kw_only=True)
class Some:
    """`2 cards where (...)`, `all cards where (...)`."""

    count: int | None
    kind: str
    slot: int
    condition: v.Expr | None


@frozen(kw_only=True)
class GivenTokens:
    """The tokens in a pile."""

    pile: v.ZoneRef
    amounts: tuple[int, ...]
    where: m.Where = field(eq=False, repr=False)


@frozen(kw_only=True)
class GivenNumber:
    """The number of a counter."""

    counter: str
    player: v.Expr | None
    number: int
    where: m.Where = field(eq=False, repr=False)


@frozen(kw_only=True)
class GivenHolder:
    """The holder of a marker; none: nobody."""

    marker: str
    seat: int | None
    where: m.Where = field(eq=False, repr=False)


@frozen(kw_only=True)
class GivenMover:
    """The player to move."""

    seat: int
    where: m.Where = field(eq=False, repr=False)


@frozen(kw_only=True)
class GivenRound:
    """The round; with a phase, the round of that."""

    number: int
    phase: int | None
    where: m.Where = field(eq=False, repr=False)


@frozen(kw_only=True)
class GivenCount:
    """A number that the game counts by itself: "turn" or "passes"."""

    what: str
    number: int
    where: m.Where = field(eq=False, repr=False)


@frozen(kw_only=True)
class GivenSince:
    """The round in which the condition of an end was met."""

    end: int
    number: int
    where: m.Where = field(eq=False, repr=False)


@frozen(kw_only=True)
class GivenRecord:
    """The position before a move of a recorded game; what else is given changes it.

    The source may be the problem that keeps the record from being read.
    """

    file: str
    source: Source | Problem
    move: int
    where: m.Where = field(eq=False, repr=False)


Given = (
    GivenPieces
    | GivenTokens
    | GivenNumber
    | GivenHolder
    | GivenMover
    | GivenRound
    | GivenCount
    | GivenSince
    | GivenRecord
)


@frozen(kw_only=True)
class When:
    """A move that is made."""

    seat: int
    move: str
    where: m.Where = field(eq=False, repr=False)


@frozen(kw_only=True)
class Then:
    """An assertion.

    "holds" (value), "can", "cannot" (move, by), "sees", "sees not" (zone, at), "wins" (seats), "goes on", "to move"
    (seats).
    """

    how: str
    value: v.Expr | None
    seats: tuple[int, ...]
    move: str
    by: str
    text: str
    zone: v.ZoneRef | None = None
    at: tuple[int, ...] = ()
    where: m.Where = field(eq=False, repr=False)


@frozen(kw_only=True)
class Example:
    """A position, moves, and what must hold, in the order written."""

    name: str
    players: tuple[str, ...]
    given: tuple[Given, ...]
    steps: tuple[When | Then, ...]
    slots: int
    where: m.Where = field(eq=False, repr=False)


@frozen(kw_only=True)
class _Context:
    """One example, with all that its clauses may name."""

    names: Names
    pieces: tuple[m.Piece, ...]
    ends: tuple[str, ...]
    phases: tuple[str, ...]
    players: tuple[str, ...]
    scope: Scope
    records: LocalRecords
    path: str

    def report(self, problem: Problem) -> None:
        self.names.report(problem)

    def seat(self, name: Ident) -> int | None:
        """Return the seat of a player."""
        if name.text in self.players:
            return self.players.index(name.text)
        self.names.unknown(name, "a player of the example", (*self.players, "nobody"))
        return None

    def number(self, name: Ident, expected: str, known: tuple[str, ...]) -> int | None:
        """Return the number of an end or phase."""
        if name.text in known:
            return known.index(name.text)
        self.names.unknown(name, expected, known)
        return None


def examples_of(
    clauses: tuple[a.Clause, ...],
    names: Names,
    pieces: tuple[m.Piece, ...],
    known: tuple[tuple[str, ...], tuple[str, ...]],
) -> tuple[Example, ...]:
    """Return all examples without problems; `known` are the names of the ends and of the phases."""
    records = LocalRecords()
    made = (_example(clause, names, pieces, known, records) for clause in clauses)
    return tuple(each for each in made if each is not None)


def unread_records(examples: Iterable[Example]) -> Iterator[Problem]:
    """Yield the problems of records that cannot be read, for use if nothing else is wrong."""
    for example in examples:
        for given in example.given:
            if isinstance(given, GivenRecord) and isinstance(given.source, Problem):
                why = given.source
                yield RecordUnread(
                    example=example.name,
                    why=why.message(),
                    advice=why.help(),
                    span=why.span,
                    path=given.where.path,
                )


def _example(
    clause: a.Clause,
    names: Names,
    pieces: tuple[m.Piece, ...],
    known: tuple[tuple[str, ...], tuple[str, ...]],
    records: LocalRecords,
) -> Example | None:
    path = f"examples.{clause.name}"
    players = _players(clause, names)
    if len(players) > MOST_PLAYERS:  # reported already; each would be one more name
        return None
    slots = Slots(used=max(1 + len(players), names.first_slot))
    scope = Scope(names=names, slots=slots, player=v.Local(slot=1, type="player"))
    for number, name in enumerate(players):
        scope = scope.bind(name, v.Local(slot=number + 1, type="player"), "player")
    context = _Context(
        names=names,
        pieces=pieces,
        ends=known[0],
        phases=known[1],
        players=players,
        scope=scope,
        records=records,
        path=path,
    )
    before = len(names.problems)
    given = [_given(each, context) for each in clause.body]
    steps = [_when_or_then(each, context) for each in clause.body]
    _in_order(clause, context)
    if len(names.problems) > before:
        return None
    return Example(
        name=clause.name,
        players=players,
        given=tuple(each for each in given if each is not None),
        steps=tuple(each for each in steps if each is not None),
        slots=slots.used,
        where=where_of(clause, path),
    )


def _players(clause: a.Clause, names: Names) -> tuple[str, ...]:
    """Return the players that the example names, or as few as the game allows."""
    for each in clause.body:
        if isinstance(each.construct, a.ExamplePlayers):
            found = tuple(ident.text for ident in each.construct.names)
            taken: set[str] = set()
            for ident in each.construct.names:
                read = folded(ident.text)  # moves ignore the case of letters too
                if read in taken:
                    names.report(NameTaken(name=ident.text, other="player", span=ident.span))
                taken.add(read)
            fits = names.low_players <= len(found) <= names.high_players
            if names.players_sound and not fits:
                expected = f"{names.low_players} to {names.high_players} players"
                names.report(WrongType(expected=expected, found=str(len(found)), span=each.span))
            return found
    return DEFAULT_PLAYERS[: names.low_players]


def _in_order(clause: a.Clause, context: _Context) -> None:
    """Report a `given` after the first `when` or `then`."""
    started = False
    for each in clause.body:
        is_given = isinstance(each.construct, Position | a.ExamplePlayers)
        if is_given and started:
            reason = "what is given comes before the first 'when' and 'then'"
            context.report(
                WrongPlace(what=f"{each.name.partition('_')[0]!r}", reason=reason, span=each.span)
            )
        started |= not is_given


# ---- given ---------------------------------------------------------------------------------------
def _given(clause: a.Clause, context: _Context) -> Given | None:
    construct, where = clause.construct, where_of(clause, f"{context.path}.{clause.name}")
    match construct:
        case a.GivenToMove():
            seat = context.seat(construct.player)
            return None if seat is None else GivenMover(seat=seat, where=where)
        case a.GivenRound():
            return _given_round(construct, context, where)
        case a.GivenCount():
            return GivenCount(what=construct.what, number=construct.number, where=where)
        case a.GivenSince():
            end = context.number(construct.end, "an end of the game", context.ends)
            return (
                None if end is None else GivenSince(end=end, number=construct.number, where=where)
            )
        case a.GivenRecord():
            source = context.records.read(construct.file, construct.file_span)
            if isinstance(source, TooLarge):
                context.report(source)
                return None
            return GivenRecord(file=construct.file, source=source, move=construct.move, where=where)
        case a.Given():
            return _given_zone(construct, context, where)
    return None


def _given_round(construct: a.GivenRound, context: _Context, where: m.Where) -> GivenRound | None:
    phase = None
    if construct.phase is not None:
        phase = context.number(construct.phase, "a phase of the game", context.phases)
        if phase is None:
            return None
    return GivenRound(number=construct.number, phase=phase, where=where)


def _given_zone(construct: a.Given, context: _Context, where: m.Where) -> Given | None:
    head = construct.place.words[0].text
    zones, counters = context.names.zones, context.names.counters
    if head == "holder":
        return _given_holder(construct, context, where)
    owned = (head in counters and counters[head].owned) or (head in zones and zones[head].owned)
    if owned and len(construct.place.words) == 1:
        expected, alone = f"'{head} of {context.players[0]}'", f"{head!r} without its player"
        context.report(WrongType(expected=expected, found=alone, span=construct.place.span))
        return None
    if head in counters:
        return _given_number(construct, context, where)
    if head not in zones:
        known = (*zones, *context.names.counters, "holder")
        context.names.unknown(construct.place.words[0], "a zone, a counter or a holder", known)
        return None
    found = place(construct.place, context.scope)
    if found is None:
        return None
    ref, zone = found
    if zone.kind is None:
        return _given_tokens(construct, ref, context, where)
    items = tuple(
        made for each in construct.items if (made := _piece(each, zone.kind, context)) is not None
    )
    return GivenPieces(zone=ref, at=_numbers(construct.at), items=items, where=where)


def _numbers(at: str | None) -> tuple[int, ...]:
    """Return the part and the place of `2-1`; the part may be below zero, as in `-2-1`."""
    return tuple(map(int, _PLACE_NUMBER.findall(at or "")))


def _given_holder(construct: a.Given, context: _Context, where: m.Where) -> Given | None:
    found = chain(construct.place.words, context.scope)
    if found is None or not isinstance(found.value, v.Holder):
        return None
    item = construct.items[0] if construct.items else None
    if item is None or (item.what is not None and item.what.text == "nobody"):
        return GivenHolder(marker=found.value.marker, seat=None, where=where)
    seat = context.seat(item.what) if item.what else None
    return None if seat is None else GivenHolder(marker=found.value.marker, seat=seat, where=where)


def _given_number(construct: a.Given, context: _Context, where: m.Where) -> Given | None:
    found = chain(construct.place.words, context.scope)
    item = construct.items[0] if len(construct.items) == 1 else None
    if found is None or not isinstance(found.value, v.CounterValue):
        return None
    if item is None or item.count is None or item.what is not None:
        context.report(
            WrongType(expected="a number", found="something else", span=construct.place.span)
        )
        return None
    counter = found.value
    return GivenNumber(
        counter=counter.counter, player=counter.player, number=item.count, where=where
    )


def _given_tokens(
    construct: a.Given, pile: v.ZoneRef, context: _Context, where: m.Where
) -> Given | None:
    amounts = [0] * len(context.names.tokens)
    for item in construct.items:
        if item.what is None or item.count is None or item.where is not None:
            context.report(
                WrongType(
                    expected="amounts such as 2 of a token", found="something else", span=item.span
                )
            )
            return None
        named = tokens_named(item.what, context.scope)
        if named is None:
            return None
        members = token_numbers(named.value)
        if len(members) != 1 and item.what.text not in context.names.tokens:
            context.report(
                WrongType(expected="a token", found="a group of tokens", span=item.what.span)
            )
            return None
        amounts[members[0]] += item.count
    return GivenTokens(pile=pile, amounts=tuple(amounts), where=where)


def _piece(item: GivenItem, kind: str, context: _Context) -> int | Some | None:
    if item.title is not None:
        return _titled(item, kind, context)
    assert item.what is not None or item.count is not None
    if item.what is None:
        context.report(WrongType(expected=f"some {kind}", found="a number", span=item.span))
        return None
    if item.count is None and not item.everything:
        return _labelled(item.what, kind, context)
    known = tuple(context.names.kinds) if kind == ANY_KIND else (kind,)
    if item.what.text not in known:
        expected = f"{' or '.join(map(repr, known))}, which is what lies there"
        context.names.wrong_kind(item.what, expected, kind)
        return None
    slot, condition = context.scope.slots.take(), None
    if item.where is not None:
        over = context.scope.over_piece(slot, item.what.text)
        condition = expect(item.where, over, "condition")
        if condition is None:
            return None
    return Some(count=item.count, kind=item.what.text, slot=slot, condition=condition)


def _titled(item: GivenItem, kind: str, context: _Context) -> int | None:
    titles = {
        p.title: number
        for number, p in enumerate(context.pieces)
        if kind in (p.kind, ANY_KIND) and p.title
    }
    if item.title in titles:
        return titles[item.title]
    title = item.title or ""
    labels = _labels(kind, context)
    if title in labels and not needs_no_quotes(title):
        return labels[title]
    if title in labels:
        expected = f"the label {title} without quotes"
        context.report(WrongType(expected=expected, found="it in quotes", span=item.span))
        return None
    if _is_faulty(title, kind, context):
        return None
    near = nearest(title, [each for each in titles if each])
    context.report(
        UnknownName(
            name=title, expected=f"one of the {kind} by its title", near=near, span=item.span
        )
    )
    return None


def needs_no_quotes(label: str) -> bool:
    """Return whether a piece can be named by its bare label; one that is no name of the language needs quotes."""
    return label not in _PIECE_WORDS and is_name(label)


def _labels(kind: str, context: _Context) -> dict[str, int]:
    return {
        p.label: number for number, p in enumerate(context.pieces) if kind in (p.kind, ANY_KIND)
    }


def _labelled(name: Ident, kind: str, context: _Context) -> int | None:
    labels = _labels(kind, context)
    if name.text in labels:
        return labels[name.text]
    if not _is_faulty(name.text, kind, context):
        context.names.unknown(name, f"one of the {kind} by its label", (*labels, "nothing"))
    return None


def _is_faulty(called: str, kind: str, context: _Context) -> bool:
    """Return whether the row of such a piece has a problem, which is reported there."""
    return any(called == name and kind in (of, ANY_KIND) for of, name in context.names.faulty_rows)


# ---- when and then -----------------------------------------------------------------------------------
def _when_or_then(clause: a.Clause, context: _Context) -> When | Then | None:
    construct, where = clause.construct, where_of(clause, f"{context.path}.{clause.name}")
    if isinstance(construct, a.When):
        seat = context.seat(construct.player)
        return None if seat is None else When(seat=seat, move=construct.move, where=where)
    return _then(construct, context, where) if isinstance(construct, a.Then) else None


def _then(construct: a.Then, context: _Context, where: m.Where) -> Then | None:
    seats = [context.seat(each) for each in construct.players]
    found = tuple(seat for seat in seats if seat is not None)
    if len(found) < len(seats):
        return None
    value = None
    if construct.value is not None:
        value = expect(construct.value, context.scope, "condition")
        if value is None:
            return None
    zone = None
    if construct.place is not None:
        shown = place(construct.place, context.scope)
        if shown is None:
            return None
        zone = shown[0]
    return Then(
        how=construct.how,
        value=value,
        seats=found,
        move=construct.move or "",
        by=construct.by.text if construct.by else "",
        text=construct.value.span.text if construct.value else "",
        zone=zone,
        at=_numbers(construct.at),
        where=where,
    )
