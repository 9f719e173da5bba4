"""The differences that a player of one game must know to play another."""

from pathlib import Path

import pytest
from languages import SPOKEN
from prose.test_rulebook import words
from prose.written import understood, words_of

from splendor_dsl.cli.diff import difference_lines
from splendor_dsl.game.game import game
from splendor_dsl.pipeline import load_source
from splendor_dsl.prose.clauses import by_path
from splendor_dsl.prose.differences import Difference, differences
from splendor_dsl.prose.words import Words
from splendor_dsl.source import source_from_text


def told(known: str, new: str, language: str = "en") -> list[Difference]:
    return list(differences(words(known, language), words(new, language)))


def test_a_game_does_not_differ_from_itself() -> None:
    assert told("classic", "classic") == []


def test_a_number_is_told_with_what_it_was() -> None:
    found = {each.path: each for each in told("classic", "hand_of_four")}
    assert found.keys() == {"limits.hand", "actions.reserve.room"}
    limit = found["limits.hand"]
    assert limit.chapter == "turn"
    assert limit.before == "At most 3 development cards among your reserved cards."
    assert limit.after == "At most 4 development cards among your reserved cards."


def test_what_is_new_and_what_is_gone_turn_about() -> None:
    there, back = told("classic", "sweep"), told("sweep", "classic")
    assert any(each.before is None for each in there)
    gone = [(each.path, each.before) for each in back if each.after is None]
    assert gone == [(each.path, each.after) for each in there if each.before is None]


def test_pieces_are_told_only_where_they_differ() -> None:
    found = told("classic", "extra_turn")
    cards = [each for each in found if each.chapter == "components"]
    assert len(cards) == 5
    assert all("hourglass" in (each.after or "") for each in cards)


def test_chapters_come_in_the_order_of_a_rulebook() -> None:
    order = [each.chapter for each in told("classic", "marvel")]
    assert order == sorted(order, key=["names", "components", "setup", "turn", "end"].index)
    headings = [(each.chapter, each.heading) for each in told("classic", "marvel")]
    together = [pair for at, pair in enumerate(headings) if at == 0 or headings[at - 1] != pair]
    assert len(together) == len(set(together))


def test_it_is_told_in_a_language() -> None:
    (limit,) = [
        each for each in told("classic", "hand_of_four", "pl") if each.path == "limits.hand"
    ]
    assert limit.after == "Najwyżej 4 karty rozwoju na ręce."


def test_what_two_chapters_say_of_a_clause_is_told_in_the_first() -> None:
    found = {each.path: each for each in told("classic", "five_and_six")}
    supply = found["supply.gems"]
    assert (supply.chapter, supply.heading) == ("components", "Tokens")
    assert "9 of each" in (supply.after or "")
    assert "4 / 5 / 7 / 8 / 9" in (supply.after or "")


# ---- what is only called otherwise ---------------------------------------------------------------
@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", [("gem", "Infinity Stone"), ("gold", "S.H.I.E.L.D. token")]),
        ("pl", [("karta rozwoju", "karta postaci"), ("zakupić kartę", "zwerbować postać")]),
        ("es", [("punto de prestigio", "punto de Infinito")]),
    ],
)
def test_what_is_called_otherwise_is_told_once(language: str, names: list[tuple[str, str]]) -> None:
    found = told("classic", "marvel", language)
    called = [(each.before, each.after) for each in found if each.chapter == "names"]
    assert set(names) <= set(called)
    assert len(called) == len(set(called))
    assert not any("→" in (each.after or "") for each in found)


@pytest.mark.parametrize("language", SPOKEN)
def test_sentences_that_differ_in_names_alone_are_left_out(language: str) -> None:
    paths = {each.path for each in told("classic", "marvel", language) if each.chapter != "names"}
    same = {"actions.recruit.pay", "actions.take_same.gain", "actions.reserve.room", "limits.hand"}
    assert not same & paths
    assert {"limits.tokens", "values.goal.points", "triggers.gain_time"} <= paths


def test_the_same_names_are_not_told() -> None:
    assert not [each for each in told("classic", "sprint") if each.chapter == "names"]


def test_a_heading_that_is_new_or_gone_is_told_as_a_whole() -> None:
    found = {each.path: each for each in told("classic", "marvel")}
    assert found["triggers.assemble.give"].whole
    assert not found["actions.pass.reveal"].whole
    assert found["triggers.assemble"].under == ()
    assert [each.path for each in found["triggers.assemble.give"].under] == ["triggers.assemble"]
    assert found["values.points.avengers"].heading == "Infinity Points"
    back = {each.path: each for each in told("marvel", "classic")}
    assert back["triggers.assemble.give"].whole


