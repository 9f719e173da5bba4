"""The parse table that Lark makes of the grammar, as plain data."""

from typing import Any, Final

from attrs import field, frozen

END: Final = "$END"


@frozen(kw_only=True)
class Rule:
    """One production: the number of symbols that it takes off the stack, and how the tree keeps them."""

    origin: str
    name: str  # of its builder: its alias, or its own name
    size: int
    kept: tuple[tuple[int, bool, int], ...]  # (index, whether spliced, empty places before it)
    gaps: int  # empty places after the last
    list_only: bool  # a helper rule of Lark's: its children go to the rule above
    lone: bool  # whether a single child replaces it
    plain: bool = field(init=False)  # whether its children are its parts, one by one

    @plain.default
    def _is_plain(self) -> bool:
        return not self.gaps and self.kept == tuple((index, False, 0) for index in range(self.size))

    @classmethod
    def from_list(cls, data: list[Any]) -> "Rule":
        """Return the rule of a list made by `to_list`."""
        origin, name, size, kept, gaps, list_only, lone = data
        return cls(
            origin=origin,
            name=name,
            size=size,
            kept=tuple((index, spliced, before) for index, spliced, before in kept),
            gaps=gaps,
            list_only=list_only,
            lone=lone,
        )

    def to_list(self) -> list[Any]:
        """Return the rule as a list for JSON."""
        kept = [list(each) for each in self.kept]
        rest = [self.gaps, self.list_only, self.lone]
        return [self.origin, self.name, self.size, kept, *rest]


@frozen(kw_only=True)
class Terminal:
    """A kind of word or sign: its pattern, and its spelling if it has only one."""

    name: str
    pattern: str
    fixed: str | None
    priority: int
    kept: bool  # whether a tree ever holds it
    covers: tuple[str, ...] = ()  # the fixed spellings that its pattern matches too


@frozen(kw_only=True)
class Table:
    """States, rules and words. An action of 0 or more goes to that state; below 0 it reduces by rule -action - 1."""

    states: tuple[dict[str, int], ...]
    rules: tuple[Rule, ...]
    terminals: tuple[Terminal, ...]  # in the order in which they are tried
    ignored: tuple[str, ...]
    start: int
    end: int

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "Table":
        """Return the table of plain data made by `to_dict`."""
        symbols = data["symbols"]
        states = [
            dict(zip([symbols[key] for key in keys], actions, strict=True))
            for keys, actions in data["states"]
        ]
        return cls(
            states=tuple(states),
            rules=tuple(Rule.from_list(each) for each in data["rules"]),
            terminals=tuple(
                Terminal(
                    name=name,
                    pattern=pattern,
                    fixed=fixed,
                    priority=priority,
                    kept=kept,
                    covers=tuple(covers),
                )
                for name, pattern, fixed, priority, kept, covers in data["terminals"]
            ),
            ignored=tuple(data["ignored"]),
            start=data["start"],
            end=data["end"],
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the table as plain data for JSON."""
        symbols = sorted({symbol for state in self.states for symbol in state})
        number = {symbol: index for index, symbol in enumerate(symbols)}
        return {
            "symbols": symbols,
            "states": [
                [[number[symbol] for symbol in state], list(state.values())]
                for state in self.states
            ],
            "rules": [each.to_list() for each in self.rules],
            "terminals": [
                [x.name, x.pattern, x.fixed, x.priority, x.kept, list(x.covers)]
                for x in self.terminals
            ],
            "ignored": list(self.ignored),
            "start": self.start,
            "end": self.end,
        }
