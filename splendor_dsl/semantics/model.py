"""The meaning of a rule file: everything named, typed and labelled by its path. The IR is made from this alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cached_property

from attrs import field, frozen

from splendor_dsl.semantics.parts import all_in
from splendor_dsl.semantics.steps import *
from splendor_dsl.semantics.values import Expr
from splendor_dsl.semantics.where import Where


@frozen(kw_only=True)
class Token:
    """A sort of token."""

    name: str
    group: str
    where: Where = field(eq=False, repr=False)


@frozen(kw_only=True)
class Parameter:
    """A number that can be set from outside; `given` is true if it was."""

    name: str
    value: int
    low: int
    high: int
    given: bool = field(default=False, eq=False)
    where: Where = field(eq=False, repr=False)


@frozen(kw_only=True)
class Field:
    """A field of a kind: a number in a range, or amounts of a group."""

    name: str
    type: str  # "number" or "amounts"
    low: int
    high: int
    group: str | None
    default: int | tuple[int, ...] | None
    where: Where = field(eq=False, repr=False)


@frozen(kw_only=True)
class Kind:
    """A kind of piece."""

    name: str
    fields: Mapping[str, Field]
    where: Where = field(eq=False, repr=False)


@frozen(kw_only=True)
class Piece:
    """One side of a piece, a row of its table. `thing` is the number of the physical piece that it is a side of."""

    label: str
    kind: str
    title: str | None
    thing: int
    values: Mapping[str, int | tuple[int, ...]]
    where: Where = field(eq=False, repr=False)


class RefillTime(StrEnum):
    """The moment at which empty places are filled."""

    AT_ONCE = "at once"
    WHEN_EMPTY = "when empty"


@frozen(kw_only=True)
class Refill:
    """The zone that empty places are filled from, and the moment."""

    source: str
    when: RefillTime


class Face(StrEnum):
    """The players who see the pieces in a zone."""

    UP = "up"
    DOWN = "down"
    OWNER = "owner"


@frozen(kw_only=True)
class Zone:
    """A zone of pieces (`kind`) or a pile of tokens (`kind` is none)."""

    name: str
    kind: str | None
    by: str | None
    owned: bool
    face: Face
    places: Expr | None
    refill: Refill | None
    slide: bool
    where: Where = field(eq=False, repr=False)


@frozen(kw_only=True)
class Counter:
    """A number that steps change."""

    name: str
    owned: bool
    start: Expr
    low: int
    high: int
    where: Where = field(eq=False, repr=False)


@frozen(kw_only=True)
class Marker:
    """A thing that nobody or one player holds."""

    name: str
    where: Where = field(eq=False, repr=False)


@frozen(kw_only=True)
class Term:
    """One labelled part of a value, about the player in slot 0."""

    name: str
    value: Expr
    where: Where = field(eq=False, repr=False)
    text: str = field(default="", eq=False)


class ValueKind(StrEnum):
    """The combination of a value's terms: their sum, or conditions that must all hold, or one of them."""

    TOTAL = "total"
    ALL = "all"
    ANY = "any"


@frozen(kw_only=True)
class Value:
    """A named value, made up of its terms."""

    name: str
    which: ValueKind
    type: str
    terms: tuple[Term, ...]
    where: Where = field(eq=False, repr=False)


@frozen(kw_only=True)
class Limit:
    """A bound on the tokens or pieces in a zone of a player."""

    name: str
    zone: str
    tokens: tuple[int, ...] | None  # none for a limit on pieces
    value: Expr
    at_end_of_turn: bool
    keeps: tuple[int, ...]
    where: Where = field(eq=False, repr=False)


# ---- code ------------------------------------------------------------------------------------
@frozen(kw_only=True)
class Action:
    """An action; `notation` is its typed form, with `{variable}` for each leading choice."""

    name: str
    notation: str
    last_resort: bool
    only_owed: bool
    code: Code
    where: Where = field(eq=False, repr=False)


