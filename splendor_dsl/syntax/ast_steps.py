"""The constructs of actions, triggers, phases and turns: the steps."""

from __future__ import annotations

from attrs import field, frozen

from splendor_dsl.source import Span
from splendor_dsl.syntax.expressions import Chain, Domain, Expr, Ident


@frozen(kw_only=True)
class Require:
    """`require room: cards in hand < limit of hand`: a condition without which the move is illegal."""

    value: Expr


@frozen(kw_only=True)
class Source:
    """`cards in table`, `top of deck`: a source of a choice."""

    what: Ident | None  # none for `top of`
    place: Chain
    top: bool
    span: Span = field(eq=False, repr=False)


@frozen(kw_only=True)
class Choose:
    """`choose card: cards in table or top of deck`; the label is the variable that the choice binds.

    how: "different" (value many different tokens of what, in place sources[0]), "from" (one of the sources),
    "number" (low to high), "any" (one of a group, or of the players, wherever they are).
    """

    may: bool
    how: str
    value: Expr | None
    what: Ident | None
    sources: tuple[Source, ...]
    low: Expr | None
    high: Expr | None


@frozen(kw_only=True)
class Also:
    """`also cards in hand`: one more source of a choice, after the others."""

    source: Source


@frozen(kw_only=True)
class Declined:
    """`may be declined`: permission to choose nothing, as with `may choose`."""


@frozen(kw_only=True)
class Pay:
    """`pay cost of card less bonus { wild nut for fruit }`: the player's tokens go to the supply."""

    value: Expr


@frozen(kw_only=True)
class Wild:
    """`wild nut for fruit { worth 2; at most 1 }`: a token that may replace others in a payment."""

    token: Ident
    group: Ident


@frozen(kw_only=True)
class Worth:
    """`worth 2`: the number of tokens of a cost that one wild token pays."""

    value: Expr


@frozen(kw_only=True)
class AtMost:
    """`at most 1`: the most wild tokens in a payment."""

    value: Expr


@frozen(kw_only=True)
class Gain:
    """`gain 1 each colours`, `gain up to 1 nut`, `return 2 apple to supply`: tokens from pile to pile.

    `gain` moves them to the player's own pile, `return` away from it; `other` is the pile at the far end.
    """

    back: bool
    up_to: bool
    value: Expr
    other: Chain | None


@frozen(kw_only=True)
class Move:
    """`move card to bought`, `move top (3) of deck to offer`, `move all in lobby to box`: pieces go to another zone."""

    how: str  # "piece", "top" or "all"
    what: Chain  # the bound piece, or the zone
    value: Expr | None  # how many from the top
    under: bool
    to: Chain


@frozen(kw_only=True)
class Shuffle:
    """`shuffle deck`: each part of a zone is put into a new order by chance."""

    place: Chain


@frozen(kw_only=True)
class Fill:
    """`fill table`, `fill lobby from guest_stack`: every empty place takes a piece."""

    place: Chain
    source: Chain | None


@frozen(kw_only=True)
class Reveal:
    """`reveal hand`: the content becomes known to all."""

    place: Chain


@frozen(kw_only=True)
class Give:
    """`give crown to player`: a marker goes to a player."""

    marker: Ident
    to: Chain


@frozen(kw_only=True)
class Count:
    """`count energy = energy + 1`: a counter takes a new value, kept within its range."""

    counter: Chain
    value: Expr


@frozen(kw_only=True)
class If:
    """`if cards in hand = 0 { steps }`: steps that run only if a condition holds."""

    value: Expr


@frozen(kw_only=True)
class Else:
    """`else { steps }` after an `if`."""


@frozen(kw_only=True)
class ForEach:
    """`for each player { steps }`: steps that run for one after the other."""

    domain: Domain


@frozen(kw_only=True)
class Again:
    """`again`: this player is owed another turn after this one."""


@frozen(kw_only=True)
class Do:
    """`do pick_one`: this player is owed that action, at once after the one under way."""

    action: Ident


@frozen(kw_only=True)
class OneAction:
    """`one action`: the place of the player's action in a turn."""


@frozen(kw_only=True)
class KeepLimits:
    """`keep limits`: the place in a turn where the limits at its end are kept."""


@frozen(kw_only=True)
class EndOfTurn:
    """`end of turn`: the place in a turn of the triggers `at end of turn`."""


StepConstruct = (
    Require | Choose | Pay | Gain | Move | Shuffle | Fill | Reveal | Give | Count | If | Else | ForEach | Again | Do
    | OneAction | KeepLimits | EndOfTurn
)  # fmt: skip
