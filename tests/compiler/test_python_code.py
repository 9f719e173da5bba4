"""Parts of generated Python: blocks tidied and put together mean the same, and long numbers count right."""

import ast
import re
from random import Random
from typing import Any

import pytest

import splendor_dsl
from splendor_dsl.chance import Stream
from splendor_dsl.compiler.python.facts import remove_known_tests
from splendor_dsl.compiler.python.flow import Part, inline_blocks
from splendor_dsl.compiler.python.folding import (
    Statements,
    propagate_constants,
    simplify,
    start_with_items,
)
from splendor_dsl.compiler.python.memoization import _option
from splendor_dsl.compiler.python.writer import TOOLS, _prices
from splendor_dsl.lowering.text import parse_block

FACTS = frozenset({"over == 0", "automatic <= 9"})


@pytest.fixture(scope="module")
def tools() -> dict[str, Any]:
    found: dict[str, Any] = {}
    exec(TOOLS, found)  # noqa: S102  # the text is ours
    return found


def shown(statements: Statements) -> str:
    return "\n".join(ast.unparse(ast.fix_missing_locations(each)) for each in statements)


def tidy(*lines: str, temporary: tuple[str, ...] = (), players: range = range(2, 4)) -> str:
    (found,) = simplify([parse_block(lines)], temporary, players)
    return shown(found)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("x = 2 + 3 * 4", "x = 14"),
        ("x = 9 - 2", "x = 7"),
        ("x = 3 << 2", "x = 12"),
        ("x = 13 >> 2", "x = 3"),
        ("x = 6 & 3", "x = 2"),
        ("x = 6 | 3", "x = 7"),
        ("x = 17 // 5", "x = 3"),
        ("x = 17 % 5", "x = 2"),
        ("x = 40 + w[3] - 1", "x = w[3] + 39"),
        ("x = a - 0 + 7 - 9", "x = a - 2"),
        ("x = a - (b - 1)", "x = a - (b - 1)"),
        ("x = a * 1", "x = a"),
        ("x = (a > 1) & (b == 2) & (c < 3)", "x = (a > 1 and b == 2) and c < 3"),
        ("x = (a > 1) | (b & 2)", "x = (a > 1) | b & 2"),
        ("x = empty(c, 4, a)", "x = c.find(0, 4, a)"),
        ("x = empty(c, 4, 8) < 0", "x = 0 not in c[4:8]"),
        ("x = a * 65793 >> 16 & 255", "x = a % 255"),
        ("x = a * 65793 >> 24 & 255", "x = a * 65793 >> 24 & 255"),
    ],
)
def test_what_is_known_is_worked_out(line: str, expected: str) -> None:
    assert tidy(line) == expected


def test_conditions_that_are_known_are_not_asked() -> None:
    assert tidy("if True:", "    x = 1", "else:", "    x = 2") == "x = 1"
    assert tidy("if a:", "    pass", "else:", "    x = 2") == "if not a:\n    x = 2"
    assert tidy("if a:", "    x = 1", "else:", "    pass") == "if a:\n    x = 1"
    assert tidy("if n == 0:", "    x = 1", "elif n == 1:", "    x = 2").startswith("if not ids:")


def test_variables_that_are_numbers_or_that_nobody_reads_go() -> None:
    lines = "t1 = 4", "t2 = t1 + a", "t3 = c[t2]", "x = t1"
    assert tidy(*lines, temporary=("t1", "t2", "t3")) == "x = 4"
    assert tidy(*lines, temporary=("t1",)) == "t2 = a + 4\nt3 = c[t2]\nx = 4"
    counted = "t1 = 0", "t1 += 1", "x = t1"
    assert tidy(*counted, temporary=("t1",)) == "\n".join(counted)


