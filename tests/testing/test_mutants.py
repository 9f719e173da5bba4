"""Each kind of mutant is made where it means something else, and nowhere else; each is one change of the rules."""

from collections import Counter
from functools import cache

import pytest
from attrs import evolve
from kernel.small import text

from splendor_dsl.bundled import variants_folder
from splendor_dsl.explain.clauses import clause_tree
from splendor_dsl.extensions import load_extensions
from splendor_dsl.pipeline import Loaded, load_file, load_source
from splendor_dsl.report.terminal import render_problems
from splendor_dsl.semantics.from_syntax import from_syntax
from splendor_dsl.source import source_from_text
from splendor_dsl.testing.all_mutants import all_mutants
from splendor_dsl.testing.mutants import CELL, Mutant


def loaded(rules: str) -> Loaded:
    found = load_source(source_from_text("small.rules", rules), extensions=load_extensions())
    assert found.model is not None, render_problems(found.problems)
    return found


def mutants(found: Loaded) -> tuple[Mutant, ...]:
    assert found.model is not None
    assert found.resolved is not None
    return all_mutants(found.resolved, found.model)


def changes(path: str, **sections: str) -> set[tuple[str, str, str]]:
    """Return the changes at a path of the small game with some sections replaced."""
    found = mutants(loaded(text(**sections)))
    return {(each.kind, each.was, each.now) for each in found if each.path == path}


VALUES = """
    total gives {{ cards: sum of gives in own }}
    total worth_of {{ cards: sum of worth in own }}
    all rich {{ worth: {0} }}
"""
CASES = {
    "a number": ("worth_of >= 5", {("number", "5", "6"), ("number", "5", "4")}),
    "nothing below 0": ("worth_of > 0", {("number", "0", "1")}),
    "at least": ("worth_of >= 5", {("comparison", ">=", ">"), ("comparison", ">=", "<=")}),
    "more": ("worth_of > 5", {("comparison", ">", ">="), ("comparison", ">", "<")}),
    "equal": ("worth_of = 5", {("comparison", "=", "!=")}),
    "and": ("worth_of > 5 and round > 2", {("comparison", "and", "or")}),
    "not": ("not worth_of > 5", {("comparison", "not", "")}),
    "covers": ("gives covers 1 copper", {("comparison", "covers", "is covered by")}),
    "any": ("any player has (worth_of > 4)", {("comparison", "any", "every")}),
    "least": ("least over c of coins (c in purse) > 1", {("comparison", "least", "most")}),
    "the lesser": ("min(worth_of, 3) > 2", {("comparison", "min", "max")}),
    "a sum": ("worth_of + round > 5", {("number", "+", "-")}),
    "less": ("1 each coins less gives covers 1 iron", {("number", "less", "-")}),
    "another zone": ("cards in own > 4", {("zone", "own", "hand"), ("zone", "own", "row")}),
    "another pile": ("tokens in purse > 4", {("zone", "purse", "supply")}),
    "a zone of somebody": (
        "any other player has (cards in own of player > 3)",
        {("zone", "own", "hand")},
    ),
}


@pytest.mark.parametrize(("condition", "expected"), CASES.values(), ids=CASES)
def test_what_is_changed_in_an_expression(
    condition: str, expected: set[tuple[str, str, str]]
) -> None:
    assert expected <= changes("values.rich.worth", values=VALUES.format(condition))


def test_a_zone_of_somebody_is_never_one_of_the_game() -> None:
    condition = "any other player has (cards in own of player > 3)"
    found = changes("values.rich.worth", values=VALUES.format(condition))
    assert {now for kind, _, now in found if kind == "zone"} == {"hand"}


def test_the_terms_of_a_condition_are_joined_otherwise_where_there_are_several() -> None:
    both = VALUES.format("worth_of > 4; late: round > 9")
    assert ("comparison", "all", "any") in changes("values.rich", values=both)
    assert changes("values.rich", values=VALUES.format("worth_of > 4")) == set()


# ---- order ---------------------------------------------------------------------------------------
def orders(path: str, **sections: str) -> set[tuple[str, str]]:
    found = mutants(loaded(text(**sections)))
    return {(each.was, each.now) for each in found if each.kind == "order" and each.path == path}


ACTIONS = """
    take as "take {{coin}}" {{ choose coin: coins in supply; {0} }}
    buy as "buy {{card}}" {{
      choose card: cards in row or cards in hand
      pay price of card less gives {{ wild star for coins }}
      move card to own
    }}
    draw as "draw {{card}}" {{ choose card: top of deck; move card to hand; gain up to 1 star }}
    pass as "pass" if nothing else is possible {{}}
"""


STEPS = {
    "require few: tokens in purse < 5; gain 1 coin": {"few, gain"},  # first it is asked, then done
    "gain 1 coin; return up to 1 copper": {"gain, return"},  # both change one pile
    "gain up to 1 coin; reveal hand": set(),  # tokens and knowledge
    "gain 1 coin; reveal hand": {"gain, reveal"},  # behind another step nothing is required (K13)
    "require few: tokens in purse < 5; require early: round < 30; gain 1 coin": {"early, gain"},
}


@pytest.mark.parametrize(("steps", "expected"), STEPS.items())
def test_neighbouring_steps_change_places_unless_it_means_the_same(
    steps: str, expected: set[str]
) -> None:
    found = mutants(loaded(text(actions=ACTIONS.format(steps))))
    here = (each for each in found if each.path.startswith("actions.take."))
    assert {each.was for each in here if each.kind == "order"} == expected


