"""The additions of installed packages and named modules, loaded once and returned as a value."""

import importlib
import importlib.util
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any, Final, Generic, NamedTuple, TypeVar, get_origin

from attrs import evolve, field, fields, frozen
from pluggy import PluginManager, PluginValidationError

from splendor_dsl import hookspecs
from splendor_dsl.diagnostics import Problem
from splendor_dsl.hookspecs import (
    PROJECT,
    SIGN,
    Bot,
    Budget,
    Check,
    Command,
    Mechanic,
    Renderer,
    no_budget,
)
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
    described,
    output_to_stderr,
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


class Bots(dict[str, Provided[Bot]]):
    """Bots by name. One that takes a budget is found by its name and the budget too: `search@1000`, `search@0.5s`."""

    def __missing__(self, name: str) -> Provided[Bot]:
        """Return a bot with the budget behind its name; raise KeyError for an unknown bot, ValueError for a budget."""
        plain, sign, text = name.partition(SIGN)
        if not sign or plain not in self.keys():  # `in` alone would ask here again
            raise KeyError(name)
        provided = self[plain]
        if provided.value.think is no_budget:
            message = f"expected no budget, as {plain} takes none, found {text!r}"
            raise ValueError(message)
        think, budget = provided.value.think, Budget.read(text)
        bot = evolve(provided.value, name=name, make=lambda game: think(game, budget))
        return Provided(bot, provided.plugin)

    def __contains__(self, name: object) -> bool:
        """Return whether a bot is known, with its budget; raise ValueError for a wrong budget."""
        if dict.__contains__(self, name):
            return True
        try:
            return isinstance(name, str) and bool(self[name])
        except KeyError:
            return False


def bot_of(kind: str) -> str:
    """Return the bot of a seat, without the budget that may stand behind its name."""
    return kind.partition(SIGN)[0]


@frozen(kw_only=True)
class Extensions:
    """All additions of plugins, by name, and the problems of some plugins."""

    mechanics: Mapping[str, Provided[Mechanic]] = MappingProxyType({})
    checks: Mapping[str, Provided[Check]] = MappingProxyType({})
    bots: Bots = field(factory=Bots, converter=Bots)
    renderers: Mapping[str, Provided[Renderer]] = MappingProxyType({})
    commands: Mapping[str, Provided[Command]] = MappingProxyType({})
    problems: tuple[Problem, ...] = ()

    @property
    def refused(self) -> tuple[Problem, ...]:
        """The problems of plugins that the user named; a problem of an installed plugin is a warning."""
        return tuple(problem for problem in self.problems if problem.severity == "error")


@frozen(kw_only=True)
class _Kind:
    """One hook: the class of what it returns, the field for that, and the rule for its names."""

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
    """A plugin before it is imported; `origin` tells it from all others."""

    name: str
    origin: str
    load: Callable[[], object] = field(eq=False)
    requested: bool  # whether the user named it, or it is merely installed

    def problem(self, kind: type[PluginProblem], /, **facts: Any) -> PluginProblem:
        return kind(origin=self.origin, **facts)


@frozen(kw_only=True)
class _Added:
    """One thing that a plugin adds, and the hook that returned it."""

    kind: _Kind
    value: Any


def load_extensions(modules: Sequence[str] = ()) -> Extensions:
    """Return the additions of the installed packages, then of the modules or `.py` files that were named."""
    tables: dict[str, dict[str, Provided[Any]]] = {kind.field: {} for kind in _KINDS}
    problems: list[Problem] = []
    named = [_named(module) for module in modules]
    for candidate, duplicate in _without_duplicates([*_installed(), *named]):
        with output_to_stderr():
            found = [duplicate] if duplicate else list(_additions(candidate))
        added = [each for each in found if isinstance(each, _Added)]
        wrong = [each for each in found if isinstance(each, PluginProblem)]
        problems += map(_refused, wrong) if candidate.requested and not added else wrong
        for each in added:
            problems += _add(each, candidate, tables[each.kind.field])
    fixed = {field: MappingProxyType(table) for field, table in tables.items()}
    return Extensions(**fixed, problems=tuple(problems))


def _installed() -> list[_Candidate]:
    """Return the entry points: those of this project first, then by name, so that the order is always the same."""
    from importlib.metadata import distributions, entry_points  # noqa: PLC0415  # slow, seldom needed

    damaged: list[_Candidate] = []
    try:
        found: Iterable[Any] = entry_points(group=GROUP)
    except FAILURES:  # of any one installed package, even if it has no plugin
        found, damaged = _one_by_one(distributions())

    def order(entry: Any) -> tuple[bool, str, str]:
        return _package(entry) != _OWN_PACKAGE, entry.name, _package(entry)

    sound = [
        _Candidate(
            name=entry.name,
            origin=f"the plugin {entry.name!r} of the package {_package(entry)!r}",
            load=entry.load,
            requested=False,
        )
        for entry in sorted(found, key=order)
    ]
    return [*sound, *damaged]


def _one_by_one(packages: Iterable[Any]) -> tuple[list[Any], list[_Candidate]]:
    """Return the entry points of the packages whose lists can be read, and a candidate for each of our other packages."""
    found: list[Any] = []
    damaged: list[_Candidate] = []
    for package in packages:
        try:
            found += package.entry_points.select(group=GROUP)
        except FAILURES as error:
            damaged += _damaged(package, error)
    return found, damaged


def _damaged(package: Any, error: BaseException) -> Iterator[_Candidate]:
    """Yield a candidate for the plugins of a package whose list of entry points cannot be read."""

    def load() -> None:
        message = "its list of entry points is damaged"
        raise _MissingError(message) from error

    try:
        name, ours = str(package.name), GROUP in (package.read_text("entry_points.txt") or "")
    except FAILURES:
        return
    if ours:
        origin = f"the plugins of the package {name!r}"
        yield _Candidate(name=name, origin=origin, load=load, requested=False)


