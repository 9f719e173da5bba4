"""Two variants laid on each other without a stated order: what agrees composes, what contradicts is named."""

from pathlib import Path

import pytest

from splendor_dsl.diagnostics import Problem
from splendor_dsl.extensions import load_extensions
from splendor_dsl.pipeline import Files, Loaded, load_file
from splendor_dsl.semantics.bases import MOST_LAYERS
from splendor_dsl.semantics.layers import resolve
from splendor_dsl.semantics.problems import UnknownPath
from splendor_dsl.source import Source
from splendor_dsl.syntax.from_text import from_text

NEW_ACTION = 'after actions.buy {{ {name} "rest" as "{name}" {{ gain 1 gold }} }}\n'
SLIDE = "add zones.table { slide }\n"


def together(folder: Path, one: str, other: str) -> Loaded:
    for name, text in (("one", one), ("other", other)):
        head = f'splendor rules 2\n\nvariant {name} "{name}" extends classic\n\n'
        (folder / f"{name}.rules").write_text(head + text, encoding="utf-8")
    both = folder / "both.rules"
    both.write_text(
        'splendor rules 2\n\nvariant both "Both" extends one, other\n', encoding="utf-8"
    )
    return load_file(both)


FIELD = "before kinds.cards.cost {{ {name} 0 to 1 = 0 '{name}' }}\nset rows.cards.red_1_4white.{name} = 1\n"
SHINES = "triggers {{ {name}: when cards enters bought as card {{ require on: {name} = 1 because 'no'; again }} }}\n"

REWRITTEN = """replace actions.buy {
  buy "buy" as "buy {card}" {
    choose card: cards in table
    pay cost of card less bonus
    move card to bought
  }
}
"""

AGREE = {
    "two actions after the same one": (
        NEW_ACTION.format(name="rest"),
        NEW_ACTION.format(name="sleep"),
    ),
    "two fields before the same one": (
        (FIELD + SHINES).format(name="sun").replace("'", '"'),
        (FIELD + SHINES).format(name="moon").replace("'", '"'),
    ),
    "a clause that both add": (SLIDE, SLIDE),
    "an action beside one that is replaced by one of its name": (
        NEW_ACTION.format(name="rest"),
        REWRITTEN,
    ),
}
RANKS = "before end.ranking.fewest {{ {name}: {which} cards in hand }}\n"
DISAGREE = {
    "two lines of a ranking in one place": (
        RANKS.format(name="larger", which="most"),
        RANKS.format(name="smaller", which="fewest"),
    ),
    "an action beside one that goes away": (
        NEW_ACTION.format(name="rest"),
        "remove actions.buy\n",
    ),
    "two steps in one place": (
        "after actions.buy.pay { gain 1 gold }\n",
        "after actions.buy.pay { return 1 gold }\n",
    ),
}


@pytest.mark.parametrize("name", AGREE)
@pytest.mark.parametrize("step", [1, -1])
def test_what_agrees_needs_no_order(name: str, step: int, tmp_path: Path) -> None:
    found = together(tmp_path, *AGREE[name][::step])
    assert [problem.message() for problem in found.problems] == []


@pytest.mark.parametrize("name", DISAGREE)
def test_what_contradicts_is_named_in_all_files(name: str, tmp_path: Path) -> None:
    found = together(tmp_path, *DISAGREE[name])
    collisions = [problem for problem in found.problems if problem.code == "SPL204"]
    assert len(collisions) == 1
    places = {Path(collisions[0].source_name).stem}
    places |= {Path(each.span.source.name).stem for each in collisions[0].related}
    assert places == {"one", "other", "both"}


def joined(problem: Problem) -> list[tuple[str, str]]:
    """Return the places where the layers meet: the file and its text there."""
    notes = [each.span for each in problem.related if each.text.endswith("without an order")]
    return [(Path(span.source.name).stem, span.text) for span in notes]


def test_what_contradicts_is_told_where_the_layers_meet(tmp_path: Path) -> None:
    [collision] = together(tmp_path, "set limits.hand = 4\n", "set limits.hand = 5\n").problems
    assert joined(collision) == [("both", "one, other")]


def test_layers_that_meet_further_down_are_told_where_they_do(tmp_path: Path) -> None:
    together(tmp_path, "set limits.hand = 4\n", "set limits.hand = 5\n")
    named(tmp_path, "above", "above", "one")
    named(tmp_path, "beside", "beside", "above, other")
    [collision] = load_file(
        named(tmp_path, "top", "top", "beside", "set supply.gold = 4\n")
    ).problems
    assert joined(collision) == [("beside", "above, other")]


