"""Problems with the arguments of commands."""

from splendor_dsl.diagnostics import Problem, problem_kind


@problem_kind
class Mistake(Problem):
    """The base of the mistakes in a command: `near` is what may have been meant."""

    near: str | None = None

    def help(self) -> str | None:
        """Return the likely correction, or else the hint of the class."""
        return super().help() if self.near is None else f"did you mean {self.near!r}?"


@problem_kind
class UnknownClause(Mistake):
    """A game has no clause of that path."""

    code = "SPL702"
    headline = "expected the path of a clause of {game!r}, found {name!r}"
    hint = "splendor show {game} lists the paths"

    game: str
    name: str


@problem_kind
class UnknownCode(Mistake):
    """No problem has that code."""

    code = "SPL703"
    headline = "expected the code of a problem, found {name!r}"
    hint = "splendor explain lists the codes"

    name: str


@problem_kind
class WrongSetting(Mistake):
    """A parameter is set in a way that cannot be read."""

    code = "SPL704"
    headline = "expected a setting such as target=20, found {found!r}"

    found: str


@problem_kind
class UnknownBot(Mistake):
    """No bot of that name is known."""

    code = "SPL705"
    headline = "expected one of {known}, found {name!r}"

    name: str
    known: str


@problem_kind
class TooManyBots(Mistake):
    """More bots or names are given than there are seats."""

    code = "SPL706"
    headline = "expected at most {most}, found {found}"

    most: str
    found: int


@problem_kind
class WrongCommand(Mistake):
    """The game cannot be started, or the position cannot be reached, as it was asked for."""

    code = "SPL707"
    headline = "{reason}"

    reason: str


@problem_kind
class CannotWrite(Mistake):
    """A file cannot be written."""

    code = "SPL708"
    headline = "cannot write {file!r}: {reason}"

    reason: str


@problem_kind
class BotFailed(Mistake):
    """A bot raised an exception, or chose something that it was not offered."""

    code = "SPL709"
    headline = "the bot {name!r} of the plugin {plugin!r} failed: {reason}"

    name: str
    plugin: str
    reason: str


@problem_kind
class ProgramFailed(Mistake):
    """A program that plays as a bot could not be started, was too slow, has ended, or broke the protocol."""

    code = "SPL720"
    headline = "the bot {name!r} failed: {reason}"
    hint = "`splendor try-bot exec:COMMAND` tests a program by itself"

    name: str
    reason: str


@problem_kind
class ProgramNotNamed(Mistake):
    """A record names a program as a bot, and the command line does not."""

    code = "SPL721"
    headline = "expected the command of the program in seat {seat} after --bots, found {name!r} in the record alone"
    hint = "a program is started only by its command: --bots human,'exec:COMMAND'"

    name: str
    seat: int


@problem_kind
class ProgramAtFault(Mistake):
    """A program that is to play as a bot does not keep to the protocol in a test."""

    code = "SPL722"
    headline = "{reason} ({games})"
    hint = "what is expected of a program stands in docs/exec.md"

    reason: str
    games: str


@problem_kind
class CommandFailed(Mistake):
    """A command that a plugin adds raised an exception."""

    code = "SPL710"
    headline = "the command {name!r} of the plugin {plugin!r} failed: {reason}"

    name: str
    plugin: str
    reason: str


@problem_kind
class FormFailed(Mistake):
    """A form that a plugin offers could not print the game."""

    code = "SPL712"
    headline = "the form {name!r} of the plugin {plugin!r} failed: {reason}"

    name: str
    plugin: str
    reason: str


@problem_kind
class WrongUsage(Mistake):
    """A command is called with a word or an option that it does not take."""

    code = "SPL713"
    headline = "{reason}"
    hint = "{called} --help shows what it takes"

    reason: str
    called: str


@problem_kind
class CannotGoOn(Mistake):
    """A file of results was made with other settings, or holds something else."""

    code = "SPL716"
    headline = "cannot go on with {file!r}: {reason}"
    hint = "the settings that decide games have to be the same; another file begins anew"

    file: str
    reason: str
