"""Mutants of the engine: all of them in a fixed order, and a sample that a seed decides.

The sample is even over the lines of the engine: lines are drawn, and of each line one mutant. A line is drawn by the
hash of the seed and what it says in its function, so that a change of the engine elsewhere leaves the sample as it is.
"""

import ast
import hashlib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from types import CodeType

from attrs import frozen
from core_mutants.engine import NATIVE_FUNCTIONS, PACKAGE, engine_files
from core_mutants.operators import changes


@frozen
class Mutant:
    """A change of one line of the engine.

    `function`, `text`, `before`, `after` and `ordinal` (among equal ones) identify it wherever the line stands.
    """

    path: str
    function: str
    text: str
    before: str
    after: str
    ordinal: int
    line: int
    span: tuple[int, int]  # the lines of its statement
    is_local: bool  # not run when the module is imported
    index: int  # among all changes of its module

    @property
    def identity(self) -> str:
        """The mutant, whatever else changes in the engine."""
        parts = (self.path, self.function, self.text, self.before, self.after, str(self.ordinal))
        return "\n".join(parts)

    @property
    def package(self) -> str:
        """The package that its module is part of."""
        return self.path.partition("/")[0]

    @property
    def shown(self) -> str:
        """The place of the mutant, the change, and its line."""
        after = self.after or "(removed)"
        return (
            f"{self.path}:{self.line} {self.function}: {self.before}  ->  {after}\n    {self.text}"
        )


def mutants_of(path: str) -> Iterator[Mutant]:
    """Yield the mutants of a module in the order of its syntax tree."""
    text = (PACKAGE / path).read_text("utf-8")
    lines = text.splitlines()
    seen: Counter[tuple[str, str, str, str]] = Counter()
    for index, change in enumerate(changes(ast.parse(text))):
        if (path, change.function) in NATIVE_FUNCTIONS:
            continue
        line = lines[change.line - 1].strip()
        key = (change.function, line, change.before, change.after)
        place = (change.line, change.span, change.is_local)
        yield Mutant(path, *key, seen[key], *place, index)
        seen[key] += 1


def all_mutants() -> tuple[Mutant, ...]:
    """Return all mutants of the engine."""
    return tuple(mutant for path in engine_files() for mutant in mutants_of(path))


def sample(mutants: tuple[Mutant, ...], size: int, seed: int) -> list[Mutant]:
    """Return a sample of mutants on different lines, in the order in which they were drawn."""
    lines: dict[tuple[str, int], list[Mutant]] = {}
    for mutant in mutants:
        lines.setdefault((mutant.path, mutant.line), []).append(mutant)
    drawn = [min(found, key=lambda each: _rank(seed, each.identity)) for found in lines.values()]
    order = {id(each): _rank(seed, f"line\n{_place(each)}") for each in drawn}
    return sorted(drawn, key=lambda each: (order[id(each)], each.line))[:size]


def _place(mutant: Mutant) -> str:
    return f"{mutant.path}\n{mutant.function}\n{mutant.text}\n{mutant.ordinal}"


def _rank(seed: int, text: str) -> bytes:
    return hashlib.blake2b(f"{seed}\n{text}".encode(), digest_size=12).digest()


@cache
def module_hash(path: str) -> str:
    """Return a hash of a module of the engine."""
    return hashlib.blake2b((PACKAGE / path).read_bytes(), digest_size=12).hexdigest()


def mutated_code(mutant: Mutant) -> CodeType:
    """Return the code of the mutant's module with the change in it."""
    file = PACKAGE / mutant.path
    tree = ast.parse(file.read_text("utf-8"))
    for index, change in enumerate(changes(tree)):
        if index == mutant.index:
            change.apply()
            break
    return compile(ast.fix_missing_locations(tree), str(file), "exec")
