"""The choice of the backend that runs a game: the requested one, or the next that can, with the reason."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from attrs import evolve, frozen

from splendor_dsl.compiler.machine import PythonMachine
from splendor_dsl.compiler.module import Kind, Module, module
from splendor_dsl.compiler.module_cache import NoRoomError, Shelf, compiled_files
from splendor_dsl.compiler.native.runner import NativeMachine
from splendor_dsl.folders import cache_folder
from splendor_dsl.ir.nodes import Program
from splendor_dsl.lowering.unsupported import NotLowered

Backend = Literal["interpreter", "python", "native"]
BACKENDS: tuple[Backend, ...] = ("interpreter", "python", "native")
Tell = Callable[[str], None]


@frozen
class Gap:
    """The reason why a game runs on another backend than the requested one, and the clause it is about, if any."""

    wanted: Backend
    found: Backend
    path: str | None
    reason: str
    place: str | None = None  # the file and line of the clause
    instead: str | None = None  # advice to its author

    @property
    def message(self) -> str:
        """The reason as a sentence."""
        at = "" if self.place is None else f" ({self.place})"
        about = "" if self.path is None else f"{self.path}{at}: "
        more = "" if self.instead is None else f"; to have it compiled, {self.instead}"
        return f"{about}{self.reason}; the game can be played all the same, only slower{more}"


@frozen(kw_only=True)
class BackendChoice:
    """The backend of a game, its generated module if it has one, and notes for the user."""

    backend: Backend
    module: Module | None = None
    gap: Gap | None = None
    note: str | None = None

    def lines(self) -> list[str]:
        """Return the notes for the user, one a line."""
        gaps = [] if self.gap is None else [self.gap.message]
        return gaps if self.note is None else [*gaps, self.note]

    def runner(self, players: int) -> PythonMachine | NativeMachine | None:
        """Return the runner for so many players; none for the interpreter."""
        return None if self.module is None else machine(self.module, players)


def choose(
    program: Program, wanted: Backend, *, shelf: Shelf | None = None, tell: Tell | None = None
) -> BackendChoice:
    """Return the backend of a game; `tell` reports work that takes a while."""
    if wanted == "interpreter":
        return BackendChoice(backend="interpreter")
    shelf = Shelf(cache_folder()) if shelf is None else shelf
    if wanted == "native":
        return _native(program, shelf, tell)
    return _compiled(program, wanted, shelf, tell)


def _compiled(program: Program, wanted: Kind, shelf: Shelf, tell: Tell | None) -> BackendChoice:
    """Return a generated module, or the interpreter if the game has none."""
    try:
        made = module(program, wanted, shelf)
        if wanted == "native":
            made = _warm_up(program, made, shelf, tell)
    except NotLowered as gap:
        known = Gap(wanted, "interpreter", gap.path, gap.reason, gap.place, gap.instead)
        return BackendChoice(backend="interpreter", gap=known)
    except NoRoomError as error:
        return BackendChoice(
            backend="interpreter", gap=Gap(wanted, "interpreter", None, str(error))
        )
    except (SyntaxError, RecursionError, MemoryError) as error:
        # A last resort: the bounds on lines, branches and characters prevent code that nests this deep.
        reason = f"its code can't be compiled ({_first_line(error)}{_near(error)})"
        return BackendChoice(backend="interpreter", gap=Gap(wanted, "interpreter", None, reason))
    return BackendChoice(backend=wanted, module=made, note=shelf.note)


def _native(program: Program, shelf: Shelf, tell: Tell | None) -> BackendChoice:
    """Return native code, or plain Python if there is none."""
    reason, gap = _numba_problem(), None
    if reason is None:
        try:
            native = _compiled(program, "native", shelf, tell)
        except Exception as error:  # noqa: BLE001  # numba raises many types
            reason = f"native code can't be made ({_first_line(error)})"
        else:
            if native.gap is None:
                return native
            gap = native.gap
    found = _compiled(program, "python", shelf, tell)
    if gap is None:
        gap = Gap("native", found.backend, None, reason or "")
    return evolve(found, gap=found.gap or evolve(gap, found=found.backend))


def _numba_problem() -> str | None:
    """Return the reason why numba can't be used; none if it can."""
    if find_spec("numba") is None:
        return "numba is not installed (pip install splendor-dsl[native])"
    try:
        import_module("numba")
    except Exception as error:  # noqa: BLE001  # an incompatible numba raises many types
        return f"numba does not start ({_first_line(error)})"
    return None


def _first_line(error: BaseException) -> str:
    """Return the message of an error, on one line."""
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__


def _near(error: BaseException) -> str:
    """Return the title of the block of generated code that has a syntax error, if it is known."""
    if not isinstance(error, SyntaxError) or not error.filename or not error.lineno:
        return ""
    try:
        lines = Path(error.filename).read_text(encoding="utf-8").splitlines()[: error.lineno]
    except OSError:
        return ""
    titles = [line.strip()[2:] for line in lines if line.strip().startswith("# ")]
    return f", in {titles[-1]}" if titles else ""


def _warm_up(program: Program, made: Module, shelf: Shelf, tell: Tell | None) -> Module:
    """Compile native code, or load compiled files; replace damaged ones."""
    try:
        _run_once(program, made, tell)
    except Exception:  # noqa: BLE001  # a damaged file raises many types
        shelf.remove(made.path)
        if made.loops is not None and made.loops.__file__ is not None:
            shelf.remove(Path(made.loops.__file__))
        made = module(program, "native", shelf)
        _run_once(program, made, tell)
    return made


def _run_once(program: Program, made: Module, tell: Tell | None) -> None:
    """Run each function once, so that it is compiled; `tell` reports it if there is much to compile."""
    if tell is not None and not compiled_files(made.path):
        tell(f"compiling {program.model.name} for this machine, once; it takes some seconds")
    runner = NativeMachine(made, min(made.codecs))
    position, _ = runner.start(0)
    runner.playout(runner.copy(position), 0, 0, 0)
    runner.judge_game(position)
    # An argument of a wrong type then raises at once instead of compiling another version.
    made.code.play.disable_compile()


def machine(module: Module, players: int) -> PythonMachine | NativeMachine:
    """Return the runner of a module for one number of players."""
    if module.kind == "python":
        return PythonMachine(module, players)
    return NativeMachine(module, players)
