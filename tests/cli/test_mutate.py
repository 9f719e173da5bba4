import re
from pathlib import Path

import pytest
from cli.program import Terminal, run

RULES = """splendor rules 2

game pebbles "Pebbles" { players 2 to 2 }

tokens { pebbles grey, brown }
supply { each pebbles 5 }
zones { purse tokens of a player { face up } }
values { total held { all_of_them: tokens in purse } }
actions {
  gather as "gather {colour}" {
    choose colour: pebbles in supply
    gain 1 colour
  }
  rest as "rest" if nothing else is possible {}
}
turn { one action; end of turn }
end {
  enough: when any player has (held >= 3) then at once
  stuck: when passes >= players then at once
  ranking { held: most held; shared }
}

example one "one at a time" {
  players Ann, Bob
  when Ann plays "gather grey"
  then grey in purse of Ann = 1
  then grey in supply = 4
}
"""
PINNED = """
example three "three are enough" {
  players Ann, Bob
  given purse of Ann: 2 grey
  when Ann plays "gather brown"
  then Ann wins
}
example two "two are not" {
  players Ann, Bob
  given purse of Ann: 1 grey
  when Ann plays "gather brown"
  then the game goes on
}
"""


def rules(folder: Path, text: str = RULES) -> str:
    path = folder / "pebbles.rules"
    path.write_text(text, "utf-8")
    return str(path)


def cached(folder: Path) -> dict[str, str]:
    return {"SPLENDOR_CACHE": str(folder / "cache")}


def test_what_is_not_pinned_down_is_told_with_its_line(tmp_path: Path) -> None:
    ran = run("test", rules(tmp_path), "--mutate", **cached(tmp_path))
    assert ran.status == 0
    lines = ran.out.split("\n")
    assert lines[1].split() == [
        "file",
        "numbers",
        "comparisons",
        "zones",
        "orders",
        "noticed",
        "refused",
    ]
    assert lines[2].startswith("pebbles.rules ")
    (three,) = (line for line in lines if "'3' as '2'" in line)
    assert re.search(r"pebbles\.rules:18:40: end\.enough: not pinned down: ", three)
    assert any(line.startswith("noticed: ") and "by an example" in line for line in lines)


def test_an_example_pins_a_rule_down(tmp_path: Path) -> None:
    path = rules(tmp_path, RULES + PINNED)
    ran = run("test", path, "--mutate", "--json", **cached(tmp_path))
    report = ran.json["files"][0]["mutation"]
    number = [each for each in report["mutants"] if each["path"] == "end.enough"]
    assert {each["now"]: each["name"] for each in number if each["kind"] == "number"} == {
        "2": "two",
        "4": "three",
    }
    by = [each["by"] for each in report["mutants"]]
    assert report["refused"] == by.count("check") > 0
    assert report["noticed"] == sum(each not in {None, "check"} for each in by)
    assert report["total"] == len(by) - report["refused"]
    assert all(
        each.keys() == {"kind", "path", "was", "now", "file", "line", "by", "name"}
        for each in report["mutants"]
    )


def test_several_processes_say_the_same(tmp_path: Path) -> None:
    path = rules(tmp_path)
    one, two = (
        run("test", path, "--mutate", "--jobs", jobs, "--json", **cached(tmp_path)).out
        for jobs in ("1", "2")
    )
    assert one == two


def test_nothing_is_changed_while_tests_fail(tmp_path: Path) -> None:
    path = rules(tmp_path, RULES.replace("grey in supply = 4", "grey in supply = 3"))
    ran = run("test", path, "--mutate", **cached(tmp_path))
    assert ran.status == 1
    assert "nothing is changed, as tests that fail would notice anything" in ran.out
    ran = run("test", path, "--mutate", "--json", **cached(tmp_path))
    assert ran.json["files"][0]["mutation"] is None


