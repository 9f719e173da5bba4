"""The `splendor` program: one file for each command.

Each command loads only what it needs, so that the program starts at once. A command returns an exit status, or ends by
`Stop` with problems.

Open `app.py` first, whose `COMMANDS` names them all, then a short one such as `perft.py`.
"""

import gc
import signal
import sys


def main() -> None:
    """Run the program; whoever stops it by Ctrl-C, however early, sees no more of it."""
    # What a game is made of lives as long as the program: to look through it for what nobody holds takes a tenth of a
    # start.
    gc.set_threshold(100_000, 20, 50)
    # Bounds on rules keep numbers below some ten thousand digits, which are written in no time.
    sys.set_int_max_str_digits(0)
    try:
        from splendor_dsl.cli.app import run

        run()
    except KeyboardInterrupt:
        sys.exit(130)  # as shells count it
    finally:  # what ends already has the status that it ends with
        signal.signal(signal.SIGINT, signal.SIG_IGN)
