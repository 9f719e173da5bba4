"""The names of things in a language: the texts that `names` gives to the paths of clauses."""

import re
from collections.abc import Mapping
from typing import Final

from attrs import field, frozen

from splendor_dsl.identifiers import normalised
from splendor_dsl.syntax.ast import Translation

ENGLISH: Final = "en"
TYPED: Final = "as"
GLOSS: Final = re.compile(r" \([^)]*\)$")  # an explanation of the name, for lists of things


@frozen(kw_only=True)
class Name:
    """The counted forms of a name, and by their words the forms that sentences need."""

    texts: tuple[str, ...] = ()
    forms: Mapping[str, tuple[str, ...]] = field(factory=dict)

    def over(self, other: "Name") -> "Name":
        """Return the name of a later layer, completed by an earlier one."""
        return Name(texts=self.texts or other.texts, forms={**other.forms, **self.forms})

    def typed(self, language: str) -> tuple[str, ...]:
        """Return the words that may be typed for it: the language's own, or its name there if that is one word."""
        typed = self.forms.get(TYPED, ())
        if not typed and language != ENGLISH and len(" ".join(self.texts[:1]).split()) == 1:
            typed = self.texts
        return tuple(GLOSS.sub("", text) for text in typed)


NamesByPath = Mapping[str, Name]

NO_NAME = Name()


def name_of(construct: Translation) -> Name:
    """Return the name that a translation gives."""
    forms = {form.word: form.texts for form in construct.forms}
    if TYPED in forms:
        forms[TYPED] = tuple(map(normalised, forms[TYPED]))
    return Name(texts=construct.texts, forms=forms)
