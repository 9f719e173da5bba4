"""The steps of rules. Each describes by `effects` all that is known of it outside the backends."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from attrs import field, frozen

from splendor_dsl.semantics.effects import (
    Binding,
    CounterWrite,
    Effects,
    MarkerWrite,
    OtherCode,
    PieceFlow,
    TokenFlow,
)
from splendor_dsl.semantics.values import CounterValue, Domain, DomainKind, Expr, ZoneRef
from splendor_dsl.semantics.where import Where

ITEMS: Final[dict[DomainKind, str]] = {
    "players": "player",
    "others": "player",
    "partners": "player",
    "tokens": "token",
    "pieces": "piece",
}  # the type of a loop's variable


# ---- decisions ---------------------------------------------------------------------------------
@frozen(kw_only=True)
class Require:
    """A requirement."""

    value: Expr
    where: Where = field(eq=False, repr=False)
    text: str = field(default="", eq=False)

    @cached_property
    def effects(self) -> Effects:
        """None: a requirement changes nothing."""
        return Effects(may_stop=True)


@frozen(kw_only=True)
class Source:
    """A source of a choice of a piece: the pieces of a zone, or the top of each of its parts."""

    zone: ZoneRef
    top: bool


def _choice(
    slot: int, chosen: str, *, zones: tuple[ZoneRef, ...] = (), tokens: Expr | None = None
) -> Effects:
    """Return the effects of a choice: a variable holds what is chosen, of this type."""
    binding = Binding(slot=slot, type=chosen, zones=zones, tokens=tokens)
    return Effects(binds=(binding,), asks=True, may_stop=True)


@frozen(kw_only=True)
class ChooseToken:
    """A choice of one of `tokens`; of those that lie in `pile`, if there is one."""

    slot: int
    name: str
    may: bool
    tokens: Expr
    pile: ZoneRef | None
    where: Where = field(eq=False, repr=False)

    @cached_property
    def effects(self) -> Effects:
        """The variable holds the token."""
        return _choice(self.slot, "token", tokens=self.tokens)


@frozen(kw_only=True)
class ChooseTokens:
    """A choice of `count` different ones of `tokens` that lie in `pile`."""

    slot: int
    name: str
    may: bool
    tokens: Expr
    pile: ZoneRef
    count: Expr
    where: Where = field(eq=False, repr=False)

    @cached_property
    def effects(self) -> Effects:
        """The variable holds the tokens."""
        return _choice(self.slot, "tokens", tokens=self.tokens)


@frozen(kw_only=True)
class ChoosePiece:
    """A choice of a piece from `sources`."""

    slot: int
    name: str
    may: bool
    sources: tuple[Source, ...]
    where: Where = field(eq=False, repr=False)

    @cached_property
    def effects(self) -> Effects:
        """The variable holds the piece."""
        return _choice(self.slot, "piece", zones=tuple(source.zone for source in self.sources))


@frozen(kw_only=True)
class ChooseNumber:
    """A choice of a number from `low` to `high`."""

    slot: int
    name: str
    may: bool
    low: Expr
    high: Expr
    where: Where = field(eq=False, repr=False)

    @cached_property
    def effects(self) -> Effects:
        """The variable holds the number."""
        return _choice(self.slot, "number")


@frozen(kw_only=True)
class ChoosePlayer:
    """A choice of a player of `domain`."""

    slot: int
    name: str
    may: bool
    domain: Domain
    where: Where = field(eq=False, repr=False)

    @cached_property
    def effects(self) -> Effects:
        """The variable holds the player."""
        return _choice(self.slot, "player")


@frozen(kw_only=True)
class Wild:
    """A token that may replace others in a payment."""

    token: int
    group: tuple[int, ...]
    worth: Expr
    most: Expr | None
    where: Where = field(eq=False, repr=False)


@frozen(kw_only=True)
class Pay:
    """A payment from the player's pile to the supply, with wild tokens for others as the player likes."""

    cost: Expr
    pile: ZoneRef
    supply: ZoneRef
    wilds: tuple[Wild, ...]
    slot: int  # of the decisions so far
    where: Where = field(eq=False, repr=False)
    text: str = field(default="", eq=False)

    @cached_property
    def effects(self) -> Effects:
        """Tokens that the player decides on; the variable holds the payment until it is complete."""
        paid = TokenFlow(source=self.pile, target=self.supply, amounts=None, up_to=True)
        binding = Binding(slot=self.slot, type="payment")
        return Effects(tokens=(paid,), binds=(binding,), asks=True, may_stop=True)


# ---- simple steps ------------------------------------------------------------------------------
@frozen(kw_only=True)
class MoveTokens:
    """A move of amounts from one pile to another."""

    amounts: Expr
    source: ZoneRef
    target: ZoneRef
    up_to: bool
    where: Where = field(eq=False, repr=False)
    text: str = field(default="", eq=False)

    @cached_property
    def effects(self) -> Effects:
        """The tokens."""
        moved = TokenFlow(
            source=self.source,
            target=self.target,
            amounts=self.amounts,
            up_to=self.up_to,
            text=self.text,
        )
        return Effects(tokens=(moved,))


