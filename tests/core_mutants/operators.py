"""The changes of a module, one at a time: each replaces or removes one node of its syntax tree.

Left alone is all that decides nothing in a game: texts, annotations, decorators, the fields of attrs classes, asserts
and their like, arguments of exceptions and messages.
"""

import ast
from collections.abc import Callable, Iterator

from attrs import frozen

Rule = Callable[["Slot"], Iterator[ast.AST | None]]
COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any"}
SILENT_FIELDS = {"decorator_list", "annotation", "returns", "bases", "cause"}
SILENT_CALLS = {"assert_never", "field", "cast", "TypeVar", "say", "phrased", "called", "Message"}
SILENT_NAMES = {"__all__", "__slots__"}
IMPOSSIBLE = {"AssertionError", "TypeError"}


@frozen
class Slot:
    """A place of a node in its parent."""

    parent: ast.AST
    field: str
    index: int | None

    @property
    def node(self) -> ast.AST:
        """The node that stands there."""
        found = getattr(self.parent, self.field)
        node: ast.AST = found if self.index is None else found[self.index]
        return node

    def put(self, new: ast.AST | None) -> None:
        """Put another node there; without one, remove it."""
        if self.index is None:
            setattr(self.parent, self.field, new)
        elif new is None:
            del getattr(self.parent, self.field)[self.index]
        else:
            getattr(self.parent, self.field)[self.index] = new


@frozen
class Change:
    """A change of a module: where it is, and the node before and after it."""

    line: int
    function: str
    span: tuple[int, int]  # the lines of its statement, without those of a block in it
    is_local: bool  # in the body of a function, so that it does not run when the module is imported
    before: str
    after: str
    slot: Slot
    new: ast.AST | None

    def apply(self) -> None:
        """Make the change in the tree it was found in."""
        if self.new is not None:
            ast.copy_location(self.new, self.slot.node)
        self.slot.put(self.new)


@frozen
class _Place:
    """The function and statement in which a node stands."""

    function: str = ""
    span: tuple[int, int] = (0, 0)
    is_local: bool = False

    def inside(self, node: ast.AST, parent: ast.AST) -> "_Place":
        """Return the place of what stands in a node of a parent."""
        function, span, is_local = self.function, self.span, self.is_local
        if isinstance(node, ast.stmt | ast.match_case):
            span = _span(node)
            is_local = is_local or isinstance(parent, ast.FunctionDef)
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            function = f"{function}.{node.name}".lstrip(".")
        return _Place(function, span, is_local)


def changes(tree: ast.AST, place: _Place = _Place()) -> Iterator[Change]:
    """Yield all changes of a tree in the order of its nodes."""
    for slot in _slots(tree):
        node = slot.node
        if _is_silent(node):
            continue
        here = place.inside(node, tree)
        for rule in RULES:
            for new in rule(slot):
                before, after = _text(node), "" if new is None else _text(new)
                at = (_line(node), place.function, here.span, here.is_local)
                yield Change(*at, before, after, slot, new)
        if not isinstance(node, ast.Raise):
            yield from changes(node, here)


def _span(node: ast.stmt | ast.match_case) -> tuple[int, int]:
    body = getattr(node, "body", None) or getattr(node, "cases", None)
    end = getattr(node, "end_lineno", 0)
    return _line(node), max(_line(node), _line(body[0]) - 1) if body else end


def _slots(parent: ast.AST) -> Iterator[Slot]:
    for field, value in ast.iter_fields(parent):
        if field in SILENT_FIELDS:
            continue
        if isinstance(value, ast.AST):
            yield Slot(parent, field, None)
        elif isinstance(value, list):
            found = enumerate(value)
            yield from (Slot(parent, field, i) for i, each in found if isinstance(each, ast.AST))


def _line(node: ast.AST) -> int:
    return node.pattern.lineno if isinstance(node, ast.match_case) else node.lineno  # type: ignore[attr-defined]


def _text(node: ast.AST) -> str:
    """Return a node as text on one line."""
    text = ast.unparse(node).strip()
    return text.splitlines()[0] if isinstance(node, ast.match_case) else " ".join(text.split())


# ---- what is left alone ---------------------------------------------------------------------------
def _is_silent(node: ast.AST) -> bool:
    """Return whether nothing in a node is changed."""
    match node:
        case ast.Assert() | ast.Import() | ast.ImportFrom() | ast.expr_context():
            return True
        case ast.FunctionDef(name=name):
            return name == "__repr__"
        case ast.keyword(arg=name):
            return name == "strict"  # an assert of `zip`
        case ast.If(test=test, body=body):
            return _name(test) == "TYPE_CHECKING" or _ends_impossibly(body)
        case ast.match_case(body=body):
            return _ends_impossibly(body)
        case ast.Raise(exc=exc):
            return _is_impossible(exc)
        case _:
            return _is_silent_expression(node)


def _is_silent_expression(node: ast.AST) -> bool:
    match node:
        case ast.Assign(targets=targets, value=value):
            return _is_type(value) or any(_name(each) in SILENT_NAMES for each in targets)
        case ast.Expr(value=value):
            return _is_silent_expression(value)
        case ast.Call(func=func):
            return _name(func) in SILENT_CALLS
        case _:
            return _is_type(node)


