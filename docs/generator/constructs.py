"""The reference of the constructs: each rule of the grammar in readable form, its meaning, and examples."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from inspect import cleandoc
from itertools import groupby
from typing import Any, Final
from unittest.mock import patch

import attrs
from attrs import frozen
from fences import fenced
from syntax.texts import CORPUS, shipped

from splendor_dsl.bundled import grammar_folder, variants_folder
from splendor_dsl.source import Source
from splendor_dsl.syntax import ast
from splendor_dsl.syntax import from_text as reader

_HEAD: Final = """\
# The constructs

Everything that can be written in a rule file, from the grammar. Words of the language stand `like this`; what is
*slanted* is described at its own place; what stands in [brackets] may be left out; an ellipsis says that there may be
more. What follows a form are examples from the bundled files.

Every clause may end with [notes](#notes). [The language](../language.md) explains the same with more words,
[the kernel](../kernel.md) says to the last detail what it does.
"""
_MOST_LINES: Final = 6
_FRAME: Final = ("start", "block")  # what all files and blocks share
_RULE: Final = re.compile(r"^[!?]?(\w+)(?:\{(\w+)\})?:\s*(.*)$")
_TERMINAL: Final = re.compile(r"^([A-Z_]+)(?:\.\d+)?:\s*(.*)$")
_WORD: Final = re.compile(r'"[^"]*"|block\{\w+\}|\w+|\S')
# What people call what the grammar has other words for; an empty one is not shown.
_CALLED: Final = {
    "NAME": "*name*", "LABEL": "*label*`:`", "STRING": '*"text"*', "INT": "*number*",
    "PATH": "*path*", "CITE": "*clause of a rulebook*", "notes": "", "_COMMA": "`,`",
    "_LPAR": "`(`", "_RPAR": "`)`", "_SEP": "", "_LBRACE": "`{`", "_RBRACE": "`}`",
}  # fmt: skip
_WHOLE: Final = {"expr": "expression", "decl": "declaration", "sep": "separator"}
# Signs of patterns, the longest first.
_PATTERNS: Final = (
    (r"(\.\w+){2,}", ".name.name…"),
    (r"(\.\w+)+", ".name…"),
    (r"(\.\w+)?", "[.name]"),
    (r"\.\w+", ".name"),
    (r"[ \t]+", " "),
    (r"(?:", ""),
    (r"\.", "."),
    ("s?", "s"),
    ("(setup|turn)", "(setup or turn)"),
    ("(actions|phases|triggers)", "(actions, phases or triggers)"),
    ("[0-9]+(-[0-9]+)*", "2-1"),
    ("min|max)", "min` or `max"),
    ("any|every)", "any` or `every"),
    ("sum|most|least) over", "sum over` or `most over` or `least over"),
)
# Links keep their own brackets; those of the grammar say what may be left out or repeated.
_LAYOUT: Final = (
    (r"\( ", "("),
    (r" \)", ")"),
    (r"\(([^()]*)\) [*+](?= |$)", r"\\[\1 …\\]"),
    (r" [*+](?= |$)", " …"),
    (r"(?<= )\[ |^\[ ", r"\["),
    (r" \](?!\x01)", r"\]"),
    (r"` `", " "),
    (r"([`)]) \| `", r"\1 or `"),
    ("\x01", "("),
    ("\x02", ")"),
)


@frozen(kw_only=True)
class Form:
    """One way to write a rule: its words, and the name of its builder."""

    words: str
    builder: str


@frozen(kw_only=True)
class Rule:
    """A rule of the grammar with its forms."""

    name: str
    forms: tuple[Form, ...]


@frozen(kw_only=True)
class Use:
    """A text that a builder has read, and the class of the result."""

    text: str
    kind: type | None


def constructs_page() -> str:
    """Return the whole page."""
    grammar = (grammar_folder() / "game.lark").read_text("utf-8")
    words, uses, sections = _terminals(grammar), _uses(), dict(_sections(grammar))
    names = {rule.name for rules in sections.values() for rule in rules}
    parts = [_HEAD]
    for title, rules in sections.items():
        parts.append(f"## {title}\n")
        parts += [_rule(rule, words, names, uses) for rule in rules]
    return "\n".join(parts)


# ---- the grammar -----------------------------------------------------------------------------
def _sections(grammar: str) -> Iterator[tuple[str, tuple[Rule, ...]]]:
    """Yield the parts of the grammar with their rules, without those about characters only."""
    before, *parts = re.split(r"^// -{4} (.*?) -+$", grammar, flags=re.MULTILINE)
    for title, text in [("whole files", before), *zip(parts[::2], parts[1::2], strict=True)]:
        rules = tuple(_rules(text))
        if rules:
            yield f"{title[:1].upper()}{title[1:]}", rules


def _rules(text: str) -> Iterator[Rule]:
    found: dict[str, list[Form]] = {}
    name = ""
    for line in _joined(text):
        start = _RULE.match(line)
        if start is not None and start[1].islower():
            name, ways = start[1], start[3]
        elif line.startswith("|"):
            ways = line[1:]
        else:
            continue
        found.setdefault(name, []).extend(_forms(name, ways))
    return (
        Rule(name=each, forms=tuple(forms)) for each, forms in found.items() if each not in _FRAME
    )


def _forms(name: str, ways: str) -> Iterator[Form]:
    for way in _alternatives(ways):
        words, _, alias = way.partition("->")
        yield Form(words=words.strip(), builder=alias.strip() or name)


def _joined(text: str) -> Iterator[str]:
    for line in text.splitlines():
        plain = line.strip()
        if plain and not plain.startswith(("//", "%")):
            yield plain


def _alternatives(line: str) -> Iterator[str]:
    """Yield the alternatives on one line, separated by bars outside of brackets."""
    depth, start = 0, 0
    quoted = False
    for at, sign in enumerate(line):
        quoted ^= sign == '"'
        depth += 0 if quoted else (sign in "([{") - (sign in ")]}")
        if sign == "|" and not depth and not quoted:
            yield line[start:at]
            start = at + 1
    yield line[start:]


def _terminals(grammar: str) -> dict[str, str]:
    """Return the words that terminals stand for, as far as they are words."""
    found = {}
    for line in _joined(grammar):
        match = _TERMINAL.match(line)
        if match is not None:
            ways = [_plain(way) for way in _alternatives(match[2])]
            shown = " or ".join(f"`{way}`" for way in ways)
            found[match[1]] = f"({shown})" if len(ways) > 1 else shown
    return found


def _plain(way: str) -> str:
    """Return a terminal's text without the syntax of its pattern; a path has `name` for its labels."""
    text = re.sub(r"\(\?[=!](?:[^()\\]|\\.|\([^()]*\))*\)|\\b|/", "", way.strip().strip('"'))
    for old, new in _PATTERNS:
        text = text.replace(old, new)
    return text.strip()


# ---- forms -----------------------------------------------------------------------------------
def _rule(
    rule: Rule, words: Mapping[str, str], names: set[str], uses: Mapping[str, list[Use]]
) -> str:
    lines = [f"### {_spoken(rule.name)}\n"]
    seen: set[str] = set()
    for builder, forms in groupby(rule.forms, lambda form: form.builder):
        lines += [f"- {_shown(form.words, words, names)}" for form in forms]
        found = uses.get(builder, [])
        meanings = [text for text in _meaning(found) if text not in seen]
        seen.update(meanings)
        lines += [f"\n{text}\n" for text in meanings]
        lines.append(_examples(found))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).rstrip() + "\n"


