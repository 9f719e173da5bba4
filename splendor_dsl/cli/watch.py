"""`splendor watch`: a rule file checked, tested and compared with its base whenever it is saved."""

import time
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from attrs import define, field

from splendor_dsl.cli.completion import rule_file_names
from splendor_dsl.cli.diff import Paths
from splendor_dsl.cli.endings import FAULTS, FINE, Stop, status_of
from splendor_dsl.cli.options import Language, Plugins
from splendor_dsl.cli.output import complain, say
from splendor_dsl.cli.usage import whole
from splendor_dsl.diagnostics import Problem, has_errors
from splendor_dsl.game import MOST_GAMES

if TYPE_CHECKING:
    from splendor_dsl.cli.starting import Opened
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
Once = Annotated[bool, typer.Option("--once", help="Look once, and end as test does.")]
Games = Annotated[
    int,
    typer.Option(
        "--games",
        parser=whole(0, MOST_GAMES),
        help="Random games of the fewest players, for the invariants.",
    ),
]
PAUSE: Final = 0.1  # seconds between two looks at the files
MOST_LINES: Final = 40  # of what a file changes in one base

# What a file was when it was last looked at: when it, and its rights, were last changed, and how long it is.
Seen = Mapping[Path, tuple[int, int, int]]


def watch(
    file: RuleFile,
    once: Once = False,
    games: Games = 1,
    paths: Paths = False,
    language: Language = None,
    plugins: Plugins = None,
) -> int:
    """Check and test a rule file on every save; Ctrl-C ends it.

    What a player of its base has to know is shown too.
    """
    import sys

    from splendor_dsl.cli.opening import open_extensions
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
    """The file, and what is remembered from one look to the next."""

    path: Path
    games: int
    paths: bool = False
    language: str | None = None
    extensions: "Extensions"
    waits: bool  # for a file that is not there
    seen: Seen = field(factory=dict)
    bases: dict[str, "Opened"] = field(factory=dict)

    def has_changed(self) -> bool:
        """Whether a file that counts has been saved, made or deleted since."""
        return self.seen != _seen(self.path)

    def look(self) -> int:
        """Check, test, compare, and tell; the exit code that this calls for."""
        from splendor_dsl.pipeline import load_file

        began, now = time.monotonic(), _seen(self.path)
        if any(now.get(path) != was for path, was in self.seen.items() if path != self.path):
            self.bases.clear()
        self.seen = now
        loaded = load_file(self.path, extensions=self.extensions)
        status, summary = self._tell(loaded)
        for line in self._changes(loaded):
            say(f"  {line}")
        taken = time.monotonic() - began
        say(f"{self.path.name or self.path}: {summary} ({taken:.2f} s)")
        return status

    def _tell(self, loaded: "Loaded") -> tuple[int, str]:
        """Tell what is wrong; the exit code, and all in a few words."""
        import sys

        from splendor_dsl.examples.recorded_games import run_recorded
        from splendor_dsl.examples.runner import run_examples, run_invariants
        from splendor_dsl.report.terminal import summary
        from splendor_dsl.testing.suite import suite_of

        suite = suite_of(loaded)
        if suite is None:
            problems = loaded.faults()
            complain(problems, stream=sys.stdout)
            unread = self.waits and loaded.source is None
            waiting = "not there to read, waiting for it" if unread else summary(problems)
            return status_of(problems) or FAULTS, waiting
        ran = [*run_examples(suite.game, suite.examples)]
        ran += run_recorded(suite.recorded, suite.game_with)
        if (
            self.games
        ):  # those of the fewest players say most of it, and an answer must not take long
            fewest = suite.game.players[:1]
            ran += run_invariants(suite.game, games=self.games, players=fewest)
        failed = [each.problem for each in ran if each.problem is not None]
        complain([*suite.problems, *failed], stream=sys.stdout)
        held = f"{len(ran) - len(failed)} of {len(ran)} tests hold"
        return (FAULTS if failed or has_errors(loaded.problems) else FINE), held

    def _changes(self, loaded: "Loaded") -> Iterator[str]:
        """What the file changes in each of its bases: in a player's words, or clause by clause."""
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
        from splendor_dsl.cli.diff import path_lines, told_lines
        from splendor_dsl.explain.differences import path_changes
        from splendor_dsl.prose.differences import differences
        from splendor_dsl.prose.unexplained import unexplained

        changes = tuple(path_changes(base.resolved, opened.resolved))
        if self.paths:
            return path_lines(changes)
        was, words = base.words(self.language), opened.words(self.language)
        found = differences(was, words)
        return told_lines(words, found, unexplained(changes, found, was, words))

    def _base(self, name: str) -> "Opened | None":
        """A base, read once as long as no file beside it changes."""
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
    """The game of a file; none where its errors leave none."""
    from splendor_dsl.cli.starting import Opened
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
    if header is None or not isinstance(header.says, Variant):
        return ()
    return tuple(each.text for each in header.says.extends)


def _seen(path: Path) -> Seen:
    """The file, what else stands in its folder that rules can read, and its recorded games."""
    from splendor_dsl.examples.recorded_games import recorded_games

    near = (each for kind in ("*.rules", "*.csv") for each in path.parent.glob(kind))
    seen: dict[Path, tuple[int, int, int]] = {}
    for each in (path, *near, *recorded_games(path)):
        try:
            found = each.stat()
        except OSError:
            continue
        seen[each] = found.st_mtime_ns, found.st_ctime_ns, found.st_size
    return seen
