"""The module of a game: found in the cache, or written, and read in either case."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Literal

from attrs import frozen

import splendor_dsl
from splendor_dsl.compiler.codec import Codec
from splendor_dsl.compiler.module_cache import (
    Kept,
    Shelf,
    compiled_beside_modules,
    load_module,
    sealed,
)
from splendor_dsl.compiler.module_text import read_running, read_stops
from splendor_dsl.compiler.native.writer import NativeStyle, bounds_checked, native_text
from splendor_dsl.compiler.python.writer import PythonStyle, python_text
from splendor_dsl.interpreter.start import starting_cells
from splendor_dsl.interpreter.zones import Zones
from splendor_dsl.ir.nodes import Program
from splendor_dsl.lowering.game import LoweredGame, gaps_of, lower
from splendor_dsl.lowering.memory_layout import MemoryLayout, memory_layout
from splendor_dsl.lowering.numbering import number_options
from splendor_dsl.lowering.results import results
from splendor_dsl.lowering.unsupported import NotLowered

Kind = Literal["python", "native"]
# The folders of what decides how a module is written: what actions require, and how a game lies at first, too.
WRITERS = ("chance.py", "semantics", "ir", "lowering", "interpreter", "compiler")
# A variable of the environment that makes all code check each access to words and pieces: slow, for tests.
CHECKED = "SPLENDOR_CHECKED"
_MARK = "_checked"
_LOOPS = Path(__file__).parent / "native" / "loops.py"


@frozen(kw_only=True)
class Module:
    """The generated module of a game, and how its states are read, by number of players."""

    kind: Kind
    code: ModuleType
    codecs: Mapping[int, Codec]
    path: Path
    loops: ModuleType | None = None  # what is the same for all native games


def module(program: Program, kind: Kind, shelf: Shelf) -> Module:
    """The module of a game; raises `NotLowered` if it has a clause that can't be compiled."""
    checked = CHECKED in os.environ
    name = f"{program.meaning}_{kind}{_kept_limits(program)}" + _MARK * checked
    stamp = f"{splendor_dsl.__version__} {_fingerprint()} {name}"
    kept = _kept(shelf, name, stamp, kind, lambda: text_of(program, kind, checked=checked))
    code = _loaded(kept, name, kind)
    where = _memory_of(program, code)
    return Module(
        kind=kind,
        code=code,
        codecs=_codecs(where, code),
        path=kept.path,
        loops=_loops(shelf, checked=checked) if kind == "native" else None,
    )


def _kept_limits(program: Program) -> str:
    """A short hash of the limits that are shown to hold, as they say how much room zones have; nothing for none."""
    kept = "\n".join(sorted(program.model.kept_limits))
    return f"_{hashlib.blake2b(kept.encode(), digest_size=4).hexdigest()}" if kept else ""


def _kept(shelf: Shelf, name: str, stamp: str, kind: Kind, write: Callable[[], str]) -> Kept:
    """Return a module, written anew unless it is there and whole; of a native one its machine code can be kept too."""
    kept = shelf.find(name, stamp) or shelf.keep(name, sealed(write(), stamp))
    return shelf.beside_compiled(kept) if kind == "native" else kept


def _loaded(kept: Kept, name: str, kind: Kind) -> ModuleType:
    with compiled_beside_modules() if kind == "native" else nullcontext():
        return load_module(kept, name)


def _loops(shelf: Shelf, *, checked: bool) -> ModuleType:
    """What is the same for all native games, beside them, so that it is compiled once and kept where they are."""
    name = f"loops_{_fingerprint()}" + _MARK * checked
    text = _LOOPS.read_text()
    stamp = f"{splendor_dsl.__version__} {name}"
    kept = _kept(shelf, name, stamp, "native", lambda: bounds_checked(text) if checked else text)
    return _loaded(kept, name, "native")


def text_of(program: Program, kind: Kind, *, checked: bool = False) -> str:
    """The text of a module."""
    if kind == "native":
        native = NativeStyle(checked=checked)
        lowered = lower(program, native)
        return native_text(lowered, native, _starts(program, lowered))
    python = PythonStyle(checked=checked)
    lowered = lower(program, python)
    return python_text(lowered, python, _starts(program, lowered))


def described(program: Program) -> LoweredGame:
    """The lowered rules of a game, to be shown."""
    return lower(program, PythonStyle())


def all_gaps(program: Program, kind: Kind = "native") -> tuple[NotLowered, ...]:
    """The clauses that keep a game from being compiled; native code tells what came of a game besides."""
    found = gaps_of(program, PythonStyle())
    if found or kind == "python":
        return found
    try:
        results(described(program), PythonStyle())
        lower(program, NativeStyle())  # which may be too long
    except NotLowered as gap:
        return (gap,)
    return ()


def _starts(program: Program, lowered: LoweredGame) -> dict[int, tuple[list[int], list[int]]]:
    """The states before the setup, by number of players, as the interpreter lays them out."""
    found = {}
    for players, layout in lowered.memory.layouts.items():
        codec = Codec(
            lowered.memory, lowered.numbering, lowered.stops, lowered.over, lowered.start, players
        )
        cells = starting_cells(program, layout, Zones(program, layout), 0)
        found[players] = codec.encode(cells)
    return found


def _memory_of(program: Program, code: ModuleType) -> MemoryLayout:
    return memory_layout(program, read_running(code.RUNNING, program), code.VARIABLES, code.AREAS)


def _codecs(where: MemoryLayout, code: ModuleType) -> dict[int, Codec]:
    options, stops = number_options(where), read_stops(code.STOPS)
    return {
        players: Codec(where, options, stops, code.OVER, code.START, players)
        for players in where.layouts
    }


@cache
def _fingerprint() -> str:
    """A hash over what writes the modules, so that none of another making is taken for one of ours."""
    package = Path(splendor_dsl.__file__).parent
    digest = hashlib.blake2b(digest_size=8)
    for writer in WRITERS:
        for file in sorted((package / writer).rglob("*.py")) or [package / writer]:
            digest.update(file.read_bytes())
    return digest.hexdigest()
