"""However actions say that they are typed: two moves never have one text, and each is read back as itself (K23)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from itertools import islice, pairwise
from pathlib import Path

import pytest
from kernel.small import PLAIN, made, text
from samples import editions_and_some_others, sampled

from splendor_dsl.bundled import bundled_games
from splendor_dsl.chance import Stream
from splendor_dsl.game.game import Game, game
from splendor_dsl.game.state import State
from splendor_dsl.notation.notation import NotationError
from splendor_dsl.pipeline import load_file, load_source
from splendor_dsl.prose.words import Words
from splendor_dsl.semantics.move_patterns import pattern_words
from splendor_dsl.source import source_from_text

PROGRAMS, TURNS = 40, 6
MOVES_OF_A_FORM, MOST_VALUES = 12, 60
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
BOATS = (
    "boats in quay", "top of harbour", "boats in fleet or top of harbour", "boats in fleet",
    "boats in fleet or boats in quay", "top of harbour or boats in quay", "boats in fleet of rival",
)  # fmt: skip
ZONES = PLAIN["zones"] + "pile cards { face down }\nlobby guests { face up }"
KINDS = PLAIN["kinds"] + "\nguests { rank 1 to 3 }"
SETUP = "fill row\nfor each player { move top of deck to hand }\nmove top (1) of deck to pile"
HARBOUR = """
    harbour boats by crew { face down }
    quay boats by crew { face up; places 2; refill from harbour at once }
    fleet boats by crew of a player { face up }
"""
LEAVE = """
    sail as "sail {boat}" { choose boat: boats in quay; move boat to fleet }
    rest as "rest" {}
