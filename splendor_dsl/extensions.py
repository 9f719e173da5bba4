"""What installed packages and named modules add: asked for once, returned as a value."""

import importlib
import importlib.util
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any, Final, Generic, NamedTuple, TypeVar

from attrs import frozen
from pluggy import PluginManager, PluginValidationError

from splendor_dsl import hookspecs
from splendor_dsl.diagnostics import Problem
from splendor_dsl.hookspecs import PROJECT, Bot, Check, Command, Mechanic, Renderer
from splendor_dsl.plugin_problems import (
    ContributionTwice,
    HookRaised,
    HookResult,
    HookSignature,
    HookUnknown,
    PluginIsNoModule,
    PluginNotImported,
    PluginProblem,
    PluginTwice,
    PluginWithoutHooks,
)
from splendor_dsl.spelling import nearest

GROUP: Final = "splendor_dsl"
_OWN_PACKAGE: Final = "splendor-dsl"
# A module that calls `sys.exit` while it is imported must not end the program.
_FAILURES: Final = (Exception, SystemExit)

Value = TypeVar("Value")


class Provided(NamedTuple, Generic[Value]):
    """Something that a plugin adds, and the name of that plugin."""

    value: Value
    plugin: str


@frozen(kw_only=True)
class Extensions:
    """Everything that plugins add, by name, and what was wrong with some of them."""

    mechanics: Mapping[str, Provided[Mechanic]] = MappingProxyType({})
    checks: Mapping[str, Provided[Check]] = MappingProxyType({})
    bots: Mapping[str, Provided[Bot]] = MappingProxyType({})
    renderers: Mapping[str, Provided[Renderer]] = MappingProxyType({})
    commands: Mapping[str, Provided[Command]] = MappingProxyType({})
    problems: tuple[Problem, ...] = ()


@frozen(kw_only=True)
class _Kind:
    """One hook: what it returns a list of, and the field which that goes to."""

    field: str
    word: str
    type: type

    @property
    def hook(self) -> str:
        return f"splendor_{self.field}"


_KINDS: Final = (
    _Kind(field="mechanics", word="mechanic", type=Mechanic),
    _Kind(field="checks", word="check", type=Check),
    _Kind(field="bots", word="bot", type=Bot),
    _Kind(field="renderers", word="renderer", type=Renderer),
    _Kind(field="commands", word="command", type=Command),
)


@frozen(kw_only=True)
class _Candidate:
    """A plugin before it is imported."""

    name: str
    origin: str
    load: Callable[[], object]

    def problem(self, kind: type[PluginProblem], /, **facts: Any) -> Problem:
        return kind(plugin=self.name, origin=self.origin, **facts)


@frozen(kw_only=True)
class _Added:
    """One thing that a plugin adds, and the hook that returned it."""

    kind: _Kind
    value: Any


def load_extensions(modules: Sequence[str] = ()) -> Extensions:
    """What the installed packages add, then the modules or `.py` files that were named."""
    tables: dict[str, dict[str, Provided[Any]]] = {kind.field: {} for kind in _KINDS}
    problems: list[Problem] = []
    named = [_named(module) for module in modules]
    for candidate, twice in _without_twins([*_installed(), *named]):
        for found in [twice] if twice else _additions(candidate):
            if isinstance(found, _Added):
                problems += _keep(found, candidate, tables[found.kind.field])
            else:
                problems.append(found)
    fixed = {field: MappingProxyType(table) for field, table in tables.items()}
    return Extensions(**fixed, problems=tuple(problems))


def _installed() -> list[_Candidate]:
    """The entry points: those of this project first, then by name, never as discovered."""
    # It reads the metadata of every package, which few commands need.
    from importlib.metadata import entry_points  # noqa: PLC0415

    def order(entry: Any) -> tuple[bool, str, str]:
        return _package(entry) != _OWN_PACKAGE, entry.name, _package(entry)

    return [
        _Candidate(name=entry.name, origin=f"the package {_package(entry)!r}", load=entry.load)
        for entry in sorted(entry_points(group=GROUP), key=order)
    ]


def _package(entry: Any) -> str:
    return "?" if entry.dist is None else str(entry.dist.name)


def _named(module: str) -> _Candidate:
    """The candidate for what a person wrote after `--plugin`."""
    if module.endswith(".py"):
        path = Path(module)
        return _Candidate(
            name=path.stem, origin=f"the file {module!r}", load=lambda: _import_file(path)
        )
    return _Candidate(
        name=module,
        origin=f"the module {module!r}",
        load=lambda: importlib.import_module(module),
    )


