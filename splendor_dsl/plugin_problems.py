"""What can be wrong with a plugin. Most are warnings: the rest still works."""

import os
import sys
import traceback
from contextlib import redirect_stdout
from pathlib import Path
from typing import ClassVar, Final, TextIO

from splendor_dsl.diagnostics import Problem, Severity, problem_kind


@problem_kind
class PluginProblem(Problem):
    """The base of what is wrong with a plugin; `origin` says which one, and where it came from."""

    severity: ClassVar[Severity] = "warning"

    origin: str


@problem_kind
class PluginNotImported(PluginProblem):
    """The module of a plugin does not exist, or fails while it is imported.

    Games that use nothing of it play on. One that uses its mechanic is told that there is no such mechanic.

    Fails, where the package has no module `acme.tiles`:

        [project.entry-points.splendor_dsl]
        tiles = "acme.tiles"

    Passes, where it has one:

        [project.entry-points.splendor_dsl]
        tiles = "acme.market_tiles"
    """

    code = "SPL901"
    headline = "cannot import {origin}: {reason}"
    hint = "repair or remove it; everything else works without it"

    reason: str


@problem_kind
class PluginIsNoModule(PluginProblem):
    """An entry point names a value that can hold no hooks.

    Hooks are functions of a module. A text, a number or a function by itself has none.

    Fails, where `NAME` is a string:

        tiles = "acme.tiles:NAME"

    Passes, with the module itself:

        tiles = "acme.tiles"
    """

    code = "SPL902"
    headline = "{origin}: expected a module with hooks, found {found}"
    hint = "let the entry point name the module itself"

    found: str


@problem_kind
class PluginWithoutHooks(PluginProblem):
    """A plugin was imported, but nothing in it is marked as a hook.

    It was meant to add something, and a function is a hook only once it is marked as one.

    Fails:

        def splendor_bots():
            return [Bot(name="calm", make=Calm)]

    Passes:

        @hookimpl
        def splendor_bots():
            return [Bot(name="calm", make=Calm)]
    """

    code = "SPL903"
    headline = "{origin} adds nothing: expected a hook, found none"
    hint = "mark its functions with splendor_dsl.hookspecs.hookimpl"


@problem_kind
class HookUnknown(PluginProblem):
    """A function is marked as a hook, but there is no hook of its name.

    Nobody ever calls a hook of that name, so what it adds would be missing without a word.

    Fails:

        @hookimpl
        def splendor_bot():
            return [Bot(name="calm", make=Calm)]

    Passes:

        @hookimpl
        def splendor_bots():
            return [Bot(name="calm", make=Calm)]
    """

    code = "SPL904"
    headline = "unknown hook {hook!r} in {origin}"

    hook: str
    near: str | None = None

    def help(self) -> str | None:
        """The hook whose name is nearly the same."""
        return None if self.near is None else f"did you mean {self.near!r}?"


@problem_kind
class HookSignature(PluginProblem):
    """A hook asks for parameters that it does not get.

    Hooks are called with nothing. One that waits for more could never be called.

    Fails:

        @hookimpl
        def splendor_bots(game):
            return [Bot(name="calm", make=Calm)]

    Passes:

        @hookimpl
        def splendor_bots():
            return [Bot(name="calm", make=Calm)]
    """

    code = "SPL905"
    headline = "wrong signature of a hook in {origin}: {reason}"
    hint = "a hook takes no parameters; see splendor_dsl.hookspecs"

    reason: str


@problem_kind
class HookRaised(PluginProblem):
    """A hook raised an exception when it was asked for what it adds.

    What this hook adds is missing. The rest works without it.

    Fails:

        @hookimpl
        def splendor_bots():
            return [BOTS["calm"]]  # KeyError

    Passes:

        @hookimpl
        def splendor_bots():
            return [Bot(name="calm", make=Calm)]
    """

    code = "SPL906"
    headline = "the hook {hook!r} of {origin} failed: {reason}"

    hook: str
    reason: str


@problem_kind
class HookResult(PluginProblem):
    """A hook returned something else than a list of what it is to add.

    A hook may add several things, so it gives a list, also of a single one.

    Fails:

        @hookimpl
        def splendor_bots():
            return Bot(name="calm", make=Calm)

    Passes:

        @hookimpl
        def splendor_bots():
            return [Bot(name="calm", make=Calm)]
    """

    code = "SPL907"
    headline = "the hook {hook!r} of {origin}: expected {expected}, found {found}"

    hook: str
    expected: str
    found: str


@problem_kind
class PluginTwice(PluginProblem):
    """Two packages register a plugin by one name; the second is left out.

    Which of them a name leads to must not depend on what was installed first.

    Fails, in the files of two packages:

        tiles = "acme.tiles"
        tiles = "bcme.tiles"

    Passes:

        acme_tiles = "acme.tiles"
        bcme_tiles = "bcme.tiles"
    """

    code = "SPL908"
    headline = "two plugins of one name: {origin} is left out, {first} is used"

    first: str


