"""What can be wrong with what a person asked the program for."""

from splendor_dsl.diagnostics import Problem, problem_kind


@problem_kind
class Mistake(Problem):
    """The base of the mistakes in a command: `near` is what may have been meant."""

    near: str | None = None

    def help(self) -> str | None:
        """What may have been meant, or else the hint of the class."""
        return super().help() if self.near is None else f"did you mean {self.near!r}?"


@problem_kind
class UnknownClause(Mistake):
    """A game has no clause of that path.

    Each clause has a path, made of labels, and a path shows all that stands below it: `end` is the whole end.

    Fails:

        splendor show classic end.traget

    Passes:

        splendor show classic end.target
    """

    code = "SPL702"
    headline = "expected the path of a clause of {game!r}, found {name!r}"
    hint = "splendor show {game} lists the paths"

    game: str
    name: str


@problem_kind
class UnknownCode(Mistake):
    """No problem has that code.

    Codes stand in brackets at the head of each message, as in `error[SPL201]`.

    Fails:

        splendor explain SPL000

    Passes:

        splendor explain SPL001
    """

    code = "SPL703"
    headline = "expected the code of a problem, found {name!r}"
    hint = "splendor explain lists the codes"

    name: str


@problem_kind
class WrongSetting(Mistake):
    """A parameter is set in a way that cannot be read.

    A setting is the name of a parameter, the sign `=` and a number, with no blanks between them.

    Fails:

        splendor play classic --set target:20

    Passes:

        splendor play classic --set target=20
    """

    code = "SPL704"
    headline = "expected a setting such as target=20, found {found!r}"

    found: str


@problem_kind
class UnknownBot(Mistake):
    """No bot of that name is known.

    Bots come with the program and with plugins, and go by the names that the message lists.

    Fails:

        splendor simulate classic --bots greedi

    Passes:

        splendor simulate classic --bots greedy
    """

    code = "SPL705"
    headline = "expected one of {known}, found {name!r}"

    name: str
    known: str


@problem_kind
class TooManyBots(Mistake):
    """More bots or names are given than there are seats.

    Seats are given out in the order of the list, and for what is left over there is none.

    Fails:

        splendor play classic --players 2 --bots human,random,greedy

    Passes:

        splendor play classic --players 3 --bots human,random,greedy
    """

    code = "SPL706"
    headline = "expected at most {most}, found {found}"

    most: str
    found: int


@problem_kind
class WrongCommand(Mistake):
    """The game cannot be started, or the position cannot be reached, as it was asked for.

    A game begins only as its rules allow: with as many players, with such parameters and with pieces that
    they know.

    Fails, as no edition seats nine:

        splendor play classic --players 9

    Passes:

        splendor play classic --players 3
    """

    code = "SPL707"
    headline = "{reason}"

    reason: str


@problem_kind
class CannotWrite(Mistake):
    """A file cannot be written.

    Without a word of it a game that took an hour could be lost. What a command writes takes the place of what it wrote
    there itself before, never of a file that holds something else, such as rules.

    Fails, where there is no such folder:

        splendor play classic --record nowhere/game.txt

    Passes:

        splendor play classic --record game.txt
    """

    code = "SPL708"
    headline = "cannot write {file!r}: {reason}"

    reason: str


@problem_kind
class BotFailed(Mistake):
    """A bot raised an exception, or chose something that it was not offered.

    A bot is code of its own. When it fails, the command stops there and does not guess a move for it.

    Fails:

        def choose(self, view, moves, stream):
            return None

    Passes:

        def choose(self, view, moves, stream):
            return moves[0]
    """

    code = "SPL709"
    headline = "the bot {name!r} of the plugin {plugin!r} failed: {reason}"

    name: str
    plugin: str
    reason: str


@problem_kind
class CommandFailed(Mistake):
    """A command that a plugin adds raised an exception.

    The command is code of the plugin, and the message is for its author. The rest of the program works
    without it.

    Fails:

        def count(game):
            return {}[game]

    Passes:

        def count(game):
            return 0
    """

    code = "SPL710"
    headline = "the command {name!r} of the plugin {plugin!r} failed: {reason}"

    name: str
    plugin: str
    reason: str


@problem_kind
class FormFailed(Mistake):
    """A form that a plugin offers could not print the game.

    The form is code of a plugin, and the message is for its author. The rest of the program works without it.

    Fails:

        Renderer(name="cards", render=lambda game: game.cards)

    Passes:

        Renderer(name="cards", render=lambda game: str(len(game.model.pieces)))
    """

    code = "SPL712"
    headline = "the form {name!r} of the plugin {plugin!r} failed: {reason}"

    name: str
    plugin: str
    reason: str


@problem_kind
class WrongUsage(Mistake):
    """A command is called with a word or an option that it does not take.

    Nothing is guessed: a number that is misread could start a long run, or another game than was meant.

    Fails:

        splendor perft classic --depth two

    Passes:

        splendor perft classic --depth 2
    """

    code = "SPL713"
    headline = "{reason}"
    hint = "{called} --help shows what it takes"

    reason: str
    called: str
