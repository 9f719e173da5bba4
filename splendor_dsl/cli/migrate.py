"""`splendor migrate`: recorded games under changed rules."""

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from attrs import define, field

from splendor_dsl.cli.completion import game_names
from splendor_dsl.cli.exit_status import FAULTS, FINE, Stop, status_of
from splendor_dsl.cli.options import Json, Plugins, RulesOfRecord
from splendor_dsl.cli.output import print_problems, say, say_json
from splendor_dsl.diagnostics import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from splendor_dsl.extensions import Extensions
    from splendor_dsl.game.game import Game
    from splendor_dsl.records.migration import FirstDifference, MigrationResult

RecordFile = Annotated[
    str | None, typer.Argument(metavar="RECORD", help="A record of a game.", show_default=False)
]
Folder = Annotated[
    Path | None,
    typer.Option(
        "--dir", metavar="DIR", help="Migrate all records in a folder, and print a summary."
    ),
]
Old = Annotated[
    str | None,
    typer.Option(
        "--from",
        metavar="GAME",
        autocompletion=game_names,
        help="The rules the record was made with; then also show what differs in the position.",
    ),
]
Write = Annotated[
    bool,
    typer.Option(
        "--write", help="Rewrite records for the current rules if all their moves are possible."
    ),
]
MOST_CLAUSES: Final = 12


def migrate(
    record: RecordFile = None,
    folder: Folder = None,
    rules: RulesOfRecord = None,
    old: Old = None,
    write: Write = False,
    plugins: Plugins = None,
    as_json: Json = False,
) -> int:
    """Replay records under changed rules.

    Show the first move or position that differs, and the changed clauses.
    """
    from splendor_dsl.cli.problems import WrongCommand
    from splendor_dsl.cli.rule_input import open_extensions

    if (record is None) == (folder is None):
        found = "nothing" if record is None else "both"
        reason = f"expected a record, or a folder of them by --dir, found {found}"
        raise Stop([WrongCommand(reason=reason)])
    extensions = open_extensions(plugins)
    run = _Run(rules=rules, old=old, write=write, extensions=extensions, as_json=as_json)
    for path in [record or ""] if folder is None else _records(folder):
        run.migrate(path, alone=folder is None)
    if folder is not None and not as_json:
        say(run.sum_up())
    if as_json:
        fine = run.status == FINE
        say_json("migrate", ok=fine, records=run.reports, problems=run.problems)
    return run.status


def _records(folder: Path) -> list[str]:
    """Return the files of a folder that begin as records do, by name."""
    from splendor_dsl.cli.problems import WrongCommand
    from splendor_dsl.rule_files import looks_like_record

    if not folder.is_dir():
        raise Stop([WrongCommand(reason=f"expected a folder, found {str(folder)!r}")])
    found = [str(path) for path in sorted(folder.iterdir())]
    return [name for name in found if name.endswith(".record") or looks_like_record(name)]


