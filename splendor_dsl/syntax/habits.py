"""Advice for authors who write as in spreadsheets, in prose or in other languages."""

import re
from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

# The place of the word that could not be read: in a pattern, and in the line that is matched.
_MARK: Final = "¦"
_HERE: Final = "\0"


class _Habit(NamedTuple):
    """A pattern of a line with a mark, the kinds of words expected at the mark, and the advice."""

    pattern: re.Pattern[str]
    advice: str
    expected: frozenset[str]  # one of these, if there are any
    alone: bool = False  # applies only if hardly anything else is expected


def _habit(pattern: str, advice: str, *expected: str, alone: bool = False) -> _Habit:
    return _Habit(re.compile(pattern.replace(_MARK, _HERE)), advice, frozenset(expected), alone)


_FEW: Final = 2  # kinds of words that are possible
_COMMENT: Final = "a comment begins with '#'"
_BLOCK: Final = "a block stands in braces, as '{{ ... }}'"
_QUOTES: Final = "a text stands between two '\"'"
_FIRST: Final = "a line begins with its first word"
_SET: Final = "one number is changed by 'set {path} = {value}', outside of all blocks"
_LABEL: Final = "begin with a word of your own and a colon, such as '{word}:'"
_COLON: Final = "a label ends with a colon: '{word}:'"
_ONE_WORD: Final = "a name is one word: join its parts by '_'"
_CELLS: Final = "cells have blanks between them; the amounts of the last field stand after ':'"
_STANDS: Final = "a number or word stands without '='"
_NAMED: Final = "a number that has a name stands in brackets: '({name}) {what}'"
_GOES: Final = "a piece goes by 'move NAME to ZONE'; tokens come by 'gain' and go by 'return'"
_NO_DICE: Final = (
    "there are no dice: chance comes from the top of a face-down zone that is shuffled"
)
_ONE_ZONE: Final = "a trigger is about one zone, as in 'when {kind} enters {zone} as it'; write one more for the other"
_SEVERAL: Final = (
    "of tokens write '{count} different {what} in {zone}'; pieces are chosen one by one: 'choose first: {what} in {zone}', "
    "'choose second: {what} in {zone}', 'require two: first != second'"
)
_PATH: Final = r"(?P<path>\w+(?:\.\w+)+)"

