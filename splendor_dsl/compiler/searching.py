"""A search for a game, on native code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from splendor_dsl.compiler.backend_choice import BackendChoice, Gap, Tell, choose
from splendor_dsl.compiler.codec import Codec
from splendor_dsl.compiler.module import Module, facts_code, search_code
from splendor_dsl.compiler.module_cache import Shelf, compiled_files
from splendor_dsl.compiler.native.runner import NativeMachine
from splendor_dsl.compiler.native.searcher import Searcher
from splendor_dsl.folders import cache_folder
from splendor_dsl.ir.nodes import Program
from splendor_dsl.lowering.facts import Fact
from splendor_dsl.lowering.unsupported import NotLowered

MakePlan = Callable[[Any, Codec], tuple[Any, ...]]  # of the library of arrays


def native_search(
    program: Program,
    players: int,
    facts: Sequence[Fact],
    plan: MakePlan,
    *,
    tell: Tell | None = None,
) -> Searcher | BackendChoice:
    """Return a search for a number of players; where there is no native code, the backend that runs instead."""
    shelf = Shelf(cache_folder())
    found = choose(program, "native", shelf=shelf, tell=tell)
    runner = found.runner(players)
    if found.module is None or not isinstance(runner, NativeMachine):
        return found
    try:
        return _searcher(program, found.module, runner, facts, (plan, shelf, tell))
    except NotLowered as gap:
        why = Gap("native", "python", gap.path, gap.reason, gap.place, gap.instead)
    except Exception as error:  # noqa: BLE001  # numba raises many types
        why = Gap("native", "python", None, f"native code can't be made ({error})")
    return BackendChoice(backend="python", gap=why)


def _searcher(
    program: Program,
    module: Module,
    runner: NativeMachine,
    facts: Sequence[Fact],
    about: tuple[MakePlan, Shelf, Tell | None],
) -> Searcher:
    """Return the search, whose files are written anew if they are damaged."""
    plan, shelf, tell = about
    made = plan(runner.np, runner.codec)

    def modules() -> tuple[ModuleType, ModuleType]:
        return search_code(shelf), facts_code(program, module, facts, shelf)

    search, asked = modules()
    files = [Path(str(each.__file__)) for each in (search, asked)]
    if tell is not None and not all(map(compiled_files, files)):
        tell(f"compiling a search for {program.model.name}, once; it takes some seconds")
    try:
        return Searcher(runner, search, asked, made)
    except Exception:  # noqa: BLE001  # a damaged file raises many types
        for file in files:
            shelf.remove(file)
    search, asked = modules()
    return Searcher(runner, search, asked, made)
