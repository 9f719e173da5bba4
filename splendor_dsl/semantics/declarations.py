"""The declarations of a game: players, parameters, tokens, kinds, zones, counters, markers, numbers of limits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import evolve

from splendor_dsl.diagnostics import Related
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.expressions import fixed, number
from splendor_dsl.semantics.nesting import LimitSizes
from splendor_dsl.semantics.parts import all_in
from splendor_dsl.semantics.payments import SUPPLY
from splendor_dsl.semantics.pieces import ANY_NUMBER, kind_of, ordered_range
from splendor_dsl.semantics.problems import MissingSection, NameTaken, UnknownParameter
from splendor_dsl.semantics.scope import (
    ALL_TOKENS,
    ANY_KIND,
    FACTS,
    HEADS,
    UNKNOWN_KIND,
    WORDS,
    Names,
    Slots,
)
from splendor_dsl.semantics.step_context import new_scope, where_of
from splendor_dsl.semantics.tree import body_of, find
from splendor_dsl.semantics.type_problems import OutOfRange, TooLarge, WrongType
from splendor_dsl.source import Source
from splendor_dsl.spelling import nearest
from splendor_dsl.syntax import ast as a
from splendor_dsl.syntax import expressions as x
from splendor_dsl.syntax.expressions import Ident

BOX = "box"
MOST_PLAYERS = 16
MOST_TOKENS = 64
MOST_CLAUSES = {"limits": 100, "actions": 1_000}  # by their section
OWN_PHASES = ("setup", "main")  # before the phases of the rules, and after them


def declare(tree: a.Clause, names: Names, settings: Mapping[str, int], own: Source) -> None:
    """Collect all that the game declares, except its limits; `own` is the file that was requested."""
    sections = ("values", "counters", "zones")
    names.dynamic = frozenset(each.name for section in sections for each in body_of(tree, section))
    _players(tree, names)
    _teams(tree, names)
    _parameters(tree, names, settings)
    _tokens(tree, names)
    for clause in body_of(tree, "kinds"):
        names.kinds[clause.name] = kind_of(clause, names)
    _zones(tree, names)
    for clause in body_of(tree, "counters"):
        _counter(clause, names)
    for clause in body_of(tree, "markers"):
        names.markers[clause.name] = m.Marker(
            name=clause.name, where=where_of(clause, f"markers.{clause.name}")
        )
    names.actions.update(clause.name for clause in body_of(tree, "actions"))
    _report_clashes(tree, names, own)
    _bound_clauses(tree, names)
    names.dynamic = frozenset()


def _bound_clauses(tree: a.Clause, names: Names) -> None:
    """Report the first limit or action too many: each is compared with all others."""
    for section, bound in MOST_CLAUSES.items():
        body = body_of(tree, section)
        if len(body) > bound:
            span, path = body[bound].span, f"{section}.{body[bound].name}"
            names.report(TooLarge(what=section, bound=bound, found=len(body), span=span, path=path))


def number_variables(tree: a.Clause, names: Names) -> None:
    """Give the variables of limits numbers of their own: a limit is part of all code that reads it, examples too."""
    parts = [part for each in body_of(tree, "limits") for part in all_in(each.construct)]
    if any(isinstance(part, x.Domain) or getattr(part, "where", None) for part in parts):
        names.limit_slots = Slots(used=1 + MOST_PLAYERS)
        takers = sum(isinstance(part, x.Domain | x.AmountIn | x.SumOf) for part in parts)
        names.first_slot = names.limit_slots.used + takers


def declare_limits(tree: a.Clause, names: Names) -> None:
    """Collect the numbers of the limits, which may read values; a broken one is still a known name."""
    sizes = LimitSizes()
    for clause in body_of(tree, "limits"):
        assert isinstance(clause.construct, a.Limit)
        scope = evolve(new_scope(names), slots=names.limit_slots or Slots())
        value = number(clause.construct.value, scope)
        where = where_of(clause, f"limits.{clause.name}")
        problem = sizes.problem(where, clause.name, value)
        if problem is not None:
            names.report(problem)
            value = None  # its readers are measured without it
        names.limits[clause.name] = v.Const(value=1) if value is None else value
        names.limits_on.setdefault(clause.construct.place.words[0].text, clause.name)


def _players(tree: a.Clause, names: Names) -> None:
    clause = find(tree, "game.players")
    names.players_sound = False
    if clause is None:
        game = find(tree, "game")
        names.report(
            MissingSection(
                what="clause 'players', such as 'players 2 to 4'", span=game.span if game else None
            )
        )
        return
    construct, scope = clause.construct, new_scope(names)
    assert isinstance(construct, a.Players)
    low, high = fixed(construct.low, scope), fixed(construct.high, scope)
    if low is None or high is None:
        return
    span = construct.high.span
    if high > MOST_PLAYERS:
        names.report(TooLarge(what="players", bound=MOST_PLAYERS, found=high, span=span))
    elif low > high:
        ordered_range("players", low, high, span, names)
    elif low < 1:
        span = construct.low.span
        names.report(OutOfRange(name="players", low=1, high=high, found=low, span=span))
    else:
        names.low_players, names.high_players = low, high
        names.players_sound = True


def _teams(tree: a.Clause, names: Names) -> None:
    clause = find(tree, "game.teams")
    if clause is None:
        return
    assert isinstance(clause.construct, a.Teams)
    size = fixed(clause.construct.value, new_scope(names))
    if size is None:
        return
    counts = range(names.low_players, names.high_players + 1)
    uneven = [n for n in counts if size < 1 or n % size or n < 2 * size]
    if uneven:
        expected = f"two or more full teams with {uneven[0]} players"
        found = f"teams of {size}"
        names.report(WrongType(expected=expected, found=found, span=clause.construct.value.span))
    else:
        names.team_size = size


def _parameters(tree: a.Clause, names: Names, settings: Mapping[str, int]) -> None:
    for clause in body_of(tree, "parameters"):
        names.parameters[clause.name] = _parameter(clause, names, settings)
    declared = [clause.name for clause in body_of(tree, "parameters")]
    for name in settings:
        if name not in declared:
            names.report(UnknownParameter(name=name, near=nearest(name, declared)))


def _parameter(clause: a.Clause, names: Names, settings: Mapping[str, int]) -> m.Parameter:
    """Return a parameter; a broken number is reported once, and the parameter is still a known name."""
    construct, scope = clause.construct, new_scope(names)
    assert isinstance(construct, a.Parameter)
    path = f"parameters.{clause.name}"
    bounds = construct.value, construct.low, construct.high
    value, low, high = (fixed(each, scope) for each in bounds)
    where = where_of(clause, path)
    if value is None or low is None or high is None:
        return m.Parameter(name=clause.name, value=1, low=1, high=1, where=where)
    low, high = ordered_range(clause.name, low, high, construct.high.span, names)
    value, given = settings.get(clause.name, value), clause.name in settings
    if not low <= value <= high:
        names.report(_out_of_range(clause, value, (low, high), path, given=given))
    return m.Parameter(name=clause.name, value=value, low=low, high=high, given=given, where=where)


def _out_of_range(
    clause: a.Clause, found: int, bounds: tuple[int, int], path: str, *, given: bool
) -> OutOfRange:
    """Return the problem of a parameter outside its range; one that was set from outside is no fault of the file."""
    assert isinstance(clause.construct, a.Parameter)
    return OutOfRange(
        name=clause.name,
        low=bounds[0],
        high=bounds[1],
        found=found,
        span=None if given else clause.construct.value.span,
        path=path,
        related=(Related(clause.span, "its range stands here"),) if given else (),
    )


def _tokens(tree: a.Clause, names: Names) -> None:
    for group in body_of(tree, "tokens"):
        members = []
        for token in group.body:
            if token.name in names.tokens:
                continue  # reported with all names that are taken
            names.tokens[token.name] = len(names.tokens)
            members.append(names.tokens[token.name])
        names.groups[group.name] = tuple(members)
    if len(names.tokens) > MOST_TOKENS:
        last = body_of(tree, "tokens")[-1]
        names.report(
            TooLarge(what="tokens", bound=MOST_TOKENS, found=len(names.tokens), span=last.span)
        )
    names.groups[ALL_TOKENS] = tuple(names.tokens.values())


# ---- zones -------------------------------------------------------------------------------------
def _zones(tree: a.Clause, names: Names) -> None:
    supply = find(tree, "supply")
    assert supply is not None
    names.zones[SUPPLY] = _plain_zone(SUPPLY, None, m.Face.UP, where_of(supply, SUPPLY))
    clauses = body_of(tree, "zones")
    for clause in clauses:
        names.zones[clause.name] = _zone(clause, names)
    names.zones.setdefault(BOX, _plain_zone(BOX, ANY_KIND, m.Face.DOWN, where_of(supply, BOX)))
    for clause in clauses:
        _refill_sound(clause, names)


def _plain_zone(name: str, kind: str | None, face: m.Face, where: m.Where) -> m.Zone:
    return m.Zone(
        name=name,
        kind=kind,
        by=None,
        owned=False,
        face=face,
        places=None,
        refill=None,
        slide=False,
        where=where,
    )


def _zone(clause: a.Clause, names: Names) -> m.Zone:
    """Return a zone; a faulty one is declared all the same, so that its uses are no further problems."""
    construct = clause.construct
    assert isinstance(construct, a.Zone)
    kind = None if construct.kind.text == ALL_TOKENS else construct.kind.text
    if kind is not None and kind not in names.kinds:
        names.unknown(construct.kind, "a kind of piece, or 'tokens'", (*names.kinds, ALL_TOKENS))
        names.faulty_zones.add(clause.name)
        kind = UNKNOWN_KIND
    elif construct.by is not None and not _by_sound(construct.by, kind, names):
        names.faulty_zones.add(clause.name)
    properties = {type(each.construct): each.construct for each in clause.body}
    face, places = properties.get(a.Face), properties.get(a.Places)
    refill = properties.get(a.Refill)
    return m.Zone(
        name=clause.name,
        kind=kind,
        by=construct.by.text if construct.by else None,
        owned=construct.of_a_player,
        face=m.Face(face.which) if isinstance(face, a.Face) else m.Face.UP,
        places=_places(places, names),
        refill=m.Refill(source=refill.source.text, when=m.RefillTime(refill.when))
        if isinstance(refill, a.Refill)
        else None,
        slide=a.Slide in properties,
        where=where_of(clause, f"zones.{clause.name}"),
    )


def _places(construct: object, names: Names) -> v.Expr | None:
    """Return the number of places; if it is broken, 1, as the zone has places all the same."""
    if not isinstance(construct, a.Places):
        return None
    found = number(construct.value, new_scope(names))
    return v.Const(value=1) if found is None else found


def _by_sound(by: Ident, kind: str | None, names: Names) -> bool:
    fields = names.kinds[kind].fields if kind else {}
    numbers = [name for name, field in fields.items() if field.type == "number"]
    expected = f"a field of {kind} that is a number"
    if by.text in fields and by.text not in numbers:
        names.report(WrongType(expected=expected, found=repr(by.text), span=by.span))
        return False
    if by.text not in numbers:
        names.unknown(by, expected, numbers)
        return False
    return True


def _refill_sound(clause: a.Clause, names: Names) -> None:
    zone = names.zones.get(clause.name)
    refill = next(
        (each.construct for each in clause.body if isinstance(each.construct, a.Refill)), None
    )
    if zone is None or refill is None:
        return
    source = names.zones.get(refill.source.text)
    fitting = [
        z.name for z in names.zones.values() if z.kind == zone.kind and z.kind and not z.owned
    ]
    if source is None:
        names.unknown(
            refill.source, "a zone to refill from", [name for name in fitting if name != zone.name]
        )
    elif {zone.name, source.name} & names.faulty_zones:
        return
    elif source.kind != zone.kind or source.owned or source.by != zone.by:
        expected = f"a zone of the game that holds {zone.kind}, cut into the same parts"
        names.report(WrongType(expected=expected, found=repr(source.name), span=refill.source.span))
    elif zone.places is None:
        names.report(
            WrongType(
                expected="'places', as it refills",
                found=f"a zone without any: {zone.name!r}",
                span=clause.span,
            )
        )


def _counter(clause: a.Clause, names: Names) -> None:
    construct, scope = clause.construct, new_scope(names)
    assert isinstance(construct, a.Counter)
    start = number(construct.value, scope)
    low, high = fixed(construct.low, scope), fixed(construct.high, scope)
    start = v.Const(value=0) if start is None else start
    if low is None or high is None:
        low, high = ANY_NUMBER  # so that its uses are no further problems
    low, high = ordered_range(clause.name, low, high, construct.high.span, names)
    where = where_of(clause, f"counters.{clause.name}")
    names.counters[clause.name] = m.Counter(
        name=clause.name, owned=construct.of_a_player, start=start, low=low, high=high, where=where
    )


# ---- names -------------------------------------------------------------------------------------
def _report_clashes(tree: a.Clause, names: Names, own: Source) -> None:
    """Report names with two meanings in an expression; of two, the one in the file that was requested is at fault."""
    taken: dict[str, str] = dict.fromkeys((*FACTS, *HEADS, *WORDS), "word of the language")
    places: dict[str, a.Clause] = {}
    paths: set[str] = set()
    for path, clause, sort in sorted(_named(tree), key=lambda each: each[1].span.source == own):
        name = clause.name
        if path in paths:
            continue  # reported with all labels that occur twice
        paths.add(path)
        if name in taken and not (name == SUPPLY and sort == "zone"):
            other = places.get(name)
            related = () if other is None else (Related(other.label.span, "it stands here"),)
            problem = NameTaken(
                name=name, other=taken[name], span=clause.label.span, path=path, related=related
            )
            names.report(problem)
        taken.setdefault(name, sort)
        places.setdefault(name, clause)
    for clause in body_of(tree, "phases"):
        if clause.name in OWN_PHASES:
            names.report(
                NameTaken(
                    name=clause.name,
                    other="phase that every game has",
                    span=clause.label.span,
                    path=f"phases.{clause.name}",
                )
            )


def _named(tree: a.Clause) -> Iterator[tuple[str, a.Clause, str]]:
    for group in body_of(tree, "tokens"):
        yield f"tokens.{group.name}", group, "group of tokens"
        for token in group.body:
            yield f"tokens.{group.name}.{token.name}", token, "token"
    sorts = (
        ("parameters", "parameter"),
        ("zones", "zone"),
        ("counters", "counter"),
        ("values", "value"),
    )
    for section, sort in sorts:
        for clause in body_of(tree, section):
            yield f"{section}.{clause.name}", clause, sort
