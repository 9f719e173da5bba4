"""Rules that are too large to be compiled are named by clause and place, and run on the interpreter."""

import re
from itertools import pairwise, product
from string import ascii_lowercase

import pytest
from kernel.small import PLAIN, meant, small, text

import splendor_dsl
from splendor_dsl.compiler.module import all_gaps
from splendor_dsl.game.game import Game, game

COLOURS = tuple(f"hue_{letter}" for letter in ascii_lowercase)
MANY = """choose a: number from 0 to {0}\nrequire one: a = 1
choose b: number from 0 to {0}\nrequire two: b = 2\ngain 1 copper"""
RICH = "wealth 2 from 0 to 999999999"
TABLE = '"{}" 1 0 copper : 1 silver'


def coloured(count: int, *, stock: int = 5) -> dict[str, str]:
    """A game of so many colours beside the joker."""
    names = ", ".join(("copper", "silver", "iron", *COLOURS)[: count - 1])
    return {"tokens": f"coins {names}\njoker star", "supply": f"each coins {stock}\nstar 3"}


def action(steps: str) -> dict[str, str]:
    return {"actions": f'{PLAIN["actions"]}\nwild as "wild" {{ {steps} }}'}


def dealt(count: int) -> dict[str, str]:
    """A game of so many cards."""
    names = ("".join(letters) for letters in product(ascii_lowercase, repeat=2))
    rows = [TABLE.format(f"card {name}") for name, _ in zip(names, range(count), strict=False)]
    return {"rows_cards": "\n".join(rows)}


def owing(count: int) -> dict[str, str]:
    """A game with an action that owes two, each of which owes so many."""
    takes = "; ".join(f"do more_{number}: take" for number in range(count))
    wish = "wish { do one: lend; do two: lend }"
    return {"actions": f'{wish}\nlend "lend" only when owed {{ {takes} }}\n{PLAIN["actions"]}'}


def teams(size: int) -> dict[str, str]:
    """A game of two teams, ranked by numbers of 61 bits."""
    return {
        "seats": f"players {2 * size} to {2 * size}; teams of {size}",
        "counters": RICH.replace("wealth", "wealth of a player"),
        "end": """late: when round > 2 then at once
        ranking { wealth: most 2 * wealth * wealth; shared }""",
    }


TRIGGERS = "\n".join(f"more_{letter}: at end of turn {{ do extra }}" for letter in "abcdefghijk")
# What a game says, the clause that is too large, and what is said of it.
LARGE = {
    "cards": (dealt(255), "rows.cards", "there are 255 cards, and 254 pieces are the most"),
    "colours": (
        coloured(13),
        "tokens",
        "there are 13 colours of tokens, and 12 are the most",
    ),
    "tokens of a colour": (
        {"supply": "each coins 5\nstar 9999"},
        "supply.star",
        "there are 9999 star, and 8191 are the most beside 4 colours of tokens",
    ),
    "tokens of a colour of many": (
        coloured(12, stock=8),
        "supply.coins",
        "there are 8 copper, and 7 are the most beside 12 colours of tokens",
    ),
    "a price": (
        {"rows_cards": '"dear" 1 0 copper : 40000 silver'},
        "rows.cards.dear",
        "there is an amount of 40000, and 16383 is the most beside 4 colours of tokens",
    ),
    "decisions": (
        action(MANY.format(2000)),
        "actions.wild",
        "a decision has more than 1048576 options that can ever be offered",
    ),
    "a choice of numbers": (
        action("choose a: number from 0 to 5000\ngain 1 copper"),
        "actions.wild.a",
        "the numbers that may be chosen have no bounds that are known beforehand, or too many lie between them",
    ),
    "numbers": (
        {**action("count wealth = 9 * wealth * wealth"), "counters": RICH},
        "actions.wild.count",
        "a number may take more than 63 bits",
    ),
    "chosen numbers": (
        action("choose a: number from 0 to 9\nrequire odd: a * (999999999 * 999999999) = 0"),
        "actions.wild.odd",
        "a number may take more than 63 bits",
    ),
    "numbers that a team is ranked by": (
        teams(3),
        "end.ranking.wealth",
        "a number may take more than 63 bits",
    ),
    "actions owed": (
        {
            "actions": f"""{PLAIN["actions"]}
            extra as "extra {{coin}}" only when owed {{ choose coin: coins in supply; gain 1 coin }}""",
            "triggers": TRIGGERS,
        },
        "triggers.more_k.do",
        "more than 10 actions may be owed at once",
    ),
    "actions that owe several": (
        action("do take\ndo one: wild\ndo two: wild"),
        "actions.wild.two",
        "more than 10 actions may be owed at once",
    ),
    "actions owed by what actions owe": (
        owing(6),
        "actions.wish.two",
        "more than 10 actions may be owed at once",
    ),
}
# What just fits.
FITS = {
    "numbers": {**action("count wealth = 4 * wealth * wealth"), "counters": RICH},
    "chosen numbers": action(
        "choose a: number from 0 to 4\nrequire odd: a * (999999999 * 999999999) = 0"
    ),
    "numbers that a team is ranked by": teams(2),
    "actions owed by what actions owe": owing(5),
    "a wild token that is worth a number": {
        **action("pay 2 each coins { wild star for coins { worth wealth; at most wealth } }"),
        "counters": "wealth 2 from 1 to 3",
    },
    "an action that owes itself": action(
        "if poor: star in purse = 0 { do wild }\nelse { do take }"
    ),
    "cards": {**dealt(254), "supply": "each coins 5\nstar 300"},
    "colours": coloured(12),
    "tokens of a colour": {"supply": "each coins 5\nstar 8191"},
    "tokens of a colour of many": coloured(12, stock=7),
    "a price": {"rows_cards": '"dear" 1 0 copper : 16383 silver'},
    "decisions": action(MANY.format(1000)),
    "a choice of numbers": action("choose a: number from 0 to 4095\ngain 1 copper"),
}


