"""`splendor test`: the examples and invariants of rule files."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from splendor_dsl.cli.endings import FINE, status_of
from splendor_dsl.cli.options import Files, Json, Plugins
from splendor_dsl.cli.output import complain, say, say_json
from splendor_dsl.diagnostics import Problem

if TYPE_CHECKING:
    from splendor_dsl.pipeline import Loaded
    from splendor_dsl.play.examples import Ran

Games = Annotated[
    int, typer.Option("--games", min=0, help="Random games, a player count, for the invariants.")
]


def run_tests(
    files: Files, games: Games = 3, plugins: Plugins = None, as_json: Json = False
) -> int:
    """Run the examples of rule files, and hold their invariants in random games."""
    import sys

    from splendor_dsl.cli.opening import open_extensions, read_rules

    extensions = open_extensions(plugins)
    status, problems, reports = FINE, [], []
    for name in files:
        loaded = read_rules(name, extensions=extensions)
        report, found = _run(name, loaded, games)
        status = max(status, status_of(found))
        problems += found
        reports.append(report)
        if not as_json:
            complain(found, stream=sys.stdout)
            say(_line(report))
    if as_json:
        say_json("test", ok=status == FINE, files=reports, problems=problems)
    return status


def _run(name: str, loaded: "Loaded", games: int) -> tuple[dict[str, Any], list[Problem]]:
    from splendor_dsl.play.examples import run_examples, run_invariants
    from splendor_dsl.play.game import game

    if loaded.model is None:
        return {"name": name, "ran": False, "tests": []}, list(loaded.problems)
    made = game(loaded.model)
    ran = [("example", each) for each in run_examples(made, loaded.examples)]
    ran += [("invariant", each) for each in run_invariants(made, games=games)] if games else []
    failed = [each.problem for _, each in ran if each.problem is not None]
    tests = [_result(kind, each) for kind, each in ran]
    return {"name": name, "ran": True, "tests": tests}, [*loaded.problems, *failed]


def _result(kind: str, ran: "Ran") -> dict[str, Any]:
    return {"kind": kind, "name": ran.name, "path": ran.path, "ok": ran.problem is None}


def _line(report: dict[str, Any]) -> str:
    if not report["ran"]:
        return f"{report['name']}: has errors, so nothing ran"
    passed = sum(test["ok"] for test in report["tests"])
    return f"{report['name']}: {passed} of {len(report['tests'])} examples and invariants hold"
