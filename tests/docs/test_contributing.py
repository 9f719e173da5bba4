"""The guide for contributors names what there is."""

import re
from pathlib import Path

from splendor_dsl import checks

GUIDE = Path(__file__).parents[2] / "CONTRIBUTING.md"


def test_the_tables_of_checks_that_the_guide_names_are_there() -> None:
    guide = GUIDE.read_text(encoding="utf-8")
    section = guide[guide.index("\n## How to add a check\n") :].split("\n## ")[1]
    named = re.findall(r"`([A-Z][A-Z_]+)`", section)
    assert len(named) >= 3
    assert [name for name in named if not hasattr(checks, name)] == []
