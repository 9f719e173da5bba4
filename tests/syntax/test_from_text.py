"""The tree of a text: its labels, values and places."""

from collections.abc import Iterator

import pytest
from syntax.texts import parse, shipped, tree

from splendor_dsl.syntax import ast, expressions
from splendor_dsl.syntax.ast import Clause
from splendor_dsl.syntax.expressions import Chain, Ident, Number, Sum

GAME = 'splendor rules 2\ngame tiny "Tiny" { players 2 to 4 }\n'


def tops(text: str) -> list[Clause]:
    return [top for top in tree(GAME + text).tops if isinstance(top, Clause)]


def body(text: str) -> tuple[Clause, ...]:
    (top,) = tops(text)
    return top.body


def walk(clauses: tuple[Clause, ...]) -> Iterator[Clause]:
    for clause in clauses:
        yield clause
        yield from walk(clause.body)


@pytest.mark.parametrize(
    ("step", "label"),
    [
        ("require 1 = 1", "require"),
        ("pay 1 gold", "pay"),
        ("gain 1 gold", "gain"),
        ("return 1 gold", "return"),
        ("move card to hand", "move"),
        ("shuffle deck", "shuffle"),
        ("fill table", "fill"),
        ("reveal hand", "reveal"),
        ("give crown to player", "give"),
        ("count energy = 1", "count"),
        ("if 1 = 1 {}", "if"),
        ("else {}", "else"),
        ("for each player {}", "for_each"),
        ("again", "again"),
        ("do buy", "do"),
        ("one action", "act"),
        ("keep limits", "limits"),
        ("end of turn", "end"),
        ("wild gold for gems", "gold"),
        ("worth 2", "worth"),
        ("at most 1", "most"),
        ("keep green", "green"),
    ],
)
def test_a_step_is_called_by_its_own_word(step: str, label: str) -> None:
    (clause,) = body(f"turn {{ {step} }}")
    assert clause.name == label
    assert not clause.labelled
    assert clause.label.span.text == ("gold" if label == "gold" else step.split(maxsplit=1)[0])


def test_a_step_is_called_by_its_label() -> None:
    require, choose = body("turn {\n require room: 1 = 1\n may choose card: player\n}")
    assert (require.name, require.labelled) == ("room", True)
    assert require.label.span.text == "room"
    assert (choose.name, choose.labelled) == ("card", True)
    assert isinstance(choose.construct, ast.Choose)
    assert choose.construct.may


@pytest.mark.parametrize(
    ("row", "label"),
    [
        ("black 0 : 1 white, 4 blue", "black_0_1white_4blue"),
        ("first: black 0 : 1 white", "first"),
        ('"Hell\'s Kitchen, NYC" 3 : 4 blue', "hell_s_kitchen_nyc"),
        ('"Asgard" 3 / "Wakanda" 3', "asgard_or_wakanda"),
        ('"Żółw!"', "żółw"),
        ('"!" 3', "3"),
        ('"!"', "row"),
        ("black+red again=1 : 2 each gems", "black_red_again_1_2each_gems"),
    ],
)
def test_a_row_is_called_by_what_stands_in_it(row: str, label: str) -> None:
    (clause,) = body(f"rows cards {{ {row} }}")
    assert clause.name == label
    assert clause.labelled == (label == "first")


def test_the_items_of_an_example_are_counted() -> None:
    items = body(
        'example e {\n players Ann\n given round 1\n given Ann to move\n when Ann plays "x"\n'
        ' given hand: nothing\n when Ann plays "y"\n then Ann wins\n}'
    )  # fmt: skip
    assert [item.name for item in items] == [
        "players_1", "given_1", "given_2", "when_1", "given_3", "when_2", "then_1",
    ]  # fmt: skip


def test_sections_are_called_by_their_words() -> None:
    found = tops("turn {}\nrows cards {}\nuse nobles\nend {}\nnames pl {}\nexample e {}")
    assert [each.name for each in found] == ["turn", "cards", "nobles", "end", "pl", "e"]
    assert [each.labelled for each in found] == [False, True, True, False, True, True]


def test_properties_are_called_by_their_words() -> None:
    (zone,) = body(
        "zones { deck cards { face up\n known to owner\n places 3\n"
        " refill from deck at  once\n slide } }"
    )
    assert [each.name for each in zone.body] == ["face", "face", "places", "refill", "slide"]
    assert [each.construct for each in zone.body[:2]] == [
        ast.Face(which="up"),
        ast.Face(which="owner"),
    ]
    assert isinstance(zone.body[3].construct, ast.Refill)
    assert zone.body[3].construct.when == "at once"


