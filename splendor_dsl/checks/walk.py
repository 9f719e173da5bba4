"""An abstract interpretation of the code of a game: before each step it knows what must hold there.

A chosen thing is known only by the condition of its choice; after a block that may not run, only what holds either way is
known. A loop over players or tokens is walked once for each, so that what one of them takes is missing for the next; after
any other loop, knowledge about all that it writes is dropped. The same holds for nested loops whose steps would be walked
more than `MOST_ROUNDS` times or come to more than `MOST_STEPS`: the walk grows with the code, not with the rounds. A phase
is walked likewise, from the state that the setup and the phases before it leave.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from math import inf
from typing import Any, Final

from attrs import evolve, field, frozen, mutable

from splendor_dsl.checks.assumptions import assume
from splendor_dsl.checks.bounds import Bounds, with_range
from splendor_dsl.checks.certainty import can_be_paid
from splendor_dsl.checks.choice_results import after_choice
from splendor_dsl.checks.context import Held, Known, Some, Value
from splendor_dsl.checks.effects import after_step, forget
from splendor_dsl.checks.flow import (
    Part,
    all_steps,
    home,
    parts_of,
)
from splendor_dsl.checks.intervals import ONE, ZERO, Interval, exactly, hull
from splendor_dsl.checks.numbers import PLAYERS, domain_values, players_of
from splendor_dsl.checks.turns import OWN, owed_actions
from splendor_dsl.checks.world import World, pieces_in
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.changes import caused, slots_read, steps_of, written
from splendor_dsl.semantics.payments import SUPPLY
from splendor_dsl.semantics.requirements import implied, leading_run

LEAD, IMPLIED, HEAD, LATE, EFFECT = "lead", "implied", "head", "late", "effect"
WITH_HEAD: Final = ("trigger", "phase")
MUCH_KNOWN, MOST_KNOWN = (
    32,
    256,
)  # ranges and truths at one place, so that the work grows with the code, not with the steps before it
MOST_ROUNDS: Final = 32  # enough for each loop by itself, and for tokens within players
MOST_STEPS: Final = 400  # in all rounds of a loop, multiplied by those of the loops around it


@frozen(kw_only=True)
class Visit:
    """A step, with the bounds before it and its place in the code.

    `how`: "lead" (of an action), "implied" (by the action's being legal), "head" (of a trigger or phase, before any
    effect), "late", "effect".
    `declinable`: it is part of a decision that a player may decline. `run`: the choices and requirements made with it.
    `can_be`: whether its requirement can hold.
    """

    step: m.Step
    bounds: Bounds
    how: str
    declinable: bool = False
    run: tuple[m.Step, ...] = ()
    can_be: bool = True


@mutable(kw_only=True)
class _Block:
    """The state of a walk through a block."""

    part: Part
    fresh: bool
    rounds: int = 1
    exits: list[Bounds] = field(factory=list)
    guarded: m.Step | None = None  # a payment that belongs to the decision before it


def walk(bounds: Bounds, part: Part) -> tuple[Visit, ...]:
    """Return every step of some code that can be reached; the walk is made once."""
    visits: tuple[Visit, ...] = _walk_once(bounds, part)[0]
    return visits


def after_code(bounds: Bounds, part: Part) -> Bounds | None:
    """Return the bounds after some code; None if it never comes to its end."""
    after: Bounds | None = _walk_once(bounds, part)[1]
    return after


def _walk_once(bounds: Bounds, part: Part) -> tuple[Any, Any]:
    memo, memory = ("walk", part.what, part.name), bounds.world.memory
    if memo not in memory:
        block = _Block(part=part, fresh=True)
        walk = _block(at_start(bounds, part), part.code.steps, block)
        memory[memo] = _all_of(_phase(bounds, part) if part.what == "phase" else walk)
    found = memory[memo]
    assert isinstance(found, tuple)
    return found


def _all_of(walk: Walk) -> tuple[tuple[Visit, ...], Bounds | None]:
    visits: list[Visit] = []
    while True:
        try:
            visits.append(next(walk))
        except StopIteration as end:
            return tuple(visits), end.value


def at_start(bounds: Bounds, part: Part) -> Bounds:
    """Return the bounds at the beginning of some code."""
    if part.what == "setup":
        return _before_setup(bounds)
    if part.what == "phase":
        return bounds
    found = with_range(bounds, v.Fact(which="round"), Interval(1, inf))
    if part.what == "action":
        return evolve(found, settled=part.name not in _owed(bounds.world))
    trigger = part.trigger
    if trigger is None or trigger.zone is None:
        return found
    zone = bounds.world.model.zones[trigger.zone]
    found = found.bind(1, Held(kind=zone.kind or ""))
    here = v.ZoneRef(zone=zone.name, player=OWN if zone.owned else None)
    return with_range(found, pieces_in(here), Interval(1, inf))


def _phase(bounds: Bounds, part: Part) -> Walk:
    """Walk the runs of a phase one after the other; if there may be too many, once without knowledge."""
    phase, before = _phases(bounds.world)[part.name]
    runs = bounds.number(phase.rounds) * exactly(bounds.world.players)
    if _repeats(bounds.world) or not runs.low == runs.high <= MOST_ROUNDS:
        yield from _block(bounds, part.code.steps, _Block(part=part, fresh=True))
        return bounds
    now = after_code(bounds, before)
    for _ in range(int(runs.low)):
        if now is not None:
            now = yield from _block(
                _without_variables(now), part.code.steps, _Block(part=part, fresh=True)
            )
    return now


def _phases(world: World) -> Mapping[str, tuple[m.Phase, Part]]:
    """Return the phases by name, each with the code before it: the setup, or another phase."""
    parts = (each for each in parts_of(world.model) if each.what in {"setup", "phase"})
    return world.once(
        "phases",
        lambda: {p.name: (p, before) for p, before in zip(world.model.phases, parts, strict=False)},
    )


def _repeats(world: World) -> bool:
    """Return whether a phase may run more often than its number of rounds."""
    steps = all_steps(world.model)
    return world.once("repeats", lambda: any(step.effects.owes for _, step in steps))


def _without_variables(bounds: Bounds) -> Bounds:
    """Return bounds without knowledge about variables."""
    free = bounds.world.free
    return evolve(bounds, known=bounds.known.kept(lambda key: not free(key)), slots={})


def _owed(world: World) -> frozenset[str]:
    return world.once("owed", lambda: owed_actions(world.model))


def _before_setup(bounds: Bounds) -> Bounds:
    """Return the bounds before the setup: all tokens are in the supply, and all pieces in their first zones."""
    world, found = bounds.world, bounds
    supply = v.ZoneRef(zone=SUPPLY, player=None)
    for token, stock in enumerate(world.stock):
        count = v.PileCount(pile=supply, tokens=v.TokenConst(token=token))
        found = with_range(found, count, exactly(stock))
    for zone in world.model.zones.values():
        if zone.kind is not None and zone.kind in world.things and not zone.owned:
            there = len(world.things[zone.kind]) if home(world.model, zone.kind) == zone.name else 0
            here = pieces_in(v.ZoneRef(zone=zone.name, player=None))
            found = with_range(found, here, exactly(there))
    return found


# ---- blocks --------------------------------------------------------------------------------------
Walk = Generator[Visit, None, Bounds | None]


def _block(bounds: Bounds, steps: tuple[m.Step, ...], block: _Block) -> Walk:
    """Walk the steps of a block; return the bounds after it, wherever it was left."""
    now: Bounds | None = bounds
    rest = steps
    if block.part.what == "action" and block.fresh:
        now, rest = yield from _lead(bounds, steps, block)
    while rest and now is not None:
        now = _recent(now, steps, len(steps) - len(rest))
        run = leading_run(rest)
        if run:
            rest = rest[len(run) :]
            now = yield from _run(now, run, rest, block)
        else:
            now = yield from _single_step(now, rest[0], block)
            rest = rest[1:]
    return _joined([*block.exits, *([] if now is None else [now])])


def _recent(bounds: Bounds, steps: tuple[m.Step, ...], at: int) -> Bounds:
    """Return bounds with at most `MOST_KNOWN` ranges and truths before a step of a block.

    Knowledge about choices of the block that no later step reads is dropped first; then the oldest.
    """
    known = bounds.known
    if known.size <= MUCH_KNOWN:
        return bounds
    last, free = _last_read(steps, bounds.world), bounds.world.free
    if last:
        known = known.kept(lambda key: all(last.get(slot, at) >= at for slot in free(key)))
    if known.size > MOST_KNOWN:
        known = known.newest(MOST_KNOWN // 2)  # half of it, so that this is not needed at each step
    return evolve(bounds, known=known)


def _last_read(steps: tuple[m.Step, ...], world: World) -> Mapping[int, int]:
    """Return the last step of a block that reads each variable chosen in it."""

    def found() -> Mapping[int, int]:
        chosen = {each.slot for each in steps_of(steps) if isinstance(each, m.Choose)}
        read = ((slot, at) for at, step in enumerate(steps) for slot in slots_read(step))
        return dict.fromkeys(chosen, -1) | {slot: at for slot, at in read if slot in chosen}

    return world.once(("last read", id(steps)), found)


def _lead(
    bounds: Bounds, steps: tuple[m.Step, ...], block: _Block
) -> Generator[Visit, None, tuple[Bounds | None, tuple[m.Step, ...]]]:
    """Walk the leading part of an action, with the payment and gains that it implies; return the steps after it."""
    block.fresh = False
    run = leading_run(steps, lead=True)
    now: Bounds | None = bounds
    for step in run:
        if now is not None:
            made = _after_decision(now, step)
            yield Visit(step=step, bounds=now, how=LEAD, run=run, can_be=made is not None)
            now = made
    rest = steps[len(run) :]
    sure = implied(bounds.world.model, steps).required
    for at, later in enumerate(rest):
        if now is None or isinstance(later, m.Block | m.Decision):
            return now, rest[at:]
        how = IMPLIED if any(later is each for each in sure) else EFFECT
        yield Visit(step=later, bounds=now, how=how)
        now = _after_effect(now, later, block, sure=how == IMPLIED)
    return now, ()


def _after_decision(bounds: Bounds, step: m.Step) -> Bounds | None:
    if isinstance(step, m.Choose):
        return after_choice(bounds, step)
    return assume(bounds, step.value) if isinstance(step, m.Require) else bounds


def _run(bounds: Bounds, run: tuple[m.Step, ...], rest: tuple[m.Step, ...], block: _Block) -> Walk:
    """Walk choices and requirements made together; the block is left if they can't be made."""
    may = isinstance(run[0], m.Choose) and run[0].may
    at_head = block.part.what in WITH_HEAD and block.fresh
    block.exits.append(bounds)
    block.guarded = rest[0] if rest and isinstance(rest[0], m.Pay) and (may or at_head) else None
    now: Bounds | None = bounds
    for step in run:
        if now is not None:
            made, how = _after_decision(now, step), HEAD if at_head else LATE
            can_be = made is not None
            yield Visit(step=step, bounds=now, how=how, declinable=may, run=run, can_be=can_be)
            now = made
    return now


