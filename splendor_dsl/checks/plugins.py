"""The checks of plugins: whatever one of them does, all others check the game too."""

from collections.abc import Iterator
from typing import Any

from splendor_dsl.diagnostics import Problem
from splendor_dsl.plugin_problems import (
    FAILURES,
    CheckFailed,
    described,
    output_to_stderr,
    reason_of,
)
from splendor_dsl.semantics.model import Model
from splendor_dsl.span import Span


def checks_of_plugins(plugins: Any, model: Model, file: str) -> Iterator[Problem]:
    """Yield the problems that the checks of plugins find in the game of a file, and one for each check that fails."""
    for name, each in plugins.checks.items():
        reason = ""
        try:
            for found in _results_of(each.value.function, model):
                _require_problem(found)
                yield found
        except _UnfitError as error:
            reason = str(error)
        except FAILURES as error:
            reason = reason_of(error)
        if reason:
            yield CheckFailed(name=name, plugin=each.plugin, reason=reason, file=file)


class _UnfitError(Exception):
    """A result of a check that is no problem, or one that cannot be shown."""


def _results_of(check: Any, model: Model) -> Iterator[Any]:
    """Yield the results of a check, one after the other."""
    with output_to_stderr():
        found = _problems(check(model))
    while True:
        with output_to_stderr():
            each = next(found, _UnfitError)
        if each is _UnfitError:
            return
        yield each


def _problems(found: Any) -> Iterator[Any]:
    if isinstance(found, str) or not hasattr(found, "__iter__"):
        message = f"expected problems, found {described(found)}"
        raise _UnfitError(message)
    return iter(found)


def _require_problem(found: object) -> None:
    """Raise `_UnfitError` unless the result is a problem that can be shown: its facts are there, and its words are text."""
    if not isinstance(found, Problem):
        message = f"expected problems, found {described(found)} among them"
        raise _UnfitError(message)
    try:
        sound = _can_be_shown(found)
    except FAILURES as error:
        message = f"its problem {type(found).__name__!r} cannot be shown: {reason_of(error)}"
        raise _UnfitError(message) from error
    if not sound:
        message = f"expected a code, a severity and texts in its problem {type(found).__name__!r}"
        raise _UnfitError(message)


def _can_be_shown(found: Problem) -> bool:
    texts = found.code, found.message(), found.help() or "", found.path, found.file
    places = found.span, *(each.span for each in found.related)
    return (
        bool(found.code)
        and found.severity in {"error", "warning"}
        and all(isinstance(text, str) for text in texts)
        and all(isinstance(place, Span | None) for place in places)
    )
