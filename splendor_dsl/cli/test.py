"""`splendor test`: the examples, recorded games and invariants of rule files, and how much they hold."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from attrs import define, field

from splendor_dsl.cli.endings import FINE, Stop, status_of
from splendor_dsl.cli.options import Files, Json, Language, Plugins
from splendor_dsl.cli.output import complain, say, say_json
from splendor_dsl.cli.usage import whole
from splendor_dsl.diagnostics import Problem
from splendor_dsl.game import MOST_GAMES

if TYPE_CHECKING:
    from splendor_dsl.cli.mutate import Mutating
    from splendor_dsl.examples.runner import RunResult
    from splendor_dsl.extensions import Extensions
    from splendor_dsl.pipeline import Loaded
    from splendor_dsl.testing.coverage import Coverage
    from splendor_dsl.testing.suite import Suite, Tested

Games = Annotated[
    int,
    typer.Option(
        "--games",
        parser=whole(0, MOST_GAMES),
        help="Random games, a player count, for the invariants; bots play as many.",
    ),
]
Coverage_ = Annotated[
    bool, typer.Option("--coverage", help="Show what no test and no game of bots reaches.")
]
Html = Annotated[
    Path | None,
    typer.Option(
        "--html", metavar="FILE", help="Write the coverage as a page, the rules coloured."
    ),
]
Mutate = Annotated[
    bool,
    typer.Option(
        "--mutate", help="Change the rules one thing at a time; show what no test would notice."
    ),
]
Cells = Annotated[
    bool,
    typer.Option(
        "--cells", help="With --mutate: change the cells of tables too; they are counted apart."
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        parser=whole(1, 256),
        help="With --mutate: how many processes try the changes; by default 1.",
    ),
]


Tables = Annotated[
    bool, typer.Option("--tables", help="Show the table at the step at which a test fails.")
]


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

    The invariants are held in random games.
    """
    from splendor_dsl.cli.mutate import Mutating
    from splendor_dsl.cli.opening import open_extensions
    from splendor_dsl.cli.problems import WrongCommand
    from splendor_dsl.cli.reach import write_page
    from splendor_dsl.cli.starting import language_of
    from splendor_dsl.cli.writing import check_writable
    from splendor_dsl.report.coverage_page import is_coverage_page

    alone = "--cells" if cells else "--jobs" if jobs is not None else None
    if alone is not None and not mutate:
        raise Stop([WrongCommand(reason=f"expected {alone} with --mutate, found it alone")])
    if html is not None:
        check_writable(html, "page of coverage", is_coverage_page)
    mutating = Mutating(jobs=jobs or 1, cells=cells, plugins=plugins or ())
    asked = _Asked(
        extensions=open_extensions(plugins),
        games=games,
        coverage=coverage or html is not None,
        mutating=mutating if mutate else None,
        tables=tables or language is not None,
        language=language_of(language),
        as_json=as_json,
    )
    for name in files:
        asked.test(name)
    if html is not None:
        write_page(html, asked.covered)
    if as_json:
        fine = asked.status == FINE
        say_json("test", ok=fine, files=asked.reports, problems=asked.problems)
    return asked.status


_NOT_ASKED: Final = {"coverage": None, "mutation": None}


@define(kw_only=True)
class _Asked:
    """What was asked for, and what came of it so far."""

    extensions: "Extensions"
    games: int
    coverage: bool
    mutating: "Mutating | None"
    tables: bool
    language: str
    as_json: bool
    status: int = FINE
    problems: list[Problem] = field(factory=list)
    reports: list[dict[str, Any]] = field(factory=list)
    covered: "list[tuple[str, Coverage]]" = field(factory=list)

    def test(self, name: str) -> None:
        """Test one rule file, and tell of it."""
        import sys

        from splendor_dsl.cli.opening import read_rules

        loaded = read_rules(name, extensions=self.extensions)
        report, found, coverage = self._run(name, loaded)
        self.status = max(self.status, status_of(found))
        self.problems += found
        self.reports.append(report)
        if not self.as_json:
            complain(found, stream=sys.stdout)
            say(_line(report))
        if coverage is not None:
            self._show(name, report, coverage)
        if self.mutating is not None and report["ran"]:
            self._mutate(loaded, report, self.mutating)

    def _run(
        self, name: str, loaded: "Loaded"
    ) -> "tuple[dict[str, Any], list[Problem], Coverage | None]":
        from splendor_dsl.cli.reach import cover
        from splendor_dsl.testing.coverage import Observer
        from splendor_dsl.testing.suite import suite_of

        seeing = Observer() if self.coverage else None
        suite = suite_of(loaded, watch=seeing)
        if suite is None:
            report: dict[str, Any] = {"name": name, "ran": False, "tests": [], **_NOT_ASKED}
            return report, list(loaded.problems), None
        ran = list(suite.run(self.games))
        failed = [each.ran.problem for each in ran if each.ran.problem is not None]
        if self.tables and not self.as_json:
            self._draw(suite, [each.ran for each in ran if each.ran.problem is not None])
        coverage = None
        if seeing is not None:
            coverage = cover(loaded, suite, seeing, self.extensions, self.games)
        results = [_result(each) for each in ran]
        report = {"name": name, "ran": True, "tests": results, **_NOT_ASKED}
        return report, [*suite.problems, *failed], coverage

    def _draw(self, suite: "Suite", failed: "list[RunResult]") -> None:
        """The table of each test that fails, in the language that was asked for."""
        from splendor_dsl.prose.words import Words
        from splendor_dsl.report.failure import table_lines

        words = Words(rules=suite.game.notation, language=self.language, names=suite.resolved.names)
        for ran in failed:
            for line in (f"{ran.path}:", *table_lines(ran, words), ""):
                say(line)

    def _show(self, name: str, report: dict[str, Any], coverage: "Coverage") -> None:
        from splendor_dsl.cli.reach import show_coverage
        from splendor_dsl.report.coverage import coverage_to_dict

        self.covered.append((name, coverage))
        report["coverage"] = coverage_to_dict(coverage)
        if not self.as_json:
            show_coverage(coverage)

    def _mutate(self, loaded: "Loaded", report: dict[str, Any], asked: "Mutating") -> None:
        from splendor_dsl.cli.mutate import mutate, show_mutation
        from splendor_dsl.report.mutation import mutation_to_dict

        if not all(test["ok"] for test in report["tests"]):
            if not self.as_json:
                say("nothing is changed, as tests that fail would notice anything")
            return
        tried = mutate(loaded, asked, self.extensions)
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
