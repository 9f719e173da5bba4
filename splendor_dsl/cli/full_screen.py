"""The table on a full screen, where there is one; Textual is loaded only then."""

from __future__ import annotations

import os
import re
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from splendor_dsl.cli.exit_status import FINE, Stop
from splendor_dsl.languages import spoken

if TYPE_CHECKING:
    from splendor_dsl.cli.session import Session

LANGUAGE: Final = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set counts


def is_terminal() -> bool:
    """Return whether a person reads and types at a terminal."""
    streams = (sys.stdin, sys.stdout)
    return all(stream is not None and stream.isatty() for stream in streams)


def language_of_terminal() -> str | None:
    """Return the language that the environment of a terminal asks for; none if the program does not speak it."""
    if not is_terminal():
        return None
    wanted = (os.environ[name] for name in LANGUAGE if os.environ.get(name))
    code = re.split(r"[_.@-]", next(wanted, ""))[0].casefold()
    return code if code in spoken() else None


def has_full_screen() -> bool:
    """Return whether a screen can be drawn on the terminal, and Textual is installed."""
    if not is_terminal():
        return False
    return os.environ.get("TERM", "dumb") not in {"", "dumb"} and find_spec("textual") is not None


def play_on_full_screen(session: Session, record: Path | None) -> int:
    """Play a session on a full screen; write its record however that ends."""
    from splendor_dsl.cli.autosave import Autosave
    from splendor_dsl.cli.output import note
    from splendor_dsl.tui.app import TableApp

    def save(name: str) -> str:
        try:
            session.write(Path(name))
        except Stop as stop:
            return "; ".join(session.words.translate(each.message()) for each in stop.problems)
        return session.words.say("recorded in {file}", file=name)

    app = TableApp(session, session.opened.game, session.words, save=save)
    before = session.opened.game.tell
    session.opened.game.tell = app.tell_from_anywhere
    if isinstance(session.autosave, Autosave):
        session.autosave.tell = app.tell_from_anywhere
    try:
        app.run()
    finally:
        session.opened.game.tell = before
        if isinstance(session.autosave, Autosave):
            session.autosave.tell = note
        if record is not None:
            session.write_promised(record)
        session.end_bots()
    return app.return_code or FINE
