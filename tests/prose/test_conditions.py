"""Conditions and loops: each says whose number it is about, with a verb, in every language."""

from collections.abc import Mapping
from functools import cache

import pytest
from prose.test_rulebook import words
from prose.written import STATED, understood, words_of

from splendor_dsl.prose.clauses import by_path
from splendor_dsl.prose.player_aid import player_aid

OWN = """splendor rules 2

variant own "Own" extends classic

counters { pool 0 from 0 to 9 "points in the pool" }

add actions.buy {
  if dear: points of card > 3 { shuffle deck }
  if rich: points > 3 { shuffle deck }
  if level: level of card != 2 { shuffle deck }
  if cheap: cost of card covers 3 red { shuffle deck }
  if plain: points of card = 0 { shuffle deck }
}

triggers {
  lead: at end of turn {
    require most: points > most over other player (points)
    require some: not (points < 5)
    require apart: points >= 5 and cards in hand = 3
    if poor: points < least over other player (points) { shuffle deck }
  }
  alms: at end of turn {
    for each other player {
      if x: gold in purse > 1 { gain up to 1 gold }
      if y: gold in purse of mover > 1 { return up to 1 red }
      if z: points > points of mover { again }
      if t: cards in hand of mover >= 1 { may choose one: gems in purse }
    }
  }
  gift: at end of round { for each player { gain up to 1 red } }
  tax: at end of turn { for each other player { return up to 1 red } }
  none: at end of turn { for each other player {} }
  looking: at end of turn { for each seen in table { if any: points of seen > 3 { shuffle deck } } }
  fill: at start of round { count pool = min(3, pool + cards in deck) }
}

replace end.stuck { stuck: when passes > players then at once }
end { few: when cards in deck <= 4 then at once }
"""


@cache
def told(language: str) -> Mapping[str, str]:
    return by_path(words_of(understood(OWN), language))


