"""Messages about a text that is no move: the forms that may be meant, and the first word that fits none."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile
from typing import Final

from attrs import frozen

from splendor_dsl.identifiers import folded
from splendor_dsl.messages import listed, phrased
from splendor_dsl.notation.blanks import (
    AmountBlank,
    Blank,
    NumberBlank,
    PieceBlank,
    PlayerBlank,
    TokenBlank,
    TokensBlank,
)
from splendor_dsl.notation.forms import Form
from splendor_dsl.notation.moves import Place, Seat
from splendor_dsl.spelling import nearest

_FEW: Final = 2  # a word this short resembles too many others
_NUMBERED: Final = re.compile(r"([^\W\d]+)(\d+(?:-\d+)?)")


@frozen
class MisreadForm:
    """The point up to which a form can be read: the first word that does not fit, and the wanted word or blank."""

    at: int
    wanted: str | Blank | None


def forms_meant(forms: Sequence[Form], words: Sequence[str]) -> list[Form]:
    """Return the forms that begin with the first word or one similar to it; one of each pattern."""
    head = head_meant(forms, words)
    meant = {form.pattern: form for form in forms if _head(form) == head}
    return list(meant.values())


def head_meant(forms: Sequence[Form], words: Sequence[str]) -> str | None:
    """Return the first word of a form that equals the first of these or may be a typo of it."""
    first = words[0] if words else ""
    heads = list(dict.fromkeys(map(_head, forms)))
    if first in heads:
        return first
    return (nearest(first, heads) or _only_alike(first, heads)) if first else None


def _head(form: Form) -> str:
    return folded(form.pattern.split()[0])


def _only_alike(first: str, heads: Sequence[str]) -> str | None:
    """Return the one word of the same length that shares the first letter and most others: `bye` for `buy`."""
    alike = [
        head
        for head in heads
        if len(head) == len(first) > _FEW
        and head[0] == first[0]
        and len(set(head) & set(first)) > len(set(head)) // 2
    ]
    return alike[0] if len(alike) == 1 else None


def respellings(words: Sequence[str]) -> Iterator[list[str]]:
    """Yield other spellings of words that fit no form: `1-1` for `1 1`, `deck-1` for `deck1`, `2 plum` for `plum plum`.

    A hyphen after a blank may be the sign of a part: `deck--1` for `deck -1`, and `1-1` for `1 -1` if it is none.
    """
    for at, (one, other) in enumerate(pairwise(words)):
        if other.isdecimal():
            yield [*words[:at], f"{one}-{other}", *words[at + 2 :]]
        if other.startswith("-"):
            for joint in ("-", ""):
                yield [*words[:at], f"{one}{joint}{other}", *words[at + 2 :]]
        if one == other:
            many = len(list(takewhile(one.__eq__, words[at:])))
            yield [*words[:at], str(many), one, *words[at + many :]]
    for at, word in enumerate(words):
        split = _NUMBERED.fullmatch(word)
        if split is not None:
            yield [*words[:at], f"{split[1]}-{split[2]}", *words[at + 1 :]]


def misread(forms: Sequence[Form], words: Sequence[str]) -> str | None:
    """Return the fault of the first word that none of these forms can read; none if the forms disagree about it."""
    stuck = [_furthest(form, words) for form in forms]
    most = max((each.at for each in stuck), default=0)
    if most >= len(words):
        return None
    furthest = [each for each in stuck if each.at == most]
    messages = {_wrong(each, words) for each in furthest}
    if len(messages) == 1:
        return messages.pop()
    # The forms want different things there: a typo in a token decides which form is meant.
    slips = {_slip(words[most], each) for each in furthest} - {None}
    return slips.pop() if len(slips) == 1 else None


def _furthest(form: Form, words: Sequence[str]) -> MisreadForm:
    return max(_stuck(form, words, 0, 0), key=lambda stuck: stuck.at)


def _stuck(form: Form, words: Sequence[str], at: int, part: int) -> Iterator[MisreadForm]:
    wanted = form.words[part] if part < len(form.words) else None
    before = form.words[part - 1] if part else None
    # A set of tokens ends at the first word that is no token, so the set is at fault.
    yield MisreadForm(at, before if isinstance(before, TokensBlank) else wanted)
    if isinstance(wanted, str):
        if at < len(words) and words[at] == folded(wanted):
            yield from _stuck(form, words, at + 1, part + 1)
    elif wanted is not None:
        for after, _ in wanted.read(words, at):
            yield from _stuck(form, words, after, part + 1)


def _places(blank: PieceBlank) -> Iterator[str]:
    """Yield the text of one place in each zone that pieces are chosen from."""
    for source in blank.sources:
        zone = source.zone.zone
        yield blank.write(Place(zone, blank.lowest[zone], None if source.top else 1))


def _wrong(stuck: MisreadForm, words: Sequence[str]) -> str | None:
    """Return a message about the word that does not fit."""
    found = words[stuck.at]
    match stuck.wanted:
        case TokenBlank() | TokensBlank():
            return _no_token(found, words[: stuck.at], stuck.wanted.words())
        case PieceBlank():
            some = listed(dict.fromkeys(map(repr, _places(stuck.wanted))), "or")
            pattern = "expected a place such as {places}, found {found}"
            return phrased(pattern, places=some, found=repr(found))
        case NumberBlank() | AmountBlank():
            return phrased("expected a number, found {found}", found=repr(found))
        case PlayerBlank():
            example = stuck.wanted.write(Seat(1))
            pattern = "expected a player such as '{example}', found {found}"
            return phrased(pattern, example=example, found=repr(found))
        case None:
            pattern = "expected nothing after {before}, found {found}"
            return phrased(pattern, before=repr(" ".join(words[: stuck.at])), found=repr(found))
    return None


def _slip(found: str, stuck: MisreadForm) -> str | None:
    """Return a message with the token that a word may be a typo of, if a token is wanted."""
    wanted = stuck.wanted
    return (
        _near_token(found, wanted.words()) if isinstance(wanted, TokenBlank | TokensBlank) else None
    )


def _near_token(found: str, tokens: Sequence[str]) -> str | None:
    near = nearest(found, tokens)
    if near is None:
        return None
    pattern = "there is no token {found}: did you mean '{near}'?"
    return phrased(pattern, found=repr(found), near=near)


def _no_token(found: str, before: Sequence[str], tokens: Sequence[str]) -> str | None:
    names = {folded(token): token for token in tokens}
    if found in names:
        twice = phrased("'{token}' stands there twice", token=names[found])
        return twice if found in before else None
    slip = _near_token(found, tokens)
    if slip is not None:
        return slip
    only = listed(tokens)
    return phrased("there is no token {found}: only {only}", found=repr(found), only=only)
