"""`splendor fmt`: rule files in the canonical layout."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from splendor_dsl.cli.exit_status import FAULTS, FINE, status_of
from splendor_dsl.cli.options import Files, Json
from splendor_dsl.cli.output import print_problems, say, say_json
from splendor_dsl.diagnostics import Problem

if TYPE_CHECKING:
    from splendor_dsl.source import Source

Check = Annotated[
    bool,
    typer.Option(
        "--check", help="Change nothing; exit 1 if a file is not in the canonical layout."
    ),
]


def fmt(files: Files, check: Check = False, as_json: Json = False) -> int:
    """Put rule files into the canonical layout; comments stay."""
    status = FINE
    changed: list[str] = []
    problems: list[Problem] = []
    for name in files:
        found = _format(name, write=not check)
        if isinstance(found, bool):
            changed += [name] if found else []
        else:
            problems += found
            status = max(status, status_of(found))
    if check and changed:
        status = max(status, FAULTS)
    if as_json:
        reports = [{"name": name, "changed": name in changed} for name in files]
        say_json("fmt", ok=status == FINE, check=check, files=reports, problems=problems)
        return status
    for name in changed:
        say(f"{name}: {'is not in the layout' if check else 'put into the layout'}")
    print_problems(problems)
    return status


def _format(name: str, *, write: bool) -> bool | tuple[Problem, ...]:
    """Return whether the layout of a file changed, or its problems."""
    from splendor_dsl.cli.file_output import write_text
    from splendor_dsl.rule_files import rule_file
    from splendor_dsl.source import read_source
    from splendor_dsl.syntax.from_text import from_text
    from splendor_dsl.syntax.to_text import to_text

    path = rule_file(name)
    if isinstance(path, Problem):
        return (path,)
    source = read_source(path)
    if isinstance(source, Problem):
        return (source,)
    parsed = from_text(source)
    if parsed.file is None or parsed.problems:
        return parsed.problems
    text = to_text(parsed.file)
    if text == source.text:
        return False
    problem = write_text(path, with_line_ends(path, source, text)) if write else None
    return True if problem is None else (problem,)


def with_line_ends(path: Path, source: "Source", text: str) -> str:
    """Return a text with the line ends of a file."""
    try:
        windows = path.read_bytes().count(b"\r\n")
    except OSError:  # the file is gone, which the write will report
        windows = 0
    return text.replace("\n", "\r\n") if windows * 2 > source.line_count else text
