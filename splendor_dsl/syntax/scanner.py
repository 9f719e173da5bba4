"""From characters to words and signs: the state of the parser decides which are possible."""

import re
from functools import cache
from typing import Final

from attrs import field, frozen

from splendor_dsl.syntax.table import END, Table, Terminal

UNREADABLE: Final = "$UNREADABLE"

# A word ends where its letters end: `inside` does not begin with the word `in`.
_WHOLE: Final = r"(?!(?<=\w)\w)"
# Words and signs of one spelling are looked up in a table, which is faster than a pattern for each.
_WORD: Final = "WORD_"
_SIGN: Final = "SIGN_"
_FIXED: Final = ((_WORD, r"[^\W\d]\w*"), (_SIGN, r'[^\w\s"#]'))

_compiled: Final = cache(re.compile)


@frozen(kw_only=True)
class Scanner:
    """A reader of one word of a certain set, after blanks and comments."""

    blank: re.Pattern[str]
    # Terminals of many spellings, in the order in which they are tried.
    open: tuple[tuple[str, re.Pattern[str]], ...]
    # The kind of each fixed spelling, by the terminal whose pattern matches it; it wins over a name.
    reserved: dict[str, dict[str, str]] = field(eq=False)

    def read(self, text: str, position: int) -> tuple[str, int, int]:
        """Return the kind of the next word, and where it begins and ends."""
        found = self.blank.match(text, position)
        start = position if found is None else found.end()
        for kind, pattern in self.open:
            match = pattern.match(text, start)
            if match is not None:
                return self._by_spelling(kind, text, start, match.end())
        return (END if start == len(text) else UNREADABLE), start, start

    def reads(self, text: str, kind: str) -> bool:
        """Return whether a text is one word of this kind."""
        return self.read(text, 0) == (kind, 0, len(text))

    def _by_spelling(self, kind: str, text: str, start: int, end: int) -> tuple[str, int, int]:
        """Return a word under the kind of its spelling, if it has one."""
        words = self.reserved.get(kind)
        if words is not None:
            kind = words.get(text[start:end], kind)
            if kind in (_WORD, _SIGN):
                return UNREADABLE, start, start
        return kind, start, end


def make_scanner(
    terminals: tuple[Terminal, ...], ignored: tuple[Terminal, ...], *, whole: bool = True
) -> Scanner:
    """Return a scanner of these words, tried in this order; `whole` ones end where letters end."""
    fixed = {each.fixed: each.name for each in terminals if each.fixed is not None}
    open_ones = [each for each in terminals if each.fixed is None]
    reserved = {
        each.name: {word: fixed[word] for word in each.covers if word in fixed}
        for each in open_ones
        if each.covers
    }
    for words in tuple(reserved.values()):
        fixed = {word: name for word, name in fixed.items() if word not in words}
    reserved[_WORD] = reserved[_SIGN] = fixed
    kinds = (*((each.name, each.pattern) for each in open_ones), *_FIXED)
    end = _WHOLE if whole else ""
    blank = "|".join(each.pattern for each in ignored)
    return Scanner(
        # Blanks match possessively: backtracking over long runs would take quadratic time.
        blank=_compiled(f"(?:{blank})*+"),
        open=tuple((name, _compiled(f"(?:{pattern}){end}")) for name, pattern in kinds),
        reserved=reserved,
    )


class Scanners:
    """The scanner for each state of a table, made when it is first needed."""

    def __init__(self, table: Table) -> None:
        """Make no scanner yet."""
        self.table = table
        self._ignored = tuple(each for each in table.terminals if each.name in table.ignored)
        self._of_state: list[Scanner | None] = [None] * len(table.states)
        self._of_words = cache(self._make)

    def of_state(self, state: int) -> Scanner:
        """Return the scanner of the words that are possible in a state."""
        found = self._of_state[state]
        if found is None:
            found = self._of_state[state] = self._of_words(frozenset(self.table.states[state]))
        return found

    @property
    def of_all(self) -> Scanner:
        """The scanner of all words."""
        return self._of_words(frozenset(each.name for each in self.table.terminals))

    def _make(self, names: frozenset[str]) -> Scanner:
        free = names - set(self.table.ignored)
        return make_scanner(
            tuple(each for each in self.table.terminals if each.name in free), self._ignored
        )
