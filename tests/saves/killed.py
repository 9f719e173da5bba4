"""A game that is killed at random moments and goes on each time from where it was left.

`python killed.py FOLDER ROUNDS SEED [GAME]` writes the moves that the game had when it was taken up after each round, and
raises AssertionError where it is another game than the one that was left.
"""

import os
import random
import signal
import sys
import time
from pathlib import Path

from saves.games import begun, bot_for, opened, rules_again

from splendor_dsl.chance import Stream
from splendor_dsl.records.replay import result_of
from splendor_dsl.saves.replay import replay
from splendor_dsl.saves.save import Save
from splendor_dsl.saves.store import open_store

LONGEST = 0.08  # seconds that a player gets at most, from its first move on
SEED = 5
LINE = 16  # bytes of a report
BOT = 1


def player(folder: Path, number: int, reports: int) -> None:
    """Play a game without end: a person at random, who takes back now and then, and a bot. Report what is saved."""
    store = open_store(folder)
    saved = store.resume(number)
    found = opened(NAME).game
    replayed = replay(saved.save, found)
    state, before = replayed.state, list(replayed.before)
    bot, person = bot_for(found, BOT, SEED), Stream(os.getpid())
    bot.stream.drawn = replayed.drawn.get(BOT, 0)
    report(reports, len(before))
    while True:
        if before and (state.over or not person.below(20)):
            state = state if state._pushed else replay(saved.save, found).state
            count = 1 + person.below(min(len(before), state._pushed))
            for _ in range(count):
                state.pop()
                before.pop()
            bot.stream.drawn = before[-1][1].get(BOT, 0) if before else 0
            report(reports, -1)
            saved.take_back(count)
        else:
            seat = state.to_move
            assert seat is not None
            move = bot.choose(state) if seat == BOT else state.moves[person.below(len(state.moves))]
            state.push(move)
            before.append((seat, {BOT: bot.stream.drawn}))
            saved.add(move, seat=seat, position=state.hash, drawn={BOT: bot.stream.drawn})
            if state.over:
                saved.finish(result_of(state))
        report(reports, len(before))


def report(reports: int, moves: int) -> None:
    """Say how many moves are saved now; -1 if some are about to be taken back."""
    os.write(reports, f"{moves}".ljust(LINE).encode())


def killed(folder: Path, number: int, chance: random.Random) -> list[int]:
    """Let a player play for a moment, and kill it; return what it reported."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            player(folder, number, writing)
        finally:
            os._exit(1)
    os.close(writing)
    text = os.read(reading, LINE)  # it has begun
    time.sleep(chance.random() ** 2 * LONGEST)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == -signal.SIGKILL, "it has failed by itself"
    while more := os.read(reading, 1 << 16):
        text += more
    os.close(reading)
    return [int(text[at : at + LINE]) for at in range(0, len(text) // LINE * LINE, LINE)]


def check(save: Save, reports: list[int]) -> None:
    """Assert that a game is the one that was reported last, or one step further."""
    moves, last = len(save.moves), reports[-1]
    if last >= 0:
        # Since then, one move was made at most, or it was about to be.
        assert moves in {last, last + 1}, (moves, reports[-4:])
    else:
        assert moves <= reports[-2], (moves, reports[-4:])
    replayed = replay(save, AGAIN)  # each position is compared with the one that was saved
    bot = bot_for(AGAIN, BOT, SEED)
    state = AGAIN.start(2, seed=SEED)
    for made in save.moves:  # the bot chooses the same, whatever was killed in between
        if made.seat == BOT:
            assert str(bot.choose(state)) == made.move
            assert bot.stream.drawn == made.drawn[BOT]
        state.push(made.move)
    assert replayed.state == state


if __name__ == "__main__":
    place, rounds, seed = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    NAME = sys.argv[4] if len(sys.argv) > 4 else "classic"
    chance = random.Random(seed)
    store = open_store(place)
    saved, beginning = begun(store, seed=SEED, name=NAME)
    saved.note("begin", "so that it is kept without a move")
    saved.close()
    AGAIN = rules_again(saved.save)
    for _ in range(rounds):
        reports = killed(place, saved.number, chance)
        found = open_store(place)
        check(found.read(saved.number), reports)
        sys.stdout.write(f"{len(found.read(saved.number).moves)}\n")
        found.close()