"""
LAUNCH = "\nfill boats: quay\nfor each fleets: player { move top of harbour to fleet }"
LARGE = 999_999_900
LOWEST = (-3, -2, -1, 0, 1, 9, -LARGE, LARGE)  # of three parts


def pattern(chance: random.Random, choices: list[str]) -> str:
    """Words and choices in any order, now and then written together."""
    words = [chance.choice(WORDS) for _ in range(chance.randint(1 - bool(choices), 2))]
    for name in choices:
        words.insert(chance.randint(0, len(words)), f"{{{name}}}")
    return "".join(word + chance.choice([" ", " ", " ", "  ", ", ", ""]) for word in words).strip()


def action(chance: random.Random, number: int, choices: tuple[str, ...] = CHOICES) -> str:
    """An action that chooses something."""
    names = ["one", "two"][: chance.randint(0, 2)]
    each_chosen = [(name, chance.choice(choices)) for name in names]
    chosen = "; ".join(f"choose {name}: {what}" for name, what in each_chosen)
    if "rival" in chosen:
        names, chosen = [*names, "rival"], f"choose rival: others; {chosen}"
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


def harbour(seed: int) -> str:
    """A game of pieces in zones whose parts are numbered from anywhere."""
    chance = random.Random(seed)  # no secret depends on it
    lowest = chance.choice(LOWEST)
    parts = range(lowest, lowest + 3)
    actions = [
        action(chance, number, (*BOATS * 2, *CHOICES)) for number in range(chance.randint(1, 3))
    ]
    label = chance.choice(["own", "late", "quay"])
    what = chance.choice([each for each in BOATS if "rival" not in each])
    trigger = f"late: at end of turn {{ may choose {label}: {what}; gain up to 1 iron }}"
    boats = "\n".join(f"{part}" for part in parts for _ in range(6))
    return text(
        kinds=f"{KINDS}\nboats {{ crew {parts[0]} to {parts[-1]} }}",
        zones=ZONES + HARBOUR,
        setup=SETUP + LAUNCH,
        actions="\n".join([*actions, LEAVE]),
        triggers=trigger,
        end="late: when round > 9 then at once; ranking { shared }",
    ).replace("zones {", f"rows guests {{ 1; 2; 3 }}\nrows boats {{\n{boats}\n}}\nzones {{", 1)


def loaded(rules: str) -> Game | None:
    """The game, unless its patterns are refused; what else may be wrong with it is no matter here."""
    found = load_source(source_from_text("random.rules", rules)).problems
    return made(rules) if OF_PATTERNS.isdisjoint(each.code for each in found) else None


def doubled(words: Iterable[object]) -> bool:
    """Return whether a word stands there twice in a row."""
    return any(one == other for one, other in pairwise(words) if isinstance(one, str))


def check(state: State) -> None:
    """Each move that is offered has a text of its own, which is read as this move."""
    texts = [str(move) for move in state.moves]
    assert len(set(texts)) == len(texts)
    for move in state.moves:
        again = state.for_players.notation.parse(str(move))
        assert (again.kind, again.args) == (move.kind, move.args), move
        # What a payment or a return says is the same, whichever step asks.
        assert again.decision == move.decision or move.kind in {"pay", "return"}, move
        assert str(again) == str(move)


def check_forms(state: State, chance: random.Random) -> None:
    """Require of some moves of each form that they are read back as themselves."""
    rules = state.for_players
    for form in rules.notation.forms:
        ranges = [(b.name, list(islice(b.all(rules.layout), MOST_VALUES))) for b in form.blanks]
        for _ in range(MOVES_OF_A_FORM):
            move = form.move({name: chance.choice(values) for name, values in ranges})
            again = rules.notation.parse(str(move))
            assert (str(again), again.kind, again.args) == (str(move), move.kind, move.args)


def check_words(rules: Game, patterns: Iterable[str]) -> None:
    """No form doubles a word, unless its author does."""
    if not any(doubled(word for _, word in pattern_words(each) if word) for each in patterns):
        assert [form.pattern for form in rules.notation.forms if doubled(form.words)] == []


@pytest.mark.parametrize(
    ("written", "first"),
    [each for written, many, few in ((program, 15, 3), (harbour, 6, 1))
     for each in sampled([(written, first * PROGRAMS) for first in range(many)], few)],
)  # fmt: skip
def test_moves_of_random_patterns_are_read_back_as_themselves(
    written: Callable[[int], str], first: int
) -> None:
    played = 0
    for seed in range(first, first + PROGRAMS):
        rules = written(seed)
        random_game = loaded(rules)
        if random_game is None:
            continue
        played += 1
        check_words(random_game, (action.notation for action in random_game.model.actions))
        state, chance = random_game.start(2, seed=seed, automatic=False), Stream(seed)
        check_forms(state, random.Random(seed))  # no secret depends on it
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


def boats(choice: str, **sections: str) -> State:
    """A position in which a piece of a zone with parts below zero is chosen."""
    actions = f'board as "board {{boat}}" {{ choose boat: {choice}; move boat to fleet }}'
    return made(
        text(
            kinds=f"{KINDS}\nboats {{ crew -2 to 1 }}",
            zones=ZONES + HARBOUR,
            setup=SETUP + LAUNCH,
            actions=f'{actions}\nrest as "rest" {{}}',
            **{"rows_cards": PLAIN["rows cards"] + "}\nrows boats { -2; -2; -1; -1; -1; 0; 1; 1", **sections},
        )
    ).start(2, seed=1)  # fmt: skip


@pytest.mark.parametrize(
    ("choice", "said", "written"),
    [
        ("boats in quay", "board -1-1", "board -1-1"),
        ("boats in quay", "board  -1 - 2", "board -1-2"),
        ("boats in quay", "board quay--1-1", "board -1-1"),
        ("boats in quay", "board quay-1-1", "board 1-1"),
        ("boats in quay", "board 0-1", "board 0-1"),
        ("top of quay", "board -2", "board -2"),
        ("top of harbour", "board harbour--1", "board -1"),
        ("boats in fleet or boats in quay", "board quay--1-1", "board quay--1-1"),
        ("boats in fleet", "board -1-1@2", "board -1-1@2"),
    ],
)
def test_k23_the_number_of_a_part_below_zero_has_its_sign(
    choice: str, said: str, written: str
) -> None:
    state = boats(choice)
    assert str(state.for_players.notation.parse(said)) == written
    check(state)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("board quay -1-1", "board -1-1"),
        ("board quay -1", None),
        ("board quay - -1-1", "board -1-1"),
        ("board 1 -1", "board 1-1"),
        ("board -1 -1", "board -1-1"),
        ("board -1 1", "board -1-1"),
        ("board row--1-1", None),
        ("board -1--1", None),
        ("board", None),
    ],
)
def test_k23_no_hyphen_joins_two_words_that_may_be_the_sign_of_a_part(
    said: str, meant: str | None
) -> None:
    with pytest.raises(NotationError) as raised:
        boats("boats in quay").for_players.notation.parse(said)
    assert raised.value.meant == meant


def test_a_place_that_is_wanted_is_shown_by_one_that_there_is() -> None:
    with pytest.raises(NotationError, match="expected a place such as '-2-1', found 'x'"):
        boats("boats in quay").for_players.notation.parse("board x")


@pytest.mark.parametrize("said", ["buy -1-1", "buy row--1-1", "buy hand--1"])
def test_no_sign_stands_before_a_part_where_none_is_below_zero(said: str) -> None:
    with pytest.raises(NotationError):
        made(text()).parse_move(said)


def test_a_number_below_zero_stands_apart_and_a_place_need_not() -> None:
    state = numbered("(0 - 2)", "2", "{n} of these")
    assert str(state.for_players.notation.parse("-2  OF these")) == "-2 of these"
    bundled = load_file(bundled_games()["classic"]).model
    assert bundled is not None
    assert str(game(bundled).parse_move("buy 2 -3")) == "buy 2-3"


@pytest.mark.parametrize("name", editions_and_some_others())
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


def test_k23_a_semicolon_stands_between_moves_and_in_none() -> None:
    """At the prompt and in records it parts moves, so one in a pattern would make two of a move."""
    state = made(text(actions='odd as "odd; one;" { gain up to 1 star }')).start(2, automatic=False)
    assert [str(move) for move in state.moves] == ["odd one"]
    assert str(state.for_players.notation.parse("odd; one")) == "odd one"


SIGNS = """splendor rules 2
variant signs "Signs" extends classic
actions {
  swap "swap" as "swap {mine} {other}" {
    choose mine: 2 different gems in purse
    choose other: 2 different gems in supply
    return 1 each mine
    gain 1 each other
  }
}
triggers { gift: at end of turn { may choose sort: gems in supply; gain 1 sort } }
names pl {
  actions.swap "wymienić" as "wymień {mine} {other}"
  actions.swap.other "brane" as "w zamian, za"
  triggers.gift.sort "dar" as "dar, na - koniec;" object "dar; teraz"
}
"""


def test_k23_what_is_typed_for_a_choice_in_a_language_is_read_word_by_word() -> None:
    rules = load_source(source_from_text("own.rules", SIGNS, Path("own.rules")))
    assert rules.model is not None, rules.problems
    assert rules.resolved is not None
    played = game(rules.model)
    words = Words(rules=played.notation, language="pl", names=rules.resolved.names)
    for move in (
        "swap white blue other white blue",
        "sort white",
        "no sort",
    ):
        assert str(words.read(words.move(move))) == move


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
