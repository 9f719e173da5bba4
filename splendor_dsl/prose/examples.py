"""The examples of a rule file as worked examples: a position, moves, and their effects."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from attrs import evolve

from splendor_dsl.notation.notation import NotationError
from splendor_dsl.prose.expressions import condition
from splendor_dsl.prose.pieces import PieceWords
from splendor_dsl.prose.steps import Sentence
from splendor_dsl.prose.things import Things
from splendor_dsl.prose.words import Words
from splendor_dsl.semantics import examples as e
from splendor_dsl.semantics import values as v

_PLAYERS: Final = "players_1"  # the label of the line with the players


def example_sentences(words: Words, example: e.Example) -> Iterator[Sentence]:
    """Yield the sentences of an example, step by step."""
    found = words.own_names(f"{example.where.path}.{_PLAYERS}")
    names = found if len(found) == len(example.players) else example.players
    players = dict(enumerate(names, 1))
    writer = _ExampleWriter(Things(words=words, players=players, subject=-1, other=True), names)
    if len(names) > words.model.low_players:
        yield Sentence(text=writer.who_plays(), path=example.where.path)
    for given in example.given:
        yield Sentence(text=writer.given(given), path=given.where.path)
    for step in example.steps:
        text = writer.when(step) if isinstance(step, e.When) else writer.then(step)
        yield Sentence(text=text, path=step.where.path)


def beside_chapters(words: Words, examples: Iterable[e.Example]) -> Mapping[str, str]:
    """Return the sentences of clauses outside all chapters: examples, invariants and parameters."""
    things = Things(words=words, other=True)
    found = {
        each.path: each.text for example in examples for each in example_sentences(words, example)
    }
    for invariant in words.model.invariants:
        what = condition(things, invariant.value)
        found[invariant.where.path] = words.say("Always: {what}.", what=what)
    for parameter in words.model.parameters.values():
        path = parameter.where.path
        found[path] = words.say(
            "{name}: {number}, can be set from {low} to {high}.",
            name=words.heading(path),
            number=parameter.value,
            low=parameter.low,
            high=parameter.high,
        )
    return found


class _ExampleWriter:
    def __init__(self, things: Things, names: tuple[str, ...]) -> None:
        self.things = things
        self.say = things.say
        self.names = names
        self.pieces = PieceWords(words=things.words)

    def who_plays(self) -> str:
        """Return the players."""
        who = self.things.words.listed(self.names)
        return self.say("{name}: {number}.", name=self.say("Players"), number=who)

    # ---- given -----------------------------------------------------------------------------
    def given(self, given: e.Given) -> str:
        """Return the sentence for a `given` line."""
        return _GIVEN[type(given)](self, given)

    def _zone(self, ref: v.ZoneRef) -> str:
        zone = self.things.zone(ref)
        if ref.player is None:
            return zone
        return self.say("{place} of {who}", place=zone, who=self.things.player(ref.player))

    def _place(self, ref: v.ZoneRef, at: tuple[int, ...]) -> str:
        zone = self._zone(ref)
        return f"{zone} {'-'.join(map(str, at))}" if at else zone

    def given_pieces(self, given: e.GivenPieces) -> str:
        """Return `Face-up cards 1-2: ...`."""
        zone = self._place(given.zone, given.at)
        items = "; ".join(self._item(item) for item in given.items) or self.say("nothing")
        return self.say("{name}: {number}.", name=zone, number=items)

    def _item(self, item: int | e.Some) -> str:
        if isinstance(item, int):
            piece = self.things.model.pieces[item]
            return self.pieces.brief(piece.kind, piece.label)
        path = self.things.kind_path(item.kind)
        if item.count is None:
            what = self.say("all {what} there are", what=self.things.noun(path, None))
        else:
            what = f"{item.count} {self.things.noun(path, item.count)}"
        if item.condition is None:
            return what
        each = evolve(self.things, each=item.slot)
        return self.say("{place} ({which})", place=what, which=condition(each, item.condition))

    def given_tokens(self, given: e.GivenTokens) -> str:
        """Return `Tokens of Ann: 3 pennies and 1 nail`."""
        held = self.things.amounts(given.amounts)
        return self.say("{name}: {number}.", name=self._zone(given.pile), number=held)

    def given_number(self, given: e.GivenNumber) -> str:
        """Return the value of a counter."""
        name = self.things.noun(f"counters.{given.counter}", None)
        if given.player is not None:
            name = self.say("{place} of {who}", place=name, who=self.things.player(given.player))
        return self.say("{name}: {number}.", name=name, number=given.number)

    def given_holder(self, given: e.GivenHolder) -> str:
        """Return the holder of a marker."""
        marker = self.things.marker(given.marker)
        if given.seat is None:
            text = self.say("nobody has {marker}", **marker)
        else:
            text = self.say("{who} has {marker}", who=self.names[given.seat], **marker)
        return f"{text}."

    def given_mover(self, given: e.GivenMover) -> str:
        """Return the player to move."""
        return self.say("It is the turn of {who}.", who=self.names[given.seat])

    def given_round(self, given: e.GivenRound) -> str:
        """Return the round of the game or of a phase."""
        if given.phase is None:
            return self.say("It is round {number}.", number=given.number)
        name = self.things.noun(self.things.model.phases[given.phase].where.path)
        number = self.say("round {round}", round=given.number)
        return self.say("{name}: {number}.", name=name, number=number)

    def given_count(self, given: e.GivenCount) -> str:
        """Return a count of the game, such as turns."""
        return self.say("{name}: {number}.", name=self.say(given.what), number=given.number)

    def given_since(self, given: e.GivenSince) -> str:
        """Return the round since which the end is near."""
        end = self.things.noun(self.things.model.ends[given.end].where.path)
        return self.say("Since round {number}: {end}.", number=given.number, end=end)

    def given_record(self, given: e.GivenRecord) -> str:
        """Return the place in a recorded game."""
        name = Path(given.file).name
        return self.say("As before move {number} of {name}.", number=given.move, name=name)

    # ---- when and then -----------------------------------------------------------------------
    def when(self, step: e.When) -> str:
        """Return a move."""
        who, move = self.names[step.seat], self._move(step.move)
        return self.say("{who} plays: {move}.", who=who, move=move)

    def _move(self, text: str) -> str:
        """Return a move in the words of the language; any other text unchanged, as the test of the file reports it."""
        try:
            return self.things.words.move(text, self.names)
        except NotationError:
            return " ".join(text.split())

    def then(self, step: e.Then) -> str:
        """Return the sentence for a `then` line."""
        return _THEN[step.how](self, step)

    def holds(self, step: e.Then) -> str:
        """Return a condition."""
        assert step.value is not None
        return self.say("Now: {what}.", what=condition(self.things, step.value))

    def can(self, step: e.Then) -> str:
        """Return a move that is possible."""
        who, move = self.names[step.seats[0]], self._move(step.move)
        return self.say("{who} could play: {move}.", who=who, move=move)

    def cannot(self, step: e.Then) -> str:
        """Return a move that is not possible."""
        who, move = self.names[step.seats[0]], self._move(step.move)
        return self.say("{who} cannot play: {move}.", who=who, move=move)

    def sees(self, step: e.Then) -> str:
        """Return a place that a player can see."""
        return self.say("{who} can see: {what}.", **self._seen(step))

    def sees_not(self, step: e.Then) -> str:
        """Return a place that a player can't see."""
        return self.say("{who} cannot see: {what}.", **self._seen(step))

    def _seen(self, step: e.Then) -> dict[str, str]:
        assert step.zone is not None
        return {"who": self.names[step.seats[0]], "what": self._place(step.zone, step.at)}

    def wins(self, step: e.Then) -> str:
        """Return the winners."""
        if not step.seats:
            return self.say("Nobody has won.")
        who = self.things.words.listed([self.names[seat] for seat in step.seats])
        return self.say("{who} has won.", who=who, n=len(step.seats))

    def goes_on(self, _: e.Then) -> str:
        """Return that the game goes on."""
        return self.say("The game goes on.")

    def to_move(self, step: e.Then) -> str:
        """Return the player to move now."""
        who = self.things.words.listed([self.names[seat] for seat in step.seats])
        return self.say("Now it is the turn of {who}.", who=who)


_GIVEN: Final[Mapping[type, Callable[[_ExampleWriter, Any], str]]] = {
    e.GivenPieces: _ExampleWriter.given_pieces,
    e.GivenTokens: _ExampleWriter.given_tokens,
    e.GivenNumber: _ExampleWriter.given_number,
    e.GivenHolder: _ExampleWriter.given_holder,
    e.GivenMover: _ExampleWriter.given_mover,
    e.GivenRound: _ExampleWriter.given_round,
    e.GivenCount: _ExampleWriter.given_count,
    e.GivenSince: _ExampleWriter.given_since,
    e.GivenRecord: _ExampleWriter.given_record,
}
_THEN: Final[Mapping[str, Callable[[_ExampleWriter, e.Then], str]]] = {
    "holds": _ExampleWriter.holds,
    "can": _ExampleWriter.can,
    "cannot": _ExampleWriter.cannot,
    "sees": _ExampleWriter.sees,
    "sees not": _ExampleWriter.sees_not,
    "wins": _ExampleWriter.wins,
    "goes on": _ExampleWriter.goes_on,
    "to move": _ExampleWriter.to_move,
}
