"""A saved game that is being played: what happens in it is written as it happens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final

from attrs import define, evolve, field

from splendor_dsl.notation.moves import Move
from splendor_dsl.records.record import UNFINISHED
from splendor_dsl.saves.database import Database, Statement
from splendor_dsl.saves.lock import Lock
from splendor_dsl.saves.problems import SaveError
from splendor_dsl.saves.save import (
    Note,
    Save,
    SavedMove,
    beginning_to_text,
    drawn_to_text,
)

UNDO: Final = "undo"
_ADD: Final = "INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?)"


@define
class SavedGame:
    """A game of a store, locked for this program; `save` is the game as it stands.

    A method that can't write raises SaveError. The change then waits, and the next method that writes writes it too.
    """

    save: Save
    _database: Database
    _lock: Lock
    _waiting: list[Statement] = field(factory=list, init=False)

    @property
    def number(self) -> int:
        """The number of the game in its store."""
        return self.save.number

    @property
    def is_kept(self) -> bool:
        """Return whether there is something to keep: one without any move or note is dropped in the end."""
        return bool(self.save.moves or self.save.notes)

    @property
    def waiting(self) -> int:
        """The number of moves that could not be written so far."""
        return sum(sql == _ADD for sql, _ in self._waiting)

    def add(
        self, move: Move | str, *, seat: int, position: int, drawn: Mapping[int, int] | None = None
    ) -> None:
        """Write a move that a seat made, with the hash of the position after it and the drawn words of the bots."""
        made = SavedMove(move=str(move), seat=seat, position=position, drawn=dict(drawn or {}))
        self.save = evolve(self.save, moves=(*self.save.moves, made))
        self._write(move_statement(self.number, len(self.save.moves), made))

    def take_back(self, count: int) -> None:
        """Remove the last moves, and note them."""
        if not 0 < count <= len(self.save.moves):
            message = f"expected 1 to {len(self.save.moves)} moves to take back, found {count}"
            raise ValueError(message)
        kept, gone = self.save.moves[:-count], self.save.moves[-count:]
        self.save = evolve(self.save, moves=kept, result=UNFINISHED)
        text = "; ".join(made.move for made in gone)
        delete = "DELETE FROM moves WHERE game = ? AND number > ?"
        self._write(
            (delete, (self.number, len(kept))),
            self._result(),
            self._noted(Note(after=len(kept), kind=UNDO, text=text)),
        )

    def note(self, kind: str, text: str) -> None:
        """Note something that happened beside the moves, such as a bot that failed."""
        self._write(self._noted(Note(after=len(self.save.moves), kind=kind, text=text)))

    def finish(self, result: str) -> None:
        """Write the result of a game that is over, as records have it."""
        self.save = evolve(self.save, result=result)
        self._write(self._result())

    def seat(self, seats: Sequence[str]) -> None:
        """Write who takes each seat from now on."""
        beginning = evolve(self.save.beginning, seats=tuple(seats))
        self.save = evolve(self.save, beginning=beginning)
        self._write(self._beginning())

    def migrate(self, save: Save) -> None:
        """Go on by the rules of another save of this game, with the positions that it has."""
        before = self.save.beginning.rules
        self.save = evolve(save, number=self.number, notes=self.save.notes)
        moves = [
            move_statement(self.number, at, move) for at, move in enumerate(self.save.moves, 1)
        ]
        text = f"{before} to {save.beginning.rules}"
        self._write(
            rules_statement(self.save),
            self._beginning(),
            self._result(),
            ("DELETE FROM moves WHERE game = ?", (self.number,)),
            *moves,
            self._noted(Note(after=len(moves), kind="migrate", text=text)),
        )

    def close(self) -> None:
        """Give the game free for other programs, and drop it if no move was made; a second call does nothing."""
        if not self._lock.is_held:
            return
        if not self.is_kept:
            with suppress(SaveError), self._database.transaction() as connection:
                connection.execute("DELETE FROM games WHERE number = ?", (self.number,))
        elif self._waiting:
            with suppress(SaveError):
                self._write()
        self._lock.release()

    # ---- writing -----------------------------------------------------------------------------
    def _write(self, *statements: Statement) -> None:
        """Write some changes, and those that wait, in one transaction."""
        self._waiting += statements
        changed: Statement = "UPDATE games SET changed = ? WHERE number = ?", (utc(), self.number)
        with self._database.transaction() as connection:
            for sql, values in (*self._waiting, changed):
                connection.execute(sql, values)
        self._waiting.clear()

    def _result(self) -> Statement:
        return "UPDATE games SET result = ? WHERE number = ?", (self.save.result, self.number)

    def _beginning(self) -> Statement:
        text, digest = beginning_to_text(self.save.beginning), self.save.digest
        return (
            "UPDATE games SET beginning = ?, rules = ? WHERE number = ?",
            (text, digest, self.number),
        )

    def _noted(self, note: Note) -> Statement:
        self.save = evolve(self.save, notes=(*self.save.notes, note))
        values = self.number, len(self.save.notes), note.after, note.kind, note.text
        return "INSERT INTO notes VALUES (?, ?, ?, ?, ?)", values


def move_statement(game: int, number: int, made: SavedMove) -> Statement:
    """Return the statement that writes a move."""
    position, drawn = f"{made.position:016x}", drawn_to_text(made.drawn)
    return _ADD, (game, number, made.seat, made.move, position, drawn)


def rules_statement(save: Save) -> Statement:
    """Return the statement that writes the rule files of a game; games by the same rules share them."""
    return "INSERT OR IGNORE INTO rules VALUES (?, ?)", (save.digest, save.files_text)


def utc() -> str:
    """Return the time now as text, which sorts."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
