"""The generated module of a game, from the cache or freshly written."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Literal

from attrs import frozen

import splendor_dsl
from splendor_dsl.compiler.codec import Codec
from splendor_dsl.compiler.module_cache import (
    CachedModule,
    Shelf,
    load_module,
    numba_cache_beside_modules,
    with_header,
)
from splendor_dsl.compiler.module_text import read_running, read_stops
from splendor_dsl.compiler.native.writer import (
    NativeStyle,
    bounds_checked,
    facts_text,
    native_text,
)
from splendor_dsl.compiler.python.writer import PythonStyle, python_text
from splendor_dsl.interpreter.start import starting_cells
from splendor_dsl.interpreter.zones import Zones
from splendor_dsl.ir.nodes import Program
from splendor_dsl.lowering.facts import Fact
from splendor_dsl.lowering.game import LoweredGame, gaps_of, lower
from splendor_dsl.lowering.memory_layout import MemoryLayout, memory_layout
from splendor_dsl.lowering.numbering import number_options
from splendor_dsl.lowering.results import results
from splendor_dsl.lowering.unsupported import NotLowered

Kind = Literal["python", "native"]
# The code that a module depends on: besides the writers, the requirements of actions and the starting position.
WRITERS = ("chance.py", "semantics", "ir", "lowering", "interpreter", "compiler")
# The environment variable by which code checks each access to words and pieces: slow, for tests.
CHECKED = "SPLENDOR_CHECKED"
_CHECKED_SUFFIX = "_checked"
_LOOPS = Path(__file__).parent / "native" / "loops.py"
_SEARCH = _LOOPS.with_name("search.py")


@frozen(kw_only=True)
class Module:
    """The generated module of a game, and the codecs of its states by number of players."""

    kind: Kind
    code: ModuleType
    codecs: Mapping[int, Codec]
    path: Path
    loops: ModuleType | None = None  # shared by all native games


def module(program: Program, kind: Kind, shelf: Shelf) -> Module:
    """Return the module of a game; raise NotLowered if it has a clause that can't be compiled."""
    checked = CHECKED in os.environ
    name = f"{program.meaning}_{kind}{_limits_hash(program)}" + _CHECKED_SUFFIX * checked
    stamp = f"{splendor_dsl.__version__} {_fingerprint()} {name}"
    kept = _cached(shelf, name, stamp, kind, lambda: text_of(program, kind, checked=checked))
    code = _load(kept, name, kind)
    where = _memory_of(program, code)
    return Module(
        kind=kind,
        code=code,
        codecs=_codecs(where, code),
        path=kept.path,
        loops=_loops(shelf, checked=checked) if kind == "native" else None,
    )


def _limits_hash(program: Program) -> str:
    """Return a short hash of the proved limits, as they bound the room of zones; empty without any."""
    kept = "\n".join(sorted(program.model.kept_limits))
    return f"_{hashlib.blake2b(kept.encode(), digest_size=4).hexdigest()}" if kept else ""


def _cached(
    shelf: Shelf, name: str, stamp: str, kind: Kind, write: Callable[[], str]
) -> CachedModule:
    """Return a module, written anew unless it is there and whole; numba can keep machine code beside a native one."""
    kept = shelf.find(name, stamp) or shelf.store(name, with_header(write(), stamp))
    return shelf.for_compiled_files(kept) if kind == "native" else kept


def _load(kept: CachedModule, name: str, kind: Kind) -> ModuleType:
    with numba_cache_beside_modules() if kind == "native" else nullcontext():
        return load_module(kept, name)


def _loops(shelf: Shelf, *, checked: bool) -> ModuleType:
    """Return the code that all native games share."""
    return _shared(shelf, "loops", _LOOPS.read_text(), checked=checked)


def search_code(shelf: Shelf) -> ModuleType:
    """Return the code of searches, which all native games share."""
    own = re.sub(r"(?m)^from splendor_dsl\.\S+ import \([^)]*\)$", "", _SEARCH.read_text())
    return _shared(shelf, "search", f"{_LOOPS.read_text()}\n{own}", checked=CHECKED in os.environ)


def _shared(shelf: Shelf, name: str, text: str, *, checked: bool) -> ModuleType:
    """Return code that all native games share, kept beside them so that it is compiled once."""
    name = f"{name}_{_fingerprint()}" + _CHECKED_SUFFIX * checked
    stamp = f"{splendor_dsl.__version__} {name}"
    kept = _cached(shelf, name, stamp, "native", lambda: bounds_checked(text) if checked else text)
    return _load(kept, name, "native")


def facts_code(program: Program, made: Module, wanted: Sequence[Fact], shelf: Shelf) -> ModuleType:
    """Return the code that writes facts about the players of a native game; raise NotLowered if it can't be compiled."""
    asked = hashlib.blake2b(repr(wanted).encode(), digest_size=8).hexdigest()
    checked = CHECKED in os.environ
    name = f"{program.meaning}_facts{_limits_hash(program)}_{asked}" + _CHECKED_SUFFIX * checked
    stamp = f"{splendor_dsl.__version__} {_fingerprint()} {name}"
    memory = next(iter(made.codecs.values())).memory
    style = NativeStyle(checked=checked)
    kept = _cached(shelf, name, stamp, "native", lambda: facts_text(memory, style, wanted))
    return _load(kept, name, "native")


def text_of(program: Program, kind: Kind, *, checked: bool = False) -> str:
    """Return the text of a module."""
    if kind == "native":
        native = NativeStyle(checked=checked)
        lowered = lower(program, native)
        return native_text(lowered, native, _starts(program, lowered))
    python = PythonStyle(checked=checked)
    lowered = lower(program, python)
    return python_text(lowered, python, _starts(program, lowered))


def lower_for_display(program: Program) -> LoweredGame:
    """Return the lowered rules of a game, for a report."""
    return lower(program, PythonStyle())


def all_gaps(program: Program, kind: Kind = "native") -> tuple[NotLowered, ...]:
    """Return the clauses that keep a game from being compiled; native code includes the outcome of a game."""
    found = gaps_of(program, PythonStyle())
    if found or kind == "python":
        return found
    try:
        results(lower_for_display(program), PythonStyle())
        lower(program, NativeStyle())  # raises if the code is too long
    except NotLowered as gap:
        return (gap,)
    return ()


def _starts(program: Program, lowered: LoweredGame) -> dict[int, tuple[list[int], list[int]]]:
    """Return the states before the setup, by number of players, encoded from those of the interpreter."""
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
    """Return a hash of the code that writes modules, so that no module of another version is used."""
    package = Path(splendor_dsl.__file__).parent
    digest = hashlib.blake2b(digest_size=8)
    for writer in WRITERS:
        for file in sorted((package / writer).rglob("*.py")) or [package / writer]:
            digest.update(file.read_bytes())
    return digest.hexdigest()
