import json

from attrs import frozen

from splendor_dsl.diagnostics import Problem, Related
from splendor_dsl.report.json import ProblemJson, RelatedJson, problem_to_dict, problems_to_json
from splendor_dsl.source import Span, source_from_text

SOURCE = source_from_text("a.rules", "gém\nwhite white\n")


@frozen(kw_only=True)
class Twice(Problem):
    """A name declared twice."""

    code = "SPL997"
    headline = "{name!r} is declared twice"
    hint = "remove one"

    name: str


PROBLEM = Twice(
    name="white",
    path="tokens.white",
    span=Span(SOURCE, 10, 15),
    related=(Related(Span(SOURCE, 4, 9), "first declared here"),),
)


def test_a_problem_is_plain_data() -> None:
    assert problem_to_dict(PROBLEM) == {
        "code": "SPL997",
        "severity": "error",
        "message": "'white' is declared twice",
        "file": "a.rules",
        "line": 2,
        "column": 7,
        "end_line": 2,
        "end_column": 12,
        "path": "tokens.white",
        "help": "remove one",
        "related": [
            {
                "message": "first declared here",
                "file": "a.rules",
                "line": 2,
                "column": 1,
                "end_line": 2,
                "end_column": 6,
            }
        ],
    }


def test_every_key_of_the_schema_is_there_always() -> None:
    bare = problem_to_dict(Twice(name="x", file="b.rules"))
    assert bare.keys() == ProblemJson.__annotations__.keys()
    assert problem_to_dict(PROBLEM)["related"][0].keys() == RelatedJson.__annotations__.keys()
    assert (bare["file"], bare["line"], bare["path"]) == ("b.rules", None, None)
    assert problem_to_dict(Twice(name="x"))["file"] is None


def test_the_text_is_a_list_in_the_order_of_the_file() -> None:
    early = Twice(name="é", span=Span(SOURCE, 0, 3))
    found = json.loads(problems_to_json([PROBLEM, early]))
    assert [each["message"] for each in found] == [early.message(), PROBLEM.message()]
    assert json.loads(problems_to_json([])) == []
