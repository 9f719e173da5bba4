"""Moves from text and to text, and all moves that can be written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, assert_never

from attrs import define, evolve, field

from splendor_dsl.identifiers import folded
from splendor_dsl.interpreter.choices import Option
from splendor_dsl.ir.layout import Layout
from splendor_dsl.ir.nodes import Ask, KeepLimits, Payment, Program
from splendor_dsl.messages import listed, phrased
from splendor_dsl.notation.blanks import (
    Blank,
    PieceBlank,
    PlayerBlank,
    Reading,
    readings,
    words_in,
)
from splendor_dsl.notation.forms import Form, forms
from splendor_dsl.notation.misread_moves import forms_meant, head_meant, misread, respellings
from splendor_dsl.notation.moves import Move, Place, Seat
from splendor_dsl.notation.vocabulary import PLAIN, Vocabulary
from splendor_dsl.semantics.model import (
    Choose,
    ChooseNumber,
    ChoosePiece,
    ChoosePlayer,
    ChooseToken,
    ChooseTokens,
)

_MOST_TEXT = 300  # unless a game has longer moves


class NotationError(ValueError):
    """A text that is no move of this game; `near` is the nearest form, `meant` the corrected move if there is one."""

    def __init__(self, message: str, near: str | None = None, meant: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.near = near
        self.meant = meant


@define
class Notation:
    """The notation of a game's moves."""

    program: Program
    forms: tuple[Form, ...]
    _moves: dict[tuple[int, int, Option], Move] = field(factory=dict, repr=False)
    _last: tuple[tuple[str, ...], tuple[Form, ...]] = field(default=((), ()), repr=False)

    # ---- reading ---------------------------------------------------------------------------
    def parse(self, text: str, players: Sequence[str] = ()) -> Move:
        """Return the move that a text stands for; case, spaces and the order of a set don't matter.

        Each name in `players` may stand for its seat.
        """
        if len(text) > _MOST_TEXT and len(text) > max(map(_longest, self.forms)):
            pattern = "expected a move, found a text of {n} characters"
            message = phrased(pattern, n=len(text))
            raise NotationError(message)
        found = self._meant(text, players)
        if found is None:
            raise self._unreadable(text, players)
        return found

    def _meant(self, text: str, players: Sequence[str]) -> Move | None:
        """Return the move that a text stands for, if any."""
        return next(filter(None, (self._read(each, players) for each in readings(text))), None)

    def _read(self, reading: Reading, players: Sequence[str]) -> Move | None:
        """Return the move that words stand for, if any; player names count only if nothing else fits."""
        for readers in (self.forms, self._named(players)):
            for form, reader in zip(self.forms, readers, strict=True):
                for values in _filled(reader, reading):
                    return form.move(values)
        return None

    def _named(self, players: Sequence[str]) -> tuple[Form, ...]:
        """Return the forms in which a player may be called by name."""
        names, last = tuple(players), self._last
        if not names:
            return self.forms
        if last[0] != names:
            called = (tuple(_with_names(word, names) for word in form.words) for form in self.forms)
            pairs = zip(self.forms, called, strict=True)
            last = self._last = names, tuple(evolve(form, words=words) for form, words in pairs)
        return last[1]

    def _unreadable(self, text: str, players: Sequence[str]) -> NotationError:
        signed = any(form.below_zero for form in self.forms)
        words = next(readings(text)).words if signed else words_in(text)
        forms = [form for form in self._named(players) if form.kind != "decline"]
        meant = forms_meant(forms, words)
        found = " ".join(text.split())
        if not meant:
            known = ", ".join(dict.fromkeys(repr(form.outline) for form in forms))
            none = phrased("expected one of {known}, found {found}", known=known, found=repr(found))
            return NotationError(none)
        head = head_meant(forms, words)
        right = words if head is None else [head, *words[1:]]
        same = listed(list(dict.fromkeys(repr(form.outline) for form in meant)), "or")
        wrong = misread(meant, words)
        message = phrased("expected {forms}, found {found}", forms=same, found=repr(found))
        if wrong is not None:
            message = phrased("{found}: {wrong}", found=repr(found), wrong=wrong)
        moves = (self._read(Reading(each), players) for each in (right, *respellings(right)))
        move = next(filter(None, moves), None)
        return NotationError(message, meant[0].pattern, None if move is None else str(move))

    def elsewhere(self, text: str, players: Sequence[str] = ()) -> tuple[Move, str] | None:
        """Return the move that a text would be if choices took pieces from any zone, and the path of the choice.

        None if the text fits no form even then.
        """
        pairs = zip(self.forms, self._named(players), strict=True)
        for reading, (form, named) in product(readings(text), pairs):
            wide = evolve(named, words=tuple(map(_anywhere, named.words)))
            for values in _filled(wide, reading):
                for blank in form.blanks:
                    if isinstance(blank, PieceBlank) and not blank.takes(values[blank.name]):
                        return form.move(values), blank.path
        return None

    # ---- writing ---------------------------------------------------------------------------
    def move(self, option: Option, seat: int, layout: Layout) -> Move:
        """Return an option as a move of the player who has it."""
        key = layout.players, seat, option  # the place of a piece depends on the number of players
        found = self._moves.get(key)
        if found is None:
            found = self._moves[key] = self._written(option, seat, layout)
        return found

    def _written(self, option: Option, seat: int, layout: Layout) -> Move:
        number, picks = option
        decision = self.program.decisions[number]
        own = [form for form in self.forms if form.decision == number]
        match decision:
            case Payment():
                assert picks is not None  # only an Ask can be declined
                pair, count = picks
                return own[pair].move({"count": count})
            case KeepLimits():
                assert picks is not None
                token = self.program.model.tokens[picks[1]]
                return own[0].move({"token": token.name})
            case Ask() if picks is None:
                return own[1].move({})
        choices = [step for step in decision.steps if isinstance(step, Choose)]
        values = {
            step.name: self._value(step, pick, seat, layout)
            for step, pick in zip(choices, picks or (), strict=True)
        }
        return own[0].move(values)

    def _value(self, step: Choose, pick: Any, seat: int, layout: Layout) -> Any:
        names = self.program.model.token_names()
        match step:
            case ChooseToken():
                return names[pick]
            case ChooseTokens():
                return tuple(names[token] for token in pick)
            case ChoosePiece():
                return _place(step, pick, seat, layout)
            case ChooseNumber():
                return pick
            case ChoosePlayer():
                return Seat(pick)
        assert_never(step)

    def write(self, move: Move, players: Sequence[str] = ()) -> str:
        """Return a move in the words of this notation, whatever words it was read in.

        Players appear by name if the text still reads as the same move.
        """
        plain = self._in_words(move, self.forms)
        named = self._in_words(move, self._named(players))
        if named == plain or len(named) > _MOST_TEXT:
            return plain
        read = self._meant(named, players)
        return named if read is not None and read.text == plain else plain

    def _in_words(self, move: Move, forms: Sequence[Form]) -> str:
        pair = move.args[1:] if move.kind == "pay" else None
        for form in forms:
            if (form.decision, form.kind) == (move.decision, move.kind) and form.pair == pair:
                return form.move(dict(zip(form.choices, move.args, strict=False))).text
        return move.text

    # ---- everything ------------------------------------------------------------------------
    def all_moves(self, layout: Layout) -> Iterator[Move]:
        """Yield every move that can be written and might mean something, once each."""
        seen: set[Move] = set()
        for form in self.forms:
            ranges = [list(self._range(form, blank, layout)) for blank in form.blanks]
            for values in product(*ranges):
                named = zip((blank.name for blank in form.blanks), values, strict=True)
                move = form.move(dict(named))
                if move not in seen:
                    seen.add(move)
                    yield move

    def _range(self, form: Form, blank: Any, layout: Layout) -> Iterator[Any]:
        if form.pair is None:
            return iter(blank.all(layout))
        wild = self.program.model.token_names().index(form.pair[1])
        return iter(range(layout.stock[wild] + 2))


