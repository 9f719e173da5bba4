"""What can be wrong with the layers and names of a rule file: SPL2xx."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from splendor_dsl.diagnostics import Problem, Related, problem_kind
from splendor_dsl.identifiers import folded
from splendor_dsl.syntax.ast import Clause, StepSaying
from splendor_dsl.syntax.expressions import Ident

_MOST_LISTED: Final = 8
# By the number that each says.
_DIGITS: Final = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
    *("nineteen", "twenty"),
)

_SELF: Final = frozenset(
    ("i", "me", "my", "myself", "you", "your", "self", "owner", "active", "current")
)


def did_you_mean(near: str | None) -> str | None:
    """The hint that a near name makes."""
    return None if near is None else f"did you mean {near!r}?"


def listed(names: Sequence[str]) -> str:
    """The names, or the first of many."""
    shown = [repr(name) for name in names[:_MOST_LISTED]]
    return ", ".join(shown) + (", ..." if len(names) > _MOST_LISTED else "")


@problem_kind
class Doubt(Problem):
    """A warning of something that can't be shown never to happen, with the words that settle the doubt."""

    severity = "warning"


@problem_kind
class UnknownPath(Problem):
    """An edit names a clause that does not exist.

    An edit that meets no clause would change nothing, and the variant would play like its base without a
    word. The cause is a slip in the path, or a base that has renamed the clause since.

    Fails:

        set limits.hnad = 4

    Passes:

        set limits.hand = 4
    """

    code = "SPL201"
    headline = "expected the path of a clause, found {wanted!r}, which does not exist"

    wanted: str
    near: str | None = None
    others: tuple[str, ...] = ()  # paths that may be meant as well
    holder: str = ""  # the clause above that exists, and what it holds
    holds: tuple[str, ...] = ()

    def help(self) -> str | None:
        """The nearest paths, or what stands above."""
        if self.near is not None:
            return f"did you mean {' or '.join(map(repr, (self.near, *self.others)))}?"
        if not self.holder:
            return None
        inner = "." in self.holder
        if inner and not self.holds:
            return f"{self.holder!r} is one clause; 'replace {self.holder} {{ ... }}' says it anew"
        more = f"{'add ' * inner}{self.holder} {{ ... }}"
        return f"{self.holder!r} holds {listed(self.holds) or 'nothing'}; {more!r} puts more there"


# How steps begin that have no label, where their names are not the words that they begin with.
_FIRST_WORDS: Final = {
    "for_each": "for each",
    "act": "one action",
    "limits": "keep limits",
    "end": "end of turn",
}


def first_words(clause: Clause) -> str:
    """Return how a step without a label begins; nothing for any other clause."""
    if clause.labelled or not isinstance(clause.says, StepSaying):
        return ""
    return _FIRST_WORDS.get(clause.name, clause.name)


@problem_kind
class DuplicateLabel(Problem):
    """Two clauses of one block have the same label, so a path could mean either.

    Paths are made of labels, and edits, messages and citations find a clause by its path.

    Fails:

        zones { hand cards of a player; hand cards of a player }

    Passes, with a label of its own for each:

        zones { hand cards of a player; second_hand cards of a player }
    """

    code = "SPL202"
    headline = "two clauses of {block} are called {name!r}"

    name: str
    block: str
    begins: str = ""  # how a step begins that has no label
    changes: str = ""  # how a variant changes the clause that its base has

    def help(self) -> str | None:
        """A label of its own; in a variant, the edit that was probably meant."""
        own = "give one of them a label of its own"
        if self.begins:
            own += f" behind its first word, such as '{self.begins} another: ...'"
        return own if not self.changes else f"to change it: {self.changes}; or {own}"


@problem_kind
class CannotSet(Problem):
    """`set` changes the one number or condition of a clause; this clause has none.

    A limit, a parameter, a requirement and a cell have one. An action or a zone holds several clauses; name
    the one that is meant, or replace the whole. A choice or a move has none, unless it says how many.

    Fails:

        set actions.buy = 3

    Passes:

        set limits.hand = 4
    """

    code = "SPL203"
    headline = "{wanted!r} has no single value to set"
    hint = "use `replace {wanted} {{ {form} }}`"

    wanted: str
    form: str = "..."  # what stands there; empty where it can't be replaced
    inside: bool = True  # whether clauses stand inside it

    def help(self) -> str | None:
        """What to do with a clause."""
        inner = "name a clause inside it" if self.inside else ""
        whole = super().help() if self.form else ""
        return ", or ".join(each for each in (whole, inner) if each) or None


@problem_kind
class LayersCollide(Problem):
    """Two bases of a variant change the same clause, and nothing says which of them comes last.

    The game would depend on the order of two names in a list. Who writes the variant has to say which of the
    two is meant.

    Fails, where both bases set `limits.hand`:

        variant both "Both" extends big_hand, small_hand

    Passes, as the order is stated:

        variant both "Both" extends big_hand then small_hand
    """

    code = "SPL204"
    headline = "{first!r} changes {first_path!r} and {second!r} changes {second_path!r}: no order is stated"
    hint = "write `extends {first} then {second}` to let {second} win"

    first: str
    first_path: str
    second: str
    second_path: str


@problem_kind
class TwoGames(Problem):
    """The bases of a variant are variants of two different games.

    A variant says what differs from one game. What stands in two has no common ground to be laid on.

    Fails, where one base extends `chess` and the other `draughts`:

        variant both "Both" extends quick_chess, quick_draughts

    Passes, as both extend the same game:

        variant both "Both" extends quick_chess, small_chess
    """

    code = "SPL219"
    headline = "the bases of {name!r} are of two games, {first!r} and {second!r}"
    hint = "extend variants of one game only"

    name: str
    first: str
    second: str


