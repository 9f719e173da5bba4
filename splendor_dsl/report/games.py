"""A bundled game in one line: its title and its number of players."""

from pathlib import Path
from typing import Any

from attrs import frozen

from splendor_dsl.extensions import Extensions
from splendor_dsl.pipeline import load_file
from splendor_dsl.prose.words import translated
from splendor_dsl.semantics.names import ENGLISH, NO_NAME


@frozen(kw_only=True)
class GameLine:
    """The name, the title and the player range of a game; a broken one has no range."""

    name: str
    title: str
    low: int | None
    high: int | None
    file: str

    def players(self, language: str = ENGLISH) -> str:
        """Return the range in words."""
        if self.low is None or self.high is None:
            return translated("has errors", language)
        pattern = "{low} to {high} players"
        if self.low == self.high:
            pattern = "{high} player" if self.low == 1 else "{high} players"
        low, high = str(self.low), str(self.high)
        return translated(pattern, language, count=self.high, low=low, high=high)

    def to_dict(self) -> dict[str, Any]:
        """Return the same as plain data."""
        return {
            "name": self.name,
            "title": self.title,
            "low_players": self.low,
            "high_players": self.high,
            "file": self.file,
        }


def game_line(name: str, path: Path, extensions: Extensions, language: str = ENGLISH) -> GameLine:
    """Return the line of the game in a file, with its title in a language, if it has one there."""
    loaded = load_file(path, extensions=extensions, checked=False)
    model, resolved = loaded.model, loaded.resolved
    if model is None or resolved is None:
        return GameLine(name=name, title="?", low=None, high=None, file=str(path))
    low, high = model.low_players, model.high_players
    own = resolved.names.get(language, {}).get("game", NO_NAME).texts
    title = own[0] if own else model.title
    return GameLine(name=name, title=title, low=low, high=high, file=str(path))
