"""Who writes what players call a thing is told the word of the rules; who writes a wrong sort, the form that is wanted."""

import pytest
from semantics.programs import extensions

from splendor_dsl.pipeline import load_source
from splendor_dsl.source import source_from_text

HEAD = 'splendor rules 2\nvariant case "Case" extends classic\n'


def helped(text: str) -> str | None:
    [problem] = load_source(
        source_from_text("case.rules", HEAD + text), extensions=extensions()
    ).problems
    return problem.help()


@pytest.mark.parametrize(
    ("written", "meant", "title"),
    [
        ("actions { g { gain 1 diamond } }", "white", "diamond"),
        ("actions { g { gain 2 Diamonds } }", "white", "diamond"),
        ("actions { g { gain 2 rubies } }", "red", "rubies"),
        ("actions { g { gain 1 diament } }", "white", "diament"),
        ("values { total a { x: prestige_points } }", "points", "prestige points"),
        ("actions { g { choose c: cards in reserved } }", "hand", "reserved cards"),
        ("rows cards { 1 black 0 : 1 onyx }", "black", "onyx"),
        ("set rows.cards.black_1_4blue.cost = 4 sapphire", "blue", "sapphire"),
        ("rows cards { 1 black prestige = 0 : 1 red }", "points", "prestige points"),
    ],
)
def test_the_word_of_the_rules(written: str, meant: str, title: str) -> None:
    assert helped(written) == f"did you mean {meant!r}, which players call {title!r}?"


def test_a_thing_that_is_called_by_its_own_word_is_named_once() -> None:
    assert helped("values { total a { x: bonuss } }") == "did you mean 'bonus'?"


def test_who_chooses_among_others_is_told_the_word() -> None:
    text = "actions { g { choose rival: other; gain 1 white from purse of rival } }"
    source = source_from_text("case.rules", HEAD + text)
    found = load_source(source, extensions=extensions()).problems
    assert "did you mean 'others'?" in [each.help() for each in found]


@pytest.mark.parametrize("word", ["me", "Self", "owner"])
def test_who_is_meant_is_the_player(word: str) -> None:
    text = f"markers {{ crown }}\nactions {{ g {{ give crown to {word} }} }}"
    assert helped(text) == "whom the clause is about is 'player', whose turn it is 'mover'"


def test_a_part_of_two_titles_names_neither() -> None:
    assert helped("actions { g { choose c: cards in cards } }") is None


def test_a_slip_is_nearer_than_a_part_of_a_title() -> None:
    assert helped("actions { g { choose c: cards in tabel } }") == "did you mean 'table'?"


@pytest.mark.parametrize(
    ("written", "form"),
    [
        ("actions { g { gain 2 } }", "2 white"),
        ("actions { g { gain points } }", "(points) white"),
        ("actions { g { gain gold } }", "1 gold"),
        ("actions { g { choose c: gems; gain c in supply } }", "(c in supply) c"),
        ("actions { g { gain gems } }", "1 each gems"),
        ("actions { g { gain 2 gems } }", "2 each gems"),
        ("actions { g { require points } }", "points >= 1"),
        ("actions { g { require bonus } }", "bonus covers 1 white"),
        ("actions { g { require gold } }", "gold in purse >= 1"),
        ("values { total a { x: 1 + bonus } }", "white in bonus"),
        ("actions { g { require rich: gold >= 3 } }", "gold in purse"),
        ("set limits.hand = gems", "gems in purse"),
    ],
)
def test_the_form_that_is_wanted(written: str, form: str) -> None:
    assert helped(written) == f"such as '{form}'"
