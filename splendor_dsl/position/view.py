"""The information of a seat about a position, as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from splendor_dsl.interpreter.evaluation import Cells
from splendor_dsl.ir.layout import ALL, NOBODY, OWNER, Cell, face
from splendor_dsl.position.game_for_players import GameForPlayers
from splendor_dsl.semantics.model import Face

UNKNOWN = "?"  # a hidden piece; an empty place is none
EVERYTHING: Final = -1  # the seat of a reader who may know all, such as an author of rules


def view(
    for_players: GameForPlayers, cells: Cells, seat: int | None, names: Sequence[str] = ()
) -> dict[str, Any]:
    """Return the information of a seat, or of `EVERYTHING`; with no seat, that of a spectator."""
    model, layout, engine = for_players.model, for_players.layout, for_players.engine
    outcome = engine.outcome(cells)
    due = engine.due(cells)
    players = [
        {
            "seat": at,
            "name": names[at] if at < len(names) else f"player {at + 1}",
            **_things(for_players, cells, at, seat),
            "values": _values(for_players, cells, at, seat),
        }
        for at in range(for_players.players)
    ]
    return {
        "game": model.name,
        "seat": seat,
        "to_move": engine.to_move(cells),
        "phase": engine.phase(cells) or "main",
        "round": cells[layout.register("round")],
        "turn": cells[layout.register("turn")],
        "passes": cells[layout.register("passes")],
        "decision": None if due is None else _decision(due[0]),
        "ending": _ending(for_players, cells),
        "over": outcome is not None,
        "outcome": None if outcome is None else outcome.kind,
        "ranking": [] if outcome is None else [list(group) for group in outcome.ranking],
        **_things(for_players, cells, None, seat),
        "markers": {m: _holder(cells[layout.index[Cell("marker", m)]]) for m in model.markers},
        "players": players,
    }


def _decision(node: Any) -> dict[str, str]:
    return {"kind": type(node).__name__, "path": node.where.path}


def _ending(for_players: GameForPlayers, cells: Cells) -> list[str]:
    """Return the ends whose conditions have been met: the game is about to end."""
    since = cells[for_players.layout.register("ends")]
    return [end.name for end, round_ in zip(for_players.model.ends, since, strict=True) if round_]


def _holder(seat: int) -> int | None:
    return seat if seat >= 0 else None


def _things(
    for_players: GameForPlayers, cells: Cells, owner: int | None, seat: int | None
) -> dict[str, dict[str, Any]]:
    """Return the piles, zones and counters of a player, or of the game."""
    found: dict[str, dict[str, Any]] = {"piles": {}, "zones": {}, "counters": {}}
    for at, cell in enumerate(for_players.layout.cells):
        if cell.seat != owner:
            continue
        match cell.kind:
            case "pile":
                found["piles"][cell.name] = _pile(for_players, cells, at, seat)
            case "counter":
                found["counters"][cell.name] = cells[at]
            case "zone" if cell.part is None:
                found["zones"][cell.name] = pieces_seen(for_players, cells, at, seat)
            case "zone":
                parts = found["zones"].setdefault(cell.name, {})
                parts[str(cell.part)] = pieces_seen(for_players, cells, at, seat)
    return found


def _pile(for_players: GameForPlayers, cells: Cells, at: int, seat: int | None) -> dict[str, int]:
    cell = for_players.layout.cells[at]
    if not open_pile(for_players, cell, seat):
        return {UNKNOWN: sum(cells[at])}
    return dict(zip(for_players.model.token_names(), cells[at], strict=True))


def open_pile(for_players: GameForPlayers, cell: Cell, seat: int | None) -> bool:
    """Return whether a seat knows which tokens lie in a pile."""
    return for_players.model.zones[cell.name].face == Face.UP or seat in {cell.seat, EVERYTHING}


def pieces_seen(
    for_players: GameForPlayers, cells: Cells, at: int, seat: int | None
) -> list[str | None]:
    """Return the pieces of a cell as a seat sees them; those of a face-down zone in no order."""
    shown = [
        None if piece < 0 else for_players.label(piece) if known else UNKNOWN
        for piece, known in zip(cells[at], known_pieces(for_players, cells, at, seat), strict=True)
    ]
    if face(for_players.model.zones[for_players.layout.cells[at].name]) != "down":
        return shown
    return sorted(shown, key=lambda label: (label is None, label == UNKNOWN, label))


def known_pieces(
    for_players: GameForPlayers, cells: Cells, at: int, seat: int | None
) -> list[bool]:
    """Return for each place of a zone whether a seat knows which piece lies there."""
    cell, known = for_players.layout.cells[at], for_players.layout.known(at)
    seen = face(for_players.model.zones[cell.name])
    marks = cells[known] if known is not None else (_fixed(seen),) * len(cells[at])
    least = OWNER if seat is not None and seat == cell.seat else ALL
    if seat == EVERYTHING:
        least = NOBODY
    return [mark >= least for mark in marks]


def known_at(
    for_players: GameForPlayers, cells: Cells, place: tuple[str, object, tuple[int, ...]], seat: int
) -> list[bool] | None:
    """Return for each piece or token in a player's zone, or in a part or place of it, whether a seat knows which it is.

    None if the zone has no such place.
    """
    zone, owner, numbers = place
    layout = for_players.layout
    parted = layout.parts.get(zone, (None,)) != (None,)
    part, numbers = (numbers[0], numbers[1:]) if parted and numbers else (None, numbers)
    found = [
        at
        for at, cell in enumerate(layout.cells)
        if cell.kind in {"pile", "zone"}
        and (cell.name, cell.seat) == (zone, owner)
        and part in {None, cell.part}
    ]
    if not found or (numbers and (len(numbers) > 1 or zone not in layout.parts)):
        return None
    if layout.cells[found[0]].kind == "pile":
        cell = layout.cells[found[0]]
        return [open_pile(for_players, cell, seat)] * sum(cells[found[0]])
    known: list[bool] = []
    for at in found:
        pieces = zip(
            known_pieces(for_players, cells, at, seat),
            cells[at],
            range(1, 1 + len(cells[at])),
            strict=True,
        )
        known += [k for k, piece, n in pieces if piece >= 0 and (not numbers or n == numbers[0])]
    return known


def _fixed(seen: str) -> int:
    return ALL if seen == "up" else NOBODY


def _values(
    for_players: GameForPlayers, cells: Cells, owner: int, seat: int | None
) -> dict[str, Any]:
    """Return the values of a player that depend only on cells the seat can see."""
    found = {}
    for name in for_players.model.values:
        if all(_open(for_players, at, seat) for at in for_players.engine.make.depends(name)[owner]):
            found[name] = _plain(for_players, for_players.engine.value(cells, name, owner))
    return found


def open_numbers(for_players: GameForPlayers) -> tuple[str, ...]:
    """Return the numeric values that everybody can see of everybody."""
    values, seats = for_players.model.values.values(), range(for_players.players)
    depends = for_players.engine.make.depends
    return tuple(
        value.name
        for value in values
        if value.type == "number"
        and all(_open(for_players, at, None) for seat in seats for at in depends(value.name)[seat])
    )


def _open(for_players: GameForPlayers, at: int, seat: int | None) -> bool:
    """Return whether a seat sees all that a cell holds."""
    cell = for_players.layout.cells[at]
    if cell.kind not in {"pile", "zone"} or seat == EVERYTHING:
        return True
    seen = face(for_players.model.zones[cell.name])
    return seen == "up" or (seen == "owner" and seat is not None and cell.seat == seat)


def _plain(for_players: GameForPlayers, value: Any) -> Any:
    if isinstance(value, tuple):
        return dict(zip(for_players.model.token_names(), value, strict=True))
    return value