SAID = {
    "actions.buy.dear": (
        "If the development card has more than 3 prestige points:",
        "Jeśli karta rozwoju ma więcej niż 3 punkty prestiżu:",
        "Si la carta de desarrollo tiene más de 3 puntos de prestigio:",
    ),
    "actions.buy.rich": (
        "If you have more than 3 prestige points:",
        "Jeśli masz więcej niż 3 punkty prestiżu:",
        "Si tienes más de 3 puntos de prestigio:",
    ),
    "actions.buy.level": (
        "If its level is not 2:",
        "Jeśli poziom to nie 2:",
        "Si su nivel no es 2:",
    ),
    "actions.buy.cheap": (
        "If its cost is at least 3 rubies:",
        "Jeśli koszt to co najmniej 3 rubiny:",
        "Si su coste es al menos 3 rubíes:",
    ),
    "actions.buy.plain": (
        "If the development card has no prestige points:",
        "Jeśli karta rozwoju nie ma punktów prestiżu:",
        "Si la carta de desarrollo no tiene puntos de prestigio:",
    ),
    "triggers.lead.most": (
        "Condition: you have more prestige points than any other player.",
        "Warunek: masz więcej punktów prestiżu niż każdy inny gracz.",
        "Condición: tienes más puntos de prestigio que cualquier otro jugador.",
    ),
    "triggers.lead.some": (
        "Condition: you have at least 5 prestige points.",
        "Warunek: masz co najmniej 5 punktów prestiżu.",
        "Condición: tienes al menos 5 puntos de prestigio.",
    ),
    "triggers.lead.apart": (
        (
            "Condition: you have at least 5 prestige points and you have exactly 3 development cards "
            "among your reserved cards."
        ),
        "Warunek: masz co najmniej 5 punktów prestiżu i masz dokładnie 3 karty rozwoju na ręce.",
        "Condición: tienes al menos 5 puntos de prestigio y tienes exactamente 3 cartas de desarrollo en la mano.",
    ),
    "triggers.lead.poor": (
        "If you have fewer prestige points than any other player:",
        "Jeśli masz mniej punktów prestiżu niż każdy inny gracz:",
        "Si tienes menos puntos de prestigio que cualquier otro jugador:",
    ),
    "triggers.alms.for_each": (
        "For each other player:",
        "Dla każdego innego gracza:",
        "Por cada uno de los demás jugadores:",
    ),
    "triggers.none.for_each": (
        "For each other player:",
        "Dla każdego innego gracza:",
        "Por cada uno de los demás jugadores:",
    ),
    "triggers.alms.for_each.x": (
        "If that player has more than 1 gold:",
        "Jeśli ten gracz ma więcej niż 1 znacznik złota:",
        "Si ese jugador tiene más de 1 ficha de oro:",
    ),
    "triggers.alms.for_each.x.gain": (
        "That player takes 1 gold from the supply, if there is any.",
        "Ten gracz bierze 1 znacznik złota z puli, jeśli jeszcze jest.",
        "Ese jugador coge 1 ficha de oro de la reserva, si queda.",
    ),
    "triggers.alms.for_each.y": (
        "If you have more than 1 gold:",
        "Jeśli masz więcej niż 1 znacznik złota:",
        "Si tienes más de 1 ficha de oro:",
    ),
    "triggers.alms.for_each.y.return": (
        "That player puts 1 ruby back to the supply, if there is any.",
        "Ten gracz odkłada 1 rubin do puli, jeśli jeszcze jest.",
        "Ese jugador devuelve 1 rubí a la reserva, si queda.",
    ),
    "triggers.alms.for_each.z": (
        "If that player has more prestige points than you:",
        "Jeśli ten gracz ma więcej punktów prestiżu niż ty:",
        "Si ese jugador tiene más puntos de prestigio que tú:",
    ),
    "triggers.alms.for_each.z.again": (
        "That player has another turn after this one.",
        "Po tej turze ten gracz ma jeszcze jedną.",
        "Después de este turno ese jugador tiene otro.",
    ),
    "triggers.alms.for_each.t": (
        "If you have at least 1 development card among your reserved cards:",
        "Jeśli masz co najmniej 1 kartę rozwoju na ręce:",
        "Si tienes al menos 1 carta de desarrollo en la mano:",
    ),
    "triggers.alms.for_each.t.one": (
        "That player may choose a colour of gems among their tokens.",
        "Ten gracz może wybrać kolor kamieni szlachetnych wśród znaczników.",
        "Ese jugador puede elegir un color de gemas entre las fichas.",
    ),
    "triggers.gift": (
        "At the end of each round:",
        "Na koniec każdej rundy:",
        "Al final de cada ronda:",
    ),
    "triggers.gift.for_each.gain": (
        "Each player takes 1 ruby from the supply, if there is any.",
        "Każdy gracz bierze 1 rubin z puli, jeśli jeszcze jest.",
        "Cada jugador coge 1 rubí de la reserva, si queda.",
    ),
    "triggers.tax.for_each.return": (
        "Each other player puts 1 ruby back to the supply, if there is any.",
        "Każdy inny gracz odkłada 1 rubin do puli, jeśli jeszcze jest.",
        "Cada uno de los demás jugadores devuelve 1 rubí a la reserva, si queda.",
    ),
    "triggers.looking.for_each": (
        "For each development card among the face-up cards:",
        "Dla wszystkich kart rozwoju na stole, po kolei:",
        "Por cada carta de desarrollo en la mesa:",
    ),
    "triggers.looking.for_each.any": (
        "If the development card has more than 3 prestige points:",
        "Jeśli karta rozwoju ma więcej niż 3 punkty prestiżu:",
        "Si la carta de desarrollo tiene más de 3 puntos de prestigio:",
    ),
    "end.stuck": (
        (
            "The game ends at once, as it stands, when there are more than 2 / 3 / 4 passes in a row "
            "(for 2 / 3 / 4 players)."
        ),
        (
            "Gra kończy się natychmiast, z takim wynikiem, jaki jest, gdy jest więcej niż 2 / 3 / 4 pasy "
            "z rzędu (dla 2 / 3 / 4 graczy)."
        ),
        (
            "La partida acaba en el acto, tal como está, cuando hay más de 2 / 3 / 4 pases seguidos "
            "(con 2 / 3 / 4 jugadores)."
        ),
    ),
    "end.few": (
        "The game ends at once, as it stands, when there are at most 4 development cards in the deck.",
        "Gra kończy się natychmiast, z takim wynikiem, jaki jest, gdy są najwyżej 4 karty rozwoju w talii.",
        "La partida acaba en el acto, tal como está, cuando hay como mucho 4 cartas de desarrollo en el mazo.",
    ),
}


@pytest.mark.parametrize("path", SAID)
def test_a_condition_says_whose_it_is(path: str) -> None:
    assert tuple(told(language)[path] for language in STATED) == SAID[path]


def test_numbers_and_names_read_as_they_are_spoken() -> None:
    assert told("en")["counters.pool"] == "Points in the pool: now 0."
    more = "now 3 or the number of points in the pool + the number of development cards in the deck"
    assert told("en")["triggers.fill.count"].endswith(f"{more}, whichever is smaller.")


