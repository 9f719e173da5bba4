"""All that a player sees of a bundled game is in the language that was asked for."""

import re
from collections.abc import Iterator

import pytest
from languages import NAMED, SPOKEN
from prose.spoken import sentences
from report.games import (
    EDITIONS,
    HOUSE,
    NAMES,
    at_random,
    loaded,
    played,
    started,
    story,
    table,
    words,
)
from samples import sampled
from syrupy.assertion import SnapshotAssertion

from splendor_dsl.game.state import State
from splendor_dsl.languages import load_language
from splendor_dsl.notation.moves import Move
from splendor_dsl.prose.words import Words
from splendor_dsl.report.result import result_lines
from splendor_dsl.report.why import why_lines

WORD = re.compile(r"[^\W\d]\w*")
CITED = re.compile(r"\b[CM]-[A-Z0-9-]+")
BLANK = re.compile(r"\{\w+\}")


def in_text(texts: object) -> set[str]:
    """The words of a text, or of several."""
    if isinstance(texts, str):
        return {word.casefold() for word in WORD.findall(BLANK.sub(" ", texts))}
    assert isinstance(texts, list | tuple | set)
    return set().union(*map(in_text, texts))


def own_words(name: str, language: str) -> set[str]:
    """The words of a language: its names and sentences, names of pieces and people."""
    resolved = loaded(name).resolved
    assert resolved is not None
    found = in_text(NAMES)
    for each in resolved.names.get(language, {}).values():
        found |= in_text(each.texts) | in_text(tuple(each.forms.values()))
    for forms in load_language(language).names.values():
        found |= in_text(tuple(forms.values()))
    found |= in_text(list(load_language(language).sentences.values()))
    found |= in_text([piece.title for piece in played(name).model.pieces if piece.title])
    return found


def foreign_words(name: str, language: str) -> set[str]:
    """The words of the rules and of English that are none of this language."""
    resolved, model = loaded(name).resolved, played(name).model
    assert resolved is not None
    found = in_text(sorted(sentences()))
    for path, where in model.places.items():
        found |= {part.casefold() for part in path.split(".")} | in_text(where.title or "")
        found |= in_text(where.because or "")
    for each in resolved.names["en"].values():
        found |= in_text(each.texts)
    for action in model.actions:
        found |= in_text(action.notation)
    return {word for word in found if len(word) > 1} - own_words(name, language)


def seen(spoken: Words, state: State) -> Iterator[str]:
    """The lines that a player may be shown in a position."""
    for seat in (None, 0):
        yield from table(spoken, state, seat)
        yield from story(spoken, state, seat)
    yield from map(spoken.move, state.moves)
    yield from spoken.outlines
    yield from result_lines(spoken, state)


def refused(spoken: Words, name: str, state: State, step: int) -> Iterator[str]:
    """Why moves of all sorts can't be made: every so manieth that the notation can write."""
    every = list(played(name).all_moves(state.for_players.players))
    for move in every[:: max(1, len(every) // step)]:
        yield from why_lines(spoken, move, state.why_not(move))


def wrong(lines: Iterator[str], foreign: set[str]) -> set[tuple[str, str]]:
    return {
        (word, line)
        for line in lines
        for word in WORD.findall(CITED.sub("", line))
        if word.casefold() in foreign or "_" in word
    }


@pytest.mark.parametrize("language", NAMED)
@pytest.mark.parametrize("name", [*EDITIONS, *sampled(HOUSE, 12)])
def test_no_word_of_another_language_is_seen(name: str, language: str) -> None:
    spoken, foreign = words(name, language), foreign_words(name, language)
    assert {"round", "purse", "reserve"} <= foreign
    many = 80 if name in EDITIONS else 20
    for at, state in enumerate(at_random(started(name, 5), 5, many)):
        lines = map(spoken.move, state.moves)
        if at % (many // 2) == many // 4:
            lines = iter([*refused(spoken, name, state, 60)])
        assert not wrong(lines, foreign)
    assert not wrong(seen(spoken, state), foreign)


@pytest.mark.parametrize("name", [*EDITIONS, *HOUSE])
def test_no_word_that_is_none_is_seen_in_english(name: str) -> None:
    spoken = words(name, "en")
    *_, state = at_random(started(name, 5), 5, 20)
    assert not wrong(seen(spoken, state), set())


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("name", [*EDITIONS, *HOUSE])
def test_each_move_is_read_as_it_is_written(name: str, language: str) -> None:
    spoken, made = words(name, language), played(name)
    texts: dict[str, Move] = {}
    for move in list(made.all_moves(made.players[0]))[::7]:
        text = spoken.move(move)
        assert spoken.read(text) == move, text
        assert spoken.read(str(move)) == move or language != "en"
        assert texts.setdefault(text, move) == move


@pytest.mark.parametrize("language", NAMED)
@pytest.mark.parametrize("name", EDITIONS)
def test_a_whole_game(name: str, language: str, snapshot: SnapshotAssertion) -> None:
    spoken = words(name, language)
    *_, state = at_random(started(name, 3, target=2), 3, 400)
    lines = [*story(spoken, state, None), *table(spoken, state, None), *result_lines(spoken, state)]
    assert "\n".join(lines) == snapshot


ASKED = {
    "classic": ("buy 2-3", "take 2 gold", "take white gold", "reserve 2-33", "reserve 4-1", "pass"),
    "first_printing": ("buy 2-1", "buy hand-1", "return white", "pay 1 gold for white", "noble 1"),
    "marvel": ("recruit 2-3", "take 2 gray", "take yellow green", "location 1", "return green"),
}


@pytest.mark.parametrize("language", NAMED)
@pytest.mark.parametrize("name", EDITIONS)
def test_why_not(name: str, language: str, snapshot: SnapshotAssertion) -> None:
    spoken = words(name, language)
    *_, state = at_random(started(name, 7), 7, 30)
    moves = map(played(name).parse_move, ASKED[name])
    assert (
        "\n".join(line for m in moves for line in why_lines(spoken, m, state.why_not(m)))
        == snapshot
    )
