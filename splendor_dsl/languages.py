"""The languages of the program's output: each is two files of data, and needs no code.

`languages/CODE.toml` has the grammar of its nouns, the sentences of the program by their patterns in English, and the
names of what belongs to every game; `languages/rules/CODE.toml` has the sentences of rulebooks.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from attrs import field, frozen

FOLDER: Final = Path(__file__).with_name("languages")


@frozen(kw_only=True)
class SpokenLanguage:
    """One language, as its files have it.

    `forms` has a pattern of the numbers for each form of a noun but the last, which is for all others. `had` is the word
    for the form of one thing that somebody has, if that is a form of its own. `joins` has replacements for words that
    follow each other in a sentence. `every_game`: all bundled games have names in this language.
    """

    forms: tuple[re.Pattern[str], ...] = (re.compile("1"),)
    had: str | None = None
    joins: tuple[tuple[re.Pattern[str], str], ...] = ()
    every_game: bool = False
    sentences: Mapping[str, str | tuple[str, ...]] = field(factory=dict, repr=False)
    names: Mapping[str, Mapping[str, tuple[str, ...]]] = field(factory=dict, repr=False)

    def form_for(self, count: int) -> int:
        """Return the index of the form for a number: 0 for one thing, 1 for several or for a few."""
        number = str(abs(count))
        matching = (at for at, numbers in enumerate(self.forms) if numbers.fullmatch(number))
        return next(matching, len(self.forms))


@cache
def spoken() -> tuple[str, ...]:
    """Return the codes of the languages of the program's output."""
    return tuple(sorted(file.stem for file in FOLDER.glob("*.toml")))


@cache
def load_language(code: str) -> SpokenLanguage:
    """Return the language of a code; one without sentences if the program does not know it."""
    if code not in spoken():
        return SpokenLanguage()
    own, rules = (
        tomllib.loads((folder / f"{code}.toml").read_text(encoding="utf-8"))
        for folder in (FOLDER, FOLDER / "rules")
    )
    return SpokenLanguage(
        forms=tuple(map(re.compile, own["nouns"]["forms"])),
        had=own["nouns"].get("had"),
        joins=tuple(
            (re.compile(pattern), replacement)
            for pattern, replacement in own.get("joins", {}).items()
        ),
        every_game=own.get("every_game", False),
        sentences={
            pattern: text if isinstance(text, str) else tuple(text)
            for pattern, text in (own["phrases"] | rules["phrases"]).items()
        },
        names={
            path: {word: tuple(texts) for word, texts in forms.items()}
            for path, forms in own["names"].items()
        },
    )


def forms_of(code: str) -> int:
    """Return the number of forms of a counted noun; one if the program does not know the language."""
    return len(load_language(code).forms) + 1 if code in spoken() else 1
