"""Names are one wherever they are read, and two names of one game never look the same."""

from pathlib import Path
from typing import Any

import pytest
from semantics.programs import extensions

import splendor_dsl
from splendor_dsl.diagnostics import Problem
from splendor_dsl.pipeline import Loaded, load_file

HEAD = 'splendor rules 2\nvariant boats "Boats" extends classic\n'
RULES = """
kinds { b\u00f4ts { crew\u00e9 1 to 9; cost gems } }
rows bo\u0302ts from "boats.csv"
zones { harbour bo\u0302ts { face up } }
counters { \ufb01sh 0 from 0 to 9 }
parameters { cre\u0301 3 from 1 to 9 }
end { late: when fish >= cr\u00e9 then at once }
actions { \ufb01n "fin" as "\ufb01n {tou\u0301t}" { choose to\u00fat: gems; count fish = fish + 1 } }
"""
TABLE = "label,name,crewe\u0301,white,red\n\ufb01g,Fig,2,1,2\nbe\u0301,Be\u0301,3,0,3\n"


def loaded(folder: Path, rules: str, table: str = TABLE) -> Loaded:
    (folder / "boats.rules").write_text(HEAD + rules, "utf-8")
    (folder / "boats.csv").write_text(table, "utf-8")
    return load_file(folder / "boats.rules", extensions=extensions())


def problems(folder: Path, rules: str, table: str = TABLE) -> tuple[Problem, ...]:
    return tuple(p for p in loaded(folder, rules, table).problems if p.severity == "error")


def test_names_are_one_in_rules_and_tables_however_they_are_typed(tmp_path: Path) -> None:
    found = loaded(tmp_path, RULES)
    assert [p.message() for p in found.problems if p.severity == "error"] == []
    assert found.model is not None
    pieces = [each for each in found.model.pieces if each.kind == "b\u00f4ts"]
    assert [(each.label, each.title) for each in pieces] == [("fig", "Fig"), ("b\u00e9", "B\u00e9")]
    assert pieces[0].values["crew\u00e9"] == 2


def test_a_label_of_a_table_that_is_no_name_is_refused_at_its_place(tmp_path: Path) -> None:
    [told] = problems(tmp_path, RULES, TABLE.replace("\ufb01g", "\u2460g"))
    assert (told.code, str(told.span)) == ("SPL213", f"{tmp_path}/boats.csv:2:1")


def test_moves_settings_players_and_saved_positions_are_read_as_names_are(tmp_path: Path) -> None:
    loaded(tmp_path, RULES)
    name = str(tmp_path / "boats.rules")
    game = splendor_dsl.load(name, settings={"cre\u0301": 2})
    assert game.hash == splendor_dsl.load(name, settings={"cr\u00e9": 2}).hash
    state = game.start(players=2, seed=1, names=("Zoe\u0301", "Bob"))
    assert state.view(None)["players"][0]["name"] == "Zo\u00e9"
    move = game.parse_move("\uff26\uff49\uff4e  white")
    assert move in state.moves
    after = state.play(move)
    assert after.why_not("\ufb01n red") == state.why_not("fin red") == []
    data: dict[str, Any] = after.to_dict()
    for cell in data["cells"]:
        if cell.get("counter") == "fish":
            cell["counter"] = "\ufb01sh"
    assert game.from_dict(data) == after
    text = splendor_dsl.to_record(game, after)
    assert splendor_dsl.from_record(game, text.replace("Zo\u00e9", "Zoe\u0301")) == after


# ---- names that look alike ----------------------------------------------------------------------
@pytest.mark.parametrize(
    ("rules", "names", "places"),
    [
        # of one sort, of two sorts, and one that the base declares
        ("counters { fame 0 from 0 to 9; f\u0430me 0 from 0 to 9 }", "f\u0430me fame", "3:32 3:12"),
        (
            "counters { h\u03bfus 0 from 0 to 9 }\nmarkers { hous }",
            "hous h\u03bfus",
            "4:11 3:12",
        ),
        ("counters { g\u03bfld 0 from 0 to 9 }", "g\u03bfld gold", "3:12"),
        # a name that is only used, one of a loop, one of an example, and a path
        ("triggers { t: at end of turn { gain up to 1 r\u0435d } }", "r\u0435d red", "3:45"),
        (
            "triggers { t: at end of turn { for each c of gems { for each \u0441 of gems { gain up to 1 c } } } }",
            "\u0441 c",
            "3:62 3:41",
        ),
        ("example e { players Eve, \u0415ve }", "\u0415ve Eve", "3:26 3:21"),
        ("set parameters.t\u0430rget = 8", "t\u0430rget target", "3:5"),
    ],
)
def test_names_that_look_alike_are_refused_with_both_places(
    rules: str, names: str, places: str, tmp_path: Path
) -> None:
    told = problems(tmp_path, rules)
    name, other = names.split()
    [found] = [p for p in told if p.code == "SPL225"]
    assert found.message() == (
        f"expected names that look different, found {name!r} beside {other!r}"
    )
    assert found.help()
    spans = [found.span, *(each.span for each in found.related)]
    assert len(spans) == 2
    here = [f"{span.line}:{span.column}" for span in spans if span and "boats" in span.source.name]
    assert " ".join(here) == places


def test_a_name_of_a_table_that_looks_like_another_is_refused(tmp_path: Path) -> None:
    [found] = problems(tmp_path, RULES, TABLE.replace("\ufb01g", "h\u0430rbour"))
    assert (found.code, str(found.span)) == ("SPL225", f"{tmp_path}/boats.csv:2:1")


def test_names_that_differ_in_plain_characters_are_never_refused(tmp_path: Path) -> None:
    rules = "counters { l1 0 from 0 to 9; ll 0 from 0 to 9; lI 0 from 0 to 9; O0 0 from 0 to 9; OO 0 from 0 to 9 }"
    assert problems(tmp_path, rules) == ()
    assert (
        problems(tmp_path, rules.replace("l1", "ko\u015b\u01071").replace("ll", "ko\u015b\u0107l"))
        == ()
    )
