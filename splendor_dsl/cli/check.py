"""`splendor check`: every fault of rule files."""

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from splendor_dsl.cli.endings import FINE, Stop, status_of
from splendor_dsl.cli.options import Files, Json, Plugins, Settings
from splendor_dsl.cli.output import complain, say, say_json
from splendor_dsl.diagnostics import Problem

if TYPE_CHECKING:
    from splendor_dsl.pipeline import Loaded
    from splendor_dsl.report.backends import Coverage

Compose = Annotated[
    bool,
    typer.Option("--compose", help="Lay the files, and mechanics by name, on each other as one."),
]


Backends = Annotated[
    bool,
    typer.Option(
        "--backends",
        help="Tell how many clauses run on each backend, and which run on the interpreter alone.",
    ),
]


Every = Annotated[bool, typer.Option("--all", help="With --backends: tell it of each clause.")]


def check(
    files: Files,
    compose: Compose = False,
    backends: Backends = False,
    every: Every = False,
    settings: Settings = None,
    plugins: Plugins = None,
    as_json: Json = False,
) -> int:
    """Report every fault of rule files; exit 1 if there are errors.

    What runs on the interpreter alone is slower, and no fault.
    """
    from splendor_dsl.cli.opening import (
        open_extensions,
        read_composed,
        read_rules,
        read_settings,
    )
    from splendor_dsl.cli.problems import WrongCommand

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
    running = {name: _running(loaded) for name, loaded in read.items()} if backends else {}
    status = max((status_of(problems) for problems in found.values()), default=FINE)
    if as_json:
        problems = [problem for each in found.values() for problem in each]
        reports = [{**_report(name, each), **_facts(running, name)} for name, each in found.items()]
        say_json("check", ok=status == FINE, files=reports, problems=problems)
    else:
        _tell(found)
        _tell_running(running, every=every)
    return status


def _running(loaded: "Loaded") -> "Coverage | None":
    """Which clauses run where; none if there is no game."""
    from splendor_dsl.report.backends import coverage

    return None if loaded.model is None else coverage(loaded.model)


def _facts(running: dict[str, "Coverage | None"], name: str) -> dict[str, Any]:
    """What is told of the backends, if that was asked for."""
    from splendor_dsl.report.backends import coverage_to_dict

    if name not in running:
        return {}
    found = running[name]
    return {"not_compiled": None, "clauses": None} if found is None else coverage_to_dict(found)


def _tell_running(running: dict[str, "Coverage | None"], *, every: bool) -> None:
    from splendor_dsl.report.backends import coverage_lines

    for name, found in running.items():
        for line in () if found is None else coverage_lines(name, found, every=every):
            say(line)


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
