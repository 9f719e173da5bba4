"""`splendor analyse`: a recorded game, judged move by move."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from splendor_dsl.cli.exit_status import FINE, Stop
from splendor_dsl.cli.options import Json, Language, Plugins, RecordName, RulesOfRecord, Seed
from splendor_dsl.cli.output import console, print_problems, say, say_json
from splendor_dsl.cli.usage import whole_number

if TYPE_CHECKING:
    from splendor_dsl.bots.judge import Judged

Playouts = Annotated[
    int | None,
    typer.Option(
        "--playouts",
        parser=whole_number(1, 1_000_000),
        help="Playouts for each move (default: what the bot search plays).",
    ),
]
Most = Annotated[
    int, typer.Option("--most", parser=whole_number(0, 1_000), help="Moves to name at most.")
]
Html = Annotated[
    Path | None, typer.Option("--html", metavar="FILE", help="Write all of it as an HTML page.")
]


Plain = Annotated[
    bool, typer.Option("--plain", help="Search in plain Python: slower, but nothing is compiled.")
]


def analyse(
    record: RecordName,
    playouts: Playouts = None,
    most: Most = 5,
    html: Html = None,
    plain: Plain = False,
    seed: Seed = 0,
    rules: RulesOfRecord = None,
    plugins: Plugins = None,
    language: Language = None,
    as_json: Json = False,
) -> int:
    """Judge each move of a recorded game.

    It tells each player's chance to win, what would have been better, and why. Each move is judged by what its player
    could know.
    """
    from splendor_dsl.bots.judge import judged
    from splendor_dsl.cli.file_output import check_writable, write_text
    from splendor_dsl.cli.records import replay_file
    from splendor_dsl.report.analysis import analysis_facts, analysis_lines
    from splendor_dsl.report.analysis_page import analysis_page, is_analysis_page

    if html is not None:
        check_writable(html, "page of a judged game", is_analysis_page)
    replayed = replay_file(record, rules=rules, plugins=plugins)
    state, names = replayed.replay.state, replayed.record.players
    if replayed.replay.problem is not None or state is None:
        raise Stop(replayed.problems)
    print_problems(replayed.warnings)
    words = replayed.opened.words(language, names)
    game = replayed.opened.game
    judging = judged(game, state, playouts=playouts, seed=seed, plain=plain)
    found = _with_progress(judging, len(state.played))
    if html is not None:
        problem = write_text(html, analysis_page(words, names, found))
        if problem is not None:
            raise Stop([problem])
    if as_json:
        facts: dict[str, Any] = {"players": list(names), "moves": analysis_facts(found)}
        say_json("analyse", ok=True, record=record, **facts)
        return FINE
    for line in analysis_lines(words, names, found, most=most, width=console().width):
        say(line)
    return FINE


def _with_progress(judging: Any, moves: int) -> "list[Judged]":
    """Return all judged moves; show a progress bar if stderr is a terminal."""
    import sys

    from rich.progress import track

    return list(
        track(
            judging,
            "moves",
            total=moves,
            console=console(stderr=True),
            transient=True,
            disable=not sys.stderr.isatty(),
        )
    )
