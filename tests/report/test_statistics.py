"""What many games come to, in words."""

import pytest
from kernel.small import PLAIN, small

from splendor_dsl.arena.matches import Pairing
from splendor_dsl.arena.simulation import Simulation, summary_of
from splendor_dsl.prose.words import Words
from splendor_dsl.report.statistics import summary_lines


@pytest.mark.parametrize(
    ("median", "low", "high", "told"),
    [
        (3, 1, 12, "median 3, 1 to 12"),
        (2.5, 2, 3, "median 2.5, 2 to 3"),
        (2000000.5, -1000000, 999999999, "median 2000000.5, -1000000 to 999999999"),
    ],
)
def test_whole_numbers_are_told_whole(median: float, low: int, high: int, told: str) -> None:
    words = Words(rules=small().notation, language="en", names={})
    turns = {"mean": 7.25, "median": median, "low": low, "high": high}
    summary = {
        "players": 2,
        "games": 2,
        "outcomes": {"won": 2},
        "seatings": [["random", "random"]],
        "unfinished": [],
        "failed": [],
        "rounds": None,
        "bots": [],
        "seats": [],
    }
    lines = list(summary_lines(words, {**summary, "turns": turns}, str))
    assert lines[1] == f"turns: mean 7.2, {told}"


@pytest.mark.parametrize("bits", [63, 1500])
@pytest.mark.parametrize("games", [2, 3])
def test_games_with_numbers_of_any_size_are_summed_up(bits: int, games: int) -> None:
    powers = " * ".join(["half"] * (bits // 29) + [f"{1 << bits % 29}"])
    game = small(
        values=f"total fortune {{ all: {powers} }}\n" + PLAIN["values"],
        counters=f"half of a player {1 << 29} from 0 to 999999999",
        end=PLAIN["end"].replace("worth: most", "fortune: most fortune; worth: most"),
    )
    pairing = Pairing(rules="small", bots=("random",) * 2)
    played = (game.random_games(2, games, seed=3),)
    summary = summary_of(Simulation(pairing=pairing, played=played, failed={}))
    spread = summary["seats"][0]["values"]["fortune"]
    assert spread == dict.fromkeys(("mean", "median", "low", "high"), 1 << bits)
    words = Words(rules=game.notation, language="en", names={})
    *_, told = (each for each in summary_lines(words, summary, str) if str(1 << bits) in each)
    assert told.startswith("  fortune: mean ")
