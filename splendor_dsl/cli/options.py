"""The options that several commands share."""

from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer

from splendor_dsl.cli.completion import game_names
from splendor_dsl.cli.usage import whole

Json: TypeAlias = Annotated[
    bool, typer.Option("--json", help="Write one JSON object to stdout instead of text.")
]
Plugins: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--plugin",
        metavar="MODULE",
        help="Load a module or a .py file as a plugin; may be repeated.",
    ),
]
Settings: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="NAME=VALUE", help="Set a parameter of the game; may be repeated."
    ),
]


def _players(otherwise: str) -> Any:
    """How many play, with what is meant where nobody says."""
    said = f"How many play; by default {otherwise}."
    return typer.Option("--players", parser=whole(), help=said, show_default=False)


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
Seed: TypeAlias = Annotated[
    int, typer.Option("--seed", parser=whole(), help="What decides all chance.")
]
Language: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--language",
        "--lang",
        metavar="CODE",
        help="The language of what is shown, such as pl or es.",
    ),
]
BackendName: TypeAlias = Annotated[
    str,
    typer.Option(
        "--backend", metavar="NAME", help="What runs the game: interpreter, python or native."
    ),
]
RecordFile: TypeAlias = Annotated[
    Path | None, typer.Option("--record", metavar="FILE", help="Write a record of the game.")
]
RulesOfRecord: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--rules",
        metavar="GAME",
        help="Rules of a record other than those it names.",
        autocompletion=game_names,
    ),
]
