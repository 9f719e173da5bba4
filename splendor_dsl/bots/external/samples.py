"""The positions that a program has drawn for one decision, and what it asks of them."""

from __future__ import annotations

from typing import Any, Final, assert_never

from attrs import define, field

from splendor_dsl.bots.external.errors import ProgramError
from splendor_dsl.bots.external.protocol import (
    ALL,
    AskMoves,
    AskOutcome,
    AskView,
    DrawSample,
    DropSample,
    PlayMove,
    Request,
    chosen,
    options_to_list,
)
from splendor_dsl.bots.seen import Seen
from splendor_dsl.chance import Stream
from splendor_dsl.game.state import State
from splendor_dsl.position.view import EVERYTHING, view

MOST_SAMPLES: Final = 10_000  # kept at once

Facts = dict[str, Any]


@define(kw_only=True)
class Samples:
    """The samples of one decision, by their numbers, which are never used twice."""

    seen: Seen
    stream: Stream
    _kept: dict[int, State] = field(factory=dict, init=False)
    _last: int = field(default=0, init=False)

    def answer(self, request: Request) -> Facts:
        """Return the answer to a request, of the same type; raise ProgramError if it asks for what there is not."""
        match request:
            case DrawSample():
                return self._added("sample", self.seen.sample(self.stream))
            case PlayMove(sample=number, option=option):
                state = self._at(number)
                return self._added("play", state.play(chosen(state.moves, option)))
            case AskMoves(sample=number):
                options = options_to_list(self._at(number).moves)
                return {"type": "moves", "sample": number, "options": options}
            case AskView(sample=number, seat=seat):
                return {"type": "view", "sample": number, "view": self._view(number, seat)}
            case AskOutcome(sample=number):
                return {"type": "outcome", "sample": number, **_outcome(self._at(number))}
            case DropSample(sample=number):
                self._at(number)
                del self._kept[number]
                return {"type": "drop", "sample": number}
        assert_never(request)

    def _added(self, kind: str, state: State) -> Facts:
        if len(self._kept) >= MOST_SAMPLES:
            message = (
                f"expected at most {MOST_SAMPLES} samples at once: drop those no longer needed"
            )
            raise ProgramError(message)
        self._last += 1
        self._kept[self._last] = state
        return {"type": kind, "sample": self._last, "to_move": state.to_move, "over": state.over}

    def _at(self, number: int) -> State:
        if number not in self._kept:
            message = f"expected a sample of this decision, found {number}"
            raise ProgramError(message)
        return self._kept[number]

    def _view(self, number: int, seat: int | str | None) -> Facts:
        """Return the view of a seat, or all of a sample: the program could know no more than it has been given."""
        state = self._at(number)
        if seat == ALL:
            whole = view(state.for_players, state.cells, EVERYTHING, state.origin.names)
            return {**whole, "seat": ALL}
        wanted = self.seen.seat if seat is None else seat
        if not isinstance(wanted, int) or not 0 <= wanted < state.players:
            message = f"expected a seat from 0 to {state.players - 1} or {ALL!r}, found {wanted!r}"
            raise ProgramError(message)
        return state.view(wanted)


def _outcome(state: State) -> Facts:
    found = state.outcome
    return {
        "over": state.over,
        "outcome": None if found is None else found.kind,
        "winners": [] if found is None else list(found.winners),
        "ranking": [list(group) for group in state.ranking],
    }
