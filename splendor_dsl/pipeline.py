"""The whole road from a rule file to its meaning, on one screen."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from attrs import evolve, frozen

from splendor_dsl.bundled import bundled_games, find_game
from splendor_dsl.checks import check
from splendor_dsl.checks.causes import (
    JudgeAtEnds,
    Rejudging,
    first_told,
    gathered,
    in_file,
    of_habits,
    with_causes,
)
from splendor_dsl.checks.independent_problems import beside_damage, with_independent
from splendor_dsl.diagnostics import Problem, Related, has_errors, sort_problems
from splendor_dsl.extensions import Extensions, load_extensions
from splendor_dsl.identifiers import normalised
from splendor_dsl.plugin_problems import MechanicUnreadable
from splendor_dsl.semantics.examples import Example
from splendor_dsl.semantics.fragments import problems_of_fragment
from splendor_dsl.semantics.from_syntax import from_syntax
from splendor_dsl.semantics.layers import Resolved, no_game, resolve
from splendor_dsl.semantics.mechanic_problems import UnknownMechanic
from splendor_dsl.semantics.model import Model
from splendor_dsl.semantics.parts import all_in
from splendor_dsl.semantics.problems import UnknownBase, UnknownName
from splendor_dsl.semantics.table_problems import BadTable
from splendor_dsl.semantics.tree import walk
from splendor_dsl.source import Source, Span, read_source
from splendor_dsl.spelling import nearest
from splendor_dsl.syntax.ast import Clause, File, Mechanic
from splendor_dsl.syntax.expressions import Ident
from splendor_dsl.syntax.from_text import from_text

_NO_RULES: Final = ("rows", "examples", "names")  # sections that say nothing of how it is played


@frozen(kw_only=True)
class Loaded:
    """All that is known of a rule file; `model` is there only if it has no errors."""

    source: Source | None
    file: File | None
    resolved: Resolved | None
    model: Model | None
    examples: tuple[Example, ...] = ()
    problems: tuple[Problem, ...] = ()

    def faults(self) -> tuple[Problem, ...]:
        """Why there is no model: the problems, or that a mechanic is no game by itself."""
        return self.problems or ((no_game(self.file),) if self.file else ())


def load_file(
    path: Path,
    *,
    settings: Mapping[str, int] | None = None,
    extensions: Extensions | None = None,
    checked: bool = True,
) -> Loaded:
    """Read, merge, understand and check a rule file; unchecked it is only understood."""
    source = read_source(path)
    if isinstance(source, Problem):
        return Loaded(source=None, file=None, resolved=None, model=None, problems=(source,))
    return load_source(source, settings=settings, extensions=extensions, checked=checked)


def load_source(
    source: Source,
    *,
    settings: Mapping[str, int] | None = None,
    extensions: Extensions | None = None,
    bases: Mapping[str, Path] | None = None,
    checked: bool = True,
) -> Loaded:
    """The same for a text that has been read; `bases` says where the files that it extends stand."""
    plugins = load_extensions() if extensions is None else extensions
    settings = {normalised(name): value for name, value in (settings or {}).items()}
    parsed = from_text(source)
    problems = parsed.problems

    def unsound(found: Iterable[Problem]) -> Loaded:
        told = tuple(of_habits(sort_problems(found)))
        return Loaded(source=source, file=parsed.file, resolved=None, model=None, problems=told)

    mechanic = parsed.file is not None and _is_mechanic(parsed.file)
    if parsed.file is None or (problems and mechanic):
        return unsound(problems)
    if mechanic:
        return unsound(problems_of_fragment(parsed.file))
    files = Files(plugins, source.path, bases or {})

    def judge(file: File, *, ends: Collection[str] | None = None) -> Loaded:
        return _judged(source, file, files, settings, checked=checked, ends=ends)

    def understood(file: File) -> tuple[Problem, ...]:
        return _judged(source, file, files, settings, checked=False).problems

    if problems:
        return unsound((*problems, *beside_damage(parsed.file, problems, understood)))

    def judged(file: File, *, ends: Collection[str] | None = None) -> tuple[Problem, ...]:
        return judge(file, ends=ends).problems

    loaded = judge(parsed.file)
    return evolve(loaded, problems=_told(parsed.file, loaded, judged))


def _told(file: File, loaded: Loaded, judged: JudgeAtEnds) -> tuple[Problem, ...]:
    """The problems with the lines that bring them about, and those that they hide, in the order of the text."""
    if not loaded.problems:
        return ()
    sections = loaded.resolved.tree.body if loaded.resolved else ()
    rows = sum(len(table.body) for each in sections if each.name == "rows" for table in each.body)
    rules = (each for each in sections if each.name not in _NO_RULES)
    again = Rejudging.for_size(rows, sum(1 for each in rules for _ in all_in(each)))

    def caused(rest: File, found: Iterable[Problem]) -> tuple[Problem, ...]:
        return with_causes(rest, found, judged, again, rows=rows)

    def explained(rest: File) -> tuple[Problem, ...]:
        return caused(rest, judged(rest))

    hidden = with_independent(file, caused(file, loaded.problems), explained, again)
    return tuple(first_told(gathered(sort_problems(hidden), said=in_file(file.span.source.name))))


def _is_mechanic(file: File) -> bool:
    return file.header is not None and isinstance(file.header.says, Mechanic)


def _judged(
    source: Source,
    file: File,
    files: Files,
    settings: Mapping[str, int] | None,
    *,
    checked: bool,
    ends: Collection[str] | None = None,
) -> Loaded:
    """What becomes of a tree: merged, understood and checked."""
    resolved, found = resolve(file, files.base, files.mechanic)
    problems = [_of_mechanic(_with_near(problem, files), files) for problem in found]
    meaning = from_syntax(resolved, settings) if resolved and not has_errors(problems) else None
    if resolved and problems and all(isinstance(each, BadTable) for each in problems):
        # The rows that could be read are judged by themselves: what else needs the others.
        tables = {each.source_name for each in problems}
        rows = from_syntax(resolved, settings).problems
        problems += (each for each in rows if each.source_name in tables)
    if meaning and resolved:
        problems += (_of_mechanic(_of_edit(each, resolved), files) for each in meaning.problems)
    model = meaning.model if meaning else None
    if checked and meaning and resolved and model:
        judged = check(model, resolved, meaning.names, files.extensions, settings, ends)
        problems, model = [*problems, *judged.problems], judged.model
    sound = model if not has_errors(problems) else None
    return Loaded(
        source=source,
        file=file,
        resolved=resolved,
        model=sound,
        examples=meaning.examples if meaning and sound else (),
        problems=sort_problems(problems),
    )


class Files:
    """Where the bases of a variant and the fragments of mechanics are found, each read once."""

    def __init__(
        self, extensions: Extensions, beside: Path | None, bases: Mapping[str, Path]
    ) -> None:
        self.extensions = extensions
        self.bases = bases
        self.beside = beside.parent if beside else None
        self.uses: dict[str, Related] = {}  # by the file of a mechanic: where it is used
        self._names: dict[Path | None, tuple[str, ...]] = {}  # by folder, as to list one takes long

    def base(self, name: Ident) -> File | Iterable[Problem] | None:
        """A game to extend: a file beside the variant, or a bundled one."""
        folder = self._folder(name.span)
        near = None if folder is None else folder / f"{name.text}.rules"
        path = self.bases.get(name.text)
        if path is None:
            path = near if near is not None and near.is_file() else find_game(name.text)
        return None if path is None else _file(path)

    def mechanic(self, name: Ident) -> File | Iterable[Problem] | None:
        """The fragment of a mechanic, or what is wrong with its file."""
        found = self.extensions.mechanics.get(name.text)
        if found is None:
            return None
        source = read_source(found.value.rules)
        if isinstance(source, Problem):
            return (_unreadable(source, name, found.plugin),)
        used = f"the mechanic {name.text!r} of the plugin {found.plugin!r} is used here"
        self.uses[source.name] = Related(name.span, used)
        return _parsed(source)

    def _folder(self, span: Span | None) -> Path | None:
        """Where a base is looked for first: beside this file, or beside the one that names it if this is only a text."""
        named_in = None if span is None else span.source.path
        return self.beside or (None if named_in is None else named_in.parent)

    def names(self, span: Span | None) -> tuple[str, ...]:
        """Every game that could be extended by name there."""
        folder = self._folder(span)
        if folder not in self._names:
            beside = [] if folder is None else [path.stem for path in folder.glob("*.rules")]
            self._names[folder] = (*beside, *bundled_games())
        return self._names[folder]


def _with_near(problem: Problem, files: Files) -> Problem:
    """An unknown game or mechanic with the nearest that there is."""
    if isinstance(problem, UnknownBase):
        return problem.but(near=nearest(problem.name, files.names(problem.span)))
    if isinstance(problem, UnknownMechanic):
        return problem.but(near=nearest(problem.name, files.extensions.mechanics))
    return problem


def _unreadable(problem: Problem, use: Ident, plugin: str) -> Problem:
    return MechanicUnreadable(
        name=use.text,
        plugin=plugin,
        reason=problem.message(),
        span=use.span,
        path=f"mechanics.{use.text}",
    )


def _of_edit(problem: Problem, resolved: Resolved) -> Problem:
    """A name that nothing declares any more is told with the latest edit, of this file or below, that took it away."""
    if not isinstance(problem, UnknownName):
        return problem
    for edit, clause in reversed(resolved.dropped):
        gone = edit.how != "set" and not any(_names(each, problem.name) for each in edit.items)
        if gone and _names(clause, problem.name):
            note = Related(edit.span, f"this takes {problem.name!r} away")
            return problem.but(related=(*problem.related, note))
    return problem


def _names(clause: Clause, name: str) -> bool:
    """Whether a clause, or one within it, has that name."""
    return clause.name == name or any(each.name == name for _, each in walk(clause))


def _of_mechanic(problem: Problem, files: Files) -> Problem:
    """A fault in the file of a mechanic says whose it is, and where it is used."""
    used = files.uses.get(problem.source_name)
    return problem if used is None else problem.but(related=(*problem.related, used))


def _file(path: Path) -> File | tuple[Problem, ...]:
    source = read_source(path)
    return (source,) if isinstance(source, Problem) else _parsed(source)


@lru_cache(maxsize=64)
def _parsed(source: Source) -> File | tuple[Problem, ...]:
    """A base or mechanic; a text that many files stand on is parsed once."""
    parsed = from_text(source)
    return parsed.file if parsed.file is not None and not parsed.problems else parsed.problems
