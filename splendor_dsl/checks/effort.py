"""Upper bounds of the work of an expression, a step or a run of choices, by the sizes of loops and zones.

The unit is about what the interpreter needs to look at one number. Conditions that may fail reduce nothing, so the
bounds always hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from math import comb, inf
from typing import Any, Final, assert_never, get_args

from attrs import field, frozen

from splendor_dsl.checks.bounds import Bounds
from splendor_dsl.checks.cycles import Causes, causes_of, codes_of, moves_of
from splendor_dsl.checks.flow import Part, parts_of, piece_flows
from splendor_dsl.checks.numbers import PLAYERS, players_of
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.changes import refills_of, zones_left
from splendor_dsl.semantics.effects import PieceFlow
from splendor_dsl.semantics.requirements import TokenStep, implied, leading_run

EFFECT: Final = 10  # the work of changing a state and logging that, in looks at a number
OPTION: Final = 10  # the work of offering one

Share = tuple[m.Where, int]  # a clause, and the work of it


@frozen(kw_only=True)
class Effort:
    """A reader of a game as the work that it takes, in the number of players of its bounds.

    `until_decision` counts it up to the first decision: each choice is listed, and then the rest of its block is left out,
    as if it had no option. `one action` always counts as a decision, as does a turn without any.
    """

    bounds: Bounds
    until_decision: bool = False
    memory: dict[object, int] = field(factory=dict, eq=False, repr=False)

    def of(self, *exprs: v.Expr | None) -> int:
        """Return the work of reading some expressions once."""
        return sum(self._of(expr) for expr in exprs if expr is not None)

    def _of(self, expr: v.Expr) -> int:
        return self.once(id(expr), lambda: EXPRESSIONS[type(expr)](expr, self))

    def once(self, memo: object, work: Callable[[], int]) -> int:
        """Return the work of something that may be reached several times, or, through triggers, within itself."""
        if memo not in self.memory:
            self.memory[memo] = (
                0  # in a cycle of triggers, a trigger under way counts where it begins
            )
            self.memory[memo] = work()
        return self.memory[memo]

    @property
    def lanes(self) -> int:
        """The number of numbers in amounts."""
        return max(1, len(self.bounds.world.stock))

    def width(self, type_: str) -> int:
        """Return the number of numbers in a value of a type."""
        return self.lanes if type_ == "amounts" else 1

    def tokens(self, tokens: v.Expr) -> int:
        """Return the number of tokens that may be meant."""
        return max(1, len(self.bounds.tokens(tokens).tokens))

    def pieces(self, zone: v.ZoneRef) -> int:
        """Return the most pieces that a zone can hold."""
        return int(self.bounds.world.zone_high(zone.zone))

    def rounds(self, domain: v.Domain) -> int:
        """Return the most elements of a domain."""
        if domain.kind in PLAYERS:
            return players_of(domain, self.bounds)
        if isinstance(domain.of, v.ZoneRef):
            return self.pieces(domain.of)
        return self.lanes if domain.of is None else self.tokens(domain.of)

    # ---- steps -------------------------------------------------------------------------------
    def shares(self, steps: Sequence[m.Step]) -> Iterator[Share]:
        """Yield the work of some steps, the actions and triggers of a turn one by one."""
        at = 0
        while at < len(steps):
            step = steps[at]
            run: Sequence[m.Step] = ()
            if isinstance(step, m.Decision):
                run = leading_run(steps[at:])
            at += max(1, len(run))
            if run:
                due = [each for each in steps[at : at + 1] if isinstance(each, m.Pay)]
                yield from self.run(run, due)
            elif isinstance(step, m.OneAction):
                yield from self.one_action(step)
            elif isinstance(step, m.EndOfTurn):
                yield from self.moment(m.Moment.END_OF_TURN)
            else:
                yield step.where, STEPS[type(step)](step, self)
            if self.until_decision and any(
                isinstance(s, m.Choose | m.OneAction) for s in (step, *run)
            ):
                return

    def one_action(self, step: m.OneAction) -> Iterator[Share]:
        """Yield the work of listing all actions, and the rest of the action that takes most."""
        actions = self.bounds.world.model.actions
        for action in actions:
            yield from self.lead(action)
        if not self.until_decision:
            yield max(map(self.rest, actions), default=(step.where, 0), key=work_of)

    def block(self, steps: Sequence[m.Step]) -> int:
        """Return the work of some steps."""
        return total(self.shares(steps))

    def moment(self, at: m.Moment) -> Iterator[Share]:
        """Yield the work of the triggers of a moment."""
        for each in self.bounds.world.model.triggers:
            if each.at == at:
                yield from self.shares(each.code.steps)

    def lead(self, action: m.Action) -> Iterator[Share]:
        """Yield the work of listing the options of an action."""
        steps = action.code.steps
        due = implied(self.bounds.world.model, steps).tried
        yield from self.run(leading_run(steps, lead=True), due)

    def rest(self, action: m.Action) -> Share:
        """Return the work of an action after its leading choices, at the step that takes most of it."""
        steps = action.code.steps
        shares = [*self.shares(steps[len(leading_run(steps, lead=True)) :])]
        where, _ = max(shares, default=(action.where, 0), key=work_of)
        return where, total(shares)

    def run(self, steps: Iterable[m.Step], due: Iterable[TokenStep]) -> Iterator[Share]:
        """Yield the work of listing what is chosen together, each step for all ways to choose before it."""
        ways = 1
        for step in steps:
            if isinstance(step, m.Choose):
                found = ways * self.of(*_read_once(step))
                ways *= options(self.bounds, step)
                yield step.where, found + ways * OPTION
            elif isinstance(step, m.Require):
                yield step.where, ways * self.of(step.value)
        for each in due:
            yield each.where, ways * STEPS[type(each)](each, self)

    def entered(self, zone: str, many: int) -> int:
        """Return the work of so many pieces that enter a zone, with all that their triggers cause.

        A trigger counts for each piece. One that can cause itself counts, with all on its cycles, for each piece that can
        ever come to its zone: none comes back to a zone that it has left (SPL480).
        """
        self._look_ahead()
        alone, cycle = self.waiting.get(zone, ((), frozenset[str]()))
        each = self.once(("alone", zone), lambda: sum(map(self.caused, alone)))
        return EFFECT + many * (EFFECT + each) + self.cycle(cycle)

    def owed(self, action: str) -> int:
        """Return the work of an owed action, which is offered and done."""
        path = f"actions.{action}"
        self._look_ahead()
        return EFFECT + self._with_cycle(path)

    def _with_cycle(self, path: str) -> int:
        cycle = self.causes.cycles[path]
        return self.cycle(cycle) if cycle else self.caused(path)

    def _look_ahead(self) -> None:
        """Compute each action and trigger after all that it causes: a long chain of causes would recurse too deep."""
        self.once("all causes", lambda: sum(map(self._with_cycle, self.causes.order)))

    def caused(self, path: str) -> int:
        """Return the work of an action or trigger that is caused once."""
        return self.once(("caused", path), lambda: self._caused(self.codes[path]))

    def _caused(self, part: Part) -> int:
        if part.what == "trigger":
            return self.block(part.code.steps)
        actions = [each for each in self.bounds.world.model.actions if each.name == part.name]
        return sum(total(self.lead(each)) + self.rest(each)[1] for each in actions)

    def cycle(self, paths: frozenset[str]) -> int:
        """Return the work of all that can cause itself in a cycle, each as often as there are pieces to cause it."""
        return self.once(paths, lambda: self._cycle([self.codes[path] for path in paths]))

    def _cycle(self, parts: list[Part]) -> int:
        """Return the work of a cycle: pieces that enter the zone cause a trigger, and an action moves a piece each time."""
        world = self.bounds.world
        entered = {zone for part in parts for _, zone in moves_of(world.model, part)}
        moved = sum(int(world.most_pieces(zone)) for zone in entered)
        found = 0
        for part in parts:
            own = part.trigger.zone if part.trigger is not None else None
            found += (1 + (moved if own is None else int(world.most_pieces(own)))) * self._caused(
                part
            )
        return found

    @cached_property
    def waiting(self) -> Mapping[str, tuple[tuple[str, ...], frozenset[str]]]:
        """By zone, the triggers of entering pieces that are on no cycle, and the cycle of all others."""
        found: dict[str, list[str]] = {}
        for path, part in self.codes.items():
            if part.trigger is not None and part.trigger.zone is not None:
                found.setdefault(part.trigger.zone, []).append(path)
        cycles = self.causes.cycles
        return {
            zone: (
                tuple(path for path in paths if not cycles[path]),
                next((cycles[path] for path in paths if cycles[path]), frozenset()),
            )
            for zone, paths in found.items()
        }

    @cached_property
    def codes(self) -> Mapping[str, Part]:
        """The actions and triggers."""
        return codes_of(self.bounds.world.model)

    @cached_property
    def causes(self) -> Causes:
        """The graph of causes between them."""
        return causes_of(self.bounds.world.model, self.codes)

    @cached_property
    def left(self) -> Mapping[int, tuple[str, ...]]:
        """The zones that each flow of pieces may leave, by its identity."""
        model = self.bounds.world.model
        return {
            id(flow): zones_left(model, flow, found)
            for part in parts_of(model)
            for found in (part.origins,)
            for flow in piece_flows(part)
        }


def work_of(share: Share) -> int:
    """Return the work of a clause."""
    return share[1]


def total(shares: Iterable[Share]) -> int:
    """Return the work of some clauses together."""
    return sum(map(work_of, shares))


# ---- choices ---------------------------------------------------------------------------------------
def options(bounds: Bounds, step: m.Choose) -> int:
    """Return the most options of a choice by itself; a number without a bound counts as one."""
    match step:
        case m.ChooseToken():
            return len(bounds.tokens(step.tokens).tokens)
        case m.ChooseTokens():
            tokens, wanted = len(bounds.tokens(step.tokens).tokens), bounds.number(step.count)
            least, most = max(0, wanted.low), max(0, min(tokens, wanted.high))
            return comb(tokens, int(min(max(tokens // 2, least), most)))
        case m.ChoosePiece():
            return sum(_pieces(bounds, source) for source in step.sources)
        case m.ChooseNumber():
            there = bounds.number(step.high).high - bounds.number(step.low).low + 1
            return 1 if there == inf else max(0, int(there))
        case m.ChoosePlayer():
            return players_of(step.domain, bounds)
    assert_never(step)


def _read_once(step: m.Choose) -> tuple[v.Expr, ...]:
    """Return the expressions of a choice that are read before its options are known."""
    match step:
        case m.ChooseToken():
            return (step.tokens,)
        case m.ChooseTokens():
            return step.tokens, step.count
        case m.ChooseNumber():
            return step.low, step.high
        case m.ChoosePiece() | m.ChoosePlayer():
            return ()
    assert_never(step)


def _pieces(bounds: Bounds, source: m.Source) -> int:
    held = int(bounds.world.zone_high(source.zone.zone))
    return min(held, bounds.world.parts(source.zone.zone)) if source.top else held


# ---- one function for each form of expression --------------------------------------------------------
def _one(_: v.Expr, __: Effort) -> int:
    return 1


def _of_player(expr: v.CounterValue | v.ZoneRef, effort: Effort) -> int:
    return 1 + effort.of(expr.player)


def _by_players(expr: v.ByPlayers, effort: Effort) -> int:
    return 1 + max(effort.of(part) for part in expr.parts)


def _of_pile(expr: v.PileCount | v.DifferentKinds, effort: Effort) -> int:
    return effort.tokens(expr.tokens) + effort.of(expr.pile)


def _piece_count(expr: v.PieceCount, effort: Effort) -> int:
    plain = expr.where is None and expr.kind is None
    looks = 1 if plain else effort.pieces(expr.zone) * (1 + effort.of(expr.where))
    return looks + effort.of(expr.zone)


def _piece_sum(expr: v.PieceSum, effort: Effort) -> int:
    each = effort.width(expr.type) + effort.of(expr.where)
    return 1 + effort.pieces(expr.zone) * each + effort.of(expr.zone)


def _parts(expr: v.Sum | v.Product | v.MinMax | v.All | v.Any, effort: Effort) -> int:
    return 1 + effort.of(*expr.parts)


def _value_of(expr: v.ValueOf, effort: Effort) -> int:
    terms = [term.value for term in effort.bounds.world.model.values[expr.value].terms]
    found = effort.once(("value", expr.value), lambda: effort.of(*terms))
    return 1 + effort.of(expr.player) + found


EXPRESSIONS: Final[dict[type, Callable[[Any, Effort], int]]] = {
    v.Const: _one,
    v.ByPlayers: _by_players,
    v.Fact: _one,
    v.Local: _one,
    v.Mover: _one,
    v.Nobody: _one,
    v.TokenConst: _one,
    v.TokenSet: _one,
    v.CounterValue: _of_player,
    v.Holder: _one,
    v.ZoneRef: _of_player,
    v.PileCount: _of_pile,
    v.PileAmounts: lambda expr, effort: effort.lanes + effort.of(expr.pile),
    v.DifferentKinds: _of_pile,
    v.PieceCount: _piece_count,
    v.PieceSum: _piece_sum,
    v.FieldOf: lambda expr, effort: effort.width(expr.type) + effort.of(expr.piece),
    v.AmountOf: lambda expr, effort: effort.lanes + effort.of(expr.count, expr.tokens),
    v.AmountIn: lambda expr, effort: effort.tokens(expr.tokens) + effort.of(expr.amounts),
    v.Sum: _parts,
    v.Product: _parts,
    v.MinMax: _parts,
    v.Compare: lambda expr, effort: 1 + effort.of(expr.left, expr.right),
    v.Covers: lambda expr, effort: effort.lanes + effort.of(expr.left, expr.right),
    v.Not: lambda expr, effort: 1 + effort.of(expr.body),
    v.All: _parts,
    v.Any: _parts,
    v.Domain: _one,
    v.Quantified: lambda expr, e: 1 + e.rounds(expr.domain) * (1 + e.of(expr.body)),
    v.ValueOf: _value_of,
    v.StockOf: lambda expr, effort: effort.tokens(expr.tokens),
}


# ---- one function for each step ----------------------------------------------------------------------
def _alone(step: m.Step, effort: Effort) -> int:
    return effort.block((step,))


def _pay(step: m.Pay, effort: Effort) -> int:
    return EFFECT + effort.lanes * (1 + len(step.wilds)) + effort.of(step.cost)


def _simple(step: m.SimpleStep, effort: Effort) -> int:
    """Return the work of all effects of a step."""
    effects, found = step.effects, 0
    for tokens in effects.tokens:
        found += EFFECT + effort.lanes + effort.of(tokens.amounts)
    for pieces in effects.pieces:
        found += effort.of(pieces.count) + _moved(pieces, effort)
    for zone in (*effects.shuffled, *effects.revealed):
        found += EFFECT + effort.pieces(zone)
    for expr in (
        *(each.to for each in effects.markers),
        *(each.value for each in effects.counters),
    ):
        found += EFFECT + effort.of(expr)
    found += sum(effort.owed(action) for action in effects.owed_actions)
    return found + EFFECT * effects.owes_turn


def _moved(flow: PieceFlow, effort: Effort) -> int:
    """Return the work of pieces that move, with refills and triggers."""
    world, many = effort.bounds.world, 1
    if flow.fills:
        many = effort.pieces(flow.target)
    elif flow.source is not None:
        many = effort.pieces(flow.source)
        if flow.count is not None:
            wanted = max(0, effort.bounds.number(flow.count).high)
            many = int(min(many, wanted * world.parts(flow.source.zone)))
    refilled = max((_refilled(zone, many, effort) for zone in effort.left[id(flow)]), default=0)
    return effort.entered(flow.target.zone, many) + refilled


def _refilled(left: str, many: int, effort: Effort) -> int:
    """Return the work of the refills after so many pieces have left a zone."""
    zones = [zone for zone, _ in refills_of(effort.bounds.world.model, left)]
    return sum(effort.entered(zone, many) for zone in zones)


def _if(step: m.If, effort: Effort) -> int:
    ways = max(effort.block(step.then), effort.block(step.otherwise))
    return effort.of(step.value) + ways


def _keep_limits(_: m.KeepLimits, effort: Effort) -> int:
    limits = effort.bounds.world.model.limits.values()
    return sum(EFFECT + effort.of(each.value) for each in limits)


STEPS: Final[dict[type, Callable[[Any, Effort], int]]] = {
    **dict.fromkeys(get_args(m.Decision), _alone),
    m.Pay: _pay,
    **dict.fromkeys(get_args(m.SimpleStep), _simple),
    m.If: _if,
    m.ForEach: lambda step, e: 1 + e.rounds(step.domain) * (1 + e.block(step.body)),
    m.OneAction: _alone,
    m.KeepLimits: _keep_limits,
    m.EndOfTurn: _alone,
}