@problem_kind
class NamedTwice(Problem):
    """A list names the same thing twice: a token in a cost, a field in a row, a heading in a table, a base.

    One of the two would be passed over, or both would be added up, and nothing says which was meant.

    Fails:

        rows cards { apple 1 : 3 pear, 2 pear }

    Passes, with the whole number:

        rows cards { apple 1 : 5 pear }
    """

    code = "SPL224"
    headline = "{what}: expected {name!r} once, found it twice"
    hint = "take one of the two away"

    what: str
    name: str


def twice(what: str, word: Ident, first: Ident) -> NamedTwice:
    """That a word stands in a list where an equal one stands before it."""
    related = (Related(first.span, "the first stands here"),)
    return NamedTwice(what=what, name=word.text, span=word.span, related=related)


@problem_kind
class UnknownBase(Problem):
    """A variant extends a game that cannot be found.

    A base is a file beside the variant, or a bundled game.

    Fails:

        variant sprint "Sprint" extends clasic

    Passes:

        variant sprint "Sprint" extends classic
    """

    code = "SPL205"
    headline = "expected a game to extend, found {name!r}, which does not exist"

    name: str
    near: str | None = None

    def help(self) -> str | None:
        """The nearest game."""
        return did_you_mean(self.near)


@problem_kind
class ExtendsItself(Problem):
    """A variant extends itself, or a game that extends it.

    A base is read before what changes it, so a circle of bases has no beginning.

    Fails:

        variant sprint "Sprint" extends sprint

    Passes:

        variant sprint "Sprint" extends classic
    """

    code = "SPL206"
    headline = "{name!r} extends itself by way of {way}"
    hint = "name another game after 'extends', or begin the file with 'game'"

    name: str
    way: str


@problem_kind
class WrongHeader(Problem):
    """A file is used as something that it is not: a mechanic as a game, or a game without its sections.

    A mechanic is laid into a game by `use`; a game is played, or changed by a variant. None of them can take
    the place of another.

    Fails, in a file whose first line is `splendor mechanic 2`:

        game lone "Lone" { players 2 to 4 }

    Passes, in a file whose first line is `splendor rules 2`:

        game lone "Lone" { players 2 to 4 }
    """

    code = "SPL212"
    headline = "expected {expected}, found {found}"

    expected: str
    found: str


@problem_kind
class MissingSection(Problem):
    """A game lacks a section, or a section lacks a clause, that every game needs.

    Without it the game can't be set up, played or brought to an end.

    Fails, in a game without a section `end`:

        game endless "Endless" { players 2 to 4 }

    Passes, with a section that says when it ends:

        end { target: when any player has (goal) then at once; ranking { points: most points; shared } }
    """

    code = "SPL215"
    headline = "the game has no {what}"
    hint = "write it, or begin with 'variant' and change a game that has it"

    what: str


@problem_kind
class UnknownName(Problem):
    """A name that nothing declares where it stands.

    Tokens, kinds, zones, counters and values get their names in their sections. What a `choose`, a `for each`
    or a trigger names is known from there to the end of its block only.

    Fails:

        gain 1 gould

    Passes:

        gain 1 gold
    """

    code = "SPL220"
    headline = "expected {expected}, found {name!r}, which is not declared"

    name: str
    expected: str = "a name"
    near: str | None = None
    title: str | None = None  # what players call the near one, where that is what is written

    def help(self) -> str | None:
        """The nearest name that would fit, or the one that players know by this name."""
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
    """Two different things have one name, so an expression could mean either.

    Expressions name tokens, zones, counters and values without saying which of them is meant; and files that are
    laid on each other are told apart by the names in their first lines.

    Fails:

        tokens { gems white }
        zones { white cards }

    Passes:

        tokens { gems white }
        zones { court cards }
    """

    code = "SPL221"
    headline = "{name!r} is already the name of a {other}"
    hint = "give one of them another name"

    name: str
    other: str


@problem_kind
class SetTwice(Problem):
    """One file sets the same path twice, so that the first says nothing.

    Whoever reads the first line believes it. Of two files the later one wins, as it should.

    Fails:

        set limits.hand = 4
        set limits.hand = 5

    Passes:

        set limits.hand = 5
    """

    code = "SPL222"
    headline = "{wanted!r} is set twice in this file"
    hint = "remove one of the two lines"

    wanted: str


@problem_kind
class UnknownParameter(Problem):
    """A parameter is set that the game does not have.

    The setting would be passed over, and the game played would not be the one that was asked for.

    Fails:

        splendor play classic --set targt=20

    Passes:

        splendor play classic --set target=20
    """

    code = "SPL711"
    headline = "expected a parameter of the game, found {name!r}"
    hint = "splendor show GAME parameters lists them"

    name: str
    near: str | None = None

    def help(self) -> str | None:
        """The nearest parameter, or where they are listed."""
        return did_you_mean(self.near) or super().help()


@problem_kind
class MoreWarnings(Problem):
    """There is more to say of the file than is worth showing at once.

    Of what a file means, the first hundred errors and the first hundred warnings are shown. Mend those at the
    top, and check again.

    Fails, where a hundred warnings stand before it:

        tokens { metal gold }

    Passes, once the first hundred are mended:

        tokens { metal gold }
        supply { gold 5 }
    """

    code = "SPL223"
    severity = "warning"
    headline = "more warnings follow{left}; only the first {limit} are shown"

    limit: int
    left: str
