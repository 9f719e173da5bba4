"""`splendor test`: the examples, recorded games and invariants of rule files, and their coverage."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from attrs import define, field

from splendor_dsl.cli.exit_status import FINE, Stop, status_of
from splendor_dsl.cli.options import Files, Json, Language, Plugins
from splendor_dsl.cli.output import print_problems, say, say_json
from splendor_dsl.cli.usage import whole_number
from splendor_dsl.diagnostics import Problem
from splendor_dsl.game import MOST_GAMES

if TYPE_CHECKING:
    from splendor_dsl.cli.mutate import MutationOptions
    from splendor_dsl.examples.runner import RunResult
    from splendor_dsl.extensions import Extensions
    from splendor_dsl.pipeline import Loaded
    from splendor_dsl.testing.coverage import Coverage
    from splendor_dsl.testing.suite import Suite, Tested

Games = Annotated[
    int,
    typer.Option(
        "--games",
        parser=whole_number(0, MOST_GAMES),
        help="Random games per player count to test invariants; with --coverage, bots play as many.",
    ),
]
Coverage_ = Annotated[
    bool, typer.Option("--coverage", help="Show what neither tests nor games of bots reach.")
]
Html = Annotated[
    Path | None,
    typer.Option(
        "--html", metavar="FILE", help="Write the coverage as an HTML page with coloured rules."
    ),
]
Mutate = Annotated[
    bool,
    typer.Option(
        "--mutate",
        help="Change the rules one thing at a time; show the changes that no test notices.",
    ),
]
Cells = Annotated[
    bool,
    typer.Option(
        "--cells", help="With --mutate: also change the cells of tables, counted separately."
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        parser=whole_number(1, 256),
        help="With --mutate: number of parallel processes (default: 1).",
    ),
]


Tables = Annotated[bool, typer.Option("--tables", help="Show the table at each failed step.")]


def run_tests(
    files: Files,
    games: Games = 3,
    coverage: Coverage_ = False,
    html: Html = None,
    mutate: Mutate = False,
    cells: Cells = False,
    jobs: Jobs = None,
    tables: Tables = False,
    language: Language = None,
    plugins: Plugins = None,
    as_json: Json = False,
) -> int:
    """Run the examples, recorded games and invariants of rule files.

    Invariants are tested in random games.
    """
    from splendor_dsl.cli.coverage import write_page
    from splendor_dsl.cli.file_output import check_writable
    from splendor_dsl.cli.mutate import MutationOptions
    from splendor_dsl.cli.opened_game import language_of
    from splendor_dsl.cli.problems import WrongCommand
    from splendor_dsl.cli.rule_input import open_extensions
    from splendor_dsl.report.coverage_page import is_coverage_page

    alone = "--cells" if cells else "--jobs" if jobs is not None else None
    if alone is not None and not mutate:
        raise Stop([WrongCommand(reason=f"expected {alone} with --mutate, found it alone")])
    if html is not None:
        check_writable(html, "page of coverage", is_coverage_page)
    mutation_options = MutationOptions(jobs=jobs or 1, cells=cells, plugins=plugins or ())
    run = _TestRun(
        extensions=open_extensions(plugins),
        games=games,
        coverage=coverage or html is not None,
        mutation_options=mutation_options if mutate else None,
        tables=tables or language is not None,
        language=language_of(language),
        as_json=as_json,
    )
    for name in files:
        run.test(name)
    if html is not None:
        write_page(html, run.covered)
    if as_json:
        fine = run.status == FINE
        say_json("test", ok=fine, files=run.reports, problems=run.problems)
    return run.status


_NOT_REQUESTED: Final = {"coverage": None, "mutation": None}


@define(kw_only=True)
class _TestRun:
    """One run of the command: its options, and the results so far."""

    extensions: "Extensions"
    games: int
    coverage: bool
    mutation_options: "MutationOptions | None"
    tables: bool
    language: str
    as_json: bool
    status: int = FINE
    problems: list[Problem] = field(factory=list)
    reports: list[dict[str, Any]] = field(factory=list)
    covered: "list[tuple[str, Coverage]]" = field(factory=list)

    def test(self, name: str) -> None:
        """Test one rule file and print the results."""
        import sys

        from splendor_dsl.cli.rule_input import read_rules

        loaded = read_rules(name, extensions=self.extensions)
        report, found, coverage = self._run(name, loaded)
        self.status = max(self.status, status_of(found))
        self.problems += found
        self.reports.append(report)
        if not self.as_json:
            print_problems(found, stream=sys.stdout)
            say(_line(report))
        if coverage is not None:
            self._show(name, report, coverage)
        if self.mutation_options is not None and report["ran"]:
            self._mutate(loaded, report, self.mutation_options)

    def _run(
        self, name: str, loaded: "Loaded"
    ) -> "tuple[dict[str, Any], list[Problem], Coverage | None]":
        from splendor_dsl.cli.coverage import cover
        from splendor_dsl.testing.coverage import Observer
        from splendor_dsl.testing.suite import suite_of

        observer = Observer() if self.coverage else None
        suite = suite_of(loaded, watch=observer)
        if suite is None:
            report: dict[str, Any] = {"name": name, "ran": False, "tests": [], **_NOT_REQUESTED}
            return report, list(loaded.problems), None
        ran = list(suite.run(self.games))
        failed = [each.ran.problem for each in ran if each.ran.problem is not None]
        if self.tables and not self.as_json:
            self._draw(suite, [each.ran for each in ran if each.ran.problem is not None])
        coverage = None
        if observer is not None:
            coverage = cover(loaded, suite, observer, self.extensions, self.games)
        results = [_result(each) for each in ran]
        report = {"name": name, "ran": True, "tests": results, **_NOT_REQUESTED}
        return report, [*suite.problems, *failed], coverage

    def _draw(self, suite: "Suite", failed: "list[RunResult]") -> None:
        """Print the table of each failed test, in the requested language."""
        from splendor_dsl.prose.words import Words
        from splendor_dsl.report.failure import table_lines

        words = Words(rules=suite.game.notation, language=self.language, names=suite.resolved.names)
        for ran in failed:
            for line in (f"{ran.path}:", *table_lines(ran, words), ""):
                say(line)

    def _show(self, name: str, report: dict[str, Any], coverage: "Coverage") -> None:
        from splendor_dsl.cli.coverage import show_coverage
        from splendor_dsl.report.coverage import coverage_to_dict

        self.covered.append((name, coverage))
        report["coverage"] = coverage_to_dict(coverage)
        if not self.as_json:
            show_coverage(coverage)

    def _mutate(self, loaded: "Loaded", report: dict[str, Any], run: "MutationOptions") -> None:
        from splendor_dsl.cli.mutate import mutate, show_mutation
        from splendor_dsl.report.mutation import mutation_to_dict

        if not all(test["ok"] for test in report["tests"]):
            if not self.as_json:
                say("nothing is changed, as tests that fail would notice anything")
            return
        tried = mutate(loaded, run, self.extensions)
        report["mutation"] = mutation_to_dict(tried)
        if not self.as_json:
            show_mutation(tried)


def _result(tested: "Tested") -> dict[str, Any]:
    ran = tested.ran
    return {"kind": tested.kind, "name": ran.name, "path": ran.path, "ok": ran.problem is None}


def _line(report: dict[str, Any]) -> str:
    if not report["ran"]:
        return f"{report['name']}: has errors, so nothing ran"
    passed = sum(test["ok"] for test in report["tests"])
    kinds = "examples, recorded games and invariants"
    return f"{report['name']}: {passed} of {len(report['tests'])} {kinds} hold"
