"""Random sentences of the grammar: each is read, and written so that it means the same."""

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from syntax.sentences import SAMPLES, sentences
from syntax.texts import tree

from splendor_dsl.syntax.grammar import grammar_table
from splendor_dsl.syntax.to_text import to_text

SETTINGS = settings(
    max_examples=30,
    deadline=None,
    derandomize=True,
    # A sentence that fails is short enough, and to shrink it takes minutes.
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def test_there_is_a_sample_of_every_word() -> None:
    ignored = set(grammar_table().ignored)
    open_ones = {each.name for each in grammar_table().terminals if each.fixed is None}
    assert open_ones - ignored == set(SAMPLES)


@given(text=sentences())
@SETTINGS
def test_written_text_means_the_same_with_its_comments_in_sound_lines(text: str) -> None:
    written_means_the_same(text)


@pytest.mark.fuzz
@given(text=sentences())
@settings(SETTINGS, max_examples=600)
def test_more_texts_are_written_as_they_are_meant(text: str) -> None:
    written_means_the_same(text)


def written_means_the_same(text: str) -> None:
    file = tree(text)
    written = to_text(file)
    again = tree(written)
    assert again == file
    assert to_text(again) == written
    assert [each.text for each in again.comments] == [each.text for each in file.comments]
    assert all(line == line.rstrip() for line in written.split("\n"))
    assert written.endswith("\n")
    assert "\n\n\n" not in written
    assert "\t" not in written