@pytest.mark.parametrize(
    ("name", "path", "texts"),
    [
        (
            "one_joker",
            "actions.buy.pay",
            (
                "At most 1 gold in one payment.",
                "Przy jednej zapłacie najwyżej 1 znacznik złota.",
                "Como mucho 1 ficha de oro en cada pago.",
            ),
        ),
        (
            "snake_draft",
            "phases.draft",
            (
                "Before the game, 2 times round the table, in reverse order every second time:",
                "Przed grą, 2 razy dookoła stołu, co drugi raz w odwrotnej kolejności:",
                "Antes de la partida, 2 vueltas a la mesa, cada segunda vuelta en orden inverso:",
            ),
        ),
        (
            "four_when_rich",
            "values.rich.piles",
            (
                "each colour of gems has at least 4 tokens of that colour in the supply.",
                "dla każdego koloru kamieni szlachetnych: co najmniej 4 znaczniki tego koloru w puli.",
                "en cada color de gemas: al menos 4 fichas de ese color en la reserva.",
            ),
        ),
        (
            "final_scoring",
            "values.final.largest",
            (
                "the greatest number of bonuses of that colour among the colours of gems.",
                "największa liczba bonusów tego koloru (kolory kamieni szlachetnych).",
                "el mayor número de bonificaciones de ese color entre los colores de gemas.",
            ),
        ),
        (
            "extra_turn",
            "triggers.hourglass.shown",
            (
                "exactly 1 hourglass (if not: “the card shows no hourglass”).",
                "dokładnie 1 klepsydrę (jeśli nie: „na karcie nie ma klepsydry”).",
                "exactamente 1 reloj de arena (si no: «la carta no muestra un reloj de arena»).",
            ),
        ),
    ],
)
def test_bundled_games_are_told_so(name: str, path: str, texts: tuple[str, ...]) -> None:
    for language, text in zip(STATED, texts, strict=True):
        assert by_path(words(name, language))[path].endswith(text)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "not to be put back: time stones"),
        ("pl", "nie wolno odkładać: kamienie czasu"),
        ("es", "no se pueden devolver: gemas del tiempo"),
    ],
)
def test_the_page_to_play_by_says_what_is_kept(language: str, text: str) -> None:
    lines = dict(player_aid(words("marvel", language)).rows)
    assert lines["limits"][1].endswith(text)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("triggers.climb.ladder", "If its ladders are 1:"),
        ("triggers.crow.most", "you have more trees in your grove than the holder of scarecrow."),
        ("triggers.fair.for_each.count", "Favours (that player): 1 fewer."),
        (
            "triggers.climb.else.small.count",
            "now 9 or the number of favours + 1, whichever is smaller.",
        ),
    ],
)
def test_a_game_of_other_names_is_told_so(path: str, text: str) -> None:
    assert by_path(words("orchard"))[path].endswith(text)


# ---- conditions that have a name or a reason -----------------------------------------------------
NAMED = """splendor rules 2

variant named "Named" extends classic

values {
  any lucky "a lucky find" {
    stars: points >= 9 because "nine stars"
    gold: gold in purse >= 3
  }
  all both "a full house" { lucky: lucky; cards: cards in hand >= 3 }
}

add actions.buy {
  require once: cards in hand < 2 because "the hand is full"
  require alone: not any other player has (lucky)
  if good: points > 3 because "the rich give" { shuffle deck }
  if luck: lucky { shuffle deck }
}

end {
  few: when cards in deck <= 4 then at once because "nothing is left to draw"
  luck: when any player has (lucky and points > 3) then finish the round {
    ranking among both { rich: with lucky because "luck comes first"; shared }
  }
}
"""
NAMED_SAID = {
    "actions.buy.once": (
        "Condition: you have fewer than 2 development cards among your reserved cards "
        "(if not: “the hand is full”)."
    ),
    "actions.buy.alone": "Condition: not so: another player has what “a lucky find” asks for.",
    "actions.buy.good": "If you have more than 3 prestige points — the rich give:",
    "actions.buy.luck": "If a lucky find:",
    "values.lucky.stars": "Enough: at least 9 prestige points — nine stars.",
    "end.few": (
        "The game ends at once, as it stands, when there are at most 4 development cards in the deck "
        "— nothing is left to draw."
    ),
    "end.luck": (
        "When a player has what “a lucky find” asks for and more than 3 prestige "
        "points, the round is played to its end, so that all have the same number of turns. Then the "
        "game ends, even if it is no longer so."
    ),
    "end.luck.ranking": (
        "Only a player with what “a full house” asks for can win; if there is none, nobody wins."
    ),
    "end.luck.ranking.rich": "Whoever has what “a lucky find” asks for wins — luck comes first.",
}


@pytest.mark.parametrize("path", NAMED_SAID)
def test_a_condition_is_told_by_its_name_and_its_reason(path: str) -> None:
    assert by_path(words_of(understood(NAMED)))[path] == NAMED_SAID[path]


def test_what_a_name_stands_for_is_written_out_on_the_page_to_play_by() -> None:
    lines = dict(player_aid(words_of(understood(NAMED))).rows)
    assert lines["end.target"][1] == (
        "A player has at least 15 prestige points: the round is played to its end"
    )
