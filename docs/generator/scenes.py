"""Commands that show the problems which no rule file can show, with their files and output."""

import contextlib
import os
import shlex
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from attrs import field, frozen
from typer.testing import CliRunner

from splendor_dsl.cli.app import make_app
from splendor_dsl.game.game import game
from splendor_dsl.pipeline import load_file
from splendor_dsl.saves.lock import take

BASE: Final = "base.rules"
SAVES: Final = "games"  # the folder of saved games
_PROCESS: Final = 4711  # of the other program, in any run of the generator
_WIDTH: Final = 200  # a line is not broken by the width of a terminal
_HEAD: Final = 'splendor rules 2\nvariant night "Night" extends base\n'
_RECORD: Final = """\
[game "base.rules"]
[rules "{hash}"]
[players "Ann, Bob"]
[seed "7"]
[result "unfinished"]

1 Ann: take apple pear
2 Bob: take 2 plum

2 moves
"""


@frozen(kw_only=True)
class Scene:
    """A command and the files of its folder; a file of bytes is not for the page.

    `before` are commands that were given earlier, and `held` is the saved game that another program plays.
    """

    command: str
    before: tuple[str, ...] = ()
    held: int | None = None
    files: Mapping[str, str | bytes] = field(factory=dict)
    packages: Mapping[str, str] = field(factory=dict)  # the entry point of each package


def _broken_record(old: str, new: str) -> Scene:
    assert old in _RECORD, old
    return Scene(command="splendor replay game.txt", files={"game.txt": _RECORD.replace(old, new)})


def _tested(text: str) -> Scene:
    return Scene(command="splendor test night.rules", files={"night.rules": _HEAD + text})


def _hooks(text: str) -> str:
    """Return a module that imports the hooks that it uses."""
    used = [
        name for name in ("Bot", "Check", "Command", "Mechanic", "Renderer") if f"{name}(" in text
    ]
    return f"from splendor_dsl.hookspecs import {', '.join([*used, 'hookimpl'])}\n\n\n{text}"


def _plugin(text: str, command: str) -> Scene:
    files = {"calm.py": _hooks(text)}
    return Scene(command=f"{command} --plugin calm.py", files=files)


def _package(text: str, entry_point: str = "calm = acme_calm") -> Scene:
    files = {"acme_calm.py": _hooks(text)}
    packages = {"acme-calm": entry_point}
    return Scene(command="splendor check base.rules", files=files, packages=packages)


_HOOK: Final = "@hookimpl\ndef splendor_bots():\n    return "
_COMMAND: Final = """\
@hookimpl
def splendor_commands():
    return [Command(name="count", function=count)]
"""
_NO_CHOICE: Final = """\
class Calm:
    def __init__(self, *setting):
        pass

    def choose(self, view, moves, stream):
        return None


"""
_ONE_BOT: Final = _HOOK + '[Bot(name="calm", make=object)]\n'
_SAME_NAME: Final = """\
from pathlib import Path


@hookimpl
def splendor_mechanics():
    rules = Path(__file__).with_name("tiles.rules")
    return [Mechanic(name="nobles", title="Other nobles", rules=rules)]
"""

_NO_RULES: Final = _SAME_NAME.replace('"nobles", title="Other nobles"', '"tiles", title="Tiles"')

_BREAKS_OFF: Final = "echo 'no rules are calm enough' >&2\nexit 3\n"
_TALKS: Final = "echo 'I am calm'\n"

