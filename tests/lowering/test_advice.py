"""What a reason tells the author to write instead is compiled: the clause as it is refused, and as it is advised."""

import pytest
from lowering.test_unsupported import HEAD

from splendor_dsl.compiler.module import all_gaps
from splendor_dsl.ir.from_semantics import from_semantics
from splendor_dsl.lowering import unsupported
from splendor_dsl.lowering.unsupported import NotLowered, Reason
from splendor_dsl.pipeline import load_source
from splendor_dsl.source import source_from_text

SCORE = "counters { score of a player 0 from 0 to 9999; debt of a player 0 from -5 to 5 }\n"
EXTRA = """after actions.buy {
  extra "extra" as "extra {card}" only when owed { choose card: cards in table; move card to under deck }
}
"""
POT = """counters { pot of a player 0 from 0 to 9000 }
after actions.buy { bet "bet" as "bet {n}" { """
ELEVEN = "; ".join(f"do d{at}: extra" for at in range(11))
LEND = """after actions.buy {
  lend "lend" as "lend {card} {rival}" { choose card: cards in hand; choose rival: others; move card to bought of rival }
}
"""
# By its name, rules that have the reason, and the same as they are advised.
ADVICE = {
    "SEVERAL_WILDS": (
        "replace actions.buy.pay { pay cost of card less bonus { wild gold for gems; wild white for gems } }",
        """after actions.buy { melt "melt" as "melt {count}" {
          choose count: number from 1 to min(5, white in purse)
          return (count) white
          gain up to (count) gold
        } }""",
    ),
    "LARGE_AMOUNT": (
        SCORE
        + "triggers { t: at end of turn { if purse covers (score) red { gain up to 1 red } } }",
        SCORE
        + "triggers { t: at end of turn { if purse covers (min(127, score)) red { gain up to 1 red } } }",
    ),
    "NEGATIVE_AMOUNT": (
        SCORE
        + "triggers { t: at end of turn { if purse covers (debt) red { gain up to 1 red } } }",
        SCORE
        + "triggers { t: at end of turn { if purse covers (max(0, debt)) red { gain up to 1 red } } }",
    ),
    "NOT_ITS_PIECE": (
        """triggers { rob: at end of turn {
          choose rival: others; gain up to 1 red; may choose card: cards in hand of rival; move card to under deck } }""",
        """triggers { rob: at end of turn {
          gain up to 1 red; may choose rival: others; choose card: cards in hand of rival; move card to under deck } }""",
    ),
    "NOT_ITS_PIECE, that may be declined": (
        """triggers { rob: at end of turn { for each other player {
          choose rival: others; may choose card: cards in hand of rival; move card to under deck } } }""",
        """triggers { rob: at end of turn { for each other player {
          may choose rival: others; choose card: cards in hand of rival; move card to under deck } } }""",
    ),
    "SAME_ZONE": (
        "replace actions.reserve.card { choose card: top of deck or cards in deck }",
        "replace actions.reserve.card { choose card: top of deck }",
    ),
    "FREE_NUMBERS": (
        POT + "choose n: number from 1 to pot; count pot = pot - n } }",
        POT + "choose n: number from 1 to min(20, pot); count pot = pot - n } }",
    ),
    "ASKING_TRIGGER": (
        """triggers { bring: at end of turn { move all in hand to bought }
        ask: when cards enters bought as card { may choose colour: gems in supply; gain 1 colour } }""",
        """triggers { bring: at end of turn { for each piece in hand { move piece to bought } }
        ask: when cards enters bought as card { may choose colour: gems in supply; gain 1 colour } }""",
    ),
    "CAUSES_ITSELF": (
        """triggers { more: when cards enters bought as card { if level of card > 1 {
          choose other: cards in table; require lower: level of other < level of card; move other to bought } } }""",
        """after actions.buy { extra "extra" as "extra {other}" only when owed {
          choose other: cards in table; require low: level of other = 1; move other to bought } }
        triggers { more: when cards enters bought as card { if level of card > 1 { do extra } } }""",
    ),
    "OWED_FOR_EACH": (
        EXTRA + "triggers { many: at end of turn { for each old in hand { do extra } } }",
        EXTRA + "counters { due of a player 0 from 0 to 9 }\n"
        "triggers { many: at end of turn { for each old in hand { count due = min(9, due + 1) }\n"
        "if due > 0 { do extra } } }",
    ),
    "MANY_OWED": (
        EXTRA + f"triggers {{ many: at end of turn {{ {ELEVEN} }} }}",
        EXTRA + "counters { due of a player 0 from 0 to 11 }\n"
        "triggers { many: at end of turn { count due = 11; do extra } }",
    ),
    "OWED_TO_OTHERS": (
        EXTRA + "triggers { more: at end of turn { for each other player { do extra } } }",
        """triggers { more: at end of turn { for each other player {
          choose card: cards in table; move card to under deck } } }""",
    ),
    "ASKING_TRIGGER, that owes": (
        EXTRA + "triggers { bring: at end of turn { move all in hand to bought }\n"
        "more: when cards enters bought as card { do extra } }",
        EXTRA + "counters { due of a player 0 from 0 to 9 }\n"
        "triggers { bring: at end of turn { move all in hand to bought; if due > 0 { count due = 0; do extra } }\n"
        "more: when cards enters bought as card { count due = min(9, due + 1) } }",
    ),
    "OWED_TO_OTHERS, when the round is over": (
        "triggers { more: at end of round { if first: round = 1 { again } } }",
        "triggers { more: at start of turn { if first: round = 2 { again } } }",
    ),
    "OWED_TO_OTHERS, by what another player brings": (
        LEND + "triggers { thanks: when cards enters bought as card { do take_same } }",
        LEND + "counters { due of a player 0 from 0 to 1 }\n"
        "triggers { thanks: when cards enters bought as card { count due = 1 }\n"
        "repay: at start of turn { if due > 0 { count due = 0; do take_same } } }",
    ),
    "OWED_TO_OTHERS, at the start of a turn": (
        EXTRA + "triggers { more: at end of turn { for each other player { do extra } } }",
        EXTRA + "triggers { more: at start of turn { if round > 1 { do extra } } }",
    ),
}


