"""Chance for players, bots and simulators: the algorithm that all backends share."""

from splendor_dsl.ir.chance import (
    DEAL,
    GOLDEN,
    MASK,
    PLAYOUT,
    Stream,
    bot_hash,
    bot_key,
    mix,
    stream_key,
    word,
)

__all__ = [
    "DEAL",
    "GOLDEN",
    "MASK",
    "PLAYOUT",
    "Stream",
    "bot_hash",
    "bot_key",
    "mix",
    "stream_key",
    "word",
]
