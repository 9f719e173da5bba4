"""`splendor check`: every fault of rule files."""

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from splendor_dsl.cli.endings import FINE, status_of
from splendor_dsl.cli.options import Files, Json, Plugins, Settings
from splendor_dsl.cli.output import complain, say, say_json
from splendor_dsl.diagnostics import Problem

if TYPE_CHECKING:
    from splendor_dsl.pipeline import Loaded

Compose = Annotated[
    bool,
    typer.Option("--compose", help="Lay the files, and mechanics by name, on each other as one."),
]


Backends = Annotated[
    bool,
    typer.Option("--backends", help="Tell which clauses keep a game from being compiled."),
]


def check(
    files: Files,
    compose: Compose = False,
    backends: Backends = False,
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
    read: dict[str, Loaded] = {}
    if compose:
        together = read_composed(files, settings=values, extensions=extensions)
        read[" + ".join(files)] = together
    for name in () if compose else files:
        read[name] = read_rules(name, settings=values, extensions=extensions)
    found = {name: loaded.problems for name, loaded in read.items()}
    gaps = {name: _gaps(loaded) for name, loaded in read.items()} if backends else {}
    status = max((status_of(problems) for problems in found.values()), default=FINE)
    if as_json:
        problems = [problem for each in found.values() for problem in each]
        reports = [
            {**_report(name, each), **({"not_compiled": gaps[name]} if backends else {})}
            for name, each in found.items()
        ]
        say_json("check", ok=status == FINE, files=reports, problems=problems)
    else:
        _tell(found)
        for name, each in gaps.items():
            _tell_gaps(name, each)
    return status


def _gaps(loaded: "Loaded") -> list[dict[str, str]] | None:
    """The clauses that only the interpreter runs; none if there is no game."""
    from splendor_dsl.backends.compiled.module import all_gaps
    from splendor_dsl.ir.from_semantics import from_semantics

    if loaded.model is None:
        return None
    found = all_gaps(from_semantics(loaded.model))
    return [{"path": gap.path, "reason": gap.reason} for gap in found]


def _tell_gaps(name: str, gaps: list[dict[str, str]] | None) -> None:
    if gaps is None:
        return
    if not gaps:
        say(f"{name}: every clause runs on every backend (interpreter, python, native)")
    for gap in gaps:
        say(f"{name}: {gap['path']} runs on the interpreter alone: {gap['reason']}")


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
