"""Names that could meet in generated code play the same game on every backend as any others."""

import pytest
from attrs import evolve
from conformance.comparing import REFERENCE, Table, compiled
from kernel.small import PLAIN, small

from splendor_dsl.compiler.backend_choice import Backend
from splendor_dsl.game.game import Game
from splendor_dsl.game.game import game as made_on

GAMES = 3
SIDE = """
    give_back as "give back" {{ move card: top of row to {zone} }}
    fetch as "fetch {{card}}" {{ choose card: top of {zone}; move card to hand }}
"""


def zones(more: str) -> str:
    return PLAIN["zones"] + more


def alike(game: Game, backend: Backend) -> None:
    """Fails unless the game runs on a backend, and plays there as on the interpreter."""
    other = compiled(game, backend, checked=True)
    for number in range(GAMES):
        assert Table({REFERENCE: game, backend: other}, 2).play(number) > 0


@pytest.mark.parametrize("zone", ["deck_1", "deck_2"])
def test_a_zone_named_like_a_part_of_another(zone: str) -> None:
    game = small(
        zones=zones(f"{zone} cards {{ face down }}"),
        setup=f"fill row; move side: top (2) of deck to {zone}",
        actions=PLAIN["actions"] + SIDE.format(zone=zone),
    )
    alike(game, "python")


def test_a_field_named_like_what_is_remembered_of_another() -> None:
    kinds = PLAIN["kinds"] + "\ntiles { price_few coins = 0 copper; price_held coins }"
    game = small(
        kinds=kinds,
        rows_tiles='"t" : 1 copper\n"u" : 2 silver',
        zones=zones("shelf tiles { face up }\nwon tiles of a player { face up }"),
        actions=PLAIN["actions"]
        + """
        visit as "visit {tile}" {
          choose tile: tiles in shelf
          pay price_held of tile less gives { wild star for coins }
          move tile to won
        }
        """,
    )
    alike(game, "python")


@pytest.mark.parametrize(
    ("one", "other"), [("fin", "\ufb01n"), ("goal", "go\u00aal"), ("K", "\u212a"), ("\n", " = 1")]
)
def test_ends_that_python_takes_for_one_or_not_for_a_name(one: str, other: str) -> None:
    plain = small(
        end="""
        one: when any player has (cards in own >= 1) then finish the round and 2 more judged again
        other: when any player has (rich) then finish the round
        ranking { worth: most worth_of; shared }
        """
    )
    names = {"one": one, "other": other}
    renamed = [
        evolve(end, name=names[end.name], where=evolve(end.where, path=f"end.{names[end.name]}"))
        for end in plain.model.ends
    ]
    alike(made_on(evolve(plain.model, ends=tuple(renamed))), "python")


def test_names_with_digits_that_python_does_not_know() -> None:
    name = "fame\u2460"
    game = small(
        counters=f"{name} of a player 0 from 0 to 9\n{name}\u2461 0 from 0 to 9",
        markers="lamp\u2462",
        values=PLAIN["values"] + f"\ntotal seen\u2463 {{ own: {name} }}",
        actions=PLAIN["actions"].replace(
            "move card to own", f"move card to own; count {name} = {name} + 1"
        ),
        end=f"goal\u2464: when any player has ({name} > 2) then finish the round\n"
        "ranking { worth: most worth_of; shared }",
    )
    alike(game, "python")
