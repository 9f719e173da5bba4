"""Inlining of blocks: one with a single predecessor moves to the place of its jump."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Iterator

from attrs import define

from splendor_dsl.compiler.python.folding import Statements, number, statement_lists
from splendor_dsl.lowering.keys import comment

_DEEPEST = 12  # levels; deeper blocks are not inlined


@define
class Part:
    """A block of statements with its label."""

    label: int
    title: str
    statements: Statements


def inline_blocks(parts: list[Part], entries: Collection[int]) -> list[Part]:
    """Return the blocks left when each one with a single predecessor is inlined there; entries stay."""
    for part in parts:
        _split_jump(part.statements)
    parts = _without_jump_blocks(parts, entries)
    jumps_to = Counter(label for part in parts for label in _labels(part.statements))
    once = {p.label: p for p in parts if jumps_to[p.label] == 1 and p.label not in entries}
    left = [p for p in parts if p.label in entries or jumps_to[p.label] > 1]
    at = 0
    while at < len(left):
        _inline_next(left[at].statements, 1, once)
        at += 1
        if at == len(left):
            left += _not_inlined(left, once)
    return left


def _not_inlined(left: list[Part], once: dict[int, Part]) -> list[Part]:
    """Remove and return the blocks that are jumped to but were not inlined."""
    named = {label for part in left for label in _labels(part.statements)}
    return [once.pop(label) for label in sorted(named & once.keys())]


def _inline_next(statements: Statements, depth: int, once: dict[int, Part]) -> None:
    """Inline the next block at the end of each path through some statements."""
    if not statements or depth == _DEEPEST:
        return
    last = statements[-1]
    label = jump_target(last)
    if label in once:
        part = once.pop(label)
        statements[-1:] = [note(part.title), *part.statements]
        _inline_next(statements, depth, once)
    elif isinstance(last, ast.If):
        _inline_next(last.body, depth + 1, once)
        _inline_next(last.orelse, depth + 1, once)


def _without_jump_blocks(parts: list[Part], entries: Collection[int]) -> list[Part]:
    """Return the blocks without those that only jump on, and redirect jumps to them."""
    leads = {
        part.label: label
        for part in parts
        if len(part.statements) == 1 and part.label not in entries
        if (label := jump_target(part.statements[0])) is not None
    }
    for part in parts:
        for each in statement_lists(part.statements):
            for statement in each:
                label = jump_target(statement)
                while label in leads and isinstance(statement, ast.Assign):
                    label = leads[label]
                    statement.value = ast.Constant(label)
    return [part for part in parts if part.label not in leads]


def note(title: str) -> ast.stmt:
    """Return a comment, represented as a string expression until the tree is written."""
    return ast.Expr(ast.Constant(comment(title)))


def jump_target(statement: ast.stmt) -> int | None:
    """Return the label that a statement jumps to."""
    match statement:
        case ast.Assign(targets=[ast.Name(id="pc")], value=value):
            return number(value)
    return None


def _labels(statements: Statements) -> Iterator[int]:
    for each in statement_lists(statements):
        for statement in each:
            label = jump_target(statement)
            if label is not None:
                yield label


def _split_jump(statements: Statements) -> None:
    """Turn `pc = a if b else c` into an if statement."""
    for each in statement_lists(statements):
        match each:
            case [*_, ast.Assign(targets=[ast.Name(id="pc")], value=ast.IfExp() as jumps_to)]:
                one, other = (
                    ast.Assign([ast.Name("pc", ast.Store())], way)
                    for way in (jumps_to.body, jumps_to.orelse)
                )
                each[-1] = ast.If(jumps_to.test, [one], [other])
