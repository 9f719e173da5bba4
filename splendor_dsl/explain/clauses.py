"""The resolved rules as a reader meets them: a tree of paths, or the page of one clause."""

from collections.abc import Iterator
from typing import Any

from attrs import frozen

from splendor_dsl.identifiers import normalised
from splendor_dsl.semantics.layers import Resolved
from splendor_dsl.semantics.names import NO_NAME
from splendor_dsl.semantics.touches import Touch
from splendor_dsl.semantics.tree import find, walk
from splendor_dsl.spelling import nearest
from splendor_dsl.syntax.ast import Cell, Clause, Row, Rows
from splendor_dsl.syntax.clause_text import clause_text

_INDENT = "  "


@frozen(kw_only=True)
class PathClause:
    """A clause and its path."""

    path: str
    clause: Clause

    @property
    def depth(self) -> int:
        """How many clauses it stands in."""
        return self.path.count(".")

    @property
    def place(self) -> str:
        """The file and line it stands in."""
        span = self.clause.span
        return f"{span.source.name}:{span.line}"


def path_at(resolved: Resolved, path: str) -> PathClause | None:
    """The clause at a path, if there is one; of a cell its row, of an option that has its default what declares it."""
    path = normalised(path)
    clause = find(resolved.tree, path) or _settable(resolved, path)
    return None if clause is None else PathClause(path=path, clause=clause)


def _settable(resolved: Resolved, path: str) -> Clause | None:
    """What is no clause of its own, but can be set."""
    whole, _, name = path.rpartition(".")
    clause = find(resolved.tree, whole) if whole else None
    if clause is not None and isinstance(clause.says, Row):
        field = find(resolved.tree, f"kinds.{whole.split('.')[1]}.{name}")
        return clause if field is not None else None
    return next((each for each in resolved.options.get(whole, ()) if each.name == name), None)


def paths(resolved: Resolved, top: PathClause | None = None) -> Iterator[PathClause]:
    """A clause and all below it, or all there are."""
    if top is not None:
        yield top
    start = resolved.tree if top is None else top.clause
    for path, clause in walk(start, "" if top is None else top.path):
        yield PathClause(path=path, clause=clause)


def near_path(resolved: Resolved, text: str) -> str | None:
    """The path that may have been meant: one that ends in what was typed, or one that is nearly the same."""
    every = [each.path for each in paths(resolved)]
    ending = [path for path in every if path.endswith(f".{text}")] if text else []
    return min(ending, key=lambda path: (path.count("."), path), default=None) or nearest(
        text, every
    )


def clause_tree(
    resolved: Resolved, top: PathClause | None = None, language: str | None = None
) -> str:
    """Each path with what its clause says, indented by its depth; and its names in a language, if one is given."""
    base = 0 if top is None else top.depth
    named = "" if language is None else f"  # {language}: "
    lines = []
    for each in paths(resolved, top):
        own = names_in(resolved, each.path, language)
        lines.append(_line(each, base) + (f"{named}{', '.join(own)}" if own else ""))
    return "\n".join(lines)


def names_in(resolved: Resolved, path: str, language: str | None) -> tuple[str, ...]:
    """What a language calls a clause, in its counted forms; nothing where none is given."""
    if language is None:
        return ()
    return resolved.names.get(language, {}).get(path, NO_NAME).texts


def _line(at: PathClause, base: int) -> str:
    name = at.clause.name
    says = " ".join(_own_text(at.clause).split()).removeprefix(f"{name}:").strip()
    shown = says if says and says != name else ""
    return f"{_INDENT * (at.depth - base)}{name}: {shown}".rstrip()


def _own_text(clause: Clause) -> str:
    """What it says now, whatever it said where it was written; without the clauses of its block."""
    if isinstance(clause.says, Rows):
        return f"table of {clause.name}"
    cites = f" cite {', '.join(cite.text for cite in clause.cites)}" if clause.cites else ""
    return f"{clause_text(clause)}{_changed_cells(clause)}{cites}"


def _changed_cells(clause: Clause) -> str:
    """The cells of a row that `set` has changed."""
    if not isinstance(clause.says, Row):
        return ""
    cells = [cell for side in clause.says.sides for cell in side.changed if cell.name is not None]
    said = (f"{cell.name.text} = {_cell_text(cell)}" for cell in cells if cell.name is not None)
    return "".join(f", with {each}" for each in said)


def _cell_text(cell: Cell) -> str:
    if isinstance(cell.value, int):
        return str(cell.value)
    return "+".join(word.text for word in cell.value)


def clause_page(resolved: Resolved, at: PathClause, language: str | None = None) -> str:
    """What a clause says, cites and is for, where it stands, and which layers touched it."""
    clause = at.clause
    lines = [f"{at.path}  ({at.place})", "", *_indented(clause.span.text), ""]
    if any(touch.how == "set" and touch.path == at.path for touch in resolved.touches):
        lines.append(f"now      {clause_text(clause)}")
    if clause.title:
        lines.append(f"title    {clause.title}")
    own = names_in(resolved, at.path, language)
    if own:
        lines.append(f"{str(language).ljust(9)}{', '.join(own)}")
    if clause.cites:
        lines.append(f"cites    {', '.join(cite.text for cite in clause.cites)}")
    if clause.because:
        lines.append(f"because  {clause.because}")
    lines += [f"layer    {_touch_line(touch)}" for touch in touches(resolved, at.path)]
    if clause.body:
        lines += ["", *clause_tree(resolved, at, language).split("\n")[1:]]
    return "\n".join(lines).rstrip()


def _indented(text: str) -> list[str]:
    """The text as a block of its own: its last line, which closes it, stands as far left as its first."""
    first, *others = text.split("\n")
    last = others[-1] if others else ""
    margin = len(last) - len(last.lstrip())
    moved = [line[margin:] if line[:margin].isspace() or not margin else line for line in others]
    return [f"{_INDENT}{line}".rstrip() for line in (first, *moved)]


def touches(resolved: Resolved, path: str) -> list[Touch]:
    """The changes that layers made to a clause, to what it stands in, or to what stands in it."""
    return [touch for touch in resolved.touches if _related(touch.path, path)]


def _related(one: str, other: str) -> bool:
    return f"{one}.".startswith(f"{other}.") or f"{other}.".startswith(f"{one}.")


def _touch_line(touch: Touch) -> str:
    place = f"{touch.span.source.name}:{touch.span.line}"
    said = " ".join(touch.span.text.partition("{")[0].split())
    shown = touch.because is None or touch.because in said
    because = "" if shown else f", because {touch.because}"
    return f"{touch.layer} {touch.how} {touch.path} ({place}): {said}{because}"


def clauses_to_list(
    resolved: Resolved, top: PathClause | None, language: str | None = None
) -> list[dict[str, Any]]:
    """The clauses as plain data."""
    return [_to_dict(resolved, each, language) for each in paths(resolved, top)]


def _to_dict(resolved: Resolved, at: PathClause, language: str | None) -> dict[str, Any]:
    line, column = at.clause.span.source.line_column(at.clause.span.start)
    return {
        "path": at.path,
        "says": _own_text(at.clause),
        "title": at.clause.title,
        "names": [*names_in(resolved, at.path, language)],
        "cites": [cite.text for cite in at.clause.cites],
        "because": at.clause.because,
        "file": at.clause.span.source.name,
        "line": line,
        "column": column,
        "layers": [
            {"layer": touch.layer, "how": touch.how, "path": touch.path}
            for touch in resolved.touches
            if touch.path == at.path
        ],
    }
