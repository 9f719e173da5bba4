"""Typed expressions, with all names resolved. Backends evaluate these and nothing else.

Types are words: "number", "condition", "amounts" (a number for each token), "token", "tokens" (a set of them), "player",
"piece KIND". A condition counts as 1 or 0 in a product. Variables are numbered slots of their code; slot 0 is always the
player whom the code is about.

Expressions are keys of mappings, so each computes its hash once, however deep it is.
"""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen

DomainKind = Literal["players", "others", "partners", "tokens", "pieces"]
FactName = Literal["players", "round", "passes", "turn"]


@frozen(kw_only=True, cache_hash=True)
class Const:
    """A number."""

    value: int


@frozen(kw_only=True, cache_hash=True)
class ByPlayers:
    """One value for each number of players: `parts[n - low]` for n players."""

    low: int
    parts: tuple[Expr, ...]


@frozen(kw_only=True, cache_hash=True)
class Fact:
    """A number of the game itself: "players", "round", "passes", "turn"."""

    which: FactName


@frozen(kw_only=True, cache_hash=True)
class Local:
    """The value of a variable; `name` is its name in the rules, if it has one."""

    slot: int
    type: str
    name: str | None = field(default=None, eq=False, repr=False)


@frozen(kw_only=True, cache_hash=True)
class Mover:
    """The player whose turn it is."""


@frozen(kw_only=True, cache_hash=True)
class Nobody:
    """No player, as the holder of a marker that nobody holds."""


@frozen(kw_only=True, cache_hash=True)
class TokenConst:
    """A token named in the rules."""

    token: int


@frozen(kw_only=True, cache_hash=True)
class TokenSet:
    """Tokens named in the rules: a group, or all."""

    tokens: tuple[int, ...]


@frozen(kw_only=True, cache_hash=True)
class CounterValue:
    """A counter; `player` is none for one of the game."""

    counter: str
    player: Expr | None

    @property
    def region(self) -> str:
        """The part of a position that is read."""
        return self.counter


@frozen(kw_only=True, cache_hash=True)
class Holder:
    """The player who holds a marker."""

    marker: str

    @property
    def region(self) -> str:
        """The part of a position that is read."""
        return self.marker


@frozen(kw_only=True, cache_hash=True)
class ZoneRef:
    """A zone and its player; `player` is none for one of the game."""

    zone: str
    player: Expr | None

    @property
    def region(self) -> str:
        """The part of a position that is read."""
        return self.zone


@frozen(kw_only=True, cache_hash=True)
class PileCount:
    """The number of tokens of one sort, or of several together, in a pile."""

    pile: ZoneRef
    tokens: Expr


@frozen(kw_only=True, cache_hash=True)
class PileAmounts:
    """All tokens in a pile, as amounts."""

    pile: ZoneRef


@frozen(kw_only=True, cache_hash=True)
class DifferentKinds:
    """The number of tokens among some of which a pile has at least one."""

    pile: ZoneRef
    tokens: Expr


@frozen(kw_only=True, cache_hash=True)
class PieceCount:
    """The number of pieces of a kind (none: any) in a zone that meet a condition on the piece in `slot`."""

    zone: ZoneRef
    slot: int
    kind: str | None = None
    where: Expr | None


@frozen(kw_only=True, cache_hash=True)
class PieceSum:
    """A field added up over the pieces of a zone."""

    zone: ZoneRef
    field: str
    type: str
    slot: int
    where: Expr | None


@frozen(kw_only=True, cache_hash=True)
class FieldOf:
    """A field of a piece."""

    piece: Expr
    field: str
    type: str


@frozen(kw_only=True, cache_hash=True)
class AmountOf:
    """An amount of a token, or of each of several."""

    count: Expr
    tokens: Expr


@frozen(kw_only=True, cache_hash=True)
class AmountIn:
    """The number of tokens of one sort, or of several together, in amounts."""

    amounts: Expr
    tokens: Expr


@frozen(kw_only=True, cache_hash=True)
class Sum:
    """Numbers or amounts added, subtracted, or taken `less` (never below nothing, lane by lane)."""

    signs: tuple[str, ...]
    parts: tuple[Expr, ...]
    type: str


@frozen(kw_only=True, cache_hash=True)
class Product:
    """Numbers and conditions multiplied; one part may be amounts."""

    parts: tuple[Expr, ...]


@frozen(kw_only=True, cache_hash=True)
class MinMax:
    """The least or the greatest of several numbers."""

    which: str
    parts: tuple[Expr, ...]


@frozen(kw_only=True, cache_hash=True)
class Compare:
    """A comparison of two numbers, or of two players, tokens or pieces (`=` and `!=`)."""

    operator: str
    left: Expr
    right: Expr


@frozen(kw_only=True, cache_hash=True)
class Covers:
    """Amounts that are at least other amounts, token by token."""

    left: Expr
    right: Expr


@frozen(kw_only=True, cache_hash=True)
class Not:
    """The negation of a condition."""

    body: Expr


@frozen(kw_only=True, cache_hash=True)
class All:
    """The conjunction of conditions."""

    parts: tuple[Expr, ...]


@frozen(kw_only=True, cache_hash=True)
class Any:
    """The disjunction of conditions."""

    parts: tuple[Expr, ...]


@frozen(kw_only=True, cache_hash=True)
class Domain:
    """The domain of a quantifier or loop: "players", "others", "partners", "tokens" (a set) or "pieces" (of a zone)."""

    kind: DomainKind
    of: Expr | None = None


@frozen(kw_only=True, cache_hash=True)
class Quantified:
    """`any`, `every`, `sum`, `most` or `least` of a body over a domain; the variable is in `slot`."""

    which: str
    domain: Domain
    slot: int
    body: Expr


@frozen(kw_only=True, cache_hash=True)
class ValueOf:
    """A named value of a player."""

    value: str
    type: str
    player: Expr


@frozen(kw_only=True, cache_hash=True)
class StockOf:
    """The number of tokens of one sort, or of several together, that the game has."""

    tokens: Expr


# The forms by their types; a form whose type differs from use to use is in several.
NumberForm = (
    Const
    | ByPlayers
    | Fact
    | Local
    | CounterValue
    | PileCount
    | DifferentKinds
    | PieceCount
    | PieceSum
    | FieldOf
    | AmountIn
    | Sum
    | Product
    | MinMax
    | Quantified
    | ValueOf
    | StockOf
)
ConditionForm = Compare | Covers | Not | All | Any | Quantified | ValueOf
AmountsForm = PileAmounts | PieceSum | FieldOf | AmountOf | Sum | Product | ValueOf
TokensForm = Local | TokenConst | TokenSet
PlayerForm = Local | Mover | Nobody | Holder
PlaceForm = ZoneRef | Domain  # parts of other expressions, with no value of their own
# All that reads what steps change; the rest reads it through these.
Region = ZoneRef | CounterValue | Holder
Expr = NumberForm | ConditionForm | AmountsForm | TokensForm | PlayerForm | PlaceForm
