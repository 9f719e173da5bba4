"""The words of the command line, read as they stand.

Typer asks pydantic what a word is, which takes as long to load as half of the program; a text, a path, and what a
function of our own reads, need nobody to ask.
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
    """Stands where typer would have pydantic."""

    read: Callable[[Any], Any]

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:  # noqa: ARG002  # as typer calls it
        """The value of a parameter; one that was not given has none."""
        if value is None:
            return () if param.multiple or param.nargs == -1 else None
        return self.read(value)


def read_plainly(command: Any, ctx: Any) -> Any:
    """The command, with plain words read as they stand; a typer that has no such place reads them its own way."""
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
