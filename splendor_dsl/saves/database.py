"""The file of all saved games: its tables, and how it is opened so that what was written stays.

A transaction is on the disk when it ends (`synchronous = FULL`). The write-ahead log lets other programs read meanwhile;
it needs memory that all of them share, so that a folder on another machine gets none.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from attrs import define, field

from splendor_dsl.saves.network import is_on_network
from splendor_dsl.saves.problems import NotSaved, SaveError, SavesUnread

FILE: Final = "games.sqlite"
SCHEMA: Final = 1  # raise it when the tables change; an older program then leaves the file alone
# In the head of the file, so that no other program's is taken for one.
_APPLICATION: Final = 0x53504C44
_PATIENCE: Final = 10.0  # seconds, for another program to finish its transaction
# A number is never given twice: `resume 3` means the same game for ever.
_TABLES: Final = (
    """CREATE TABLE rules (
        digest TEXT PRIMARY KEY,
        files TEXT NOT NULL
    )""",
    """CREATE TABLE games (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        begun TEXT NOT NULL,
        changed TEXT NOT NULL,
        result TEXT NOT NULL,
        beginning TEXT NOT NULL,
        rules TEXT NOT NULL REFERENCES rules
    )""",
    """CREATE TABLE moves (
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        number INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        move TEXT NOT NULL,
        position TEXT NOT NULL,
        drawn TEXT NOT NULL,
        PRIMARY KEY (game, number)
    ) WITHOUT ROWID""",
    """CREATE TABLE notes (
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        number INTEGER NOT NULL,
        after INTEGER NOT NULL,
        kind TEXT NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (game, number)
    ) WITHOUT ROWID""",
)
_REASONS: Final = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_READONLY: "it can only be read",
    sqlite3.SQLITE_CANTOPEN: "it can't be opened",
    sqlite3.SQLITE_PERM: "permission denied",
    sqlite3.SQLITE_BUSY: "another program is writing to it",
    sqlite3.SQLITE_IOERR: "the disk reports an error, or is full",
    sqlite3.SQLITE_CORRUPT: "it is damaged",
    sqlite3.SQLITE_NOTADB: "it is no file of saved games, or it is damaged",
    sqlite3.SQLITE_CONSTRAINT: "another program has changed or deleted the game",
}
_DAMAGED: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_MOVE_AWAY: Final = "move the file away, and the next game begins a new one"
Statement = tuple[str, Sequence[Any]]


@define
class Database:
    """A connection to the file, for several threads of one program."""

    file: Path
    _connection: sqlite3.Connection
    on_network: bool = False
    _guard: threading.RLock = field(factory=threading.RLock)
    _copy: TemporaryDirectory[str] | None = None

    def rows(self, sql: str, values: Sequence[Any] = ()) -> Iterator[Any]:
        """Yield the rows of a query; raise sqlite3.Error in its midst where the file is damaged."""
        with self._guard:
            yield from self._connection.execute(sql, values)

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Write all of a block or nothing of it; raise SaveError if it can't be written."""
        with self._guard:
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException as error:
                with suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
                if isinstance(error, sqlite3.Error | OSError):
                    raise not_saved(self.file, error) from error
                raise

    def close(self) -> None:
        """Close the file; a second call does nothing."""
        with self._guard, suppress(sqlite3.Error):
            self._connection.close()
        if self._copy is not None:
            self._copy.cleanup()


def not_saved(file: Path, error: sqlite3.Error | OSError) -> SaveError:
    """Return the error of a file that can't be written."""
    if isinstance(error, sqlite3.Error) and _code(error) in _DAMAGED:
        return unread(file, error)
    return SaveError(NotSaved(file=str(file), reason=reason_of(error)))


def unread(file: Path, error: sqlite3.Error | OSError) -> SaveError:
    """Return the error of a file that can't be read."""
    advice = None
    if isinstance(error, sqlite3.Error) and _code(error) in _DAMAGED:
        advice = _MOVE_AWAY
    return SaveError(SavesUnread(file=str(file), reason=reason_of(error), advice=advice))


def reason_of(error: sqlite3.Error | OSError) -> str:
    """Return the reason for an error in words."""
    if isinstance(error, OSError):
        return (error.strerror or str(error)).lower()
    return _REASONS.get(_code(error), str(error))


def _code(error: sqlite3.Error) -> int:
    """Return the primary code of an error: the lowest byte of the one that SQLite gave."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


# ---- opening -----------------------------------------------------------------------------------
def open_database(folder: Path) -> Database:
    """Return the file in a folder, made if need be, to be written; raise SaveError if it can't be."""
    file = folder / FILE
    try:
        _make_file(file)
        on_network = is_on_network(folder)
        database = Database(file, _connect(f"{file.as_uri()}?mode=rw"), on_network)
    except (OSError, sqlite3.Error) as error:
        raise not_saved(file, error) from error
    try:
        _prepare(database)
    except SaveError:
        database.close()
        raise
    return database


