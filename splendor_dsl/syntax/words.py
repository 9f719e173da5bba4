"""From characters to words and signs: which of them comes next depends on what may stand there."""

import re
from functools import cache
from typing import Final

from attrs import field, frozen

from splendor_dsl.syntax.table import END, Table, Terminal

UNREADABLE: Final = "$UNREADABLE"

# A word ends where its letters end: `in` does not begin `inside`.
_WHOLE: Final = r"(?!(?<=\w)\w)"


@frozen(kw_only=True)
class Scanner:
    """Finds one word of a certain set, after blanks and comments."""

    pattern: re.Pattern[str]
    # The fixed spellings that a pattern of words (a name) covers too: they win.
    reserved: dict[str, dict[str, str]] = field(eq=False)

    def read(self, text: str, position: int) -> tuple[str, int, int]:
        """The kind of the next word, and where it begins and ends."""
        match = self.pattern.match(text, position)
        if match is None:
            return UNREADABLE, position, position
        kind = match.lastgroup
        if kind is None:
            place = match.end()
            return (END if place == len(text) else UNREADABLE), place, place
        start, end = match.span(kind)
        words = self.reserved.get(kind)
        if words is not None:
            kind = words.get(text[start:end], kind)
        return kind, start, end


def make_scanner(
    terminals: tuple[Terminal, ...], ignored: tuple[Terminal, ...], *, whole: bool = True
) -> Scanner:
    """The scanner of these words, tried in this order; `whole` ones end where letters end."""
    reserved: dict[str, dict[str, str]] = {}
    covered: set[str] = set()
    for wide in terminals:
        words = _covered(wide, terminals)
        if words:
            reserved[wide.name] = words
            covered.update(words.values())
    free = [each for each in terminals if each.name not in covered]
    blank = "|".join(each.pattern for each in ignored)
    # The blanks are possessive: given back one by one, long runs would take quadratic time.
    choice = "|".join(f"(?P<{each.name}>{each.pattern})" for each in free)
    return Scanner(
        pattern=re.compile(f"(?:{blank})*+(?:(?:{choice}){_WHOLE if whole else ''})?"),
        reserved=reserved,
    )


def _covered(wide: Terminal, terminals: tuple[Terminal, ...]) -> dict[str, str]:
    if wide.fixed is not None:
        return {}
    matches = re.compile(wide.pattern).fullmatch
    return {
        each.fixed: each.name
        for each in terminals
        if each.fixed is not None and each.priority == wide.priority and matches(each.fixed)
    }


class Scanners:
    """The scanner for each state of a table, made when it is first needed."""

    def __init__(self, table: Table) -> None:
        """Nothing is made yet."""
        self.table = table
        self._ignored = tuple(each for each in table.terminals if each.name in table.ignored)
        self._of_state: list[Scanner | None] = [None] * len(table.states)
        self._of_words = cache(self._make)

    def of_state(self, state: int) -> Scanner:
        """The scanner of what may stand in this state."""
        found = self._of_state[state]
        if found is None:
            found = self._of_state[state] = self._of_words(frozenset(self.table.states[state]))
        return found

    @property
    def of_all(self) -> Scanner:
        """The scanner of any word at all."""
        return self._of_words(frozenset(each.name for each in self.table.terminals))

    def _make(self, names: frozenset[str]) -> Scanner:
        free = names - set(self.table.ignored)
        return make_scanner(
            tuple(each for each in self.table.terminals if each.name in free), self._ignored
        )
