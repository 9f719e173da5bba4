"""Positions that no game can reach: contradictory counts, and chosen pieces in impossible places."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, assert_never

from splendor_dsl.interpreter.choices import compile_source
from splendor_dsl.interpreter.evaluation import Cells
from splendor_dsl.interpreter.frames import FrozenFrame
from splendor_dsl.ir import nodes
from splendor_dsl.ir.from_semantics import GAME
from splendor_dsl.ir.layout import ANY_KIND
from splendor_dsl.position.game_for_players import GameForPlayers
from splendor_dsl.semantics.model import (
    ChooseNumber,
    ChoosePiece,
    ChoosePlayer,
    ChooseToken,
    ChooseTokens,
    Require,
)
from splendor_dsl.semantics.values import ZoneRef

TURN: Final = "turn"


def contradictions(for_players: GameForPlayers, cells: Cells) -> Iterator[str]:
    """Yield a message for each thing that no game can bring about."""
    yield from _counts(for_players, cells)
    for frame in cells[for_players.layout.register("stack")]:
        yield from _wrong_kinds(for_players, frame)
    yield from _misplaced(for_players, cells)
    if not for_players.engine.payment_is_legal(cells):
        yield "expected a payment as it was offered, found another"


def _counts(for_players: GameForPlayers, cells: Cells) -> Iterator[str]:
    round_, turn, passes, ends, mover = (
        cells[for_players.layout.register(name)]
        for name in ("round", "turn", "passes", "ends", "mover")
    )
    least = (round_ - 1) * for_players.players + _in_turn(for_players, cells) if round_ else 0
    if turn < least:
        yield f"expected turn {least} or a later one in round {round_}, found {turn}"
    if passes > turn:
        yield f"expected at most as many passes as turns, {turn}, found {passes}"
    if any(since > round_ for since in ends):
        yield f"expected ends that came about by round {round_}, found one of round {max(ends)}"
    routines = for_players.engine.program.routines
    for number, _, env in cells[for_players.layout.register("stack")]:
        if routines[number].path == TURN and env[0] != mover:
            yield f"expected the turn of the player to move, seat {mover}, found that of seat {env[0]}"


def _in_turn(for_players: GameForPlayers, cells: Cells) -> bool:
    """Return whether a turn of the round has begun; the triggers of the round run before that."""
    stack = cells[for_players.layout.register("stack")]
    steps = for_players.engine.program.routines[GAME].steps[: stack[0][1]] if stack else ()
    return not stack or any(isinstance(step, nodes.BeginTurn) for step in steps)


def _choices(for_players: GameForPlayers, routine: int) -> Iterator[ChoosePiece]:
    """Yield the choices of pieces in a routine, also those that lead an action."""
    program = for_players.engine.program
    asks = [step for step in program.routines[routine].steps if isinstance(step, nodes.Ask)]
    asks += [entry.lead for entry in program.actions if entry.routine == routine]
    steps = (step for ask in asks for step in ask.steps)
    for step in steps:
        match step:
            case ChoosePiece():
                yield step
            case Require() | ChooseToken() | ChooseTokens() | ChooseNumber() | ChoosePlayer():
                pass
            case _:
                assert_never(step)


def _zones(for_players: GameForPlayers, routine: int) -> Iterator[tuple[int, str]]:
    """Yield each variable of a routine that holds a piece, with a zone from which it may have come."""
    program = for_players.engine.program
    for choice in _choices(for_players, routine):
        yield from ((choice.slot, source.zone.zone) for source in choice.sources)
    for entry in program.triggers:
        if entry.routine == routine and entry.trigger.zone is not None:
            yield 1, entry.trigger.zone
    domains: dict[int, Any] = {}
    for step in program.routines[routine].steps:
        if isinstance(step, nodes.LoopBegin):
            domains[step.rest] = step.domain.of
        elif isinstance(step, nodes.LoopNext) and isinstance(domains.get(step.rest), ZoneRef):
            yield step.slot, domains[step.rest].zone


def _wrong_kinds(for_players: GameForPlayers, frame: FrozenFrame) -> Iterator[str]:
    """Yield a message for each variable with a piece that its zones can't hold."""
    routine, _, env = frame
    kinds: dict[int, set[str | None]] = {}
    for slot, zone in _zones(for_players, routine):
        kinds.setdefault(slot, set()).add(for_players.model.zones[zone].kind)
    for slot, those in kinds.items():
        piece = None if env[slot] is None else for_players.model.pieces[env[slot]]
        if piece is not None and not those & {piece.kind, ANY_KIND}:
            path = for_players.engine.program.routines[routine].path
            yield f"expected a piece that {path} can be about, found {piece.kind}:{piece.label}"


def _misplaced(for_players: GameForPlayers, cells: Cells) -> Iterator[str]:
    """Yield a message for each chosen piece that has not moved since, but lies where it could not be chosen."""
    stack = cells[for_players.layout.register("stack")]
    routine, at, env = stack[-1] if stack else (0, 0, ())
    steps = for_players.engine.program.routines[routine].steps[:at]
    if not stack or not all(map(_moves_nothing, steps)):
        return
    for choice in _choices(for_players, routine):
        piece = env[choice.slot]
        if piece is not None and piece not in _offered(for_players, cells, choice, list(env)):
            yield f"expected {for_players.label(piece)!r} where it was chosen from, found it elsewhere"


def _moves_nothing(step: nodes.Instruction) -> bool:
    """Return whether no piece moves in an instruction that also can't jump back, but only skip a block."""
    skips = isinstance(step, nodes.Ask | nodes.Guard)
    control = nodes.control_of(step)
    return control.keeps_still and (skips or not control.targets)


def _offered(
    for_players: GameForPlayers, cells: Cells, choice: ChoosePiece, env: list[Any]
) -> set[int]:
    found: set[int] = set()
    for source in choice.sources:
        for cell, top in compile_source(for_players.engine.make, source)(cells, env):
            pieces = [piece for piece in cells[cell] if piece >= 0]
            found.update(pieces[:1] if top else pieces)
    return found
