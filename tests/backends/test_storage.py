"""Generated files: kept, and made anew where they are damaged, old or foreign; games run wherever nothing can be kept."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from attrs import evolve
from cli.program import PROGRAM, run

import splendor_dsl
from splendor_dsl.backends.compiled import choice
from splendor_dsl.backends.compiled.choice import Chosen, choose
from splendor_dsl.backends.compiled.module import WRITERS
from splendor_dsl.backends.compiled.storage import Shelf, default_shelf, is_whole
from splendor_dsl.ir.nodes import Program


@pytest.fixture(scope="module")
def program() -> Program:
    return splendor_dsl.load("classic", backend="interpreter").program


SIMULATE = ("simulate", "classic", "--games", "2", "--seed", "5")


def first_of(chosen: Chosen) -> list[int]:
    runner = chosen.runner(2)
    assert runner is not None
    return runner.start(7)[1]


def first_options(program: Program, shelf: Shelf) -> list[int]:
    chosen = choose(program, "python", shelf=shelf)
    assert chosen.backend == "python"
    return first_of(chosen)


def test_a_module_is_kept_under_the_hash_of_the_rules(program: Program, tmp_path: Path) -> None:
    first = first_options(program, Shelf(tmp_path))
    (file,) = tmp_path.glob("*.py")
    assert file.name.startswith(f"{program.meaning}_python")
    written = file.stat().st_mtime_ns
    assert first_options(program, Shelf(tmp_path)) == first
    assert file.stat().st_mtime_ns == written


def test_no_module_is_taken_for_one_whose_zones_have_other_room(
    program: Program, tmp_path: Path
) -> None:
    assert program.model.kept_limits["hand"] == 3
    unproved = evolve(program, model=evolve(program.model, kept_limits={}))
    assert first_options(program, Shelf(tmp_path)) == first_options(unproved, Shelf(tmp_path))
    assert len(list(tmp_path.glob("*.py"))) == 2


DAMAGES = {
    "cut": lambda text: text[: len(text) // 2],
    "empty": lambda _: "",
    "of another version": lambda text: text.replace(splendor_dsl.__version__, "9.9.9", 1),
    "changed": lambda text: text.replace("automatic = 0", "automatic = 1"),
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


@pytest.mark.parametrize("name", ["file", "long" * 100])
def test_where_nothing_can_be_written_a_game_runs_and_says_so(
    program: Program, tmp_path: Path, name: str
) -> None:
    (tmp_path / "file").write_text("no folder")
    shelf = Shelf(tmp_path / name / "shelf")
    assert first_options(program, shelf)
    (line,) = choose(program, "python", shelf=shelf).lines()
    assert line == f"nothing can be kept in {shelf.folder}, so each start takes longer"


def test_all_that_decides_how_a_module_is_written_is_a_part_of_its_stamp() -> None:
    """Whatever of the package is loaded to write one, but for what stands at its top."""
    script = (
        "import sys, splendor_dsl.backends.compiled.module;"
        "print(*{name for name in sys.modules if name.startswith('splendor_dsl.')})"
    )
    ran = subprocess.run(
        [sys.executable, "-P", "-c", script], capture_output=True, text=True, check=True
    )
    folders = {"/".join(name.split(".")[1:-1]) for name in ran.stdout.split()}
    assert folders == {*WRITERS, ""}


def test_without_numba_native_games_run_as_python(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(choice, "find_spec", lambda _: None)
    chosen = choose(program, "native", shelf=Shelf(tmp_path))
    assert chosen.backend == "python"
    (line,) = chosen.lines()
    assert line.startswith("numba is not installed (pip install splendor-dsl[native])")


NATIVE = "compiling classic for this machine, once; it takes some seconds"


def spoil(folder: Path, pattern: str) -> None:
    """Leave half of each file, as if its writer had been stopped."""
    files = list(folder.rglob(pattern))
    assert files
    for file in files:
        file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


@pytest.mark.conformance
def test_damaged_native_code_is_compiled_anew(program: Program, tmp_path: Path) -> None:
    pytest.importorskip("numba", reason="native code needs it")
    told: list[str] = []
    first = first_of(choose(program, "native", shelf=Shelf(tmp_path), tell=told.append))
    assert told == [NATIVE]
    for pattern in ("*.nbc", "*.nbi", "*.py"):
        spoil(tmp_path, pattern)
        told.clear()
        again = choose(program, "native", shelf=Shelf(tmp_path), tell=told.append)
        assert (again.backend, told) == ("native", [NATIVE])
        assert first_of(again) == first


def test_numba_that_does_not_start_is_told_on_one_line(tmp_path: Path) -> None:
    (tmp_path / "numba.py").write_text("raise ImportError('needs another numpy\\nand more')\n")
    found = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    env = {"PYTHONPATH": found, "SPLENDOR_CACHE": str(tmp_path)}
    plain, ran = (run(*SIMULATE, "--backend", name, **env) for name in ("python", "native"))
    assert plain.err == ""
    reason = "numba does not start (ImportError: needs another numpy)"
    assert ran.err == f"{reason}; the game can be played all the same, only slower\n"
    assert (ran.status, ran.out) == (0, plain.out)


def test_in_a_home_that_cannot_be_written_to_the_program_runs_and_says_so(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.write_text("no folder")
    ran = run(*SIMULATE, HOME=str(home), XDG_CACHE_HOME="", SPLENDOR_CACHE="")
    assert ran.status == 0
    kept = home / ".cache" / "splendor-dsl"
    assert ran.err == f"nothing can be kept in {kept}, so each start takes longer\n"


def test_where_no_file_at_all_can_be_written_the_interpreter_runs(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(**_: str) -> str:
        message = "no space left on device"
        raise OSError(message)

    monkeypatch.setattr(tempfile, "mkdtemp", full)
    monkeypatch.setattr(tempfile, "mkstemp", full)
    chosen = choose(program, "python", shelf=Shelf(tmp_path))
    assert chosen.backend == "interpreter"
    (line,) = chosen.lines()
    assert line.startswith(
        "no file can be written, not even for the moment; the game can be played all the same"
    )


@pytest.mark.parametrize(
    "backend", ["python", pytest.param("native", marks=pytest.mark.conformance)]
)
def test_several_processes_may_write_at_once(tmp_path: Path, backend: str) -> None:
    if backend == "native":
        pytest.importorskip("numba", reason="native code needs it")
    told = {**os.environ, "SPLENDOR_CACHE": str(tmp_path)}
    command = [PROGRAM, *SIMULATE, "--backend", backend]
    begun = [
        subprocess.Popen(command, env=told, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(2)
    ]
    said = [each.communicate() for each in begun]
    assert [each.returncode for each in begun] == [0, 0]
    assert len({out for out, _ in said}) == 1
    lines = {line for _, err in said for line in err.decode().splitlines()}
    assert lines <= ({NATIVE} if backend == "native" else set())
    assert not [file for file in tmp_path.iterdir() if file.suffix not in {".py", ""}]


def test_the_folder_is_the_one_that_the_environment_names(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SPLENDOR_CACHE", str(tmp_path / "named"))
    assert default_shelf().folder == tmp_path / "named"
    monkeypatch.delenv("SPLENDOR_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_shelf().folder == tmp_path / "splendor-dsl"
    assert not is_whole(tmp_path / "none.py", "stamp")
