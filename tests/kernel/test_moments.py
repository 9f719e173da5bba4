"""Section 8 of the kernel: when a position is, what it may go on from, and what may be given once (K31)."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel.small import shown, small, text

from splendor_dsl.diagnostics import Problem
from splendor_dsl.examples.runner import run_examples
from splendor_dsl.game.game import game
from splendor_dsl.interpreter.conservation import imbalances
from splendor_dsl.pipeline import load_source
from splendor_dsl.records.record import to_text
from splendor_dsl.records.replay import record_of
from splendor_dsl.source import source_from_text

DRAFT = """
    draft "draft" 2 rounds in snake order { choose coin: coins in supply; gain 1 coin }
    gift "gift" 1 round { may choose coin: coins in supply; gain 1 coin }
"""
LATE = """
    goal: when any player has (rich) then finish the round and 1 more
    stuck: when passes >= players then at once
    ranking { worth: most worth_of; shared }
"""
IMPOSSIBLE = "this position can't occur: "


def test_k31_the_turns_before_a_round_are_counted() -> None:
    assert shown("given round 7\nthen turn = 13") is None
    assert shown("given round 7\ngiven Bob to move\nthen turn = 14") is None
    assert shown("given round 7\ngiven turn 20\nthen turn = 20") is None
    assert shown("given round 0\nthen round = 0") == f"{IMPOSSIBLE}the first round is round 1"


def test_k31_passes_can_be_given() -> None:
    assert shown("given passes 1\nthen passes = 1") is None
    example = 'given passes 1\nwhen Ann plays "take iron"\nthen passes = 0'
    assert shown(example) is None


def test_k31_an_end_that_came_about_can_be_given() -> None:
    example = """
        given own of Ann: "six"
        given round 5
        given goal since round {}
        when Ann plays "take iron"
        when Bob plays "take iron"
        then {}
    """
    assert shown(example.format(4, "Ann wins"), end=LATE) is None
    assert shown(example.format(5, "the game goes on"), end=LATE) is None
    wrong = shown(example.format(6, "Ann wins"), end=LATE)
    assert wrong == f"{IMPOSSIBLE}it is round 5, so 'goal' can't have come about in round 6"
    wrong = shown(example.format(0, "Ann wins"), end=LATE)
    assert wrong == f"{IMPOSSIBLE}'goal' came about in round 1 or later, not in round 0"


def test_k31_a_round_of_a_phase_can_be_given() -> None:
    example = """
        given round 2 of draft
        given Bob to move
        given purse of Ann: 1 iron
        then round = 0
        when Bob plays "coin iron"
        then Ann is to move
        when Ann plays "coin silver"
        then iron in purse of Ann = 1 and silver in purse of Ann = 1
        when Ann plays "gift no coin"
        when Bob plays "gift no coin"
        then round = 1
    """
    assert shown(example, phases=DRAFT) is None
    again = 'given round 1 of gift\nwhen Ann plays "gift no coin"\nthen Bob is to move'
    assert shown(again, phases=DRAFT) is None
    wrong = shown("given round 3 of draft\nthen round = 0", phases=DRAFT)
    assert wrong == f"{IMPOSSIBLE}the phase 'draft' has no round 3"


@pytest.mark.parametrize(
    ("twice", "what"),
    [
        ("purse of Ann: 1 iron", "purse of Ann"),
        ('row 1-1: "one"', "row 1-1"),
        ("hand of Bob: nothing", "hand of Bob"),
        ("Ann to move", "who is to move"),
        ("round 3", "the round"),
        ("turn 3", "the number 'turn'"),
        ("goal since round 1", "the end 'goal'"),
        ("steam of Ann: 2", "steam of Ann"),
        ("holder of crown: Ann", "the holder of crown"),
    ],
)
def test_k31_nothing_is_given_twice(twice: str, what: str) -> None:
    things = {"counters": "steam of a player 1 from 0 to 5", "markers": "crown"}
    assert shown(f"given {twice}\nthen round >= 1", **things) is None
    wrong = shown(f"given {twice}\ngiven {twice}\nthen round >= 1", **things)
    assert wrong is not None
    assert wrong == f"{IMPOSSIBLE}{what} is given twice"


def test_k31_a_zone_is_given_as_a_whole_or_place_by_place() -> None:
    whole, place = 'given row: "two"', 'given row 1-2: "three"'
    for lines in ((whole, place), (place, whole)):
        wrong = shown("\n".join([*lines, "then round = 1"]))
        assert wrong is not None
        assert wrong.endswith("is given twice")


def test_k31_a_place_of_a_zone_that_has_none_is_refused() -> None:
    wrong = shown('given own of Ann 2: "one"\nthen round = 1')
    assert wrong == f"{IMPOSSIBLE}'own' has no places, so none is 2"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ('deck 1-1: "one"', "the parts of 'deck' are 1 to 2, not 1-1"),
        ('row 1-1-1: "one"', "the places of 'row' are 1-1 to 2-2, not 1-1-1"),
        ('hand of Ann 1-1: "one"', "'hand' has no places, so none is 1-1"),
    ],
)
def test_k31_a_place_is_addressed_by_no_more_numbers_than_there_are(
    given: str, message: str
) -> None:
    assert shown(f"given {given}\nthen round = 1") == f"{IMPOSSIBLE}{message}"


def test_k31_an_empty_supply_is_empty() -> None:
    wrong = shown("given supply: nothing\nthen round = 1")
    assert wrong == f"{IMPOSSIBLE}the supply holds 5 copper, not 0"
    rich = "given purse of Ann: 5 copper, 5 silver, 5 iron, 3 star\ngiven supply: nothing"
    assert shown(f"{rich}\nthen tokens in supply = 0") is None


def test_k31_pieces_can_lie_in_the_box() -> None:
    example = (
        'given box: "six", 1 cards where (worth = 4)\nthen cards in box = 2 and cards in deck = 1'
    )
    assert shown(example) is None
    assert shown("given box: five\ngiven own of Ann: five\nthen round = 1") == (
        f"{IMPOSSIBLE}'five' lies in two places"
    )


def test_k31_the_order_of_what_is_given_does_not_matter() -> None:
    lines = ['given deck: "three"', 'given row 1-1: "two"']
    for order in (lines, lines[::-1]):
        example = "\n".join([*order, 'when Ann plays "draw deck-1"', "then silver in supply = 5"])
        assert shown(f'{example}\nwhen Bob plays "take iron"\nthen cards in deck = 1') is None


# ---- recorded positions ---------------------------------------------------------------------------
def recorded(folder: Path, moves: int = 5, **sections: str) -> str:
    """The rules of a small game whose records lie beside them, with one of so many moves."""
    rules = small(**sections)
    state = rules.start(2, seed=4)
    for _ in range(moves):
        state.push(state.moves[0])
    (folder / "small.games").mkdir(exist_ok=True)
    record = to_text(record_of(rules, state, name="small.rules"))
    (folder / "small.games" / "one.record").write_text(record, "utf-8")
    return text(**sections)


def in_folder(folder: Path, rules: str, example: str) -> str | None:
    """Return the fault of an example of rules in a folder."""
    whole = source_from_text(
        "small.rules", f"{rules}example it {{ {example} }}\n", folder / "small.rules"
    )
    loaded = load_source(whole)
    assert loaded.model is not None, [problem.message() for problem in loaded.problems]
    (ran,) = run_examples(game(loaded.model), loaded.examples)
    return None if ran.problem is None else ran.problem.message()


ONE = 'given record "small.games/one.record" before move'


def test_k31_a_position_comes_from_a_record(tmp_path: Path) -> None:
    rules = recorded(tmp_path)
    assert in_folder(tmp_path, rules, f"{ONE} 1; then copper in purse of Ann = 0") is None
    assert (
        in_folder(tmp_path, rules, f"{ONE} 4; then copper in purse of Ann = 2; then turn = 4")
        is None
    )
    after = f'{ONE} 6; then Bob is to move; when Bob plays "take iron"; then turn = 7'
    assert in_folder(tmp_path, rules, after) is None
    wrong = in_folder(tmp_path, rules, f"{ONE} 7; then turn = 7")
    assert wrong is not None
    assert wrong.endswith("expected a move from 1 to 6 of small.games/one.record, found 7")


def test_k31_what_else_is_given_changes_a_recorded_position(tmp_path: Path) -> None:
    rules = recorded(tmp_path)
    example = f"{ONE} 4; given purse of Bob: 4 iron; then iron in supply = 1 and turn = 4"
    assert in_folder(tmp_path, rules, example) is None
    wrong = in_folder(tmp_path, rules, f"{ONE} 4; given purse of Bob: 6 iron; then turn = 4")
    assert wrong == f"{IMPOSSIBLE}there are 5 iron, and 6 are given"


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("round 3", "a phase is under way, so that its round is given as 'round n of' it"),
        ("passes 1", "in a phase there are no passes yet"),
        ("turn 2", "in a phase there are no turns yet"),
        ("goal since round 1", "in a phase there are no ends yet"),
    ],
)
def test_k31_a_recorded_run_of_a_phase_has_no_turns_either(
    tmp_path: Path, given: str, why: str
) -> None:
    rules = recorded(tmp_path, phases=DRAFT)
    assert in_folder(tmp_path, rules, f"{ONE} 3; then round = 0") is None
    wrong = in_folder(tmp_path, rules, f"{ONE} 3; given {given}; then round = 0")
    assert wrong == f"{IMPOSSIBLE}{why}"


def test_k31_a_record_serves_by_rules_that_have_changed_as_far_as_it_can(tmp_path: Path) -> None:
    recorded(tmp_path)
    more = text(supply="each coins 4\nstar 2")
    assert in_folder(tmp_path, more, f"{ONE} 4; then copper in purse of Ann = 2") is None
    less = text(supply="each coins 1\nstar 2")
    wrong = in_folder(tmp_path, less, f"{ONE} 4; then copper in purse of Ann = 2")
    assert wrong is not None
    assert wrong.startswith("move 2, 'take copper' of player 2, can't be made")


def test_k31_the_players_are_those_of_the_record(tmp_path: Path) -> None:
    rules = recorded(tmp_path)
    wrong = in_folder(tmp_path, rules, f"players Ann, Bob, Cid; {ONE} 1; then round = 1")
    assert wrong is not None
    assert wrong.endswith("expected the 2 players of small.games/one.record, found 3")


@pytest.mark.parametrize("name", ["../one.record", "/etc/passwd"])
def test_k31_a_record_lies_in_the_folder_of_the_rules(tmp_path: Path, name: str) -> None:
    example = f'example it {{ given record "{name}" before move 1; then round = 1 }}\n'
    whole = recorded(tmp_path) + example + "example other { then round = 1 }\n"
    loaded = load_source(source_from_text("small.rules", whole, tmp_path / "small.rules"))
    (told,) = loaded.problems
    assert (told.code, told.severity) == ("SPL504", "warning")
    assert told.message().endswith(f"expected a file in the folder of the rules, found {name!r}")
    assert loaded.model is not None
    it, other = run_examples(game(loaded.model), loaded.examples)
    assert other.problem is None
    assert it.problem is not None
    assert (it.problem.code, it.problem.path) == ("SPL214", "examples.it.given_1")


def test_k31_an_example_whose_record_is_not_there_fails_alone(tmp_path: Path) -> None:
    example = 'example it { given record "small.games/oen.record" before move 1; then round = 1 }\n'
    whole = recorded(tmp_path) + example + "example other { then round = 1 }\n"
    loaded = load_source(source_from_text("small.rules", whole, tmp_path / "small.rules"))
    (told,) = loaded.problems
    assert (told.code, told.severity) == ("SPL504", "warning")
    assert told.message().endswith(
        "'it' can't begin: cannot find the file 'small.games/oen.record'"
    )
    assert told.help() == "did you mean 'one.record'?"
    assert loaded.model is not None
    it, other = run_examples(game(loaded.model), loaded.examples)
    assert other.problem is None
    assert it.problem is not None
    assert (it.problem.code, it.problem.path) == ("SPL001", "examples.it.given_1")


def test_k31_what_is_no_record_is_told_as_such(tmp_path: Path) -> None:
    rules = recorded(tmp_path)
    (tmp_path / "small.games" / "one.record").write_text("a letter to Ann\n", "utf-8")
    wrong = in_folder(tmp_path, rules, f"{ONE} 1; then round = 1")
    assert wrong is not None
    assert wrong.startswith("expected")


# ---- whatever is given ------------------------------------------------------------------------------
CARDS = ["one", "two", "three", "four", "five", "six"]
PLACES = [
    "row 1-1",
    "row 1-2",
    "row 2-1",
    "row",
    "deck",
    "deck 2",
    "hand of Ann",
    "own of Bob",
    "box",
]


@st.composite
def positions(draw: st.DrawFn) -> str:
    """Some givens, most of which fit together."""
    lines = []
    cards = draw(st.permutations(CARDS))
    for place in draw(st.lists(st.sampled_from(PLACES), unique=True, max_size=4)):
        count = draw(st.integers(0, 2))
        words = [f'"{cards.pop()}"' for _ in range(min(count, len(cards)))]
        if draw(st.integers(0, 5)) == 0:
            words.append(draw(st.sampled_from(["1 cards", "all cards where (size = 1)", '"one"'])))
        lines.append(f"given {place}: {', '.join(words) or 'nothing'}")
    for pile in draw(
        st.lists(st.sampled_from(["purse of Ann", "purse of Bob", "supply"]), unique=True)
    ):
        coins = draw(st.lists(st.sampled_from(["copper", "iron", "star"]), unique=True, max_size=2))
        words = [f"{draw(st.integers(0, 6))} {coin}" for coin in coins]
        lines.append(f"given {pile}: {', '.join(words) or 'nothing'}")
    if draw(st.booleans()):
        lines.append(f"given steam of Ann: {draw(st.integers(0, 7))}")
    return "\n".join(lines)


@settings(max_examples=150)
@given(positions())
def test_k31_whatever_is_given_adds_up_or_is_refused_in_words(position: str) -> None:
    rules = text(counters="steam of a player 1 from 0 to 5")
    loaded = load_source(
        source_from_text("small.rules", f"{rules}example it {{\n{position}\nthen round = 1\n}}\n")
    )
    assert loaded.model is not None, [problem.message() for problem in loaded.problems]
    rules_read = game(loaded.model)
    (ran,) = run_examples(rules_read, loaded.examples)
    if isinstance(ran.problem, Problem):
        assert ran.problem.message().startswith(IMPOSSIBLE), ran.problem.message()
        assert ran.state is None
        return
    assert ran.state is not None
    layout = rules_read.for_players(2).layout
    assert not list(imbalances(loaded.model, layout, ran.state.cells))
    assert ran.state.moves