@pytest.mark.parametrize(
    ("gone", "used"),
    [
        ("remove actions.take_same", "set actions.take_same.pile = colour in supply >= 2"),
        ("remove limits", "set limits.hand = 2"),
        ("remove rows.cards.red_1_4white", "set rows.cards.red_1_4white.points = 2"),
        ("remove triggers.visit", "remove triggers.visit.noble"),
        ("remove actions.take_same", 'names pl { actions.take_same "dwa" }'),
    ],
)
@pytest.mark.parametrize("files", [1, 2])
def test_what_was_taken_away_is_told_with_the_line_that_does(
    gone: str, used: str, files: int, tmp_path: Path
) -> None:
    below = named(tmp_path, "below", "below", "classic", f"{gone}\n")
    if files == 1:
        file = named(tmp_path, "above", "above", "classic", f"{gone}\n{used}\n")
    else:
        file = named(tmp_path, "above", "above", "below", f"{used}\n")
    [unknown] = [each for each in load_file(file).problems if isinstance(each, UnknownPath)]
    [note] = unknown.related
    assert note.text == "this takes it away"
    assert note.span.text == gone
    assert note.span.source.path == (file if files == 1 else below)
    assert unknown.help() is None


ROW = "rows.cards.red_1_4white"
ANOTHER = f"replace {ROW} {{ red_1_4white: red 1 : 4 white }}"


@pytest.mark.parametrize(
    ("below", "used"),
    [
        (ANOTHER, f"remove {ROW}.nonsense"),
        (ANOTHER, f'names pl {{ {ROW}.points "x" }}'),
        (ANOTHER, f"set {ROW}.level.deep = 2"),
        (f"remove {ROW}", f"set {ROW}.pionts = 2"),
        ("set limits.hand = 2", "set limits.hand.most = 2"),
    ],
)
def test_what_never_was_there_was_not_taken_away(below: str, used: str, tmp_path: Path) -> None:
    named(tmp_path, "below", "below", "classic", f"{below}\n")
    [unknown] = load_file(named(tmp_path, "above", "above", "below", f"{used}\n")).problems
    assert isinstance(unknown, UnknownPath)
    assert not unknown.related


def test_each_pair_of_layers_without_an_order_is_told_once(tmp_path: Path) -> None:
    head = 'splendor rules 2\n\nvariant {0} "{0}" extends classic\n\n'
    edits = {
        "one": "set limits.hand = 4\nset limits.tokens = 9\n",
        "two": "set limits.hand = 5\nset limits.tokens = 8\nset supply.gold = 4\n",
        "three": "set supply.gold = 3\n",
    }
    for name, text in edits.items():
        (tmp_path / f"{name}.rules").write_text(head.format(name) + text, encoding="utf-8")
    every = tmp_path / "every.rules"
    text = 'splendor rules 2\n\nvariant every "Every" extends one, two, three\n'
    every.write_text(text, encoding="utf-8")
    found = [each.message() for each in load_file(every).problems if each.code == "SPL204"]
    assert len(found) == 2
    assert {message.partition(" changes")[0] for message in found} == {"'one'", "'two'"}


def test_fields_in_one_place_have_an_order_where_rows_are_read_by_it(tmp_path: Path) -> None:
    rows = (
        FIELD.format(name="sun").replace("'", '"')
        + "rows cards with level 3 { red 5 1 : 7 black }\n"
    )
    found = together(tmp_path, rows, FIELD.format(name="moon").replace("'", '"'))
    assert "SPL204" in {problem.code for problem in found.problems}


def named(folder: Path, stem: str, name: str, base: str, edits: str = "") -> Path:
    """A variant in a file that may be called otherwise."""
    file = folder / f"{stem}.rules"
    text = f'splendor rules 2\n\nvariant {name} "{name}" extends {base}\n\n{edits}'
    file.write_text(text, encoding="utf-8")
    return file


def told(file: Path) -> list[tuple[str, str]]:
    return [(problem.code, problem.message()) for problem in load_file(file).problems]


def test_two_files_of_one_name_are_told_and_none_is_left_out(tmp_path: Path) -> None:
    named(tmp_path, "a", "night", "classic", "set limits.hand = 4\n")
    named(tmp_path, "b", "night", "classic", "set parameters.target = 10\n")
    taken = [("SPL221", "'night' is already the name of a variant")]
    assert told(named(tmp_path, "both", "both", "a, b")) == taken
    assert told(named(tmp_path, "over", "night", "a")) == taken
    once = [("SPL224", "what a variant extends: expected 'a' once, found it twice")]
    assert told(named(tmp_path, "twice", "twice", "a, a")) == once


