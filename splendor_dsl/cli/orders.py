"""The orders that can be typed at the prompt besides moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from splendor_dsl.cli.exit_status import Stop
from splendor_dsl.messages import phrased
from splendor_dsl.notation.notation import NotationError
from splendor_dsl.report.why import why_lines

if TYPE_CHECKING:
    from splendor_dsl.cli.session import Session
    from splendor_dsl.notation.moves import Move
    from splendor_dsl.prose.words import Words


class Refused(Exception):  # noqa: N818  # the message is shown and the game goes on
    """An order that can't be followed, with the reason."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


def _why(session: Session, move: str) -> None:
    """`why MOVE`: why it can't be made."""
    if not move:
        pattern = "expected a move after why, such as 'why {move}'"
        raise Refused(phrased(pattern, move=_some_move(session)))
    try:
        wanted: Move | str = session.numbered(move) or session.words.read(move)
    except NotationError as error:
        raise Refused(error.message) from error
    for line in why_lines(session.words, wanted, session.state.why_not(wanted)):
        session.say(line)


def _some_move(session: Session) -> Move | str:
    return session.state.moves[0] if session.state.moves else "..."


def _hint(session: Session, _rest: str) -> None:
    """`hint`: the best moves, as the bot planner sees them."""
    from splendor_dsl.bots.planner import Planner
    from splendor_dsl.tui.hints import hints

    for number, hint in enumerate(hints(Planner(session.opened.game), session.state), 1):
        session.say(f"{number}. {session.words.move(hint.move)}")


def _undo(session: Session, _rest: str) -> None:
    """`undo`: back to the last position in which a person decided."""
    if not session.take_back():
        raise Refused(phrased("there is nothing to take back"))
    session.say(session.words.say("taken back"))


def _save(session: Session, name: str) -> None:
    """`save FILE`: write a record of the game so far."""
    if not name:
        raise Refused(phrased("expected a file after save, such as 'save game.txt'"))
    try:
        session.save(Path(name))
    except Stop as stop:
        raise Refused("; ".join(problem.message() for problem in stop.problems)) from stop


def _moves(session: Session, _rest: str) -> None:
    """`moves`: the moves with their numbers."""
    session.show_moves()


def _table(session: Session, _rest: str) -> None:
    """`table`: draw the table again."""
    session.show_table()


def _log(session: Session, _rest: str) -> None:
    """`log`: all that has happened."""
    session.report_events(everything=True)


def _help(session: Session, _rest: str) -> None:
    """`help`: this list."""
    words, move = session.words, _some_move(session)
    session.say(words.say("Type a move, such as {move}, or its number;", move=move))
    session.say(words.say("several moves in a line have ; between them. The forms of moves:"))
    for outline in words.outlines:
        session.say(f"  {outline}")
    session.say(_legend(words))
    session.say(words.say("Besides:"))
    for order in dict.fromkeys(ORDERS.values()):
        session.say(f"  {words.say((order.__doc__ or '').replace('`', ''))}")


def _legend(words: Words) -> str:
    """Return the words that are typed for tokens, with their names."""
    tokens = (
        (words.token(each.name), words.in_full(each.where.path)) for each in words.model.tokens
    )
    return "  ".join(f"{word} = {name}" for word, name in tokens if word != name)


def _quit(session: Session, _rest: str) -> None:
    """`quit`: leave the game."""
    session.left = True


Order = Callable[["Session", str], None]
ORDERS: Final[Mapping[str, Order]] = {
    "why": _why,
    "hint": _hint,
    "undo": _undo,
    "save": _save,
    "moves": _moves,
    "table": _table,
    "log": _log,
    "help": _help,
    "?": _help,
    "quit": _quit,
    "exit": _quit,
}
WITH_TEXT: Final = (_why, _save)
# Orders that show nothing hidden, so that they can be typed while the keyboard is passed on.
ALLOWED_WHILE_PASSING: Final = ("undo", "save", "quit")
