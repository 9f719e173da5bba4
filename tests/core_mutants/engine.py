"""The modules that `make mutants-core` changes: the engine, which decides how a game is played.

The engine is chance, the program of a game (`ir`), its interpreter, the compilers (`lowering`, `compiler`), positions,
the notation of moves, the games of the public interface, and all of `semantics` that gives rules their meaning.

Left out of `semantics` are problems and their causes, names, titles and examples: they decide what is reported, not what
is played; of `game` the bound on what is asked of the command line. Left out are native code, its table, and the functions
that only run it: their tests compile for minutes and compare with the interpreter (`make conformance`).
"""

from collections.abc import Iterator
from pathlib import Path

import splendor_dsl

CHECKOUT = Path(__file__).resolve().parents[2]
PACKAGE = Path(splendor_dsl.__file__).resolve().parent
PARTS = (
    "chance.py",
    "semantics",
    "ir",
    "interpreter",
    "lowering",
    "compiler",
    "position",
    "notation",
    "game",
)
OUTSIDE = frozenset(
    {
        "compiler/native",
        "game/__init__.py",
        "game/native_table.py",
        "notation/misread_moves.py",
        "notation/nearest.py",
        "semantics/duplicates.py",
        "semantics/examples.py",
        "semantics/hidden_information.py",
        "semantics/look_alikes.py",
        "semantics/mechanic_problems.py",
        "semantics/names.py",
        "semantics/problems.py",
        "semantics/provenance.py",
        "semantics/table_problems.py",
        "semantics/titles.py",
        "semantics/touches.py",
        "semantics/type_problems.py",
    }
)

NATIVE_FUNCTIONS = frozenset(
    ("game/runs.py", name)
    for name in (
        "Recorder.add_rows",
        "native_games",
        "native_games.play",
        "at_random",
        "by_policies",
        "_entry",
    )
)


def engine_files() -> tuple[str, ...]:
    """Return the modules of the engine by their paths in the package, in a fixed order."""
    return tuple(path for part in PARTS for path in _files(part) if not _is_outside(path))


def _files(part: str) -> Iterator[str]:
    place = PACKAGE / part
    for file in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
        yield file.relative_to(PACKAGE).as_posix()


def _is_outside(path: str) -> bool:
    return path in OUTSIDE or str(Path(path).parent) in OUTSIDE
