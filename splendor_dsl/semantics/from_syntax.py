"""From the merged tree to the model of a game, section by section."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from attrs import evolve, frozen

from splendor_dsl.diagnostics import Problem
from splendor_dsl.identifiers import normalised
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.chains import place, token_numbers, tokens_named
from splendor_dsl.semantics.declarations import declare, declare_limits, number_variables
from splendor_dsl.semantics.duplicates import duplicates
from splendor_dsl.semantics.examples import Example, examples_of, unread_records
from splendor_dsl.semantics.expressions import expect, number, type_in_words, typed
from splendor_dsl.semantics.layers import Resolved
from splendor_dsl.semantics.nesting import DEEPEST, STEP, of_itself, problems_of_nesting, too_deep
from splendor_dsl.semantics.pieces import pieces_of, with_unique_labels
from splendor_dsl.semantics.problems import MissingSection
from splendor_dsl.semantics.rows import sides_in
from splendor_dsl.semantics.scope import UNKNOWN_KIND, Names, Scope
from splendor_dsl.semantics.step_context import new_scope, text_of, where_of
from splendor_dsl.semantics.steps_from_syntax import code_of
from splendor_dsl.semantics.tables import Allowance
from splendor_dsl.semantics.titles import titles_of
from splendor_dsl.semantics.tree import body_of, find, walk
from splendor_dsl.semantics.type_problems import WrongPlace, WrongType
from splendor_dsl.syntax import ast as a
from splendor_dsl.syntax.expressions import Ident

T = TypeVar("T")


@frozen(kw_only=True)
class ResolvedModel:
    """A game's model, if it has no problems, with its examples, names and problems."""

    model: m.Model | None
    examples: tuple[Example, ...]
    names: Names
    problems: tuple[Problem, ...]


def from_syntax(
    resolved: Resolved, settings: Mapping[str, int] | None = None, *, like: m.Model | None = None
) -> ResolvedModel:
    """Return the meaning of a merged tree, with parameters set from outside.

    `like` is the model of the same tree with other settings: its tables need not be read again.
    """
    tree = resolved.tree
    names, values = _declared(resolved, settings or {})
    same = like is not None and (like.kinds, like.groups) == (names.kinds, names.groups)
    pieces = like.pieces if like is not None and same else _pieces(tree, names)
    model = _model(resolved, names, values, pieces)
    read = frozenset(names.used_parameters)
    invariants = _without_none(_invariant(each, names) for each in body_of(tree, "invariants"))
    examples = _examples(tree, names, pieces)
    names.used_parameters &= (
        read  # a parameter that only invariants and examples read changes no game
    )
    if names.problems or model is None:
        return ResolvedModel(model=None, examples=(), names=names, problems=tuple(names.problems))
    return ResolvedModel(
        model=evolve(model, invariants=invariants),
        examples=examples,
        names=names,
        problems=tuple(unread_records(examples)),
    )


def _model(
    resolved: Resolved, names: Names, values: ValueReader, pieces: tuple[m.Piece, ...]
) -> m.Model | None:
    """Return the model without its invariants; None if it has no ranking."""
    tree = resolved.tree
    stock = _stock(tree, names)
    limits = _limits(tree, names)
    setup = _code(tree, "setup", names)
    actions = tuple(_action(each, names) for each in body_of(tree, "actions"))
    phases = _without_none(_phase(each, names) for each in body_of(tree, "phases"))
    turn = _code(tree, "turn", names)
    triggers = _without_none(_trigger(each, names) for each in body_of(tree, "triggers"))
    ends, ranking = _end(tree, names)
    all_values = values.all()
    if ranking is None:
        return None
    return m.Model(
        name=resolved.header.name,
        title=resolved.header.title or resolved.header.name,
        low_players=names.low_players,
        high_players=names.high_players,
        team_size=names.team_size,
        parameters=names.parameters,
        tokens=_tokens(tree),
        groups=names.groups,
        stock=stock,
        kinds=names.kinds,
        pieces=pieces,
        zones=names.zones,
        counters=names.counters,
        markers=names.markers,
        values=all_values,
        limits=limits,
        setup=setup,
        actions=actions,
        phases=phases,
        turn=turn,
        triggers=triggers,
        ends=ends,
        ranking=ranking,
        invariants=(),
        mechanics=resolved.mechanics,
        places={path: where_of(clause, path) for path, clause in walk(tree)},
    )


def _declared(resolved: Resolved, settings: Mapping[str, int]) -> tuple[Names, ValueReader]:
    """Return the names that a game declares, and a reader of its values."""
    tree, names = resolved.tree, Names()
    names.titles = titles_of(tree, resolved.names)
    names.problems.extend(duplicates(tree))
    declare(tree, names, settings, resolved.header.span.source)
    names.things = {section.name: len(section.body) for section in body_of(tree, "rows")}
    number_variables(tree, names)
    values = ValueReader(tree, names)
    declare_limits(tree, names)
    return names, values


