"""What the commands say of compiled rules."""

import ast
import re
from importlib.util import find_spec
from pathlib import Path

import pytest
from cli.program import run

GAP = """splendor rules 2

variant two_wilds "Two wild tokens" extends classic

replace actions.buy.pay {
  pay cost of card less bonus { wild gold for gems; wild white for gems }
}
"""

BENT = """from splendor_dsl.hookspecs import Bot, hookimpl

@hookimpl
def splendor_bots():
    return [Bot(name="bent", make=dict, weights=lambda: 7)]
"""
WHY = "a payment lets several kinds of tokens stand in for others"
INSTEAD = "to have it compiled, let one kind stand in, and exchange the others for it in an action"


def test_simulations_are_the_same_on_every_backend() -> None:
    said = {
        backend: run("simulate", "classic", "--games", "4", "--seed", "9", "--backend", backend)
        for backend in ("interpreter", "python")
    }
    assert said["interpreter"].status == 0
    assert said["interpreter"].out == said["python"].out


@pytest.mark.native
@pytest.mark.skipif(not find_spec("numba"), reason="numba is not installed")
@pytest.mark.parametrize("bots", ["random,random", "greedy,random"])
def test_native_simulations_are_the_same_on_any_number_of_threads(bots: str) -> None:
    about = ("simulate", "classic", "--games", "6", "--seed", "9", "--bots", bots, "--json")
    expected = run(*about).json
    assert expected["finished"] == 6
    for threads in ("1", "3"):
        assert run(*about, "--backend", "native", "--threads", threads).json == expected


@pytest.mark.native  # which judges them before a game begins
def test_bots_that_are_data_are_checked(tmp_path: Path) -> None:
    plugin = tmp_path / "bent.py"
    plugin.write_text(BENT)
    about = ("simulate", "classic", "--games", "2", "--backend", "native", "--plugin", str(plugin))
    ran = run(*about, "--bots", "bent,random")
    compiled = "expected weights, found a value of type 'int'"
    expected = compiled if find_spec("numba") else "the bot 'bent' of the plugin 'bent' failed"
    assert ran.status == 2
    assert expected in ran.err


def test_a_backend_that_is_none_is_wrong_usage() -> None:
    ran = run("simulate", "classic", "--backend", "rust")
    assert ran.status == 2
    assert "expected a backend (interpreter, python, native), found 'rust'" in ran.err


def test_check_names_what_the_interpreter_alone_runs(tmp_path: Path) -> None:
    file = tmp_path / "two_wilds.rules"
    file.write_text(GAP)
    ran = run("check", "classic", str(file), "--backends")
    assert ran.status == 0
    *_, sound, counted, gap = ran.out.splitlines()
    every = "run on every backend (interpreter, python, native)"
    assert re.fullmatch(rf"classic: all \d+ clauses {re.escape(every)}", sound)
    counts = re.match(
        rf"{file}: (\d+) of (\d+) clauses {re.escape(every)}; the game runs on the interpreter",
        counted,
    )
    assert counts is not None
    assert int(counts[2]) - int(counts[1]) == 3  # the payment and its two wild tokens
    assert gap == f"{file}:6: actions.buy.pay runs on the interpreter alone: {WHY}; {INSTEAD}"


def test_check_tells_of_each_clause_where_it_runs(tmp_path: Path) -> None:
    file = tmp_path / "two_wilds.rules"
    file.write_text(GAP)
    lines = run("check", str(file), "--backends", "--all").out.splitlines()
    rows = {line.split()[0]: line.split()[1:] for line in lines[3:]}
    assert lines[3].split() == ["clause", "interpreter", "python", "native"]
    assert rows["actions.buy.pay"] == rows["actions.buy.pay.white"] == ["yes", "no", "no"]
    assert rows["actions.buy"] == rows["rows.cards"] == ["yes", "yes", "yes"]
    assert not [path for path in rows if path.startswith(("examples", "invariants"))]
    told = run("check", str(file), "--backends", "--json").json["files"][0]
    reason = {"reason": WHY, "file": str(file), "line": 6}
    (gap,) = told["not_compiled"]
    assert f"to have it compiled, {gap.pop('instead')}" == INSTEAD
    assert gap == {"path": "actions.buy.pay", **reason}
    clauses = {each.pop("path"): each for each in told["clauses"]}
    assert clauses["actions.buy.pay"] == {"backends": ["interpreter"], **reason}
    assert clauses["actions.buy"]["backends"] == ["interpreter", "python", "native"]
    assert [path for path in clauses if path not in rows] == []


