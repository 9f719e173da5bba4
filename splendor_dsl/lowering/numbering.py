"""The numbers of all options that a game can ever offer.

The options of a decision are contiguous. Those of an `Ask` count through its choices, the last one fastest, with
declining at the end; those of a payment are a number of wild tokens for each pair; those of the limits a token each.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import assert_never

from attrs import frozen

from splendor_dsl.ir.nodes import Ask, KeepLimits, Payment, Program
from splendor_dsl.lowering.bounds import bounds
from splendor_dsl.lowering.memory_layout import MemoryLayout, Region
from splendor_dsl.lowering.unsupported import (
    FREE_NUMBERS,
    MANY_OPTIONS,
    NOT_ITS_PIECE,
    SAME_ZONE,
    NotLowered,
)
from splendor_dsl.semantics.model import (
    Choose,
    ChooseNumber,
    ChoosePiece,
    ChoosePlayer,
    ChooseToken,
    ChooseTokens,
    Limit,
    Pay,
    Source,
)
from splendor_dsl.semantics.values import Expr, Local, TokenConst, TokenSet

MOST_OPTIONS = 1 << 20
MOST_SETS = 4096


@frozen
class SourceRange:
    """The options of a choice of a piece that lie in one part of a zone, or its top alone; `first` is the least number."""

    source: Source
    region: Region
    first: int
    count: int


@frozen(kw_only=True)
class Choice:
    """A choice of an `Ask`: the number of its values, and the distance between their options."""

    step: Choose
    ways: int
    stride: int
    sets: tuple[int, ...] = ()  # of tokens, as masks
    low: int = 0  # of numbers
    ranges: tuple[SourceRange, ...] = ()


@frozen(kw_only=True)
class AskNumbers:
    """The numbers of the options of one decision: from `base` up to, but without, `end`."""

    decision: Ask | Payment | KeepLimits
    base: int
    end: int
    choices: tuple[Choice, ...] = ()
    decline: int | None = None
    stride: int = 1  # the counts of a pair of a payment, the tokens of a limit


@frozen
class Numbering:
    """The numbers of all options, decision by decision."""

    asked: tuple[AskNumbers, ...]

    @property
    def size(self) -> int:
        """The number of options."""
        return self.asked[-1].end if self.asked else 0


def number_options(memory: MemoryLayout) -> Numbering:
    """Return the numbers of all options of a game."""
    found: list[AskNumbers] = []
    base = 0
    for decision in memory.program.decisions:
        match decision:
            case Ask():
                try:
                    asked = _ask(memory, decision, base)
                except NotLowered as gap:
                    raise gap.at(decision.where) from gap
            case Payment():
                stride = 1 + max(
                    (_stock(memory, wild.token) for wild in decision.step.wilds), default=0
                )
                asked = AskNumbers(
                    decision=decision,
                    base=base,
                    end=base + stride * len(memory.program.model.tokens),
                    stride=stride,
                )
            case KeepLimits():
                count = len(kept_limits(memory.program)) * len(memory.program.model.tokens)
                asked = AskNumbers(
                    decision=decision,
                    base=base,
                    end=base + count,
                    stride=len(memory.program.model.tokens),
                )
        if asked.end > MOST_OPTIONS:
            raise NotLowered(MANY_OPTIONS, decision.where, most=MOST_OPTIONS)
        found.append(asked)
        base = asked.end
    return Numbering(tuple(found))


def kept_limits(program: Program) -> tuple[Limit, ...]:
    """Return the limits that hold at the end of a turn."""
    limits = program.model.limits.values()
    return tuple(limit for limit in limits if limit.at_end_of_turn and limit.tokens)


def paired_tokens(step: Pay, tokens: int) -> tuple[int, ...]:
    """Return the tokens of a cost that its one wild token may stand for, in order: the pairs of a payment."""
    return tuple(
        lane
        for lane in range(tokens)
        for wild in step.wilds
        if lane in wild.group and lane != wild.token
    )


def _stock(memory: MemoryLayout, token: int) -> int:
    return max(each.stock[token] for each in memory.layouts.values())


def _ask(memory: MemoryLayout, ask: Ask, base: int) -> AskNumbers:
    shapes = [_choice(memory, ask, step) for step in ask.steps if isinstance(step, Choose)]
    stride = 1
    placed: list[Choice] = []
    for style in reversed(shapes):
        placed.append(
            Choice(
                step=style.step,
                ways=style.ways,
                stride=stride,
                sets=style.sets,
                low=style.low,
                ranges=style.ranges,
            )
        )
        stride *= style.ways
    end = base + stride
    return AskNumbers(
        decision=ask,
        base=base,
        end=end + ask.may,
        choices=tuple(reversed(placed)),
        decline=end if ask.may else None,
    )


def _choice(memory: MemoryLayout, ask: Ask, step: Choose) -> Choice:
    match step:
        case ChooseToken():
            return Choice(step=step, ways=memory.lanes.count, stride=1)
        case ChooseTokens():
            sets = tuple(_sets(memory, step))
            return Choice(step=step, ways=len(sets), stride=1, sets=sets)
        case ChoosePiece():
            ranges = tuple(_source_ranges(memory, ask, step))
            return Choice(
                step=step, ways=ranges[-1].first + ranges[-1].count, stride=1, ranges=ranges
            )
        case ChooseNumber():
            low, high = _range(memory, step)
            return Choice(step=step, ways=max(0, high - low + 1), stride=1, low=low)
        case ChoosePlayer():
            return Choice(step=step, ways=memory.high, stride=1)
    assert_never(step)


def tokens_of(expr: Expr) -> tuple[int, ...] | None:
    """Return the tokens that an expression names; none if it has a variable."""
    match expr:
        case TokenSet(tokens=tokens):
            return tokens
        case TokenConst(token=token):
            return (token,)
    return None


def _sets(memory: MemoryLayout, step: ChooseTokens) -> Iterator[int]:
    """Yield the sets of tokens that may be chosen, smaller ones first, each size in lexicographic order."""
    group = tokens_of(step.tokens)
    tokens = sorted(range(memory.lanes.count) if group is None else group)
    _, high = bounds(memory, step.count)
    most = len(tokens) if high is None else min(high, len(tokens))
    for size in range(1, most + 1):
        for members in combinations(tokens, size):
            yield sum(1 << token for token in members)


def _range(memory: MemoryLayout, step: ChooseNumber) -> tuple[int, int]:
    low, high = bounds(memory, step.low)[0], bounds(memory, step.high)[1]
    if low is None or high is None or high - low >= MOST_SETS:
        raise NotLowered(FREE_NUMBERS, step.where)
    return low, high


def _source_ranges(memory: MemoryLayout, ask: Ask, step: ChoosePiece) -> Iterator[SourceRange]:
    first = 0
    named: dict[str, Source] = {}
    for source in step.sources:
        player, zone = source.zone.player, source.zone.zone
        if not (player is None or _decides(ask, player) or _chosen(ask, player)):
            raise NotLowered(NOT_ITS_PIECE, step.where)
        known = named.setdefault(zone, source)
        if known is not source and known.zone == source.zone and known.top <= source.top:
            continue  # an earlier source offers all of it
        if known is not source:
            raise NotLowered(SAME_ZONE, step.where)
        has_places = memory.program.model.zones[zone].places is not None
        for region in memory.parts(zone):
            count = 1 if source.top and not has_places else region.size
            yield SourceRange(source, region, first, count)
            first += count


def _decides(ask: Ask, player: Expr) -> bool:
    """Return whether an expression is the player who is asked."""
    return isinstance(player, Local) and player.slot == ask.by


def _chosen(ask: Ask, player: Expr) -> bool:
    """Return whether an expression is a player whom the same `Ask` chooses."""
    slots = {step.slot for step in ask.steps if isinstance(step, Choose)}
    return isinstance(player, Local) and player.slot in slots
