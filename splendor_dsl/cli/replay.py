"""`splendor replay`: a record played again."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from splendor_dsl.cli.endings import FAULTS, FINE
from splendor_dsl.cli.options import Json, Language, Plugins, RulesOfRecord
from splendor_dsl.cli.output import complain, console, say, say_json

if TYPE_CHECKING:
    from splendor_dsl.prose.words import Words

RecordName = Annotated[
    str, typer.Argument(metavar="RECORD", help="The record of a game.", show_default=False)
]
Quiet = Annotated[bool, typer.Option("--quiet", help="Show the result alone.")]


def replay(
    record: RecordName,
    rules: RulesOfRecord = None,
    quiet: Quiet = False,
    plugins: Plugins = None,
    language: Language = None,
    as_json: Json = False,
) -> int:
    """Play a record again, or say which move can't be made, and why."""
    from splendor_dsl.cli.records import replay_file

    replayed = replay_file(record, rules=rules, plugins=plugins)
    words, done = replayed.opened.words(language, replayed.record.players), replayed.replay
    problems = replayed.problems
    status = FINE if done.problem is None else FAULTS
    if as_json:
        say_json("replay", ok=status == FINE, record=record, **_facts(replayed), problems=problems)
        return status
    if not quiet:
        _tell(words, replayed)
    complain(problems)
    if done.state is not None and done.problem is None:
        _tell_result(words, replayed)
    return status


def _facts(replayed: Any) -> dict[str, Any]:
    from splendor_dsl.records.replay import result_of

    state = replayed.replay.state
    return {
        "game": replayed.record.game,
        "players": list(replayed.record.players),
        "moves": replayed.replay.moves,
        "of": replayed.record.count,
        "hash": None if state is None else f"{state.hash:016x}",
        "over": state is not None and state.over,
        "result": None if state is None else result_of(state),
    }


def _tell(words: "Words", replayed: Any) -> None:
    from splendor_dsl.report.story import Story

    state = replayed.replay.state
    if state is not None:
        story = Story(words=words, names=replayed.record.players)
        for line in story.record(state.log):
            say(line)


def _tell_result(words: "Words", replayed: Any) -> None:
    from splendor_dsl.report.result import result_lines
    from splendor_dsl.report.table import draw_table

    state, screen = replayed.replay.state, console()
    say()
    screen.print(draw_table(words, state.view(None), width=screen.width))
    say()
    for line in result_lines(words, state):
        say(line)
