"""A position as plain data, for saved games and for facts in words."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any

from attrs import frozen

from splendor_dsl.interpreter.evaluation import Cells
from splendor_dsl.interpreter.obligations import owed_to
from splendor_dsl.ir.events import Event
from splendor_dsl.ir.layout import REGISTERS
from splendor_dsl.notation.moves import Move
from splendor_dsl.position.game_for_players import GameForPlayers
from splendor_dsl.position.origin import Origin
from splendor_dsl.semantics.model import Face

FORMAT = 1
_SECTIONS = {"pile": "zones", "zone": "zones", "counter": "counters", "marker": "markers"}


def saved(
    for_players: GameForPlayers,
    cells: Cells,
    origin: Origin,
    log: Sequence[Event],
    *,
    played: Sequence[Move],
    automatic: bool,
) -> dict[str, Any]:
    """Return a position as plain data: everything by its name, in the order of the layout."""
    layout = for_players.layout
    return {
        "format": FORMAT,
        "game": for_players.model.name,
        "hash": for_players.game_hash,
        "players": for_players.players,
        "origin": {
            "seed": origin.seed,
            "game": origin.game,
            "deal": None if origin.deal is None else {k: list(v) for k, v in origin.deal.items()},
            "names": list(origin.names),
        },
        "cells": [
            _cell(for_players, cells, at)
            for at, cell in enumerate(layout.cells)
            if cell.kind in _SECTIONS
        ],
        "flow": _flow(for_players, cells),
        "chance": {"key": cells[layout.key], "drawn": cells[layout.drawn]},
        "log": [
            {
                "kind": event.kind,
                "path": event.path,
                "seat": event.seat,
                "data": plain(dict(event.data)),
                "secret": plain(dict(event.secret)),
                "knowers": None if event.knowers is None else list(event.knowers),
            }
            for event in map(for_players.with_move, log)
        ],
        "played": [str(move) for move in played],
        "automatic": automatic,
    }


def _cell(for_players: GameForPlayers, cells: Cells, at: int) -> dict[str, Any]:
    cell, value = for_players.layout.cells[at], cells[at]
    named: dict[str, Any] = {cell.kind: cell.name}
    if cell.part is not None:
        named["part"] = cell.part
    if cell.seat is not None:
        named["seat"] = cell.seat
    match cell.kind:
        case "pile":
            named["tokens"] = dict(zip(for_players.model.token_names(), value, strict=True))
        case "zone":
            named["pieces"] = [piece_name(for_players, at, piece) for piece in value]
            known = for_players.layout.known(at)
            if known is not None:
                named["known"] = list(cells[known])
        case "marker":
            named["holder"] = value if value >= 0 else None
        case _:
            named["value"] = value
    return named


def piece_name(for_players: GameForPlayers, at: int, piece: int) -> str | None:
    """Return the label of a piece, with its kind if the zone takes any."""
    if piece < 0:
        return None
    found = for_players.model.pieces[piece]
    kind = for_players.model.zones[for_players.layout.cells[at].name].kind
    return found.label if kind == found.kind else f"{found.kind}:{found.label}"


def _flow(for_players: GameForPlayers, cells: Cells) -> dict[str, Any]:
    flow = {name: plain(cells[for_players.layout.register(name)]) for name in REGISTERS}
    routines = for_players.engine.program.routines
    names = [action.name for action in for_players.model.actions]
    owed = (owed_to(entry, len(names)) for entry in flow["owed"])
    flow["owed"] = [{"action": names[action], "player": seat} for seat, action in owed]
    flow["stack"] = [
        {
            "code": routines[routine].path,
            "next": at,
            "variables": [
                _variable(for_players, held, value)
                for held, value in zip(routines[routine].variables, variables, strict=True)
            ],
        }
        for routine, at, variables in cells[for_players.layout.register("stack")]
    ]
    return flow


def _variable(for_players: GameForPlayers, held: str | None, value: Any) -> Any:
    """Return the value of a variable, with names in place of numbers."""
    if held is None or value is None:
        return None
    if held.startswith("list of "):
        return [_variable(for_players, held.removeprefix("list of "), each) for each in value]
    match held:
        case "token":
            return for_players.model.tokens[value].name
        case "tokens":
            return [for_players.model.tokens[token].name for token in value]
        case "piece":
            piece = for_players.model.pieces[value]
            return f"{piece.kind}:{piece.label}"
    return plain(value)


def plain(value: Any) -> Any:
    """Return a value with tuples as lists, at every depth."""
    if isinstance(value, tuple | list):
        return [plain(each) for each in value]
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    return value


@frozen
class FactSubject:
    """The subject of a fact: its words, and the section that separates it from another of the same words."""

    words: str
    section: str = ""  # a marker may have the name of a counter


def cell_facts(
    for_players: GameForPlayers, cells: Cells, names: Sequence[str], among: Container[str]
) -> dict[FactSubject, str]:
    """Return the contents of each cell in words: `purse of Ann` holds `2 apple`; unseen pieces are sorted.

    Only zones, counters and markers whose paths are in `among` are included.
    """
    facts: dict[FactSubject, str] = {}
    for at, cell in enumerate(for_players.layout.cells):
        section = _SECTIONS.get(cell.kind, "")
        if f"{section}.{cell.name}" not in among:
            continue
        part = "" if cell.part is None else f" {cell.part}"
        owner = "" if cell.seat is None else f" of {names[cell.seat]}"
        about = FactSubject(f"{cell.name}{part}{owner}", section)
        facts[about] = _describe(_cell(for_players, cells, at), names)
        if cell.kind == "zone" and for_players.model.zones[cell.name].face == Face.DOWN:
            seen = sorted(piece_name(for_players, at, piece) or "" for piece in cells[at])
            facts[about] = ", ".join(seen) or "nothing"
    return facts


def _describe(cell: dict[str, Any], names: Sequence[str]) -> str:
    if "tokens" in cell:
        held = (f"{amount} {token}" for token, amount in cell["tokens"].items() if amount)
        return ", ".join(held) or "nothing"
    if "pieces" in cell:
        return ", ".join(piece or "empty" for piece in cell["pieces"]) or "nothing"
    if "holder" in cell:
        return "nobody" if cell["holder"] is None else names[cell["holder"]]
    return str(cell["value"])