def _shown(form: str, words: Mapping[str, str], names: set[str]) -> str:
    """Return a form in readable notation."""
    shown = [_word(word, words, names) for word in _WORD.findall(form)]
    text = " ".join(word for word in shown if word)
    for old, new in _LAYOUT:
        text = re.sub(old, new, text)
    return text.strip()


def _word(word: str, words: Mapping[str, str], names: set[str]) -> str:
    if word.startswith('"'):
        return f"`{word[1:-1]}`"
    if word.startswith("block{"):
        inner = word[len("block{") : -1]
        return f"`{{` {_link(inner)} … `}}`"
    if word in _CALLED:
        return _CALLED[word]
    if word in words:
        return words[word]
    return _link(word) if word in names else word


def _spoken(name: str) -> str:
    """Return the name of a rule in whole words."""
    return " ".join(_WHOLE.get(word, word) for word in name.split("_"))


def _link(name: str) -> str:
    shown = _spoken(name)
    return f"[*{shown}*]\x01#{shown.replace(' ', '-')}\x02"


# ---- what they mean, and where they stand -----------------------------------------------------
def _uses() -> dict[str, list[Use]]:
    """Return the uses of each builder in the bundled files, the printed editions first, and in the samples."""
    found: dict[str, list[Use]] = defaultdict(list)
    printed = [file for file in shipped() if file.parent == variants_folder()]
    others = [file for file in shipped() if file not in printed]
    for file in [*printed, *others, *CORPUS]:
        _note(file.name, file.read_text("utf-8"), found)
    return found


def _note(name: str, text: str, found: dict[str, list[Use]]) -> None:
    def recording(builder: str, build: Any) -> Any:
        def run(span: Any, *parts: Any) -> Any:
            made = build(span, *parts)
            if not any(made is part for part in parts):  # it only hands on what another one made
                found[builder].append(Use(text=span.text, kind=_kind(made)))
            return made

        return run

    builders = {builder: recording(builder, build) for builder, build in reader.BUILDERS.items()}
    with patch.object(reader, "BUILDERS", builders):
        parsed = reader.from_text(Source(name=name, text=text))
    assert not parsed.problems, name


def _kind(made: Any) -> type | None:
    """Return the class of a built node, if it is one of the tree."""
    kind = type(made.construct) if isinstance(made, ast.Clause) else type(made)
    return kind if attrs.has(kind) and kind.__module__.startswith("splendor_dsl.syntax.") else None


def _meaning(uses: Iterable[Use]) -> Iterator[str]:
    kinds = {use.kind: None for use in uses if use.kind is not None}
    for kind in kinds:
        text, _, _ = cleandoc(kind.__doc__ or "").partition("\n")
        yield text


def _examples(uses: list[Use]) -> str:
    """Return the first text that is used, and the shortest one."""
    texts = dict.fromkeys(_dedented(use.text) for use in uses if use.text.strip(",; \n"))
    short = [text for text in texts if text.count("\n") < _MOST_LINES]
    chosen = dict.fromkeys((*sorted(short, key=len)[:1], *short[:1]))
    return "\n" + fenced("rules", "\n".join(chosen)) if chosen else ""


def _dedented(text: str) -> str:
    """Return a text with the indentation of its further lines removed."""
    first, *others = text.strip().splitlines()
    margin = min((len(line) - len(line.lstrip()) for line in others if line.strip()), default=0)
    return "\n".join([first, *(line[margin:] for line in others)])
