"""The hooks by which a package adds to the workbench; each returns data.

A plugin is a module that an entry point of the group `splendor_dsl` names. It
decorates functions of these names with `hookimpl`.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from attrs import frozen
from pluggy import HookimplMarker, HookspecMarker

from splendor_dsl.diagnostics import Problem

PROJECT: Final = "splendor_dsl"

SIGN: Final = "@"  # between the name of a bot and its budget
MOST_SECONDS: Final = 86_400.0
_PLAYOUTS: Final = re.compile(r"[1-9][0-9]{0,6}")
_SECONDS: Final = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,6})?s")

hookspec: Final = HookspecMarker(PROJECT)
hookimpl: Final = HookimplMarker(PROJECT)


@frozen(kw_only=True)
class Mechanic:
    """A part of a game that rules can `use`: a fragment in the rules language."""

    name: str
    title: str
    rules: Path


@frozen(kw_only=True)
class Check:
    """One more static check: `function(model)` returns the problems of a game's model."""

    name: str
    function: Callable[[Any], Iterable[Problem]]


def _none() -> None:
    """Return None: this bot is more than weights."""


@frozen
class Budget:
    """The most that a bot may think about one move: so many playouts, which repeat, or so many seconds, which don't."""

    playouts: int | None = None
    seconds: float | None = None

    @classmethod
    def read(cls, text: str) -> "Budget":
        """Return the budget that stands behind the name of a bot; raise ValueError if there is none."""
        if _PLAYOUTS.fullmatch(text):
            return cls(playouts=int(text))
        if _SECONDS.fullmatch(text) and 0 < float(text[:-1]) <= MOST_SECONDS:
            return cls(seconds=float(text[:-1]))
        message = f"expected playouts such as 1000, or seconds such as 0.5s, found {text!r}"
        raise ValueError(message)

    def __str__(self) -> str:
        """Return it as it is written behind the name of a bot."""
        return f"{self.playouts}" if self.seconds is None else f"{self.seconds:g}s"


def no_budget(_game: Any, _budget: Budget) -> None:
    """Return None: this bot takes the time that it takes."""


@frozen(kw_only=True)
class Bot:
    """A player made of code: `make(game)` returns an object with a method `choose(view, moves, stream)`.

    One that looks at its log, or ahead, has a method `decide(seen, stream)` instead. If a bot chooses as
    `splendor_dsl.Weights` do, `weights()` may return those, and native code plays its whole games. One that can think
    for longer or shorter has `think(game, budget)` too, and is seated as `name@1000` or `name@0.5s`.
    """

    name: str
    make: Callable[[Any], Any]
    description: str = ""
    weights: Callable[[], Any] = _none
    think: Callable[[Any, Budget], Any] = no_budget


@frozen(kw_only=True)
class Renderer:
    """One more form of output: `render(game)` returns the text of a game."""

    name: str
    render: Callable[[Any], str]


@frozen(kw_only=True)
class Command:
    """One more command of the `splendor` program: the parameters of `function` are its options."""

    name: str
    function: Callable[..., Any]
    help: str = ""


@hookspec
def splendor_mechanics() -> Sequence[Mechanic]:
    """Return the mechanics that rule files can `use`."""
    return ()


@hookspec
def splendor_checks() -> Sequence[Check]:
    """Return the checks that run after the project's own."""
    return ()


@hookspec
def splendor_bots() -> Sequence[Bot]:
    """Return the bots that can take a seat."""
    return ()


@hookspec
def splendor_renderers() -> Sequence[Renderer]:
    """Return the forms in which a game can be printed."""
    return ()


@hookspec
def splendor_commands() -> Sequence[Command]:
    """Return the commands that join the `splendor` program."""
    return ()
