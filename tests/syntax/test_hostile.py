"""Texts that nobody would write on purpose: an answer comes at once, and never a traceback."""

import random
import time
from pathlib import Path

import pytest
from samples import sampled
from syntax.texts import CORPUS, parse, shipped, tree

from splendor_dsl.source import SIZE_LIMIT
from splendor_dsl.syntax.from_text import Parsed
from splendor_dsl.syntax.to_text import to_text

pytestmark = pytest.mark.slow
GAME = 'splendor rules 2\ngame tiny "Tiny" { players 2 to 4 }\n'
SIGNS = '{}()"#:;,.|+-=<>*/\\ \n\tax0é÷\x00'
# A quarter of it would be enough on a machine that does nothing else.
SECONDS = 8
EDITS, PARTS = 25, 4


def answer(text: str) -> Parsed:
    start = time.process_time()
    parsed = parse(text)
    assert time.process_time() - start < SECONDS
    for problem in parsed.problems:
        assert problem.message()
        assert problem.span is not None
        assert 0 <= problem.span.start <= problem.span.end <= len(text)
        str(problem.span)
        problem.help()
    return parsed


def codes(parsed: Parsed) -> set[str]:
    return {each.code for each in parsed.problems}


@pytest.mark.parametrize("sign", ["{", "(", "actions {\n", "if (", "x { y (", "{ ; "])
def test_deep_nesting_is_one_mistake(sign: str) -> None:
    parsed = answer(GAME + sign * 10_000)
    assert [each.code for each in parsed.problems] == ["SPL112"]
    assert parsed.file is None


def test_a_depth_that_is_allowed_is_read_and_written() -> None:
    deep = GAME + "turn { require " + "not (1 + 2 * (" * 15 + "3" + "))" * 15 + " = 1 }"
    file = tree(deep)
    assert tree(to_text(file)) == file
    blocks = GAME + "turn { " + "if 1 = 1 { " * 31 + "again" + " }" * 32
    assert tree(to_text(tree(blocks))) == tree(blocks)


@pytest.mark.parametrize(
    "piece",
    sampled([
        "}", "{}", "()", '"', '"a', '"\\"', "#", "#\n", "\n", " ", "\n ", "a", "1", "a ", "÷", "a.",
        "x:", ",\n", ";", "\x01", "é\u0302", "\\\n", "a\n", "}\n", " }\n", '"x" ', "a b c d e f\n",
        "tokens { gems white }\n", "turn { one acton }\n", "turn { one action }\n", "\n#\n",
        "\xa0", "\v", "\x1c ", "\u2028", "\x85\n", "\u3000a", "x \xa0 { ", "; \xa0",
        "set a.b = 1 |\n", "÷ \n", '\n"', "-", "not ", "\n|", "\n)", "\ncite ", "{ \n } \n",
    ], 10),
)  # fmt: skip
def test_much_of_anything(piece: str) -> None:
    text = GAME + piece * (SIZE_LIMIT // len(piece.encode()))
    assert len(answer(text[:SIZE_LIMIT]).problems) <= 51


@pytest.mark.parametrize(
    ("start", "piece"),
    sampled(
        [
            ("rows cards { ", "1 : 1 a;"),
            ("rows cards { ", "1 1 1 ÷ "),
            ("values { total x { a: ", "1 | "),
            ("values { total x { a: 1", " + 1"),
            ("values { total x { a: 1", " + (1"),
            ("turn { one action", " cite A"),
            ("tokens { g a", ", b"),
            ('game x "X" { } ', "{"),
            ("turn { one action", "\n cite A,\n#\n A"),
        ],
        4,
    ),
)
def test_much_of_a_clause(start: str, piece: str) -> None:
    pieces = (SIZE_LIMIT - len(start)) // len(piece)
    assert answer(GAME + start + piece * pieces).problems, "such a file is no game"


@pytest.mark.parametrize("size", [2_500, 10_000])
def test_long_tables_take_time_in_proportion(size: int) -> None:
    row = "  black {} : 1 white, 1 blue, 1 green, 1 red\n"
    text = GAME + "rows cards with level 1 {\n" + "".join(map(row.format, range(size))) + "}\n"
    start = time.process_time()
    file = tree(text)
    assert time.process_time() - start < size * 8 / 10_000
    assert len(getattr(file.tops[0], "body", ())) == size


@pytest.mark.parametrize("text", ["", " ", "\n\n", "# only this", "\x00", "\ufeff", "splendor",
                                  "splendor rules", "splendor rules x", "splendor 1", "1", "{",
                                  "splendor rules 99999999999999999999 {", "\x7fELF\x02\x01"])  # fmt: skip
def test_no_rule_file_at_all(text: str) -> None:
    assert 1 <= len(answer(text).problems) <= 2


@pytest.mark.parametrize("part", sampled(range(PARTS), 1))
@pytest.mark.parametrize("file", [*CORPUS, *shipped()], ids=lambda file: file.stem)
def test_one_wrong_character(file: Path, part: int) -> None:
    """Deletions and insertions at chosen places: few problems, none raised, none slow."""
    text = file.read_text(encoding="utf-8")
    chance = random.Random(f"{file.stem} {part}")
    for _ in range(EDITS):
        at = chance.randrange(len(text))
        gone = chance.randrange(2)
        sign = "" if gone else chance.choice(SIGNS)
        parsed = answer(text[:at] + sign + text[at + gone :])
        assert len(parsed.problems) <= 4, (at, sign, parsed.problems)


def test_a_text_cut_anywhere() -> None:
    (file,) = (each for each in CORPUS if each.stem == "game")
    text = file.read_text(encoding="utf-8")
    for end in range(0, len(text), 11):
        assert len(answer(text[:end]).problems) <= 2


@pytest.mark.parametrize("file", CORPUS, ids=lambda file: file.stem)
def test_a_lost_line(file: Path) -> None:
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    for at in range(len(lines)):
        parsed = answer("".join(lines[:at] + lines[at + 1 :]))
        assert codes(parsed) <= {
            "SPL103",
            "SPL104",
            "SPL108",
            "SPL110",
            "SPL101",
            "SPL102",
            "SPL118",
        }
