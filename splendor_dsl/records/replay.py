"""Playing a record again, exactly, or saying at which move it can't be, and why; and recording a game."""

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
    """A position whose game is not known from its beginning."""


@frozen(kw_only=True)
class Replay:
    """How far a record could be played: the position it led to, and what was wrong then.

    `differs` is after how many moves the first position came that is another than the recorded one, where the record
    says what they were.
    """

    state: State | None
    moves: int
    problem: Problem | None
    differs: int | None = None


def result_of(state: State) -> str:
    """The result of a position as a record says it."""
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
    """The record of the game that led to a position; `name` is where its rules are found."""
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
    """Each move with its player and turn (or run of a phase); what could not be decided otherwise is no move (K12).

    The hashes of the positions before them are added to `positions`.
    """
    again, names = _begun(game, state, automatic=state.automatic), names_of(state)
    for move in state.played:
        seat = again.to_move
        if seat is None or move not in again.moves:
            break
        if len(again.moves) > 1:
            positions.append(facts_hash(again, clauses))
            yield str(move), names[seat], again.for_players.engine.run(again.cells)
        again.push(move)
    if again != state:
        message = "the beginning of this game is not known"
        raise NotRecordedError(message)


def _as_replayed(game: Game, state: State, turns: Sequence[RecordedTurn]) -> State:
    """The position that a record leads to: what leaves no choice, also after its last move, is made by itself there."""
    again = _begun(game, state, automatic=True)
    for move in (move for turn in turns for move in turn.moves):
        if again.over:
            message = "it goes on after so many moves without a choice that its record ends"
            raise NotRecordedError(message)
        again.push(move.text)
    return again


def _begun(game: Game, state: State, *, automatic: bool) -> State:
    """The beginning of the game that led to a position."""
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
    """Play a record again, or its first moves; with `any_rules` also by others than those it was made by."""
    return _Player(record=record, game=game, any_rules=any_rules).play(most)


def other_position(record: Record, after: int) -> Problem:
    """That the position after so many moves is another than the recorded one."""
    if not after:
        return RecordPosition(when="at the beginning", span=record.spans.get("positions"))
    turn, move = [(turn, move) for turn in record.turns for move in turn.moves][after - 1]
    when = f"after move {after}, {move.text!r} of {turn.player},"
    return RecordPosition(when=when, span=move.span)


def damaged_clauses(record: Record, game: Game) -> Problem | None:
    """That a record of these very rules tells other clauses than they have."""
    if not record.clauses or record.rules != game.hash or record.clauses == dict(game.clauses):
        return None
    return RecordClauses(span=record.spans.get("clauses"))


@define(kw_only=True)
class _Player:
    """A record that is being played."""

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
                    return self._ended(problem)
                problem = self._make(turn, move)
        return self._ended(problem or (self._otherwise() if most is None else None))

    def _ended(self, problem: Problem | None) -> Replay:
        return Replay(state=self.state, moves=self.made, problem=problem, differs=self.differs)

    def _compare(self) -> None:
        """Note the first position that is another than the recorded one."""
        recorded = self.record.positions
        known = self.record.clauses  # of what the positions are told
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
        """Make a move, or say why not."""
        try:
            move = self.game.parse_move(text, self.record.players)
        except NotationError as error:
            return str(error)
        if move not in state.moves:
            reasons = "; ".join(reason.message for reason in state.why_not(move))
            return reasons or "it is not among the moves"
        state.push(move)
        return None

    def _otherwise(self) -> Problem | None:
        """What came out another way than recorded."""
        if self.differs is None:
            return self._wrong_result()
        return other_position(self.record, self.differs)

    def _wrong_result(self) -> Problem | None:
        state = self.state
        if state is None or result_of(state) == self.record.result:
            return None
        span = self.record.spans.get("result")
        return RecordResult(expected=result_of(state), found=self.record.result, span=span)
