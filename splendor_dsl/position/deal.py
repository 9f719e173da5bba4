"""A deal given by hand: the top pieces of shuffled stacks (K29)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from splendor_dsl.identifiers import normalised
from splendor_dsl.position.game_for_players import GameForPlayers
from splendor_dsl.position.origin import Deal
from splendor_dsl.position.plain_data import MOST, is_whole, short
from splendor_dsl.semantics.changes import steps_of
from splendor_dsl.semantics.model import Step
from splendor_dsl.spelling import nearest

GivenDeal = Mapping[
    str, "Sequence[str] | Mapping[int, Sequence[str]] | Mapping[str, Sequence[str]]"
]


class DealError(ValueError):
    """A deal with pieces or zones that are not possible."""


def read_deal(
    for_players: GameForPlayers, given: object
) -> tuple[Deal, dict[str, tuple[int, ...]]]:
    """Return the deal in a plain form, and its pieces zone by zone."""
    shuffled = list(dict.fromkeys(_shuffled(for_players.model.setup.steps)))
    plain: dict[str, tuple[str, ...]] = {}
    pieces: dict[str, tuple[int, ...]] = {}
    things: set[int] = set()
    if not isinstance(given, Mapping):
        message = f"expected a deal as a mapping of zones, found {short(given)}"
        raise DealError(message)
    for written, named in given.items():
        zone = normalised(written) if isinstance(written, str) else written
        if zone not in shuffled:
            message = f"expected a zone that the setup shuffles, found {short(zone)}"
            raise DealError(_with_near(message, zone if isinstance(zone, str) else "", shuffled))
        _require_parts(for_players, zone, named)
        plain[zone] = tuple(label for _, label in _labels(named))
        pieces[zone] = tuple(
            _number(for_players, zone, part, label) for part, label in _labels(named)
        )
        for number in pieces[zone]:
            thing = for_players.model.pieces[number].thing
            if thing in things:
                message = f"expected each piece once, found {for_players.label(number)!r} again"
                raise DealError(message)
            things.add(thing)
    return plain, pieces


def _shuffled(steps: Iterable[Step]) -> Iterator[str]:
    """Return the zones that some steps shuffle."""
    return (ref.zone for step in steps_of(steps) for ref in step.effects.shuffled)


def _labels(named: object, part: str | None = None) -> Iterator[tuple[str | None, str]]:
    """Yield the labels, each with the part that it is given for, if any."""
    if isinstance(named, Mapping) and part is None:
        for key, labels in named.items():
            yield from _labels(labels, str(key))
    elif isinstance(named, list | tuple) and all(isinstance(label, str) for label in named):
        yield from ((part, normalised(label)) for label in named)
    else:
        message = f"expected labels of pieces, found {short(named)}"
        raise DealError(message)


def _require_parts(for_players: GameForPlayers, zone: str, named: object) -> None:
    """Raise DealError for a part that the zone does not have, or that is named twice (by number and by text)."""
    known = [str(part) for part in for_players.layout.parts[zone] if part is not None]
    seen: set[str] = set()
    for part in named if isinstance(named, Mapping) else ():
        if not known:
            message = (
                f"expected labels of pieces for {zone!r}, which has no parts, found {short(named)}"
            )
            raise DealError(message)
        if (
            str(part) if isinstance(part, str) or (is_whole(part) and 0 <= part < MOST) else ""
        ) not in known:
            message = f"expected a part of {zone!r} ({', '.join(known)}), found {short(part)}"
            raise DealError(message)
        if str(part) in seen:
            message = f"expected the part {part} of {zone!r} once, found it twice"
            raise DealError(message)
        seen.add(str(part))


def _number(for_players: GameForPlayers, zone: str, part: str | None, label: str) -> int:
    known = for_players.model.zones[zone]
    number = for_players.numbers.get((known.kind or "", label))
    if number is None:
        labels = [label for kind, label in for_players.numbers if kind == known.kind]
        message = f"expected one of the {known.kind} for {zone!r}, found {label!r}"
        raise DealError(_with_near(message, str(label), labels))
    field = for_players.model.pieces[number].values.get(known.by or "")
    if part is not None and str(field) != part:
        message = f"expected pieces of part {part} for {zone!r}, found {label!r} of part {field}"
        raise DealError(message)
    return number


def _with_near(message: str, found: str, candidates: Sequence[str]) -> str:
    near = nearest(found, candidates)
    return message if near is None else f"{message}; did you mean {near!r}?"
