"""Rulebooks: every sentence has its clause, no number is typed twice, each language reads as it was read."""

import re
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from attrs import evolve
from languages import NAMED, SPOKEN, WHOLE
from prose.written import understood, words_of
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from syrupy.location import PyTestLocation

from splendor_dsl.bundled import bundled_games
from splendor_dsl.languages import FOLDER
from splendor_dsl.pipeline import Loaded, load_file, load_source
from splendor_dsl.prose.clauses import by_path, chapters
from splendor_dsl.prose.html import html
from splendor_dsl.prose.markdown import markdown
from splendor_dsl.prose.rulebook import Rulebook, rulebook, without_clause
from splendor_dsl.prose.words import Words
from splendor_dsl.semantics.names import ENGLISH
from splendor_dsl.source import source_from_text

EDITIONS = ("classic", "marvel", "first_printing")
ORCHARD = Path(__file__).resolve().parent.parent / "games" / "orchard.rules"


class RulebookFile(SingleFileSnapshotExtension):
    """A snapshot that people read: `__snapshots__/test_rulebook/GAME.LANGUAGE.md`, by the name that it is given."""

    file_extension = "md"
    _write_mode = WriteMode.TEXT

    @classmethod
    def get_snapshot_name(cls, *, test_location: PyTestLocation, index: int | str = 0) -> str:
        return str(index)

    @classmethod
    def matches_test_location(
        cls, *, test_location: PyTestLocation, snapshot_location: str
    ) -> bool:
        """Take every file there for one of this test, so that one that it does not read is reported as unused."""
        return str(Path(snapshot_location).parent) == cls.dirname(test_location=test_location)


@cache
def loaded(name: str, *settings: tuple[str, int]) -> Loaded:
    path = ORCHARD if name == "orchard" else bundled_games()[name]
    return load_file(path, settings=dict(settings))


@cache
def words(name: str, language: str = "en", *settings: tuple[str, int]) -> Words:
    return words_of(loaded(name, *settings), language)


@cache
def book(name: str, language: str = "en") -> Rulebook:
    rules = loaded(name)
    assert rules.resolved is not None
    return rulebook(words(name, language), rules.resolved, rules.examples)


@pytest.mark.parametrize("name", [*bundled_games(), "orchard"])
def test_every_sentence_leads_to_its_clause(name: str) -> None:
    assert without_clause(book(name)) == ()


# Syrupy asks for the name of the test in the name of the snapshot; these are named for those who read them.
@pytest.mark.filterwarnings(r"ignore:\s*Can not relate snapshot name")
@pytest.mark.parametrize(("name", "language"), [*product(EDITIONS, WHOLE), ("orchard", ENGLISH)])
def test_a_rulebook_reads_as_it_was_read(
    name: str, language: str, snapshot: SnapshotAssertion
) -> None:
    """All that `splendor rulebook` writes, but the numbers of lines, which move with every line before them."""
    whole = book(name, language)
    clauses = (evolve(each, place=each.place.partition(":")[0]) for each in whole.clauses)
    read = markdown(evolve(whole, clauses=tuple(clauses)))
    assert read == snapshot(name=f"{name}.{language}", extension_class=RulebookFile)


@pytest.mark.parametrize("file", sorted((FOLDER / "rules").glob("*.toml")), ids=lambda f: f.stem)
def test_the_sentences_hold_no_number(file: Path) -> None:
    """`1` may stand where one thing is meant; every other number comes from the rules."""
    said = re.sub(r"(?m)^#.*$", "", file.read_text("utf-8"))
    assert set(re.findall(r"\d+", said)) <= {"1"}


@pytest.mark.parametrize("language", SPOKEN)
def test_numbers_are_those_of_the_rules(language: str) -> None:
    told = by_path(words("classic", language, ("target", 23)))
    assert "23" in told["end.target"]
    assert "23" in told["values.goal.points"]
    assert "15" not in " ".join(told.values())


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("language", NAMED)
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


def test_a_page_of_html_stands_alone() -> None:
    page = html(book("marvel", "pl"))
    assert page.startswith("<!doctype html>")
    assert page.count("<ul>") == page.count("</ul>")
    targets = set(re.findall(r'<li id="([^"]+)"', page))
    links = set(re.findall(r'href="#([^"]+)"', page))
    assert links <= targets
    assert not re.search(r'(src|href)="(?!#)', page)


