"""The problems of plugins. Most are warnings: the rest still works."""

import os
import sys
import traceback
from contextlib import redirect_stdout
from pathlib import Path
from typing import ClassVar, Final, TextIO

from splendor_dsl.diagnostics import Problem, Severity, problem_kind


@problem_kind
class PluginProblem(Problem):
    """The base of problems of a plugin; `origin` names the plugin and its source."""

    severity: ClassVar[Severity] = "warning"

    origin: str


@problem_kind
class PluginNotImported(PluginProblem):
    """The module of a plugin does not exist, or fails while it is imported."""

    code = "SPL901"
    headline = "cannot import {origin}: {reason}"
    hint = "repair or remove it; everything else works without it"

    reason: str


@problem_kind
class PluginIsNoModule(PluginProblem):
    """An entry point names a value that can hold no hooks."""

    code = "SPL902"
    headline = "{origin}: expected a module with hooks, found {found}"
    hint = "let the entry point name the module itself"

    found: str


@problem_kind
class PluginWithoutHooks(PluginProblem):
    """A plugin was imported, but nothing in it is marked as a hook."""

    code = "SPL903"
    headline = "{origin} adds nothing: expected a hook, found none"
    hint = "mark its functions with splendor_dsl.hookspecs.hookimpl"


@problem_kind
class HookUnknown(PluginProblem):
    """A function is marked as a hook, but there is no hook of its name."""

    code = "SPL904"
    headline = "unknown hook {hook!r} in {origin}"

    hook: str
    near: str | None = None

    def help(self) -> str | None:
        """Return the hook with nearly the same name, if there is one."""
        return None if self.near is None else f"did you mean {self.near!r}?"


@problem_kind
class HookSignature(PluginProblem):
    """A hook asks for parameters that it does not get."""

    code = "SPL905"
    headline = "wrong signature of a hook in {origin}: {reason}"
    hint = "a hook takes no parameters; see splendor_dsl.hookspecs"

    reason: str


@problem_kind
class HookRaised(PluginProblem):
    """A hook raised an exception when it was asked for what it adds."""

    code = "SPL906"
    headline = "the hook {hook!r} of {origin} failed: {reason}"

    hook: str
    reason: str


@problem_kind
class HookResult(PluginProblem):
    """A hook returned something else than a list of what it is to add."""

    code = "SPL907"
    headline = "the hook {hook!r} of {origin}: expected {expected}, found {found}"

    hook: str
    expected: str
    found: str


@problem_kind
class PluginTwice(PluginProblem):
    """Two packages register a plugin by one name; the second is left out."""

    code = "SPL908"
    headline = "two plugins of one name: {origin} is left out, {first} is used"

    first: str


@problem_kind
class ContributionTwice(PluginProblem):
    """Two plugins add a mechanic, check, bot, renderer or command of one name."""

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
    """A plugin that was named after `--plugin` adds nothing, for a reason that has a page of its own."""

    code = "SPL910"
    severity: ClassVar[Severity] = "error"
    headline = "{reason}"
    hint = "`splendor explain {cause}` says more"

    reason: str
    cause: str


@problem_kind
class PartProblem(Problem):
    """The base of problems of one thing that a plugin adds."""

    severity: ClassVar[Severity] = "warning"

    name: str
    plugin: str


@problem_kind
class CheckFailed(PartProblem):
    """A check that a plugin adds raised an exception, or yielded something else than problems."""

    code = "SPL911"
    headline = "the check {name!r} of the plugin {plugin!r} failed: {reason}"
    hint = "what else it would have found is not known; all other checks have run"

    reason: str


@problem_kind
class MechanicUnreadable(PartProblem):
    """A game uses a mechanic of a plugin whose rule file cannot be read."""

    code = "SPL912"
    severity: ClassVar[Severity] = "error"
    headline = "cannot use the mechanic {name!r} of the plugin {plugin!r}: {reason}"

    reason: str


@problem_kind
class CommandTaken(PartProblem):
    """A plugin adds a command whose name one of the program's own commands has."""

    code = "SPL913"
    headline = (
        "the command {name!r} of the plugin {plugin!r} is left out:"
        " the program has a command of that name"
    )


@problem_kind
class CommandUnfit(PartProblem):
    """A plugin adds a command whose parameters cannot be made into options."""

    code = "SPL914"
    headline = "the command {name!r} of the plugin {plugin!r} is left out: {reason}"

    reason: str


# ---- reasons ----------------------------------------------------------------------------------
# A module that calls `sys.exit` must not end the program.
FAILURES: Final = (Exception, SystemExit)
_PACKAGES: Final = ("site-packages", "dist-packages")
# Frames of a traceback that are not the plugin's: this package, the packages that call plugins, and Python's modules.
_OTHER_FRAMES: Final = (str(Path(__file__).parent), f"{os.sep}pluggy", f"{os.sep}typer")
_PYTHON: Final = f"{Path(os.__file__).parent}{os.sep}"
_MOST: Final = 200


def output_to_stderr() -> redirect_stdout[TextIO]:
    """Return a context that sends the output of a plugin's code to stderr: stdout is for reports."""
    return redirect_stdout(sys.stderr)


def reason_of(error: BaseException) -> str:
    """Return the class and text of an exception, and the line of the plugin that raised it."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if _is_plugin_frame(frame.filename)]
    place = f" ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else ""
    try:
        text = _short(str(error))
    except FAILURES:  # `str` runs code of the plugin too
        text = ""
    return f"{type(error).__name__}: {text}{place}" if text else f"{type(error).__name__}{place}"


def described(value: object) -> str:
    """Return a value's type in words, for a message."""
    return "None" if value is None else f"a value of type {type(value).__name__!r}"


def _is_plugin_frame(file: str) -> bool:
    python = file.startswith(_PYTHON) and not any(each in file for each in _PACKAGES)
    ours = any(f"{folder}{os.sep}" in file for folder in _OTHER_FRAMES)
    return not (python or ours or file.startswith("<"))


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= _MOST else f"{words[:_MOST]}..."
