"""Expressions as written, before any name is resolved."""

from __future__ import annotations

from attrs import field, frozen

from splendor_dsl.source import Span


@frozen(kw_only=True)
class Ident:
    """A name or word, with its span."""

    text: str
    span: Span = field(eq=False, repr=False)


@frozen(kw_only=True)
class Number:
    """`4`."""

    value: int
    span: Span = field(eq=False, repr=False)


@frozen(kw_only=True)
class Chain:
    """`hand`, `cost of card`, `tags of holder of crown`: words joined by `of`, outermost first."""

    words: tuple[Ident, ...]
    span: Span = field(eq=False, repr=False)


@frozen(kw_only=True)
class AmountIn:
    """`nut in supply`, `cards in bought where (level = 1)`: the number of tokens or pieces in a place."""

    what: Ident
    place: Chain
    where: Expr | None
    span: Span = field(eq=False, repr=False)


@frozen(kw_only=True)
class DifferentIn:
    """`different fruit in supply`: the number of tokens of a group of which a place has at least one."""

    what: Ident
    place: Chain
    span: Span = field(eq=False, repr=False)


@frozen(kw_only=True)
class SumOf:
    """`sum of points in bought where (...)`: a field added up over the pieces of a zone."""

    field_name: Ident
    place: Chain
    where: Expr | None
    span: Span = field(eq=False, repr=False)


@frozen(kw_only=True)
class Amount:
    """`2 pear`, `1 each fruit`, `(cards in hand) nut`: so many of a token, or of each of several."""

    count: Expr
    each: bool
    what: Ident
    span: Span = field(eq=False, repr=False)


@frozen(kw_only=True)
class MinMax:
    """`min(3, ...)`, `max(0, ...)`: the least or the most of several numbers."""

    which: str
    parts: tuple[Expr, ...]
    span: Span = field(eq=False, repr=False)


@frozen(kw_only=True)
class Domain:
    """The domain of `any`, `every`, `sum over` and `for each`.

    `player`, `other player` and `partner` bind the word `player`; `c of fruit` and `card in hand` bind `variable`.
    """

    kind: str  # "player", "other player", "partner", "of" (the tokens of a group) or "in" (the pieces of a zone)
    variable: Ident | None
    over: Chain | None
    span: Span = field(eq=False, repr=False)


@frozen(kw_only=True)
class Quantified:
    """`any player has (...)`, `every c of fruit has (...)`: a condition that holds for one, or for all."""

    which: str  # "any" or "every"
    domain: Domain
    body: Expr
    span: Span = field(eq=False, repr=False)


@frozen(kw_only=True)
class Over:
    """`sum over player (...)`, `most over c of fruit (...)`, `least over ...`: a number over several."""

    which: str  # "sum", "most" or "least"
    domain: Domain
    body: Expr
    span: Span = field(eq=False, repr=False)


@frozen(kw_only=True)
class Sum:
    """`a + b - c less d`: parts with the sign before each; the first has `+` unless signed."""

    signs: tuple[str, ...]  # "+", "-" or "less", one a part
    parts: tuple[Expr, ...]
    span: Span = field(eq=False, repr=False)


@frozen(kw_only=True)
class Product:
    """`a * b`: a product; a condition counts 1 or 0 in it."""

    parts: tuple[Expr, ...]
    span: Span = field(eq=False, repr=False)


@frozen(kw_only=True)
class Compare:
    """`a >= b`, `bonus covers needs of guest`: a comparison; `covers` holds for each token."""

    operator: str  # ">=", "<=", "=", "!=", ">", "<" or "covers"
    left: Expr
    right: Expr
    span: Span = field(eq=False, repr=False)


@frozen(kw_only=True)
class Not:
    """`not a`: the negation of a condition."""

    body: Expr
    span: Span = field(eq=False, repr=False)


@frozen(kw_only=True)
class Logic:
    """`a and b and c`, `a or b`: conditions joined."""

    which: str  # "and" or "or"
    parts: tuple[Expr, ...]
    span: Span = field(eq=False, repr=False)


@frozen(kw_only=True)
class Columns:
    """`4 | 5 | 6`: one value for each number of players, in the order of the game's range."""

    parts: tuple[Expr, ...]
    span: Span = field(eq=False, repr=False)


@frozen(kw_only=True)
class Grouped:
    """`(a)`: brackets around an expression.

    The tree keeps them for the formatter.
    """

    body: Expr
    span: Span = field(eq=False, repr=False)


Expr = (
    Number
    | Chain
    | AmountIn
    | DifferentIn
    | SumOf
    | Amount
    | MinMax
    | Quantified
    | Over
    | Sum
    | Product
    | Compare
    | Not
    | Logic
    | Columns
    | Grouped
)
