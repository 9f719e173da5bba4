"""The runner: rotated seats, mistakes of bots, several processes, and results on disk."""

import json
from functools import cache
from pathlib import Path

import pytest
from attrs import evolve

from splendor_dsl.arena.ladder import Ladder, RunningTest, ladder_of, play_ladder, score
from splendor_dsl.arena.matches import Match, Pairing, Result, matches
from splendor_dsl.arena.results_file import ResultsFileError, open_results
from splendor_dsl.arena.runner import Arena, Run, bots_named, play, results
from splendor_dsl.arena.sequential import SequentialTest
from splendor_dsl.arena.simulation import failed_games, simulate, summary_of
from splendor_dsl.arena.standings import all_standings
from splendor_dsl.bots.seated import BotError
from splendor_dsl.extensions import load_extensions
from splendor_dsl.game.runs import GameResult
from splendor_dsl.loading import load

PLUGIN = str(Path(__file__).with_name("bots_that_err.py"))
RUN = Run(games=4, seed=7)


loaded = cache(load)


def arena(*games: str, move_time: float | None = None) -> Arena:
    extensions = load_extensions([PLUGIN])
    named = {name: loaded(name) for name in games or ("classic",)}
    bots = dict.fromkeys(named, bots_named(extensions, extensions.bots))
    return Arena(games=named, bots=bots, plugins=(PLUGIN,), move_time=move_time)


def pairing(*bots: str) -> Pairing:
    return Pairing(rules="classic", bots=bots)


def match(*bots: str, deal: int = 0, seating: int = 0) -> Match:
    return Match(pairing=pairing(*bots), seed=7, deal=deal, seating=seating)


def played(found: Arena, *bots: str, run: Run = RUN) -> list[Result]:
    return [*results(found, matches([pairing(*bots)], games=run.games, seed=run.seed), run)]


# ---- games -------------------------------------------------------------------------------------
def test_a_game_is_the_same_whatever_was_played_before() -> None:
    found = arena()
    whole = played(found, "greedy-0", "random", run=Run(games=6, seed=7))
    assert [each.match.deal for each in whole] == [0, 0, 1, 1, 2, 2]
    assert play(found, match("greedy-0", "random", deal=2, seating=1)) == whole[-1]


def test_bots_take_the_seats_of_their_seating() -> None:
    first, second = played(arena(), "greedy-0", "random")[:2]
    assert first.match.bots == ("greedy-0", "random")
    assert second.match.bots == ("random", "greedy-0")
    assert (first.game.places, second.game.places) == ((1, 2), (2, 1))  # greedy wins both


def test_a_rotated_game_is_a_game_of_the_rotated_bots() -> None:
    rotated = play(arena(), match("greedy-0", "random", "random", seating=2))
    plain = play(arena(), match("random", "greedy-0", "random"))
    assert rotated.match.bots == plain.match.bots
    assert rotated.game == plain.game


@pytest.mark.native
@pytest.mark.parametrize(("bots", "deals"), [(("random", "random"), 6), (("rich", "random"), 3)])
def test_native_code_plays_the_same_rotated_games(bots: tuple[str, str], deals: int) -> None:
    pytest.importorskip("numba", reason="native code alone plays by weights")
    run = Run(games=6, seed=3)
    slow, fast = (
        summary_of(
            simulate(
                evolve(arena(), games={"classic": load("classic", backend=backend)}),
                pairing(*bots),
                run,
            )
        )
        for backend in ("python", "native")
    )
    assert slow == fast
    assert (slow["deals"], slow["games"]) == (deals, 6)


# ---- mistakes ----------------------------------------------------------------------------------
def test_a_bot_that_fails_loses_its_game_and_the_others_go_on() -> None:
    found = played(arena(), "clumsy", "random", run=Run(games=8, seed=7))
    failed = [each for each in found if each.failure is not None]
    assert failed
    for each in failed:
        assert each.failure is not None
        assert each.game.kind == "failed"
        assert each.match.bots[each.failure.seat] == each.failure.bot == "clumsy"
        assert each.failure.reason.startswith("LookupError: out of ideas (bots_that_err.py")
        assert [each.game.places[seat] for seat in (each.failure.seat, 1 - each.failure.seat)] == [
            2,
            1,
        ]
        assert score(each, 2) == 0
    assert failed_games(found)["clumsy"].games == len(failed)
    summary = summary_of(simulate(arena(), pairing("clumsy", "random"), Run(games=8, seed=7)))
    assert summary["outcomes"]["failed"] == len(failed)
    assert summary["games"] == 8
    (clumsy, other) = summary["bots"]
    assert other["wins"] >= len(failed)
    assert clumsy["wins"] + other["wins"] <= 8


def test_a_mistake_is_that_of_all_copies_of_a_bot() -> None:
    found = played(arena(), "clumsy", "clumsy", "random")
    for each in found:
        if each.failure is not None:
            lost = {"clumsy": 2, "random": 1}
            assert each.game.places == tuple(lost[bot] for bot in each.match.bots)
    assert failed_games(found)
    alone = play(arena(), match("unmade", "unmade"))
    assert alone.game.places == (2, 2)


