"""Keys: the meaning of each word, variable and table of a lowered game.

A key is a value with a class of its own, never a text made of names that an author chose: two elements of a game can't
share a key, whatever their names. Generated code spells no such name either. Registers have names of ours, and all else
is numbered: the word at address 17 is `word17`, a list of constants `table3`, rows of options `rows4`.
"""

from __future__ import annotations

from enum import Enum
from typing import Generic, TypeVar, assert_never

from attrs import define, field, frozen

Part = int | None
Numbers = tuple[int, ...]
Rows = tuple[Numbers, ...]


# ---- words -----------------------------------------------------------------------------------
class Register(Enum):
    """A register of the game's flow; generated code calls it by its value."""

    PLAYERS = "players"
    PC = "pc"
    KEY = "key"
    DRAWN = "drawn"
    MOVER = "mover"
    ROUND = "round"
    TURN = "turn"
    PASSES = "passes"
    ACTED = "acted"
    AGAIN = "again"
    OVER = "over"
    OWED = "owed"
    OWED_ACTIONS = "owed_actions"


@frozen
class Pile:
    """The tokens in a zone, in lanes."""

    zone: str


@frozen
class Length:
    """The number of pieces in a part of a zone without places."""

    zone: str
    part: Part


@frozen
class Count:
    """The value of a counter."""

    counter: str


@frozen
class Holder:
    """The player who holds a marker."""

    marker: str


@frozen
class Since:
    """The round in which the condition of an end was met, 0 before."""

    end: str


@frozen
class Sum:
    """A running sum over pieces, by its number."""

    number: int


Word = Register | Pile | Length | Count | Holder | Since | Sum


def title_of(word: Word) -> str:
    """Return a title of a word, for readers of the code."""
    match word:
        case Register():
            return word.value
        case Pile():
            return f"tokens in {word.zone}"
        case Length():
            return f"pieces in {word.zone}" + ("" if word.part is None else f" {word.part}")
        case Count():
            return f"counter {word.counter}"
        case Holder():
            return f"holder of {word.marker}"
        case Since():
            return f"end {word.end} since"
        case Sum():
            return f"sum {word.number}"
    assert_never(word)


# ---- tables ----------------------------------------------------------------------------------
Content = TypeVar("Content", bound=tuple[object, ...])


@define
class Constants(Generic[Content]):
    """Constants of generated code under numbered names; equal ones share a name."""

    prefix: str
    by_name: dict[str, Content] = field(factory=dict)
    titles: dict[str, str] = field(factory=dict)  # by name: the first title, for readers
    _names: dict[Content, str] = field(factory=dict)

    def add(self, content: Content, title: str) -> str:
        """Return the name of some constants."""
        name = self._names.get(content)
        if name is None:
            name = self._names[content] = f"{self.prefix}{len(self._names)}"
            self.by_name[name], self.titles[name] = content, title
        return name


def comment(text: str) -> str:
    """Return a text as a comment of Python, which ends with its line whatever the text holds."""
    return f"# {text if text.isprintable() else ascii(text)}"
