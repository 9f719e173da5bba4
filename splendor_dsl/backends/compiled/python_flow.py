"""Blocks of statements put together: one that is reached from one place alone stands there."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from splendor_dsl.backends.compiled.python_tidy import Statements, number, statement_lists

_DEEPEST = 12  # steps in, beyond which blocks stand by themselves


def joined(
    blocks: Mapping[int, tuple[str, Statements]], entries: Collection[int]
) -> dict[int, tuple[str, Statements]]:
    """The blocks that are left when each that is reached from one place alone stands there; entries stay."""
    for _, statements in blocks.values():
        _two_ways(statements)
    ways = Counter(label for _, block in blocks.values() for label in _labels(block))
    once = {label for label in blocks if ways[label] == 1 and label not in entries}
    placed: set[int] = set()
    for label, (_, statements) in blocks.items():
        if label not in once:
            _place(statements, 1, blocks, once, placed)
    left = once - placed  # too deep inside another
    while left:
        label = min(left)
        placed_before = len(placed)
        _place(blocks[label][1], 1, blocks, once, placed)
        left = left - placed - {label} if len(placed) > placed_before else left - {label}
    return {label: block for label, block in blocks.items() if label not in placed}


def _place(
    statements: Statements,
    depth: int,
    blocks: Mapping[int, tuple[str, Statements]],
    once: Collection[int],
    placed: set[int],
) -> None:
    """Put what comes next where it is named, at the end of each way through some statements."""
    if not statements:
        return
    last = statements[-1]
    label = _goes_to(last)
    if label in once and label not in placed and label is not None and depth < _DEEPEST:
        title, inside = blocks[label]
        placed.add(label)
        statements[-1:] = [note(title), *inside]
        _place(statements, depth, blocks, once, placed)
    elif isinstance(last, ast.If):
        _place(last.body, depth + 1, blocks, once, placed)
        _place(last.orelse, depth + 1, blocks, once, placed)


def note(title: str) -> ast.stmt:
    """A comment, as long as it stands in a tree."""
    return ast.Expr(ast.Constant(f"# {title}"))


def _goes_to(statement: ast.stmt) -> int | None:
    match statement:
        case ast.Assign(targets=[ast.Name(id="pc")], value=value):
            return number(value)
    return None


def _labels(statements: Statements) -> Iterator[int]:
    for each in statement_lists(statements):
        for statement in each:
            label = _goes_to(statement)
            if label is not None:
                yield label


def _two_ways(statements: Statements) -> None:
    """`pc = a if b else c` as two ways."""
    for each in statement_lists(statements):
        match each:
            case [*_, ast.Assign(targets=[ast.Name(id="pc")], value=ast.IfExp() as ways)]:
                one, other = (
                    ast.Assign([ast.Name("pc", ast.Store())], way)
                    for way in (ways.body, ways.orelse)
                )
                each[-1] = ast.If(ways.test, [one], [other])
