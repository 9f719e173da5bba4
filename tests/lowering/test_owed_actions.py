"""Actions that are owed: generated code takes them where the rules do."""

import pytest
from kernel.small import PLAIN, small
from lowering.alike import played_alike

from splendor_dsl.lowering.obligations import owed_places

WISH = 'wish "wish" { do take; do more: draw }'
LEND = 'lend "lend" only when owed { gain up to 1 star }'
FETCH = 'fetch as "fetch {card}" { choose card: cards in row; move card to own }'
OWING = {
    "by an action": {"actions": f"{WISH}\n{PLAIN['actions']}"},
    "at the end of a turn": {
        "triggers": "dusk: at end of turn { if poor: iron in purse = 0 { do take } }"
    },
    "at the start of a turn": {"triggers": "dawn: at start of turn { do take }"},
    "after the action": {"turn": "one action\nend of turn\nif late: round >= 2 { do take }"},
    "before the action": {"turn": "if late: round >= 2 { do take }\none action\nend of turn"},
    "by what enters": {
        "actions": f"{LEND}\n{PLAIN['actions']}\n{FETCH}",
        "triggers": "gift: when cards enters own as card { do lend }",
    },
    "in a phase": {"phases": "early 2 rounds { one action; do take }"},
}


@pytest.mark.parametrize("how", OWING)
def test_what_is_owed_is_taken(how: str) -> None:
    plain = small(**OWING[how])
    assert owed_places(plain.program)
    assert all(state.played for state in played_alike(plain, seeds=range(3), most=40))


def test_where_nothing_is_owed_no_code_looks_for_it() -> None:
    assert owed_places(small().program) == frozenset()
