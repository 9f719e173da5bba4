"""The part of the long comparisons that a run takes: all of them, or the tenth that has the number of the day.

`make conformance GAMES=n` plays n games of each number of players of everything; `make conformance PART=n` takes the
tenth of everything that has this number, so that ten days compare it all.
"""

import os
from collections.abc import Iterable
from typing import TypeVar

GAMES = int(os.environ.get("CONFORMANCE_GAMES") or 0)
PART = int(os.environ.get("CONFORMANCE_PART") or 0)
WHOLE = bool(GAMES) or not os.environ.get("CONFORMANCE_PART")
PARTS = 10

Item = TypeVar("Item")


def of_part(items: Iterable[Item]) -> list[Item]:
    """Return the items of this run."""
    return [each for at, each in enumerate(items) if WHOLE or at % PARTS == PART % PARTS]
