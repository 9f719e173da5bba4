"""Generated files: kept, and made anew where they are damaged, old or foreign; games run wherever nothing can be kept."""

import sys
from pathlib import Path

import pytest

import splendor_dsl
from splendor_dsl.backends.compiled import choice
from splendor_dsl.backends.compiled.choice import choose
from splendor_dsl.backends.compiled.storage import Shelf, default_shelf, is_whole
from splendor_dsl.ir.nodes import Program


@pytest.fixture(scope="module")
def program() -> Program:
    return splendor_dsl.load("classic", backend="interpreter").program


def first_options(program: Program, shelf: Shelf) -> list[int]:
    chosen = choose(program, "python", shelf=shelf)
    runner = chosen.runner(2)
    assert runner is not None
    assert chosen.backend == "python"
    return runner.start(7)[1]


def test_a_module_is_kept_under_the_hash_of_the_rules(program: Program, tmp_path: Path) -> None:
    first = first_options(program, Shelf(tmp_path))
    (file,) = tmp_path.glob("*.py")
    assert file.name == f"{program.meaning}_python.py"
    written = file.stat().st_mtime_ns
    assert first_options(program, Shelf(tmp_path)) == first
    assert file.stat().st_mtime_ns == written


DAMAGES = {
    "cut": lambda text: text[: len(text) // 2],
    "empty": lambda _: "",
    "of another version": lambda text: text.replace(splendor_dsl.__version__, "9.9.9", 1),
    "changed": lambda text: text.replace("automatic = n = 0", "automatic = n = 1"),
    "foreign": lambda _: "raise SystemExit('not ours')\n",
    "of other rules": lambda text: text.replace(text.split()[6], "0" * 24, 1),
    "no text": lambda _: "\udcff",
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_file_that_is_not_as_it_was_written_is_made_anew(
    program: Program, tmp_path: Path, damage: str
) -> None:
    first = first_options(program, Shelf(tmp_path))
    (file,) = tmp_path.glob("*.py")
    whole = file.read_bytes()
    damaged = DAMAGES[damage](whole.decode()).encode("utf-8", "surrogateescape")
    assert damaged != whole
    file.write_bytes(damaged)
    assert first_options(program, Shelf(tmp_path)) == first
    assert file.read_bytes() == whole


def test_what_python_compiled_may_be_damaged_too(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    first = first_options(program, Shelf(tmp_path))
    (compiled,) = (tmp_path / "__pycache__").glob("*.pyc")
    compiled.write_bytes(compiled.read_bytes()[:40])
    assert first_options(program, Shelf(tmp_path)) == first


def test_where_nothing_can_be_written_a_game_runs_and_says_so(
    program: Program, tmp_path: Path
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    shelf = Shelf(blocked / "shelf")
    assert first_options(program, shelf)
    (line,) = choose(program, "python", shelf=shelf).lines()
    assert line == f"nothing can be kept in {blocked / 'shelf'}, so each start takes longer"


def test_without_numba_native_games_run_as_python(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(choice, "find_spec", lambda _: None)
    chosen = choose(program, "native", shelf=Shelf(tmp_path))
    assert chosen.backend == "python"
    (line,) = chosen.lines()
    assert line.startswith("numba is not installed (pip install splendor-dsl[native])")


def test_damaged_native_code_is_compiled_anew(program: Program, tmp_path: Path) -> None:
    pytest.importorskip("numba")
    told: list[str] = []
    first = choose(program, "native", shelf=Shelf(tmp_path), tell=told.append).runner(2)
    assert first is not None
    assert told == ["compiling classic for this machine, once; it takes some seconds"]
    for file in (tmp_path / "__pycache__").glob("*.nbc"):
        file.write_bytes(b"nonsense")
    again = choose(program, "native", shelf=Shelf(tmp_path), tell=told.append).runner(2)
    assert again is not None
    assert again.start(7)[1] == first.start(7)[1]


def test_the_folder_is_the_one_that_the_environment_names(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SPLENDOR_CACHE", str(tmp_path / "named"))
    assert default_shelf().folder == tmp_path / "named"
    monkeypatch.delenv("SPLENDOR_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_shelf().folder == tmp_path / "splendor-dsl"
    assert not is_whole(tmp_path / "none.py", "stamp")
