"""Readers for the words of the command line, without pydantic.

Typer uses pydantic to parse words, which takes as long to load as half of the program; texts, paths and our own parsers
do not need it.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from attrs import frozen

_READERS: Final[dict[Any, Callable[[Any], Any]]] = {
    bool: bool,
    str: str,
    list[str]: list,
    Path: Path,
}


@frozen
class _Reader:
    """A replacement for typer's use of pydantic."""

    read: Callable[[Any], Any]

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:  # noqa: ARG002  # as typer calls it
        """Return the value of a parameter; none if it was not given."""
        if value is None:
            return () if param.multiple or param.nargs == -1 else None
        return self.read(value)


def read_plainly(command: Any, ctx: Any) -> Any:
    """Return the command with these readers for plain words; other versions of typer keep their own."""
    for each in command.get_params(ctx):
        if hasattr(each, "get_runtime_param"):
            kind, parser = (
                each.type_descriptor.annotation,
                each.type_descriptor.parameter_info.parser,
            )
            read = parser or _READERS.get(kind)
            if read is not None:
                reader = _Reader(read)
                each.get_runtime_param = lambda reader=reader: reader
    return command
