"""`splendor check`: the problems of rule files."""

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from splendor_dsl.cli.exit_status import FINE, Stop, status_of
from splendor_dsl.cli.options import Files, Json, Plugins, Settings
from splendor_dsl.cli.output import print_problems, say, say_json
from splendor_dsl.diagnostics import Problem

if TYPE_CHECKING:
    from splendor_dsl.pipeline import Loaded
    from splendor_dsl.report.backends import Coverage

Compose = Annotated[
    bool,
    typer.Option("--compose", help="Combine the files, and mechanics by name, into one game."),
]


Backends = Annotated[
    bool,
    typer.Option(
        "--backends",
        help="Count the clauses that every backend runs, and list the others.",
    ),
]


Every = Annotated[bool, typer.Option("--all", help="With --backends: list every clause.")]


def check(
    files: Files,
    compose: Compose = False,
    backends: Backends = False,
    every: Every = False,
    settings: Settings = None,
    plugins: Plugins = None,
    as_json: Json = False,
) -> int:
    """Report problems in rule files; exit 1 if there are errors.

    A clause that runs on the interpreter alone is slower, but no error.
    """
    from splendor_dsl.cli.problems import WrongCommand
    from splendor_dsl.cli.rule_input import (
        open_extensions,
        read_composed,
        read_rules,
        read_settings,
    )

    if every and not backends:
        raise Stop([WrongCommand(reason="expected --all together with --backends")])
    extensions, values = open_extensions(plugins), read_settings(settings)
    read: dict[str, Loaded] = {}
    if compose:
        together = read_composed(files, settings=values, extensions=extensions)
        read[" + ".join(files)] = together
    for name in () if compose else files:
        read[name] = read_rules(name, settings=values, extensions=extensions)
    found = {name: loaded.problems for name, loaded in read.items()}
    backend_coverage = (
        {name: _backend_coverage(loaded) for name, loaded in read.items()} if backends else {}
    )
    status = max((status_of(problems) for problems in found.values()), default=FINE)
    if as_json:
        problems = [problem for each in found.values() for problem in each]
        reports = [
            {**_report(name, each), **_facts(backend_coverage, name)}
            for name, each in found.items()
        ]
        say_json("check", ok=status == FINE, files=reports, problems=problems)
    else:
        _print_problems(found)
        _print_backends(backend_coverage, every=every)
    return status


def _backend_coverage(loaded: "Loaded") -> "Coverage | None":
    """Return the backends of each clause; none without a game."""
    from splendor_dsl.report.backends import coverage

    return None if loaded.model is None else coverage(loaded.model)


def _facts(backend_coverage: dict[str, "Coverage | None"], name: str) -> dict[str, Any]:
    """Return the report on backends as data; empty if it was not requested."""
    from splendor_dsl.report.backends import coverage_to_dict

    if name not in backend_coverage:
        return {}
    found = backend_coverage[name]
    return {"not_compiled": None, "clauses": None} if found is None else coverage_to_dict(found)


def _print_backends(backend_coverage: dict[str, "Coverage | None"], *, every: bool) -> None:
    from splendor_dsl.report.backends import coverage_lines

    for name, found in backend_coverage.items():
        for line in () if found is None else coverage_lines(name, found, every=every):
            say(line)


def _report(name: str, problems: tuple[Problem, ...]) -> dict[str, Any]:
    severities = [problem.severity for problem in problems]
    errors, warnings = severities.count("error"), severities.count("warning")
    return {"name": name, "ok": not errors, "errors": errors, "warnings": warnings}


def _print_problems(found: dict[str, tuple[Problem, ...]]) -> None:
    """Print the problems on stdout, as they are the report of this command."""
    for number, (name, problems) in enumerate(found.items()):
        if problems and number:
            say()
        print_problems(problems, stream=sys.stdout)
        if not problems:
            say(f"{name}: no problems")
