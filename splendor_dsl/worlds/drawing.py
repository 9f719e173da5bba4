"""A piece for each unknown: one of all ways in which fair shuffles can have brought about what a seat knows.

All orders of a shuffle are equally likely, and so are all ways to assign what went in to what came out. So the shuffles
are gone through from the last to the first: what is known of a place after a shuffle says what was among the pieces
before it, and nothing else. What is left goes together by lot.
"""

from __future__ import annotations

from typing import Final, assert_never

from attrs import define, field

from splendor_dsl.chance import Stream
from splendor_dsl.worlds.knowledge import (
    FIRST_UNKNOWN,
    Content,
    Knowledge,
    NotFollowedError,
    Shown,
    Shuffled,
    Spread,
)

MOST_TRIES: Final = 1_000


class _MisfitError(Exception):
    """A lot that what came before rules out."""


def drawn(knowledge: Knowledge, chance: Stream) -> dict[Content, int]:
    """Return a piece for each unknown that lies somewhere; raise NotFollowedError if nothing fits what is known."""
    contents = [place.content for held in knowledge.places.values() for place in held]
    for _ in range(MOST_TRIES):
        drawing = _Drawing(knowledge, chance, dict(knowledge.found))
        try:
            drawing.draw()
        except _MisfitError:
            continue
        return {each: drawing.piece(each) for each in contents if each <= FIRST_UNKNOWN}
    raise NotFollowedError


@define
class _Drawing:
    """A piece or the unknown before a shuffle, for each unknown so far."""

    knowledge: Knowledge
    chance: Stream
    pieces: dict[Content, int]
    before: dict[Content, tuple[Content, bool]] = field(factory=dict)

    def draw(self) -> None:
        """Go through what happened, the last first."""
        for each in reversed(self.knowledge.happened):
            match each:
                case Shuffled():
                    self._unshuffle(each)
                case Shown():
                    self._assign(each.unknowns, each.pieces, each.unknowns, sided=False)
                case Spread():
                    self._spread(each)
                case _:
                    assert_never(each)

    def piece(self, content: Content) -> int:
        """Return the piece that an unknown turned out to be."""
        crossed = False
        while content not in self.pieces:
            content, sided = self.before[content]
            crossed = crossed or sided
        return self._turned(self.pieces[content], sided=crossed)

    def _unshuffle(self, shuffle: Shuffled) -> None:
        """Assign the pieces that went into a shuffle to the places after it."""
        known = self._seen_after(shuffle)
        outputs = [each for each in shuffle.outputs if each not in self.pieces]
        self.chance.shuffle(outputs)
        unknowns = [each for each in shuffle.inputs if each <= FIRST_UNKNOWN]
        for piece in (each for each in shuffle.inputs if each >= 0):
            if known.pop(self.knowledge.thing(piece), None) is None:
                if not outputs:
                    raise _MisfitError
                self.pieces[outputs.pop()] = self._turned(piece, sided=shuffle.sided)
        for thing, output in known.items():
            chosen = self._which(unknowns, thing)
            unknowns.remove(chosen)
            self.pieces[chosen] = self.pieces[output]
        if len(outputs) != len(unknowns):
            raise _MisfitError
        for output, content in zip(outputs, unknowns, strict=True):
            self.before[output] = content, shuffle.sided

    def _which(self, unknowns: list[Content], thing: int) -> Content:
        """Return the unknown that turned out to be a thing, by how likely each was to be it."""
        odds = [self.knowledge.odds[each].get(thing, 0.0) for each in unknowns]
        left = sum(odds) * self.chance.below(1 << 32) / (1 << 32)
        for each, chance in zip(unknowns, odds, strict=True):
            if left < chance:
                return each
            left -= chance
        raise _MisfitError

    def _seen_after(self, shuffle: Shuffled) -> dict[int, Content]:
        """Return the things that are known to have come out of a shuffle, and as which unknowns."""
        seen = [each for each in shuffle.outputs if each in self.pieces]
        known = {self.knowledge.thing(self.pieces[each]): each for each in seen}
        if len(known) < len(seen):
            raise _MisfitError
        return known

    def _spread(self, spread: Spread) -> None:
        """Lay the pieces of each part into its places, and what is left into the others."""
        everywhere = (*spread.others, *(each for unknowns, _ in spread.parts for each in unknowns))
        for unknowns, able in (*spread.parts, (spread.others, spread.pieces)):
            self._assign(unknowns, able, everywhere, sided=spread.sided)

    def _assign(
        self,
        unknowns: tuple[Content, ...],
        pieces: tuple[int, ...],
        among: tuple[Content, ...],
        *,
        sided: bool,
    ) -> None:
        """Let unknowns be some of the pieces, by lot, but for those that some unknown is already."""
        thing = self.knowledge.thing
        taken = {thing(self.pieces[each]) for each in among if each in self.pieces}
        free = [each for each in unknowns if each not in self.pieces]
        rest = [piece for piece in pieces if thing(piece) not in taken]
        if len(rest) < len(free):
            raise _MisfitError
        self.chance.shuffle(rest)
        for unknown, piece in zip(free, rest, strict=False):
            self.pieces[unknown] = self._turned(piece, sided=sided)

    def _turned(self, piece: int, *, sided: bool) -> int:
        """Return the piece, with any side up if it was shuffled."""
        sides = self.knowledge.for_players.engine.zones.sides[self.knowledge.thing(piece)]
        return sides[self.chance.below(len(sides))] if sided and len(sides) > 1 else piece
