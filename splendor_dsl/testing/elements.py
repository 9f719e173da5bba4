"""What of a game can be reached by its tests: clauses that run, and what can become of each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from attrs import field, frozen

from splendor_dsl.backends.watching import (
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
from splendor_dsl.semantics.tree import walk
from splendor_dsl.span import Span
from splendor_dsl.syntax import ast as a
from splendor_dsl.testing.parts import parts_by_path

KINDS: Final = ("clause", "choice", "trigger", "tie-break", "outcome")
Seen = tuple[str, str]  # a path, and what became of its clause


@frozen(kw_only=True)
class Element:
    """One thing to reach: `what` became of the clause at `path`. Any of `signs` shows that it was reached."""

    kind: str
    path: str
    what: str
    signs: tuple[Seen, ...]
    clause: a.Clause = field(repr=False)

    @property
    def span(self) -> Span:
        """Where the clause stands."""
        return self.clause.span

    def reached(self, seen: frozenset[Seen]) -> bool:
        """Whether it was."""
        return not seen.isdisjoint(self.signs)


def elements(model: m.Model, resolved: Resolved) -> tuple[Element, ...]:
    """All there is to reach, in the order of the paths."""
    parts = parts_by_path(model)
    found: list[Element] = []
    parents: dict[str, a.Clause] = {}
    for path, clause in walk(resolved.tree):
        parents[path] = clause
        maker = _MAKERS.get(type(clause.says))
        if maker is not None:
            place = _Place(path=path, clause=clause, part=parts.get(path), model=model)
            found += maker(place)
    return tuple(_with_else(found, parents))


@frozen(kw_only=True)
class _Place:
    """A clause with its path and the part of the model that it has become, if it is one."""

    path: str
    clause: a.Clause
    part: Any
    model: m.Model

    @property
    def parent(self) -> str:
        return self.path.rpartition(".")[0]

    def element(self, kind: str, what: str, *words: str, of: str | None = None) -> Element:
        """Something to reach here; the words are told of this clause, or of another."""
        path = self.path if of is None else of
        signs = tuple((path, word) for word in words)
        return Element(kind=kind, path=self.path, what=what, signs=signs, clause=self.clause)

    def outcomes(self, words: tuple[str, str], *, of: str | None = None) -> Iterator[Element]:
        """Both ways in which it can come out."""
        return (self.element("outcome", word, word, of=of) for word in words)


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
    words = [from_zone(each.zone.zone, top=each.top) for each in step.sources]
    if isinstance(step.tokens, v.TokenSet):
        words += [at.model.tokens[token].name for token in step.tokens.tokens]
    if step.may:
        words.append(DECLINED)
    if len(words) > 1 or step.may:
        yield from (at.element("choice", word, word) for word in words)


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
        yield Element(kind="clause", path=at.path, what=RUN, signs=signs, clause=at.clause)


def _term(at: _Place) -> Iterator[Element]:
    yield at.element("clause", RUN, *MET)
    if at.model.values[at.parent.rpartition(".")[2]].type == "condition":
        yield from at.outcomes(MET)


def _limit(at: _Place) -> Iterator[Element]:
    if isinstance(at.part, m.Limit) and at.part.at_end_of_turn:
        yield at.element("clause", RUN, *HELD)
        yield from at.outcomes(HELD)


def _keep(at: _Place) -> Iterator[Element]:
    says = at.clause.says
    assert isinstance(says, a.Keep)
    token = says.token.text
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
    says = at.clause.says
    assert isinstance(says, a.Refill)
    yield at.element("clause", RUN, REFILLED[0], of=at.parent)
    if says.when == "at once":
        yield at.element("outcome", REFILLED[1], REFILLED[1], of=at.parent)


def _slide(at: _Place) -> Iterator[Element]:
    yield at.element("clause", RUN, SLID, of=at.parent)


def _with_else(found: list[Element], clauses: Mapping[str, a.Clause]) -> Iterator[Element]:
    """An `else` runs where the `if` before it is not met."""
    above: dict[str, str] = {}
    for path, clause in clauses.items():
        if isinstance(clause.says, a.If):
            above[path.rpartition(".")[0]] = path
        elif isinstance(clause.says, a.Else):
            signs = ((above[path.rpartition(".")[0]], MET[1]),)
            found.append(Element(kind="clause", path=path, what=RUN, signs=signs, clause=clause))
    yield from found


_MAKERS: Final[Mapping[type, Callable[[_Place], Iterator[Element]]]] = {
    a.Require: _test,
    a.If: _test,
    a.Choose: _choose,
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