# ---- what stands in for something else -----------------------------------------------------------
def test_a_mechanic_in_place_of_another_is_told_as_what_has_changed() -> None:
    found = told("classic", "marvel")
    names = [(each.before, each.after) for each in found if each.chapter == "names"]
    assert {("noble", "Location"), ("a noble's visit", "a Location is claimed")} <= {*names}
    assert ("nobles", "Locations") not in names
    by_path = {each.path: each for each in found if each.chapter != "names"}
    kind = by_path["kinds.locations"]
    assert (kind.before, kind.after) == ("10 nobles.", "4 Locations, each with two sides.")
    drawn = by_path["setup.locations_drawn"]
    assert (drawn.before or "").endswith("3 / 4 / 5 (for 2 / 3 / 4 players).")
    assert (drawn.after or "").endswith("2 / 3 / 4 (for 2 / 3 / 4 players).")
    assert by_path["rows.locations"].after == (
        "All 4 are others; the tables of the rulebook show them."
    )
    gone = ("noble", "court", "patrons", "visit", "claim", "map", "places_held", "locations_left")
    assert [path for path in by_path if any(word in path for word in gone)] == []


def test_an_end_and_a_supply_in_place_of_others_are_told_with_what_they_were() -> None:
    found = {each.path: each for each in told("classic", "marvel")}
    for path in ("end.gauntlet", "supply.stones", "supply.gray"):
        assert found[path].before is not None
        assert found[path].after is not None
    assert not {"end.target", "supply.gems", "supply.gold"} & found.keys()
    back = {each.path: each for each in told("marvel", "classic")}
    assert back["end.target"].before == found["end.gauntlet"].after


def test_a_zone_of_other_things_is_not_the_same_by_another_name() -> None:
    """`hand` holds cards in the one game, and tokens in the other."""
    names = [(each.before, each.after) for each in told("classic", "orchard")]
    assert ("gem", "fruit") in names
    assert not [pair for pair in names if pair[1] == "sack"]


def test_what_comes_beside_something_stands_in_for_nothing() -> None:
    found = told("marvel", "marvel_nobles")
    assert [each for each in found if each.chapter == "names"] == []
    assert {each.path for each in found if each.whole} >= {"kinds.nobles", "triggers.visit"}
    assert all(each.before is None for each in found if "noble" in each.path)


# ---- pieces --------------------------------------------------------------------------------------
def test_a_piece_that_is_changed_is_told_with_what_it_was() -> None:
    found = [each for each in told("classic", "printed_nobles") if each.path.startswith("rows")]
    assert len(found) == 7
    for each in found:
        assert each.before is not None
        assert each.after is not None
        assert each.before.partition(", ")[2] == each.after.partition(", ")[2]


def test_pieces_that_are_all_others_are_told_in_one_line() -> None:
    (cards,) = (each for each in told("classic", "marvel") if each.path == "rows.cards")
    assert cards.after == "All 90 are others; the tables of the rulebook show them."


# ---- what may be agreed --------------------------------------------------------------------------
AGREED = {
    "en": "Points that end the game: {}, unless you agree on another number from {} to {}.",
    "pl": "Punkty kończące grę: {}, chyba że uzgodnicie inną liczbę od {} do {}.",
    "es": "Puntos que ponen fin a la partida: {}, salvo que acordéis otro número del {} al {}.",
}


@pytest.mark.parametrize("language", AGREED)
def test_a_number_that_may_be_agreed_is_told_with_its_range(language: str) -> None:
    found = {each.path: each for each in told("classic", "long_game", language)}
    agreed = found["parameters.target"]
    assert agreed.chapter == "setup"
    assert agreed.before == AGREED[language].format(15, 1, 60)
    assert agreed.after == AGREED[language].format(21, 12, 25)


def test_a_number_that_can_be_no_other_is_not_told() -> None:
    rules = source_from_text("one.rules", ONE, Path("one.rules"))
    loaded = load_source(rules)
    assert loaded.model is not None
    assert loaded.resolved is not None
    spoken = Words(rules=game(loaded.model).notation, names=loaded.resolved.names)
    assert "parameters.target" not in by_path(spoken)
    assert "parameters.target" in by_path(words("classic"))


ONE = """splendor rules 2

variant one "One" extends classic

replace parameters.target { target 15 from 15 to 15 "points that end the game" }
"""


