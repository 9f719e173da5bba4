"""Differences of two games for players: the sentences that differ, and the pieces.

Sentences that differ only in names are left out; each other name is listed once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from attrs import evolve, frozen

from splendor_dsl.prose.clauses import Chapter, chapters
from splendor_dsl.prose.pairs import pieces_that_differ
from splendor_dsl.prose.renamed import counterpart, renamed, renamed_things
from splendor_dsl.prose.steps import Sentence
from splendor_dsl.prose.words import Words

CHAPTERS: Final = ("names", "components", "setup", "turn", "end")


@frozen(kw_only=True)
class ParentSentence:
    """A sentence with others under it, as the new game has it, and its clause.

    An "otherwise" has the sentence with its condition.
    """

    path: str
    text: str
    instead_of: ParentSentence | None = None


@frozen(kw_only=True)
class Difference:
    """A clause that has changed, is new, or is gone.

    It is `whole` if everything under its heading is new or gone; `under` are the sentences above it. An "otherwise" has
    the sentence with its condition.
    """

    chapter: str
    heading: str
    path: str
    before: str | None
    after: str | None
    whole: bool = False
    under: tuple[ParentSentence, ...] = ()
    instead_of: ParentSentence | None = None


@frozen(kw_only=True)
class _Entry:
    chapter: str
    part: str  # the path of its heading
    heading: str
    text: str
    under: tuple[str, ...]  # the paths of the sentences above it, the outermost first
    instead_of: str | None  # for an "otherwise", the path of the sentence with its condition


_ByPath: TypeAlias = Mapping[str, _Entry]


def differences(old: Words, new: Words) -> tuple[Difference, ...]:
    """Return all differences in the order of the new game's rulebook, grouped by heading."""
    both = renamed(old, new)
    plain = evolve(both, reasons=False), evolve(new, reasons=False)  # a reason is no rule
    found = [
        *_of_names(new, renamed_things(old, both)),
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
    """Yield each sentence that differs; sentences of both games are compared in the words of the new one."""
    parts = [{each.part: each.heading for each in entry.values()} for entry in (before, after)]
    for path in {**after, **before}:
        was, now = before.get(path), after.get(path)
        entry = now or was
        assert entry is not None  # the path comes from one of them
        if was is None or now is None or compared[0][path].text != compared[1][path].text:
            yield Difference(
                chapter=entry.chapter,
                heading=parts[1].get(entry.part, entry.heading),
                path=path,
                before=None if was is None else was.text,
                after=None if now is None else now.text,
                whole=any(entry.part not in each for each in parts),
                under=tuple(_above(path, after, before) for path in entry.under),
                instead_of=_other_branch(entry, after, before),
            )


def _above(path: str, *games: _ByPath) -> ParentSentence:
    entry = next(each[path] for each in games if path in each)
    return ParentSentence(path=path, text=entry.text, instead_of=_other_branch(entry, *games))


def _other_branch(entry: _Entry, *games: _ByPath) -> ParentSentence | None:
    return None if entry.instead_of is None else _above(entry.instead_of, *games)


def _by_path(entry: Sequence[Chapter], paths: Mapping[str, str]) -> _ByPath:
    """Return the sentence of each clause by its path in the new game."""
    found: dict[str, _Entry] = {}
    for chapter in entry:
        for part in chapter.parts:
            for each, above in _flat(part.sentences, ()):
                path = counterpart(paths, each.path)
                under = tuple(counterpart(paths, other) for other in above)
                known = found.get(path)
                found[path] = _Entry(
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
    """Yield each sentence with the paths of those above it."""
    for each in sentences:
        yield each, above
        yield from _flat(each.under, (*above, each.path))


def _of_pieces(old: Words, new: Words, kinds: Mapping[str, str]) -> Iterator[Difference]:
    """Yield the pieces that differ, in full; a kind that only one game has is counted elsewhere."""
    for was, kind in kinds.items():
        if kind in new.model.kinds:
            heading = new.name(f"kinds.{kind}", 2)
            for path, before, after in pieces_that_differ(old, new, was, kind):
                yield Difference(
                    chapter="components", heading=heading, path=path, before=before, after=after
                )
