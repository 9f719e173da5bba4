"""A process that has loaded the program and runs it in copies of itself: each starts in a tenth of the time.

`python started.py HANDLE` serves at a socket. A request comes with three open files for what a program reads and
writes, and is answered by the number of the process, then by its exit code.
"""

import gc
import json
import os
import socket
import sys
from typing import Any

MOST_BYTES = 60_000


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


def become(asked: dict[str, Any]) -> None:
    """Take the place of a program that was just started."""
    os.chdir(asked["cwd"])
    os.environ.clear()
    os.environ.update(asked["env"])
    sys.argv = asked["args"]
    sys.stdin, sys.stdout, sys.stderr = (
        os.fdopen(
            number, "w" if number else "r", encoding=old.encoding, errors=old.errors, newline=None
        )
        for number, old in enumerate((sys.stdin, sys.stdout, sys.stderr))
    )


if __name__ == "__main__":
    import splendor_dsl.cli
    import splendor_dsl.cli.app

    gc.freeze()
    become(waiting(socket.socket(fileno=int(sys.argv[1]))))
    sys.exit(splendor_dsl.cli.main())
