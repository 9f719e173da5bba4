"""Editions of the language: older files are read as they stand, and brought to the newest with all that is in them."""

from collections.abc import Iterator

import pytest
from syntax.texts import parse, shipped, tree

from splendor_dsl.source import source_from_text
from splendor_dsl.syntax.editions import REWORDINGS, in_edition
from splendor_dsl.syntax.from_text import from_text
from splendor_dsl.syntax.problems import EDITION
from splendor_dsl.syntax.to_text import to_text

OLD = """\
# above
splendor rules 1  # the first line

variant calm "Calm" extends classic  # wins, wins
example shared "Ann, Bob wins" {
    players Ann, Bob
  when Ann plays "wins"   # Ann, Bob wins
  then Ann,   # Ann
    Bob   wins  # both
  then Ann wins ; then nobody wins
}
"""


def test_each_edition_says_what_it_rewords() -> None:
    assert {each.edition for each in REWORDINGS} == set(range(2, EDITION + 1))
    assert all(each.sentence for each in REWORDINGS)


def test_a_file_of_an_older_edition_is_read_as_it_stands() -> None:
    assert not parse(OLD).problems
    assert not parse(in_edition(tree(OLD))).problems


def test_a_file_comes_to_the_newest_edition_with_all_that_is_in_it() -> None:
    found = in_edition(tree(OLD))
    assert found == OLD.replace("rules 1 ", f"rules {EDITION} ").replace("Bob   wins", "Bob   win")
    assert in_edition(tree(found)) == found
    assert in_edition(tree(found), 1) == OLD


@pytest.mark.parametrize("edition", range(1, EDITION + 1))
def test_a_word_of_another_edition_is_told_with_its_place(edition: int) -> None:
    right, wrong = ("wins", "win") if edition == 1 else ("win", "wins")
    text = f'splendor rules {edition}\n\nvariant a "A" extends b\n\nexample e {{ then Ann, Bob {wrong} }}\n'
    (problem,) = parse(text).problems
    assert problem.code == "SPL121"
    assert problem.message() == f"expected {right!r} in edition {edition}, found {wrong!r}"
    assert problem.span is not None
    assert problem.span.text == wrong
    assert not parse(text.replace(f"Bob {wrong}", f"Bob {right}")).problems


@pytest.mark.parametrize("edition", [0, EDITION + 1, 999])
def test_an_edition_that_there_is_not_is_refused(edition: int) -> None:
    (problem,) = parse(f'splendor rules {edition}\n\nvariant a "A" extends b\n').problems
    assert problem.code == "SPL109"


def test_the_layout_of_a_file_is_that_of_its_edition() -> None:
    for text in (OLD, in_edition(tree(OLD))):
        laid = to_text(tree(text))
        assert not parse(laid).problems
        assert tree(laid) == tree(text)
        assert to_text(tree(laid)) == laid


def texts() -> Iterator[str]:
    for file in shipped():
        yield file.read_text(encoding="utf-8")


def test_every_shipped_file_comes_to_the_newest_edition_and_back() -> None:
    for text in texts():
        newest = in_edition(tree(text))
        assert not from_text(source_from_text("a.rules", newest)).problems
        assert in_edition(tree(newest), tree(text).edition) == text
