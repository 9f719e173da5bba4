import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from splendor_dsl.diagnostics import Problem
from splendor_dsl.source import SIZE_LIMIT, Source, Span, read_source, source_from_text


def read_text(path: Path) -> str:
    source = read_source(path)
    assert isinstance(source, Source)
    return source.text


def read_problem(path: Path | str) -> Problem:
    problem = read_source(path)
    assert isinstance(problem, Problem)
    return problem


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", ""),
        (b"a\nb\n", "a\nb\n"),
        (b"a\r\nb\rc\n", "a\nb\nc\n"),
        (b"\xef\xbb\xbfgame", "game"),
        ("zółty".encode(), "zółty"),
    ],
)
def test_a_file_is_read_with_one_kind_of_line_end(tmp_path: Path, data: bytes, text: str) -> None:
    path = tmp_path / "a.rules"
    path.write_bytes(data)
    assert read_text(path) == text


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"game\n\0", "a zero byte in line 2"),
        (b"\xff\xfeg\0", "a zero byte in line 1"),
        (b"a\nb\n\x89PNG", "the byte 0x89 in line 3"),
        (b"cut \xc3", "the byte 0xc3 in line 1"),
    ],
)
def test_what_is_no_text_is_refused(tmp_path: Path, data: bytes, found: str) -> None:
    path = tmp_path / "a.rules"
    path.write_bytes(data)
    problem = read_problem(path)
    assert problem.code == "SPL002"
    assert found in problem.message()
    assert problem.source_name == str(path)


def test_a_missing_file_suggests_its_neighbour(tmp_path: Path) -> None:
    (tmp_path / "classic.rules").touch()
    problem = read_problem(tmp_path / "clasic.rules")
    assert (problem.code, problem.help()) == ("SPL001", "did you mean 'classic.rules'?")
    assert read_problem(tmp_path / "no" / "where").help() is None


def test_a_file_under_a_file_is_missing(tmp_path: Path) -> None:
    (tmp_path / "a.rules").touch()
    assert read_problem(tmp_path / "a.rules" / "b.rules").code == "SPL001"


def test_the_largest_file_is_read_and_a_larger_one_is_not(tmp_path: Path) -> None:
    path = tmp_path / "large.rules"
    path.write_bytes(b"#" * SIZE_LIMIT)
    assert len(read_text(path)) == SIZE_LIMIT
    with path.open("ab") as stream:
        stream.truncate(50_000_000)
    problem = read_problem(path)
    assert problem.code == "SPL003"
    assert "at most 4194304 bytes, found 50000000" in problem.message()


def test_a_file_that_is_larger_than_it_says_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    path = Path("/proc/self/status")
    if not path.exists() or path.stat().st_size:
        pytest.skip("no file here whose size is a lie")
    monkeypatch.setattr("splendor_dsl.source.SIZE_LIMIT", 10)
    assert read_problem(path).code == "SPL003"


def test_a_folder_is_refused(tmp_path: Path) -> None:
    assert read_problem(tmp_path).code == "SPL004"


def test_a_pipe_is_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert read_problem(tmp_path / "pipe").code == "SPL005"
    assert read_problem("/dev/zero").code == "SPL005"


def test_a_file_that_may_not_be_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "secret.rules"
    path.touch()

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    problem = read_problem(path)
    assert problem.code == "SPL005"
    assert problem.message().endswith(": permission denied")


@pytest.mark.parametrize("name", ["a\0b", "x" * 5_000, "\udc80.rules", ""])
def test_a_name_that_no_file_can_have_is_refused(name: str) -> None:
    problem = read_problem(name)
    assert problem.code in {"SPL001", "SPL004", "SPL005"}
    assert problem.message().encode("utf-8")


def test_lines_and_columns_are_counted_from_one() -> None:
    source = source_from_text("a", "one\n\tzwei\n")
    assert [source.line_column(at) for at in (0, 3, 4, 9, 10)] == [
        (1, 1),
        (1, 4),
        (2, 1),
        (2, 6),
        (3, 1),
    ]
    assert [source.line_text(n) for n in (1, 2, 3)] == ["one", "\tzwei", ""]
    assert source.line_count == 3


@given(st.text(alphabet="ab\n\r\té"))
def test_each_offset_lies_in_its_line(text: str) -> None:
    source = source_from_text("a", text)
    assert source.text.split("\n") == [source.line_text(n + 1) for n in range(source.line_count)]
    for offset in range(len(source.text) + 1):
        line, column = source.line_column(offset)
        assert source.line_starts[line - 1] + column - 1 == offset


def test_an_offset_outside_the_text_counts_as_its_end() -> None:
    source = source_from_text("a", "ab")
    assert source.line_column(99) == (1, 3)
    assert source.line_column(-1) == (1, 1)


def test_spans_join_and_know_their_text() -> None:
    source = source_from_text("a.rules", "gain 3 white\ngain 1 gold")
    first, second = Span(source, 0, 4), Span(source, 18, 19)
    assert first.to(second) == second.to(first) == Span(source, 0, 19)
    assert (second.line, second.column, second.text, str(second)) == (2, 6, "1", "a.rules:2:6")


def test_spans_are_equal_by_name_and_offsets() -> None:
    one, two = source_from_text("a", "x"), source_from_text("a", "y")
    assert Span(one, 0, 1) == Span(two, 0, 1)
    assert len({Span(one, 0, 1), Span(two, 0, 1)}) == 1
    assert Span(one, 0, 1) != Span(source_from_text("b", "x"), 0, 1)


def test_spans_of_two_sources_do_not_join() -> None:
    one, two = source_from_text("a", "x"), source_from_text("b", "y")
    with pytest.raises(ValueError, match="two sources"):
        Span(one, 0, 1).to(Span(two, 0, 1))