def test_a_translation_is_called_by_its_path() -> None:
    (clause,) = body('names pl { tokens.gems.white "diament" }')
    assert clause.name == "tokens.gems.white"
    assert not clause.labelled


def value(text: str) -> expressions.Expr:
    (clause,) = body(f"turn {{ require {text} }}")
    assert isinstance(clause.construct, ast.Require)
    return clause.construct.value


def test_a_sum_keeps_its_signs() -> None:
    total = value("-a + b less c")
    assert isinstance(total, Sum)
    assert total.signs == ("-", "+", "less")
    assert value("a - b") == value("+ a - b")


def test_names_and_texts_may_have_any_letters() -> None:
    assert value("żółw") != value("zolw")
    assert value("\u212b") == value("\u00c5")  # two signs for one letter
    (one, two) = body('rows cards {\n "z\u0307"\n "\u017c"\n}')
    assert one == two


def test_an_accent_alone_is_refused() -> None:
    assert parse(GAME + "turn { gain 1 z\u0307 }").problems == ()
    (problem,) = parse(GAME + "turn { gain 1 \u0307 }").problems
    assert problem.code == "SPL106"


def test_escapes_in_texts_are_resolved() -> None:
    (clause,) = body(r'tokens { gems white "a \"b\" \\ c" }')
    assert clause.body[0].title == 'a "b" \\ c'


def test_numbers_may_begin_with_zeros() -> None:
    number = value("007")
    assert isinstance(number, Number)
    assert number.value == 7


def test_a_word_ends_where_its_letters_end() -> None:
    assert parse(GAME + "turn { oneaction }").problems
    assert parse(GAME + "turn { keeplimits }").problems
    word = value("innards")
    assert isinstance(word, Chain)
    assert [each.text for each in word.words] == ["innards"]


def test_places_are_where_things_stand() -> None:
    text = GAME + "turn {\n  require room: hand of Ann >= 2 cite C-END\n}\n"
    (turn,) = (top for top in tree(text).tops if isinstance(top, Clause))
    (clause,) = turn.body
    assert turn.span.text == "turn {\n  require room: hand of Ann >= 2 cite C-END\n}"
    assert clause.span.text == "require room: hand of Ann >= 2 cite C-END"
    assert [cite.span.text for cite in clause.cites] == ["C-END"]
    assert isinstance(clause.construct, ast.Require)
    compare = clause.construct.value
    assert isinstance(compare, expressions.Compare)
    assert compare.span.text == "hand of Ann >= 2"
    assert compare.left.span.text == "hand of Ann"


@pytest.mark.parametrize("file", shipped(), ids=lambda file: file.stem)
def test_every_place_lies_in_that_of_its_block(file) -> None:  # noqa: ANN001  a path
    whole = tree(file.read_text(encoding="utf-8"))
    for top in whole.tops:
        for inner in top.items if isinstance(top, ast.Edit) else top.body:
            assert top.span.start < inner.span.start <= inner.span.end <= top.span.end
            for clause in walk((inner,)):
                assert clause.label.span.start >= clause.span.start
                assert all(each.span.end <= clause.span.end for each in clause.body)


def test_a_line_may_go_on() -> None:
    on = "turn {\n  require 1 = 1 # so\n    # it is\n    or 2 = 2\n    cite C-END,\n      C-TIE\n}"
    assert tops(on) == tops("turn { require 1 = 1 or 2 = 2 cite C-END, C-TIE }")


def test_clauses_may_stand_on_one_line() -> None:
    assert tops("turn { one action; ; again }") == tops("turn {\n\n one action\n again\n\n}")


def test_comments_are_kept_with_their_places() -> None:
    file = tree("# one\n" + GAME + 'use x # two \n# "three"')
    assert [each.text for each in file.comments] == ["# one", "# two", '# "three"']
    assert [each.span.line for each in file.comments] == [1, 4, 5]


def test_words_of_the_language_may_be_names_where_they_are_clear() -> None:
    (clause,) = body("tokens { gems top, of, move }")
    assert [each.label for each in clause.body] == [
        Ident(text=word, span=clause.span) for word in ("top", "of", "move")
    ]


def test_bases_of_a_variant_keep_their_order() -> None:
    file = tree('splendor rules 2\nvariant v "V" extends a, b then c')
    assert file.header is not None
    assert isinstance(file.header.construct, ast.Variant)
    assert [each.text for each in file.header.construct.extends] == ["a", "b", "c"]
    assert file.header.construct.ordered == (False, False, True)
