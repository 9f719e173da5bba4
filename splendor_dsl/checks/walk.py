"""A walk through the code of a game that knows, before each step, what must hold there.

In what was chosen nothing is known but what the choice says; after a block that may not run, only what holds either
way. A loop over players or tokens runs as often as there are some, so that what one of them takes is missed by the
next; after any other loop all that it writes is forgotten. So it is after a loop within others, once its steps would be
walked more than `MOST_ROUNDS` times or come to more than `MOST_STEPS`: the walk grows with the code, not with the
rounds. A phase is walked so too, from what the setup and the phases before it leave.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from math import inf
from typing import Any, Final

from attrs import evolve, field, frozen, mutable

from splendor_dsl.checks.assume import assume
from splendor_dsl.checks.bounds import Bounds, with_range
from splendor_dsl.checks.chosen import chosen
from splendor_dsl.checks.context import Held, Known, Some, Value
from splendor_dsl.checks.effects import after, forget
from splendor_dsl.checks.flow import (
    SUPPLY,
    Part,
    all_steps,
    home,
    parts_of,
)
from splendor_dsl.checks.intervals import ONE, ZERO, Interval, exactly, hull
from splendor_dsl.checks.numbers import PLAYERS, domain_values, players_of
from splendor_dsl.checks.sure import can_be_paid
from splendor_dsl.checks.turns import OWN, owed_actions
from splendor_dsl.checks.world import World, pieces_in
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.changes import caused, slots_read, steps_of, written
from splendor_dsl.semantics.requirements import implied, leading_run

LEAD, IMPLIED, HEAD, LATE, EFFECT = "lead", "implied", "head", "late", "effect"
QUIET: Final = ("trigger", "phase")
BLOCKS: Final = m.If | m.ForEach
MUCH_KNOWN, MOST_KNOWN = (
    32,
    256,
)  # at one place: so the work grows with the code, not with what came before it
MOST_ROUNDS: Final = 32  # each loop by itself, and tokens for each player, are walked in full
MOST_STEPS: Final = 400  # in all rounds of a loop, those of the loops around it counted


@frozen(kw_only=True)
class Visit:
    """A step, what is known before it, and how it stands.

    `how`: "lead" (of an action), "implied" (by the action's being legal), "head" (of a trigger or phase, where nothing
    is done yet), "late", "effect".
    `declinable`: it is part of a decision that a player may decline. `run`: the choices and requirements made with it.
    `can_be`: whether what it requires can be so.
    """

    step: m.Step
    bounds: Bounds
    how: str
    declinable: bool = False
    run: tuple[m.Step, ...] = ()
    can_be: bool = True


@mutable(kw_only=True)
class _Block:
    """A block on the way, whether nothing was done before it, and how often the loops around it have it walked."""

    part: Part
    fresh: bool
    rounds: int = 1
    exits: list[Bounds] = field(factory=list)
    guarded: m.Step | None = None  # a payment that is part of the decision before it


def walk(bounds: Bounds, part: Part) -> tuple[Visit, ...]:
    """Every step of some code that can be reached; the walk is made once."""
    visits: tuple[Visit, ...] = _walked(bounds, part)[0]
    return visits


def walked(bounds: Bounds, part: Part) -> Bounds | None:
    """What is known after some code; none if it never comes to its end."""
    after: Bounds | None = _walked(bounds, part)[1]
    return after


def _walked(bounds: Bounds, part: Part) -> tuple[Any, Any]:
    memo, memory = ("walk", part.what, part.name), bounds.world.memory
    if memo not in memory:
        block = _Block(part=part, fresh=True)
        walk = _block(started(bounds, part), part.code.steps, block)
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


def started(bounds: Bounds, part: Part) -> Bounds:
    """What is known at the head of some code."""
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
    """The runs of a phase one after the other; with nothing known where they are too many, or may be more."""
    phase, before = _phases(bounds.world)[part.name]
    runs = bounds.number(phase.rounds) * exactly(bounds.world.players)
    if _repeats(bounds.world) or not runs.low == runs.high <= MOST_ROUNDS:
        yield from _block(bounds, part.code.steps, _Block(part=part, fresh=True))
        return bounds
    now = walked(bounds, before)
    for _ in range(int(runs.low)):
        if now is not None:
            now = yield from _block(
                _in_general(now), part.code.steps, _Block(part=part, fresh=True)
            )
    return now


def _phases(world: World) -> Mapping[str, tuple[m.Phase, Part]]:
    """The phases by name, each with what comes before it: the setup, or another phase."""
    parts = (each for each in parts_of(world.model) if each.what in {"setup", "phase"})
    return world.once(
        "phases",
        lambda: {p.name: (p, before) for p, before in zip(world.model.phases, parts, strict=False)},
    )


def _repeats(world: World) -> bool:
    """Whether a phase may run more often than it says."""
    steps = all_steps(world.model)
    return world.once("repeats", lambda: any(step.effects.owes for _, step in steps))


def _in_general(bounds: Bounds) -> Bounds:
    """The same without what was known of variables."""
    free = bounds.world.free
    return evolve(bounds, known=bounds.known.kept(lambda key: not free(key)), slots={})


def _owed(world: World) -> frozenset[str]:
    return world.once("owed", lambda: owed_actions(world.model))


def _before_setup(bounds: Bounds) -> Bounds:
    """Before the setup all tokens lie in the supply, and all pieces where they begin."""
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
    """The steps of a block; what is known after it, wherever it was left."""
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
            now = yield from _one(now, rest[0], block)
            rest = rest[1:]
    return _joined([*block.exits, *([] if now is None else [now])])


def _recent(bounds: Bounds, steps: tuple[m.Step, ...], at: int) -> Bounds:
    """The same with no more than `MOST_KNOWN` things known before a step of a block.

    Where much is known, what was chosen in the block and no later step reads is forgotten first; then what is oldest.
    """
    known = bounds.known
    if known.size <= MUCH_KNOWN:
        return bounds
    last, free = _last_read(steps, bounds.world), bounds.world.free
    if last:
        known = known.kept(lambda key: all(last.get(slot, at) >= at for slot in free(key)))
    if known.size > MOST_KNOWN:
        known = known.newest(MOST_KNOWN // 2)  # by halves, so that it is not done at each step
    return evolve(bounds, known=known)


def _last_read(steps: tuple[m.Step, ...], world: World) -> Mapping[int, int]:
    """The last step of a block that reads a variable, by its number, of the variables chosen in it."""

    def found() -> Mapping[int, int]:
        chosen = {each.slot for each in steps_of(steps) if isinstance(each, m.Choose)}
        read = ((slot, at) for at, step in enumerate(steps) for slot in slots_read(step))
        return dict.fromkeys(chosen, -1) | {slot: at for slot, at in read if slot in chosen}

    return world.once(("last read", id(steps)), found)


def _lead(
    bounds: Bounds, steps: tuple[m.Step, ...], block: _Block
) -> Generator[Visit, None, tuple[Bounds | None, tuple[m.Step, ...]]]:
    """The leading part of an action, with the payment and gains that it implies, and what follows it."""
    block.fresh = False
    run = leading_run(steps, lead=True)
    now: Bounds | None = bounds
    for step in run:
        if now is not None:
            made = _made(now, step)
            yield Visit(step=step, bounds=now, how=LEAD, run=run, can_be=made is not None)
            now = made
    rest = steps[len(run) :]
    sure = implied(bounds.world.model, steps).required
    for at, later in enumerate(rest):
        if now is None or isinstance(later, BLOCKS | m.Decision):
            return now, rest[at:]
        how = IMPLIED if any(later is each for each in sure) else EFFECT
        yield Visit(step=later, bounds=now, how=how)
        now = _done(now, later, block, sure=how == IMPLIED)
    return now, ()


def _made(bounds: Bounds, step: m.Step) -> Bounds | None:
    if isinstance(step, m.Choose):
        return chosen(bounds, step)
    return assume(bounds, step.value) if isinstance(step, m.Require) else bounds


def _run(bounds: Bounds, run: tuple[m.Step, ...], rest: tuple[m.Step, ...], block: _Block) -> Walk:
    """Choices and requirements made together; where they can't be made, the block is left."""
    may = isinstance(run[0], m.Choose) and run[0].may
    quiet = block.part.what in QUIET and block.fresh
    block.exits.append(bounds)
    block.guarded = rest[0] if rest and isinstance(rest[0], m.Pay) and (may or quiet) else None
    now: Bounds | None = bounds
    for step in run:
        if now is not None:
            made, how = _made(now, step), HEAD if quiet else LATE
            can_be = made is not None
            yield Visit(step=step, bounds=now, how=how, declinable=may, run=run, can_be=can_be)
            now = made
    return now


