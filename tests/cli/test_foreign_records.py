"""A record opens no file but its rules: whoever wrote it may have named any file there is."""

import os
import re
from pathlib import Path

import pytest
from cli.program import run

RULES = 'splendor rules 2\n\nvariant night "Night" extends classic\n\nset parameters.target = 5\n'
LETTER = "a letter to Ann"


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A record of night.rules, some moves long."""
    folder = tmp_path_factory.mktemp("played")
    (folder / "night.rules").write_text(RULES)
    played(folder, "night.rules", "one.record")
    text = (folder / "one.record").read_text("utf-8")
    assert text.startswith('[game "night.rules"]\n')
    return text


@pytest.fixture
def folder(tmp_path: Path, record: str) -> Path:
    """A record beside its rules, and files that are none of its business."""
    inside = tmp_path / "inside"
    inside.mkdir()
    (tmp_path / "letter").write_text(f"{LETTER}\n")
    (inside / "letter.rules").write_text(f"{LETTER}\n")
    (tmp_path / "night.rules").write_text(RULES)
    (inside / "night.rules").write_text(RULES)
    (inside / "one.record").write_text(record, "utf-8")
    return inside


def played(folder: Path, rules: str, record: str) -> str:
    args = ("--players", "2", "--seed", "1", "--bots", "greedy,greedy", "--record", record)
    ran = run("play", rules, *args, cwd=folder)
    assert ran.status == 0, ran.err
    return ran.out


def name_in(record: Path, game: str) -> None:
    """Let a record name another game."""
    head, _, rest = record.read_text("utf-8").partition("\n")
    assert head.startswith("[game ")
    record.write_text(f'[game "{game}"]\n{rest}', "utf-8")


COMMANDS = [
    ("replay", "one.record"),
    ("example", "one.record", "2"),
    ("migrate", "one.record"),
    ("play", "one.record"),
    ("why", "one.record", "pass"),
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
@pytest.mark.parametrize("game", ["/etc/passwd", "../night.rules"])
def test_what_lies_elsewhere_is_not_opened(
    game: str, command: tuple[str, ...], folder: Path
) -> None:
    name_in(folder / "one.record", game)
    ran = run(*command, cwd=folder)
    assert ran.status == 2
    said = f"expected a bundled game or a rule file beside the record, found {game!r}\n"
    assert ran.err.startswith(f"one.record:1:1: error[SPL614]: {said}")
    assert "--rules" in ran.err
    assert LETTER not in ran.out + ran.err
    assert "root:" not in ran.out + ran.err


@pytest.mark.parametrize("game", ["../letter", "../nothing", "../../../../etc/hostname", "/", ".."])
def test_whether_it_is_there_is_not_told(game: str, folder: Path) -> None:
    name_in(folder / "one.record", game)
    ran = run("replay", "one.record", cwd=folder)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("one.record:1:1: error[SPL614]: ")
    assert LETTER not in ran.err


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_person_says_where_the_rules_are(command: tuple[str, ...], folder: Path) -> None:
    name_in(folder / "one.record", "../night.rules")
    assert run(*command, "--rules", "../night.rules", cwd=folder).status == 0


@pytest.mark.parametrize("command", [("play", "classic"), ("why", "classic", "pass")])
def test_rules_of_a_record_are_given_with_a_record(command: tuple[str, ...]) -> None:
    ran = run(*command, "--rules", "marvel")
    assert ran.status == 2
    assert "expected --rules with a record, found it with 'classic'" in ran.err


def test_a_file_that_is_no_rule_file_is_not_shown(folder: Path) -> None:
    name_in(folder / "one.record", "letter.rules")
    ran = run("replay", "one.record", cwd=folder)
    assert (ran.status, ran.out) == (2, "")
    said = "expected a rule file, found 'letter.rules', which does not begin as one"
    assert ran.err.startswith(f"one.record:1:1: error[SPL615]: {said}\n")
    assert LETTER not in ran.err


def test_a_way_out_of_the_folder_by_a_link_is_none(folder: Path) -> None:
    (folder / "linked.rules").symlink_to(folder.parent / "night.rules")
    name_in(folder / "one.record", "linked.rules")
    assert "error[SPL614]" in run("replay", "one.record", cwd=folder).err


@pytest.mark.parametrize(
    ("game", "near"),
    [("nigth.rules", "night.rules"), ("night", "night.rules"), ("clasic", "classic")],
)
def test_a_misspelt_game_is_told_where_it_stands(game: str, near: str, folder: Path) -> None:
    name_in(folder / "one.record", game)
    ran = run("replay", "one.record", cwd=folder)
    assert ran.status == 2
    said = f"expected the name of a game or a rule file, found {game!r}"
    assert ran.err.startswith(f"one.record:1:1: error[SPL701]: {said}\n")
    assert f"did you mean {near!r}?" in ran.err


@pytest.mark.parametrize("game", ["", ".", "\\u0000", "\\ud800", "x" * 5000, "inside\\n.rules"])
def test_a_name_that_no_file_can_have_is_told(game: str, folder: Path) -> None:
    name_in(folder / "one.record", game)
    ran = run("replay", "one.record", cwd=folder)
    assert ran.status == 2
    assert ran.err.startswith("one.record:1:1: error[SPL")


@pytest.mark.parametrize(
    ("rules", "record", "named"),
    [
        ("night.rules", "one.record", "night.rules"),
        ("below/night.rules", "one.record", "below/night.rules"),
        ("night.rules", "night.games/one.record", "../night.rules"),
        ("./classic", "one.record", "./classic"),
    ],
)
def test_what_the_program_writes_replays(
    rules: str, record: str, named: str, tmp_path: Path
) -> None:
    for place in (rules, record):
        (tmp_path / place).parent.mkdir(exist_ok=True)
    (tmp_path / rules).write_text(f"\n# the night\n\n{RULES}")
    assert "elsewhere" not in played(tmp_path, rules, record)
    assert (tmp_path / record).read_text().startswith(f'[game "{named}"]\n')
    (tmp_path / "other").mkdir()
    for cwd, path in ((tmp_path, record), (tmp_path / "other", f"../{record}")):
        assert run("replay", path, "--quiet", cwd=cwd).status == 0


def test_a_record_that_lies_elsewhere_says_so_when_it_is_written(tmp_path: Path) -> None:
    (tmp_path / "night.rules").write_text(RULES)
    (tmp_path / "saved").mkdir()
    out = played(tmp_path, "night.rules", "saved/one.record")
    assert out.endswith(
        "recorded in saved/one.record\nits rules lie elsewhere: --rules night.rules\n"
    )
    ran = run("replay", "saved/one.record", cwd=tmp_path)
    assert (ran.status, "SPL614" in ran.err) == (2, True)
    args = ("replay", "saved/one.record", "--rules", "night.rules", "--quiet")
    assert run(*args, cwd=tmp_path).status == 0


def test_a_record_of_an_older_version_names_its_rules_whole(tmp_path: Path, record: str) -> None:
    (tmp_path / "night.rules").write_text(RULES)
    (tmp_path / "night.games").mkdir()
    (tmp_path / "night.games" / "one.record").write_text(record, "utf-8")
    name_in(tmp_path / "night.games" / "one.record", os.fspath(tmp_path / "night.rules"))
    assert run("replay", "night.games/one.record", "--quiet", cwd=tmp_path).status == 0


def damage(record: Path) -> str:
    """Let a record tell another clause than its rules have; what it was."""
    text = record.read_text("utf-8")
    at = text.index("limits=") + len("limits=")
    record.write_text(f"{text[:at]}{'0' if text[at] != '0' else '1'}{text[at + 1 :]}", "utf-8")
    return text


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_damaged_header_of_clauses_is_told(command: tuple[str, ...], folder: Path) -> None:
    sound = run(*command, cwd=folder)
    assert (sound.status, sound.err) == (0, "")
    damage(folder / "one.record")
    ran = run(*command, cwd=folder)
    assert (ran.status, ran.out) == (0, sound.out)
    told = "one.record:3:1: warning[SPL616]: the header 'clauses' can't be read: "
    assert ran.err.count(told) == 1
    if command[0] != "play":  # which has no report for programs
        codes = [each["code"] for each in run(*command, "--json", cwd=folder).json["problems"]]
        assert codes == ["SPL616"]


@pytest.mark.parametrize(
    "command", [each for each in COMMANDS if each[0] != "migrate"], ids=lambda command: command[0]
)
def test_a_damaged_header_is_told_of_a_record_that_can_t_be_played(
    command: tuple[str, ...], folder: Path
) -> None:
    record = folder / "one.record"
    damage(record)
    text = record.read_text("utf-8")
    changed = re.sub(r"^1 (.*?): .*$", r"1 \1: buy 1-1", text, flags=re.MULTILINE)
    record.write_text(changed, "utf-8")
    ran = run(*command, cwd=folder)
    assert ran.status != 0
    assert ran.err.count("warning[SPL616]") == 1
    assert ran.err.count("error[") == 1


def test_a_damaged_header_of_clauses_is_mended(folder: Path) -> None:
    record = folder / "one.record"
    text = damage(record)
    assert "written anew" in run("migrate", "one.record", "--write", cwd=folder).out
    assert record.read_text("utf-8") == text
