"""What a player of one game has to know to play another: the sentences that differ, and the pieces.

Sentences that differ only in what things are called are left out; what is called otherwise is told once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from attrs import evolve, frozen

from splendor_dsl.prose.clauses import Chapter, chapters
from splendor_dsl.prose.pairs import pieces_that_differ
from splendor_dsl.prose.renamed import called_otherwise, counterpart, renamed
from splendor_dsl.prose.steps import Sentence
from splendor_dsl.prose.words import Words

CHAPTERS: Final = ("names", "components", "setup", "turn", "end")


@frozen(kw_only=True)
class Above:
    """A sentence under which others stand, as the new game has it, and its clause.

    One that holds otherwise has the sentence whose condition it goes by.
    """

    path: str
    text: str
    instead_of: Above | None = None


@frozen(kw_only=True)
class Difference:
    """A clause that says something else, is new, or is gone.

    It is `whole` where all that stands under its heading is new, or gone; `under` are the sentences it stands under. One
    that holds otherwise has the sentence whose condition it goes by.
    """

    chapter: str
    heading: str
    path: str
    before: str | None
    after: str | None
    whole: bool = False
    under: tuple[Above, ...] = ()
    instead_of: Above | None = None


@frozen(kw_only=True)
class _Told:
    chapter: str
    part: str  # the path of its heading
    heading: str
    text: str
    under: tuple[str, ...]  # the paths of the sentences it stands under, the outermost first
    instead_of: str | None  # the path of the sentence whose condition it goes by


_ByPath: TypeAlias = Mapping[str, _Told]


def differences(old: Words, new: Words) -> tuple[Difference, ...]:
    """All differences in the order of a rulebook of the new game, those under one heading together."""
    both = renamed(old, new)
    plain = evolve(both, reasons=False), evolve(new, reasons=False)  # a reason is no rule
    found = [
        *_of_names(new, called_otherwise(old, both)),
        *_of_sentences(
            _by_path(chapters(old), both.paths),
            _by_path(chapters(new), {}),
            (_by_path(chapters(plain[0]), both.paths), _by_path(chapters(plain[1]), {})),
        ),
        *_of_pieces(old, new, both.kinds),
    ]
    headings = list(dict.fromkeys((each.chapter, each.heading) for each in found))
    headings.sort(key=lambda each: CHAPTERS.index(each[0]))
    return tuple(sorted(found, key=lambda each: headings.index((each.chapter, each.heading))))


def _of_names(new: Words, names: Iterator[tuple[str, str, str]]) -> Iterator[Difference]:
    heading = new.say("What is called otherwise")
    for path, before, after in names:
        yield Difference(chapter="names", heading=heading, path=path, before=before, after=after)


def _of_sentences(
    before: _ByPath, after: _ByPath, compared: tuple[_ByPath, _ByPath]
) -> Iterator[Difference]:
    """Each sentence that differs; those of both games are compared in the words of the new one."""
    parts = [{each.part: each.heading for each in told.values()} for told in (before, after)]
    for path in {**after, **before}:
        was, now = before.get(path), after.get(path)
        told = now or was
        assert told is not None  # it stands in one of them
        if was is None or now is None or compared[0][path].text != compared[1][path].text:
            yield Difference(
                chapter=told.chapter,
                heading=parts[1].get(told.part, told.heading),
                path=path,
                before=None if was is None else was.text,
                after=None if now is None else now.text,
                whole=any(told.part not in each for each in parts),
                under=tuple(_above(path, after, before) for path in told.under),
                instead_of=_other_branch(told, after, before),
            )


def _above(path: str, *games: _ByPath) -> Above:
    told = next(each[path] for each in games if path in each)
    return Above(path=path, text=told.text, instead_of=_other_branch(told, *games))


def _other_branch(told: _Told, *games: _ByPath) -> Above | None:
    return None if told.instead_of is None else _above(told.instead_of, *games)


def _by_path(told: Sequence[Chapter], paths: Mapping[str, str]) -> _ByPath:
    """Each clause by its path in the new game."""
    found: dict[str, _Told] = {}
    for chapter in told:
        for part in chapter.parts:
            for each, above in _flat(part.sentences, ()):
                path = counterpart(paths, each.path)
                under = tuple(counterpart(paths, other) for other in above)
                known = found.get(path)
                found[path] = _Told(
                    chapter=chapter.name if known is None else known.chapter,
                    part=counterpart(paths, part.path) if known is None else known.part,
                    heading=part.heading if known is None else known.heading,
                    text=each.text if known is None else f"{known.text} {each.text}",
                    under=under if known is None else known.under,
                    instead_of=_counterpart_of(paths, each.instead_of),
                )
    return found


def _counterpart_of(paths: Mapping[str, str], path: str | None) -> str | None:
    return None if path is None else counterpart(paths, path)


def _flat(
    sentences: Sequence[Sentence], above: tuple[str, ...]
) -> Iterator[tuple[Sentence, tuple[str, ...]]]:
    """Each sentence with the paths of those that it stands under."""
    for each in sentences:
        yield each, above
        yield from _flat(each.under, (*above, each.path))


def _of_pieces(old: Words, new: Words, kinds: Mapping[str, str]) -> Iterator[Difference]:
    """The pieces that differ, told in full; those of a kind that only one game has are told by their number."""
    for was, kind in kinds.items():
        if kind in new.model.kinds:
            heading = new.name(f"kinds.{kind}", 2)
            for path, before, after in pieces_that_differ(old, new, was, kind):
                yield Difference(
                    chapter="components", heading=heading, path=path, before=before, after=after
                )
