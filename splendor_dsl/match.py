"""A game in progress with its seats, whatever shows it: people and bots, undo, and the keyboard that is passed on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol

from attrs import define, field, frozen

from splendor_dsl.bots.external.command import repeats
from splendor_dsl.bots.seated import SeatedBot
from splendor_dsl.game.playouts import goes_on
from splendor_dsl.game.state import State
from splendor_dsl.notation.moves import Move

HUMAN: Final = "human"


@frozen(kw_only=True)
class Seats:
    """The player of each seat, a bot by its name or `human`, and the players' names."""

    kinds: tuple[str, ...]
    names: tuple[str, ...]

    def humans(self) -> tuple[int, ...]:
        """Return the seats of people."""
        return tuple(seat for seat, kind in enumerate(self.kinds) if kind == HUMAN)

    @property
    def repeatable(self) -> bool:
        """Return whether their games can be repeated from the seed."""
        return all(map(repeats, self.kinds))


class Keeper(Protocol):
    """A place where a game is kept as it goes."""

    def add(self, move: Move, state: State, seat: int, drawn: Mapping[int, int]) -> None:
        """Keep a move that led to a position; `drawn` is how much the bots' random streams have produced so far."""

    def take_back(self, count: int) -> None:
        """Take back the last moves."""

    def finish(self, state: State) -> None:
        """Keep the result of a game that is over."""

    def close(self) -> None:
        """Give the game free for others."""


@define(kw_only=True)
class Match:
    """One game and its seats. All moves go through `make`, and back through `take_back`."""

    state: State
    seats: Seats
    bots: Mapping[int, SeatedBot]
    autosave: Keeper | None = None  # none for a game without people
    keyboard: int | None = None  # the seat of the person who acts, if there are several
    # The seat that decided each move, and how much the bots' random streams had produced before it.
    _before: list[tuple[int | None, dict[int, int]]] = field(factory=list)

    @property
    def goes_on(self) -> bool:
        """Return whether somebody is to move."""
        return goes_on(self.state, len(self._before))

    @property
    def bot(self) -> SeatedBot | None:
        """The bot that is to move; none if a person is."""
        seat = self.state.to_move
        return None if seat is None else self.bots.get(seat)

    def name(self, seat: int | None) -> str:
        """Return the name of a player."""
        return "" if seat is None else self.seats.names[seat]

    def make(self, move: Move) -> None:
        """Make a move that can be taken back."""
        seat, drawn = self.state.to_move, {at: bot.stream.drawn for at, bot in self.bots.items()}
        self._before.append((seat, drawn))
        self.state.push(move)
        if self.autosave is not None and seat is not None:
            self.autosave.add(move, self.state, seat, drawn)

    def take_back(self) -> bool:
        """Go back to the last position in which a person decided; return False if there is none."""
        if all(seat in self.bots for seat, _ in self._before):
            return False
        made = len(self._before)
        while True:
            self.state.pop()
            seat, drawn = self._before.pop()
            for bot, words in drawn.items():
                self.bots[bot].stream.drawn = words
            if seat not in self.bots:
                break
        if self.autosave is not None:
            self.autosave.take_back(made - len(self._before))
        return True

    def finish(self) -> None:
        """Keep the result of the game, which is over."""
        if self.autosave is not None:
            self.autosave.finish(self.state)

    # ---- several people at one keyboard --------------------------------------------------------
    @property
    def is_passed(self) -> bool:
        """Return whether people take turns at the keyboard."""
        return len(self.seats.humans()) > 1

    def must_pass(self) -> bool:
        """Return whether the keyboard must be passed on: a person is to move, and somebody holds hidden things."""
        seat, people = self.state.to_move, self.seats.humans()
        return self.is_passed and seat in people and seat != self.keyboard and self._hides()

    def _hides(self) -> bool:
        everybody = self.state.view(None)["players"]
        people = self.seats.humans()
        return any(self.state.view(seat)["players"][seat] != everybody[seat] for seat in people)

    @property
    def viewer(self) -> int | None:
        """The seat whose view is shown: that of the person who acts; none for a spectator."""
        humans = self.seats.humans()
        return humans[0] if len(humans) == 1 else self.keyboard if self.is_passed else None
