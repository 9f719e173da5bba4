"""What installed packages and named modules add: asked for once, returned as a value."""

import importlib
import importlib.util
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any, Final, Generic, NamedTuple, TypeVar, get_origin

from attrs import field, fields, frozen
from pluggy import PluginManager, PluginValidationError

from splendor_dsl import hookspecs
from splendor_dsl.diagnostics import Problem
from splendor_dsl.hookspecs import PROJECT, Bot, Check, Command, Mechanic, Renderer
from splendor_dsl.identifiers import is_identifier, normalised
from splendor_dsl.plugin_problems import (
    FAILURES,
    ContributionTwice,
    HookRaised,
    HookResult,
    HookSignature,
    HookUnknown,
    PluginIsNoModule,
    PluginNotImported,
    PluginProblem,
    PluginRefused,
    PluginTwice,
    PluginWithoutHooks,
    a_value,
    aside,
    reason_of,
)
from splendor_dsl.spelling import nearest

GROUP: Final = "splendor_dsl"
_OWN_PACKAGE: Final = "splendor-dsl"

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

    @property
    def refused(self) -> tuple[Problem, ...]:
        """Why plugins that a person named cannot be used; none of the installed ones is refused."""
        return tuple(problem for problem in self.problems if problem.severity == "error")


@frozen(kw_only=True)
class _Kind:
    """One hook: what it returns a list of, the field which that goes to, and how names are written."""

    field: str
    word: str
    type: type
    is_name: Callable[[str], bool]

    @property
    def hook(self) -> str:
        return f"splendor_{self.field}"


def _is_typed_name(name: str) -> bool:
    """Return whether a name can be typed in a shell, several with commas between: `so-calm`, `look.2`."""
    return all(part and is_identifier(f"_{part}") for part in re.split("[.-]", name))


_KINDS: Final = (
    _Kind(field="mechanics", word="mechanic", type=Mechanic, is_name=is_identifier),
    _Kind(field="checks", word="check", type=Check, is_name=_is_typed_name),
    _Kind(field="bots", word="bot", type=Bot, is_name=_is_typed_name),
    _Kind(field="renderers", word="renderer", type=Renderer, is_name=_is_typed_name),
    _Kind(field="commands", word="command", type=Command, is_name=_is_typed_name),
)


_CALLED: Final = "something that can be called"
_WHAT: Final[Mapping[Any, str]] = {str: "text", Path: "a path"}


@frozen(kw_only=True)
class _Candidate:
    """A plugin before it is imported: `origin` tells it from any other."""

    name: str
    origin: str
    load: Callable[[], object] = field(eq=False)
    asked: bool  # whether a person named it, or it was merely installed

    def problem(self, kind: type[PluginProblem], /, **facts: Any) -> PluginProblem:
        return kind(origin=self.origin, **facts)


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
        with aside():
            found = [twice] if twice else list(_additions(candidate))
        added = [each for each in found if isinstance(each, _Added)]
        wrong = [each for each in found if isinstance(each, PluginProblem)]
        problems += map(_refused, wrong) if candidate.asked and not added else wrong
        for each in added:
            problems += _keep(each, candidate, tables[each.kind.field])
    fixed = {field: MappingProxyType(table) for field, table in tables.items()}
    return Extensions(**fixed, problems=tuple(problems))


def _installed() -> list[_Candidate]:
    """The entry points: those of this project first, then by name, never as discovered."""
    from importlib.metadata import distributions, entry_points  # noqa: PLC0415  # slow, seldom needed

    damaged: list[_Candidate] = []
    try:
        found: Iterable[Any] = entry_points(group=GROUP)
    except FAILURES:  # by one package that may have nothing to do with us
        found, damaged = _one_by_one(distributions())

    def order(entry: Any) -> tuple[bool, str, str]:
        return _package(entry) != _OWN_PACKAGE, entry.name, _package(entry)

    sound = [
        _Candidate(
            name=entry.name,
            origin=f"the plugin {entry.name!r} of the package {_package(entry)!r}",
            load=entry.load,
            asked=False,
        )
        for entry in sorted(found, key=order)
    ]
    return [*sound, *damaged]


def _one_by_one(packages: Iterable[Any]) -> tuple[list[Any], list[_Candidate]]:
    """The entry points of the packages that list them soundly, and a candidate for each of our others."""
    found: list[Any] = []
    damaged: list[_Candidate] = []
    for package in packages:
        try:
            found += package.entry_points.select(group=GROUP)
        except FAILURES as error:
            damaged += _damaged(package, error)
    return found, damaged


