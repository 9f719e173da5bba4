"""Problems that a variant causes in its bases show its own line; many of one kind are one."""

from pathlib import Path

import pytest
from semantics.programs import HEAD, REFUSED, extensions

from splendor_dsl import pipeline
from splendor_dsl.checks.causes import BROUGHT, MOST_TRIED
from splendor_dsl.checks.grouping import MOST_ALIKE
from splendor_dsl.diagnostics import Problem
from splendor_dsl.pipeline import load_file, load_source
from splendor_dsl.source import source_from_text


def problems(text: str) -> tuple[Problem, ...]:
    source = source_from_text("case.rules", HEAD + text, REFUSED / "case.rules")
    return load_source(source, extensions=extensions()).problems


def brought_by(problem: Problem) -> list[str]:
    return [note.span.text for note in problem.related if note.text == BROUGHT]


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("SPL430", "set supply.fruit = 2"),
        ("SPL441", "set values.goal.points = points >= 500"),
        ("SPL302", "replace game.players"),
        ("SPL470", "set zones.table.places = 5"),
        ("SPL490", "remove turn.act"),
    ],
)
def test_the_line_that_brings_it_about(code: str, line: str) -> None:
    block = " { players 2 to 5 }" if line.startswith("replace") else ""
    found = problems(f"set limits.hand = 1\n{line}{block}\nset parameters.target = 3\n")
    [told] = [each for each in found if each.code == code and each.span]
    assert told.span is not None
    assert told.span.source.name != "case.rules"
    assert brought_by(told) == [line + block]


MANY_ROWS = 300
ONE_OF_EACH = (("remove actions.reserve", "SPL464"), ("set supply.fruit = 2", "SPL430"))


