"""Problems of records."""

from __future__ import annotations

from splendor_dsl.diagnostics import Problem, problem_kind


@problem_kind
class RecordLine(Problem):
    """A line of a record is neither a header, nor a turn, nor the end."""

    code = "SPL601"
    headline = "expected {expected}, found {found!r}"

    expected: str
    found: str


@problem_kind
class RecordTag(Problem):
    """A header of a record is unknown, stands there twice, or has a value that can't be read."""

    code = "SPL602"
    headline = "the header {name!r}: expected {expected}, found {found!r}"

    name: str
    expected: str
    found: str
    near: str | None = None

    def help(self) -> str | None:
        """Return the similar name of a known header."""
        return None if self.near is None else f"did you mean {self.near!r}?"


@problem_kind
class RecordTagMissing(Problem):
    """A record lacks a header without which it can't be replayed."""

    code = "SPL603"
    headline = "expected the header {name!r}, found none"

    name: str


@problem_kind
class RecordCut(Problem):
    """A record ends before its closing line, so a part of it is lost."""

    code = "SPL604"
    headline = "expected the closing line with the number of moves, found the end of the record"
    hint = "the record was cut; moves that it has so far: {moves}"

    moves: int


@problem_kind
class RecordCount(Problem):
    """The closing line of a record does not count the moves that stand there."""

    code = "SPL605"
    headline = "expected '{found} moves', as so many stand there, found '{said} moves'"

    said: int
    found: int


@problem_kind
class RecordOrder(Problem):
    """A line of a record does not begin with the number of its first move, or names somebody who does not play."""

    code = "SPL606"
    headline = "expected {expected}, found {found!r}"

    expected: str
    found: str


@problem_kind
class RecordRules(Problem):
    """A record was made by rules that mean something else."""

    code = "SPL607"
    headline = "expected a record of the rules {expected!r}, found one of {found!r}"
    hint = "the rules of {game!r}, or the parameters set, have changed since; splendor migrate tells which clauses"

    game: str
    expected: str
    found: str
    other: str | None = None  # the game whose rules were given, where it has another name

    def help(self) -> str | None:
        """Return a hint: the rules have another name, or the command that shows their changes."""
        if self.other is None:
            return super().help()
        text = f"the record is of {self.game!r}, and the rules given are those of {self.other!r}"
        return (
            f"{text}; if that is the same game, splendor migrate tells which clauses have changed"
        )


@problem_kind
class RecordStart(Problem):
    """The game of a record can't be started: it has no such number of players, or no such deal."""

    code = "SPL608"
    headline = "the game of the record can't be started: {reason}"

    reason: str


@problem_kind
class RecordMove(Problem):
    """A move of a record can't be made where it stands."""

    code = "SPL609"
    headline = "move {number}, {move!r} of {player}, can't be made: {reason}"

    number: int
    move: str
    player: str
    reason: str


@problem_kind
class RecordPlayer(Problem):
    """A line of a record is another player's than the one who is to move."""

    code = "SPL610"
    headline = "move {number}: expected a move of {expected}, found one of {found}"

    number: int
    expected: str
    found: str


@problem_kind
class RecordResult(Problem):
    """The game of a record ends in another way than its header says."""

    code = "SPL611"
    headline = "expected the result {expected!r}, to which the moves lead, found {found!r}"

    expected: str
    found: str


@problem_kind
class RecordName(Problem):
    """A name can't stand in a record, as a record gives its characters another meaning."""

    code = "SPL612"
    headline = "expected a name of letters, digits, spaces and -_.', found {name!r}"

    name: str


@problem_kind
class RecordPosition(Problem):
    """The moves of a record lead to another position than its header says."""

    code = "SPL613"
    headline = "{when} the position is another than the one that was recorded"

    when: str

    def help(self) -> str:
        """Return a hint with the command that shows more."""
        return "splendor migrate tells which clauses have changed, and with --write keeps what is meant"


@problem_kind
class RecordRulesOutside(Problem):
    """A record names rules that lie elsewhere."""

    code = "SPL614"
    headline = "expected a bundled game or a rule file beside the record, found {name!r}"
    hint = "--rules says where the rules of a record lie"

    name: str


@problem_kind
class RecordNoRules(Problem):
    """The file that a record names as its rules does not begin as a rule file."""

    code = "SPL615"
    headline = "expected a rule file, found {name!r}, which does not begin as one"
    hint = "--rules says where the rules of a record lie"

    name: str


@problem_kind
class RecordClauses(Problem):
    """The header of a record that tells its clauses is not that of the rules that it was made by."""

    code = "SPL616"
    severity = "warning"
    headline = "the header 'clauses' can't be read: expected the hashes of its rules, found others"
    hint = "splendor migrate --write writes it anew"


@problem_kind
class NoRecord(Problem):
    """A file stands where the record of a game is wanted, and is none."""

    code = "SPL715"
    headline = "expected the record of a game, found {name!r}, which does not begin as one"
    hint = "splendor play GAME --record FILE writes one"

    name: str
