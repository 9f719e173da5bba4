"""Laws of every game, at every decision."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
from game.bundled import EDITIONS, lively, named
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from splendor_dsl.compiler.backend_choice import Backend
from splendor_dsl.game.game import Game
from splendor_dsl.game.playouts import playout
from splendor_dsl.game.state import IllegalMoveError, State
from splendor_dsl.ir.nodes import TakeAction
from splendor_dsl.notation.moves import Move
from splendor_dsl.records.parser import read_record
from splendor_dsl.records.record import Record, to_text
from splendor_dsl.records.replay import record_of, replay
from splendor_dsl.semantics.model import Piece
from splendor_dsl.source import source_from_text

GAMES = st.sampled_from(["classic", "marvel", "orchard"])
SEEDS = st.integers(0, 2**64 - 1)
PLAYERS = st.integers(2, 4)
SEATED = PLAYERS.flatmap(lambda players: st.tuples(st.just(players), st.integers(0, players - 1)))
# The one that all others must agree with, and the one that a game is loaded with where none is named.
BACKENDS: tuple[Backend, ...] = ("interpreter", "python")
PLAYED = st.tuples(GAMES, st.sampled_from(BACKENDS))
Played = tuple[str, Backend]
# How many decisions lie behind, and what is due then: in the middle of an action more often than games are.
AHEAD = st.tuples(st.integers(0, 120), st.sampled_from(["", "pay", "return", "choice"]))
Ahead = tuple[int, str]
# A position, by how it is reached; the last says whether what has one option is taken by itself.
REACHED = st.tuples(PLAYED, PLAYERS, SEEDS, AHEAD, st.booleans())
Reached = tuple[Played, int, int, Ahead, bool]


def some(examples: int) -> Callable[..., Any]:
    return settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))


def reached(where: Reached) -> tuple[Game, State]:
    played, players, seed, ahead, automatic = where
    game = named(*played)
    return game, lively(game.start(players, seed=seed, automatic=automatic), ahead, seed)


# ---- a game that is played and taken back ---------------------------------------------------------
class Playing(RuleBasedStateMachine):
    """A game in which moves are made, taken back, saved and restored in any order."""

    game: Game
    state: State

    @initialize(where=REACHED)
    def begin(self, where: Reached) -> None:
        self.game, self.state = reached(where)
        self.depth = len(self.state.played)

    @precondition(lambda self: not self.state.over)
    @rule(pick=st.integers(0, 10**6))
    def push(self, pick: int) -> None:
        moves = self.state.moves
        move = moves[pick % len(moves)]
        before = picture(self.state)
        apart = self.state.play(move)
        assert picture(self.state) == before
        self.state.push(move)
        assert picture(apart) == picture(self.state)
        self.depth += 1

    @precondition(lambda self: self.depth > 0)
    @rule()
    def pop(self) -> None:
        moves = self.state.played
        assert self.state.pop() == moves[-1]
        self.depth -= 1
        assert self.state.played == moves[:-1]

    @precondition(lambda self: not self.state.over)
    @rule(pick=st.integers(0, 10**6))
    def push_and_pop(self, pick: int) -> None:
        before = picture(self.state)
        move = self.state.moves[pick % len(self.state.moves)]
        self.state.push(move)
        assert self.state.pop() == move
        assert picture(self.state) == before

    @rule()
    def save_and_restore(self) -> None:
        data = json.loads(json.dumps(self.state.to_dict()))
        restored = self.game.from_dict(data)
        assert restored == self.state
        assert restored.hash == self.state.hash
        assert restored.moves == self.state.moves
        assert restored.to_dict() == data

    @invariant()
    def everything_adds_up(self) -> None:
        layout = self.state.for_players.layout
        piles = [
            held
            for held, what in zip(self.state.cells, layout.cells, strict=False)
            if what.kind == "pile"
        ]
        assert tuple(map(sum, zip(*piles, strict=True))) == layout.stock
        assert all(lane >= 0 for lanes in piles for lane in lanes)
        pieces = self.state.for_players.model.pieces
        lying = Counter(
            pieces[piece].thing
            for held, what in zip(self.state.cells, layout.cells, strict=False)
            if what.kind == "zone"
            for piece in held
            if piece >= 0
        )
        assert lying == Counter({piece.thing for piece in pieces})

    @invariant()
    def the_rules_own_invariants_hold(self) -> None:
        assert self.state.broken_invariants() == []

    @invariant()
    def nobody_is_above_a_limit_between_turns(self) -> None:
        due = self.state.for_players.engine.due(self.state.cells)
        if due is None or not isinstance(due[0], TakeAction):
            return
        for limit in self.state.for_players.model.limits.values():
            for seat in range(self.state.players):
                most = self.state.for_players.engine.make.about(limit.value)(self.state.cells, seat)
                assert held(self.state, limit, seat) <= most, limit.name

    @invariant()
    def moves_differ_and_somebody_is_to_make_them(self) -> None:
        assert len(set(self.state.moves)) == len(self.state.moves)
        assert bool(self.state.moves) == (self.state.to_move is not None) == (not self.state.over)


def held(state: State, limit: Any, seat: int) -> int:
    layout = state.for_players.layout
    if limit.tokens is None:
        return sum(
            len(state.cells[layout.seats("zone", limit.zone, part)[seat]])
            for part in layout.parts[limit.zone]
        )
    lanes = state.cells[layout.seats("pile", limit.zone)[seat]]
    return sum(lanes[token] for token in limit.tokens)


def picture(state: State) -> Any:
    return state.cells[:], state.hash, state.moves, state.log, state.played, state.to_move


TestPlaying = Playing.TestCase
TestPlaying.settings = settings(
    max_examples=40, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
)


# ---- every move that can be written -----------------------------------------------------------------
@some(25)
@given(REACHED)
def test_play_accepts_exactly_the_moves_and_why_not_explains_each_other(
    where: Reached,
) -> None:
    game, state = reached(where)
    legal = set(state.moves)
    written = list(game.all_moves(state.players))
    assert legal <= set(written)
    for move in written:
        reasons = state.why_not(move)
        assert (move in legal) == (not reasons), (str(move), reasons)
        if move in legal:
            state.play(move)
            continue
        assert all(
            reason.message and "not possible now" not in reason.message for reason in reasons
        )
        with pytest.raises(IllegalMoveError):
            state.push(move)


@some(25)
@given(
    REACHED.filter(lambda where: where[0][0] in EDITIONS)
)  # their patterns keep to the order of the choices
def test_moves_are_listed_in_the_order_in_which_all_are_written(where: Reached) -> None:
    game, state = reached(where)
    legal = set(state.moves)
    assert [move for move in game.all_moves(state.players) if move in legal] == list(state.moves)


@pytest.mark.parametrize("name", ["classic", "marvel", "first_printing", "orchard"])
def test_what_is_written_is_read_back(name: str) -> None:
    game = named(name)
    for move in game.all_moves(3):
        again = game.parse_move(str(move).upper())
        assert again == move
        assert str(again) == str(move)
        assert (again.kind, again.args) == (move.kind, move.args)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("name", ["classic", "marvel", "orchard"])
def test_the_games_run_on_the_backend_that_is_wanted(name: str, backend: Backend) -> None:
    assert named(name, backend).backend == backend


# ---- played again ------------------------------------------------------------------------------------
@some(25)
@given(REACHED)
def test_a_record_that_is_played_again_ends_in_the_same_state(
    where: Reached,
) -> None:
    game, state = reached(where)
    text = to_text(record_of(game, state))
    record = read_record(source_from_text("a.game", text))
    assert isinstance(record, Record)
    done = replay(record, game)
    assert done.problem is None
    assert done.state is not None
    assert done.moves == record.count
    assert to_text(record_of(game, done.state)) == text
    if state.automatic:
        assert picture(done.state) == picture(state)


# ---- what a seat can't know ----------------------------------------------------------------------------
@some(60)
@given(
    played=PLAYED,
    seats=SEATED,
    seed=SEEDS,
    ahead=AHEAD,
    mixer=st.randoms(),
    automatic=st.booleans(),
)
def test_nothing_a_seat_sees_changes_when_the_unknown_is_shuffled(
    *, played: Played, seats: tuple[int, int], seed: int, ahead: Ahead, mixer: Any, automatic: bool
) -> None:
    game, (players, seat) = named(*played), seats
    start = game.start(players, seed=seed, automatic=automatic)
    state = lively(start.copy(), ahead, seed)
    swapped = shuffled(state, ever_known(start, state.played, seat), seat, mixer)
    deal = {zone: [swapped[label] for label in labels] for zone, labels in dealt(start).items()}
    other = game.start(players, seed=seed, deal=deal, automatic=automatic)
    for move in state.played:
        assert other.to_move != seat or move in other.moves
        assume(move in other.moves)
        other.push(move)
    # What a rival pays for a card that the seat can't see is asked for, or not, by what the card costs (K7).
    assume(state.view(seat)["decision"] == other.view(seat)["decision"])
    assert state.view(seat) == other.view(seat)
    assert state.log_for(seat) == other.log_for(seat)
    assert state.log_for(None) == other.log_for(None)
    if state.to_move == seat:
        assert state.moves == other.moves


def dealt(start: State) -> dict[str, list[str]]:
    """The order in which the setup's shuffles laid the pieces: what has left from the top, then the rest."""
    orders: dict[str, list[str]] = {}
    for event in start.log:
        if event.kind == "shuffled":
            orders[event.data["zone"]] = []
        if event.kind == "piece" and event.data["from"][0] in orders:
            orders[event.data["from"][0]].append({**event.data, **event.secret}["piece"])
    layout = start.for_players.layout
    for zone, order in orders.items():
        for part in layout.parts[zone]:
            left = start.cells[layout.seats("zone", zone, part)[0]]
            order.extend(start.for_players.label(piece) for piece in left)
    return orders


