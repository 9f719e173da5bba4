import pytest
from attrs import frozen

from splendor_dsl.diagnostics import Problem, Related
from splendor_dsl.report.excerpt import LINE_LIMIT
from splendor_dsl.report.terminal import render_problem, render_problems, summary
from splendor_dsl.source import Span, source_from_text


@frozen(kw_only=True)
class Unknown(Problem):
    """An unknown name."""

    code = "SPL999"
    headline = "unknown colour {name!r}"
    hint = "did you mean {near!r}?"

    name: str = "whit"
    near: str = "white"


@frozen(kw_only=True)
class Odd(Problem):
    """Something odd."""

    code = "SPL998"
    severity = "warning"
    headline = "odd"


def span_of(text: str, marked: str, name: str = "a.rules") -> Span:
    start = text.index(marked)
    return Span(source_from_text(name, text), start, start + len(marked))


def shown(text: str, marked: str) -> list[str]:
    """What is shown below the headline for a marked stretch of a text."""
    return render_problem(Odd(span=span_of(text, marked))).split("\n")[1:]


def test_a_problem_shows_its_place_its_help_and_what_belongs_to_it() -> None:
    text = "tokens white\n\naction a {\n  gain 3 whit\n}\n"
    span = span_of(text, "whit\n")
    problem = Unknown(
        span=Span(span.source, span.start, span.end - 1),
        related=(Related(span_of(text, "white"), "first defined here"),),
    )
    assert render_problem(problem) == (
        "a.rules:4:10: error[SPL999]: unknown colour 'whit'\n"
        "  4 |   gain 3 whit\n"
        "    |          ^^^^\n"
        "help: did you mean 'white'?\n"
        "a.rules:1:8: note: first defined here\n"
        "  1 | tokens white\n"
        "    |        ^^^^^"
    )


def test_a_problem_without_a_span_names_its_file() -> None:
    assert render_problem(Odd(file="a.rules")) == "a.rules: warning[SPL998]: odd"
    assert render_problem(Odd()) == "warning[SPL998]: odd"


@pytest.mark.parametrize(
    ("text", "marked", "marks"),
    [
        ("\tgain x", "x", ["  1 |     gain x", "    |          ^"]),
        ("a\tb", "\tb", ["  1 | a   b", "    |  ^^^^"]),
        ("名前 x", "x", ["  1 | 名前 x", "    |      ^"]),
        ("x 名前", "名前", ["  1 | x 名前", "    |   ^^^^"]),
        ("e\u0301 x", "x", ["  1 | e\u0301 x", "    |   ^"]),
        ("a\x1b[31m b", "b", ["  1 | a␛[31m b", "    |        ^"]),
        ("a\u202eb", "b", ["  1 | a\N{REPLACEMENT CHARACTER}b", "    |   ^"]),
    ],
)
def test_marks_stand_below_what_they_mark(text: str, marked: str, marks: list[str]) -> None:
    assert shown(text, marked) == marks


def test_an_empty_span_gets_one_mark() -> None:
    source = source_from_text("a.rules", "game {\n")
    at_end = render_problem(Odd(span=Span(source, 7, 7))).split("\n")
    assert at_end == ["a.rules:2:1: warning[SPL998]: odd", "  2 |", "    | ^"]
    assert render_problem(Odd(span=Span(source_from_text("a", ""), 0, 0))).endswith(
        "  1 |\n    | ^"
    )


def test_a_span_that_ends_with_its_line_marks_that_line_alone() -> None:
    assert shown("gain x\n\nend", "x\n\n") == ["  1 | gain x", "    |      ^"]


def test_a_blank_span_gets_one_mark() -> None:
    assert shown("a\n\nb", "\n\n") == ["  1 | a", "    |  ^"]


def test_a_span_over_two_lines_shows_both() -> None:
    assert shown("end {\n  }\n", "{\n  }") == [
        "  1 | end {",
        "    |     ^",
        "  2 |   }",
        "    |   ^",
    ]


def test_a_span_over_many_lines_shows_the_first_and_the_last() -> None:
    assert shown("end {\n  a\n  b\n}\n", "end {\n  a\n  b\n}") == [
        "  1 | end {",
        "    | ^^^^^",
        "... |",
        "  4 | }",
        "    | ^",
    ]


@pytest.mark.parametrize("before", [0, 50, 5_000])
@pytest.mark.parametrize("length", [1, 300])
@pytest.mark.parametrize("after", [0, 5_000])
def test_a_long_line_is_cut_around_the_span(before: int, length: int, after: int) -> None:
    marked = "x" * length
    line, marks = shown("." * before + marked + "." * after, marked)
    assert len(line) <= LINE_LIMIT + len("  1 | ") + 2
    start, end = marks.index("^"), len(marks)
    assert set(line[start:end]) == {"x"}
    assert line.count("x") == end - start > 0


def test_the_gutter_grows_with_the_line_number() -> None:
    assert shown("\n" * 9_999 + "x", "x") == ["10000 | x", "      | ^"]


def test_problems_come_in_the_order_of_the_file_with_a_summary() -> None:
    first, second = span_of("a b", "a"), span_of("a b", "b")
    text = render_problems([Odd(span=second), Unknown(span=first), Unknown(span=second)])
    assert [line for line in text.split("\n") if line.startswith("a.rules")] == [
        "a.rules:1:1: error[SPL999]: unknown colour 'whit'",
        "a.rules:1:3: warning[SPL998]: odd",
        "a.rules:1:3: error[SPL999]: unknown colour 'whit'",
    ]
    assert text.endswith("\n\n2 errors, 1 warning")


def test_the_summary_counts() -> None:
    assert summary([]) == "no problems"
    assert summary([Odd(), Odd()]) == "2 warnings"
    assert summary([Unknown()]) == "1 error"


def test_colour_changes_no_word() -> None:
    problem = Unknown(span=span_of("gain whit", "whit"))
    plain, coloured = render_problem(problem), render_problem(problem, colour=True)
    assert "\x1b[1;31merror[SPL999]:\x1b[0m" in coloured
    for code in ("1;31", "1;32", "34", "0"):
        coloured = coloured.replace(f"\x1b[{code}m", "")
    assert coloured == plain


def test_what_a_person_wrote_cannot_act_on_the_terminal() -> None:
    span = span_of("x", "x", name="\x1b[2Ja")
    problem = Unknown(span=span, name="\x1b[2J", near="\x1b", related=(Related(span, "\x07"),))
    assert "\x1b" not in render_problem(problem)
    assert "\x07" not in render_problem(problem)
