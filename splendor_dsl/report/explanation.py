"""What a clause says, why, and how it came to say so: its sentence and the layers that made it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from attrs import frozen

from splendor_dsl.explain.clauses import PathClause, touches
from splendor_dsl.prose.clauses import by_path
from splendor_dsl.prose.examples import beside_chapters
from splendor_dsl.prose.pieces import PieceWords
from splendor_dsl.prose.things import capital
from splendor_dsl.prose.words import Words
from splendor_dsl.report.material import beside
from splendor_dsl.report.origins import ASIDE, NAME, lies_in, spans, writer, written
from splendor_dsl.semantics.examples import Example
from splendor_dsl.semantics.layers import Resolved
from splendor_dsl.semantics.model import Fill
from splendor_dsl.semantics.touches import Touch
from splendor_dsl.semantics.tree import find, walk
from splendor_dsl.span import Span
from splendor_dsl.syntax.ast import Clause, Rows
from splendor_dsl.syntax.clause_text import clause_text

Told = tuple[str, str]  # the path of a clause, and its sentence
_LIMIT: Final = re.compile(r"\blimit of ([a-z_]\w*)")


@frozen(kw_only=True)
class Layer:
    """A layer that has had a hand in a clause: a game, a variant, a mechanic or a parameter."""

    name: str
    how: str
    place: str
    says: str
    because: str | None = None


@frozen(kw_only=True)
class Explanation:
    """All that is known of a clause; of a table, how many of its `rows` stand in each file.

    `depths` says of each sentence under how many others of them it stands, each of which introduces it.
    """

    path: str
    place: str
    sentences: tuple[str, ...]
    depths: tuple[int, ...]
    says: str
    cites: tuple[str, ...]
    because: str | None
    rows: Mapping[str, int]
    layers: tuple[Layer, ...]


def explanation(
    words: Words,
    resolved: Resolved,
    at: PathClause,
    *,
    examples: Sequence[Example] = (),
    settings: Mapping[str, int],
) -> Explanation:
    """The explanation of a clause; `settings` are the parameters that a person has set."""
    clause = at.clause
    sentences = _sentences(words, resolved, at, examples)
    return Explanation(
        path=at.path,
        place=at.place,
        sentences=tuple(capital(text) for _, text in sentences),
        depths=tuple(_depth(path, sentences) for path, _ in sentences),
        says=" ".join(clause_text(clause).split()),
        cites=tuple(cite.text for cite in clause.cites),
        because=words.reason(at.path) or clause.because,
        rows=_rows(clause),
        layers=tuple(_layers(words, resolved, at, settings)),
    )


# ---- sentences -------------------------------------------------------------------------------
def _sentences(
    words: Words, resolved: Resolved, at: PathClause, examples: Sequence[Example]
) -> list[Told]:
    """Those of the clause and of what stands in it; where it has none, those of what it stands in."""
    pieces = [each for each in words.model.pieces if each.where.path == at.path]
    if pieces:
        brief = PieceWords(words=words).brief
        return [(at.path, f"{brief(each.kind, each.label)}.") for each in pieces]
    chapters = by_path(words)
    told = {**_of_places(words, chapters), **beside_chapters(words, examples)}
    path, inside = at.path, list[Told]()
    while "." in path and not inside and (path == at.path or not path.startswith("kinds.")):
        inside = [each for each in told.items() if _lies_under(each[0], path)]
        path = path.rpartition(".")[0]
    around = dict.fromkeys(beside(words, resolved, at, told))
    return inside or [(at.path, text) for text in around]


def _lies_under(path: str, other: str) -> bool:
    return f"{path}.".startswith(f"{other}.")


def _depth(path: str, sentences: Sequence[Told]) -> int:
    """Return how many of the sentences introduce that of a clause, as a condition does what it is about."""
    return sum(
        above != path and _lies_under(path, above) and text.endswith(":")
        for above, text in sentences
    )


def _of_places(words: Words, told: Mapping[str, str]) -> Mapping[str, str]:
    """The same sentences; of the places of a zone first how many are filled at the beginning."""
    found = dict(told)
    for step in words.model.setup.steps:
        path = f"zones.{step.zone.zone}.places" if isinstance(step, Fill) else ""
        if path in words.model.places:
            found[path] = " ".join(filter(None, (told[step.where.path], told.get(path))))
    return found


def _rows(clause: Clause) -> Mapping[str, int]:
    if not isinstance(clause.says, Rows):
        return {}
    return Counter(row.span.source.name for row in clause.body)


# ---- layers ----------------------------------------------------------------------------------
def _layers(
    words: Words, resolved: Resolved, at: PathClause, settings: Mapping[str, int]
) -> Iterator[Layer]:
    changes = touches(resolved, at.path)
    if not any(touch.how == "add" and at.path.startswith(touch.path) for touch in changes):
        name = writer(resolved, at.clause.span)
        yield Layer(name=name, how="write", place=at.place, says="")
    yield from map(_of_touch, changes)
    makers = (*(touch.layer for touch in changes), writer(resolved, at.clause.span))
    for mechanic in dict.fromkeys(each for each in makers if each.startswith("mechanics.")):
        yield from _of_use(resolved, at, mechanic)
    yield from _of_numbers(words, resolved, at, settings)


def _of_touch(touch: Touch) -> Layer:
    return Layer(
        name=touch.layer,
        how=touch.how,
        place=_place(touch.span),
        says=_first_line(touch.span),
        because=touch.because,
    )


def _of_use(resolved: Resolved, at: PathClause, mechanic: str) -> Iterator[Layer]:
    """The line that uses a mechanic, and the options that the clause is made with, those left to their default too."""
    use = find(resolved.tree, mechanic)
    if use is None:
        return
    name = writer(resolved, use.span)
    yield Layer(name=name, how="use", place=_place(use.span), says=_first_line(use.span))
    places = [at.clause.span, *spans(at.clause)]
    for option in use.body:
        path = f"{mechanic}.{option.name}"
        if any(lies_in(span, option) for span in places):
            name = writer(resolved, option.span)
            says = _first_line(option.span)
            yield Layer(name=name, how="option", place=_place(option.span), says=says)
            yield from (_of_touch(each) for each in resolved.touches if each.path == path)
    given = {option.name for option in use.body}
    named = set(written(resolved, at.clause, mechanic))
    for option in resolved.options[mechanic]:
        if option.name in named - given:
            place, says = _place(option.span), _first_line(option.span)
            yield Layer(name=mechanic, how="default", place=place, says=says)


def _of_numbers(
    words: Words, resolved: Resolved, at: PathClause, settings: Mapping[str, int]
) -> Iterator[Layer]:
    """What the clause speaks of, by itself or through values and limits: the parameters, and who changed any of these."""
    known = touches(resolved, at.path)
    for path in (at.path, *_reached(resolved, at)):
        section, _, name = path.partition(".")
        parameter = words.model.parameters.get(name) if section == "parameters" else None
        if parameter is not None and path != at.path:
            place, says = _place(parameter.where.span), _first_line(parameter.where.span)
            yield Layer(name=name, how="parameter", place=place, says=says)
        if path != at.path:
            changed = (each for each in touches(resolved, path) if each not in known)
            yield from (_of_touch(each) for each in changed if each.how in {"set", "replace"})
        if parameter is not None and name in settings:
            says = f"{name} = {parameter.value}"
            yield Layer(name=name, how="set by --set", place="the command line", says=says)


def _reached(resolved: Resolved, at: PathClause) -> Iterator[str]:
    """The parameters, values and limits that a clause names, or that one of these does."""
    waiting, seen = [(at.path, at.clause)], {at.path}
    while waiting:
        path, top = waiting.pop(0)
        for each in (top, *(inner for _, inner in walk(top))):
            text = clause_text(each)
            said = text.partition(":")[2] or (text if path.startswith("limits.") else "")
            for named in _named(ASIDE.sub("", said)):
                clause = None if named in seen else find(resolved.tree, named)
                if clause is not None:
                    seen.add(named)
                    waiting.append((named, clause))
                    yield named


def _named(text: str) -> Iterator[str]:
    """The paths that the words of a clause may stand for."""
    yield from (f"limits.{name}" for name in _LIMIT.findall(text))
    for word in NAME.findall(text):
        yield from (f"parameters.{word}", f"values.{word}")


def _first_line(span: Span) -> str:
    return " ".join(span.text.partition("{")[0].split())


def _place(span: Span) -> str:
    return f"{span.source.name}:{span.line}"


def explanation_text(found: Explanation) -> str:
    """The explanation as lines."""
    lines = [f"{found.path}  ({found.place})", ""]
    told = zip(found.sentences, found.depths, strict=True)
    lines += [f"  {'  ' * depth}{sentence}" for sentence, depth in told]
    lines += [""] if found.sentences else []
    lines.append(f"rule     {found.says}")
    if found.rows:
        held = (f"{count} in {file}" for file, count in found.rows.items())
        lines.append(f"rows     {', '.join(held)}")
    if found.cites:
        lines.append(f"cites    {', '.join(found.cites)}")
    if found.because:
        lines.append(f"because  {found.because}")
    for layer in found.layers:
        said = layer.because is None or layer.because in layer.says
        because = "" if said else f", because {layer.because}"
        says = f": {layer.says}" if layer.says else ""
        lines.append(f"layer    {layer.name} {layer.how} ({layer.place}){says}{because}")
    return "\n".join(lines)