def test_what_is_asked_of_all_players_is_one_condition() -> None:
    lines = "t1 = 0", "for s in range(players):", "    t1 |= (w[3 + s * 2] >= 15)"
    text = tidy(*lines, players=range(2, 5))
    assert "for" not in text
    rest = Random(5)
    for _ in range(200):
        players = rest.randint(2, 4)
        w = [rest.choice((3, 15, 18)) for _ in range(3 + 2 * players)]
        here: dict[str, Any] = {"w": w, "players": players}
        exec(text, here)  # noqa: S102  # the text is ours
        assert bool(here["t1"]) == any(w[3 + seat * 2] >= 15 for seat in range(players))
    assert "for" in tidy(*lines, players=range(2, 9))


@pytest.mark.parametrize(
    ("players", "others"),
    [
        (range(1, 3), "(players > 1 and w[5] >= 15)"),
        (range(2, 3), "w[5] >= 15"),
        (range(2, 4), "(w[5] >= 15 or (players > 2 and w[7] >= 15))"),
        (range(3, 4), "(w[5] >= 15 or w[7] >= 15)"),
    ],
)
def test_a_player_is_asked_for_only_where_there_may_be_fewer(players: range, others: str) -> None:
    lines = "t1 = 0", "for s in range(players):", "    t1 |= (w[3 + s * 2] >= 15)"
    assert tidy(*lines, players=players) == f"pass\nt1 = w[3] >= 15 or {others}"


@pytest.mark.parametrize(
    ("option", "found"),
    [("at", 0), ("at + 3", 3), ("at - 2", -2)]
    + [(other, None) for other in ("x", "x + 3", "at + x", "at * 2", "3", "3 + at")],
)
def test_an_option_stands_beside_its_place(option: str, found: int | None) -> None:
    assert _option(ast.parse(option, mode="eval").body, "at") == found


def test_a_list_begins_with_what_comes_first() -> None:
    (block,) = propagate_constants(
        [parse_block(["ids = []", "ids += row[a]", "n = len(ids)"])], ("n",)
    )
    assert shown(start_with_items(block)) == "pass\nids = [*row[a]]"


def part(label: int, *lines: str) -> Part:
    return Part(label, f"block {label}", parse_block(lines))


def written(parts: list[Part]) -> dict[int, str]:
    return {each.label: shown(each.statements) for each in parts}


def test_a_block_that_is_reached_from_one_place_stands_there() -> None:
    found = written(
        inline_blocks(
            [
                part(1, "pc = 2 if a else 3"),
                part(2, "x += 1", "pc = 4"),
                part(3, "pc = 5"),
                part(4, "y += 1", "pc = 5"),
                part(5, "z += 1", "pc = 1"),
                part(6, "pc = 5"),
            ],
            {1, 6},
        )
    )
    assert sorted(found) == [1, 5, 6]
    assert found[1].split("\n") == [
        "if a:",
        "    '# block 2'",
        "    x += 1",
        "    '# block 4'",
        "    y += 1",
        "    pc = 5",
        "else:",
        "    pc = 5",
    ]


def test_no_block_is_lost_where_others_would_stand_too_deep() -> None:
    count = 30
    parts = [
        part(at, f"if a > {at}:", f"    pc = {at + 1}", "else:", "    pc = 99")
        for at in range(count)
    ]
    found = written(inline_blocks([*parts, part(count, "pc = 99"), part(99, "x = 1")], {0, 99}))
    assert {f"a > {at}" in "".join(found.values()) for at in range(count)} == {True}
    assert len(found) > 2
    for text in found.values():
        for name in text.split("pc = ")[1:]:
            assert int(name.split()[0]) in found


