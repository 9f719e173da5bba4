"""The grammar and the games that come with the package, in a wheel or a checkout."""

from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).resolve().parent


def grammar_folder() -> Path:
    """Return the folder of the grammar."""
    return _folder("grammar")


def variants_folder() -> Path:
    """Return the folder of the bundled games."""
    return _folder("variants")


def bundled_games() -> dict[str, Path]:
    """Return the rule file of each bundled game by its name, in the order of the names."""
    # An edition replaces a house rule of the same name: the later one stays.
    return dict(sorted({**_rules("house/*"), **editions()}.items()))


def editions() -> dict[str, Path]:
    """Return the rule files of the printed editions by their names."""
    return _rules("*")


def _rules(pattern: str) -> dict[str, Path]:
    return {file.stem: file for file in sorted(variants_folder().glob(f"{pattern}.rules"))}


def find_game(name: str) -> Path | None:
    """Return the rule file of a bundled game, if there is one of that name."""
    return bundled_games().get(name)


def _folder(name: str) -> Path:
    """Return a folder of the package, as a wheel has it, or else beside it in a checkout."""
    packed = _PACKAGE / "_bundled" / name
    return packed if packed.is_dir() else _PACKAGE.parent / name
