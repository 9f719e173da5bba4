"""The page of the commands, made from the program itself."""

from collections.abc import Iterator
from inspect import cleandoc
from typing import Any

import typer

_HEAD = """\
# The commands

`splendor` ends with 0 if all is well, with 1 if rules, tests or a record have faults, and with 2 if it was used
wrongly, could not read what it was given, or could not write; Ctrl-C ends it with 130. Reports go to stdout,
everything else to stderr. With `--json` a report is one JSON object on stdout; [json.md](json.md) describes them.
Where whoever reads stdout has enough (`| head -1`), every command ends with 0, whatever it would still have said; a
record that was asked for is written all the same, and of the whole game where nobody has to be asked for a move.

Where a command takes a game, it takes the name of a bundled one (`splendor list`) or a rule file.

A record, a rulebook (`--out`) or a page of coverage (`--html`) takes the place of a file only if that holds another
such, or nothing; any other file stays as it is, and the command ends with 2.

A command that is brought by a module needs that module first: `splendor --plugin MODULE COMMAND`. Named there, it is
used by the program's own commands too; one that can't be loaded is wrong usage. [plugins.md](plugins.md) says more.

`python -m splendor_dsl` is the same program.

## splendor

    splendor COMMAND
"""
_COMPLETION = """\
`--install-completion` sets up the shell in which it is typed (bash, zsh or fish): from the next start of the shell on,
the Tab key completes commands, options, bundled games and rule files. `--show-completion` prints the script instead.
"""
_PLAY = """
At the prompt of `splendor play` type a move in notation or its number; several in a line have `;` between them. A
token may be typed by the name that the table shows, where no other is called so. The other
words there are `why MOVE`, `undo`, `save FILE`, `moves`, `table`, `log`, `help` and `quit`. What is saved is a
record: `splendor replay RECORD` shows it, and `splendor play RECORD` goes on from it with those who sat there, unless
`--bots` names others; `undo` takes back what was saved too. With `--record` a game is recorded when it ends, and also
when it is broken off.

Where several people share a terminal and one of them holds what the others may not see, the keyboard is passed: what
came of a move is told to the one who made it, and the screen is cleared when the next one presses Enter. `undo`,
`save FILE` and `quit` can be typed there too.
"""


def manual() -> str:
    """The page as Markdown."""
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