def compiled(sections: dict[str, str]) -> Game:
    """The game, to be run as plain Python."""
    return game(small(**sections).model, backend="python")


@pytest.mark.parametrize("what", LARGE)
def test_what_is_too_large_is_named_and_runs_on_the_interpreter(what: str) -> None:
    sections, path, reason = LARGE[what]
    made = compiled(sections)
    (gap,) = all_gaps(made.program)
    assert (gap.path, gap.reason) == (path, reason)
    place = made.model.places[path].span
    said = f"{path} (small.rules:{place.line}): {reason}; the game can be played all the same, only slower"
    with pytest.warns(splendor_dsl.SlowerWarning, match=re.escape(said)):
        state = made.start(made.players[0])
    assert made.backend == "interpreter"
    assert state.play(state.moves[0]).to_move is not None


@pytest.mark.parametrize("what", FITS)
def test_what_just_fits_is_compiled(what: str) -> None:
    made = compiled(FITS[what])
    state, other = (each.start(made.players[0]) for each in (made, small(**FITS[what])))
    assert made.backend == "python"
    assert state.moves == other.moves
    assert state.play(state.moves[0]).moves == other.play(other.moves[0]).moves


def test_what_leads_to_too_much_else_is_named() -> None:
    further = ("own", "second", "third", "fourth")
    zones = "\n".join(f"{name} cards of a player {{ face up }}" for name in further[1:])
    triggers = "\n".join(
        f"{here}_{letter}: when cards enters {here} as card {{ move card to {there} }}"
        for here, there in pairwise(further)
        for letter in "abcdef"
    )
    made = compiled({"zones": f"{PLAIN['zones']}\n{zones}", "triggers": triggers})
    (gap, *_) = all_gaps(made.program)
    assert gap.reason == "actions and triggers lead to each other in more than 200 ways"
    assert gap.path.startswith("triggers.")
    with pytest.warns(splendor_dsl.SlowerWarning, match=re.escape(f"{gap.path} ({gap.place})")):
        assert made.start(2).moves
    assert made.backend == "interpreter"


def test_all_that_is_too_large_is_named_at_once() -> None:
    both = {**dealt(255), **coloured(13)}
    assert {gap.path for gap in all_gaps(small(**both).program)} == {"rows.cards", "tokens"}


def test_a_supply_below_nothing_for_some_players_is_named() -> None:
    (gap,) = all_gaps(small(supply="each coins 5\nstar players - 3").program)
    assert (gap.path, gap.reason) == ("supply.star", "there are -1 star")
    assert not all_gaps(small(supply="each coins 5\nstar players - 2").program)


def test_more_players_than_there_is_room_for_are_refused() -> None:
    meaning = meant(text(seats="players 2 to 17"))
    assert meaning.model is None
    (problem,) = meaning.problems
    assert problem.message() == "players: expected at most 16, found 17"
    assert problem.span is not None
    made = game(small(seats="players 2 to 16").model, backend="python")
    assert made.start(16).players == 16
    assert made.backend == "python"
