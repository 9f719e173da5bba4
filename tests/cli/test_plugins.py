"""Additions of installed packages and named modules to the program."""

from pathlib import Path

import pytest
from cli.program import RunResult, run

PLUGIN = '''
from splendor_dsl.hookspecs import Command, Renderer, hookimpl

def count(game: str, loud: bool = False) -> None:
    """Count the letters of a game."""
    print(len(game), "LETTERS" if loud else "letters")

def bent() -> None:
    raise KeyError("bent")

def lost() -> None:
    open("no such file")

def three() -> int:
    """End with three."""
    return 3

def five() -> None:
    raise SystemExit(5)

def says() -> None:
    raise SystemExit("went wrong")

def odd(how: list[list[int]]) -> None:
    """Count oddly."""

def left(game):
    raise SystemExit(3)

class Caller:
    def __call__(self, game: str = "none") -> None:
        print("called with", game)

@hookimpl
def splendor_commands():
    return [
        Command(name="count", function=count),
        Command(name="bent", function=bent),
        Command(name="lost", function=lost),
        Command(name="three", function=three),
        Command(name="five", function=five),
        Command(name="says", function=says),
        Command(name="odd", function=odd),
        Command(name="number", function=5),
        Command(name="check", function=count),
        Command(name="caller", function=Caller(), help="Call."),
    ]

@hookimpl
def splendor_renderers():
    return [
        Renderer(name="labels", render=lambda game: " ".join(p.label for p in game.model.pieces)),
        Renderer(name="bent", render=lambda game: 1 / 0),
        Renderer(name="left", render=left),
        Renderer(name="bytes", render=lambda game: b"game"),
    ]
'''

BOTS = """
from splendor_dsl import Weights
from splendor_dsl.hookspecs import Bot, hookimpl

class Raises:
    def __init__(self, game):
        self.left = 2
    def choose(self, view, moves, stream):
        self.left -= 1
        if self.left:
            return moves[0]
        raise KeyError("no plan")

class Mute(Exception):
    def __str__(self):
        raise KeyError("no words")

class Fails:
    def __init__(self, game): pass
    def choose(self, view, moves, stream):
        raise Mute

class Talks:
    def __init__(self, game):
        print("well met")
    def choose(self, view, moves, stream):
        print("my move")
        return moves[0]

class Chooses:
    def __init__(self, chosen):
        self.chosen = chosen
    def choose(self, view, moves, stream):
        return self.chosen

def unmade(game):
    raise SystemExit("not today")

@hookimpl
def splendor_bots():
    return [
        Bot(name="raises", make=Raises),
        Bot(name="unmade", make=unmade),
        Bot(name="nothing", make=lambda game: None),
        Bot(name="none", make=lambda game: Chooses(None)),
        Bot(name="text", make=lambda game: Chooses("pass")),
        Bot(name="cheats", make=lambda game: Chooses(game.parse_move("buy 3-1"))),
        Bot(name="no_game", make=lambda: Chooses(None)),
        Bot(name="mute", make=Fails),
        Bot(name="talks", make=Talks),
        Bot(name="heavy", make=Talks, weights=lambda: Weights(tokens={"lead": 3})),
        Bot(name="odd", make=Talks, weights=lambda: Weights(moves={"actions": float("nan")})),
        Bot(name="whimsical", make=Talks, weights=lambda: Weights(whim=-1)),
    ]
"""

CHECKS = '''
from attrs import frozen
from splendor_dsl.diagnostics import Problem
from splendor_dsl.hookspecs import Check, hookimpl

@frozen(kw_only=True)
class Tall(Problem):
    """A table that is higher than it may be."""

    code = "ACME1"
    severity = "warning"
    headline = "the target {target} is high"
    hint = "take a lower one"

    target: int

def tall(model):
    print("so tall")
    target = model.parameters["target"]
    yield Tall(target=target.value, span=target.where.span, path=target.where.path)

@hookimpl
def splendor_checks():
    return [
        Check(name="raises", function=lambda model: [][1]),
        Check(name="none", function=lambda model: None),
        Check(name="texts", function=lambda model: ["too tall"]),
        Check(name="tall", function=tall),
    ]
'''


