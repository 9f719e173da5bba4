"""Shell completion for names of games and rule files."""

import glob
import re
from typing import Final

# Other characters are special to shells, which complete the names of such files by themselves.
_PLAIN: Final = re.compile(r"[\w./+@%-]+")


def game_names(incomplete: str) -> list[str]:
    """Return the bundled games and the rule files that begin with a text."""
    from splendor_dsl.bundled import bundled_games

    games = [name for name in bundled_games() if name.startswith(incomplete)]
    return games + rule_file_names(incomplete)


def rule_file_names(incomplete: str) -> list[str]:
    """Return the paths of rule files that begin with a text, at most one folder below it."""
    prefix = glob.escape(incomplete)
    found = []
    for rest in ("*.rules", "*/*.rules"):
        found += glob.glob(f"{prefix}{rest}")  # noqa: PTH207  # it keeps a typed `./`
    return sorted(path for path in found if _PLAIN.fullmatch(path))
