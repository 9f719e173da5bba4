"""Bots that are programs of their own and speak JSON lines on their standard input and output (docs/exec.md).

Such a bot is named `exec:COMMAND`. It is started without a shell, once for each seat and game, and gets the rules, then at
each decision what its seat may know. It may ask for positions that fit that, and play on them; the position at the table
never leaves this process.

Open `player.py` first. `command.py` reads the spelling, `process.py` runs the program, `protocol.py` has the messages that
come from it and `rules.py` the rules that it gets; `manners.py` tests a program.
"""
