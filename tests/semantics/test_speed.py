"""Ten thousand cards are read and checked within five seconds, and twice as many take about twice as long."""

import random
from collections.abc import Callable
from cProfile import Profile
from functools import partial
from pathlib import Path
from pstats import Stats
from time import process_time

import pytest
from samples import sampled
from semantics.programs import REFUSED, extensions

from splendor_dsl import checks
from splendor_dsl.bundled import bundled_games
from splendor_dsl.pipeline import Loaded, load_file
from splendor_dsl.report.terminal import render_problems
from splendor_dsl.semantics.expressions import MOST_PARTS

pytestmark = pytest.mark.slow

FRUIT = ("apple", "pear", "plum")
CARDS = 10_000
SECONDS = 5.0
BASE = (REFUSED / "base.rules").read_text(encoding="utf-8")


def cards(count: int, seed: int = 1) -> list[tuple[str, int, dict[str, int]]]:
    """Cards that anybody can pay, as bonuses take off what they cost."""
    dice = random.Random(seed)
    return [
        (dice.choice(FRUIT), dice.randint(0, 3), {name: dice.randint(0, 7) for name in FRUIT})
        for _ in range(count)
    ]


def inline(count: int) -> str:
    rows = "\n".join(
        f"  {bonus} {points} : " + ", ".join(f"{n} {name}" for name, n in cost.items())
        for bonus, points, cost in cards(count)
    )
    return f"{BASE}\nrows cards with level 1 {{\n{rows}\n}}\n"


def table(count: int) -> str:
    lines = [
        f"1,{bonus},{points}," + ",".join(str(n) for n in cost.values())
        for bonus, points, cost in cards(count)
    ]
    return "\n".join(["level,bonus,points," + ",".join(FRUIT), *lines]) + "\n"


def timed(path: Path) -> tuple[float, Loaded]:
    begun = process_time()
    loaded = load_file(path, extensions=extensions())
    return process_time() - begun, loaded


def written(folder: Path, count: int, *, csv: bool) -> Path:
    path = folder / "many.rules"
    if csv:
        (folder / "many.csv").write_text(table(count), encoding="utf-8")
        text = f'{BASE}\nrows cards from "many.csv"\n'
    else:
        text = inline(count)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("csv", [False, True], ids=["inline", "csv"])
def test_ten_thousand_cards(tmp_path: Path, *, csv: bool) -> None:
    seconds, loaded = timed(written(tmp_path, CARDS, csv=csv))
    assert not loaded.problems, render_problems(loaded.problems[:3])
    assert loaded.model is not None
    assert len(loaded.model.pieces) > CARDS
    assert seconds < SECONDS


def test_ten_thousand_cards_that_nobody_can_pay(tmp_path: Path) -> None:
    text = inline(CARDS).replace(" less bonus", "").replace("wild nut for fruit", "")
    path = tmp_path / "many.rules"
    path.write_text(text, encoding="utf-8")
    seconds, loaded = timed(path)
    *told, more = loaded.problems
    assert {problem.code for problem in told} == {"SPL421"}
    assert int(more.message().split()[3]) > CARDS // 4
    assert seconds < SECONDS


def test_ten_thousand_tiles_that_ask_for_too_much(tmp_path: Path) -> None:
    tiles = "\n".join(f"  {n % 4} : {n % 5} apple, {n % 3} pear" for n in range(CARDS))
    path = tmp_path / "many.rules"
    path.write_text(f"{BASE}\nrows guests {{\n{tiles}\n}}\n", encoding="utf-8")
    seconds, loaded = timed(path)
    assert {problem.code for problem in loaded.problems} == {"SPL431"}
    assert seconds < SECONDS


@pytest.mark.parametrize(
    ("start", "piece", "end"),
    [
        ("set limits.hand = ", "1 + ", "1"),
        ("set actions.take_same.pile = ", "colour in supply >= 4 and ", "points >= 0"),
        ("set actions.take_same.pile = 1 <= ", "colour in supply + ", "points"),
    ],
)
def test_long_expressions_take_work_in_proportion(
    start: str, piece: str, end: str, tmp_path: Path
) -> None:
    """Calls are counted, as time depends on what else the machine does."""
    _first, few, more, most = (
        calls(tmp_path, start + piece * terms + end + "\n") for terms in (1, 100, 200, 400)
    )
    assert most - more < 2.2 * (more - few)


