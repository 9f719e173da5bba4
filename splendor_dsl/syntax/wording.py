"""The words and signs of the language, as messages name them."""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Final

from splendor_dsl.syntax.table import END, Table, Terminal

_SHOWN: Final = 6
_LENGTH: Final = 40
_BLANKS: Final = re.compile(r"\[ \t\]\+")
_BEHIND: Final = re.compile(r"\\b|\(\?=.*\)$")
_ALTERNATIVES: Final = re.compile(r"\(\?:([^()]+)\)([^()]*)")
_WORDS: Final = re.compile(r"[a-z]+(?: [a-z]+)*")

_PHRASES: Final[Mapping[str, str]] = {
    "NAME": "a name",
    "LABEL": "a label such as 'room:'",
    "INT": "a number",
    "STRING": "a text in quotes",
    "CITE": "the id of a clause",
    "PATH": "a path such as 'end.ranking'",
    "_LPAR": "'('",
    "_COMMA": "','",
    "_SEP": "a new line",
    END: "the end of the file",
    "OF_A_PLAYER": "'of a player'",
    "AT_END_OF_TURN": "'at end of turn'",
    "OFFERED": "'if nothing else is possible'",
    "ROUNDS": "'rounds'",
    "IN_SNAKE_ORDER": "'in snake order'",
    "REFILL_WHEN": "'at once' or 'when empty'",
    "MEMORY": "'remembered' or 'judged again'",
    "UP_TO": "'up to'",
    "CAN_PLAY": "'can play'",
    "CANNOT_PLAY": "'cannot play'",
    "CAN_SEE": "'can see'",
    "CANNOT_SEE": "'cannot see'",
    "GIVEN_PLACE": "a place such as '2-1'",
    "COMPARE": "a comparison such as '>='",
    "SUM_SIGN": "'+'",
    "MIN_MAX": "'min' or 'max'",
    "QUANTIFIER": "'any' or 'every'",
    "OVER": "'sum over', 'most over' or 'least over'",
}

# Words of the language that are part of fixed phrases, or of terminals that match signs too.
WITHIN: Final = (
    "again", "covers", "empty", "every", "less", "least", "most", "nothing", "once", "only", "order", "over", "owed",
    "owner", "play", "player", "possible", "rounds", "see", "snake", "turn", "when",
)  # fmt: skip

# (words that must be possible, the phrase for them, all words that it covers)
_VALUE: Final = frozenset({
    "NAME", "INT", "_LPAR", "MIN_MAX", "QUANTIFIER", "OVER", "SUM_SIGN", "-", "different", "sum", "not",
})  # fmt: skip
_OPERATORS: Final = frozenset({
    "SUM_SIGN", "+", "-", "*", "COMPARE", "=", "and", "or", "covers", "|", "in", "of", "each", "where",
})  # fmt: skip
_ENDING: Final = frozenset({"at", "finish"})
_CAN: Final = frozenset({"CAN_PLAY", "CANNOT_PLAY", "CAN_SEE", "CANNOT_SEE"})
_GROUPS: Final = (
    (frozenset({"INT", "_LPAR", "MIN_MAX"}), "a value such as '3' or 'points'", _VALUE),
    (_ENDING, "'at once' or 'finish the round'", _ENDING),
    (_CAN, "'can' or 'cannot' with 'play' or 'see'", _CAN),
)
_STEPS: Final = frozenset({"require", "gain", "move"})  # some of them
# Words that are nearly always possible are left out where there are better ones.
_ASIDE: Final = (_OPERATORS, frozenset({"cite", "because"}))


def spelling(terminal: Terminal) -> str:
    """Return the spelling of a word that has only one, else the name of its kind."""
    return terminal.fixed or terminal.name


def spellings(terminal: Terminal) -> tuple[str, ...]:
    """Return the ways to write a keyword; none for a word of the author's."""
    if terminal.fixed is not None:
        return (terminal.fixed,)
    return tuple(words for words in _written(terminal) if " " not in words)


