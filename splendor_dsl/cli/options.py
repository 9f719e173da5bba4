"""Options that several commands share."""

from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer

from splendor_dsl.cli.completion import game_names
from splendor_dsl.cli.usage import seconds, whole_number

Json: TypeAlias = Annotated[
    bool, typer.Option("--json", help="Write one JSON object to stdout instead of text.")
]
Plugins: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--plugin",
        metavar="MODULE",
        help="Load a plugin (a module or a .py file); may be repeated.",
    ),
]
Plain: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--plain",
        help="Ask for moves at a prompt, not on a full screen with the table (default: no).",
    ),
]
Settings: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="NAME=VALUE", help="Set a parameter of the game; may be repeated."
    ),
]


def _players(otherwise: str) -> Any:
    """Return the option for the number of players, with its default in words."""
    text = f"Number of players (default: {otherwise})."
    return typer.Option("--players", parser=whole_number(), help=text, show_default=False)


GameName: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A bundled game or a rule file.",
        show_default=False,
        autocompletion=game_names,
    ),
]
Files: TypeAlias = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE...",
        help="Rule files or bundled games.",
        show_default=False,
        autocompletion=game_names,
    ),
]
Players: TypeAlias = Annotated[int | None, _players("the fewest")]
Seated: TypeAlias = Annotated[int | None, _players("the fewest, or as many as are named")]
Seed: TypeAlias = Annotated[int, typer.Option("--seed", parser=whole_number(), help="Random seed.")]
Language: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--language",
        "--lang",
        metavar="CODE",
        help="Language of the output, such as pl or es.",
    ),
]
BackendName: TypeAlias = Annotated[
    str,
    typer.Option(
        "--backend",
        metavar="NAME",
        help="Backend that runs the game: interpreter, python or native.",
    ),
]
Jobs: TypeAlias = Annotated[
    int,
    typer.Option(
        "--jobs",
        parser=whole_number(1, 1024),
        help="Processes that play games; the results stay the same.",
    ),
]
Strict: TypeAlias = Annotated[
    bool, typer.Option("--strict", help="Stop at the first mistake of a bot.")
]
MoveTime: TypeAlias = Annotated[
    float | None,
    typer.Option(
        "--move-time",
        metavar="SECONDS",
        parser=seconds,
        help="Time that a bot may take for a move (default: any).",
    ),
]
RecordFile: TypeAlias = Annotated[
    Path | None,
    typer.Option("--record", metavar="FILE", help="Write a record of the game to a file."),
]
SaveNumber: TypeAlias = Annotated[
    int,
    typer.Argument(
        metavar="ID", parser=whole_number(1), help="Number of a saved game.", show_default=False
    ),
]
RecordName: TypeAlias = Annotated[
    str, typer.Argument(metavar="RECORD", help="A record of a game.", show_default=False)
]
RulesOfRecord: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--rules",
        metavar="GAME",
        help="Rules to use instead of those that the record names.",
        autocompletion=game_names,
    ),
]
