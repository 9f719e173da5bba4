"""Statistics of many games, with confidence intervals."""

from collections.abc import Iterator, Sequence
from itertools import compress
from math import sqrt
from statistics import median, median_high, median_low
from typing import Any, Final

from splendor_dsl.game.playouts import UNFINISHED
from splendor_dsl.game.runs import KINDS, GamesPlayed
from splendor_dsl.prose.words import Words
from splendor_dsl.report.result import scores

MOST_NAMED: Final = 20  # numbers of unfinished games in a summary
_Z: Final = (
    1.959963984540054  # 95 % of a normal distribution lie within so many standard deviations
)


def wilson(successes: int, of: int) -> tuple[float, float]:
    """Return the 95 % Wilson score interval of a share, which is valid for few games and for shares near 0 or 1."""
    if of == 0:
        return 0.0, 1.0
    share, square = successes / of, _Z * _Z
    middle = (share + square / (2 * of)) / (1 + square / of)
    half = _Z / (1 + square / of) * sqrt(share * (1 - share) / of + square / (4 * of * of))
    # Rounding must not exclude the share itself.
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))


def summary_of(played: GamesPlayed, bots: Sequence[str]) -> dict[str, Any]:
    """Return the statistics as plain data. A shared win counts for each of its winners."""
    each, outcomes = played.each, played.outcomes
    finished = [KINDS[kind] != UNFINISHED for kind in each.kinds]
    return {
        "players": len(bots),
        "games": played.games,
        "finished": sum(finished),
        "outcomes": {kind: outcomes[kind] for kind in ("won", "shared", "nobody", UNFINISHED)},
        UNFINISHED: [number for number, done in enumerate(finished) if not done][:MOST_NAMED],
        "turns": _spread(each.turns, finished),
        "rounds": _spread(each.rounds, finished),
        "seats": [_seat(seat, bot, played, finished) for seat, bot in enumerate(bots)],
    }


def _spread(column: Sequence[int], finished: Sequence[bool]) -> dict[str, float] | None:
    numbers = list(compress(column, finished))
    if not numbers:
        return None
    mean = _quotient(sum(numbers), len(numbers))
    return {"mean": mean, "median": _median(numbers), "low": min(numbers), "high": max(numbers)}


def _median(numbers: Sequence[int]) -> float:
    try:
        return median(numbers)
    except OverflowError:
        return (median_low(numbers) + median_high(numbers)) // 2


def _quotient(total: int, count: int) -> float:
    """Return a quotient, rounded down to a whole number where it is beyond what a float holds."""
    try:
        return total / count
    except OverflowError:
        return total // count


def _seat(seat: int, bot: str, played: GamesPlayed, finished: Sequence[bool]) -> dict[str, Any]:
    wins, of = played.wins(seat), sum(finished)
    low, high = wilson(wins, of)
    values = played.each.values.items() if of else ()
    return {
        "seat": seat + 1,
        "bot": bot,
        "wins": wins,
        "shared": played.wins(seat, shared=True),
        "share": wins / of if of else None,
        "interval": [low, high],
        "values": {name: _spread(seats[seat], finished) for name, seats in values},
    }


_OUTCOMES: Final = {
    "won": "{n} won",
    "shared": "{n} shared",
    "nobody": "{n} nobody",
    "unfinished": "{n} unfinished",
}


def summary_lines(words: Words, summary: dict[str, Any], show: str) -> Iterator[str]:
    """Yield the numbers as text; `show` is the command that shows the first game that was not finished."""
    counts = summary["outcomes"].items()
    outcomes = [words.say(_OUTCOMES[kind], n=count) for kind, count in counts if count]
    alone = summary["players"] == 1
    yield words.say(
        "{n} games of one player: {outcomes}"
        if alone
        else "{n} games of {players} players: {outcomes}",
        n=summary["games"],
        players=summary["players"],
        outcomes=", ".join(outcomes),
    )
    if summary[UNFINISHED]:
        numbers = ", ".join(map(str, summary[UNFINISHED]))
        more = summary["outcomes"][UNFINISHED] > len(summary[UNFINISHED])
        yield words.say(
            "unfinished: {numbers}; '{command}' shows the first",
            numbers=f"{numbers}, ..." if more else numbers,
            command=show,
        )
    for name in ("turns", "rounds"):
        if summary[name] is not None:
            pattern = "turns: {numbers}" if name == "turns" else "rounds: {numbers}"
            yield words.say(pattern, numbers=_spread_text(words, summary[name]))
    for seat in summary["seats"]:
        yield from _seat_lines(words, seat)


def _seat_lines(words: Words, seat: dict[str, Any]) -> Iterator[str]:
    low, high = seat["interval"]
    share = _decimal(words, f"{seat['share'] or 0:.1%}")
    yield words.say(
        "seat {seat} ({bot}): {wins}{shared}, {share} (95 % interval {low} to {high})",
        seat=seat["seat"],
        bot=seat["bot"],
        wins=words.say("{n} wins", n=seat["wins"]),
        shared=words.say(", {n} of them shared", n=seat["shared"]) if seat["shared"] else "",
        share=words.say("no game finished") if seat["share"] is None else share,
        low=_decimal(words, f"{low:.1%}"),
        high=_decimal(words, f"{high:.1%}"),
    )
    for name, spread in seat["values"].items():
        if name not in scores(words.model):
            continue
        yield f"  {words.heading(f'values.{name}')}: {_spread_text(words, spread)}"


def _spread_text(words: Words, spread: dict[str, float]) -> str:
    return words.say(
        "mean {mean}, median {median}, {low} to {high}",
        mean=_decimal(words, _one_decimal(spread["mean"])),
        median=_decimal(words, _short(spread["median"])),
        low=_short(spread["low"]),
        high=_short(spread["high"]),
    )


def _short(number: float) -> str:
    """Return a number without a useless decimal: `2`, `1.5`."""
    return _one_decimal(number).removesuffix(".0")


def _one_decimal(number: float) -> str:
    """Return a number with one decimal; a whole number unchanged, as it may be too large for a float."""
    return str(number) if isinstance(number, int) else f"{number:.1f}"


def _decimal(words: Words, number: str) -> str:
    """Return a number with the decimal sign of the language."""
    whole, point, part = number.partition(".")
    return words.say("{whole}.{part}", whole=whole, part=part) if point else number