def test_a_file_that_is_called_otherwise_does_not_extend_itself(tmp_path: Path) -> None:
    itself = named(tmp_path, "sheet", "night", "sheet")
    assert told(itself) == [("SPL206", "'sheet' extends itself by way of night -> sheet")]


@pytest.mark.parametrize("edit", ["remove", "replace"])
def test_a_name_that_is_gone_leads_to_what_took_it_away(edit: str, tmp_path: Path) -> None:
    file = tmp_path / "night.rules"
    block = " { choose piece: cards in table }" if edit == "replace" else ""
    change = f"{edit} actions.buy.card{block}"
    file.write_text(f'splendor rules 2\n\nvariant night "Night" extends classic\n\n{change}\n')
    problems = load_file(file).problems
    assert problems
    for problem in problems:
        (note,) = problem.related
        assert (note.span.source.name, note.span.text) == (str(file), change)
        assert note.text == "this takes 'card' away"


def test_a_lower_layer_that_set_a_number_is_not_what_took_its_name_away(tmp_path: Path) -> None:
    named(tmp_path, "below", "below", "classic", "set limits.hand = 2\n")
    file = named(tmp_path, "above", "above", "below", "remove limits.hand\n")
    problems = [each for each in load_file(file).problems if each.code == "SPL220"]
    assert problems
    for each in problems:
        assert [note.span.text for note in each.related] == ["remove limits.hand"]


def test_an_action_replaced_by_one_that_has_a_name_too_does_not_take_it_away(
    tmp_path: Path,
) -> None:
    named(tmp_path, "below", "below", "classic", REWRITTEN)
    above = "end { lone: when any player has (cards in hand > card) then at once }\n"
    found = load_file(named(tmp_path, "above", "above", "below", above)).problems
    [unknown] = [each for each in found if each.code == "SPL220"]
    assert unknown.related == ()


def test_an_invariant_is_replaced_set_and_removed(tmp_path: Path) -> None:
    below = "invariants {\n  calm: round < 900\n  long: round < 900\n  short: round < 900\n}\n"
    above = """replace invariants.calm { mild: round < 800 }
after invariants.mild { next: round < 700 }
set invariants.short = round < 600
remove invariants.long
"""
    for name, base, text in (("below", "classic", below), ("above", "below", above)):
        head = f'splendor rules 2\n\nvariant {name} "{name}" extends {base}\n\n'
        (tmp_path / f"{name}.rules").write_text(head + text, encoding="utf-8")
    loaded = load_file(tmp_path / "above.rules")
    assert not loaded.problems
    assert loaded.model is not None
    found = {each.name: each.text for each in loaded.model.invariants}
    changed = {"mild": "round < 800", "next": "round < 700", "short": "round < 600"}
    assert {name: found.get(name) for name in changed} == changed
    assert not {"calm", "long"} & set(found)


TILES = {
    "one": "3 red",
    "red_black": "3 blue",
    "two": "4 white",
    "three": "4 red",
    "four": "4 blue",
}
ROWS = "; ".join(f"{name}: 3 : {needs}" for name, needs in TILES.items())
OWN = f"rows nobles {{ {ROWS} }}\n"
NEW = "; ".join(f"{name}_: 3 : {needs}" for name, needs in TILES.items())
FIRST = "rows nobles { fifth: 3 : 4 green }\n"


def nobles(file: Path) -> set[str]:
    """The labels of the nobles of a variant without errors."""
    loaded = load_file(file)
    assert not [each.message() for each in loaded.problems if each.severity == "error"]
    assert loaded.model is not None
    pieces = loaded.model.pieces
    return {pieces[number].label for number in loaded.model.pieces_of("nobles")}


@pytest.mark.parametrize(
    ("below", "above", "expected"),
    [
        (f"remove rows.nobles\n{OWN}", "", {*TILES}),
        ("remove rows.nobles\n", OWN, {*TILES}),
        (f"{FIRST}remove rows.nobles\n{OWN}", "", {*TILES}),
        (FIRST, f"remove rows.nobles\n{OWN}", {*TILES}),
        (
            f"remove rows.nobles\n{OWN}{FIRST}",
            "remove rows.nobles.two\n",
            {*TILES, "fifth"} - {"two"},
        ),
    ],
)
def test_a_table_that_a_mechanic_brings_gives_way_to_another(
    below: str, above: str, expected: set[str], tmp_path: Path
) -> None:
    file = named(tmp_path, "below", "below", "classic", below)
    if above:
        file = named(tmp_path, "above", "above", "below", above)
    assert nobles(file) == expected


