"""Live variables: those that code may still read before it sets them.

After a stop a game may go on from a restored position, which has only the variables that the stop has kept. Any other
variable that the code reads would be unset there, or hold an old value.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence

from attrs import define, field

from splendor_dsl.lowering.stops import Stop
from splendor_dsl.lowering.text import Block, parse_block

Names = frozenset[str]
_NONE: Names = frozenset()


def unset_reads(
    blocks: Sequence[Block], stops: Sequence[Stop], start: int, variables: Iterable[str]
) -> dict[str, Names]:
    """Return the variables that are read unset, by the place from which code reads them: the start, or a stop."""
    live = _Live({stop.number: stop for stop in stops}, frozenset(variables))
    live.analyse(blocks)
    found = {"the start": live.at[start]}
    for stop in stops:
        needed = live.at[stop.list_at] | live.at[stop.take_at]
        found[f"stop {stop.number}"] = needed - frozenset(stop.variables())
    return {place: names for place, names in found.items() if names}


@define
class _Live:
    """The live variables at each label."""

    stops: Mapping[int, Stop]
    variables: Names
    at: dict[int, Names] = field(factory=dict)
    _after_loop: list[Names] = field(factory=list)

    def analyse(self, blocks: Sequence[Block]) -> None:
        """Iterate over all blocks, last to first, to a fixed point."""
        trees = [(block.label, parse_block(block.lines)) for block in reversed(blocks)]
        self.at = dict.fromkeys((label for label, _ in trees), _NONE)
        changed = True
        while changed:
            changed = False
            for label, tree in trees:
                found = self._before_all(tree, _NONE)
                changed |= found != self.at[label]
                self.at[label] = found

    def _before_all(self, statements: Sequence[ast.stmt], after: Names) -> Names:
        for statement in reversed(statements):
            after = self._before(statement, after)
        return after

    def _before(self, statement: ast.stmt, after: Names) -> Names:
        """Return the live variables before a statement, given those after it."""
        match statement:
            case ast.Expr(value=ast.Call(func=ast.Name(id="stop"), args=[ast.Constant(value=at)])):
                stop = self.stops[int(str(at))]
                return self._names((*stop.variables(), stop.by)) | self.at[stop.take_at]
            case ast.Assign(targets=[ast.Name(id="pc")], value=value):
                return after | self._read(value) | self._at_labels(value)
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                return after - {name} | self._read(value)
            case ast.Assign() | ast.AugAssign() | ast.Expr() | ast.Pass():
                return after | self._read(statement)
            case ast.Break():
                return self._after_loop[-1]
            case ast.Raise():
                return _NONE
        return self._before_block(statement, after)

    def _before_block(self, statement: ast.stmt, after: Names) -> Names:
        """Return the live variables before a compound statement."""
        match statement:
            case ast.If(test=ast.Constant(value=True), body=body):
                return self._before_all(body, after)
            case ast.If(test=test, body=body, orelse=orelse):
                ways = self._before_all(body, after) | self._before_all(orelse, after)
                return self._read(test) | ways
            case ast.For(target=ast.Name(id=name), iter=domain, body=body):
                return self._read(domain) | self._before_loop(body, after, frozenset({name}))
            case ast.While(test=test, body=body):
                return self._before_loop(body, after | self._read(test), _NONE)
        message = f"code is not written with {type(statement).__name__}"
        raise AssertionError(message)

    def _before_loop(self, body: Sequence[ast.stmt], after: Names, bound: Names) -> Names:
        """Return the live variables before a loop, whose body may run any number of times."""
        live = after
        self._after_loop.append(after)
        while (more := live | (self._before_all(body, live) - bound)) != live:
            live = more
        self._after_loop.pop()
        return live

    def _at_labels(self, value: ast.expr) -> Names:
        """Return the live variables at the labels that may come next."""
        match value:
            case ast.Constant(value=label):
                return self.at.get(int(str(label)), _NONE)
            case ast.IfExp(body=one, orelse=other):
                return self._at_labels(one) | self._at_labels(other)
        message = f"{ast.unparse(value)} is no label"
        raise AssertionError(message)

    def _read(self, node: ast.AST) -> Names:
        """Return the variables that a statement reads."""
        return self._names(each.id for each in ast.walk(node) if isinstance(each, ast.Name))

    def _names(self, names: Iterable[str]) -> Names:
        return self.variables & frozenset(names)
