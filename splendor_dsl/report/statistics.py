"""The statistics of many games as text."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from splendor_dsl.game.playouts import UNFINISHED
from splendor_dsl.prose.words import Words
from splendor_dsl.report.result import scores

_OUTCOMES: Final = {
    "won": "{n} won",
    "shared": "{n} shared",
    "nobody": "{n} nobody",
    "unfinished": "{n} unfinished",
    "failed": "{n} failed",
}


def summary_lines(
    words: Words, summary: Mapping[str, Any], show: Callable[[int], str]
) -> Iterator[str]:
    """Yield the numbers as text; `show` gives the command that shows a game."""
    alone = summary["players"] == 1
    yield words.say(
        "{n} games of one player: {outcomes}"
        if alone
        else "{n} games of {players} players: {outcomes}",
        n=summary["games"],
        players=summary["players"],
        outcomes=outcomes_text(words, summary["outcomes"]),
    )
    rotated = len(summary["seatings"]) > 1
    if rotated:
        pattern = "{n} deals, each played from {seatings} seatings"
        yield words.say(pattern, n=summary["deals"], seatings=len(summary["seatings"]))
    if summary[UNFINISHED]:
        numbers = ", ".join(map(str, summary[UNFINISHED]))
        more = summary["outcomes"][UNFINISHED] > len(summary[UNFINISHED])
        yield words.say(
            "unfinished: {numbers}; '{command}' shows the first",
            numbers=f"{numbers}, ..." if more else numbers,
            command=show(summary[UNFINISHED][0]),
        )
    for failed in summary["failed"]:
        yield failed_line(words, failed, show(failed["first"]))
    for name in ("turns", "rounds"):
        if summary[name] is not None:
            pattern = "turns: {numbers}" if name == "turns" else "rounds: {numbers}"
            yield words.say(pattern, numbers=_spread_text(words, summary[name]))
    for bot in summary["bots"]:
        yield from _won_lines(words, bot["bot"], bot, with_values=True)
    for seat in summary["seats"]:
        pattern = "seat {seat}" if rotated else "seat {seat} ({bot})"
        who = words.say(pattern, seat=seat["seat"], bot=seat["bot"] or "")
        yield from _won_lines(words, who, seat, with_values=not rotated)


def outcomes_text(words: Words, outcomes: Mapping[str, int]) -> str:
    """Return the kinds of outcomes that have come about with their numbers: `18 won, 2 unfinished`."""
    return ", ".join(words.say(_OUTCOMES[kind], n=n) for kind, n in outcomes.items() if n)


def failed_line(words: Words, failed: Mapping[str, Any], command: str) -> str:
    """Return how often a bot has failed, with the command that shows the first game in which it did."""
    pattern = "{bot} failed in {n} games; '{command}' shows the first"
    return words.say(pattern, bot=failed["bot"], n=failed["games"], command=command)


def _won_lines(words: Words, who: str, won: dict[str, Any], *, with_values: bool) -> Iterator[str]:
    low, high = won["interval"]
    yield words.say(
        "{who}: {wins}{shared}, {share} (95 % interval {low} to {high})",
        who=who,
        wins=words.say("{n} wins", n=won["wins"]),
        shared=words.say(", {n} of them shared", n=won["shared"]) if won["shared"] else "",
        share=percent(words, won["share"]),
        low=percent(words, low),
        high=percent(words, high),
    )
    for name, spread in won["values"].items() if with_values else ():
        if name in scores(words.model):
            yield f"  {words.heading(f'values.{name}')}: {_spread_text(words, spread)}"


def percent(words: Words, share: float) -> str:
    """Return a share in percent with one decimal."""
    return decimal(words, f"{share:.1%}")


def _spread_text(words: Words, spread: dict[str, float]) -> str:
    return words.say(
        "mean {mean}, median {median}, {low} to {high}",
        mean=decimal(words, _one_decimal(spread["mean"])),
        median=decimal(words, _short(spread["median"])),
        low=_short(spread["low"]),
        high=_short(spread["high"]),
    )


def _short(number: float) -> str:
    """Return a number without a useless decimal: `2`, `1.5`."""
    return _one_decimal(number).removesuffix(".0")


def _one_decimal(number: float) -> str:
    """Return a number with one decimal; a whole number unchanged, as it may be too large for a float."""
    return str(number) if isinstance(number, int) else f"{number:.1f}"


def decimal(words: Words, number: str) -> str:
    """Return a number with the decimal sign of the language."""
    whole, point, part = number.partition(".")
    return words.say("{whole}.{part}", whole=whole, part=part) if point else number