def test_check_of_backends_ends_as_any_check_does(tmp_path: Path) -> None:
    file = tmp_path / "broken.rules"
    file.write_text(GAP.replace("wild white", "wild whit"))
    ran = run("check", str(file), "--backends")
    assert ran.status == 1
    assert "every backend" not in ran.out
    assert run("check", str(file), "--backends", "--json").json["files"][0]["clauses"] is None
    assert run("check", str(tmp_path / "none.rules"), "--backends").status == 2
    alone = run("check", "classic", "--all")
    assert alone.status == 2
    assert "expected --all together with --backends" in alone.err


def test_a_game_with_a_gap_says_so_on_one_line(tmp_path: Path) -> None:
    file = tmp_path / "two_wilds.rules"
    file.write_text(GAP)
    name, record = str(file), str(tmp_path / "one.record")
    reason = f"actions.buy.pay ({file}:6): {WHY}"
    said = f"{reason}; the game can be played all the same, only slower; {INSTEAD}\n"
    bots = ("--players", "2", "--bots", "random,random", "--seed", "1")
    plays = [
        ("simulate", name, "--games", "1"),
        ("play", name, *bots, "--record", record),
        ("play", record),
        ("replay", record),
        ("example", record, "3"),
        ("why", record, "buy 3-1", "--at", "2"),
        ("perft", name, "--depth", "1"),
        ("migrate", record, "--rules", name),
        ("migrate", "--dir", str(tmp_path), "--rules", name, "--from", name),
    ]
    told = {command: run(*command) for command in plays}
    assert {command: ran.err for command, ran in told.items()} == dict.fromkeys(plays, said)
    looks = [
        ("check", name),
        ("explain", "actions.buy", name),
        ("rulebook", name),
        ("diff", "classic", name),
    ]
    assert {command: run(*command).err for command in looks} == dict.fromkeys(looks, "")
    shown = run("show", str(file), "--layout")
    assert shown.status == 2
    assert (
        f"has no layout, as actions.buy.pay ({file}:6) runs on the interpreter alone" in shown.err
    )


def test_the_layout_of_a_game_is_shown() -> None:
    ran = run("show", "classic", "--layout")
    assert ran.status == 0
    lines = ran.out.splitlines()
    for title in ("words", "words of a player", "places", "sums", "options", "code"):
        assert title in lines
    assert "       0  deck 1  (entries 40, stored top last)" in lines
    told = run("show", "marvel", "--layout", "--json").json
    assert {"at": 0, "name": "players"} in told["layout"]["words"]
    assert [each["name"] for each in told["layout"]["options"]][:2] == [
        "turn.limits",
        "actions.take_different",
    ]


@pytest.mark.parametrize("backend", ["python", "native"])
def test_the_code_of_a_game_is_shown(backend: str) -> None:
    ran = run("show", "classic", "--code", backend)
    assert (ran.status, ran.err) == (0, "")
    assert isinstance(ast.parse(ran.out), ast.Module)
    assert "# actions.buy" in ran.out
    # What formatters leave alone is marked, and no table is one long line.
    tables, marked, code = ran.out.partition("# fmt: on\n")
    assert marked
    assert tables.count("# fmt: off") == 1
    assert "\t" not in code
    assert not re.search(r" +$", code, re.MULTILINE)
    told = run("show", "classic", "--code", backend, "--json").json
    assert (told["backend"], told["code"]) == (backend, ran.out)


def test_there_is_code_of_the_compiled_backends_alone(tmp_path: Path) -> None:
    wrong = run("show", "classic", "--code", "rust")
    assert wrong.status == 2
    assert "expected a backend with code (python, native), found 'rust'" in wrong.err
    both = run("show", "classic", "actions.buy", "--code", "python")
    assert both.status == 2
    assert "expected --code by itself" in both.err
    file = tmp_path / "two_wilds.rules"
    file.write_text(GAP)
    gap = run("show", str(file), "--code", "native")
    assert gap.status == 2
    assert f"has no code, as actions.buy.pay ({file}:6) runs on the interpreter alone" in gap.err
