"""`splendor watch`: a rule file checked, tested and compared with its base on every save."""

import time
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from attrs import define, field

from splendor_dsl.cli.completion import rule_file_names
from splendor_dsl.cli.diff import Paths
from splendor_dsl.cli.exit_status import FAULTS, FINE, Stop, status_of
from splendor_dsl.cli.options import Language, Plugins
from splendor_dsl.cli.output import print_problems, say
from splendor_dsl.cli.usage import whole_number
from splendor_dsl.diagnostics import Problem, has_errors
from splendor_dsl.game import MOST_GAMES

if TYPE_CHECKING:
    from splendor_dsl.cli.opened_game import Opened
    from splendor_dsl.extensions import Extensions
    from splendor_dsl.pipeline import Loaded

RuleFile = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help="A rule file.",
        show_default=False,
        autocompletion=rule_file_names,
    ),
]
Once = Annotated[
    bool, typer.Option("--once", help="Check once and exit with the status of `test`.")
]
Games = Annotated[
    int,
    typer.Option(
        "--games",
        parser=whole_number(0, MOST_GAMES),
        help="Random games with the fewest players to test invariants.",
    ),
]
PAUSE: Final = 0.1  # seconds between two checks of the files
MOST_LINES: Final = 40  # of changes to one base

# For each file at the last check: when its content and its metadata last changed, and its size.
FileStamps = Mapping[Path, tuple[int, int, int]]


def watch(
    file: RuleFile,
    once: Once = False,
    games: Games = 1,
    paths: Paths = False,
    language: Language = None,
    plugins: Plugins = None,
) -> int:
    """Check and test a rule file on every save; Ctrl-C ends it.

    Also show what is different for players of its base.
    """
    import sys

    from splendor_dsl.cli.rule_input import open_extensions
    from splendor_dsl.rule_files import rule_file

    path = rule_file(file)
    if isinstance(path, Problem):
        raise Stop([path])
    watcher = _Watcher(
        path=path,
        games=games,
        paths=paths,
        language=language,
        extensions=open_extensions(plugins),
        waits=not once,
    )
    if once:
        return watcher.look()
    try:
        watcher.look()
        sys.stdout.flush()
        while True:
            time.sleep(PAUSE)
            if watcher.has_changed():
                say()
                watcher.look()
                sys.stdout.flush()
    except KeyboardInterrupt:
        say()
    return FINE


