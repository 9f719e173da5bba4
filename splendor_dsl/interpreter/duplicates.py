"""Nothing of a position is given twice."""

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
class _About:
    """What a given is about: what it says of it, whose it is, and where in it."""

    thing: str
    seat: int | None = None
    at: tuple[int, ...] = ()
    cleared: bool = field(default=False, eq=False)  # where nothing else lies

    def meets(self, other: _About) -> bool:
        """Whether both say what lies in one place; nothing may lie in a zone, or a part, beside what is given in it."""
        if (self.thing, self.seat) != (other.thing, other.seat):
            return False
        outer, inner = sorted((self, other), key=lambda each: len(each.at))
        if outer.at == inner.at:
            return True
        return inner.at[: len(outer.at)] == outer.at and not outer.cleared


def check_once(engine: Engine, example: e.Example) -> None:
    """Refuse what is given a second time, also a place of a zone that is given as a whole."""
    seen: list[_About] = []
    for given in example.given:
        about = _about(engine, example, given)
        if any(map(about.meets, seen)):
            owner = "" if about.seat is None else f" of {example.players[about.seat]}"
            place = f" {'-'.join(map(str, about.at))}" if about.at else ""
            reason = f"{about.thing}{owner}{place} is given twice"
            raise Fault(reason, given.where)
        seen.append(about)


def _about(engine: Engine, example: e.Example, given: e.Given) -> _About:
    match given:
        case e.GivenPieces(zone=zone, at=at):
            seat = _seat(engine, example, zone.player)
            return _About(zone.zone, seat, at, cleared=given.clears)
        case e.GivenTokens(pile=pile):
            return _About(pile.zone, _seat(engine, example, pile.player))
        case e.GivenNumber(counter=name, player=player):
            return _About(name, _seat(engine, example, player))
        case e.GivenHolder(marker=marker):
            return _About(f"the holder of {marker}")
        case e.GivenCount(what=what):
            return _About(f"the number {what!r}")
        case e.GivenSince(end=end):
            return _About(f"the end {engine.program.model.ends[end].name!r}")
    return _About(WORDS[type(given)])


def _seat(engine: Engine, example: e.Example, player: v.Expr | None) -> int | None:
    if player is None:
        return None
    found: int = engine.make.compile(player)([], [0, *range(len(example.players))])
    return found
