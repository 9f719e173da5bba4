"""The rule files of a saved game: taken from rules that were read, and read again from the save alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from attrs import evolve

from splendor_dsl.diagnostics import Problem, has_errors
from splendor_dsl.extensions import Extensions, Provided
from splendor_dsl.hookspecs import Mechanic
from splendor_dsl.pipeline import Loaded, load_source
from splendor_dsl.saves.problems import SaveError, SaveStuck
from splendor_dsl.saves.save import RuleFile, RuleFileKind, Save
from splendor_dsl.semantics.layers import Resolved
from splendor_dsl.semantics.local_files import read_local_file
from splendor_dsl.semantics.tree import walk
from splendor_dsl.source import Source, Span, read_source
from splendor_dsl.syntax.ast import Clause, Edit, File

_MIGRATE: Final = "splendor resume {number} --migrate goes on by the rules as they are now"


def rule_files(resolved: Resolved) -> tuple[RuleFile, ...]:
    """Return all files of rules that were read without errors, each with the texts as they were read."""
    *bases, own = resolved.trees[: len(resolved.layers)]
    mechanics = resolved.trees[len(resolved.layers) :]
    read = _tables_read(resolved)
    return (
        _rule_file("rules", _stem(own), own, read),
        *(_rule_file("base", _stem(each), each, read) for each in bases),
        *(
            _rule_file("mechanic", name, each, read)
            for name, each in zip(resolved.mechanics, mechanics, strict=True)
        ),
    )


def _stem(file: File) -> str:
    """Return the name by which a variant extends a file."""
    source = file.span.source
    return Path(source.name if source.path is None else source.path).stem


def _rule_file(
    kind: RuleFileKind, name: str, file: File, read: Mapping[Path | None, str]
) -> RuleFile:
    tables = {}
    for table, span in _tables_named(file):
        found = read_local_file(table, span, near=False)
        if isinstance(found, Source):
            tables[table] = read.get(found.path, found.text)
    return RuleFile(kind=kind, name=name, text=file.span.source.text, tables=tables)


def _tables_read(resolved: Resolved) -> dict[Path | None, str]:
    """Return the texts of the tables of which rows are in the rules, by their paths: they may have changed since."""
    sources = (each.span.source for _, each in walk(resolved.tree))
    return {source.path: source.text for source in sources}


def _tables_named(file: File) -> Iterator[tuple[str, Span]]:
    """Yield the name of each table that a file reads, with the place where it is named."""
    tops = [
        clause for top in file.tops for clause in (top.items if isinstance(top, Edit) else (top,))
    ]
    for top in tops:
        for clause in (top, *(each for _, each in walk(top))):
            name = getattr(clause.construct, "file", None)
            if name is not None:
                yield name, _place(clause)


def _place(clause: Clause) -> Span:
    span: Span | None = getattr(clause.construct, "file_span", None)
    return clause.span if span is None else span


# ---- reading them again ------------------------------------------------------------------------
def load_rules(save: Save, extensions: Extensions) -> Loaded:
    """Return the rules of a saved game, read from the save alone; raise SaveError if they can't be played."""
    try:
        with TemporaryDirectory(prefix="splendor-") as folder:
            loaded = _load(save, extensions, Path(folder).resolve())
    except (OSError, ValueError) as error:
        raise SaveError(stuck(save, f"its rules can't be read again: {error}")) from error
    if loaded.model is None or has_errors(loaded.problems):
        first = loaded.faults()[0].message()
        raise SaveError(stuck(save, f"this version finds a fault in its rules: {first}"))
    return loaded


def stuck(save: Save, reason: str) -> Problem:
    """Return the problem of a game that can't go on by its own rules."""
    advice = _MIGRATE.format(number=save.number)
    return SaveStuck(number=save.number, reason=reason, advice=advice)


def _load(save: Save, extensions: Extensions, folder: Path) -> Loaded:
    bases: dict[str, Path] = {}
    mechanics: dict[str, Provided[Mechanic]] = {}
    own: Path | None = None
    for at, file in enumerate(save.files):
        place = _laid_out(file, folder / str(at))
        match file.kind:
            case "rules":
                own = place
            case "base":
                bases[file.name] = place
            case "mechanic":
                mechanic = Mechanic(name=file.name, title=file.name, rules=place)
                mechanics[file.name] = Provided(mechanic, "save")
    source = None if own is None else read_source(own, Path(save.beginning.name).name)
    if not isinstance(source, Source):
        message = "the file that was played is missing"
        raise ValueError(message)  # noqa: TRY004  # what is wrong is the data of the save
    return load_source(
        source,
        settings=save.beginning.settings,
        # Checks of plugins judge rules as they are written; these were accepted.
        extensions=evolve(extensions, mechanics=mechanics, checks={}),
        bases=bases,
    )


def _laid_out(file: RuleFile, folder: Path) -> Path:
    """Write a rule file and its tables into a folder of their own; raise ValueError for a name that leads out of it."""
    place = folder / f"{file.name}.rules"
    for path, text in [
        (place, file.text),
        *((folder / name, t) for name, t in file.tables.items()),
    ]:
        if not path.resolve().is_relative_to(folder):
            message = f"the name {path.name!r} leads out of its folder"
            raise ValueError(message)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    return place