def shuffled(state: State, known: set[str], seat: int, mixer: Any) -> dict[str, str]:
    """Every label, and the one that changes places with it: only among those that the seat can't tell apart."""
    groups: dict[Any, list[str]] = {}
    for what, seen in lying(state, seat):
        key = (what.kind, what.values.get("level"), what.values.get("size"))
        if not seen and what.label not in known:
            groups.setdefault(key, []).append(what.label)
    swapped = {piece.label: piece.label for piece in state.for_players.model.pieces}
    for labels in groups.values():
        mixed = labels[:]
        mixer.shuffle(mixed)
        swapped.update(zip(labels, mixed, strict=True))
    return swapped


def ever_known(start: State, moves: Iterable[Move], seat: int) -> set[str]:
    """The pieces that a seat has known at some time: a card that went back under a deck it does not forget."""
    state = start.copy()
    known = {what.label for what, seen in lying(state, seat) if seen}
    for move in moves:
        state.push(move)
        known |= {what.label for what, seen in lying(state, seat) if seen}
    return known


def lying(state: State, seat: int) -> Iterator[tuple[Piece, bool]]:
    """Each piece, and whether a seat knows it where it lies: by its mark there, or by the face of its zone."""
    for_players, layout = state.for_players, state.for_players.layout
    for at, cell in enumerate(layout.cells):
        if cell.kind != "zone":
            continue
        known = layout.known(at)
        face = "down" if cell.name == "box" else for_players.model.zones[cell.name].face
        marks = (
            state.cells[known]
            if known is not None
            else [0 if face == "down" else 2] * len(state.cells[at])
        )
        for piece, mark in zip(state.cells[at], marks, strict=True):
            if piece >= 0:
                yield for_players.model.pieces[piece], mark >= (1 if cell.seat == seat else 2)