def _import_file(path: Path) -> ModuleType:
    name = f"splendor_plugin_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        message = f"cannot import {str(path)!r}"
        raise ImportError(message)
    module = importlib.util.module_from_spec(spec)
    # Dataclasses and pickles look their module up by name.
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _without_twins(
    candidates: Iterable[_Candidate],
) -> Iterator[tuple[_Candidate, Problem | None]]:
    """Each candidate, with a problem if another one took its name already."""
    origins: dict[str, str] = {}
    for candidate in candidates:
        first = origins.get(candidate.name)
        origins.setdefault(candidate.name, candidate.origin)
        if first is None:
            yield candidate, None
        elif first != candidate.origin:  # the same one named twice does no harm
            yield candidate, candidate.problem(PluginTwice, first=first)


def _additions(candidate: _Candidate) -> Iterator[_Added | Problem]:
    """What one plugin adds, and what is wrong with it."""
    manager = _register(candidate)
    if isinstance(manager, Problem):
        yield manager
        return
    yield from _unknown_hooks(manager, candidate)
    for kind in _KINDS:
        yield from _ask(manager, kind, candidate)


def _register(candidate: _Candidate) -> PluginManager | Problem:
    """A manager that knows this plugin alone, so that a broken one harms no other."""
    try:
        plugin = candidate.load()
    except _FAILURES as error:
        return candidate.problem(PluginNotImported, reason=_reason(error))
    manager = PluginManager(PROJECT)
    manager.add_hookspecs(hookspecs)
    try:
        manager.register(plugin, candidate.name)
    except PluginValidationError as error:
        return candidate.problem(HookSignature, reason=_last_line(error))
    if manager.get_hookcallers(plugin):
        return manager
    if isinstance(plugin, ModuleType):
        return candidate.problem(PluginWithoutHooks)
    return candidate.problem(PluginIsNoModule, found=_a(plugin))


def _unknown_hooks(manager: PluginManager, candidate: _Candidate) -> Iterator[Problem]:
    try:
        manager.check_pending()
    except PluginValidationError:
        known = [kind.hook for kind in _KINDS]
        callers = manager.get_hookcallers(manager.get_plugin(candidate.name)) or []
        for hook in sorted(caller.name for caller in callers if not caller.has_spec()):
            yield candidate.problem(HookUnknown, hook=hook, near=nearest(hook, known))


def _ask(manager: PluginManager, kind: _Kind, candidate: _Candidate) -> Iterator[_Added | Problem]:
    """What a plugin returns from one hook, each value that does not fit as a problem."""
    caller = getattr(manager.hook, kind.hook)
    if not caller.get_hookimpls():
        return
    try:
        answers = caller()
    except _FAILURES as error:
        yield candidate.problem(HookRaised, hook=kind.hook, reason=_reason(error))
        return
    answer = answers[0] if answers else None  # pluggy leaves an answer of None out
    for value in answer if isinstance(answer, (list, tuple)) else [_Unlisted(answer)]:
        wrong = _wrong(value, kind)
        if wrong is None:
            yield _Added(kind=kind, value=value)
        else:
            expected, found = wrong
            yield candidate.problem(HookResult, hook=kind.hook, expected=expected, found=found)


class _Unlisted(NamedTuple):
    """An answer that should have been a list."""

    answer: object


def _wrong(value: object, kind: _Kind) -> tuple[str, str] | None:
    """What was expected and what was found, if the value does not fit the hook."""
    if isinstance(value, _Unlisted):
        return f"a list of {kind.type.__name__}", _a(value.answer)
    if not isinstance(value, kind.type):
        return f"a list of {kind.type.__name__}", f"{_a(value)} in it"
    name = getattr(value, "name", None)
    return None if isinstance(name, str) and name else (f"a {kind.word} with a name", repr(name))


def _keep(
    added: _Added, candidate: _Candidate, table: dict[str, Provided[Any]]
) -> Iterator[Problem]:
    """Put it into the table, unless another one of its name stands there already."""
    name, value = added.value.name, added.value
    first = table.setdefault(name, Provided(value, candidate.name))
    if first.value != value:
        yield candidate.problem(
            ContributionTwice, kind=added.kind.word, name=name, first=first.plugin
        )


def _a(value: object) -> str:
    return "None" if value is None else f"a value of type {type(value).__name__!r}"


def _reason(error: BaseException) -> str:
    """The kind and text of an exception, and the line of the plugin that raised it."""
    text = " ".join(str(error).split())[:200]
    frames = traceback.extract_tb(error.__traceback__)
    own = [f for f in frames if f.filename != __file__ and "importlib" not in f.filename]
    place = f" ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else ""
    return f"{type(error).__name__}: {text}{place}" if text else f"{type(error).__name__}{place}"


def _last_line(error: Exception) -> str:
    return str(error).strip().splitlines()[-1]
