"""A rules language and workbench for board games of the Splendor family."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from splendor_dsl.loading import RulesError, load

__version__ = "0.1.0"
__all__ = ["RulesError", "__version__", "load"]


def __getattr__(name: str) -> Any:
    """Read the way to a game when it is first asked for, so that the program starts at once."""
    if name in {"RulesError", "load"}:
        from splendor_dsl import loading  # noqa: PLC0415  # see above

        return getattr(loading, name)
    message = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(message)