def _package(entry: Any) -> str:
    return "?" if entry.dist is None else str(entry.dist.name)


def _named(module: str) -> _Candidate:
    """Return the candidate for an argument of `--plugin`."""
    path = Path(module)
    is_file = module.endswith(".py")
    return _Candidate(
        name=path.stem if is_file else module,
        origin=f"the plugin {module!r}",
        load=lambda: _import_file(path) if is_file else _import_module(module),
        requested=True,
    )


class _MissingError(ImportError):
    """A module or file that is not there; the text needs no further reason."""


def _import_module(name: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):
            raise  # a module that it imports is missing
        message = "there is no module of that name; a file is named with its .py"
        raise _MissingError(message) from error


def _import_file(path: Path) -> ModuleType:
    name = f"splendor_plugin_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None or not path.is_file():
        message = "there is no such file"
        raise _MissingError(message)
    module = importlib.util.module_from_spec(spec)
    # Dataclasses and pickles look their module up by name.
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _without_duplicates(
    candidates: Iterable[_Candidate],
) -> Iterator[tuple[_Candidate, PluginProblem | None]]:
    """Yield each candidate, with a problem if an earlier one has its name."""
    origins: dict[str, str] = {}
    for candidate in candidates:
        first = origins.get(candidate.name)
        origins.setdefault(candidate.name, candidate.origin)
        if first is None:
            yield candidate, None
        elif first != candidate.origin:  # naming the same plugin twice does no harm
            yield candidate, candidate.problem(PluginTwice, first=first)


def _additions(candidate: _Candidate) -> Iterator[_Added | PluginProblem]:
    """Yield the additions of one plugin, and its problems."""
    manager = _register(candidate)
    if isinstance(manager, PluginProblem):
        yield manager
        return
    yield from _unknown_hooks(manager, candidate)
    for kind in _KINDS:
        yield from _call_hook(manager, kind, candidate)


def _register(candidate: _Candidate) -> PluginManager | PluginProblem:
    """Return a manager for this plugin alone, so that a broken plugin harms no other."""
    try:
        plugin = candidate.load()
    except FAILURES as error:
        reason = str(error) if isinstance(error, _MissingError) else reason_of(error)
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
    return candidate.problem(PluginIsNoModule, found=described(plugin))


def _unknown_hooks(manager: PluginManager, candidate: _Candidate) -> Iterator[PluginProblem]:
    try:
        manager.check_pending()
    except PluginValidationError:
        known = [kind.hook for kind in _KINDS]
        callers = manager.get_hookcallers(manager.get_plugin(candidate.name)) or []
        for hook in sorted(caller.name for caller in callers if not caller.has_spec()):
            yield candidate.problem(HookUnknown, hook=hook, near=nearest(hook, known))


def _call_hook(
    manager: PluginManager, kind: _Kind, candidate: _Candidate
) -> Iterator[_Added | PluginProblem]:
    """Yield the values that a plugin returns from one hook, and a problem for each that does not fit."""
    caller = getattr(manager.hook, kind.hook)
    if not caller.get_hookimpls():
        return
    try:
        answers = caller()
    except FAILURES as error:
        yield candidate.problem(HookRaised, hook=kind.hook, reason=reason_of(error))
        return
    answer = answers[0] if answers else None  # pluggy omits an answer of None
    for value in answer if isinstance(answer, (list, tuple)) else [_Unlisted(answer)]:
        wrong = _mismatch(value, kind)
        if wrong is None:
            yield _Added(kind=kind, value=value)
        else:
            expected, found = wrong
            yield candidate.problem(HookResult, hook=kind.hook, expected=expected, found=found)


class _Unlisted(NamedTuple):
    """An answer that should have been a list."""

    answer: object


def _mismatch(value: object, kind: _Kind) -> tuple[str, str] | None:
    """Return the expected and the found value in words, if the value does not fit the hook."""
    if isinstance(value, _Unlisted):
        return f"a list of {kind.type.__name__}", described(value.answer)
    if not isinstance(value, kind.type):
        return f"a list of {kind.type.__name__}", f"{described(value)} in it"
    return next(_wrong_fields(value, kind), None)


def _wrong_fields(value: Any, kind: _Kind) -> Iterator[tuple[str, str]]:
    """Yield the expected and the found value in words for each field that does not fit."""
    name = value.name
    if not isinstance(name, str) or not kind.is_name(name) or name != normalised(name):
        yield f"a {kind.word} with a name of one word", repr(name)
    for each in fields(kind.type):
        found = getattr(value, each.name)
        what = _CALLED if get_origin(each.type) is Callable else _WHAT[each.type]
        if not (callable(found) if what is _CALLED else isinstance(found, each.type)):
            yield f"{what} as {each.name!r} of the {kind.word} {name!r}", described(found)


def _add(
    added: _Added, candidate: _Candidate, table: dict[str, Provided[Any]]
) -> Iterator[Problem]:
    """Put an addition into the table, unless it has another one of that name."""
    name, value = added.value.name, added.value
    first = table.setdefault(name, Provided(value, candidate.name))
    if first.value != value:
        yield candidate.problem(
            ContributionTwice, kind=added.kind.word, name=name, first=first.plugin
        )


def _refused(problem: PluginProblem) -> Problem:
    """Return the problem of a plugin that the user named, which is an error."""
    return PluginRefused(origin=problem.origin, reason=problem.message(), cause=problem.code)


def _last_line(error: Exception) -> str:
    return str(error).strip().splitlines()[-1]
