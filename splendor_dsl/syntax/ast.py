"""The tree of a rule file: one `Clause` for everything that can be labelled, cited, explained or overridden.

`construct` is what a clause says; each construct has a small class. A construct whose one number or condition can
be changed with `set` keeps it in the attribute `value`.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve, field, frozen

from splendor_dsl.source import Span
from splendor_dsl.syntax.ast_examples import (
    Example,
    ExamplePlayers,
    Given,
    GivenCount,
    GivenRecord,
    GivenRound,
    GivenSince,
    GivenToMove,
    Then,
    When,
)
from splendor_dsl.syntax.ast_steps import *
from splendor_dsl.syntax.expressions import Chain, Expr, Ident


# ---- headers ---------------------------------------------------------------------------------
@frozen(kw_only=True)
class Game:
    """`game orchard "Orchard" { ... }`: a game without a base."""


@frozen(kw_only=True)
class Variant:
    """`variant dash "Dash" extends orchard`: a game that lists only its changes to others.

    `ordered[i]` is true where `then` precedes base i.
    """

    extends: tuple[Ident, ...]
    ordered: tuple[bool, ...]


@frozen(kw_only=True)
class Mechanic:
    """`mechanic guests "guests" { options }`: a part of games, which others `use`."""


@frozen(kw_only=True)
class Players:
    """`players 2 to 4`: the least and the greatest number of players."""

    low: Expr
    high: Expr


@frozen(kw_only=True)
class FirstPlayer:
    """`first player "the youngest player"`: a rule for people; a game on a machine starts with seat 1."""

    who: str


@frozen(kw_only=True)
class Teams:
    """`teams of 2`: seats alternate between teams of so many players, who win together."""

    value: Expr


@frozen(kw_only=True)
class OptionDecl:
    """`reveal number = players + 1 "guests revealed"`: an option of a mechanic and its default."""

    type: str  # "number", "condition", "group", "name" or "rows"
    of: Ident | None
    value: Expr | None


# ---- sections --------------------------------------------------------------------------------
@frozen(kw_only=True)
class Section:
    """`tokens { ... }`: one of the fixed sections; its label is its name."""


@frozen(kw_only=True)
class Rows:
    """`rows cards with level 1 { ... }`, `rows cards from "cards.csv"`: a table of pieces of one kind."""

    fixed_field: Ident | None
    fixed_value: Expr | None
    file: str | None
    file_span: Span | None = field(default=None, eq=False, repr=False)


@frozen(kw_only=True)
class Parameter:
    """`target 20 from 1 to 60 "points that end the game"`: a number that may be set for one game, within its range."""

    value: Expr
    low: Expr
    high: Expr


@frozen(kw_only=True)
class Group:
    """`fruit apple "Cox", pear "Conference"`: a group of tokens; its body holds them."""


@frozen(kw_only=True)
class Token:
    """`apple "Cox"`: one sort of token."""


@frozen(kw_only=True)
class Stock:
    """`each fruit 4 | 5 | 6`, `nut 3`: the number of tokens in the supply at the start."""

    each: bool
    value: Expr


@frozen(kw_only=True)
class Kind:
    """`cards "card" { fields }`: a kind of piece."""


@frozen(kw_only=True)
class FieldRange:
    """`level 1 to 3`, `again 0 to 1 = 0`: a number on each piece."""

    low: Expr
    high: Expr
    default: Expr | None


@frozen(kw_only=True)
class FieldOf:
    """`cost fruit`: amounts of a group on each piece."""

    group: Ident
    default: Expr | None


@frozen(kw_only=True)
class Cell:
    """`plum`, `3`, `-1`, `plum+pear`, `again=1`: one cell of a row."""

    name: Ident | None  # of a named cell
    value: int | tuple[Ident, ...]
    span: Span = field(eq=False, repr=False)


@frozen(kw_only=True)
class AmountItem:
    """`4 pear` after the colon of a row."""

    count: int
    each: bool
    what: Ident
    span: Span = field(eq=False, repr=False)


@frozen(kw_only=True)
class Side:
    """`"Old Grove" 3 : 3 apple, 3 pear`: one face of a piece."""

    title: str | None
    cells: tuple[Cell, ...]
    amounts: tuple[AmountItem, ...] | None
    fixed: tuple[Cell, ...] = ()  # by `with`, for all rows of a table
    changed: tuple[Cell, ...] = ()  # by `set`
    blank: tuple[Cell, ...] = field(default=(), eq=False, repr=False)  # empty in a CSV file
    headings: Span | None = field(default=None, eq=False, repr=False)  # of the CSV file
    span: Span = field(eq=False, repr=False)


@frozen(kw_only=True)
class Row:
    """A piece: one side, or several joined by `/`."""

    sides: tuple[Side, ...]


@frozen(kw_only=True)
class Zone:
    """`deck cards by level { ... }`, `purse tokens of a player`: a zone of pieces or tokens."""

    kind: Ident
    by: Ident | None
    of_a_player: bool


@frozen(kw_only=True)
class Face:
    """`face up`, `face down`, `known to owner`: the players who see the content of a zone."""

    which: str  # "up", "down" or "owner"


@frozen(kw_only=True)
class Places:
    """`places 4`: a row of fixed places, which may be empty."""

    value: Expr


@frozen(kw_only=True)
class Refill:
    """`refill from deck at once`, `refill from deck when empty`: the source of new pieces for empty places."""

    source: Ident
    when: str  # "at once" or "when empty"


@frozen(kw_only=True)
class Slide:
    """`slide`: pieces move up when one leaves, so that the first place holds the oldest."""


@frozen(kw_only=True)
class Counter:
    """`energy of a player 0 from 0 to 10`: a number that steps change."""

    of_a_player: bool
    value: Expr
    low: Expr
    high: Expr


@frozen(kw_only=True)
class Marker:
    """`crown "crown"`: a thing that nobody or one player holds."""


@frozen(kw_only=True)
class Value:
    """`total points { ... }`, `all goal { ... }`, `any ... { ... }`: a named value made of labelled terms."""

    which: str  # "total" (a sum), "all" (every condition holds) or "any"


@frozen(kw_only=True)
class Term:
    """`cards: sum of points in bought`: a part of a value, with its label."""

    value: Expr


@frozen(kw_only=True)
class Limit:
    """`tokens: tokens in purse at most 8 at end of turn { keep nut }`: the most that a player may hold in a zone."""

    what: Ident
    place: Chain
    value: Expr
    at_end_of_turn: bool


@frozen(kw_only=True)
class Keep:
    """`keep nut`: a token that cannot be put back."""

    token: Ident


@frozen(kw_only=True)
class Action:
    """`buy "buy a card" as "buy {card}" { steps }`: an action of a player; `as` is the notation of the move."""

    notation: str | None
    offered: str | None  # "if nothing else is possible", "only when owed", or always


@frozen(kw_only=True)
class Phase:
    """`draft "the draft" 2 rounds in snake order { steps }`: steps of each seat before the first round."""

    value: Expr
    snake: bool


@frozen(kw_only=True)
class Trigger:
    """`visit: at end of turn { steps }`, `gift: when cards enters bought as card { steps }`: automatic steps."""

    edge: str | None  # "start" or "end"
    period: str | None  # "turn" or "round"
    kind: Ident | None
    zone: Ident | None
    variable: Ident | None


@frozen(kw_only=True)
class EndWhen:
    """`target: when any player has (goal) then finish the round remembered`: a condition that ends the game."""

    value: Expr
    then: str  # "at once" or "finish the round"
    more_rounds: Expr | None
    memory: str | None  # "remembered", "judged again" or None (remembered)


@frozen(kw_only=True)
class Ranking:
    """`ranking among goal { ... }`: the ranking of the players, or of those for whom the value holds."""

    among: Ident | None


@frozen(kw_only=True)
class Rank:
    """`points: most points`, `fewest: fewest cards in hand`, `crown: with (holder of crown = player)`: a criterion."""

    which: str  # "most", "fewest" or "with"
    value: Expr


@frozen(kw_only=True)
class Shared:
    """`shared`: players who are still equal share their place."""


@frozen(kw_only=True)
class Use:
    """`use guests { options }`: the use of a mechanic."""


@frozen(kw_only=True)
class Option:
    """`reveal players + 1`, `token nut "nut"`: a value for an option of a mechanic."""

    value: Expr


@frozen(kw_only=True)
class OptionRows:
    """`guests { rows }`, `guests from "guests.csv"`: the pieces for an option; the rows are the body."""

    file: str | None
    file_span: Span | None = field(default=None, eq=False, repr=False)


@frozen(kw_only=True)
class Invariant:
    """`tokens: every c of fruit has (...)`: a condition that holds after every step."""

    value: Expr


# ---- names -----------------------------------------------------------------------------------
@frozen(kw_only=True)
class Names:
    """`names pl { ... }`: titles of clauses in the language that is the label."""


@frozen(kw_only=True)
class Form:
    """`from "z talii"`: the form of a title that a sentence needs instead of the title itself."""

    word: str
    texts: tuple[str, ...]


@frozen(kw_only=True)
class Translation:
    """`zones.deck "talia" "talie" "talii" from "z talii"`: the title of a clause in a language, with its forms."""

    path: Ident
    texts: tuple[str, ...]
    forms: tuple[Form, ...] = ()


Construct = (
    Game | Variant | Mechanic | Players | FirstPlayer | Teams | OptionDecl
    | Section | Rows | Parameter | Group | Token | Stock | Kind | FieldRange | FieldOf | Row
    | Zone | Face | Places | Refill | Slide | Counter | Marker | Value | Term | Limit | Keep
    | Action | Phase | Trigger | EndWhen | Ranking | Rank | Shared | Use | Option | OptionRows | Invariant
    | StepConstruct | Also | Declined | Wild | Worth | AtMost
    | Example | ExamplePlayers | Given | GivenToMove | GivenRound | GivenCount | GivenSince | GivenRecord
    | When | Then | Names | Translation
)  # fmt: skip


@frozen(kw_only=True)
class Citation:
    """`C-TAKE3`, or any source in quotes."""

    text: str
    quoted: bool
    span: Span = field(eq=False, repr=False)


@frozen(kw_only=True)
class Clause:
    """A construct with its label, notes, and the clauses in its block."""

    construct: Construct
    label: Ident  # the author's, or the construct's own word
    labelled: bool = True  # whether the author wrote the label
    title: str | None = None
    cites: tuple[Citation, ...] = ()
    because: str | None = None
    body: tuple[Clause, ...] = ()
    block: bool = False  # whether it has braces, even empty ones
    span: Span = field(eq=False, repr=False)

    @property
    def name(self) -> str:
        """Its segment of a path."""
        return self.label.text

    def with_body(self, body: tuple[Clause, ...]) -> Clause:
        """Return the same clause with other clauses in its block."""
        return evolve(self, body=body)


@frozen(kw_only=True)
class Edit:
    """`set PATH = value`, `remove PATH`, `add PATH { ... }`, `before PATH { ... }`: a change of a clause of the base."""

    how: str  # "set", "remove", "add", "before", "after" or "replace"
    path: Ident
    value: Expr | None
    items: tuple[Clause, ...]
    cites: tuple[Citation, ...] = ()
    because: str | None = None
    span: Span = field(eq=False, repr=False)


@frozen(kw_only=True)
class Comment:
    """`# ...`, with its place."""

    text: str
    span: Span = field(eq=False, repr=False)


@frozen(kw_only=True)
class File:
    """A whole rule file. `header` is none where it was missing or unreadable."""

    edition_kind: str  # "rules" or "mechanic"
    edition: int
    edition_span: Span = field(eq=False, repr=False)
    header: Clause | None
    tops: tuple[Clause | Edit, ...]  # sections, uses, examples and edits, in the order written
    comments: tuple[Comment, ...]
    # The names in it, each with its first place.
    words: Mapping[str, Span] = field(eq=False, repr=False, factory=dict)
    span: Span = field(eq=False, repr=False)
