"""What can be wrong with the text of a rule file: its words and its header. SPL1xx."""

from typing import Final

from splendor_dsl.diagnostics import Problem, problem_kind

EDITION: Final = 2  # the newest; older ones are read as they are
PROBLEM_LIMIT: Final = 50
DIGIT_LIMIT: Final = 9
NAME_LIMIT: Final = 1_000


@problem_kind
class Misread(Problem):
    """What stands there could not be read; `near` is the word that was probably meant, `advice` how it is written."""

    near: str | None = None
    advice: str | None = None

    def help(self) -> str | None:
        """The word that was probably meant, or how it is written."""
        return self.advice if self.near is None else f"did you mean {self.near!r}?"


@problem_kind
class UnexpectedWord(Misread):
    """A word or sign stands where the language does not know it.

    A line is read word by word, and the message says what could have stood at this place. The cause may be
    the word before it: one that is missing, misspelt or too much.

    Fails:

        splendor rules 2
        game tiny "Tiny" {
          players 2 until 4
        }

    Passes:

        splendor rules 2
        game tiny "Tiny" {
          players 2 to 4
        }
    """

    code = "SPL101"
    headline = "expected {expected}, found {found}"

    expected: str
    found: str


@problem_kind
class UnknownSection(Misread):
    """A word that begins no section, header or edit stands where one of them has to begin.

    Outside of all blocks each line begins a section, the header or an edit. A section with a misspelt name
    would be lost with all that stands in it.

    Fails:

        splendor rules 2
        game tiny "Tiny" { players 2 to 4 }
        zoens { deck cards }

    Passes:

        splendor rules 2
        game tiny "Tiny" { players 2 to 4 }
        zones { deck cards }
    """

    code = "SPL102"
    headline = "expected a section such as 'tokens', 'actions' or 'use', found {found}"

    found: str


@problem_kind
class UnreadableCharacter(Misread):
    """A character stands there that no word or sign of the language has.

    Names may have letters of any alphabet. An accent has to be one character with its letter, as
    keyboards write it; of two such characters that mean the same, either will do.

    Fails:

        splendor rules 2
        game tiny "Tiny" { players 2 to 4 }
        values { total points { cards: 2 ÷ 3 } }

    Passes:

        splendor rules 2
        game tiny "Tiny" { players 2 to 4 }
        values { total points { cards: 2 + 3 } }
    """

    code = "SPL106"
    headline = "cannot read the character {shown} ({point})"

    shown: str
    point: str


@problem_kind
class NumberTooLarge(Problem):
    """A number has more digits than any rule needs.

    Numbers count tokens, pieces, points and rounds. One as long as this is a slip of the keyboard.

    Fails:

        splendor rules 2
        game tiny "Tiny" { players 2 to 4 }
        supply { gold 5000000000 }

    Passes:

        splendor rules 2
        game tiny "Tiny" { players 2 to 4 }
        supply { gold 5 }
    """

    code = "SPL107"
    headline = "expected a number of at most {limit} digits, found {digits}"

    limit: int = DIGIT_LIMIT
    digits: int


@problem_kind
class NameTooLong(Problem):
    """A name is longer than anybody would write or read.

    Names stand in messages, in paths and on the table. One as long as this is a slip, such as blanks that are missing.
    The bound is 1000 letters for each name of a path, as rows are called by what their cells hold.

    Fails, with a name of 1001 letters:

        splendor rules 2
        game tiny "Tiny" { players 2 to 4 }
        tokens { gems white_and_blue_and_so_on_and_so_on }

    Passes:

        splendor rules 2
        game tiny "Tiny" { players 2 to 4 }
        tokens { gems white }
    """

    code = "SPL122"
    headline = "expected a name of at most {limit} letters, found one of {letters}"

    limit: int = NAME_LIMIT
    letters: int


@problem_kind
class NameUnfit(Problem):
    """A word stands where a name has to stand, but is no name once it is in its normal form.

    A name is a letter or `_`, then letters, digits and `_`, in any script. It is read in the form that Unicode calls
    NFKC, so that it is one name however it was typed; a digit in a circle is the plain digit, and what no eye sees is
    part of no name.

    Fails, as it is read as the name `1st`:

        splendor rules 2
        game tiny "Tiny" { players 2 to 4 }
        tokens { gems ①st }

    Passes:

        splendor rules 2
        game tiny "Tiny" { players 2 to 4 }
        tokens { gems first }
    """

    code = "SPL123"
    headline = "expected a name, found one that is read as {found!r}"
    hint = "a name is a letter or '_', then letters, digits and '_', and no word of the language"

    found: str


@problem_kind
class EditionMissing(Problem):
    """The first line does not say in which edition of the language the file is written.

    The language may change one day. The first line says which edition the rest is written in, so that an old
    file goes on meaning what it meant.

    Fails:

        game tiny "Tiny" { players 2 to 4 }

    Passes:

        splendor rules 2
        game tiny "Tiny" { players 2 to 4 }
    """

    code = "SPL108"
    headline = f"expected 'splendor rules {EDITION}' on the first line, found {{found}}"
    hint = (
        f"a game or variant begins with 'splendor rules {EDITION}', "
        f"a mechanic with 'splendor mechanic {EDITION}'"
    )

    found: str