def test_cells_are_counted_apart(tmp_path: Path) -> None:
    text = RULES.replace(
        "zones {", 'kinds { stones { size 1 to 9 } }\nrows stones { "Flint" 3 }\nzones {'
    )
    text = text.replace("zones {", "zones {\nheap stones { face up }\n")
    path = rules(tmp_path, text)
    plain = run("test", path, "--mutate", "--json", **cached(tmp_path)).json["files"][0]["mutation"]
    cells = run("test", path, "--mutate", "--cells", "--json", **cached(tmp_path)).json["files"][0][
        "mutation"
    ]
    assert plain["cells"] == {"noticed": 0, "total": 0, "refused": 0}
    assert cells["cells"] == {"noticed": 0, "total": 2, "refused": 0}
    assert (cells["total"], cells["noticed"]) == (plain["total"], plain["noticed"])
    assert (
        "cells of tables: 0 of 2 noticed"
        in run("test", path, "--mutate", "--cells", **cached(tmp_path)).out
    )


def test_who_waits_is_told_how_many_changes_are_tried(tmp_path: Path) -> None:
    path = rules(tmp_path, RULES + PINNED)
    ran = run("test", path, "--mutate", "--json", **cached(tmp_path))
    mutation = ran.json["files"][0]["mutation"]
    tried = mutation["total"] + mutation["refused"]
    assert ran.err == f"{path}: {tried} changes to try\n"
    above = tmp_path / "more.rules"
    above.write_text(
        'splendor rules 2\n\nvariant more "More" extends pebbles\n\nset supply.pebbles = 6\n',
        "utf-8",
    )
    ran = run("test", str(above), "--mutate", **cached(tmp_path))
    pattern = r"\S+: (\d+) changes to try, (\d+) of them in the files that it stands on\n"
    found = re.fullmatch(pattern, ran.err)
    assert found is not None
    assert 0 < int(found[2]) < int(found[1])


def test_jobs_are_an_option_of_mutation(tmp_path: Path) -> None:
    ran = run("test", rules(tmp_path), "--jobs", "2")
    assert ran.status == 2
    assert "expected --jobs with --mutate, found it alone" in ran.err


def test_cells_are_an_option_of_mutation(tmp_path: Path) -> None:
    ran = run("test", rules(tmp_path), "--cells")
    assert (ran.status, ran.out) == (2, "")
    assert "expected --cells with --mutate" in ran.err


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_it_stops_at_once_and_goes_on_from_there(tmp_path: Path, jobs: str) -> None:
    command = ("test", "classic", "--mutate", "--jobs", jobs)
    terminal = Terminal(*command, TERM="xterm", **cached(tmp_path))
    terminal.wait_for("changing the rules")
    notes = tmp_path / "cache"
    while not any(path.stat().st_size for path in notes.glob("mutants-*.jsonl")):
        terminal.wait_for("/")  # the bar moves on
    status, printed = terminal.press_until_it_ends(b"\x03")
    assert status == 130
    stopped = re.search(r"stopped after (\d+) of (\d+) changes; the same command goes on", printed)
    assert stopped is not None
    (kept,) = notes.glob("mutants-*.jsonl")
    lines = kept.read_text("utf-8").splitlines()
    assert len(lines) >= int(stopped[1]) > 0
    assert int(stopped[1]) < int(stopped[2])

    terminal = Terminal(*command, TERM="xterm", **cached(tmp_path))
    terminal.wait_for("changing the rules")
    while len(kept.read_text("utf-8").splitlines()) == len(lines):
        terminal.wait_for("/")
    after = kept.read_text("utf-8").splitlines()
    assert after[: len(lines)] == lines
    assert len(set(after)) == len(after)
    assert terminal.press_until_it_ends(b"\x03")[0] == 130


ZONES = """
bank tokens { face up }
yard tokens { face up }
store tokens { face up }
"""


def test_zones_that_could_stand_for_one_are_named_in_one_line(tmp_path: Path) -> None:
    text = RULES.replace("zones {", f"zones {{{ZONES}").replace(
        "  rest as", "  leave { choose some: pebbles in purse; return 1 some to bank }\n  rest as"
    )
    lines = run("test", rules(tmp_path, text), "--mutate", **cached(tmp_path)).out.split("\n")
    (told,) = (line for line in lines if "'bank' as" in line)
    where = "actions.leave.return: not pinned down: "
    assert told.endswith(f"{where}'bank' as 'purse', 'store', 'supply' or 'yard'")
