"""The saving of a game at the terminal as it goes: a failure is reported, and the game goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from attrs import define

from splendor_dsl.cli.output import note, note_once
from splendor_dsl.notation.moves import Move
from splendor_dsl.prose.words import Words
from splendor_dsl.records.replay import result_of
from splendor_dsl.saves.from_state import new_save
from splendor_dsl.saves.problems import SaveError
from splendor_dsl.saves.saved_game import SavedGame
from splendor_dsl.saves.store import Store, open_store

if TYPE_CHECKING:
    from splendor_dsl.cli.session import Session
    from splendor_dsl.game.state import State


@define
class Autosave:
    """The save of a game that is being played."""

    saved: SavedGame
    store: Store
    words: Words
    tell: Callable[[str], None] = note
    _reported: str = ""  # the failure that was reported last

    def add(self, move: Move, state: State, seat: int, drawn: Mapping[int, int]) -> None:
        """Save a move that led to a position."""
        with self._writing():
            self.saved.add(move, seat=seat, position=state.hash, drawn=drawn)

    def take_back(self, count: int) -> None:
        """Take back the last moves in the save too."""
        with self._writing():
            self.saved.take_back(count)

    def finish(self, state: State) -> None:
        """Save the result of a game that is over."""
        with self._writing():
            self.saved.finish(result_of(state))

    def close(self) -> None:
        """Give the game free, and say where it is kept, if it can go on."""
        self.saved.close()
        self.store.close()
        if self.saved.is_kept and not self.saved.save.finished:
            pattern = "the game is kept: splendor resume {number} goes on with it"
            note(self.words.say(pattern, number=self.saved.number))
        if self.saved.waiting:
            note(self.words.say("the last {n} moves could not be saved", n=self.saved.waiting))

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Report a failure of the block once, and that the game is saved again."""
        try:
            yield
        except SaveError as error:
            reason = error.problem.message()
            if reason != self._reported:
                self._reported = reason
                self.tell(self.words.say("this move could not be saved: {reason}", reason=reason))
            return
        if self._reported:
            self._reported = ""
            self.tell(self.words.say("all moves are saved again"))


def begin_saving(session: Session) -> Autosave | None:
    """Return the save of a game that begins, if a person plays it; say why if it can't be saved."""
    if not session.seats.humans() or session.state.over:
        return None
    try:
        store = open_store()
        note_network(store, session.words)
        save = new_save(
            name=session.opened.name,
            resolved=session.opened.resolved,
            extensions=session.opened.extensions,
            game=session.opened.game,
            state=session.state,
            seats=session.seats.kinds,
        )
        return Autosave(store.begin(save), store, session.words)
    except SaveError as error:
        pattern = "this game is not saved: {reason}"
        note(session.words.say(pattern, reason=error.problem.message()))
    return None


def note_network(store: Store, words: Words) -> None:
    """Say once what differs where the games lie on another machine."""
    if store.is_on_network:
        pattern = (
            "{folder} lies on another machine: games are saved there without a write-ahead log"
        )
        note_once(words.say(pattern, folder=store.folder))


@contextmanager
def saving(session: Session) -> Iterator[None]:
    """Give the saved game free at the end of the block, however it ends."""
    try:
        yield
    finally:
        if session.autosave is not None:
            with session.interruption.deferred(), suppress(OSError):  # the terminal has gone
                session.autosave.close()
