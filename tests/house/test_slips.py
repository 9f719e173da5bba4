"""A path, option or name that is misspelt in a house rule is answered by the right one."""

import re
from collections.abc import Iterator
from functools import cache

import pytest
from house.test_house import FOLDER, NAMES, rules_of, text_of
from samples import sampled

from splendor_dsl.diagnostics import Problem
from splendor_dsl.extensions import Extensions, load_extensions
from splendor_dsl.notation.notation import NotationError
from splendor_dsl.pipeline import load_source
from splendor_dsl.report.terminal import render_problems
from splendor_dsl.source import source_from_text

# What is no word of the rules: comments, texts in quotes, citations, and the header, whose name is the author's.
ASIDE = re.compile(
    r'#.*|"[^"\n]*"|\bcite\b.*|^splendor .*|^names [^}]*\}|^example [\s\S]*?^\}', re.MULTILINE
)
PATH = re.compile(r"^(?:set|remove|add|replace|before|after) ([\w.]+)", re.MULTILINE)
OPTIONS = re.compile(r"^use \w+ \{\n((?:.*\n)*?)\}", re.MULTILINE)
WORD = re.compile(r"(?<![\w.])[a-z_]{4,}(?![\w.:])")

# Slips that say something else in the language, and so may be right as they stand.
KNOWN = {"round", "rounds", "player", "players", "limit", "limits", "play", "plays"}

EXAMPLE = re.compile(r"^example \w+[^{\n]*\{\n([\s\S]*?)^\}", re.MULTILINE)
NAMES_OF = re.compile(r"^names \w+ \{\n([\s\S]*?)^\}", re.MULTILINE)
QUOTED = re.compile(r'"[^"\n]*"|#.*')
PATH_OR_WORD = re.compile(r"(?<![\w.])[A-Za-z][\w.]{2,}")
SHORT = 4  # words of the language that are shorter are near to too many others
MOVE = re.compile(r'^  (?:when \w+ plays|then \w+ can(?:not)? play) "([^"]+)"', re.MULTILINE)

each_rule = pytest.mark.parametrize("name", NAMES)
some_rules = pytest.mark.parametrize("name", sampled(NAMES, 12))
pytestmark = pytest.mark.slow


@cache
def extensions() -> Extensions:
    return load_extensions()


def problems_of(name: str, text: str, *, checked: bool = False) -> tuple[Problem, ...]:
    """Return the problems of a text; those of the checks take as long again, and few slips are found by them."""
    source = source_from_text(f"{name}.rules", text, FOLDER / f"{name}.rules")
    return load_source(source, extensions=extensions(), checked=checked).problems


def plain(text: str) -> str:
    """Return the text with all that is no word of the rules blanked out."""
    return ASIDE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)


def slips(word: str) -> Iterator[str]:
    """Yield a word with its last two letters exchanged, and in the plural or no longer in it."""
    if word[-1] != word[-2]:
        yield word[:-2] + word[-1] + word[-2]
    yield word[:-1] if word.endswith("s") else word + "s"


def answered(problems: tuple[Problem, ...], slip: str, *right: str) -> bool:
    """Return whether what is right is suggested or expected; or, where it was declared, the other way round."""
    for each in problems:
        hint, said = each.help() or "", each.message()
        for word in right:
            whole = rf"\b{re.escape(word)}\b"
            if re.search(whole, hint) or (f"'{word}'" in said and slip in said):
                return True
            if slip in hint and re.search(whole, said):
                return True
    return False


@some_rules
def test_a_misspelt_path_is_answered_by_the_right_one(name: str) -> None:
    text = text_of(name)
    for match in PATH.finditer(plain(text)):
        labels = match[1].split(".")
        for at, label in enumerate(labels):
            for slip in slips(label):
                wrong = ".".join([*labels[:at], slip, *labels[at + 1 :]])
                changed = text[: match.start(1)] + wrong + text[match.end(1) :]
                found = problems_of(name, changed)
                assert found, wrong
                assert answered(found, wrong, match[1], label), (wrong, render_problems(found))


@each_rule
def test_a_misspelt_option_is_answered_by_the_right_one(name: str) -> None:
    text = text_of(name)
    for block in OPTIONS.finditer(plain(text)):
        for match in re.finditer(r"^  ([a-z]\w*) ", block[1], re.MULTILINE):
            start = block.start(1) + match.start(1)
            for slip in slips(match[1]):
                changed = text[:start] + slip + text[start + len(match[1]) :]
                found = problems_of(name, changed)
                assert found, slip
                assert answered(found, slip, match[1]), (slip, render_problems(found))


@some_rules
def test_a_misspelt_name_is_answered_by_the_right_one(name: str) -> None:
    text = text_of(name)
    words = {match[0]: match for match in reversed(list(WORD.finditer(plain(text))))}
    for word, match in words.items():
        for slip in slips(word):
            changed = text[: match.start()] + slip + text[match.end() :]
            found = problems_of(name, changed)
            assert not found or slip in words or slip in KNOWN or answered(found, slip, word), (
                slip,
                render_problems(found),
            )


def words_in(name: str, blocks: re.Pattern[str]) -> Iterator[tuple[str, int]]:
    """Yield each word and path in some blocks of a rule file once, with its place; texts in quotes are left out."""
    text = QUOTED.sub(lambda match: " " * len(match[0]), text_of(name))
    found: dict[str, int] = {}
    for block in blocks.finditer(text):
        for match in PATH_OR_WORD.finditer(block[1]):
            found.setdefault(match[0], block.start(1) + match.start())
    yield from found.items()


def unanswered(name: str, blocks: re.Pattern[str], declared: frozenset[str]) -> list[str]:
    """Return the slips in some blocks that are not answered by what is right."""
    text, wrong = text_of(name), []
    for word, at in words_in(name, blocks):
        labels = word.split(".")
        for number, label in enumerate(labels):
            # One slip a word, by turns, as each text is read and checked again.
            for slip in list(slips(label))[at % 2 :][:1] if len(label) >= SHORT else ():
                slipped = ".".join([*labels[:number], slip, *labels[number + 1 :]])
                changed = text[:at] + slipped + text[at + len(word) :]
                found = problems_of(name, changed, checked=True)
                right = found and answered(found, slipped, word, label)
                if slipped not in KNOWN | declared and not right:
                    wrong.append(f"{slipped}: {render_problems(found)}")
    return wrong


@pytest.mark.fuzz  # each slip is checked as a whole
@each_rule
def test_a_misspelt_word_of_an_example_is_answered_by_the_right_one(name: str) -> None:
    assert unanswered(name, EXAMPLE, frozenset(text_of(name).split())) == []


@pytest.mark.fuzz  # each slip is checked as a whole
@each_rule
def test_a_misspelt_path_or_form_of_a_name_is_answered_by_the_right_one(name: str) -> None:
    assert unanswered(name, NAMES_OF, frozenset()) == []


@each_rule
def test_a_misspelt_move_of_an_example_is_answered_by_the_right_one(name: str) -> None:
    rules = rules_of(name)
    moves = {move.split()[0] for move in MOVE.findall(text_of(name))}
    for word in moves:
        for slip in slips(word) if len(word) >= SHORT else ():
            with pytest.raises(NotationError, match=rf"\b{word}\b"):
                rules.parse_move(f"{slip} 1-1")
