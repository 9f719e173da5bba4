"""Whatever a program does wrong is an error of the bot, in time and with its reason; it leaves nothing behind."""

import time
from pathlib import Path

import pytest
from bots.external.programs import ends, is_awaited, number_of, program, runs, seated

from splendor_dsl.bots.external import samples
from splendor_dsl.bots.seated import BotError, SeatedBot
from splendor_dsl.game.game import Game
from splendor_dsl.game.state import State
from splendor_dsl.loading import load


@pytest.fixture(scope="module")
def game() -> Game:
    return load("sprint")


@pytest.fixture
def state(game: Game) -> State:
    return game.start(2, seed=1)


NO_OPTION = "expected a number from 1 to 30 or the text of an option for 'option', found "
NO_OBJECT = "expected a JSON object in a line, found "
NO_TYPE = (
    "expected a type of message (ready, choose, sample, moves, play, view, outcome, drop), found "
)
NO_SAMPLE = "expected a sample of this decision, found 1"
NO_NUMBER = "expected a number for 'option', found "
# What `decide` does, and what is said of it.
BAD_ANSWERS = {
    "return 31": NO_OPTION + "31",
    "return 0": NO_OPTION + "0",
    "return 'fly'": NO_OPTION + "'fly'",
    r"return '\ud800'": NO_OPTION + r"'\ud800'",
    "return -1": NO_NUMBER + "-1",
    "return 10 ** 60": NO_NUMBER + f"1{56 * '0'}...",
    "return 1.0": NO_NUMBER + "1.0",
    "return True": NO_NUMBER + "True",
    "return None": NO_NUMBER + "None",
    "return [1]": NO_NUMBER + "[1]",
    "print('thinking...', flush=True)": NO_OBJECT + "'thinking...'",
    "print('', flush=True)": NO_OBJECT + "''",
    "print('[1]', flush=True)": NO_OBJECT + "'[1]'",
    "print('null', flush=True)": NO_OBJECT + "'null'",
    "print('{', flush=True)": NO_OBJECT + "'{'",
    """print('{"type": NaN}', flush=True)""": NO_OBJECT + """'{"type": NaN}'""",
    "print('[' * 60_000, flush=True)": NO_OBJECT + f"'{'[' * 56}...",
    """print('{"type": "choose", "option": ' + 5000 * '9' + '}', flush=True)""": NO_OBJECT
    + """'{"type": "choose", "option": 999999999999999999999999999...""",
    r"os.write(1, b'\xff\n')": NO_OBJECT + "'\ufffd'",
    "print('x' * 65_537, flush=True)": "it wrote a line of more than 65536 bytes",
    "os.write(1, b'x' * 70_000); time.sleep(9)": "it wrote a line of more than 65536 bytes",
    "say()": NO_TYPE + "None",
    "say(type='chose')": NO_TYPE + "'chose'",
    "say(type=[])": NO_TYPE + "[]",
    "say(type='ready')": "expected a move or a question, found 'ready' once more",
    "say(type='moves', sample=1)": NO_SAMPLE,
    "say(type='moves')": "expected a number for 'sample', found None",
    "ask(type='sample'); say(type='drop', sample=1); say(type='view', sample=1)": NO_SAMPLE,
    "ask(type='sample'); say(type='view', sample=1, seat=2)": "expected a seat from 0 to 1 or 'all', found 2",
    "ask(type='sample'); say(type='view', sample=1, seat=[])": "expected a number for 'seat', found []",
    "ask(type='sample'); say(type='play', sample=1, option=99)": NO_OPTION + "99",
    "sys.exit(3)": "it ended with exit status 3",
    "os.abort()": "it ended with SIGABRT",
    "os.close(1); time.sleep(9)": "it closed its output",
    "raise KeyError(7)": "it ended with exit status 1; its last line on stderr: KeyError: 7",
}


def reason(bot: SeatedBot, state: State) -> str:
    """Why the bot fails; its program is gone then."""
    number = number_of(bot)
    with pytest.raises(BotError) as failed:
        bot.choose(state)
    assert not runs(number)
    assert not is_awaited(number)
    return failed.value.reason


@pytest.mark.parametrize("done", BAD_ANSWERS)
def test_a_bad_answer_is_an_error_of_the_bot(
    done: str, state: State, game: Game, tmp_path: Path
) -> None:
    change = f"def decide(message):\n    {done}\n    time.sleep(9)"
    assert reason(seated(program(tmp_path, change), game), state) == BAD_ANSWERS[done]


def test_what_is_written_before_it_is_asked_for_is_no_answer(
    state: State, game: Game, tmp_path: Path
) -> None:
    change = "def decide(message):\n    say(type='choose', option=1)\n    return 2"
    bot = seated(program(tmp_path, change), game)
    assert bot.choose(state) == state.moves[0]
    time.sleep(0.05)
    assert (
        reason(bot, state) == """it wrote '{"type": "choose", "option": 2}' when it was not asked"""
    )


SLOW = {
    "it sleeps": "time.sleep(60)",
    "it computes": "while True: pass",
    "it writes half a line": "sys.stdout.write('{'); sys.stdout.flush(); time.sleep(60)",
    "it writes to stderr": "while True: sys.stderr.write('x' * 1000)",
    "it asks and does not read": "ask(type='sample')\n    while True: say(type='view', sample=1)",
    "it asks for ever": "ask(type='sample')\n    while True: ask(type='moves', sample=1)",
    "it can't be interrupted": "import signal\n    for each in (1, 2, 15): signal.signal(each, signal.SIG_IGN)\n"
    "    time.sleep(60)",
}