def test_what_is_sure_is_not_asked_again() -> None:
    parts = [
        part(1, "if automatic <= 9:", "    pc = 2", "else:", "    pc = 3"),
        part(2, "if over == 0 and a:", "    over = 1", "if over == 0:", "    pc = 3"),
        part(3, "automatic += 1", "if automatic <= 9:", "    pc = 4"),
        part(4, "if automatic <= 9 and over == 0:", "    x = 1"),
    ]
    remove_known_tests(parts, FACTS)
    found = written(parts)
    assert found[1] == "pc = 2"
    assert found[2] == "if a:\n    over = 1\nif over == 0:\n    pc = 3"
    assert found[3] == "automatic += 1\nif automatic <= 9:\n    pc = 4"
    assert found[4] == "x = 1"


def test_what_a_loop_comes_back_to_is_sure_only_if_it_is_each_time() -> None:
    parts = [
        part(1, "if automatic <= 9:", "    x = 1", "pc = 2"),
        part(2, "automatic += 1", "pc = 1"),
    ]
    remove_known_tests(parts, FACTS)
    assert written(parts)[1].startswith("if automatic <= 9:")


@pytest.mark.parametrize("length", [0, 1, 2, 3, 40, 254])
@pytest.mark.parametrize("last_first", [False, True])
def test_pieces_are_shuffled_as_one_by_one(
    tools: dict[str, Any], length: int, *, last_first: bool
) -> None:
    c = bytearray([255, *range(length), 255])
    stream = Stream(key=(1 << 64) - 5, drawn=11)
    things = list(range(length))
    if last_first:
        things.reverse()
    stream.shuffle(things)
    if last_first:
        things.reverse()
    assert tools["shuffle"](c, 1, length, last_first, stream.key, 11) == stream.drawn
    assert list(c) == [255, *things, 255]


@pytest.mark.parametrize("dearest", [7, 60])
def test_prices_are_compared_with_all_that_is_to_spare(tools: dict[str, Any], dearest: int) -> None:
    chance = Random(3)
    lanes = [
        [chance.choice((0, 0, chance.randint(0, dearest))) for _ in range(5)] for _ in range(90)
    ]
    guard = sum(128 << 8 * lane for lane in range(6))
    prices = [
        guard | 127,
        *(guard | sum(n << 8 * lane for lane, n in enumerate(price)) for price in lanes),
    ]
    names = {**tools, "field": prices}
    exec("\n".join(_prices("field", prices)), names)  # noqa: S102  # the text is ours
    bits = 16 if dearest > 20 else 8
    for _ in range(200):
        have = [chance.randint(0, dearest) for _ in range(5)]
        held = chance.randint(0, 5)
        spare = sum(n << 8 * lane for lane, n in enumerate([*have, held]))
        enough = names["field_held"][held] - names["field_few"][spare & 0xFFFFFF]
        enough -= names["field_more"][spare >> 24]
        for at, price in enumerate(lanes, 1):
            short = sum(max(0, n - own) for n, own in zip(price, have, strict=True))
            assert (enough >> bits * at + bits - 1 & 1) == (short <= held)
        assert enough >> bits - 1 & 1 == 0, "nobody can pay for an empty place"


def test_no_more_is_remembered_than_there_is_room_for(tools: dict[str, Any]) -> None:
    asked = []
    squares = tools["Remembered"](lambda number: asked.append(number) or number * number)
    assert [squares[number] for number in (3, 3, 4)] == [9, 9, 16]
    assert asked == [3, 4]
    for number in range(40_000):
        assert squares[number] == number * number
    assert len(squares) <= 1 << 14


def test_a_generated_module_says_what_it_does_and_remembers() -> None:
    game = splendor_dsl.load("classic", backend="python")
    made = game.choose().module
    assert made is not None
    text = made.path.read_text()
    assert "# actions.buy" in text
    assert "@Remembered" in text
    found = re.search(r"@Remembered  # by tokens in supply\ndef (\w+)\(", text)
    assert found is not None
    by_supply = getattr(made.code, found[1])
    before = len(by_supply)
    state = game.start(2, seed=3)
    state.push(state.moves[0])
    assert len(by_supply) > before - 1 >= -1
    assert by_supply, "what hangs on the supply alone is looked up"