def _one(bounds: Bounds, step: m.Step, block: _Block) -> Walk:
    """One step that is no choice."""
    sure = step is block.guarded
    yield Visit(step=step, bounds=bounds, how=IMPLIED if sure else EFFECT)
    if isinstance(step, m.If):
        found = yield from _if(bounds, step, block)
    elif isinstance(step, m.ForEach):
        found = yield from _for_each(bounds, step, block)
    else:
        found = _done(bounds, step, block, sure=sure)
    block.fresh = False
    return found


def _done(bounds: Bounds, step: m.Step, block: _Block, *, sure: bool) -> Bounds:
    """What is known after a step that is no choice; one that is not `sure` may do less (K11, K13)."""
    if isinstance(step, m.Pay) and not (sure or can_be_paid(bounds, step)):
        block.exits.append(bounds)
    return after(bounds, step, block.part, sure=sure)


def _if(bounds: Bounds, step: m.If, block: _Block) -> Walk:
    """Either way, and then what holds after both."""
    ways: list[Bounds] = []
    for steps, holds in ((step.then, True), (step.otherwise, False)):
        begun = assume(bounds, step.value, holds=holds)
        if begun is not None:
            inner = _Block(part=block.part, fresh=block.fresh, rounds=block.rounds)
            done = yield from _block(begun, steps, inner)
            ways += [] if done is None else [done]
    return _joined(ways)


