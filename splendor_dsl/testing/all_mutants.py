"""All mutants of a game, in the order of its clauses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from attrs import evolve

from splendor_dsl.semantics.layers import Resolved
from splendor_dsl.semantics.model import Model
from splendor_dsl.testing.mutants import Mutant, Site, option_path, sites
from splendor_dsl.testing.mutated_cells import mutated_cells
from splendor_dsl.testing.mutated_order import mutated_order
from splendor_dsl.testing.mutated_words import mutated_words

MAKERS: Final[tuple[Callable[[Site], Iterator[Mutant]], ...]] = (
    mutated_words,
    mutated_order,
    mutated_cells,
)


def all_mutants(resolved: Resolved, model: Model) -> tuple[Mutant, ...]:
    """Return each mutant once, even if its source text takes effect in several places."""
    found: dict[str, Mutant] = {}
    for site in sites(resolved, model):
        for make in MAKERS:
            for mutant in make(site):
                found.setdefault(mutant.key, mutant)
    return tuple(_placed(resolved, each) for each in found.values())


def _placed(resolved: Resolved, mutant: Mutant) -> Mutant:
    """Return the mutant under the path of an option, if its text is the option of a mechanic."""
    option = option_path(resolved, mutant.span)
    return (
        mutant if option is None or mutant.path.startswith("rows.") else evolve(mutant, path=option)
    )