@pytest.mark.parametrize("how", SLOW)
def test_a_program_that_is_too_slow_is_ended(
    how: str, state: State, game: Game, tmp_path: Path
) -> None:
    change = f"def decide(message):\n    {SLOW[how]}"
    bot = seated(program(tmp_path, change, limits="move=0.3"), game)
    begun = time.monotonic()
    assert reason(bot, state).startswith("no answer within 0.3 s")
    assert 0.3 <= time.monotonic() - begun < 3


def test_a_program_must_start_in_time(game: Game, tmp_path: Path) -> None:
    slow = program(tmp_path, "def start(message): time.sleep(60)", limits="start=0.3")
    with pytest.raises(BotError, match=r"no answer within 0\.3 s"):
        seated(slow, game)


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("./nobody", "can't start './nobody': no such file or directory"),
        ("/", "can't start '/': permission denied"),
        ("true", "it ended with exit status 0"),
        ("sh -c 'exit 4'", "it ended with exit status 4"),
        ("echo hello", f"{NO_OBJECT}'hello'"),
        (
            "cat",
            NO_TYPE + "'start'",
        ),
        ("""echo '{"type": "sample"}'""", "expected 'ready' first, found another message"),
    ],
)
def test_what_is_no_bot_is_an_error_of_the_bot(command: str, said: str, game: Game) -> None:
    with pytest.raises(BotError) as failed:
        seated(f"exec:{command}", game)
    assert failed.value.reason == said


def test_no_more_samples_are_kept_than_allowed(
    state: State, game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(samples, "MOST_SAMPLES", 3)
    fine = "for number in range(1, 8): ask(type='sample'); ask(type='drop', sample=number)\n    return 1"
    greedy = "while True: ask(type='sample')"
    bot = seated(program(tmp_path, f"def decide(message):\n    {fine}"), game)
    assert bot.choose(state) == state.moves[0]
    bot.end(state)
    bot = seated(program(tmp_path, f"def decide(message):\n    {greedy}"), game)
    assert reason(bot, state) == "expected at most 3 samples at once: drop those no longer needed"


def test_samples_are_forgotten_after_a_decision(state: State, game: Game, tmp_path: Path) -> None:
    change = """
def decide(message):
    if message["log"]["from"]:
        say(type="view", sample=1)
    ask(type="sample")
    return 1
"""
    bot = seated(program(tmp_path, change), game)
    bot.choose(state)
    assert reason(bot, state) == NO_SAMPLE


def test_a_program_that_has_failed_is_started_anew(
    state: State, game: Game, tmp_path: Path
) -> None:
    flag = tmp_path / "failed"
    change = (
        "def decide(message):\n"
        "    if message['log']['from'] == 0 and not os.path.exists(sys.argv[1]):\n"
        "        open(sys.argv[1], 'w').close()\n"
        "        sys.exit(1)\n"
        "    return 1 if message['log']['from'] == 0 else 2"
    )
    bot = seated(program(tmp_path, change, str(flag)), game)
    assert reason(bot, state) == "it ended with exit status 1"
    assert bot.choose(state) == state.moves[0]
    assert bot.choose(state) == state.moves[1]
    bot.end(state)


def test_what_a_program_has_started_ends_with_it(state: State, game: Game, tmp_path: Path) -> None:
    file = tmp_path / "number"
    change = (
        "def start(message):\n"
        "    child = subprocess.Popen(['sleep', '60'])\n"
        "    open(sys.argv[1], 'w').write(str(child.pid))\n"
        "    say(type='ready')"
    )
    bot = seated(program(tmp_path, change, str(file)), game)
    child = int(file.read_text("utf-8"))
    assert runs(child)
    bot.choose(state)
    bot.end(state)
    assert ends(child)


def test_a_program_ends_when_something_else_breaks_a_decision_off(
    state: State, game: Game, tmp_path: Path
) -> None:
    bot = seated(program(tmp_path, "def decide(message): return ask(type='sample')"), game)
    number = number_of(bot)
    state.logging = False  # so that no sample can be drawn
    with pytest.raises(BotError, match="ValueError: expected a game that is logged"):
        bot.choose(state)
    assert not runs(number)


def test_a_program_that_does_not_end_is_ended(state: State, game: Game, tmp_path: Path) -> None:
    bot = seated(program(tmp_path, "def end(message): time.sleep(60)"), game)
    number, begun = number_of(bot), time.monotonic()
    bot.end(state)
    assert not runs(number)
    assert not is_awaited(number)
    assert 1 <= time.monotonic() - begun < 3


def test_the_last_line_on_stderr_is_shown_in_signs(
    state: State, game: Game, tmp_path: Path
) -> None:
    change = r"def decide(message): sys.exit('first\nred \x1b[31m and \x07 loud' + 300 * '!')"
    said = reason(seated(program(tmp_path, change), game), state)
    assert said.startswith(
        "it ended with exit status 1; its last line on stderr: red \u241b[31m and \u2407 loud!!!"
    )
    assert len(said) < 280
    assert "first" not in said
