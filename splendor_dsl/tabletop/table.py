"""The table as plain data, with all texts in the language of the player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from splendor_dsl.notation.moves import Place
from splendor_dsl.tabletop.offers import Amounts, Cost
from splendor_dsl.tabletop.progress import Progress
from splendor_dsl.tabletop.tokens import TokenSeen

View = Mapping[str, Any]


@frozen(kw_only=True)
class FieldSeen:
    """A field of a piece with a value: a number, or amounts of tokens; `scores` if an end or ranking counts it."""

    name: str
    text: str
    number: int
    amounts: Amounts | None
    scores: bool


@frozen(kw_only=True)
class PieceSeen:
    """A place of a zone with its piece: none if it is empty, and one without a label if it is hidden.

    `asks` are fields that the piece asks something by, and `missing` is what the player lacks of each thing.
    """

    place: Place
    typed: str
    label: str | None
    title: str | None
    fields: tuple[FieldSeen, ...] = ()
    cost: Cost | None = None
    asks: tuple[FieldSeen, ...] = ()
    missing: tuple[Amounts | int, ...] = ()
    is_empty: bool = False


@frozen(kw_only=True)
class StackSeen:
    """A face-down part of a zone: its top, and the number of its pieces."""

    place: Place
    typed: str
    name: str
    count: int


@frozen(kw_only=True)
class RowSeen:
    """A part of a zone, with the stack that refills it."""

    name: str
    stack: StackSeen | None
    pieces: tuple[PieceSeen, ...]


@frozen(kw_only=True)
class ZoneSeen:
    """A zone of pieces, row by row."""

    name: str
    zone: str
    path: str
    rows: tuple[RowSeen, ...]


@frozen(kw_only=True)
class PileSeen:
    """A pile of tokens: its amounts if they are known, their number, and the most that a limit allows."""

    name: str
    zone: str
    path: str
    owner: int | None
    amounts: Amounts | None
    total: int
    most: int | None = None


@frozen(kw_only=True)
class HeldSeen:
    """Pieces before a player that are counted, and named if they have names."""

    name: str
    path: str
    count: int
    titles: tuple[str, ...]


@frozen(kw_only=True)
class PlayerSeen:
    """A player: the way to the ends, other numbers, tokens and pieces."""

    seat: int
    name: str
    is_to_move: bool
    is_viewer: bool
    progress: tuple[Progress, ...]
    numbers: tuple[str, ...]
    amounts: tuple[tuple[str, Amounts], ...]  # named values, such as all that lowers prices
    piles: tuple[PileSeen, ...]
    zones: tuple[ZoneSeen, ...]
    held: tuple[HeldSeen, ...]


@frozen(kw_only=True)
class TableSeen:
    """All that one seat sees; `stacks` are those that refill no row, `events` the last ones in words."""

    title: str
    round: str
    ending: str | None
    to_move: int | None
    viewer: int | None
    over: bool
    tokens: tuple[TokenSeen, ...]
    zones: tuple[ZoneSeen, ...]
    stacks: tuple[StackSeen, ...]
    piles: tuple[PileSeen, ...]
    numbers: tuple[str, ...]
    players: tuple[PlayerSeen, ...]
    events: tuple[str, ...]
    wilds: frozenset[int]  # tokens that may stand for others in a payment
