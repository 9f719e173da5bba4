"""Where things can get to: which steps there are, and which zones pieces and tokens can ever reach.

Conditions are left out, so what is said to be out of reach truly is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from attrs import frozen

from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v

BOX: Final = "box"
SUPPLY: Final = "supply"
Edge = tuple[str, str]


@frozen(kw_only=True)
class Part:
    """Some code of a game: `what` is "setup", "phase", "turn", "action" or "trigger"."""

    what: str
    name: str
    code: m.Code
    where: m.Where | None
    trigger: m.Trigger | None = None


def parts_of(model: m.Model) -> Iterator[Part]:
    """All code of a game, in the order of a rule file."""
    yield Part(what="setup", name="setup", code=model.setup, where=model.places.get("setup"))
    for phase in model.phases:
        yield Part(what="phase", name=phase.name, code=phase.code, where=phase.where)
    for action in model.actions:
        yield Part(what="action", name=action.name, code=action.code, where=action.where)
    yield Part(what="turn", name="turn", code=model.turn, where=model.places.get("turn"))
    for each in model.triggers:
        yield Part(what="trigger", name=each.name, code=each.code, where=each.where, trigger=each)


def steps_of(steps: Iterable[m.Step]) -> Iterator[m.Step]:
    """Steps and all steps inside them."""
    for step in steps:
        yield step
        if isinstance(step, m.If):
            yield from steps_of(step.then)
            yield from steps_of(step.otherwise)
        elif isinstance(step, m.ForEach):
            yield from steps_of(step.body)


def all_steps(model: m.Model) -> Iterator[tuple[Part, m.Step]]:
    """Every step of a game with the code that it stands in."""
    return ((part, step) for part in parts_of(model) for step in steps_of(part.code.steps))


def home(model: m.Model, kind: str) -> str:
    """Where the pieces of a kind lie before the setup: in the game's first zone for them, or the box."""
    zones = (
        zone.name
        for zone in model.zones.values()
        if zone.kind == kind and not zone.owned and zone.places is None and zone.name != BOX
    )
    return next(zones, BOX)


# ---- pieces ------------------------------------------------------------------------------------
def origins(part: Part) -> Mapping[int, tuple[str, ...]]:
    """For each variable that holds a piece, the zones in which it may have been found."""
    found: dict[int, tuple[str, ...]] = {}
    if part.trigger is not None and part.trigger.zone is not None:
        found[1] = (part.trigger.zone,)
    for step in steps_of(part.code.steps):
        if isinstance(step, m.Choose) and step.what == "piece":
            found[step.slot] = tuple(source.zone.zone for source in step.sources)
        elif isinstance(step, m.ForEach) and isinstance(step.domain.of, v.ZoneRef):
            found[step.slot] = (step.domain.of.zone,)
    return found


def piece_edges(model: m.Model, part: Part) -> Iterator[Edge]:
    """The ways of pieces from zone to zone in some code, refills left out."""
    found = origins(part)
    for step in steps_of(part.code.steps):
        if isinstance(step, m.MovePieces):
            for source in _sources(model, step, found):
                yield source, step.target.zone
        elif isinstance(step, m.Fill):
            yield step.source.zone, step.zone.zone


def _sources(
    model: m.Model, step: m.MovePieces, found: Mapping[int, tuple[str, ...]]
) -> tuple[str, ...]:
    if step.source is not None:
        return (step.source.zone,)
    if isinstance(step.piece, v.Local) and step.piece.slot in found:
        return found[step.piece.slot]
    return tuple(name for name, zone in model.zones.items() if zone.kind is not None)


def refills(model: m.Model) -> Iterator[Edge]:
    """The ways of pieces into zones that refill."""
    for zone in model.zones.values():
        if zone.refill is not None:
            yield zone.refill.source, zone.name


def zones_reached(model: m.Model) -> Mapping[str, frozenset[str]]:
    """For each kind of piece, the zones in which one of them can ever lie."""
    edges: list[Edge] = []  # a zone refills only what has left it, so it is never the first way in
    for part in parts_of(model):
        edges += piece_edges(model, part)
    return {kind: frozenset(_closure(model, kind, edges)) for kind in model.kinds}


def _closure(model: m.Model, kind: str, edges: list[Edge]) -> set[str]:
    if not any(True for _ in model.pieces_of(kind)):
        return set()
    fitting = {name for name, zone in model.zones.items() if zone.kind in {kind, "any"}}
    return grown({home(model, kind)}, [edge for edge in edges if edge[1] in fitting])


def grown(start: set[str], edges: Iterable[Edge]) -> set[str]:
    """All that can be reached from a start."""
    after: dict[str, set[str]] = {}
    for source, target in edges:
        after.setdefault(source, set()).add(target)
    reached, waiting = set(start), list(start)
    while waiting:
        for target in after.get(waiting.pop(), ()):
            if target not in reached:
                reached.add(target)
                waiting.append(target)
    return reached


# ---- markers and counters ------------------------------------------------------------------------
def given_markers(model: m.Model) -> frozenset[str]:
    """The markers that some step gives to somebody."""
    return frozenset(step.marker for _, step in all_steps(model) if isinstance(step, m.Give))


def set_counters(model: m.Model) -> frozenset[str]:
    """The counters that some step changes."""
    return frozenset(step.counter for _, step in all_steps(model) if isinstance(step, m.SetCounter))


# ---- choices ---------------------------------------------------------------------------------------
def leading_run(steps: tuple[m.Step, ...], *, lead: bool = False) -> tuple[m.Step, ...]:
    """The choices and requirements at the head of some steps that are made in one decision.

    A choice that may be declined begins a run of its own.
    """
    run: list[m.Step] = []
    for step in steps:
        if not isinstance(step, m.Choose | m.Require):
            break
        if isinstance(step, m.Choose) and step.may and (run or lead):
            break
        run.append(step)
    return tuple(run)


def implied(rest: tuple[m.Step, ...]) -> tuple[m.Step, ...]:
    """Of what follows the leading run of an action, the steps that must be possible for it to be legal."""
    found: list[m.Step] = []
    paid = False
    at = 0
    for at, step in enumerate(rest):  # noqa: B007  where the first part ends
        if isinstance(step, m.Pay) and not paid:
            paid = True
        elif not isinstance(step, m.MoveTokens) or step.up_to:
            break
        found.append(step)
    return tuple(found) if paid else (*found, *_first_payment(rest[at:]))


def _first_payment(rest: tuple[m.Step, ...]) -> Iterator[m.Step]:
    for step in rest:
        if isinstance(step, m.Choose | m.Require):
            return
        if isinstance(step, m.Pay):
            yield step
            return
