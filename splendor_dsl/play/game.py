"""A game that can be played: made from the meaning of its rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import define, field

from splendor_dsl.backends.interpreter import interpreter
from splendor_dsl.backends.watching import Watch
from splendor_dsl.ir.events import Event
from splendor_dsl.ir.from_semantics import from_semantics
from splendor_dsl.ir.meaning import clause_hashes
from splendor_dsl.ir.nodes import Program
from splendor_dsl.play.checked import WORD, is_whole, short
from splendor_dsl.play.deal import GivenDeal, read_deal
from splendor_dsl.play.log import EMPTY_LOG
from splendor_dsl.play.moves import Move
from splendor_dsl.play.notation import Notation, notation
from splendor_dsl.play.origin import Origin
from splendor_dsl.play.restored import players_of, restored
from splendor_dsl.play.setting import Setting, setting
from splendor_dsl.play.state import State, in_a_row, move_text
from splendor_dsl.semantics.model import Model


@define(eq=False)
class Game:
    """One game: its rules, how its moves are written, and how it begins."""

    program: Program = field(repr=lambda program: repr(program.model.name))
    notation: Notation = field(repr=False)
    watch: Watch | None = field(default=None, repr=False)
    _settings: dict[int, Setting] = field(factory=dict, repr=False, init=False)

    @property
    def model(self) -> Model:
        """The meaning of its rules."""
        return self.program.model

    @property
    def name(self) -> str:
        """The word by which rules and commands know it."""
        return self.model.name

    @property
    def title(self) -> str:
        """Its name for people."""
        return self.model.title

    @property
    def players(self) -> range:
        """How many may play."""
        return range(self.model.low_players, self.model.high_players + 1)

    @property
    def hash(self) -> str:
        """The hash of what its rules mean (K25)."""
        return self.program.meaning

    @property
    def clauses(self) -> Mapping[str, str]:
        """A short hash of what each clause means, by its path."""
        return clause_hashes(self.model)

    def setting(self, players: int) -> Setting:
        """The game for so many players, compiled when first asked for."""
        if players not in self.players or not is_whole(players):
            low, high = self.model.low_players, self.model.high_players
            message = f"expected {low} to {high} players, found {short(players)}"
            raise ValueError(message)
        if players not in self._settings:
            engine = interpreter(self.program, players, self.watch)
            self._settings[players] = setting(engine, self.notation)
        return self._settings[players]

    def start(  # noqa: PLR0913  # each can be left out
        self,
        players: int,
        *,
        seed: int = 0,
        game: int = 0,
        deal: GivenDeal | None = None,
        names: Sequence[str] = (),
        automatic: bool = True,
        logging: bool = True,
    ) -> State:
        """The position after the setup: game number `game` of a seed, or a deal given by hand."""
        table = self.setting(players)
        names = _names(names)
        if names and len(names) != players:
            message = f"expected {players} names, found {len(names)}"
            raise ValueError(message)
        plain, pieces = (None, {}) if deal is None else read_deal(table, deal)
        origin = Origin(_word(seed, "a seed"), _word(game, "the number of a game"), plain, names)
        events: list[Event] = []
        cells, options = table.engine.start(
            origin.key,
            deal=pieces,
            sink=events.append if logging else None,
            automatic=automatic,
        )
        log = EMPTY_LOG.followed_by(tuple(events))
        return State(table, cells, origin, automatic, logging, log, None, options)

    def parse_move(self, text: str) -> Move:
        """The move that a text stands for, whether it is possible now or not."""
        return self.notation.parse(move_text(text))

    def all_moves(self, players: int) -> Iterator[Move]:
        """Every move that the notation can write and that might mean something."""
        return self.notation.all_moves(self.setting(players).layout)

    def from_dict(self, data: Mapping[str, Any]) -> State:
        """A saved position; one that does not add up is refused."""
        table = self.setting(players_of(data))
        found = restored(table, data)
        played = in_a_row(found.played)
        return State(
            table, found.cells, found.origin, found.automatic, log=found.log, played=played
        )


def _word(number: object, what: str) -> int:
    """A number that a record and a saved position can hold."""
    if not is_whole(number):
        message = f"expected a whole number for {what}, found {short(number)}"
        raise TypeError(message)
    if not -WORD < number < WORD:
        message = f"expected {what} of at most 64 bits, found {short(number)}"
        raise ValueError(message)
    return number


def _names(names: Sequence[str]) -> tuple[str, ...]:
    if isinstance(names, str) or not all(isinstance(name, str) for name in names):
        message = f"expected a list of names, found {short(names)}"
        raise TypeError(message)
    return tuple(names)


def game(model: Model, *, watch: Watch | None = None) -> Game:
    """The game that rules mean; `watch` is told what of them runs."""
    program = from_semantics(model)
    return Game(program, notation(program), watch)
