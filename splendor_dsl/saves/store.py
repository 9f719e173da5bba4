"""The store of saved games: it begins, finds, lists and deletes them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from attrs import define, evolve, frozen

from splendor_dsl.diagnostics import Problem
from splendor_dsl.folders import DATA, data_folder
from splendor_dsl.saves.database import (
    Database,
    not_saved,
    open_database,
    read_database,
    reason_of,
    unread,
)
from splendor_dsl.saves.lock import Lock, TakenError, is_taken, take
from splendor_dsl.saves.problems import NotSaved, SaveError, SaveInUse, SaveStuck, UnknownSave
from splendor_dsl.saves.save import (
    Note,
    Save,
    SavedMove,
    SaveSummary,
    beginning_from_text,
    beginning_to_text,
    drawn_from_text,
    files_from_text,
)
from splendor_dsl.saves.saved_game import UNDO, SavedGame, move_statement, rules_statement, utc

_LOCKS: Final = "playing"
_MOST: Final = (1 << 63) - 1  # what SQLite takes for a number
# What damaged data raises as it is read.
_UNREADABLE: Final = (sqlite3.Error, ValueError, KeyError, TypeError, RecursionError)


@frozen(kw_only=True)
class Listing:
    """The games of a store, the latest first, and the problems of those that can't be read."""

    games: tuple[SaveSummary, ...]
    problems: tuple[Problem, ...]


