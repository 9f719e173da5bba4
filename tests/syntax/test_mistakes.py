"""Texts with several mistakes: each is found where it stands, once, and in plain words."""

import re

import pytest
from syntax.texts import HERE, parse

from splendor_dsl.syntax import ast
from splendor_dsl.syntax.shape_problems import UnclosedBlock

GAME = 'splendor rules 2\ngame tiny "Tiny" { players 2 to 4 }\n'
ANNOUNCED = re.compile(r"#! (SPL\d+) (.+)$")


def cases() -> list[str]:
    texts = (HERE / "mistakes.txt").read_text(encoding="utf-8").partition("\n\n")[2]
    return [
        text if re.match(r"spl|game|dear", text) else GAME + text for text in texts.split("---\n")
    ]


def announced(text: str) -> list[tuple[int, str, str]]:
    lines = enumerate(text.split("\n"), 1)
    return [(at, *match.groups()) for at, line in lines if (match := ANNOUNCED.search(line))]


@pytest.mark.parametrize("text", cases(), ids=range(1, 1 + len(cases())))
def test_what_is_announced_is_found(text: str) -> None:
    found = [
        (each.span.line if each.span else 0, each.code, each.message())
        for each in parse(text).problems
    ]
    assert found == announced(text)


def test_an_unclosed_block_says_where_the_next_part_begins() -> None:
    (problem,) = parse(GAME + "turn {\n  one action\n\nsetup {\n  again\n}\n").problems
    assert isinstance(problem, UnclosedBlock)
    assert [(each.span.line, each.text) for each in problem.related] == [
        (6, "the next part seems to begin here")
    ]


def test_what_is_open_at_the_end_is_one_mistake() -> None:
    (problem,) = parse(GAME + "actions {\n  take {\n    if 1 = 1 {\n      again\n").problems
    assert problem.span is not None
    assert problem.span.line == 5
    assert [each.span.line for each in problem.related] == [3, 4]


def test_an_end_is_pointed_at_behind_the_last_word() -> None:
    (problem,) = parse(GAME + "turn {\n  gain   # nothing\n}\n").problems
    assert problem.span is not None
    assert (problem.span.line, problem.span.column) == (4, 7)
    assert problem.span.start == problem.span.end


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("actoins { }", "actions"),
        ("turn { chose x: cards in hand }", "choose"),
        ("turn { requre 1 = 1 }", "require"),
        ("zones { deck cards bye level }", "by"),
        ("values { totl points { a: 1 } }", "total"),
        ("add actoins.take { again }", "actions.take"),
        ('turn { one action becuase "x" }', "because"),
        ("flibbertigibbet { }", None),
        ("turn { end 3 }", None),
        ("supply { white 4 white 4 }", None),
    ],
)
def test_a_near_word_is_suggested(text: str, near: str | None) -> None:
    (problem,) = parse(GAME + text).problems
    assert problem.near == near
    assert problem.help() == (None if near is None else f"did you mean {near!r}?")


@pytest.mark.parametrize(
    ("text", "near", "word"),
    [
        ("counters { fame of a playre 0 from 0 to 9 }", "player", "playre"),
        ("zones { hand cards of a playre { face up } }", "player", "playre"),
        ("phases { draft 2 rounds in snkae order { again } }", "snake", "snkae"),
        ("phases { draft 2 rounds in snake odrer { again } }", "order", "odrer"),
        ("turn { choose found: otp of deck }", "top", "otp"),
        ("end { x: when 1 = 1 then at once jugded again }", "judged", "jugded"),
        ('example x { then Ann canont play "pass" }', "cannot", "canont"),
        ("supply { ecah coins 4 | 5 }", "each", "ecah"),
        ("turn { one action\n  ctie C-TOK }", "cite", "ctie"),
        ('actions { rest as "rest" if nothing esle is possible {} }', "else", "esle"),
    ],
)
def test_a_misspelt_word_beside_the_place_is_told(text: str, near: str, word: str) -> None:
    problem = parse(GAME + text).problems[0]
    assert problem.help() == f"did you mean {near!r} by {word!r}?"


@pytest.mark.parametrize(
    "text",
    [
        "values { total fame { a: 1 } }\nvalues { total more { a: fame 1 } }",
        'turn { one action "acton" 3 }',
    ],
)
def test_a_name_of_the_author_s_is_no_slip(text: str) -> None:
    problems = parse(GAME + text).problems
    assert problems
    for problem in problems:
        assert not (problem.help() or "").startswith("did you mean")


@pytest.mark.parametrize(
    ("line", "near"),
    [
        ("choose {n}: 3 diferent coins in supply", "different"),
        ("require {n}: cards in hand of a playre > 0", "player"),
    ],
)
def test_a_word_of_the_language_that_is_misspelt_twice_is_told_twice(line: str, near: str) -> None:
    lines = "\n".join(line.format(n=name) for name in ("one", "two"))
    problems = parse(GAME + f"turn {{\n{lines}\n}}").problems
    assert [near in (problem.help() or "") for problem in problems] == [True, True]


def test_a_misspelt_word_is_read_as_what_was_meant() -> None:
    parsed = parse(GAME + "actoins {\n  take {\n    gian 1 gold\n    again\n  }\n}\n")
    assert len(parsed.problems) == 2
    assert parsed.file is not None
    (actions,) = parsed.file.tops
    assert [step.name for step in actions.body[0].body] == ["gain", "again"]


def test_a_word_of_a_few_is_read_as_the_one_that_was_meant() -> None:
    """A file with a mistake in it is judged too, by code that knows these few words alone."""
    parsed = parse(
        GAME
        + "zones { pond cards { face upz } }\nvalues { t_tal many { a: 1 } }\n"
        + "triggers { x: at strat of turn { again } }\nend { ranking { a: mots many } }\n"
    )
    assert [getattr(each, "near", None) for each in parsed.problems] == [
        *("up", "total", "start", "most"),
    ]
    assert parsed.file is not None
    zones, values, triggers, end = (top for top in parsed.file.tops if isinstance(top, ast.Clause))
    assert zones.body[0].body[0].construct == ast.Face(which="up")
    assert values.body[0].construct == ast.Value(which="total")
    trigger, rank = triggers.body[0].construct, end.body[0].body[0].construct
    assert isinstance(trigger, ast.Trigger)
    assert trigger.edge == "start"
    assert isinstance(rank, ast.Rank)
    assert rank.which == "most"


def test_at_most_fifty_are_shown() -> None:
    parsed = parse(GAME + "turn { one acton }\n" * 51)
    assert len(parsed.problems) == 51
    assert parsed.problems[-1].code == "SPL115"
    assert len(parse(GAME + "turn { one acton }\n" * 50).problems) == 50


def test_long_words_are_shortened() -> None:
    (problem,) = parse(GAME + "x" * 1000).problems
    assert len(problem.message()) < 150


@pytest.mark.parametrize("text", ["set limits.{} = 4\n", "values {{ total {} {{ a: 1 }} }}\n"])
def test_names_have_a_bound(text: str) -> None:
    """A path is bounded in each of its names."""
    assert parse(GAME + text.format("x" * 1000)).problems == ()
    (problem,) = parse(GAME + text.format("x" * 1001)).problems
    assert problem.code == "SPL122"
    assert "x" not in problem.message().replace("expected", "")


def test_what_cannot_be_shown_is_not_shown() -> None:
    (problem,) = parse(GAME + "turn { \uffff }").problems
    assert problem.message() == "cannot read the character that cannot be shown (U+FFFF)"