def _examples(tree: a.Clause, names: Names, pieces: tuple[m.Piece, ...]) -> tuple[Example, ...]:
    """Return the examples; they may name an end or phase with a problem."""
    ends = [each for each in body_of(tree, "end") if not isinstance(each.construct, a.Ranking)]
    known = tuple(each.name for each in ends), tuple(each.name for each in body_of(tree, "phases"))
    return examples_of(body_of(tree, "examples"), names, pieces, known)


def _without_none(maybe: Iterable[T | None]) -> tuple[T, ...]:
    """Return what is not None."""
    return tuple(each for each in maybe if each is not None)


def _code(tree: a.Clause, section: str, names: Names) -> m.Code:
    found = find(tree, section)
    assert found is not None  # every tree has all sections
    return code_of(found, section, section, new_scope(names))


def _tokens(tree: a.Clause) -> tuple[m.Token, ...]:
    return tuple(
        m.Token(
            name=token.name,
            group=group.name,
            where=where_of(token, f"tokens.{group.name}.{token.name}"),
        )
        for group in body_of(tree, "tokens")
        for token in group.body
    )


# ---- pieces and tokens -------------------------------------------------------------------------
def _pieces(tree: a.Clause, names: Names) -> tuple[m.Piece, ...]:
    pieces: list[m.Piece] = []
    things = 0
    sections = body_of(tree, "rows")
    # Rows of tables were counted while layers were merged, but not the rows that edits add.
    sides = sum(sides_in(section.body) for section in sections)
    too_many = Allowance().of_sides(sides, sections[-1].label.span) if sections else None
    if too_many is not None:
        names.report(too_many)
        return ()
    for section in sections:
        pieces.extend(pieces_of(section, names, things))
        things += len(section.body)
    return with_unique_labels(pieces)


def _stock(tree: a.Clause, names: Names) -> tuple[v.Expr, ...]:
    stock: list[v.Expr] = [v.Const(value=0)] * len(names.tokens)
    for clause in body_of(tree, "supply"):
        construct, scope = clause.construct, new_scope(names)
        assert isinstance(construct, a.Stock)
        tokens = tokens_named(clause.label, scope)
        count = number(construct.value, scope)
        if tokens is None or count is None:
            continue
        if isinstance(tokens.value, v.TokenSet) and not construct.each:
            expected = f"'each {clause.name}', as it is a group"
            names.report(
                WrongType(expected=expected, found=repr(clause.name), span=clause.label.span)
            )
            continue
        for token in token_numbers(tokens.value):
            stock[token] = count
    return tuple(stock)


# ---- values --------------------------------------------------------------------------------------
class ValueReader:
    """A reader of values on first use, so that they can be declared in any order."""

    def __init__(self, tree: a.Clause, names: Names) -> None:
        self.names = names
        self.clauses = {each.name: each for each in body_of(tree, "values")}
        self.done: dict[str, m.Value | None] = {}
        self.under_way: list[str] = []
        self.is_too_deep = False
        names.value_names = tuple(self.clauses)
        names.value_types = self.type_of

    def all(self) -> dict[str, m.Value]:
        """Return every value of the game."""
        found = {name: self.read(name) for name in self.clauses}
        made = {name: value for name, value in found.items() if value is not None}
        for problem in () if self.is_too_deep else problems_of_nesting(made):
            self.names.report(problem)
        return made

    def type_of(self, name: str) -> str | None:
        """Return the type of a value; None if it is broken."""
        clause = self.clauses[name]
        assert isinstance(clause.construct, a.Value)
        if clause.construct.which != "total":
            return "condition"
        value = self.read(name)
        return value.type if value else None

    def read(self, name: str) -> m.Value | None:
        """Return a value, which is read once."""
        if name in self.under_way:
            way = self.under_way[self.under_way.index(name) :]
            self.names.report(of_itself(where_of(self.clauses[name], f"values.{name}"), way))
            return None
        if name not in self.done and self._has_room():
            self.under_way.append(name)
            self.done[name] = self._value(self.clauses[name])
            self.under_way.pop()
        return self.done.get(name)

    def _has_room(self) -> bool:
        """Return whether one more value can be read within those under way; report the first too many."""
        found = len(self.under_way) * STEP
        if found > DEEPEST and not self.is_too_deep:
            first = self.under_way[0]
            where = where_of(self.clauses[first], f"values.{first}")
            self.names.report(too_deep(where, first, found))
            self.is_too_deep = True
        return found <= DEEPEST

    def _value(self, clause: a.Clause) -> m.Value | None:
        construct = clause.construct
        assert isinstance(construct, a.Value)
        path = f"values.{clause.name}"
        type_ = None if construct.which == "total" else "condition"
        terms: list[m.Term] = []
        sound = True
        for each in clause.body:
            term, type_ = self._term(each, f"{path}.{each.name}", type_)
            sound &= term is not None
            if term is not None:
                terms.append(term)
        if not sound:
            return None
        where = where_of(clause, path)
        return m.Value(
            name=clause.name,
            which=m.ValueKind(construct.which),
            type=type_ or "number",
            terms=tuple(terms),
            where=where,
        )

    def _term(
        self, clause: a.Clause, path: str, type_: str | None
    ) -> tuple[m.Term | None, str | None]:
        construct, scope = clause.construct, new_scope(self.names)
        assert isinstance(construct, a.Term)
        wanted = (type_,) if type_ else ("number", "amounts")
        value, found = _value_of_type(construct, scope, wanted)
        if value is None:
            return None, type_
        return m.Term(
            name=clause.name,
            value=value,
            where=where_of(clause, path),
            text=text_of(construct.value),
        ), found


