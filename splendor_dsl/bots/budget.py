"""Budgets of bots as people write them: `search@1000` for playouts, `search@0.5s` for seconds."""

from __future__ import annotations

import re
from typing import Final

from splendor_dsl.hookspecs import Budget

SIGN: Final = "@"
MOST_PLAYOUTS: Final = 10_000_000
MOST_SECONDS: Final = 86_400.0
_PLAYOUTS: Final = re.compile(r"[1-9][0-9]{0,8}")
_SECONDS: Final = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,6})?)s")


def read_budget(text: str) -> Budget:
    """Return the budget that a text stands for; raise ValueError if it is none."""
    seconds = _SECONDS.fullmatch(text)
    if seconds is not None and 0 < float(seconds[1]) <= MOST_SECONDS:
        return Budget(seconds=float(seconds[1]))
    if _PLAYOUTS.fullmatch(text) and int(text) <= MOST_PLAYOUTS:
        return Budget(playouts=int(text))
    message = (
        f"expected a number of playouts such as 1000, or seconds such as 0.5s, after {SIGN}, "
        f"found {text!r}"
    )
    raise ValueError(message)
