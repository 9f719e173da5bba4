"""The elements of a game that tests can reach: clauses that run, and their possible outcomes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, assert_never

from attrs import frozen

from splendor_dsl.interpreter.observations import (
    DECLINED,
    HELD,
    INSIDE,
    MET,
    REFILLED,
    RUN,
    SEPARATES,
    SHARED,
    SLID,
    SPENT,
    STILL,
    from_zone,
    kept_back,
)
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.layers import Resolved
from splendor_dsl.semantics.path_index import parts_by_path
from splendor_dsl.semantics.tree import walk
from splendor_dsl.span import Span
from splendor_dsl.syntax import ast as a

KINDS: Final = ("clause", "choice", "trigger", "tie-break", "outcome")
Seen = tuple[str, str]  # a path, and an outcome of its clause


@frozen(kw_only=True)
class Element:
    """An element to reach: the outcome `what` of the clause at `path`. Any of `signs` shows that it was reached.

    `span` and `lines` are those of the clause without its block, or of the `set` that changed it.
    """

    kind: str
    path: str
    what: str
    signs: tuple[Seen, ...]
    span: Span
    lines: range

    def reached(self, seen: frozenset[Seen]) -> bool:
        """Return whether observations show that it was reached."""
        return not seen.isdisjoint(self.signs)


def elements(model: m.Model, resolved: Resolved) -> tuple[Element, ...]:
    """Return all elements, in the order of their paths."""
    return tuple(element for place in _places(model, resolved) for element in _elements(place))


def _elements(place: _Place) -> Iterator[Element]:
    maker = _MAKERS.get(type(place.clause.construct))
    return maker(place) if maker is not None else iter(())


def _places(model: m.Model, resolved: Resolved) -> Iterator[_Place]:
    parts = parts_by_path(model)
    sets = {touch.path: touch.span for touch in resolved.touches if touch.how == "set"}
    tests: dict[str, str] = {}  # the last `if` of each block
    for path, clause in walk(resolved.tree):
        block = path.rpartition(".")[0]
        if isinstance(clause.construct, a.If):
            tests[block] = path
        yield _Place(
            path=path,
            clause=clause,
            part=parts.get(path),
            model=model,
            set_at=sets.get(path),
            after=tests.get(block, ""),
        )


@frozen(kw_only=True)
class _Place:
    """A clause with its path and the part of the model that it became, if any."""

    path: str
    clause: a.Clause
    part: Any
    model: m.Model
    set_at: Span | None  # the edit of a variant that set it
    after: str  # the `if` before it

    @property
    def parent(self) -> str:
        return self.path.rpartition(".")[0]

    def element(self, kind: str, what: str, *words: str, of: str | None = None) -> Element:
        """Return an element of this clause; the words are observed of this clause, or of another."""
        path = self.path if of is None else of
        signs = tuple((path, word) for word in words)
        return self.signed(kind, what, signs)

    def signed(self, kind: str, what: str, signs: tuple[Seen, ...]) -> Element:
        """Return an element that any of several signs shows."""
        span = self.set_at or self.clause.span
        lines = _own_lines(self.clause) if self.set_at is None else _lines(span)
        return Element(kind=kind, path=self.path, what=what, signs=signs, span=span, lines=lines)

    def outcomes(self, words: tuple[str, str], *, of: str | None = None) -> Iterator[Element]:
        """Yield an element for each of two outcomes."""
        return (self.element("outcome", word, word, of=of) for word in words)


def _own_lines(clause: a.Clause) -> range:
    """Return the lines of a clause itself, without those of the clauses in its block."""
    span = clause.span
    inside = [each.span.line for each in clause.body if each.span.source.name == span.source.name]
    return range(span.line, max(span.line + 1, min(inside))) if inside else _lines(span)


def _lines(span: Span) -> range:
    last = span.source.line_column(max(span.start, span.end - 1))[0]
    return range(span.line, last + 1)


# ---- one maker a construct ---------------------------------------------------------------------
def _step(at: _Place) -> Iterator[Element]:
    yield at.element("clause", RUN, RUN)


def _test(at: _Place) -> Iterator[Element]:
    yield at.element("clause", RUN, *MET)
    yield from at.outcomes(MET)


def _pay(at: _Place) -> Iterator[Element]:
    yield at.element("clause", RUN, RUN)
    yield from at.outcomes(MET)


def _choose(at: _Place) -> Iterator[Element]:
    yield at.element("clause", RUN, RUN)
    step = at.part
    if not isinstance(step, m.Choose):
        return
    words = [*_ways(at.model, step)]
    if step.may:
        words.append(DECLINED)
    if len(words) > 1 or step.may:
        yield from (at.element("choice", word, word) for word in words)


def _ways(model: m.Model, step: m.Choose) -> Iterator[str]:
    """Yield the words of the ways to choose that coverage distinguishes."""
    match step:
        case m.ChoosePiece(sources=sources):
            yield from (from_zone(each.zone.zone, top=each.top) for each in sources)
        case m.ChooseToken(tokens=tokens) | m.ChooseTokens(tokens=tokens):
            if isinstance(tokens, v.TokenSet):
                yield from (model.tokens[token].name for token in tokens.tokens)
        case m.ChooseNumber() | m.ChoosePlayer():
            pass
        case _:
            assert_never(step)


def _also(at: _Place) -> Iterator[Element]:
    construct = at.clause.construct
    assert isinstance(construct, a.Also)
    source = construct.source
    yield at.element(
        "clause", RUN, from_zone(source.place.words[0].text, top=source.top), of=at.parent
    )


def _declined(at: _Place) -> Iterator[Element]:
    yield at.element("clause", RUN, DECLINED, of=at.parent)


def _action(at: _Place) -> Iterator[Element]:
    yield at.element("choice", "taken", RUN)


def _wild(at: _Place) -> Iterator[Element]:
    yield from (at.element("choice", word, word) for word in SPENT)


def _of_wild(at: _Place) -> Iterator[Element]:
    yield at.element("clause", RUN, SPENT[0], of=at.parent)


def _trigger(at: _Place) -> Iterator[Element]:
    yield at.element("trigger", RUN, RUN)


def _value(at: _Place) -> Iterator[Element]:
    terms = at.part.terms if isinstance(at.part, m.Value) else ()
    signs = tuple((term.where.path, word) for term in terms for word in MET)
    if signs:
        yield at.signed("clause", RUN, signs)


def _term(at: _Place) -> Iterator[Element]:
    yield at.element("clause", RUN, *MET)
    if at.model.values[at.parent.rpartition(".")[2]].type == "condition":
        yield from at.outcomes(MET)


def _limit(at: _Place) -> Iterator[Element]:
    if isinstance(at.part, m.Limit) and at.part.at_end_of_turn:
        yield at.element("clause", RUN, *HELD)
        yield from at.outcomes(HELD)


def _keep(at: _Place) -> Iterator[Element]:
    construct = at.clause.construct
    assert isinstance(construct, a.Keep)
    token = construct.token.text
    words = [kept_back(each) for each in (token, *_members(at.model, token))]
    yield at.element("clause", RUN, *words, of=at.parent)


def _members(model: m.Model, group: str) -> tuple[str, ...]:
    return tuple(model.tokens[token].name for token in model.groups.get(group, ()))


def _end(at: _Place) -> Iterator[Element]:
    yield from _test(at)
    if isinstance(at.part, m.End) and not (at.part.remembered or at.part.at_once):
        yield from at.outcomes(STILL)


def _ranking(at: _Place) -> Iterator[Element]:
    yield at.element("clause", RUN, RUN)
    if isinstance(at.part, m.Ranking) and at.part.among is not None:
        yield from at.outcomes(INSIDE)


def _rank(at: _Place) -> Iterator[Element]:
    yield at.element("tie-break", SEPARATES, SEPARATES)


def _shared(at: _Place) -> Iterator[Element]:
    yield at.element("tie-break", SHARED, SHARED, of=at.parent)


def _refill(at: _Place) -> Iterator[Element]:
    construct = at.clause.construct
    assert isinstance(construct, a.Refill)
    yield at.element("clause", RUN, REFILLED[0], of=at.parent)
    if construct.when == "at once":
        yield at.element("outcome", REFILLED[1], REFILLED[1], of=at.parent)


def _slide(at: _Place) -> Iterator[Element]:
    yield at.element("clause", RUN, SLID, of=at.parent)


def _else(at: _Place) -> Iterator[Element]:
    yield at.element("clause", RUN, MET[1], of=at.after)


_MAKERS: Final[Mapping[type, Callable[[_Place], Iterator[Element]]]] = {
    a.Require: _test,
    a.If: _test,
    a.Else: _else,
    a.Choose: _choose,
    a.Also: _also,
    a.Declined: _declined,
    a.Pay: _pay,
    a.Wild: _wild,
    a.Worth: _of_wild,
    a.AtMost: _of_wild,
    a.Action: _action,
    a.Phase: _step,
    a.Trigger: _trigger,
    a.Value: _value,
    a.Term: _term,
    a.Limit: _limit,
    a.Keep: _keep,
    a.EndWhen: _end,
    a.Ranking: _ranking,
    a.Rank: _rank,
    a.Shared: _shared,
    a.Refill: _refill,
    a.Slide: _slide,
} | dict.fromkeys(
    (
        a.Gain,
        a.Move,
        a.Shuffle,
        a.Fill,
        a.Reveal,
        a.Give,
        a.Count,
        a.ForEach,
        a.Again,
        a.Do,
        a.OneAction,
        a.KeepLimits,
        a.EndOfTurn,
    ),
    _step,
)