def test_a_card_that_is_moved_and_tokens_that_are_gained_may_change_places_for_free() -> None:
    assert orders("actions.draw.gain") == set()
    watched = """tip: when cards enters hand as card { if few: tokens in purse < 3 { gain up to 1 star } }"""
    assert orders("actions.draw.gain", triggers=watched) == {("move, gain", "gain, move")}


def test_a_part_of_a_turn_that_has_nothing_to_do_changes_places_with_nothing() -> None:
    assert orders("turn.limits") == orders("turn.end") == set()
    limit = "purse: tokens in purse at most 4 at end of turn"
    assert orders("turn.limits", limits=limit) == {("act, limits", "limits, act")}
    tip = "tip: at end of turn { gain up to 1 star }"
    assert orders("turn.end", limits=limit, triggers=tip) == {("limits, end", "end, limits")}


def test_who_stands_first_is_turned_round() -> None:
    assert ("most", "fewest") in orders("end.ranking.worth")
    assert orders("end.ranking.cards") == {("worth, cards", "cards, worth"), ("fewest", "most")}


def test_when_a_game_ends_is_changed() -> None:
    assert orders("end.goal") == {("finish the round", "at once"), ("remembered", "judged again")}
    assert orders("end.stuck") == {("at once", "finish the round")}


def test_ends_change_places_only_where_they_are_ranked_otherwise() -> None:
    assert ("goal, stuck", "stuck, goal") not in orders("end.stuck")
    own = """
        goal: when any player has (rich) then finish the round
        stuck: when passes >= players then at once { ranking { few: fewest cards in own; shared } }
        ranking { worth: most worth_of; shared }
    """
    assert ("goal, stuck", "stuck, goal") in orders("end.stuck", end=own)


# ---- cells -----------------------------------------------------------------------------------------
def test_cells_are_changed_and_counted_apart() -> None:
    found = [each for each in mutants(loaded(text())) if each.path == "rows.cards.one"]
    assert {each.kind for each in found} == {CELL}
    assert {(each.was, each.now) for each in found} == {
        ("1", "2"),
        ("1", "0"),
        ("0", "1"),
        ("copper", "silver"),
        ("1 silver", "2 silver"),
        ("1 silver", "0 silver"),
    }


CELLS = [
    ("-9 to 9", "0", {"1", "-1"}),
    ("-9 to 9", "-3", {"-2", "-4"}),
    ("-9 to 9", "-9", {"-8"}),
    ("0 to 9", "0", {"1"}),
]


@pytest.mark.parametrize(("span", "was", "expected"), CELLS)
def test_a_cell_is_changed_to_numbers_below_0_where_its_field_has_some(
    span: str, was: str, expected: set[str]
) -> None:
    kinds = f"cards {{ size 1 to 2; worth {span}; gives coins; price coins }}"
    for cells in (f'"one" 1 {was}', f'"one" worth={was} 1'):
        made = text(kinds=kinds).replace('"one" 1 0', cells)
        found = [each for each in mutants(loaded(made)) if each.path == "rows.cards.one"]
        assert {each.now for each in found if each.was == was} == expected


def test_what_with_says_of_a_table_is_one_cell() -> None:
    found = bundled("classic")
    (level,) = (
        each
        for each in mutants(found)
        if each.path == "rows.cards" and (each.was, each.now) == ("1", "2")
    )
    assert found.resolved is not None
    made = from_syntax(evolve(found.resolved, tree=level.apply(found.resolved.tree)))
    assert made.model is not None
    levels = Counter(piece.values.get("level") for piece in made.model.pieces)
    assert levels[2] == 70
    assert levels[1] == 0


def test_the_range_of_a_field_is_changed_only_where_a_cell_would_leave_it() -> None:
    assert changes("kinds.cards.size") == {("number", "1", "2"), ("number", "2", "1")}
    assert changes("kinds.cards.worth") == {("number", "0", "1")}  # none is worth 9


# ---- all of them -----------------------------------------------------------------------------------
@cache
def bundled(name: str) -> Loaded:
    return load_file(variants_folder() / f"{name}.rules", extensions=load_extensions())


@pytest.mark.parametrize("name", ["classic", "first_printing", "marvel"])
def test_a_mutant_is_one_change_of_the_rules(name: str) -> None:
    found = bundled(name)
    assert found.resolved is not None
    before = clause_tree(found.resolved).split("\n")
    all_of_them = mutants(found)
    assert len({each.key for each in all_of_them}) == len(all_of_them)
    for each in all_of_them:
        if each.kind == CELL:
            continue
        tree = each.apply(found.resolved.tree)
        assert tree != found.resolved.tree
        after = clause_tree(evolve(found.resolved, tree=tree)).split("\n")
        changed = [line for line, was in zip(after, before, strict=True) if line != was]
        moved = each.kind == "order" and ", " in each.was
        assert changed or each.now == "start of turn", each
        assert moved or len(changed) <= 4, (each, changed)


def test_tests_and_names_are_no_rules() -> None:
    for each in mutants(bundled("marvel")):
        assert each.path.partition(".")[0] not in {"examples", "invariants", "names"}


def test_an_option_of_a_mechanic_is_one_number_wherever_it_is_used() -> None:
    found = [each for each in mutants(bundled("marvel")) if "avengers_tile" in each.path]
    numbers = {(each.path, each.was, each.now) for each in found if each.kind == "number"}
    assert ("mechanics.avengers_tile.worth_points", "3", "4") in numbers
    assert ("mechanics.avengers_tile.from_tags", "3", "2") in numbers
