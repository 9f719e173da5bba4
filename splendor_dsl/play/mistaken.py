"""Whether what one form of a move writes could be read as another form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from splendor_dsl.identifiers import folded
from splendor_dsl.play.fields import (
    AmountBlank,
    Blank,
    NumberBlank,
    PieceBlank,
    PlayerBlank,
    TokenBlank,
    TokensBlank,
)
from splendor_dsl.play.moves import Place, Seat

Words = Sequence[str | Blank]


def mistaken(one: Words, other: Words) -> bool:
    """Whether some words that the one writes are words that the other reads; both may be the same form."""
    if not one or not other:
        return not one and not other
    if not _meets(one[0], other[0]):
        return False
    rest = one[1:], other[1:]
    if mistaken(*rest):
        return True
    longer = isinstance(one[0], TokensBlank) and mistaken(one, rest[1])
    return longer or (isinstance(other[0], TokensBlank) and mistaken(rest[0], other))


def _meets(one: str | Blank, other: str | Blank) -> bool:
    if type(one) is type(other) and not isinstance(one, str):
        return True
    if isinstance(other, str):
        return folded(other) in {folded(text) for text in _written(one)}
    return any(next(other.read(folded(text).split(), 0), None) for text in _written(one))


def _written(one: str | Blank) -> Iterator[str]:
    """What a word or a blank may write: something of each sort."""
    match one:
        case str():
            yield one
        case TokenBlank() | TokensBlank():
            yield from one.words()
        case NumberBlank() | AmountBlank():
            yield one.write(1)
        case PlayerBlank():
            yield one.write(Seat(1))
        case PieceBlank():
            yield from places(one)


def places(blank: PieceBlank) -> Iterator[str]:
    """A place in each of its zones, as it is written."""
    for source in blank.sources:
        zone = source.zone.zone
        part, place = (1 if blank.parted[zone] else None), (None if source.top else 1)
        yield blank.write(Place(zone, part, place))