def test_a_bot_that_can_t_be_made_loses_before_the_first_move() -> None:
    found = play(arena(), match("random", "unmade"))
    assert found.failure is not None
    assert (found.failure.bot, found.failure.seat) == ("unmade", 1)
    assert (found.game.decisions, found.game.places) == (0, (1, 2))


def test_a_bot_that_never_answers_loses_by_time() -> None:
    found = play(arena(move_time=0.05), match("hanging", "random"))
    assert found.failure is not None
    assert found.failure.reason == "it took longer than 0.05 seconds for a move"
    patient = play(arena(move_time=60), match("greedy-0", "random"))
    assert patient == play(arena(), match("greedy-0", "random"))


def test_a_strict_run_stops_at_the_first_mistake() -> None:
    with pytest.raises(BotError, match="out of ideas"):
        played(arena(), "clumsy", "random", run=Run(games=50, seed=7, strict=True))


# ---- processes ---------------------------------------------------------------------------------
def test_several_processes_give_the_same_results_in_the_same_order() -> None:
    one, two = (
        played(arena(), "clumsy", "greedy-0", run=Run(games=12, seed=7, jobs=jobs))
        for jobs in (1, 2)
    )
    assert one == two
    assert failed_games(one)


# ---- ladders -----------------------------------------------------------------------------------
def small_ladder(found: Arena, *bots: str) -> Ladder:
    return ladder_of(found.games, bots, players=2)


def test_a_ladder_rates_the_bots_by_each_game_and_over_all() -> None:
    found = arena("classic", "sprint")
    ladder = small_ladder(found, "greedy-0", "random")
    tables = all_standings(ladder, play_ladder(found, ladder, RUN))
    assert [each["rules"] for each in tables] == ["classic", "sprint", None]
    for each, games in zip(tables, (4, 4, 8), strict=True):
        assert each["games"] == sum(each["outcomes"].values()) == games
        best, chance = each["ratings"]
        assert (best["bot"], best["rating"]) == ("greedy-0", 0)
        assert chance["rating"] < -100
        assert best["games"] == chance["games"] == games
    (of_two,) = tables[0]["pairings"]
    assert of_two["score"] == of_two["sides"][0]["share"] == 1
    assert of_two["advantage"] is None
    low, high = of_two["anytime"]
    assert 0 <= low < of_two["score"] == high == 1


def unfinished(result: Result) -> Result:
    game = evolve(result.game, kind="unfinished", end=None, places=(0, 0))
    return evolve(result, game=game)


def test_unfinished_games_count_and_are_won_by_neither() -> None:
    found = arena()
    ladder = small_ladder(found, "greedy-0", "random")
    games = [*play_ladder(found, ladder, RUN)]
    (table,) = all_standings(ladder, [*games, *map(unfinished, games)])
    assert (table["games"], table["outcomes"]["unfinished"]) == (8, 4)
    (of_two,) = table["pairings"]
    assert [side["share"] for side in of_two["sides"]] == [0.5, 0]
    assert of_two["score"] == 0.75  # half a point for each where nobody has won
    (whole,) = all_standings(ladder, games)
    assert table["ratings"][1]["rating"] > whole["ratings"][1]["rating"]


def of_three(kind: str, places: tuple[int, ...]) -> Result:
    game = GameResult(kind=kind, end=None, turns=1, rounds=1, decisions=1, places=places, values={})
    return Result(match=match("a", "b", "b", seating=1), game=game)  # seats b b a


@pytest.mark.parametrize(
    ("kind", "places", "expected"),
    [
        ("won", (2, 2, 1), 1),
        ("won", (1, 2, 3), 0),
        ("shared", (1, 2, 1), 1 / 2),
        ("shared", (1, 1, 1), 1 / 3),
        ("shared", (1, 1, 2), 0),
        ("nobody", (1, 1, 1), 1 / 3),
        ("unfinished", (0, 0, 0), 1 / 3),
        ("failed", (2, 2, 1), 1),
        ("failed", (1, 1, 2), 0),
    ],
)
def test_the_score_is_a_part_of_the_win(
    kind: str, places: tuple[int, ...], expected: float
) -> None:
    assert score(of_three(kind, places), 3) == pytest.approx(expected)


def test_a_side_of_a_team_game_scores_once() -> None:
    teams = Pairing(rules="teams", bots=("a", "b", "a", "b"))
    game = evolve(of_three("won", ()).game, places=(1, 2, 1, 2))
    whole = Result(match=Match(pairing=teams, seed=1, deal=0, seating=0), game=game)
    assert score(whole, 2) == 1
    assert score(evolve(whole, match=evolve(whole.match, seating=1)), 2) == 0