# ---- blocks --------------------------------------------------------------------------------------
BRANCHES = """splendor rules 2
variant {name} "Branches" extends classic
triggers {{
  gift: when cards enters bought as card {{
    if rich: level = 3 {{
      gain up to {n} gold
    }}
    else {{
      gain up to {n} red
      if poor: gold in purse = 0 {{ gain more: up to {n} white }}
    }}
  }}
}}
"""


def branches(name: str, number: int) -> Words:
    return words_of(understood(BRANCHES.format(name=name, n=number)))


def test_each_branch_stands_under_its_own_condition() -> None:
    found = {each.path: each for each in differences(branches("one", 1), branches("two", 2))}
    above = {path: tuple(each.text for each in found[path].under) for path in found}
    when = "As soon as a development card comes to your bought cards; this is no action:"
    assert above == {
        "triggers.gift.rich.gain": (when, "If its level is 3:"),
        "triggers.gift.else.gain": (when, "Otherwise:"),
        "triggers.gift.else.poor.more": (when, "Otherwise:", "If you have no gold:"),
    }


def test_what_was_comes_before_what_is_under_what_both_stand_under() -> None:
    one, two = branches("one", 1), branches("two", 2)
    lines = list(difference_lines(two, differences(one, two), ()))
    assert [line for line in lines if line.strip().startswith(("before", "now"))][:2] == [
        "        before: Take 1 gold from the supply, if there is any.",
        "        now: Take 2 gold from the supply, or what there is of it.",
    ]
    assert [line.strip() for line in lines if line.endswith(":")] == [
        "As soon as a development card comes to your bought cards; this is no action:",
        "If its level is 3:",
        "Otherwise:",
        "If you have no gold:",
    ]


NESTED = """splendor rules 2
variant {name} "Nested" extends classic
triggers {{
  gift: when cards enters bought as card {{
    if rich: level = 3 {{ gain up to 1 gold }}
    else {{
      if poor: gold in purse = 0 {{ gain more: up to 1 white }}
      else {{ gain other: up to {n} red }}
    }}
  }}
}}
"""


def nested(name: str, number: int) -> Words:
    return words_of(understood(NESTED.format(name=name, n=number)))


def test_what_is_done_otherwise_is_told_below_the_condition_that_leaves_it() -> None:
    new = nested("two", 2)
    lines = difference_lines(new, differences(nested("one", 1), new), ())
    assert [line.removeprefix("    ") for line in lines][2:] == [
        "As soon as a development card comes to your bought cards; this is no action:",
        "  If its level is 3: ...",
        "  Otherwise:",
        "    If you have no gold: ...",
        "    Otherwise:",
        "      before: Take 1 ruby from the supply, if there is any.",
        "      now: Take 2 rubies from the supply, or what there is of it.",
    ]


def test_an_otherwise_that_is_new_is_told_below_its_condition() -> None:
    rules = NESTED.format(name="one", n=1)
    before = words_of(understood(rules.replace("else { gain other: up to 1 red }", "")))
    lines = difference_lines(nested("two", 1), differences(before, nested("two", 1)), ())
    assert [line.strip() for line in lines][4:] == [
        "Otherwise:",
        "If you have no gold: ...",
        "new: Otherwise:",
        "new: Take 1 ruby from the supply, if there is any.",
    ]


def test_no_difference_is_cut_off() -> None:
    many = "\n".join(f"  more_{letter}: gold in purse * 1" for letter in "abcdefghijklmnop")
    rules = (
        f'splendor rules 2\nvariant many "Many" extends classic\nadd values.points {{\n{many}\n}}\n'
    )
    new = words_of(understood(rules))
    lines = list(difference_lines(new, differences(words("classic", "en"), new), ()))
    assert sum("new: Count: " in line for line in lines) == 16


def test_a_reason_is_told_but_makes_no_difference() -> None:
    rules = """splendor rules 2
variant {0} "Why" extends classic
set actions.reserve.room = cards in hand < {1} because "{2}"
"""
    one, other, more = (
        words_of(understood(rules.format(*each)))
        for each in (("one", 3, "no room"), ("two", 3, "all full"), ("three", 2, "all full"))
    )
    assert differences(one, other) == ()
    (found,) = (each for each in differences(one, more) if each.path == "actions.reserve.room")
    assert (found.before or "").endswith("reserved cards (if not: “no room”).")
    assert (found.after or "").endswith("reserved cards (if not: “all full”).")
