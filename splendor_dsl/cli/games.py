"""`splendor games`: the saved games."""

from typing import TYPE_CHECKING, Any

from splendor_dsl.cli.exit_status import FAULTS, FINE
from splendor_dsl.cli.options import Json, Language
from splendor_dsl.cli.output import print_problems, say, say_json

if TYPE_CHECKING:
    from splendor_dsl.saves.save import SaveSummary


def games(language: Language = None, as_json: Json = False) -> int:
    """List the saved games, the latest first."""
    from splendor_dsl.cli.opened_game import language_of
    from splendor_dsl.cli.saved_games import store_of_user
    from splendor_dsl.prose.words import translated

    words = language_of(language)
    with store_of_user(to_write=False) as store:
        found = store.games()
    status = FAULTS if found.problems else FINE
    if as_json:
        listed = [_facts(each) for each in found.games]
        say_json("games", ok=not found.problems, games=listed, problems=found.problems)
        return status
    if not found.games and not found.problems:
        say(translated("no game is saved", words))
    rows = [_row(each, words) for each in found.games]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        say("  ".join(cells).rstrip())
    print_problems(found.problems)
    return status


def _row(game: "SaveSummary", language: str) -> tuple[str, ...]:
    """Return the columns of a game."""
    from datetime import datetime
    from pathlib import Path

    from splendor_dsl.prose.words import translated

    moves = translated("{n} moves", language, count=game.moves, n=str(game.moves))
    changed = datetime.fromisoformat(game.changed).astimezone()
    status = game.result
    if game.in_use:
        status = translated("being played now", language)
    elif not game.finished:
        status = translated(
            "goes on with: {command}", language, command=f"splendor resume {game.number}"
        )
    return (
        f"{game.number:4}",
        Path(game.beginning.name).stem,
        players_of(game, language),
        moves.rjust(9),
        f"{changed:%Y-%m-%d %H:%M}",
        status,
    )


def players_of(game: "SaveSummary", language: str) -> str:
    """Return the players of a game, each with who takes the seat."""
    from splendor_dsl.match import HUMAN
    from splendor_dsl.prose.words import translated

    kinds = [
        translated("human", language) if kind == HUMAN else kind for kind in game.beginning.seats
    ]
    seated = zip(game.beginning.players, kinds, strict=False)
    return ", ".join(f"{player} ({kind})" for player, kind in seated)


def _facts(game: "SaveSummary") -> dict[str, Any]:
    return {
        "number": game.number,
        "game": game.beginning.name,
        "title": game.beginning.title,
        "rules": game.beginning.rules,
        "players": list(game.beginning.players),
        "seats": list(game.beginning.seats),
        "moves": game.moves,
        "undone": game.undone,
        "result": game.result,
        "finished": game.finished,
        "in_use": game.in_use,
        "begun": game.begun,
        "changed": game.changed,
    }
