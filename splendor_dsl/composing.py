"""Rule files laid on each other as one game: what `splendor check --compose` and the table of pairs are made with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from splendor_dsl.extensions import Extensions
from splendor_dsl.pipeline import Loaded, load_source
from splendor_dsl.source import source_from_text
from splendor_dsl.syntax.problems import EDITION

_NAME = "composed"


def compose(
    parts: Sequence[Path],
    mechanics: Sequence[str] = (),
    *,
    settings: Mapping[str, int] | None = None,
    extensions: Extensions | None = None,
) -> Loaded:
    """One variant that extends all of these files, with no order between them, and uses these mechanics."""
    title = " + ".join((*(part.stem for part in parts), *mechanics))
    names = {f"part_{number}": part for number, part in enumerate(parts, 1)}
    uses = "".join(f"use {name}\n" for name in mechanics)
    text = f'splendor rules {EDITION}\n\nvariant {_NAME} "{title}" extends {", ".join(names)}\n\n{uses}'
    source = source_from_text(title, text)
    return load_source(source, settings=settings, extensions=extensions, bases=names)
