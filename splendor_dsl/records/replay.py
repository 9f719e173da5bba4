"""Exact replay of a record, or the first move that is not possible and the reason; and recording of a game."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from pathlib import Path

from attrs import define, frozen

from splendor_dsl.diagnostics import Problem
from splendor_dsl.game.game import Game
from splendor_dsl.game.state import State
from splendor_dsl.notation.notation import NotationError
from splendor_dsl.records.facts import facts_hash, names_of
from splendor_dsl.records.problems import (
    RecordClauses,
    RecordMove,
    RecordPlayer,
    RecordPosition,
    RecordResult,
    RecordRules,
    RecordStart,
)
from splendor_dsl.records.record import (
    UNFINISHED,
    Record,
    RecordedMove,
    RecordedTurn,
    name_problems,
    result_text,
    turns_of,
)


class NotRecordedError(ValueError):
    """A position whose game can't be replayed from its beginning."""


@frozen(kw_only=True)
class Replay:
    """A replay: the position that was reached, and the problem there, if any.

    `differs` is the number of moves after which the position first differs from the recorded one, if the record has
    hashes of its positions.
    """

    state: State | None
    moves: int
    problem: Problem | None
    differs: int | None = None


def result_of(state: State) -> str:
    """Return the result of a position in the form of records."""
    outcome = state.outcome
    if outcome is None:
        return UNFINISHED
    return result_text(outcome.kind, outcome.ranking, names_of(state))


# ---- recording -------------------------------------------------------------------------------
def record_of(
    game: Game,
    state: State,
    *,
    name: str = "",
    seats: Sequence[str] = (),
) -> Record:
    """Return the record of the game that led to a position; `name` is the name under which its rules are found."""
    origin = state.origin
    wrong = [problem.message() for problem in name_problems(names_of(state))]
    if wrong:
        raise NotRecordedError("; ".join(wrong))
    deal = (
        None if origin.deal is None else {zone: list(names) for zone, names in origin.deal.items()}
    )
    clauses, positions = game.clauses, list[str]()
    turns = turns_of(_decisions(game, state, clauses, positions))
    last = state if state.automatic else _as_replayed(game, state, turns)
    positions.append(facts_hash(last, clauses))
    return Record(
        game=name or game.name,
        rules=game.hash,
        clauses=clauses,
        positions=tuple(positions),
        players=names_of(state),
        seats=tuple(seats),
        seed=origin.seed,
        number=origin.game,
        deal=deal,
        settings={each.name: each.value for each in game.model.parameters.values() if each.given},
        result=result_of(last),
        turns=turns,
    )


def _decisions(
    game: Game, state: State, clauses: Container[str], positions: list[str]
) -> Iterator[tuple[str, str, object]]:
    """Yield each move with its player and turn (or run of a phase); a forced move does not count (K12).

    The hashes of the positions before them are added to `positions`.
    """
    replayed, names = _restart(game, state, automatic=state.automatic), names_of(state)
    for move in state.played:
        seat = replayed.to_move
        if seat is None or move not in replayed.moves:
            break
        if len(replayed.moves) > 1:
            positions.append(facts_hash(replayed, clauses))
            yield str(move), names[seat], replayed.for_players.engine.run(replayed.cells)
        replayed.push(move)
    if replayed != state:
        message = "the beginning of this game is not known"
        raise NotRecordedError(message)


def _as_replayed(game: Game, state: State, turns: Sequence[RecordedTurn]) -> State:
    """Return the position that a record leads to: forced moves happen automatically there, also after the last move."""
    replayed = _restart(game, state, automatic=True)
    for move in (move for turn in turns for move in turn.moves):
        if replayed.over:
            message = "it goes on after so many moves without a choice that its record ends"
            raise NotRecordedError(message)
        replayed.push(move.text)
    return replayed


def _restart(game: Game, state: State, *, automatic: bool) -> State:
    """Return the beginning of the game that led to a position."""
    origin = state.origin
    return game.start(
        state.players,
        seed=origin.seed,
        game=origin.game,
        deal=origin.deal,
        names=names_of(state),
        automatic=automatic,
        logging=False,
    )