def _value_of_type(
    construct: a.Term, scope: Scope, wanted: tuple[str, ...]
) -> tuple[v.Expr | None, str | None]:
    found = typed(construct.value, scope)
    if found is None:
        return None, None
    if found.type not in wanted:
        expected = " or ".join(type_in_words(each) for each in wanted)
        scope.names.report(
            WrongType(expected=expected, found=type_in_words(found.type), span=construct.value.span)
        )
        return None, None
    return found.value, found.type


# ---- limits, actions, triggers -----------------------------------------------------------------------
def _limits(tree: a.Clause, names: Names) -> dict[str, m.Limit]:
    limits = {}
    for clause in body_of(tree, "limits"):
        made = _limit(clause, names)
        if made is not None:
            limits[made.name] = made
    return limits


def _limit(clause: a.Clause, names: Names) -> m.Limit | None:
    construct, scope, path = clause.construct, new_scope(names), f"limits.{clause.name}"
    assert isinstance(construct, a.Limit)
    found = place(construct.place, scope)
    value = names.limits.get(clause.name)
    if found is None or value is None:
        return None
    zone, tokens = found[1], None
    if not zone.owned:
        names.report(
            WrongType(
                expected="a zone of a player", found=repr(zone.name), span=construct.place.span
            )
        )
        return None
    if zone.kind is None:
        named = tokens_named(construct.what, scope)
        if named is None:
            return None
        tokens = token_numbers(named.value)
    elif construct.what.text != zone.kind:
        names.wrong_kind(construct.what, f"{zone.kind!r}, which is what lies there", zone.kind)
        return None
    if zone.kind is not None and construct.at_end_of_turn:
        reason = (
            "at the end of a turn only tokens can be returned; require room in the actions instead"
        )
        names.report(
            WrongPlace(what="'at end of turn'", reason=reason, span=clause.span, path=path)
        )
    keeps = tuple(index for each in clause.body for index in _keep(each, scope))
    return m.Limit(
        name=clause.name,
        zone=zone.name,
        tokens=tokens,
        value=value,
        at_end_of_turn=construct.at_end_of_turn,
        keeps=keeps,
        where=where_of(clause, path),
    )


def _keep(clause: a.Clause, scope: Scope) -> tuple[int, ...]:
    assert isinstance(clause.construct, a.Keep)
    found = tokens_named(clause.construct.token, scope)
    return () if found is None else token_numbers(found.value)


def _action(clause: a.Clause, names: Names) -> m.Action:
    construct, path = clause.construct, f"actions.{clause.name}"
    assert isinstance(construct, a.Action)
    code = code_of(clause, path, "action", new_scope(names))
    return m.Action(
        name=clause.name,
        notation=normalised(construct.notation or _default_notation(clause)),
        last_resort=construct.offered == "if nothing else is possible",
        only_owed=construct.offered == "only when owed",
        code=code,
        where=where_of(clause, path),
    )


def _default_notation(clause: a.Clause) -> str:
    """Return the label, then each choice that leads the action."""
    words = [clause.name]
    for step in clause.body:
        if isinstance(step.construct, a.Choose) and not step.construct.may:
            words.append("{" + step.name + "}")
        elif not isinstance(step.construct, a.Require):
            break
    return " ".join(words)


def _phase(clause: a.Clause, names: Names) -> m.Phase | None:
    construct, path = clause.construct, f"phases.{clause.name}"
    assert isinstance(construct, a.Phase)
    rounds = number(construct.value, new_scope(names))
    code = code_of(clause, path, "phase", new_scope(names))
    if rounds is None:
        return None
    where = where_of(clause, path)
    return m.Phase(name=clause.name, rounds=rounds, snake=construct.snake, code=code, where=where)


