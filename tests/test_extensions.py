import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import evolve

import splendor_dsl
from splendor_dsl.diagnostics import Problem
from splendor_dsl.extensions import Extensions, load_extensions
from splendor_dsl.hookspecs import Bot, Mechanic

HEAD = """
from pathlib import Path
from splendor_dsl.hookspecs import Bot, Check, Command, Mechanic, Renderer, hookimpl
"""
GOOD = (
    HEAD
    + """
@hookimpl
def splendor_mechanics():
    return [Mechanic(name="{name}", title="T", rules=Path(__file__).with_name("{name}.rules"))]
"""
)


class Site:
    """A folder on the path into which packages are put as if they were installed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def module(self, name: str, text: str) -> Path:
        path = self.folder / f"{name}.py"
        path.write_text(text)
        return path

    def package(self, name: str, **entries: str) -> None:
        info = self.folder / f"{name.replace('-', '_')}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        lines = ["[splendor_dsl]", *(f"{key} = {value}" for key, value in entries.items())]
        (info / "entry_points.txt").write_text("\n".join(lines) + "\n")


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.syspath_prepend(tmp_path)
    before = set(sys.modules)
    yield Site(tmp_path)
    for name in set(sys.modules) - before:
        if str(tmp_path) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]


def outside(extensions: Extensions) -> Extensions:
    """Without what is wrong with the project's own plugins."""
    others = [p for p in extensions.problems if "'splendor-dsl'" not in p.message()]
    return evolve(extensions, problems=tuple(others))


def only_problem(extensions: Extensions) -> Problem:
    (problem,) = outside(extensions).problems
    return problem


def test_a_package_adds_to_everything(site: Site) -> None:
    site.module(
        "zz_all",
        HEAD
        + """
@hookimpl
def splendor_mechanics():
    return [Mechanic(name="zz_tiles", title="Tiles", rules=Path("zz.rules"))]
@hookimpl
def splendor_checks():
    return (Check(name="zz_check", function=lambda model: ()),)
@hookimpl
def splendor_bots():
    return [Bot(name="zz_calm", make=dict), Bot(name="zz_wild", make=dict, description="w")]
@hookimpl
def splendor_renderers():
    return [Renderer(name="zz_html", render=str)]
@hookimpl
def splendor_commands():
    return [Command(name="zz_say", function=print, help="h")]
""",
    )
    site.package("zz-pack", zz="zz_all")
    found = outside(load_extensions())
    assert found.problems == ()
    mechanic, plugin = found.mechanics["zz_tiles"]
    assert (mechanic.title, plugin) == ("Tiles", "zz")
    assert found.bots["zz_wild"].value == Bot(name="zz_wild", make=dict, description="w")
    assert found.checks["zz_check"].plugin == "zz"
    assert found.renderers["zz_html"].value.render is str
    assert found.commands["zz_say"].value.help == "h"


def test_what_is_returned_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        load_extensions().mechanics["x"] = None  # type: ignore[index]  # refused, and shown here


