"""A search for a game, on native code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from splendor_dsl.compiler.backend_choice import BackendChoice, Tell, choose
from splendor_dsl.compiler.codec import Codec
from splendor_dsl.compiler.module import facts_code, search_code
from splendor_dsl.compiler.module_cache import Shelf
from splendor_dsl.compiler.native.runner import NativeMachine
from splendor_dsl.compiler.native.searcher import Searcher
from splendor_dsl.folders import cache_folder
from splendor_dsl.ir.nodes import Program
from splendor_dsl.lowering.facts import Fact

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
    asked = facts_code(program, found.module, facts, shelf)
    return Searcher(runner, search_code(shelf), asked, plan(runner.np, runner.codec))
