"""Problems as data: a mistake and its place; the reports decide how to show it."""

from collections.abc import Iterable
from typing import ClassVar, Final, Literal, Self, TypeVar, dataclass_transform

from attrs import evolve, field, fields, frozen

from splendor_dsl.span import Span

Severity = Literal["error", "warning"]
MOST_REPORTED: Final = 100  # errors in the meaning of a file, and as many warnings


@frozen
class Related:
    """Another place that belongs to a problem, with the reason."""

    span: Span
    text: str


Kind = TypeVar("Kind", bound=type)

_unmade: Final[set[type]] = set()


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(field,))
def problem_kind(kind: Kind) -> Kind:
    """Return a class of problems as a frozen attrs class, whose methods attrs makes when the first problem is found.

    Most runs find none, and making the methods of all kinds would take a tenth of a run.
    """

    def make_then_fill(self: object, *args: object, **facts: object) -> None:
        _make(type(self))
        type(self).__init__(self, *args, **facts)

    kind.__init__ = make_then_fill  # type: ignore[misc]  # until attrs has written its own
    _unmade.add(kind)
    return kind


def _make(kind: type) -> None:
    for each in reversed(kind.__mro__):
        if each in _unmade:
            _unmade.remove(each)
            del each.__init__  # type: ignore[misc]  # attrs leaves a method alone that it did not write
            frozen(slots=False, kw_only=True)(each)


@problem_kind
class Problem:
    """The base of all problems: a subclass holds facts.

    Its page is the file `problem_pages/CODE.md`; the docstring is the page of a class that another package declares.
    `headline` and `hint` are format strings over the facts, which are the fields. A hint that takes more than a format
    string overrides `help`. `path` is the path of the clause, `file` the name of the file if there is no span, `setting`
    the settings with which the problem appears if the defaults do not show it, and `more` the number of similar problems
    that are not reported.
    """

    code: ClassVar[str] = ""
    severity: ClassVar[Severity] = "error"
    headline: ClassVar[str] = ""
    hint: ClassVar[str | None] = None

    span: Span | None = None
    path: str = ""
    file: str = ""
    related: tuple[Related, ...] = ()
    setting: str = ""
    more: int = 0

    def __init_subclass__(cls) -> None:
        """Make the methods of the base classes, whose facts a subclass inherits."""
        super().__init_subclass__()
        for kind in cls.__bases__:
            _make(kind)

    def facts(self) -> dict[str, object]:
        """Return the values that the format strings can name."""
        return {fact.name: getattr(self, fact.name) for fact in fields(type(self))}  # type: ignore[arg-type]  # as in `but`

    def but(self, **facts: object) -> Self:
        """Return the same problem with other facts."""
        return evolve(self, **facts)  # type: ignore[misc]  # the methods are those of attrs, made late

    def message(self) -> str:
        """Return the headline with the facts filled in, the setting, and the number of similar problems."""
        where = f", where {self.setting}" if self.setting else ""
        more = f" (and {self.more} more like it)" if self.more else ""
        return self.headline.format(**self.facts()) + where + more

    def help(self) -> str | None:
        """Return the hint with the facts filled in, if there is one."""
        return None if self.hint is None else self.hint.format(**self.facts())

    @property
    def source_name(self) -> str:
        """The name of the file that has the problem; empty if none has."""
        return self.file if self.span is None else self.span.source.name

    @property
    def position(self) -> tuple[str, int, int, str, str]:
        """The key that sorts problems by file, from the top."""
        start, end = (-1, -1) if self.span is None else (self.span.start, self.span.end)
        return self.source_name, start, end, self.code, self.message()


def sort_problems(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Return problems in the order of their files and places."""
    return tuple(sorted(problems, key=lambda problem: problem.position))


def has_errors(problems: Iterable[Problem]) -> bool:
    """Return whether some problem is worse than a warning."""
    return any(problem.severity == "error" for problem in problems)


def all_problem_classes() -> tuple[type[Problem], ...]:
    """Return each class of problems that has a code, by code, from the modules imported so far."""
    found: dict[tuple[str, str], type[Problem]] = {}
    waiting = Problem.__subclasses__()
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        _make(kind)
        key = kind.__module__, kind.__qualname__
        # attrs makes a second class with slots for a plugin's class; the first may linger undecorated.
        if kind.code and (key not in found or "__attrs_attrs__" in vars(kind)):
            found[key] = kind
    return tuple(sorted(found.values(), key=lambda kind: (kind.code, kind.__qualname__)))