def _single_step(bounds: Bounds, step: m.Step, block: _Block) -> Walk:
    """Walk one step that is no choice."""
    sure = step is block.guarded
    yield Visit(step=step, bounds=bounds, how=IMPLIED if sure else EFFECT)
    match step:
        case m.If():
            found = yield from _if(bounds, step, block)
        case m.ForEach():
            found = yield from _for_each(bounds, step, block)
        case flat:
            found = _after_effect(bounds, flat, block, sure=sure)
    block.fresh = False
    return found


def _after_effect(bounds: Bounds, step: m.FlatStep, block: _Block, *, sure: bool) -> Bounds:
    """Return the bounds after a step that is no choice; one that is not `sure` may do less (K11, K13)."""
    if isinstance(step, m.Pay) and not (sure or can_be_paid(bounds, step)):
        block.exits.append(bounds)
    return after_step(bounds, step, block.part, sure=sure)


def _if(bounds: Bounds, step: m.If, block: _Block) -> Walk:
    """Walk both branches; return the bounds that hold after either."""
    ways: list[Bounds] = []
    for steps, holds in ((step.then, True), (step.otherwise, False)):
        begun = assume(bounds, step.value, holds=holds)
        if begun is not None:
            inner = _Block(part=block.part, fresh=block.fresh, rounds=block.rounds)
            done = yield from _block(begun, steps, inner)
            ways += [] if done is None else [done]
    return _joined(ways)


