from pathlib import Path

from cli.program import run

SPRINT = """splendor rules 2

variant sprint "Sprint" extends classic

set parameters.target = 10 because "half an hour"

example ten "10 points are enough" {
  players Ann, Bob
  given bought of Ann: 2 cards where (points = 5)
  given Bob to move
  when Bob plays "take white blue green"
  then Ann wins
}
"""


def sprint(folder: Path) -> Path:
    path = folder / "sprint.rules"
    path.write_text(SPRINT, "utf-8")
    return path


def test_coverage_is_a_table_and_what_is_not_reached(tmp_path: Path) -> None:
    ran = run("test", str(sprint(tmp_path)), "--coverage", "--games", "0")
    assert ran.status == 0
    head = ran.out.split("\n")[1].split()
    assert head == ["file", "clauses", "choices", "triggers", "tie-breaks", "outcomes", "reached"]
    assert any(line.startswith("classic.rules ") for line in ran.out.split("\n"))
    (line,) = (each for each in ran.out.split("\n") if "actions.take_same.colour:" in each)
    assert line.endswith("not reached: run, white, blue, green, red, black")
    assert "classic.rules:" in line
    assert "not reached" not in run("test", str(sprint(tmp_path)), "--games", "0").out


def test_bots_reach_what_examples_do_not(tmp_path: Path) -> None:
    path = str(sprint(tmp_path))
    few, many = (run("test", path, "--coverage", "--games", n, "--json") for n in ("0", "1"))
    assert few.status == many.status == 0
    reached = [ran.json["files"][0]["coverage"]["reached"] for ran in (few, many)]
    assert reached[0] < reached[1]


def test_coverage_as_json_adds_up(tmp_path: Path) -> None:
    ran = run("test", str(sprint(tmp_path)), "classic", "--coverage", "--games", "0", "--json")
    for report in ran.json["files"]:
        coverage = report["coverage"]
        assert coverage["total"] - coverage["reached"] == len(coverage["missed"])
        assert coverage["total"] == sum(each["total"] for each in coverage["kinds"].values())
        assert coverage["total"] == sum(each["total"] for each in coverage["files"])
        assert all(
            {"kind", "path", "what", "file", "line"} == each.keys() for each in coverage["missed"]
        )
    assert run("test", "classic", "--json").json["files"][0]["coverage"] is None


def test_rules_with_errors_have_no_coverage(tmp_path: Path) -> None:
    path = tmp_path / "wrong.rules"
    path.write_text(SPRINT.replace("target", "traget"), "utf-8")
    ran = run("test", str(path), "--coverage", "--html", str(tmp_path / "page.html"))
    assert ran.status == 1
    assert "has errors, so nothing ran" in ran.out


def test_the_page_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    ran = run("test", str(sprint(tmp_path)), "--games", "0", "--html", str(page))
    assert ran.status == 0
    assert page.read_text("utf-8").startswith("<!DOCTYPE html>")
    ran = run(
        "test", str(sprint(tmp_path)), "--games", "0", "--html", str(tmp_path / "no" / "page")
    )
    assert ran.status == 2
    assert "cannot write" in ran.err
