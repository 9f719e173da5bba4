"""Each statement of the kernel has tests that bear its number."""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
KERNEL = TESTS.parent.parent / "docs" / "kernel.md"


@pytest.mark.skipif(not KERNEL.is_file(), reason="a wheel has no docs")
def test_each_statement_is_held_by_a_test_of_its_number() -> None:
    stated = set(re.findall(r"\(K(\d+)\)", KERNEL.read_text("utf-8")))
    stated |= set(re.findall(r", K(\d+)\)", KERNEL.read_text("utf-8")))
    texts = "\n".join(path.read_text("utf-8") for path in sorted(TESTS.parent.rglob("test_*.py")))
    held = set(re.findall(r"^def test_k(\d+)_", texts, re.MULTILINE))
    assert len(stated) >= 39
    assert sorted(stated - held, key=int) == []
