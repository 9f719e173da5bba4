"""The checks as a whole: each tells something, none falls over, and nothing that is played breaks their bounds."""

import inspect
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from samples import sampled
from semantics.programs import REFUSED, Case, cases, extensions, load

from splendor_dsl.bundled import variants_folder
from splendor_dsl.checks import CHECKS, ECHOES, Check
from splendor_dsl.checks.bounds import Bounds
from splendor_dsl.checks.checked_game import checked
from splendor_dsl.checks.intervals import Interval
from splendor_dsl.checks.limit_proofs import proven
from splendor_dsl.game.game import game
from splendor_dsl.pipeline import Loaded, load_file
from splendor_dsl.report.terminal import render_problems
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.from_syntax import from_syntax
from splendor_dsl.semantics.tree import walk

TESTS = Path(__file__).resolve().parent.parent
GAMES = [*variants_folder().rglob("*.rules"), *(TESTS / "games").glob("*.rules")]
PLAYED = [path for path in GAMES if path.stem in {"classic", "marvel", "orchard"}]


def loaded(path: Path) -> Loaded:
    return load_file(path, extensions=extensions())


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_games_are_sound(path: Path) -> None:
    found = loaded(path)
    assert not found.problems, render_problems(found.problems)


# ---- each check tells something -------------------------------------------------------------------
def one_of_each_code_first(some: list[Case]) -> list[Case]:
    """Return a program for each code that is expected, then all."""
    return [*{code: case for case in some for code, _, _ in case.expected}.values(), *some]


@cache
def silent() -> set[Check]:
    """Return the checks that report nothing on any refused program."""
    silent = {*CHECKS}
    for case in one_of_each_code_first(cases(REFUSED)):
        if not silent:
            break
        resolved = load(case, checked=False).resolved
        meaning = from_syntax(resolved) if resolved is not None else None
        if meaning is None or meaning.model is None or resolved is None:
            continue
        under_test = checked(meaning.model, resolved, meaning.names)
        silent -= {check for check in silent if any(check(under_test))}
    return silent


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_each_check_tells_something(check: Check) -> None:
    assert check not in silent()


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_each_check_states_its_rule(check: Check) -> None:
    page = inspect.getdoc(check) or ""
    assert page.partition("\n")[0].endswith(".")


def test_an_echo_is_of_another_kind() -> None:
    assert all(problem not in causes for problem, causes in ECHOES.items())


# ---- none falls over -------------------------------------------------------------------------------
def edits() -> Iterator[str]:
    """Each clause and section of the base game taken away, and given numbers that make no sense."""
    base = loaded(REFUSED / "base.rules")
    assert base.resolved is not None
    dice = random.Random(7)
    for path, clause in walk(base.resolved.tree):
        yield f"remove {path}"
        if hasattr(clause.construct, "value"):
            values = ["0", "999", "players - 9", "cards in deck", "points", "nobody", "0 - 5"]
            for value in dice.sample(values, 3):
                yield f"set {path} = {value}"


EDITS = list(edits())


@pytest.mark.parametrize("edit", sampled(EDITS, len(EDITS) // 3))
def test_no_check_falls_over_an_edit(edit: str) -> None:
    text = f'splendor rules 2\nvariant case "Case" extends base\n{edit}\n'
    found = load(Case("case", text, REFUSED))
    for problem in found.problems:
        assert problem.message()
        assert problem.span is not None


# ---- the bounds hold in play -------------------------------------------------------------------------
def holds(found: Interval, number: int) -> bool:
    return found.low <= number <= found.high


def watched(bounds: Bounds) -> list[tuple[v.Expr, Interval]]:
    """Numbers about a player that a rule file could ask for, with their bounds."""
    model = bounds.world.model
    player = v.Local(slot=0, type="player")
    asked: list[v.Expr] = [
        v.ValueOf(value=value.name, type=value.type, player=player)
        for value in model.values.values()
        if value.type == "number"
    ]
    for zone in model.zones.values():
        ref = v.ZoneRef(zone=zone.name, player=player if zone.owned else None)
        if zone.kind is None:
            tokens = v.TokenSet(tokens=tuple(range(len(model.tokens))))
            asked += [
                v.PileCount(pile=ref, tokens=tokens),
                v.DifferentKinds(pile=ref, tokens=tokens),
            ]
        elif zone.kind in model.kinds:
            asked.append(v.PieceCount(zone=ref, slot=1, where=None))
    return [(expr, bounds.number(expr)) for expr in asked]


@pytest.mark.parametrize("path", PLAYED, ids=lambda path: path.stem)
@pytest.mark.parametrize("seed", range(3))
def test_what_is_played_stays_within_the_bounds(path: Path, seed: int) -> None:
    model = loaded(path).model
    assert model is not None
    played = game(model)
    for bounds in (each.bounds for each in proven(model)):
        players = bounds.world.players
        make = played.for_players(players).engine.make
        expected = [(make.about(expr), found) for expr, found in watched(bounds)]
        assert any(found.low > 0 for _, found in expected) or any(
            found.high < 99 for _, found in expected
        )
        state, dice = played.start(players, seed=seed), random.Random(seed)
        while not state.over and len(state.played) < 120:
            state.push(dice.choice(state.moves))
            for read, found in expected:
                numbers = [read(state.cells, seat) for seat in range(players)]
                assert all(holds(found, number) for number in numbers), (found, numbers)


# ---- ranges ------------------------------------------------------------------------------------------
NUMBERS = st.integers(-50, 50)
RANGES = st.tuples(NUMBERS, NUMBERS).map(lambda ends: Interval(min(ends), max(ends)))


@given(RANGES, RANGES, st.data())
def test_ranges_hold_what_their_numbers_make(
    one: Interval, other: Interval, data: st.DataObject
) -> None:
    a = data.draw(st.integers(int(one.low), int(one.high)))
    b = data.draw(st.integers(int(other.low), int(other.high)))
    assert holds(one + other, a + b)
    assert holds(one - other, a - b)
    assert holds(one * other, a * b)
    assert holds(one.join(other), a)
    assert holds(one.at_least(0), max(a, 0))
    assert one.meet(other).empty or one.low <= one.meet(other).low
