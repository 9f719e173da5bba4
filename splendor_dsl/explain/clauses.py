"""The resolved rules for a reader: a tree of paths, or the page of one clause."""

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
    """A clause with its path."""

    path: str
    clause: Clause

    @property
    def depth(self) -> int:
        """The number of clauses around this one."""
        return self.path.count(".")

    @property
    def place(self) -> str:
        """The file and line of the clause."""
        span = self.clause.span
        return f"{span.source.name}:{span.line}"


def path_at(resolved: Resolved, path: str) -> PathClause | None:
    """Return the clause at a path; for a cell its row, for an option at its default the declaration of the option."""
    path = normalised(path)
    clause = find(resolved.tree, path) or _settable(resolved, path)
    return None if clause is None else PathClause(path=path, clause=clause)


def _settable(resolved: Resolved, path: str) -> Clause | None:
    """Return the clause behind a path that `set` accepts although no clause has it: a cell or an option."""
    whole, _, name = path.rpartition(".")
    clause = find(resolved.tree, whole) if whole else None
    if clause is not None and isinstance(clause.construct, Row):
        field = find(resolved.tree, f"kinds.{whole.split('.')[1]}.{name}")
        return clause if field is not None else None
    return next((each for each in resolved.options.get(whole, ()) if each.name == name), None)


def paths(resolved: Resolved, top: PathClause | None = None) -> Iterator[PathClause]:
    """Yield a clause and all clauses below it, or all clauses of the rules."""
    if top is not None:
        yield top
    start = resolved.tree if top is None else top.clause
    for path, clause in walk(start, "" if top is None else top.path):
        yield PathClause(path=path, clause=clause)


def near_path(resolved: Resolved, text: str) -> str | None:
    """Return the path that was probably meant: one that ends in the text, or the most similar one."""
    every = [each.path for each in paths(resolved)]
    ending = [path for path in every if path.endswith(f".{text}")] if text else []
    return min(ending, key=lambda path: (path.count("."), path), default=None) or nearest(
        text, every
    )


def clause_tree(
    resolved: Resolved, top: PathClause | None = None, language: str | None = None
) -> str:
    """Return each path with the text of its clause, indented by depth; with a language, also its names there."""
    base = 0 if top is None else top.depth
    named = "" if language is None else f"  # {language}: "
    lines = []
    for each in paths(resolved, top):
        own = names_in(resolved, each.path, language)
        lines.append(_line(each, base) + (f"{named}{', '.join(own)}" if own else ""))
    return "\n".join(lines)


def names_in(resolved: Resolved, path: str, language: str | None) -> tuple[str, ...]:
    """Return the counted forms of a clause's name in a language; empty without a language."""
    if language is None:
        return ()
    return resolved.names.get(language, {}).get(path, NO_NAME).texts


def _line(at: PathClause, base: int) -> str:
    name = at.clause.name
    text = " ".join(_own_text(at.clause).split()).removeprefix(f"{name}:").strip()
    shown = text if text and text != name else ""
    return f"{_INDENT * (at.depth - base)}{name}: {shown}".rstrip()


def _own_text(clause: Clause) -> str:
    """Return the current text of a clause, with later edits applied and without the clauses of its block."""
    if isinstance(clause.construct, Rows):
        return f"table of {clause.name}"
    cites = f" cite {', '.join(cite.text for cite in clause.cites)}" if clause.cites else ""
    return f"{clause_text(clause)}{_changed_cells(clause)}{cites}"


def _changed_cells(clause: Clause) -> str:
    """Return the cells of a row that `set` has changed, as text."""
    if not isinstance(clause.construct, Row):
        return ""
    cells = [
        cell for side in clause.construct.sides for cell in side.changed if cell.name is not None
    ]
    changes = (f"{cell.name.text} = {_cell_text(cell)}" for cell in cells if cell.name is not None)
    return "".join(f", with {each}" for each in changes)


def _cell_text(cell: Cell) -> str:
    if isinstance(cell.value, int):
        return str(cell.value)
    return "+".join(word.text for word in cell.value)


def clause_page(resolved: Resolved, at: PathClause, language: str | None = None) -> str:
    """Return a clause in full: its text, place, names, citations and reason, the layers that touched it, its block."""
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
    """Return the text as an indented block; its last line, which closes the block, aligns with its first."""
    first, *others = text.split("\n")
    last = others[-1] if others else ""
    margin = len(last) - len(last.lstrip())
    moved = [line[margin:] if line[:margin].isspace() or not margin else line for line in others]
    return [f"{_INDENT}{line}".rstrip() for line in (first, *moved)]


def touches(resolved: Resolved, path: str) -> list[Touch]:
    """Return the changes that layers made to a clause, to one around it, or to one inside it."""
    return [touch for touch in resolved.touches if _related(touch.path, path)]


def _related(one: str, other: str) -> bool:
    return f"{one}.".startswith(f"{other}.") or f"{other}.".startswith(f"{one}.")


def _touch_line(touch: Touch) -> str:
    place = f"{touch.span.source.name}:{touch.span.line}"
    text = " ".join(touch.span.text.partition("{")[0].split())
    shown = touch.because is None or touch.because in text
    because = "" if shown else f", because {touch.because}"
    return f"{touch.layer} {touch.how} {touch.path} ({place}): {text}{because}"


def clauses_to_list(
    resolved: Resolved, top: PathClause | None, language: str | None = None
) -> list[dict[str, Any]]:
    """Return the clauses as plain data."""
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
