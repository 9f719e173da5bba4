"""What can be wrong with what a person asked the program for."""

from attrs import frozen

from splendor_dsl.diagnostics import Problem


@frozen(kw_only=True)
class Mistake(Problem):
    """The base of the mistakes in a command: `near` is what may have been meant."""

    near: str | None = None

    def help(self) -> str | None:
        """What may have been meant, or else the hint of the class."""
        return super().help() if self.near is None else f"did you mean {self.near!r}?"


@frozen(kw_only=True)
class UnknownGame(Mistake):
    """No bundled game and no file has that name.

    Fails:

        splendor play clasic

    Passes, by the name of a bundled game or by a file:

        splendor play classic
        splendor play mine/night.rules
    """

    code = "SPL701"
    headline = "expected the name of a game or a rule file, found {name!r}"
    hint = "splendor list shows the bundled games"

    name: str


@frozen(kw_only=True)
class UnknownClause(Mistake):
    """A game has no clause of that path.

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


@frozen(kw_only=True)
class UnknownCode(Mistake):
    """No problem has that code.

    Fails:

        splendor explain SPL000

    Passes:

        splendor explain SPL001
    """

    code = "SPL703"
    headline = "expected the code of a problem, found {name!r}"
    hint = "splendor explain lists the codes"

    name: str


@frozen(kw_only=True)
class WrongSetting(Mistake):
    """A parameter is set in a way that cannot be read.

    Fails:

        splendor play classic --set target:20

    Passes:

        splendor play classic --set target=20
    """

    code = "SPL704"
    headline = "expected a setting such as target=20, found {found!r}"

    found: str


@frozen(kw_only=True)
class UnknownParameter(Mistake):
    """A parameter is set that the game does not have.

    Fails:

        splendor play classic --set targt=20

    Passes:

        splendor play classic --set target=20
    """

    code = "SPL711"
    headline = "expected a parameter of the game, found {name!r}"
    hint = "splendor show GAME parameters lists them"

    name: str


@frozen(kw_only=True)
class UnknownBot(Mistake):
    """No bot of that name is known.

    Fails:

        splendor simulate classic --bots greedi

    Passes:

        splendor simulate classic --bots greedy
    """

    code = "SPL705"
    headline = "expected one of {known}, found {name!r}"

    name: str
    known: str


@frozen(kw_only=True)
class TooManyBots(Mistake):
    """More bots or names are given than there are seats.

    Fails:

        splendor play classic --players 2 --bots human,random,greedy

    Passes:

        splendor play classic --players 3 --bots human,random,greedy
    """

    code = "SPL706"
    headline = "expected at most {players} {what}, found {found}"

    what: str
    players: int
    found: int


@frozen(kw_only=True)
class WrongCommand(Mistake):
    """The game cannot be started, or the position cannot be reached, as it was asked for.

    Fails, as no edition seats nine:

        splendor play classic --players 9

    Passes:

        splendor play classic --players 3
    """

    code = "SPL707"
    headline = "{reason}"

    reason: str


@frozen(kw_only=True)
class CannotWrite(Mistake):
    """A file cannot be written.

    Fails, where there is no such folder:

        splendor play classic --record nowhere/game.txt

    Passes:

        splendor play classic --record game.txt
    """

    code = "SPL708"
    headline = "cannot write {file!r}: {reason}"

    reason: str


@frozen(kw_only=True)
class BotFailed(Mistake):
    """A bot raised an exception, or chose something that it was not offered.

    Fails:

        def choose(self, view, moves, stream):
            return None

    Passes:

        def choose(self, view, moves, stream):
            return moves[0]
    """

    code = "SPL709"
    headline = "the bot {name!r} failed: {reason}"

    name: str
    reason: str


@frozen(kw_only=True)
class CommandFailed(Mistake):
    """A command that a plugin adds raised an exception.

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


@frozen(kw_only=True)
class FormFailed(Mistake):
    """A form that a plugin offers could not print the game.

    Fails:

        Renderer(name="cards", render=lambda game: game.cards)

    Passes:

        Renderer(name="cards", render=lambda game: str(len(game.model.pieces)))
    """

    code = "SPL712"
    headline = "the form {name!r} failed: {reason}"

    name: str
    reason: str
