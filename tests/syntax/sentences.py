"""Random sentences of the language, drawn from its grammar."""

from collections.abc import Iterator
from functools import cache

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn
from lark import Lark
from lark.grammar import NonTerminal, Rule, Terminal
from lark.lexer import PatternStr

from splendor_dsl.bundled import grammar_folder

NAMES = ["white", "hand", "x", "Ann", "zażółć", "lessons", "orders", "_a", "cards2"]
SAMPLES = {
    "NAME": NAMES,
    "LABEL": [f"{name}:" for name in NAMES],
    "INT": ["0", "1", "12", "999999999"],
    "STRING": ['""', '"a # b { ; }"', r'"say \"x\" \\"', '"zażółć, gęślą"', '"Hell\'s Kitchen"'],
    "CITE": ["C-END", "M-EX1", "R2"],
    "PATH": ["end.target", "actions.buy.room", "game"],
    "EDITION_KIND": ["rules", "mechanic"],
    "GIVEN_PLACE": ["1", "2-1", "1-2-3"],
    "MIN_MAX": ["min", "max"],
    "QUANTIFIER": ["any", "every"],
    "OVER": ["sum over", "most  over", "least over"],
    "COMPARE": [">=", "<=", "!=", ">", "<", "covers"],
    "SUM_SIGN": ["+", "less"],
    "UP_TO": ["up to"],
    "OF_A_PLAYER": ["of a player"],
    "REFILL_WHEN": ["at once", "when\tempty"],
    "AT_END_OF_TURN": ["at end of turn"],
    "FORM": ["as", "because", "from", "in", "object", "of", "to"],
    "OFFERED": ["if nothing else is possible", "only when owed"],
    "MEMORY": ["remembered", "judged again"],
    "WINNING": ["wins"],
    "CAN_PLAY": ["can play"],
    "CANNOT_PLAY": ["cannot play"],
    "CAN_SEE": ["can see"],
    "CANNOT_SEE": ["cannot see"],
    "UP_OR_DOWN": ["up", "down"],
    "EDGE": ["start", "end"],
    "PERIOD": ["turn", "round"],
    "VALUE_KIND": ["total", "all", "any"],
    "OPTION_TYPE": ["number", "condition", "group", "name", "rows"],
    "BESIDE": ["before", "after", "replace"],
    "P_GAME": ["game.players"],
    "P_PARAMETER": ["parameters.target"],
    "P_GROUP": ["tokens.gems"],
    "P_TOKEN": ["tokens.gems.white"],
    "P_STOCK": ["supply.gems"],
    "P_KIND": ["kinds.cards"],
    "P_FIELD": ["kinds.cards.level"],
    "P_ROWSET": ["rows.cards"],
    "P_ROW": ["rows.cards.wasp"],
    "P_ZONE": ["zones.deck"],
    "P_ZONE_PROPERTY": ["zones.deck.face"],
    "P_COUNTER": ["counters.energy"],
    "P_MARKER": ["markers.crown"],
    "P_VALUE": ["values.points"],
    "P_TERM": ["values.points.cards"],
    "P_LIMIT": ["limits.hand"],
    "P_KEEP": ["limits.tokens.gold"],
    "P_ACTION": ["actions.buy"],
    "P_PHASE": ["phases.draft"],
    "ROUNDS": ["round", "rounds"],
    "IN_SNAKE_ORDER": ["in snake  order"],
    "P_TRIGGER": ["triggers.visit"],
    "P_STEP": ["actions.buy.room", "setup.shuffle", "turn.act", "triggers.visit.if.gain"],
    "P_RANKING": ["end.ranking", "end.stuck.ranking"],
    "P_RANK": ["end.ranking.points"],
    "P_END": ["end.target"],
    "P_USE": ["mechanics.nobles"],
    "P_OPTION": ["mechanics.nobles.reveal"],
    "P_INVARIANT": ["invariants.sane"],
    "P_TILE": ["mechanics.nobles.tiles.red_black"],
    "_SEP": ["\n", "\n", "\n\n\n", " ; ", "  # why\n", "\n  # own line\n\n# two\n"],
    "_LPAR": ["(", "(", "( # open\n  "],
    "_COMMA": [",", ",", ",\n", ", # next\n"],
}
# Where a line may go on, it sometimes does.
GOES_ON = {"cite", "because", "and", "or", "|", "/", "*"}


@cache
def _rules() -> dict[str, list[Rule]]:
    text = (grammar_folder() / "game.lark").read_text(encoding="utf-8")
    rules: dict[str, list[Rule]] = {}
    for rule in Lark(text, parser="lalr", maybe_placeholders=True).rules:
        rules.setdefault(rule.origin.name, []).append(rule)
    return rules


@cache
def _fixed() -> dict[str, str]:
    text = (grammar_folder() / "game.lark").read_text(encoding="utf-8")
    lark = Lark(text, parser="lalr")
    fixed = (each for each in lark.terminals if isinstance(each.pattern, PatternStr))
    return {each.name: each.pattern.value for each in fixed}


@cache
def _heights() -> dict[str, int]:
    """How deep the shallowest sentence of each rule is."""
    heights: dict[str, int] = {}
    while len(heights) < len(_rules()):
        for name, rules in _rules().items():
            known = [height for rule in rules if (height := _height(rule, heights)) is not None]
            if known:
                heights[name] = min(known)
    return heights


def _height(rule: Rule, heights: dict[str, int]) -> int | None:
    parts = [each.name for each in rule.expansion if isinstance(each, NonTerminal)]
    if any(part not in heights for part in parts):
        return None
    return 1 + max((heights[part] for part in parts), default=0)


def _words(draw: DrawFn, name: str, room: int) -> Iterator[str]:
    """A sentence of a rule, no deeper than there is room if that can be."""
    heights = _heights()
    if name == "expr" and draw(st.integers(0, 2)):
        room = heights[name]  # most values are simple, or they would be all there is
    rules = sorted(_rules()[name], key=lambda rule: _height(rule, heights) or 0)
    fitting = [rule for rule in rules if (_height(rule, heights) or 0) <= room] or rules[:1]
    full = [rule for rule in fitting if name.startswith("block") and len(rule.expansion) > 3]
    rule = draw(st.sampled_from(full or fitting))
    for symbol in rule.expansion:
        if isinstance(symbol, Terminal):
            yield _word(draw, symbol.name)
        else:
            yield from _words(draw, symbol.name, room - 1)


def _word(draw: DrawFn, name: str) -> str:
    if name in SAMPLES:
        return draw(st.sampled_from(SAMPLES[name]))
    word = _fixed()[name]
    if word in GOES_ON and draw(st.integers(0, 4)) == 0:
        return f"\n    # on\n {word}"
    return word


@st.composite
def sentences(draw: DrawFn) -> str:
    """A whole file, with random sections and edits."""
    room = draw(st.integers(16, 40))
    header = " ".join(_words(draw, "header", room))
    edition = "mechanic" if header.startswith("mechanic") else "rules"
    names = draw(st.lists(st.sampled_from(["section", "section", "edit"]), min_size=1, max_size=4))
    tops = [" ".join(_words(draw, name, room)) for name in names]
    start = f"# first\nsplendor {edition} 1 # edition\n\n# about\n"
    end = draw(st.sampled_from(["", "\n", "  # last", "\n# last\n"]))
    return start + "\n".join([header, *tops]) + end
