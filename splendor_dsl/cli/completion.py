"""Names of games and rule files, as a shell completes them."""

import glob
import re
from typing import Final

# A shell reads other signs in its own way, and takes the names of such files from the folder by itself.
_PLAIN: Final = re.compile(r"[\w./+@%-]+")


def game_names(incomplete: str) -> list[str]:
    """Return the bundled games that begin so, and the rule files: those here and in the folders that begin so."""
    from splendor_dsl.bundled import bundled_games

    games = [name for name in bundled_games() if name.startswith(incomplete)]
    return games + rule_file_names(incomplete)


def rule_file_names(incomplete: str) -> list[str]:
    """Return the paths of rule files that begin as what is typed, by way of one more folder at most."""
    begun = glob.escape(incomplete)
    found = []
    for rest in ("*.rules", "*/*.rules"):
        found += glob.glob(f"{begun}{rest}")  # noqa: PTH207  # it leaves `./` as it is typed
    return sorted(path for path in found if _PLAIN.fullmatch(path))
