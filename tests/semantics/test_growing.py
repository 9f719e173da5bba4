"""A tree that is edited in place is the tree that lists of names, edited alike, say."""

import random

from splendor_dsl.semantics.growing import Place
from splendor_dsl.semantics.tree import find
from splendor_dsl.source import source_from_text
from splendor_dsl.span import Span
from splendor_dsl.syntax.ast import Clause, Section
from splendor_dsl.syntax.expressions import Ident

NOWHERE = Span(source=source_from_text("grown.rules", ""), start=0, end=0)


def clause(name: str, *body: Clause) -> Clause:
    return Clause(
        construct=Section(), label=Ident(text=name, span=NOWHERE), body=body, span=NOWHERE
    )


def test_edits_in_place_are_those_of_a_list() -> None:
    for seed in range(50):
        chance = random.Random(seed)
        names = ["a", "b", "c"]
        block = clause("block", *map(clause, names))
        root = Place(clause("root", clause("other"), block))
        for number in range(40):
            fresh = f"n{number}"
            holder = root.find("block")
            assert holder is not None
            at = chance.randrange(len(names)) if names else None
            how = chance.choice(("append", "before", "after", "replace", "remove", "look"))
            place = None if at is None else root.find(f"block.{names[at]}")
            if how == "append" or place is None or at is None:
                holder.append(clause(fresh))
                names.append(fresh)
            elif how == "before":
                place.put_before(clause(fresh))
                names.insert(at, fresh)
            elif how == "after":
                place.put_after(clause(fresh))
                names.insert(at + 1, fresh)
            elif how == "replace":
                place.replace(clause(fresh), clause(f"{fresh}_too"))
                names[at : at + 1] = [fresh, f"{fresh}_too"]
            elif how == "remove":
                place.replace()
                del names[at]
            found = find(root.clause, "block") if how == "look" else holder.clause
            assert found is not None
            assert [each.name for each in found.body] == names
        assert [each.name for each in root.clause.body] == ["other", "block"]


def test_what_is_put_into_a_clause_shows_in_the_tree() -> None:
    root = Place(clause("root", clause("block", clause("inner"))))
    inner = root.find("block.inner")
    assert inner is not None
    inner.append(clause("leaf"))
    assert find(root.clause, "block.inner.leaf") is not None
    assert root.find("block.inner.nothing") is None