def install(folder: Path, module: str, text: str) -> None:
    """A package that has metadata, as an installer leaves it."""
    (folder / f"acme_{module}.py").write_text(text)
    metadata = folder / f"acme_{module}-1.0.dist-info"
    metadata.mkdir()
    about = f"Metadata-Version: 2.1\nName: acme-{module}\nVersion: 1.0\n"
    (metadata / "METADATA").write_text(about)
    (metadata / "entry_points.txt").write_text(f"[splendor_dsl]\n{module} = acme_{module}\n")


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A folder with packages that add something of each kind."""
    for module, text in (("words", PLUGIN), ("bots", BOTS), ("checks", CHECKS)):
        install(tmp_path, module, text)
    return tmp_path


def started(installed: Path, *args: str) -> RunResult:
    return run(*args, PYTHONPATH=str(installed))


# ---- commands -----------------------------------------------------------------------------------
def test_a_command_of_an_outsider_stands_in_the_help(installed: Path) -> None:
    ran = started(installed, "--help")
    assert ran.status == 0
    assert "Count the letters of a game." in ran.out
    assert "Call." in ran.out
    assert "Report problems in rule files" in ran.out, "the program's own command stays"
    assert "Count the letters" not in run("--help").out


def test_a_command_that_cannot_join_is_named_and_the_others_stand_in_the_help(
    installed: Path,
) -> None:
    told = started(installed, "--help").err
    assert (
        "warning[SPL907]: the hook 'splendor_commands' of the plugin 'words' of the package" in told
    )
    assert "as 'function' of the command 'number', found a value of type 'int'" in told
    assert "warning[SPL914]: the command 'odd' of the plugin 'words' is left out: " in told
    assert (
        "warning[SPL913]: the command 'check' of the plugin 'words' is left out:"
        " the program has a command of that name" in told
    )
    assert told.count("SPL913") == told.count("SPL914") == 1


def test_a_command_of_the_program_runs_and_tells_of_one_that_has_its_name(installed: Path) -> None:
    ran = started(installed, "check", "sprint")
    assert "warning[SPL913]: the command 'check' of the plugin 'words' is left out" in ran.err
    assert ran.out.startswith("/")


def test_a_command_of_an_outsider_runs_with_its_options(installed: Path) -> None:
    assert started(installed, "count", "classic", "--loud").out == "7 LETTERS\n"
    assert started(installed, "caller").out == "called with none\n"
    assert started(installed, "three").status == 3
    assert started(installed, "five").status == 5


def test_a_command_of_an_outsider_that_fails_is_named(installed: Path) -> None:
    for name, reason in (
        ("bent", "KeyError: 'bent' (acme_words.py, line 9)"),
        ("lost", "FileNotFoundError: [Errno 2] No such file or directory: 'no such file'"),
        ("says", "went wrong"),
    ):
        ran = started(installed, name)
        assert ran.status == 2
        assert (
            f"error[SPL710]: the command {name!r} of the plugin 'words' failed: {reason}" in ran.err
        )


def test_an_unknown_command_is_still_one(installed: Path) -> None:
    assert started(installed, "cuont").status == 2
    assert started(installed, "odd").status == 2


def test_a_command_of_a_module_that_is_named_before_it(tmp_path: Path) -> None:
    file = str(tmp_path / "words.py")
    Path(file).write_text(PLUGIN)
    assert "Count the letters of a game." in run("--plugin", file, "--help").out
    assert run("--plugin", file, "count", "classic").out == "7 letters\n"
    late = run("count", "classic", "--plugin", file)
    assert late.status == 2
    assert "splendor --plugin MODULE count" in late.err


def test_a_module_that_is_named_before_a_command_of_the_program(tmp_path: Path) -> None:
    file = str(tmp_path / "words.py")
    Path(file).write_text(PLUGIN)
    ran = run("--plugin", file, "show", "orchard", "--form", "labels")
    assert ran.status == 2, "there is no bundled game of that name, but there is such a form"
    assert "SPL701" in ran.err
    assert run("--plugin", file, "show", "marvel", "--form", "labels").status == 0


# ---- plugins that were asked for ----------------------------------------------------------------
@pytest.mark.parametrize(
    "args",
    [
        ("check", "classic", "--plugin", "nosuch"),
        ("--plugin", "nosuch", "check", "classic"),
        ("--plugin", "nosuch", "count", "classic"),
        ("--plugin", "nosuch", "--help"),
        ("simulate", "classic", "--games", "1", "--plugin", "nosuch"),
        ("play", "classic", "--plugin", "nosuch"),
    ],
    ids=" ".join,
)
def test_a_plugin_that_was_asked_for_and_is_missing_is_wrong_usage(args: tuple[str, ...]) -> None:
    ran = run(*args)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == (
        "error[SPL910]: cannot import the plugin 'nosuch': there is no module of that name;"
        " a file is named with its .py\n"
        "help: `splendor explain SPL901` says more\n\n1 error\n"
    )


def test_a_plugin_that_was_asked_for_and_is_missing_is_wrong_usage_in_json() -> None:
    ran = run("check", "classic", "--json", "--plugin", "no/such.py")
    assert (ran.status, ran.err, ran.json["ok"]) == (2, "", False)
    (problem,) = ran.json["problems"]
    assert problem["code"] == "SPL910"
    assert problem["message"] == "cannot import the plugin 'no/such.py': there is no such file"


def test_an_installed_plugin_that_is_broken_is_named_and_the_rest_works(tmp_path: Path) -> None:
    install(tmp_path, "broken", "import not_there_at_all")
    for args in (["check", "classic"], ["list"], ["--help"], ["show", "classic"]):
        ran = started(tmp_path, *args)
        assert ran.status == 0
        assert "warning[SPL901]: cannot import the plugin 'broken' of the package" in ran.err


def test_what_a_plugin_prints_while_it_is_loaded_is_no_part_of_a_report(tmp_path: Path) -> None:
    install(tmp_path, "loud", f"print('hello')\n{PLUGIN}")
    ran = started(tmp_path, "check", "classic", "--json")
    assert ran.json["ok"]
    assert ran.err.startswith("hello\n")


# ---- forms --------------------------------------------------------------------------------------
def test_a_form_of_an_outsider_prints_the_game(installed: Path) -> None:
    ran = started(installed, "show", "marvel", "--form", "labels")
    assert ran.status == 0
    assert " rocket " in ran.out


def test_a_form_that_there_is_not_is_told(installed: Path) -> None:
    ran = started(installed, "show", "marvel", "--form", "x")
    assert ran.status == 2
    assert "expected a form (labels, bent, left, bytes), found 'x'" in ran.err


@pytest.mark.parametrize(
    ("form", "reason"),
    [
        ("bent", "ZeroDivisionError: division by zero (acme_words.py, line "),
        ("left", "SystemExit: 3 (acme_words.py, line "),
        ("bytes", "expected text, found a value of type 'bytes'"),
    ],
)
def test_a_form_that_fails_is_named(installed: Path, form: str, reason: str) -> None:
    ran = started(installed, "show", "marvel", "--form", form)
    assert (ran.status, ran.out) == (2, "")
    assert f"error[SPL712]: the form {form!r} of the plugin 'words' failed: {reason}" in ran.err


# ---- bots ---------------------------------------------------------------------------------------
FAILING_BOTS = {
    "raises": "KeyError: 'no plan' (acme_bots.py, line 12)",
    "unmade": "SystemExit: not today (acme_bots.py, line ",
    "nothing": "expected what it makes to have a method 'choose' or 'decide', found None",
    "none": "it chose None, which is no move",
    "text": "it chose a value of type 'str', which is no move",
    "cheats": "it chose 'buy 3-1', which it was not offered",
    "no_game": "TypeError: ",
    "mute": "Mute (acme_bots.py, line ",
}


@pytest.mark.parametrize("bot", FAILING_BOTS)
def test_a_bot_that_fails_is_named_after_the_games(installed: Path, bot: str) -> None:
    bots = ("--bots", f"random,{bot}", "--games", "4")
    ran = started(installed, "simulate", "classic", "--seed", "1", *bots)
    assert ran.status == 2
    failed = f"error[SPL709]: the bot {bot!r} of the plugin 'bots' failed: {FAILING_BOTS[bot]}"
    assert failed in ran.err
    assert "4 failed" in ran.out
    assert "random: 4 wins, 100.0%" in ran.out


@pytest.mark.parametrize("bot", ["raises", "cheats"])
def test_a_random_move_replaces_that_of_a_bot_that_fails_at_the_table(
    installed: Path, bot: str
) -> None:
    ran = started(installed, "play", "classic", "--seed", "1", "--bots", f"random,{bot}")
    assert ran.status == 0
    name = bot.capitalize()
    assert f"{name} 2 failed and makes a random move: {FAILING_BOTS[bot]}" in ran.out
    assert " has won." in ran.out


def test_a_bot_that_can_t_be_made_does_not_come_to_the_table(installed: Path) -> None:
    ran = started(installed, "play", "classic", "--seed", "1", "--bots", "random,no_game")
    assert ran.status == 2
    assert f"the bot 'no_game' of the plugin 'bots' failed: {FAILING_BOTS['no_game']}" in ran.err


def test_what_a_bot_or_a_check_prints_is_no_part_of_a_report(installed: Path) -> None:
    ran = started(installed, "simulate", "classic", "--games", "1", "--bots", "talks", "--json")
    assert ran.json["finished"] in {0, 1, 2}
    assert ran.err.count("well met") == 2  # once from each seat
    assert "my move" in ran.err
    checked = started(installed, "check", "classic", "--json")
    assert checked.json["ok"]
    assert "so tall\n" in checked.err


@pytest.mark.native
@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        ("heavy", "expected a token (white, blue, green, red, black, gold), found 'lead'"),
        ("odd", "ValueError: expected a number as the weight of 'actions', found nan"),
        ("whimsical", "ValueError: expected a whim from 0 to "),
    ],
)
def test_weights_that_a_game_can_t_have_are_named(installed: Path, bot: str, reason: str) -> None:
    pytest.importorskip("numba", reason="native code alone plays by weights")
    ran = started(installed, "simulate", "classic", "--bots", f"{bot},{bot}", "--backend", "native")
    assert (ran.status, ran.out) == (2, "")
    assert f"error[SPL709]: the bot {bot!r} of the plugin 'bots' failed: {reason}" in ran.err


def test_a_game_with_a_bot_that_fails_is_recorded(installed: Path) -> None:
    record = installed / "game.txt"
    bots = ["--bots", "random,raises", "--seed", "1", "--record", str(record)]
    assert started(installed, "play", "classic", *bots).status == 0
    replayed = run("replay", str(record), "--json").json
    assert replayed["over"]
    assert replayed["moves"] == replayed["of"]


# ---- checks -------------------------------------------------------------------------------------
def test_a_check_of_an_outsider_reports_its_own_problem(installed: Path) -> None:
    ran = started(installed, "check", "classic")
    assert ran.status == 0, "they are warnings"
    assert "warning[ACME1]: the target 15 is high" in ran.out
    assert " |   target 15 from " in ran.out
    assert "help: take a lower one" in ran.out


def test_checks_that_fail_are_named_and_the_rest_works(installed: Path) -> None:
    checked = started(installed, "check", "classic")
    for name, reason in (
        ("raises", "IndexError: list index out of range (acme_checks.py, line "),
        ("none", "expected problems, found None"),
        ("texts", "expected problems, found a value of type 'str' among them"),
    ):
        failed = f"warning[SPL911]: the check {name!r} of the plugin 'checks' failed: {reason}"
        assert failed in checked.out
    for args in (["list"], ["simulate", "classic", "--games", "1"], ["test", "sprint"]):
        assert started(installed, *args).status == 0


# ---- mechanics ----------------------------------------------------------------------------------
GAME = 'splendor rules 2\n\nvariant fair "Fair" extends classic\n\nuse stalls\n'
MECHANIC = """
from pathlib import Path
from splendor_dsl.hookspecs import Mechanic, hookimpl

