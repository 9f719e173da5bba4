"""Native code and the interpreter agree on a position: its hash, its result, the view of a seat."""

import pickle
import re
from array import array
from collections.abc import Callable
from copy import copy, deepcopy
from importlib.util import find_spec
from typing import Any

import pytest

import splendor_dsl
from splendor_dsl.chance import PLAYOUT, Stream, stream_key
from splendor_dsl.game.native_table import NativeTable, Saved
from splendor_dsl.game.runs import by_policies
from splendor_dsl.game.weights import ANY_MOVE
from splendor_dsl.lowering.keys import Pile, Register

pytestmark = pytest.mark.skipif(not find_spec("numba"), reason="numba is not installed")
UNKNOWN = 255


def table(name: str, players: int) -> tuple[splendor_dsl.Game, NativeTable]:
    game = splendor_dsl.load(name, backend="native")
    return game, game.native_table(players)


# Besides the editions: turns and actions that are owed, ranked teams, a phase with its own order of seats.
GAMES = [
    ("classic", 2),
    ("marvel", 4),
    ("first_printing", 3),
    ("extra_turn", 2),
    ("free_card", 3),
    ("two_teams", 4),
    ("snake_draft", 3),
]


@pytest.mark.conformance
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_table_goes_the_way_of_a_state(name: str, players: int) -> None:
    _, native = table(name, players)
    reference = splendor_dsl.load(name, backend="interpreter")
    for number in range(3):
        chance = Stream(stream_key(5, number, PLAYOUT))
        state = reference.start(players, seed=5, game=number)
        native.start(5, number)
        while not state.over:
            options = native.options()
            assert tuple(native.move(option) for option in options) == state.moves
            assert native.count == len(options)
            assert native.hash == state.hash
            assert (native.seat, native.turn, native.round) == (
                state.to_move,
                state.turn,
                state.round,
            )
            chosen = chance.below(len(options))
            by_place = chosen % 2
            native.step(chosen) if by_place else native.apply(options[chosen])
            state.advance(state.moves[chosen])
        result, outcome = native.result(), state.outcome
        assert outcome is not None
        assert native.count == 0
        assert native.seat is None
        assert native.hash == state.hash
        assert result.kind == outcome.kind
        groups = [{s for s in range(players) if result.places[s] == p} for p in set(result.places)]
        assert groups == [set(group) for group in outcome.ranking]
        for value, numbers in result.values.items():
            assert numbers == tuple(state.value(value, seat) for seat in range(players))


def test_what_is_not_offered_is_refused_and_changes_nothing() -> None:
    _, native = table("classic", 2)
    before = native.save()
    for wrong in (native.count, -1, -7, 10**6, 10**15, -(10**15)):
        with pytest.raises(
            ValueError, match=f"expected one of the {native.count} options, found {wrong}"
        ):
            native.step(wrong)
    for wrong in (
        -1,
        10**6,
        10**15,
        -(10**15),
        next(n for n in range(400) if n not in native.options()),
    ):
        with pytest.raises(
            ValueError, match=f"expected one of the {native.count} options, found {wrong}"
        ):
            native.apply(wrong)
    assert native.save() == before


def test_a_position_can_be_kept_and_come_back_to() -> None:
    _, native = table("classic", 3)
    for _ in range(9):
        native.step(0)
    kept, options, told = native.save(), native.options(), native.hash
    native.step(native.count - 1)
    assert native.hash != told
    native.playout(7)
    assert native.result().kind in {"won", "shared"}
    native.restore(kept)
    assert (native.options(), native.hash) == (options, told)
    assert native.result().kind == "unfinished"
    native.step(0)
    assert native.save() != kept


