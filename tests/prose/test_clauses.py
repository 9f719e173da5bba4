"""The clauses at the end of a rulebook: each as it is now, with the file that says so."""

from pathlib import Path

from prose.test_by_players import OWN, words
from prose.written import understood

from splendor_dsl.pipeline import load_file
from splendor_dsl.prose.rulebook import rulebook


def test_a_clause_that_a_variant_sets_is_shown_by_the_line_that_sets_it() -> None:
    rules = understood(OWN)
    assert rules.resolved is not None
    book = rulebook(words("en"), rules.resolved, rules.examples)
    clauses = {each.path: each for each in book.clauses}
    limit, kept = clauses["limits.tokens"], clauses["supply.gold"]
    assert (limit.text, limit.place) == ("set limits.tokens = 9 | 10 | 11", "own.rules:6")
    assert kept.place.startswith("classic.rules:")


def test_a_clause_that_is_replaced_after_it_was_set_is_shown_as_it_was_replaced(
    tmp_path: Path,
) -> None:
    (tmp_path / "low.rules").write_text(
        'splendor rules 2\n\nvariant low "Low" extends classic\n\nset limits.tokens = 9\n', "utf-8"
    )
    last = "tokens: tokens in purse at most 8 at end of turn"
    (tmp_path / "own.rules").write_text(
        f'splendor rules 2\n\nvariant own "Own" extends low\n\nreplace limits.tokens {{ {last} }}\n',
        "utf-8",
    )
    rules = load_file(tmp_path / "own.rules")
    assert rules.resolved is not None, rules.problems
    book = rulebook(words("en"), rules.resolved, ())
    clause = next(each for each in book.clauses if each.path == "limits.tokens")
    assert (clause.text, clause.place) == (last, "own.rules:5")