# ---- what a player needs -------------------------------------------------------------------------
def rows(name: str, language: str = "en") -> list[tuple[str, ...]]:
    """The table of what goes by the number of players."""
    sections = [each for each in book(name, language).sections if each.path == "game.players"]
    tables = [each.table for each in sections if each.table is not None]
    return [line for table in tables for line in (table.head, *(cells for _, cells in table.rows))]


def test_what_goes_by_the_number_of_players_is_a_table() -> None:
    head = ("", "2 players", "3 players", "4 players")
    assert rows("classic") == [head, ("Gems, of each", "4", "5", "7"), ("Nobles", "3", "4", "5")]
    marvel = ("Infinity Stones, of each", "4", "5", "7"), ("Time stones", "2", "3", "4")
    assert rows("marvel") == [head, *marvel, ("Locations", "2", "3", "4")]
    assert rows("two_teams") == []
    assert rows("target_by_players")[-1] == ("The goal (prestige points)", "19", "17", "15")
    assert rows("marvel", "pl")[0] == ("", "2 graczy", "3 graczy", "4 graczy")
    assert rows("marvel", "es")[-1] == ("Lugares", "2", "3", "4")


@pytest.mark.parametrize("name", EDITIONS)
def test_each_row_of_a_table_of_the_setup_leads_to_its_clause(name: str) -> None:
    told = markdown(book(name))
    table = told[told.index("### What goes by") : told.index("### Before the first turn")]
    lines = [line for line in table.splitlines() if re.match(r"\| [A-Z]", line)]
    assert len(lines) > 1
    for line in lines:
        assert f'<a id="{line.partition("(#")[2].partition(")")[0]}"></a>' in told


SAID = [
    ("classic", "game.first", "The youngest player begins, and the others follow clockwise."),
    ("classic", "supply.gold", "5 gold (jokers)."),
    ("classic", "zones.hand", "only their owner may look"),
    ("classic", "zones.purse", "open to all"),
    ("classic", "zones.deck", "face down; nobody may look"),
    ("classic", "zones.table.refill", "if nothing is left there, it stays empty"),
    ("classic", "zones.court.places", "an empty place stays empty"),
    ("classic", "turn.limits", "one by one; you choose what, even of what you just took"),
    ("classic", "turn.limits", "Until then you may hold more."),
    ("classic", "actions.take_different.colours", "or one of each if fewer colours are left"),
    ("classic", "actions.reserve.gain", "if there is any"),
    ("classic", "actions.buy.pay", "Each gold may stand for any gem, even one that you have."),
    ("classic", "actions.buy.pay", "Any surplus is lost."),
    ("classic", "actions.pass", "Only if nothing else is possible."),
    ("classic", "actions.pass.reveal", "as proof that no action is possible"),
    ("classic", "triggers.visit", "At the end of your turn, once"),
    ("classic", "triggers.visit", "this is no action and can't be refused"),
    ("classic", "triggers.visit.needs", "tokens do not count"),
    ("classic", "end.target", "so that all have the same number of turns"),
    ("classic", "end.target", "even if it is no longer so"),
    ("classic", "end.stuck", "at once, as it stands"),
    ("marvel", "supply.stones", "mind (yellow)"),
    ("marvel", "setup.locations_shuffled", "Chance says which side of each is up."),
    ("marvel", "limits.tokens", "Not to be put back: time stones."),
    ("marvel", "triggers.gain_time", "As soon as a Character card comes to your recruited cards"),
    ("marvel", "triggers.gain_time.gain", "Take 1 time stone"),
    ("marvel", "end.gauntlet", "If it is still so then, the game ends; if not, it goes on."),
    ("marvel", "end.ranking", "if there is none, nobody wins"),
    ("two_teams", "game.teams", "seated by turns; a team counts what its players have together"),
    ("noble_declined", "triggers.visit", "if you like; this is no action"),
    ("refill_when_empty", "zones.table.refill", "only when all places of one level are empty"),
    ("sliding_market", "triggers.drift.move", "in the first place of each level"),
    ("discard_for_gold", "actions.discard_card.move", "under the deck"),
    ("swap_two_for_one", "actions.swap.return", "2 gems (the colour given)"),
    ("turn_limit", "end.late", "When round 20 has come"),
    ("target_by_players", "end.target", "19 / 17 / 15 prestige points (for 2 / 3 / 4 players)"),
    ("one_more_round", "end.target", "After it one more full round follows."),
    ("solo", "end.beaten", "when there are no development cards"),
    ("double_jokers", "actions.buy.pay", "up to 2 gems of one colour, even one that you have."),
    ("upgrade", "triggers.upgrade.old", "from your bought cards (old card)."),
    ("upgrade", "triggers.upgrade.same", "bonus (better card) covers bonus (old card)"),
    (
        "upgrade",
        "triggers.upgrade.pay",
        "Pay cost (better card) to the supply, less cost (old card) and your bonuses. Any surplus",
    ),
    ("swap_two_for_one", "actions.swap.taken", "in the supply (the colour taken)."),
    ("sweep", "actions.sweep.row", "from 1 to 3 (row)."),
    ("token_cards", "triggers.gift.gain", "Take its gift from the supply, or what there is of it."),
    (
        "four_when_rich",
        "actions.take_different.colours",
        "3 + (1 if each colour of gems has at least 4",
    ),
]