def _make_file(file: Path) -> None:
    """Make the file and its folder if need be, so that they are there after a crash of the machine too."""
    is_new = not file.exists()
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    for folder in (file.parent, file.parent.parent) if is_new else ():
        with suppress(OSError):  # not every system lets a folder be opened
            handle = os.open(folder, os.O_RDONLY)
            os.fsync(handle)
            os.close(handle)


def read_database(folder: Path) -> Database:
    """Return the file in a folder, to be read; where the folder can't be written to, a copy of it."""
    file = folder / FILE
    if not file.is_file():
        database = Database(file, _connect("file::memory:"))
        _make_tables(database)
        return database
    database = _readable(file)
    try:
        _require_own(database)
    except SaveError:
        database.close()
        raise
    return database


def _readable(file: Path) -> Database:
    """Return the file by the first way in which it can be read: with its log, without one, or as a copy."""
    logs = [file.with_name(f"{file.name}-{kind}") for kind in ("wal", "journal")]
    ways = [f"{file.as_uri()}?mode=rw"]
    with suppress(OSError):
        if not any(log.exists() and log.stat().st_size for log in logs):
            ways.append(f"{file.as_uri()}?mode=ro&immutable=1")
    for way in ways:
        with suppress(sqlite3.Error):
            return _tried(file, way)
    try:
        return _copied(file, logs)
    except (OSError, sqlite3.Error) as error:
        raise unread(file, error) from error


def _copied(file: Path, logs: Sequence[Path]) -> Database:
    """Return a copy of the file with its logs, which goes when it is closed."""
    copy = TemporaryDirectory(prefix="splendor-")
    try:
        for each in (file, *logs):
            if each.exists():
                shutil.copyfile(each, Path(copy.name) / each.name)
        place = (Path(copy.name) / file.name).as_uri()
        return _tried(file, f"{place}?mode=rw", copy)
    except BaseException:
        copy.cleanup()
        raise


def _tried(file: Path, place: str, copy: TemporaryDirectory[str] | None = None) -> Database:
    """Return a connection that can read the file; raise SaveError where the file is damaged."""
    try:
        connection = _connect(place)
    except sqlite3.DatabaseError as error:
        if _code(error) in _DAMAGED:
            raise unread(file, error) from error
        raise
    return Database(file, connection, copy=copy)


def _connect(place: str) -> sqlite3.Connection:
    """Return a connection that has read the head of the file."""
    connection = sqlite3.connect(
        place, uri=True, timeout=_PATIENCE, isolation_level=None, check_same_thread=False
    )
    try:
        for setting in ("foreign_keys = ON", "synchronous = FULL", "trusted_schema = OFF"):
            connection.execute(f"PRAGMA {setting}")
        connection.execute("SELECT count(*) FROM sqlite_master").fetchall()
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare(database: Database) -> None:
    """Bring the file into the right mode, with its tables; raise an error if it can't be written."""
    _require_own(database)
    # A journal that is cut off is on the disk at once, unlike one that is deleted.
    mode = "TRUNCATE" if database.on_network else "WAL"
    with suppress(sqlite3.OperationalError):  # another program has it open in another mode
        list(database.rows(f"PRAGMA journal_mode = {mode}"))
    _make_tables(database)  # also where they are there: the file must let itself be written


def _require_own(database: Database) -> None:
    """Raise SaveError unless the file is empty or one of ours."""
    file = database.file
    try:
        application, version, tables = _head(database)
    except sqlite3.Error as error:
        raise unread(file, error) from error
    if application != _APPLICATION and (tables or version):
        advice = "SPLENDOR_DATA names another folder"
        reason = "it is the file of another program"
        raise SaveError(SavesUnread(file=str(file), reason=reason, advice=advice))
    if version > SCHEMA:
        reason = (
            f"a newer version of splendor-dsl wrote it (form {version}; this one knows {SCHEMA})"
        )
        advice = "use that version, or name another folder by SPLENDOR_DATA"
        raise SaveError(SavesUnread(file=str(file), reason=reason, advice=advice))


def _head(database: Database) -> tuple[int, int, int]:
    """Return the application and the version that the file names, and the number of its tables."""
    ((application,),) = database.rows("PRAGMA application_id")
    ((version,),) = database.rows("PRAGMA user_version")
    ((tables,),) = database.rows("SELECT count(*) FROM sqlite_master")
    return application, version, tables


def _make_tables(database: Database) -> None:
    with database.transaction() as connection:
        if not _head(database)[1]:
            for table in _TABLES:
                connection.execute(table)
            connection.execute(f"PRAGMA application_id = {_APPLICATION}")
            connection.execute(f"PRAGMA user_version = {SCHEMA}")
