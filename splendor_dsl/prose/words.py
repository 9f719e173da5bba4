"""The names of things and the sentences, in the language of the reader."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from typing import Any

from attrs import define, field

from splendor_dsl.ir.nodes import Ask, Decision
from splendor_dsl.languages import load_language
from splendor_dsl.messages import (
    ALL,
    BECAUSE,
    IN,
    NONE,
    TYPED,
    Counted,
    Listed,
    Message,
    NamedThing,
)
from splendor_dsl.notation.forms import Form
from splendor_dsl.notation.moves import Move
from splendor_dsl.notation.notation import Notation, NotationError, notation
from splendor_dsl.prose.smooth import smooth
from splendor_dsl.semantics.model import Model
from splendor_dsl.semantics.names import ENGLISH, GLOSS, NO_NAME, Name, NamesByPath


def translated(pattern: str, language: str, *, count: int = 1, **parts: str) -> str:
    """Return a sentence of the program by its pattern in English, in the form for a number."""
    spoken = load_language(language)
    text = spoken.sentences.get(pattern, pattern)
    if not isinstance(text, str):
        text = text[min(spoken.form_for(count), len(text) - 1)]
    return smooth(language, text.format(**parts))


@cache
def _names_of_every_game(language: str) -> NamesByPath:
    return {
        path: Name(
            texts=forms["name"],
            forms={word: texts for word, texts in forms.items() if word != "name"},
        )
        for path, forms in load_language(language).names.items()
    }


_HEAD = re.compile(r"(.+?)( (?:at|by|for|from|in|of|on|to|under|with) .*| \(.*)?")


def _plural(name: str) -> str:
    """Return the English plural of a name: that of its head noun, with the rest unchanged."""
    found = _HEAD.fullmatch(name)
    assert found is not None  # a name is not empty
    head, more = found[1], found[2] or ""
    return name if head.endswith("s") else f"{head}s{more}"


@define(kw_only=True, eq=False)
class Words:
    """One language, for one game.

    Things are named by the path of the clause that declares them. A name that a language lacks falls back to the
    English one; then to the title or the word in the rules.
    """

    rules: Notation = field(repr=False)  # the notation in the words of the rules
    language: str = ENGLISH
    names: Mapping[str, NamesByPath] = field(factory=dict, repr=False)  # by language
    players: Sequence[str] = ()  # their names in moves
    reasons: bool = True  # whether sentences give the reasons of clauses

    @property
    def model(self) -> Model:
        """The model of the rules."""
        return self.rules.program.model

    # ---- names -------------------------------------------------------------------------------
    def _given(self, language: str, path: str) -> Name:
        """Return the name that the rules give in a language."""
        return self.names.get(language, {}).get(path, NO_NAME)

    def _name(self, path: str) -> Name:
        own = self._given(self.language, path)
        return own.over(_names_of_every_game(self.language).get(path, NO_NAME))

    def _title(self, path: str) -> str | None:
        if path == "game":
            return self.model.title
        where = self.model.places.get(path)
        return None if where is None else where.title

    def _texts(self, path: str) -> tuple[str, ...]:
        """Return the counted forms, in this language or in English."""
        texts = self._name(path).texts
        if texts:
            return texts
        texts = self._given(ENGLISH, path).texts
        one = texts[0] if texts else self._title(path) or path.rpartition(".")[2].replace("_", " ")
        return (one, texts[1] if len(texts) > 1 else _plural(one))

    def _of_count(self, texts: tuple[str, ...], count: int) -> str:
        """Return the form for a number; the last one if the language has fewer."""
        place = load_language(self.language).form_for(count)
        return GLOSS.sub("", texts[min(place, len(texts) - 1)])

    def name(self, path: str, count: int = 1) -> str:
        """Return the name in the form for a number, without its gloss."""
        return self._of_count(self._texts(path), count)

    def in_full(self, path: str) -> str:
        """Return the name for one, with its gloss."""
        return self._texts(path)[0]

    def is_counted(self, path: str) -> bool:
        """Return whether a number of it counts things, as with points, rather than ranking them, as with levels."""
        texts = self._given(ENGLISH, path).texts
        return len(texts) > 1 and texts[0] != texts[1] == self._title(path)

    def heading(self, path: str) -> str:
        """Return the name by itself: in the plural if the rules have it so."""
        return self.name(path, 2 if self.is_counted(path) else 1)

    def number(self, path: str, count: int) -> str:
        """Return `4 points`, `level 3`."""
        if self.is_counted(path):
            return f"{count} {self.name(path, count)}"
        return f"{self.heading(path)} {count}"

    def form(self, path: str, word: str) -> str | None:
        """Return a form of the name that sentences need; none if the language lacks it."""
        return next(iter(self._name(path).forms.get(word, ())), None)

    def clause(self, path: str) -> str | None:
        """Return the clause as the source of a rule: its path, or in another language the name of the outer clause."""
        if self.language == ENGLISH:
            return path
        whole = ".".join(path.split(".")[:2])
        return self.heading(whole) if self._name(whole).texts else None

    def own_name(self, path: str) -> str | None:
        """Return the name that this language gives, if any."""
        return next(iter(self.own_names(path)), None)

    def own_names(self, path: str) -> tuple[str, ...]:
        """Return all names that this language gives: the forms of a noun, or a name for each of several."""
        return self._name(path).texts

    def reason(self, path: str) -> str | None:
        """Return the reason of a clause; none if there is none in this language, or if reasons are off."""
        if not self.reasons:
            return None
        where = self.model.places.get(path)
        own = self.form(path, BECAUSE)
        return where.because if own is None and where and self.language == ENGLISH else own

    def piece(self, path: str, title: str) -> str:
        """Return the name of a piece with a title."""
        return self.own_name(path) or title

    # ---- words that are typed ----------------------------------------------------------------
    def typed(self, path: str, word: str) -> tuple[str, ...]:
        """Return the words that may be typed for a thing: those of the language, or its name if that is one word."""
        return self._name(path).typed(self.language) or (word,)

    def aliases(self, path: str) -> tuple[str, ...]:
        """Return other words for a token: its displayed names, if they are single words."""
        names = (GLOSS.sub("", text) for text in self._texts(path))
        return tuple(name for name in names if len(name.split()) == 1)

    def counted(self, path: str, word: str, count: int) -> str:
        """Return the word for a token after a number."""
        return self._of_count(self.typed(path, word), count)

    def declined(self, path: str, word: str) -> str:
        """Return the name of a choice in the move that declines it."""
        return self.form(path, "object") or self.typed(path, word)[0]

    def phrase(self, pattern: str) -> str:
        """Return a sentence with its blanks unfilled."""
        text = load_language(self.language).sentences.get(pattern, pattern)
        return text if isinstance(text, str) else text[0]

    def shown(self, path: str, word: str) -> str:
        """Return the word that is typed for a thing; its name if the language has no such word."""
        typed = self.typed(path, word)[0]
        named = self.language != ENGLISH and bool(self._name(path).texts)
        return self.heading(path) if typed == word and (named or "_" in word) else typed

    def token(self, token: str, count: int = 1) -> str:
        """Return the word for a token, in the form for a number."""
        return self.counted(self._tokens[token], token, count)

    @cached_property
    def _tokens(self) -> dict[str, str]:
        return {token.name: token.where.path for token in self.model.tokens}

    # ---- sentences ---------------------------------------------------------------------------
    def say(self, pattern: str, **parts: Any) -> str:
        """Return a sentence by its pattern in English; `n` is the number that decides its form."""
        count = parts.get("n", 1)
        parts_ = {name: self.translate(part) for name, part in parts.items()}
        return translated(pattern, self.language, count=count, **parts_)

    def translate(self, text: object) -> str:
        """Return a message or any other text in this language, as far as translations exist."""
        match text:
            case Message():
                return self.say(text.pattern, **text.parts)
            case NamedThing():
                return self._called(text)
            case Counted():
                held = [f"{n} {self.token(token, n)}" for token, n in text.amounts]
                return self.listed(held) if held else self.say("nothing")
            case Listed():
                return self.listed(text.texts, text.joined_by)
            case Move():
                return self.move(text)
        return str(text)

    def _called(self, text: NamedThing) -> str:
        if self._tokens.get(str(text)) == text.path:
            return self.token(str(text), 0 if text.form == NONE else 1)
        if text.form == TYPED:
            return self.shown(text.path, str(text))
        if text.form == ALL:
            return str(text) if self.language == ENGLISH else self.name(text.path, 2)
        if text.form == IN:
            shown = self.shown(text.path, str(text))
            there = shown if self.language == ENGLISH else f"({shown})"
            return self.form(text.path, IN) or there
        if text.form == BECAUSE:
            return self.form(text.path, BECAUSE) or str(text)
        return str(text) if self.language == ENGLISH else self.heading(text.path)

    def listed(self, texts: Iterable[object], join: str = "and") -> str:
        """Return `a, b and c`."""
        *first, last = [self.translate(text) for text in texts]
        pattern = f"{{first}} {join} {{last}}"
        return self.say(pattern, first=", ".join(first), last=last) if first else last

    # ---- moves -------------------------------------------------------------------------------
    @cached_property
    def _moves(self) -> Notation:
        """The notation of moves in this language."""
        return notation(self.rules.program, self)

    @property
    def forms(self) -> tuple[Form, ...]:
        """The forms in which moves are written in this language, in the order of those of the rules."""
        return self._moves.forms

    @property
    def outlines(self) -> tuple[str, ...]:
        """The forms of moves in this language."""
        decisions = self.rules.program.decisions
        may = (f for f in self._moves.forms if f.kind != "decline" or _may(decisions[f.decision]))
        return tuple(dict.fromkeys(form.outline for form in may))

    def move(self, move: Move | str, players: Sequence[str] | None = None) -> str:
        """Return a move in this language; an example has players of its own."""
        names = self.players if players is None else players
        found = self._in_rules(move, names) if isinstance(move, str) else move
        return self._moves.write(found, names)

    def _in_rules(self, text: str, players: Sequence[str]) -> Move:
        try:
            return self.rules.parse(text, players)
        except NotationError:
            # An example may show an illegal move with pieces from a zone that the choice does not offer.
            found = self.rules.elsewhere(text, players)
            if found is None:
                raise
            return found[0]

    def read(self, text: str) -> Move:
        """Return the move that a text stands for, in this language or in the words of the rules."""
        try:
            return self._plain(self._moves.parse(text, self.players))
        except NotationError as error:
            try:
                return self.rules.parse(text, self.players)
            except NotationError as plain:
                # The error with a suggestion is the more helpful one.
                raise (plain if error.near is None else error) from None

    def _plain(self, move: Move) -> Move:
        return self.rules.parse(self.rules.write(move))


def _may(decision: Decision) -> bool:
    """Return whether a choice may be declined although there are options."""
    return isinstance(decision, Ask) and decision.may