@hookimpl
def splendor_mechanics():
    rules = Path(__file__).with_name("stalls.rules")
    return [Mechanic(name="stalls", title="Stalls", rules=rules)]
"""
USE = "fair.rules:5:5"
USED = f"{USE}: note: the mechanic 'stalls' of the plugin 'market' is used here"


def checked(folder: Path, rules: bytes | None) -> RunResult:
    """A game that uses a mechanic, whose rule file is this."""
    (folder / "fair.rules").write_text(GAME)
    (folder / "market.py").write_text(MECHANIC)
    if rules is not None:
        (folder / "stalls.rules").write_bytes(rules)
    return run("check", "fair.rules", "--plugin", "market.py", cwd=folder)


@pytest.mark.parametrize(
    ("rules", "reason"),
    [(None, "cannot find the file "), (b"\xff\xfe\x00", "expected text in UTF-8")],
    ids=["missing", "no text"],
)
def test_a_mechanic_without_rules_is_told_of_where_it_is_used(
    tmp_path: Path, rules: bytes | None, reason: str
) -> None:
    ran = checked(tmp_path, rules)
    assert ran.status == 1
    wrong = "error[SPL912]: cannot use the mechanic 'stalls' of the plugin 'market': "
    assert f"{USE}: {wrong}{reason}" in ran.out


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        (b'splendor mechanic 2\n\nmechanic stalls "stalls"\n\ntriggers {\n  a: at\n}\n', "SPL10"),
        (b"splendor mechanic 2\n", "SPL"),
        (b'splendor rules 2\n\nvariant stalls "Stalls" extends classic\n', "SPL212"),
        (
            b'splendor mechanic 2\n\nmechanic stalls "stalls"\n\nset limits.hnad = 4\n',
            "SPL201",
        ),
    ],
    ids=["syntax", "no header", "a variant", "a path"],
)
def test_a_mechanic_with_faults_is_told_of_with_the_place_of_its_use(
    tmp_path: Path, rules: bytes, code: str
) -> None:
    ran = checked(tmp_path, rules)
    assert ran.status == 1
    assert f"error[{code}" in ran.out
    assert "stalls.rules:" in ran.out
    assert USED in ran.out


ENDING = """
from splendor_dsl.hookspecs import Bot, hookimpl


