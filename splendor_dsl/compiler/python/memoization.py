"""Memoization in generated Python: parts of option lists that depend on one or two words are computed once a value."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from functools import cached_property

from attrs import define, field, frozen

from splendor_dsl.compiler.python.folding import (
    Statements,
    names_read,
    names_set,
    number,
    statement_lists,
)
from splendor_dsl.lowering.fences import BELOW, WITHIN
from splendor_dsl.lowering.keys import comment, title_of
from splendor_dsl.lowering.memory_layout import MemoryLayout

_MOST_INPUTS = 2
_MOST_PIECES = 32  # of a zone, to be tested one by one
_LEAST_WORK = 12  # expressions; a lookup costs as much as fewer
_BUILT_IN = {"ids", "range", "min", "max", "len", "True", "False", WITHIN, BELOW}


@frozen
class _Names:
    """The names that a statement reads, and those that it sets."""

    reads: frozenset[str]
    sets: frozenset[str]

    @classmethod
    def of(cls, statement: ast.stmt) -> _Names:
        """Return the names of a statement."""
        return cls(frozenset(names_read([statement])), frozenset(names_set([statement])))


@define
class _Run:
    """Consecutive statements: their inputs, the names they set, and the number of readers of each name."""

    statements: Statements = field(factory=list)
    inputs: set[str] = field(factory=set)
    sets: set[str] = field(factory=set)
    readers: Counter[str] = field(factory=Counter)

    def add(self, statement: ast.stmt, names: _Names, inputs: set[str]) -> None:
        """Add a statement, which makes the inputs these."""
        self.statements.append(statement)
        self.inputs = inputs
        self.sets |= names.sets
        self.readers.update(names.reads)


@define
class Memoizer:
    """The collector of memoized functions in lists of options."""

    memory: MemoryLayout
    tables: frozenset[str]
    functions: list[str] = field(factory=list)  # their lines
    _count: int = field(default=0, init=False)

    def memoize(self, block: Statements) -> Statements:
        """Return a block in which memoized parts are looked up."""
        for each in statement_lists(block):
            each[:] = self._with_rows(each)
        return self._by_words(block)

    # ---- what hangs on words of the game --------------------------------------------------------
    def _by_words(self, block: Statements) -> Statements:
        found: Statements = []
        run = _Run()
        names_of = [_Names.of(statement) for statement in block]
        readers = Counter(name for names in names_of for name in names.reads)
        for statement, names in zip(block, names_of, strict=True):
            inputs = (run.inputs | self._inputs(names.reads)) - run.sets - names.sets
            if self._is_about_words(statement, names, inputs):
                run.add(statement, names, inputs)
                continue
            found += [*self._as_lookup(run, readers), statement]
            run = _Run()
        return [*found, *self._as_lookup(run, readers)]

    def _is_about_words(self, statement: ast.stmt, names: _Names, inputs: set[str]) -> bool:
        """Return whether a statement reads only words of the game and appends to the list."""
        if not isinstance(statement, ast.Assign | ast.AugAssign | ast.If | ast.Expr):
            return False
        if _reads_list(statement):
            return False
        if isinstance(statement, ast.Assign) and "ids" in names.sets:
            return False
        return len(inputs) <= _MOST_INPUTS and inputs <= self._words

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(self.memory.single_variables) - {"pc", "key"}

    def _inputs(self, read: Collection[str]) -> set[str]:
        return {*read} - self.tables - _BUILT_IN

    def _as_lookup(self, run: _Run, readers: Mapping[str, int]) -> Statements:
        if not run.inputs or "ids" not in run.sets:
            return run.statements
        work = sum(isinstance(node, ast.expr) for each in run.statements for node in ast.walk(each))
        outside = {name for name in run.sets if readers[name] > run.readers[name]}
        if work < _LEAST_WORK or outside - {"ids"}:
            return run.statements
        inputs = [each for each in self.memory.single_variables if each in run.inputs]
        body = [*parsed_text("ids = []"), *run.statements, *parsed_text("return tuple(ids)")]
        words = {self.memory.variable(word): title_of(word) for word in self.memory.single}
        name = self._function(inputs, body, f"by {', '.join(words[each] for each in inputs)}")
        return parsed_text(f"ids += {name}[{', '.join(inputs)}]")

    # ---- what fits among the pieces of a row ----------------------------------------------------
    def _with_rows(self, statements: Statements) -> Statements:
        found: Statements = []
        for statement in statements:
            found += self._as_row(statement) or [statement]
        return found

    def _as_row(self, loop: ast.stmt) -> Statements | None:
        """Return a loop that appends the places of fitting pieces as a memoized lookup, if it has that form."""
        match loop:
            case ast.For(
                target=ast.Name(id=at),
                iter=ast.Call(
                    func=ast.Name(id="range"), args=[ast.Constant(value=int(start)), end]
                ),
                body=[
                    ast.Assign(
                        targets=[ast.Name(id=piece)],
                        value=ast.Subscript(value=ast.Name(id="c"), slice=place),
                    ),
                    ast.If(
                        test=ast.Compare(left=ast.Name(id=some), ops=[ast.Gt()]),
                        body=body,
                        orelse=[],
                    ),
                ],
            ) if unchecked(place) == at and some == piece:
                return self._row(body, (at, piece), (start, end))
        return None

    def _row(
        self, body: Statements, names: tuple[str, str], between: tuple[int, ast.expr]
    ) -> Statements | None:
        at, piece = names
        start, end = between
        added = [option for each in _appended(body) if (option := _option(each, at)) is not None]
        pieces = self._pieces(start)
        inputs = sorted(self._inputs(names_read(body)) - names_set(body) - {at, piece})
        if len(added) != 1 or not 0 < len(pieces) <= _MOST_PIECES or not inputs:
            return None
        if len(inputs) > _MOST_INPUTS or {"c", "w"} & {*inputs} or "ids" in _growing_names(body):
            return None
        marked = _marked(body, piece)
        test = [
            *parsed_text("fits = bytearray(256)"),
            ast.For(ast.Name(piece, ast.Store()), _numbers(pieces), marked, []),
            *parsed_text("return bytes(fits) if 1 in fits else b''"),
        ]
        name = self._function(inputs, test, "pieces that fit")
        last = number(end)
        first, size = start + added[0], self._size(start) if last is None else last - start
        return parsed_text(
            f"fits = {name}[{', '.join(inputs)}]\n"
            f"if fits:\n    row = c[{start} : {start + size}].translate(fits)\n"
            f"    if 1 in row:\n        ids += compress(range({first}, {first + size}), row)"
        )

    def _size(self, start: int) -> int:
        """Return the number of places of a zone of the game, for any number of players; unused ones are empty."""
        regions = self.memory.regions.values()
        return next(each.size for each in regions if not each.owned and each.at == start)

    def _pieces(self, start: int) -> tuple[int, ...]:
        """Return the numbers of the pieces that may lie in a zone of the game."""
        zones = {r.zone for r in self.memory.regions.values() if not r.owned and r.at == start}
        model = self.memory.program.model
        kinds = {model.zones[zone].kind for zone in zones}
        return tuple(n for n, piece in enumerate(model.pieces, 1) if piece.kind in kinds)

    # ---- functions --------------------------------------------------------------------------------
    def _function(self, inputs: list[str], body: Statements, what: str) -> str:
        """Write a function, and return its name."""
        name = f"remembered{self._count}"
        self._count += 1
        head = [] if len(inputs) == 1 else parsed_text(f"{', '.join(inputs)} = key")
        words = inputs[0] if len(inputs) == 1 else "key"
        text = "\n".join(ast.unparse(ast.fix_missing_locations(each)) for each in [*head, *body])
        lines = ["    " + line for line in text.splitlines()]
        marker = f"@Remembered  {comment(what)}"
        self.functions += ["", "", marker, f"def {name}({words}):", *lines]
        return name


def unchecked(place: ast.expr) -> str | None:
    """Return the variable of an address, without the check around it."""
    match place:
        case ast.Call(func=ast.Name(id=check), args=[inner, *_]) if check == WITHIN:
            return unchecked(inner)
        case ast.Name(id=name):
            return name
    return None


def parsed_text(text: str) -> Statements:
    """Return the statements of a text."""
    return ast.parse(text).body


def _reads_list(statement: ast.stmt) -> bool:
    """Return whether a statement reads the list so far, which a memoized part can't know."""
    nodes = tuple(ast.walk(statement))
    grown = [
        node.value for node in nodes if isinstance(node, ast.Attribute) and node.attr == "append"
    ]
    read = [node for node in nodes if isinstance(node, ast.Name) and node.id == "ids"]
    return any(isinstance(node.ctx, ast.Load) and node not in grown for node in read)


