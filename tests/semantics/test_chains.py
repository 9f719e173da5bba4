"""Words joined by `of`, and what is said of those that don't fit together."""

import pytest
from kernel.small import PLAIN, meant, text


def messages(requirement: str) -> list[str]:
    """What is said of a requirement of an action about a rival."""
    ask = f'ask as "ask {{rival}}" {{ choose rival: others; require it: {requirement} }}'
    return [each.message() for each in meant(text(actions=f"{PLAIN['actions']}\n{ask}")).problems]


@pytest.mark.parametrize(
    ("requirement", "found"),
    [
        ("cards in hand of rival > 0", []),
        ("cards in row > 0", []),
        ("cards in row of rival > 0", ["expected no owner, as 'row' is the game's, found 'rival'"]),
        ("cards in hand of copper > 0", ["expected a player, found 'copper'"]),
        (
            "cards in row of copper > 0",
            ["expected no owner, as 'row' is the game's, found 'copper'"],
        ),
    ],
)
def test_only_what_players_have_has_an_owner(requirement: str, found: list[str]) -> None:
    assert messages(requirement) == found
