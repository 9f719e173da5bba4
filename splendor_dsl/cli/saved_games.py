"""The store of saved games for commands, and a saved game played to its last position."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from attrs import frozen

from splendor_dsl.cli.exit_status import Stop
from splendor_dsl.cli.opened_game import Opened, opened_from
from splendor_dsl.extensions import Extensions
from splendor_dsl.saves.problems import SaveError
from splendor_dsl.saves.replay import Replayed, replay
from splendor_dsl.saves.rules import load_rules
from splendor_dsl.saves.save import Save
from splendor_dsl.saves.store import Store, open_store, read_store


@frozen(kw_only=True)
class OpenedSave:
    """A saved game with its rules and its last position."""

    opened: Opened
    replayed: Replayed


@contextmanager
def stopping() -> Iterator[None]:
    """Turn an error of a saved game in the block into the end of the command."""
    try:
        yield
    except SaveError as error:
        raise Stop([error.problem]) from error


@contextmanager
def store_of_user(*, to_write: bool) -> Iterator[Store]:
    """Return the user's store within the block; an error of a saved game there ends the command."""
    with stopping():
        store = open_store() if to_write else read_store()
        try:
            yield store
        finally:
            store.close()


def open_save(save: Save, extensions: Extensions) -> OpenedSave:
    """Return a saved game by the rules that are saved with it; raise SaveError if it can't be played again."""
    loaded = load_rules(save, extensions)
    beginning = save.beginning
    opened = opened_from(beginning.name, loaded, beginning.settings, extensions)
    return OpenedSave(opened=opened, replayed=replay(save, opened.game))