def _written(terminal: Terminal) -> tuple[str, ...]:
    """Return the texts that a pattern matches, as far as they are nothing but words."""
    pattern = _BEHIND.sub("", _BLANKS.sub(" ", terminal.pattern))
    match = _ALTERNATIVES.fullmatch(pattern)
    ways = [way + match[2] for way in match[1].split("|")] if match else [pattern]
    return tuple(way for way in ways if _WORDS.fullmatch(way))


def phrases_of(table: Table) -> Iterator[tuple[str, ...]]:
    """Yield the fixed phrases of the language, word by word: `of a player`."""
    for terminal in table.terminals:
        for words in () if terminal.fixed is not None else _written(terminal):
            if " " in words:
                yield tuple(words.split())


def expected_phrase(table: Table, kinds: Collection[str]) -> str:
    """Return the kinds of words that are possible, in words: `a name, a number or '{'`."""
    terminals = [each for each in table.terminals if each.name in kinds]
    left = {spelling(each): each for each in terminals}
    phrases = []
    for trigger, phrase, covered in _groups(table):
        if trigger <= left.keys():
            phrases.append(phrase)
            left = {key: each for key, each in left.items() if key not in covered}
    for aside in _ASIDE:
        if phrases or left.keys() - aside:
            left = {key: each for key, each in left.items() if key not in aside}
    phrases += sorted({_phrase(each) for each in left.values()}, key=_rank)
    if END in kinds:
        phrases.append(_PHRASES[END])
    return _joined(phrases)


def _groups(table: Table) -> Iterator[tuple[frozenset[str], str, frozenset[str]]]:
    yield _STEPS, "a step such as 'require' or 'gain'", _first_words_of_steps(table)
    yield from _GROUPS


def _first_words_of_steps(table: Table) -> frozenset[str]:
    """Return the words that are possible wherever a step is: those that steps begin with."""
    spelled = {
        each.name: spelling(each) for each in table.terminals if not each.name.startswith("_")
    }
    some = {name for name, word in spelled.items() if word in _STEPS}
    places = [frozenset(state) for state in table.states if some <= state.keys()]
    return frozenset(spelled[name] for name in frozenset.intersection(*places) if name in spelled)


def _phrase(terminal: Terminal) -> str:
    if terminal.name in _PHRASES:
        return _PHRASES[terminal.name]
    if terminal.name.startswith("P_"):
        return _PHRASES["PATH"]
    words = spellings(terminal)
    return " or ".join(repr(word) for word in words) if words else terminal.name.lower()


def _rank(phrase: str) -> tuple[int, str]:
    """Return a sort key: what an author writes first, then words, then what ends the clause."""
    if phrase.startswith(("a ", "the ")):
        return (2 if phrase == _PHRASES["_SEP"] else 0), phrase
    return (2 if phrase == "'}'" else 1), phrase


def _joined(phrases: list[str]) -> str:
    if len(phrases) > _SHOWN:
        return ", ".join(phrases[:_SHOWN]) + " or another word"
    if len(phrases) < 2:
        return "".join(phrases) or "something else"
    return f"{', '.join(phrases[:-1])} or {phrases[-1]}"


def found_phrase(kind: str, text: str) -> str:
    """Return what was found, in words."""
    if kind == END:
        return _PHRASES[END]
    if kind == "_SEP":
        return "';'" if text.startswith(";") else "the end of the line"
    if kind == "STRING":
        return f"the text {shortened(text)}"
    return repr(shortened(text.strip()))


def shortened(text: str) -> str:
    """Return the text, or its beginning if it is long."""
    line = text.partition("\n")[0]
    return line if len(line) <= _LENGTH else line[: _LENGTH - 3] + "..."


def words_of(table: Table, kinds: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield each word of the language among these kinds, and its kind."""
    for terminal in table.terminals:
        if terminal.name in kinds:
            for word in spellings(terminal):
                if word.isalpha():
                    yield word, terminal.name
