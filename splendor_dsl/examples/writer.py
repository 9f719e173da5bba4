"""An example of one move of a played game, in the words of the rule language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from attrs import evolve, frozen

from splendor_dsl.examples.given import NOWHERE, GivenPosition, Tops, given_position, is_stack
from splendor_dsl.examples.runner import run_examples
from splendor_dsl.game.game import Game
from splendor_dsl.game.state import State
from splendor_dsl.notation.moves import Move
from splendor_dsl.records.record import UNFINISHED
from splendor_dsl.semantics import examples as e
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.examples import DEFAULT_PLAYERS, needs_no_quotes
from splendor_dsl.semantics.model import Model
from splendor_dsl.source import source_from_text
from splendor_dsl.syntax.ast import File
from splendor_dsl.syntax.editions import in_edition
from splendor_dsl.syntax.expression_text import quoted
from splendor_dsl.syntax.from_text import from_text
from splendor_dsl.syntax.problems import EDITION
from splendor_dsl.syntax.to_text import to_text

_PLAYER: Final = re.compile(r"[A-Z][A-Za-z0-9]*")
_FIRST: Final = 1  # the edition of the words in this module
_HEAD: Final = 'splendor rules {edition}\n\nvariant pasted "pasted" extends pasted\n\n'


class NoExampleError(ValueError):
    """A move that no example can show; the message gives the reason."""


@frozen(kw_only=True)
class PlayedMoves:
    """Some moves; `states` has the position before each of them, and the last one after it."""

    states: tuple[State, ...]
    moves: tuple[Move, ...]

    @classmethod
    def to(cls, state: State) -> PlayedMoves:
        """Return all moves that led to a position, by taking them back one by one."""
        states, moves = [state.copy()], []
        for _ in state.played:
            moves.append(state.pop())
            states.append(state.copy())
        for move in reversed(moves):
            state.push(move)
        return cls(states=tuple(reversed(states)), moves=tuple(reversed(moves)))

    def seated(self) -> tuple[tuple[int, Move], ...]:
        """Return each move with the seat that made it."""
        seats = (state.to_move for state in self.states)
        pairs = zip(seats, self.moves, strict=False)
        return tuple((seat, move) for seat, move in pairs if seat is not None)


def example_of(
    game: Game,
    played: PlayedMoves,
    *,
    name: str,
    title: str,
    short: bool = False,
    edition: int = EDITION,
) -> str:
    """Return an example of the last move that was played, in the edition of the language that a file uses.

    It begins as near to the move as a position can be given: a half-made action has no words, so the example begins
    with the turn around it. A short example gives only what the moves and their effects need.
    """
    players = _players(played.states[0])
    for first in reversed(range(len(played.moves))):
        state, tops = played.states[first], _tops(played.states[first:])
        position = given_position(state.for_players, state.cells, players, tops, by_place=short)
        if position is not None:
            text = _ExampleText(game=game, position=position, played=played.seated()[first:])
            whole = text.shortened() if short else text
            return _formatted(name, title, tuple(whole.lines()), edition)
    message = "the position can't be given in words, nor any before it"
    raise NoExampleError(message)


def _players(state: State) -> tuple[str, ...]:
    """Return the players' names if an example can hold them, else the default names of examples."""
    names = tuple(str(player["name"]) for player in state.view(None)["players"])
    model = state.for_players.model
    things = (model.zones, model.values, model.counters, model.markers, model.groups, model.kinds)
    taken = {*model.token_names(), *(name for each in things for name in each)}
    fit = all(_PLAYER.fullmatch(name) and name not in taken for name in names)
    return names if fit else DEFAULT_PLAYERS[: len(names)]


def _tops(states: Sequence[State]) -> Tops:
    """Return for each stack how many pieces from the top matter, because they leave it on the way."""
    for_players, first = states[0].for_players, states[0].cells
    tops = {}
    for at, cell in enumerate(for_players.layout.cells):
        if cell.kind == "zone" and is_stack(for_players.model.zones[cell.name]):
            gone = (
                place
                for state in states[1:]
                for place, piece in enumerate(first[at], 1)
                if piece not in state.cells[at]
            )
            tops[at] = max(gone, default=0)
    return tops


