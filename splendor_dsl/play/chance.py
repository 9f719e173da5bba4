"""Chance for players, bots and simulators: the algorithm that all backends share."""

from splendor_dsl.ir.chance import DEAL, FIRST_BOT, PLAYOUT, Stream, mix, stream_key, word

__all__ = ["DEAL", "FIRST_BOT", "PLAYOUT", "Stream", "mix", "stream_key", "word"]