BROKEN = {
    "import fails": ("raise ValueError('no\\nluck')", "SPL901", "ValueError: no luck (broken.py,"),
    "import exits": ("import sys; sys.exit(3)", "SPL901", "SystemExit: 3"),
    "no python": ("def (", "SPL901", "SyntaxError"),
    "needs a module": ("import not_there_at_all", "SPL901", "No module named 'not_there_at_all'"),
    "no hook": ("def splendor_bots():\n    return []", "SPL903", "expected a hook, found none"),
    "unknown hook": (
        HEAD + "@hookimpl\ndef splendor_bot():\n    return []",
        "SPL904",
        "unknown hook 'splendor_bot'",
    ),
    "wrong signature": (
        HEAD + "@hookimpl\ndef splendor_bots(game):\n    return []",
        "SPL905",
        "{'game'}",
    ),
    "hook raises": (
        HEAD + "@hookimpl\ndef splendor_bots():\n    return [{}['calm']]",
        "SPL906",
        "KeyError: 'calm' (broken.py, line 6)",
    ),
    "hook exits": (
        HEAD + "@hookimpl\ndef splendor_bots():\n    raise SystemExit",
        "SPL906",
        "SystemExit (broken.py, line 6)",
    ),
    "hook returns nothing": (
        HEAD + "@hookimpl\ndef splendor_bots():\n    pass",
        "SPL907",
        "expected a list of Bot, found None",
    ),
    "hook returns one": (
        HEAD + "@hookimpl\ndef splendor_bots():\n    return Bot(name='calm', make=dict)",
        "SPL907",
        "expected a list of Bot, found a value of type 'Bot'",
    ),
    "hook returns another kind": (
        HEAD + "@hookimpl\ndef splendor_mechanics():\n    return [Bot(name='calm', make=dict)]",
        "SPL907",
        "expected a list of Mechanic, found a value of type 'Bot' in it",
    ),
    "no name": (
        HEAD + "@hookimpl\ndef splendor_bots():\n    return [Bot(name='', make=dict)]",
        "SPL907",
        "expected a bot with a name of one word, found ''",
    ),
    "a name of two words": (
        HEAD + "@hookimpl\ndef splendor_bots():\n    return [Bot(name='so calm', make=dict)]",
        "SPL907",
        "expected a bot with a name of one word, found 'so calm'",
    ),
    "a name that rules cannot write": (
        HEAD
        + "@hookimpl\ndef splendor_mechanics():\n"
        + "    return [Mechanic(name='so-calm', title='', rules=Path('x'))]",
        "SPL907",
        "expected a mechanic with a name of one word, found 'so-calm'",
    ),
    "a name that begins with a digit of another script": (
        HEAD
        + "@hookimpl\ndef splendor_mechanics():\n"
        + "    return [Mechanic(name='\u1369_calm', title='', rules=Path('x'))]",
        "SPL907",
        "expected a mechanic with a name of one word, found '\u1369_calm'",
    ),
    "a bot that cannot be made": (
        HEAD + "@hookimpl\ndef splendor_bots():\n    return [Bot(name='calm', make='Calm')]",
        "SPL907",
        "something that can be called as 'make' of the bot 'calm', found a value of type 'str'",
    ),
    "a form that cannot be printed": (
        HEAD + "@hookimpl\ndef splendor_renderers():\n    return [Renderer(name='x', render=None)]",
        "SPL907",
        "expected something that can be called as 'render' of the renderer 'x', found None",
    ),
    "a check that is no function": (
        HEAD + "@hookimpl\ndef splendor_checks():\n    return [Check(name='x', function=5)]",
        "SPL907",
        "as 'function' of the check 'x', found a value of type 'int'",
    ),
    "a command that is no function": (
        HEAD + "@hookimpl\ndef splendor_commands():\n    return [Command(name='x', function=5)]",
        "SPL907",
        "as 'function' of the command 'x', found a value of type 'int'",
    ),
    "a help that is no text": (
        HEAD
        + "@hookimpl\ndef splendor_commands():\n"
        + "    return [Command(name='x', function=len, help=None)]",
        "SPL907",
        "expected text as 'help' of the command 'x', found None",
    ),
    "rules that are no path": (
        HEAD
        + "@hookimpl\ndef splendor_mechanics():\n"
        + "    return [Mechanic(name='x', title='X', rules='x.rules')]",
        "SPL907",
        "expected a path as 'rules' of the mechanic 'x', found a value of type 'str'",
    ),
}


@pytest.mark.parametrize(("text", "code", "words"), BROKEN.values(), ids=BROKEN)
def test_a_broken_plugin_is_named_and_the_rest_works(
    site: Site, text: str, code: str, words: str
) -> None:
    site.module("broken", text)
    site.module("aa_good", GOOD.format(name="aa"))
    site.module("zz_good", GOOD.format(name="zz"))
    site.package("broken-pack", mm="broken", aa="aa_good", zz="zz_good")
    found = load_extensions()
    problem = only_problem(found)
    assert (problem.code, problem.severity) == (code, "warning")
    assert words in problem.message()
    assert "'mm' of the package 'broken-pack'" in problem.message()
    assert {"aa", "zz"} <= found.mechanics.keys()


def test_an_unknown_hook_suggests_the_known_one_and_leaves_the_others(site: Site) -> None:
    text = GOOD.format(name="mm") + "\n@hookimpl\ndef splendor_bot():\n    return []"
    site.module("half", text)
    site.package("half-pack", mm="half")
    found = load_extensions()
    assert only_problem(found).help() == "did you mean 'splendor_bots'?"
    assert "mm" in found.mechanics