@define
class Store:
    """All saved games of a folder."""

    folder: Path
    _database: Database

    @property
    def file(self) -> Path:
        """The file that holds the games."""
        return self._database.file

    @property
    def is_on_network(self) -> bool:
        """Return whether the folder lies on another machine: then there is no write-ahead log."""
        return self._database.on_network

    def close(self) -> None:
        """Close the file; a second call does nothing."""
        self._database.close()

    # ---- playing -----------------------------------------------------------------------------
    def begin(self, save: Save) -> SavedGame:
        """Put a game with the moves that it has into the store, and return it locked for this program."""
        lock: Lock | None = None
        insert = (
            "INSERT INTO games (begun, changed, result, beginning, rules) VALUES (?, ?, ?, ?, ?)"
        )
        now, beginning = utc(), beginning_to_text(save.beginning)
        try:
            with self._database.transaction() as connection:
                connection.execute(*rules_statement(save))
                values = now, now, save.result, beginning, save.digest
                number = connection.execute(insert, values).lastrowid or 0
                for at, move in enumerate(save.moves, 1):
                    connection.execute(*move_statement(number, at, move))
                lock = self._take(number)  # before anybody else can see the game
        except BaseException:
            if lock is not None:
                lock.release()
            raise
        return SavedGame(evolve(save, number=number), self._database, lock)

    def resume(self, number: int | None = None) -> SavedGame:
        """Return a game locked for this program, by default the newest unfinished one."""
        chosen = self.newest() if number is None else number
        lock = self._take(chosen)
        try:
            return SavedGame(self.read(chosen), self._database, lock)
        except SaveError:
            lock.release()
            raise

    def newest(self) -> int:
        """Return the number of the newest unfinished game."""
        unfinished = [each.number for each in self.games().games if not each.finished]
        if not unfinished:
            raise SaveError(UnknownSave(expected="a game that goes on", found="none"))
        return unfinished[0]

    def delete(self, number: int) -> None:
        """Remove a game for ever, unless another program plays it."""
        self.require(number)
        lock = self._take(number)
        try:
            with self._database.transaction() as connection:
                connection.execute("DELETE FROM games WHERE number = ?", (number,))
                unused = "DELETE FROM rules WHERE digest NOT IN (SELECT rules FROM games)"
                connection.execute(unused)
        finally:
            lock.release()

    def _take(self, number: int) -> Lock:
        try:
            return take(self._lock(number))
        except TakenError as error:
            process = f" (process {error.process})" if error.process else ""
            raise SaveError(SaveInUse(number=number, process=process)) from error
        except OSError as error:
            raise not_saved(self.file, error) from error

    def _lock(self, number: int) -> Path:
        return self.folder / _LOCKS / f"{number}.lock"

    # ---- reading -----------------------------------------------------------------------------
    def read(self, number: int) -> Save:
        """Return a game as it stands, also while another program plays it."""
        self.require(number)
        try:
            return self._read(number)
        except _UNREADABLE as error:
            raise SaveError(_damaged(number, error)) from error

    def games(self) -> Listing:
        """Return all games that can be read, and the problems of the others."""
        found: list[SaveSummary] = []
        problems: list[Problem] = []
        for number in self._numbers(problems):
            try:
                found.append(self._summary(number))
            except _UNREADABLE as error:
                problems.append(_damaged(number, error))
        found.sort(key=lambda each: (each.changed, each.number), reverse=True)
        return Listing(games=tuple(found), problems=tuple(problems))

    def _numbers(self, problems: list[Problem]) -> list[int]:
        """Return the numbers of the games; of a damaged table, those before and behind the damage."""
        numbers: dict[int, None] = {}
        for order in ("ASC", "DESC"):
            try:
                sql = f"SELECT number FROM games ORDER BY number {order}"  # noqa: S608  # one of two words
                numbers.update((number, None) for (number,) in self._database.rows(sql))
                break
            except sqlite3.Error as error:
                if order == "DESC":
                    problems.append(unread(self.file, error).problem)
        return list(numbers)

    def require(self, number: int) -> None:
        """Raise SaveError unless there is a game of that number."""
        wanted = "SELECT number FROM games WHERE number = ?"
        try:
            there = 0 < number <= _MOST and list(self._database.rows(wanted, (number,)))
        except sqlite3.Error as error:
            raise SaveError(_damaged(number, error)) from error
        if not there:
            raise SaveError(UnknownSave(expected="the number of a saved game", found=str(number)))

    def _summary(self, number: int) -> SaveSummary:
        ((begun, changed, result, beginning),) = self._rows(
            "SELECT begun, changed, result, beginning FROM games WHERE number = ?", number
        )
        ((moves,),) = self._rows("SELECT count(*) FROM moves WHERE game = ?", number)
        undo = "SELECT count(*) FROM notes WHERE game = ? AND kind = ?"
        ((undone,),) = self._database.rows(undo, (number, UNDO))
        return SaveSummary(
            number=number,
            beginning=beginning_from_text(beginning),
            moves=moves,
            result=str(result),
            undone=undone,
            begun=str(begun),
            changed=str(changed),
            in_use=is_taken(self._lock(number)),
        )

    def _read(self, number: int) -> Save:
        ((beginning, result, files),) = self._rows(
            "SELECT beginning, result, files FROM games JOIN rules ON digest = rules WHERE number = ?",
            number,
        )
        moves = (
            "SELECT number, seat, move, position, drawn FROM moves WHERE game = ? ORDER BY number"
        )
        notes = "SELECT after, kind, text FROM notes WHERE game = ? ORDER BY number"
        return Save(
            number=number,
            beginning=beginning_from_text(beginning),
            files=files_from_text(files),
            moves=tuple(_moves(self._rows(moves, number))),
            notes=tuple(Note(after=a, kind=k, text=t) for a, k, t in self._rows(notes, number)),
            result=str(result),
        )

    def _rows(self, sql: str, number: int) -> list[Any]:
        return list(self._database.rows(sql, (number,)))


def _moves(rows: list[Any]) -> Iterator[SavedMove]:
    """Yield the moves of a game; raise ValueError where one is missing."""
    for at, (number, seat, move, position, drawn) in enumerate(rows, 1):
        if number != at:
            message = f"expected move {at}, found move {number}"
            raise ValueError(message)
        yield SavedMove(
            move=str(move), seat=int(seat), position=int(position, 16), drawn=drawn_from_text(drawn)
        )


def _damaged(number: int, error: Exception) -> Problem:
    reason = reason_of(error) if isinstance(error, sqlite3.Error) else str(error)
    return SaveStuck(number=number, reason=f"its data is damaged ({reason})")


# ---- opening -----------------------------------------------------------------------------------
def open_store(folder: Path | None = None) -> Store:
    """Return the store in a folder, by default the user's; raise SaveError if no game can be saved there."""
    place = _folder(folder)
    return Store(place, open_database(place))


def read_store(folder: Path | None = None) -> Store:
    """Return the same for reading alone, also from a folder that can't be written to; an empty one if there is none."""
    place = _folder(folder)
    return Store(place, read_database(place))


def _folder(folder: Path | None) -> Path:
    place = data_folder() if folder is None else folder
    if place is None:
        reason = f"there is no home folder, and {DATA} names none"
        raise SaveError(NotSaved(file="", reason=reason))
    return place
