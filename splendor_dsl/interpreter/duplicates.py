"""The check that no part of a position is given twice."""

from __future__ import annotations

from attrs import field, frozen

from splendor_dsl.interpreter.errors import Fault
from splendor_dsl.interpreter.interpreter import Engine
from splendor_dsl.semantics import examples as e
from splendor_dsl.semantics import values as v

WORDS = {
    e.GivenMover: "who is to move",
    e.GivenRound: "the round",
    e.GivenRecord: "a recorded position",
}


@frozen
class _Subject:
    """The subject of a given: its name, its owner, and the place in it."""

    name: str
    seat: int | None = None
    at: tuple[int, ...] = ()
    cleared: bool = field(default=False, eq=False)  # the zone or part holds nothing else

    def overlaps(self, other: _Subject) -> bool:
        """Return whether both are about one place; nothing may lie in a zone or part beside its given contents."""
        if (self.name, self.seat) != (other.name, other.seat):
            return False
        outer, inner = sorted((self, other), key=lambda each: len(each.at))
        if outer.at == inner.at:
            return True
        return inner.at[: len(outer.at)] == outer.at and not outer.cleared


def require_no_duplicates(engine: Engine, example: e.Example) -> None:
    """Raise Fault for anything given twice, such as a place of a zone that is given as a whole."""
    seen: list[_Subject] = []
    for given in example.given:
        subject = _subject(engine, example, given)
        if any(map(subject.overlaps, seen)):
            owner = "" if subject.seat is None else f" of {example.players[subject.seat]}"
            place = f" {'-'.join(map(str, subject.at))}" if subject.at else ""
            reason = f"{subject.name}{owner}{place} is given twice"
            raise Fault(reason, given.where)
        seen.append(subject)


def _subject(engine: Engine, example: e.Example, given: e.Given) -> _Subject:
    match given:
        case e.GivenPieces(zone=zone, at=at):
            seat = _seat(engine, example, zone.player)
            return _Subject(zone.zone, seat, at, cleared=given.clears)
        case e.GivenTokens(pile=pile):
            return _Subject(pile.zone, _seat(engine, example, pile.player))
        case e.GivenNumber(counter=name, player=player):
            return _Subject(name, _seat(engine, example, player))
        case e.GivenHolder(marker=marker):
            return _Subject(f"the holder of {marker}")
        case e.GivenCount(what=what):
            return _Subject(f"the number {what!r}")
        case e.GivenSince(end=end):
            return _Subject(f"the end {engine.program.model.ends[end].name!r}")
    return _Subject(WORDS[type(given)])


def _seat(engine: Engine, example: e.Example, player: v.Expr | None) -> int | None:
    if player is None:
        return None
    found: int = engine.make.compile(player)([], [0, *range(len(example.players))])
    return found