@frozen(kw_only=True)
class Phase:
    """Steps that each seat runs before the first round, in `rounds` rounds; `snake` reverses every second round."""

    name: str
    rounds: Expr
    snake: bool
    code: Code
    where: Where = field(eq=False, repr=False)


class Moment(StrEnum):
    """The moment at which a trigger runs."""

    ENTERS = "enters"
    START_OF_TURN = "start of turn"
    END_OF_TURN = "end of turn"
    START_OF_ROUND = "start of round"
    END_OF_ROUND = "end of round"


@frozen(kw_only=True)
class Trigger:
    """Steps that run at a moment; `zone` is the one that was entered."""

    name: str
    at: Moment
    zone: str | None
    code: Code
    where: Where = field(eq=False, repr=False)


class RankOrder(StrEnum):
    """The order of players in a line of a ranking."""

    MOST = "most"
    FEWEST = "fewest"
    WITH = "with"


@frozen(kw_only=True)
class Rank:
    """One line of a ranking."""

    name: str
    which: RankOrder
    value: Expr
    where: Where = field(eq=False, repr=False)


@frozen(kw_only=True)
class Ranking:
    """The order of the players at the end of a game."""

    among: Expr | None
    ranks: tuple[Rank, ...]
    shared: bool
    where: Where = field(eq=False, repr=False)


@frozen(kw_only=True)
class End:
    """A condition that ends the game."""

    name: str
    value: Expr
    at_once: bool
    more_rounds: Expr
    remembered: bool
    ranking: Ranking | None  # its own, if it has one
    where: Where = field(eq=False, repr=False)
    text: str = field(default="", eq=False)


@frozen(kw_only=True)
class Invariant:
    """A condition that holds after every step."""

    name: str
    value: Expr
    where: Where = field(eq=False, repr=False)
    text: str = field(default="", eq=False)


@frozen(kw_only=True)
class Model:
    """A whole game.

    `kept_limits` are those that a check has proved to hold whenever a player is to act, with the most that each allows in
    any number of players; any other limit may be exceeded.
    """

    name: str
    title: str
    low_players: int
    high_players: int
    team_size: int
    parameters: Mapping[str, Parameter]
    tokens: tuple[Token, ...]
    groups: Mapping[str, tuple[int, ...]]
    stock: tuple[Expr, ...]  # one a token
    kinds: Mapping[str, Kind]
    pieces: tuple[Piece, ...]
    zones: Mapping[str, Zone]
    counters: Mapping[str, Counter]
    markers: Mapping[str, Marker]
    values: Mapping[str, Value]
    limits: Mapping[str, Limit]
    setup: Code
    actions: tuple[Action, ...]
    phases: tuple[Phase, ...]
    turn: Code
    triggers: tuple[Trigger, ...]
    ends: tuple[End, ...]
    ranking: Ranking
    invariants: tuple[Invariant, ...]
    mechanics: tuple[str, ...] = field(eq=False)
    places: Mapping[str, Where] = field(eq=False, repr=False)  # every clause path, in order
    kept_limits: Mapping[str, int] = field(factory=dict, eq=False)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """All steps of all code, each before those within it."""
        return tuple(each for each in all_in(self) if isinstance(each, Step))

    @cached_property
    def caused(self) -> dict[frozenset[str], frozenset[str]]:
        """A cache for `changes.caused`: by the zones that pieces enter, all that triggers then change."""
        return {}

    @cached_property
    def changed_by_triggers(self) -> dict[str, set[str]]:
        """A cache for `changes.caused`: by the zone that pieces enter, all that its triggers change by themselves."""
        return {}

    def token_names(self) -> tuple[str, ...]:
        """Return the names of the tokens, in order."""
        return tuple(token.name for token in self.tokens)

    def pieces_of(self, kind: str) -> Iterator[int]:
        """Return the numbers of the pieces of a kind."""
        return (number for number, piece in enumerate(self.pieces) if piece.kind == kind)