@define(kw_only=True)
class _Run:
    """One run of the command: its options, and the results so far."""

    rules: str | None
    old: str | None
    write: bool
    extensions: "Extensions"
    as_json: bool
    status: int = FINE
    problems: list[Problem] = field(factory=list)
    reports: list[dict[str, Any]] = field(factory=list)

    def migrate(self, path: str, *, alone: bool) -> None:
        """Migrate one record; an unreadable record among several does not stop the others."""
        from splendor_dsl.cli.records import load_record, open_recorded, warnings_of
        from splendor_dsl.records.migration import migrate

        try:
            record = load_record(path)
            game = open_recorded(record, path, rules=self.rules, extensions=self.extensions).game
            done = migrate(record, game, self._old(path))
        except Stop as stop:
            if alone:
                raise
            self.status = max(self.status, stop.status)
            self.problems += stop.problems
            self.reports.append(_unread(path))
            if not self.as_json:
                print_problems(stop.problems)
            return
        written = self._written(path, done, game)
        problems = [] if written is True else [*warnings_of(record, game)]
        problems += [written] if isinstance(written, Problem) else []
        fine = FINE if done.as_before else FAULTS
        self.status = max(self.status, status_of(problems), fine)
        self.problems += [*([] if done.problem is None else [done.problem]), *problems]
        self.reports.append(_facts(path, done, written=written is True))
        if not self.as_json:
            self._print(path, done, written=written is True)
            print_problems(problems)

    def _old(self, path: str) -> "Game | None":
        """Return the old rules; raise Stop unless the record was made with them."""
        from splendor_dsl.cli.records import load_record, open_recorded
        from splendor_dsl.records.problems import RecordRules

        if self.old is None:
            return None
        record = load_record(path)
        game = open_recorded(record, path, rules=self.old, extensions=self.extensions).game
        if game.hash != record.rules:
            span = record.spans.get("rules")
            expected, found = game.hash, record.rules
            raise Stop([RecordRules(game=self.old, expected=expected, found=found, span=span)])
        return game

    def _written(self, path: str, done: "MigrationResult", game: "Game") -> bool | Problem:
        """Return whether the record was rewritten; a problem if it could not be."""
        from splendor_dsl.cli.file_output import write_text
        from splendor_dsl.cli.records import invisible_rules, name_for
        from splendor_dsl.records.migration import renewed
        from splendor_dsl.records.record import to_text

        if not self.write or not done.whole:
            return False
        named = done.record.game if self.rules is None else name_for(Path(path), self.rules)
        rewritten = renewed(done, game, named)
        if rewritten == done.record:
            return False
        return (
            invisible_rules(Path(path), named) or write_text(Path(path), to_text(rewritten)) or True
        )

    def _print(self, path: str, done: "MigrationResult", *, written: bool) -> None:
        say(f"{path}: {_verdict(done)}{self._written_note(done, written=written)}")
        if done.differs is not None:
            for line in _position_lines(done.differs):
                say(f"  {line}")
        if not done.same_rules:
            self._print_changed(done)
        if done.problem is not None:
            print_problems([done.problem])

    def _written_note(self, done: "MigrationResult", *, written: bool) -> str:
        """Return a note on whether the record was rewritten, if that was requested."""
        if written:
            return ", written anew"
        return ", nothing written" if self.write and not done.whole else ""

    def _print_changed(self, done: "MigrationResult") -> None:
        """Print the changed clauses; those of the move before the first difference come first."""
        from splendor_dsl.report.terminal import many

        by = () if done.differs is None else done.differs.by
        for clause in sorted(done.changed, key=lambda each: each not in by)[:MOST_CLAUSES]:
            say(f"  changed: {clause}{', which that move is made by' if clause in by else ''}")
        if len(done.changed) > MOST_CLAUSES:
            say(f"  and {many(len(done.changed) - MOST_CLAUSES, 'clause')} more")
        if not done.record.clauses and self.old is None:
            say("  it does not say which clauses it was made by; --from names the rules of then")

    def sum_up(self) -> str:
        """Return the number of records with each verdict, and for each clause the number of records it affects."""
        from splendor_dsl.report.terminal import many

        words = {
            "as before": "as before",
            "differs": "with all moves, but another course or result",
            "stops": "that can't be played to their end",
            "unread": "that can't be read or begun",
        }
        counts = {word: sum(each["verdict"] == word for each in self.reports) for word in words}
        parts = [f"{count} {words[word]}" for word, count in counts.items() if count]
        summed = f"{many(len(self.reports), 'record')}: {', '.join(parts) or 'none'}"
        changed = Counter(path for each in self.reports for path in each["changed"]).most_common()
        clauses = [f"{path} ({count})" for path, count in changed[:MOST_CLAUSES]]
        more = [f"and {len(changed) - MOST_CLAUSES} more"] if len(changed) > MOST_CLAUSES else []
        return f"{summed}\nchanged: {', '.join([*clauses, *more])}" if clauses else summed


def _position_lines(differs: "FirstDifference") -> "Iterator[str]":
    """Yield the first position that differs, and the differences."""
    made = f"after move {differs.after}, {differs.move!r} of {differs.player}"
    yield f"the first position that differs: {made if differs.after else 'the beginning'}"
    yield from (f"  {what}" for what in differs.what)


def _verdict(done: "MigrationResult") -> str:
    """Return the result of a record in a few words."""
    from splendor_dsl.report.terminal import many

    moves = many(done.record.count, "move")
    if done.same_rules and done.as_before:
        return f"{moves}, by the rules as they are"
    if done.problem is not None:
        return f"{done.moves} of {moves} can be made"
    if done.result != done.record.result:
        return f"all {moves} can be made, but lead to {done.result}, not {done.record.result}"
    if done.differs is not None:
        return f"all {moves} can be made, with the same result on another course"
    return f"all {moves} can be made, with the same result"


def _word(done: "MigrationResult") -> str:
    if not done.whole:
        return "stops"
    return "as before" if done.as_before else "differs"


def _facts(path: str, done: "MigrationResult", *, written: bool) -> dict[str, Any]:
    from attrs import asdict

    from splendor_dsl.position.serialisation import plain

    differs = done.differs
    return {
        "record": path,
        "verdict": _word(done),
        "same_rules": done.same_rules,
        "changed": list(done.changed),
        "moves": done.moves,
        "of": done.record.count,
        "result": done.result,
        "was": done.record.result,
        "differs": None if differs is None else plain(asdict(differs)),
        "written": written,
    }


def _unread(path: str) -> dict[str, Any]:
    nothing = dict.fromkeys(("moves", "of", "result", "was", "differs"))
    return {
        "record": path,
        "verdict": "unread",
        "same_rules": False,
        "changed": [],
        **nothing,
        "written": False,
    }
