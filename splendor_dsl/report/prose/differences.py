"""What a player of one game has to know to play another: the sentences that differ, and the pieces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from splendor_dsl.report.pieces import PieceWords
from splendor_dsl.report.prose.clauses import Chapter, chapters
from splendor_dsl.report.prose.steps import Sentence
from splendor_dsl.report.words import Words
from splendor_dsl.semantics import model as m


@frozen(kw_only=True)
class Difference:
    """A clause that says something else, is new, or is gone."""

    chapter: str
    heading: str
    path: str
    before: str | None
    after: str | None


@frozen(kw_only=True)
class _Told:
    chapter: str
    heading: str
    text: str


def differences(old: Words, new: Words) -> tuple[Difference, ...]:
    """All differences in the order of a rulebook of the new game."""
    found = [*_of_sentences(chapters(old), chapters(new)), *_of_pieces(old, new)]
    order = {"components": 0, "setup": 1, "turn": 2, "end": 3}
    return tuple(sorted(found, key=lambda each: order[each.chapter]))


def _of_sentences(old: Sequence[Chapter], new: Sequence[Chapter]) -> Iterator[Difference]:
    before, after = _by_path(old), _by_path(new)
    for path in {**after, **before}:
        was, now = before.get(path), after.get(path)
        told = now or was
        assert told is not None
        if was is None or now is None or was.text != now.text:
            yield Difference(
                chapter=told.chapter,
                heading=told.heading,
                path=path,
                before=None if was is None else was.text,
                after=None if now is None else now.text,
            )


def _by_path(told: Sequence[Chapter]) -> Mapping[str, _Told]:
    found: dict[str, _Told] = {}
    for chapter in told:
        for part in chapter.parts:
            for each in _flat(part.sentences):
                known = found.get(each.path)
                text = each.text if known is None else f"{known.text} {each.text}"
                heading = part.heading if known is None else known.heading
                name = chapter.name if known is None else known.chapter
                found[each.path] = _Told(chapter=name, heading=heading, text=text)
    return found


def _flat(sentences: Sequence[Sentence]) -> Iterator[Sentence]:
    for each in sentences:
        yield each
        yield from _flat(each.under)


def _of_pieces(old: Words, new: Words) -> Iterator[Difference]:
    """The pieces that differ, told in full; those of a kind that only one game has are told by their number."""
    before, after = _pieces(old), _pieces(new)
    kinds = set(old.model.kinds) & set(new.model.kinds)
    for path, piece in {**after, **before}.items():
        was, now = before.get(path), after.get(path)
        before_text = None if was is None else _brief(old, was)
        after_text = None if now is None else _brief(new, now)
        if piece.kind in kinds and before_text != after_text:
            words = new if now is not None else old
            yield Difference(
                chapter="components",
                heading=words.name(f"kinds.{piece.kind}", 2),
                path=path,
                before=before_text,
                after=after_text,
            )


def _pieces(words: Words) -> Mapping[str, m.Piece]:
    return {piece.where.path: piece for piece in words.model.pieces}


def _brief(words: Words, piece: m.Piece) -> str:
    return PieceWords(words=words).brief(piece.kind, piece.label)
