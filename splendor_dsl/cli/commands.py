"""The commands of the program, and those of plugins."""

from collections.abc import Container, Sequence
from typing import TYPE_CHECKING, Any, Final

import typer
from typer.core import TyperGroup

from splendor_dsl.cli.parameter_readers import read_plainly

if TYPE_CHECKING:
    from splendor_dsl.extensions import Provided
    from splendor_dsl.hookspecs import Command

_OPTION: Final = "--plugin"
_ADDED: Final = f"{__name__}.added"


class Commands(TyperGroup):
    """The program's own commands; plugins are loaded only for other names and for the help."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the words before the command."""
        read_plainly(self, ctx)
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the program's own commands in their order, then the others by name."""
        return [*super().list_commands(ctx), *sorted(self._added(ctx))]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return the program's own command of a name, or else a plugin's."""
        own = super().get_command(ctx, cmd_name)
        return self._added(ctx).get(cmd_name) if own is None else read_plainly(own, ctx)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that was typed; plugins named before it are passed on to it."""
        if _OPTION in args[1:] and self.get_command(ctx, args[0]) is None:
            way = f"splendor {_OPTION} MODULE {args[0]}"
            ctx.fail(f"No such command {args[0]!r}. One of a plugin that is not installed: {way}")
        name, command, rest = super().resolve_command(ctx, args)
        parameters = () if command is None else command.params
        if any(_OPTION in each.opts for each in parameters):
            rest = [word for module in _plugins_named(ctx) for word in (_OPTION, module)] + rest
        elif _plugins_named(ctx):
            self._added(ctx)  # a plugin that can't be loaded ends any command
        return name, command, rest

    def _added(self, ctx: Any) -> dict[str, Any]:
        """Return the commands of plugins, created on first use."""
        if _ADDED not in ctx.meta:
            ctx.meta[_ADDED] = _plugin_commands(_plugins_named(ctx), self.commands)
        found: dict[str, Any] = ctx.meta[_ADDED]
        return found


def _plugins_named(ctx: Any) -> Sequence[str]:
    """Return the plugins that were named before the command."""
    return ctx.params.get("plugins") or ()


def _plugin_commands(plugins: Sequence[str], own: Container[str]) -> dict[str, Any]:
    """Return the commands of plugins by name; report unusable ones on stderr."""
    from splendor_dsl.cli.exit_status import Stop
    from splendor_dsl.cli.output import print_problems
    from splendor_dsl.cli.rule_input import open_extensions
    from splendor_dsl.plugin_problems import FAILURES, CommandUnfit, reason_of

    try:
        extensions = open_extensions(plugins)
    except Stop as stop:
        print_problems(stop.problems)
        raise typer.Exit(stop.status) from stop
    made, unfit = {}, []
    for name, found in extensions.commands.items():
        try:
            made[name] = _command(found)
        except FAILURES as error:
            unfit.append(CommandUnfit(name=name, plugin=found.plugin, reason=reason_of(error)))
    print_problems(unfit)
    return {name: command for name, command in made.items() if name not in own}


def _command(found: "Provided[Command]") -> Any:
    """Return a plugin's function as a command; its parameters become options, as with any other."""
    small = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False, add_completion=False)
    small.command(found.value.name, help=found.value.help or None)(_guarded_plugin(found))
    return typer.main.get_command(small)


def _guarded_plugin(found: "Provided[Command]") -> Any:
    from functools import wraps

    from splendor_dsl.cli.exit_status import FINE, Stop
    from splendor_dsl.cli.guard import guarded
    from splendor_dsl.cli.problems import CommandFailed
    from splendor_dsl.plugin_problems import reason_of

    name, plugin = found.value.name, found.plugin

    @wraps(found.value.function)
    def run(*args: Any, **options: Any) -> int:
        try:
            status = found.value.function(*args, **options)
        except (BrokenPipeError, typer.Exit, typer.Abort, typer.BadParameter, Stop):
            raise
        except SystemExit as left:
            if left.code is None or isinstance(left.code, int):
                return left.code or FINE
            raise Stop([CommandFailed(name=name, plugin=plugin, reason=left.code)]) from left
        except Exception as error:  # plugin code may raise anything
            failed = CommandFailed(name=name, plugin=plugin, reason=reason_of(error))
            raise Stop([failed]) from error
        return status if type(status) is int else FINE

    return guarded(name, run)
