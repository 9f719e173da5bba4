"""Scopes: the meaning of each name at a place in the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from attrs import evolve, field, frozen, mutable

from splendor_dsl.diagnostics import MOST_REPORTED, Problem
from splendor_dsl.semantics.model import Counter, Field, Kind, Marker, Parameter, Zone
from splendor_dsl.semantics.problems import UnknownName
from splendor_dsl.semantics.titles import Titles, known_as
from splendor_dsl.semantics.type_problems import WrongType
from splendor_dsl.semantics.values import Expr, FactName, Local
from splendor_dsl.spelling import nearest
from splendor_dsl.syntax.expressions import Ident

ALL_TOKENS = "tokens"
ANY_KIND = "any"
UNKNOWN_KIND = "unknown"  # the kind of a zone whose own kind is not declared
PLAYER_SLOT = 0
FACTS: tuple[FactName, ...] = ("players", "round", "passes", "turn")
HEADS = ("limit", "stock", "holder")
WORDS = ("player", "mover", "nobody", *FACTS)


@frozen(kw_only=True)
class Typed:
    """An expression with its type."""

    value: Expr
    type: str


@mutable(kw_only=True)
class Slots:
    """A counter of the variable slots of a code."""

    used: int = 1

    def take(self) -> int:
        """Return a new slot."""
        self.used += 1
        return self.used - 1


@mutable(kw_only=True)
class BareName:
    """A name that is read as a field of a piece, but could also be a value of the player."""

    name: Ident
    piece: str  # the name of the piece there
    path: str = ""  # of the clause, once that is resolved


@mutable(kw_only=True)
class Names:
    """All that the game declares, and the problems found so far."""

    problems: list[Problem] = field(factory=list)
    low_players: int = 2
    high_players: int = 2
    team_size: int = 1
    parameters: dict[str, Parameter] = field(factory=dict)
    tokens: dict[str, int] = field(factory=dict)
    things: dict[str, int] = field(factory=dict)  # the number of physical pieces of each kind
    groups: dict[str, tuple[int, ...]] = field(factory=dict)
    kinds: dict[str, Kind] = field(factory=dict)
    zones: dict[str, Zone] = field(factory=dict)
    faulty_zones: set[str] = field(factory=set)  # zones that are declared with a fault
    counters: dict[str, Counter] = field(factory=dict)
    markers: dict[str, Marker] = field(factory=dict)
    limits: dict[str, Expr] = field(factory=dict)
    limits_on: dict[str, str] = field(factory=dict)  # the first limit of each zone
    limits_about: dict[tuple[str, Expr], Expr] = field(factory=dict)  # about another player
    copied: int = 0  # expressions in those
    limit_slots: Slots | None = None  # the variables of all limits, if these have any
    first_slot: int = 1  # the first variable of any other code
    actions: set[str] = field(factory=set)
    faulty_rows: set[tuple[str, str | None]] = field(factory=set)  # labels and titles of such rows
    value_types: Callable[[str], str | None] = lambda _: None
    value_names: tuple[str, ...] = ()
    used_parameters: set[str] = field(factory=set)
    players_sound: bool = True
    dynamic: frozenset[str] = frozenset()  # declared names whose values change during a game
    titles: Titles = field(factory=Titles)
    bare: list[BareName] = field(factory=list)
    reported: set[tuple[object, ...]] = field(factory=set)

    def report(self, problem: Problem) -> None:
        """Add a problem, unless the same one is known at the same place."""
        if problem.position not in self.reported:
            self.reported.add(problem.position)
            self.problems.append(problem)

    def place_bare(self, path: str) -> None:
        """Set the path of the bare names that were read since the last clause."""
        for each in reversed(self.bare):
            if each.path:
                break
            each.path = path

    def unknown(
        self, name: Ident, expected: str, candidates: Iterable[str], otherwise: str | None = None
    ) -> None:
        """Report a name that nothing declares, with the nearest that would fit, or else `otherwise`."""
        if (
            len(self.problems) >= MOST_REPORTED
        ):  # it is only counted, so skip the search for a near name
            self.report(UnknownName(name=name.text, expected=expected, span=name.span))
            return
        fitting = tuple(candidates)
        near = nearest(name.text, fitting) or otherwise
        known = known_as(name.text, self.titles, fitting, near)
        problem = UnknownName(name=name.text, expected=expected, near=near, span=name.span)
        self.report(problem.but(near=known.name, title=known.text) if known else problem)

    def wrong_kind(self, name: Ident, expected: str, kind: str) -> None:
        """Report a word that is not the kind of piece that belongs there: another kind, or undeclared."""
        if name.text in self.kinds or name.text in self.tokens or name.text in self.groups:
            self.report(WrongType(expected=expected, found=repr(name.text), span=name.span))
        else:
            self.unknown(name, expected, (kind,))


@frozen(kw_only=True)
class Scope:
    """The names at a place: the player in question, the variables, and the piece whose fields need no `of`."""

    names: Names
    slots: Slots
    player: Expr = field(factory=lambda: Local(slot=PLAYER_SLOT, type="player"))
    variables: Mapping[str, Typed] = field(factory=dict)
    subject: tuple[int, str] | None = None  # slot and kind
    piece: str = ""  # the name of that piece, if it has one

    def bind(self, name: str, value: Expr, type_: str) -> Scope:
        """Return the scope with one more variable."""
        return evolve(self, variables={**self.variables, name: Typed(value=value, type=type_)})

    def about(self, player: Expr) -> Scope:
        """Return the scope for another player."""
        return evolve(self, player=player)

    def over_piece(self, slot: int, kind: str, name: str = "") -> Scope:
        """Return the scope in which the fields of a piece need no `of`."""
        return evolve(self, subject=(slot, kind), piece=name)

    def field(self, kind: str, name: str) -> Field | None:
        """Return a field of a kind of piece."""
        known = self.names.kinds.get(kind)
        return known.fields.get(name) if known else None

    def words(self) -> tuple[str, ...]:
        """Return every name that an expression may begin with."""
        names = self.names
        fields = (
            names.kinds[self.subject[1]].fields
            if self.subject and self.subject[1] in names.kinds
            else ()
        )
        return (
            *self.variables,
            *fields,
            *names.parameters,
            *names.tokens,
            *names.groups,
            *names.value_names,
            *names.counters,
            *(zone for zone in names.zones if names.zones[zone].kind is None),
            *HEADS,
            *WORDS,
        )