@pytest.mark.parametrize(
    ("ask", "given", "kind", "message"),
    [
        ("apply", "x", TypeError, "expected one of the 30 options, found 'x'"),
        ("apply", None, TypeError, "expected one of the 30 options, found None"),
        ("apply", 2.0, TypeError, "expected one of the 30 options, found 2.0"),
        ("apply", float("nan"), TypeError, "expected one of the 30 options, found nan"),
        ("apply", True, TypeError, "expected one of the 30 options, found True"),
        ("step", True, TypeError, "expected one of the 30 options, found True"),
        ("move", True, TypeError, "expected an option from 0 to 108, found True"),
        ("view", True, TypeError, "expected a seat from 0 to 1, found True"),
        ("start", True, TypeError, "expected a whole number for a seed, found True"),
        ("playout", False, TypeError, "expected a whole number for the key of a playout"),
        ("apply", -(1 << 40), ValueError, "expected one of the 30 options, found -10995"),
        ("apply", (1 << 41) - 1, ValueError, "expected one of the 30 options, found 2199"),
        ("step", 1.5, TypeError, "expected one of the 30 options, found 1.5"),
        ("step", -1, ValueError, "expected one of the 30 options, found -1"),
        ("step", -(1 << 40), ValueError, "expected one of the 30 options, found -10995"),
        ("step", 2**63 - 1, ValueError, "expected one of the 30 options, found 9223"),
        ("apply", 2**63 - 1, ValueError, "expected one of the 30 options, found 9223"),
        ("apply", 10**30, ValueError, "expected one of the 30 options, found 1000"),
        ("step", 10**30, ValueError, "expected one of the 30 options, found 1000"),
        ("start", "x", TypeError, "expected a whole number for a seed, found 'x'"),
        ("start", 1 << 64, ValueError, "expected a seed of at most 64 bits, found 1844"),
        ("move", "x", TypeError, "expected an option from 0 to 108, found 'x'"),
        ("move", 10**6, ValueError, "expected an option from 0 to 108, found 1000000"),
        ("view", "x", TypeError, "expected a seat from 0 to 1, found 'x'"),
        ("view", -1, ValueError, "expected a seat from 0 to 1, found -1"),
        ("playout", "x", TypeError, "expected a whole number for the key of a playout, found 'x'"),
        ("restore", None, TypeError, "expected a position that a table of the same game"),
        ("restore", array("q", [2, 1]), TypeError, "expected a position that a table of the same"),
        (
            "restore",
            Saved(b"", "classic 2"),
            ValueError,
            "expected a position that a table of the same",
        ),
    ],
)
def test_what_a_table_can_t_take_is_refused_and_changes_nothing(
    ask: str, given: Any, kind: type[Exception], message: str
) -> None:
    _, native = table("classic", 2)
    before, options = native.save(), native.options()
    with pytest.raises(kind, match=re.escape(message)):
        getattr(native, ask)(given)
    assert (native.save(), native.options()) == (before, options)


def test_a_position_of_another_game_is_refused() -> None:
    _, native = table("classic", 2)
    for name, players in (("classic", 3), ("first_printing", 2)):
        kept = table(name, players)[1].save()
        with pytest.raises(ValueError, match="expected a position that a table of the same game"):
            native.restore(kept)


def sent(kept: Saved) -> Saved:
    """A position as it comes to another process."""
    found: Saved = pickle.loads(pickle.dumps(kept))  # noqa: S301  # what was written a moment ago
    return found


@pytest.mark.parametrize("way", [copy, deepcopy, sent])
def test_a_position_that_was_copied_is_the_same_position(way: Callable[[Saved], Saved]) -> None:
    _, native = table("classic", 2)
    native.step(3)
    kept, count = native.save(), native.count
    again = way(kept)
    assert again == kept
    assert hash(again) == hash(kept)
    native.step(0)
    assert native.restore(again) == count
    assert native.save() == kept
    assert array("q", kept.numbers) == native._state


def test_numbers_of_another_library_are_numbers() -> None:
    np = pytest.importorskip("numpy")
    _, native = table("classic", 2)
    native.start(np.int64(3), np.uint8(2))
    begun = native.save()
    assert native.start(3, 2) > 1
    assert native.save() == begun
    kinds = [np.dtype(code).type for code in np.typecodes["AllInteger"]]
    for kind in (*kinds, np.array):
        native.restore(begun)
        assert native.move(kind(native.options()[1])) == native.move(native.options()[1])
        assert native.view(kind(1)) == native.view(1)
        one = native.step(kind(1)), native.save()
        native.restore(begun)
        assert (native.apply(kind(native.options()[1])), native.save()) == one


