"""What can be wrong with the record of a game."""

from __future__ import annotations

from splendor_dsl.diagnostics import Problem, problem_kind


@problem_kind
class RecordLine(Problem):
    """A line of a record is neither a header, nor a turn, nor the end.

    A record is made of headers in brackets, a line a turn, and a last line with the number of moves.

    Fails:

        Ann takes white blue green

    Passes:

        1 Ann: take white blue green
    """

    code = "SPL601"
    headline = "expected {expected}, found {found!r}"

    expected: str
    found: str


@problem_kind
class RecordTag(Problem):
    """A header of a record is unknown, stands there twice, or has a value that can't be read.

    How the game began stands in the headers. One that can't be read may be the one that decides it.

    Fails:

        [seed "seven"]

    Passes:

        [seed "7"]
    """

    code = "SPL602"
    headline = "the header {name!r}: expected {expected}, found {found!r}"

    name: str
    expected: str
    found: str
    near: str | None = None

    def help(self) -> str | None:
        """The header whose name is nearly the same."""
        return None if self.near is None else f"did you mean {self.near!r}?"


@problem_kind
class RecordTagMissing(Problem):
    """A record lacks a header without which it can't be replayed.

    The game, the hash of its rules, the players, and a seed or a deal decide how it began. All the rest
    follows from them and the moves.

    Fails:

        [game "classic"]
        [players "Ann, Bob"]

    Passes, with the hash of the rules and a seed (or a deal):

        [game "classic"]
        [rules "0f3a5b7c9d1e2f4a6b8c0d1e"]
        [players "Ann, Bob"]
        [seed "7"]
    """

    code = "SPL603"
    headline = "expected the header {name!r}, found none"

    name: str


@problem_kind
class RecordCut(Problem):
    """A record ends before its closing line, so a part of it is lost.

    The last line shows that nothing is missing, so that half a game is never taken for a short one.

    Fails, as nothing follows:

        1 Ann: take white blue green

    Passes, with the number of moves at the end:

        1 Ann: take white blue green

        1 moves
    """

    code = "SPL604"
    headline = "expected the closing line with the number of moves, found the end of the record"
    hint = "the record was cut; moves that it has so far: {moves}"

    moves: int


@problem_kind
class RecordCount(Problem):
    """The closing line of a record does not count the moves that stand there.

    A move was lost or added, so this is no longer the game that was played.

    Fails:

        1 Ann: take white blue green

        2 moves

    Passes:

        1 Ann: take white blue green

        1 moves
    """

    code = "SPL605"
    headline = "expected '{found} moves', as so many stand there, found '{said} moves'"

    said: int
    found: int


@problem_kind
class RecordOrder(Problem):
    """A line of a record does not begin with the number of its first move, or names somebody who does not play.

    Number and name say whose move a line is, so that a lost line or move is noticed where it is missing.

    Fails, where Ann and Bob play:

        1 Ann: take white blue green
        3 Cid: take red

    Passes:

        1 Ann: take white blue green
        2 Bob: take red
    """

    code = "SPL606"
    headline = "expected {expected}, found {found!r}"

    expected: str
    found: str


@problem_kind
class RecordRules(Problem):
    """A record was made by rules that mean something else.

    By other rules the same moves would be another game, which nobody has played.

    Fails, after a number in the rules was changed:

        [rules "0f3a5b7c9d1e2f4a6b8c0d1e"]

    Passes, with the rules that it was made by (titles and comments may differ):

        [rules "193cf5792363cd57c0b8d1c5"]
    """

    code = "SPL607"
    headline = "expected a record of the rules {expected!r}, found one of {found!r}"
    hint = "the rules of {game!r}, or the parameters set, have changed since; splendor migrate tells which clauses"

    game: str
    expected: str
    found: str
    other: str | None = None  # the game whose rules were given, where it has another name

    def help(self) -> str | None:
        """That it has another name, as another game has, or what tells how the rules have changed."""
        if self.other is None:
            return super().help()
        told = f"the record is of {self.game!r}, and the rules given are those of {self.other!r}"
        return (
            f"{told}; if that is the same game, splendor migrate tells which clauses have changed"
        )


@problem_kind
class RecordStart(Problem):
    """The game of a record can't be started: it has no such number of players, or no such deal.

    A record begins a game as its headers say, and the rules do not know such a beginning.

    Fails, as no edition seats five:

        [players "Ann, Bob, Cid, Dan, Eve"]

    Passes:

        [players "Ann, Bob"]
    """

    code = "SPL608"
    headline = "the game of the record can't be started: {reason}"

    reason: str