def _for_each(bounds: Bounds, step: m.ForEach, block: _Block) -> Walk:
    """Walk a round for each player or token; for other domains one round, without knowledge of what the loop writes."""
    rounds = _rounds(bounds, step)
    if rounds is not None and block.rounds * len(rounds) <= _most_rounds(step, bounds.world):
        now: Bounds | None = bounds
        for each in rounds:
            if now is not None:
                begun = _without_variable(now, step.slot).bind(step.slot, each)
                if block.part.what == "setup" and step.domain.kind in PLAYERS:
                    begun = _with_empty_zones(begun, step, block)
                now = yield from _block(begun, step.body, _inner(block, len(rounds)))
        return now
    unsure = forget(bounds, _written_in(step, bounds.world))
    held, _ = domain_values(step.domain, unsure)
    if not held:  # an empty group: the loop never runs
        return bounds
    bound = unsure.bind(step.slot, held[0])
    yield from _block(_one_of(bound, step), step.body, _inner(block))
    return unsure


def _most_rounds(step: m.ForEach, world: World) -> int:
    """Return the most rounds in which the steps of a loop are walked."""
    many = world.once(("steps in", id(step)), lambda: sum(1 for _ in steps_of(step.body)))
    return min(MOST_ROUNDS, MOST_STEPS // max(1, many))


def _rounds(bounds: Bounds, step: m.ForEach) -> list[Value | None] | None:
    """Return the values of a loop's variable, round by round; None if they are not known."""
    if step.domain.kind in PLAYERS:
        return [None] * players_of(step.domain, bounds)
    if step.domain.kind != "tokens" or step.domain.of is None:
        return None
    some = bounds.tokens(step.domain.of)
    each = (Some(tokens=frozenset((token,)), size=ONE, every=True) for token in sorted(some.tokens))
    return list(each) if some.every else None


def _without_variable(bounds: Bounds, slot: int) -> Bounds:
    """Return bounds without knowledge about a variable, which has a new value now."""
    free = bounds.world.free
    return evolve(bounds, known=bounds.known.kept(lambda key: slot not in free(key)))


def _written_in(step: m.ForEach, world: World) -> frozenset[str]:
    """Return all that the steps of a loop write or cause, computed once for each loop."""

    def all_written() -> frozenset[str]:
        regions = written(world.model, step.body)
        return regions | caused(world.model, regions)

    return world.once(("written in", id(step)), all_written)


def _one_of(bounds: Bounds, step: m.ForEach) -> Bounds:
    """Return bounds with the variable of a loop as any token of its domain."""
    if step.domain.kind != "tokens" or step.domain.of is None:
        return bounds
    return bounds.bind(step.slot, Some(tokens=bounds.tokens(step.domain.of).tokens, size=ONE))


def _inner(block: _Block, rounds: int = 1) -> _Block:
    return _Block(part=block.part, fresh=False, rounds=block.rounds * rounds)


def _with_empty_zones(bounds: Bounds, step: m.ForEach, block: _Block) -> Bounds:
    """Return bounds in which a player holds only what this loop brings, for zones that no other step of the setup fills."""
    model, found = bounds.world.model, bounds
    others = [each for each in block.part.code.steps if each is not step]
    touched = written(model, others) | caused(model, written(model, (*others, step)))
    player = v.Local(slot=step.slot, type="player")
    for zone in model.zones.values():
        if zone.owned and zone.name not in touched and step in block.part.code.steps:
            mine = v.ZoneRef(zone=zone.name, player=player)
            for count in _counts(mine, zone.kind, len(bounds.world.stock)):
                known = found.known.with_range(found.world.key(count), ZERO, found.world.free)
                found = evolve(found, known=known)
    return found


def _counts(ref: v.ZoneRef, kind: str | None, tokens: int) -> Iterator[v.Expr]:
    if kind is not None:
        yield pieces_in(ref)
    else:
        for token in range(tokens):
            yield v.PileCount(pile=ref, tokens=v.TokenConst(token=token))


def _joined(ways: list[Bounds]) -> Bounds | None:
    """Return the bounds that hold on every way."""
    if not ways:
        return None
    keys = set.intersection(*(set(way.known.ranges) for way in ways))
    ranges = {key: hull([way.known.ranges[key] for way in ways]) for key in keys}
    first = ways[0].known.truths
    truths = {
        key: truth
        for key, truth in first.items()
        if all(way.known.truths.get(key) is truth for way in ways)
    }
    settled = all(way.settled for way in ways)
    return evolve(ways[0], known=Known(ranges=ranges, truths=truths), settled=settled)
