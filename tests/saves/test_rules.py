"""A save has all that its rules were read from: it is played though the files are gone."""

import shutil
from pathlib import Path

import pytest
from attrs import evolve
from samples import editions_and_some_others
from saves.games import again, begun, opened, play, rules_again, save_of

from splendor_dsl.bundled import variants_folder
from splendor_dsl.cli.opened_game import Opened, open_game
from splendor_dsl.extensions import Provided, load_extensions
from splendor_dsl.hookspecs import Check
from splendor_dsl.saves.from_state import new_save
from splendor_dsl.saves.problems import SaveError
from splendor_dsl.saves.rules import load_rules, rule_files
from splendor_dsl.saves.save import RuleFile, Save
from splendor_dsl.saves.store import open_store
from splendor_dsl.semantics.problems import WrongHeader

TABLE = "tables/cards.csv"
BASE = """\
splendor rules 2

variant mine "Mine" extends classic

set parameters.target = 6
"""


def save_from(found: Opened) -> Save:
    state = found.game.start(2, seed=3)
    return new_save(
        name=found.name,
        resolved=found.resolved,
        extensions=found.extensions,
        game=found.game,
        state=state,
        seats=("human", "human"),
    )


@pytest.mark.parametrize("name", editions_and_some_others(4))
def test_a_bundled_game_is_the_same_from_its_save(name: str) -> None:
    found = opened(name).game
    save = save_of(found.start(found.players[0], seed=2), name)
    assert rules_again(save).hash == found.hash


@pytest.mark.parametrize("name", editions_and_some_others(2))
def test_a_saved_game_is_played_on_alike(name: str, tmp_path: Path) -> None:
    saved, state = begun(open_store(tmp_path), name=name)
    play(saved, state, 8)
    assert again(saved.save).state == state
    assert again(saved.save).state.moves == state.moves


def copied(folder: Path) -> Path:
    """An edition with its table and two layers on it, none of them bundled."""
    for file in variants_folder().glob("marvel*"):
        if file.is_file():
            shutil.copyfile(file, folder / file.name)
    (folder / "tables").mkdir()
    (folder / "marvel_cards.csv").rename(folder / TABLE)
    rules = (folder / "marvel.rules").read_text("utf-8").replace("marvel_cards.csv", TABLE)
    (folder / "heroes.rules").write_text(rules, "utf-8")
    for name, base in (("mine", "heroes"), ("night", "mine")):
        text = BASE.replace("mine", name).replace("classic", base).replace("= 6", "= 11")
        (folder / f"{name}.rules").write_text(text.replace('"Mine"', f'"{name}"'), "utf-8")
    return folder / "night.rules"


def test_layers_tables_and_mechanics_are_read_from_the_save_alone(tmp_path: Path) -> None:
    folder = tmp_path / "rules"
    folder.mkdir()
    found = open_game(str(copied(folder)), settings=["target=9"])
    save = save_from(found)
    kinds = [(file.kind, file.name, sorted(file.tables)) for file in save.files]
    assert kinds[:3] == [
        ("rules", "night", []),
        ("base", "heroes", [TABLE]),
        ("base", "mine", []),
    ]
    assert {kind for kind, _, _ in kinds[3:]} == {"mechanic"}
    assert save.beginning.settings == {"target": 9}
    shutil.rmtree(folder)
    assert rules_again(save).hash == found.game.hash


def test_a_file_that_changes_later_changes_no_save(tmp_path: Path) -> None:
    file = copied(tmp_path)
    save = save_from(open_game(str(file)))
    (tmp_path / "mine.rules").write_text("no rules any more", "utf-8")
    (tmp_path / TABLE).write_text("", "utf-8")
    assert rules_again(save).hash == save.beginning.rules


def test_a_table_that_changes_after_it_was_read_is_saved_as_it_was_read(tmp_path: Path) -> None:
    found = open_game(str(copied(tmp_path)))
    (tmp_path / TABLE).write_text("level,points\n", "utf-8")
    assert rules_again(save_from(found)).hash == found.game.hash


def test_the_mechanics_of_plugins_that_are_gone_are_still_there() -> None:
    found = opened("marvel")
    save = save_of(found.game.start(2, seed=1), "marvel")
    bare = evolve(load_extensions(), mechanics={})
    model = load_rules(save, bare).model
    assert model is not None


def test_rules_that_were_accepted_are_not_judged_again_by_plugins() -> None:
    found = opened()
    fault = WrongHeader(expected="a game", found="none")
    check = Check(name="never", function=lambda model: [fault])
    strict = evolve(found.extensions, checks={"never": Provided(check, "strict")})
    save = save_of(found.game.start(2, seed=1))
    assert load_rules(save, strict).problems == load_rules(save, found.extensions).problems


@pytest.mark.parametrize(
    "name", ["../night", "/etc/night", "a/../../b", "night\0"], ids=["up", "root", "hidden", "zero"]
)
@pytest.mark.parametrize("table", [False, True])
def test_a_name_that_leads_elsewhere_is_refused(name: str, *, table: bool) -> None:
    save = save_of(opened().game.start(2, seed=1))
    own, *others = save.files
    changed = evolve(own, tables={f"{name}.csv": ""}) if table else evolve(own, name=name)
    with pytest.raises(SaveError, match="its rules can't be read again"):
        load_rules(evolve(save, files=(changed, *others)), opened().extensions)


def test_rules_with_a_fault_are_told_of() -> None:
    save = save_of(opened().game.start(2, seed=1))
    files = (RuleFile(kind="rules", name="classic", text="splendor rules 2\n"),)
    with pytest.raises(SaveError, match="this version finds a fault in its rules"):
        load_rules(evolve(save, files=files), opened().extensions)
    with pytest.raises(SaveError, match="the file that was played is missing"):
        load_rules(evolve(save, files=()), opened().extensions)


def test_a_house_rule_is_saved_with_the_game_that_it_extends() -> None:
    files = rule_files(opened("sprint").resolved)
    assert [(each.kind, each.name) for each in files] == [
        ("rules", "sprint"),
        ("base", "classic"),
        ("mechanic", "nobles"),
    ]
