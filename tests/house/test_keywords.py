"""Each word of the language, with two inner letters exchanged where it stands in a bundled file, is answered by itself."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import splendor_plugins
from house.test_slips import extensions
from samples import sampled

from splendor_dsl.bundled import variants_folder
from splendor_dsl.pipeline import load_source
from splendor_dsl.report.terminal import render_problems
from splendor_dsl.source import Source, source_from_text
from splendor_dsl.syntax.from_text import BUILDERS
from splendor_dsl.syntax.grammar import grammar_table
from splendor_dsl.syntax.outline import outline
from splendor_dsl.syntax.parser import Parser, Word
from splendor_dsl.syntax.scanner import Scanners

FOLDERS = (variants_folder(), variants_folder() / "house", Path(splendor_plugins.__file__).parent)
# What authors write, and signs, behind which comments may stand.
NO_KEYWORD = re.compile(r"NAME|LABEL|INT|STRING|CITE|PATH|GIVEN_PLACE|P_.*|_.*(?<!__ANON_\d)")
WORD = re.compile(r"[a-z]{4,}")
LEAST = 100  # words of the language that stand in the files

# Slips that nothing answers by the word that was meant, and why.
EXCEPTIONS: dict[str, str] = {}


class Place(NamedTuple):
    """The place of a word of the language, and the state of the parser there."""

    word: str
    kind: str
    state: int


class Listening(Parser):
    """A parser that tells which words it has read, and where."""

    def __init__(self, source: Source, scanners: Scanners) -> None:
        super().__init__(source, outline(source), scanners, BUILDERS)
        self.heard: list[tuple[Word, int]] = []

    def take(self, word: Word) -> bool:
        state = self.states[-1]
        taken = super().take(word)
        if taken:
            self.heard.append((word, state))
        return taken


def source_of(path: Path, text: str | None = None) -> Source:
    return source_from_text(path.name, path.read_text("utf-8") if text is None else text, path)


@cache
def places() -> dict[Place, tuple[Path, int]]:
    """Each word of the language, once in each state in which it is read."""
    found: dict[Place, tuple[Path, int]] = {}
    scanners = Scanners(grammar_table())
    for path in (path for folder in FOLDERS for path in sorted(folder.glob("*.rules"))):
        parser = Listening(source_of(path), scanners)
        assert parser.run() is None
        for word, state in parser.heard:
            if NO_KEYWORD.fullmatch(word.kind):
                continue
            for match in WORD.finditer(parser.text[word.start : word.end]):
                place = Place(match[0], word.kind, state)
                found.setdefault(place, (path, word.start + match.start()))
    return found


def slips(word: str) -> Iterator[str]:
    for at in range(1, len(word) - 2):
        if word[at] != word[at + 1]:
            yield word[:at] + word[at + 1] + word[at] + word[at + 2 :]


def words() -> list[str]:
    return sorted({place.word for place in places()})


def test_most_words_of_the_language_are_tried() -> None:
    assert len(words()) >= LEAST
    assert EXCEPTIONS.keys() <= {slip for word in words() for slip in slips(word)}


@pytest.mark.parametrize("word", sampled(words(), 35))
def test_a_misspelt_word_of_the_language_is_answered_by_the_right_one(word: str) -> None:
    right = re.compile(rf"did you mean [^?]*'(?:[^']* )?{word}(?: [^']*)?'")
    for path, at in (where for place, where in places().items() if place.word == word):
        text = source_of(path).text
        for slip in slips(word):
            changed = source_of(path, text[:at] + slip + text[at + len(word) :])
            found: Any = load_source(changed, extensions=extensions(), checked=False).problems
            answers = [each.help() or "" for each in found]
            answered = any(map(right.search, answers))
            assert answered or slip in EXCEPTIONS, (slip, path.name, render_problems(found))
