"""The clause tree and its paths: search, and copies with one clause changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import evolve

from splendor_dsl.syntax.ast import Clause

Change = Callable[[tuple[Clause, ...], int], tuple[Clause, ...]]


def find(tree: Clause, path: str) -> Clause | None:
    """Return the clause at a path, if there is one."""
    here: Clause | None = tree
    for segment in path.split("."):
        here = here and child(here, segment)
    return here


def child(clause: Clause, name: str) -> Clause | None:
    """Return the clause with that label in a block."""
    return next((each for each in clause.body if each.name == name), None)


def body_of(tree: Clause, path: str) -> tuple[Clause, ...]:
    """Return the clauses in the block at a path; none if there is no such clause."""
    found = find(tree, path)
    return found.body if found else ()


def has_value(clause: Clause) -> bool:
    """Return whether a clause has one number or condition that `set` can change, in the form in which it is written."""
    return getattr(clause.construct, "value", None) is not None


def change(tree: Clause, path: str, how: Change) -> Clause:
    """Return the tree with the block that holds the path's clause replaced by `how(block, index)`."""
    first, _, rest = path.partition(".")
    index = next(i for i, each in enumerate(tree.body) if each.name == first)
    if not rest:
        return evolve(tree, body=how(tree.body, index))
    inner = change(tree.body[index], rest, how)
    return evolve(tree, body=(*tree.body[:index], inner, *tree.body[index + 1 :]))


def put(block: tuple[Clause, ...], index: int, *clauses: Clause) -> tuple[Clause, ...]:
    """Return the block with the clause at an index replaced by others."""
    return (*block[:index], *clauses, *block[index + 1 :])


def walk(clause: Clause, path: str = "") -> Iterator[tuple[str, Clause]]:
    """Yield every clause below with its path, from the top."""
    for each in clause.body:
        here = f"{path}.{each.name}" if path else each.name
        yield here, each
        yield from walk(each, here)
