"""The `splendor` program: one file a command."""

import gc
import sys


def main() -> None:
    """Run the program; whoever stops it by Ctrl-C, however early, sees no more of it."""
    # What a game is made of lives as long as the program: to look through it for what nobody holds takes a tenth of a
    # start.
    gc.set_threshold(100_000, 20, 50)
    try:
        from splendor_dsl.cli.app import run

        run()
    except KeyboardInterrupt:
        sys.exit(130)  # as shells count it
