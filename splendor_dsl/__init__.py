"""A rules language and workbench for board games of the Splendor family."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from splendor_dsl.game.game import Game, SlowerWarning
    from splendor_dsl.game.state import IllegalMoveError, State
    from splendor_dsl.game.weights import Weights
    from splendor_dsl.loading import RulesError, load
    from splendor_dsl.notation.moves import Move
    from splendor_dsl.notation.notation import NotationError
    from splendor_dsl.position.deal import DealError
    from splendor_dsl.position.plain_data import PositionError
    from splendor_dsl.recording import NotRecordedError, RecordError, from_record, to_record

__version__ = "0.1.0"
__all__ = [
    "DealError",
    "Game",
    "IllegalMoveError",
    "Move",
    "NotRecordedError",
    "NotationError",
    "PositionError",
    "RecordError",
    "RulesError",
    "SlowerWarning",
    "State",
    "Weights",
    "__version__",
    "from_record",
    "load",
    "to_record",
]

# The module of each name, imported when the name is first used, so that the program starts fast.
_MODULES = {
    "DealError": "position.deal",
    "Game": "game.game",
    "IllegalMoveError": "game.state",
    "Move": "notation.moves",
    "NotRecordedError": "recording",
    "NotationError": "notation.notation",
    "PositionError": "position.plain_data",
    "RecordError": "recording",
    "RulesError": "loading",
    "SlowerWarning": "game.game",
    "State": "game.state",
    "Weights": "game.weights",
    "from_record": "recording",
    "load": "loading",
    "to_record": "recording",
}


def __getattr__(name: str) -> Any:
    """Return a public name, from the module that defines it."""
    if name in _MODULES:
        return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    message = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(message)


def __dir__() -> list[str]:
    """Return all public names, even those not loaded yet, so that an editor can offer them."""
    return sorted({*globals(), *__all__})
