"""`splendor replay`: the replay of a record."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from splendor_dsl.cli.exit_status import FAULTS, FINE
from splendor_dsl.cli.options import Json, Language, Plugins, RecordName, RulesOfRecord
from splendor_dsl.cli.output import console, print_problems, say, say_json

if TYPE_CHECKING:
    from splendor_dsl.prose.words import Words

Quiet = Annotated[bool, typer.Option("--quiet", help="Show only the result.")]


def replay(
    record: RecordName,
    rules: RulesOfRecord = None,
    quiet: Quiet = False,
    plugins: Plugins = None,
    language: Language = None,
    as_json: Json = False,
) -> int:
    """Replay a record, or report the first impossible move and why."""
    from splendor_dsl.cli.records import replay_file

    replayed = replay_file(record, rules=rules, plugins=plugins)
    words, done = replayed.opened.words(language, replayed.record.players), replayed.replay
    problems = replayed.problems
    status = FINE if done.problem is None else FAULTS
    if as_json:
        say_json("replay", ok=status == FINE, record=record, **_facts(replayed), problems=problems)
        return status
    if not quiet:
        _print_story(words, replayed)
    print_problems(problems)
    if done.state is not None and done.problem is None:
        _print_result(words, replayed)
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


def _print_story(words: "Words", replayed: Any) -> None:
    from splendor_dsl.report.story import Story

    state = replayed.replay.state
    if state is not None:
        story = Story(words=words, names=replayed.record.players)
        for line in story.record(state.log):
            say(line)


def _print_result(words: "Words", replayed: Any) -> None:
    from splendor_dsl.report.result import result_lines
    from splendor_dsl.report.table import draw_table

    state, screen = replayed.replay.state, console()
    say()
    screen.print(draw_table(words, state.view(None), width=screen.width))
    say()
    for line in result_lines(words, state):
        say(line)