@problem_kind
class RecordMove(Problem):
    """A move of a record can't be made where it stands.

    A record replays exactly or not at all. Mostly a line was changed by hand, or stands in the place of
    another.

    Fails, as nobody has anything at the start:

        1 Ann: buy 3-1

    Passes:

        1 Ann: take white blue green
    """

    code = "SPL609"
    headline = "move {number}, {move!r} of {player}, can't be made: {reason}"

    number: int
    move: str
    player: str
    reason: str


@problem_kind
class RecordPlayer(Problem):
    """A line of a record is another player's than the one who is to move.

    Who is to move follows from the moves before. A line may be missing, or two have changed places.

    Fails, as Ann is to begin:

        1 Bob: take white blue green

    Passes:

        1 Ann: take white blue green
    """

    code = "SPL610"
    headline = "move {number}: expected a move of {expected}, found one of {found}"

    number: int
    expected: str
    found: str


@problem_kind
class RecordResult(Problem):
    """The game of a record ends in another way than its header says.

    The moves decide who has won. The header tells it to readers, and tells it wrong.

    Fails, where Bob has won:

        [result "Ann > Bob"]

    Passes:

        [result "Bob > Ann"]
    """

    code = "SPL611"
    headline = "expected the result {expected!r}, to which the moves lead, found {found!r}"

    expected: str
    found: str


@problem_kind
class RecordName(Problem):
    """A name can't stand in a record, as a record gives its characters another meaning.

    A line of a record is `1 Ann: take red`, and its players stand between quotes with commas. A name with
    such signs in it could not be read back.

    Fails:

        splendor play classic --names "Ann: the first"

    Passes:

        splendor play classic --names "Ann the first"
    """

    code = "SPL612"
    headline = "expected a name of letters, digits, spaces and -_.', found {name!r}"

    name: str


@problem_kind
class RecordPosition(Problem):
    """The moves of a record lead to another position than its header says.

    Records hold a short hash of each position, so that it can be told where a game first came out otherwise. By the
    rules that a record was made by, all positions are as they were, unless a move or a header was changed by hand. As a
    test, a record fails where rules that have changed lead to another position.

    Fails, where the first move led to another position:

        [positions "9d01 77ab 02c4"]

    Passes, as a record need not say what its positions were:

        [seed "7"]
        [result "unfinished"]
    """

    code = "SPL613"
    headline = "{when} the position is another than the one that was recorded"

    when: str

    def help(self) -> str:
        """Who tells more of it."""
        return "splendor migrate tells which clauses have changed, and with --write keeps what is meant"


@problem_kind
class RecordRulesOutside(Problem):
    """A record names rules that lie elsewhere.

    Records are sent about and replayed by people who did not write them, so a record opens no file but its rules: a
    bundled game, a rule file in its folder or below it, or, for one in a folder such as `night.games`, a rule file
    beside that folder.

    Fails:

        [game "../saves/night.rules"]

    Passes, in a record that lies beside `night.rules`:

        [game "night.rules"]
    """

    code = "SPL614"
    headline = "expected a bundled game or a rule file beside the record, found {name!r}"
    hint = "--rules says where the rules of a record lie"

    name: str


@problem_kind
class RecordNoRules(Problem):
    """The file that a record names as its rules does not begin as a rule file.

    Nothing of it is read or shown: whoever wrote the record might have named any file.

    Fails, where `notes.txt` is a letter:

        [game "notes.txt"]

    Passes, where `night.rules` begins with the words `splendor rules`:

        [game "night.rules"]
    """

    code = "SPL615"
    headline = "expected a rule file, found {name!r}, which does not begin as one"
    hint = "--rules says where the rules of a record lie"

    name: str


@problem_kind
class RecordClauses(Problem):
    """The header of a record that tells its clauses is not that of the rules that it was made by.

    The rules are those of the record, so its game is as it was. But the hashes of the clauses were changed by hand or
    damaged, and when the rules change later, they would tell of other clauses than those that have changed.

    Fails, where `zones.purse` has another hash:

        [clauses "zones purse=00aa"]

    Passes, as a record need not say which clauses it was made by:

        [seed "7"]
    """

    code = "SPL616"
    severity = "warning"
    headline = "the header 'clauses' can't be read: expected the hashes of its rules, found others"
    hint = "splendor migrate --write writes it anew"


@problem_kind
class NoRecord(Problem):
    """A file stands where the record of a game is wanted, and is none.

    A record begins with its headers, each in square brackets.

    Fails:

        splendor replay sprint.rules

    Passes, with what `splendor play classic --record game.txt` has written:

        splendor replay game.txt
    """

    code = "SPL715"
    headline = "expected the record of a game, found {name!r}, which does not begin as one"
    hint = "splendor play GAME --record FILE writes one"

    name: str
