"""Problems as data: what is wrong and where; how it is shown is decided last."""

from collections.abc import Iterable
from typing import ClassVar, Final, Literal, Self, TypeVar, dataclass_transform

from attrs import evolve, field, fields, frozen

from splendor_dsl.span import Span

Severity = Literal["error", "warning"]
MOST_TOLD: Final = 100  # so many errors of what a file means, and as many warnings


@frozen
class Related:
    """Another place that belongs to a problem, and what it has to do with it."""

    span: Span
    text: str


Kind = TypeVar("Kind", bound=type)

_unmade: Final[set[type]] = set()


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(field,))
def problem_kind(kind: Kind) -> Kind:
    """A kind of problem, as a frozen value: attrs makes its methods when the first one is found.

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

    Its page is the file `problem_pages/CODE.md`; the docstring is the page of a kind that another package declares.
    `headline` and `hint` are format strings over the facts, which are the fields.
    A hint that takes more than a format string overrides `help`. `path` is the
    path of the clause, `file` the name of the file where there is no span, `setting` what was
    set to see it, where it is not there as the file stands, and `more` how many like it are not told.
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
        """A kind takes over the facts of the kind above it, which must be made by then."""
        super().__init_subclass__()
        for kind in cls.__bases__:
            _make(kind)

    def facts(self) -> dict[str, object]:
        """What the format strings can name."""
        return {fact.name: getattr(self, fact.name) for fact in fields(type(self))}  # type: ignore[arg-type]  # as in `but`

    def but(self, **facts: object) -> Self:
        """The same problem with other facts."""
        return evolve(self, **facts)  # type: ignore[misc]  # the methods are those of attrs, made late

    def message(self) -> str:
        """The headline with the facts filled in, with what was set, and how many more there are."""
        where = f", where {self.setting}" if self.setting else ""
        more = f" (and {self.more} more like it)" if self.more else ""
        return self.headline.format(**self.facts()) + where + more

    def help(self) -> str | None:
        """The hint with the facts filled in, where there is one."""
        return None if self.hint is None else self.hint.format(**self.facts())

    @property
    def source_name(self) -> str:
        """The file it stands in; empty if it stands in none."""
        return self.file if self.span is None else self.span.source.name

    @property
    def position(self) -> tuple[str, int, int, str, str]:
        """The key that puts problems in the order of a reader: by file, from the top."""
        start, end = (-1, -1) if self.span is None else (self.span.start, self.span.end)
        return self.source_name, start, end, self.code, self.message()


def sort_problems(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Problems in the order in which a reader meets them."""
    return tuple(sorted(problems, key=lambda problem: problem.position))


def has_errors(problems: Iterable[Problem]) -> bool:
    """Whether anything worse than a warning is among them."""
    return any(problem.severity == "error" for problem in problems)


def all_problem_classes() -> tuple[type[Problem], ...]:
    """Every problem that has a code, by code, from the modules imported so far."""
    found: dict[tuple[str, str], type[Problem]] = {}
    waiting = Problem.__subclasses__()
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        _make(kind)
        key = kind.__module__, kind.__qualname__
        # attrs makes a second class for the slots of a plugin's; the first may linger undecorated.
        if kind.code and (key not in found or "__attrs_attrs__" in vars(kind)):
            found[key] = kind
    return tuple(sorted(found.values(), key=lambda kind: (kind.code, kind.__qualname__)))
