"""The explanation of a clause: its sentences, its reason, and the layers that made it."""

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
from splendor_dsl.report.component_sentences import component_sentences
from splendor_dsl.report.origins import ASIDE, NAME, is_inside, layer_of, spans, words_from
from splendor_dsl.semantics.examples import Example
from splendor_dsl.semantics.layers import Resolved
from splendor_dsl.semantics.model import Fill
from splendor_dsl.semantics.touches import Touch
from splendor_dsl.semantics.tree import find, walk
from splendor_dsl.span import Span
from splendor_dsl.syntax.ast import Clause, Rows
from splendor_dsl.syntax.clause_text import clause_text

PathSentence = tuple[str, str]  # the path of a clause, and its sentence
_LIMIT: Final = re.compile(r"\blimit of ([a-z_]\w*)")


@frozen(kw_only=True)
class Layer:
    """A layer that took part in a clause: a game, a variant, a mechanic or a parameter."""

    name: str
    how: str
    place: str
    says: str
    because: str | None = None


@frozen(kw_only=True)
class Explanation:
    """All facts about a clause; for a table, the number of its `rows` in each file.

    `depths` has for each sentence the number of other sentences that introduce it.
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
    """Return the explanation of a clause; `settings` are the parameters that a person has set."""
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
) -> list[PathSentence]:
    """Return the sentences of a clause and of those inside it; without any, those of the clause around it."""
    pieces = [each for each in words.model.pieces if each.where.path == at.path]
    if pieces:
        brief = PieceWords(words=words).brief
        return [(at.path, f"{brief(each.kind, each.label)}.") for each in pieces]
    shown = [each for each in examples if _is_near(each.where.path, at.path)]
    known_sentences = {**_of_places(words, by_path(words)), **beside_chapters(words, shown)}
    path, inside = at.path, list[PathSentence]()
    while "." in path and not inside and (path == at.path or not path.startswith("kinds.")):
        inside = [each for each in known_sentences.items() if _lies_under(each[0], path)]
        path = path.rpartition(".")[0]
    around = dict.fromkeys(component_sentences(words, resolved, at, known_sentences))
    return inside or [(at.path, text) for text in around]


def _lies_under(path: str, other: str) -> bool:
    return f"{path}.".startswith(f"{other}.")


def _is_near(path: str, other: str) -> bool:
    """Return whether one of two paths lies under the other."""
    return _lies_under(path, other) or _lies_under(other, path)


def _depth(path: str, sentences: Sequence[PathSentence]) -> int:
    """Return how many sentences introduce that of a clause, as a condition introduces its steps."""
    return sum(
        above != path and _lies_under(path, above) and text.endswith(":")
        for above, text in sentences
    )


def _of_places(words: Words, known_sentences: Mapping[str, str]) -> Mapping[str, str]:
    """Return the same sentences; the places of a zone begin with the number filled during setup."""
    found = dict(known_sentences)
    for step in words.model.setup.steps:
        path = f"zones.{step.zone.zone}.places" if isinstance(step, Fill) else ""
        if path in words.model.places:
            found[path] = " ".join(
                filter(None, (known_sentences[step.where.path], known_sentences.get(path)))
            )
    return found


def _rows(clause: Clause) -> Mapping[str, int]:
    if not isinstance(clause.construct, Rows):
        return {}
    return Counter(row.span.source.name for row in clause.body)


# ---- layers ----------------------------------------------------------------------------------
def _layers(
    words: Words, resolved: Resolved, at: PathClause, settings: Mapping[str, int]
) -> Iterator[Layer]:
    changes = touches(resolved, at.path)
    if not any(touch.how == "add" and at.path.startswith(touch.path) for touch in changes):
        name = layer_of(resolved, at.clause.span)
        yield Layer(name=name, how="write", place=at.place, says="")
    yield from map(_of_touch, changes)
    makers = (*(touch.layer for touch in changes), layer_of(resolved, at.clause.span))
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
    """Yield the line that uses a mechanic, and the options behind the clause, also those with default values."""
    use = find(resolved.tree, mechanic)
    if use is None:
        return
    name = layer_of(resolved, use.span)
    yield Layer(name=name, how="use", place=_place(use.span), says=_first_line(use.span))
    places = [at.clause.span, *spans(at.clause)]
    for option in use.body:
        path = f"{mechanic}.{option.name}"
        if any(is_inside(span, option) for span in places):
            name = layer_of(resolved, option.span)
            says = _first_line(option.span)
            yield Layer(name=name, how="option", place=_place(option.span), says=says)
            yield from (_of_touch(each) for each in resolved.touches if each.path == path)
    given = {option.name for option in use.body}
    named = set(words_from(resolved, at.clause, mechanic))
    for option in resolved.options[mechanic]:
        if option.name in named - given:
            place, says = _place(option.span), _first_line(option.span)
            yield Layer(name=mechanic, how="default", place=place, says=says)


def _of_numbers(
    words: Words, resolved: Resolved, at: PathClause, settings: Mapping[str, int]
) -> Iterator[Layer]:
    """Yield the parameters behind a clause, also through values and limits, and all changes of these."""
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
    """Yield the parameters, values and limits that a clause names, directly or through others."""
    waiting, seen = [(at.path, at.clause)], {at.path}
    while waiting:
        path, top = waiting.pop(0)
        for each in (top, *(inner for _, inner in walk(top))):
            text = clause_text(each)
            content = text.partition(":")[2] or (text if path.startswith("limits.") else "")
            for named in _named(ASIDE.sub("", content)):
                clause = None if named in seen else find(resolved.tree, named)
                if clause is not None:
                    seen.add(named)
                    waiting.append((named, clause))
                    yield named


def _named(text: str) -> Iterator[str]:
    """Yield the paths that words in a clause may stand for."""
    yield from (f"limits.{name}" for name in _LIMIT.findall(text))
    for word in NAME.findall(text):
        yield from (f"parameters.{word}", f"values.{word}")


def _first_line(span: Span) -> str:
    return " ".join(span.text.partition("{")[0].split())


def _place(span: Span) -> str:
    return f"{span.source.name}:{span.line}"


def explanation_text(found: Explanation) -> str:
    """Return the explanation as lines."""
    lines = [f"{found.path}  ({found.place})", ""]
    nested = zip(found.sentences, found.depths, strict=True)
    lines += [f"  {'  ' * depth}{sentence}" for sentence, depth in nested]
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
        shown = layer.because is None or layer.because in layer.says
        because = "" if shown else f", because {layer.because}"
        says = f": {layer.says}" if layer.says else ""
        lines.append(f"layer    {layer.name} {layer.how} ({layer.place}){says}{because}")
    return "\n".join(lines)
