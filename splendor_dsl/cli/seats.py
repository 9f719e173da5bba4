"""The players at the table: people and bots, and their names."""

from collections.abc import Sequence

from attrs import frozen

from splendor_dsl.bots.seated import BotError, SeatedBot, seat_bot
from splendor_dsl.cli.exit_status import Stop
from splendor_dsl.cli.problems import BotFailed, TooManyBots, UnknownBot, WrongCommand
from splendor_dsl.extensions import Extensions
from splendor_dsl.game.game import Game
from splendor_dsl.identifiers import normalised
from splendor_dsl.position.plain_data import name_clash
from splendor_dsl.prose.words import Words
from splendor_dsl.records.record import name_problems
from splendor_dsl.report.terminal import many
from splendor_dsl.spelling import nearest

HUMAN = "human"


@frozen(kw_only=True)
class Seats:
    """The player of each seat, a bot by its name or `human`, and the players' names."""

    kinds: tuple[str, ...]
    names: tuple[str, ...]

    def humans(self) -> tuple[int, ...]:
        """Return the seats of people."""
        return tuple(seat for seat, kind in enumerate(self.kinds) if kind == HUMAN)


def take_seats(
    game: Game,
    extensions: Extensions,
    *,
    players: int | None,
    kinds: Sequence[str],
    others: str,
    words: Words,
    names: Sequence[str] = (),
    people: bool = True,
) -> Seats:
    """Return the seats as requested; `others` takes the remaining ones."""
    known = (*[HUMAN] * people, *extensions.bots)
    for kind in kinds:
        if kind not in known:
            raise Stop([UnknownBot(name=kind, known=", ".join(known), near=nearest(kind, known))])
    least = max(len(kinds), len(names), game.players[0])
    seats = least if players is None else players
    try:
        game.for_players(seats)
    except ValueError as error:
        raise Stop([WrongCommand(reason=str(error))]) from error
    for what, given in (("bot", kinds), ("name", names)):
        if len(given) > seats:
            raise Stop([TooManyBots(most=many(seats, what), found=len(given))])
    taken = (*kinds, *[others] * (seats - len(kinds)))
    return Seats(kinds=taken, names=_names(taken, names, words))


def _names(kinds: Sequence[str], given: Sequence[str], words: Words) -> tuple[str, ...]:
    """Return the given names, then names by the kind of player, with seat numbers for bots."""
    wrong = tuple(name_problems(given))
    if wrong:
        raise Stop(wrong)
    names = list(given)
    for seat, kind in list(enumerate(kinds, 1))[len(given) :]:
        plain = words.say("player {seat}", seat=seat) if kind == HUMAN else f"{kind} {seat}"
        names.append(plain.capitalize())
    reason = name_clash(names)
    if reason is not None:
        raise Stop([WrongCommand(reason=reason)])
    return tuple(names)


def seat_bots(
    game: Game, extensions: Extensions, seats: Seats, *, seed: int, number: int = 0
) -> dict[int, SeatedBot]:
    """Return a bot for each seat that no person takes."""
    bots = {}
    for seat, kind in enumerate(seats.kinds):
        if kind != HUMAN:
            bot = extensions.bots[kind].value
            try:
                bots[seat] = seat_bot(bot, game, seat, seed=seed, number=number)
            except BotError as error:
                raise bot_failed(error, extensions) from error
    return bots


def bot_failed(error: BotError, extensions: Extensions) -> Stop:
    """Return the end of a command because of a bot."""
    plugin = extensions.bots[error.name].plugin
    return Stop([BotFailed(name=error.name, plugin=plugin, reason=error.reason)])


def listed(text: str | None, what: str) -> tuple[str, ...]:
    """Return `a,b` as two words."""
    words = tuple(normalised(part.strip()) for part in text.split(",")) if text is not None else ()
    if not all(words):
        raise Stop(
            [WrongCommand(reason=f"expected {what} with commas between them, found {text!r}")]
        )
    return words
