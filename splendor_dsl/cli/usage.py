"""The command line as a whole: wrong words and options are reported like any other problem."""

import re
import sys
from collections.abc import Callable, Sequence
from typing import Any, Final

import typer

from splendor_dsl.cli.commands import Commands
from splendor_dsl.cli.exit_status import FINE, USAGE

_MOST_SECONDS: Final = 86_400.0
_Misused: Final[Any] = typer.BadParameter.__base__  # of click, which typer may bundle


class Program(Commands):
    """The commands; wrong usage is reported as a problem, as JSON if that is requested."""

    def main(  # type: ignore[override]  # click's signature, without the parameters that typer adds
        self, args: Sequence[str] | None = None, standalone_mode: bool = True, **extra: Any
    ) -> Any:
        """Run a command and exit with its status."""
        words = list(sys.argv[1:] if args is None else args)
        try:
            status = super().main(args=words, standalone_mode=False, **extra)
        except _Misused as error:
            if type(error).__name__ == "NoArgsIsHelpError":
                error.show()
            else:
                self._refuse(error, words)
            status = error.exit_code
        except typer.Abort:
            status = USAGE
        except SystemExit as left:
            if isinstance(left.__context__, OSError):  # the reader of the help has closed the pipe
                raise BrokenPipeError from left
            raise  # shell completion ends this way
        if not standalone_mode:
            return status
        sys.exit(status or FINE)

    def _refuse(self, error: Any, words: Sequence[str]) -> None:
        from splendor_dsl.cli.output import print_problems, say_json
        from splendor_dsl.cli.problems import WrongUsage

        named = next((word for word in words if word in self.commands), None)
        called = "splendor" if named is None else f"splendor {named}"
        problem = WrongUsage(reason=_reason(error), called=called)
        if "--json" in words:
            say_json(named or "splendor", ok=False, problems=[problem])
        else:
            print_problems([problem])


def _reason(error: Any) -> str:
    """Return click's message in the style of this program."""
    parameter = getattr(error, "param", None)
    if parameter is not None and error.message:
        name = parameter.metavar if parameter.param_type_name == "argument" else parameter.opts[0]
        return f"{name}: {_as_clause(error.message)}"
    return _as_clause(error.format_message())


def _as_clause(text: str) -> str:
    """Return sentences as one line in lower case, joined by semicolons."""
    plain = " ".join(text.split()).removesuffix(".").replace(". ", "; ")
    return re.sub(r"(^|; |\()([A-Z])(?![A-Z])", lambda found: found[0].lower(), plain)


def whole_number(low: int | None = None, high: int | None = None) -> Callable[[str | int], int]:
    """Return a parser for options that take a whole number within bounds."""

    def number(text: str | int) -> int:
        from splendor_dsl.position.plain_data import read_whole

        try:
            return read_whole(text, low, high)
        except ValueError as error:
            raise typer.BadParameter(str(error)) from error

    return number


def seconds(text: str | float) -> float:
    """Return a time that an option takes, in seconds."""
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0 < found <= _MOST_SECONDS:
        message = f"expected a number of seconds above 0, found {str(text)!r}"
        raise typer.BadParameter(message)
    return found