@pytest.mark.parametrize(
    ("entry", "code", "words"),
    [
        ("values:NAME", "SPL902", "expected a module with hooks, found a value of type 'str'"),
        ("values:NOTHING", "SPL902", "found None"),
        ("values:absent", "SPL901", "AttributeError"),
        ("absent_module", "SPL901", "ModuleNotFoundError"),
        ("not a module!", "SPL901", "Error"),
        ("", "SPL901", "Error"),
    ],
)
def test_an_entry_that_names_no_plugin_is_named(
    site: Site, entry: str, code: str, words: str
) -> None:
    site.module("values", "NAME = 'x'\nNOTHING = None")
    site.package("values-pack", vv=entry)
    problem = only_problem(load_extensions())
    assert problem.code == code
    assert words in problem.message()
    assert "'vv' of the package 'values-pack'" in problem.message()


@pytest.mark.parametrize(
    "lines",
    ["[splendor_dsl]\nno value\n", "[splendor_dsl\nmm = good\n[console_scripts]\nx\n"],
)
def test_a_package_whose_entry_points_are_damaged_is_named_and_the_rest_works(
    site: Site, lines: str
) -> None:
    site.module("good", GOOD.format(name="mm"))
    site.package("good-pack", mm="good")
    site.package("bad-pack", mm="good")
    (site.folder / "bad_pack-1.0.dist-info" / "entry_points.txt").write_text(lines)
    found = load_extensions()
    assert only_problem(found).message() == (
        "cannot import the plugins of the package 'bad-pack': its list of entry points is damaged"
    )
    assert {"mm", "nobles"} <= found.mechanics.keys()


def test_a_damaged_package_that_is_none_of_ours_is_left_alone(site: Site) -> None:
    site.package("bad-pack")
    for text in (b"[console_scripts]\nno value\n", b"\xff\xfe[splendor_dsl]\nno value\n"):
        (site.folder / "bad_pack-1.0.dist-info" / "entry_points.txt").write_bytes(text)
        found = load_extensions()
        assert outside(found).problems == ()
        assert "nobles" in found.mechanics


def test_an_object_with_hooks_is_a_plugin(site: Site) -> None:
    text = """
class Plugin:
    @hookimpl
    def splendor_bots(self):
        return [Bot(name="calm", make=dict)]
PLUGIN = Plugin()
"""
    site.module("objects", HEAD + text)
    site.package("object-pack", oo="objects:PLUGIN")
    found = outside(load_extensions())
    assert (found.problems, found.bots["calm"].plugin) == ((), "oo")


def test_of_two_plugins_of_one_name_the_first_package_is_used(site: Site) -> None:
    site.module("one", GOOD.format(name="one"))
    site.module("two", GOOD.format(name="two"))
    site.package("b-pack", same="two")
    site.package("a-pack", same="one")
    found = load_extensions()
    problem = only_problem(found)
    assert problem.code == "SPL908"
    assert problem.message() == (
        "two plugins of one name: the plugin 'same' of the package 'b-pack' is left out,"
        " the plugin 'same' of the package 'a-pack' is used"
    )
    assert "one" in found.mechanics
    assert "two" not in found.mechanics


def test_no_package_takes_the_name_of_a_plugin_of_the_project(site: Site) -> None:
    site.module("rogue", GOOD.format(name="rogue"))
    site.package("a-rogue", nobles="rogue")
    found = load_extensions()
    assert [p.code for p in found.problems if "'a-rogue'" in p.message()] == ["SPL908"]
    assert "rogue" not in found.mechanics


def test_of_two_mechanics_of_one_name_the_first_plugin_wins(site: Site) -> None:
    site.module("one", GOOD.format(name="same"))
    site.module("two", GOOD.format(name="same").replace('"T"', '"U"'))
    site.package("a-pack", zz="one")
    site.package("b-pack", aa="two")
    found = load_extensions()
    problem = only_problem(found)
    assert problem.code == "SPL909"
    assert problem.message() == (
        "two mechanics of the name 'same': that of the plugin 'zz' of the package 'a-pack'"
        " is left out, that of the plugin 'aa' is used"
    )
    assert found.mechanics["same"].plugin == "aa"