def test_what_is_no_number_of_another_library_is_none_here_either() -> None:
    np = pytest.importorskip("numpy")
    _, native = table("classic", 2)
    begun = native.save()
    for wrong in (np.True_, np.float64(1), np.array([1, 2]), np.array([1]), np.array([True])):
        for ask in ("start", "apply", "step", "playout", "move", "view"):
            with pytest.raises(TypeError, match="expected "):
                getattr(native, ask)(wrong)
    assert native.save() == begun
    for kind in (np.int8, np.int64):
        for ask in ("apply", "step", "move", "view"):
            with pytest.raises(ValueError, match="expected "):
                getattr(native, ask)(kind(-1))
    for ask in ("apply", "step", "move", "view"):
        with pytest.raises(ValueError, match="expected "):
            getattr(native, ask)(np.uint64(2**64 - 1))
    assert native.save() == begun


def test_nothing_is_offered_once_a_game_was_played_out() -> None:
    _, native = table("classic", 2)
    offered = native.options()
    native.playout(3)
    assert (native.count, native.options()) == (0, [])
    for ask, given in ((native.apply, offered[0]), (native.step, 0)):
        with pytest.raises(ValueError, match="expected one of the 0 options"):
            ask(given)


def test_a_state_of_the_classic_game_is_small() -> None:
    _, native = table("classic", 2)
    assert native.size <= 640
    assert native.size == len(native.save().numbers)


def test_games_take_no_memory_a_turn() -> None:
    from numba.core.runtime import _nrt_python, rtsys  # noqa: PLC0415  # not everybody has it

    game, native = table("classic", 2)
    runner, rows = native._runner, native._runner.results(2000)
    ways = by_policies(game.for_players(2), runner, [ANY_MOVE, ANY_MOVE])

    def taken(games: int) -> int:
        before = rtsys.get_allocation_stats().alloc
        runner.play_many((1, 0, 1000, 10_000), *ways, rows[:games])
        return int(rtsys.get_allocation_stats().alloc) - before

    _nrt_python.memsys_enable_stats()
    taken(1)
    few, many = taken(10), taken(2000)
    _nrt_python.memsys_disable_stats()
    assert rows[:, 1].sum() > 2000 * 40
    assert few == many > 0


def test_a_game_on_another_backend_has_no_table() -> None:
    with pytest.raises(ValueError, match="expected a game on native code, found one on the python"):
        splendor_dsl.load("classic").native_table(2)


def _reshuffled(cells: list[Any], layout: Any) -> list[Any]:
    """The same position with the decks in another order."""
    return [
        value[::-1] if at < len(layout.cells) and layout.cells[at].name == "deck" else value
        for at, value in enumerate(cells)
    ]


def test_a_view_has_all_that_a_seat_may_know_and_no_more() -> None:
    game, native = table("classic", 2)
    runner, layout = native._runner, game.for_players(2).layout
    native.start(3)
    blind = next(o for o in native.options() if str(native.move(o)) == "reserve deck-1")
    native.apply(blind)
    state = native._state[:]
    other = runner.position(_reshuffled(runner.cells(state), layout))
    assert other != state
    for seat in (0, -1):
        assert runner.view(other, seat) == runner.view(state, seat)
    memory = runner.codec.memory
    hand = memory.first_player + memory.regions["hand", None].at
    deck = memory.regions["deck", 1].at
    table_ = memory.regions["table", 2].at
    pieces = runner.pieces(state)
    own, others, nobody = (native.view(seat)[1] for seat in (0, 1, None))
    assert own[hand] == pieces[hand] not in {0, UNKNOWN}
    assert others[hand] == nobody[hand] == UNKNOWN
    assert others[deck] == own[deck] == UNKNOWN
    assert others[table_] == own[table_] == pieces[table_] != UNKNOWN
    for seat in (0, 1, None):
        words, _ = native.view(seat)
        assert words[memory.shared[Register.KEY]] == words[memory.shared[Register.DRAWN]] == 0


def test_hidden_tokens_are_shown_as_how_many_they_are() -> None:
    _, native = table("secret_tokens", 2)
    native.start(1)
    while native.turn < 6:
        native.step(0)
    memory = native._runner.codec.memory
    state = native._state
    for seat in range(2):
        at = memory.players_at + seat * len(memory.owned) + memory.owned[Pile("purse")]
        held = sum(memory.lanes.amounts(state[at]))
        assert held > 0
        assert native.view(seat)[0][at] == state[at]
        assert native.view(1 - seat)[0][at] == native.view(None)[0][at] == -held
