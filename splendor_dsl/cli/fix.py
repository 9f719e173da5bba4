"""`splendor fix`: rule files of an older edition of the language in the newest."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from splendor_dsl.cli.exit_status import FAULTS, FINE, status_of
from splendor_dsl.cli.options import Files, Json
from splendor_dsl.cli.output import print_problems, say, say_json
from splendor_dsl.diagnostics import Problem

if TYPE_CHECKING:
    from splendor_dsl.syntax.ast import File

Check = Annotated[
    bool, typer.Option("--check", help="Change nothing; exit 1 if a file uses an older edition.")
]


def fix(files: Files, check: Check = False, as_json: Json = False) -> int:
    """Update rule files to the newest edition of the language.

    Everything else stays as it is, including comments.
    """
    status = FINE
    problems: list[Problem] = []
    reports: list[dict[str, Any]] = []
    for name in files:
        report, found = _fix(name, write=not check)
        problems += found
        reports.append(report)
        status = max(status, status_of(found), FAULTS if check and report["changed"] else FINE)
        if not as_json:
            print_problems(found)
            if report["changed"]:
                say(_line(report, check=check))
    if as_json:
        say_json("fix", ok=status == FINE, check=check, files=reports, problems=problems)
    return status


def _line(report: dict[str, Any], *, check: bool) -> str:
    if report["edition"] == report["newest"]:
        did = f"{'has' if check else 'mended'} words that edition {report['newest']} has otherwise"
    else:
        way = f"edition {report['edition']} to {report['newest']}"
        did = f"{'has to go from' if check else 'brought from'} {way}"
    return f"{report['name']}: {did}"


def _fix(name: str, *, write: bool) -> tuple[dict[str, Any], tuple[Problem, ...]]:
    """Return the report on a file, and its problems."""
    from splendor_dsl.cli.file_output import write_text
    from splendor_dsl.cli.fmt import with_line_ends
    from splendor_dsl.rule_files import rule_file
    from splendor_dsl.source import read_source
    from splendor_dsl.syntax.editions import in_edition
    from splendor_dsl.syntax.problems import EDITION

    report = {"name": name, "edition": None, "newest": EDITION, "changed": False}
    path = rule_file(name)
    source = path if isinstance(path, Problem) else read_source(path)
    if isinstance(path, Problem) or isinstance(source, Problem):
        return report, (source,) if isinstance(source, Problem) else ()
    file, problems = _readable(source)
    if file is None:
        return report, problems
    text = in_edition(file)
    report.update(edition=file.edition, changed=text != source.text)
    if not write or text == source.text:
        return report, ()
    problem = write_text(path, with_line_ends(path, source, text))
    return report, () if problem is None else (problem,)


def _readable(source: Any) -> "tuple[File | None, tuple[Problem, ...]]":
    """Return the tree of a file whose only faults, if any, are words of another edition; else its problems."""
    from splendor_dsl.syntax.from_text import from_text
    from splendor_dsl.syntax.problems import OtherEdition

    parsed = from_text(source)
    others = tuple(each for each in parsed.problems if not isinstance(each, OtherEdition))
    return (None if others else parsed.file), others
