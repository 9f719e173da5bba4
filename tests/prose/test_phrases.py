"""Every sentence of the program is said in each language, with what stands in it."""

import re
import tomllib
from collections.abc import Iterable

import pytest
from languages import SPOKEN, TRANSLATED
from prose.spoken import sentences

from splendor_dsl.languages import FOLDER, forms_of, load_language

BLANK = re.compile(r"\{(\w+)\}")
# A form for one of it may say "one".
NUMBERS = {"n", "number"}
# What a translation may say besides what English says.
ASIDE = {"kind", "tokens", "by", "object", "the", "of"}


def forms(text: str | tuple[str, ...]) -> Iterable[str]:
    return (text,) if isinstance(text, str) else text


def in_words(pattern: str) -> bool:
    """Whether there is anything to translate."""
    return any(letter.isalpha() for letter in BLANK.sub("", pattern))


def _file(language: str, pattern: str) -> str:
    """Where a sentence belongs: those of rulebooks alone have a file of their own."""
    folder = "languages" if pattern in sentences(prose=False) else "languages/rules"
    return f"{folder}/{language}.toml"


def test_the_program_speaks_the_languages_whose_files_are_there() -> None:
    assert {"en", "es", "pl"} <= set(SPOKEN)
    assert sorted(file.stem for file in (FOLDER / "rules").iterdir()) == list(SPOKEN)


@pytest.mark.parametrize("language", TRANSLATED)
def test_each_sentence_is_said_in_each_language(language: str) -> None:
    said = load_language(language).sentences
    asked = {pattern for pattern in sentences() if in_words(pattern)}
    assert len(asked) > 100
    lacking = [f"{_file(language, pattern)} lacks {pattern!r}" for pattern in asked - said.keys()]
    assert not lacking, "\n".join(sorted(lacking))


@pytest.mark.parametrize("language", SPOKEN)
def test_no_sentence_is_kept_that_nobody_says(language: str) -> None:
    assert sorted(load_language(language).sentences.keys() - sentences()) == []


@pytest.mark.parametrize("language", SPOKEN)
def test_a_sentence_in_another_language_has_the_same_blanks(language: str) -> None:
    """What a rulebook says may be put so differently that it leaves one out."""
    exact = sentences(prose=False)
    for pattern, text in load_language(language).sentences.items():
        for each in forms(text):
            inflected = {"{object}", "{kind}", "{the}", "{of}"}
            others = {"piece", "what"} if any(blank in each for blank in inflected) else set()
            missing = set(BLANK.findall(pattern)) - set(BLANK.findall(each)) - NUMBERS - others
            more = set(BLANK.findall(each)) - set(BLANK.findall(pattern)) - ASIDE
            assert not missing or pattern not in exact, (pattern, each)
            assert not more, (pattern, each)


@pytest.mark.parametrize("language", SPOKEN)
def test_a_sentence_that_goes_by_a_number_has_all_forms(language: str) -> None:
    for pattern, text in load_language(language).sentences.items():
        if not isinstance(text, str):
            assert len(text) == forms_of(language), pattern


@pytest.mark.parametrize("language", SPOKEN)
def test_what_belongs_to_every_game_has_its_name(language: str) -> None:
    names = load_language(language).names
    assert {"tokens", "kinds"} <= names.keys()
    assert language == "en" or {"supply", "box"} <= names.keys()
    for path in ("tokens", "kinds"):
        assert len(names[path]["name"]) == forms_of(language)


@pytest.mark.parametrize(
    ("language", "one", "few", "many"),
    [
        ("en", (1,), (0, 2, 5, 21), ()),
        ("es", (1,), (0, 2, 5, 21), ()),
        ("pl", (1,), (2, 3, 4, 22, 34, 102), (0, 5, 11, 12, 13, 14, 21, 25, 112, 114)),
        ("xx", (1,), (0, 2, 5, 21), ()),
    ],
)
def test_a_number_asks_for_its_form(
    language: str, one: tuple[int, ...], few: tuple[int, ...], many: tuple[int, ...]
) -> None:
    for place, numbers in enumerate((one, few, many)):
        assert {load_language(language).form_for(number) for number in numbers} <= {place}


@pytest.mark.parametrize("language", SPOKEN)
def test_one_sentence_is_not_said_in_two_ways(language: str) -> None:
    """What is put otherwise in a rulebook than at the prompt has another pattern."""
    one, other = (
        tomllib.loads((folder / f"{language}.toml").read_text(encoding="utf-8"))["phrases"]
        for folder in (FOLDER, FOLDER / "rules")
    )
    assert not {pattern for pattern in one.keys() & other.keys() if one[pattern] != other[pattern]}
