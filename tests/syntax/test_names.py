"""Names as they are written: normalised once, where the lexer reads them."""

import pytest
from syntax.texts import parse, tree

from splendor_dsl.diagnostics import Problem
from splendor_dsl.syntax.to_text import to_text

HEAD = 'splendor rules 2\n\ngame tiny "Tiny" {\n  players 2 to 4\n}\n\n'
E_ACUTE = "e\u0301"


def written(name: str) -> str:
    return f"{HEAD}counters {{\n  {name} 0 from 0 to 9\n}}\n"


def problem(name: str) -> Problem:
    [found] = parse(written(name)).problems
    assert found.span is not None
    assert (found.span.line, found.span.column) == (8, 3)
    return found


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("\ufb01n", "fin"),
        (f"{E_ACUTE}t{E_ACUTE}", "\u00e9t\u00e9"),
        ("q\u0303ua", "q\u0303ua"),  # there is no such letter in one
        ("\u0939\u093f\u0928\u094d\u0926\u0940", "\u0939\u093f\u0928\u094d\u0926\u0940"),
        ("\uff52\uff45\uff44", "red"),
        ("\u304b\u3099", "\u304c"),
        ("x\u2460", "x1"),
    ],
)
def test_a_name_is_normalised_and_points_at_what_is_written(name: str, plain: str) -> None:
    file = tree(written(name))
    [clause] = file.tops[0].body
    assert clause.name == plain
    assert clause.label.span.text == name
    laid = to_text(file)
    assert laid == written(plain)
    assert to_text(tree(laid)) == laid


def test_labels_and_paths_are_names_too() -> None:
    text = f"{HEAD}set limits.\ufb01n = 4\nlimits {{ {E_ACUTE}: cards in hand at most 3 }}\n"
    edit, limits = tree(text).tops
    assert edit.path.text == "limits.fin"  # type: ignore[union-attr]  # an edit, as the text says
    assert limits.body[0].name == "\u00e9"


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("\u2460x", "1x"),
        (
            "\ufdfa",
            "\u0635\u0644\u0649 \u0627\u0644\u0644\u0647 \u0639\u0644\u064a\u0647 \u0648\u0633\u0644\u0645",
        ),
        ("a\u00bd", "a1\u20442"),
        ("\uff0f", ""),
        ("a\ufe0f", "a\ufe0f"),
        ("\uff4f\uff52", "or"),
    ],
)
def test_what_is_no_name_once_it_is_normalised_is_refused(name: str, plain: str) -> None:
    found = problem(name)
    if plain:
        assert found.code == "SPL123"
        assert repr(plain) in found.message()


@pytest.mark.parametrize("joiner", ["\u200c", "\u200d"])
def test_joiners_stand_in_texts_but_in_no_name(joiner: str) -> None:
    title = f'{HEAD}counters {{\n  x 0 from 0 to 9 "\u0646\u0645\u06cc{joiner}\u062e\u0648\u0627\u0647\u0645"\n}}\n'
    assert joiner in (tree(title).tops[0].body[0].title or "")
    [found] = parse(written(f"a{joiner}b")).problems
    assert found.code == "SPL106"
    assert found.span is not None
    assert (found.span.line, found.span.column) == (8, 4)


def test_a_word_of_the_language_is_written_as_it_is() -> None:
    assert parse(written("x").replace("counters", "\uff43ounters")).problems