# The first that matches decides.
_HABITS: Final = (
    # ---- comments and signs ------------------------------------------------------------------
    _habit(r"¦/[/*]|--.*¦|^\s*¦(?:--|\*|%|//)", _COMMENT),
    _habit(r"^\s*¦[-•*>]", _FIRST),
    _habit(r"=¦>|¦≥", "write '>='"),
    _habit(r"=¦<|¦≤", "write '<='"),
    _habit(r"<¦>|¦≠|¦!=", "write '!=' for what is not equal"),
    _habit(r"\w\s*=\s*¦=", "one '=' is enough"),
    _habit(r"¦[×·]", "write '*'"),  # noqa: RUF001  # signs that look like another
    _habit(r"¦[–—−]", "write '-'"),  # noqa: RUF001  # as above
    _habit(r"¦[\u00a0\u2007\u202f]", "write an ordinary blank"),
    _habit(r"¦&", "write 'and'"),
    _habit(r"\|\s*¦\|", "write 'or', or a value for each number of players between single '|'"),
    _habit(r"¦!", "write 'not'"),
    _habit(r"¦['‘’“”„«»`]", _QUOTES),  # noqa: RUF001  # as above
    _habit(r"¦\[", _BLOCK),
    _habit(r"¦[:(]?\s*$", _BLOCK, "{"),
    _habit(r"¦\]", "a block ends with '}}'"),
    _habit(r"¦%", "there are no percentages: write a number"),
    _habit(r"\bgiven\s+(?P<who>\w+)\s+¦has\b", "write 'given ZONE of {who}: 2 TOKEN'"),
    _habit(r"\bthen\s+(?P<who>\w+)\s+¦has\b", "write 'then points of {who} = 3'"),
    _habit(
        r"¦(?P<label>[^\W\d]\w*):\s*(?P<step>for\s+each|one\s+action|keep\s+limits|end\s+of\s+turn"
        r"|(?!(?:choose|may|wild|worth|at|also|keep)\b)[a-z]+)\b",
        "the label of a step stands behind its first word: '{step} {label}: ...'",
        "require",
    ),
    # ---- constructs with a form of their own -------------------------------------------------
    _habit(
        r"\b(?P<low>\d+)\s+¦to\s+(?P<high>\d+)",
        "a number and its range: '{low} from {low} to {high}'",
        "from",
    ),
    _habit(
        r"\b(?P<start>\d+)\s+¦(?P<low>\d+)\s+to\s+(?P<high>\d+)",
        "write '{start} from {low} to {high}'",
        "from",
    ),
    _habit(
        r"\bcount\s+(?P<name>\w+)\s+¦(?P<sign>[+-])\s*=?\s*(?P<much>\w+)",
        "write 'count {name} = {name} {sign} {much}'",
    ),
    _habit(
        r"\bin\s+\w+\s+¦(?:<=|(?:no\s+)?more\s+than|max\w*|up\s+to)\s*(?P<most>\d+)",
        "write 'at most {most}'",
        "at",
        alone=True,
    ),
    _habit(r"\bin\s+\w+\s+¦(?!\s*at\b)", "a limit ends with 'at most NUMBER'", "at", alone=True),
    _habit(
        r"\b(?:gain|return|pay|set)\s[^:;{}]*?(?P<one>\d+\s+[^\W\d]\w*)\s*¦,\s*(?P<two>\d+\s+[^\W\d]\w*)",
        "write '{one} + {two}'",
    ),
    _habit(
        r"^\s*(?:replace|after|before)\s+actions\.\w+\s*\{[^:]*¦|(?:^|[{;])\s*(?:choose|gain|move|pay|require|return)\s+¦",
        'an action stands there whole, with its name: \'NAME "..." as "..." {{ ... }}\'',
        "as",
    ),
    # ---- comparisons -------------------------------------------------------------------------
    _habit(r"\bat\s+¦least\s+(?P<count>\w+)", "write '... >= {count}'"),
    _habit(r"\b(?:more|greater|higher)\s+¦than\s+(?P<count>\w+)", "write '... > {count}'"),
    _habit(r"\b(?:fewer|lower|smaller)\s+¦than\s+(?P<count>\w+)", "write '... < {count}'"),
    _habit(
        r"\bchoose\s+\w+:\s*(?P<count>\d+)\s+(?P<what>\w+)\s+¦in\s+(?P<zone>\w+)",
        _SEVERAL,
        "different",
    ),
    _habit(
        r"\b(?P<count>\d+)\s+¦different\s+(?P<what>\w+)\s+in\s+(?P<zone>\w+)",
        "write 'different {what} in {zone} >= {count}' of tokens, '{what} in {zone} >= {count}' of pieces",
    ),
    _habit(
        r"\b(?P<count>\d+)\s+(?P<what>\w+)\s+¦in\s+(?!snake\b)(?P<zone>\w+)",
        "write '{what} in {zone} = {count}', or '>= {count}'",
    ),
    _habit(r"\bno\s+¦(?P<what>\w+)\s+in\s+(?P<zone>\w+)", "write '{what} in {zone} = 0'"),
    _habit(r"\bhas\s+¦\w", "what is asked stands in brackets: 'has (...)'"),
    _habit(r"\bevery\s+players\s+¦has\b", "write 'every player has (...)'"),
    _habit(r"\ban?\s+¦player\s+has\b", "write 'any player has (...)'"),
    # ---- numbers and paths -------------------------------------------------------------------
    _habit(
        r"\bplayers\s+(?P<low>\d+)\s*-\s*(?P<high>\d+)\s*¦", "write 'players {low} to {high}'", "to"
    ),
    _habit(r"\bextends\b.*¦\.\w", "a base is named without the ending of its file"),
    _habit(r"\d¦\.\d", "numbers are whole"),
    _habit(r"\w¦\.\s", "the words of a path are joined by '.' alone"),
    _habit(r"\b(?:remove|set)\s+use\s+¦", "the path of a mechanic in use is 'mechanics.NAME'"),
    _habit(
        r"\b(?:set(?=.*=)\s+(?!the\b|an?\b)|remove\s+(?=\w+s\b|end|setup|supply|turn))(?P<one>\w+)\s+¦(?P<two>[\w.]+)",
        "write the path as '{one}.{two}'",
    ),
    _habit(
        r"\bset\s+(?P<path>[\w.]+)\s*¦(?::|to\b|is\b)\s*(?P<value>\w+)",
        "write 'set {path} = {value}'",
    ),
    _habit(r"\bset\s+\w+\s+¦\{", _SET.format(path="limits.NAME", value="4")),
    _habit(
        r"\bset\s+(?P<path>[\w.]+)\s*=(?!\s*up\b).*¦to\b",
        "a range is changed by 'replace {path} {{ ... }}'",
    ),
    _habit(
        r"=[^=]*\d\s*¦[,/]",
        "values for each number of players have '|' between them, as in '8 | 9 | 10'",
    ),
    _habit(r"[\w)]\s*¦/\s*[\w(]", "there is no division: numbers are whole"),
    _habit(r"\b(?P<how>remove)\s+[\w.]+\s*¦,", "'{how}' takes one path: write a line for each"),
    _habit(
        r"^\s*game\s*¦\{",
        "a variant changes its base's clauses, as in 'replace game.players {{ ... }}'",
    ),
    _habit(r"\w¦\(", "the functions are min(...) and max(...)"),
    _habit(r"\w\s+¦=\s*\d", _STANDS, "INT"),
    _habit(r"¦=", _STANDS, "INT"),
    _habit(r"¦(?:is|equals?)\b", "write '='", "="),
    # ---- tables of pieces --------------------------------------------------------------------
    _habit(r"^(?:\s*\w+:)?\s*\w[^:]*¦,", _CELLS, ":"),
    _habit(
        r"¦(?P<what>[^\W\d]\w*)\s+(?P<count>\d+)", "the number comes first: '{count} {what}'", "INT"
    ),
    _habit(r"^\s*¦:\s*\d", "the amounts of a row stand on its line"),
    # ---- words -------------------------------------------------------------------------------
    _habit(
        r"\b(?:gain|return|pay)\s+(?:up\s+to\s+)?(?P<name>[^\W\d]\w*)\s+¦(?P<what>[^\W\d]\w*)",
        _NAMED,
    ),
    _habit(
        r"\b(?P<name>(?:min|max)\((?:[^(){};]|\([^(){};]*\))*\))\s+¦(?P<what>[^\W\d]\w*)", _NAMED
    ),
    _habit(
        r"\bchoose\s+(?P<name>\w+):.*\bwhere\b.*¦",
        "a choice has no 'where': the line after it says 'require FIELD of {name} = ...'",
        "different",
    ),
    _habit(
        r"\bfor\s+each\s+(?P<name>\w+)\s+in\b.*¦where\b",
        "a loop has no 'where': its block says 'if FIELD of {name} = ... {{ ... }}'",
    ),
    _habit(r"(?:^|[{;])\s*¦(?:discard|draw)\b(?!\s*[:.])", _GOES),
    _habit(r"(?:^|[{;])\s*¦roll\b(?!\s*[:.])|\broll\s+¦(?:die|dice)\b", _NO_DICE),
    _habit(r"\bif\b[^;{}]*¦then\b", "what is done then stands in braces: 'if ... {{ ... }}'"),
    _habit(
        r"\b(?P<count>\d+)\s+if\s+¦",
        "a condition counts 1 or 0 in a product: write '{count} * (...)'",
    ),
    _habit(r"\}\s*¦else\b", "'else' begins a line of its own"),
    _habit(r"\belse\s+¦if\b", "write 'else {{ if ... {{ ... }} }}'"),
    _habit(r"\bwhen\s+(?P<kind>\w+)\s+enters\s+(?P<zone>\w+)\s*¦(?:or\b|and\b|,)", _ONE_ZONE, "as"),
    _habit(r"\benters\s+\w+\s*¦", "a name for the piece follows, such as 'as it'", "as"),
    _habit(r"¦(?P<word>the|an?)\b", "leave out '{word}'"),
    _habit(r"\bwhen\s+.*¦", "write 'when KIND enters ZONE as NAME'", "enters"),
    _habit(r"¦(?P<word>[^\W\d]\w*)\s*:?\s*=", _LABEL, "LABEL"),
    _habit(r"\bchoose\s+¦(?P<word>[^\W\d]\w*)", _LABEL, "LABEL"),
    _habit(r"¦(?P<word>[^\W\d]\w*)\s*(?:$|[{};#])", _COLON, "LABEL"),
    _habit(r"¦[\d(+-]", _LABEL.format(word="extra"), "LABEL"),
    _habit(
        r"(?:^|[{;])\s*¦(?:(?:when|at|sum|most|fewest)\b|\w+\s+(?:in|of|has|covers|enters)\b)",
        _LABEL.format(word="extra"),
        "LABEL",
        alone=True,
    ),
    _habit(r"(?:^|[{;])\s*¦(?P<word>[^\W\d]\w*)\s+[\w\"]", _COLON, "LABEL", alone=True),
    _habit(r"\b(?:game|variant|mechanic)\s+\w+\s+¦\w+\s+\"", _ONE_WORD, "STRING", alone=True),
    _habit(
        r"¦(?P<word>\w+)\s*(?=$|[{{#;]|extends)",
        'write it in quotes: "{word}"',
        "STRING",
        alone=True,
    ),
    _habit(r"¦[^\W\d]", _QUOTES, "STRING", alone=True),
    _habit(r"¦\"(?P<word>\d+)\"", "a number stands without quotes: {word}", "INT"),
    _habit(
        r"\bset\s+(?P<path>\w+(?:\.\w+)+)\s*=\s*¦\"",
        "what it is called is said by 'names en {{ {path} \"...\" }}'",
    ),
    _habit(r"¦\"", "a name stands without quotes", "NAME"),
)

