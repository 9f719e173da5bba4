"""A judged game in words: each player's chance to win as a curve, and the moves that lost most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, assert_never

from splendor_dsl.bots.judge import Judged, Reason
from splendor_dsl.prose.words import Words

LEAST: Final = 0.01  # a smaller loss is no mistake that one can name
_BARS: Final = " ▁▂▃▄▅▆▇█"


def analysis_lines(
    words: Words, names: Sequence[str], found: Sequence[Judged], *, most: int, width: int
) -> Iterator[str]:
    """Yield the curve of each player and the moves that lost most."""
    if not found:
        yield words.say("nobody has made a move")
        return
    yield words.say("the chance to win, from the first turn to the last")
    room = max(map(len, names))
    for seat, name in enumerate(names):
        chances = curve(found, seat)
        shown = _thinned(chances, max(8, width - room - 8))
        bars = "".join(_BARS[round(chance * (len(_BARS) - 1))] for chance in shown)
        yield f"{name.ljust(room)} {bars} {percent(chances[-1])}"
    yield ""
    if not most:
        return
    lost = worst(found, most)
    if not lost:
        yield words.say("no move has lost anything that can be seen")
        return
    yield words.say("the moves that lost most")
    for each in lost:
        yield from move_lines(words, names, each)


def move_lines(words: Words, names: Sequence[str], each: Judged) -> Iterator[str]:
    """Yield a move, and what would have been better."""
    chances = percent(each.best_chance), percent(each.chance)
    who, move = names[each.seat], words.move(each.move)
    pattern = "{number} {who}: {move} lost {lost} ({before} to {after})"
    before, after = chances
    lost = percent(each.lost)
    yield words.say(
        pattern, number=each.number, who=who, move=move, lost=lost, before=before, after=after
    )
    yield "  " + better(words, each)
    if len(each.line) > 1:
        steps = (f"{names[step.seat]}: {words.move(step.move)}" for step in each.line[1:])
        yield "  " + words.say("then perhaps {line}", line="; ".join(steps))


def better(words: Words, each: Judged) -> str:
    """Return what was better than a move, and why."""
    why = "" if each.reason is None else _why(words, each.reason)
    return words.say("better was {move}: {why}", move=words.move(each.best), why=why)


def _why(words: Words, reason: Reason) -> str:
    match reason:
        case Reason.WINS:
            return words.say("it wins at once")
        case Reason.ENDS:
            return words.say("it comes nearer to the end of the game")
        case Reason.PRICES:
            return words.say("it lowers later prices more")
        case Reason.TOKENS:
            return words.say("it leaves more tokens to pay with")
        case Reason.PROSPECTS:
            return words.say("the next purchases are worth more")
        case Reason.RIVALS:
            return words.say("it leaves the others worse off")
        case Reason.LATER:
            return words.say("it goes on better")
    assert_never(reason)


def worst(found: Sequence[Judged], most: int) -> list[Judged]:
    """Return the moves that lost most, the worst first."""
    lost = sorted(found, key=lambda each: -each.lost)
    return [each for each in lost if each.lost >= LEAST and each.reason is not None][:most]


def curve(found: Sequence[Judged], seat: int) -> list[float]:
    """Return the chance of a seat at the start of each turn."""
    first = {each.turn: each for each in reversed(found)}
    return [each.chances[seat] for _, each in sorted(first.items())]


def percent(chance: float) -> str:
    """Return a chance in hundredths."""
    return f"{round(100 * chance)} %"


def analysis_facts(found: Sequence[Judged]) -> list[dict[str, Any]]:
    """Return all judged moves as plain data."""
    return [
        {
            "number": each.number,
            "turn": each.turn,
            "round": each.round,
            "seat": each.seat,
            "move": str(each.move),
            "chances": [round(chance, 4) for chance in each.chances],
            "chance": round(each.chance, 4),
            "best": str(each.best),
            "best_chance": round(each.best_chance, 4),
            "lost": round(each.lost, 4),
            "line": [{"seat": step.seat, "move": str(step.move)} for step in each.line],
            "reason": None if each.reason is None else each.reason.value,
        }
        for each in found
    ]


def _thinned(chances: Sequence[float], most: int) -> list[float]:
    """Return at most so many of the numbers, evenly."""
    if len(chances) <= most:
        return [*chances]
    return [chances[at * (len(chances) - 1) // (most - 1)] for at in range(most)]