@frozen(kw_only=True)
class MovePieces:
    """A move of a bound piece, of the top of a zone's parts, or of all in a zone, to another zone."""

    piece: Expr | None
    source: ZoneRef | None
    count: Expr | None  # how many from the top of each part; none with a source: all
    target: ZoneRef
    under: bool
    where: Where = field(eq=False, repr=False)

    @cached_property
    def effects(self) -> Effects:
        """The pieces."""
        moved = PieceFlow(
            piece=self.piece, source=self.source, count=self.count, target=self.target
        )
        return Effects(pieces=(moved,))


@frozen(kw_only=True)
class Shuffle:
    """A step that puts a zone into a random order."""

    zone: ZoneRef
    where: Where = field(eq=False, repr=False)

    @cached_property
    def effects(self) -> Effects:
        """The order, and with it the sides that show."""
        return Effects(shuffled=(self.zone,))


@frozen(kw_only=True)
class Fill:
    """A step that fills empty places from the top of another zone."""

    zone: ZoneRef
    source: ZoneRef
    where: Where = field(eq=False, repr=False)

    @cached_property
    def effects(self) -> Effects:
        """A piece for each empty place."""
        return Effects(pieces=(PieceFlow(source=self.source, target=self.zone, fills=True),))


@frozen(kw_only=True)
class Reveal:
    """A step that makes the content of a zone known to all."""

    zone: ZoneRef
    where: Where = field(eq=False, repr=False)

    @cached_property
    def effects(self) -> Effects:
        """The knowledge of a zone."""
        return Effects(revealed=(self.zone,))


@frozen(kw_only=True)
class Give:
    """A step that gives a marker to a player."""

    marker: str
    to: Expr
    where: Where = field(eq=False, repr=False)

    @cached_property
    def effects(self) -> Effects:
        """The marker."""
        return Effects(markers=(MarkerWrite(marker=self.marker, to=self.to),))


@frozen(kw_only=True)
class SetCounter:
    """A step that sets a counter, within its range."""

    counter: str
    player: Expr | None
    value: Expr
    where: Where = field(eq=False, repr=False)

    @cached_property
    def effects(self) -> Effects:
        """The counter."""
        counter = CounterValue(counter=self.counter, player=self.player)
        return Effects(counters=(CounterWrite(counter=counter, value=self.value),))


@frozen(kw_only=True)
class Again:
    """A step by which the player is owed another turn."""

    where: Where = field(eq=False, repr=False)

    @cached_property
    def effects(self) -> Effects:
        """A turn that is owed."""
        return Effects(owes_turn=True)


@frozen(kw_only=True)
class Do:
    """A step by which the player is owed an action."""

    action: str
    where: Where = field(eq=False, repr=False)

    @cached_property
    def effects(self) -> Effects:
        """An action that is owed."""
        return Effects(owed_actions=(self.action,))


# ---- blocks ------------------------------------------------------------------------------------
@frozen(kw_only=True)
class If:
    """Steps under a condition, and those otherwise."""

    value: Expr
    then: tuple[Step, ...]
    otherwise: tuple[Step, ...]
    where: Where = field(eq=False, repr=False)

    @cached_property
    def effects(self) -> Effects:
        """None but those of its blocks."""
        return Effects(blocks=(self.then, self.otherwise))


@frozen(kw_only=True)
class ForEach:
    """Steps for each of a domain; `slot` holds the one at hand, `rest_slot` those still to come."""

    domain: Domain
    slot: int
    rest_slot: int
    body: tuple[Step, ...]
    where: Where = field(eq=False, repr=False)

    @cached_property
    def effects(self) -> Effects:
        """The effects of its body, and two variables while it runs."""
        item, of = ITEMS[self.domain.kind], self.domain.of
        zones = (of,) if isinstance(of, ZoneRef) else ()
        tokens = of if self.domain.kind == "tokens" else None
        at_hand = Binding(slot=self.slot, type=item, zones=zones, tokens=tokens)
        rest = Binding(slot=self.rest_slot, type=f"list of {item}")
        return Effects(binds=(at_hand, rest), blocks=(self.body,), repeats=True)


# ---- parts of a turn ---------------------------------------------------------------------------
@frozen(kw_only=True)
class OneAction:
    """The player's action."""

    where: Where = field(eq=False, repr=False)

    @cached_property
    def effects(self) -> Effects:
        """The effects of any action."""
        return Effects(runs=OtherCode.ANY_ACTION)


@frozen(kw_only=True)
class KeepLimits:
    """The limits at the end of a turn."""

    where: Where = field(eq=False, repr=False)

    @cached_property
    def effects(self) -> Effects:
        """The tokens that go back to keep the limits."""
        return Effects(runs=OtherCode.LIMITS)


@frozen(kw_only=True)
class EndOfTurn:
    """The triggers at the end of a turn."""

    where: Where = field(eq=False, repr=False)

    @cached_property
    def effects(self) -> Effects:
        """The effects of the triggers."""
        return Effects(runs=OtherCode.END_OF_TURN)


Choose = ChooseToken | ChooseTokens | ChoosePiece | ChooseNumber | ChoosePlayer
Decision = Require | Choose  # several in a row are made together
Block = If | ForEach
TurnPart = OneAction | KeepLimits | EndOfTurn
SimpleStep = MoveTokens | MovePieces | Shuffle | Fill | Reveal | Give | SetCounter | Again | Do
FlatStep = Decision | Pay | TurnPart | SimpleStep  # has no steps inside
Step = FlatStep | Block


@frozen(kw_only=True)
class Code:
    """Steps with the number of variable slots that they need."""

    steps: tuple[Step, ...]
    slots: int
