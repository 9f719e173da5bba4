"""What a check looks at: a game, how it came about, and its bounds."""

from __future__ import annotations

from attrs import field, frozen

from splendor_dsl.semantics.checks.bounds import Bounds, bounds_by_players
from splendor_dsl.semantics.layers import Resolved
from splendor_dsl.semantics.model import Model
from splendor_dsl.semantics.scope import Names


@frozen(kw_only=True)
class Checked:
    """A game under test, with its bounds for each number of players."""

    model: Model
    resolved: Resolved
    names: Names
    bounds: tuple[Bounds, ...] = field(repr=False)


def checked(model: Model, resolved: Resolved, names: Names) -> Checked:
    """A game with its bounds."""
    bounds = tuple(bounds_by_players(model))
    return Checked(model=model, resolved=resolved, names=names, bounds=bounds)