def counted(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Return the list of the calls of the checks from now on."""
    asked: list[object] = []
    check = pipeline.check
    monkeypatch.setattr(pipeline, "check", lambda *what: asked.append(what) or check(*what))
    return asked


@pytest.mark.parametrize(
    ("lines", "code", "cause"),
    [
        ("remove turn.limits\nremove turn.act\n", "SPL490", "remove turn.act"),
        ("remove turn.act\nremove turn.limits\n", "SPL490", "remove turn.act"),
        (
            "set supply.fruit = 2\nset actions.take.gain = 1 each sorts\n",
            "SPL430",
            "set supply.fruit = 2",
        ),
    ],
)
def test_of_lines_that_are_as_near_the_one_to_blame_is_shown(
    lines: str, code: str, cause: str
) -> None:
    [told] = [each for each in problems(lines) if each.code == code]
    assert [note.span.text for note in told.related] == [cause]


def test_a_warning_in_a_base_has_its_line_too() -> None:
    found = problems("set parameters.target = 3\nremove actions.reserve\nset limits.tokens = 9\n")
    [told] = [each for each in found if each.code == "SPL464"]
    assert told.span is not None
    assert told.span.source.name != "case.rules"
    assert brought_by(told) == ["remove actions.reserve"]


def test_a_warning_of_the_base_itself_blames_nobody(tmp_path: Path) -> None:
    below = tmp_path / "below.rules"
    text = HEAD.replace("case", "below") + "set limits.tokens = 99\n"
    below.write_text(text, encoding="utf-8")
    text = HEAD.replace("base", "below") + "set parameters.target = 3\n"
    source = source_from_text("case.rules", text, REFUSED / "case.rules")
    found = load_source(source, extensions=extensions(), bases={"below": below}).problems
    assert [(each.code, brought_by(each)) for each in found] == [("SPL464", [])]


def test_no_more_than_the_nearest_lines_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    judged = counted(monkeypatch)
    lines = "\n".join(
        f"set rows.cards.{row}.points = 1" for row in ("seed", "pip", "stone", "peel", "core")
    )
    [told] = problems(f"{lines}\nset limits.tokens = 9\nremove actions.reserve\n")
    assert brought_by(told) == ["remove actions.reserve"]
    assert len(judged) == 1 + MOST_TRIED


@pytest.mark.parametrize(("line", "code"), ONE_OF_EACH)
def test_in_a_large_game_each_has_its_line(line: str, code: str) -> None:
    many = "\n".join(f"  guest_{n}: 1 : 1 pear" for n in range(MANY_ROWS))
    found = problems(f"{line}\nrows guests {{\n{many}\n}}\n")
    [told] = [each for each in found if each.code == code]
    assert brought_by(told) == [line]


def test_a_change_of_a_file_between_that_is_nearer_blames_nobody(tmp_path: Path) -> None:
    below = tmp_path / "below.rules"
    below.write_text(HEAD.replace("case", "below") + "remove turn.end\n", encoding="utf-8")
    text = HEAD.replace("base", "below") + "remove triggers.greet.needs\n"
    source = source_from_text("case.rules", text, REFUSED / "case.rules")
    found = load_source(source, extensions=extensions(), bases={"below": below}).problems
    assert [(each.code, brought_by(each)) for each in found] == [("SPL492", [])]


def test_a_clause_of_a_section_is_shown_by_itself() -> None:
    found = problems('markers {\n  gong "gong"\n  sort "sort"\n}\n')
    [told] = [each for each in found if each.code == "SPL221"]
    assert brought_by(told) == ['sort "sort"']


def test_a_block_of_several_lines_is_shown_by_its_path() -> None:
    found = problems("replace game.players {\n  players 2 to 5\n}\n")
    assert brought_by(found[0]) == ["game.players"]


def test_two_lines_of_which_each_is_needed_are_both_shown() -> None:
    found = problems("remove rows.cards.stone\nremove rows.cards.grove\n")
    [told] = [each for each in found if each.code == "SPL431"]
    assert [note.text for note in told.related] == [BROUGHT, "together with this one"]


def test_two_faults_have_a_line_each_though_one_hid_the_other() -> None:
    found = problems("set supply.fruit = 2\nremove rows.cards.stone\nremove rows.cards.grove\n")
    [told] = [each for each in found if each.code == "SPL431"]
    assert brought_by(told) == ["remove rows.cards.stone"]
    assert "SPL430" not in {each.code for each in found}  # which is told once that is mended


def test_what_no_line_alone_brings_about_blames_none() -> None:
    found = problems("set supply.fruit = 2 | 2\nset actions.pair.pile = sort in supply >= 9\n")
    assert [brought_by(each) for each in found if each.code == "SPL430"] == [[]]


def test_a_base_that_is_wrong_by_itself_blames_nobody(tmp_path: Path) -> None:
    below = tmp_path / "below.rules"
    below.write_text(HEAD.replace("case", "below") + "set supply.fruit = 2\n", encoding="utf-8")
    text = HEAD.replace("base", "below") + "set limits.hand = 1\n"
    source = source_from_text("case.rules", text, REFUSED / "case.rules")
    found = load_source(source, extensions=extensions(), bases={"below": below}).problems
    assert [each.code for each in found] == ["SPL430"]
    assert brought_by(found[0]) == []


@pytest.mark.parametrize(
    "edit",
    ["remove actions.take", "set supply.nut = 2", "remove limits.tokens", "remove actions.reserve"],
)
def test_a_game_that_is_wrong_by_itself_blames_nobody(edit: str, tmp_path: Path) -> None:
    """The lookup finds each of these edits near: that the game has the problem without it decides."""
    game = (
        (REFUSED / "base.rules").read_text("utf-8").replace("each fruit 4 | 5", "each fruit 2 | 2")
    )
    below = tmp_path / "below.rules"
    below.write_text(game.replace('game base "Base"', 'game below "Below"'), encoding="utf-8")
    source = source_from_text(
        "case.rules", f"{HEAD.replace('base', 'below')}{edit}\n", REFUSED / "case.rules"
    )
    found = load_source(source, extensions=extensions(), bases={"below": below}).problems
    own = [each for each in found if each.source_name == str(below) and each.code == "SPL430"]
    assert own
    assert [brought_by(each) for each in own] == [[] for _ in own]


def test_in_a_long_file_the_line_is_found_too() -> None:
    terms = "\n".join(f"  sum_{n}: {n} * cards in hand" for n in range(12))
    found = problems(f"set supply.fruit = 2\nadd values.points {{\n{terms}\n}}\n")
    [told] = [each for each in found if each.code == "SPL430"]
    assert brought_by(told) == ["set supply.fruit = 2"]


def rows(count: int) -> str:
    return "\n".join(f"  guest_{n}: 1 : 9 pear" for n in range(count))


def test_many_alike_are_told_as_one() -> None:
    [told] = problems(f"rows guests {{\n{rows(MOST_ALIKE + 4)}\n}}\n")
    assert told.message().endswith(f"(and {MOST_ALIKE + 3} more like it)")
    assert told.span is not None
    assert told.span.text.startswith("guest_0")
    assert [note.span.text[:7] for note in told.related] == ["guest_1", "guest_2"]


def test_a_few_alike_are_told_one_by_one() -> None:
    found = problems(f"rows guests {{\n{rows(MOST_ALIKE)}\n}}\n")
    assert [each.more for each in found] == [0] * MOST_ALIKE


def test_many_that_one_line_brings_about_are_told_as_one_though_each_names_its_own_piece() -> None:
    [told] = problems("set limits.tokens = 2\n")
    assert told.code == "SPL421"
    assert told.message().endswith("which no player can ever pay (and 7 more like it)")
    assert brought_by(told) == ["set limits.tokens = 2"]


def test_many_pieces_of_a_base_that_one_line_is_about_are_told_as_one(tmp_path: Path) -> None:
    text = HEAD.replace("base", "classic") + "replace actions.buy.pay { pay cost of card }\n"
    (tmp_path / "case.rules").write_text(text, encoding="utf-8")
    [told] = load_file(tmp_path / "case.rules", extensions=extensions()).problems
    assert told.code == "SPL421"
    assert told.more > MOST_ALIKE
    assert [note.text for note in told.related] == ["it is paid here", "and here", "and here"]


def test_what_one_line_brings_about_is_told_of_each_that_is_no_piece(tmp_path: Path) -> None:
    names = [f"pair_{n}" for n in range(MOST_ALIKE + 2)]
    body = "choose sort: fruit in supply; require pile: sort in supply >= 3; gain 2 sort"
    actions = "\n".join(f"  {name} {{ {body} }}" for name in names)
    below = tmp_path / "below.rules"
    head = HEAD.replace("case", "below")
    below.write_text(f"{head}replace actions.pair {{\n{actions}\n}}\n", encoding="utf-8")
    text = HEAD.replace("base", "below") + "set supply.fruit = 2\n"
    source = source_from_text("case.rules", text, REFUSED / "case.rules")
    found = load_source(source, extensions=extensions(), bases={"below": below}).problems
    told = [each for each in found if each.code == "SPL430"]
    assert [brought_by(each) for each in told] == [["set supply.fruit = 2"]] * len(names)
    assert all(
        f"the action {name!r}" in each.message() for name, each in zip(names, told, strict=True)
    )


def test_one_habit_of_many_lines_is_told_once() -> None:
    lines = "\n".join(f"  {name}: min(3, points) {name}" for name in ("a", "b", "c", "d", "e"))
    (told,) = problems(f"values {{ total more {{\n{lines}\n}} }}\n")
    assert told.more == 4
    assert [note.text for note in told.related] == ["and here", "and here"]
    few = "\n".join(lines.split("\n")[:2])
    assert [each.more for each in problems(f"values {{ total more {{\n{few}\n}} }}\n")] == [0, 0]
