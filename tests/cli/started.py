"""A process that has loaded a program and runs it in copies of itself: each starts in a tenth of the time.

`python started.py HANDLE NAME` serves at a socket; the program is `splendor` or `pytest`. A request comes with three open
files for what a program reads and writes, and is answered by the number of the process, then by its exit code.
"""

import atexit
import gc
import json
import os
import socket
import sys
from collections.abc import Callable
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, NoReturn

import pytest

import splendor_dsl.cli
from splendor_dsl.bundled import editions
from splendor_dsl.diagnostics import all_problem_classes
from splendor_dsl.pipeline import load_file

MOST_BYTES = 60_000
SEARCH_PATH = "PYTHONPATH"
# It imports what may not be installed, and takes long.
OF_EXTRAS = ("splendor_dsl.compiler.native.loops", "splendor_dsl.compiler.native.search")


def waiting(channel: socket.socket) -> dict[str, Any]:
    """Wait for requests; each goes on in a process of its own, which returns with what is asked."""
    while True:
        message, files, _, _ = socket.recv_fds(channel, MOST_BYTES, 3)
        if not message:
            os._exit(0)
        child = os.fork()
        if child == 0:
            channel.close()
            for number, file in enumerate(files):
                os.dup2(file, number)
                os.close(file)
            asked: dict[str, Any] = json.loads(message)
            return asked
        for file in files:
            os.close(file)
        channel.send(str(child).encode())
        _, status = os.waitpid(child, 0)
        channel.send(str(os.waitstatus_to_exitcode(status)).encode())


def _searched() -> list[str]:
    """The folders that Python searches first, as the environment says."""
    return [folder for folder in os.environ.get(SEARCH_PATH, "").split(os.pathsep) if folder]


def become(asked: dict[str, Any]) -> None:
    """Take the place of a program that was just started."""
    os.chdir(asked["cwd"])
    searched = _searched()
    os.environ.clear()
    os.environ.update(asked["env"])
    sys.path[: len(searched)] = _searched()
    sys.argv = asked["args"]
    sys.stdin, sys.stdout, sys.stderr = (
        os.fdopen(
            number, "w" if number else "r", encoding=old.encoding, errors=old.errors, newline=None
        )
        for number, old in enumerate((sys.stdin, sys.stdout, sys.stderr))
    )


def load() -> None:
    """Import what any command may import, and judge the editions once, so that no copy has to read them."""
    for module in walk_packages(splendor_dsl.__path__, "splendor_dsl."):
        if not module.name.startswith(OF_EXTRAS):
            import_module(module.name)
    all_problem_classes()
    for path in editions().values():
        load_file(path)
    gc.freeze()


def ran(program: Callable[[], object]) -> object:
    """Run a program; return what it would end Python with."""
    try:
        return program()
    except SystemExit as end:
        return end.code


def leave(code: object) -> NoReturn:
    """End without clearing memory away, which takes longer than most runs, nor waiting for threads: none is left."""
    if not isinstance(code, int | None):
        sys.exit(str(code))
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code or 0)


if __name__ == "__main__":
    handle, name = sys.argv[1:]
    load()
    program = {"splendor": splendor_dsl.cli.main, "pytest": pytest.main}[name]
    become(waiting(socket.socket(fileno=int(handle))))
    leave(ran(program))
