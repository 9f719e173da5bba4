"""The problems of the layers and names of a rule file: SPL2xx."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from splendor_dsl.diagnostics import Problem, Related, problem_kind
from splendor_dsl.identifiers import folded
from splendor_dsl.syntax.ast import Clause, StepConstruct
from splendor_dsl.syntax.expressions import Ident

_MOST_LISTED: Final = 8
# Words for numbers, by the number.
_DIGITS: Final = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
    *("nineteen", "twenty"),
)

_SELF: Final = frozenset(
    ("i", "me", "my", "myself", "you", "your", "self", "owner", "active", "current")
)


def did_you_mean(near: str | None) -> str | None:
    """Return the hint for a near name, if there is one."""
    return None if near is None else f"did you mean {near!r}?"


def listed(names: Sequence[str]) -> str:
    """Return the names, or the first of many."""
    shown = [repr(name) for name in names[:_MOST_LISTED]]
    return ", ".join(shown) + (", ..." if len(names) > _MOST_LISTED else "")


@problem_kind
class Doubt(Problem):
    """A warning of something that can't be shown never to happen, with the words that settle the doubt."""

    severity = "warning"


@problem_kind
class UnknownPath(Problem):
    """An edit names a clause that does not exist."""

    code = "SPL201"
    headline = "expected the path of a clause, found {wanted!r}, which does not exist"

    wanted: str
    near: str | None = None
    others: tuple[str, ...] = ()  # paths that may be meant as well
    holder: str = ""  # the clause above that exists, and the labels in it
    holds: tuple[str, ...] = ()

    def help(self) -> str | None:
        """Return the nearest paths, or the content of the clause above."""
        if self.near is not None:
            return f"did you mean {' or '.join(map(repr, (self.near, *self.others)))}?"
        if not self.holder:
            return None
        inner = "." in self.holder
        if inner and not self.holds:
            return f"{self.holder!r} is one clause; 'replace {self.holder} {{ ... }}' says it anew"
        more = f"{'add ' * inner}{self.holder} {{ ... }}"
        return f"{self.holder!r} holds {listed(self.holds) or 'nothing'}; {more!r} puts more there"


# The first words of steps whose default labels are other words.
_FIRST_WORDS: Final = {
    "for_each": "for each",
    "act": "one action",
    "limits": "keep limits",
    "end": "end of turn",
}


def first_words(clause: Clause) -> str:
    """Return how a step without a label begins; nothing for any other clause."""
    if clause.labelled or not isinstance(clause.construct, StepConstruct):
        return ""
    return _FIRST_WORDS.get(clause.name, clause.name)


@problem_kind
class DuplicateLabel(Problem):
    """Two clauses of one block have the same label, so a path could mean either."""

    code = "SPL202"
    headline = "two clauses of {block} are called {name!r}"

    name: str
    block: str
    begins: str = ""  # the first words of a step without a label
    changes: str = ""  # the edit by which a variant changes the clause of its base

    def help(self) -> str | None:
        """Return how to give it a label of its own; in a variant, the edit that was probably meant."""
        own = "give one of them a label of its own"
        if self.begins:
            own += f" behind its first word, such as '{self.begins} another: ...'"
        return own if not self.changes else f"to change it: {self.changes}; or {own}"


@problem_kind
class CannotSet(Problem):
    """`set` changes the one number or condition of a clause; this clause has none."""

    code = "SPL203"
    headline = "{wanted!r} has no single value to set"
    hint = "use `replace {wanted} {{ {form} }}`"

    wanted: str
    form: str = "..."  # the replacement; empty if it can't be replaced
    inside: bool = True  # whether it has clauses

    def help(self) -> str | None:
        """Return how else to change the clause."""
        inner = "name a clause inside it" if self.inside else ""
        whole = super().help() if self.form else ""
        return ", or ".join(each for each in (whole, inner) if each) or None


@problem_kind
class LayersCollide(Problem):
    """Two bases of a variant change the same clause, and nothing says which of them comes last."""

    code = "SPL204"
    headline = "{first!r} changes {first_path!r} and {second!r} changes {second_path!r}: no order is stated"
    hint = "write `extends {first} then {second}` to let {second} win"

    first: str
    first_path: str
    second: str
    second_path: str


