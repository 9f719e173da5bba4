"""Section 1 of the kernel: what a name is (K40)."""

import pytest
from kernel.small import moves, play, small, text

from splendor_dsl.extensions import load_extensions
from splendor_dsl.game.game import game
from splendor_dsl.pipeline import load_source
from splendor_dsl.source import source_from_text

NAMES = {
    "tokens": "coins c\u00f3pper, silv\u00e9r, iron\njoker star",
    "supply": "each coins 5\nstar 3",
    "actions": 'take as "take {c\u00f3in}" { choose c\u00f3in: coins in supply; gain 1 c\u00f3in }',
    "kinds": "cards { size 1 to 2; worth 0 to 9; gives coins; price coins }",
    "rows_cards": '"\u0119ne" 1 0 c\u00f3pper : 1 silv\u00e9r\n"two" 2 1 silv\u00e9r : 2 c\u00f3pper',
}


def test_k40_a_name_is_one_however_it_is_typed() -> None:
    typed = {
        section: rules.replace("\u00f3", "o\u0301").replace("\u00e9", "e\u0301")
        for section, rules in NAMES.items()
    }
    plain, other = small(**NAMES), small(**typed)
    assert plain.hash == other.hash
    assert moves(plain.start(2)) == moves(other.start(2))
    taken = play(other.start(2), "take co\u0301pper", "TAKE S\uff29LV\u00c9R")
    assert taken == play(plain.start(2), "take c\u00f3pper", "take silv\u00e9r")


@pytest.mark.parametrize(
    ("ends", "code"),
    [
        ("fin: when round > 9 then at once\n\ufb01n: when round > 8 then at once", "SPL202"),
        ("fin: when round > 9 then at once\nf\u0456n: when round > 8 then at once", "SPL225"),
        ("\u2460: when round > 9 then at once", "SPL123"),
        ("f\u200bin: when round > 9 then at once", "SPL006"),
    ],
)
def test_k40_what_is_no_name_or_looks_like_another_is_refused(ends: str, code: str) -> None:
    rules = text(end=f"{ends}\nranking {{ shared }}")
    loaded = load_source(source_from_text("small.rules", rules), extensions=load_extensions())
    assert [each.code for each in loaded.problems if each.severity == "error"] == [code]


def test_k40_names_that_differ_in_ascii_are_different() -> None:
    ends = "l1: when round > 9 then at once\nll: when round > 8 then at once\nranking { shared }"
    rules = source_from_text("small.rules", text(end=ends))
    model = load_source(rules, extensions=load_extensions()).model
    assert model is not None
    assert [each.name for each in game(model).program.model.ends] == ["l1", "ll"]
