"""The standings of a ladder as plain data, from the results of its games."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import Any

from splendor_dsl.arena.ladder import Ladder, score, winners
from splendor_dsl.arena.matches import OUTCOMES, Pairing, Result
from splendor_dsl.arena.ratings import Scored, ratings
from splendor_dsl.arena.sequential import anytime_interval
from splendor_dsl.arena.simulation import failed_games
from splendor_dsl.arena.statistics import elo_of_score, wilson


def standings(ladder: Ladder, played: Sequence[Result]) -> dict[str, Any]:
    """Return what some games show: the ratings of the bots, and each pairing."""
    by_pairing: dict[Pairing, list[Result]] = defaultdict(list)
    for result in played:
        by_pairing[result.match.pairing].append(result)
    return {
        "games": len(played),
        "outcomes": _outcomes(played),
        "ratings": _ratings(ladder, played),
        "pairings": [
            _pairing(pairing, found, ladder.sides[pairing.rules])
            for pairing, found in by_pairing.items()
        ],
    }


def _outcomes(played: Sequence[Result]) -> dict[str, int]:
    counts = Counter(result.game.kind for result in played)
    return {kind: counts[kind] for kind in OUTCOMES}


def _ratings(ladder: Ladder, played: Sequence[Result]) -> list[dict[str, Any]]:
    scored = [
        Scored(
            one=result.match.pairing.bots[0],
            other=result.match.pairing.other,
            sides=ladder.sides[result.match.pairing.rules],
            score=score(result, ladder.sides[result.match.pairing.rules]),
            deal=(result.match.pairing.rules, result.match.deal),
        )
        for result in played
    ]
    failed = Counter(result.failure.bot for result in played if result.failure is not None)
    return [
        {
            "bot": each.bot,
            "rating": each.points,
            "interval": [_finite(bound) for bound in each.interval],
            "games": sum(each.bot in result.match.pairing.bots for result in played),
            "failed": failed[each.bot],
        }
        for each in ratings(scored, ladder.bots, ladder.anchor)
    ]


def _pairing(pairing: Pairing, played: Sequence[Result], sides: int) -> dict[str, Any]:
    by_deal: dict[int, list[float]] = defaultdict(list)
    for result in played:
        by_deal[result.match.deal].append(score(result, sides))
    whole = [each for each in by_deal.values() if len(each) == len(pairing.seatings)]
    low, high = anytime_interval([fmean(scores) for scores in whole])
    mean = fmean(score(result, sides) for result in played)
    return {
        "rules": pairing.rules,
        "bots": list(pairing.bots),
        "games": len(played),
        "deals": len(whole),
        "outcomes": _outcomes(played),
        "sides": [_side(bot, played) for bot in (pairing.bots[0], pairing.other)],
        "score": mean,
        "advantage": _finite(elo_of_score(mean, sides)),
        "anytime": [low, high],
        "anytime_advantage": [_finite(elo_of_score(bound, sides)) for bound in (low, high)],
    }


def _side(bot: str, played: Sequence[Result]) -> dict[str, Any]:
    """Return how often a bot, or one of its copies, has won, and how often it has failed."""
    won = [result for result in played if bot in {result.match.bots[at] for at in winners(result)}]
    failed = failed_games(played).get(bot)
    return {
        "bot": bot,
        "wins": len(won),
        "shared": sum(result.game.kind == "shared" for result in won),
        "failed": 0 if failed is None else failed.games,
        "share": len(won) / len(played),
        "interval": list(wilson(len(won), len(played))),
    }


def _finite(number: float) -> float | None:
    """Return a number, or none if it is infinite, which JSON can't say."""
    return None if abs(number) == float("inf") else number


def all_standings(ladder: Ladder, played: Iterable[Result]) -> list[dict[str, Any]]:
    """Return the standings by each rule file, and over all of them if there are several."""
    found = [*played]
    by_rules: dict[str, list[Result]] = {rules: [] for rules in ladder.sides}
    for result in found:
        by_rules[result.match.pairing.rules].append(result)
    each = [{"rules": rules, **standings(ladder, of)} for rules, of in by_rules.items() if of]
    return each if len(each) < 2 else [*each, {"rules": None, **standings(ladder, found)}]
