"""`splendor resume`: a saved game goes on where it was left."""

from typing import TYPE_CHECKING, Annotated, Final

import typer
from attrs import evolve

from splendor_dsl.cli.exit_status import Stop
from splendor_dsl.cli.options import Language, Plain, Plugins, RecordFile
from splendor_dsl.cli.output import note
from splendor_dsl.cli.usage import whole_number
from splendor_dsl.diagnostics import Problem

if TYPE_CHECKING:
    from splendor_dsl.cli.saved_games import OpenedSave
    from splendor_dsl.cli.session import Session
    from splendor_dsl.extensions import Extensions
    from splendor_dsl.pipeline import Loaded
    from splendor_dsl.prose.words import Words
    from splendor_dsl.saves.save import Save
    from splendor_dsl.saves.saved_game import SavedGame

MaybeNumber = Annotated[
    int | None,
    typer.Argument(
        metavar="ID",
        parser=whole_number(1),
        help="Number of a saved game (default: the newest unfinished one).",
        show_default=False,
    ),
]
Migrate = Annotated[
    bool,
    typer.Option("--migrate", help="Go on by the rules as they are now, if all moves fit them."),
]
Bots = Annotated[
    str | None,
    typer.Option(
        "--bots",
        metavar="A,B",
        help="Players by seat from now on, with commas: human, a bot or exec:COMMAND (default: those of the game).",
    ),
]
_MOST_CLAUSES: Final = 5


def resume(
    number: MaybeNumber = None,
    bots: Bots = None,
    migrate: Migrate = False,
    plugins: Plugins = None,
    record: RecordFile = None,
    language: Language = None,
    plain: Plain = False,
) -> int:
    """Go on with a saved game, by the rules that it began with."""
    from splendor_dsl.cli.autosave import Autosave, note_network
    from splendor_dsl.cli.full_screen import language_of_terminal
    from splendor_dsl.cli.play import play_session
    from splendor_dsl.cli.rule_input import open_extensions
    from splendor_dsl.cli.saved_games import store_of_user

    extensions = open_extensions(plugins)
    with store_of_user(to_write=True) as store:
        saved = store.resume(number)
        try:
            language = language or language_of_terminal()
            session = _session(saved, extensions, bots, migrate=migrate, language=language)
            note_network(store, session.words)
            session.autosave = Autosave(saved, store, session.words)
            return play_session(session, record, plain=plain)
        finally:
            saved.close()


def _session(
    saved: "SavedGame",
    extensions: "Extensions",
    bots: str | None,
    *,
    migrate: bool,
    language: str | None,
) -> "Session":
    """Return a session at the last position of a saved game."""
    from splendor_dsl.cli.play import OPPONENT
    from splendor_dsl.cli.saved_games import open_save
    from splendor_dsl.cli.seats import listed_bots, seat_bots, take_seats, with_programs
    from splendor_dsl.cli.session import Session

    save = saved.save
    _require_unfinished(save)
    now = _rules_now(save, extensions, checked=migrate)
    found = _migrated(saved, now, extensions) if migrate else open_save(save, extensions)
    named, beginning = listed_bots(bots), saved.save.beginning
    opened = with_programs(found.opened, named)
    words = opened.words(language, beginning.players)
    _note_changes(saved.save, found, now, words)
    _note_plugins(saved.save, extensions, words)
    seats = take_seats(
        opened.game,
        opened.extensions,
        players=len(beginning.players),
        kinds=(*named, *beginning.seats[len(named) :]),
        others=OPPONENT,
        words=words,
        names=beginning.players,
    )
    if seats.kinds != beginning.seats:
        saved.seat(seats.kinds)
    seated = seat_bots(
        opened.game, opened.extensions, seats, seed=beginning.seed, number=beginning.run
    )
    for seat, bot in seated.items():
        bot.stream.drawn = found.replayed.drawn.get(seat, 0)
    return Session(
        opened=opened,
        state=found.replayed.state,
        seats=seats,
        bots=seated,
        words=words,
        reported=found.replayed.state.log_length,
        before=[(seat, dict(drawn)) for seat, drawn in found.replayed.before],
    )