# ---- what happens --------------------------------------------------------------------------------
@frozen(kw_only=True)
class _ExampleText:
    """The text of an example: a position, the moves played there, and their effects."""

    game: Game
    position: GivenPosition
    played: tuple[tuple[int, Move], ...]

    @property
    def model(self) -> Model:
        return self.game.model

    def lines(self) -> Iterator[str]:
        """Yield all lines of the example."""
        yield f"players {', '.join(self.position.players)}"
        for given in self.position.given:
            yield f"given {given_text(self.model, self.position.players, given)}"
        for seat, move in self.played:
            yield f'when {self.position.players[seat]} plays "{move}"'
        yield from self.outcome()

    def shortened(self) -> _ExampleText:
        """Return the same with the fewest `given` lines that lead to the same effects."""
        wanted = tuple(self.outcome())

        def enough(shorter: GivenPosition) -> bool:
            try:
                return tuple(evolve(self, position=shorter).outcome()) == wanted
            except NoExampleError:
                return False

        return evolve(self, position=self.position.shortest(enough))

    def outcome(self) -> Iterator[str]:
        """Yield the lines about the effects of the last move."""
        before, after = self._state(self.played[:-1]), self._state(self.played)
        for each in self._changes(before, after):
            yield f"then {each}"
        yield from self._standing(after)

    def _state(self, played: tuple[tuple[int, Move], ...]) -> State:
        """Return the position after moves, as an example plays them."""
        steps = tuple(e.When(seat=seat, move=str(move), where=NOWHERE) for seat, move in played)
        (ran,) = run_examples(self.game, [evolve(self.position.example(), steps=steps)])
        if ran.problem is not None or ran.state is None:
            reason = "" if ran.problem is None else ran.problem.message()
            raise NoExampleError(reason)
        return ran.state

    def _changes(self, before: State, after: State) -> Iterator[str]:
        """Yield the changes of the last move, as far as the language has words for them."""
        for seat, name in enumerate(self.position.players):
            terms = (*self._values(before, seat), *self._held(before, seat))
            now = dict((*self._values(after, seat), *self._held(after, seat)))
            for what, number in terms:
                if now[what] != number:
                    yield f"{what} of {name} = {now[what]}"
        for at, cell in enumerate(before.for_players.layout.cells):
            if cell.kind == "counter" and cell.seat is None and before.cells[at] != after.cells[at]:
                yield f"{cell.name} = {after.cells[at]}"
            elif cell.kind == "marker" and before.cells[at] != after.cells[at]:
                seat = after.cells[at]
                holder = "nobody" if seat < 0 else self.position.players[seat]
                yield f"holder of {cell.name} = {holder}"

    def _values(self, state: State, seat: int) -> Iterator[tuple[str, int]]:
        for value in self.model.values.values():
            if value.type == "number":
                yield value.name, state.value(value.name, seat)
            elif value.type == "amounts":
                yield from self._amounts(value.name, state.value(value.name, seat))

    def _held(self, state: State, seat: int) -> Iterator[tuple[str, int]]:
        """Yield the belongings of a player: tokens, pieces and counters, each with its number."""
        for at, cell in enumerate(state.for_players.layout.cells):
            if cell.seat != seat:
                continue
            if cell.kind == "pile":
                yield from self._amounts(cell.name, state.cells[at])
            elif cell.kind == "counter":
                yield cell.name, state.cells[at]
        for zone in self.model.zones.values():
            if zone.owned and zone.kind is not None:
                cells = state.for_players.engine.zones.cells_of(zone.name, seat)
                there = sum(piece >= 0 for cell in cells for piece in state.cells[cell])
                yield f"{zone.kind} in {zone.name}", there

    def _amounts(self, name: str, amounts: Sequence[int]) -> Iterator[tuple[str, int]]:
        for token, amount in zip(self.model.tokens, amounts, strict=True):
            yield f"{token.name} in {name}", amount

    def _standing(self, state: State) -> Iterator[str]:
        if not state.over:
            assert state.to_move is not None  # the game is not over
            yield f"then {self.position.players[state.to_move]} is to move"
        elif state.outcome is not None and state.outcome.kind != UNFINISHED:
            winners = [self.position.players[seat] for seat in sorted(state.outcome.winners)]
            yield f"then {', '.join(winners) or 'nobody'} wins"


# ---- words ---------------------------------------------------------------------------------------
def given_text(model: Model, players: Sequence[str], given: e.Given) -> str:
    """Return a part of a position in words."""
    match given:
        case e.GivenPieces(zone=zone, at=at, items=items):
            place = f" {'-'.join(map(str, at))}" if at else ""
            words = ", ".join(_piece(model, item) for item in items if isinstance(item, int))
            return f"{_of(zone.zone, zone.player, players)}{place}: {words or 'nothing'}"
        case e.GivenTokens(pile=pile, amounts=amounts):
            named = zip(model.tokens, amounts, strict=True)
            words = ", ".join(f"{amount} {token.name}" for token, amount in named if amount)
            return f"{_of(pile.zone, pile.player, players)}: {words or 'nothing'}"
        case e.GivenNumber(counter=name, player=player, number=number):
            return f"{_of(name, player, players)}: {number}"
        case e.GivenHolder(marker=marker, seat=seat):
            return f"holder of {marker}: {'nobody' if seat is None else players[seat]}"
    return _moment_text(model, players, given)


def _moment_text(model: Model, players: Sequence[str], given: e.Given) -> str:
    match given:
        case e.GivenRound(number=number, phase=phase):
            return f"round {number}" + ("" if phase is None else f" of {model.phases[phase].name}")
        case e.GivenCount(what=what, number=number):
            return f"{what} {number}"
        case e.GivenSince(end=end, number=number):
            return f"{model.ends[end].name} since round {number}"
        case e.GivenMover(seat=seat):
            return f"{players[seat]} to move"
    message = f"no words for {given!r}"
    raise AssertionError(message)


def _of(name: str, player: v.Expr | None, players: Sequence[str]) -> str:
    return f"{name} of {players[player.slot - 1]}" if isinstance(player, v.Local) else name


def _piece(model: Model, number: int) -> str:
    """Return the label of a piece, or its title if the label is no name or not unique."""
    piece = model.pieces[number]
    same, bare = (
        sum(each.label == piece.label for each in model.pieces),
        needs_no_quotes(piece.label),
    )
    if piece.title and not (same == 1 and bare):
        return quoted(piece.title)
    return piece.label if bare else quoted(piece.label)


def _formatted(name: str, title: str, lines: Sequence[str], edition: int) -> str:
    """Return the example in the canonical layout of rule files."""
    head, body = _HEAD.format(edition=_FIRST), "\n".join(lines)
    one_line = quoted(" ".join(title.split()))
    text = f"{head}example {name} {one_line} {{\n{body}\n}}\n"
    then = in_edition(_tree(text), edition)
    return to_text(_tree(then)).removeprefix(_HEAD.format(edition=edition))


def _tree(text: str) -> File:
    parsed = from_text(source_from_text("example", text))
    assert parsed.file is not None  # all its words are of the language
    assert not parsed.problems, parsed.problems
    return parsed.file