# Words of prose, and the keywords for them.
_SYNONYMS: Final[Mapping[str, tuple[str, ...]]] = {
    "take": ("gain",),
    "get": ("gain",),
    "receive": ("gain",),
    "put": ("move",),
    "place": ("move",),
    "into": ("to",),
    "onto": ("to",),
    "until": ("to",),
    "select": ("choose",),
    "pick": ("choose",),
    "optional": ("may",),
    "must": ("require",),
    "needs": ("require",),
    "change": ("set",),
    "let": ("set",),
    "delete": ("remove",),
    "include": ("use",),
    "import": ("use",),
    "inherits": ("extends",),
    "modifies": ("extends",),
    "buys": ("plays",),
    "takes": ("plays",),
    "won": ("wins",),
}


def advice(line: str, at: int, expected: Collection[str]) -> str | None:
    """Return how to write a line that cannot be read on at a place, if it looks like a known habit."""
    marked = line[:at] + _HERE + line[at:]
    for habit in _HABITS:
        if habit.expected and habit.expected.isdisjoint(expected):
            continue
        if habit.alone and len(expected) > _FEW:
            continue
        match = habit.pattern.search(marked)
        if match is not None and _begins_a_step(match.groupdict().get("step"), expected):
            return habit.advice.format(**match.groupdict())
    return None


def _begins_a_step(words: str | None, expected: Collection[str]) -> bool:
    """Return whether words begin a step that may stand there; True if there are none."""
    return words is None or words.split()[0] in expected


def synonym(word: str, possible: Collection[str]) -> str | None:
    """Return the keyword for a word of prose, if it is possible there."""
    return next((each for each in _SYNONYMS.get(word.casefold(), ()) if each in possible), None)


_FIRST_PATH: Final = re.compile(_PATH + r"\s*(?::?=|:|\bto\b|\bis\b)\s*(?P<value>[^\s#][^#]*)")


def advice_on_assignment(line: str) -> str | None:
    """Return how to write `limits.hand = 4`, as a spreadsheet has it."""
    match = _FIRST_PATH.search(line)
    return None if match is None else f"write 'set {match['path']} = {match['value'].strip()}'"
