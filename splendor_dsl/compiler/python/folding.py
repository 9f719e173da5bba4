"""Constant folding and dead code elimination on lowered blocks, as trees of plain Python."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import deepcopy
from operator import add, and_, floordiv, lshift, mod, mul, or_, rshift, sub

from splendor_dsl.lowering.lanes import PRODUCT

Statements = list[ast.stmt]
_MOST_UNROLLED = 6  # players
_BYTE = 255  # more than any sum of bytes here (`Lanes.total`)
_OPERATORS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: add,
    ast.Sub: sub,
    ast.Mult: mul,
    ast.LShift: lshift,
    ast.RShift: rshift,
    ast.BitAnd: and_,
    ast.BitOr: or_,
    ast.FloorDiv: floordiv,
    ast.Mod: mod,
}


def simplify(
    blocks: Sequence[Statements], temporary: Iterable[str], players: range
) -> list[Statements]:
    """Return the blocks with constants folded, and loops over all players as one condition."""
    found = propagate_constants([fold(block) for block in blocks], temporary)
    return [fold(_unroll(block, players)) for block in found]


def propagate_constants(blocks: Sequence[Statements], temporary: Iterable[str]) -> list[Statements]:
    """Return the blocks with constant temporaries propagated and unread ones removed."""
    temps = frozenset(temporary)
    found = list(blocks)
    while True:
        names = _Names(found)
        numbers = {name: names.constants[name] for name in temps & names.constants.keys()}
        removed = {name for name in temps if not names.read[name]} | numbers.keys()
        if not removed:
            return found
        found = [
            fold(_without_assignments(_Propagate(numbers).all(block), removed)) for block in found
        ]
        temps -= removed


def number(node: ast.AST) -> int | None:
    """Return the number that an expression is, if it is a constant."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    return None


def names_read(nodes: Iterable[ast.AST]) -> set[str]:
    """Return the names that some nodes read."""
    return _names(nodes, ast.Load)


def names_set(nodes: Iterable[ast.AST]) -> set[str]:
    """Return the names that some nodes set."""
    return _names(nodes, ast.Store)


def _names(nodes: Iterable[ast.AST], how: type[ast.expr_context]) -> set[str]:
    inside = (each for node in nodes for each in ast.walk(node))
    return {each.id for each in inside if isinstance(each, ast.Name) and isinstance(each.ctx, how)}


def statement_lists(statements: Statements) -> Iterator[Statements]:
    """Yield all lists of statements, inner ones first."""
    for statement in statements:
        for name in ("body", "orelse"):
            yield from statement_lists(getattr(statement, name, []))
    yield statements


# ---- numbers -------------------------------------------------------------------------------------
def fold(statements: Statements) -> Statements:
    """Return the statements with constants folded."""
    folder = _Fold()
    found = [each for statement in statements for each in _as_list(folder.visit(statement))]
    return [ast.fix_missing_locations(each) for each in found]


def _as_list(found: ast.AST | list[ast.stmt] | None) -> Statements:
    if found is None:
        return []
    return found if isinstance(found, list) else [found]  # type: ignore[list-item]  # a visited statement stays a statement


