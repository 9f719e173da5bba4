"""Names of things in a language, and the text where it has no word."""

import pytest
from report.games import played, words

from splendor_dsl.messages import ALL, BECAUSE, IN, NONE, TYPED, called, counted, listed, phrased
from splendor_dsl.notation.notation import NotationError
from splendor_dsl.prose.words import Words
from splendor_dsl.semantics.names import Name


@pytest.mark.parametrize(
    ("language", "path", "count", "said"),
    [
        ("en", "kinds.cards.points", 1, "1 prestige point"),
        ("en", "kinds.cards.points", 4, "4 prestige points"),
        ("en", "kinds.cards.level", 2, "level 2"),
        ("pl", "kinds.cards.points", 1, "1 punkt prestiżu"),
        ("pl", "kinds.cards.points", 3, "3 punkty prestiżu"),
        ("pl", "kinds.cards.points", 15, "15 punktów prestiżu"),
        ("pl", "kinds.cards.points", 22, "22 punkty prestiżu"),
        ("pl", "kinds.cards.level", 3, "poziom 3"),
        ("es", "kinds.cards.points", 1, "1 punto de prestigio"),
        ("es", "kinds.cards.points", 2, "2 puntos de prestigio"),
    ],
)
def test_a_number_of_things(language: str, path: str, count: int, said: str) -> None:
    assert words("classic", language).number(path, count) == said


def test_what_explains_a_name_is_for_lists() -> None:
    spoken = words("classic", "pl")
    assert spoken.in_full("tokens.joker.gold") == "złoto (dżoker)"
    assert spoken.name("tokens.joker.gold") == "złoto"
    assert [spoken.token("gold", n) for n in (1, 2, 5)] == ["złoty", "złote", "złotych"]


def test_a_name_that_two_tokens_share_or_that_is_typed_for_another_is_not_understood() -> None:
    plain = words("classic", "en")
    both, red = Name(texts=("gem", "gems")), Name(texts=("red", "reds"))
    own = {"tokens.gems.white": both, "tokens.gems.blue": both, "tokens.gems.green": red}
    names = {**plain.names, "en": {**plain.names["en"], **own}}
    spoken = Words(rules=plain.rules, language="en", names=names)
    assert str(spoken.read("take 2 red")) == str(spoken.read("take 2 rubies")) == "take 2 red"
    assert str(spoken.read("take 2 reds")) == "take 2 green"
    with pytest.raises(NotationError, match="no token 'gem'"):
        spoken.read("take 2 gem")


@pytest.mark.parametrize(
    ("text", "english", "polish"),
    [
        (called("gold", "tokens.joker.gold", NONE), "gold", "złotych"),
        (called("deck", "zones.deck", IN), "deck", "w talii"),
        (called("hand", "zones.hand", TYPED), "hand", "ręka"),
        (called("noble_stack", "zones.noble_stack", TYPED), "noble stack", "stos arystokratów"),
        (called("gems", "tokens.gems", ALL), "gems", "kamienie szlachetne"),
        (called("the hand is full", "actions.reserve.room", BECAUSE), "the hand is full", "ręka jest pełna"),
        (called("so it is", "actions.buy", BECAUSE), "so it is", "so it is"),
        (counted([("white", 2), ("blue", 0), ("gold", 5)]), "2 white and 5 gold", "2 białe i 5 złotych"),
        (counted([("white", 0)]), "nothing", "nic"),
        (listed(["Hania", "Paweł", "Piotr"]), "Hania, Paweł and Piotr", "Hania, Paweł i Piotr"),
        (phrased("player {seat}", seat=2), "player 2", "gracz 2"),
        (phrased("{a}; {b}", a=phrased("no"), b="Ann"), "no; Ann", "nie; Ann"),
        ("of nobody's making", "of nobody's making", "of nobody's making"),
    ],
)  # fmt: skip
def test_a_text_is_said_again(text: str, english: str, polish: str) -> None:
    assert words("classic", "en").translate(text) == english
    assert words("classic", "pl").translate(text) == polish


def test_a_language_that_the_program_does_not_speak_has_the_names_it_is_given() -> None:
    names = {
        "xx": {
            "zones.deck": Name(texts=("Stapel",)),
            "values.points": Name(texts=("Punkt", "Punkte")),
        }
    }
    spoken = Words(rules=played("classic").notation, language="xx", names=names)
    assert spoken.shown("zones.deck", "deck") == "Stapel"
    assert spoken.name("values.points", 2) == "Punkte"
    assert spoken.name("zones.hand") == "reserved cards"
    assert spoken.say("Nobody has won.") == "Nobody has won."
    assert spoken.move("reserve deck-1") == "reserve Stapel-1"
    assert str(spoken.read("reserve stapel-1")) == "reserve deck-1"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("weź biały niebieski zielony", "take white blue green"),
        ("WEŹ zielony, białe niebieskich", "take white blue green"),
        ("weź 2 czarny", "take 2 black"),
        ("zakup ręka-2", "buy hand-2"),
        ("zapłać 1 złote za czarny", "pay 1 gold for black"),
        ("buy hand-2", "buy hand-2"),
    ],
)
def test_a_move_may_be_typed_in_any_form(typed: str, meant: str) -> None:
    assert str(words("classic", "pl").read(typed)) == meant


def test_a_text_that_is_no_move_is_told_in_the_language() -> None:
    spoken = words("classic", "es")
    with pytest.raises(NotationError) as wrong:
        spoken.read("coge blanca blanca")
    assert spoken.translate(wrong.value.message) == "'coge blanca blanca': «blanca» está dos veces"
    with pytest.raises(NotationError) as wrong:
        spoken.read("take white white")
    assert spoken.translate(wrong.value.message) == "'take white white': «white» está dos veces"
