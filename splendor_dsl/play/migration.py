"""Recorded games under rules that have changed: how far they can be played, and what came out differently."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import evolve, frozen

from splendor_dsl.diagnostics import Problem
from splendor_dsl.ir.meaning import clause_hashes
from splendor_dsl.play.game import Game
from splendor_dsl.play.record import Record
from splendor_dsl.play.record_problems import RecordResult
from splendor_dsl.play.record_replay import record_of, replay, result_of
from splendor_dsl.play.saved import cell_facts
from splendor_dsl.play.state import State

MOST_SHOWN = 3
MOST_LETTERS = 60


@frozen(kw_only=True)
class Differs:
    """The first position that is another than it was: after how many moves, and what lies or counts otherwise."""

    after: int
    what: tuple[str, ...]


@frozen(kw_only=True)
class Migrated:
    """What became of a recorded game under other rules."""

    record: Record
    same_rules: bool
    changed: tuple[str, ...]  # the paths of the clauses that mean something else now
    moves: int
    problem: Problem | None  # what keeps a move from being made
    result: str
    differs: Differs | None  # known only where the rules of then are there
    state: State | None

    @property
    def whole(self) -> bool:
        """Whether all moves can be made."""
        return self.problem is None

    @property
    def as_before(self) -> bool:
        """Whether nothing has come out otherwise."""
        return self.whole and self.differs is None and self.result == self.record.result


def migrate(record: Record, game: Game, old: Game | None = None) -> Migrated:
    """Play a record by the rules as they are; `old` are those that it was made by."""
    played = replay(record, game, any_rules=True)
    stops = None if isinstance(played.problem, RecordResult) else played.problem
    return Migrated(
        record=record,
        same_rules=record.rules == game.hash,
        changed=tuple(_changed(record.clauses if old is None else old.clauses, game)),
        moves=played.moves,
        problem=stops,
        result="" if played.state is None else result_of(played.state),
        differs=None if old is None else _first_difference(record, game, old, played.moves),
        state=played.state,
    )


def renewed(migrated: Migrated, game: Game) -> Record:
    """The record as these rules would have made it; all its moves can be made."""
    record, state = migrated.record, migrated.state
    assert migrated.whole  # whoever asks for it has looked
    assert state is not None  # the same
    made = record_of(game, state, settings=record.settings, seats=record.seats)
    return evolve(made, game=record.game)


def _changed(before: Mapping[str, str], game: Game) -> Iterator[str]:
    """The clauses that are new, gone or mean something else; a section only where its order alone has changed."""
    after = clause_hashes(game.model)
    if not before:
        return
    paths = [
        path
        for path in (*after, *(set(before) - set(after)))
        if before.get(path) != after.get(path)
    ]
    for path in paths:
        if not any(each.startswith(f"{path}.") for each in paths):
            yield path


def _first_difference(record: Record, game: Game, old: Game, moves: int) -> Differs | None:
    """The first position that is not what it was, as far as both games go on."""
    now, then = (_positions(record, each, moves) for each in (game, old))
    for after, (state, was) in enumerate(zip(now, then, strict=False)):
        what = tuple(_differences(state, was))
        if what:
            return Differs(after=after, what=what[:MOST_SHOWN])
    return None


def _positions(record: Record, game: Game, moves: int) -> list[State]:
    """The position before each move, and after the last that can be made."""
    state = replay(record, game, most=moves, any_rules=True).state
    if state is None:
        return []
    states = [state.copy()]
    for _ in state.played:
        state.pop()
        states.append(state.copy())
    return states[::-1]


def _differences(state: State, was: State) -> Iterator[str]:
    """What lies or counts otherwise, in words."""
    now, then = _facts(state), _facts(was)
    for what in dict.fromkeys((*then, *now)):
        if now.get(what) != then.get(what):
            yield f"{what}: {_short(now.get(what))}, was {_short(then.get(what))}"


def _short(fact: str | None) -> str:
    """As much of a long list as tells it from another."""
    if fact is None:
        return "not there"
    return fact if len(fact) <= MOST_LETTERS else f"{fact[: MOST_LETTERS - 3]}..."


def _facts(state: State) -> dict[str, str]:
    """Everything that a position holds and counts, in words by what it is."""
    names = [str(player["name"]) for player in state.view(None)["players"]]
    facts = cell_facts(state.setting, state.cells, names)
    for value in state.setting.model.values.values():
        for seat, name in enumerate(names):
            facts[f"{value.name} of {name}"] = _spoken(state.value(value.name, seat), state)
    seat_to_move = state.to_move
    facts["to decide"] = "nobody" if seat_to_move is None else names[seat_to_move]
    return facts


def _spoken(value: object, state: State) -> str:
    if isinstance(value, tuple):
        named = zip(state.setting.model.token_names(), value, strict=True)
        return ", ".join(f"{amount} {token}" for token, amount in named if amount) or "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
