"""What things are called, and how sentences are put, in the language of whoever looks."""

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
from splendor_dsl.notation.moves import Move
from splendor_dsl.notation.notation import Notation, NotationError, notation
from splendor_dsl.prose.smooth import smooth
from splendor_dsl.semantics.model import Model
from splendor_dsl.semantics.names import ENGLISH, GLOSS, NO_NAME, Name, NamesByPath


def said(pattern: str, language: str, *, count: int = 1, **parts: str) -> str:
    """A sentence of the program by its pattern in English, in the form for a number."""
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
    """The plural of a name in English: of its head, with what follows that as it is."""
    found = _HEAD.fullmatch(name)
    assert found is not None  # a name is not empty
    head, more = found[1], found[2] or ""
    return name if head.endswith("s") else f"{head}s{more}"


@define(kw_only=True, eq=False)
class Words:
    """One language, for one game.

    Things are named by the path of the clause that brings them. What a language does not name is called as in
    English; what is not named there, by its title or by its word in the rules.
    """

    rules: Notation = field(repr=False)  # moves in the words of the rules
    language: str = ENGLISH
    names: Mapping[str, NamesByPath] = field(factory=dict, repr=False)  # by language
    players: Sequence[str] = ()  # what they are called in moves
    reasons: bool = True  # whether sentences give the reasons of clauses

    @property
    def model(self) -> Model:
        """The meaning of the rules."""
        return self.rules.program.model

    # ---- names -------------------------------------------------------------------------------
    def _given(self, language: str, path: str) -> Name:
        """What the rules give as a name in a language."""
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
        """The counted forms, in this language or in English."""
        texts = self._name(path).texts
        if texts:
            return texts
        texts = self._given(ENGLISH, path).texts
        one = texts[0] if texts else self._title(path) or path.rpartition(".")[2].replace("_", " ")
        return (one, texts[1] if len(texts) > 1 else _plural(one))

    def _of_count(self, texts: tuple[str, ...], count: int) -> str:
        """The form for so many; where a language gives fewer, its last."""
        place = load_language(self.language).form_for(count)
        return GLOSS.sub("", texts[min(place, len(texts) - 1)])

    def name(self, path: str, count: int = 1) -> str:
        """The name in the form for so many, without what explains it."""
        return self._of_count(self._texts(path), count)

    def in_full(self, path: str) -> str:
        """The name for one of it, with what explains it."""
        return self._texts(path)[0]

    def is_counted(self, path: str) -> bool:
        """Whether a number of it is so many of it, as with points, and not a rank, as with levels."""
        texts = self._given(ENGLISH, path).texts
        return len(texts) > 1 and texts[0] != texts[1] == self._title(path)

    def heading(self, path: str) -> str:
        """The name by itself: in the plural where the rules have it so."""
        return self.name(path, 2 if self.is_counted(path) else 1)

    def number(self, path: str, count: int) -> str:
        """`4 points`, `level 3`."""
        if self.is_counted(path):
            return f"{count} {self.name(path, count)}"
        return f"{self.heading(path)} {count}"

    def form(self, path: str, word: str) -> str | None:
        """A form of the name that sentences need; none if the language does not give it."""
        return next(iter(self._name(path).forms.get(word, ())), None)

    def clause(self, path: str) -> str | None:
        """A clause for those who ask for the rule: by its path, or in another language by what it is a part of."""
        if self.language == ENGLISH:
            return path
        whole = ".".join(path.split(".")[:2])
        return self.heading(whole) if self._name(whole).texts else None

    def own_name(self, path: str) -> str | None:
        """The name that this language gives; none if it gives none."""
        return next(iter(self.own_names(path)), None)

    def own_names(self, path: str) -> tuple[str, ...]:
        """All that this language calls it: the forms of a noun, or a name for each of several."""
        return self._name(path).texts

    def reason(self, path: str) -> str | None:
        """Why a clause is so; none if the rules, or this language, do not say, or if no reasons are wanted."""
        if not self.reasons:
            return None
        where = self.model.places.get(path)
        own = self.form(path, BECAUSE)
        return where.because if own is None and where and self.language == ENGLISH else own

    def piece(self, path: str, title: str) -> str:
        """What a piece with a title is called."""
        return self.own_name(path) or title

    # ---- words that are typed ----------------------------------------------------------------
    def typed(self, path: str, word: str) -> tuple[str, ...]:
        """What may be typed for a thing: what the language says, or its name there if that is one word."""
        return self._name(path).typed(self.language) or (word,)

    def aliases(self, path: str) -> tuple[str, ...]:
        """What else may be understood for a token: the name that is shown for it, if that is one word."""
        names = (GLOSS.sub("", text) for text in self._texts(path))
        return tuple(name for name in names if len(name.split()) == 1)

    def counted(self, path: str, word: str, count: int) -> str:
        """How a token is written after a number."""
        return self._of_count(self.typed(path, word), count)

    def declined(self, path: str, word: str) -> str:
        """How a choice is called where it is declined."""
        return self.form(path, "object") or self.typed(path, word)[0]

    def phrase(self, pattern: str) -> str:
        """A sentence before anything is put into it."""
        text = load_language(self.language).sentences.get(pattern, pattern)
        return text if isinstance(text, str) else text[0]

    def shown(self, path: str, word: str) -> str:
        """The word for a thing that is typed; its name where the language has no such word."""
        typed = self.typed(path, word)[0]
        named = self.language != ENGLISH and bool(self._name(path).texts)
        return self.heading(path) if typed == word and (named or "_" in word) else typed

    def token(self, token: str, count: int = 1) -> str:
        """The word for a token, in the form for so many."""
        return self.counted(self._tokens[token], token, count)

    @cached_property
    def _tokens(self) -> dict[str, str]:
        return {token.name: token.where.path for token in self.model.tokens}

    # ---- sentences ---------------------------------------------------------------------------
    def say(self, pattern: str, **parts: Any) -> str:
        """A sentence that is known by its pattern in English; `n` is the number that its form goes by."""
        count = parts.get("n", 1)
        told = {name: self.tell(part) for name, part in parts.items()}
        return said(pattern, self.language, count=count, **told)

    def tell(self, text: object) -> str:
        """A text that was written in English, in this language as far as it can be said there."""
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
        """`a, b and c`."""
        *first, last = [self.tell(text) for text in texts]
        pattern = f"{{first}} {join} {{last}}"
        return self.say(pattern, first=", ".join(first), last=last) if first else last

    # ---- moves -------------------------------------------------------------------------------
    @cached_property
    def _moves(self) -> Notation:
        """How moves are typed in this language."""
        return notation(self.rules.program, self)

    @property
    def outlines(self) -> tuple[str, ...]:
        """The forms in which moves are typed."""
        decisions = self.rules.program.decisions
        may = (f for f in self._moves.forms if f.kind != "decline" or _may(decisions[f.decision]))
        return tuple(dict.fromkeys(form.outline for form in may))

    def move(self, move: Move | str, players: Sequence[str] | None = None) -> str:
        """A move as it is typed in this language; an example has players of its own."""
        names = self.players if players is None else players
        found = self._in_rules(move, names) if isinstance(move, str) else move
        return self._moves.write(found, names)

    def _in_rules(self, text: str, players: Sequence[str]) -> Move:
        try:
            return self.rules.parse(text, players)
        except NotationError:
            # An example may say that something is no move: pieces that lie where none is chosen.
            found = self.rules.elsewhere(text, players)
            if found is None:
                raise
            return found[0]

    def read(self, text: str) -> Move:
        """The move that a text stands for, in this language or in the words of the rules."""
        try:
            return self._plain(self._moves.parse(text, self.players))
        except NotationError as error:
            try:
                return self.rules.parse(text, self.players)
            except NotationError as plain:
                # Whichever can tell what was meant is told.
                raise (plain if error.near is None else error) from None

    def _plain(self, move: Move) -> Move:
        return self.rules.parse(self.rules.write(move))


def _may(decision: Decision) -> bool:
    """Whether a choice may be declined where something can be chosen."""
    return isinstance(decision, Ask) and decision.may
