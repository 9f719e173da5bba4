"""`splendor why`: the reasons why a move is not possible."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from splendor_dsl.cli.completion import game_names
from splendor_dsl.cli.exit_status import FINE, Stop
from splendor_dsl.cli.options import Json, Language, Players, Plugins, RulesOfRecord, Settings
from splendor_dsl.cli.output import print_problems, say, say_json
from splendor_dsl.cli.usage import whole_number

if TYPE_CHECKING:
    from splendor_dsl.cli.opened_game import Opened
    from splendor_dsl.diagnostics import Problem
    from splendor_dsl.game.state import State
    from splendor_dsl.notation.moves import Move
    from splendor_dsl.prose.words import Words

Where = Annotated[
    str,
    typer.Argument(
        metavar="GAME|RECORD",
        help="A game or a record.",
        show_default=False,
        autocompletion=game_names,
    ),
]
MoveText = Annotated[
    str, typer.Argument(metavar="MOVE", help="A move in notation.", show_default=False)
]
After = Annotated[
    str, typer.Option("--after", metavar="MOVES", help="Moves to make first, separated by ;.")
]
At = Annotated[
    int | None,
    typer.Option(
        "--at",
        parser=whole_number(0),
        help="Position after so many moves of the record (default: all).",
    ),
]
SomeSeed = Annotated[
    int | None,
    typer.Option("--seed", parser=whole_number(), help="Random seed (default: 0)."),
]


def why(
    where: Where,
    move: MoveText,
    players: Players = None,
    seed: SomeSeed = None,
    after: After = "",
    at: At = None,
    rules: RulesOfRecord = None,
    settings: Settings = None,
    plugins: Plugins = None,
    language: Language = None,
    as_json: Json = False,
) -> int:
    """Show why a move is not possible in a position, clause by clause."""
    from splendor_dsl.cli.opened_game import open_game, start
    from splendor_dsl.cli.records import refuse_with_record, refuse_without_record
    from splendor_dsl.report.why import nearest_move, why_lines
    from splendor_dsl.rule_files import looks_like_record

    if looks_like_record(where):
        refuse_with_record({"--players": players, "--seed": seed, "--set": settings})
        opened, state, warnings = _recorded(where, at, rules, plugins)
    else:
        refuse_without_record({"--at": at, "--rules": rules}, where)
        opened = open_game(where, settings=settings, plugins=plugins)
        state, warnings = start(opened.game, players, seed=seed or 0), ()
    words = opened.words(language, state.origin.names)
    _play(words, state, after)
    wanted = _parse(words, move)
    reasons = state.why_not(wanted)
    if as_json:
        facts: dict[str, Any] = {"move": move, "possible": not reasons}
        near = nearest_move(reasons)
        facts["nearest"] = None if near is None else str(near)
        found = [_reason(words, reason) for reason in reasons]
        say_json("why", ok=True, **facts, reasons=found, problems=warnings)
        return FINE
    print_problems(warnings)
    for line in why_lines(words, wanted, reasons):
        say(line)
    return FINE


def _recorded(
    path: str, at: int | None, rules: str | None, plugins: list[str] | None
) -> "tuple[Opened, State, tuple[Problem, ...]]":
    """Return the game of a record, its position after a number of moves, and warnings."""
    from splendor_dsl.cli.problems import WrongCommand
    from splendor_dsl.cli.records import replay_file

    replayed = replay_file(path, rules=rules, plugins=plugins, most=at)
    state, count = replayed.replay.state, replayed.record.count
    if replayed.replay.problem is not None:
        raise Stop(replayed.problems)
    if at is not None and at > count:
        raise Stop([WrongCommand(reason=f"expected --at from 0 to {count}, found {at}")])
    assert state is not None  # the replay had no problem
    return replayed.opened, state, replayed.warnings


def _reason(words: "Words", reason: Any) -> dict[str, Any]:
    message = words.translate(reason.message)
    return {"path": reason.path, "message": message, "cites": list(reason.cites)}


def _parse(words: "Words", text: str) -> "Move":
    """Return the move that a text stands for."""
    from splendor_dsl.cli.problems import WrongCommand
    from splendor_dsl.notation.notation import NotationError

    try:
        return words.read(text)
    except NotationError as error:
        problem = WrongCommand(reason=words.translate(error.message), near=error.meant)
        raise Stop([problem]) from error


def _play(words: "Words", state: Any, after: str) -> None:
    """Make the moves that come first."""
    from splendor_dsl.cli.problems import WrongCommand
    from splendor_dsl.report.why import reason_line

    for text in filter(None, (part.strip() for part in after.split(";"))):
        move = _parse(words, text)
        reasons = state.why_not(move)
        if reasons:
            reason = "; ".join(reason_line(words, each) for each in reasons)
            raise Stop([WrongCommand(reason=f"{text!r} can't be made: {reason}")])
        state.push(move)