@problem_kind
class ContributionTwice(PluginProblem):
    """Two plugins add a mechanic, check, bot, renderer or command of one name.

    Rules and commands call them by that name alone, so it must lead to one thing.

    Fails, in two plugins:

        Mechanic(name="tiles", title="Tiles", rules=...)
        Mechanic(name="tiles", title="More tiles", rules=...)

    Passes:

        Mechanic(name="tiles", title="Tiles", rules=...)
        Mechanic(name="more_tiles", title="More tiles", rules=...)
    """

    code = "SPL909"
    headline = (
        "two {kind}s of the name {name!r}: that of {origin}"
        " is left out, that of the plugin {first!r} is used"
    )

    kind: str
    name: str
    first: str


@problem_kind
class PluginRefused(PluginProblem):
    """A plugin that was named after `--plugin` adds nothing, for a reason that has a page of its own.

    What is asked for must be there: a plugin that was only installed is left out with a warning, one that was named
    ends the command.

    Fails, where there is no such module:

        splendor simulate classic --bots calm --plugin acme_bot

    Passes:

        splendor simulate classic --bots calm --plugin acme_bots.py
    """

    code = "SPL910"
    severity: ClassVar[Severity] = "error"
    headline = "{reason}"
    hint = "`splendor explain {cause}` says more"

    reason: str
    cause: str


@problem_kind
class PartProblem(Problem):
    """The base of what is wrong with one thing that a plugin adds."""

    severity: ClassVar[Severity] = "warning"

    name: str
    plugin: str


@problem_kind
class CheckFailed(PartProblem):
    """A check that a plugin adds raised an exception, or yielded something else than problems.

    What it found until then is told, and all other checks run.

    Fails:

        def tall(model):
            return f"{model.title} is too tall"

    Passes:

        def tall(model):
            yield TooTall(title=model.title, span=model.pieces[0].where.span)
    """

    code = "SPL911"
    headline = "the check {name!r} of the plugin {plugin!r} failed: {reason}"
    hint = "what else it would have found is not known; all other checks have run"

    reason: str


@problem_kind
class MechanicUnreadable(PartProblem):
    """A game uses a mechanic of a plugin whose rule file cannot be read.

    The file comes with the plugin, so it is the plugin that has to be repaired.

    Fails, where the package holds no such file:

        Mechanic(name="tiles", title="Tiles", rules=Path(__file__).with_name("tils.rules"))

    Passes:

        Mechanic(name="tiles", title="Tiles", rules=Path(__file__).with_name("tiles.rules"))
    """

    code = "SPL912"
    severity: ClassVar[Severity] = "error"
    headline = "cannot use the mechanic {name!r} of the plugin {plugin!r}: {reason}"

    reason: str


@problem_kind
class CommandTaken(PartProblem):
    """A plugin adds a command whose name one of the program's own commands has.

    The program's own command runs, so that no package changes what `splendor check` means.

    Fails:

        Command(name="check", function=check_cards)

    Passes:

        Command(name="check-cards", function=check_cards)
    """

    code = "SPL913"
    headline = (
        "the command {name!r} of the plugin {plugin!r} is left out:"
        " the program has a command of that name"
    )


@problem_kind
class CommandUnfit(PartProblem):
    """A plugin adds a command whose parameters cannot be made into options.

    They need types that Typer knows, such as `str`, `int`, `bool` and `Path`.

    Fails:

        def count(game: str, weights: list[list[int]]) -> None: ...

    Passes:

        def count(game: str, loud: bool = False) -> None: ...
    """

    code = "SPL914"
    headline = "the command {name!r} of the plugin {plugin!r} is left out: {reason}"

    reason: str


# ---- reasons ----------------------------------------------------------------------------------
# A module that calls `sys.exit` must not end the program.
FAILURES: Final = (Exception, SystemExit)
_PACKAGES: Final = ("site-packages", "dist-packages")
# What stands between the plugin and us, or below it: this package, what calls plugins, and Python's own modules.
_NOT_THEIRS: Final = (str(Path(__file__).parent), f"{os.sep}pluggy", f"{os.sep}typer")
_PYTHON: Final = f"{Path(os.__file__).parent}{os.sep}"
_MOST: Final = 200


def aside() -> redirect_stdout[TextIO]:
    """While code of a plugin runs, what it prints goes to stderr: stdout is for reports."""
    return redirect_stdout(sys.stderr)


def reason_of(error: BaseException) -> str:
    """The kind and text of an exception, and the line of the plugin that raised it."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if _is_theirs(frame.filename)]
    place = f" ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else ""
    try:
        text = _short(str(error))
    except FAILURES:  # what it says is code of theirs too
        text = ""
    return f"{type(error).__name__}: {text}{place}" if text else f"{type(error).__name__}{place}"


def a_value(value: object) -> str:
    """What a value is, in a message."""
    return "None" if value is None else f"a value of type {type(value).__name__!r}"


def _is_theirs(file: str) -> bool:
    python = file.startswith(_PYTHON) and not any(each in file for each in _PACKAGES)
    ours = any(f"{folder}{os.sep}" in file for folder in _NOT_THEIRS)
    return not (python or ours or file.startswith("<"))


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= _MOST else f"{words[:_MOST]}..."