def test_a_table_can_be_written_anew_again_and_again(tmp_path: Path) -> None:
    anew = f"remove rows.nobles\n{OWN}"
    named(tmp_path, "below", "below", "classic", anew)
    named(tmp_path, "beside", "beside", "below", anew.replace("one:", "uno:"))
    assert nobles(named(tmp_path, "above", "above", "beside", anew)) == {*TILES}
    named(tmp_path, "other", "other", "classic", "remove rows.nobles\n")
    both = named(tmp_path, "both", "both", "below then other", OWN)
    assert nobles(both) == {*TILES}


def test_a_mechanic_that_is_used_anew_above_brings_its_rows(tmp_path: Path) -> None:
    named(tmp_path, "below", "below", "classic", f"remove rows.nobles\n{OWN}")
    use = f"remove mechanics.nobles\nuse nobles {{ tiles {{ {NEW} }} }}\n"
    above = named(tmp_path, "above", "above", "below", use)
    assert nobles(above) == {*TILES, *(f"{name}_" for name in TILES)}


def test_layers_without_an_order_do_not_clear_what_the_other_uses(tmp_path: Path) -> None:
    named(tmp_path, "one", "one", "classic", f"remove rows.nobles\n{OWN}")
    use = f"remove mechanics.nobles\nuse nobles {{ tiles {{ {NEW} }} }}\n"
    named(tmp_path, "other", "other", "classic", use)
    first = nobles(named(tmp_path, "both", "both", "one, other"))
    assert first == nobles(named(tmp_path, "turned", "turned", "other, one"))


def test_a_table_of_a_mechanic_that_is_gone_needs_no_removal(tmp_path: Path) -> None:
    named(tmp_path, "below", "below", "classic", f"remove rows.nobles\n{OWN}")
    text = """remove mechanics.nobles
kinds { nobles "noble" { worth 0 to 9; needs gems } }
zones { hall nobles "hall" { face up } }
"""
    assert nobles(named(tmp_path, "above", "above", "below", text)) == {*TILES}


def test_a_mechanic_that_is_used_anew_below_the_line_brings_its_rows(tmp_path: Path) -> None:
    use = f"use nobles {{ tiles {{ {NEW} }} }}\n"
    text = f"remove mechanics.nobles\nremove rows.nobles\n{use}"
    assert nobles(named(tmp_path, "a", "a", "classic", text)) == {f"{name}_" for name in TILES}
    file = named(tmp_path, "b", "b", "classic", text.replace("rows.nobles", "rows.noblez"))
    [unknown] = load_file(file).problems
    assert isinstance(unknown, UnknownPath)
    assert unknown.near == "rows.nobles"


def test_a_table_that_nothing_has_brought_can_t_be_taken_away(tmp_path: Path) -> None:
    text = """kinds { boats "boat" { worth 0 to 9 "points" } }
remove rows.boats
rows boats { one: 3 }
zones { port boats { face up } }
"""
    [unknown] = load_file(named(tmp_path, "a", "a", "classic", text)).problems
    assert isinstance(unknown, UnknownPath)
    assert unknown.wanted == "rows.boats"
    assert unknown.help() is None


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('splendor mechanic 2\nmechanic odd "Odd" { }\n', "a mechanic"),
        ("splendor rules 2\n", "no header"),
    ],
)
def test_what_is_no_game_is_told_as_such(text: str, found: str) -> None:
    file = from_text(Source(name="odd.rules", text=text)).file
    assert file is not None
    files = Files(load_extensions(), None, {})
    resolved, (problem,) = resolve(file, files.base, files.mechanic)
    assert resolved is None
    assert problem.message() == f"expected a game or a variant, found {found}"


@pytest.mark.parametrize("many", [98, 99, 100, 150])
def test_so_many_bases_are_looked_for_and_no_more(many: int) -> None:
    bases = ", ".join(f"base_{n}" for n in range(many))
    text = f'splendor rules 2\nvariant odd "Odd" extends {bases}\n'
    parsed = from_text(Source(name="odd.rules", text=text))
    assert parsed.file is not None
    assert not parsed.problems
    resolved, problems = resolve(parsed.file, lambda _: None, lambda _: None)
    assert resolved is None
    found = [each.code for each in problems]
    unknown = min(many, MOST_LAYERS - 1)
    assert found == ["SPL205"] * unknown + ["SPL307"] * (many > unknown)