SCENES: Final[Mapping[str, Scene]] = {
    "SPL001": Scene(command="splendor check nigth.rules", files={"night.rules": _HEAD}),
    "SPL002": Scene(command="splendor check table.png", files={"table.png": b"\x89PNG\r\n\x1a\n"}),
    "SPL003": Scene(
        command="splendor check backup.rules", files={"backup.rules": b"#" * 5_000_000}
    ),
    "SPL004": Scene(command="splendor check mine/night", files={"mine/night/night.rules": b""}),
    "SPL005": Scene(command="splendor check /dev/zero"),
    "SPL006": Scene(
        command="splendor check night.rules",
        files={"night.rules": _HEAD.replace('"Night"', '"Night\x1b"')},
    ),
    "SPL115": Scene(
        command="splendor check night.rules",
        files={"night.rules": _HEAD.encode() + b"zoens { deck cards }\n" * 60},
    ),
    "SPL116": Scene(
        command="splendor check night.rules",
        files={"night.rules": _HEAD.encode() + b"#\n" * 260_000},
    ),
    "SPL122": Scene(
        command="splendor check night.rules",
        files={"night.rules": f"{_HEAD}values {{ total {'x' * 1001} {{ a: 1 }} }}\n"},
    ),
    "SPL223": Scene(
        command="splendor check night.rules",
        files={
            "night.rules": _HEAD
            + "".join(f"values {{ total count_{n} {{ a: {n} }} }}\n" for n in range(102))
        },
    ),
    "SPL501": _tested("example rich { given purse of Ann: 9 apple }\n"),
    "SPL502": _tested(
        'example pile {\n  when Ann plays "take 2 apple"\n  then apple in purse of Ann = 3\n}\n'
    ),
    "SPL503": _tested("invariants { few: every player has (cards in hand = 0) }\n"),
    "SPL504": Scene(
        command="splendor check night.rules",
        files={
            "night.rules": f'{_HEAD}example late {{\n  given record "night.games/one.record" before'
            " move 6\n  then round = 3\n}\n"
        },
    ),
    "SPL601": _broken_record("1 Ann: take", "Ann takes"),
    "SPL602": _broken_record('[seed "7"]', '[seed "seven"]'),
    "SPL603": _broken_record('[seed "7"]\n', ""),
    "SPL604": _broken_record("\n2 moves\n", ""),
    "SPL605": _broken_record("2 moves", "3 moves"),
    "SPL606": _broken_record("2 Bob", "3 Bob"),
    "SPL607": _broken_record("{hash}", "0f3a5b7c9d1e2f4a6b8c0d1e"),
    "SPL608": _broken_record("Ann, Bob", "Ann, Bob, Cid, Dan"),
    "SPL609": _broken_record("take 2 plum", "buy 2-1"),
    "SPL610": _broken_record("2 Bob", "2 Ann"),
    "SPL611": _broken_record("unfinished", "Ann > Bob"),
    "SPL613": _broken_record(
        "[players", '[clauses "zones purse=00aa"]\n[positions "9d01 77ab 02c4"]\n[players'
    ),
    "SPL614": _broken_record('"base.rules"', '"../saves/base.rules"'),
    "SPL615": Scene(
        command="splendor replay game.txt",
        files={
            "game.txt": _RECORD.replace('"base.rules"', '"notes.txt"'),
            "notes.txt": "a letter to Ann\n",
        },
    ),
    "SPL616": _broken_record("[players", '[clauses "zones purse=00aa"]\n[players'),
    "SPL612": Scene(command='splendor play base.rules --names "Ann: the first" --record game.txt'),
    "SPL701": Scene(command="splendor play clasic"),
    "SPL702": Scene(command="splendor show base.rules end.traget"),
    "SPL703": Scene(command="splendor explain SPL000"),
    "SPL704": Scene(command="splendor play base.rules --set target:6"),
    "SPL705": Scene(command="splendor simulate base.rules --bots greedi"),
    "SPL706": Scene(command="splendor play base.rules --players 2 --bots greedy,greedy,random"),
    "SPL707": Scene(command="splendor play base.rules --players 9"),
    "SPL708": Scene(command="splendor play base.rules --bots random --record nowhere/game.txt"),
    "SPL709": _plugin(
        _NO_CHOICE + _HOOK + '[Bot(name="calm", make=Calm)]\n',
        "splendor simulate base.rules --games 1 --bots calm,random",
    ),
    "SPL710": Scene(
        command="splendor count classic",
        files={
            "acme_words.py": _hooks(
                "def count(game: str) -> None:\n    print({}[game])\n\n\n" + _COMMAND
            )
        },
        packages={"acme-words": "words = acme_words"},
    ),
    "SPL711": Scene(command="splendor play base.rules --set traget=6"),
    "SPL712": _plugin(
        "@hookimpl\ndef splendor_renderers():\n"
        '    return [Renderer(name="cards", render=lambda game: game.cards)]\n',
        "splendor show base.rules --form cards",
    ),
    "SPL713": Scene(command="splendor perft base.rules --depth two"),
    "SPL714": Scene(command="splendor check game.txt", files={"game.txt": _RECORD}),
    "SPL715": Scene(command="splendor replay base.rules"),
    "SPL716": Scene(
        command="splendor ladder base.rules --bots greedy,random --out night.results",
        files={"night.results": '{"splendor_results":1,"seed":1}\n'},
    ),
    "SPL720": Scene(
        command="splendor simulate base.rules --games 1 --bots 'exec:sh calm.sh',random",
        files={"calm.sh": _BREAKS_OFF},
    ),
    "SPL721": Scene(
        command="splendor play game.txt",
        files={"game.txt": _RECORD.replace("[seed", '[seats "human, exec:calm"]\n[seed')},
    ),
    "SPL722": Scene(
        command="splendor try-bot 'exec:sh calm.sh' base.rules", files={"calm.sh": _TALKS}
    ),
    "SPL730": Scene(command="splendor import game.txt", files={"games": b"", "game.txt": _RECORD}),
    "SPL731": Scene(command="splendor games", files={"games/games.sqlite": b"\x89PNG\r\n\x1a\n"}),
    "SPL732": Scene(command="splendor resume 3"),
    "SPL733": Scene(
        before=("splendor import game.txt",),
        held=1,
        command="splendor resume 1",
        files={"game.txt": _RECORD},
    ),
    "SPL734": Scene(
        before=(
            "splendor play base.rules --seed 1 --bots random,random --record game.txt",
            "splendor import game.txt",
        ),
        command="splendor resume 1",
    ),
    "SPL901": _package("import acme_dice\n"),
    "SPL902": _package('NAME = "tiles"\n', "calm = acme_calm:NAME"),
    "SPL903": _package('def splendor_bots():\n    return [Bot(name="calm", make=object)]\n'),
    "SPL904": _package(
        '@hookimpl\ndef splendor_bot():\n    return [Bot(name="calm", make=object)]\n'
    ),
    "SPL905": _package(
        '@hookimpl\ndef splendor_bots(game):\n    return [Bot(name="calm", make=object)]\n'
    ),
    "SPL906": _package("BOTS = {}\n\n\n" + _HOOK + '[BOTS["calm"]]\n'),
    "SPL907": _package(_HOOK + 'Bot(name="calm", make=object)\n'),
    "SPL908": Scene(
        command="splendor check base.rules",
        files={f"{name}_tiles.py": _hooks(_ONE_BOT) for name in ("acme", "bcme")},
        packages={"acme-tiles": "tiles = acme_tiles", "bcme-tiles": "tiles = bcme_tiles"},
    ),
    "SPL909": _package(_SAME_NAME),
    "SPL910": _plugin("import acme_dice\n", "splendor check base.rules"),
    "SPL911": _package(
        'def tall(model):\n    return f"{model.title} is too tall"\n\n\n'
        '@hookimpl\ndef splendor_checks():\n    return [Check(name="tall", function=tall)]\n'
    ),
    "SPL912": Scene(
        command="splendor check night.rules --plugin calm.py",
        files={"calm.py": _hooks(_NO_RULES), "night.rules": _HEAD + "use tiles\n"},
    ),
    "SPL913": _package(
        "def check(game: str) -> None:\n    print(len(game))\n\n\n"
        + _COMMAND.replace("count", "check")
    ),
    "SPL914": Scene(
        command="splendor count classic",
        files={
            "acme_words.py": _hooks(
                'def count(game: str, kind: "Kind") -> None: ...\n\n\n' + _COMMAND
            )
        },
        packages={"acme-words": "words = acme_words"},
    ),
}


