"""Data flow of conditions: those known to hold, such as that a game is not over, are not tested again."""

from __future__ import annotations

import ast
from collections.abc import Collection

from splendor_dsl.compiler.python.flow import Part, jump_target
from splendor_dsl.compiler.python.folding import Statements, fold, names_set

Facts = frozenset[str]  # conditions in their source form


class _KnownConditions:
    """The conditions known to hold at the start of each block, as an analysis in progress."""

    def __init__(self, parts: Collection[Part], facts: Facts) -> None:
        self.known = {part.label: facts for part in parts}
        self.facts = facts

    def after(self, statements: Statements, sure: Facts) -> Facts:
        """Return the conditions that hold after some statements; narrow those of the labels they jump to."""
        for statement in statements:
            match statement:
                case ast.If():
                    body = self.after(statement.body, sure | self.implied_by(statement.test))
                    sure = body & self.after(statement.orelse, sure)
                case _:
                    changed = names_set([statement])
                    sure = frozenset(fact for fact in sure if fact.split()[0] not in changed)
            label = jump_target(statement)
            if label in self.known:
                self.known[label] &= sure
        return sure

    def implied_by(self, test: ast.expr) -> Facts:
        """Return the conditions that a test implies if it holds."""
        match test:
            case ast.BoolOp(op=ast.And(), values=values):
                return frozenset().union(*(self.implied_by(value) for value in values))
        return frozenset({ast.unparse(test)}) & self.facts

    def remove_known(self, statements: Statements, sure: Facts) -> Facts:
        """Remove the tests that are known to hold; return the conditions that hold afterwards."""
        for statement in statements:
            before = sure
            sure = self.after([statement], sure)
            if isinstance(statement, ast.If):
                implied = self.implied_by(statement.test)
                statement.test = _RemoveKnown(before).visit(statement.test)
                self.remove_known(statement.body, before | implied)
                self.remove_known(statement.orelse, before)
        return sure


class _RemoveKnown(ast.NodeTransformer):
    """A transformer that removes the conditions known to hold."""

    def __init__(self, sure: Facts) -> None:
        self._sure = sure

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        return ast.Constant(value=True) if ast.unparse(node) in self._sure else node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        self.generic_visit(node)
        if not isinstance(node.op, ast.And):
            return node
        left = [each for each in node.values if not isinstance(each, ast.Constant)]
        if len(left) > 1:
            return ast.BoolOp(node.op, left)
        return left[0] if left else ast.Constant(value=True)


def remove_known_tests(parts: list[Part], facts: Facts) -> None:
    """Remove all tests that are known to hold; all facts hold where a game is resumed."""
    sure = _KnownConditions(parts, facts)
    while True:
        before = dict(sure.known)
        for part in parts:
            sure.after(part.statements, sure.known[part.label])
        if sure.known == before:
            break
    for part in parts:
        sure.remove_known(part.statements, sure.known[part.label])
        part.statements[:] = fold(part.statements)