def test_a_ladder_needs_two_sides() -> None:
    with pytest.raises(ValueError, match="expected two sides or more in 'solo', found 1"):
        ladder_of({"solo": load("solo")}, ["greedy-0", "random"], players=1)
    with pytest.raises(ValueError, match="expected 2 to 4 players, found 5"):
        ladder_of({"classic": load("classic")}, ["greedy-0", "random"], players=5)


def test_a_sequential_test_ends_a_ladder() -> None:
    found = arena()
    ladder = small_ladder(found, "greedy-0", "random")
    test = RunningTest(SequentialTest(low=0, high=300), 2)
    games = [*play_ladder(found, ladder, Run(games=200, seed=7), test=test)]
    assert test.verdict == "accepted"
    assert len(games) == 2 * test.facts()["deals"] < 60


# ---- results on disk ---------------------------------------------------------------------------
SETTINGS = {"seed": 7, "bots": ["greedy-0", "random"]}


def kept_games(file: Path, games: int, settings: dict[str, object] | None = None) -> list[Result]:
    found = arena()
    ladder = small_ladder(found, "greedy-0", "random")
    kept = open_results(file, settings or SETTINGS, ladder.pairings, 7)
    try:
        return [*play_ladder(found, ladder, Run(games=games, seed=7), kept=kept)]
    finally:
        kept.close()


def test_results_are_read_as_they_were_written(tmp_path: Path) -> None:
    file = tmp_path / "results"
    games = kept_games(file, 4)
    first, *lines = file.read_text("utf-8").splitlines()
    assert json.loads(first) == {"splendor_results": 1, **SETTINGS}
    assert [json.loads(line)["deal"] for line in lines] == [0, 0, 1, 1]
    before = file.read_bytes()
    assert kept_games(file, 4) == games
    assert file.read_bytes() == before
    assert kept_games(file, 6)[:4] == games
    assert file.read_bytes().startswith(before)


def test_a_failure_is_kept_too(tmp_path: Path) -> None:
    found = arena()
    bots = pairing("unmade", "random")
    result = play(found, match("unmade", "random"))
    for _ in range(2):
        kept = open_results(tmp_path / "results", {}, [bots], 7)
        if not kept.done:
            kept.add(result)
        kept.close()
    assert [*kept.done.values()] == [result]


@pytest.mark.parametrize("cut", [1, 30, 200, 10_000])
def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path, cut: int) -> None:
    file = tmp_path / "results"
    games = kept_games(file, 4)
    whole = file.read_bytes()
    file.write_bytes(whole[: max(3, len(whole) - cut)])
    assert kept_games(file, 4) == games
    assert file.read_bytes() == whole


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hello\n", "it holds something that is no results"),
        ("hello", "it holds something that is no results"),
        ("[1]\n", "it holds something that is no results"),
        ("[" * 100_000 + "\n", "it holds something that is no results"),
        (
            '{"splendor_results":1,"seed":8,"bots":["greedy-0","random"]}\n',
            "its seed is 8, expected 7",
        ),
        (
            '{"splendor_results":2,"seed":7,"bots":["greedy-0","random"]}\n',
            "its splendor_results is 2",
        ),
        ('{"splendor_results":1,"seed":7,"bots":["a"]}\n', r'its bots is \["a"\], expected'),
        ('{"splendor_results":1,"seed":7}\n', "its bots is null, expected"),
    ],
)
def test_a_file_of_other_settings_is_refused(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "results"
    file.write_text(text, "utf-8")
    with pytest.raises(ResultsFileError, match=message):
        kept_games(file, 4)
    assert file.read_text("utf-8") == text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"deal":0', '"deal":-1'),
        ('"deal":0', '"deal":"0"'),
        ('"deal":0', '"deal":true'),
        ('"pairing":0', '"pairing":1'),
        ('"seating":1', '"seating":2'),
        ('"kind":"won"', '"kind":"lost"'),
        ('"places":[', '"places":[1,'),
        ('"places":', '"place":'),
        ('"failure":null', '"failure":{}'),
        ('{"pairing"', '["pairing"'),
        ('{"pairing"', "\x00{"),
    ],
)
def test_a_damaged_line_is_named(tmp_path: Path, old: str, new: str) -> None:
    file = tmp_path / "results"
    kept_games(file, 2)
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")
    with pytest.raises(ResultsFileError, match=r"its line [23] is no result of a game"):
        kept_games(file, 4)


def test_two_programs_can_t_write_to_one_file(tmp_path: Path) -> None:
    file = tmp_path / "results"
    first = open_results(file, SETTINGS, [pairing("greedy-0", "random")], 7)
    with pytest.raises(ResultsFileError, match="another program is writing to it"):
        kept_games(file, 4)
    first.close()
    assert kept_games(file, 2)


def test_a_file_with_more_games_is_not_cut_down(tmp_path: Path) -> None:
    file = tmp_path / "results"
    kept_games(file, 6)
    with pytest.raises(ResultsFileError, match="it has more than 4 games of a pairing"):
        kept_games(file, 4)
