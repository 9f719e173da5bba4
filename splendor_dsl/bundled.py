"""The grammar and the games that come with the package, in a wheel or a checkout."""

from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).resolve().parent


def grammar_folder() -> Path:
    """Where the grammar stands."""
    return _folder("grammar")


def variants_folder() -> Path:
    """Where the bundled games stand."""
    return _folder("variants")


def bundled_games() -> dict[str, Path]:
    """The rule file of each bundled game by its name, in the order of the names."""
    variants = variants_folder()
    files = [*variants.glob("house/*.rules"), *variants.glob("*.rules")]
    # A house rule of the same name as a game gives way to it: the later one stays.
    games = {file.stem: file for file in sorted(files, key=lambda file: -len(file.parts))}
    return dict(sorted(games.items()))


def find_game(name: str) -> Path | None:
    """The rule file of a bundled game, if there is one of that name."""
    return bundled_games().get(name)


def _folder(name: str) -> Path:
    """The folder in the package, as a wheel has it, or else beside it in a checkout."""
    packed = _PACKAGE / "_bundled" / name
    return packed if packed.is_dir() else _PACKAGE.parent / name