def printed(scene: Scene, base: Path) -> str:
    """Return the output of the command of a scene."""
    with TemporaryDirectory() as name:
        folder = Path(name).resolve()
        (folder / BASE).write_bytes(base.read_bytes())
        for file, text in _files(scene, base):
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_bytes(text.encode() if isinstance(text, str) else text)
        with contextlib.chdir(folder), _on_the_path(folder):
            runner = CliRunner(env={"COLUMNS": str(_WIDTH), "SPLENDOR_DATA": str(folder / SAVES)})
            for command in scene.before:
                runner.invoke(make_app(), shlex.split(command)[1:], catch_exceptions=False)
            with _held(folder / SAVES, scene.held):
                words = shlex.split(scene.command)[1:]
                ran = runner.invoke(make_app(), words, catch_exceptions=False)
        text = ran.output.replace(f"(process {os.getpid()})", f"(process {_PROCESS})")
        return text.replace(f"{folder}/", "").strip("\n")


@contextlib.contextmanager
def _held(folder: Path, number: int | None) -> Iterator[None]:
    """Play a saved game within the block, as another program would."""
    if number is None:
        yield
        return
    lock = take(folder / "playing" / f"{number}.lock")
    yield
    lock.release()


def shown_files(scene: Scene, base: Path) -> Iterator[tuple[str, str]]:
    """Yield the files of a scene that a reader should see."""
    yield from ((name, text) for name, text in _files(scene, base) if isinstance(text, str))
    for name, entry_point in scene.packages.items():
        key, module = entry_point.split(" = ")
        text = f'[project.entry-points.splendor_dsl]\n{key} = "{module}"\n'
        yield f"pyproject.toml` of the package `{name}", text


def _files(scene: Scene, base: Path) -> Iterator[tuple[str, str | bytes]]:
    for name, text in scene.files.items():
        if isinstance(text, str) and "{hash}" in text:
            model = load_file(base).model
            assert model is not None
            yield name, text.replace("{hash}", game(model).hash)
        else:
            yield name, text
    for name, entry_point in scene.packages.items():
        metadata = f"{name.replace('-', '_')}-1.0.dist-info"
        yield (
            f"{metadata}/METADATA",
            f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n".encode(),
        )
        yield f"{metadata}/entry_points.txt", f"[splendor_dsl]\n{entry_point}\n".encode()


@contextlib.contextmanager
def _on_the_path(folder: Path) -> Iterator[None]:
    """Let modules and packages of a folder be imported within the block, and forget them afterwards."""
    before = set(sys.modules)
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in set(sys.modules) - before:
            if str(folder) in (getattr(sys.modules[name], "__file__", None) or ""):
                del sys.modules[name]
