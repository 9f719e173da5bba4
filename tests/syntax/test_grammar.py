"""The grammar itself, and the table that is made of it and kept on disk."""

import json
import logging
import os
import stat
from pathlib import Path

import pytest
from lark import Lark, Token
from lark import logger as lark_logger
from syntax.texts import CORPUS, shipped, tree

from splendor_dsl import bundled
from splendor_dsl.syntax import grammar, table_from_grammar
from splendor_dsl.syntax.grammar import load_table
from splendor_dsl.syntax.parser import Parser, Word
from splendor_dsl.syntax.table import END, Table

GRAMMAR = bundled.grammar_folder() / "game.lark"
SMALL = 'start: "a" NAME\nNAME: /[b-z]+/\n%ignore " "\n'


@pytest.fixture(scope="module")
def lark() -> Lark:
    return Lark(GRAMMAR.read_text(encoding="utf-8"), parser="lalr", maybe_placeholders=True)


def test_the_grammar_has_no_conflict(caplog: pytest.LogCaptureFixture) -> None:
    level = lark_logger.level
    lark_logger.setLevel(logging.DEBUG)
    lark_logger.addHandler(caplog.handler)
    try:
        Lark(GRAMMAR.read_text(encoding="utf-8"), parser="lalr", debug=True)
    finally:
        lark_logger.removeHandler(caplog.handler)
        lark_logger.setLevel(level)
    assert [record.getMessage() for record in caplog.records] == []


def test_a_conflict_would_be_seen(caplog: pytest.LogCaptureFixture) -> None:
    lark_logger.addHandler(caplog.handler)
    level = lark_logger.level
    lark_logger.setLevel(logging.DEBUG)
    try:
        Lark('start: start "+" start | "a"', parser="lalr", debug=True)
    finally:
        lark_logger.removeHandler(caplog.handler)
        lark_logger.setLevel(level)
    assert "Shift/Reduce" in caplog.text


@pytest.mark.parametrize("file", [*CORPUS, *shipped()], ids=lambda file: file.stem)
def test_lark_reads_the_same_words(file: Path, lark: Lark, monkeypatch: pytest.MonkeyPatch) -> None:
    """The parser walks Lark's table with a reader of its own: both see the same words."""
    text = file.read_text(encoding="utf-8")
    seen: list[Word] = []
    take = Parser.take

    def spy(parser: Parser, word: Word) -> bool:
        seen.append(word)
        return take(parser, word)

    monkeypatch.setattr(Parser, "take", spy)
    tree(text)
    words: list[Word] = []
    walk = lark.parse_interactive(text)
    for token in walk.lexer_thread.lex(walk.parser_state):
        assert isinstance(token, Token)
        words.append(Word(token.type, token.start_pos, token.end_pos))
        walk.feed_token(token)
    assert seen[:-1] == words
    assert seen[-1].kind == END


class TestCache:
    def load(self, folder: Path | None) -> set[str]:
        """The words of the table; its states are numbered by chance."""
        table = load_table(self.grammar, folder)
        assert isinstance(table, Table)
        assert len(table.states) == 4
        return {each.pattern for each in table.terminals}

    @pytest.fixture(autouse=True)
    def small(self, tmp_path: Path) -> None:
        self.grammar = tmp_path / "small.lark"
        self.grammar.write_text(SMALL)
        self.folder = tmp_path / "cache"

    @pytest.fixture
    def builds(self, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        counted: list[str] = []
        build = table_from_grammar.table_from_grammar
        monkeypatch.setattr(
            table_from_grammar,
            "table_from_grammar",
            lambda text: counted.append(text) or build(text),
        )
        return counted

    def test_the_second_time_it_is_read(self, builds: list[str]) -> None:
        assert self.load(self.folder) == self.load(self.folder)
        assert len(builds) == 1

    def test_only_the_user_can_read_or_write_it(self) -> None:
        self.load(self.folder)
        (file,) = self.folder.iterdir()
        assert stat.S_IMODE(self.folder.stat().st_mode) == 0o700
        assert stat.S_IMODE(file.stat().st_mode) == 0o600

    def test_another_grammar_has_another_file(self, builds: list[str]) -> None:
        self.load(self.folder)
        self.grammar.write_text(SMALL.replace('"a"', '"the"'))
        assert "the" in self.load(self.folder)
        assert len(list(self.folder.iterdir())) == 2

    @pytest.mark.parametrize(
        "data",
        [b"", b"\x80\x04.", b"[]", b"{}", b'{"key": 1}', b"[" * 100_000, b"null", b"\xff\xfe"],
    )
    def test_a_broken_file_is_made_anew(self, builds: list[str], data: bytes) -> None:
        table = self.load(self.folder)
        (file,) = self.folder.iterdir()
        file.write_bytes(data)
        assert self.load(self.folder) == table
        assert self.load(self.folder) == table
        assert len(builds) == 2

    def test_a_file_cut_anywhere_is_made_anew(self) -> None:
        table = self.load(self.folder)
        (file,) = self.folder.iterdir()
        whole = file.read_bytes()
        for end in range(0, len(whole), 7):
            file.write_bytes(whole[:end])
            assert self.load(self.folder) == table

    @pytest.mark.parametrize("part", ["states", "rules", "terminals", "symbols", "start"])
    def test_a_file_of_another_form_is_made_anew(self, part: str, builds: list[str]) -> None:
        table = self.load(self.folder)
        (file,) = self.folder.iterdir()
        head, _, body = file.read_bytes().partition(b"\n")
        data = json.loads(body)
        del data[part]
        body = json.dumps(data).encode()
        file.write_bytes(grammar._head(head.split()[0].decode(), body) + b"\n" + body)
        assert self.load(self.folder) == table
        assert len(builds) == 2

    def test_a_file_that_was_tampered_with_is_made_anew(self, builds: list[str]) -> None:
        table = self.load(self.folder)
        (file,) = self.folder.iterdir()
        file.write_bytes(file.read_bytes().replace(b"[b-z]", b"[a-y]"))
        assert self.load(self.folder) == table
        assert len(builds) == 2

    def test_a_file_that_others_can_write_is_not_believed(self, builds: list[str]) -> None:
        self.load(self.folder)
        (file,) = self.folder.iterdir()
        file.chmod(0o666)
        self.load(self.folder)
        assert len(builds) == 2

    def test_a_folder_that_others_can_write_is_not_believed(self, builds: list[str]) -> None:
        self.load(self.folder)
        self.folder.chmod(0o777)
        self.load(self.folder)
        assert len(builds) == 2

    def test_a_folder_that_cannot_be_made_does_no_harm(self) -> None:
        self.folder.write_text("a file is in the way")
        assert self.load(self.folder) == self.load(None)

    def test_nothing_is_left_of_a_write_that_failed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def fail(*_: object) -> None:
            raise OSError

        monkeypatch.setattr("pathlib.Path.replace", fail)
        self.load(self.folder)
        assert list(self.folder.iterdir()) == []

    def test_no_folder_is_written_to_where_none_is_given(self, tmp_path: Path) -> None:
        self.load(None)
        assert [each.name for each in tmp_path.iterdir()] == ["small.lark"]


def test_the_key_covers_what_the_table_depends_on(monkeypatch: pytest.MonkeyPatch) -> None:
    key = grammar._key("a")
    assert key != grammar._key("b")
    monkeypatch.setattr(grammar, "version", lambda _: "0.0")
    assert key != grammar._key("a")
    assert os.sep not in key
