"""`splendor why`: why a move can't be made."""

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from splendor_dsl.cli.endings import FINE, Stop
from splendor_dsl.cli.options import Json, Players, Plugins, Seed, Settings
from splendor_dsl.cli.output import say, say_json

Where = Annotated[
    str, typer.Argument(metavar="GAME|RECORD", help="A game, or a record.", show_default=False)
]
MoveText = Annotated[
    str, typer.Argument(metavar="MOVE", help="A move in notation.", show_default=False)
]
After = Annotated[
    str, typer.Option("--after", metavar="MOVES", help="Moves made first, with ; between them.")
]
At = Annotated[
    int | None,
    typer.Option("--at", min=0, help="After so many moves of the record; by default all."),
]


def why(
    where: Where,
    move: MoveText,
    players: Players = None,
    seed: Seed = 0,
    after: After = "",
    at: At = None,
    settings: Settings = None,
    plugins: Plugins = None,
    as_json: Json = False,
) -> int:
    """Say why a move can't be made in a position, clause by clause."""
    from splendor_dsl.cli.records import looks_like_record, replay_file
    from splendor_dsl.cli.starting import open_game, start

    if looks_like_record(where):
        replayed = replay_file(where, plugins=plugins, most=at)
        if replayed.replay.problem is not None:
            raise Stop([replayed.replay.problem])
        state: Any = replayed.replay.state
    else:
        opened = open_game(where, settings=settings, plugins=plugins)
        state = start(opened.game, players, seed=seed)
    _play(state, after)
    _parse(state, move)
    reasons = state.why_not(move)
    if as_json:
        facts: dict[str, Any] = {"move": move, "possible": not reasons}
        facts["nearest"] = nearest_move(reasons)
        say_json("why", ok=True, **facts, reasons=[_reason(reason) for reason in reasons])
        return FINE
    for line in why_lines(move, reasons):
        say(line)
    return FINE


def why_lines(move: str, reasons: Any) -> Iterator[str]:
    """Whether a move is possible; if not, why not, and which move comes nearest to it."""
    yield f"{move}: {'not possible' if reasons else 'possible'}"
    for reason in reasons:
        yield f"  {reason_line(reason)}"
    near = nearest_move(reasons)
    if near is not None:
        yield f"  the nearest move that is possible: {near}"


def nearest_move(reasons: Any) -> str | None:
    """The move that is possible and comes nearest, as it is written."""
    return next((str(reason.nearest) for reason in reasons if reason.nearest is not None), None)


def reason_line(reason: Any) -> str:
    """A reason with the clause that it comes from and what that cites."""
    cites = f"; {', '.join(reason.cites)}" if reason.cites else ""
    return f"{reason.message} ({reason.path}{cites})" if reason.path else str(reason.message)


def _reason(reason: Any) -> dict[str, Any]:
    return {"path": reason.path, "message": reason.message, "cites": list(reason.cites)}


def _parse(state: Any, text: str) -> Any:
    """The move that a text stands for."""
    from splendor_dsl.cli.problems import WrongCommand
    from splendor_dsl.play.notation import NotationError

    try:
        return state.setting.notation.parse(text)
    except NotationError as error:
        raise Stop([WrongCommand(reason=str(error))]) from error


def _play(state: Any, after: str) -> None:
    """Make the moves that come first."""
    from splendor_dsl.cli.problems import WrongCommand

    for text in filter(None, (part.strip() for part in after.split(";"))):
        move = _parse(state, text)
        reasons = state.why_not(move)
        if reasons:
            reason = "; ".join(reason_line(each) for each in reasons)
            raise Stop([WrongCommand(reason=f"{text!r} can't be made: {reason}")])
        state.push(move)