def _require_unfinished(save: "Save") -> None:
    from splendor_dsl.saves.problems import SaveStuck

    if save.finished:
        advice = f"splendor export {save.number} FILE writes its record"
        reason = f"it is over ({save.result})"
        raise Stop([SaveStuck(number=save.number, reason=reason, advice=advice)])


def _rules_now(save: "Save", extensions: "Extensions", *, checked: bool) -> "Loaded":
    """Return the rules that stand now under the name of those that the game was begun by."""
    from splendor_dsl.pipeline import Loaded, load_file
    from splendor_dsl.rule_files import rule_file

    beginning, path = save.beginning, rule_file(save.beginning.name)
    if isinstance(path, Problem):
        return Loaded(source=None, file=None, resolved=None, model=None, problems=(path,))
    return load_file(path, settings=beginning.settings, extensions=extensions, checked=checked)


def _migrated(saved: "SavedGame", now: "Loaded", extensions: "Extensions") -> "OpenedSave":
    """Return the game by the rules as they are now, and save it so; raise an error if its moves don't fit them."""
    from splendor_dsl.cli.opened_game import opened_from
    from splendor_dsl.cli.saved_games import OpenedSave
    from splendor_dsl.saves.from_state import new_save
    from splendor_dsl.saves.replay import replay

    if now.model is None:
        raise Stop(now.faults())
    beginning = saved.save.beginning
    opened = opened_from(beginning.name, now, beginning.settings, extensions)
    replayed = replay(saved.save, opened.game, any_rules=True)
    renewed = new_save(
        name=beginning.name,
        resolved=opened.resolved,
        extensions=extensions,
        game=opened.game,
        state=replayed.state,
        seats=beginning.seats,
    )
    saved.migrate(evolve(renewed, moves=replayed.moves))
    return OpenedSave(opened=opened, replayed=replayed)


def _note_changes(save: "Save", found: "OpenedSave", now: "Loaded", words: "Words") -> None:
    """Say whether the rules have changed since the game began."""
    from splendor_dsl.game.game import game
    from splendor_dsl.records.migration import changed_clauses

    name = save.beginning.name
    if now.model is None:
        pattern = "{rules} is not there any more, or has errors: the game goes on by the rules it began with"
        note(words.say(pattern, rules=name))
    else:
        present, then = game(now.model), found.opened.game
        if present.hash != then.hash:
            clauses = [*changed_clauses(then.clauses, present, then)]
            shown = ", ".join(clauses[:_MOST_CLAUSES]) + ", ..." * (len(clauses) > _MOST_CLAUSES)
            pattern = (
                "{rules} has changed since ({clauses}): the game goes on by the rules it began with"
            )
            note(words.say(pattern, rules=name, clauses=shown))
            pattern = "to go on by those of now, if all moves fit them: {command}"
            note(words.say(pattern, command=f"splendor resume {save.number} --migrate"))


def _note_plugins(save: "Save", extensions: "Extensions", words: "Words") -> None:
    """Say which plugins have another version now, or are not there though they seat a bot."""
    from splendor_dsl.extensions import bot_of
    from splendor_dsl.match import HUMAN
    from splendor_dsl.saves.plugins import plugins_used

    there = {
        each.name: each for each in plugins_used(extensions, extensions.mechanics, extensions.bots)
    }
    lacks_bot = any(bot_of(kind) not in {HUMAN, *extensions.bots} for kind in save.beginning.seats)
    for then in save.beginning.plugins:
        now = there.get(then.name)
        if now is None and lacks_bot:
            note(words.say("the plugin {name} is not there: --plugin loads it", name=then.name))
        elif now is not None and now.version != then.version:
            pattern = (
                "the plugin {name} has version {now}, and had {then}: its bots may play otherwise"
            )
            note(words.say(pattern, name=then.name, now=now.version, then=then.version))
