"""The meaning of a game for other numbers of its parameters."""

from kernel.small import PLAIN, text

from splendor_dsl.extensions import load_extensions
from splendor_dsl.pipeline import Files
from splendor_dsl.semantics.from_syntax import from_syntax
from splendor_dsl.semantics.layers import resolve
from splendor_dsl.source import Source
from splendor_dsl.syntax.from_text import from_text


def test_tables_are_read_again_only_where_their_fields_are_others() -> None:
    kinds = PLAIN["kinds"].replace("worth 0 to 9", "worth 0 to most")
    rules = text(parameters="most 9 from 8 to 20\ncalls 1 from 1 to 3", kinds=kinds)
    file = from_text(Source(name="small.rules", text=rules)).file
    assert file is not None
    files = Files(load_extensions(), None, {})
    resolved, problems = resolve(file, files.base, files.mechanic)
    assert resolved is not None, problems
    first = from_syntax(resolved).model
    assert first is not None
    same = from_syntax(resolved, {"calls": 2}, like=first).model
    other = from_syntax(resolved, {"most": 8}, like=first).model
    assert same is not None
    assert other is not None
    assert same.pieces is first.pieces
    assert other.pieces is not first.pieces
    assert other.pieces == first.pieces
