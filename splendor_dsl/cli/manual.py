"""The reference page of the commands, generated from the program itself."""

from collections.abc import Iterator
from inspect import cleandoc
from typing import Any

import typer

_HEAD = """\
# The commands

`splendor` exits with 0 if all is well, with 1 if rules, tests or a record have faults, and with 2 for wrong usage,
unreadable input or a failed write; Ctrl-C ends it with 130. Reports go to stdout, everything else to stderr. With
`--json` a report is one JSON object on stdout; [json.md](json.md) describes them. If the reader of stdout closes the
pipe (`| head -1`), every command exits with 0. A requested record is still written, and if only bots play, it holds
the whole game.

A game is given by the name of a bundled one (`splendor list`) or by a rule file.

A record, a rulebook (`--out`) or a coverage page (`--html`) replaces only an empty file or one of its own sort; any
other file stays as it is, and the command exits with 2.

A command of a plugin that is not installed needs its module first: `splendor --plugin MODULE COMMAND`. The program's
own commands use that plugin too; if it can't be loaded, that is wrong usage. [plugins.md](plugins.md) says more.

`python -m splendor_dsl` is the same program.

## splendor

    splendor COMMAND
"""
_COMPLETION = """\
`--install-completion` sets up completion for the current shell (bash, zsh or fish): from its next start on, the Tab key
completes commands, options, bundled games and rule files. `--show-completion` prints the script instead.
"""
_PLAY = """
At the prompt of `splendor play` type a move in notation or its number; separate several moves in a line by `;`. A
token may also be typed by the name that the table shows, if no other token has that name. The orders at the prompt are
`why MOVE`, `undo`, `save FILE`, `moves`, `table`, `log`, `help` and `quit`. `save FILE` writes a record:
`splendor replay RECORD` shows it, and `splendor play RECORD` continues it with the same players, unless `--bots` names
others; `undo` also takes back moves of the record. With `--record` a game is recorded when it ends, and also when it is
broken off.

If several people share a terminal and one of them holds something that the others may not see, they pass the keyboard:
the player who made a move sees its result, and the screen is cleared when the next player presses Enter. `undo`,
`save FILE` and `quit` can be typed there too.
"""


def manual() -> str:
    """Return the page as Markdown."""
    from splendor_dsl.cli.app import make_app

    group: Any = typer.main.get_command(make_app())
    pages = (_command(name, command) for name, command in group.commands.items())
    return "\n".join([_HEAD, *_table(group.params), _COMPLETION, *pages])


def _command(name: str, command: Any) -> str:
    arguments = [each for each in command.params if each.param_type_name == "argument"]
    words = " ".join(_argument(each) for each in arguments)
    lines = [f"## splendor {name}", "", f"    splendor {name} {words}".rstrip(), ""]
    lines += [cleandoc(command.help or ""), ""]
    lines += _table(command.params)
    text = "\n".join(lines)
    return text + _PLAY if name == "play" else text


def _argument(argument: Any) -> str:
    return str(argument.metavar) if argument.required else f"[{argument.metavar}]"


def _table(params: Any) -> list[str]:
    rows = list(_options(params))
    return ["| Option | |", "|---|---|", *rows, ""] if rows else []


def _options(params: Any) -> Iterator[str]:
    for each in params:
        if each.param_type_name == "option" and each.name != "help":
            value = "" if each.is_flag else f" {each.metavar or each.name.upper()}"
            bare = each.is_flag or each.default is None or str(each.default) == ""
            default = "" if bare else f" (default: {each.default})"
            yield f"| `{each.opts[0]}{value}` | {each.help}{default} |"
