"""The effects of a step, as data: all that checks, saved positions, mutation and the compilers know of it.

Each step of `steps.py` describes itself once, by its property `effects`. Code that needs to know what a step changes,
takes, binds or causes reads this description and never the class of the step, so that a new step is right everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING

from attrs import field, frozen

from splendor_dsl.semantics.values import CounterValue, Expr, Local, ZoneRef

if TYPE_CHECKING:
    from splendor_dsl.semantics.steps import Step


@frozen(kw_only=True)
class TokenFlow:
    """Tokens that go from one pile to another.

    Exactly `amounts` go, or fewer if the flow is `up_to` and the pile holds fewer. Without `amounts` the player
    decides which tokens go, as in a payment. `text` is how the rules write the amounts.
    """

    source: ZoneRef
    target: ZoneRef
    amounts: Expr | None
    up_to: bool
    text: str = field(default="", eq=False)


@frozen(kw_only=True)
class PieceFlow:
    """Pieces that go to another zone.

    One `piece` that a variable holds goes; or, from `source`, the top `count` of each part, or all without a `count`. A
    flow that `fills` takes the top of `source` for each empty place of its target.
    """

    target: ZoneRef
    piece: Expr | None = None
    source: ZoneRef | None = None
    count: Expr | None = None
    fills: bool = False

    def zones_left(self, found: Mapping[int, tuple[str, ...]]) -> tuple[str, ...] | None:
        """Return the zones that pieces may leave; None if they may leave any.

        `found` has the zones in which the piece of a variable may be.
        """
        if self.source is not None:
            return (self.source.zone,)
        return found.get(self.piece.slot) if isinstance(self.piece, Local) else None


@frozen(kw_only=True)
class CounterWrite:
    """A counter that takes a value."""

    counter: CounterValue
    value: Expr


@frozen(kw_only=True)
class MarkerWrite:
    """A marker that goes to a player."""

    marker: str
    to: Expr


@frozen(kw_only=True)
class Binding:
    """A variable that holds something after a step, or while the blocks of the step run.

    `type` is that of its value ("piece", "list of piece", "payment"); `zones` are those in which a piece was found;
    `tokens` are those among which one, or several, were.
    """

    slot: int
    type: str
    zones: tuple[ZoneRef, ...] = ()
    tokens: Expr | None = None


class OtherCode(Enum):
    """Code elsewhere in the rules that a step runs."""

    ANY_ACTION = "any action"
    LIMITS = "limits"
    END_OF_TURN = "triggers at the end of a turn"


@frozen(kw_only=True)
class Effects:
    """The effects of one step; those of the steps in its `blocks` are not counted in.

    A player decides something in a step that `asks`. The rest of a block is left out if a step that `may_stop` can't be
    done. Triggers that wait for pieces follow from `pieces`.
    """

    tokens: tuple[TokenFlow, ...] = ()
    pieces: tuple[PieceFlow, ...] = ()
    counters: tuple[CounterWrite, ...] = ()
    markers: tuple[MarkerWrite, ...] = ()
    shuffled: tuple[ZoneRef, ...] = ()  # in the new order, other sides may show
    revealed: tuple[ZoneRef, ...] = ()
    binds: tuple[Binding, ...] = ()
    blocks: tuple[tuple[Step, ...], ...] = ()
    repeats: bool = False  # whether the blocks may run more than once
    owed_actions: tuple[str, ...] = ()
    owes_turn: bool = False
    runs: OtherCode | None = None
    asks: bool = False
    may_stop: bool = False

    @property
    def owes(self) -> bool:
        """True if a turn or an action is owed afterwards."""
        return self.owes_turn or bool(self.owed_actions)
