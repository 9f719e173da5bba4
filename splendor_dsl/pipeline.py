"""The whole road from a rule file to its meaning."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from attrs import evolve, frozen

from splendor_dsl.bundled import bundled_games, find_game
from splendor_dsl.checks import check
from splendor_dsl.checks.grouping import first_of_each, gathered, in_file, of_habits
from splendor_dsl.checks.independent_problems import IndependentProblems, beside_damage
from splendor_dsl.diagnostics import Problem, Related, has_errors, sort_problems
from splendor_dsl.extensions import Extensions, load_extensions
from splendor_dsl.identifiers import normalised
from splendor_dsl.plugin_problems import MechanicUnreadable
from splendor_dsl.semantics.examples import Example
from splendor_dsl.semantics.fragments import problems_of_fragment
from splendor_dsl.semantics.from_syntax import ResolvedModel, from_syntax
from splendor_dsl.semantics.layers import Resolved, no_game, resolve
from splendor_dsl.semantics.mechanic_problems import UnknownMechanic
from splendor_dsl.semantics.model import Model
from splendor_dsl.semantics.problems import UnknownBase, UnknownName
from splendor_dsl.semantics.table_problems import BadTable
from splendor_dsl.semantics.tree import walk
from splendor_dsl.source import Source, Span, read_source
from splendor_dsl.spelling import nearest
from splendor_dsl.syntax.ast import Clause, File, Mechanic
from splendor_dsl.syntax.expressions import Ident
from splendor_dsl.syntax.from_text import Parsed, from_text

KEPT: Final = 64  # texts whose trees stay in memory: a base is wanted for each file that extends it
KEPT_LENGTH: Final = 100_000


@frozen(kw_only=True)
class Loaded:
    """The results for a rule file; `model` is there only if it has no errors."""

    source: Source | None
    file: File | None
    resolved: Resolved | None
    model: Model | None
    examples: tuple[Example, ...] = ()
    problems: tuple[Problem, ...] = ()

    def faults(self) -> tuple[Problem, ...]:
        """Return the reasons why there is no model: the problems, or that a mechanic is no game by itself."""
        return self.problems or ((no_game(self.file),) if self.file else ())


def load_file(
    path: Path,
    *,
    settings: Mapping[str, int] | None = None,
    extensions: Extensions | None = None,
    checked: bool = True,
) -> Loaded:
    """Read, merge, resolve and check a rule file, the last only if `checked`."""
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
    """Load a text that has been read; `bases` has the paths of files that it extends, by name."""
    plugins = load_extensions() if extensions is None else extensions
    settings = {normalised(name): value for name, value in (settings or {}).items()}
    parsed = _parsed(source)
    problems = parsed.problems

    def unsound(found: Iterable[Problem]) -> Loaded:
        grouped = tuple(of_habits(sort_problems(found)))
        return Loaded(source=source, file=parsed.file, resolved=None, model=None, problems=grouped)

    mechanic = parsed.file is not None and _is_mechanic(parsed.file)
    if parsed.file is None or (problems and mechanic):
        return unsound(problems)
    if mechanic:
        return unsound(problems_of_fragment(parsed.file))
    files = Files(plugins, source.path, bases or {})

    def understood(file: File) -> tuple[Problem, ...]:
        return _judged(source, file, files, settings, checked=False).problems

    if problems:
        return unsound((*problems, *beside_damage(parsed.file, problems, understood)))
    loaded = _judged(source, parsed.file, files, settings, checked=checked)
    grouped = gathered(sort_problems(loaded.problems), key=in_file(source.name))
    return evolve(loaded, problems=tuple(first_of_each(grouped)))


def _is_mechanic(file: File) -> bool:
    return file.header is not None and isinstance(file.header.construct, Mechanic)


def _judged(
    source: Source,
    file: File,
    files: Files,
    settings: Mapping[str, int] | None,
    *,
    checked: bool,
    with_causes: bool = True,
) -> Loaded:
    """Merge, resolve and check a tree; where it has faults, without the lines at fault."""

    def judge(rest: File) -> tuple[Problem, ...]:
        again = _judged(source, rest, files, settings, checked=checked, with_causes=False)
        return again.problems

    problems = IndependentProblems(file, judge if with_causes else None)
    resolved, meaning = first, _ = _understood(file, files, settings, problems)
    faults = len(problems.faults)
    if faults:
        rest = problems.without_faults(first) if checked and first else None
        resolved, meaning = _understood(rest, files, settings, problems) if rest else (None, None)
    model = meaning.model if meaning else None
    if checked and meaning and resolved and model and len(problems.faults) == faults:
        judged = check(model, resolved, meaning.names, files.extensions, settings)
        problems.add(judged.problems, resolved)
        model = judged.model
    sound = model if not has_errors(problems.found) else None
    return Loaded(
        source=source,
        file=file,
        resolved=first,
        model=sound,
        examples=meaning.examples if meaning and sound else (),
        problems=sort_problems(problems.found),
    )


def _understood(
    file: File,
    files: Files,
    settings: Mapping[str, int] | None,
    problems: IndependentProblems,
) -> tuple[Resolved | None, ResolvedModel | None]:
    """Return the merged tree and its meaning, as far as it can be resolved."""
    resolved, found = resolve(file, files.base, files.mechanic)
    problems.add((_of_mechanic(_with_near(each, files), files) for each in found), resolved)
    if resolved is None or not problems.can_go_on:
        if resolved and found and all(isinstance(each, BadTable) for each in found):
            # The rows that could be read are judged by themselves: what else needs the others.
            tables = {each.source_name for each in found}
            rows = from_syntax(resolved, settings).problems
            problems.found += (each for each in rows if each.source_name in tables)
        return resolved, None
    meaning = from_syntax(resolved, settings)
    of_meaning = (_of_mechanic(_of_edit(each, resolved), files) for each in meaning.problems)
    problems.add(of_meaning, resolved)
    return resolved, meaning


class Files:
    """The files of the bases of a variant and of the mechanics, each read once."""

    def __init__(
        self, extensions: Extensions, beside: Path | None, bases: Mapping[str, Path]
    ) -> None:
        self.extensions = extensions
        self.bases = bases
        self.beside = beside.parent if beside else None
        self.uses: dict[str, Related] = {}  # by the file of a mechanic: where it is used
        self._names: dict[Path | None, tuple[str, ...]] = {}  # by folder, as to list one takes long

    def base(self, name: Ident) -> File | Iterable[Problem] | None:
        """Return a game to extend: a file beside the variant, or a bundled one."""
        folder = self._folder(name.span)
        near = None if folder is None else folder / f"{name.text}.rules"
        path = self.bases.get(name.text)
        if path is None:
            path = near if near is not None and near.is_file() else find_game(name.text)
        return None if path is None else _file(path)

    def mechanic(self, name: Ident) -> File | Iterable[Problem] | None:
        """Return the fragment of a mechanic, or the problems of its file."""
        found = self.extensions.mechanics.get(name.text)
        if found is None:
            return None
        source = read_source(found.value.rules)
        if isinstance(source, Problem):
            return (_unreadable(source, name, found.plugin),)
        used = f"the mechanic {name.text!r} of the plugin {found.plugin!r} is used here"
        self.uses[source.name] = Related(name.span, used)
        return _sound_tree(source)

    def _folder(self, span: Span | None) -> Path | None:
        """Return the first folder to search for a base: that of this file, or of the one that names it for a bare text."""
        named_in = None if span is None else span.source.path
        return self.beside or (None if named_in is None else named_in.parent)

    def names(self, span: Span | None) -> tuple[str, ...]:
        """Return the names of all games that a file at this place can extend."""
        folder = self._folder(span)
        if folder not in self._names:
            beside = [] if folder is None else [path.stem for path in folder.glob("*.rules")]
            self._names[folder] = (*beside, *bundled_games())
        return self._names[folder]


def _with_near(problem: Problem, files: Files) -> Problem:
    """Return the problem; of an unknown game or mechanic, with the nearest name."""
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
    """Return the problem; of a name that was declared, with the latest edit that removed it, in this file or a base."""
    if not isinstance(problem, UnknownName):
        return problem
    for edit, clause in reversed(resolved.dropped):
        gone = edit.how != "set" and not any(_declares(each, problem.name) for each in edit.items)
        if gone and _declares(clause, problem.name):
            note = Related(edit.span, f"this takes {problem.name!r} away")
            return problem.but(related=(*problem.related, note))
    return problem


def _declares(clause: Clause, name: str) -> bool:
    """Return whether a clause, or one within it, has this name."""
    return clause.name == name or any(each.name == name for _, each in walk(clause))


def _of_mechanic(problem: Problem, files: Files) -> Problem:
    """Return the problem; in the file of a mechanic, with its plugin and the place of its use."""
    used = files.uses.get(problem.source_name)
    return problem if used is None else problem.but(related=(*problem.related, used))


def _file(path: Path) -> File | tuple[Problem, ...]:
    source = read_source(path)
    return (source,) if isinstance(source, Problem) else _sound_tree(source)


def _sound_tree(source: Source) -> File | tuple[Problem, ...]:
    """Return a base or mechanic, or its problems."""
    parsed = _parsed(source)
    return parsed.file if parsed.file is not None and not parsed.problems else parsed.problems


def _parsed(source: Source) -> Parsed:
    """Return the tree of a text and its problems; a text that was read lately is not parsed again."""
    return _kept(source) if len(source.text) <= KEPT_LENGTH else from_text(source)


@lru_cache(maxsize=KEPT)
def _kept(source: Source) -> Parsed:
    return from_text(source)
