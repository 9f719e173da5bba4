"""The sentences of the program itself in the languages that it speaks: two files a language.

A sentence is known by its pattern in English. A file gives it in its language, as one text or, where `n` stands in
it, as one text for each form that a number may ask for; and names for what belongs to every game.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from attrs import field, frozen

from splendor_dsl.semantics.names import Name, NamesByPath

FOLDER = Path(__file__).with_name("languages")


@frozen(kw_only=True)
class Phrases:
    """What one language has: texts by their English pattern, and names by path."""

    texts: Mapping[str, str | tuple[str, ...]] = field(factory=dict, repr=False)
    names: NamesByPath = field(factory=dict, repr=False)


def spoken() -> tuple[str, ...]:
    """The languages that the program speaks."""
    return tuple(sorted(file.stem for file in FOLDER.glob("*.toml")))


@cache
def phrases(language: str) -> Phrases:
    """The sentences of a language; none for one that the program does not speak."""
    if language not in spoken():
        return Phrases()
    read, rules = (
        tomllib.loads((folder / f"{language}.toml").read_text(encoding="utf-8"))
        for folder in (FOLDER, FOLDER / "rules")
    )
    texts = {
        pattern: text if isinstance(text, str) else tuple(text)
        for pattern, text in (read["phrases"] | rules["phrases"]).items()
    }
    names = {
        path: Name(
            texts=tuple(of["name"]),
            forms={word: tuple(forms) for word, forms in of.items() if word != "name"},
        )
        for path, of in read["names"].items()
    }
    return Phrases(texts=texts, names=names)
