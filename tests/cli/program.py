"""The `splendor` program as a person starts it."""

import json
import os
import pty
import resource
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

from attrs import define, frozen
from cli.started import MOST_BYTES, SEARCH_PATH

PROGRAM = Path(sys.executable).with_name("splendor")
STARTED = Path(__file__).with_name("started.py")
_LONG = 60.0
_PATIENCE = 8.0


@frozen(kw_only=True)
class RunResult:
    """The exit code and the output of a run of the program."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@define
class Server:
    """A program that is started already (started.py), for runs in which nothing that matters to Python is another."""

    process: subprocess.Popen[bytes]
    channel: socket.socket

    @classmethod
    def start(cls, program: str) -> "Server":
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            handle = theirs.fileno()
            command = [sys.executable, "-P", str(STARTED), str(handle), program]
            process = subprocess.Popen(command, pass_fds=[handle])
        ours.settimeout(_LONG)
        return cls(process, ours)

    def status(self, asked: bytes, files: tuple[IO[bytes], ...]) -> int:
        """The exit code of a run."""
        socket.send_fds(self.channel, [asked], [each.fileno() for each in files])
        process = int(self.channel.recv(32))
        try:
            return int(self.channel.recv(32))
        except TimeoutError:
            os.kill(process, signal.SIGKILL)
            self.channel.recv(32)
            raise


def _of_python(env: Mapping[str, str]) -> dict[str, str]:
    """The settings that Python reads as it starts; of them, a copy can follow a search path alone."""
    names = (name for name in env if name.startswith(("PYTHON", "LANG", "LC_")))
    return {name: env[name] for name in names if name != SEARCH_PATH}


_servers: dict[str, Server] = {}  # by the name of the program


def served(
    command: list[str], cwd: Path | None, env: dict[str, str]
) -> tuple[Server, bytes] | None:
    """The server that can run a command, and the request for it."""
    if _of_python(env) != _of_python(os.environ):
        return None
    name = Path(command[0]).name
    if name not in _servers:
        _servers[name] = Server.start(name)
    asked = {"args": command, "cwd": str(cwd or Path.cwd()), "env": env}
    try:
        text = json.dumps(asked).encode("ascii")
    except TypeError:
        return None
    return (_servers[name], text) if len(text) < MOST_BYTES else None


def run(*args: str, typed: str = "", cwd: Path | None = None, **env: str) -> RunResult:
    """Run the program; it never shows a traceback, whatever it is given."""
    whole = {**os.environ, "COLUMNS": "80", "NO_COLOR": "1", **env}
    ran = started([str(PROGRAM), *args], cwd, whole, typed=typed)
    assert "Traceback" not in ran.out + ran.err
    return ran


def started(
    command: list[str],
    cwd: Path | None,
    env: dict[str, str],
    *,
    typed: str = "",
    anew: bool = False,
) -> RunResult:
    """Run a command; unless anew, in a copy of a program that is started already if that makes no difference."""
    with TemporaryFile() as out, TemporaryFile() as err, TemporaryFile() as given:
        given.write(typed.encode("utf-8", "surrogateescape"))
        given.seek(0)
        files = given, out, err
        copy = None if anew else served(command, cwd, env)
        if copy is not None:
            status = copy[0].status(copy[1], files)
        else:
            streams = dict(zip(("stdin", "stdout", "stderr"), files, strict=True))
            status = subprocess.call(command, **streams, cwd=cwd, env=env, timeout=_LONG)
        out.seek(0)
        err.seek(0)
        return RunResult(
            status=status,
            out=out.read().decode("utf-8", "replace"),
            err=err.read().decode("utf-8", "replace"),
        )


def spent() -> float:
    """The seconds of processor time that all runs so far have taken, with those of the copies of a started program."""
    own = os.times()
    seconds = own.children_user + own.children_system
    for server in _servers.values():
        stat = Path(f"/proc/{server.process.pid}/stat").read_text("ascii").rpartition(")")[2]
        ticks = stat.split()[
            13:15
        ]  # of its children that have ended: in their own code, and for the system
        seconds += sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")
    return seconds


def run_without_room(
    *args: str | Path, cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the program where no file may grow beyond a few bytes."""
    limit = (10, resource.getrlimit(resource.RLIMIT_FSIZE)[1])
    return subprocess.run(
        [PROGRAM, *args],
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limit),
    )


def heed_signals() -> None:
    """Let signals end the process: whoever started the tests may have told their processes to ignore them."""
    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, signal.SIG_DFL)


class Terminal:
    """The program at a terminal of its own."""

    def __init__(self, *args: str, **env: str) -> None:
        self.text = ""
        self.pid, self.handle = pty.fork()
        if self.pid == 0:
            heed_signals()
            os.environ.update({"TERM": "dumb", "COLUMNS": "80", **env})
            os.execv(PROGRAM, [str(PROGRAM), *args])  # noqa: S606  # that is what it is for

    def wait_for(self, text: str) -> str:
        """Read until a text has come; what came before it."""
        end = time.monotonic() + _LONG
        while text not in self.text:
            assert time.monotonic() < end, f"{text!r} has not come: {self.text}"
            if not self._read():
                break
        assert text in self.text, f"{text!r} has not come: {self.text}"
        before, _, self.text = self.text.partition(text)
        return before

    def type(self, line: str) -> None:
        """Type a line."""
        os.write(self.handle, f"{line}\n".encode())

    def press(self, key: bytes) -> None:
        """Press a key, such as Ctrl-D."""
        os.write(self.handle, key)

    def press_until_it_ends(self, key: bytes) -> tuple[int, str]:
        """Press a key, again and again: one that comes while the terminal changes its mode is lost."""
        end = time.monotonic() + _LONG
        while time.monotonic() < end:
            try:
                self.press(key)
            except OSError:
                break
            answered = time.monotonic() + _PATIENCE
            while time.monotonic() < answered:
                ready, _, _ = select.select([self.handle], [], [], 0.5)
                if ready and not self._read():
                    return self.end()
        return self.end()

    def end(self) -> tuple[int, str]:
        """The exit code, and what came until then."""
        while self._read():
            pass
        end = time.monotonic() + _LONG
        done, status = os.waitpid(self.pid, os.WNOHANG)
        while not done and time.monotonic() < end:
            time.sleep(0.01)
            done, status = os.waitpid(self.pid, os.WNOHANG)
        if not done:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        assert done, f"it has not ended: {self.text}"
        os.close(self.handle)
        assert "Traceback" not in self.text
        return os.waitstatus_to_exitcode(status), self.text

    def _read(self) -> bool:
        ready, _, _ = select.select([self.handle], [], [], _LONG)
        try:
            data = os.read(self.handle, 65536) if ready else b""
        except OSError:  # as a terminal says that the other side has gone
            data = b""
        self.text += data.decode("utf-8", "replace").replace("\r\n", "\n")
        return bool(data)
