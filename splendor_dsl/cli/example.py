"""`splendor example`: a move of a recorded game as an example of its rules."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from splendor_dsl.cli.exit_status import FINE, Stop
from splendor_dsl.cli.options import Json, Plugins, RecordName, RulesOfRecord
from splendor_dsl.cli.output import print_problems, say, say_json
from splendor_dsl.cli.usage import whole_number
from splendor_dsl.diagnostics import Problem
from splendor_dsl.identifiers import normalised

if TYPE_CHECKING:
    from splendor_dsl.cli.records import Replayed

Number = Annotated[
    int,
    typer.Argument(
        metavar="MOVE",
        parser=whole_number(1),
        help="The number of the move in the record.",
        show_default=False,
    ),
]
Name = Annotated[
    str | None,
    typer.Option("--name", metavar="NAME", help="The name of the example."),
]
Short = Annotated[
    bool, typer.Option("--short", help="Include only what the move and its effects need.")
]


def example(
    record: RecordName,
    move: Number,
    name: Name = None,
    short: Short = False,
    rules: RulesOfRecord = None,
    plugins: Plugins = None,
    as_json: Json = False,
) -> int:
    """Print a move of a record as an example for its rule file.

    The example includes the position, and passes as printed.
    """
    from splendor_dsl.cli.records import replay_file

    label = _label(record, move) if name is None else _checked_name(name)
    replayed = replay_file(record, rules=rules, plugins=plugins, most=move)
    _require_showable(replayed, move)
    text = _text(replayed, label, f"move {move} of {Path(record).name}", short=short)
    if as_json:
        facts = {"record": record, "move": move, "name": label, "example": text}
        say_json("example", ok=True, **facts, problems=replayed.warnings)
    else:
        print_problems(replayed.warnings)
        say(text.rstrip("\n"))
    return FINE


def _require_showable(replayed: "Replayed", move: int) -> None:
    """Raise Stop if a move can't be shown as an example."""
    from splendor_dsl.cli.problems import WrongCommand

    if move > replayed.record.count:
        reason = f"expected a move from 1 to {replayed.record.count}, found {move}"
        raise Stop([WrongCommand(reason=reason)])
    if replayed.replay.problem is not None:
        raise Stop(replayed.problems)
    if replayed.record.settings:
        sets = ", ".join(f"{name}={value}" for name, value in replayed.record.settings.items())
        reason = f"the game was played with {sets}, and an example is played as its file says"
        raise Stop([WrongCommand(reason=reason)])


def _text(replayed: "Replayed", name: str, title: str, *, short: bool) -> str:
    from splendor_dsl.cli.problems import WrongCommand
    from splendor_dsl.examples.writer import NoExampleError, PlayedMoves, example_of

    state = replayed.replay.state
    assert state is not None  # the replay had no problem
    try:
        played = PlayedMoves.to(state)
        return example_of(
            replayed.opened.game,
            played,
            name=name,
            title=title,
            short=short,
            edition=_edition(replayed.opened.name),
        )
    except NoExampleError as error:
        raise Stop([WrongCommand(reason=str(error))]) from error


def _edition(game: str) -> int:
    """Return the edition of the language in the rule file that the example is for."""
    from splendor_dsl.rule_files import rule_file
    from splendor_dsl.source import read_source
    from splendor_dsl.syntax.from_text import from_text
    from splendor_dsl.syntax.problems import EDITION

    path = rule_file(game)
    source = path if isinstance(path, Problem) else read_source(path)
    file = None if isinstance(source, Problem) else from_text(source).file
    return EDITION if file is None else file.edition


def _checked_name(name: str) -> str:
    """Return a name for an example; raise Stop if it is none."""
    from splendor_dsl.cli.problems import WrongCommand
    from splendor_dsl.syntax.from_text import is_name

    name = normalised(name)
    if not is_name(name):
        reason = f"expected a name of letters, digits and _, found {name!r}"
        raise Stop([WrongCommand(reason=reason)])
    return name


def _label(record: str, move: int) -> str:
    """Return the file's name as a word of the language, with the number of the move."""
    word = re.sub(r"\W+", "_", normalised(Path(record).stem)).strip("_")
    return f"{word if word[:1].isalpha() else f'game_{word}'}_{move}"
