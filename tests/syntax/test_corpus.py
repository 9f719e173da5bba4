"""Every construct of the language is read and written, and none is forgotten."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import get_args

import attrs
import pytest
from syntax.texts import CORPUS, parse, shipped, tree

from splendor_dsl.semantics.problems import first_words
from splendor_dsl.syntax import ast, expressions
from splendor_dsl.syntax import from_text as reader
from splendor_dsl.syntax.grammar import grammar_table
from splendor_dsl.syntax.to_text import to_text

# Rules whose children go to the rule above.
INLINE = {"atom", "cell", "comparison", "conjunction", "expr", "given_place", "negation", "product",
          "section", "simple", "step", "sum", "sum_sign", "top", "wild", "edit", "header"}  # fmt: skip


def nodes(value: object) -> set[type]:
    if isinstance(value, tuple):
        return {kind for each in value for kind in nodes(each)}
    if not attrs.has(type(value)) or type(value).__module__ == "splendor_dsl.span":
        return set()
    parts = [getattr(value, each.name) for each in attrs.fields(type(value))]
    return {type(value)}.union(*(nodes(part) for part in parts))


def test_the_corpus_has_every_class() -> None:
    found = set().union(*(nodes(tree(file.read_text(encoding="utf-8"))) for file in CORPUS))
    classes = {
        kind
        for module in (ast, expressions)
        for kind in vars(module).values()
        if isinstance(kind, type)
        and attrs.has(kind)
        and kind.__module__.startswith("splendor_dsl.syntax.")
    }
    assert classes - found == set()
    assert {*get_args(ast.Construct), *get_args(expressions.Expr)} <= found


def test_the_corpus_has_every_rule_of_the_grammar(monkeypatch: pytest.MonkeyPatch) -> None:
    called: set[str] = set()

    def spied(name: str, build: reader.Builder) -> reader.Builder:
        return lambda *parts: called.add(name) or build(*parts)

    builders = {name: spied(name, build) for name, build in reader.BUILDERS.items()}
    monkeypatch.setattr(reader, "BUILDERS", builders)
    for file in CORPUS:
        tree(file.read_text(encoding="utf-8"))
    assert set(builders) - called == set()


def test_every_rule_of_the_grammar_has_a_builder() -> None:
    rules = {rule.name for rule in grammar_table().rules if not rule.list_only}
    without = rules - set(reader.BUILDERS) - INLINE
    assert not without, f"the tables of builders in syntax/tree_*.py lack {without}"
    unknown = set(reader.BUILDERS) - rules
    assert not unknown, f"grammar/game.lark lacks rules for {unknown}"


@pytest.mark.parametrize("file", CORPUS, ids=lambda file: file.stem)
def test_the_corpus_is_written_as_it_stands(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert to_text(tree(text)) == text


@pytest.mark.parametrize("file", shipped(), ids=lambda file: file.stem)
def test_shipped_files_keep_their_meaning(file: Path) -> None:
    file_tree = tree(file.read_text(encoding="utf-8"))
    once = to_text(file_tree)
    assert tree(once) == file_tree
    assert to_text(tree(once)) == once


def test_every_way_of_an_edit_is_there() -> None:
    (file,) = (each for each in CORPUS if each.stem == "variant")
    edits = [top for top in tree(file.read_text()).tops if isinstance(top, ast.Edit)]
    assert {edit.how for edit in edits} == {"set", "remove", "add", "before", "after", "replace"}


def test_a_class_without_a_sample_would_be_seen() -> None:
    assert ast.Shared not in nodes(tree('splendor rules 2\nvariant a "A" extends b'))
    assert parse("splendor rules 2").problems


def test_a_step_without_a_label_begins_with_the_words_that_are_told() -> None:
    told: set[str] = set()
    for file in CORPUS:
        for clause in clauses(tree(file.read_text(encoding="utf-8")).tops):
            words = first_words(clause)
            assert clause.span.text.startswith(words)
            told.add(words)
    assert told >= {"gain", "return", "for each", "one action", "keep limits", "end of turn"}


def clauses(some: Iterable[ast.Clause | ast.Edit]) -> Iterator[ast.Clause]:
    for each in some:
        if isinstance(each, ast.Clause):
            yield each
        yield from clauses(each.body if isinstance(each, ast.Clause) else each.items)
