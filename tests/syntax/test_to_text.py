"""The layout that all files have."""

import textwrap

import pytest
from attrs import evolve
from syntax.texts import tree

from splendor_dsl.source import Source
from splendor_dsl.span import Span
from splendor_dsl.syntax.to_text import to_text

GAME = 'splendor rules 2\n\ngame tiny "Tiny" {\n  players 2 to 4\n}\n'


def laid_out(text: str) -> str:
    """The text after the header, as it is written; it stays so the second time."""
    once = to_text(tree(GAME + textwrap.dedent(text)))
    assert to_text(tree(once)) == once
    assert once.startswith(GAME)
    return once.removeprefix(GAME + "\n")


def stays(text: str) -> bool:
    """Whether a text is in the layout as it stands; what it would become is shown where it is not."""
    plain = textwrap.dedent(text).removeprefix("\n")
    assert laid_out(plain) == plain
    return True


def test_one_clause_a_line() -> None:
    assert laid_out("turn{one action;again cite C-A,C-B;if 1=1{again}}") == (
        "turn {\n  one action\n  again cite C-A, C-B\n  if 1 = 1 { again }\n}\n"
    )


def test_a_block_of_one_clause_stays_as_it_was() -> None:
    assert stays("turn { one action cite C-A }\n")
    assert stays("turn {\n  one action\n}\n")
    assert stays("actions {\n  take { pay 1 gold { wild gold for gems { worth 2 } } }\n}\n")


def test_a_block_too_long_for_its_line_is_opened() -> None:
    name = "x" * 40
    assert laid_out(f"turn {{ require {name}: {name} = {name} }}") == (
        f"turn {{\n  require {name}: {name} = {name}\n}}\n"
    )


def test_an_empty_block_has_no_lines() -> None:
    assert laid_out("turn {\n\n}") == "turn {}\n"


def test_single_blank_lines_between_clauses_stay() -> None:
    assert stays("turn {\n  one action\n\n  again\n  again\n}\n")
    assert laid_out("turn {\n\n\n  one action\n\n\n\n  again\n\n}") == (
        "turn {\n  one action\n\n  again\n}\n"
    )


def test_one_blank_line_between_sections() -> None:
    assert laid_out("turn {\n  again\n}\nsetup {\n  again\n}\n\n\nuse x") == (
        "turn {\n  again\n}\n\nsetup {\n  again\n}\n\nuse x\n"
    )


def test_sections_of_one_line_may_stand_close() -> None:
    assert stays("use x\nuse y { reveal 2 }\nset end.target = 3\n\nremove end.stuck\n")


def test_comments_stay_where_they_are() -> None:
    assert stays("""
        # about the turn

        # more about it
        turn {  # on the brace
          # the first
          one action  # after it

          # in between
          again
          # at the end
        }  # after the end

        # at last
        """)


def test_a_comment_within_a_clause_comes_before_it() -> None:
    assert laid_out("""
        turn {
          require min(  # the smaller
            1, 2) = 1  # of both
            cite C-A
          again
        }
        """) == (
        "turn {\n  # the smaller\n  # of both\n  require min(1, 2) = 1 cite C-A\n  again\n}\n"
    )


def test_a_comment_in_a_block_keeps_it_open() -> None:
    assert laid_out("turn { # why\n  again }") == "turn {  # why\n  again\n}\n"
    assert stays("turn {\n  # nothing\n}\n")


def test_rows_stand_in_columns() -> None:
    assert laid_out("""
        rows cards {
          black 0 : 1 white cite C-A
          blue 10 : 12 white, 3 blue
          x: red 1 : 1 white
          longer: white 2 : 4 blue
          "Asgard" 3 : 4 blue / "X" 3 : 1 red
          "Hell's Kitchen" 12 : 4 blue, 1 red / "Y" 3 : 1 red
          "" 1 2
          3 40
        }
        """) == textwrap.dedent("""\
        rows cards {
          black  0 : 1 white cite C-A
          blue  10 : 12 white, 3 blue
          x:      red   1 : 1 white
          longer: white 2 : 4 blue
          "Asgard"          3 : 4 blue        / "X" 3 : 1 red
          "Hell's Kitchen" 12 : 4 blue, 1 red / "Y" 3 : 1 red
          "" 1 2
          3 40
        }
        """)


