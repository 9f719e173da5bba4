"""The page to play by: what has to stand on it, in short, and that it is one page."""

import warnings
from importlib import import_module
from math import ceil
from typing import Any

import pytest
from attrs import evolve
from languages import NAMED, SPOKEN
from prose.test_rulebook import EDITIONS, book, loaded, words

from splendor_dsl.bundled import bundled_games
from splendor_dsl.prose.clauses import chapters
from splendor_dsl.prose.html import html
from splendor_dsl.prose.player_aid import player_aid
from splendor_dsl.prose.rulebook import Section
from splendor_dsl.prose.steps import Sentence

# Of a page of A4 with margins of 18 mm, by the sizes of `html`; letters of a line less than fit.
LINES, WIDE, NARROW = 46, 75, 24


def page(name: str, language: str) -> Section:
    (found,) = (each for each in book(name, language).sections if each.page)
    return found


def rows(name: str, language: str = "en") -> dict[str, tuple[str, str]]:
    table = page(name, language).table
    assert table is not None
    return {path: (about, text) for path, (about, text) in table.rows}


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("name", [*bundled_games(), "orchard"])
def test_it_has_a_line_for_all_one_may_do_and_fits_a_page(name: str, language: str) -> None:
    model = loaded(name).model
    assert model is not None
    told = rows(name, language)
    parts = (*model.phases, *model.actions, *model.triggers, *model.ends)
    wanted = {each.where.path for each in parts}
    assert wanted | {"turn", "end.ranking"} <= told.keys()
    assert ("limits" in told) == bool(model.limits)
    assert all(about and text for about, text in told.values())
    lines = sum(max(ceil(len(a) / NARROW), ceil(len(b) / WIDE)) for a, b in told.values())
    assert lines <= LINES


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("name", EDITIONS)
def test_it_repeats_no_chapter(name: str, language: str) -> None:
    parts = (part for chapter in chapters(words(name, language)) for part in chapter.parts)
    told = {sentence.text for part in parts for sentence in part.sentences}
    short = [text for _, text in rows(name, language).values()]
    last_resort = [text for text in short if f"{text}." in told]
    assert len(last_resort) <= 1
    assert sum(map(len, short)) < sum(map(len, of_the_turn_and_the_end(name, language))) * 0.7


def of_the_turn_and_the_end(name: str, language: str) -> list[str]:
    def texts(told: tuple[Sentence, ...]) -> list[str]:
        return [text for each in told for text in (each.text, *texts(each.under))]

    parts = (part for each in chapters(words(name, language))[2:] for part in each.parts)
    return [text for part in parts for text in texts(part.sentences)]


@pytest.mark.parametrize("name", bundled_games())
@pytest.mark.parametrize("language", NAMED)
def test_no_line_of_it_is_left_in_english(name: str, language: str) -> None:
    english, own = rows(name), rows(name, language)
    assert [path for path, line in own.items() if line[1] == english[path][1]] == []


def weasyprint() -> Any:
    """Return the library that makes pages of HTML; none where it, or one that it needs, is missing."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what it says of the libraries of the system
        try:
            return import_module("weasyprint")
        except (ImportError, OSError):
            return None


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("name", ["classic", "marvel", "marvel_nobles", "upgrade", "orchard"])
def test_it_is_printed_on_one_page_of_its_own(name: str, language: str) -> None:
    whole = book(name, language)
    about = Section(title="Before", level=2, sentences=(Sentence(text="One.", path="game"),))
    made = html(evolve(whole, sections=(about, page(name, language), about), clauses=()))
    printer = weasyprint()
    if printer is None:
        assert ".page { break-before: page; break-after: page }" in made
        assert made.count('<div class="page" id="page">') == 1
        return
    anchors = [set(each.anchors) for each in printer.HTML(string=made).render().pages]
    assert anchors == [set(), {"page"}, {"clauses"}]


def test_a_choice_is_named_where_there_are_several() -> None:
    text = rows("upgrade")["triggers.upgrade"][1]
    assert "old card: if you like: bought cards" in text
    assert "better card: face-up cards" in text
    assert "hosen" not in rows("classic")["actions.buy"][1]


def test_a_draft_a_number_and_what_is_taken_off_are_told_in_short() -> None:
    draft = rows("noble_draft")["phases.courting"][1]
    assert draft == "Before the game, once round the table: nobles · → promised nobles"
    assert rows("sweep", "pl")["actions.sweep"][1].startswith("Rząd: od 1 do 3 · ")
    assert " \N{MINUS SIGN} 1 \N{MULTIPLICATION SIGN} " in rows("final_scoring")["values.final"][1]


def test_it_is_a_table_of_its_own() -> None:
    assert page("classic", "en").table == player_aid(words("classic"))
    assert [each.title for each in book("classic").sections if each.page] == ["At a glance"]
