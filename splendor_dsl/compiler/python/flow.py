"""Blocks of statements put together: one that is reached from one place alone stands there."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Iterator

from attrs import define

from splendor_dsl.compiler.python.folding import Statements, number, statement_lists
from splendor_dsl.lowering.keys import comment

_DEEPEST = 12  # steps in, beyond which blocks stand by themselves


@define
class Part:
    """Statements under a label."""

    label: int
    title: str
    statements: Statements


def joined(parts: list[Part], entries: Collection[int]) -> list[Part]:
    """What is left when each block that is reached from one place alone stands there; entries stay."""
    for part in parts:
        _two_ways(part.statements)
    parts = _without_detours(parts, entries)
    ways = Counter(label for part in parts for label in _labels(part.statements))
    once = {p.label: p for p in parts if ways[p.label] == 1 and p.label not in entries}
    left = [p for p in parts if p.label in entries or ways[p.label] > 1]
    at = 0
    while at < len(left):
        _place(left[at].statements, 1, once)
        at += 1
        if at == len(left):
            left += _too_deep(left, once)
    return left


def _too_deep(left: list[Part], once: dict[int, Part]) -> list[Part]:
    """The blocks that are named by those that stand, and stand nowhere."""
    named = {label for part in left for label in _labels(part.statements)}
    return [once.pop(label) for label in sorted(named & once.keys())]


def _place(statements: Statements, depth: int, once: dict[int, Part]) -> None:
    """Put what comes next where it is named, at the end of each way through some statements."""
    if not statements or depth == _DEEPEST:
        return
    last = statements[-1]
    label = leads_to(last)
    if label in once:
        part = once.pop(label)
        statements[-1:] = [note(part.title), *part.statements]
        _place(statements, depth, once)
    elif isinstance(last, ast.If):
        _place(last.body, depth + 1, once)
        _place(last.orelse, depth + 1, once)


def _without_detours(parts: list[Part], entries: Collection[int]) -> list[Part]:
    """Without blocks that only name another."""
    leads = {
        part.label: label
        for part in parts
        if len(part.statements) == 1 and part.label not in entries
        if (label := leads_to(part.statements[0])) is not None
    }
    for part in parts:
        for each in statement_lists(part.statements):
            for statement in each:
                label = leads_to(statement)
                while label in leads and isinstance(statement, ast.Assign):
                    label = leads[label]
                    statement.value = ast.Constant(label)
    return [part for part in parts if part.label not in leads]


def note(title: str) -> ast.stmt:
    """A comment, as long as it stands in a tree."""
    return ast.Expr(ast.Constant(comment(title)))


def leads_to(statement: ast.stmt) -> int | None:
    """The label that a statement names as the next."""
    match statement:
        case ast.Assign(targets=[ast.Name(id="pc")], value=value):
            return number(value)
    return None


def _labels(statements: Statements) -> Iterator[int]:
    for each in statement_lists(statements):
        for statement in each:
            label = leads_to(statement)
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