# ---- replaying -------------------------------------------------------------------------------
def replay(
    record: Record, game: Game, *, most: int | None = None, any_rules: bool = False
) -> Replay:
    """Play a record, or its first moves; with `any_rules` also under other rules than its own."""
    return _Player(record=record, game=game, any_rules=any_rules).play(most)


def other_position(record: Record, after: int) -> Problem:
    """Return the problem that the position after some moves differs from the recorded one."""
    if not after:
        return RecordPosition(when="at the beginning", span=record.spans.get("positions"))
    turn, move = [(turn, move) for turn in record.turns for move in turn.moves][after - 1]
    when = f"after move {after}, {move.text!r} of {turn.player},"
    return RecordPosition(when=when, span=move.span)


def damaged_clauses(record: Record, game: Game) -> Problem | None:
    """Return the problem of a record with the hash of these rules, but other hashes of clauses; none otherwise."""
    if not record.clauses or record.rules != game.hash or record.clauses == dict(game.clauses):
        return None
    return RecordClauses(span=record.spans.get("clauses"))


@define(kw_only=True)
class _Player:
    """A replay under way."""

    record: Record
    game: Game
    any_rules: bool
    state: State | None = None
    made: int = 0
    differs: int | None = None

    def play(self, most: int | None) -> Replay:
        problem = self._wrong_rules() or self._start()
        self._compare()
        for turn in self.record.turns:
            for move in turn.moves:
                if problem is not None or self.made == most:
                    return self._result(problem)
                problem = self._make(turn, move)
        return self._result(problem or (self._wrong_outcome() if most is None else None))

    def _result(self, problem: Problem | None) -> Replay:
        return Replay(state=self.state, moves=self.made, problem=problem, differs=self.differs)

    def _compare(self) -> None:
        """Record the first position that differs from the recorded one."""
        recorded = self.record.positions
        known = self.record.clauses  # the clauses that the hashes cover
        if self.differs is None and self.state is not None and recorded and known:
            found = facts_hash(self.state, known)
            self.differs = None if found == recorded[self.made] else self.made

    def _wrong_rules(self) -> Problem | None:
        if self.any_rules or self.record.rules == self.game.hash:
            return None
        span = self.record.spans.get("rules")
        expected, found, name = self.game.hash, self.record.rules, self.record.game
        other = None if Path(name).stem == self.game.name else self.game.name
        return RecordRules(game=name, expected=expected, found=found, other=other, span=span)

    def _start(self) -> Problem | None:
        record = self.record
        try:
            self.state = self.game.start(
                len(record.players),
                seed=record.seed or 0,
                game=record.number,
                deal=record.deal,
                names=record.players,
            )
        except ValueError as error:
            span = record.spans.get("players" if record.deal is None else "deal")
            return RecordStart(reason=str(error), span=span)
        return None

    def _make(self, turn: RecordedTurn, move: RecordedMove) -> Problem | None:
        state = self.state
        assert state is not None  # it has been started
        seat = state.to_move
        if seat is not None and self.record.players[seat] != turn.player:
            expected, found = self.record.players[seat], turn.player
            return RecordPlayer(
                number=self.made + 1, expected=expected, found=found, span=turn.span
            )
        reason = "the game is over" if seat is None else self._try(state, move.text)
        if reason is None:
            self.made += 1
            self._compare()
            return None
        return RecordMove(
            number=self.made + 1, move=move.text, player=turn.player, reason=reason, span=move.span
        )

    def _try(self, state: State, text: str) -> str | None:
        """Make a move; return the reason if it is not possible."""
        try:
            move = self.game.parse_move(text, self.record.players)
        except NotationError as error:
            return str(error)
        if move not in state.moves:
            reasons = "; ".join(reason.message for reason in state.why_not(move))
            return reasons or "it is not among the moves"
        state.push(move)
        return None

    def _wrong_outcome(self) -> Problem | None:
        """Return the problem of positions or a result other than recorded."""
        if self.differs is None:
            return self._wrong_result()
        return other_position(self.record, self.differs)

    def _wrong_result(self) -> Problem | None:
        state = self.state
        if state is None or result_of(state) == self.record.result:
            return None
        span = self.record.spans.get("result")
        return RecordResult(expected=result_of(state), found=self.record.result, span=span)