@pytest.mark.parametrize(("name", "path", "text"), SAID)
def test_a_player_is_told(name: str, path: str, text: str) -> None:
    assert text in by_path(words(name))[path]


CASES = [
    ("marvel", "pl", "values.points.avengers", "jeśli masz płytkę Avengers"),
    ("marvel", "pl", "triggers.assemble.ahead", "nikt nie ma płytki Avengers"),
    ("marvel", "pl", "triggers.assemble.give", "Dostajesz płytkę Avengers."),
    ("marvel", "pl", "values.goal.colours", "1 bonus każdego koloru Kamieni Nieskończoności"),
    ("marvel", "pl", "triggers.gain_time.gain", "1 kamień czasu"),
    ("marvel", "pl", "actions.reserve.card", "w ciemno, z wierzchu talii"),
    ("marvel", "es", "triggers.assemble.give", "Recibes la loseta ¡Vengadores, reuníos!"),
    ("marvel", "es", "actions.reserve.move", "Lleva la carta de Personaje a la mano."),
    ("marvel", "es", "triggers.gain_time.gain", "1 gema del tiempo"),
    ("classic", "es", "actions.buy.pay", "Cada ficha de oro puede valer por cualquier gema"),
    ("final_scoring", "es", "values.final.largest", "el mayor número de bonificaciones"),
    (
        "final_scoring",
        "pl",
        "values.final.unbought",
        "\N{MINUS SIGN}1 \N{MULTIPLICATION SIGN} liczba kart rozwoju",
    ),
    ("crowns_and_ambers", "pl", "triggers.assemble.ahead", "posiadacz Korony"),
    ("ruby_guild", "pl", "triggers.guild.ahead", "nikt nie ma Cechu Rubinu"),
    ("upgrade", "pl", "triggers.upgrade.out", "Odłóż kartę rozwoju (stara karta) pod talię."),
    ("upgrade", "es", "triggers.upgrade.out", "Pon la carta de desarrollo (carta vieja) debajo"),
    ("refill_when_empty", "pl", "zones.table.refill", "gdy nic już nie zostało z jednego poziomu"),
    ("marvel", "pl", "supply.green", "4 kamienie czasu (zielone)."),
    ("marvel", "es", "supply.gray", "5 fichas de S.H.I.E.L.D. (comodines, grises)."),
    ("two_teams", "es", "game.teams", "En equipos de 2, sentados de forma alterna;"),
    ("seat_tokens", "pl", "phases.dowry.colours", "największa liczba znaczników (wszyscy gracze)"),
]


@pytest.mark.parametrize(("name", "language", "path", "text"), CASES)
def test_nouns_stand_in_their_cases(name: str, language: str, path: str, text: str) -> None:
    assert text in by_path(words(name, language))[path]


LULL = """splendor rules 2

variant lull "Lull" extends classic

end { lull: when passes >= 1 then finish the round judged again }

names en { actions.pass.reveal because "as evidence" }

actions {
  lend "lend" as "lend {card}" {
    choose card: cards in hand
    require rare: cards in table where (level = level of card) < 3
    for each row in table { if same: level of row = level of card { move row to box } }
    move card to under deck
  }
}

example more "more" {
  then points of Ann > points of Bob
  then points of Ann <= points of holder of lamp
}

markers { lamp "lamp" }
"""


