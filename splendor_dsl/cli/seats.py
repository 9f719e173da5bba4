"""The players at the table: people and bots, and their names."""

from collections.abc import Callable, Collection, Sequence

from attrs import evolve

from splendor_dsl.bots.external.command import (
    PREFIX,
    ProgramCommand,
    is_program,
    read_command,
    split_bots,
)
from splendor_dsl.bots.external.player import external_bot
from splendor_dsl.bots.seated import BotError, SeatedBot, seat_bot
from splendor_dsl.cli.exit_status import Stop
from splendor_dsl.cli.opened_game import Opened
from splendor_dsl.cli.problems import (
    BotFailed,
    ProgramFailed,
    ProgramNotNamed,
    TooManyBots,
    UnknownBot,
    WrongCommand,
)
from splendor_dsl.extensions import Extensions, Provided
from splendor_dsl.game.game import Game
from splendor_dsl.hookspecs import SIGN
from splendor_dsl.identifiers import normalised
from splendor_dsl.match import HUMAN, Seats
from splendor_dsl.position.plain_data import name_clash
from splendor_dsl.prose.clauses import by_path
from splendor_dsl.prose.words import Words
from splendor_dsl.records.record import name_problems
from splendor_dsl.report.terminal import many
from splendor_dsl.spelling import nearest


def with_programs(
    opened: Opened, kinds: Sequence[str], tell: Callable[[str], object] | None = None
) -> Opened:
    """Return the game with a bot for each program among `kinds`, which the person has named on the command line.

    This is the only way for a program to become a bot: one that a record names is not started. `tell` gets what the
    programs write to stderr.
    """
    named = [_program(kind) for kind in dict.fromkeys(kinds) if is_program(kind)]
    if not named:
        return opened
    sentences = by_path(opened.words(None))
    found = {each.spelling: Provided(external_bot(each, sentences, tell), PREFIX) for each in named}
    bots = {**opened.extensions.bots, **found}
    return evolve(opened, extensions=evolve(opened.extensions, bots=bots))


def _program(kind: str) -> ProgramCommand:
    try:
        return read_command(kind)
    except ValueError as error:
        raise Stop([WrongCommand(reason=str(error))]) from error


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
    require_known(kinds, extensions.bots, others=[HUMAN] * people)
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


def require_known(
    kinds: Sequence[str], bots: Collection[str], *, others: Sequence[str] = ()
) -> None:
    """Raise Stop unless all kinds of players are known bots, or others."""
    known = (*others, *bots)
    for seat, kind in enumerate(kinds, 1):
        if kind in others:
            continue
        if is_program(kind) and kind not in known:
            raise Stop([ProgramNotNamed(name=kind, seat=seat)])
        try:
            found = kind in bots
        except ValueError as error:
            raise Stop([WrongCommand(reason=str(error))]) from error
        if not found:
            raise Stop([UnknownBot(name=kind, known=", ".join(known), near=nearest(kind, known))])


def _names(kinds: Sequence[str], given: Sequence[str], words: Words) -> tuple[str, ...]:
    """Return the given names, then names by the kind of player, with seat numbers for bots."""
    wrong = tuple(name_problems(given))
    if wrong:
        raise Stop(wrong)
    names = list(given)
    for seat, kind in list(enumerate(kinds, 1))[len(given) :]:
        name = read_command(kind).name if is_program(kind) else kind.replace(SIGN, "-")
        plain = words.say("player {seat}", seat=seat) if kind == HUMAN else f"{name} {seat}"
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
    return Stop([failure_of(error.name, error.reason, extensions)])


def failure_of(bot: str, reason: str, extensions: Extensions) -> BotFailed | ProgramFailed:
    """Return the problem of a bot that has made a mistake."""
    if is_program(bot):
        return ProgramFailed(name=bot, reason=reason)
    return BotFailed(name=bot, plugin=extensions.bots[bot].plugin, reason=reason)


def listed_bots(text: str | None) -> tuple[str, ...]:
    """Return the bots in `a,exec:./b '1,2',c` as three words; commands stay as they were typed."""
    bots = () if text is None else split_bots(text)
    plain = (bot if is_program(bot) else normalised(bot) for bot in bots)
    return _all_there(tuple(plain), text, "bots")


def listed(text: str | None, what: str) -> tuple[str, ...]:
    """Return `a,b` as two words."""
    words = tuple(normalised(part.strip()) for part in text.split(",")) if text is not None else ()
    return _all_there(words, text, what)


def _all_there(words: tuple[str, ...], text: str | None, what: str) -> tuple[str, ...]:
    if not all(words):
        raise Stop(
            [WrongCommand(reason=f"expected {what} with commas between them, found {text!r}")]
        )
    return words
