"""The constructs of examples: positions, moves, and what must hold then."""

from __future__ import annotations

from attrs import field, frozen

from splendor_dsl.source import Span
from splendor_dsl.syntax.expressions import Chain, Expr, Ident


@frozen(kw_only=True)
class Example:
    """`example name "title" { ... }`: a position, moves, and what must hold then."""


@frozen(kw_only=True)
class ExamplePlayers:
    """`players Ann, Bob`: the players by their seats; the first of them starts."""

    names: tuple[Ident, ...]


@frozen(kw_only=True)
class GivenItem:
    """`3 nut`, `2 cards where (...)`, `all cards where (...)`, `pip`, `"Pip"`, `3`: tokens, pieces or a number."""

    count: int | None  # none with `all`, and for a piece named by label or title
    everything: bool
    what: Ident | None
    title: str | None
    where: Expr | None
    span: Span = field(eq=False, repr=False)


@frozen(kw_only=True)
class Given:
    """`given purse of Ann: 1 apple, 4 pear`, `given table 2-1: "Pip"`, `given hand of Ann: nothing`: zone contents."""

    place: Chain
    at: str | None
    items: tuple[GivenItem, ...]  # empty for `nothing`


@frozen(kw_only=True)
class GivenToMove:
    """`given Bob to move`: the player whose turn it is."""

    player: Ident


@frozen(kw_only=True)
class GivenRound:
    """`given round 12`, or `given round 2 of draft`: a round of a phase."""

    number: int
    phase: Ident | None


@frozen(kw_only=True)
class GivenCount:
    """`given turn 23`, `given passes 1`: a number that the game itself counts."""

    what: str
    number: int


@frozen(kw_only=True)
class GivenSince:
    """`given target since round 7`: an end whose condition was met in that round and waits to be judged."""

    end: Ident
    number: int


@frozen(kw_only=True)
class GivenRecord:
    """`given record "night.games/long.record" before move 12`: the position in a recorded game."""

    file: str
    move: int
    file_span: Span = field(eq=False, repr=False)


Position = Given | GivenToMove | GivenRound | GivenCount | GivenSince | GivenRecord


@frozen(kw_only=True)
class When:
    """`when Ann plays "buy 2-1"`: a move, as it is typed."""

    player: Ident
    move: str
    move_span: Span = field(eq=False, repr=False)


@frozen(kw_only=True)
class Then:
    """`then points of Ann = 20`, `then Ann can play "..."`, `then Bob cannot see hand of Ann`, `then Ann wins`: a test.

    how: "holds" (value), "can", "cannot" (move, and the path of the clause that forbids it), "sees", "sees not" (place,
    at), "wins" (players; none: nobody wins), "goes on", "to move" (players[0]). verb: `wins`, or `win` as edition 2 has
    it for several.
    """

    how: str
    value: Expr | None
    players: tuple[Ident, ...]
    move: str | None
    by: Ident | None
    verb: Ident | None = None
    place: Chain | None = None
    at: str | None = None
