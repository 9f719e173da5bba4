"""Work is counted: of every expression and step, and never less than what playing takes."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest
from kernel.small import PLAIN, text

from splendor_dsl.bundled import variants_folder
from splendor_dsl.checks.effort import EFFECT, EXPRESSIONS, OPTION, STEPS, total
from splendor_dsl.checks.limit_proofs import proven
from splendor_dsl.checks.work import MOST_OWED, shares_of
from splendor_dsl.game.game import game
from splendor_dsl.interpreter.effects import Effects
from splendor_dsl.interpreter.evaluation import Evaluator
from splendor_dsl.ir.caps import MOST_AUTOMATIC
from splendor_dsl.pipeline import Loaded, load_file, load_source
from splendor_dsl.semantics import model, values
from splendor_dsl.source import Source

SEEDS, DECISIONS = 3, 60
ACTIONS = PLAIN["actions"].strip()
RAIN = "for each a of coins { for each b of coins { count heat = heat + 1 } }"
STORM = f"for each c of coins {{ {RAIN} }}"
HEAT = "heat 0 from 0 to 9"
HOUSE = ("free_card", "noble_draft", "upgrade", "extra_turn")


def phase(runs: str) -> str:
    return text(counters=HEAT, phases=f"warm 20 rounds {{ {runs} }}")


def triggers(*them: str, zones: str = "") -> str:
    return text(counters=HEAT, zones=PLAIN["zones"] + zones, triggers="\n".join(them))


SMALL = {
    "plain": text(),
    "a phase that asks nothing": phase(RAIN),
    "a phase whose choice has no option": phase(
        f"{RAIN}; choose card: cards in own; count heat = 0"
    ),
    "a phase that asks at times": phase(f"{RAIN}; if heat > 4 {{ choose c: coins in supply }}"),
    "a phase that owes itself": phase(f"{RAIN}; if cards in own = 0 {{ again }}"),
    "a phase that acts": phase(f"{RAIN}; one action; if later: cards in hand > 0 {{ again }}"),
    "a phase that asks for sure": phase(
        f"{RAIN}; choose coin: coins; gain up to 1 coin; if later: cards in own = 0 {{ again }}"
    ),
    "two phases": text(
        counters=HEAT, phases=f"one 9 rounds {{ {RAIN} }}\ntwo 9 rounds {{ {RAIN} }}"
    ),
    "a chain": triggers(
        f"one: when cards enters own as card {{ {STORM}; move top (1) of deck to left }}",
        f"two: when cards enters left as card {{ {STORM}; move card to right }}",
        f"three: when cards enters right as card {{ {STORM} }}",
        zones="\nleft cards { face up }\nright cards { face up }",
    ),
    "a circle": triggers(
        f"more: when cards enters own as card {{ {STORM}; move top (1) of deck to own }}"
    ),
    "a circle of two": triggers(
        f"one: when cards enters own as card {{ {STORM}; move top (1) of deck to left }}",
        f"two: when cards enters left as card {{ {STORM}; move card to own }}",
        zones="\nleft cards { face up }",
    ),
    "a circle of a refill": triggers(
        f"fresh: when cards enters row as card {{ {STORM}; move card to own }}"
    ),
    "a refill after a choice": triggers(f"fresh: when cards enters row as card {{ {STORM} }}"),
}


class Counted:
    """Return the number of looks and changes of the interpreter."""

    def __init__(self) -> None:
        self.work = 0

    def wrapped(self, compile_: Callable[..., Any], weight: int) -> Callable[..., Any]:
        """A compiling method whose closures count each time that they run."""

        def compiled(owner: object, part: object) -> Callable[..., Any]:
            inner = compile_(owner, part)

            def run(*args: Any) -> Any:
                self.work += weight
                return inner(*args)

            return run

        return compiled

    @contextmanager
    def stretch(self) -> Iterator[list[int]]:
        """Count what is done inside."""
        before = self.work
        found: list[int] = []
        yield found
        found.append(self.work - before)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counted:
    found = Counted()
    for owner, weight in ((Evaluator, 1), (Effects, EFFECT)):
        monkeypatch.setattr(owner, "compile", found.wrapped(owner.compile, weight))
    return found


def test_every_expression_and_step_is_counted() -> None:
    assert EXPRESSIONS.keys() == set(get_args(values.Expr))
    assert STEPS.keys() == set(get_args(model.Step))


def test_runs_that_are_owed_are_counted_up_to_where_a_game_is_given_up() -> None:
    assert MOST_OWED == MOST_AUTOMATIC


@pytest.mark.parametrize("rules", SMALL.values(), ids=SMALL)
def test_small_rules_take_no_more_than_is_counted(rules: str, counted: Counted) -> None:
    holds(load_source(Source(name="small.rules", text=rules)), counted)


@pytest.mark.parametrize("name", HOUSE)
def test_variants_take_no_more_than_is_counted(name: str, counted: Counted) -> None:
    holds(load_file(variants_folder() / "house" / f"{name}.rules"), counted)


def test_an_orchard_takes_no_more_than_is_counted(counted: Counted) -> None:
    holds(load_file(Path(__file__).parents[1] / "games" / "orchard.rules"), counted)


def holds(loaded: Loaded, counted: Counted) -> None:
    """Play at random and compare what each decision brings with what is counted for it."""
    assert loaded.model is not None, [each.message() for each in loaded.problems]
    for each in proven(loaded.model):
        most = total(shares_of(each.bounds))
        for seed in range(SEEDS):
            taken = max(played(loaded.model, each.bounds.world.players, seed, counted))
            assert 0 < taken <= most


def played(rules: model.Model, players: int, seed: int, counted: Counted) -> Iterator[int]:
    """Yield the work between two decisions, those with a single option among them."""
    random = Random(seed)
    table = game(rules, backend="interpreter", tell=lambda _: None)
    with counted.stretch() as found:
        state = table.start(players, seed=seed, automatic=False, logging=False)
        moves = state.moves
    yield found[0] + OPTION * len(moves)
    for _ in range(DECISIONS):
        if not moves:
            return
        with counted.stretch() as found:
            state = state.play(random.choice(moves))
            moves = state.moves
        yield found[0] + OPTION * len(moves)
