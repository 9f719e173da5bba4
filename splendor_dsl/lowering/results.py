"""What came of a game, as code: how every player stands, and the numbers that the rules name.

The code lays a row a player into `told`: the player's group in the ranking, from 1, then each number. `kind` is 0 if
nobody wins, 1 for one team, 2 for several. It runs once a game, so that it may look through zones for what no move
keeps up to date.
"""

from __future__ import annotations

from copy import deepcopy

from attrs import define, frozen

from splendor_dsl.ir.nodes import Program
from splendor_dsl.lowering.code_style import CodeStyle, new_writer
from splendor_dsl.lowering.domains import if_somebody
from splendor_dsl.lowering.endings import NewScope
from splendor_dsl.lowering.expressions import new_scope
from splendor_dsl.lowering.game import LoweredGame
from splendor_dsl.lowering.keys import Constants, Numbers
from splendor_dsl.lowering.magnitude import magnitude
from splendor_dsl.lowering.memory_layout import Running
from splendor_dsl.lowering.scope import Scope, Tables, Val
from splendor_dsl.lowering.sizes import layouts_of
from splendor_dsl.lowering.text import Writer
from splendor_dsl.lowering.unsupported import NotLowered
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.model import Model, Rank, Ranking, RankOrder

SEAT = Val("seat", 0)
_ME = v.Local(slot=0, type="player")


@frozen(kw_only=True)
class Results:
    """The code, the tables that it needs with those of the game, and its variables."""

    lines: tuple[str, ...]
    tables: Constants[Numbers]
    names: tuple[str, ...]


def told_numbers(model: Model) -> tuple[str, ...]:
    """The values that are numbers, in the order in which they are told."""
    return tuple(value.name for value in model.values.values() if value.type == "number")


def greatest_told(program: Program) -> int:
    """Return how far from 0 a number that is told can be at the most."""
    found = magnitude(program.model, layouts_of(program))
    return max((found.value(name) for name in told_numbers(program.model)), default=0)


def bytes_for(greatest: int) -> int | None:
    """Return how many bytes hold numbers up to so far from 0: 4 or 8; none where a word does not."""
    return next((size for size in (4, 8) if greatest < 1 << 8 * size - 1), None)


def results(lowered: LoweredGame, style: CodeStyle) -> Results:
    """The code that tells what came of a game; raises `NotLowered`."""
    memory = lowered.memory
    out = new_writer(style)
    tables = Tables(lists=deepcopy(lowered.tables), running=list(memory.running))
    out.begin(out.label(), "what came of the game")

    def about() -> Scope:
        plain = new_scope(memory, out, tables, {0: SEAT})
        return _Afterwards(plain.memory, plain.out, plain.tables, plain.forms, plain.env)

    with out.under("for seat in range(players):"):
        _numbers(about, memory.program.model)
        out.line(f"team = seat % (players // {memory.program.model.team_size})")
        _all_keys(about, memory.program.model)
    _places(out, memory.program.model)
    return Results(lines=tuple(out.blocks[0].lines), tables=tables.lists, names=tuple(out.names))


@define
class _Afterwards(Scope):
    """Where expressions are written once the game is over."""

    def sum_of(self, wanted: Running, seat: Val | None, high: int | None) -> Val:
        """A sum over zones: the one that is kept up to date, if there is one."""
        if wanted in self.memory.running:
            return super().sum_of(wanted, seat, high)
        total = self.out.temp("0")
        for zone, table in wanted.tables:
            of_each = self.tables.lists.add(table, f"what each piece of {zone} adds")
            for region in self.memory.parts(zone):
                with if_somebody(self, seat), self.each_piece(region, seat) as (_, piece):
                    self.out.line(f"{total} += {of_each}[{piece}]")
        return Val(total, 0, high)


def _numbers(about: NewScope, model: Model) -> None:
    names = told_numbers(model)
    for at, name in enumerate(names, 1):
        scope = about()
        try:
            value = scope.of(v.ValueOf(value=name, type="number", player=_ME)).text
        except NotLowered as gap:
            raise gap.at(model.values[name].where) from gap
        scope.out.line(f"told[seat * {len(names) + 1} + {at}] = {value}")


def rankings(model: Model) -> dict[int | None, Ranking]:
    """The ranking of the game, and those of single ends, by what `over` holds then."""
    own = {2 * at + 1: end.ranking for at, end in enumerate(model.ends)}
    return {None: model.ranking, **{over: each for over, each in own.items() if each is not None}}


def most_ranks(model: Model) -> int:
    """How many numbers a ranking compares at most, at least one."""
    return max(1, *(len(ranking.ranks) for ranking in rankings(model).values()))


def _all_keys(about: NewScope, model: Model) -> None:
    own = [(over, each) for over, each in rankings(model).items() if over is not None]
    out = about().out
    for number, (over, ranking) in enumerate(own):
        with out.under(f"{'el' if number else ''}if over == {over}:"):
            _keys(about, ranking)
    if own:
        with out.under("else:"):
            _keys(about, model.ranking)
    else:
        _keys(about, model.ranking)


def _keys(about: NewScope, ranking: Ranking) -> None:
    """What a player adds to what the team is ranked by, less being better."""
    out = about().out
    try:
        inside = "1" if ranking.among is None else f"1 * ({about().condition(ranking.among)})"
        out.line(f"inside[team] |= {inside}")
        for at, rank in enumerate(ranking.ranks):
            added = _added(about(), rank)
            out.line(f"keys[team, {at}] {added}")
    except NotLowered as gap:
        raise gap.at(ranking.where) from gap


def _added(scope: Scope, rank: Rank) -> str:
    if rank.which == RankOrder.FEWEST:
        return f"+= {scope.of(rank.value).text}"
    if rank.which == RankOrder.MOST:
        return f"-= {scope.of(rank.value).text}"
    return f"|= -1 * ({scope.condition(rank.value)})"


def _places(out: Writer, model: Model) -> None:
    """The group of each team, from 1, best first; who is not ranked stands behind all others."""
    row, ranks = len(told_numbers(model)) + 1, most_ranks(model)
    out.line(f"teams = players // {model.team_size}")
    out.line("winners = 0")
    with out.under("for team in range(teams):"):
        out.line("place = 1")
        with out.under("for other in range(teams):"):
            # A team that is like one before it is no group of its own.
            _better(out, ("other", "team"), "behind", ranks)
            out.line("new = inside[other]")
            with out.under("for twin in range(other):"):
                _better(out, ("other", "twin"), "less", ranks)
                _better(out, ("twin", "other"), "more", ranks)
                with out.under("if inside[twin] == 1 and less == more:"):
                    out.line("new = 0")
            with out.under("if behind == 1 or inside[team] == 0:"):
                out.line("place += new")
        out.line("winners += inside[team] == 1 and place == 1")
        with out.under("for seat in range(team, players, teams):"):
            out.line(f"told[seat * {row}] = place")
    out.line("kind = min(winners, 2)")


def _better(out: Writer, teams: tuple[str, str], name: str, ranks: int) -> None:
    """Whether one team stands before another: whether its first different number is less."""
    one, other = (f"keys[{team}, rank]" for team in teams)
    out.line(f"{name} = 0")
    with out.under(f"for rank in range({ranks - 1}, -1, -1):"):
        out.line(f"{name} = 1 if {one} < {other} else 0 if {one} > {other} else {name}")
