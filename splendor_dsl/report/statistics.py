"""Many games in a few numbers, with the doubt that belongs to each."""

from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import fmean, median
from typing import Any, Final

from attrs import frozen

from splendor_dsl.play.state import State
from splendor_dsl.report.words import Words

_Z: Final = 1.959963984540054  # the normal distribution holds 95 % within so many deviations


@frozen(kw_only=True)
class Played:
    """How one game went."""

    outcome: str
    winners: tuple[int, ...]
    turns: int
    rounds: int
    decisions: int
    values: tuple[dict[str, int], ...]  # the numbers of each seat


def played(state: State, decisions: int) -> Played:
    """What is counted of a game that has stopped."""
    outcome = state.outcome
    view = state.view(None)
    return Played(
        outcome="unfinished" if outcome is None else outcome.kind,
        winners=() if outcome is None else outcome.winners,
        turns=state.turn,
        rounds=state.round,
        decisions=decisions,
        values=tuple(_numbers(player["values"]) for player in view["players"]),
    )


def _numbers(values: dict[str, Any]) -> dict[str, int]:
    return {n: v for n, v in values.items() if isinstance(v, int) and not isinstance(v, bool)}


def wilson(successes: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a share by Wilson's score, which is honest for few games and for shares near 0 or 1."""
    if of == 0:
        return 0.0, 1.0
    share, square = successes / of, _Z * _Z
    middle = (share + square / (2 * of)) / (1 + square / of)
    half = _Z / (1 + square / of) * sqrt(share * (1 - share) / of + square / (4 * of * of))
    # Rounding must not put the share itself outside.
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))


def summary_of(games: Sequence[Played], bots: Sequence[str]) -> dict[str, Any]:
    """The numbers as plain data. A shared win counts for each of those who share it."""
    finished = [game for game in games if game.outcome != "unfinished"]
    outcomes = [game.outcome for game in games]
    return {
        "players": len(bots),
        "games": len(games),
        "finished": len(finished),
        "outcomes": {
            kind: outcomes.count(kind) for kind in ("won", "shared", "nobody", "unfinished")
        },
        "turns": _spread([game.turns for game in finished]),
        "rounds": _spread([game.rounds for game in finished]),
        "seats": [_seat(seat, bot, finished) for seat, bot in enumerate(bots)],
    }


def _spread(numbers: Sequence[int]) -> dict[str, float] | None:
    if not numbers:
        return None
    low, high = min(numbers), max(numbers)
    return {"mean": fmean(numbers), "median": median(numbers), "low": low, "high": high}


def _seat(seat: int, bot: str, finished: Sequence[Played]) -> dict[str, Any]:
    wins = sum(seat in game.winners for game in finished)
    low, high = wilson(wins, len(finished))
    names = list(finished[0].values[seat]) if finished else []
    return {
        "seat": seat + 1,
        "bot": bot,
        "wins": wins,
        "shared": sum(seat in game.winners and len(game.winners) > 1 for game in finished),
        "share": wins / len(finished) if finished else None,
        "interval": [low, high],
        "values": {name: _spread([game.values[seat][name] for game in finished]) for name in names},
    }


_OUTCOMES: Final = {
    "won": "{n} won",
    "shared": "{n} shared",
    "nobody": "{n} nobody",
    "unfinished": "{n} unfinished",
}


def summary_lines(words: Words, summary: dict[str, Any]) -> Iterator[str]:
    """The numbers as text."""
    counts = summary["outcomes"].items()
    outcomes = [words.say(_OUTCOMES[kind], n=count) for kind, count in counts if count]
    yield words.say(
        "{n} games of {players} players: {outcomes}",
        n=summary["games"],
        players=summary["players"],
        outcomes=", ".join(outcomes),
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
        yield f"  {words.heading(f'values.{name}')}: {_spread_text(words, spread)}"


def _spread_text(words: Words, spread: dict[str, float]) -> str:
    return words.say(
        "mean {mean}, median {median}, {low} to {high}",
        mean=_decimal(words, f"{spread['mean']:.1f}"),
        median=_decimal(words, f"{spread['median']:g}"),
        low=f"{spread['low']:g}",
        high=f"{spread['high']:g}",
    )


def _decimal(words: Words, number: str) -> str:
    """A number with the sign that the language has before its decimals."""
    whole, point, part = number.partition(".")
    return words.say("{whole}.{part}", whole=whole, part=part) if point else number