LOOP = "triggers {{ deep: at end of turn {{ {} }} }}"
ASKED = "set actions.reserve.room = {}"
TOTALS = (
    "values {{ total of_0 {{ it: gold in purse }}\n {} }}\nset actions.reserve.room = of_{} > 2"
)


def within(opened: str, inner: str, closed: str, depth: int) -> str:
    """The inner text within so many others of one form."""
    return "".join(opened.format(level) for level in range(depth)) + inner + closed * depth


def loops(kind: str, depth: int) -> str:
    return LOOP.format(within(f"for each {kind} {{{{ ", "gain up to 1 gold", " }", depth))


def asked(of: str, depth: int) -> str:
    return ASKED.format(within(of, "gold in purse > 2", ")", depth))


def totals(term: str, depth: int) -> str:
    lines = "\n".join(
        f"total of_{level} {{ {term.format(level - 1)} }}" for level in range(1, depth + 1)
    )
    return TOTALS.format(lines, depth)


@pytest.mark.parametrize(
    "text",
    sampled([
        partial(loops, "player"),
        partial(loops, "other player"),
        partial(loops, "c of gems"),
        partial(loops, "c in bought"),
        partial(asked, "any c{} of gems has ("),
        partial(asked, "every c{} of gems has ("),
        partial(asked, "any player has ("),
        partial(asked, "1 < sum over c{} of gems (1 * ("),
        partial(totals, "it: of_{0} + of_{0}"),
        partial(totals, "it: of_{0}; other: sum over player (of_{0})"),
    ], 5),
)  # fmt: skip
def test_what_stands_within_itself_takes_work_in_proportion(
    text: Callable[[int], str], tmp_path: Path
) -> None:
    """However deep, each body is looked at a bounded number of times; what loads is no matter here."""
    few, more, most = (calls(tmp_path, text(depth), sound=False) for depth in (3, 6, 12))
    assert most - more < 4.5 * max(more - few, few // 10)


def test_limits_that_read_each_other_over_and_over_are_refused(tmp_path: Path) -> None:
    """A limit contains what it reads, so that its size would double with each."""
    line = "of_{0}: red in purse at most limit of of_{1} + limit of of_{1} at end of turn\n"
    lines = "".join(line.format(level, level - 1) for level in range(1, 30))
    path = tmp_path / "long.rules"
    first = "of_0: red in purse at most 9 at end of turn\n"
    path.write_text(f"{LONG}limits {{ {first}{lines} }}\n", encoding="utf-8")
    seconds, loaded = timed(path)
    assert {problem.code for problem in loaded.problems} == {"SPL307"}
    assert seconds < SECONDS


@pytest.mark.parametrize(("sign", "value"), [("+", "1"), ("*", "1"), ("and", "points >= 0")])
def test_more_parts_than_anybody_reads_are_refused(sign: str, value: str, tmp_path: Path) -> None:
    """Such a game would take too long to check and to play."""
    path = tmp_path / "long.rules"
    parts = f" {sign} ".join([value] * (MOST_PARTS + 1))
    clause = "actions.take_same.pile" if sign == "and" else "limits.hand"
    path.write_text(f"{LONG}set {clause} = {parts}\n", encoding="utf-8")
    seconds, loaded = timed(path)
    assert [problem.code for problem in loaded.problems] == ["SPL307"]
    assert seconds < SECONDS


def calls(folder: Path, clause: str, *, sound: bool = True) -> int:
    """Return the number of calls that it takes to load a variant of one clause."""
    path = folder / "long.rules"
    path.write_text(LONG + clause, encoding="utf-8")
    with Profile() as profile:
        loaded = load_file(path, extensions=extensions())
    assert loaded.model is not None or not sound, render_problems(loaded.problems[:3])
    return Stats(profile).total_calls  # type: ignore[attr-defined]  # typeshed leaves it out


LONG = 'splendor rules 2\n\nvariant long "Long" extends classic\n\n'

HANDS = """splendor rules 2

variant duel "Duel" extends classic

parameters { most 3 from 1 to 3 }
set limits.hand = most
"""


@pytest.mark.parametrize("what", ["its end", "hands"])
def test_what_only_ends_a_game_is_not_asked_of_all_checks(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A parameter of the end alone leaves what players can do as it is; another does not."""
    path = tmp_path / "duel.rules"
    path.write_text(HANDS if what == "hands" else bundled_games()["classic"].read_text())
    asked: list[object] = []
    monkeypatch.setattr(checks, "_with_numbers", lambda game: asked.append(game) or ())
    assert not load_file(path, extensions=extensions()).problems
    assert bool(asked) == (what == "hands")