def test_sides_too_long_for_a_line_have_lines_of_their_own() -> None:
    side = ", ".join(["1 white"] * 6)
    assert laid_out(
        f'rows x {{\n "A" 1 : {side} / "B" 1 : {side}\n "C" 1 : 1 red / "D" : 2 red\n}}'
    ) == (
        f'rows x {{\n  "A" 1 : {side}\n      / "B" 1 : {side}\n  "C" 1 : 1 red / "D" : 2 red\n}}\n'
    )


LONG = "a" * 30


@pytest.mark.parametrize(
    ("clause", "lines"),
    [
        (
            f'require {LONG} = {LONG} cite C-AVERYLONGCITATION because "{LONG}"',
            [f"require {LONG} = {LONG} cite C-AVERYLONGCITATION", f'    because "{LONG}"'],
        ),
        (
            f"require {LONG} = 1 or {LONG} = 2 and {LONG} = 3 cite C-A",
            [f"require {LONG} = 1 or {LONG} = 2", f"    and {LONG} = 3", "    cite C-A"],
        ),
        (
            f"gain {LONG} + {LONG} less {LONG} + {LONG}",
            [f"gain {LONG} + {LONG}", f"    less {LONG} + {LONG}"],
        ),
        (
            f"require min({LONG}, {LONG}, {LONG}) = 1 cite C-A",
            [f"require min({LONG}, {LONG},", f"    {LONG}) = 1", "    cite C-A"],
        ),
        (
            f"require min({LONG}, {LONG}, 1 + {LONG}) = 1 cite C-A",
            [f"require min({LONG}, {LONG},", f"    1 + {LONG}) = 1", "    cite C-A"],
        ),
        (f"require {LONG * 4} = 1", [f"require {LONG * 4} = 1"]),
    ],
)
def test_long_lines_go_on_before_a_word(clause: str, lines: list[str]) -> None:
    assert laid_out(f"turn {{\n  {clause}\n}}") == "".join(
        f"{line}\n" for line in ["turn {", *("  " + line for line in lines), "}"]
    )


def test_what_is_deeper_within_stands_further_in() -> None:
    assert stays("""
        values {
          total extra {  # a long one
            a: min(max(cards in hand, cards in bought, gold in purse),
                  max(0, points - most over other player (points)),
                  sum over player (cards in hand + cards in bought))
                * (any c of gems has (c in purse > 2 and c in bonus >= 3 or c in supply = 0))
          }
        }
    """)


def test_brackets_of_the_author_stay() -> None:
    assert stays(
        "turn {\n  require not (a + (b)) * -c = (1) - +2\n  gain (a) gold + 2 each gems\n}\n"
    )


def test_texts_are_escaped_again() -> None:
    assert stays('tokens {\n  gems white "a \\"b\\" \\\\ # {", blue\n}\n')


def test_the_first_line_keeps_its_comments() -> None:
    text = '# before\nsplendor rules 2  # beside\n\n# after\n\ngame tiny "Tiny" {}\n\n# last\n'
    assert to_text(tree(text)) == text


def test_a_file_of_one_header() -> None:
    text = 'splendor rules 2\n\nvariant v "V" extends a\n'
    assert to_text(tree('splendor   rules\t2\nvariant v "V" extends a')) == text


def test_a_tree_of_no_text_is_written_too() -> None:
    """A tree that was made by a program has no layout of its own."""
    file = tree(GAME + "turn { again }")
    nowhere = Span(Source(name="", text=""), 0, 0)
    (turn,) = file.tops
    moved = evolve(file, tops=(evolve(turn, span=nowhere),), span=nowhere)
    assert tree(to_text(moved)) == file
