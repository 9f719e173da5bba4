"""The page of the API: its code runs, prints what it shows, and names all that is public."""

import re
from importlib.util import find_spec
from pathlib import Path

import attrs
import pytest

import splendor_dsl
from splendor_dsl.game.native_table import NativeTable
from splendor_dsl.game.runs import Columns, GamesPlayed

PAGE = Path(__file__).resolve().parents[2] / "docs" / "api.md"
BLOCK = re.compile(r"^```python\n(.*?)^```$(?:\n\n^```text\n(.*?)^```$)?", re.MULTILINE | re.DOTALL)

NATIVE = "# with the extra native\n"
HAS_NUMBA = find_spec("numba") is not None

pytestmark = pytest.mark.skipif(not PAGE.is_file(), reason="the documents are no part of a wheel")


def text() -> str:
    return PAGE.read_text("utf-8")


def public(kind: type) -> list[str]:
    """What somebody can write behind a dot."""
    own = {name for name in vars(kind) if not name.startswith("_")}
    return sorted(own | {each.name for each in attrs.fields(kind) if each.name[0] != "_"})


@pytest.mark.native  # with the blocks of native code, where numba is
def test_the_code_runs_and_prints_what_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    found = BLOCK.findall(text())
    assert len(found) == text().count("```python")
    blocks = [each for each in found if HAS_NUMBA or not each[0].startswith(NATIVE)]
    for number, (code, shown) in enumerate(blocks, 1):
        exec(compile(code, f"block {number} of {PAGE.name}", "exec"), names)  # noqa: S102  # what the page says
        expected = ".*".join(re.escape(part) for part in shown.split("..."))
        printed = capsys.readouterr().out
        assert re.fullmatch(expected, printed), f"block {number} prints:\n{printed}"
    assert sum(bool(shown) for _, shown in blocks) >= 4


def test_every_public_name_is_offered() -> None:
    assert set(splendor_dsl.__all__) <= set(dir(splendor_dsl))


@pytest.mark.parametrize("name", splendor_dsl.__all__)
def test_each_public_name_is_there_and_described(name: str) -> None:
    assert getattr(splendor_dsl, name) is not None
    assert re.search(rf"`{name}\b", text())


@pytest.mark.parametrize("name", public(splendor_dsl.Game))
def test_each_part_of_a_game_is_described(name: str) -> None:
    assert re.search(rf"`game\.{name}\b", text())


@pytest.mark.parametrize("name", [name for name in dir(NativeTable) if not name.startswith("_")])
def test_each_part_of_a_native_table_is_described(name: str) -> None:
    assert re.search(rf"`table\.{name}\b", text())


@pytest.mark.parametrize(
    "name", public(GamesPlayed) + public(Columns) + public(splendor_dsl.Weights)
)
def test_each_part_of_a_run_is_described(name: str) -> None:
    assert re.search(rf"`{name}\b|\b{name}=", text())


@pytest.mark.parametrize("name", public(splendor_dsl.State))
def test_each_part_of_a_state_is_described(name: str) -> None:
    assert re.search(rf"`state\.{name}\b", text())


def test_what_is_not_public_is_told() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'laod'"):
        splendor_dsl.laod  # noqa: B018  # the name is asked for
    namespace: dict[str, object] = {}
    exec("from splendor_dsl import *", namespace)  # noqa: S102  # a function has no such import
    assert set(splendor_dsl.__all__) <= set(namespace)
