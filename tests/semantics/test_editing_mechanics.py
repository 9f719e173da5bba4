"""Edits of the options of a mechanic, which are changed like any other clause, anywhere in the file."""

from pathlib import Path

import pytest
from kernel.small import text

from splendor_dsl.diagnostics import Problem
from splendor_dsl.extensions import load_extensions
from splendor_dsl.pipeline import Files, Loaded, load_source
from splendor_dsl.report.terminal import render_problems
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.layers import resolve
from splendor_dsl.source import Source, source_from_text
from splendor_dsl.syntax.from_text import from_text

TILES = ["green_red_black", "blue_green"]


def changed(edits: str, base: str = "classic") -> m.Model:
    loaded = variant(edits, base)
    assert not loaded.problems, render_problems(loaded.problems)
    assert loaded.model is not None
    return loaded.model


def variant(edits: str, base: str = "classic") -> Loaded:
    text = f'splendor rules 2\nvariant case "Case" extends {base}\n{edits}\n'
    return load_source(source_from_text("case.rules", text, Path("case.rules")))


def nobles(model: m.Model) -> dict[str, object]:
    """Return the worth of each noble, in order."""
    found = (model.pieces[number] for number in model.pieces_of("nobles"))
    return {piece.label: piece.values["worth"] for piece in found}


def test_a_tile_is_replaced_in_its_place() -> None:
    made = nobles(
        changed("replace mechanics.nobles.tiles.red_black { crimson: 4 : 4 red, 4 black }")
    )
    assert list(made)[:3] == ["crimson", *TILES]
    assert made["crimson"] == 4


@pytest.mark.parametrize(("how", "at"), [("before", 0), ("after", 1)])
def test_a_tile_is_put_beside_another(how: str, at: int) -> None:
    edit = f"{how} mechanics.nobles.tiles.red_black {{ crimson: 4 : 4 red, 4 black }}"
    assert list(nobles(changed(edit))).index("crimson") == at


def test_one_cell_of_a_tile_is_set() -> None:
    made = nobles(changed("set mechanics.nobles.tiles.red_black.worth = 5"))
    assert made["red_black"] == 5
    assert {worth for name, worth in made.items() if name != "red_black"} == {3}


FAME = "values { total fame { cards: sum of bonus in bought } }\n"


def counted(model: m.Model) -> set[str]:
    """The values that the trigger of the nobles reads."""
    (visit,) = (each for each in model.triggers if each.name == "visit")
    needs = required(visit, "needs")
    assert isinstance(needs, v.Covers)
    assert isinstance(needs.left, v.ValueOf)
    return {needs.left.value}


def required(trigger: m.Trigger, name: str) -> v.Expr:
    """Return the text of one of the requirements of a trigger."""
    path = f"{trigger.where.path}.{name}"
    (step,) = (each for each in trigger.code.steps if each.where.path == path)
    assert isinstance(step, m.Require)
    return step.value


def test_an_option_is_set_that_had_its_default() -> None:
    assert counted(changed("")) == {"bonus"}
    assert counted(changed(FAME + "set mechanics.nobles.counted = fame")) == {"fame"}


CROWNS = "before kinds.cards.cost { crowns 0 to 2 = 0 }\nset rows.cards.black_1_4blue.crowns = 2\n"
TILE = "use avengers_tile { tag crowns; from_tags 2 }\n"


@pytest.mark.parametrize("late", [False, True])
def test_an_option_is_set_before_the_mechanic_is_used(*, late: bool) -> None:
    edit = "set mechanics.avengers_tile.from_tags = 1\n"
    made = changed(CROWNS + (TILE + edit if late else edit + TILE))
    (assemble,) = (each for each in made.triggers if each.name == "assemble")
    enough = required(assemble, "enough")
    assert isinstance(enough, v.Compare)
    assert enough.right == v.Const(value=1)


def test_a_use_is_replaced_and_put_before_another() -> None:
    plain = changed("", "marvel").mechanics
    again = """replace mechanics.avengers_tile {
      use avengers_tile { tag avengers; from_tags 4; worth_points 2 }
    }"""
    assert changed(again, "marvel").mechanics == plain
    earlier = CROWNS + f"before mechanics.nobles {{ {TILE} }}"
    assert changed(earlier).mechanics == ("avengers_tile", "nobles")


def laid(mechanic: object) -> tuple[Problem, ...]:
    """The problems of a game that uses a mechanic which is found as given."""
    parsed = from_text(Source(name="small.rules", text=f"{text()}use odd {{ reveal 1 }}\n"))
    assert parsed.file is not None
    files = Files(load_extensions(), None, {})
    return resolve(parsed.file, files.base, lambda _: mechanic)[1]  # type: ignore[arg-type, return-value]


def test_a_game_is_no_mechanic() -> None:
    other = from_text(Source(name="odd.rules", text=text()))
    (problem,) = laid(other.file)
    assert problem.message() == "expected a mechanic, found a game or variant"


def test_a_mechanic_that_can_t_be_read_is_told_with_its_problems() -> None:
    problems = from_text(Source(name="odd.rules", text="splendor mechanic 2\nmechanic {")).problems
    assert problems
    assert laid(problems) == problems


def test_a_mechanic_that_nobody_provides_is_told() -> None:
    (problem,) = laid(None)
    assert "odd" in problem.message()
