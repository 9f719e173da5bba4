"""Rulebooks: every sentence has its clause, no number is typed twice, each language reads as it was read."""

import re
from functools import cache
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from splendor_dsl.bundled import bundled_games
from splendor_dsl.pipeline import Loaded, load_file
from splendor_dsl.play.game import game
from splendor_dsl.report.phrases import FOLDER
from splendor_dsl.report.prose.clauses import by_path, chapters
from splendor_dsl.report.prose.html import html
from splendor_dsl.report.prose.markdown import markdown
from splendor_dsl.report.prose.rulebook import Rulebook, rulebook, without_clause
from splendor_dsl.report.words import Words

EDITIONS = ("classic", "marvel", "first_printing")
LANGUAGES = ("en", "pl", "es")
ORCHARD = Path(__file__).resolve().parent.parent / "games" / "orchard.rules"


@cache
def loaded(name: str, *settings: tuple[str, int]) -> Loaded:
    path = ORCHARD if name == "orchard" else bundled_games()[name]
    return load_file(path, settings=dict(settings))


def words(name: str, language: str = "en", *settings: tuple[str, int]) -> Words:
    rules = loaded(name, *settings)
    assert rules.model is not None
    assert rules.resolved is not None
    notation = game(rules.model).notation
    return Words(rules=notation, language=language, names=rules.resolved.names)


def book(name: str, language: str = "en") -> Rulebook:
    rules = loaded(name)
    assert rules.resolved is not None
    return rulebook(words(name, language), rules.resolved, rules.examples)


@pytest.mark.parametrize("name", [*bundled_games(), "orchard"])
def test_every_sentence_leads_to_its_clause(name: str) -> None:
    assert without_clause(book(name)) == ()


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rulebook_reads_as_it_was_read(
    name: str, language: str, snapshot: SnapshotAssertion
) -> None:
    told = markdown(book(name, language)).partition("\n## The clauses")[0]
    tables = re.sub(r"(?m)^\| (?!---|[A-Z].* \| [A-Z]).*\n", "", told)
    assert tables == snapshot


@pytest.mark.parametrize("file", sorted((FOLDER / "rules").glob("*.toml")), ids=lambda f: f.stem)
def test_the_sentences_hold_no_number(file: Path) -> None:
    """`1` may stand where one thing is meant; every other number comes from the rules."""
    said = re.sub(r"(?m)^#.*$", "", file.read_text("utf-8"))
    assert set(re.findall(r"\d+", said)) <= {"1"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_are_those_of_the_rules(language: str) -> None:
    told = by_path(words("classic", language, ("target", 23)))
    assert "23" in told["end.target"]
    assert "23" in told["values.goal.points"]
    assert "15" not in " ".join(told.values())


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("language", ["pl", "es"])
def test_no_english_is_left(name: str, language: str) -> None:
    """No sentence is the English one, and no word with an underscore is seen."""
    english, told = by_path(words(name)), by_path(words(name, language))
    rules = {
        path: text for path, text in told.items() if not path.startswith("kinds.")
    }  # 10 nobles
    rules = {path: text for path, text in rules.items() if re.search(r"[a-z]{3}", english[path])}
    assert [path for path, text in rules.items() if text == english[path]] == []
    assert [text for text in told.values() if "_" in text] == []


@pytest.mark.parametrize("name", bundled_games())
def test_all_actions_and_triggers_are_told(name: str) -> None:
    model = loaded(name).model
    assert model is not None
    paths = {part.path for chapter in chapters(words(name)) for part in chapter.parts}
    assert {each.where.path for each in (*model.actions, *model.triggers, *model.phases)} <= paths


def test_a_game_of_other_names_has_its_rulebook(snapshot: SnapshotAssertion) -> None:
    assert markdown(book("orchard")).partition("\n## Tables")[0] == snapshot


def test_a_page_of_html_stands_alone() -> None:
    page = html(book("marvel", "pl"))
    assert page.startswith("<!doctype html>")
    assert page.count("<ul>") == page.count("</ul>")
    targets = set(re.findall(r'<li id="([^"]+)"', page))
    links = set(re.findall(r'href="#([^"]+)"', page))
    assert links <= targets
    assert not re.search(r'(src|href)="(?!#)', page)
