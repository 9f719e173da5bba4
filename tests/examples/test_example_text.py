"""A move of a game that was played becomes an example that passes where it is pasted."""

import pytest
from game.bundled import OTHER, named
from samples import editions_and_some_others

from splendor_dsl.bundled import bundled_games
from splendor_dsl.chance import Stream
from splendor_dsl.examples.runner import run_examples
from splendor_dsl.examples.writer import PlayedMoves, example_of
from splendor_dsl.game.game import Game, game
from splendor_dsl.game.state import State
from splendor_dsl.pipeline import load_file, load_source
from splendor_dsl.report.terminal import render_problems
from splendor_dsl.source import source_from_text

FILES = {**bundled_games(), "orchard": OTHER}
MOST_MOVES = 150
SAMPLE = 5
MOST_WHENS = 12


def played(rules: Game, players: int, seed: int) -> State:
    """A random game, to its end or as far as a test looks."""
    state, chance = rules.start(players, seed=seed), Stream(seed)
    for _ in range(MOST_MOVES):
        if state.over:
            break
        state.push(state.moves[chance.below(len(state.moves))])
    return state


def examples(rules: Game, name: str, state: State, numbers: list[int], *, short: bool) -> list[str]:
    whole = PlayedMoves.to(state)
    edition = int(FILES[rules.name].read_text(encoding="utf-8").split()[2])
    return [
        example_of(
            rules,
            PlayedMoves(states=whole.states[: number + 1], moves=whole.moves[:number]),
            name=f"{name}_{number}",
            title=f"move {number}",
            short=short,
            edition=edition,
        )
        for number in numbers
    ]


def check(name: str, texts: list[str]) -> None:
    """Pasted at the end of their file, all hold."""
    path = FILES[name]
    text = "\n".join([path.read_text(encoding="utf-8"), *texts])
    loaded = load_source(source_from_text(path.name, text, path))
    assert loaded.model is not None, render_problems(loaded.problems)
    pasted = {text.split()[1] for text in texts}
    ran = [
        each for each in run_examples(game(loaded.model), loaded.examples) if each.name in pasted
    ]
    assert len(ran) == len(texts)
    for each in ran:
        assert each.problem is None, render_problems([each.problem])
    for text in texts:
        assert "\n  then " in text
        assert 1 <= text.count("\n  when ") <= MOST_WHENS


def rules_of(name: str) -> Game:
    if name == "orchard":
        return named(name)
    loaded = load_file(FILES[name])
    assert loaded.model is not None, render_problems(loaded.problems)
    return game(loaded.model)


@pytest.mark.parametrize("name", ["orchard", *editions_and_some_others(5)])
def test_sampled_moves_become_examples(name: str) -> None:
    rules = rules_of(name)
    texts = []
    for players in {rules.players[0], rules.players[-1]}:
        state = played(rules, players, seed=players)
        moves = len(state.played)
        # the first moves, where phases are, and some that lie apart
        numbers = sorted({1, 2, moves, *range(3, moves, max(1, moves // SAMPLE))})
        texts += examples(rules, f"p{players}", state, numbers, short=False)
    check(name, texts)


@pytest.mark.fuzz
@pytest.mark.parametrize("name", FILES)
def test_every_move_becomes_an_example(name: str) -> None:
    rules = rules_of(name)
    texts = []
    for players in rules.players:
        state = played(rules, players, seed=10 + players)
        numbers = list(range(1, len(state.played) + 1))
        texts += examples(rules, f"p{players}", state, numbers, short=False)
    check(name, texts)


@pytest.mark.parametrize("name", ["classic", "marvel", "orchard"])
def test_a_short_example_leaves_out_what_does_not_matter(name: str) -> None:
    rules = rules_of(name)
    state = played(rules, 2, seed=3)
    numbers = [len(state.played) // 2]
    (whole,) = examples(rules, "whole", state, numbers, short=False)
    (short,) = examples(rules, "short", state, numbers, short=True)
    check(name, [whole, short])
    assert len(short) < len(whole) / 2
    assert short.split("  when ")[1] == whole.split("  when ")[1]


def test_a_title_may_hold_any_text() -> None:
    rules = rules_of("classic")
    state = rules.start(2, seed=1)
    state.push(state.moves[0])
    title = 'a "quoted" \\ {title} #\nof a file'
    text = example_of(rules, PlayedMoves.to(state), name="odd", title=title, edition=1)
    check("classic", [text])
    assert r"\"quoted\" \\ {title}" in text


def test_the_names_of_the_players_stand_in_it_where_they_can() -> None:
    rules = rules_of("classic")
    for names, found in ((("Kim", "Lee"), "Kim, Lee"), (("Greedy 1", "Lee"), "Ann, Bob")):
        state = rules.start(2, seed=1, names=names)
        state.push(state.moves[0])
        (text,) = examples(rules, "named", state, [1], short=False)
        assert f"\n  players {found}\n" in text