def notation(program: Program, vocabulary: Vocabulary = PLAIN) -> Notation:
    """Return the notation of a game in the words of a vocabulary."""
    return Notation(program, forms(program, vocabulary))


def _longest(form: Form) -> int:
    """Return the greatest length of a move of a form, with one space between words."""
    return sum(item.longest + 1 for item in form.items(written=False)) - 1


def _with_names(word: str | Blank, names: tuple[str, ...]) -> str | Blank:
    return evolve(word, names=names) if isinstance(word, PlayerBlank) else word


def _anywhere(word: str | Blank) -> str | Blank:
    return word.anywhere() if isinstance(word, PieceBlank) else word


def _filled(form: Form, reading: Reading) -> Iterator[dict[str, Any]]:
    """Yield the values for the blanks of a form that a text may have; a hyphen that may be a sign joins no words."""
    if not (reading.joins and form.below_zero):
        yield from _match(form, reading.words, 0, 0)


def _match(form: Form, words: Sequence[str], at: int, part: int) -> Iterator[dict[str, Any]]:
    """Yield the values with which the words from `at` on fill the rest of a form."""
    if part == len(form.words):
        if at == len(words):
            yield {}
        return
    piece = form.words[part]
    if isinstance(piece, str):
        if at < len(words) and words[at] == folded(piece):
            yield from _match(form, words, at + 1, part + 1)
        return
    for after, value in piece.read(words, at):
        for rest in _match(form, words, after, part + 1):
            yield {piece.name: value, **rest}


def _place(step: ChoosePiece, pick: tuple[int, int], seat: int, layout: Layout) -> Place:
    """Return the place of a picked piece, as its player writes it."""
    cell = layout.cells[pick[0]]
    tops = {source.zone.zone for source in step.sources if source.top}
    others = {source.zone.zone for source in step.sources if not source.top}
    top = cell.name in tops and cell.name not in others
    return Place(
        zone=cell.name,
        part=cell.part,
        place=None if top else pick[1] + 1,
        owner=None if cell.seat in {None, seat} else cell.seat,
    )
