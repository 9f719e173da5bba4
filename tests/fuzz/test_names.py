"""Games in which everything is called otherwise play as before: nothing depends on what authors call things.

Each program has a number, which says whose rules it has, the new names, and the game that is played. `RENAMED=712` plays
one of them, `RENAMED=1000-1999` many; `make fuzz` plays the first few hundred.
"""

import os

import pytest
from conformance.comparing import BACKENDS
from conformance.renaming import program

PARTS = 8
FIRST, LAST = ([*os.environ.get("RENAMED", "0-399").split("-"), ""] * 2)[:2]
NUMBERS = range(int(FIRST), int(LAST or FIRST) + 1)
NATIVE_EACH = (
    50  # one program in so many is compiled to native code too, where numba is, as that takes long
)


@pytest.mark.fuzz
@pytest.mark.parametrize("part", range(PARTS))
def test_renamed_programs_play_as_before(part: int) -> None:
    wrong = []
    for number in NUMBERS[part::PARTS]:
        try:
            program(number).compare(BACKENDS if number % NATIVE_EACH == 1 else ("python",))
        except Exception as error:  # noqa: BLE001  # whatever a name leads to, all are told
            wrong.append(f"RENAMED={number}: {type(error).__name__}: {error}")
    assert not wrong, "\n".join(wrong)
