"""The sentences of the program, read from its code."""

import ast
from collections.abc import Iterator
from pathlib import Path

import splendor_dsl
from splendor_dsl.cli.orders import ORDERS
from splendor_dsl.play import vocabulary
from splendor_dsl.semantics.scope import FACTS

FOLDER = Path(splendor_dsl.__file__).parent
ROOMS = ("play", "report", "cli")
# What is called with a sentence as its first argument; the function `say` prints what it is given.
SAYING = {"phrased", "joined", ".say", ".phrase"}
# Sentences that come from elsewhere: the numbers of the game, and what a quantified condition begins with.
MORE = (
    *FACTS,
    "any",
    "every",
    "{first} and {last}",
    "{first} or {last}",
    *(vocabulary.PAY, vocabulary.PUT_BACK, vocabulary.DECLINE, vocabulary.PLAYER),
    *((order.__doc__ or "").replace("`", "") for order in ORDERS.values()),
)


def sentences() -> set[str]:
    """Every pattern that something is said by; one that can't be found fails."""
    found = set(MORE)
    for room in ROOMS:
        for file in (FOLDER / room).rglob("*.py"):
            tree = ast.parse(file.read_text(encoding="utf-8"))
            for call, function in _calls(tree):
                found |= set(_texts(call.args[0], function, tree))
    return found


def _calls(tree: ast.Module) -> Iterator[tuple[ast.Call, ast.AST]]:
    functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)]
    for part in (*functions, tree):
        for node in ast.walk(part):
            if isinstance(node, ast.Call) and node.args and _name(node.func) in SAYING:
                yield node, part


def _name(func: ast.expr) -> str:
    if isinstance(func, ast.Attribute):
        return f".{func.attr}"
    return func.id if isinstance(func, ast.Name) else ""


def _texts(node: ast.expr, function: ast.AST, tree: ast.Module) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=body, orelse=orelse):
            yield from _texts(body, function, tree)
            yield from _texts(orelse, function, tree)
        case ast.Subscript(value=value):
            table = _assigned(tree, value.id) if isinstance(value, ast.Name) else value
            assert isinstance(table, ast.Dict)
            for each in table.values:
                yield from _texts(each, function, tree)
        case ast.Name(id=name):
            for each in _all_assigned(function, name) or _all_assigned(tree, name):
                yield from _texts(each, function, tree)


def _assigned(tree: ast.AST, name: str) -> ast.expr:
    (found,) = _all_assigned(tree, name)
    return found


def _all_assigned(tree: ast.AST, name: str) -> list[ast.expr]:
    found = []
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name(id=target)], value=value) if target == name:
                found.append(value)
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                pairs = zip(names, values, strict=True)
                found += [v for n, v in pairs if isinstance(n, ast.Name) and n.id == name]
            case ast.AnnAssign(target=ast.Name(id=target), value=value) if target == name and value:
                found.append(value)
    return found