def _appended(body: Statements) -> Iterator[ast.expr]:
    for each in body:
        for node in ast.walk(each):
            match node:
                case ast.Call(
                    func=ast.Attribute(value=ast.Name(id="ids"), attr="append"), args=[option]
                ):
                    yield option


def _option(option: ast.expr, at: str) -> int | None:
    """Return the difference between the number of an option and its place."""
    match option:
        case ast.Name(id=name) if name == at:
            return 0
        case ast.BinOp(left=ast.Name(id=name), op=ast.Add() | ast.Sub() as sign, right=more):
            known = number(more)
            if name == at and known is not None:
                return known if isinstance(sign, ast.Add) else -known
    return None


def _growing_names(body: Statements) -> set[str]:
    """Return the names that grow by `+=`, such as a list that grows in another way."""
    return {
        node.target.id
        for each in body
        for node in ast.walk(each)
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name)
    }


def _marked(body: Statements, piece: str) -> Statements:
    """Return statements that mark a fitting piece in place of adding its option."""
    mark = f"fits[{piece}] = 1"
    for each in statement_lists(body):
        for at, statement in enumerate(each):
            if isinstance(statement, ast.Expr):
                each[at : at + 1] = parsed_text(mark)
    return body


def _numbers(pieces: tuple[int, ...]) -> ast.expr:
    """Return the numbers of pieces as an iterable of the code."""
    if pieces == tuple(range(pieces[0], pieces[-1] + 1)):
        return ast.parse(f"range({pieces[0]}, {pieces[-1] + 1})", mode="eval").body
    return ast.parse(repr(pieces), mode="eval").body
