"""The `splendor` program as a person starts it."""

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from attrs import frozen

PROGRAM = Path(sys.executable).with_name("splendor")
_LONG = 60.0
_PATIENCE = 8.0


@frozen(kw_only=True)
class Ran:
    """What a run of the program left."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def run(*args: str, typed: str = "", cwd: Path | None = None, **env: str) -> Ran:
    """Run the program; it never shows a traceback, whatever it is given."""
    done = subprocess.run(
        [PROGRAM, *args],
        input=typed.encode("utf-8", "surrogateescape"),
        capture_output=True,
        cwd=cwd,
        env={**os.environ, "COLUMNS": "80", "NO_COLOR": "1", **env},
        timeout=_LONG,
        check=False,
    )
    ran = Ran(
        status=done.returncode,
        out=done.stdout.decode("utf-8", "replace"),
        err=done.stderr.decode("utf-8", "replace"),
    )
    assert "Traceback" not in ran.out + ran.err
    return ran


class Terminal:
    """The program at a terminal of its own."""

    def __init__(self, *args: str, **env: str) -> None:
        self.text = ""
        self.pid, self.handle = pty.fork()
        if self.pid == 0:
            # Whoever started the tests may have told their processes to ignore Ctrl-C.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
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
