"""What the judge says of a backend that is wrong: it is broken on purpose here, by compiling a changed clause."""

from pathlib import Path
from typing import Any

import pytest
from conformance import comparing
from conformance.comparing import tables
from conformance.difference import DifferenceError
from syrupy.assertion import SnapshotAssertion

import splendor_dsl
from splendor_dsl.compiler import module
from splendor_dsl.ir.nodes import Program
from splendor_dsl.lowering.code_style import CodeStyle

# What is compiled in place of a clause of the rules.
SLIPS = {
    "two gold for a reserved card": "replace actions.reserve.gain { gain up to 2 gold }",
    "a reserved card is bought": "replace actions.reserve.move { move card to bought }",
    "two of three tokens": "replace actions.take_same.pile { require colour in supply >= 3 }",
    "an early end": "set parameters.target = 3",
}


def broken(monkeypatch: pytest.MonkeyPatch, folder: Path, slip: str) -> None:
    """From here on compiled rules have a changed clause."""
    file = folder / "slip.rules"
    head = 'splendor rules 2\n\nvariant slip "Slip" extends classic\n\n'
    file.write_text(f"{head}{SLIPS[slip]}\n")
    changed = splendor_dsl.load(file, backend="interpreter").program
    right = module.lower

    def wrong(_: Program, shape: CodeStyle) -> Any:
        return right(changed, shape)

    monkeypatch.setattr(module, "lower", wrong)
    monkeypatch.setenv("SPLENDOR_CACHE", str(folder))
    monkeypatch.setattr(comparing, "BACKENDS", ("python",))


@pytest.mark.parametrize("slip", SLIPS)
def test_the_first_difference_is_shown(
    slip: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    broken(monkeypatch, tmp_path, slip)
    (table,) = tables(splendor_dsl.load("classic"), [2])
    with pytest.raises(DifferenceError) as found:
        table.play(0)
    assert str(found.value) == snapshot
