"""The four mechanics in all sixteen subsets, in both editions: the text of a variant for each of the 32."""

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from splendor_dsl.pipeline import Loaded, load_source
from splendor_dsl.source import source_from_text

MECHANICS = ("nobles", "locations", "time_stone", "avengers_tile")
FOLDER = Path(__file__).resolve().parent
BASES = {"classic": "classic_tags", "marvel": "marvel"}
IN_BASE = {"classic": ("nobles",), "marvel": ("locations", "time_stone", "avengers_tile")}

USES = {
    ("classic", "locations"): """
use locations {
  colours gems
  tiles {
    "Lisbon" 3 : 3 white, 3 blue, 3 green / "Bruges" 3 : 4 red, 4 black
    "Venice" 3 : 4 white, 4 green / "Genoa" 3 : 4 blue, 4 red
    "Antwerp" 3 : 3 green, 3 red, 3 black / "Seville" 3 : 3 white, 3 blue, 3 black
    "Florence" 3 : 4 white, 4 red / "Goa" 3 : 4 blue, 4 black
  }
}
""",
    ("classic", "time_stone"): """
use time_stone {
  token amber "amber"
  stock 2 | 3 | 4
  icon clock = 1
}
""",
    ("classic", "avengers_tile"): """
use avengers_tile {
  tag crowns
}
""",
    ("marvel", "nobles"): """
use nobles {
  colours stones
  tiles {
    3 : 4 yellow, 4 purple
    3 : 4 purple, 4 blue
    3 : 4 blue, 4 red
    3 : 4 red, 4 orange
    3 : 4 orange, 4 yellow
    3 : 3 yellow, 3 purple, 3 blue
    3 : 3 blue, 3 red, 3 orange
  }
}
""",
}


class Combination(NamedTuple):
    """One edition with some of the mechanics."""

    edition: str
    mechanics: tuple[str, ...]

    @property
    def name(self) -> str:
        return "_with_".join((self.edition, "_and_".join(self.mechanics) or "nothing"))

    @property
    def text(self) -> str:
        """The variant: what the edition has and the subset has not goes, the rest comes."""
        lines = [f'splendor rules 2\n\nvariant {self.name} "Test" extends {BASES[self.edition]}\n']
        lines += [f"remove mechanics.{each}" for each in self._gone()]
        lines += [USES[self.edition, each] for each in self._new()]
        return "\n".join(lines) + "\n"

    def load(self) -> Loaded:
        return load_source(source_from_text(f"{self.name}.rules", self.text, FOLDER / "test.rules"))

    def _gone(self) -> Iterator[str]:
        return (each for each in IN_BASE[self.edition] if each not in self.mechanics)

    def _new(self) -> Iterator[str]:
        return (each for each in self.mechanics if each not in IN_BASE[self.edition])


def all_combinations() -> tuple[Combination, ...]:
    return tuple(
        Combination(edition, subset)
        for edition in BASES
        for size in range(len(MECHANICS) + 1)
        for subset in combinations(MECHANICS, size)
    )
