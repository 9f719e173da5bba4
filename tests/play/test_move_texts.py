"""However actions say that they are typed: two moves never have one text, and each is read back as itself (K23)."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

import pytest
from kernel.small import PLAIN, made, text

from splendor_dsl.bundled import bundled_games
from splendor_dsl.pipeline import load_file, load_source
from splendor_dsl.play.chance import Stream
from splendor_dsl.play.game import Game, game
from splendor_dsl.play.state import State
from splendor_dsl.report.words import Words
from splendor_dsl.semantics.move_patterns import pattern_words
from splendor_dsl.source import source_from_text

PROGRAMS, TURNS = 60, 6
OF_PATTERNS = {"SPL403", "SPL404", "SPL405"}
WORDS = (
    *("claim", "own", "1", "2", "1-1", "copper", "star", "hand", "hand-1", "deck", "deck-1"),
    *(
        "row-1-1",
        "player",
        "player-1",
        "no",
        "pay",
        "return",
        "odd",
        "late",
        "Claim",
        ",",
        "-",
        "@1",
    ),
)
CHOICES = (
    "cards in row", "cards in hand", "top of deck", "cards in row or cards in hand", "guests in lobby",
    "cards in hand or top of deck", "coins in supply", "coins", "number from 1 to 3", "number from (0 - 2) to 2",
    "others", "players",
    "2 different coins in supply", "2 different coins in supply", "top of pile or cards in hand",
)  # fmt: skip
ZONES = PLAIN["zones"] + "pile cards { face down }\nlobby guests { face up }"
KINDS = PLAIN["kinds"] + "\nguests { rank 1 to 3 }"
SETUP = "fill row\nfor each player { move top of deck to hand }\nmove top (1) of deck to pile"


def pattern(chance: random.Random, choices: list[str]) -> str:
    """Words and choices in any order, now and then written together."""
    words = [chance.choice(WORDS) for _ in range(chance.randint(1 - bool(choices), 2))]
    for name in choices:
        words.insert(chance.randint(0, len(words)), f"{{{name}}}")
    return "".join(word + chance.choice([" ", " ", " ", "  ", ", ", ""]) for word in words).strip()


def action(chance: random.Random, number: int) -> str:
    """An action that chooses something."""
    names = ["one", "two"][: chance.randint(0, 2)]
    chosen = "; ".join(f"choose {name}: {chance.choice(CHOICES)}" for name in names)
    name = chance.choice(["claim", "own", "odd"])
    says = pattern(chance, names)
    return f'{name}{number or ""} as "{says}" {{ {chosen}{"; " * bool(chosen)}gain up to 1 star }}'


def trigger(chance: random.Random, number: int) -> str:
    """A trigger that asks, called as actions may be."""
    name, label = (chance.choice(["claim", "own", "late", "pay"]) for _ in "ab")
    may = chance.choice(["may ", ""])
    choice = f"{may}choose {label}: {chance.choice(CHOICES)}; gain up to 1 iron"
    return f"{name}{number}: at end of turn {{ {choice} }}"


def program(seed: int) -> str:
    chance = random.Random(seed)  # no secret depends on it
    actions = [action(chance, number) for number in range(chance.randint(2, 4))]
    triggers = [trigger(chance, number) for number in range(2)]
    return text(
        kinds=KINDS,
        zones=ZONES,
        setup=SETUP,
        actions="\n".join([*actions, 'rest as "rest" {}']),
        triggers="\n".join(triggers),
        end="late: when round > 9 then at once; ranking { shared }",
    ).replace("zones {", "rows guests { 1; 2; 3 }\nzones {", 1)


def loaded(rules: str) -> Game | None:
    """The game, unless its patterns are refused; what else may be wrong with it is no matter here."""
    found = load_source(source_from_text("random.rules", rules)).problems
    return made(rules) if OF_PATTERNS.isdisjoint(each.code for each in found) else None


def doubled(words: Iterable[object]) -> bool:
    """Whether a word stands there twice in a row."""
    return any(one == other for one, other in pairwise(words) if isinstance(one, str))


def check(state: State) -> None:
    """Each move that is offered has a text of its own, which is read as this move."""
    texts = [str(move) for move in state.moves]
    assert len(set(texts)) == len(texts)
    for move in state.moves:
        again = state.setting.notation.parse(str(move))
        assert (again.kind, again.args) == (move.kind, move.args), move
        # What a payment or a return says is the same, whichever step asks.
        assert again.decision == move.decision or move.kind in {"pay", "return"}, move
        assert str(again) == str(move)


def check_words(rules: Game, patterns: Iterable[str]) -> None:
    """No form doubles a word, unless its author does."""
    if not any(doubled(word for _, word in pattern_words(each) if word) for each in patterns):
        assert [form.pattern for form in rules.notation.forms if doubled(form.words)] == []


@pytest.mark.parametrize("first", range(0, PROGRAMS * 10, PROGRAMS))
def test_moves_of_random_patterns_are_read_back_as_themselves(first: int) -> None:
    played = 0
    for seed in range(first, first + PROGRAMS):
        rules = program(seed)
        random_game = loaded(rules)
        if random_game is None:
            continue
        played += 1
        check_words(random_game, (action.notation for action in random_game.model.actions))
        state, chance = random_game.start(2, seed=seed, automatic=False), Stream(seed)
        while state.turn < TURNS and not state.over:
            check(state)
            state.push(state.moves[chance.below(len(state.moves))])
    assert played >= PROGRAMS // 6, "too many are refused to show anything"


def numbered(low: str, high: str, says: str = "try {n}") -> State:
    """A position in which a number is chosen."""
    tried = f'try as "{says}" {{ choose n: number from {low} to {high}; gain 1 star }}'
    return made(text(actions=f'{tried}\nrest as "rest" {{}}')).start(2, seed=1)


@pytest.mark.parametrize("ends", [("0 - 2", "2"), ("999999998", "999999999 + 2")])
def test_numbers_are_read_back_below_zero_and_however_long(ends: tuple[str, str]) -> None:
    state = numbered(*(f"({end})" for end in ends))
    assert len(state.moves) > 2
    check(state)


def test_a_number_below_zero_stands_apart_and_a_place_need_not() -> None:
    state = numbered("(0 - 2)", "2", "{n} of these")
    assert str(state.setting.notation.parse("-2  OF these")) == "-2 of these"
    bundled = load_file(bundled_games()["classic"]).model
    assert bundled is not None
    assert str(game(bundled).parse_move("buy 2 -3")) == "buy 2-3"


@pytest.mark.parametrize("name", bundled_games())
def test_moves_of_bundled_games_are_read_back_as_themselves(name: str) -> None:
    model = load_file(bundled_games()[name]).model
    assert model is not None
    bundled = game(model)
    check_words(bundled, ())
    for players in {bundled.players[0], bundled.players[-1]}:
        state, chance = bundled.start(players, seed=players, automatic=False), Stream(players)
        for _ in range(60):
            if state.over:
                break
            check(state)
            state.push(state.moves[chance.below(len(state.moves))])


OF_A_LANGUAGE = """splendor rules 2
variant back "Back" extends classic
actions {
  back "give a token back" as "back {sort}" { choose sort: gems in purse; return 1 sort }
}
names pl { actions.back "odłożyć znacznik" as "odłóż {sort}" }
"""


def test_k23_what_a_language_types_alike_begins_with_the_name_of_its_clause() -> None:
    rules = load_source(source_from_text("own.rules", OF_A_LANGUAGE, Path("own.rules")))
    assert rules.model is not None
    assert rules.resolved is not None
    words = Words(rules=game(rules.model).notation, language="pl", names=rules.resolved.names)
    assert {"odłóż {sort}", "limits odłóż {znacznik}"} <= {*words.outlines}
