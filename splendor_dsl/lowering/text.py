"""Basic blocks of code: labelled lines, joined into one loop that dispatches on the next label."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from attrs import define, field

from splendor_dsl.lowering.unsupported import LONG_CODE, NotLowered

INDENT = "    "
MOST_LINES = 20_000  # unless a backend takes fewer
MOST_WAYS_OUT = 16  # of a block, as each nests it one level deeper


@define
class Block:
    """A basic block; each path through it ends with the next label."""

    label: int
    title: str
    lines: list[str] = field(factory=list)


@define
class Writer:
    """The writer of basic blocks, one after the other.

    `branches` if a branch costs less than computing a value that may not be needed; `offset` writes a number that is
    never negative; `checked` if each access asserts its fence.
    """

    branches: bool = True
    offset: Callable[[str], str] = str
    checked: bool = False
    blocks: list[Block] = field(factory=list)
    names: list[str] = field(factory=list)  # local variables that code of several blocks shares
    most_lines: int = MOST_LINES
    _lines: int = 0
    _depth: int = 0
    _ways_out: list[tuple[int, int]] = field(factory=list)
    _labels: int = 0
    _temps: int = 0
    _known: dict[object, str] = field(factory=dict)
    _open: bool = False

    # ---- names ---------------------------------------------------------------------------------
    def label(self) -> int:
        """Return a new label."""
        self._labels += 1
        return self._labels

    def temp(self, text: str | None = None) -> str:
        """Return a new variable, assigned at once if a value is given."""
        self._temps += 1
        name = f"t{self._temps}"
        self.names.append(name)
        if text is not None:
            self.line(f"{name} = {text}")
        return name

    def address(self, text: str) -> str:
        """Return a new variable that holds an address."""
        return self.temp(self.offset(text))

    # ---- blocks --------------------------------------------------------------------------------
    def begin(self, label: int, title: str) -> None:
        """Open a block; the one before must have ended."""
        if self._open:
            self.goto(label)
        self.blocks.append(Block(label, title))
        self._depth, self._open = 0, True

    @property
    def mark(self) -> tuple[int, int]:
        """The position of the next line."""
        return len(self.blocks), len(self.blocks[-1].lines)

    @property
    def is_open(self) -> bool:
        """True while a block is being written."""
        return self._open

    def line(self, text: str) -> None:
        """Write one line; raise NotLowered beyond the number that a backend compiles in reasonable time."""
        self._lines += 1
        if self._lines > self.most_lines:
            raise NotLowered(LONG_CODE, most=self.most_lines)
        self.blocks[-1].lines.append(INDENT * self._depth + text)

    def goto(self, label: int) -> None:
        """End the block with a jump."""
        self.line(f"pc = {label}")
        self.end()

    def end(self) -> None:
        """End the block, where each path has set its next label."""
        for depth, label in reversed(self._ways_out):
            self._depth = depth
            self.line("else:")
            self.line(f"{INDENT}pc = {label}")
        self._ways_out.clear()
        self._depth, self._open = 0, False

    def go_unless(self, condition: str, label: int) -> None:
        """Go on here only if a condition holds, else jump to a label."""
        if len(self._ways_out) == MOST_WAYS_OUT:
            self.begin(self.label(), self.blocks[-1].title)
        self.line(f"if {condition}:")
        self._ways_out.append((self._depth, label))
        self._depth += 1

    @contextmanager
    def under(self, header: str) -> Iterator[None]:
        """Write the lines of the body under a header such as `if x:`."""
        self.line(header)
        self._depth += 1
        mark = len(self.blocks[-1].lines)
        yield
        if len(self.blocks[-1].lines) == mark:
            self.line("pass")
        self._depth -= 1


def parse_block(lines: Sequence[str]) -> list[ast.stmt]:
    """Return the statements of a block; `@stop` becomes a call of `stop`."""
    text = [
        line.replace("@stop ", "stop(") + ")" if line.lstrip().startswith("@stop ") else line
        for line in lines
    ]
    return ast.parse("\n".join(text)).body
