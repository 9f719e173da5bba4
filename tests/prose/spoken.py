"""The sentences of the program, read from its code."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import splendor_dsl
from splendor_dsl.cli.orders import ORDERS
from splendor_dsl.notation.vocabulary import DECLINE
from splendor_dsl.semantics.move_patterns import PAY, PLAYER, PUT_BACK
from splendor_dsl.semantics.scope import FACTS
from splendor_dsl.tui.app import ORDERS as AT_THE_TABLE

FOLDER = Path(splendor_dsl.__file__).parent
PACKAGES = ("explain", "notation", "prose", "report", "cli", "tabletop", "tui")
# What is called with a sentence as its first argument; the function `say` prints what it is given.
SAYING = {"translated", "phrased", "joined", ".say", ".phrase"}
# Sentences that come from elsewhere: the numbers of the game, and what a quantified condition begins with.
MORE = (
    *FACTS,
    "any",
    "every",
    "{first} and {last}",
    "{first} or {last}",
    *(PAY, PUT_BACK, DECLINE, PLAYER),
    *(AT_THE_TABLE.keys() | ORDERS.keys()),
    *((order.__doc__ or "").replace("`", "") for order in ORDERS.values()),
)
# Where things are, as rulebooks have it: made of two words in the code.
WHERE = ("in", "from", "to", "under", "among")
PROSE = (*(f"{where} {whose} {{zone}}" for where in WHERE for whose in ("the", "your", "their")),)


def sentences(*, prose: bool = True) -> set[str]:
    """Every pattern that something is said by, with those of rulebooks or without."""
    found = set(MORE) | (set(PROSE) if prose else set())
    for package in PACKAGES:
        if package != "prose" or prose:
            found |= _sentences_of(package)
    return found


@cache
def _sentences_of(package: str) -> frozenset[str]:
    return frozenset(
        text
        for file in (FOLDER / package).rglob("*.py")
        for tree in [ast.parse(file.read_text(encoding="utf-8"))]
        for call, function in _calls(tree)
        for text in _texts(call.args[0], function, tree)
    )


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
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    for each in _alternatives(node, function, tree):
        yield from _texts(each, function, tree)


def _alternatives(node: ast.expr, function: ast.AST, tree: ast.Module) -> list[ast.expr]:
    """Return the values that an expression may have."""
    match node:
        case ast.IfExp(body=body, orelse=orelse):
            return [body, orelse]
        case ast.Dict(values=values):
            return values
        case ast.Subscript(value=value):
            return [value]
        case ast.Call(func=ast.Attribute(value=value, attr="get"), args=args):
            return [value, *args[1:]]
        case ast.Name(id=name):
            return _all_assigned(function, name) or _all_assigned(tree, name)
    return []


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