def _damaged(package: Any, error: BaseException) -> Iterator[_Candidate]:
    """What stands for the plugins of a package whose list of them cannot be read."""

    def load() -> None:
        message = "its list of entry points is damaged"
        raise _NotThereError(message) from error

    try:
        name, ours = str(package.name), GROUP in (package.read_text("entry_points.txt") or "")
    except FAILURES:
        return
    if ours:
        origin = f"the plugins of the package {name!r}"
        yield _Candidate(name=name, origin=origin, load=load, asked=False)


def _package(entry: Any) -> str:
    return "?" if entry.dist is None else str(entry.dist.name)


def _named(module: str) -> _Candidate:
    """The candidate for what a person wrote after `--plugin`."""
    path = Path(module)
    is_file = module.endswith(".py")
    return _Candidate(
        name=path.stem if is_file else module,
        origin=f"the plugin {module!r}",
        load=lambda: _import_file(path) if is_file else _import_module(module),
        asked=True,
    )


class _NotThereError(ImportError):
    """What should be imported is not there; the text says it all."""


def _import_module(name: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):
            raise  # something that it needs is missing
        message = "there is no module of that name; a file is named with its .py"
        raise _NotThereError(message) from error


def _import_file(path: Path) -> ModuleType:
    name = f"splendor_plugin_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None or not path.is_file():
        message = "there is no such file"
        raise _NotThereError(message)
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
) -> Iterator[tuple[_Candidate, PluginProblem | None]]:
    """Each candidate, with a problem if another one took its name already."""
    origins: dict[str, str] = {}
    for candidate in candidates:
        first = origins.get(candidate.name)
        origins.setdefault(candidate.name, candidate.origin)
        if first is None:
            yield candidate, None
        elif first != candidate.origin:  # the same one named twice does no harm
            yield candidate, candidate.problem(PluginTwice, first=first)


def _additions(candidate: _Candidate) -> Iterator[_Added | PluginProblem]:
    """What one plugin adds, and what is wrong with it."""
    manager = _register(candidate)
    if isinstance(manager, PluginProblem):
        yield manager
        return
    yield from _unknown_hooks(manager, candidate)
    for kind in _KINDS:
        yield from _ask(manager, kind, candidate)


def _register(candidate: _Candidate) -> PluginManager | PluginProblem:
    """A manager that knows this plugin alone, so that a broken one harms no other."""
    try:
        plugin = candidate.load()
    except FAILURES as error:
        reason = str(error) if isinstance(error, _NotThereError) else reason_of(error)
        return candidate.problem(PluginNotImported, reason=reason)
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
    return candidate.problem(PluginIsNoModule, found=a_value(plugin))


def _unknown_hooks(manager: PluginManager, candidate: _Candidate) -> Iterator[PluginProblem]:
    try:
        manager.check_pending()
    except PluginValidationError:
        known = [kind.hook for kind in _KINDS]
        callers = manager.get_hookcallers(manager.get_plugin(candidate.name)) or []
        for hook in sorted(caller.name for caller in callers if not caller.has_spec()):
            yield candidate.problem(HookUnknown, hook=hook, near=nearest(hook, known))


def _ask(
    manager: PluginManager, kind: _Kind, candidate: _Candidate
) -> Iterator[_Added | PluginProblem]:
    """What a plugin returns from one hook, each value that does not fit as a problem."""
    caller = getattr(manager.hook, kind.hook)
    if not caller.get_hookimpls():
        return
    try:
        answers = caller()
    except FAILURES as error:
        yield candidate.problem(HookRaised, hook=kind.hook, reason=reason_of(error))
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
        return f"a list of {kind.type.__name__}", a_value(value.answer)
    if not isinstance(value, kind.type):
        return f"a list of {kind.type.__name__}", f"{a_value(value)} in it"
    return next(_wrong_fields(value, kind), None)


def _wrong_fields(value: Any, kind: _Kind) -> Iterator[tuple[str, str]]:
    """What was expected and what was found, for each field that does not fit."""
    name = value.name
    if not isinstance(name, str) or not kind.is_name(name) or name != normalised(name):
        yield f"a {kind.word} with a name of one word", repr(name)
    for each in fields(kind.type):
        found = getattr(value, each.name)
        what = _CALLED if get_origin(each.type) is Callable else _WHAT[each.type]
        if not (callable(found) if what is _CALLED else isinstance(found, each.type)):
            yield f"{what} as {each.name!r} of the {kind.word} {name!r}", a_value(found)


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


def _refused(problem: PluginProblem) -> Problem:
    """What was merely left out if nobody had asked for it."""
    return PluginRefused(origin=problem.origin, reason=problem.message(), cause=problem.code)


def _last_line(error: Exception) -> str:
    return str(error).strip().splitlines()[-1]
