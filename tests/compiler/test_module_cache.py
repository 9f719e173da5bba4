"""Generated files: kept, and made anew where they are damaged, old or foreign; games run wherever nothing can be kept."""

import os
import pickle
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import evolve
from cli.program import PROGRAM, run

import splendor_dsl
from splendor_dsl.cache import read_own
from splendor_dsl.compiler import backend_choice, module_cache
from splendor_dsl.compiler.backend_choice import Backend, BackendChoice, choose
from splendor_dsl.compiler.module import WRITERS
from splendor_dsl.compiler.module_cache import HEAD, Shelf, with_header
from splendor_dsl.ir.nodes import Program

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def program() -> Program:
    return splendor_dsl.load("classic", backend="interpreter").program


SIMULATE = ("simulate", "classic", "--games", "2", "--seed", "5")


def first_of(chosen: BackendChoice) -> list[int]:
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


def planted(folder: Path, mark: Path) -> Path:
    """A module that is as it should be, but for a line that leaves a mark."""
    (file,) = folder.glob("*_*.py")
    head, _, text = file.read_text().partition("\n")
    stamp = head.removeprefix(HEAD).rpartition(" ")[0]
    file.write_text(with_header(f"{text}open({str(mark)!r}, 'w').close()\n", stamp))
    return file


def give(path: Path) -> None:
    """To another user, as only root can."""
    os.chown(path, 65534, 65534)


as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")


def test_a_module_that_was_planted_would_run(program: Program, tmp_path: Path) -> None:
    """The next tests rest on this: the line is run where the file is this user's own."""
    cache, mark = tmp_path / "cache", tmp_path / "mark"
    first_options(program, Shelf(cache))
    planted(cache, mark)
    first_options(program, Shelf(cache))
    assert mark.exists()


@as_root
def test_a_module_of_another_user_is_not_run_but_made_anew(
    program: Program, tmp_path: Path
) -> None:
    cache, mark = tmp_path / "cache", tmp_path / "mark"
    first = first_options(program, Shelf(cache))
    give(planted(cache, mark))
    assert first_options(program, Shelf(cache)) == first
    assert not mark.exists()
    (file,) = cache.glob("*.py")
    assert file.stat().st_uid == os.getuid()


def give_the_folder(cache: Path) -> None:
    give(cache)


def open_the_folder(cache: Path) -> None:
    cache.chmod(0o777)


def open_the_folder_above(cache: Path) -> None:
    cache.parent.chmod(0o777)


@pytest.mark.parametrize(
    "change",
    [pytest.param(give_the_folder, marks=as_root), open_the_folder, open_the_folder_above],
)
def test_nothing_of_a_folder_that_others_can_change_is_run_and_one_line_says_so(
    program: Program, tmp_path: Path, change: Callable[[Path], None]
) -> None:
    cache, mark = tmp_path / "above" / "cache", tmp_path / "mark"
    first = first_options(program, Shelf(cache))
    file = planted(cache, mark)
    before = file.read_bytes()
    change(cache)
    chosen = choose(program, "python", shelf=Shelf(cache))
    assert first_of(chosen) == first
    assert chosen.lines() == [
        f"others can change what lies in {cache}, so it is not used and each start takes longer"
    ]
    assert not mark.exists()
    assert ([*cache.glob("*.py")], file.read_bytes()) == ([file], before)
    assert chosen.module is not None
    assert stat.S_IMODE(chosen.module.path.parent.stat().st_mode) == 0o700