@problem_kind
class EditionUnknown(Problem):
    """The file is written in an edition of the language that this program does not know.

    A later edition may give a word another meaning, so a file in it is refused and not guessed at.

    Fails:

        splendor rules 3
        game tiny "Tiny" { players 2 to 4 }

    Passes:

        splendor rules 2
        game tiny "Tiny" { players 2 to 4 }
    """

    code = "SPL109"
    headline = "expected edition 1 to {known}, found {found}"
    hint = "a newer version of this program may read it"

    known: int = EDITION
    found: str

    def help(self) -> str | None:
        """Who may read it, if there can be such an edition."""
        later = self.found.isdigit() and int(self.found) > self.known
        return super().help() if later else None


@problem_kind
class OtherEdition(Problem):
    """A word is written as another edition of the language has it.

    The first line of a file names its edition, so that a file says the same for ever; what an edition has reworded
    is a mistake in the others.

    Fails:

        splendor rules 2
        variant calm "Calm" extends classic
        example shared { given passes 1; when Ann plays "pass"; then Ann, Bob wins }

    Passes:

        splendor rules 2
        variant calm "Calm" extends classic
        example shared { given passes 1; when Ann plays "pass"; then Ann, Bob win }
    """

    code = "SPL121"
    headline = "expected {expected!r} in edition {edition}, found {found!r}"
    hint = "splendor fix writes a file as the newest edition has it"

    expected: str
    found: str
    edition: int


@problem_kind
class HeaderMissing(Problem):
    """The file does not say what it is: a game, a variant or a mechanic.

    A game stands by itself, a variant changes another one, and a mechanic is used by others. What may stand
    in the sections depends on it.

    Fails:

        splendor rules 2
        supply { gold 5 }

    Passes:

        splendor rules 2
        game tiny "Tiny" { players 2 to 4 }
        supply { gold 5 }
    """

    code = "SPL110"
    headline = "expected {expected} after the edition, found {found}"
    hint = "the line after the first says what the file is, with its name and a title in quotes"

    expected: str
    found: str


@problem_kind
class PathUnfit(Misread):
    """An edit names a path at which nothing of that kind can stand.

    A path begins with the name of a section and goes down label by label. What stands at its end decides what
    may stand in the braces.

    Fails:

        splendor rules 2
        variant tiny "Tiny" extends classic
        add acts.buy { gain 1 gold }

    Passes:

        splendor rules 2
        variant tiny "Tiny" extends classic
        add actions.buy { gain 1 gold }
    """

    code = "SPL113"
    headline = "expected a path that {wanted}, found {found}"

    wanted: str
    found: str


@problem_kind
class WordAsName(Problem):
    """A word that the language uses itself stands where a name of the author's has to stand.

    These words join or end what stands on a line. If they could be names as well, the line could be read in
    two ways.

    Fails:

        splendor rules 2
        game tiny "Tiny" { players 2 to 4 }
        limits { hand: or in hand at most 3 }

    Passes:

        splendor rules 2
        game tiny "Tiny" { players 2 to 4 }
        limits { hand: cards in hand at most 3 }
    """

    code = "SPL114"
    headline = "expected {expected}, found {found}, a word of the language"
    hint = "if it is meant as a name, choose another one"

    expected: str
    found: str


@problem_kind
class MoreProblems(Problem):
    """There is more wrong with the file than is worth showing at once.

    After so many problems most are echoes of the first. Mend those at the top and check again. The first fifty are
    shown of how a file is written, and the first hundred of what it means.

    Fails, where fifty problems stand before it:

        zoens { deck cards }

    Passes, once the first fifty are mended:

        zones { deck cards }
    """

    code = "SPL115"
    headline = "more problems follow{left}; only the first {limit} are shown"

    limit: int = PROBLEM_LIMIT
    left: str = ""


@problem_kind
class HeaderMisplaced(Problem):
    """A file says what it is once, and before everything else.

    All clauses of a file belong to the one game, variant or mechanic that it declares. With two headers
    nobody could say which.

    Fails:

        splendor rules 2
        game tiny "Tiny" { players 2 to 4 }
        game other "Other" { players 2 to 4 }

    Passes:

        splendor rules 2
        game tiny "Tiny" { players 2 to 4 }
    """

    code = "SPL119"
    headline = "expected one header, right after the edition, found another"
    hint = "each game, variant or mechanic has a file of its own"


@problem_kind
class HeaderUnfit(Problem):
    """The first line and the header disagree about what the file is.

    A game is played and a mechanic is used by games. Which of the two a file is has to be plain from its
    first line.

    Fails:

        splendor mechanic 2
        game tiny "Tiny" { players 2 to 4 }

    Passes:

        splendor rules 2
        game tiny "Tiny" { players 2 to 4 }
    """

    code = "SPL120"
    headline = "expected {expected} in a file that begins with {first!r}, found a {found}"

    expected: str
    first: str
    found: str
