"""The problems of the shape of a text: its blocks, texts in quotes and size. SPL1xx."""

from typing import Final

from splendor_dsl.diagnostics import Problem, problem_kind
from splendor_dsl.syntax.problems import EDITION

# Functions that walk trees are recursive: at this depth none of them runs out of stack.
NESTING_LIMIT: Final = 32
WORD_LIMIT: Final = 250_000


@problem_kind
class UnclosedBlock(Problem):
    """A block is opened with `{` and never closed."""

    code = "SPL103"
    headline = "this block is not closed"
    hint = "close it with '}}'"


@problem_kind
class StrayBrace(Problem):
    """A `}` stands where no block is open."""

    code = "SPL104"
    headline = "this '}}' closes nothing"
    hint = "remove it, or open the block with '{{'"


@problem_kind
class UnclosedText(Problem):
    """A text in quotes is not closed on its line."""

    code = "SPL105"
    headline = "a text in quotes is not closed on this line"
    hint = "each text begins and ends with '\"'; for a quote inside it write '\\\"'"


@problem_kind
class FileEmpty(Problem):
    """The file holds no rules at all."""

    code = "SPL111"
    headline = "expected rules, found an empty file"
    hint = f"a game begins with 'splendor rules {EDITION}'"


@problem_kind
class NestedTooDeeply(Problem):
    """Blocks and brackets stand within each other more often than anybody could follow."""

    code = "SPL112"
    headline = "expected at most {limit} blocks and brackets within each other, found more"
    hint = "give the inner parts names of their own"

    limit: int = NESTING_LIMIT


@problem_kind
class TooManyWords(Problem):
    """The file is longer than any rules can be; the rest of it is not read."""

    code = "SPL116"
    headline = "expected at most {limit} words, signs and comments in a file, found more"
    hint = "long tables can stand in a CSV file"

    limit: int = WORD_LIMIT


@problem_kind
class EscapeUnknown(Problem):
    """A backslash in a text stands before something other than a quote or a backslash."""

    code = "SPL117"
    headline = "expected '\\\"' or '\\\\' in a text, found {found!r}"
    hint = "for a backslash itself write it twice"

    found: str


@problem_kind
class BlockNotOpened(Problem):
    """A block is closed, but the line that it belongs to does not open it."""

    code = "SPL118"
    headline = "expected '{{' at the end of this line"
