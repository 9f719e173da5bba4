"""The commands of the program, and those that plugins add."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperGroup

if TYPE_CHECKING:
    from splendor_dsl.extensions import Provided
    from splendor_dsl.hookspecs import Command


class Commands(TyperGroup):
    """The program's own commands; plugins are asked only for a name that is none of them, and for the help."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The program's own commands in their order, then the others by name."""
        own = list(super().list_commands(ctx))
        return [*own, *sorted(set(_added()) - set(own))]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The program's own command of a name, or else a plugin's."""
        own = super().get_command(ctx, cmd_name)
        if own is not None:
            return own
        found = _added().get(cmd_name)
        return None if found is None else _command(found)


def _added() -> "Mapping[str, Provided[Command]]":
    from splendor_dsl.extensions import load_extensions

    return load_extensions().commands


def _command(found: "Provided[Command]") -> Any:
    """A plugin's function as a command; its parameters are its options, as with any other."""
    small = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False, add_completion=False)
    name, text = found.value.name, found.value.help or None
    small.command(name, help=text)(_guarded_plugin(found))
    return typer.main.get_command(small)


def _guarded_plugin(found: "Provided[Command]") -> Any:
    from functools import wraps

    from splendor_dsl.cli.endings import Stop
    from splendor_dsl.cli.guard import guarded
    from splendor_dsl.cli.problems import CommandFailed

    @wraps(found.value.function)
    def run(*args: Any, **options: Any) -> int:
        try:
            status = found.value.function(*args, **options)
        except (OSError, typer.Exit, typer.Abort, Stop):
            raise
        except Exception as error:  # an outsider's code may raise anything
            reason = f"{type(error).__name__}: {error}"
            raise Stop(
                [CommandFailed(name=found.value.name, plugin=found.plugin, reason=reason)]
            ) from error
        return status if isinstance(status, int) else 0

    return guarded(found.value.name, run)