def _trigger(clause: a.Clause, names: Names) -> m.Trigger | None:
    construct, path, scope = clause.construct, f"triggers.{clause.name}", new_scope(names)
    assert isinstance(construct, a.Trigger)
    if construct.zone is not None and construct.kind is not None and construct.variable is not None:
        zone = _trigger_zone(construct.kind, construct.zone, names)
        if zone is None:
            return None
        at = m.Moment.ENTERS
        kind = f"piece {construct.kind.text}"
        slot = scope.slots.take()
        name = construct.variable.text
        entered = v.Local(slot=slot, type=kind, name=name)
        scope = scope.bind(name, entered, kind).over_piece(slot, construct.kind.text, name)
    else:
        at, zone = m.Moment(f"{construct.edge} of {construct.period}"), None
    code = code_of(clause, path, "trigger", scope)
    return m.Trigger(name=clause.name, at=at, zone=zone, code=code, where=where_of(clause, path))


def _trigger_zone(kind: Ident, zone: Ident, names: Names) -> str | None:
    known = names.zones.get(zone.text)
    if known is None or known.kind is None:
        if known is not None:
            expected, found = "a zone of pieces", f"{known.name!r}, a pile of tokens"
            names.report(WrongType(expected=expected, found=found, span=zone.span))
        else:
            pieces = [each.name for each in names.zones.values() if each.kind]
            names.unknown(zone, "a zone of pieces", pieces)
        return None
    if known.kind == UNKNOWN_KIND:
        return None
    if known.kind != kind.text:
        names.wrong_kind(kind, f"{known.kind!r}, which is what enters there", known.kind)
        return None
    return zone.text


# ---- the end -----------------------------------------------------------------------------------------
def _end(tree: a.Clause, names: Names) -> tuple[tuple[m.End, ...], m.Ranking | None]:
    ends: list[m.End] = []
    ranking: m.Ranking | None = None
    for clause in body_of(tree, "end"):
        path = f"end.{clause.name}"
        if isinstance(clause.construct, a.Ranking):
            ranking = _ranking(clause, path, names)
        else:
            made = _end_when(clause, path, names)
            ends.extend((made,) if made else ())
    if not any(isinstance(each.construct, a.Ranking) for each in body_of(tree, "end")):
        found = find(tree, "end")
        names.report(
            MissingSection(what="ranking in its section 'end'", span=found.span if found else None)
        )
    return tuple(ends), ranking


def _end_when(clause: a.Clause, path: str, names: Names) -> m.End | None:
    construct, scope = clause.construct, new_scope(names)
    assert isinstance(construct, a.EndWhen)
    value = expect(construct.value, scope, "condition")
    more = (
        number(construct.more_rounds, scope)
        if construct.more_rounds is not None
        else v.Const(value=0)
    )
    own = [
        _ranking(each, f"{path}.{each.name}", names)
        for each in clause.body
        if isinstance(each.construct, a.Ranking)
    ]
    if value is None or more is None:
        return None
    return m.End(
        name=clause.name,
        value=value,
        at_once=construct.then == "at once",
        more_rounds=more,
        remembered=construct.memory != "judged again",
        ranking=own[0] if own else None,
        where=where_of(clause, path),
        text=text_of(construct.value),
    )


def _ranking(clause: a.Clause, path: str, names: Names) -> m.Ranking:
    construct = clause.construct
    assert isinstance(construct, a.Ranking)
    among: v.Expr | None = None
    if construct.among is not None:
        if (
            construct.among.text in names.value_names
            and names.value_types(construct.among.text) == "condition"
        ):
            player = v.Local(slot=0, type="player")
            among = v.ValueOf(value=construct.among.text, type="condition", player=player)
        else:
            names.unknown(construct.among, "a condition declared in 'values'", names.value_names)
    ranks = _without_none(_rank(each, f"{path}.{each.name}", names) for each in clause.body)
    shared = any(isinstance(each.construct, a.Shared) for each in clause.body)
    return m.Ranking(among=among, ranks=ranks, shared=shared, where=where_of(clause, path))


def _rank(clause: a.Clause, path: str, names: Names) -> m.Rank | None:
    construct = clause.construct
    if not isinstance(construct, a.Rank):
        return None
    wanted = "condition" if construct.which == "with" else "number"
    value = expect(construct.value, new_scope(names), wanted)
    return (
        None
        if value is None
        else m.Rank(
            name=clause.name,
            which=m.RankOrder(construct.which),
            value=value,
            where=where_of(clause, path),
        )
    )


def _invariant(clause: a.Clause, names: Names) -> m.Invariant | None:
    construct = clause.construct
    assert isinstance(construct, a.Invariant)
    value = expect(construct.value, new_scope(names), "condition")
    where = where_of(clause, f"invariants.{clause.name}")
    return (
        None
        if value is None
        else m.Invariant(name=clause.name, value=value, where=where, text=text_of(construct.value))
    )