def _ends_impossibly(body: list[ast.stmt]) -> bool:
    """Return whether a block only says what can't be."""
    last = body[-1]
    if isinstance(last, ast.Expr) and isinstance(last.value, ast.Call):
        return _name(last.value.func) == "assert_never"
    return isinstance(last, ast.Raise) and _is_impossible(last.exc)


def _is_impossible(raised: ast.expr | None) -> bool:
    return _name(raised.func if isinstance(raised, ast.Call) else raised) in IMPOSSIBLE


def _name(node: ast.AST | None) -> str:
    """Return the name that a node is, or the last part of a dotted one."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _is_type(node: ast.AST) -> bool:
    """Return whether an expression is a type: `tuple[int, ...]` or `A | B`."""
    if isinstance(node, ast.Subscript):
        name = _name(node.value)
        return name[:1].isupper() or name in {"tuple", "dict", "list", "set", "frozenset", "type"}
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return any(_is_class(side) for side in (node.left, node.right))
    return False


def _is_class(node: ast.AST) -> bool:
    if isinstance(node, ast.Constant):
        return node.value is None
    name = _name(node).lstrip("_")
    return _is_type(node) or (name[:1].isupper() and not name.isupper()) or name in {"int", "str"}


# ---- the rules ------------------------------------------------------------------------------------
def _compare(slot: Slot) -> Iterator[ast.AST]:
    node = slot.node
    if isinstance(node, ast.Compare):
        for i, op in enumerate(node.ops):
            ops = [*node.ops[:i], COMPARISONS[type(op)](), *node.ops[i + 1 :]]
            yield ast.Compare(node.left, ops, node.comparators)


def _calculate(slot: Slot) -> Iterator[ast.AST]:
    node = slot.node
    if isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
        texts = (ast.JoinedStr, ast.List, ast.Tuple)
        sides = (node.left, node.right)
        if not any(isinstance(each, texts) or _is_text(each) for each in sides):
            yield ast.BinOp(node.left, ARITHMETIC[type(node.op)](), node.right)
    if isinstance(node, ast.AugAssign) and type(node.op) in ARITHMETIC:
        yield ast.AugAssign(node.target, ARITHMETIC[type(node.op)](), node.value)


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _constant(slot: Slot) -> Iterator[ast.AST]:
    node = slot.node
    if isinstance(node, ast.Constant):
        if isinstance(node.value, bool):
            yield ast.Constant(not node.value)
        elif isinstance(node.value, int):
            yield from (ast.Constant(node.value + 1), ast.Constant(node.value - 1))


def _logic(slot: Slot) -> Iterator[ast.AST]:
    node = slot.node
    if isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
        yield node.operand


def _condition(slot: Slot) -> Iterator[ast.AST]:
    parent, field = slot.parent, slot.field
    if isinstance(slot.node, ast.Constant):
        return
    if isinstance(parent, ast.If | ast.IfExp) and field == "test":
        yield from (ast.Constant(True), ast.Constant(False))  # noqa: FBT003  # a constant of the tree
    if isinstance(parent, ast.While) and field == "test":
        yield ast.Constant(False)  # noqa: FBT003
    if (isinstance(parent, ast.comprehension) and field == "ifs") or field == "guard":
        yield ast.Constant(True)  # noqa: FBT003


def _statement(slot: Slot) -> Iterator[ast.AST]:
    node = slot.node
    if isinstance(node, ast.Raise | ast.Continue | ast.Break | ast.Delete | ast.AugAssign) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Call | ast.YieldFrom | ast.Yield)
    ):
        yield ast.Pass()
    elif isinstance(node, ast.Assign):
        if any(isinstance(each, ast.Attribute | ast.Subscript) for each in node.targets):
            yield ast.Pass()
    elif isinstance(node, ast.Return) and not _is_constant(node.value):
        yield ast.Return(ast.Constant(None))


def _is_constant(node: ast.AST | None) -> bool:
    return node is None or isinstance(node, ast.Constant)


def _element(slot: Slot) -> Iterator[ast.AST]:
    node = slot.node
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        loaded = isinstance(node, ast.Set) or isinstance(node.ctx, ast.Load)
        if not loaded or slot.field == "slice":
            return
        for i in range(len(node.elts)):
            rest = [*node.elts[:i], *node.elts[i + 1 :]]
            if isinstance(node, ast.Set):
                yield ast.Set(rest) if rest else ast.Call(ast.Name("set", ast.Load()), [], [])
            else:
                yield type(node)(rest, ast.Load())
    if isinstance(node, ast.Dict):
        for i in range(len(node.keys)):
            yield ast.Dict(
                [*node.keys[:i], *node.keys[i + 1 :]], [*node.values[:i], *node.values[i + 1 :]]
            )


def _case(slot: Slot) -> Iterator[None]:
    if isinstance(slot.node, ast.match_case) and len(getattr(slot.parent, slot.field)) > 1:
        yield None


def _function(slot: Slot) -> Iterator[ast.AST]:
    node = slot.node
    if isinstance(node, ast.Name) and node.id in FUNCTIONS:
        yield ast.Name(FUNCTIONS[node.id], ast.Load())


RULES: tuple[Rule, ...] = (
    _compare,
    _calculate,
    _constant,
    _logic,
    _condition,
    _statement,
    _element,
    _case,
    _function,
)
