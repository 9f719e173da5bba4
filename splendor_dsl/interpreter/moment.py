"""The moment of a position set up by hand (K31): the turn, the round, or the run of a phase."""

from __future__ import annotations

from typing import TypeVar

from splendor_dsl.interpreter.errors import Fault
from splendor_dsl.interpreter.evaluation import Cells
from splendor_dsl.interpreter.flow import seats_of
from splendor_dsl.interpreter.frames import FrozenFrame
from splendor_dsl.interpreter.interpreter import Engine
from splendor_dsl.ir import nodes
from splendor_dsl.ir.from_semantics import SEAT, SEATS, TURN
from splendor_dsl.semantics import examples as e

G = TypeVar("G", bound=e.Given)
_COUNTED = {"turn": "turns", "passes": "passes"}
AFTER_CALL = 4  # the distance from the start of a phase to the instruction after a run of it


def set_moment(engine: Engine, example: e.Example, cells: Cells, *, from_record: bool) -> None:
    """Set the registers as given; the others follow from the round and the player to move."""
    register = engine.layout.register
    mover, when = _one(example, e.GivenMover), _one(example, e.GivenRound)
    _require_begun(engine, example, cells, when)
    if when is not None and when.phase is not None:
        _set_phase(engine, cells, when, 0 if mover is None else mover.seat)
        return
    if when is not None:
        if when.number < 1:
            reason = "the first round is round 1"
            raise Fault(reason, when.where)
        cells[register("round")] = when.number
    if mover is not None:
        _set_mover(engine, cells, mover)
    if not from_record and cells[register("round")]:
        before: int = (cells[register("round")] - 1) * engine.layout.players
        cells[register("turn")] = before + cells[register("mover")] + 1
    for count in _all(example, e.GivenCount):
        cells[register(count.what)] = count.number
    for since in _all(example, e.GivenSince):
        _set_since(engine, cells, since)


def _require_begun(
    engine: Engine, example: e.Example, cells: Cells, when: e.GivenRound | None
) -> None:
    """Raise Fault for anything given of rounds and turns before any has begun."""
    counted: list[e.GivenCount | e.GivenSince] = [
        *_all(example, e.GivenCount),
        *_all(example, e.GivenSince),
    ]
    if engine.setting_up(cells):
        moments = e.GivenMover | e.GivenRound | e.GivenCount | e.GivenSince
        for each in example.given:
            if isinstance(each, moments):
                reason = "the setup asks first, so no round has begun"
                raise Fault(reason, each.where)
    in_phase = not cells[engine.layout.register("round")]
    if in_phase and when is not None and when.phase is None:
        reason = "a phase is under way, so that its round is given as 'round n of' it"
        raise Fault(reason, when.where)
    if in_phase or (when is not None and when.phase is not None):
        for given in counted:
            what = "ends" if isinstance(given, e.GivenSince) else _COUNTED[given.what]
            reason = f"in a phase there are no {what} yet"
            raise Fault(reason, given.where)


def phase_frames(
    engine: Engine, phase: int, number: int, seat: int
) -> tuple[FrozenFrame, FrozenFrame] | None:
    """Return the frames at the start of a seat's run of a phase; none if there is no such run."""
    program = engine.program
    rounds = seats_of(program.model.phases[phase], engine.layout.players)
    if not 1 <= number <= len(rounds) or seat not in rounds[number - 1]:
        return None
    game = program.routines[0]
    begin = next(
        at
        for at, step in enumerate(game.steps)
        if isinstance(step, nodes.PhaseSeats) and step.phase == phase
    )
    call = game.steps[begin + AFTER_CALL - 1]
    assert isinstance(call, nodes.Call)
    now = rounds[number - 1]
    rest = now[now.index(seat) + 1 :] + tuple(each for later in rounds[number:] for each in later)
    variables: list[object] = [None] * game.slots
    variables[0], variables[SEAT], variables[SEATS] = seat, seat, rest
    run = [seat, *[None] * (program.routines[call.routine].slots - 1)]
    return (0, begin + AFTER_CALL, tuple(variables)), (call.routine, 0, tuple(run))


def phase_under_way(engine: Engine, cells: Cells) -> tuple[int, int] | None:
    """Return the phase under way and its round, if there is one."""
    register = engine.layout.register
    frames, seat = cells[register("stack")], cells[register("mover")]
    for number, phase in enumerate(engine.program.model.phases):
        for at in range(1, len(seats_of(phase, engine.layout.players)) + 1):
            begun = phase_frames(engine, number, at, seat)
            if begun is not None and begun[:1] == frames[:1]:
                return number, at
    return None


def _set_phase(engine: Engine, cells: Cells, when: e.GivenRound, seat: int) -> None:
    """Begin a seat's run of a phase, and run its steps up to the first decision."""
    assert when.phase is not None
    frames = phase_frames(engine, when.phase, when.number, seat)
    if frames is None:
        name = engine.program.model.phases[when.phase].name
        reason = f"the phase {name!r} has no round {when.number}"
        raise Fault(reason, when.where)
    register = engine.layout.register
    cells[register("mover")] = seat
    cells[register("round")] = cells[register("turn")] = 0
    engine.resume(cells, frames)


def _set_mover(engine: Engine, cells: Cells, mover: e.GivenMover) -> None:
    """Begin the turn of a seat."""
    stack = engine.layout.register("stack")
    frames = cells[stack]
    if not frames or frames[-1][0] != TURN:
        reason = "the game does not begin with a turn"
        raise Fault(reason, mover.where)
    routine, at, env = frames[-1]
    cells[stack] = (*frames[:-1], (routine, at, (mover.seat, *env[1:])))
    cells[engine.layout.register("mover")] = mover.seat


def _set_since(engine: Engine, cells: Cells, since: e.GivenSince) -> None:
    now = cells[engine.layout.register("round")]
    if not 1 <= since.number <= now:
        name = engine.program.model.ends[since.end].name
        if since.number < 1:
            reason = f"{name!r} came about in round 1 or later, not in round {since.number}"
            raise Fault(reason, since.where)
        reason = f"it is round {now}, so {name!r} can't have come about in round {since.number}"
        raise Fault(reason, since.where, f"say which round it is: 'given round {since.number}'")
    at = engine.layout.register("ends")
    ends = list(cells[at])
    ends[since.end] = since.number
    cells[at] = tuple(ends)


def _all(example: e.Example, kind: type[G]) -> list[G]:
    return [each for each in example.given if isinstance(each, kind)]


def _one(example: e.Example, kind: type[G]) -> G | None:
    found = _all(example, kind)
    return found[-1] if found else None
