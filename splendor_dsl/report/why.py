"""The reasons against a move, in the words of a language."""

from collections.abc import Iterable, Iterator, Sequence

from splendor_dsl.explain.why import Reason
from splendor_dsl.notation.moves import Move
from splendor_dsl.prose.words import Words


def why_lines(words: Words, move: Move | str, reasons: Sequence[Reason]) -> Iterator[str]:
    """Yield whether a move is possible; if not, the reasons, and the nearest legal move."""
    pattern = "{move}: not possible" if reasons else "{move}: possible"
    yield words.say(pattern, move=move)
    for reason in reasons:
        yield f"  {reason_line(words, reason)}"
    near = nearest_move(reasons)
    if near is not None:
        yield words.say("  the nearest move that is possible: {move}", move=near)


def nearest_move(reasons: Iterable[Reason]) -> Move | None:
    """Return the nearest legal move, if there is one."""
    return next((reason.nearest for reason in reasons if reason.nearest is not None), None)


def reason_line(words: Words, reason: Reason) -> str:
    """Return a reason with its clause and the citations of that."""
    clause = words.clause(reason.path) if reason.path else None
    origin = "; ".join(filter(None, [clause, ", ".join(reason.cites)]))
    message = words.translate(reason.message)
    return f"{message} ({origin})" if origin else message
