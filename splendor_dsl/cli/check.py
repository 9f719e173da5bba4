"""`splendor check`: every fault of rule files."""

import sys
from typing import Annotated, Any

import typer

from splendor_dsl.cli.endings import FINE, status_of
from splendor_dsl.cli.options import Files, Json, Plugins, Settings
from splendor_dsl.cli.output import complain, say, say_json
from splendor_dsl.diagnostics import Problem

Compose = Annotated[
    bool,
    typer.Option("--compose", help="Lay the files, and mechanics by name, on each other as one."),
]


def check(
    files: Files,
    compose: Compose = False,
    settings: Settings = None,
    plugins: Plugins = None,
    as_json: Json = False,
) -> int:
    """Report every fault of rule files; exit 1 if there are errors."""
    from splendor_dsl.cli.opening import (
        open_extensions,
        read_composed,
        read_rules,
        read_settings,
    )

    extensions, values = open_extensions(plugins), read_settings(settings)
    found: dict[str, tuple[Problem, ...]] = {}
    if compose:
        together = read_composed(files, settings=values, extensions=extensions)
        found[" + ".join(files)] = together.problems
    for name in () if compose else files:
        found[name] = read_rules(name, settings=values, extensions=extensions).problems
    status = max((status_of(problems) for problems in found.values()), default=FINE)
    if as_json:
        problems = [problem for each in found.values() for problem in each]
        reports = [_report(name, each) for name, each in found.items()]
        say_json("check", ok=status == FINE, files=reports, problems=problems)
    else:
        _tell(found)
    return status


def _report(name: str, problems: tuple[Problem, ...]) -> dict[str, Any]:
    severities = [problem.severity for problem in problems]
    errors, warnings = severities.count("error"), severities.count("warning")
    return {"name": name, "ok": not errors, "errors": errors, "warnings": warnings}


def _tell(found: dict[str, tuple[Problem, ...]]) -> None:
    """The faults are what this command reports, so they go to stdout."""
    for number, (name, problems) in enumerate(found.items()):
        if problems and number:
            say()
        complain(problems, stream=sys.stdout)
        if not problems:
            say(f"{name}: no problems")
