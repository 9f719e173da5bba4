"""The examples of a rule file as worked examples: a position, moves, and what comes of them."""

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

_PLAYERS: Final = "players_1"  # the label of the line that says who plays


def example_sentences(words: Words, example: e.Example) -> Iterator[Sentence]:
    """An example step by step."""
    told = words.own_names(f"{example.where.path}.{_PLAYERS}")
    names = told if len(told) == len(example.players) else example.players
    players = dict(enumerate(names, 1))
    teller = _Teller(Things(words=words, players=players, subject=-1, other=True), names)
    if len(names) > words.model.low_players:
        yield Sentence(text=teller.who_plays(), path=example.where.path)
    for given in example.given:
        yield Sentence(text=teller.given(given), path=given.where.path)
    for step in example.steps:
        text = teller.when(step) if isinstance(step, e.When) else teller.then(step)
        yield Sentence(text=text, path=step.where.path)


def beside_chapters(words: Words, examples: Iterable[e.Example]) -> Mapping[str, str]:
    """The sentences of clauses that stand in no chapter: of examples, invariants and parameters."""
    things = Things(words=words, other=True)
    told = {
        each.path: each.text for example in examples for each in example_sentences(words, example)
    }
    for invariant in words.model.invariants:
        what = condition(things, invariant.value)
        told[invariant.where.path] = words.say("Always: {what}.", what=what)
    for parameter in words.model.parameters.values():
        path = parameter.where.path
        told[path] = words.say(
            "{name}: {number}, can be set from {low} to {high}.",
            name=words.heading(path),
            number=parameter.value,
            low=parameter.low,
            high=parameter.high,
        )
    return told


class _Teller:
    def __init__(self, things: Things, names: tuple[str, ...]) -> None:
        self.things = things
        self.say = things.say
        self.names = names
        self.pieces = PieceWords(words=things.words)

    def who_plays(self) -> str:
        """The players."""
        who = self.things.words.listed(self.names)
        return self.say("{name}: {number}.", name=self.say("Players"), number=who)

    # ---- given -----------------------------------------------------------------------------
    def given(self, given: e.Given) -> str:
        """A sentence for what is given."""
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
        """`Face-up cards 1-2: ...`."""
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
        """`Tokens of Ann: 3 pennies and 1 nail`."""
        held = self.things.amounts(given.amounts)
        return self.say("{name}: {number}.", name=self._zone(given.pile), number=held)

    def given_number(self, given: e.GivenNumber) -> str:
        """A counter."""
        name = self.things.noun(f"counters.{given.counter}", None)
        if given.player is not None:
            name = self.say("{place} of {who}", place=name, who=self.things.player(given.player))
        return self.say("{name}: {number}.", name=name, number=given.number)

    def given_holder(self, given: e.GivenHolder) -> str:
        """Who has a marker."""
        marker = self.things.marker(given.marker)
        if given.seat is None:
            text = self.say("nobody has {marker}", **marker)
        else:
            text = self.say("{who} has {marker}", who=self.names[given.seat], **marker)
        return f"{text}."

    def given_mover(self, given: e.GivenMover) -> str:
        """Whose turn it is."""
        return self.say("It is the turn of {who}.", who=self.names[given.seat])

    def given_round(self, given: e.GivenRound) -> str:
        """Which round it is, of the game or of a phase."""
        if given.phase is None:
            return self.say("It is round {number}.", number=given.number)
        name = self.things.noun(self.things.model.phases[given.phase].where.path)
        number = self.say("round {round}", round=given.number)
        return self.say("{name}: {number}.", name=name, number=number)

    def given_count(self, given: e.GivenCount) -> str:
        """What the game counts."""
        return self.say("{name}: {number}.", name=self.say(given.what), number=given.number)

    def given_since(self, given: e.GivenSince) -> str:
        """Since when the end is near."""
        end = self.things.noun(self.things.model.ends[given.end].where.path)
        return self.say("Since round {number}: {end}.", number=given.number, end=end)

    def given_record(self, given: e.GivenRecord) -> str:
        """A position of a recorded game."""
        name = Path(given.file).name
        return self.say("As before move {number} of {name}.", number=given.move, name=name)

    # ---- when and then -----------------------------------------------------------------------
    def when(self, step: e.When) -> str:
        """A move."""
        who, move = self.names[step.seat], self._move(step.move)
        return self.say("{who} plays: {move}.", who=who, move=move)

    def _move(self, text: str) -> str:
        """A move in the words of the language; a text that is none, as it is written: the test of the file reports it."""
        try:
            return self.things.words.move(text, self.names)
        except NotationError:
            return " ".join(text.split())

    def then(self, step: e.Then) -> str:
        """What holds."""
        return _THEN[step.how](self, step)

    def holds(self, step: e.Then) -> str:
        """A condition."""
        assert step.value is not None
        return self.say("Now: {what}.", what=condition(self.things, step.value))

    def can(self, step: e.Then) -> str:
        """A move that is possible."""
        who, move = self.names[step.seats[0]], self._move(step.move)
        return self.say("{who} could play: {move}.", who=who, move=move)

    def cannot(self, step: e.Then) -> str:
        """A move that is not."""
        who, move = self.names[step.seats[0]], self._move(step.move)
        return self.say("{who} cannot play: {move}.", who=who, move=move)

    def sees(self, step: e.Then) -> str:
        """What a player knows."""
        return self.say("{who} can see: {what}.", **self._seen(step))

    def sees_not(self, step: e.Then) -> str:
        """What a player does not know."""
        return self.say("{who} cannot see: {what}.", **self._seen(step))

    def _seen(self, step: e.Then) -> dict[str, str]:
        assert step.zone is not None
        return {"who": self.names[step.seats[0]], "what": self._place(step.zone, step.at)}

    def wins(self, step: e.Then) -> str:
        """Who has won."""
        if not step.seats:
            return self.say("Nobody has won.")
        who = self.things.words.listed([self.names[seat] for seat in step.seats])
        return self.say("{who} has won.", who=who, n=len(step.seats))

    def goes_on(self, _: e.Then) -> str:
        """No end yet."""
        return self.say("The game goes on.")

    def to_move(self, step: e.Then) -> str:
        """Whose turn it is now."""
        who = self.things.words.listed([self.names[seat] for seat in step.seats])
        return self.say("Now it is the turn of {who}.", who=who)


_GIVEN: Final[Mapping[type, Callable[[_Teller, Any], str]]] = {
    e.GivenPieces: _Teller.given_pieces,
    e.GivenTokens: _Teller.given_tokens,
    e.GivenNumber: _Teller.given_number,
    e.GivenHolder: _Teller.given_holder,
    e.GivenMover: _Teller.given_mover,
    e.GivenRound: _Teller.given_round,
    e.GivenCount: _Teller.given_count,
    e.GivenSince: _Teller.given_since,
    e.GivenRecord: _Teller.given_record,
}
_THEN: Final[Mapping[str, Callable[[_Teller, e.Then], str]]] = {
    "holds": _Teller.holds,
    "can": _Teller.can,
    "cannot": _Teller.cannot,
    "sees": _Teller.sees,
    "sees not": _Teller.sees_not,
    "wins": _Teller.wins,
    "goes on": _Teller.goes_on,
    "to move": _Teller.to_move,
}
