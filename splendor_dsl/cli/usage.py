"""The program as it is called: a word or an option that it does not take is a problem like any other."""

import re
import sys
from collections.abc import Callable, Sequence
from typing import Any, Final

import typer

from splendor_dsl.cli.commands import Commands
from splendor_dsl.cli.endings import FINE, USAGE

_Misused: Final[Any] = typer.BadParameter.__base__  # of click, wherever typer has that from


class Program(Commands):
    """The commands; what is wrong with how one was called is told as all problems are, in JSON where that is asked."""

    def main(  # type: ignore[override]  # as click has it, without the names that typer adds
        self, args: Sequence[str] | None = None, standalone_mode: bool = True, **extra: Any
    ) -> Any:
        """Run a command and end with its exit code."""
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
            if isinstance(left.__context__, OSError):  # whoever read the help has enough
                raise BrokenPipeError from left
            raise  # the shell has what it asked for to complete words
        if not standalone_mode:
            return status
        sys.exit(status or FINE)

    def _refuse(self, error: Any, words: Sequence[str]) -> None:
        from splendor_dsl.cli.output import complain, say_json
        from splendor_dsl.cli.problems import WrongUsage

        named = next((word for word in words if word in self.commands), None)
        called = "splendor" if named is None else f"splendor {named}"
        problem = WrongUsage(reason=_reason(error), called=called)
        if "--json" in words:
            say_json(named or "splendor", ok=False, problems=[problem])
        else:
            complain([problem])


def _reason(error: Any) -> str:
    """What click says, as this program says things."""
    parameter = getattr(error, "param", None)
    if parameter is not None and error.message:
        name = parameter.metavar if parameter.param_type_name == "argument" else parameter.opts[0]
        return f"{name}: {_small(error.message)}"
    return _small(error.format_message())


def _small(text: str) -> str:
    """One line in lower case: what were sentences are its parts."""
    plain = " ".join(text.split()).removesuffix(".").replace(". ", "; ")
    return re.sub(r"(^|; |\()([A-Z])(?![A-Z])", lambda found: found[0].lower(), plain)


def whole(low: int | None = None, high: int | None = None) -> Callable[[str | int], int]:
    """How an option is read that takes a whole number within bounds."""

    def number(text: str | int) -> int:
        from splendor_dsl.position.plain_data import read_whole

        try:
            return read_whole(text, low, high)
        except ValueError as error:
            raise typer.BadParameter(str(error)) from error

    return number