def test_what_was_looked_at_is_what_is_run(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that is exchanged right after it was read has no say, and neither has what Python compiled of it."""
    cache, mark = tmp_path / "cache", tmp_path / "mark"
    first = first_options(program, Shelf(cache))

    def exchanging(path: Path) -> bytes | None:
        found = read_own(path)
        if found is not None:
            planted(cache, mark)
        return found

    monkeypatch.setattr(module_cache, "read_own", exchanging)
    assert first_options(program, Shelf(cache)) == first
    assert not mark.exists()
    assert not [*cache.rglob("*.pyc")]


def test_without_a_home_no_folder_that_others_know_is_used(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backend_choice, "cache_folder", lambda: None)
    chosen = choose(program, "python")
    assert chosen.lines() == ["there is no folder for caches, so each start takes longer"]
    assert chosen.module is not None
    folder = chosen.module.path.parent
    assert folder.name.startswith("splendor-")
    assert len(folder.name) > len("splendor-")
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


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
    """Return the modules that are loaded to write one, but for those that are imported at its top."""
    script = (
        "import sys, splendor_dsl.compiler.module;"
        "print(*{name for name in sys.modules if name.startswith('splendor_dsl.')})"
    )
    ran = subprocess.run(
        [sys.executable, "-P", "-c", script], capture_output=True, text=True, check=True
    )
    parts = [name.split(".")[1:] for name in ran.stdout.split()]
    assert {path[0] for path in parts if path[1:]} == {*WRITERS} - {"chance.py"}


def test_without_numba_native_games_run_as_python(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backend_choice, "find_spec", lambda _: None)
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


class Trap:
    """An object that leaves a mark when it is unpickled."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[object, ...]:
        return (open, (str(self.mark), "w"))


def give_files(compiled: Path) -> None:
    for file in compiled.iterdir():
        give(file)


def give_folder(compiled: Path) -> None:
    give(compiled)


def open_folder(compiled: Path) -> None:
    compiled.chmod(0o777)


@pytest.mark.conformance
@pytest.mark.parametrize(
    "change",
    [
        pytest.param(give_files, marks=as_root),
        pytest.param(give_folder, marks=as_root),
        open_folder,
    ],
)
def test_native_code_that_others_can_have_written_is_compiled_anew(
    program: Program, tmp_path: Path, change: Callable[[Path], None]
) -> None:
    """Numba keeps pickles, which can run anything when they are read."""
    pytest.importorskip("numba", reason="native code needs it")
    cache, mark = tmp_path / "cache", tmp_path / "mark"
    first = first_of(choose(program, "native", shelf=Shelf(cache)))
    compiled = cache / "__pycache__"
    for file in [*compiled.glob("*.nbi"), *compiled.glob("*.nbc")]:
        file.write_bytes(pickle.dumps(Trap(mark)))
    change(compiled)
    told: list[str] = []
    again = choose(program, "native", shelf=Shelf(cache), tell=told.append)
    assert (again.backend, told, again.lines()) == ("native", [NATIVE], [])
    assert first_of(again) == first
    assert not mark.exists()
    told.clear()
    assert first_of(choose(program, "native", shelf=Shelf(cache), tell=told.append)) == first
    assert told == []


def a_file(compiled: Path) -> None:
    compiled.write_text("no folder")


def a_link(compiled: Path) -> None:
    target = compiled.parent.parent / "elsewhere"
    target.mkdir(mode=0o700)
    compiled.symlink_to(target)


REASONS = {
    a_file: "nothing can be kept in {}, so each start takes longer",
    a_link: "others can change what lies in {}, so it is not used and each start takes longer",
}


@pytest.mark.conformance
@pytest.mark.parametrize("change", REASONS)
def test_native_code_that_can_t_be_kept_in_the_cache_goes_with_the_process(
    program: Program, tmp_path: Path, change: Callable[[Path], None]
) -> None:
    pytest.importorskip("numba", reason="native code needs it")
    cache = tmp_path / "cache"
    compiled = cache / "__pycache__"
    cache.mkdir(mode=0o700)
    change(compiled)
    chosen = choose(program, "native", shelf=Shelf(cache))
    assert chosen.backend == "native"
    assert chosen.lines() == [REASONS[change].format(compiled)]
    assert chosen.module is not None
    assert chosen.module.path.parent != cache
    assert [*chosen.module.path.parent.glob("__pycache__/*.nbi")]
    assert first_of(chosen) == first_options(program, Shelf(cache))


@pytest.mark.conformance
def test_native_code_is_kept_where_it_is_looked_at(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = pytest.importorskip("numba", reason="native code needs it").config
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path / "elsewhere"))
    first_of(choose(program, "native", shelf=Shelf(tmp_path / "cache")))
    assert not (tmp_path / "elsewhere").exists()
    assert [*(tmp_path / "cache" / "__pycache__").glob("*.nbi")]
    assert str(tmp_path / "elsewhere") == config.CACHE_DIR


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


def test_where_a_passing_folder_fills_up_a_game_runs_without_any(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        message = "no space left on device"
        raise OSError(message)

    monkeypatch.setattr(module_cache, "write_own", full)
    chosen = choose(program, "python", shelf=Shelf(tmp_path))
    assert chosen.backend == "interpreter"


@pytest.mark.parametrize("backend", ["python", "native"])
def test_where_others_can_change_passing_folders_too_a_game_runs_without_any(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, backend: Backend
) -> None:
    """As in a `TMPDIR` without the sticky bit, in which others can exchange a folder of this user."""
    tmp_path.chmod(0o777)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    chosen = choose(program, backend, shelf=Shelf(tmp_path))
    assert chosen.backend == "interpreter"
    (line,) = chosen.lines()
    assert line.startswith(
        f"others can change what lies in {tmp_path}, and no file can be written elsewhere; "
        "the game can be played all the same"
    )
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    "backend", ["python", pytest.param("native", marks=pytest.mark.conformance)]
)
def test_several_processes_may_write_at_once(tmp_path: Path, backend: str) -> None:
    if backend == "native":
        pytest.importorskip("numba", reason="native code needs it")
    told = {**os.environ, "SPLENDOR_CACHE": str(tmp_path)}
    command = [PROGRAM, *SIMULATE, "--backend", backend]
    start_with_items = [
        subprocess.Popen(command, env=told, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(2)
    ]
    said = [each.communicate() for each in start_with_items]
    assert [each.returncode for each in start_with_items] == [0, 0]
    assert len({out for out, _ in said}) == 1
    lines = {line for _, err in said for line in err.decode().splitlines()}
    assert lines <= ({NATIVE} if backend == "native" else set())
    assert not [file for file in tmp_path.iterdir() if file.suffix not in {".py", ".json", ""}]


def test_compiled_files_lie_in_the_temporary_folder_where_no_others_can_be_kept(
    tmp_path: Path,
) -> None:
    shelf = Shelf(tmp_path)
    kept = shelf.store("some", with_header("x = 1\n", "stamp"))
    (tmp_path / "__pycache__").write_text("in the way of the folder")
    found = shelf.for_compiled_files(kept)
    assert (found.path.name, found.text) == (kept.path.name, kept.text)
    assert found.path.parent != tmp_path
    assert found.path.read_text() == kept.text
    assert stat.S_IMODE((found.path.parent / "__pycache__").stat().st_mode) == 0o700
    assert shelf.note == (
        f"nothing can be kept in {tmp_path / '__pycache__'}, so each start takes longer"
    )
    assert shelf.for_compiled_files(found) == found
    (found.path.parent / "__pycache__").rmdir()
    (found.path.parent / "__pycache__").write_text("in the way of this one too")
    with pytest.raises(OSError, match="__pycache__"):
        shelf.for_compiled_files(found)