# ---- to the end --------------------------------------------------------------------------------------
@some(40)
@given(played=PLAYED, players=PLAYERS, seed=SEEDS)
def test_every_playout_ends_or_is_reported_unfinished(
    played: Played, players: int, seed: int
) -> None:
    done = playout(named(*played).start(players, seed=seed), most_turns=300)
    assert done.turns <= 301
    if done.kind == "unfinished":
        assert not done.state.over or done.state.outcome is not None
        return
    outcome = done.state.outcome
    assert outcome is not None
    assert sorted(seat for group in outcome.ranking for seat in group) == list(range(players))
    assert {"won": 1, "shared": 2, "nobody": 0}[outcome.kind] <= len(outcome.winners)
    assert outcome.kind == "nobody" or outcome.winners == outcome.ranking[0]
    assert done.state.moves == ()


def test_a_playout_that_reaches_its_cap_is_unfinished() -> None:
    done = playout(named("classic").start(2, seed=1), most_turns=10)
    assert (done.kind, done.turns, done.state.over) == ("unfinished", 11, False)


def test_a_move_is_a_value() -> None:
    game = named("classic")
    one, other = game.parse_move("take red white blue"), game.parse_move("take white blue red")
    assert isinstance(one, Move)
    assert one == other
    assert len({one, other}) == 1
    assert one.kind == "action"
    assert one.path == "actions.take_different"
    assert one.args == (("white", "blue", "red"),)
