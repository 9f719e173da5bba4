"""What a clause says, why, and how it came to say so: its sentence and the layers that made it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from attrs import frozen

from splendor_dsl.report.clauses import PathClause, touches
from splendor_dsl.report.prose.clauses import by_path
from splendor_dsl.report.prose.things import capital
from splendor_dsl.report.words import Words
from splendor_dsl.semantics.layers import Resolved
from splendor_dsl.syntax.clause_text import clause_text


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
    """All that is known of a clause."""

    path: str
    place: str
    sentences: tuple[str, ...]
    says: str
    cites: tuple[str, ...]
    because: str | None
    layers: tuple[Layer, ...]


def explanation(
    words: Words, resolved: Resolved, at: PathClause, settings: Mapping[str, int]
) -> Explanation:
    """The explanation of a clause; `settings` are the parameters that a person has set."""
    clause = at.clause
    told = by_path(words)
    inside = f"{at.path}."
    sentences = [text for path, text in told.items() if path == at.path or path.startswith(inside)]
    return Explanation(
        path=at.path,
        place=at.place,
        sentences=tuple(capital(text) for text in sentences),
        says=" ".join(clause_text(clause).split()),
        cites=tuple(cite.text for cite in clause.cites),
        because=clause.because,
        layers=tuple(_layers(words, resolved, at, settings)),
    )


def _layers(
    words: Words, resolved: Resolved, at: PathClause, settings: Mapping[str, int]
) -> Iterator[Layer]:
    changes = [touch for touch in touches(resolved, at.path) if at.path.startswith(touch.path)]
    yield from _origin(resolved, at, made=any(touch.how == "add" for touch in changes))
    for touch in changes:
        said = " ".join(touch.span.text.partition("{")[0].split())
        place = f"{touch.span.source.name}:{touch.span.line}"
        yield Layer(name=touch.layer, how=touch.how, place=place, says=said, because=touch.because)
    says = clause_text(at.clause).removeprefix(f"{at.clause.name}:")
    for name, parameter in words.model.parameters.items():
        if re.search(rf"\b{re.escape(name)}\b", says):
            place = f"{parameter.where.span.source.name}:{parameter.where.span.line}"
            how = "set by --set" if name in settings else "parameter"
            yield Layer(name=name, how=how, place=place, says=f"{name} = {parameter.value}")


def _origin(resolved: Resolved, at: PathClause, *, made: bool) -> Iterator[Layer]:
    """The layer that first wrote the clause, unless an addition of it is told anyway."""
    if made:
        return
    stem = Path(at.clause.span.source.name).stem
    base = resolved.layers[0]
    name = (
        stem
        if stem in resolved.layers
        else f"mechanics.{stem}"
        if stem in resolved.mechanics
        else base
    )
    yield Layer(name=name, how="write", place=at.place, says="")


def explanation_text(found: Explanation) -> str:
    """The explanation as lines."""
    lines = [f"{found.path}  ({found.place})", ""]
    lines += [f"  {sentence}" for sentence in found.sentences]
    lines += [""] if found.sentences else []
    lines.append(f"rule     {found.says}")
    if found.cites:
        lines.append(f"cites    {', '.join(found.cites)}")
    if found.because:
        lines.append(f"because  {found.because}")
    for layer in found.layers:
        because = f", because {layer.because}" if layer.because else ""
        says = f": {layer.says}" if layer.says else ""
        lines.append(f"layer    {layer.name} {layer.how} ({layer.place}){says}{because}")
    return "\n".join(lines)
