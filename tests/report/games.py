"""Bundled games, told in a language."""

import io
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from rich.console import Console

from splendor_dsl.bundled import variants_folder
from splendor_dsl.chance import Stream, stream_key
from splendor_dsl.game.game import Game, game
from splendor_dsl.game.state import State
from splendor_dsl.pipeline import Loaded, load_file
from splendor_dsl.prose.words import Words
from splendor_dsl.report.story import Story
from splendor_dsl.report.table import draw_table

EDITIONS = ("classic", "first_printing", "marvel")
HOUSE = tuple(
    f"house/{path.stem}" for path in sorted((variants_folder() / "house").glob("*.rules"))
)
WIDTH = 100
NAMES = ("Hania", "Paweł", "Piotr", "Julek", "Ewa", "Jan")


@cache
def loaded(name: str) -> Loaded:
    return load_file(variants_folder() / Path(f"{name}.rules"))


@cache
def played(name: str, **settings: int) -> Game:
    found = (
        load_file(variants_folder() / f"{name}.rules", settings=settings)
        if settings
        else loaded(name)
    )
    assert found.model is not None
    return game(found.model)


@cache
def words(name: str, language: str) -> Words:
    resolved = loaded(name).resolved
    assert resolved is not None
    return Words(rules=played(name).notation, language=language, names=resolved.names)


def started(name: str, seed: int, **settings: int) -> State:
    made = played(name, **settings)
    return made.start(made.players[0], seed=seed, names=NAMES[: made.players[0]])


def at_random(state: State, seed: int, decisions: int) -> Iterator[State]:
    """The position before each of so many random decisions, and after the last."""
    chance = Stream(stream_key(seed, 0, 99))
    for _ in range(decisions):
        if state.over:
            break
        yield state
        state.push(state.moves[chance.below(len(state.moves))])
    yield state


def table(spoken: Words, state: State, seat: int | None) -> list[str]:
    screen = Console(file=io.StringIO(), width=WIDTH, highlight=False, markup=False, emoji=False)
    with screen.capture() as capture:
        screen.print(draw_table(spoken, state.view(seat), width=WIDTH))
    return [line.rstrip() for line in capture.get().splitlines()]


def story(spoken: Words, state: State, seat: int | None) -> list[str]:
    names = NAMES[: len(state.view(None)["players"])]
    return list(Story(words=spoken, names=names).lines(state.log_for(seat)))
