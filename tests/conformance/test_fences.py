"""Checked code stops where an access leaves the part of a zone, the list or the words that it is meant for."""

from importlib.util import find_spec
from pathlib import Path

import pytest
from attrs import evolve
from conformance.comparing import compiled
from kernel.small import PLAIN, small

from splendor_dsl.compiler.backend_choice import Backend
from splendor_dsl.compiler.codec import Codec
from splendor_dsl.compiler.runner import NotEncodedError
from splendor_dsl.game.game import Game, game
from splendor_dsl.lowering.addresses import AddressEmitter, PartAddress
from splendor_dsl.lowering.expressions import new_scope
from splendor_dsl.lowering.memory_layout import Region, memory_layout
from splendor_dsl.lowering.scope import MOVER, Scope, Tables, Val
from splendor_dsl.lowering.text import Writer

LEFT = "an access leaves its fence"
GAME = small(
    setup="shuffle deck; fill row",
    actions=PLAIN["actions"]
    + '\nsee as "see" { for each c in own { choose coin: coins in supply; gain 1 coin } }',
)
_start, _place, _seat_words = AddressEmitter.start, Scope.place, Scope.seat_words


def one_further(places: AddressEmitter, scope: Scope, lying: PartAddress) -> str:
    """Where a part begins, and one more if that is no place of a player: the last is in the next zone."""
    start = _start(places, scope, lying)
    return start if lying.region.owned else f"{start} + 1"


def of_next_player(scope: Scope, region: Region, seat: Val | None) -> str:
    """The places of another player: the last player's are behind the row."""
    place = _place(scope, region, seat)
    return f"{place} + {scope.memory.stride}" if region.owned else place


def words_of_next_player(scope: Scope, seat: Val | None) -> str:
    return f"{_seat_words(scope, seat)} + {len(scope.memory.owned)}"


def play(game: Game) -> None:
    for number in range(4):
        state = game.start(2, seed=number)
        while not state.over:
            state.push(state.moves[(state.turn + number) % len(state.moves)])


NATIVE = [
    pytest.mark.conformance,
    pytest.mark.skipif(not find_spec("numba"), reason="numba is not installed"),
]


@pytest.mark.parametrize(
    ("backend", "wrong", "planted"),
    [
        ("python", (AddressEmitter, "start"), one_further),
        ("python", (Scope, "place"), of_next_player),
        ("python", (Scope, "seat_words"), words_of_next_player),
        pytest.param("native", (Scope, "seat_words"), words_of_next_player, marks=NATIVE),
    ],
)
def test_a_wrong_address_is_noticed(
    backend: Backend,
    wrong: tuple[type, str],
    planted: object,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SPLENDOR_CACHE", str(tmp_path))
    play(compiled(GAME, backend, checked=True))
    monkeypatch.setenv("SPLENDOR_CACHE", str(tmp_path / "wrong"))
    monkeypatch.setattr(*wrong, planted)
    with pytest.raises((IndexError, AssertionError), match=LEFT):
        play(compiled(GAME, backend, checked=True))


@pytest.mark.parametrize("backend", ["python", pytest.param("native", marks=NATIVE)])
def test_a_zone_as_small_as_a_wrong_proof_says_is_never_left(
    backend: Backend, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPLENDOR_CACHE", str(tmp_path))
    rules = small(limits="hand: cards in hand at most 1")
    play(compiled(rules, backend))
    wrong = game(evolve(rules.model, kept_limits={"hand": 1}))
    with pytest.raises(IndexError, match="a zone holds more than its limit"):
        play(compiled(wrong, backend))


def test_code_that_is_not_checked_asks_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPLENDOR_CACHE", str(tmp_path))
    for checked in (False, True):
        made = compiled(GAME, "python", checked=checked).choose().module
        assert made is not None
        assert ("within(" in made.path.read_text()) == checked


def test_the_fence_of_several_parts_is_around_them_all_and_nothing_between() -> None:
    where = memory_layout(GAME.program)
    scope = new_scope(where, Writer(checked=True), Tables(), {0: MOVER})
    places, row = AddressEmitter(where), where.parts("row")
    at = row[0].at
    assert places.entry(scope, PartAddress(row, None), "spot") == f"within(spot, {at}, 4)"
    assert (
        places.entry(scope, PartAddress(row, None), "spot", "4")
        == f"within(spot, {at}, 4 - (4) + 1)"
    )
    assert places.entry(scope, PartAddress(row[1:], None), "spot") == f"within(spot, {at + 2}, 2)"
    numbered = places.entry(scope, PartAddress(row, None, "part"), "spot")
    (table,) = scope.tables.lists.by_name
    assert numbered == f"within(spot, {table}[one_of(part, 2)], 2)"
    with pytest.raises(AssertionError):
        places.entry(scope, PartAddress((*row, where.parts("deck")[0]), None), "spot")


def test_no_more_is_laid_into_the_list_of_a_loop_than_it_holds() -> None:
    made = compiled(GAME, "python").choose().module
    assert made is not None
    codec: Codec = made.codecs[2]
    memory = codec.memory
    assert memory.areas
    held = next(
        held
        for stop in codec.stops
        for frame in stop.frames
        for held in frame.slots
        if held is not None and held.list == ("pieces", memory.area_starts[0])
    )
    pieces = [0] * memory.entries(2)
    assert codec._rest_words(held, [1] * memory.areas[0], pieces) == (0, memory.areas[0])
    with pytest.raises(NotEncodedError):
        codec._rest_words(held, [1] * (memory.areas[0] + 1), pieces)
    assert not any(pieces[memory.first_player :])
