"""The problems of the text of a rule file: its words and its header. SPL1xx."""

from typing import Final

from splendor_dsl.diagnostics import Problem, problem_kind

EDITION: Final = 2  # the newest; older ones are read too
PROBLEM_LIMIT: Final = 50
DIGIT_LIMIT: Final = 9
NAME_LIMIT: Final = 1_000


@problem_kind
class Misread(Problem):
    """A text that cannot be parsed; `near` is the word that was probably meant, `advice` the right wording."""

    near: str | None = None
    advice: str | None = None

    def help(self) -> str | None:
        """Return the word that was probably meant, or the advice."""
        return self.advice if self.near is None else f"did you mean {self.near!r}?"


@problem_kind
class UnexpectedWord(Misread):
    """A word or sign stands where the language does not know it."""

    code = "SPL101"
    headline = "expected {expected}, found {found}"

    expected: str
    found: str


@problem_kind
class UnknownSection(Misread):
    """A word that begins no section, header or edit stands where one of them has to begin."""

    code = "SPL102"
    headline = "expected a section such as 'tokens', 'actions' or 'use', found {found}"

    found: str


@problem_kind
class UnreadableCharacter(Misread):
    """A character stands there that no word or sign of the language has."""

    code = "SPL106"
    headline = "cannot read the character {shown} ({point})"

    shown: str
    point: str


@problem_kind
class NumberTooLarge(Problem):
    """A number has more digits than any rule needs."""

    code = "SPL107"
    headline = "expected a number of at most {limit} digits, found {digits}"

    limit: int = DIGIT_LIMIT
    digits: int


@problem_kind
class NameTooLong(Problem):
    """A name is longer than anybody would write or read."""

    code = "SPL122"
    headline = "expected a name of at most {limit} letters, found one of {letters}"

    limit: int = NAME_LIMIT
    letters: int


@problem_kind
class NameUnfit(Problem):
    """A word stands where a name has to stand, but is no name once it is in its normal form."""

    code = "SPL123"
    headline = "expected a name, found one that is read as {found!r}"
    hint = "a name is a letter or '_', then letters, digits and '_', and no word of the language"

    found: str


@problem_kind
class EditionMissing(Problem):
    """The first line does not say in which edition of the language the file is written."""

    code = "SPL108"
    headline = f"expected 'splendor rules {EDITION}' on the first line, found {{found}}"
    hint = (
        f"a game or variant begins with 'splendor rules {EDITION}', "
        f"a mechanic with 'splendor mechanic {EDITION}'"
    )

    found: str


@problem_kind
class EditionUnknown(Problem):
    """The file is written in an edition of the language that this program does not know."""

    code = "SPL109"
    headline = "expected edition 1 to {known}, found {found}"
    hint = "a newer version of this program may read it"

    known: int = EDITION
    found: str

    def help(self) -> str | None:
        """Return the hint, if there can be such an edition."""
        later = self.found.isdigit() and int(self.found) > self.known
        return super().help() if later else None


@problem_kind
class OtherEdition(Problem):
    """A word is written as another edition of the language has it."""

    code = "SPL121"
    headline = "expected {expected!r} in edition {edition}, found {found!r}"
    hint = "splendor fix writes a file as the newest edition has it"

    expected: str
    found: str
    edition: int


@problem_kind
class HeaderMissing(Problem):
    """The file does not say what it is: a game, a variant or a mechanic."""

    code = "SPL110"
    headline = "expected {expected} after the edition, found {found}"
    hint = "the line after the first says what the file is, with its name and a title in quotes"

    expected: str
    found: str


@problem_kind
class PathUnfit(Misread):
    """An edit names a path at which nothing of that kind can stand."""

    code = "SPL113"
    headline = "expected a path that {wanted}, found {found}"

    wanted: str
    found: str


@problem_kind
class WordAsName(Problem):
    """A word that the language uses itself stands where a name of the author's has to stand."""

    code = "SPL114"
    headline = "expected {expected}, found {found}, a word of the language"
    hint = "if it is meant as a name, choose another one"

    expected: str
    found: str


@problem_kind
class MoreProblems(Problem):
    """There is more wrong with the file than is worth showing at once."""

    code = "SPL115"
    headline = "more problems follow{left}; only the first {limit} are shown"

    limit: int = PROBLEM_LIMIT
    left: str = ""


@problem_kind
class HeaderMisplaced(Problem):
    """A file says what it is once, and before everything else."""

    code = "SPL119"
    headline = "expected one header, right after the edition, found another"
    hint = "each game, variant or mechanic has a file of its own"


@problem_kind
class HeaderUnfit(Problem):
    """The first line and the header disagree about what the file is."""

    code = "SPL120"
    headline = "expected {expected} in a file that begins with {first!r}, found a {found}"

    expected: str
    first: str
    found: str
