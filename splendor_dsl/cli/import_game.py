"""`splendor import`: the game of a record, saved to go on with."""

from typing import TYPE_CHECKING

from splendor_dsl.cli.exit_status import FINE, Stop
from splendor_dsl.cli.options import Plugins, RecordName, RulesOfRecord
from splendor_dsl.cli.output import note, print_problems, say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from splendor_dsl.extensions import Extensions
    from splendor_dsl.records.record import Record


def import_game(record: RecordName, rules: RulesOfRecord = None, plugins: Plugins = None) -> int:
    """Save the game of a record, with its rules, to go on with."""
    from splendor_dsl.cli.problems import WrongCommand
    from splendor_dsl.cli.records import replay_file
    from splendor_dsl.cli.saved_games import store_of_user
    from splendor_dsl.saves.from_state import new_save

    replayed = replay_file(record, rules=rules, plugins=plugins)
    state, opened = replayed.replay.state, replayed.opened
    if replayed.replay.problem is not None or state is None:
        raise Stop(replayed.problems)
    print_problems(replayed.warnings)
    if not state.played:
        raise Stop([WrongCommand(reason=f"expected a record with moves, found none in {record!r}")])
    save = new_save(
        name=opened.name,
        resolved=opened.resolved,
        extensions=opened.extensions,
        game=opened.game,
        state=state,
        seats=tuple(_seats(replayed.record, opened.extensions)),
    )
    with store_of_user(to_write=True) as store:
        saved = store.begin(save)
        saved.close()
    more = "" if save.finished else f": splendor resume {saved.number} goes on with it"
    say(f"saved as game {saved.number}{more}")
    return FINE


def _seats(record: "Record", extensions: "Extensions") -> "Iterator[str]":
    """Yield who takes each seat: a bot that is known here, else a person, whatever a stranger has written."""
    from splendor_dsl.extensions import bot_of
    from splendor_dsl.match import HUMAN

    for player, kind in zip(
        record.players, record.seats or [HUMAN] * len(record.players), strict=True
    ):
        known = bot_of(kind) in {HUMAN, *extensions.bots}
        if not known:
            note(f"{player}: there is no bot {kind!r} here, so a person takes the seat")
        yield kind if known else HUMAN