class Calm:
    def __init__(self, game):
        pass

    def choose(self, view, moves, stream):
        return moves[stream.below(len(moves))]

    def end(self, seen):
        print("over" if seen.view["over"] else "broken off")
        {more}


@hookimpl
def splendor_bots():
    return [Bot(name="calm", make=Calm)]
"""


def test_a_bot_is_told_that_its_game_has_ended(tmp_path: Path) -> None:
    plugin = tmp_path / "ending.py"
    plugin.write_text(ENDING.replace("{more}", ""), "utf-8")
    simulated = run("simulate", "sprint", "--games", "2", "--bots", "calm", "--plugin", str(plugin))
    assert simulated.err == "over\nover\n"
    ended = run("play", "sprint", "--bots", "human,calm", "--plugin", str(plugin), typed="quit\n")
    assert ended.err == "broken off\n"


@pytest.mark.parametrize("command", ["simulate", "play"])
def test_an_exception_at_the_end_of_a_game_is_an_error_of_the_bot(
    command: str, tmp_path: Path
) -> None:
    plugin = tmp_path / "ending.py"
    plugin.write_text(ENDING.replace("{more}", "raise KeyError('end')"), "utf-8")
    ran = run(command, "sprint", "--bots", "calm,calm", "--plugin", str(plugin))
    assert ran.status == 2
    assert "the bot 'calm' of the plugin 'ending' failed: KeyError: 'end' (ending.py, " in ran.err
