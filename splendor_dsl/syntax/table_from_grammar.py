"""From the text of the grammar to its parse table, by Lark."""

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from typing import Any

from attrs import evolve
from lark import Lark
from lark.grammar import Rule as LarkRule
from lark.grammar import Symbol
from lark.grammar import Terminal as LarkTerminal
from lark.lexer import PatternStr, TerminalDef

from splendor_dsl.syntax.table import Rule, Table, Terminal


def table_from_grammar(text: str) -> Table:
    """Return the LALR table that Lark makes; raise its GrammarError for a grammar with a conflict."""
    lark = Lark(text, parser="lalr", maybe_placeholders=True)
    parser: Any = lark.parser.parser
    made = parser._parse_table  # noqa: SLF001  Lark offers no other way to it
    numbers: dict[LarkRule, int] = {}
    states = [_state(made.states[index], numbers) for index in range(len(made.states))]
    kept = frozenset(symbol.name for rule in numbers for symbol in _kept_symbols(rule))
    terminals = [_terminal(each, kept) for each in sorted(lark.terminals, key=_order)]
    return Table(
        states=tuple(states),
        rules=tuple(_rule(rule) for rule in numbers),
        terminals=tuple(evolve(each, covers=_covers(each, terminals)) for each in terminals),
        ignored=tuple(lark.ignore_tokens),
        start=made.start_states["start"],
        end=made.end_states["start"],
    )


def _state(actions: dict[str, tuple[Any, Any]], numbers: dict[LarkRule, int]) -> dict[str, int]:
    steps = {}
    for symbol, (_, target) in actions.items():
        if isinstance(target, LarkRule):
            steps[str(symbol)] = -1 - numbers.setdefault(target, len(numbers))
        else:
            steps[str(symbol)] = target
    return steps


def _rule(rule: LarkRule) -> Rule:
    options = rule.options
    name = str(rule.alias or options.template_source or rule.origin.name)
    kept, gaps = _kept(rule)
    return Rule(
        origin=str(rule.origin.name),
        name=name,
        size=len(rule.expansion),
        kept=kept,
        gaps=gaps,
        list_only=rule.origin.name.startswith("_"),
        lone=bool(options.expand1) and not rule.alias,
    )


def _kept(rule: LarkRule) -> tuple[tuple[tuple[int, bool, int], ...], int]:
    """Return the symbols that a tree keeps, and the gaps for what `[...]` left out."""
    options = rule.options
    empty = (
        "".join(str(int(each)) for each in options.empty_indices) if options.empty_indices else ""
    )
    places = [len(ones) for ones in empty.split("0")] if empty else [0] * (len(rule.expansion) + 1)
    kept = []
    waiting = 0
    for index, symbol in enumerate(rule.expansion):
        waiting += places[index]
        if _is_kept(rule, symbol):
            spliced = not symbol.is_term and symbol.name.startswith("_")
            kept.append((index, spliced, waiting))
            waiting = 0
    return tuple(kept), waiting + places[len(rule.expansion)]


def _is_kept(rule: LarkRule, symbol: Symbol) -> bool:
    dropped = isinstance(symbol, LarkTerminal) and symbol.filter_out
    return bool(rule.options.keep_all_tokens) or not dropped


def _kept_symbols(rule: LarkRule) -> Iterator[Symbol]:
    return (symbol for symbol in rule.expansion if _is_kept(rule, symbol))


def _terminal(terminal: TerminalDef, kept: AbstractSet[str]) -> Terminal:
    pattern = terminal.pattern
    return Terminal(
        name=terminal.name,
        pattern=pattern.to_regexp(),
        fixed=pattern.value if isinstance(pattern, PatternStr) else None,
        priority=terminal.priority,
        kept=terminal.name in kept,
    )


def _covers(wide: Terminal, terminals: list[Terminal]) -> tuple[str, ...]:
    """Return the fixed words that match the pattern of a terminal too, such as that of a name."""
    if wide.fixed is not None:
        return ()
    matches = re.compile(wide.pattern).fullmatch
    same = (each.fixed for each in terminals if each.priority == wide.priority)
    return tuple(word for word in same if word is not None and matches(word))


def _order(terminal: TerminalDef) -> tuple[int, int, int, str]:
    """Return a sort key for the order in which Lark's own lexer tries terminals."""
    pattern = terminal.pattern
    return -terminal.priority, -pattern.max_width, -len(pattern.value), terminal.name