@problem_kind
class TwoGames(Problem):
    """The bases of a variant are variants of two different games."""

    code = "SPL219"
    headline = "the bases of {name!r} are of two games, {first!r} and {second!r}"
    hint = "extend variants of one game only"

    name: str
    first: str
    second: str


@problem_kind
class NamedTwice(Problem):
    """A list names the same thing twice: a token in a cost, a field in a row, a heading in a table, a base."""

    code = "SPL224"
    headline = "{what}: expected {name!r} once, found it twice"
    hint = "take one of the two away"

    what: str
    name: str


def twice(what: str, word: Ident, first: Ident) -> NamedTwice:
    """Return the problem of a word that a list has twice."""
    related = (Related(first.span, "the first stands here"),)
    return NamedTwice(what=what, name=word.text, span=word.span, related=related)


@problem_kind
class UnknownBase(Problem):
    """A variant extends a game that cannot be found."""

    code = "SPL205"
    headline = "expected a game to extend, found {name!r}, which does not exist"

    name: str
    near: str | None = None

    def help(self) -> str | None:
        """Return the nearest game, if there is one."""
        return did_you_mean(self.near)


@problem_kind
class ExtendsItself(Problem):
    """A variant extends itself, or a game that extends it."""

    code = "SPL206"
    headline = "{name!r} extends itself by way of {way}"
    hint = "name another game after 'extends', or begin the file with 'game'"

    name: str
    way: str


@problem_kind
class WrongHeader(Problem):
    """A file is used as something that it is not: a mechanic as a game, or a game without its sections."""

    code = "SPL212"
    headline = "expected {expected}, found {found}"

    expected: str
    found: str


@problem_kind
class MissingSection(Problem):
    """A game lacks a section, or a section lacks a clause, that every game needs."""

    code = "SPL215"
    headline = "the game has no {what}"
    hint = "write it, or begin with 'variant' and change a game that has it"

    what: str


@problem_kind
class UnknownName(Problem):
    """A name that nothing declares where it stands."""

    code = "SPL220"
    headline = "expected {expected}, found {name!r}, which is not declared"

    name: str
    expected: str = "a name"
    near: str | None = None
    title: str | None = None  # of the near name, if the author wrote that

    def help(self) -> str | None:
        """Return the nearest name that would fit, or the one that players know by this name."""
        word = folded(self.name)
        if (
            self.title is not None
            and self.near is not None
            and folded(self.title) != folded(self.near)
        ):
            return f"did you mean {self.near!r}, which players call {self.title!r}?"
        if self.near is None and word in _DIGITS:
            return f"write numbers in digits: {_DIGITS.index(word)}"
        if self.near is None and word in _SELF:
            return "whom the clause is about is 'player', whose turn it is 'mover'"
        return did_you_mean(self.near)


@problem_kind
class NameTaken(Problem):
    """Two different things have one name, so an expression could mean either."""

    code = "SPL221"
    headline = "{name!r} is already the name of a {other}"
    hint = "give one of them another name"

    name: str
    other: str


@problem_kind
class SetTwice(Problem):
    """One file sets the same path twice, so that the first says nothing."""

    code = "SPL222"
    headline = "{wanted!r} is set twice in this file"
    hint = "remove one of the two lines"

    wanted: str


@problem_kind
class UnknownParameter(Problem):
    """A parameter is set that the game does not have."""

    code = "SPL711"
    headline = "expected a parameter of the game, found {name!r}"
    hint = "splendor show GAME parameters lists them"

    name: str
    near: str | None = None

    def help(self) -> str | None:
        """Return the nearest parameter, or how to list them."""
        return did_you_mean(self.near) or super().help()


@problem_kind
class MoreWarnings(Problem):
    """There is more to say of the file than is worth showing at once."""

    code = "SPL223"
    severity = "warning"
    headline = "more warnings follow{left}; only the first {limit} are shown"

    limit: int
    left: str
