"""The standings of a ladder as text: a table with a chart, and a line for each pairing."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from splendor_dsl.prose.words import Words
from splendor_dsl.report.statistics import decimal, outcomes_text, percent

_CHART: Final = 36  # columns


def ladder_lines(words: Words, report: Mapping[str, Any]) -> Iterator[str]:
    """Yield the standings by each rule file, over all of them, and of the sequential test."""
    for number, each in enumerate(report["standings"]):
        if number:
            yield ""
        yield heading(words, each, report["players"])
        yield from _table(words, each["ratings"])
        for pairing in each["pairings"] if each["rules"] is not None else ():
            yield _pairing_line(words, pairing)
    if report["sprt"] is not None:
        yield ""
        yield from _test_lines(words, report["sprt"], report["standings"][0]["pairings"][0])


def heading(words: Words, standings: Mapping[str, Any], players: int) -> str:
    """Return the name of the rules, with the number of games and their outcomes."""
    rules = standings["rules"]
    games = words.say(
        "{n} games of {players} players: {outcomes}",
        n=standings["games"],
        players=players,
        outcomes=outcomes_text(words, standings["outcomes"]),
    )
    return f"{words.say('all rules') if rules is None else rules}: {games}"


# ---- the table ---------------------------------------------------------------------------------
def _table(words: Words, ratings: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield a row for each bot, the best first: its rating, the interval, and both on a line from worst to best."""
    heads = (words.say("bot"), words.say("rating"), words.say("95 % interval"), words.say("games"))
    rows = [
        (each["bot"], str(round(each["rating"])), _interval(words, each), str(each["games"]))
        for each in ratings
    ]
    wide = [max(len(row[at]) for row in (heads, *rows)) for at in range(len(heads))]
    scale = scale_of(ratings)
    yield _row(heads, wide)
    for row, each in zip(rows, ratings, strict=True):
        yield f"{_row(row, wide)}  {_bar(each, scale)}".rstrip()


def _row(cells: Sequence[str], wide: Sequence[int]) -> str:
    first, *others = zip(cells, wide, strict=True)
    aligned = [first[0].ljust(first[1]), *(text.rjust(width) for text, width in others)]
    return "  ".join(aligned).rstrip()


def scale_of(ratings: Sequence[Mapping[str, Any]]) -> tuple[float, float]:
    """Return the lowest and the highest number to be drawn, with room for intervals that have no end."""
    numbers = [n for each in ratings for n in (each["rating"], *each["interval"]) if n is not None]
    low, high = min(numbers), max(numbers)
    below, above = (any(each["interval"][end] is None for each in ratings) for end in (0, 1))
    room = (high - low) / 10
    return low - room * below, high + room * above


def _interval(words: Words, rating: Mapping[str, Any]) -> str:
    low, high = (None if each is None else str(round(each)) for each in rating["interval"])
    if low is None:
        return words.say("below {high}", high=high) if high is not None else ""
    if high is None:
        return words.say("above {low}", low=low)
    if rating["interval"][0] == rating["interval"][1]:
        return words.say("anchor")
    return words.say("{low} to {high}", low=low, high=high)


def _bar(rating: Mapping[str, Any], scale: tuple[float, float]) -> str:
    """Return the interval of a rating as `|--o--|` at its place on the scale; `<` and `>` where it has no end."""
    low, high = scale
    unit = (_CHART - 1) / (high - low or 1.0)
    ends = rating["interval"]
    first = 0 if ends[0] is None else round((ends[0] - low) * unit)
    last = _CHART - 1 if ends[1] is None else round((ends[1] - low) * unit)
    marks = [" "] * first + ["-"] * (last - first + 1)
    marks[first] = "<" if ends[0] is None else "|"
    marks[last] = ">" if ends[1] is None else "|"
    marks[round((rating["rating"] - low) * unit)] = "o"
    return "".join(marks)


# ---- pairings ----------------------------------------------------------------------------------
def _pairing_line(words: Words, pairing: Mapping[str, Any]) -> str:
    one, other = pairing["sides"]
    copies = pairing["bots"].count(other["bot"]) > 1
    pattern = "{one} against copies of {other}" if copies else "{one} against {other}"
    who = words.say(pattern, one=one["bot"], other=other["bot"])
    shares = [
        words.say(
            "{bot} {share} ({low} to {high})",
            bot=side["bot"],
            share=percent(words, side["share"]),
            low=percent(words, side["interval"][0]),
            high=percent(words, side["interval"][1]),
        )
        for side in (one, other)
    ]
    unwon = {kind: pairing["outcomes"][kind] for kind in ("nobody", "unfinished", "failed")}
    more = outcomes_text(words, unwon)
    return f"{who}: {', '.join(shares)}{f'; {more}' if more else ''}"


def _test_lines(words: Words, test: Mapping[str, Any], pairing: Mapping[str, Any]) -> Iterator[str]:
    one, other = (side["bot"] for side in pairing["sides"])
    patterns = {
        "accepted": "{one} is stronger than {other} by {high} points rather than {low}: {n} deals",
        "rejected": "{one} is stronger than {other} by {low} points rather than {high}: {n} deals",
        None: "not decided whether {one} is stronger than {other} by {low} or {high} points: {n} deals",
    }
    low, high = (f"{test[bound]:g}" for bound in ("low", "high"))
    pattern = patterns[test["verdict"]]
    yield words.say(pattern, one=one, other=other, low=low, high=high, n=test["deals"])
    ratio, *bounds = (decimal(words, f"{each:.2f}") for each in (test["ratio"], *test["bounds"]))
    pattern = "log likelihood ratio {ratio} (stops at {low} and {high})"
    yield words.say(pattern, ratio=ratio, low=bounds[0], high=bounds[1])
    yield words.say(
        "score {score}, at any time {low} to {high}",
        score=percent(words, pairing["score"]),
        low=percent(words, pairing["anytime"][0]),
        high=percent(words, pairing["anytime"][1]),
    )
