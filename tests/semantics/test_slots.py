"""The slots that an expression depends on, and the players that an end about one player counts."""

import pytest
from attrs import evolve

from splendor_dsl.bundled import variants_folder
from splendor_dsl.game.game import game
from splendor_dsl.pipeline import load_file
from splendor_dsl.prose.clauses import end_condition
from splendor_dsl.prose.things import Things
from splendor_dsl.prose.words import Words
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.slots import OWN, free_slots

ME = v.Local(slot=OWN, type="player")
OTHER = v.Local(slot=3, type="player")
LATE = v.Compare(left=v.Fact(which="round"), operator=">", right=v.Const(value=3))
DOMAINS = [
    (v.Domain(kind="players"), set()),
    (v.Domain(kind="players", of=ME), set()),
    (v.Domain(kind="others"), {OWN}),
    (v.Domain(kind="partners"), {OWN}),
    (v.Domain(kind="others", of=ME), {OWN}),
    (v.Domain(kind="others", of=OTHER), {3}),
]


@pytest.mark.parametrize(("domain", "slots"), DOMAINS)
def test_who_is_gone_through_depends_on_whom_it_is_told_of(
    domain: v.Domain, slots: set[int]
) -> None:
    value = v.Quantified(which="any", domain=domain, slot=5, body=LATE)
    assert free_slots(value) == slots
    rules = load_file(variants_folder() / "classic.rules")
    assert rules.model is not None
    assert rules.resolved is not None
    spoken = Words(rules=game(rules.model).notation, names=rules.resolved.names)
    end = evolve(rules.model.ends[0], value=value)
    told = end_condition(Things(words=spoken, other=True), end)
    assert ("counted for whoever has just had a turn" in told) == (OWN in slots)
