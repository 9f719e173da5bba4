"""What a name means where it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from attrs import evolve, field, frozen, mutable

from splendor_dsl.diagnostics import MOST_TOLD, Problem
from splendor_dsl.semantics.model import Counter, Field, Kind, Marker, Parameter, Zone
from splendor_dsl.semantics.problems import UnknownName
from splendor_dsl.semantics.titles import Titles, known_as
from splendor_dsl.semantics.type_problems import WrongType
from splendor_dsl.semantics.values import Expr, FactName, Local
from splendor_dsl.spelling import nearest
from splendor_dsl.syntax.expressions import Ident

ALL_TOKENS = "tokens"
ANY_KIND = "any"
UNSURE = "unknown"  # the kind of what lies in a zone whose own kind is not declared
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
    """The variable slots that a code has taken so far."""

    used: int = 1

    def take(self) -> int:
        """One more."""
        self.used += 1
        return self.used - 1


@mutable(kw_only=True)
class BareName:
    """A name that is read as a field of a piece, and could be read as what a player has."""

    name: Ident
    piece: str  # what the piece is called there
    path: str = ""  # of the clause, once that is read


@mutable(kw_only=True)
class Names:
    """All that the game declares, and the problems found on the way."""

    problems: list[Problem] = field(factory=list)
    low_players: int = 2
    high_players: int = 2
    team_size: int = 1
    parameters: dict[str, Parameter] = field(factory=dict)
    tokens: dict[str, int] = field(factory=dict)
    things: dict[str, int] = field(factory=dict)  # how many there are of each kind
    groups: dict[str, tuple[int, ...]] = field(factory=dict)
    kinds: dict[str, Kind] = field(factory=dict)
    zones: dict[str, Zone] = field(factory=dict)
    unsure: set[str] = field(factory=set)  # zones that are declared with a fault
    counters: dict[str, Counter] = field(factory=dict)
    markers: dict[str, Marker] = field(factory=dict)
    limits: dict[str, Expr] = field(factory=dict)
    limits_on: dict[str, str] = field(factory=dict)  # the first limit of each zone
    limits_about: dict[tuple[str, Expr], Expr] = field(factory=dict)  # about another player
    copied: int = 0  # expressions in those
    limit_slots: Slots | None = None  # the variables of all limits, where these have any
    first_slot: int = 1  # the first variable of any other code
    actions: set[str] = field(factory=set)
    faulty: set[tuple[str, str | None]] = field(factory=set)  # labels and titles of such rows
    value_types: Callable[[str], str | None] = lambda _: None
    value_names: tuple[str, ...] = ()
    used_parameters: set[str] = field(factory=set)
    players_sound: bool = True
    later: frozenset[str] = (
        frozenset()
    )  # names that are declared, but known only once the game goes on
    titles: Titles = field(factory=Titles)
    bare: list[BareName] = field(factory=list)
    told: set[tuple[object, ...]] = field(factory=set)

    def report(self, problem: Problem) -> None:
        """Note a problem; the same one at the same place is noted once."""
        if problem.position not in self.told:
            self.told.add(problem.position)
            self.problems.append(problem)

    def place_bare(self, path: str) -> None:
        """Say of the names that were read since the last clause in which they stand."""
        for each in reversed(self.bare):
            if each.path:
                break
            each.path = path

    def unknown(
        self, name: Ident, expected: str, candidates: Iterable[str], otherwise: str | None = None
    ) -> None:
        """Note a name that nothing declares, with the nearest that would fit; or else what is meant if none is near."""
        if len(self.problems) >= MOST_TOLD:  # it won't be told, so nothing near it is looked for
            self.report(UnknownName(name=name.text, expected=expected, span=name.span))
            return
        fitting = tuple(candidates)
        near = nearest(name.text, fitting) or otherwise
        known = known_as(name.text, self.titles, fitting, near)
        problem = UnknownName(name=name.text, expected=expected, near=near, span=name.span)
        self.report(problem.but(near=known.name, title=known.text) if known else problem)

    def misfit(self, name: Ident, expected: str, kind: str) -> None:
        """Note a word where one kind of piece belongs: another kind, or what nothing declares."""
        if name.text in self.kinds or name.text in self.tokens or name.text in self.groups:
            self.report(WrongType(expected=expected, found=repr(name.text), span=name.span))
        else:
            self.unknown(name, expected, (kind,))


@frozen(kw_only=True)
class Scope:
    """Where an expression stands: whose it is about, what is bound, and which piece's fields stand bare."""

    names: Names
    slots: Slots
    player: Expr = field(factory=lambda: Local(slot=PLAYER_SLOT, type="player"))
    variables: Mapping[str, Typed] = field(factory=dict)
    subject: tuple[int, str] | None = None  # slot and kind
    piece: str = ""  # what that piece is called, if it has a name

    def bind(self, name: str, value: Expr, type_: str) -> Scope:
        """The same with one more variable."""
        return evolve(self, variables={**self.variables, name: Typed(value=value, type=type_)})

    def about(self, player: Expr) -> Scope:
        """The same about another player."""
        return evolve(self, player=player)

    def over_piece(self, slot: int, kind: str, name: str = "") -> Scope:
        """The same with the fields of a piece standing bare."""
        return evolve(self, subject=(slot, kind), piece=name)

    def field(self, kind: str, name: str) -> Field | None:
        """A field of a kind of piece."""
        known = self.names.kinds.get(kind)
        return known.fields.get(name) if known else None

    def words(self) -> tuple[str, ...]:
        """Every name that an expression may begin with."""
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