def test_what_may_go_back_is_told_so_and_another_reason_is_told() -> None:
    rules = understood(LULL)
    assert rules.resolved is not None
    spoken = words_of(rules)
    told = by_path(spoken)
    assert told["end.lull"].startswith("When there is at least 1 pass in a row, the round is")
    assert told["end.lull"].endswith("If it is still so then, the game ends; if not, it goes on.")
    assert told["actions.pass.reveal"] == "Show to all: reserved cards, as evidence."
    assert "(its level is level (card))." in told["actions.lend.rare"]
    assert "If level (row) is level (card):" in told.values()
    (section,) = (
        each
        for each in rulebook(spoken, rules.resolved, rules.examples).sections
        if "examples" in each.path
    )
    assert [each.text for each in section.sentences] == [
        "Now: Ann has more prestige points than Bob.",
        "Now: Ann has at most as many prestige points as the holder of lamp.",
    ]


@pytest.mark.parametrize(
    ("name", "language", "example", "text"),
    [
        ("snake_draft", "en", "snake", "The draft: round 2."),
        ("noble_draft", "pl", "picked", "Wybór arystokratów: runda 1."),
        ("classic", "en", "round_is_finished", "It is round 20."),
        ("target_by_players", "en", "four", "Players: Ann, Bob, Cid and Dan."),
        ("classic", "pl", "three_players", "Gracze: Ann, Bob i Cid."),
        ("chosen_bonus", "es", "fifth", "cumple: color: al menos 1 rubí"),
        ("marvel", "pl", "assemble", "Julek gra: zwerbuj 1-1."),
        ("marvel", "es", "assemble", "Jugadores: Ana, Juan y Pedro."),
    ],
)
def test_an_example_says_who_plays_and_when(
    name: str, language: str, example: str, text: str
) -> None:
    (section,) = (
        each for each in book(name, language).sections if each.path == f"examples.{example}"
    )
    assert text in " ".join(each.text for each in section.sentences)


NO_MOVES = """splendor rules 2
variant draft "Draft" extends classic
example draft "a draft" {
  when Ann plays "gib  <i>berish</i>"
  then Ann can play "grab 1-1"
  then Ann cannot play "{card}"
}
"""


@pytest.mark.parametrize("language", SPOKEN)
def test_a_text_that_is_no_move_is_shown_as_it_is_written(language: str) -> None:
    rules = understood(NO_MOVES)
    assert rules.resolved is not None
    found = rulebook(words_of(rules, language), rules.resolved, rules.examples)
    (section,) = (each for each in found.sections if each.path == "examples.draft")
    told = [each.text.partition(": ")[2] for each in section.sentences]
    assert told == ["gib <i>berish</i>.", "grab 1-1.", "{card}."]
    assert r"gib \<i>berish" in markdown(found)
    assert "gib &lt;i&gt;berish" in html(found)


def test_an_example_of_the_fewest_players_names_none() -> None:
    first = [each.sentences[0] for each in book("classic").sections if "examples." in each.path]
    assert sum(each.text.startswith("Players: ") for each in first) == 2


MARKS = """splendor rules 2

variant marks "A | <b>*b*</b> [c](d)" extends classic

actions { light "light | `it`" as "light" { gain 1 white } }
"""


OPEN = """
splendor rules 2
variant open "Open" extends classic
add values.points { dear: sum of points in bought where (white in cost >= 2) }
actions {
  pick "pick" as "pick {card}" {
    choose card: top of table
    require few: white in cost of card <= 1
    move card to under deck
  }
}
"""


TOLD = {
    "en": (
        "Choose a development card from the face-up cards (from the first place).",
        "Condition: at most 1 diamond (its cost).",
        "Count: prestige points among your bought cards (at least 2 diamonds (its cost)).",
    ),
    "pl": (
        "Wybierz kartę rozwoju ze stołu (z pierwszego miejsca).",
        "Warunek: najwyżej 1 diament (koszt).",
        "Policz: punkty prestiżu wśród zakupionych kart (co najmniej 2 diamenty (koszt)).",
    ),
    "es": (
        "Elige una carta de desarrollo de la mesa (del primer lugar).",
        "Condición: como mucho 1 diamante (su coste).",
        "Cuenta: puntos de prestigio entre las cartas compradas (al menos 2 diamantes (su coste)).",
    ),
}


@pytest.mark.parametrize("language", TOLD)
def test_open_tops_and_tokens_of_a_cost_are_told(language: str) -> None:
    told = by_path(words_of(understood(OPEN), language))
    paths = ("actions.pick.card", "actions.pick.few", "values.points.dear")
    assert tuple(told[path] for path in paths) == TOLD[language]


OWN = """
splendor rules 2
variant own "Own" extends classic
actions {
  own "own" as "own {card}" {
    choose card: top of hand
    move card to under deck
  }
}
"""