def _for_each(bounds: Bounds, step: m.ForEach, block: _Block) -> Walk:
    """As many rounds as there are players or tokens; a single round, with all that it writes forgotten, otherwise."""
    rounds = _rounds(bounds, step)
    if rounds is not None and block.rounds * len(rounds) <= _most_rounds(step, bounds.world):
        now: Bounds | None = bounds
        for each in rounds:
            if now is not None:
                begun = _another(now, step.slot).bind(step.slot, each)
                if block.part.what == "setup" and step.domain.kind in PLAYERS:
                    begun = _nothing_yet(begun, step, block)
                now = yield from _block(begun, step.body, _inner(block, len(rounds)))
        return now
    unsure = forget(bounds, _written_in(step, bounds.world))
    held, _ = domain_values(step.domain, unsure)
    if not held:  # of an empty group: it never runs
        return bounds
    bound = unsure.bind(step.slot, held[0])
    yield from _block(_one_of(bound, step), step.body, _inner(block))
    return unsure


def _most_rounds(step: m.ForEach, world: World) -> int:
    """How often the steps of a loop are walked at the most."""
    many = world.once(("steps in", id(step)), lambda: sum(1 for _ in steps_of(step.body)))
    return min(MOST_ROUNDS, MOST_STEPS // max(1, many))


def _rounds(bounds: Bounds, step: m.ForEach) -> list[Value | None] | None:
    """What the variable of a loop holds round by round; none where that is not known."""
    if step.domain.kind in PLAYERS:
        return [None] * players_of(step.domain, bounds)
    if step.domain.kind != "tokens" or step.domain.of is None:
        return None
    some = bounds.tokens(step.domain.of)
    each = (Some(tokens=frozenset((token,)), size=ONE, every=True) for token in sorted(some.tokens))
    return list(each) if some.every else None


def _another(bounds: Bounds, slot: int) -> Bounds:
    """The same without what was known of the one in a variable, which stands for another now."""
    free = bounds.world.free
    return evolve(bounds, known=bounds.known.kept(lambda key: slot not in free(key)))


def _written_in(step: m.ForEach, world: World) -> frozenset[str]:
    """What the steps of a loop write, with what they cause; each loop is asked once, however often it is walked."""

    def all_written() -> frozenset[str]:
        regions = written(world.model, step.body)
        return regions | caused(world.model, regions)

    return world.once(("written in", id(step)), all_written)


def _one_of(bounds: Bounds, step: m.ForEach) -> Bounds:
    """The token or piece at hand."""
    if step.domain.kind != "tokens" or step.domain.of is None:
        return bounds
    return bounds.bind(step.slot, Some(tokens=bounds.tokens(step.domain.of).tokens, size=ONE))


def _inner(block: _Block, rounds: int = 1) -> _Block:
    return _Block(part=block.part, fresh=False, rounds=block.rounds * rounds)


def _nothing_yet(bounds: Bounds, step: m.ForEach, block: _Block) -> Bounds:
    """In the setup a player holds nothing but what the loop at hand brings, if no other step brings anything."""
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
    """What holds whichever way was taken."""
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
