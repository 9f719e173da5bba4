"""A bundled game in one line: what it is called and how many can play."""

from pathlib import Path
from typing import Any

from attrs import frozen

from splendor_dsl.extensions import Extensions
from splendor_dsl.pipeline import load_file


@frozen(kw_only=True)
class GameLine:
    """The name, the title and the player range of a game; a broken one has no range."""

    name: str
    title: str
    low: int | None
    high: int | None
    file: str

    def players(self) -> str:
        """The range as a reader says it."""
        if self.low is None or self.high is None:
            return "has errors"
        if self.low == self.high:
            return f"{self.low} player{'' if self.low == 1 else 's'}"
        return f"{self.low} to {self.high} players"

    def to_dict(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            "name": self.name,
            "title": self.title,
            "low_players": self.low,
            "high_players": self.high,
            "file": self.file,
        }


def game_line(name: str, path: Path, extensions: Extensions) -> GameLine:
    """The line of the game in a file."""
    model = load_file(path, extensions=extensions, checked=False).model
    if model is None:
        return GameLine(name=name, title="?", low=None, high=None, file=str(path))
    low, high = model.low_players, model.high_players
    return GameLine(name=name, title=model.title, low=low, high=high, file=str(path))