class _Fold(ast.NodeTransformer):
    """A transformer that folds constants: sums and products of numbers, and branches."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        left, right = number(node.left), number(node.right)
        operator = _OPERATORS.get(type(node.op))
        if left is not None and right is not None and operator is not None:
            return _constant(operator(left, right))
        if isinstance(node.op, ast.BitAnd | ast.BitOr) and _are_conditions(node.left, node.right):
            word = ast.And() if isinstance(node.op, ast.BitAnd) else ast.Or()
            return ast.BoolOp(word, [node.left, node.right])
        if right == _BYTE and isinstance(node.op, ast.BitAnd):
            return _sum_of_bytes(node.left) or node
        if left is not None and isinstance(node.op, ast.Add):
            return self.visit_BinOp(ast.BinOp(node.right, ast.Add(), node.left))
        if isinstance(node.op, ast.Add | ast.Sub) and right is not None:
            return _plus(node.left, right if isinstance(node.op, ast.Add) else -right)
        if isinstance(node.op, ast.Mult) and 1 in {left, right}:
            return node.right if left == 1 else node.left
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Name(id="empty"), args=[row, start, end]):
                search = ast.Attribute(row, "find", ast.Load())
                return ast.Call(search, [_constant(0), start, end], [])
            case ast.Call(func=ast.Name(id=name), args=[one, other]) if name == PRODUCT:
                return self.visit_BinOp(ast.BinOp(one, ast.Mult(), other))
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.Compare(
                left=ast.Call(
                    func=ast.Attribute(value=row, attr="find"),
                    args=[ast.Constant(value=0), start, end],
                ),
                ops=[ast.Lt()],
                comparators=[ast.Constant(value=0)],
            ):
                part = ast.Subscript(row, ast.Slice(start, end), ast.Load())
                return ast.Compare(_constant(0), [ast.NotIn()], [part])
            case ast.Compare(
                left=ast.Name(id="n"), ops=[sign], comparators=[ast.Constant(value=0)]
            ):
                there = ast.Name("ids", ast.Load())
                return ast.UnaryOp(ast.Not(), there) if isinstance(sign, ast.Eq) else there
            case ast.Compare(left=ast.Name(id="n")):
                count = ast.Call(ast.Name("len", ast.Load()), [ast.Name("ids", ast.Load())], [])
                return ast.Compare(count, node.ops, node.comparators)
        return node

    def visit_If(self, node: ast.If) -> ast.stmt | Statements:
        self.generic_visit(node)
        body, other = without_pass(node.body), without_pass(node.orelse)
        if isinstance(node.test, ast.Constant):
            return body if node.test.value else other
        if not _is_empty(body):
            return ast.If(node.test, body, [] if _is_empty(other) else other)
        return [] if _is_empty(other) else ast.If(ast.UnaryOp(ast.Not(), node.test), other, [])

    def visit_For(self, node: ast.For) -> ast.stmt:
        self.generic_visit(node)
        return ast.For(node.target, node.iter, node.body or [ast.Pass()], [])


def without_pass(statements: Statements) -> Statements:
    """Return the statements without those that do nothing, but at least one."""
    return [each for each in statements if not isinstance(each, ast.Pass)] or statements[:1]


def _are_conditions(*nodes: ast.expr) -> bool:
    """Return whether all are conditions, so that `and` and `or` may skip the second."""
    return all(isinstance(node, ast.Compare | ast.BoolOp) for node in nodes)


def _sum_of_bytes(node: ast.expr) -> ast.expr | None:
    """Return the sum of the bytes of a word as a remainder, which is shorter than by multiplication."""
    match node:
        case ast.BinOp(
            left=ast.BinOp(left=word, op=ast.Mult(), right=ast.Constant(value=ones)),
            op=ast.RShift(),
            right=ast.Constant(value=int(shift)),
        ) if ones == sum(1 << at for at in range(0, shift + 8, 8)):
            return ast.BinOp(word, ast.Mod(), _constant(_BYTE))
    return None


def _is_empty(statements: Statements) -> bool:
    return all(isinstance(each, ast.Pass) for each in statements)


def _constant(value: int) -> ast.expr:
    return ast.Constant(value)


def _plus(node: ast.expr, more: int) -> ast.expr:
    """Return an expression plus a number."""
    match node:
        case ast.BinOp(
            left=inner, op=ast.Add() | ast.Sub() as sign, right=ast.Constant(value=int(known))
        ):
            return _plus(inner, more + (known if isinstance(sign, ast.Add) else -known))
    if more == 0:
        return node
    sign = ast.Add() if more > 0 else ast.Sub()
    return ast.BinOp(node, sign, _constant(abs(more)))


def start_with_items(statements: Statements) -> Statements:
    """Return statements in which a list starts with its first addition."""
    for each in statement_lists(statements):
        for at in range(len(each) - 1):
            match each[at : at + 2]:
                case [
                    ast.Assign(targets=[ast.Name(id="ids")] as names, value=ast.List(elts=[])),
                    ast.AugAssign(target=ast.Name(id="ids"), op=ast.Add(), value=added),
                ]:
                    whole = ast.List([ast.Starred(added, ast.Load())], ast.Load())
                    each[at : at + 2] = [ast.Pass(), ast.Assign(names, whole)]
    return statements


# ---- names ---------------------------------------------------------------------------------------
class _Names(ast.NodeVisitor):
    """A counter of reads of names, and the constants among names that are set once."""

    def __init__(self, blocks: Sequence[Statements]) -> None:
        self.read: Counter[str] = Counter()
        self.constants: dict[str, int] = {}
        self._set: Counter[str] = Counter()
        for block in blocks:
            for statement in block:
                self.visit(statement)
        self.constants = {
            name: value for name, value in self.constants.items() if self._set[name] == 1
        }

    def visit_Name(self, node: ast.Name) -> None:
        (self.read if isinstance(node.ctx, ast.Load) else self._set)[node.id] += 1

    def visit_Assign(self, node: ast.Assign) -> None:
        self.generic_visit(node)
        value = number(node.value)
        match node.targets:
            case [ast.Name(id=name)] if value is not None:
                self.constants[name] = value


class _Propagate(ast.NodeTransformer):
    """A transformer that replaces names of constants by their numbers."""

    def __init__(self, known: dict[str, int]) -> None:
        self._known = known

    def all(self, statements: Statements) -> Statements:
        """Return the transformed statements."""
        return [self.visit(each) for each in statements]

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if isinstance(node.ctx, ast.Load) and node.id in self._known:
            return _constant(self._known[node.id])
        return node


def _without_assignments(statements: Statements, names: Iterable[str]) -> Statements:
    """Return the statements without those that only set some names."""
    removed = frozenset(names)
    for each in statement_lists(statements):
        if any(_sets_only(statement, removed) for statement in each):
            left = [statement for statement in each if not _sets_only(statement, removed)]
            each[:] = left or [ast.Pass()]
    return statements


def _sets_only(statement: ast.stmt, removed: frozenset[str]) -> bool:
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AugAssign(target=ast.Name(id=name)):
            return name in removed
    return False


# ---- all players -----------------------------------------------------------------------------------
def _unroll(statements: Statements, players: range) -> Statements:
    """Return the statements with loops that test every player as one condition."""
    if players[-1] > _MOST_UNROLLED:
        return statements
    for each in statement_lists(statements):
        for at in range(len(each) - 1):
            found = _as_condition(each[at], each[at + 1], players)
            if found is not None:
                each[at : at + 2] = [ast.Pass(), found]
    return statements


def _as_condition(before: ast.stmt, loop: ast.stmt, players: range) -> ast.stmt | None:
    match before, loop:
        case (
            ast.Assign(targets=[ast.Name(id=name) as target], value=ast.Constant(value=0)),
            ast.For(
                target=ast.Name(id=seat),
                iter=ast.Call(func=ast.Name(id="range"), args=[ast.Name(id="players")]),
                body=[
                    ast.AugAssign(
                        target=ast.Name(id=same),
                        op=ast.BitOr(),
                        value=ast.Compare() | ast.BoolOp() as test,
                    )
                ],
            ),
        ) if same == name:
            return ast.Assign([target], _any_of(seat, test, 0, players))
    return None


def _any_of(seat: str, test: ast.expr, first: int, players: range) -> ast.expr:
    """Return the condition that a test holds for any seat from `first` on."""
    own: ast.expr = _Propagate({seat: first}).visit(deepcopy(test))
    if first + 1 == players[-1]:
        return own
    rest = _any_of(seat, test, first + 1, players)
    if first + 1 >= players[0]:
        more = ast.Compare(ast.Name("players", ast.Load()), [ast.Gt()], [_constant(first + 1)])
        rest = ast.BoolOp(ast.And(), [more, rest])
    return ast.BoolOp(ast.Or(), [own, rest])