def test_a_card_is_unseen_on_a_deck_alone() -> None:
    told = by_path(words_of(understood(OWN)))
    picked = "Choose a development card from your reserved cards (the top one)."
    assert told["actions.own.card"] == picked
    assert " unseen, the top one from the deck" in by_path(words("classic"))["actions.reserve.card"]


TEN = """
splendor rules 2
variant ten "Ten" extends classic
replace end.target { target: when points >= 10 then at once }
"""


def test_an_end_that_looks_at_one_player_says_whom() -> None:
    rules = understood(TEN)
    assert rules.resolved is not None
    spoken = words_of(rules)
    about = "at least 10 prestige points (counted for whoever has just had a turn)"
    assert about in by_path(spoken)["end.target"]
    (page,) = (
        each for each in rulebook(spoken, rules.resolved, rules.examples).sections if each.page
    )
    assert page.table is not None
    assert any(about in text for _, cells in page.table.rows for text in cells)
    assert "counted for" not in by_path(words("classic"))["end.target"]


def test_names_that_look_like_marks_stand_as_they_are() -> None:
    rules = understood(MARKS)
    assert rules.resolved is not None
    spoken = words_of(rules)
    lines = markdown(rulebook(spoken, rules.resolved, rules.examples)).splitlines()
    assert lines[0] == r"# A \| \<b>\*b\*\</b> \[c\](d)"
    assert r"| Light \| \`it\` [¶](#actions.light) | + 1 diamond |" in lines
    assert any(': `` light "light | `it`" as "light"' in line for line in lines)


def test_whoever_plays_alone_shares_with_nobody() -> None:
    assert "equal" not in " ".join(by_path(words("solo")).values())
    assert "end.beaten.ranking" in by_path(words("solo"))
    player_aid = next(each for each in book("solo").sections if each.page).table
    assert player_aid is not None
    assert "shared" not in " ".join(text for _, cells in player_aid.rows for text in cells)


def test_what_a_phase_asks_stands_under_it() -> None:
    (phase,) = (
        part
        for chapter in chapters(words("snake_draft"))
        for part in chapter.parts
        if part.path == "phases.draft"
    )
    (begun,) = phase.sentences
    assert begun.text.startswith("Before the game, 2 times round")
    assert len(begun.under) == 3


@pytest.mark.parametrize("name", bundled_games())
@pytest.mark.parametrize("language", SPOKEN)
def test_sentences_begin_and_end_as_sentences_do(name: str, language: str) -> None:
    for path, text in by_path(words(name, language)).items():
        assert text[0] == text[0].upper(), path
        assert text[-1] in ".:!", path
        assert not re.search(r"[.!?]\.|  | [,.;:]|\bde el\b|\by [iI]|\bo [oO]", text), (path, text)


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("language", SPOKEN)
def test_no_heading_is_that_of_its_chapter(name: str, language: str) -> None:
    chapter = ""
    for section in book(name, language).sections:
        chapter = section.title if section.level == 2 else chapter
        assert section.level == 2 or section.title != chapter


@pytest.mark.parametrize(
    ("language", "title", "counted"),
    [
        ("pl", "Nikt nie rezerwuje czwartej karty", "Przykład 1"),
        ("es", "Nadie reserva una cuarta carta", "Ejemplo 1"),
    ],
)
def test_an_example_has_its_title_in_a_language(language: str, title: str, counted: str) -> None:
    titles = {each.path: each.title for each in book("classic", language).sections}
    assert titles["examples.full_hand"] == title
    # what the language does not title is counted
    first = next(each for each in book("orchard", language).sections if "examples." in each.path)
    assert first.title == counted


NIGHT = """splendor rules 2

variant night "Night" extends classic

set limits.hand = 4

example big_hand "four cards" {{
  players Ann, Bob
  given hand of Ann: 3 cards where (level = 2)
  then Ann can play "reserve 1-1"
}}

names pl {{
  game "Noc"
  examples.{example} "cztery karty"
}}
"""


def night(example: str) -> Loaded:
    return load_source(
        source_from_text("night.rules", NIGHT.format(example=example), Path("night.rules"))
    )


def test_a_variant_titles_its_own_examples() -> None:
    """Those of its base are about the base: neither they nor their titles come along."""
    rules = night("big_hand")
    assert rules.problems == ()
    assert rules.resolved is not None
    titled = {path for path in rules.resolved.names["pl"] if path.startswith("examples.")}
    assert titled == {"examples.big_hand"}
    assert [problem.code for problem in night("full_hand").problems] == ["SPL201"]
