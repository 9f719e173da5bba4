"""Characters that nobody sees, or that act on a terminal: refused where text is read, with their place."""

import json
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

import splendor_dsl
from splendor_dsl.diagnostics import Problem
from splendor_dsl.extensions import load_extensions
from splendor_dsl.hidden import HIDDEN, shown, shown_in_line
from splendor_dsl.pipeline import load_source
from splendor_dsl.records.parser import read_record
from splendor_dsl.semantics.tables import Allowance, rows_from_table
from splendor_dsl.source import FileNotText, read_source, source_from_text
from splendor_dsl.syntax.from_text import from_text

ALL = [chr(code) for code in range(sys.maxunicode + 1) if HIDDEN.fullmatch(chr(code))]
# One of each sort: controls of both blocks, a form feed, a soft hyphen, a line's and a paragraph's end, marks,
# embeddings, overrides and isolates of direction, what has no width, a filler, half a character, and a tag.
SOME = (
    "\x01\x07\x08\x0b\x0c\x1b\x1c\x7f\x85\x9b\xad\u034f\u061c\u200b\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e"
    "\u2060\u2066\u2067\u2068\u2069\u206a\u3164\ud800\udfff\ufeff\ufff9\U000e0041"
)

RULES = """\
splendor rules 2  # |
variant night "Night|" extends cla|ssic  # |
|
counters {|
  fame| 0 from 0 to 9 "fa|me" cite "C|-1" because "so|"
  # a comment|
}
names pl { counters.fame "sł|awa" }
example e| "e|" { when Ann pl|ays "take 2 r|ed"; then points of Ann = 0| }|
"""
TABLE = 'label|,name|,crew\no|tter,"Ot|ter",|2\nbeaver,Beaver|,3|\n'
RECORD = """\
[game "class|ic"]
[rules "0f3a|"]
[players "A|nn, Bob"]
[seed "7"]|
[result "unfinished"]

1 A|nn: take| 2 red
2 Bob: take 2 blu|e
|
2 moves|
"""


def of_rules(text: str) -> tuple[Problem, ...]:
    return from_text(source_from_text("it", text)).problems


def of_table(text: str) -> tuple[Problem, ...]:
    return rows_from_table(source_from_text("it", text), Allowance())[1]


def of_record(text: str) -> tuple[Problem, ...]:
    found = read_record(source_from_text("it", text))
    assert isinstance(found, tuple)
    return found


Read = Callable[[str], tuple[Problem, ...]]
TEXTS: list[tuple[Read, str]] = [(of_rules, RULES), (of_table, TABLE), (of_record, RECORD)]


@pytest.mark.parametrize(("read", "marked"), TEXTS)
def test_at_each_place_each_of_them_is_refused_with_its_line_and_column(
    read: Read, marked: str
) -> None:
    parts = marked.split("|")
    for at in range(1, len(parts)):
        before, after = "".join(parts[:at]), "".join(parts[at:])
        for character in SOME:
            [found] = read(before + character + after)
            assert found.code == "SPL006"
            assert found.span is not None
            line, column = before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1
            assert (found.span.line, found.span.column) == (line, column)
            assert f"(U+{ord(character):04X})" in found.message()


def test_none_of_them_is_left_out() -> None:
    marked = RULES.split("|")
    for character in set(ALL) - {"\r"}:  # which ends a line
        found = of_rules("".join(marked[:2]) + character + "".join(marked[2:]))
        assert [each.code for each in found] == ["SPL006"]
    hidden = set(ALL)
    for code in range(sys.maxunicode + 1):
        character = chr(code)
        category = unicodedata.category(character)
        if category in {"Cc", "Cs", "Zl", "Zp"} and character not in "\t\n":
            assert character in hidden
        turns = unicodedata.bidirectional(character)
        if turns in {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}:
            assert character in hidden


def test_of_several_the_first_is_told() -> None:
    [found] = of_rules("\x07" + RULES.replace("|", "\x1b"))
    assert found.message() == (
        "expected text that can be seen, found a control character (U+0007) (and 18 more like it)"
    )


@pytest.mark.parametrize(
    "text",
    [
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "\u0915\u094d\u200d\u0937",
        "❤\ufe0f",
        "\tTab",
        "ﬁn ½ ™",
        "👩\u200d🚀",
    ],
)
def test_texts_may_hold_joiners_and_what_people_write(text: str) -> None:
    rules = RULES.replace("|", "").replace('"Night"', f'"{text}"')
    loaded = load_source(source_from_text("it", rules), extensions=load_extensions())
    assert loaded.model is not None
    assert shown(text) == text


# ---- files, saved positions and records with escapes -------------------------------------------
@pytest.mark.parametrize("data", [b"ab\n\xc4\x85\0", b"ab\n\xc4\x85\xed\xa0\x80"])
def test_what_is_no_text_is_refused_with_its_place(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "it.rules").write_bytes(data)
    found = read_source(tmp_path / "it.rules")
    assert isinstance(found, FileNotText)
    assert found.found.endswith("in line 2, column 2")


@pytest.mark.parametrize("character", ["\x1b", "\u202e", "\x9b"])
@pytest.mark.parametrize("tag", ["game", "players", "seats", "deal", "result", "set"])
def test_an_escape_in_a_record_hides_nothing(tag: str, character: str) -> None:
    text = RECORD.replace("|", "") if tag == "game" else f'[{tag} "x"]\n' + RECORD.replace("|", "")
    record = text.replace('"', f'"{json.dumps(character)[1:-1]}', 1)
    found = [
        each for each in of_record(record) if each.code == "SPL602" or "seen" in each.message()
    ]
    assert found
    assert found[0].span is not None
    assert found[0].span.line == 1


@pytest.mark.parametrize("character", ["\x1b", "\u202e", "\u2028", "\u200b", "\ud800"])
def test_a_saved_position_holds_none(character: str) -> None:
    game = splendor_dsl.load("classic")
    data = game.start(2, seed=1, names=("Ann", "Bob")).to_dict()
    data["origin"]["names"][0] += character
    with pytest.raises(ValueError, match="expected text that can be seen"):
        game.from_dict(data)
    with pytest.raises(ValueError, match="expected names that can be seen"):
        game.start(2, seed=1, names=(f"A{character}", "Bob"))


# ---- shown --------------------------------------------------------------------------------------
def test_what_is_shown_holds_none() -> None:
    for character in ALL:
        for show in (shown, shown_in_line):
            assert not HIDDEN.search(show(f"a{character}b"))
            assert len(show(f"a{character}b")) == 3
    assert shown("a\x1bb\n\tc") == "a␛b\n\tc"
    assert shown_in_line("a\x1bb\n\tc") == "a␛b␊ c"