def test_the_order_is_that_of_the_names(site: Site) -> None:
    for name in ("cc", "aa", "bb"):
        site.module(f"mod_{name}", GOOD.format(name=name))
        site.package(f"pack-{ord('z') - ord(name[0])}", **{name: f"mod_{name}"})
    mechanics = load_extensions().mechanics
    assert [name for name in mechanics if name in {"aa", "bb", "cc"}] == ["aa", "bb", "cc"]


def test_a_person_can_name_a_module_or_a_file(site: Site, tmp_path: Path) -> None:
    site.module("named", GOOD.format(name="named"))
    folder = tmp_path / "else where"
    folder.mkdir()
    file = folder / "my-tiles.py"
    file.write_text(GOOD.format(name="tiles"))
    found = outside(load_extensions(["named", str(file)]))
    assert found.problems == ()
    assert found.mechanics["named"].plugin == "named"
    assert found.mechanics["tiles"] == (
        Mechanic(name="tiles", title="T", rules=folder / "tiles.rules"),
        "my-tiles",
    )


def test_naming_a_plugin_twice_does_no_harm(site: Site) -> None:
    site.module("named", GOOD.format(name="named"))
    site.package("named-pack", entry="named")
    found = outside(load_extensions(["named", "named"]))
    assert (found.problems, found.mechanics["named"].plugin) == ((), "entry")


NO_MODULE = "there is no module of that name; a file is named with its .py"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("no_such_module", f"cannot import the plugin 'no_such_module': {NO_MODULE}"),
        ("no.such.module", f"cannot import the plugin 'no.such.module': {NO_MODULE}"),
        ("no/such.py", "cannot import the plugin 'no/such.py': there is no such file"),
        (".py", "cannot import the plugin '.py': there is no such file"),
        ("", "cannot import the plugin '': ValueError: Empty module name"),
        ("..relative", "cannot import the plugin '..relative': TypeError: "),
        ("a\0b", "cannot import the plugin 'a\\x00b': "),
        ("\0.py", "cannot import the plugin '\\x00.py': "),
    ],
)
def test_a_plugin_that_is_named_and_missing_is_refused(name: str, message: str) -> None:
    problem = only_problem(load_extensions([name]))
    assert (problem.code, problem.severity) == ("SPL910", "error")
    assert problem.message().startswith(message)
    assert problem.help() == "`splendor explain SPL901` says more"


@pytest.mark.parametrize(("text", "code", "words"), BROKEN.values(), ids=BROKEN)
def test_a_plugin_that_is_named_and_adds_nothing_is_refused(
    tmp_path: Path, text: str, code: str, words: str
) -> None:
    (tmp_path / "broken.py").write_text(text)
    file = str(tmp_path / "broken.py")
    problem = only_problem(load_extensions([file]))
    assert (problem.code, problem.severity) == ("SPL910", "error")
    assert words in problem.message()
    assert f"the plugin {file!r}" in problem.message()
    assert problem.help() == f"`splendor explain {code}` says more"


def test_a_plugin_that_is_named_and_adds_something_is_used_with_a_warning(tmp_path: Path) -> None:
    file = tmp_path / "half.py"
    file.write_text(GOOD.format(name="mm") + "\n@hookimpl\ndef splendor_bots():\n    return 5")
    found = load_extensions([str(file)])
    problem = only_problem(found)
    assert (problem.code, problem.severity) == ("SPL907", "warning")
    assert "mm" in found.mechanics


def test_a_plugin_that_is_named_as_another_one_is_called_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "nobles.py"
    file.write_text(GOOD.format(name="mine"))
    (problem,) = load_extensions([str(file)]).problems
    assert (problem.code, problem.severity) == ("SPL910", "error")
    assert problem.message() == (
        f"two plugins of one name: the plugin {str(file)!r} is left out,"
        " the plugin 'nobles' of the package 'splendor-dsl' is used"
    )


def test_a_named_module_that_needs_another_one_says_which(site: Site) -> None:
    site.module("needy", "import not_there_at_all")
    problem = only_problem(load_extensions(["needy"]))
    assert problem.message() == (
        "cannot import the plugin 'needy': ModuleNotFoundError: No module named 'not_there_at_all'"
        " (needy.py, line 1)"
    )


def test_a_plugin_that_is_named_and_missing_is_told_to_python_too() -> None:
    with pytest.raises(splendor_dsl.RulesError, match="cannot import the plugin 'nosuch'"):
        splendor_dsl.load("classic", plugins=["nosuch"])
