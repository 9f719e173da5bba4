"""The `splendor` program: one file a command."""

import gc

# What a game is made of lives as long as the program: looking through it for what nobody holds takes a tenth of a start.
gc.set_threshold(100_000, 20, 50)
