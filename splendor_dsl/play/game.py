"""A game that can be played: made from the meaning of its rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import define, field

from splendor_dsl.backends.interpreter import interpreter
from splendor_dsl.ir.events import Event
from splendor_dsl.ir.from_semantics import from_semantics
from splendor_dsl.ir.nodes import Program
from splendor_dsl.play.deal import GivenDeal, read_deal
from splendor_dsl.play.log import EMPTY_LOG
from splendor_dsl.play.moves import Move
from splendor_dsl.play.notation import Notation, notation
from splendor_dsl.play.origin import Origin
from splendor_dsl.play.restored import players_of, restored
from splendor_dsl.play.setting import Setting, setting
from splendor_dsl.play.state import State
from splendor_dsl.semantics.model import Model


@define(eq=False)
class Game:
    """One game: its rules, how its moves are written, and how it begins."""

    program: Program = field(repr=False)
    notation: Notation = field(repr=False)
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

    def setting(self, players: int) -> Setting:
        """The game for so many players, compiled when first asked for."""
        if players not in self.players:
            low, high = self.model.low_players, self.model.high_players
            message = f"expected {low} to {high} players, found {players}"
            raise ValueError(message)
        if players not in self._settings:
            self._settings[players] = setting(interpreter(self.program, players), self.notation)
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
        if names and len(names) != players:
            message = f"expected {players} names, found {len(names)}"
            raise ValueError(message)
        plain, pieces = (None, {}) if deal is None else read_deal(table, deal)
        origin = Origin(seed, game, plain, tuple(names))
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
        return self.notation.parse(text)

    def all_moves(self, players: int) -> Iterator[Move]:
        """Every move that the notation can write and that might mean something."""
        return self.notation.all_moves(self.setting(players).layout)

    def from_dict(self, data: Mapping[str, Any]) -> State:
        """A saved position; one that does not add up is refused."""
        table = self.setting(players_of(data))
        cells, origin, log = restored(table, data)
        return State(table, cells, origin, log=log)


def game(model: Model) -> Game:
    """The game that rules mean."""
    program = from_semantics(model)
    return Game(program, notation(program))
