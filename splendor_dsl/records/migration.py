"""Recorded games under changed rules: how far they can be played, and what turned out differently."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from attrs import frozen

from splendor_dsl.diagnostics import Problem
from splendor_dsl.game.game import Game
from splendor_dsl.game.state import State
from splendor_dsl.ir.meaning import clause_hashes, outer_hashes, row_hashes
from splendor_dsl.records.facts import facts, things
from splendor_dsl.records.problems import RecordPosition, RecordResult
from splendor_dsl.records.record import Record
from splendor_dsl.records.replay import Replay, record_of, replay, result_of
from splendor_dsl.semantics.model import Model

SUPPLY: Final = "supply"
_AMOUNT: Final = re.compile(r"(\d+) ([^\W\d]\w*)")
MOST_SHOWN = 3
MOST_LETTERS = 60


@frozen(kw_only=True)
class FirstDifference:
    """The first position that differs from the recorded one: after how many moves, and after which.

    `what` is known only if the old rules are available. `by` lists the changed clauses that take part in the last move.
    """

    after: int
    move: str | None = None
    player: str | None = None
    what: tuple[str, ...] = ()
    by: tuple[str, ...] = ()


@frozen(kw_only=True)
class MigrationResult:
    """The result of replaying a recorded game under other rules."""

    record: Record
    same_rules: bool
    changed: tuple[str, ...]  # the paths of the clauses whose meaning has changed
    moves: int
    problem: Problem | None  # the reason why a move can't be made
    result: str
    differs: (
        FirstDifference | None
    )  # known only from the hashes of the record or from the old rules
    state: State | None

    @property
    def whole(self) -> bool:
        """Return whether all moves can be made."""
        return self.problem is None

    @property
    def as_before(self) -> bool:
        """Return whether the game turned out as recorded."""
        return self.whole and self.differs is None and self.result == self.record.result


def migrate(record: Record, game: Game, old: Game | None = None) -> MigrationResult:
    """Return the result of playing a record by the current rules; `old` are the rules it was made by."""
    played = replay(record, game, any_rules=True)
    changed = tuple(changed_clauses(record.clauses if old is None else old.clauses, game, old))
    stops = None if isinstance(played.problem, RecordPosition | RecordResult) else played.problem
    return MigrationResult(
        record=record,
        same_rules=record.rules == game.hash,
        changed=changed,
        moves=played.moves,
        problem=stops,
        result="" if played.state is None else result_of(played.state),
        differs=_first_difference(record, played, game, old, changed),
        state=played.state,
    )


def renewed(migrated: MigrationResult, game: Game, name: str) -> Record:
    """Return the record as these rules would have made it, with the name under which they are found."""
    record, state = migrated.record, migrated.state
    assert migrated.whole  # callers check it
    assert state is not None  # so the replay reached its end
    return record_of(game, state, name=name, seats=record.seats)


def changed_clauses(before: Mapping[str, str], game: Game, old: Game | None) -> Iterator[str]:
    """Yield the clauses that are new, gone or changed in meaning; an outer clause only if its own order has changed.

    Old records hash only the outermost clauses. Which token of the supply has changed is known only from the old rules.
    """
    whole = any(path.count(".") > 1 for path in before)
    after = clause_hashes(game.model) if whole else outer_hashes(game.model)
    if not before:
        return
    paths = [
        path
        for path in (*after, *(path for path in before if path not in after))
        if _own_hash(before.get(path)) != _own_hash(after.get(path))
    ]
    for path in paths:
        if path == SUPPLY and old is not None:
            yield from _changed_supply(old.model, game.model) or (path,)
        elif not any(each.startswith(f"{path}.") for each in paths):
            yield from _rows(game, path, before.get(path, ""), after.get(path, "")) or (path,)


def _changed_supply(old: Model, new: Model) -> list[str]:
    """Return the tokens whose number in the supply has changed, with those added or removed."""
    before, after = (dict(zip(each.token_names(), each.stock, strict=True)) for each in (old, new))
    return [
        f"{SUPPLY}.{token}"
        for token in dict.fromkeys((*after, *before))
        if before.get(token) != after.get(token)
    ]


def _own_hash(digest: str | None) -> str | None:
    """Return the hash of a clause without those of its rows."""
    return None if digest is None else digest.partition(":")[0]


def _rows(game: Game, path: str, before: str, after: str) -> list[str]:
    """Return the rows of a table that are new or changed, and the table itself if more rows are gone than new."""
    old, new = row_hashes(before), row_hashes(after)
    if not old or not new:
        return []
    pieces = [piece for piece in game.model.pieces if f"rows.{piece.kind}" == path]
    others = [piece for piece, row in zip(pieces, new, strict=True) if row not in old]
    gone = sum(row not in new for row in old)
    rows = list(dict.fromkeys(piece.where.path for piece in others))
    return [*rows, path] if gone > len(others) else rows


# ---- the first position that is another --------------------------------------------------------
def _first_difference(
    record: Record, played: Replay, game: Game, old: Game | None, changed: Sequence[str]
) -> FirstDifference | None:
    """Return the first difference while both games go on; by hashes alone without the old rules."""
    if old is None:
        after, what = played.differs, tuple[str, ...]()
    else:
        after, what = _compared(record, game, old, played.moves)
    if after is None:
        return None
    if not after:
        return FirstDifference(after=after, what=what)
    made = [(turn.player, move.text) for turn in record.turns for move in turn.moves]
    player, move = made[after - 1]
    at_work = _clauses_at_work(record, game, after)
    by = tuple(path for path in changed if any(_within(each, path) for each in at_work))
    return FirstDifference(after=after, move=move, player=player, what=what, by=by)


def _compared(
    record: Record, game: Game, old: Game, moves: int
) -> tuple[int | None, tuple[str, ...]]:
    """Return after how many moves the position first differs from that of the old rules, and the differences."""
    now, then = (_positions(record, each, moves) for each in (game, old))
    for after, (state, was) in enumerate(zip(now, then, strict=False)):
        what = tuple(_differences(state, was))
        if what:
            return after, what[:MOST_SHOWN]
    return None, ()


def _clauses_at_work(record: Record, game: Game, after: int) -> frozenset[str]:
    """Return the clauses that take part in a move, by the current rules."""
    before, then = (
        replay(record, game, most=most, any_rules=True).state for most in (after - 1, after)
    )
    assert before is not None  # it was played so far
    assert then is not None  # the same
    return frozenset(event.path for event in then.log_since(before.log_length))


def _within(event: str, changed: str) -> bool:
    """Return whether an event belongs to a changed clause, or to the one around it, now or before."""
    outer = changed.rpartition(".")[0] if changed.count(".") > 1 else changed
    return f"{event}.".startswith(f"{outer}.")


def _positions(record: Record, game: Game, moves: int) -> list[State]:
    """Return the position before each move, and after the last that can be made."""
    state = replay(record, game, most=moves, any_rules=True).state
    if state is None:
        return []
    states = [state.copy()]
    for _ in state.played:
        state.pop()
        states.append(state.copy())
    return states[::-1]


def _differences(state: State, was: State) -> Iterator[str]:
    """Yield the differences of two positions in words, without things that the old rules did not have."""
    among = things(was.for_players.model)
    now, then = facts(state, among), facts(was, among)
    for about in dict.fromkeys((*then, *now)):
        if now.get(about) != then.get(about):
            new, was_ = _differing_amounts(now.get(about), then.get(about))
            yield f"{about.words}: {_short(new)}, was {_short(was_)}"


def _differing_amounts(one: str | None, other: str | None) -> tuple[str | None, str | None]:
    """Return two facts; of amounts only the tokens whose numbers differ."""
    left, right = _amounts(one), _amounts(other)
    if left is None or right is None:
        return one, other
    others = [each for each in dict.fromkeys((*right, *left)) if left.get(each) != right.get(each)]
    texts = (
        ", ".join(f"{held.get(token, 0)} {token}" for token in others) for held in (left, right)
    )
    return next(texts), next(texts)


def _amounts(fact: str | None) -> dict[str, str] | None:
    """Return amounts of tokens by their words; none for any other fact."""
    parts = [] if fact in {None, "nothing"} else (fact or "").split(", ")
    found = [_AMOUNT.fullmatch(part) for part in parts]
    if fact is None or None in found:
        return None
    return {each[2]: each[1] for each in found if each is not None}


def _short(fact: str | None) -> str:
    """Return a fact, cut if it is long."""
    if fact is None:
        return "not there"
    return fact if len(fact) <= MOST_LETTERS else f"{fact[: MOST_LETTERS - 3]}..."