@define(kw_only=True)
class _Watcher:
    """The watched file, and the facts kept between two checks."""

    path: Path
    games: int
    paths: bool = False
    language: str | None = None
    extensions: "Extensions"
    waits: bool  # for a missing file
    stamps: FileStamps = field(factory=dict)
    bases: dict[str, "Opened"] = field(factory=dict)

    def has_changed(self) -> bool:
        """Return whether a relevant file has been saved, created or deleted since the last check."""
        return self.stamps != _file_stamps(self.path)

    def look(self) -> int:
        """Check, test, compare and report; return the exit status."""
        from splendor_dsl.pipeline import load_file

        began, now = time.monotonic(), _file_stamps(self.path)
        if any(now.get(path) != was for path, was in self.stamps.items() if path != self.path):
            self.bases.clear()
        self.stamps = now
        loaded = load_file(self.path, extensions=self.extensions)
        status, summary = self._report(loaded)
        for line in self._changes(loaded):
            say(f"  {line}")
        taken = time.monotonic() - began
        say(f"{self.path.name or self.path}: {summary} ({taken:.2f} s)")
        return status

    def _report(self, loaded: "Loaded") -> tuple[int, str]:
        """Print the problems; return the exit status and a summary."""
        import sys

        from splendor_dsl.examples.recorded_games import run_recorded
        from splendor_dsl.examples.runner import run_examples, run_invariants
        from splendor_dsl.report.terminal import summary
        from splendor_dsl.testing.suite import suite_of

        suite = suite_of(loaded)
        if suite is None:
            problems = loaded.faults()
            print_problems(problems, stream=sys.stdout)
            unread = self.waits and loaded.source is None
            waiting = "not there to read, waiting for it" if unread else summary(problems)
            return status_of(problems) or FAULTS, waiting
        ran = [*run_examples(suite.game, suite.examples)]
        ran += run_recorded(suite.recorded, suite.game_with)
        if (
            self.games
        ):  # games with the fewest players find most faults, and an answer must be quick
            fewest = suite.game.players[:1]
            ran += run_invariants(suite.game, games=self.games, players=fewest)
        failed = [each.problem for each in ran if each.problem is not None]
        print_problems([*suite.problems, *failed], stream=sys.stdout)
        held = f"{len(ran) - len(failed)} of {len(ran)} tests hold"
        return (FAULTS if failed or has_errors(loaded.problems) else FINE), held

    def _changes(self, loaded: "Loaded") -> Iterator[str]:
        """Yield the changes to each base: in a player's words, or clause by clause."""
        opened = _opened(loaded, self.path, self.extensions)
        for name in () if opened is None else _bases_of(loaded):
            base = self._base(name)
            if base is not None and opened is not None:
                yield f"{name}:"
                lines = [line for line in self._differences(base, opened) if line]
                yield from (f"  {line}" for line in islice(lines, MOST_LINES))
                if len(lines) > MOST_LINES:
                    yield f"  and {len(lines) - MOST_LINES} lines more, which diff shows"

    def _differences(self, base: "Opened", opened: "Opened") -> Iterator[str]:
        from splendor_dsl.cli.diff import difference_lines, path_lines
        from splendor_dsl.explain.differences import path_changes
        from splendor_dsl.prose.differences import differences
        from splendor_dsl.prose.unexplained import unexplained

        changes = tuple(path_changes(base.resolved, opened.resolved))
        if self.paths:
            return path_lines(changes)
        was, words = base.words(self.language), opened.words(self.language)
        found = differences(was, words)
        return difference_lines(words, found, unexplained(changes, found, was, words))

    def _base(self, name: str) -> "Opened | None":
        """Return a base, read again only if a file beside it changes."""
        from splendor_dsl.bundled import find_game
        from splendor_dsl.pipeline import load_file

        if name not in self.bases:
            near = self.path.with_name(f"{name}.rules")
            path = near if near.is_file() else find_game(name)
            loaded = None if path is None else load_file(path, extensions=self.extensions)
            if loaded is None or path is None:
                return None
            opened = _opened(loaded, path, self.extensions)
            if opened is None:
                return None
            self.bases[name] = opened
        return self.bases[name]


def _opened(loaded: "Loaded", path: Path, extensions: "Extensions") -> "Opened | None":
    """Return the game of a file; none if its errors leave none."""
    from splendor_dsl.cli.opened_game import Opened
    from splendor_dsl.game.game import game

    if loaded.model is None or loaded.resolved is None:
        return None
    return Opened(
        name=str(path),
        game=game(loaded.model),
        settings={},
        extensions=extensions,
        resolved=loaded.resolved,
        examples=loaded.examples,
    )


def _bases_of(loaded: "Loaded") -> tuple[str, ...]:
    from splendor_dsl.syntax.ast import Variant

    header: Any = None if loaded.file is None else loaded.file.header
    if header is None or not isinstance(header.construct, Variant):
        return ()
    return tuple(each.text for each in header.construct.extends)


def _file_stamps(path: Path) -> FileStamps:
    """Return the stamps of the file, of other files in its folder that rules can read, and of its recorded games."""
    from splendor_dsl.examples.recorded_games import recorded_games

    near = (each for kind in ("*.rules", "*.csv") for each in path.parent.glob(kind))
    stamps: dict[Path, tuple[int, int, int]] = {}
    for each in (path, *near, *recorded_games(path)):
        try:
            found = each.stat()
        except OSError:
            continue
        stamps[each] = found.st_mtime_ns, found.st_ctime_ns, found.st_size
    return stamps
