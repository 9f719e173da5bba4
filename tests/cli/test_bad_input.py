"""Whatever a file holds, `splendor check` answers within two seconds, with a message and an exit code."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from splendor_dsl.bundled import variants_folder

SPLENDOR = [str(Path(sys.executable).parent / "splendor")]
SECONDS = 2.0
CLASSIC = (variants_folder() / "classic.rules").read_text()


def run(*words: str | Path) -> tuple[int, str]:
    """The exit code, and all that was said."""
    begun = time.perf_counter()
    command = [*SPLENDOR, *map(str, words)]
    ran = subprocess.run(command, capture_output=True, check=False, timeout=20)
    spent = time.perf_counter() - begun
    said = (ran.stdout + ran.stderr).decode()
    assert "Traceback" not in said, said[-2000:]
    assert spent < SECONDS, f"{spent:.2f} s"
    return ran.returncode, said


BAD = {
    "empty": (b"", 1, "SPL"),
    "blank": (b"\n \n\t\n", 1, "SPL"),
    "binary": (bytes(range(256)) * 8, 2, "SPL002"),
    "latin": ('game caf\u00e9 "x"'.encode("latin-1"), 2, "SPL002"),
    "huge": (b"# padding\n" * 5_000_000, 2, "SPL003"),
    "nested": (b"splendor rules 1\n" + b"{" * 10_000, 1, "SPL1"),
    "brackets": (b"splendor rules 1\nset a.b = " + b"(" * 10_000, 1, "SPL1"),
    "nots": (b"splendor rules 1\nset a.b = " + b"not " * 100_000 + b"x", 1, "SPL1"),
    "minuses": (b"splendor rules 1\nset a.b = " + b"- " * 100_000 + b"1", 1, "SPL1"),
    "long line": (b"splendor rules 1\n" + b"x" * 1_000_000, 1, "SPL1"),
    "long number": (
        b'splendor rules 1\ngame g "G" { players 2 to ' + b"9" * 5000 + b" }",
        1,
        "SPL1",
    ),
    "long chain": (b"splendor rules 1\nset a.b = " + b"x of " * 50_000 + b"x", 1, "SPL"),
    "long sum": (b"splendor rules 1\nset a.b = " + b"1 + " * 50_000 + b"1", 1, "SPL"),
    "unclosed": (CLASSIC.replace("}", "", 1).encode(), 1, "SPL1"),
    "unclosed text": (CLASSIC.replace('"Splendor"', '"Splendor', 1).encode(), 1, "SPL1"),
    "all closed": (CLASSIC.replace("{", "}").encode(), 1, "SPL1"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_text(name: str, tmp_path: Path) -> None:
    content, code, said = BAD[name]
    file = tmp_path / "bad.rules"
    file.write_bytes(content)
    exit_code, output = run("check", file)
    assert exit_code == code, output[-2000:]
    assert said in output
    assert "bad.rules" in output


GOOD = {
    "crlf": CLASSIC.replace("\n", "\r\n").encode(),
    "old mac": CLASSIC.replace("\n", "\r").encode(),
    "byte order mark": b"\xef\xbb\xbf" + CLASSIC.encode(),
    "tabs": CLASSIC.replace("  ", "\t").encode(),
    "no last line feed": CLASSIC.rstrip().encode(),
}


@pytest.mark.parametrize("name", GOOD)
def test_other_habits_of_writing(name: str, tmp_path: Path) -> None:
    file = tmp_path / "classic.rules"
    file.write_bytes(GOOD[name])
    exit_code, output = run("check", file)
    assert exit_code == 0, output


def test_what_is_no_file(tmp_path: Path) -> None:
    assert run("check", tmp_path)[0] == 2
    assert run("check", tmp_path / "none.rules")[0] == 2
    assert run("check", "clasic")[0] == 2
    assert "classic" in run("check", "clasic")[1]


TABLES = {
    "ragged": ("level,bonus,points,white\n1,red,0\n", "SPL213", "many.csv:2"),
    "unclosed quote": ('level,bonus,points,white\n1,"red,0,1\n', "SPL213", "many.csv"),
    "unknown column": ("level,bonus,points,whit\n1,red,0,1\n", "SPL220", "'white'"),
    "no number": ("level,bonus,points,white\n1,red,none,1\n", "SPL306", "many.csv:2"),
    "empty": ("", "SPL213", "many.csv"),
    "too large a number": ("level,bonus,points,white\n9,red,0,1\n", "SPL304", "many.csv:2"),
}
VARIANT = 'splendor rules 1\n\nvariant more "More" extends classic\n\nrows cards from "{}"\n'


@pytest.mark.parametrize("name", TABLES)
def test_bad_table(name: str, tmp_path: Path) -> None:
    table, code, place = TABLES[name]
    (tmp_path / "many.csv").write_text(table)
    file = tmp_path / "more.rules"
    file.write_text(VARIANT.format("many.csv"))
    exit_code, output = run("check", file)
    assert exit_code == 1, output
    assert code in output
    assert place in output


@pytest.mark.parametrize("name", ["../many.csv", "/etc/passwd", "..", ".", "link.csv", "none.csv"])
def test_a_table_outside_the_folder(name: str, tmp_path: Path) -> None:
    (tmp_path / "many.csv").write_text("level,bonus,points,white\n1,red,0,1\n")
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "link.csv").symlink_to(tmp_path / "many.csv")
    file = folder / "more.rules"
    file.write_text(VARIANT.format(name))
    exit_code, output = run("check", file)
    assert exit_code == 1, output
    assert ("SPL214" if name != "none.csv" and name != "." else "SPL00") in output