# Bounds of size: to keep within one, a file has less of what is named. tests/lowering/test_sizes.py has what just fits.
OF_SIZE = {
    *(
        "LARGE_NUMBER",
        "LARGE_PRICE",
        "LARGE_SUPPLY",
        "LONG_CODE",
        "MANY_ACTIONS",
        "MANY_KEPT",
        "MANY_OPTIONS",
    ),
    *("MANY_PARTS", "MANY_PIECES", "MANY_TOKENS", "MANY_WAYS", "NEGATIVE_PRICE", "NEGATIVE_SUPPLY"),
}
ELSEWHERE = {
    "CHANGES_PARTS",  # tests/conformance/test_corners.py plays what is advised
    "NOT_KNOWN",  # has no clause of its own
}


def found(text: str) -> tuple[NotLowered, ...]:
    loaded = load_source(source_from_text("test.rules", HEAD + text + "\n"))
    assert loaded.model is not None, [each.message() for each in loaded.problems]
    return all_gaps(from_semantics(loaded.model))


@pytest.mark.parametrize("name", ADVICE)
def test_what_is_advised_is_compiled(name: str) -> None:
    refused, advised = ADVICE[name]
    reason: Reason = getattr(unsupported, name.partition(",")[0])
    assert reason in {each.why for each in found(refused)}
    assert found(advised) == ()


def test_each_advice_is_tried_or_is_to_have_less_of_something() -> None:
    tried = {name.partition(",")[0] for name in ADVICE}
    reasons = {name for name, each in vars(unsupported).items() if isinstance(each, Reason)}
    assert tried | OF_SIZE | ELSEWHERE == reasons
    assert not tried & (OF_SIZE | ELSEWHERE)
