"""The outcome of a game, as code: the rank of every player, and the numbers that the rules name.

The code fills a row of `results` for each player: the group in the ranking, from 1, then each number. `kind` is 0 if
nobody wins, 1 for one team, 2 for several. It runs once a game, so that it may loop over zones where a game keeps no
running sum.
"""

from __future__ import annotations

from copy import deepcopy

from attrs import define, frozen

from splendor_dsl.ir.nodes import Program
from splendor_dsl.lowering.code_style import CodeStyle, new_writer
from splendor_dsl.lowering.domains import unless_nobody
from splendor_dsl.lowering.endings import NewScope
from splendor_dsl.lowering.expressions import new_scope
from splendor_dsl.lowering.game import LoweredGame
from splendor_dsl.lowering.keys import Constants, Numbers
from splendor_dsl.lowering.magnitude import magnitude
from splendor_dsl.lowering.memory_layout import RunningSum
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


def numeric_values(model: Model) -> tuple[str, ...]:
    """Return the names of the numeric values, in the order of their columns."""
    return tuple(value.name for value in model.values.values() if value.type == "number")


def greatest_result(program: Program) -> int:
    """Return the greatest distance of a result from 0."""
    found = magnitude(program.model, layouts_of(program))
    return max((found.value(name) for name in numeric_values(program.model)), default=0)


def bytes_for(greatest: int) -> int | None:
    """Return the number of bytes, 4 or 8, that hold numbers so far from 0; none if a word does not."""
    return next((size for size in (4, 8) if greatest < 1 << 8 * size - 1), None)


def results(lowered: LoweredGame, style: CodeStyle) -> Results:
    """Return the code that computes the outcome of a game; raise NotLowered for an unsupported clause."""
    memory = lowered.memory
    out = new_writer(style)
    tables = Tables(lists=deepcopy(lowered.tables), running=list(memory.running))
    out.begin(out.label(), "what came of the game")

    def about() -> Scope:
        return adding_up(new_scope(memory, out, tables, {0: SEAT}))

    with out.under("for seat in range(players):"):
        _numbers(about, memory.program.model)
        out.line(f"team = seat % (players // {memory.program.model.team_size})")
        _all_keys(about, memory.program.model)
    _places(out, memory.program.model)
    return Results(lines=tuple(out.blocks[0].lines), tables=tables.lists, names=tuple(out.names))


def adding_up(scope: Scope) -> Scope:
    """Return a scope for code outside of the game's own, which may add up sums in loops."""
    return _OutsideScope(scope.memory, scope.out, scope.tables, scope.forms, scope.env)


@define
class _OutsideScope(Scope):
    """A scope that adds up the sums for which the game keeps no running sum."""

    def running_sum(self, wanted: RunningSum, seat: Val | None, high: int | None) -> Val:
        """Return a sum over zones: the running sum if there is one, else a loop."""
        if wanted in self.memory.running:
            return super().running_sum(wanted, seat, high)
        total = self.out.temp("0")
        for zone, table in wanted.tables:
            of_each = self.tables.lists.add(table, f"what each piece of {zone} adds")
            for region in self.memory.parts(zone):
                with unless_nobody(self, seat), self.each_piece(region, seat) as (_, piece):
                    self.out.line(f"{total} += {of_each}[{piece}]")
        return Val(total, 0, high)


def _numbers(about: NewScope, model: Model) -> None:
    names = numeric_values(model)
    for at, name in enumerate(names, 1):
        scope = about()
        try:
            value = scope.lower(v.ValueOf(value=name, type="number", player=_ME)).text
        except NotLowered as gap:
            raise gap.at(model.values[name].where) from gap
        scope.out.line(f"results[seat * {len(names) + 1} + {at}] = {value}")


def rankings(model: Model) -> dict[int | None, Ranking]:
    """Return the ranking of the game and those of single ends, by the value of `over`."""
    own = {2 * at + 1: end.ranking for at, end in enumerate(model.ends)}
    return {None: model.ranking, **{over: each for over, each in own.items() if each is not None}}


def most_ranks(model: Model) -> int:
    """Return the greatest number of ranks that a ranking compares, at least one."""
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
    """Emit the addition of a player's numbers to the sort keys of the team, less being better."""
    out = about().out
    try:
        inside = "1" if ranking.among is None else f"1 * ({about().condition(ranking.among)})"
        out.line(f"inside[team] |= {inside}")
        for at, rank in enumerate(ranking.ranks):
            added = _key_update(about(), rank)
            out.line(f"keys[team, {at}] {added}")
    except NotLowered as gap:
        raise gap.at(ranking.where) from gap


def _key_update(scope: Scope, rank: Rank) -> str:
    if rank.which == RankOrder.FEWEST:
        return f"+= {scope.lower(rank.value).text}"
    if rank.which == RankOrder.MOST:
        return f"-= {scope.lower(rank.value).text}"
    return f"|= -1 * ({scope.condition(rank.value)})"


def _places(out: Writer, model: Model) -> None:
    """Emit the group of each team in the ranking, from 1; unranked teams stand behind all others."""
    row, ranks = len(numeric_values(model)) + 1, most_ranks(model)
    out.line(f"teams = players // {model.team_size}")
    out.line("winners = 0")
    with out.under("for team in range(teams):"):
        out.line("place = 1")
        with out.under("for other in range(teams):"):
            # A team equal to one before it forms no group of its own.
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
            out.line(f"results[seat * {row}] = place")
    out.line("kind = min(winners, 2)")


def _better(out: Writer, teams: tuple[str, str], name: str, ranks: int) -> None:
    """Emit into `name` whether one team ranks before another: whether its first different key is less."""
    one, other = (f"keys[{team}, rank]" for team in teams)
    out.line(f"{name} = 0")
    with out.under(f"for rank in range({ranks - 1}, -1, -1):"):
        out.line(f"{name} = 1 if {one} < {other} else 0 if {one} > {other} else {name}")
