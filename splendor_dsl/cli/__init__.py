"""The `splendor` program, with one module for each command.

Each command loads only what it needs, so that the program starts at once. A command returns an exit status, or raises
`Stop` with problems.

Open `app.py` first, whose `COMMANDS` lists them all, then a short one such as `perft.py`.
"""

import gc
import signal
import sys


def main() -> None:
    """Run the program; Ctrl-C ends it without a traceback at any time."""
    # The objects of a game live as long as the program, and collecting garbage among them takes a tenth of a start.
    gc.set_threshold(100_000, 20, 50)
    # Bounds on rules keep numbers below some ten thousand digits, which print quickly.
    sys.set_int_max_str_digits(0)
    try:
        from splendor_dsl.cli.app import run

        run()
    except KeyboardInterrupt:
        sys.exit(130)  # as shells count it
    finally:  # the exit status is already decided
        signal.signal(signal.SIGINT, signal.SIG_IGN)
