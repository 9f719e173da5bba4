"""`splendor new`: a variant to start from."""

import re
from pathlib import Path
from typing import Annotated, Final

import typer

from splendor_dsl.cli.completion import game_names
from splendor_dsl.cli.exit_status import FINE, Stop
from splendor_dsl.cli.options import Json, Plugins
from splendor_dsl.cli.output import say, say_json
from splendor_dsl.diagnostics import Problem

NewName = Annotated[
    str, typer.Argument(metavar="NAME", help="The name of the variant.", show_default=False)
]
From = Annotated[
    str,
    typer.Option(
        "--from",
        metavar="GAME",
        help="The game that it extends.",
        show_default=False,
        autocompletion=game_names,
    ),
]
_SIGNS: Final = re.compile(r"[^a-z0-9]+")
_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")


def new(name: NewName, base: From, plugins: Plugins = None, as_json: Json = False) -> int:
    """Create NAME.rules, a variant to start from.

    The file has comments, an example and an invariant. An existing file is never overwritten.
    """
    from splendor_dsl.cli.rule_input import open_extensions, valid_rules
    from splendor_dsl.cli.variant_template import starter

    path = Path(f"{name}.rules")
    _refuse(name, path)
    extensions = open_extensions(plugins)
    loaded = valid_rules(base, extensions=extensions)
    text = starter(loaded, _extended(base), shown=base, path=path, extensions=extensions)
    problem = _write_new(path, text)
    if problem is not None:
        raise Stop([problem])
    if as_json:
        say_json("new", ok=True, name=name, base=base, file=str(path))
    else:
        say(f"{path}: a variant of {base}; splendor watch {path} tells what becomes of each change")
    return FINE


def _refuse(name: str, path: Path) -> None:
    """Raise Stop for names that mean something else, or belong to another file."""
    from splendor_dsl.bundled import bundled_games
    from splendor_dsl.cli.problems import CannotWrite, WrongCommand
    from splendor_dsl.syntax.from_text import is_name

    if not _NAME.fullmatch(name) or not is_name(name):
        reason = f"expected a name of small letters, digits and _, found {name!r}"
        meant = _SIGNS.sub("_", name.casefold()).strip("_")
        near = meant if _NAME.fullmatch(meant) and is_name(meant) else None
        raise Stop([WrongCommand(reason=reason, near=near)])
    if name in bundled_games():
        reason = f"expected a name that no bundled game has, found {name!r}"
        raise Stop([WrongCommand(reason=reason)])
    if path.exists() or path.is_symlink():
        raise Stop([CannotWrite(file=str(path), reason="it is there already")])


def _extended(base: str) -> str:
    """Return the name by which a file in this folder extends the game."""
    from splendor_dsl.bundled import bundled_games
    from splendor_dsl.cli.problems import WrongCommand

    path = Path(base)
    if base in bundled_games():
        return base
    if path.suffix == ".rules" and path.resolve().parent == Path.cwd().resolve():
        return path.stem
    reason = f"expected a bundled game or a rule file in this folder, found {base!r}"
    raise Stop([WrongCommand(reason=reason)])


def _write_new(path: Path, text: str) -> Problem | None:
    """Write a file unless it exists, even since the last check."""
    from splendor_dsl.cli.problems import CannotWrite

    created = False
    try:
        with path.open("x", encoding="utf-8") as stream:
            created = True
            stream.write(text)
    except OSError as error:
        if created:  # an incomplete file would block the next try
            path.unlink(missing_ok=True)
        return CannotWrite(file=str(path), reason=(error.strerror or str(error)).lower())
    return None
