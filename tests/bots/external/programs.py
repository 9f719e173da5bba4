"""Programs that are bots, written for tests; they need Python alone, and nothing of this package."""

import json
import os
import shlex
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from splendor_dsl.bots.external.command import read_command
from splendor_dsl.bots.external.player import ExternalPlayer, external_bot
from splendor_dsl.bots.seated import SeatedBot, seat_bot
from splendor_dsl.game.game import Game
from splendor_dsl.prose.clauses import by_path
from splendor_dsl.prose.words import Words

# It plays well-behaved; `change` redefines what it does.
BOT = """
import json, os, subprocess, sys, time

def say(**message):
    print(json.dumps(message), flush=True)

def ask(**message):
    say(**message)
    return json.loads(sys.stdin.readline())

def start(message):
    say(type="ready")

def decide(message):
    return 1 + message["seed"] % len(message["options"])

def end(message):
    sys.exit()

{change}

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        start(message)
    elif message["type"] == "decide":
        say(type="choose", option=decide(message))
    elif message["type"] == "end":
        end(message)
"""
# It writes each line that it is sent to a file, and asks all that it can.
CURIOUS = """
def heard(message):
    with open(sys.argv[1], "a") as file:
        file.write(json.dumps(message) + "\\n")
    return message

def start(message):
    heard(message)
    say(type="ready")

def decide(message):
    heard(message)
    one = heard(ask(type="sample"))["sample"]
    options = heard(ask(type="moves", sample=one))["options"]
    heard(ask(type="view", sample=one, seat="all"))
    heard(ask(type="view", sample=one))
    after = heard(ask(type="play", sample=one, option=options[-1]["text"]))["sample"]
    heard(ask(type="outcome", sample=after))
    heard(ask(type="drop", sample=one))
    heard(ask(type="view", sample=after, seat=0))
    return options[message["seed"] % len(options)]["text"]

def end(message):
    heard(message)
    sys.exit()
"""


def program(folder: Path, change: str = "", *args: str, limits: str = "") -> str:
    """The spelling of a bot that plays as `change` says."""
    file = folder / "mybot.py"
    file.write_text(BOT.replace("{change}", change), "utf-8")
    return f"exec:{limits} {shlex.join([sys.executable, '-I', '-S', str(file), *args])}"


def seated(spelling: str, game: Game, seat: int = 0, seed: int = 3) -> SeatedBot:
    """The program in a seat; it runs."""
    sentences = by_path(Words(rules=game.notation))
    return seat_bot(external_bot(read_command(spelling), sentences), game, seat, seed=seed)


def number_of(bot: SeatedBot) -> int:
    """The number of its process."""
    assert isinstance(bot.player, ExternalPlayer)
    assert bot.player._process is not None
    return bot.player._process.process.pid


def heard(file: Path) -> list[dict[str, Any]]:
    """Return all messages to a program that writes them down."""
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def runs(number: int) -> bool:
    """Whether a process still runs; one that has ended, and only waits for somebody to ask for its status, does not."""
    try:
        stat = Path(f"/proc/{number}/stat").read_text("utf-8")
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] not in {"Z", "X"}


def ends(number: int, seconds: float = 5.0) -> bool:
    """Whether a process ends soon."""
    until = time.monotonic() + seconds
    while runs(number) and time.monotonic() < until:
        time.sleep(0.01)
    return not runs(number)


def is_awaited(number: int) -> bool:
    """Whether a child process has not been waited for, so that it would stay as a zombie."""
    try:
        os.waitpid(number, os.WNOHANG)
    except ChildProcessError:
        return False
    return True


def plain(value: Mapping[str, Any]) -> dict[str, Any]:
    """A value as it comes out of JSON."""
    found: dict[str, Any] = json.loads(json.dumps(value))
    return found
